//! Baseline and candidate are named wherever they are compared; of three or more variants, the one that leads.

use crate::check::extract::plain::without_addresses;
use crate::check::squeeze::Squeezed;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "variants-named", Error, Look::Edition(look),
    why: "“Four times faster” means nothing before both sides are named.",
    source: "Hoefler and Belli 2015, rule 1, doi 10.1145/2807591.2807644; Heiser, \"Systems benchmarking crimes\"",
    hint: "name both: `{{ baseline.name }}`, `{{ candidate.name }}`",
    passes: "ProxySQL 3.0.5 needs 2.015 ms, ProxySQL 2.7.3 needs 8.112 ms",
    fails: "the new version is four times faster",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let subject = edition.sources.subject;
    let compared = [Some(subject.comparison.baseline), subject.comparison.candidate];
    let compared: Vec<usize> = compared.into_iter().flatten().collect();
    let leader = subject.leader();
    if subject.are_level() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for artefact in &edition.artefacts {
        let prose = Squeezed::new(&artefact.prose()).text.to_lowercase();
        // A ranking is about the one that leads, and may leave the pair of the comparison out.
        if leader.is_some_and(|leader| names(edition, leader).any(|name| prose.contains(&name))) {
            continue;
        }
        for variant in compared.iter().copied() {
            if !names(edition, variant).any(|name| prose.contains(&name)) {
                let name = &subject.dataset.variants[variant].name;
                faults.push(
                    rule.fault("a variant of the comparison is not named")
                        .file(&artefact.name)
                        .expected(format!("`{name}`")),
                );
            }
        }
    }
    faults
}

/// What a variant is called in texts, squeezed and in small letters.
fn names<'a>(edition: &'a Edition, variant: usize) -> impl Iterator<Item = String> + 'a {
    let subject = edition.sources.subject;
    let variant = &subject.dataset.variants[variant];
    let names = [variant.name.as_str(), subject.report.short(variant)];
    // Pictures shorten names that have no room, and say which.
    let path = format!("variants.{}.name", variant.id);
    let shortened = edition
        .sources
        .ledger
        .iter()
        .filter(move |printed| printed.path == path);
    let translated = subject.terms.get(&format!("variants.{}", variant.id));
    names
        .into_iter()
        .chain(translated)
        .chain(shortened.map(|printed| printed.text.as_str()))
        // Posts are read without addresses, and a name may be one.
        .flat_map(|name| [name.to_owned(), without_addresses(name)])
        .map(|name| Squeezed::new(&name).text.to_lowercase())
}
