//! Confidence intervals of 95 %: of a mean, of the quotient of two means, of a median.
//!
//! The methods were chosen by simulation (`docs/statistics.md`): with fifteen batches a percentile bootstrap of the
//! batches covers 88–93 %, these cover 93–97 %.

use super::Exact;
use super::bootstrap::{Drawn, MeanEstimate};
use num_rational::BigRational;

/// The level of every interval, in percent.
pub const LEVEL_PERCENT: u8 = 95;

/// Fewer batches (or single values) than this give no interval of a mean: the coverage was not established.
pub const LEAST_BATCHES: usize = 8;

/// From so many batches on the sampling distribution is normal for all that can be seen, and nothing is drawn.
pub const ENOUGH_FOR_THE_NORMAL: usize = 1000;

/// 97.5 % point of the standard normal distribution.
const NORMAL_97_5: f64 = 1.959_963_984_540_054;

/// What holds the unknown value in 95 of 100 repetitions of the whole experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Interval {
    pub lower: Exact,
    pub upper: Exact,
}

impl Interval {
    /// `None` unless both ends are finite and in order.
    pub fn from_f64(lower: f64, upper: f64) -> Option<Self> {
        (lower <= upper).then_some(())?;
        Some(Interval {
            lower: exact(lower)?,
            upper: exact(upper)?,
        })
    }

    pub fn contains(&self, value: &Exact) -> bool {
        self.lower <= *value && *value <= self.upper
    }

    /// `upper − lower`.
    pub fn width(&self) -> Exact {
        &self.upper - &self.lower
    }
}

/// The double as the fraction that it is.
fn exact(value: f64) -> Option<Exact> {
    let fraction = BigRational::from_float(value)?;
    Some(Exact::ratio(fraction.numer().clone(), fraction.denom().clone()))
}

/// Interval of the mean of all calls: the studentised bootstrap (bootstrap-t; Efron and Tibshirani 1993, *An
/// Introduction to the Bootstrap*, section 12.5) over batches. `None` with fewer than [`LEAST_BATCHES`] batches.
pub fn of_mean(sample: &Drawn) -> Option<Interval> {
    let batches = sample.batches().len();
    if batches < LEAST_BATCHES {
        return None;
    }
    let estimate = sample.batches().estimate();
    let (low, high) = if batches >= ENOUGH_FOR_THE_NORMAL {
        (-NORMAL_97_5, NORMAL_97_5)
    } else {
        outer_points(
            sample
                .replicates()
                .iter()
                .map(|replicate| studentised(replicate.mean - estimate.mean, replicate.variance)),
        )?
    };
    let error = estimate.variance.sqrt();
    Interval::from_f64(estimate.mean - high * error, estimate.mean - low * error)
}

/// Interval of `mean(numerator) / mean(denominator)`: Fieller's pivot (Fieller 1954, "Some problems in interval
/// estimation", J. R. Stat. Soc. B 16) with its distribution taken from the bootstrap instead of the normal (Hwang
/// 1995, "Fieller's problems and resampling techniques", Statistica Sinica 5). `None` with fewer than
/// [`LEAST_BATCHES`] batches on either side, and when the denominator is not positive or cannot be told from zero.
pub fn of_quotient(numerator: &Drawn, denominator: &Drawn) -> Option<Interval> {
    let batches = numerator.batches().len().min(denominator.batches().len());
    if batches < LEAST_BATCHES {
        return None;
    }
    let (above, below) = (numerator.batches().estimate(), denominator.batches().estimate());
    if below.mean <= 0.0 {
        return None;
    }
    let quotient = above.mean / below.mean;
    let (low, high) = if batches >= ENOUGH_FOR_THE_NORMAL {
        (-NORMAL_97_5, NORMAL_97_5)
    } else {
        outer_points(paired(numerator, denominator).map(|(a, b)| {
            studentised(
                a.mean - quotient * b.mean,
                a.variance + quotient * quotient * b.variance,
            )
        }))?
    };
    let lower = fieller_root(above, below, high)?;
    let upper = fieller_root(above, below, low)?;
    Interval::from_f64(lower, upper)
}

/// The replicates of two samples side by side, as many as both have. Those of the second begin in its middle: samples
/// of the same values have the same replicates, and must not move together.
fn paired<'a>(a: &'a Drawn, b: &'a Drawn) -> impl Iterator<Item = (&'a MeanEstimate, &'a MeanEstimate)> {
    let (a, b) = (a.replicates(), b.replicates());
    let (first, second) = b.split_at(b.len() / 2);
    a.iter().zip(second.iter().chain(first))
}

