//! Where single values lie: a box over their middle half, with whiskers to the least and the largest. Below the bar of
//! their mean, which nothing may cover.

use super::backend::Sheet;
use plotters::style::{Color, RGBColor};

/// Where values are: drawn as a box over the middle half, with whiskers to the least and the largest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    pub least: f64,
    pub low: f64,
    pub high: f64,
    pub largest: f64,
}

impl Spread {
    /// Of single values. `None` when there are fewer than two values.
    pub fn of(values: &[f64]) -> Option<Spread> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        (sorted.len() > 1).then(|| Spread {
            least: sorted[0],
            low: super::quantile(&sorted, 0.25),
            high: super::quantile(&sorted, 0.75),
            largest: sorted[sorted.len() - 1],
        })
    }

    /// Draws the box, and a line that leads down from the end of the bar, the mean. `x` says where a value stands; `top`
    /// and `thickness` are those of the box, in pixels.
    pub fn draw(
        &self,
        sheet: &Sheet<'_>,
        mean: f64,
        x: &dyn Fn(f64) -> f64,
        (top, thickness): (f64, f64),
        ink: RGBColor,
    ) {
        let (middle, end, bottom) = (top + thickness / 2.0, 0.3 * thickness, top + thickness);
        let line = |from: (f64, f64), to: (f64, f64)| sheet.line(&[from, to], ink, 2.0);
        for (from, to) in [(self.least, self.low), (self.largest, self.high)] {
            line((x(from), middle), (x(to), middle));
            line((x(from), middle - end), (x(from), middle + end));
        }
        // The outline is what is seen; the fill only tints it.
        let (low, high) = (x(self.low), x(self.high));
        sheet.rectangle((low, top), (high, bottom), ink.mix(TINT));
        let corners = [(low, top), (high, top), (high, bottom), (low, bottom), (low, top)];
        sheet.line(&corners, ink, 2.0);
        sheet.line(&[(x(mean), top - 1.0), (x(mean), bottom + 1.0)], ink, 3.0);
    }
}

/// How much of its ink the inside of a box has.
const TINT: f64 = 0.35;
