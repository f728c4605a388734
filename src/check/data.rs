//! What the rules over data look at, and the questions that several of them ask.

use crate::dataset::{Dataset, Dimension, Measure, Observations, ProvenanceKind, Series};
use crate::diagnostic::SourceText;
use crate::stats::bootstrap::Batches;
use crate::stats::inference::{self, RowIntervals};
use crate::stats::{Exact, Summary};

/// A data set with all that was computed from it.
#[derive(Debug, Clone, Copy)]
pub struct Data<'a> {
    pub dataset: &'a Dataset,
    pub summary: &'a Summary,
    pub intervals: &'a [RowIntervals],
    /// The text of the data file, for the places of findings.
    pub source: Option<&'a SourceText>,
}

impl<'a> Data<'a> {
    /// Whether the figures come from raw values, measured or synthetic, and not from a publication: only then can we
    /// ask how they were measured.
    pub fn is_our_own(&self) -> bool {
        self.dataset.provenance.kind != ProvenanceKind::PublishedAggregates
    }

    pub fn measure(&self, series: &Series) -> &'a Measure {
        &self.dataset.measures[series.measure]
    }

    /// The series that have several values, with their position.
    pub fn sampled(&self) -> impl Iterator<Item = (usize, &'a Series)> + use<'a> {
        self.dataset
            .series
            .iter()
            .enumerate()
            .filter(|(_, series)| !matches!(series.observations, Observations::Aggregate(_)))
    }

    /// The sampled series as batches of doubles.
    pub fn batches(&self) -> impl Iterator<Item = (usize, &'a Series, Batches)> + use<'a> {
        self.sampled()
            .filter_map(|(index, series)| Some((index, series, inference::batches_of(series)?)))
    }

    /// Measure, case and variant of a series as a reader would name them.
    pub fn name(&self, series: &Series) -> String {
        self.names(series.measure, series.case, Some(series.variant))
    }

    pub fn names(&self, measure: usize, case: Option<usize>, variant: Option<usize>) -> String {
        let mut name = format!("`{}`", self.dataset.measures[measure].id);
        if let Some(case) = case {
            name.push_str(&format!(" of `{}`", self.dataset.cases[case].id));
        }
        if let Some(variant) = variant {
            name.push_str(&format!(" for `{}`", self.dataset.variants[variant].id));
        }
        name
    }

    /// The series of a measure, case and variant.
    pub fn series(&self, measure: usize, case: Option<usize>, variant: usize) -> Option<&'a Series> {
        let wanted = (measure, case, variant);
        self.dataset
            .series
            .iter()
            .find(|s| (s.measure, s.case, s.variant) == wanted)
    }

    /// The path of that series; of all of them when there is none.
    pub fn path(&self, measure: usize, case: Option<usize>, variant: usize) -> String {
        let wanted = (measure, case, variant);
        let mut series = self.dataset.series.iter();
        series
            .position(|s| (s.measure, s.case, s.variant) == wanted)
            .map_or("$.series".into(), |index| format!("$.series[{index}]"))
    }

    /// Every text in which a build, a setting or a system is described, with its path.
    pub fn descriptions(&self) -> Vec<(String, &'a str)> {
        let mut found = Vec::new();
        for (i, variant) in self.dataset.variants.iter().enumerate() {
            found.push((format!("$.variants[{i}].name"), variant.name.as_str()));
            if let Some(build) = &variant.build {
                found.push((format!("$.variants[{i}].build"), build));
            }
        }
        let method = &self.dataset.method;
        if let Some(revision) = &method.revision {
            found.push(("$.method.revision".into(), revision));
        }
        found
    }

    /// Every recorded setting by name, of the method and of the environment, with its path.
    pub fn settings(&self) -> impl Iterator<Item = (String, &'a str, &'a str)> + use<'a> {
        let method = &self.dataset.method;
        let of = |path: &'static str, pairs: &'a [(String, String)]| {
            pairs
                .iter()
                .map(move |(name, value)| (format!("$.method.{path}.{name}"), name.as_str(), value.as_str()))
        };
        of("parameters", &method.parameters).chain(of("environment.details", &method.environment.details))
    }
}

/// All values of a series: of one published figure, that one.
pub fn values(series: &Series) -> Vec<&Exact> {
    match &series.observations {
        Observations::Batches(batches) => batches.iter().flat_map(|b| &b.values).collect(),
        Observations::Repetitions(values) => values.iter().collect(),
        Observations::Aggregate(value) => vec![value],
    }
}

/// Whether a measure counts events per second.
pub fn is_rate(measure: &Measure) -> bool {
    measure.unit.dimension() == Dimension::Rate
}

/// Whether a measure is a duration.
pub fn is_time(measure: &Measure) -> bool {
    measure.unit.dimension() == Dimension::Time
}

/// Whether one of the words of an identifier (`latency_p95` → `latency`, `p95`) is among these.
pub fn has_word(id: &str, words: &[&str]) -> bool {
    id.split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| words.iter().any(|w| word.eq_ignore_ascii_case(w)))
}

/// A double for a message: four significant digits, no exponent.
pub fn four_digits(value: f64) -> String {
    let size = if value == 0.0 {
        0
    } else {
        value.abs().log10().floor() as i32
    };
    format!("{value:.*}", (3 - size).clamp(0, 9) as usize)
}
