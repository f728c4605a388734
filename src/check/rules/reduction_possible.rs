//! A reduction of everything, or of more.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::ClaimSubject;
use crate::diagnostic::Fault;
use crate::stats::Exact;

rule! {
    "reduction-possible", Error, Look::Data(look),
    why: "What cannot be negative cannot fall by 100 % or more: such a figure was divided by the wrong side.",
    source: "arithmetic; Heiser, \"Systems benchmarking crimes\" (misleading percentages)",
    hint: "divide the difference by the baseline, not by the candidate",
    passes: "a reduction of 75 %",
    fails: "a reduction of 303 %",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let hundred = Exact::from(100);
    let mut faults = Vec::new();
    for (i, claim) in data.dataset.claims.iter().enumerate() {
        let ClaimSubject::Comparison {
            reduction_percent,
            change_percent,
            ..
        } = &claim.subject
        else {
            continue;
        };
        let reduced = reduction_percent.as_ref().filter(|p| p.value >= hundred);
        let changed = change_percent.as_ref().filter(|p| p.value <= -hundred.clone());
        for (field, printed) in [("reduction_percent", reduced), ("change_percent", changed)] {
            if let Some(printed) = printed {
                faults.push(
                    rule.fault("a figure cannot fall by 100 % or more")
                        .path(format!("$.claims[{i}].{field}"))
                        .found(format!("{} %", printed.text)),
                );
            }
        }
    }
    faults
}
