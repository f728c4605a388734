//! Warm or cold.

use crate::check::data::is_time;
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::Observations;
use crate::diagnostic::Fault;

rule! {
    "warm-up-stated", Warning, Look::Data(look),
    why: "Cold and warm runs measure different things; a figure must say which it is.",
    source: "ClickBench, README (cold and hot runs); Raasveldt et al. 2018, doi 10.1145/3209950.3209955",
    hint: "state `method.warmup_calls_per_batch`; 0 when there were none",
    passes: "`\"warmup_calls_per_batch\": 3`",
    fails: "batches of durations, and no word about warm-up",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    if data.dataset.method.warmup_calls_per_batch.is_some() {
        return Vec::new();
    }
    let unstated = data.sampled().find(|(_, series)| match &series.observations {
        Observations::Batches(batches) => {
            is_time(data.measure(series)) && batches.iter().any(|batch| batch.warmup_calls.is_none())
        }
        _ => false,
    });
    unstated
        .map(|(_, series)| {
            rule.fault(format!("nothing is said of warm-up before {}", data.name(series)))
                .path("$.method")
        })
        .into_iter()
        .collect()
}
