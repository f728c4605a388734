//! Claims printed more finely than the run can tell.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{ClaimSubject, Printed};
use crate::diagnostic::Fault;
use crate::stats::Statistic;
use crate::stats::interval::Interval;

rule! {
    "digits-within-uncertainty", Note, Look::Data(look),
    why: "Digits far below the width of the interval are those of this run; another run would show others.",
    source: "js-framework-benchmark issue 803; JCGM 100:2008 (GUM), section 7.2.6",
    hint: "print fewer digits in headlines; tables may keep them for recomputing",
    passes: "−75 % with an interval of −77 to −72 %",
    fails: "−75.16 % with an interval of −77 to −72 %",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (i, claim) in data.dataset.claims.iter().enumerate() {
        let ClaimSubject::Comparison {
            baseline,
            candidate,
            change_percent,
            reduction_percent,
            ..
        } = &claim.subject
        else {
            continue;
        };
        let wanted = claim.statistic.unwrap_or(Statistic::Mean);
        let printed = change_percent.as_ref().or(reduction_percent.as_ref());
        if *baseline != data.summary.baseline {
            continue;
        }
        let quotient = data.intervals.iter().find_map(|intervals| {
            let row = &data.summary.rows[intervals.row];
            let same = (row.measure, row.case, row.statistic) == (claim.measure, claim.case, wanted);
            let at = row.comparisons.iter().position(|c| c.candidate == *candidate)?;
            if same { intervals.quotients[at].as_ref() } else { None }
        });
        if let (Some(printed), Some(quotient)) = (printed, quotient) {
            faults.extend(
                too_fine(rule, printed, &quotient.change_percent()).map(|fault| fault.path(format!("$.claims[{i}]"))),
            );
        }
    }
    faults
}

/// Whether the last digit is worth less than a hundredth of the interval.
fn too_fine(rule: &Rule, printed: &Printed, interval: &Interval) -> Option<Fault> {
    let width = interval.width().to_f64();
    let last_digit = 0.1f64.powi(i32::from(printed.digits));
    (last_digit < width / 100.0).then(|| {
        rule.fault("more digits than this run can tell")
            .found(format!("{} %", printed.text))
            .expected(format!(
                "an interval of 95 % from {} to {} %",
                interval.lower.to_decimal(1),
                interval.upper.to_decimal(1)
            ))
    })
}
