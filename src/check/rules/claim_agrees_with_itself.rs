//! The figures of one claim against each other.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{Better, ClaimSubject, Printed};
use crate::diagnostic::Fault;
use crate::stats::Exact;

rule! {
    "claim-agrees-with-itself", Error, Look::Data(look),
    why: "A reduction r and a ratio 1/(1 − r) say the same thing; when they differ by more than rounding, one is wrong.",
    source: "Heiser, \"Systems benchmarking crimes\" (misleading percentages); arithmetic",
    hint: "compute all figures of a comparison from the same unrounded values",
    passes: "a reduction of 75.16 % and a ratio of 4.03",
    fails: "a reduction of 75.16 % and a ratio of 3.03",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (i, claim) in data.dataset.claims.iter().enumerate() {
        let ClaimSubject::Comparison {
            baseline_value,
            candidate_value,
            reduction_percent,
            change_percent,
            ratio,
            ..
        } = &claim.subject
        else {
            continue;
        };
        let better = data.dataset.measures[claim.measure].better;
        // Each figure as the range of candidate/baseline that it may have been rounded from.
        let ranges = [
            reduction_percent.as_ref().and_then(|p| of_percent(p, -1)),
            change_percent.as_ref().and_then(|p| of_percent(p, 1)),
            ratio.as_ref().and_then(|p| of_ratio(p, better)),
            baseline_value
                .as_ref()
                .zip(candidate_value.as_ref())
                .and_then(|(b, c)| of_values(b, c)),
        ];
        let known: Vec<(f64, f64)> = ranges.into_iter().flatten().collect();
        let lower = known.iter().map(|r| r.0).fold(f64::MIN, f64::max);
        let upper = known.iter().map(|r| r.1).fold(f64::MAX, f64::min);
        // A little room, because the ends are doubles.
        if lower > upper * (1.0 + 1e-9) + 1e-12 {
            let texts: Vec<String> = [
                ("reduction", reduction_percent),
                ("change", change_percent),
                ("ratio", ratio),
                ("baseline", baseline_value),
                ("candidate", candidate_value),
            ]
            .iter()
            .filter_map(|(name, printed)| Some(format!("{name} {}", printed.as_ref()?.text)))
            .collect();
            faults.push(
                rule.fault("the figures of this claim do not agree with each other")
                    .path(format!("$.claims[{i}]"))
                    .found(texts.join(", ")),
            );
        }
    }
    faults
}

/// The ends of what rounds (or is cut off) to the printed decimal.
fn ends(printed: &Printed) -> (f64, f64) {
    let unit = Exact::ratio(1, num_bigint::BigInt::from(10).pow(u32::from(printed.digits))).to_f64();
    let value = printed.value.to_f64();
    (value - unit, value + unit)
}

fn of_percent(printed: &Printed, sign: i32) -> Option<(f64, f64)> {
    let (low, high) = ends(printed);
    let at = |percent: f64| 1.0 + f64::from(sign) * percent / 100.0;
    Some((at(low).min(at(high)), at(low).max(at(high))))
}

fn of_ratio(printed: &Printed, better: Better) -> Option<(f64, f64)> {
    let (low, high) = ends(printed);
    match better {
        Better::Higher => Some((low, high)),
        Better::Lower => (low > 0.0).then(|| (1.0 / high, 1.0 / low)),
    }
}

fn of_values(baseline: &Printed, candidate: &Printed) -> Option<(f64, f64)> {
    let (b, c) = (ends(baseline), ends(candidate));
    (b.0 > 0.0).then(|| (c.0 / b.1, c.1 / b.0))
}
