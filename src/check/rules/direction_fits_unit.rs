//! Is less better, or more?

use crate::check::data::{is_rate, is_time};
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::Better;
use crate::diagnostic::Fault;

rule! {
    "direction-fits-unit", Warning, Look::Data(look),
    why: "A duration that is better when longer, or a rate that is better when lower, is mostly a mistake that turns the verdict round.",
    source: "SIGPLAN empirical evaluation checklist (\"appropriate and clear units and direction\")",
    hint: "mend `better`; where it is meant, name the measure so that it can be seen (`uptime`, `idle_time`, `error_rate`)",
    passes: "durations `lower`, throughput `higher`",
    fails: "durations `higher`",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let measures = data.dataset.measures.iter().enumerate();
    measures
        .filter(|(_, measure)| {
            let id = measure.id.to_lowercase();
            let meant = [
                "uptime", "idle", "mtbf", "error", "fail", "miss", "loss", "drop", "evict",
            ]
            .iter()
            .any(|word| id.contains(word));
            let odd = (is_time(measure) && measure.better == Better::Higher)
                || (is_rate(measure) && measure.better == Better::Lower);
            odd && !meant
        })
        .map(|(i, measure)| {
            let better = if measure.better == Better::Higher {
                "higher"
            } else {
                "lower"
            };
            rule.fault(format!(
                "`{}` in {} is said to be better when {better}",
                measure.id,
                measure.unit.symbol()
            ))
            .path(format!("$.measures[{i}].better"))
        })
        .collect()
}