/// A distance by its standard error. Identical batches have no error: then only a distance of zero is credible.
fn studentised(distance: f64, variance: f64) -> f64 {
    if distance == 0.0 {
        0.0
    } else {
        distance / variance.sqrt()
    }
}

/// The 2.5 % and 97.5 % points of the replicates, as order statistics.
fn outer_points(replicates: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let mut replicates: Vec<f64> = replicates.collect();
    let tail = (replicates.len() + 1) / 40;
    let (first, last) = (tail.checked_sub(1)?, replicates.len() - tail);
    let mut of_rank = |rank: usize| *replicates.select_nth_unstable_by(rank, f64::total_cmp).1;
    let (low, high) = (of_rank(first), of_rank(last));
    (low.is_finite() && high.is_finite()).then_some((low, high))
}

/// The θ at which `(a − θ b) / √(var a + θ² var b)` equals `point`, for a positive `b`: of the two roots of the
/// squared equation the one with the sign of `point`.
fn fieller_root(a: MeanEstimate, b: MeanEstimate, point: f64) -> Option<f64> {
    let square = point * point;
    let leading = b.mean * b.mean - square * b.variance;
    if leading <= 0.0 {
        return None;
    }
    let half = a.mean * b.mean;
    let constant = a.mean * a.mean - square * a.variance;
    let root = (half * half - leading * constant).max(0.0).sqrt();
    // The greater the point, the lesser the quotient.
    Some((if point > 0.0 { half - root } else { half + root }) / leading)
}

/// Interval of the median by ranks (Hahn and Meeker 1991, *Statistical Intervals*, section 5.2; rule 8 and section
/// 3.1.3 of Hoefler and Belli 2015, doi 10.1145/2807591.2807644): free of any distribution, level at least 95 %.
/// `None` with fewer than six values, where no ranks reach 95 %.
pub fn of_median(values: &[f64]) -> Option<Interval> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = median_rank(sorted.len())?;
    Interval::from_f64(sorted[rank - 1], sorted[sorted.len() - rank])
}

/// The largest rank `r`, from 1, for which `P(Binomial(n, ½) < r) ≤ 2.5 %`.
pub fn median_rank(n: usize) -> Option<usize> {
    if n >= ENOUGH_FOR_THE_NORMAL {
        let rank = (n as f64 - NORMAL_97_5 * (n as f64).sqrt()) / 2.0;
        return Some(rank.floor() as usize);
    }
    // Binomial probabilities row by row: exact halving, so nothing overflows.
    let mut row = vec![1.0f64];
    for _ in 0..n {
        let mut next = vec![0.0; row.len() + 1];
        for (i, p) in row.iter().enumerate() {
            next[i] += p / 2.0;
            next[i + 1] += p / 2.0;
        }
        row = next;
    }
    let mut below = 0.0;
    let mut rank = 0;
    for p in &row {
        below += p;
        if below > 0.025 {
            break;
        }
        rank += 1;
    }
    (rank > 0).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::bootstrap::Batches;

    #[test]
    fn ranks_of_the_median_are_those_of_the_tables() {
        // Conover 1999, table A3 (sign test, 5 % two-sided).
        for (n, rank) in [
            (5, None),
            (6, Some(1)),
            (9, Some(2)),
            (15, Some(4)),
            (20, Some(6)),
            (25, Some(8)),
            (50, Some(18)),
        ] {
            assert_eq!(median_rank(n), rank, "n = {n}");
        }
        // The two ways agree where they meet.
        assert_eq!(median_rank(1000), Some(469));
        assert_eq!(median_rank(999), Some(469));
    }

    #[test]
    fn constant_data_have_an_interval_of_no_width() {
        let same = Drawn::of(Batches::of_single_values(&[4.0; 10]).unwrap());
        let mean = of_mean(&same).unwrap();
        assert_eq!(mean, Interval::from_f64(4.0, 4.0).unwrap());
        let quotient = of_quotient(&same, &same).unwrap();
        assert_eq!(quotient, Interval::from_f64(1.0, 1.0).unwrap());
    }

    #[test]
    fn a_denominator_that_may_be_zero_gives_no_interval() {
        let noise = Batches::of_single_values(&[-3.0, 2.0, -1.0, 4.0, -2.0, 1.0, 3.0, -3.5]).unwrap();
        let ten = Batches::of_single_values(&[9.0, 10.0, 11.0, 10.5, 9.5, 10.0, 9.8, 10.2]).unwrap();
        assert_eq!(of_quotient(&Drawn::of(ten), &Drawn::of(noise)), None);
    }
}
