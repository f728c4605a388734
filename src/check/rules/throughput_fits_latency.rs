//! Throughput and mean latency must fit each other.

use crate::check::data::{four_digits, has_word, is_rate, is_time};
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::stats::{Exact, Row, Statistic};

rule! {
    "throughput-fits-latency", Error, Look::Data(look),
    why: "In a closed loop, throughput times mean latency is the number of clients; when it differs between variants of one experiment, one of the figures is wrong.",
    source: "Little 1961, \"A proof for the queuing formula L = λW\", doi 10.1287/opre.9.3.383",
    hint: "look for a digit that was lost, or for another number of clients, and correct the figure at its source",
    passes: "5.2 ms at 12500 a second and 6.8 ms at 9800 a second: 65 and 67 clients",
    fails: "12.34 ms at 810.5 a second and 0.87 ms at 1149 a second: 10 clients and 1",
}

/// By how much the numbers of clients may differ: other per-request times than the latency are in the loop.
const FACTOR: f64 = 2.0;

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let of_all = |row: &&Row| {
        matches!(
            row.statistic,
            Statistic::Mean | Statistic::MeanOfRepetitions | Statistic::Value
        )
    };
    let rows: Vec<&Row> = data.summary.rows.iter().filter(of_all).collect();
    let measure = |row: &Row| &data.dataset.measures[row.measure];
    let is_latency = |row: &&&Row| {
        let id = &measure(row).id;
        let mean = row.statistic != Statistic::Value || has_word(id, &["avg", "mean", "average"]);
        is_time(measure(row))
            && mean
            && has_word(id, &["latency", "response", "latencies"])
            && !has_word(id, &["p95", "p99", "max", "min"])
    };
    let mut faults = Vec::new();
    for latency in rows.iter().filter(is_latency) {
        for rate in rows.iter().filter(|row| row.case == latency.case) {
            // Queries a second and the time of a transaction have no number of clients in common.
            let of_the_same = measure(rate).per == measure(latency).per || measure(latency).per.is_none();
            if is_rate(measure(rate)) && measure(rate).derived.is_none() && of_the_same {
                faults.extend(compare(rule, data, latency, rate));
            }
        }
    }
    faults
}

fn compare(rule: &Rule, data: &Data, latency: &Row, rate: &Row) -> Option<Fault> {
    let unit = data.dataset.measures[latency.measure].unit;
    let (numerator, denominator) = unit.in_base();
    // Base unit of time is the nanosecond.
    let seconds = Exact::ratio(numerator, u128::from(denominator) * 1_000_000_000);
    let clients: Vec<(usize, f64)> = (0..data.dataset.variants.len())
        .filter_map(|v| {
            let time = &(latency.values[v].as_ref()? * &seconds);
            Some((v, (time * rate.values[v].as_ref()?).to_f64()))
        })
        .filter(|(_, clients)| *clients > 0.0)
        .collect();
    let least = clients.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let most = clients.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    if most.1 < FACTOR * least.1 {
        return None;
    }
    let name = |index: usize| format!("`{}`", data.dataset.variants[index].id);
    Some(
        rule.fault(format!(
            "{} contradicts {}",
            data.names(rate.measure, rate.case, None),
            data.names(latency.measure, latency.case, None)
        ))
        .path(data.path(rate.measure, rate.case, most.0))
        .found(format!(
            "throughput × latency = {} clients for {}, {} for {}",
            four_digits(most.1),
            name(most.0),
            four_digits(least.1),
            name(least.0)
        ))
        .expected("the same number of clients for all variants"),
    )
}
