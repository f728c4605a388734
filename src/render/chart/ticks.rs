//! Labels of the ticks of a horizontal axis: inside the panel, and none on another.

use super::Ink;
use super::backend::Sheet;
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

/// Sets the label of each tick in its middle, or moved into the panel at its ends. A label that would touch the one
/// before it is left out; its line stays.
pub(super) fn draw<'t>(sheet: &Sheet<'_>, labels: &Labels<'_>, ticks: impl Iterator<Item = (f64, &'t String)>) {
    let mut end = f64::NEG_INFINITY;
    for (i, (x, text)) in ticks.enumerate() {
        let spec = TextSpec {
            text,
            y: labels.y,
            anchor: Anchor::Middle,
            size: labels.size,
            fill: &labels.ink.0,
            ..TextSpec::default()
        };
        let half = sheet.text_width(&spec) / 2.0;
        let x = x.min(labels.bounds.1 - half).max(labels.bounds.0 + half);
        if x - half < end + GAP {
            continue;
        }
        end = x + half;
        sheet.text(&TextSpec {
            id: &format!("{}-{i}", labels.id),
            x,
            ..spec
        });
    }
}
