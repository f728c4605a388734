//! Two variants under one name cannot be told apart by a reader.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "variants-distinct", Error, Look::Data(look),
    why: "A reader must be able to tell which variant is the baseline and which is the candidate.",
    source: "Hoefler and Belli 2015, rule 1, doi 10.1145/2807591.2807644",
    hint: "give each variant the name that readers know it by",
    passes: "ProxySQL 2.7.3 and ProxySQL 3.0.5",
    fails: "ProxySQL and ProxySQL",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let variants = &data.dataset.variants;
    let name = |i: usize| variants[i].name.trim().to_lowercase();
    (1..variants.len())
        .filter(|&later| (0..later).any(|earlier| name(earlier) == name(later)))
        .map(|i| {
            rule.fault("two variants have the same name")
                .path(format!("$.variants[{i}].name"))
                .found(format!("`{}`", variants[i].name))
        })
        .collect()
}
