//! Which kind of picture a data set gets: by its shape, not by its name, unless the report wants another one that the data
//! allow.

use super::{Focus, Input};
use crate::dataset::{Dataset, Observations};
use crate::diagnostic::{Class, Fault};
use crate::stats::Exact;

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

    /// The charts that a picture of the kind can show instead of its usual one.
    pub fn charts(self) -> &'static [ChartKind] {
        match self {
            Archetype::Distribution => &[ChartKind::Strips, ChartKind::Boxes],
            Archetype::Comparison => &[ChartKind::Pairs, ChartKind::Slopes],
            Archetype::Grid => &[],
            Archetype::Ranking => &[ChartKind::Bars, ChartKind::Points, ChartKind::Strips, ChartKind::Boxes],
        }
    }

    /// Whether a data set has what a picture of the kind shows.
    fn fits(self, input: &Input<'_>) -> bool {
        let (dataset, focus) = (input.dataset, input.focus);
        match (self, focus.candidate) {
            (Archetype::Ranking, _) => true,
            (Archetype::Grid, _) => !dataset.cases.is_empty() && dataset.variants.len() > 1,
            (Archetype::Comparison, candidate) => candidate.is_some(),
            (Archetype::Distribution, None) => false,
            (Archetype::Distribution, Some(candidate)) => [input.summary.baseline, candidate]
                .into_iter()
                .all(|variant| samples(dataset, focus.measure, variant).is_some_and(|count| count > 1)),
        }
    }

    /// What a report wants, or what the data suggest.
    ///
    /// # Errors
    /// A picture or a chart that the data do not allow.
    pub(super) fn chosen(input: &Input<'_>) -> Result<Archetype, Fault> {
        let usual = Archetype::of(input.dataset, input.focus);
        let archetype = input.archetype.unwrap_or(usual);
        let fault = |key: &str, id: &str, expected: Vec<&str>| {
            Fault::error(
                Class::Input,
                "infographic::not-in-the-data",
                format!("`{key}` of report.toml wants what the data do not have"),
            )
            .path(key)
            .found(format!("`{id}`"))
            .expected(match expected.as_slice() {
                [] => format!("no `{key}`: this picture has one chart"),
                ids => format!("one of {}", ids.join(", ")),
            })
        };
        if !archetype.fits(input) {
            let others = Archetype::ALL.into_iter().filter(|other| other.fits(input));
            return Err(fault("picture", archetype.id(), others.map(Archetype::id).collect()));
        }
        let allowed = |chart: &ChartKind| match chart {
            ChartKind::Strips | ChartKind::Boxes if archetype == Archetype::Ranking => is_sampled(input),
            ChartKind::Points => is_positive(input),
            _ => true,
        };
        let charts: Vec<ChartKind> = archetype.charts().iter().copied().filter(allowed).collect();
        match input.chart {
            Some(chart) if !charts.contains(&chart) => Err(fault(
                "chart",
                chart.id(),
                charts.into_iter().map(ChartKind::id).collect(),
            )),
            _ => Ok(archetype),
        }
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

/// A kind of chart that a report can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChartKind {
    /// A dot for each value.
    Strips,
    /// Boxes over quartiles with whiskers.
    Boxes,
    /// Bars from zero.
    Bars,
    /// A dot for each variant, on a logarithmic axis.
    Points,
    /// A pair of bars for each measure and case.
    Pairs,
    /// A line for each case from the baseline to the candidate.
    Slopes,
}

impl ChartKind {
    pub const ALL: [ChartKind; 6] = [
        ChartKind::Strips,
        ChartKind::Boxes,
        ChartKind::Bars,
        ChartKind::Points,
        ChartKind::Pairs,
        ChartKind::Slopes,
    ];

    /// The name in settings.
    pub fn id(self) -> &'static str {
        match self {
            ChartKind::Strips => "strips",
            ChartKind::Boxes => "boxes",
            ChartKind::Bars => "bars",
            ChartKind::Points => "points",
            ChartKind::Pairs => "pairs",
            ChartKind::Slopes => "slopes",
        }
    }

    pub fn from_id(id: &str) -> Option<ChartKind> {
        Self::ALL.into_iter().find(|chart| chart.id() == id)
    }
}

/// Whether several variants have values, all above zero: others have no place on a logarithmic axis.
fn is_positive(input: &Input<'_>) -> bool {
    let mut rows = input.summary.rows.iter();
    let row = rows.find(|row| row.measure == input.focus.measure);
    row.is_some_and(|row| {
        let values = || row.values.iter().flatten();
        values().count() > 1 && values().all(|value| *value > Exact::zero())
    })
}

/// Whether single values of all variants with a value are known, and have room.
fn is_sampled(input: &Input<'_>) -> bool {
    let (dataset, measure) = (input.dataset, input.focus.measure);
    let has_values = |variant: &usize| {
        let mut series = dataset.series.iter();
        series.any(|series| series.measure == measure && series.variant == *variant)
    };
    let known: Vec<usize> = (0..dataset.variants.len()).filter(has_values).collect();
    let several = |variant: &usize| samples(dataset, measure, *variant).is_some_and(|count| count > 1);
    known.len() <= super::scene::MOST_STRIPS && known.iter().all(several)
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
