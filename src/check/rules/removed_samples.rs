//! Values that were left out.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "removed-samples", Note, Look::Data(look),
    why: "Values that were left out can change a result; readers must learn which and why.",
    source: "Heiser, \"Systems benchmarking crimes\"; Go `benchstat` removes none",
    hint: "the standard article lists them; keep that list when you replace its text",
    passes: "every value that was measured is in the file",
    fails: "`provenance.skipped` names left-out runs",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let skipped = &data.dataset.provenance.skipped;
    if skipped.is_empty() {
        return Vec::new();
    }
    vec![
        rule.fault("values were left out of the data")
            .path("$.provenance.skipped")
            .found(skipped.join("; ")),
    ]
}
