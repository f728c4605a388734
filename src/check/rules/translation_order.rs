//! Figures of a paragraph keep their places in a translation.

use crate::check::figure_order::{Text, exchanged};
use crate::check::{Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::translation::{FileStatus, LanguageStatus};

rule! {
    "translation-order", Warning, Look::Words(look),
    why: "Two figures of a paragraph that change places in a translation say the opposite of the original, and every single figure is right.",
    source: "pofilter, test `variables`, which compares what is printed and not where",
    hint: "put the figures back; where the language wants this order, write `{# reordered #}` into the paragraph",
    passes: "`from {{ m.t.mean.baseline | quantity }} to {{ m.t.mean.candidate | quantity }}` in all languages; figures that follow their names, or words such as “instead of”, or stand as “of 12 cases 3”",
    fails: "`z {{ m.t.mean.candidate | quantity }} do {{ m.t.mean.baseline | quantity }}` in Polish",
}

fn look(rule: &Rule, languages: &[LanguageStatus]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for language in languages {
        for file in &language.files {
            faults.extend(in_file(rule, language.script.tag, file));
        }
    }
    faults
}

/// One finding a paragraph: figures that are turned round change places with every one between them.
fn in_file(rule: &Rule, tag: &'static str, file: &FileStatus) -> Vec<Fault> {
    let (Some(original), Some(read)) = (&file.reference, &file.translation) else {
        return Vec::new();
    };
    let reference_tag = original.source.name.rsplit('/').nth(1).unwrap_or("en");
    let mut faults = Vec::new();
    for entry in &file.entries {
        if !entry.standing.is_of_present() {
            continue;
        }
        let (Some(reference), Some(translation)) = (&entry.reference, &entry.translation) else {
            continue;
        };
        let from = Text {
            tag: reference_tag,
            text: &reference.text,
        };
        let found = exchanged(
            from,
            Text {
                tag,
                text: &translation.text,
            },
        );
        let Some(pair) = found.first() else { continue };
        let others = match found.len() - 1 {
            0 => String::new(),
            1 => ", and another pair".to_owned(),
            more => format!(", and {more} other pairs"),
        };
        // The text is as it stands in the file, except for the escapes of strings.
        let raw = &read.source.text[translation.span.clone()];
        let shift = raw
            .find(translation.text.as_str())
            .map(|at| translation.span.start + at);
        let place = shift.map_or(translation.span.clone(), |shift| {
            shift + pair.place.start..shift + pair.place.end
        });
        faults.push(
            rule.fault("figures changed places in the translation")
                .path(entry.key())
                .language(tag)
                .found(format!(
                    "`{}` where the original has `{}`{others}",
                    pair.second, pair.first
                ))
                .expected(format!("`{}` before `{}`, as in the original", pair.first, pair.second))
                .at(&read.source, place),
        );
    }
    faults
}
