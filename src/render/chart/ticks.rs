//! Labels of the ticks of a horizontal axis: inside the panel, and none on another.

use super::backend::Sheet;
use super::{Axis, Ink};
use crate::render::svg::{Anchor, TextSpec};

/// Least room between two labels, in pixels.
const GAP: f64 = 12.0;

/// Where labels of ticks stand.
pub(super) struct Labels<'a> {
    /// Prefix of ids.
    pub id: &'a str,
    /// Baseline.
    pub y: f64,
    pub size: f64,
    /// The edges that no label may stand out of.
    pub bounds: (f64, f64),
    pub ink: &'a Ink,
}

/// Least distance of a label from the edge of the page, in pixels.
const MARGIN: f64 = 48.0;

/// Sets the label of each tick in its middle, or moved into the panel at its ends. Where not all have room, every
/// second, third … has one, and on a logarithmic axis those of the decades before that; the lines of the others stay.
pub(super) fn draw(sheet: &Sheet<'_>, labels: &Labels<'_>, axis: &Axis, texts: &[String], place: &dyn Fn(f64) -> f64) {
    let right = labels.bounds.1.min(sheet.right(MARGIN));
    let left = labels.bounds.0;
    let label = |(i, (tick, text)): (usize, (&f64, &String))| {
        let half = sheet.text_width(&spec(labels, text)) / 2.0;
        let x = place(*tick).min(right - half).max(left + half);
        Label {
            index: i,
            x,
            half,
            decade: is_decade(*tick),
        }
    };
    let all: Vec<Label> = axis.ticks.iter().zip(texts).enumerate().map(label).collect();
    // One that is longer than the axis has no room anywhere.
    let all: Vec<Label> = all.into_iter().filter(|own| 2.0 * own.half <= right - left).collect();
    for own in chosen(all, axis.logarithmic) {
        sheet.text(&TextSpec {
            id: &format!("{}-{}", labels.id, own.index),
            x: own.x,
            ..spec(labels, &texts[own.index])
        });
    }
}

fn spec<'t>(labels: &'t Labels<'_>, text: &'t str) -> TextSpec<'t> {
    TextSpec {
        text,
        y: labels.y,
        anchor: Anchor::Middle,
        size: labels.size,
        fill: &labels.ink.0,
        ..TextSpec::default()
    }
}

/// A label with its middle and half of its width.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Label {
    index: usize,
    x: f64,
    half: f64,
    decade: bool,
}

fn is_decade(tick: f64) -> bool {
    let power = tick.abs().log10();
    (power - power.round()).abs() < 1e-9
}

/// The most labels that follow one rule and do not touch.
fn chosen(all: Vec<Label>, logarithmic: bool) -> Vec<Label> {
    let touch = |labels: &[Label]| {
        labels
            .windows(2)
            .any(|pair| pair[1].x - pair[1].half < pair[0].x + pair[0].half + GAP)
    };
    if !touch(&all) {
        return all;
    }
    let decades: Vec<Label> = all.iter().copied().filter(|label| label.decade).collect();
    let rows = if logarithmic && decades.len() > 1 { decades } else { all };
    (1..rows.len())
        .map(|step| rows.iter().copied().step_by(step).collect::<Vec<_>>())
        .find(|labels| !touch(labels))
        .unwrap_or_else(|| rows.into_iter().take(1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[f64], half: f64) -> Vec<Label> {
        let axis = Axis::logarithmic(ticks[0], ticks[ticks.len() - 1], 9);
        let label = |(index, tick): (usize, &f64)| Label {
            index,
            x: axis.share(*tick) * 600.0,
            half,
            decade: is_decade(*tick),
        };
        ticks.iter().enumerate().map(label).collect()
    }

    #[test]
    fn labels_that_touch_are_thinned_by_one_rule() {
        let ticks = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
        let shown = |half, logarithmic| {
            let chosen = chosen(labels(&ticks, half), logarithmic);
            chosen.iter().map(|label| ticks[label.index]).collect::<Vec<f64>>()
        };
        assert_eq!(shown(10.0, true), ticks);
        assert_eq!(shown(60.0, true), [1.0, 10.0, 100.0]);
        assert_eq!(shown(150.0, true), [1.0, 100.0]);
        assert_eq!(shown(60.0, false), [1.0, 5.0, 20.0, 100.0]);
    }
}
