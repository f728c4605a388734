//! What is true of a data set, and so may be said of it. Words ask here before they claim anything.

use super::story::{Story, story};
use crate::dataset::{Dataset, Observations, ProvenanceKind, Series, VariantOrder};
use crate::project::Comparison;
use crate::stats::inference::RowIntervals;
use crate::stats::{Row, Summary, Verdict};

/// See `docs/templates.md` for what each one means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// There is a candidate with a value of the primary measure.
    pub compared: bool,
    /// The primary measure's first statistic is better in every case, and no interval leaves it open.
    pub better: bool,
    pub worse: bool,
    /// Exactly the same in every case.
    pub unchanged: bool,
    /// In every case the interval of the change includes zero.
    pub unclear: bool,
    /// None of the four: it depends on the case.
    pub mixed: bool,
    pub every_batch_better_than_baseline_mean: bool,
    pub every_batch_better_than_every_baseline_batch: bool,
    /// The variants always ran in the same order.
    pub order_fixed: bool,
    /// Nobody says in which order they ran.
    pub order_unknown: bool,
    pub shared_host: bool,
    /// The summary has confidence intervals.
    pub has_interval: bool,
    /// The primary measure has single calls, not only aggregates.
    pub sampled: bool,
    /// The primary measure has single calls, and every series of it more than one batch of them.
    pub batched: bool,
    /// The primary measure has repetitions, each a mean over several calls.
    pub repeated: bool,
    pub synthetic: bool,
    pub republished: bool,
    pub has_cases: bool,
    pub several_cases: bool,
    /// More than two variants.
    pub several_variants: bool,
    /// Three or more variants have a value of the primary measure, in one case: they are ranked.
    pub ranked: bool,
    /// The same over several cases: each has a ranking.
    pub grid: bool,
    /// One variant, and values of the primary measure in several cases.
    pub alone_in_cases: bool,
    /// The single values of the primary measure are whole runs, as of a command, and no calls.
    pub runs: bool,
    /// Something is known of where it was measured.
    pub has_environment: bool,
    pub cases_better: u64,
    pub cases_worse: u64,
    pub cases_unchanged: u64,
    pub cases_unclear: u64,
}

impl Facts {
    /// `intervals` are those that are shown.
    pub fn of(dataset: &Dataset, summary: &Summary, intervals: &[RowIntervals], comparison: &Comparison) -> Facts {
        let verdicts = verdicts(summary, intervals, comparison);
        let count = |wanted: Option<Verdict>| verdicts.iter().filter(|v| **v == wanted).count() as u64;
        let all = |wanted: Option<Verdict>| !verdicts.is_empty() && verdicts.iter().all(|v| *v == wanted);
        let outcomes = [
            Some(Verdict::Better),
            Some(Verdict::Worse),
            Some(Verdict::Unchanged),
            None,
        ];
        let kind = dataset.provenance.kind;
        let story = story(dataset, summary, comparison);
        let (beats_mean, beats_batches) = batches(summary, comparison);
        let environment = &dataset.method.environment;
        Facts {
            compared: !verdicts.is_empty(),
            better: all(Some(Verdict::Better)),
            worse: all(Some(Verdict::Worse)),
            unchanged: all(Some(Verdict::Unchanged)),
            unclear: all(None),
            mixed: !verdicts.is_empty() && !outcomes.into_iter().any(all),
            every_batch_better_than_baseline_mean: beats_mean,
            every_batch_better_than_every_baseline_batch: beats_batches,
            order_fixed: dataset.method.variant_order == Some(VariantOrder::Fixed),
            order_unknown: dataset.method.variant_order.is_none(),
            shared_host: environment.shared_host == Some(true),
            has_interval: intervals
                .iter()
                .any(|of| summary.rows[of.row].measure == comparison.primary),
            sampled: is_sampled(dataset, comparison.primary),
            batched: is_batched(dataset, comparison.primary),
            repeated: (dataset.series.iter()).any(|series| {
                series.measure == comparison.primary && matches!(series.observations, Observations::Repetitions(_))
            }),
            synthetic: kind == ProvenanceKind::Synthetic,
            republished: kind == ProvenanceKind::PublishedAggregates,
            has_cases: !dataset.cases.is_empty(),
            several_cases: dataset.cases.len() > 1,
            several_variants: dataset.variants.len() > 2,
            ranked: story == Some(Story::Ranked),
            grid: story == Some(Story::Grid),
            alone_in_cases: dataset.variants.len() == 1 && first_rows(summary, comparison.primary).len() > 1,
            runs: dataset.measures[comparison.primary].per.as_deref() == Some("run"),
            has_environment: *environment != Default::default(),
            cases_better: count(Some(Verdict::Better)),
            cases_worse: count(Some(Verdict::Worse)),
            cases_unchanged: count(Some(Verdict::Unchanged)),
            cases_unclear: count(None),
        }
    }

