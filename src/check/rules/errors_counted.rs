//! A better figure that was bought with errors.

use crate::check::data::has_word;
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::Better;
use crate::diagnostic::Fault;
use crate::stats::{Row, Verdict};

rule! {
    "errors-counted", Warning, Look::Data(look),
    why: "A failed operation is often a fast one: a variant that is faster and fails more is not simply faster.",
    source: "Gregg 2018, \"Evaluating the evaluation\" (\"did it error?\")",
    hint: "say so beside the result, or measure until both variants fail equally often",
    passes: "a faster candidate with as few errors as the baseline",
    fails: "throughput +20 % and errors from 0 to 3 %",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let is_error = |measure: usize| {
        let id = &data.dataset.measures[measure].id;
        has_word(id, &["error", "errors", "failed", "failures", "timeouts"])
            && data.dataset.measures[measure].better == Better::Lower
    };
    let all = &data.summary.rows;
    // The first statistic of a measure and case is its mean; that one extreme is better says little.
    let is_first = |row: &Row| all.iter().find(|r| (r.measure, r.case) == (row.measure, row.case)) == Some(row);
    let rows: Vec<&Row> = all.iter().filter(|row| is_first(row)).collect();
    let mut faults = Vec::new();
    for errors in rows.iter().filter(|row| is_error(row.measure)) {
        for worse in errors.comparisons.iter().filter(|c| c.verdict == Verdict::Worse) {
            let faster = rows.iter().find(|row| {
                let better =
                    |c: &crate::stats::Comparison| c.candidate == worse.candidate && c.verdict == Verdict::Better;
                row.case == errors.case && !is_error(row.measure) && row.comparisons.iter().any(better)
            });
            if let Some(faster) = faster {
                faults.push(
                    rule.fault(format!(
                        "{} is better than the baseline, but it fails more often",
                        data.names(faster.measure, faster.case, Some(worse.candidate))
                    ))
                    .path(data.path(errors.measure, errors.case, worse.candidate)),
                );
            }
        }
    }
    faults
}
