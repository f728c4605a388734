//! Processors that change their speed.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "steady-clock", Warning, Look::Data(look),
    why: "A processor that changes its frequency during the run makes the later variant faster or slower.",
    source: "Google Benchmark, `cpu_scaling_enabled`; pyperf, `pyperf system tune`",
    hint: "set the governor to `performance` and switch turbo off, or alternate the variants and say so",
    passes: "`governor: performance`",
    fails: "`cpu_scaling_enabled: true`, `governor: powersave`",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    data.settings()
        .filter(|(_, name, value)| {
            let name = name.to_lowercase();
            let scaling = name.contains("scaling_enabled") && matches!(*value, "true" | "1");
            let governor =
                name.contains("governor") && matches!(*value, "powersave" | "ondemand" | "schedutil" | "conservative");
            scaling || governor
        })
        .map(|(path, name, value)| {
            rule.fault("the processors changed their frequency")
                .path(path)
                .found(format!("{name} = {value}"))
        })
        .collect()
}
