//! Charts, by plotters: each kind one file, all drawn through one back end that writes SVG into a page.
//!
//! A chart gets numbers as doubles and every text ready to print; it knows nothing of data sets, languages and words.

mod backend;
pub mod bars;
pub mod case_dots;
pub mod dots;
pub mod figures;
pub mod gap;
pub mod headed_pairs;
pub mod histogram;
pub mod lanes;
pub mod matrix;
pub mod pairs;
pub mod points;
mod scale;
pub mod slopes;
pub mod spread;
mod swarm;
mod ticks;
pub mod whisker;

pub use backend::Sheet;
pub use scale::{Axis, WIDE};

use super::theme::Color;
use plotters::style::RGBColor;

/// A colour as SVG writes it: `#0a8f7f`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ink(pub String);

impl From<&str> for Ink {
    fn from(color: &str) -> Self {
        Ink(color.to_owned())
    }
}

impl From<Color> for Ink {
    fn from(color: Color) -> Self {
        Ink(color.to_string())
    }
}

/// For plotters. What is no `#rrggbb` is black.
fn color(ink: &Ink) -> RGBColor {
    let part = |at: usize| {
        ink.0
            .get(at..at + 2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .unwrap_or(0)
    };
    RGBColor(part(1), part(3), part(5))
}

/// A quantile of ascending values by linear interpolation between order statistics (Hyndman and Fan 1996, definition 7).
/// Zero when there are none.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let at = share * last as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}

/// Sizes of what charts of small pictures are made of, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// Of names and of main values.
    pub name: f64,
    pub value: f64,
    /// Of everything else, and the least of names.
    pub note: f64,
    pub least: f64,
    /// Height of the thickest bar, and of a row of dots.
    pub bar: f64,
    pub dots: f64,
    /// Whether the chart says unit and direction itself; else words above it do.
    pub caption: bool,
}
