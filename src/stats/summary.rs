//! The summary table: for each measure and case the statistics that the observations allow, and their comparison.

use super::Exact;

/// What a row of the table states about a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Statistic {
    /// Mean of all calls.
    Mean,
    /// Median of the means of the batches (for an even count, the mean of the two in the middle).
    MedianOfBatchMeans,
    /// Least mean of a batch.
    MinOfBatchMeans,
    /// Largest mean of a batch.
    MaxOfBatchMeans,
    /// Median of all calls; only where there is a single batch.
    Median,
    /// Least call; only where there is a single batch.
    Min,
    /// Largest call; only where there is a single batch.
    Max,
    /// Mean of the repetitions, each of which is itself a mean over an unknown number of calls.
    MeanOfRepetitions,
    /// Least repetition.
    MinOfRepetitions,
    /// Largest repetition.
    MaxOfRepetitions,
    /// The one published figure.
    Value,
}

impl Statistic {
    const ALL: [(Statistic, &'static str); 11] = [
        (Statistic::Mean, "mean"),
        (Statistic::MedianOfBatchMeans, "median_of_batch_means"),
        (Statistic::MinOfBatchMeans, "min_of_batch_means"),
        (Statistic::MaxOfBatchMeans, "max_of_batch_means"),
        (Statistic::Median, "median"),
        (Statistic::Min, "min"),
        (Statistic::Max, "max"),
        (Statistic::MeanOfRepetitions, "mean_of_repetitions"),
        (Statistic::MinOfRepetitions, "min_of_repetitions"),
        (Statistic::MaxOfRepetitions, "max_of_repetitions"),
        (Statistic::Value, "value"),
    ];

    /// Every statistic, in the order of the enum.
    pub fn all() -> impl Iterator<Item = Statistic> {
        Self::ALL.iter().map(|row| row.0)
    }

    /// The name in data files, templates and JSON: `mean`, `median_of_batch_means`, …
    pub fn id(self) -> &'static str {
        // The table lists every statistic in the order of the enum; a test checks it.
        Self::ALL[self as usize].1
    }

    pub fn from_id(id: &str) -> Option<Statistic> {
        Self::ALL.iter().find(|row| row.1 == id).map(|row| row.0)
    }
}

/// How a candidate stands against the baseline, by the measure's direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    Better,
    Worse,
    Unchanged,
}

/// A candidate against the baseline; everything from the unrounded values.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Index of the variant.
    pub candidate: usize,
    /// `candidate − baseline`, in the measure's unit.
    pub difference: Exact,
    /// `100 × (candidate/baseline − 1)`, in percent.
    pub change_percent: Exact,
    /// `100 × (1 − candidate/baseline)`, in percent.
    pub reduction_percent: Exact,
    /// `baseline/candidate` when lower is better, `candidate/baseline` when higher is; `None` when the divisor is zero.
    pub ratio: Option<Exact>,
    pub verdict: Verdict,
}

/// One row: a statistic of a measure in a case, for every variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Index into the data set's measures.
    pub measure: usize,
    /// Index into the data set's cases.
    pub case: Option<usize>,
    pub statistic: Statistic,
    /// For each variant, in the measure's unit; `None` where nothing was measured.
    pub values: Vec<Option<Exact>>,
    /// For each candidate that has a value.
    pub comparisons: Vec<Comparison>,
}

/// How much was measured, counted in the data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Batches of a variant, when it is the same for all.
    pub batches_per_variant: Option<u64>,
    /// Calls of a batch, when it is the same for all.
    pub calls_per_batch: Option<u64>,
    pub calls_per_variant: Option<u64>,
    pub batches: u64,
    pub calls: u64,
    /// `calls × statements_per_call`, when the method tells the latter.
    pub statements: Option<u64>,
}

/// The whole table.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Index of the variant that all others are compared with.
    pub baseline: usize,
    pub rows: Vec<Row>,
    pub counts: Counts,
}
