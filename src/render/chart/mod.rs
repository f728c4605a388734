//! Charts, by plotters: each kind one file, all drawn through one back end that writes SVG into a page.
//!
//! A chart gets numbers as doubles and every text ready to print; it knows nothing of data sets, languages and words.

mod backend;
pub mod bars;
pub mod dots;
pub mod matrix;
pub mod pairs;
mod scale;
mod swarm;

pub use backend::Sheet;
pub use scale::Axis;

use plotters::style::RGBColor;

/// A colour as SVG writes it: `#0a8f7f`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ink(pub String);

impl From<&str> for Ink {
    fn from(color: &str) -> Self {
        Ink(color.to_owned())
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
