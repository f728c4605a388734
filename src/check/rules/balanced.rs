//! Variants that were not measured equally often.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::Observations;
use crate::diagnostic::Fault;
use std::collections::BTreeMap;

rule! {
    "balanced", Warning, Look::Data(look),
    why: "A variant with fewer batches may have lost the unfavourable ones, and its extremes cannot be compared.",
    source: "Heiser, \"Systems benchmarking crimes\" (selective data set); Hoefler and Belli 2015, rule 5",
    hint: "measure all variants equally often, or list what is missing in `provenance.skipped`",
    passes: "15 batches of each variant",
    fails: "15 batches of the baseline and 14 of the candidate",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut first: BTreeMap<(usize, Option<usize>), usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for (i, series) in data.sampled() {
        let (count, what) = match &series.observations {
            Observations::Batches(batches) => match batches.as_slice() {
                [only] => (only.values.len(), "values"),
                several => (several.len(), "batches"),
            },
            Observations::Repetitions(values) => (values.len(), "repetitions"),
            Observations::Aggregate(_) => continue,
        };
        let expected = *first.entry((series.measure, series.case)).or_insert(count);
        if count != expected && data.dataset.provenance.skipped.is_empty() {
            faults.push(
                rule.fault(format!("{} was not measured as often as the others", data.name(series)))
                    .path(format!("$.series[{i}]"))
                    .found(format!("{count} {what}"))
                    .expected(format!("{expected}")),
            );
        }
    }
    faults
}