    /// The facts by name.
    pub fn all(&self) -> [(&'static str, bool); 25] {
        [
            ("compared", self.compared),
            ("better", self.better),
            ("worse", self.worse),
            ("unchanged", self.unchanged),
            ("unclear", self.unclear),
            ("mixed", self.mixed),
            (
                "every_batch_better_than_baseline_mean",
                self.every_batch_better_than_baseline_mean,
            ),
            (
                "every_batch_better_than_every_baseline_batch",
                self.every_batch_better_than_every_baseline_batch,
            ),
            ("order_fixed", self.order_fixed),
            ("order_unknown", self.order_unknown),
            ("shared_host", self.shared_host),
            ("has_interval", self.has_interval),
            ("sampled", self.sampled),
            ("batched", self.batched),
            ("repeated", self.repeated),
            ("synthetic", self.synthetic),
            ("republished", self.republished),
            ("has_cases", self.has_cases),
            ("several_cases", self.several_cases),
            ("several_variants", self.several_variants),
            ("ranked", self.ranked),
            ("grid", self.grid),
            ("alone_in_cases", self.alone_in_cases),
            ("runs", self.runs),
            ("has_environment", self.has_environment),
        ]
    }
}

/// Whether a measure has single calls in some series.
pub fn is_sampled(dataset: &Dataset, measure: usize) -> bool {
    dataset
        .series
        .iter()
        .any(|series| series.measure == measure && matches!(series.observations, Observations::Batches(_)))
}

/// Whether a measure has single calls, and every series of it more than one batch: only then are there batch means.
fn is_batched(dataset: &Dataset, measure: usize) -> bool {
    let several =
        |series: &&Series| matches!(&series.observations, Observations::Batches(batches) if batches.len() > 1);
    let of_measure = || dataset.series.iter().filter(|series| series.measure == measure);
    of_measure().next().is_some() && of_measure().all(|series| several(&series))
}

/// The first statistic of the primary measure in each case.
pub fn first_rows(summary: &Summary, measure: usize) -> Vec<&Row> {
    let mut rows: Vec<&Row> = Vec::new();
    for row in summary.rows.iter().filter(|row| row.measure == measure) {
        if !rows.iter().any(|before| before.case == row.case) {
            rows.push(row);
        }
    }
    rows
}

/// How the candidate stands in each case; `None` where the interval leaves it open.
fn verdicts(summary: &Summary, intervals: &[RowIntervals], comparison: &Comparison) -> Vec<Option<Verdict>> {
    let mut verdicts = Vec::new();
    for row in first_rows(summary, comparison.primary) {
        let of_row = RowIntervals::of_row(intervals, summary, row);
        let compared = row
            .comparisons
            .iter()
            .find(|c| Some(c.candidate) == comparison.candidate);
        verdicts.extend(compared.map(|c| {
            let open = of_row.is_some_and(|of| of.leaves_open(row, c.candidate));
            (!open).then_some(c.verdict)
        }));
    }
    verdicts
}

/// Whether every batch of the candidate beats the baseline's mean, and every batch of the baseline, in every case.
fn batches(summary: &Summary, comparison: &Comparison) -> (bool, bool) {
    let rows = first_rows(summary, comparison.primary);
    let facts: Option<Vec<_>> = rows
        .iter()
        .map(|row| summary.batch_facts(comparison.primary, row.case, comparison.candidate?))
        .collect();
    match facts {
        Some(facts) if !facts.is_empty() => (
            facts.iter().all(|f| f.every_batch_better_than_baseline_mean),
            facts.iter().all(|f| f.every_batch_better_than_every_baseline_batch),
        ),
        _ => (false, false),
    }
}
