//! Figures below each other, each with its name and a note: for values that there is nothing to compare with.

use super::backend::Sheet;
use super::{Ink, color};
use crate::render::svg::{Anchor, TextSpec};

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// For ids.
    pub id: String,
    pub name: String,
    /// `lower is better`
    pub note: String,
    pub value: String,
    pub ink: Ink,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    pub figures: Vec<Figure>,
    pub text: Ink,
    pub muted: Ink,
    pub rule: Ink,
}

const LARGEST_PITCH: f64 = 340.0;
const LEAST_PITCH: f64 = 64.0;

impl Figures {
    /// The height that the chart can use.
    pub fn most_height(&self) -> f64 {
        self.figures.len() as f64 * LARGEST_PITCH
    }
}

/// How many figures a sheet of this height has room for.
pub fn room(height: f64) -> usize {
    (height / LEAST_PITCH).max(0.0) as usize
}

/// Share of the width that names have.
const NAMES: f64 = 0.5;

/// Sheets narrower than this are read from near.
const SMALL_SHEET: f64 = 700.0;

/// A name in its column.
fn name(text: &str, width: f64, (size, least): (f64, f64)) -> TextSpec<'_> {
    TextSpec {
        text,
        width: Some(width),
        lines: 2,
        compact: true,
        size,
        least: Some(least),
        bold: true,
        leading: 1.15,
        ..TextSpec::default()
    }
}

/// Draws the figures from the top of the sheet.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Figures) {
    let pitch = (size.1 / chart.figures.len().max(1) as f64).min(LARGEST_PITCH);
    let narrow = (size.0 / 900.0).clamp(0.6, 1.0);
    let scale = (pitch / 100.0).clamp(0.8, 2.2 * narrow);
    let room = size.0 * (1.0 - NAMES);
    let value = |figure: &Figure| {
        sheet.text_width(&TextSpec {
            text: &figure.value,
            size: 60.0 * scale,
            bold: true,
            tracking: -0.02,
            ..TextSpec::default()
        })
    };
    let widest = chart.figures.iter().map(value).fold(1.0, f64::max);
    let figure_size = (60.0 * scale * (room / widest).min(1.0)).max(24.0);
    // Names have what the values leave, and a second line where that is too little; all of them have one size.
    let left = size.0 - widest * figure_size / (60.0 * scale);
    let width = left.max(size.0 * NAMES) - 24.0;
    let least = if size.0 < SMALL_SHEET { 20.0 } else { 24.0 };
    let names = chart.figures.iter().map(|figure| {
        let spec = name(&figure.name, width, (32.0 * scale.min(1.4), least));
        sheet.measure(&spec).size
    });
    let names = names.fold(32.0 * scale.min(1.4), f64::min);
    for (i, figure) in chart.figures.iter().enumerate() {
        let top = i as f64 * pitch;
        let middle = top + pitch / 2.0;
        let id = |part: &str| format!("figure-{}-{part}", figure.id);
        sheet.group(&format!("figure-{}", figure.id), &figure.name, || {
            sheet.line(&[(0.0, top), (size.0, top)], color(&chart.rule), 2.0);
            let name = TextSpec {
                id: &id("name"),
                fill: &chart.text.0,
                ..name(&figure.name, width, (names, least))
            };
            let second_line = sheet.measure(&name).last;
            let noted = pitch >= 76.0 + second_line && !figure.note.is_empty();
            let name = TextSpec {
                y: middle - second_line / 2.0
                    + match (noted, sheet.tall()) {
                        (true, true) => -9.0 * scale,
                        (true, false) => -4.0 * scale,
                        (false, _) => 10.0,
                    },
                ..name
            };
            let block = sheet.text(&name);
            if noted {
                sheet.text(&TextSpec {
                    id: &id("note"),
                    text: &figure.note,
                    y: block.last + if sheet.tall() { 42.0 } else { 34.0 } * scale.min(1.2),
                    size: 26.0,
                    least: None,
                    bold: false,
                    fill: &chart.muted.0,
                    ..name
                });
            }
            sheet.text(&TextSpec {
                id: &id("value"),
                text: &figure.value,
                x: size.0,
                y: middle + 0.364 * figure_size,
                anchor: Anchor::End,
                width: Some(room),
                size: figure_size,
                least: Some(24.0),
                bold: true,
                tracking: -0.02,
                fill: &figure.ink.0,
                ..TextSpec::default()
            });
        });
    }
}
