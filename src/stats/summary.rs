//! The summary table: for each measure and case the statistics that the observations allow, and their comparison.

use super::{Exact, Sample};
use crate::dataset::{Better, Dataset, Observations};
use std::collections::BTreeMap;

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

    /// The statistics that these observations allow, the main one first.
    pub fn of(observations: &Observations) -> &'static [Statistic] {
        use Statistic::*;
        match observations {
            Observations::Batches(batches) if batches.len() > 1 => {
                &[Mean, MedianOfBatchMeans, MinOfBatchMeans, MaxOfBatchMeans]
            }
            Observations::Batches(_) => &[Mean, Median, Min, Max],
            Observations::Repetitions(_) => &[MeanOfRepetitions, MinOfRepetitions, MaxOfRepetitions],
            Observations::Aggregate(_) => &[Value],
        }
    }

    /// The statistic of numbers that turns into this one when each number is taken into a constant: least and largest
    /// change places.
    pub(super) fn of_reciprocals(self) -> Statistic {
        use Statistic::*;
        match self {
            MinOfBatchMeans => MaxOfBatchMeans,
            MaxOfBatchMeans => MinOfBatchMeans,
            Min => Max,
            Max => Min,
            MinOfRepetitions => MaxOfRepetitions,
            MaxOfRepetitions => MinOfRepetitions,
            other => other,
        }
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

impl Comparison {
    /// `None` when the baseline is zero: nothing can be compared with it.
    pub fn of(baseline: &Exact, candidate: &Exact, index: usize, better: Better) -> Option<Self> {
        if baseline.is_zero() {
            return None;
        }
        let hundred = Exact::from(100);
        let difference = candidate - baseline;
        let change_percent = &hundred * &(&difference / baseline);
        let (dividend, divisor) = match better {
            Better::Lower => (baseline, candidate),
            Better::Higher => (candidate, baseline),
        };
        let verdict = match (difference.is_zero(), difference.is_negative(), better) {
            (true, ..) => Verdict::Unchanged,
            (_, true, Better::Lower) | (_, false, Better::Higher) => Verdict::Better,
            _ => Verdict::Worse,
        };
        Some(Comparison {
            candidate: index,
            ratio: (!divisor.is_zero()).then(|| dividend / divisor),
            reduction_percent: -change_percent.clone(),
            change_percent,
            difference,
            verdict,
        })
    }
}

impl Verdict {
    /// The name in templates and JSON.
    pub fn id(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Unchanged => "unchanged",
        }
    }
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
    /// For each candidate that has a value, unless the baseline has none or is zero.
    pub comparisons: Vec<Comparison>,
}

impl Row {
    /// The comparison of a variant with the baseline.
    pub fn comparison(&self, candidate: usize) -> Option<&Comparison> {
        self.comparisons
            .iter()
            .find(|comparison| comparison.candidate == candidate)
    }
}

/// What the batches of a candidate show against those of the baseline; only where both have several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchFacts {
    pub measure: usize,
    pub case: Option<usize>,
    pub candidate: usize,
    /// Each batch mean of the candidate is better than the mean of all calls of the baseline.
    pub every_batch_better_than_baseline_mean: bool,
    /// Each batch mean of the candidate is better than each batch mean of the baseline: the two do not overlap.
    pub every_batch_better_than_every_baseline_batch: bool,
}

/// How much was measured, counted in the data. Measures that were taken from the same calls count once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Batches of a variant in all cases, when it is the same for all variants.
    pub batches_per_variant: Option<u64>,
    /// Calls of a batch, when it is the same for all.
    pub calls_per_batch: Option<u64>,
    /// Calls of a variant in all cases, when it is the same for all variants.
    pub calls_per_variant: Option<u64>,
    /// Batches of all variants in all cases.
    pub batches: u64,
    /// Calls of all variants in all cases.
    pub calls: u64,
    /// `calls × statements_per_call`, when the method tells the latter and there are calls.
    pub statements: Option<u64>,
}

/// The whole table.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Index of the variant that all others are compared with.
    pub baseline: usize,
    /// By measure, then case, then statistic.
    pub rows: Vec<Row>,
    pub counts: Counts,
    /// By measure, then case, then candidate.
    pub facts: Vec<BatchFacts>,
}

impl Summary {
    /// The table of a data set, every variant compared with number `baseline`.
    ///
    /// A row stands for a statistic that the observations of at least one variant allow: of several batches the mean,
    /// the median of the batch means and the worst batch mean (the largest when lower is better, else the least), of
    /// one batch mean, median, least and largest call, of repetitions their mean, least and largest, of an aggregate
    /// the value.
    pub fn of(dataset: &Dataset, baseline: usize) -> Summary {
        let mut summary = Summary {
            baseline,
            rows: Vec::new(),
            counts: Counts::of(dataset),
            facts: Vec::new(),
        };
        let cases: Vec<Option<usize>> = match dataset.cases.len() {
            0 => vec![None],
            count => (0..count).map(Some).collect(),
        };
        for measure in 0..dataset.measures.len() {
            for case in &cases {
                summary.add(dataset, measure, *case);
            }
        }
        summary
    }

