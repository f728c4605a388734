//! A case that was measured for one variant only.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "no-gaps", Warning, Look::Data(look),
    why: "A case that one variant lacks cannot be compared, and a missing figure is often an unfavourable one.",
    source: "Heiser, \"Systems benchmarking crimes\" (selective benchmarking); Hoefler and Belli 2015, rule 2",
    hint: "measure it, or say in the words why there is none",
    passes: "every case measured for every variant",
    fails: "a case with a figure for the baseline and none for the candidate",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen = Vec::new();
    for row in &data.summary.rows {
        if seen.contains(&(row.measure, row.case)) {
            continue;
        }
        seen.push((row.measure, row.case));
        for (variant, value) in row.values.iter().enumerate() {
            if value.is_none() {
                faults.push(
                    rule.fault(format!(
                        "there is no figure of {}, though other variants have one",
                        data.names(row.measure, row.case, Some(variant))
                    ))
                    .path("$.series"),
                );
            }
        }
    }
    faults
}
