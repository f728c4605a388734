//! A difference smaller than the spread of the batches.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::stats::noise::coefficient_of_variation;
use crate::stats::{Statistic, Verdict};

rule! {
    "difference-above-noise", Warning, Look::Data(look),
    why: "A difference smaller than what batches of one variant differ by may be real on average and still unseen by anybody.",
    source: "db-benchmarks.com, principles; Gregg 2018, \"Evaluating the evaluation\"",
    hint: "say how much single batches vary, or measure on a quieter machine",
    passes: "a change of −75 % where batches vary by 16 %",
    fails: "a change of −3 % where batches vary by 8 %",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    let variation = |measure, case, variant| {
        let series = data.series(measure, case, variant)?;
        coefficient_of_variation(&crate::stats::inference::batches_of(series)?)
    };
    for row in &data.summary.rows {
        if !matches!(row.statistic, Statistic::Mean | Statistic::MeanOfRepetitions) {
            continue;
        }
        for comparison in row.comparisons.iter().filter(|c| c.verdict != Verdict::Unchanged) {
            let spread = [data.summary.baseline, comparison.candidate]
                .iter()
                .filter_map(|variant| variation(row.measure, row.case, *variant))
                .fold(0.0, f64::max);
            let change = comparison.change_percent.to_f64().abs() / 100.0;
            if change < spread {
                faults.push(
                    rule.fault(format!(
                        "the change of {} is smaller than the spread of its batches",
                        data.names(row.measure, row.case, Some(comparison.candidate))
                    ))
                    .path(data.path(row.measure, row.case, comparison.candidate))
                    .found(format!("{:.2} %", 100.0 * change))
                    .expected(format!(
                        "more than the coefficient of variation, {:.2} %",
                        100.0 * spread
                    )),
                );
            }
        }
    }
    faults
}
