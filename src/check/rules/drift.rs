//! Values that rise or fall while the run goes on.

use crate::check::data::four_digits;
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{Observations, Series};
use crate::diagnostic::Fault;
use crate::stats::drift::trend;

rule! {
    "drift", Warning, Look::Data(look),
    why: "A trend within a run means that its mean depends on how long it ran, and that batches are not repetitions of the same thing.",
    source: "Mann 1945, doi 10.2307/1907187; Georges et al. 2007, doi 10.1145/1297027.1297033",
    hint: "look for warm-up, heat or growing data; alternate the variants, and measure once the values are steady",
    passes: "15 batch means in no order",
    fails: "15 batch means, each a little larger than the one before",
}

/// Probability under which chance is no longer believed; small, because several series are tested.
const SMALL: f64 = 0.01;

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    data.sampled()
        .filter_map(|(i, series)| {
            let trend = trend(&in_time(series)?)?;
            (trend.p_value < SMALL).then(|| {
                let direction = if trend.tau > 0.0 { "rises" } else { "falls" };
                rule.fault(format!("{} {direction} during the run", data.name(series)))
                    .path(format!("$.series[{i}]"))
                    .found(format!(
                        "Kendall's τ {:.2}, p = {}",
                        trend.tau,
                        four_digits(trend.p_value)
                    ))
                    .expected(format!("no trend (p ≥ {SMALL})"))
            })
        })
        .collect()
}

/// Batch means in the order of their sequence; the values of a single batch as they stand. `None` when no order is known.
pub fn in_time(series: &Series) -> Option<Vec<f64>> {
    let Observations::Batches(batches) = &series.observations else {
        return None;
    };
    if let [only] = batches.as_slice() {
        return Some(only.values.iter().map(|v| v.to_f64()).collect());
    }
    let mut ordered: Vec<(u64, f64)> = batches
        .iter()
        .map(|batch| {
            let sum: f64 = batch.values.iter().map(|v| v.to_f64()).sum();
            Some((batch.sequence?, sum / batch.values.len() as f64))
        })
        .collect::<Option<_>>()?;
    ordered.sort_by_key(|(sequence, _)| *sequence);
    Some(ordered.into_iter().map(|(_, mean)| mean).collect())
}
