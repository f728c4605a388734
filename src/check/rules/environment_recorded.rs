//! The machine.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::ProvenanceKind;
use crate::diagnostic::Fault;

rule! {
    "environment-recorded", Warning, Look::Data(look),
    why: "A result belongs to a machine; without it nobody can repeat the measurement or know whom it concerns.",
    source: "Hoefler and Belli 2015, rule 9, doi 10.1145/2807591.2807644; Heiser, \"Systems benchmarking crimes\"",
    hint: "fill in `method.environment`",
    passes: "operating system, processors and memory recorded",
    fails: "a measured data set without `method.environment.os`",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let environment = &data.dataset.method.environment;
    if data.dataset.provenance.kind != ProvenanceKind::Measured {
        return Vec::new();
    }
    let missing: Vec<&str> = [
        (environment.os.is_none(), "`os`"),
        (
            environment.cpu.is_none() && environment.vcpus.is_none(),
            "`cpu` or `vcpus`",
        ),
        (environment.memory_bytes.is_none(), "`memory_bytes`"),
    ]
    .into_iter()
    .filter_map(|(missing, name)| missing.then_some(name))
    .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    vec![
        rule.fault("the environment is not fully recorded")
            .path("$.method.environment")
            .expected(missing.join(", ")),
    ]
}
