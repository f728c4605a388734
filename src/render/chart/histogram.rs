//! Histograms: how many values fall into each of equally wide classes, as columns above an axis that other marks share.

use super::backend::Sheet;
use super::{Axis, Ink, color};
use crate::render::svg::{Anchor, TextSpec};

/// Classes of values and how many fall into each.
#[derive(Debug, Clone, PartialEq)]
pub struct Classes {
    /// The lower edge of the first class, and the width of each.
    pub from: f64,
    pub width: f64,
    pub counts: Vec<usize>,
}

/// More classes than this are thinner than a label.
const MOST_CLASSES: f64 = 48.0;

impl Classes {
    /// Classes by the rule of Freedman and Diaconis (1981, doi 10.1007/BF01025868): twice the interquartile range by the
    /// cube root of the number of values, rounded up to a round number, and its multiples as edges. Only for a linear
    /// axis. `None` for fewer than two different values.
    pub fn of(values: &[f64]) -> Option<Classes> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (least, largest) = (*sorted.first()?, *sorted.last()?);
        if largest <= least {
            return None;
        }
        let quartile = |share: f64| super::quantile(&sorted, share);
        let range = quartile(0.75) - quartile(0.25);
        let rule = 2.0 * range / (sorted.len() as f64).cbrt();
        let width = super::scale::round_step((rule * 0.55).max((largest - least) / MOST_CLASSES));
        let from = (least / width).floor() * width;
        let last = ((largest - from) / width).floor() as usize;
        let mut counts = vec![0; last + 1];
        for value in sorted {
            let class = ((value - from) / width).floor() as usize;
            counts[class.min(last)] += 1;
        }
        Some(Classes { from, width, counts })
    }

    pub fn tallest(&self) -> usize {
        self.counts.iter().copied().max().unwrap_or(0)
    }
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    pub classes: Classes,
    /// The number of the tallest column.
    pub tallest_text: String,
    pub fill: Ink,
    pub ink: Ink,
    pub rule: Ink,
}

/// Room above the columns for the number of the tallest.
const HEAD: f64 = 40.0;

/// Draws columns between `top` and `bottom`; `x` says where a value of the axis stands.
pub fn draw(sheet: &Sheet<'_>, (top, bottom): (f64, f64), chart: &Histogram, axis: &Axis, x: &dyn Fn(f64) -> f64) {
    let Classes { from, width, counts } = &chart.classes;
    let tallest = chart.classes.tallest().max(1);
    let height = (bottom - top - HEAD).max(0.0);
    let edge = |class: usize| x((from + width * class as f64).clamp(axis.from, axis.to));
    sheet.group("histogram", "Histogram", || {
        let mut highest = None;
        for (class, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (left, right) = (edge(class), edge(class + 1));
            let y = bottom - height * *count as f64 / tallest as f64;
            // A hairline of paper parts neighbours.
            sheet.rectangle((left + 1.0, y), (right - 1.0, bottom), color(&chart.fill));
            if *count == tallest && highest.is_none() {
                highest = Some(((left + right) / 2.0, y));
            }
        }
        sheet.line(&[(x(axis.from), bottom), (x(axis.to), bottom)], color(&chart.rule), 2.0);
        if let Some((middle, y)) = highest {
            sheet.text(&TextSpec {
                id: "histogram-tallest",
                text: &chart.tallest_text,
                x: middle,
                y: y - 10.0,
                anchor: Anchor::Middle,
                size: 26.0,
                bold: true,
                fill: &chart.ink.0,
                ..TextSpec::default()
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_falls_into_one_class_between_round_edges() {
        let values: Vec<f64> = (0..150).map(|i| 8.0 + f64::from(i * i % 97) * 0.031).collect();
        let classes = Classes::of(&values).unwrap();
        assert_eq!(classes.counts.iter().sum::<usize>(), 150);
        assert!(classes.counts.len() <= 48 && classes.counts.len() > 3, "{classes:?}");
        assert_eq!(classes.width, 0.5);
        assert_eq!(classes.from, 8.0);
        assert!(classes.tallest() >= 15);
    }

    #[test]
    fn one_far_value_does_not_make_a_thousand_classes() {
        let mut values = vec![1.0; 99];
        values.extend([1.01, 900.0]);
        let classes = Classes::of(&values).unwrap();
        assert!(classes.counts.len() <= 49, "{}", classes.counts.len());
        assert_eq!(classes.counts.iter().sum::<usize>(), 101);
        assert_eq!(Classes::of(&[4.0, 4.0]), None);
    }
}
