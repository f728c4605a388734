//! Synthetic and republished data are disclosed on every artefact.

use crate::check::squeeze::Squeezed;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "disclosure-shown", Error, Look::Edition(look),
    why: "Artefacts travel alone: each must say that its figures were invented or republished.",
    source: "SPEC fair use rule, 3b and 3c (basis and source of compared figures)",
    hint: "put `{{ provenance.disclosure }}` where readers see it",
    passes: "a post of synthetic data that says so",
    fails: "an infographic of synthetic data without the line",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let Some(disclosure) = edition.sources.disclosure else {
        return Vec::new();
    };
    let wanted = letters(disclosure);
    edition
        .artefacts
        .iter()
        .filter(|artefact| !letters(&artefact.prose()).contains(&wanted))
        .map(|artefact| {
            rule.fault("the artefact does not disclose where its figures come from")
                .file(&artefact.name)
                .expected(format!("“{disclosure}”"))
        })
        .collect()
}

/// The letters and digits of a text: forms differ in quotes, hyphens and line ends.
fn letters(text: &str) -> String {
    let squeezed = Squeezed::new(text).text.to_lowercase();
    squeezed.chars().filter(|c| c.is_alphanumeric()).collect()
}
