//! The interval of a value: a line with a stroke across each end, beside the dot or on the bar that shows the value. What
//! is drawn says its ends, so that the finished picture can be held against the data.

use super::backend::Sheet;
use super::{Ink, color};

/// An interval to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct Whisker {
    /// Its lower and upper end, in the unit of the axis.
    pub ends: (f64, f64),
    pub ink: Ink,
    /// The ground around it: on a bar the line needs an edge to stand out from both the bar and the ground.
    pub edge: Option<Ink>,
}

/// Where a whisker lies across its axis, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    pub middle: f64,
    /// Half of the length of the strokes across the ends.
    pub half: f64,
    /// Of the line.
    pub width: f64,
}

/// Width of the edge on each side of the line.
const EDGE: f64 = 2.0;

/// Draws a whisker; `x` says where a value stands. An end before the start of the axis is cut off there, and `scale` is
/// that of the bars that share the axis.
pub fn draw(sheet: &Sheet<'_>, id: &str, scale: &str, whisker: &Whisker, place: Place, x: &dyn Fn(f64) -> f64) {
    let (low, high) = whisker.ends;
    let (from, to) = (x(low), x(high));
    let (top, bottom) = (place.middle - place.half, place.middle + place.half);
    let path = [
        (from, top),
        (from, bottom),
        (from, place.middle),
        (to, place.middle),
        (to, top),
        (to, bottom),
    ];
    if let Some(edge) = &whisker.edge {
        // Square corners beyond the ends of the strokes.
        let wide = place.width + 2.0 * EDGE;
        for (a, b) in [
            ((from, top - EDGE), (from, bottom + EDGE)),
            ((from, place.middle), (to, place.middle)),
            ((to, top - EDGE), (to, bottom + EDGE)),
        ] {
            sheet.line(&[a, b], color(edge), wide);
        }
    }
    let (low, high) = (low.to_string(), high.to_string());
    let said = [
        ("id", id),
        ("data-scale", scale),
        ("data-low", &low),
        ("data-high", &high),
    ];
    sheet.marked(&said, || sheet.line(&path, color(&whisker.ink), place.width));
}
