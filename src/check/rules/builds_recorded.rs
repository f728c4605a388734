//! Exactly which builds were measured.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::ProvenanceKind;
use crate::diagnostic::Fault;

rule! {
    "builds-recorded", Warning, Look::Data(look),
    why: "\"Version 3\" is many builds; only the exact one can be measured again.",
    source: "Hoefler and Belli 2015, rule 9, doi 10.1145/2807591.2807644",
    hint: "give each variant a `build`: a full version, a revision or a digest",
    passes: "`\"build\": \"3.0.5-60-g7e9e009\"`",
    fails: "a measured variant without `build`",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    if data.dataset.provenance.kind != ProvenanceKind::Measured {
        return Vec::new();
    }
    let variants = data.dataset.variants.iter().enumerate();
    variants
        .filter(|(_, variant)| variant.build.is_none())
        .map(|(i, variant)| {
            rule.fault(format!("the build of `{}` is not recorded", variant.id))
                .path(format!("$.variants[{i}]"))
        })
        .collect()
}
