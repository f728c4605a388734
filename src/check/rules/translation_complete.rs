//! What the report says in the reference language, it says in every language.

use crate::check::{Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::translation::{Entry, FileStatus, LanguageStatus, Standing};

rule! {
    "translation-complete", Error, Look::Words(look),
    why: "A section that one language lacks, or that still stands there in another language, is kept from its readers.",
    source: "zola, `config.rs` (a missing translation key is an error); pofilter, tests `untranslated` and `unchanged`",
    hint: "translate it; `benchfolio i18n export` writes what is missing for translators",
    passes: "a section `limits` in each language",
    fails: "a section that only English has; a paragraph that `benchfolio new --lang` put there and nobody translated",
}

/// So many paragraphs of a file are told one by one.
const MOST: usize = 10;

fn look(rule: &Rule, languages: &[LanguageStatus]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for language in languages {
        for file in &language.files {
            let missing: Vec<&Entry> = file.entries.iter().filter(|entry| lacks(file, entry)).collect();
            match missing.len() {
                0..=MOST => faults.extend(missing.into_iter().map(|entry| fault(rule, language, file, entry))),
                count => faults.push(many(rule, count, language, file)),
            }
        }
    }
    faults
}

/// Whether a whole section or key is missing, or a paragraph is not translated. That a section has fewer paragraphs may
/// be what its translator wanted.
pub(super) fn lacks(file: &FileStatus, entry: &Entry) -> bool {
    // Names of things need no translation, so a language may do without them.
    let is_optional = file.name == "terms.toml" && entry.translation.is_none();
    let has_group = |group: &str| {
        let translation = file.translation.as_ref();
        translation.is_some_and(|translation| !translation.group(group).is_empty())
    };
    let is_single = entry
        .reference
        .as_ref()
        .is_some_and(|reference| has_group(&reference.group));
    entry.standing == Standing::Missing && !is_optional && (entry.translation.is_some() || !is_single)
}

/// A language that is not translated yet is one finding, not hundreds.
fn many(rule: &Rule, count: usize, language: &LanguageStatus, file: &FileStatus) -> Fault {
    let name = match &file.translation {
        Some(read) => read.source.name.clone(),
        None => format!("{}/{}", language.script.tag, file.name),
    };
    rule.fault(format!("{count} paragraphs are not translated"))
        .file(name)
        .language(language.script.tag)
        .hint("`benchfolio status` names them; `benchfolio i18n export` writes them for translators")
}

fn fault(rule: &Rule, language: &LanguageStatus, file: &FileStatus, entry: &Entry) -> Fault {
    let says = entry
        .reference
        .as_ref()
        .map(|reference| format!("“{}”", reference.beginning()));
    let fault = match (&entry.translation, &file.translation) {
        (Some(translation), Some(read)) => rule
            .fault("this paragraph is not translated")
            .at(&read.source, translation.span.clone()),
        _ => rule
            .fault("the translation of a paragraph is missing")
            .file(format!("{}/{}", language.script.tag, file.name)),
    };
    fault
        .path(entry.key())
        .language(language.script.tag)
        .expected(format!("a translation of {}", says.unwrap_or_default()))
}
