//! All languages state the same figures.

use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;
use std::collections::BTreeSet;

rule! {
    "translations-agree", Error, Look::Editions(look),
    why: "A translation that states other figures than its original tells its readers something else.",
    source: "pofilter, tests `numbers` and `variables`; mdBook pull request 1864 (translations drift)",
    hint: "use the same expressions in each language; what only one language needs is a `literal()`",
    passes: "`m.audit_time.mean.baseline` in all languages",
    fails: "the median in English where Polish has the mean",
}

fn look(rule: &Rule, editions: &[Edition]) -> Vec<Fault> {
    let Some((reference, others)) = editions.split_first() else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    for other in others {
        for stem in ["article", "infographic", "linkedin"] {
            let (expected, found) = (printed(reference, stem), printed(other, stem));
            let (Some((_, expected)), Some((name, found))) = (expected, found) else {
                continue;
            };
            let of = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| -> Vec<String> {
                a.difference(b).map(|path| format!("`{path}`")).collect()
            };
            let (lacks, adds) = (of(&expected, &found), of(&found, &expected));
            if lacks.is_empty() && adds.is_empty() {
                continue;
            }
            // A picture leaves out labels that have no room beside their bars, and words are longer in some languages.
            let left_out = |from: &Edition, a: &BTreeSet<&str>, b: &BTreeSet<&str>| {
                let mut missing = a.difference(b);
                missing.all(|path| from.sources.ledger.iter().any(|printed| printed.path == *path))
            };
            if stem == "infographic"
                && (lacks.is_empty() && left_out(reference, &found, &expected)
                    || adds.is_empty() && left_out(other, &expected, &found))
            {
                continue;
            }
            let mut fault = rule
                .fault(format!("the figures are not those of the language {}", reference.tag()))
                .file(name)
                .language(other.tag());
            if !adds.is_empty() {
                fault = fault.found(adds.join(", "));
            }
            if !lacks.is_empty() {
                fault = fault.expected(lacks.join(", "));
            }
            faults.push(fault);
        }
    }
    faults
}

/// The expressions behind the numbers of an artefact, by the form that both languages surely have.
fn printed<'a>(edition: &'a Edition, stem: &str) -> Option<(&'a str, BTreeSet<&'a str>)> {
    let form = match stem {
        "article" => edition.article()?,
        "infographic" => edition.artefact(stem, "svg")?,
        _ => edition.artefact(stem, "txt")?,
    };
    let is_result = |path: &&str| {
        let counted = ["batches", "calls", "statements", "warmup"];
        path.starts_with("m.") || counted.iter().any(|what| path.starts_with(&format!("counts.{what}")))
    };
    Some((&form.name, form.paths().filter(is_result).collect()))
}
