//! Which kind of picture a data set gets: by its shape, not by its name.

use super::Focus;
use crate::dataset::{Dataset, Observations};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Archetype {
    /// Two variants with raw samples: one figure, bars, the distribution of batches and calls.
    Distribution,
    /// Two variants of which only figures are known, over measures and cases.
    Comparison,
    /// Several variants over a grid of cases.
    Grid,
    /// Several variants of one measure, ranked.
    Ranking,
}

impl Archetype {
    pub const ALL: [Archetype; 4] = [
        Archetype::Distribution,
        Archetype::Comparison,
        Archetype::Grid,
        Archetype::Ranking,
    ];

    /// The name in settings and templates.
    pub fn id(self) -> &'static str {
        match self {
            Archetype::Distribution => "distribution",
            Archetype::Comparison => "comparison",
            Archetype::Grid => "grid",
            Archetype::Ranking => "ranking",
        }
    }

    pub fn from_id(id: &str) -> Option<Archetype> {
        Self::ALL.into_iter().find(|archetype| archetype.id() == id)
    }

    /// The archetype of a data set whose report is about one measure.
    pub fn of(dataset: &Dataset, focus: Focus) -> Archetype {
        let cases = dataset.cases.len().max(1);
        if dataset.variants.len() != 2 {
            return if cases > 1 && dataset.variants.len() > 1 {
                Archetype::Grid
            } else {
                Archetype::Ranking
            };
        }
        let sampled = (0..2).all(|variant| samples(dataset, focus.measure, variant).is_some_and(|count| count > 1));
        if sampled && cases == 1 {
            Archetype::Distribution
        } else {
            Archetype::Comparison
        }
    }
}

/// How many values of a measure and variant are known one by one; `None` for an aggregate.
fn samples(dataset: &Dataset, measure: usize, variant: usize) -> Option<usize> {
    let series = dataset
        .series
        .iter()
        .find(|series| series.measure == measure && series.variant == variant)?;
    match &series.observations {
        Observations::Batches(batches) => Some(batches.iter().map(|batch| batch.values.len()).sum()),
        Observations::Repetitions(values) => Some(values.len()),
        Observations::Aggregate(_) => None,
    }
}
