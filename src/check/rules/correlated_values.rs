//! Values that count as independent and are not.

use super::drift::in_time;
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::stats::autocorrelation::lag_1;

rule! {
    "correlated-values", Warning, Look::Data(look),
    why: "Neighbouring values that resemble each other say less than their number suggests: intervals become too narrow.",
    source: "Kalibera and Jones 2013, doi 10.1145/2464157.2464160; Moran 1948, doi 10.1093/biomet/35.3-4.255",
    hint: "spread the values over more batches, each started afresh",
    passes: "values in no order",
    fails: "60 calls of one batch in slow waves",
}

/// A coefficient below this widens an interval by less than a fifth.
const NOTABLE: f64 = 0.2;

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    data.sampled()
        .filter_map(|(i, series)| {
            let found = lag_1(&[in_time(series)?])?;
            (found.lag_1 > NOTABLE && found.p_value < 0.001).then(|| {
                rule.fault(format!(
                    "neighbouring values of {} resemble each other",
                    data.name(series)
                ))
                .path(format!("$.series[{i}]"))
                .found(format!("a lag-1 autocorrelation of {:.2}", found.lag_1))
                .expected(format!("at most {NOTABLE}"))
            })
        })
        .collect()
}
