//! What is known about one measure of one variant in one case, seen through the formula of a derived measure.

use super::{Exact, Statistic, median};
use crate::dataset::{Dataset, Derived, Observations, Unit};

/// The observations of a (measure, variant, case). Every number that it gives is in the measure's stored unit.
#[derive(Debug, Clone)]
pub struct Sample<'d> {
    observations: &'d Observations,
    /// For a derived rate: what a stored time divides to give it.
    dividend: Option<Exact>,
}

impl<'d> Sample<'d> {
    /// `None` when nothing was measured.
    pub fn of(dataset: &'d Dataset, measure: usize, variant: usize, case: Option<usize>) -> Option<Self> {
        let (source, dividend) = match dataset.measures[measure].derived {
            None => (measure, None),
            Some(Derived::OperationsPer(source)) => {
                let operations = Exact::from(dataset.cases[case?].operations?);
                let unit = dataset.measures[source].unit;
                let second = unit.convert(&Exact::one(), Unit::Second)?;
                (source, Some(&operations / &second))
            }
        };
        let series = (dataset.series.iter()).find(|s| (s.measure, s.variant, s.case) == (source, variant, case))?;
        Some(Sample {
            observations: &series.observations,
            dividend,
        })
    }

    /// Whether single calls are known; without them there is no median, no interval and no dot.
    pub fn has_calls(&self) -> bool {
        matches!(self.observations, Observations::Batches(_))
    }

    /// The statistics that the observations allow, the main one first.
    pub fn statistics(&self) -> &'static [Statistic] {
        Statistic::of(self.observations)
    }

    /// The exact value of a statistic; `None` when the observations do not allow it. That of a derived rate is the
    /// operations by the same statistic of the time, least and largest changed about.
    pub fn figure(&self, statistic: Statistic) -> Option<Exact> {
        match &self.dividend {
            None => stored(self.observations, statistic),
            Some(dividend) => Some(dividend / &stored(self.observations, statistic.of_reciprocals())?),
        }
    }

    /// Every single call, in the order of the file; empty when they are not known.
    pub fn calls(&self) -> Vec<Exact> {
        let Observations::Batches(batches) = self.observations else {
            return Vec::new();
        };
        batches
            .iter()
            .flat_map(|batch| &batch.values)
            .map(|value| self.seen(value.clone()))
            .collect()
    }

    /// The calls of each batch, in the order of the file; empty when they are not known.
    pub fn batches(&self) -> Vec<Vec<Exact>> {
        let Observations::Batches(batches) = self.observations else {
            return Vec::new();
        };
        let seen = |values: &[Exact]| values.iter().map(|value| self.seen(value.clone())).collect();
        batches.iter().map(|batch| seen(&batch.values)).collect()
    }

    /// The mean of each batch, in the order of the file; empty when single calls are not known. That of a derived rate
    /// is all operations of the batch by all its time.
    pub fn batch_means(&self) -> Vec<Exact> {
        stored_batch_means(self.observations)
            .into_iter()
            .map(|mean| self.seen(mean))
            .collect()
    }

    /// The repetitions, each itself a mean; empty when there are none.
    pub fn repetitions(&self) -> Vec<Exact> {
        let Observations::Repetitions(values) = self.observations else {
            return Vec::new();
        };
        values.iter().map(|value| self.seen(value.clone())).collect()
    }

    fn seen(&self, value: Exact) -> Exact {
        match &self.dividend {
            Some(dividend) => dividend / &value,
            None => value,
        }
    }
}

/// The arithmetic mean. `None` when there are no values.
pub fn mean(values: &[Exact]) -> Option<Exact> {
    let count = u64::try_from(values.len()).ok().filter(|count| *count > 0)?;
    Some(Exact::sum(values) / Exact::from(count))
}

fn stored_batch_means(observations: &Observations) -> Vec<Exact> {
    let Observations::Batches(batches) = observations else {
        return Vec::new();
    };
    batches.iter().filter_map(|batch| mean(&batch.values)).collect()
}

fn stored(observations: &Observations, statistic: Statistic) -> Option<Exact> {
    if !Statistic::of(observations).contains(&statistic) {
        return None;
    }
    let means = || stored_batch_means(observations);
    match observations {
        Observations::Aggregate(value) => Some(value.clone()),
        Observations::Repetitions(values) => match statistic {
            Statistic::MinOfRepetitions => values.iter().min().cloned(),
            Statistic::MaxOfRepetitions => values.iter().max().cloned(),
            _ => mean(values),
        },
        Observations::Batches(batches) => {
            let calls = || batches.iter().flat_map(|batch| &batch.values);
            match statistic {
                Statistic::MedianOfBatchMeans => median(&means()),
                Statistic::MinOfBatchMeans => means().into_iter().min(),
                Statistic::MaxOfBatchMeans => means().into_iter().max(),
                Statistic::Median => median(&batches[0].values),
                Statistic::Min => calls().min().cloned(),
                Statistic::Max => calls().max().cloned(),
                _ => Some(Exact::sum(calls()) / Exact::from(calls().count() as u64)),
            }
        }
    }
}
