//! Tails of latency from a load generator that waits for its answers.

use crate::check::data::has_word;
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "closed-loop", Note, Look::Data(look),
    why: "A client that waits for each answer sends nothing while the server stalls, so the worst waits of users are missing from its percentiles.",
    source: "wrk2, README (coordinated omission); Schroeder, Wierman and Harchol-Balter 2006, \"Open versus closed: a cautionary tale\"",
    hint: "say that the load was a closed loop, or measure the tail at a fixed rate and record it in `method.parameters`",
    passes: "a p99 of wrk2 with `rate: 2000`",
    fails: "a p99 of `wrk`, `ab`, `hey`, `sysbench` or `pgbench` without a rate",
}

/// Load generators that send the next request when the last is answered, unless they are given a rate.
const CLOSED: &[&str] = &[
    "wrk",
    "ab",
    "hey",
    "oha",
    "sysbench",
    "pgbench",
    "mysqlslap",
    "benchbase",
];

/// What a setting is called that fixes the rate of arrivals.
const RATES: &[&str] = &["rate", "arrival", "qps", "rps"];

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let method = &data.dataset.method;
    let Some(tool) = method.tool.as_deref() else {
        return Vec::new();
    };
    let tool = tool.to_lowercase();
    let closed = CLOSED.iter().find(|name| {
        tool.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word == **name)
    });
    let has_rate = data
        .settings()
        .any(|(_, name, value)| has_word(name, RATES) && value != "0" && value != "unlimited");
    let is_tail = |id: &str| has_word(id, &["p90", "p95", "p99", "p999"]) || id.contains("percentile");
    let tail = data.dataset.measures.iter().position(|measure| is_tail(&measure.id));
    match (closed, tail) {
        (Some(name), Some(measure)) if !has_rate => vec![
            rule.fault("the tail of the latency comes from a closed loop")
                .path(format!("$.measures[{measure}]"))
                .found(format!(
                    "`{}` of {name} without a rate",
                    data.dataset.measures[measure].id
                )),
        ],
        _ => Vec::new(),
    }
}
