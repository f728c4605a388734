//! Translations say what the reference language says now.

use super::translation_complete::lacks;
use crate::check::{Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::translation::{Entry, FileStatus, LanguageStatus, Standing};

rule! {
    "translation-current", Warning, Look::Words(look),
    why: "When a paragraph changes, its translations go on saying what it said before, and nobody sees it.",
    source: "mdBook pull request 1864 (translations drift); gettext, `msgmerge` (fuzzy entries)",
    hint: "bring the translation up to date, then confirm it with `benchfolio status --accept LANG`",
    passes: "a translation that was confirmed for the paragraph as it is",
    fails: "a limit that was added to the English text after the Polish one was confirmed",
}

fn look(rule: &Rule, languages: &[LanguageStatus]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for language in languages {
        for file in &language.files {
            for entry in file.entries.iter().filter(|entry| !lacks(file, entry)) {
                faults.extend(message(language, entry).map(|message| fault(rule, message, language, file, entry)));
            }
        }
    }
    faults
}

fn message(language: &LanguageStatus, entry: &Entry) -> Option<&'static str> {
    match entry.standing {
        Standing::Complete => None,
        // Without a state nobody asked to be told.
        Standing::Unconfirmed if !language.has_state => None,
        Standing::Unconfirmed => Some("nobody confirmed this translation yet"),
        Standing::Stale => Some("the paragraph that this translates has changed"),
        Standing::Missing if !language.has_state => None,
        Standing::Missing => Some("the translation has fewer paragraphs here"),
        Standing::Superfluous if !language.has_state => None,
        Standing::Superfluous => Some("the reference language has no such paragraph"),
    }
}

fn fault(rule: &Rule, message: &str, language: &LanguageStatus, file: &FileStatus, entry: &Entry) -> Fault {
    let fault = rule.fault(message).path(entry.key()).language(language.script.tag);
    let fault = match &entry.reference {
        Some(reference) => fault.expected(format!("a translation of “{}”", reference.beginning())),
        None => fault,
    };
    match (&entry.translation, &file.translation) {
        (Some(translation), Some(read)) => fault
            .found(format!("“{}”", translation.beginning()))
            .at(&read.source, translation.span.clone()),
        _ => fault.file(format!("{}/{}", language.script.tag, file.name)),
    }
}
