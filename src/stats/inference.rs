//! What can be said beyond the sample: the intervals of the summary table.
//!
//! Only means and medians of batch means get one. The largest and the least batch mean do not: the bootstrap of an
//! extreme is inconsistent (Bickel and Freedman 1981, doi 10.1214/aos/1176345637). A published aggregate never does.

use super::bootstrap::{Batches, Drawn};
use super::interval::{self, Interval};
use super::{Exact, Row, Statistic, Summary, Verdict};
use crate::dataset::{Better, Dataset, Observations, Series};
use rayon::prelude::*;

/// The intervals of one row of the summary.
#[derive(Debug, Clone, PartialEq)]
pub struct RowIntervals {
    /// Index into `Summary::rows`.
    pub row: usize,
    /// For each variant, in the measure's unit.
    pub values: Vec<Option<Interval>>,
    /// For each comparison of the row, in its order: candidate by baseline. Only for means.
    pub quotients: Vec<Option<Quotient>>,
}

impl RowIntervals {
    /// The intervals of a row of `summary`, among all.
    pub fn of_row<'a>(all: &'a [RowIntervals], summary: &Summary, row: &Row) -> Option<&'a RowIntervals> {
        all.iter().find(|of| std::ptr::eq(&summary.rows[of.row], row))
    }

    /// Whether the interval of a comparison of `row`, which these intervals are of, leaves the direction open: the
    /// figures differ, and it includes a quotient of one. Without an interval nothing is left open.
    pub fn leaves_open(&self, row: &Row, candidate: usize) -> bool {
        let mut compared = row.comparisons.iter().zip(&self.quotients);
        compared.any(|(comparison, quotient)| {
            comparison.candidate == candidate
                && comparison.verdict != Verdict::Unchanged
                && quotient.as_ref().is_some_and(|quotient| !quotient.excludes_one())
        })
    }
}

/// The interval of `candidate / baseline`; every way to state a comparison is a monotone function of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Quotient(pub Interval);

impl Quotient {
    /// Of `100 × (candidate/baseline − 1)`, in percent.
    pub fn change_percent(&self) -> Interval {
        Interval {
            lower: percent_above_one(&self.0.lower),
            upper: percent_above_one(&self.0.upper),
        }
    }

    /// Of `100 × (1 − candidate/baseline)`, in percent.
    pub fn reduction_percent(&self) -> Interval {
        Interval {
            lower: -percent_above_one(&self.0.upper),
            upper: -percent_above_one(&self.0.lower),
        }
    }

    /// Of the ratio as the summary defines it. `None` when it is unbounded.
    pub fn ratio(&self, better: Better) -> Option<Interval> {
        match better {
            Better::Higher => Some(self.0.clone()),
            Better::Lower if self.0.lower > Exact::zero() => Some(Interval {
                lower: &Exact::one() / &self.0.upper,
                upper: &Exact::one() / &self.0.lower,
            }),
            Better::Lower => None,
        }
    }

    /// Whether the data tell candidate and baseline apart.
    pub fn excludes_one(&self) -> bool {
        !self.0.contains(&Exact::one())
    }
}

fn percent_above_one(quotient: &Exact) -> Exact {
    &Exact::from(100) * &(quotient - &Exact::one())
}

/// The series as batches of doubles: single values and repetitions count as batches of one. `None` for aggregates
/// and for fewer than two units.
pub fn batches_of(series: &Series) -> Option<Batches> {
    match &series.observations {
        Observations::Aggregate(_) => None,
        Observations::Repetitions(values) => Batches::of_single_values(&doubles(values)),
        Observations::Batches(batches) => match batches.as_slice() {
            [only] => Batches::of_single_values(&doubles(&only.values)),
            several => Batches::new(&several.iter().map(|b| doubles(&b.values)).collect::<Vec<_>>()),
        },
    }
}

fn doubles(values: &[Exact]) -> Vec<f64> {
    values.iter().map(Exact::to_f64).collect()
}

/// The intervals of every row that can have some, in the order of the rows. What is drawn for them depends on the
/// values of the series alone ([`Batches::seed`]), so the same values always give the same intervals.
pub fn intervals(dataset: &Dataset, summary: &Summary) -> Vec<RowIntervals> {
    (0..summary.rows.len())
        .into_par_iter()
        .filter_map(|row| intervals_of_row(dataset, summary, row))
        .collect()
}

fn intervals_of_row(dataset: &Dataset, summary: &Summary, index: usize) -> Option<RowIntervals> {
    let row = &summary.rows[index];
    let of_mean = matches!(row.statistic, Statistic::Mean | Statistic::MeanOfRepetitions);
    if !of_mean && !matches!(row.statistic, Statistic::MedianOfBatchMeans | Statistic::Median) {
        return None;
    }
    let samples: Vec<Option<Drawn>> = (0..dataset.variants.len())
        .map(|variant| {
            let found = |s: &&Series| (s.measure, s.case, s.variant) == (row.measure, row.case, variant);
            batches_of(dataset.series.iter().find(found)?).map(Drawn::of)
        })
        .collect();
    let of_variant = |sample: &Option<Drawn>| match of_mean {
        true => interval::of_mean(sample.as_ref()?),
        false => interval::of_median(&sample.as_ref()?.batches().means()),
    };
    let values: Vec<Option<Interval>> = samples.iter().map(of_variant).collect();
    let quotients: Vec<Option<Quotient>> = row
        .comparisons
        .iter()
        .map(|comparison| {
            of_mean.then_some(())?;
            let (above, below) = (&samples[comparison.candidate], &samples[summary.baseline]);
            interval::of_quotient(above.as_ref()?, below.as_ref()?).map(Quotient)
        })
        .collect();
    values.iter().any(Option::is_some).then_some(RowIntervals {
        row: index,
        values,
        quotients,
    })
}
