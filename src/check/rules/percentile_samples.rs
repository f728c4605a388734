//! A percentile that so few values cannot have.

use crate::check::data::values;
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{Observations, Series};
use crate::diagnostic::Fault;

rule! {
    "percentile-samples", Error, Look::Data(look),
    why: "The p-th percentile of fewer than 1/(1−p) values is just the largest of them.",
    source: "definition of the quantile; GuideLLM issue 243 (a p99 of 71 requests)",
    hint: "take more values, or publish the largest value as what it is",
    passes: "a p95 of 20 or more calls",
    fails: "a p99 of 71 calls",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    // A repetition is a percentile that the tool took from many calls of its own.
    let single = |(_, series): &(usize, &Series)| !matches!(series.observations, Observations::Repetitions(_));
    data.sampled()
        .filter(single)
        .filter_map(|(i, series)| {
            let tail = percentile_tail(&data.measure(series).id)?;
            let needed = (1.0 / tail).round() as usize;
            let n = values(series).len();
            (n < needed).then(|| {
                rule.fault(format!("{} is a percentile of too few values", data.name(series)))
                    .path(format!("$.series[{i}]"))
                    .found(format!("{n} values"))
                    .expected(format!("at least {needed}"))
            })
        })
        .collect()
}

/// The share above the percentile that an id names: `latency_p95` → 0.05, `p999` → 0.001.
fn percentile_tail(id: &str) -> Option<f64> {
    id.split(|c: char| !c.is_ascii_alphanumeric()).find_map(|word| {
        let digits = word.strip_prefix(['p', 'P'])?;
        let valid = digits.len() >= 2 && digits.bytes().all(|b| b.is_ascii_digit());
        let share: f64 = valid.then(|| format!("0.{digits}").parse().ok())??;
        (share > 0.5 && share < 1.0).then_some(1.0 - share)
    })
}

#[cfg(test)]
mod tests {
    use super::percentile_tail;

    #[test]
    fn ids_name_percentiles() {
        for (id, tail) in [
            ("latency_p95", Some(0.05)),
            ("p999", Some(0.001)),
            ("p50", None),
            ("php_peak", None),
            ("p", None),
        ] {
            let found = percentile_tail(id);
            assert_eq!(
                found.map(|t| (t * 1e6).round()),
                tail.map(|t: f64| (t * 1e6).round()),
                "{id}"
            );
        }
    }
}
