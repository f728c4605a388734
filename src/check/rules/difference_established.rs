//! "Faster" while the interval of the quotient includes one.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "difference-established", Warning, Look::Data(look),
    why: "When the interval of the quotient includes 1, the run does not tell the variants apart, and a better figure may be chance.",
    source: "Kalibera and Jones 2013, doi 10.1145/2464157.2464160; Hoefler and Belli 2015, rule 7",
    hint: "measure longer, or say that no difference was established",
    passes: "a quotient of 0.25 with the interval 0.22 to 0.28",
    fails: "a quotient of 0.99 with the interval 0.95 to 1.03",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    for intervals in data.intervals {
        let row = &data.summary.rows[intervals.row];
        for (comparison, quotient) in row.comparisons.iter().zip(&intervals.quotients) {
            let Some(quotient) = quotient else { continue };
            if !intervals.leaves_open(row, comparison.candidate) {
                continue;
            }
            let change = quotient.change_percent();
            faults.push(
                rule.fault(format!(
                    "the data do not tell {} from the baseline",
                    data.names(row.measure, row.case, Some(comparison.candidate))
                ))
                .path(data.path(row.measure, row.case, comparison.candidate))
                .found(format!(
                    "a change of {} %, interval of 95 % from {} to {} %",
                    comparison.change_percent.to_decimal(2),
                    change.lower.to_decimal(2),
                    change.upper.to_decimal(2)
                ))
                .expected("an interval without 0 %"),
            );
        }
    }
    faults
}
