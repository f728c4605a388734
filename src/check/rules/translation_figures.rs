//! A paragraph of a translation prints the figures of the paragraph that it translates.

use crate::check::{Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::translation::placeholders::Shape;
use crate::translation::{Entry, FileStatus, LanguageStatus};

rule! {
    "translation-figures", Error, Look::Words(look),
    why: "A figure that one paragraph of a translation lacks is easily missed when another paragraph prints it, and the paragraph then says something else.",
    source: "translate-toolkit, pofilter (tests `printf` and `variables`)",
    hint: "print the same values of the data in this paragraph; their order and their words are the language's own",
    passes: "`{{ m.t.mean.baseline | quantity }}` and `{{ m.t.mean.candidate | quantity }}` in both",
    fails: "`from {{ m.t.mean.baseline | quantity }} to {{ m.t.mean.candidate | quantity }}`; in Polish the baseline twice",
}

fn look(rule: &Rule, languages: &[LanguageStatus]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for language in languages {
        for file in &language.files {
            for entry in file.entries.iter().filter(|entry| entry.standing.is_of_present()) {
                faults.extend(fault(rule, language, file, entry));
            }
        }
    }
    faults
}

fn fault(rule: &Rule, language: &LanguageStatus, file: &FileStatus, entry: &Entry) -> Option<Fault> {
    let (reference, translation) = (entry.reference.as_ref()?, entry.translation.as_ref()?);
    let (wanted, printed) = (Shape::of(&reference.text).numbers, Shape::of(&translation.text).numbers);
    let names = |from: &std::collections::BTreeSet<String>, without: &std::collections::BTreeSet<String>| {
        let names: Vec<String> = from.difference(without).map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    };
    let (lost, strange) = (names(&wanted, &printed), names(&printed, &wanted));
    if lost.is_none() && strange.is_none() {
        return None;
    }
    let mut fault = rule
        .fault("the translation does not print the figures of its paragraph")
        .path(entry.key())
        .language(language.script.tag);
    if let Some(strange) = strange {
        fault = fault.found(strange);
    }
    if let Some(lost) = lost {
        fault = fault.expected(lost);
    }
    Some(match &file.translation {
        Some(read) => fault.at(&read.source, translation.span.clone()),
        None => fault.file(format!("{}/{}", language.script.tag, file.name)),
    })
}