    fn add(&mut self, dataset: &Dataset, measure: usize, case: Option<usize>) {
        let better = dataset.measures[measure].better;
        let samples: Vec<Option<Sample>> = (0..dataset.variants.len())
            .map(|variant| Sample::of(dataset, measure, variant, case))
            .collect();
        let left_out = match better {
            Better::Lower => Statistic::MinOfBatchMeans,
            Better::Higher => Statistic::MaxOfBatchMeans,
        };
        let allowed = |statistic: &Statistic| samples.iter().flatten().any(|s| s.statistics().contains(statistic));
        for statistic in Statistic::all()
            .filter(allowed)
            .filter(|statistic| *statistic != left_out)
        {
            let values: Vec<Option<Exact>> = samples
                .iter()
                .map(|sample| sample.as_ref()?.figure(statistic))
                .collect();
            let compare = |candidate: usize| {
                let (baseline, value) = (values[self.baseline].as_ref()?, values[candidate].as_ref()?);
                Comparison::of(baseline, value, candidate, better)
            };
            let comparisons = (0..values.len())
                .filter(|i| *i != self.baseline)
                .filter_map(compare)
                .collect();
            self.rows.push(Row {
                measure,
                case,
                statistic,
                values,
                comparisons,
            });
        }
        let Some(baseline) = &samples[self.baseline] else {
            return;
        };
        for (candidate, sample) in samples.iter().enumerate().filter(|(index, _)| *index != self.baseline) {
            self.facts.extend(sample.as_ref().and_then(|sample| {
                let (every_mean, every_batch) = batches_better(baseline, sample, better)?;
                Some(BatchFacts {
                    measure,
                    case,
                    candidate,
                    every_batch_better_than_baseline_mean: every_mean,
                    every_batch_better_than_every_baseline_batch: every_batch,
                })
            }));
        }
    }

    /// The row of a statistic of a measure in a case.
    pub fn row(&self, measure: usize, case: Option<usize>, statistic: Statistic) -> Option<&Row> {
        self.rows
            .iter()
            .find(|row| (row.measure, row.case, row.statistic) == (measure, case, statistic))
    }

    /// The rows of a measure in a case, the main statistic first.
    pub fn rows_of(&self, measure: usize, case: Option<usize>) -> impl Iterator<Item = &Row> {
        self.rows
            .iter()
            .filter(move |row| (row.measure, row.case) == (measure, case))
    }

    pub fn batch_facts(&self, measure: usize, case: Option<usize>, candidate: usize) -> Option<&BatchFacts> {
        (self.facts.iter()).find(|facts| (facts.measure, facts.case, facts.candidate) == (measure, case, candidate))
    }
}

/// Whether each batch mean of the candidate is better than the baseline's mean, and than each of its batch means.
fn batches_better(baseline: &Sample, candidate: &Sample, better: Better) -> Option<(bool, bool)> {
    let (ours, theirs) = (candidate.batch_means(), baseline.batch_means());
    if ours.len() < 2 || theirs.len() < 2 {
        return None;
    }
    let mean = baseline.figure(Statistic::Mean)?;
    let beats = |a: &Exact, b: &Exact| match better {
        Better::Lower => a < b,
        Better::Higher => a > b,
    };
    let (worst, best) = match better {
        Better::Lower => (ours.iter().max()?, theirs.iter().min()?),
        Better::Higher => (ours.iter().min()?, theirs.iter().max()?),
    };
    Some((beats(worst, &mean), beats(worst, best)))
}

impl Counts {
    pub fn of(dataset: &Dataset) -> Counts {
        // For each variant and case, the measure with the most calls: the others were taken from the same calls.
        let mut sizes: BTreeMap<(usize, Option<usize>), Vec<u64>> = BTreeMap::new();
        for series in &dataset.series {
            if let Observations::Batches(batches) = &series.observations {
                let calls: Vec<u64> = batches.iter().map(|batch| batch.values.len() as u64).collect();
                let most = sizes.entry((series.variant, series.case)).or_default();
                if calls.iter().sum::<u64>() > most.iter().sum() {
                    *most = calls;
                }
            }
        }
        let mut per_variant: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for ((variant, _), batches) in &sizes {
            let (of_batches, of_calls) = per_variant.entry(*variant).or_default();
            *of_batches += batches.len() as u64;
            *of_calls += batches.iter().sum::<u64>();
        }
        let calls = sizes.values().flatten().sum();
        let statements = dataset
            .method
            .statements_per_call
            .and_then(|each| each.checked_mul(calls));
        Counts {
            batches_per_variant: the_same(per_variant.values().map(|(batches, _)| *batches)),
            calls_per_batch: the_same(sizes.values().flatten().copied()),
            calls_per_variant: the_same(per_variant.values().map(|(_, calls)| *calls)),
            batches: sizes.values().map(|batches| batches.len() as u64).sum(),
            calls,
            statements: statements.filter(|_| calls > 0),
        }
    }
}

/// The number that all are, if they are.
fn the_same(mut numbers: impl Iterator<Item = u64>) -> Option<u64> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_statistics_follows_the_enum() {
        for statistic in Statistic::all() {
            assert_eq!(Statistic::from_id(statistic.id()), Some(statistic));
        }
    }
}
