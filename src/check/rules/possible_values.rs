//! Values that cannot be.

use crate::check::data::{has_word, is_time, values};
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::Dimension;
use crate::diagnostic::{Fault, Severity};
use crate::stats::Exact;

rule! {
    "possible-values", Error, Look::Data(look),
    why: "Work that took no time, a share above the whole or a clock that always says the same show a broken measurement.",
    source: "Gregg 2018, \"Evaluating the evaluation\" (\"does it break limits?\")",
    hint: "look at the measuring code and at the resolution of its clock",
    passes: "durations above zero that differ from call to call",
    fails: "an error rate of 140 %; 30 calls of exactly 1 ms",
}

/// So many equal durations are no coincidence.
const SUSPICIOUS: usize = 10;

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    let hundred = Exact::from(100);
    for (i, series) in data.dataset.series.iter().enumerate() {
        let measure = data.measure(series);
        let values = values(series);
        let mut find = |severity: Severity, message: &str, found: String| {
            faults.push(
                rule.fault(format!("{}: {message}", data.name(series)))
                    .severity(severity)
                    .path(format!("$.series[{i}]"))
                    .found(found),
            );
        };
        // A negative one is refused when the data are read. A connection that was kept open takes no time to connect: zero is possible, but worth a look.
        if is_time(measure) && values.iter().any(|v| v.is_zero()) {
            find(Severity::Warning, "a duration of zero", "0".into());
        }
        let of_a_whole = has_word(
            &measure.id,
            &["rate", "share", "success", "errors", "error", "hit", "hits"],
        );
        if measure.unit.dimension() == Dimension::Share
            && of_a_whole
            && let Some(above) = values.iter().find(|v| ***v > hundred)
        {
            find(
                Severity::Error,
                "more than the whole",
                format!("{} %", above.to_decimal(2)),
            );
        }
        let same = |v: &&Exact| *v == values[0] && !v.is_zero();
        if is_time(measure) && values.len() >= SUSPICIOUS && values.iter().all(same) {
            find(
                Severity::Error,
                "every value is the same",
                format!("{} times {}", values.len(), values[0].to_decimal(3)),
            );
        }
    }
    faults
}
