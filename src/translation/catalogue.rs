//! The paragraphs of a translation as translators' tools exchange them, whatever the format.

use super::paragraphs::{Form, Kind};
use super::status::{Entry, LanguageStatus, Standing, status};
use super::word_set::WordSet;
use crate::diagnostic::{Faults, SourceText};
use crate::locale::Script;
use std::ops::Range;

/// One paragraph on its way to a translator or back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// `article.md`
    pub file: String,
    /// `method/3`
    pub key: String,
    pub source: String,
    /// Empty while there is no translation.
    pub target: String,
    /// Whether the translation is not to be relied on: `fuzzy`, `needs-review-translation`.
    pub needs_review: bool,
    /// What a translator should know.
    pub notes: Vec<String>,
    /// The line of the reference language's file, from 1; 0 in what was read.
    pub line: usize,
    /// Where it stands in the file that was read.
    pub place: Range<usize>,
}

/// The units of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    /// The report folder or folder of standard words.
    pub folder: String,
    /// The tag of the reference language.
    pub reference: String,
    pub language: String,
    pub units: Vec<Unit>,
}

/// A catalogue that was read, with the text that its places are in.
#[derive(Debug, Clone)]
pub struct Read {
    pub catalogue: Catalogue,
    pub source: SourceText,
}

/// Everything of a language that a translator works on, in the order of the reference language. Code and paragraphs of
/// nothing but tags are left out: they are the same in every language.
///
/// # Errors
/// Files that cannot be read as what they are.
pub fn catalogue(set: &WordSet, script: &'static Script) -> Result<Catalogue, Faults> {
    let status = status(set, script)?;
    let mut units = Vec::new();
    for file in &status.files {
        let Some(read) = &file.reference else { continue };
        for entry in &file.entries {
            let Some(reference) = &entry.reference else { continue };
            if reference.form == Form::Prose && reference.kind != Kind::Words {
                continue;
            }
            let (line, _) = read.source.line_column(reference.span.start);
            units.push(Unit {
                file: file.name.to_owned(),
                key: entry.key(),
                source: reference.text.clone(),
                target: target(entry),
                needs_review: needs_review(&status, entry),
                notes: notes(script, &reference.text, reference.form),
                line,
                place: 0..0,
            });
        }
    }
    Ok(Catalogue {
        folder: set.folder.display().to_string(),
        reference: set.reference.tag.to_owned(),
        language: script.tag.to_owned(),
        units,
    })
}

/// The translation, unless it still is the text of the reference language.
fn target(entry: &Entry) -> String {
    match &entry.translation {
        Some(translation) if entry.standing != Standing::Missing => translation.text.clone(),
        _ => String::new(),
    }
}

/// Without a state nothing was ever confirmed; then nothing tells good translations from old ones.
fn needs_review(status: &LanguageStatus, entry: &Entry) -> bool {
    match entry.standing {
        Standing::Stale => true,
        Standing::Unconfirmed => status.has_state,
        Standing::Complete | Standing::Missing | Standing::Superfluous => false,
    }
}

fn notes(script: &Script, text: &str, form: Form) -> Vec<String> {
    let mut notes = Vec::new();
    if text.contains("plural(") {
        let forms = crate::locale::plural_categories(script.tag).join(", ");
        notes.push(format!(
            "Forms of plural() in this language: {forms}. # stands for the number."
        ));
    }
    if text.contains("{{") || text.contains("{%") {
        notes.push("Keep everything between {{ }} and {% %}; it may be moved.".to_owned());
    }
    if form == Form::List {
        notes.push("One keyword a line.".to_owned());
    }
    notes
}
