//! Did all variants do the same work?

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{Batch, Observations};
use crate::diagnostic::Fault;
use std::collections::BTreeSet;

rule! {
    "same-work", Error, Look::Data(look),
    why: "Times may only be compared when both sides did the same work: the same code, the same answers.",
    source: "Raasveldt et al. 2018, doi 10.1145/3209950.3209955; Gregg 2018, \"Evaluating the evaluation\"",
    hint: "find out why the work differs, and measure both variants again with the same code",
    passes: "one `code_sha256` and the same rows in all batches",
    fails: "batches of the candidate with another `code_sha256` than those of the baseline",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    for measure in 0..data.dataset.measures.len() {
        let cases = data.dataset.series.iter().map(|s| s.case).collect::<BTreeSet<_>>();
        for case in cases {
            let batches: Vec<(usize, &Batch)> = data
                .sampled()
                .filter(|(_, s)| (s.measure, s.case) == (measure, case))
                .filter_map(|(i, s)| match &s.observations {
                    Observations::Batches(batches) => Some(batches.iter().map(move |b| (i, b))),
                    _ => None,
                })
                .flatten()
                .collect();
            let hash = |b: &Batch| b.code_sha256.clone();
            differing(rule, data, &batches, "measuring code", hash, &mut faults);
            let rows = |b: &Batch| (!b.rows_returned.is_empty()).then(|| distinct_rows(b));
            differing(rule, data, &batches, "rows returned", rows, &mut faults);
        }
    }
    faults
}

/// Every pattern of rows that a call of the batch returned.
fn distinct_rows(batch: &Batch) -> String {
    let patterns: BTreeSet<&Vec<u64>> = batch.rows_returned.iter().collect();
    let texts: Vec<String> = patterns.iter().map(|rows| format!("{rows:?}")).collect();
    texts.join(" and ")
}

fn differing(
    rule: &Rule,
    data: &Data,
    batches: &[(usize, &Batch)],
    what: &str,
    of: impl Fn(&Batch) -> Option<String>,
    faults: &mut Vec<Fault>,
) {
    let mut known = batches.iter().filter_map(|(i, batch)| Some((*i, of(batch)?)));
    let Some((_, first)) = known.next() else { return };
    if let Some((i, other)) = known.find(|(_, value)| *value != first) {
        let name = data.name(&data.dataset.series[i]);
        faults.push(
            rule.fault(format!("{name}: {what} not the same in all batches"))
                .path(format!("$.series[{i}]"))
                .found(other)
                .expected(first),
        );
    }
}
