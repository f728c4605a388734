//! The arithmetic mean of rates.

use crate::check::data::is_rate;
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "mean-of-rates", Warning, Look::Data(look),
    why: "The arithmetic mean of rates over equal work is too high; only over equal times is it the rate of the whole.",
    source: "Hoefler and Belli 2015, rule 3, doi 10.1145/2807591.2807644; Smith 1988, doi 10.1145/63039.63043",
    hint: "store durations and derive the rate (`derived: operations / …`), or state `method.duration_s` when every run took equally long",
    passes: "throughput derived from elapsed time; rates of runs of 300 s each",
    fails: "the mean of 5 throughputs of runs of unknown length",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    if data.dataset.method.duration_s.is_some() {
        return Vec::new();
    }
    data.sampled()
        .filter(|(_, series)| is_rate(data.measure(series)))
        .map(|(i, series)| {
            rule.fault(format!("{} is averaged as a rate", data.name(series)))
                .path(format!("$.series[{i}]"))
        })
        .collect()
}
