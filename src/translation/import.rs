//! Taking a catalogue back into the files of words. Nothing is written when anything is wrong with it.

use super::catalogue::{Read, Unit};
use super::paragraphs::{Form, Kind, Paragraph, Paragraphs};
use super::placeholders::differences;
use super::prose;
use super::skeleton;
use super::state::{Mark, STATE_FILE, State};
use super::status::{Entry, FileStatus, LanguageStatus, Standing, status};
use super::word_set::WordSet;
use crate::context::{Syntax, check_digits};
use crate::diagnostic::{Fault, Faults, Severity, SourceText};
use crate::locale::Script;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What an import changes.
#[derive(Debug, Clone, Default)]
pub struct Imported {
    /// Files with their new texts; only those that change.
    pub files: Vec<(PathBuf, String)>,
    /// Paragraphs whose text changed.
    pub changed: usize,
    /// Paragraphs that are confirmed now and were not before.
    pub confirmed: usize,
    /// What did not keep it from being imported.
    pub notes: Vec<Fault>,
}

/// A unit with the paragraphs that it belongs to.
struct Matched<'a> {
    unit: &'a Unit,
    /// Whether the reference language still says what was translated.
    is_current: bool,
}

/// Works out what an import changes.
///
/// # Errors
/// Every unit with a broken placeholder, a typed digit, or words that would not be one paragraph; files that cannot be
/// read.
pub fn import(set: &WordSet, script: &'static Script, read: &Read) -> Result<Imported, Faults> {
    let status = status(set, script)?;
    let mut imported = Imported::default();
    let mut faults = Vec::new();
    let mut by_file: BTreeMap<&str, BTreeMap<String, Matched>> = BTreeMap::new();
    let known: BTreeMap<&str, Known> = status.files.iter().map(|file| (file.name, Known::of(file))).collect();
    let mut unknown = 0;
    for unit in read.catalogue.units.iter().filter(|unit| !unit.target.is_empty()) {
        let file = known.get(unit.file.as_str());
        let Some((file, entry)) = file.and_then(|known| Some((known.file, known.find(unit)?))) else {
            unknown += 1;
            if unknown <= MOST_TOLD {
                imported.notes.push(unknown_paragraph(unit, read));
            }
            continue;
        };
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let is_current = entry
            .reference
            .as_ref()
            .is_some_and(|reference| reference.text == unit.source);
        if !is_current {
            imported.notes.push(
                Fault::input(
                    "translation::old",
                    "the reference language has changed since this was exported",
                )
                .severity(Severity::Warning)
                .at(&read.source, unit.place.clone())
                .found(format!("`{}#{}`", unit.file, unit.key))
                .hint("the translation is imported and stays stale"),
            );
        }
        check(unit, file, entry, read, &mut faults);
        let before = by_file
            .entry(file.name)
            .or_default()
            .insert(entry.key(), Matched { unit, is_current });
        if before.is_some_and(|before| before.unit.target != unit.target) {
            faults.push(
                Fault::input("translation::twice", "a paragraph is translated twice, in two ways")
                    .at(&read.source, unit.place.clone())
                    .found(format!("`{}#{}`", unit.file, unit.key))
                    .hint("keep one of them"),
            );
        }
    }
    if unknown > MOST_TOLD {
        let more = format!(
            "{} more paragraphs that the reference language does not have",
            unknown - MOST_TOLD
        );
        let note = Fault::input("translation::unknown-paragraph", more).severity(Severity::Warning);
        imported.notes.push(
            note.file(&read.source.name)
                .hint("is this the catalogue of another report?"),
        );
    }
    Faults::check(faults)?;
    let mut state = set.state(script)?.unwrap_or_else(|| State::new(set.reference.tag));
    let before = state.clone();
    for file in &status.files {
        if let Some(units) = by_file.get(file.name) {
            import_file(set, &status, file, units, read, &mut imported, &mut state)?;
        }
    }
    if imported.changed + imported.confirmed > 0 && state != before {
        imported.files.push(written(set, script, &state)?);
    }
    Ok(imported)
}

/// The files that a language lacks, with the words of the reference language, every paragraph marked as not translated.
///
/// # Errors
/// Files that cannot be read as what they are.
pub fn start(set: &WordSet, script: &'static Script) -> Result<Imported, Faults> {
    let status = status(set, script)?;
    let mut state = set.state(script)?.unwrap_or_else(|| State::new(set.reference.tag));
    let mut started = Imported::default();
    let nothing = BTreeMap::new();
    for file in status.files.iter().filter(|file| file.translation.is_none()) {
        let path = set.path(script, file.name);
        let text = skeleton::with_translations(file, |_| None);
        let source = SourceText::new(path.display().to_string(), text.as_str());
        let after = Paragraphs::of(file.name, &source)?;
        mark(&status, file, &nothing, &after, &mut state);
        started.changed += after.list.iter().filter(|paragraph| is_words(paragraph)).count();
        started.files.push((path, text));
    }
    if !started.files.is_empty() {
        started.files.push(written(set, script, &state)?);
    }
    Ok(started)
}

/// The state of a language as its file has it.
fn written(set: &WordSet, script: &'static Script, state: &State) -> Result<(PathBuf, String), Faults> {
    let references = set.references()?;
    let references: Vec<(&str, &Paragraphs)> = references.iter().map(|(name, read)| (*name, read)).collect();
    Ok((set.path(script, STATE_FILE), state.write(&references)))
}

/// So many paragraphs that nobody knows are told one by one.
const MOST_TOLD: usize = 20;
/// A catalogue with so many faults is none of ours; what comes after them is not looked at.
const MOST_FAULTS: usize = 500;

fn unknown_paragraph(unit: &Unit, read: &Read) -> Fault {
    Fault::input(
        "translation::unknown-paragraph",
        "the reference language has no such paragraph any more",
    )
    .severity(Severity::Warning)
    .at(&read.source, unit.place.clone())
    .found(format!("`{}#{}`", unit.file, unit.key))
}

/// The paragraphs of the reference language in a file, by their names and by what they say.
struct Known<'a> {
    file: &'a FileStatus,
    by_key: BTreeMap<String, &'a Entry>,
    by_text: BTreeMap<&'a str, Vec<&'a Entry>>,
}

impl<'a> Known<'a> {
    fn of(file: &'a FileStatus) -> Self {
        let mut known = Known {
            file,
            by_key: BTreeMap::new(),
            by_text: BTreeMap::new(),
        };
        for entry in &file.entries {
            if let Some(reference) = &entry.reference {
                known.by_key.entry(entry.key()).or_insert(entry);
                known.by_text.entry(&reference.text).or_default().push(entry);
            }
        }
        known
    }

    /// The paragraph of a unit: the one of its name, or the one that says what it says, when they were moved since.
    fn find(&self, unit: &Unit) -> Option<&'a Entry> {
        let named = self.by_key.get(&unit.key).copied();
        let same = self.by_text.get(unit.source.as_str()).map(Vec::as_slice);
        let says = |entry: &&Entry| {
            entry
                .reference
                .as_ref()
                .is_some_and(|reference| reference.text == unit.source)
        };
        match (named.filter(says), same) {
            (Some(named), _) => Some(named),
            (None, Some([only])) => Some(only),
            _ => named,
        }
    }
}

fn check(unit: &Unit, file: &FileStatus, entry: &Entry, read: &Read, faults: &mut Vec<Fault>) {
    let before = entry
        .translation
        .as_ref()
        .filter(|_| entry.standing != Standing::Missing);
    if before.is_some_and(|before| before.text == unit.target) {
        return;
    }
    let named = |fault: Fault| {
        fault
            .at(&read.source, unit.place.clone())
            .path(format!("{}#{}", unit.file, unit.key))
            .language(&read.catalogue.language)
    };
    let before = before.map(|before| before.text.as_str());
    for difference in differences(&unit.source, before, &unit.target) {
        let mut fault = named(Fault::input("translation::placeholder", difference.message));
        fault.found = difference.found.map(|found| format!("`{found}`"));
        fault.expected = difference.expected.map(|expected| format!("`{expected}`"));
        faults.push(fault);
    }
    let syntax = match file.name {
        "article.md" => Syntax::Markdown,
        _ => Syntax::Plain,
    };
    let text = SourceText::new(unit.file.as_str(), unit.target.as_str());
    if let (Some(reference), Some(source)) = (&entry.reference, &file.reference)
        && reference.form == Form::Prose
    {
        let is_heading = source.source.text[reference.whole.clone()].contains("{#") && reference.index == 0;
        let blocks = prose::blocks(&unit.target, 0..unit.target.len());
        let is_one = matches!(blocks.as_slice(), [block] if block.words == (0..unit.target.len()));
        if !is_one || is_heading && unit.target.contains('\n') {
            faults.push(named(shape_fault()));
        }
    }
    // Terms may be names, which have digits.
    if file.name != "terms.toml" {
        let digits = check_digits(&text, 0..unit.target.len(), syntax);
        faults.extend(digits.into_iter().map(named));
    }
}

fn import_file(
    set: &WordSet,
    status: &LanguageStatus,
    file: &FileStatus,
    units: &BTreeMap<String, Matched>,
    read: &Read,
    imported: &mut Imported,
    state: &mut State,
) -> Result<(), Faults> {
    let is_changed = |entry: &Entry| match (units.get(&entry.key()), &entry.translation) {
        (Some(matched), Some(translation)) => translation.text != matched.unit.target,
        (Some(_), None) => true,
        (None, _) => false,
    };
    let changed = file.entries.iter().filter(|entry| is_changed(entry)).count();
    let path = set.path(status.script, file.name);
    let text = match changed {
        0 => None,
        _ => Some(skeleton::with_translations(file, |entry| {
            units.get(&entry.key()).map(|matched| matched.unit.target.as_str())
        })),
    };
    let source = match (&text, &file.translation) {
        (Some(text), _) => SourceText::new(path.display().to_string(), text.as_str()),
        (None, Some(translation)) => translation.source.clone(),
        (None, None) => return Ok(()),
    };
    let after = Paragraphs::of(file.name, &source)?;
    check_cut(file, units, &after, read)?;
    imported.confirmed += mark(status, file, units, &after, state);
    if let Some(text) = text {
        imported.changed += changed;
        imported.files.push((path, text));
    }
    Ok(())
}

fn shape_fault() -> Fault {
    Fault::input("translation::shape", "this would not be read as one paragraph")
        .expected("no empty line, no mark of a list or heading at the start of a line, no space at the ends")
}

/// Every unit must be found again as the paragraph that it is: not two, not a heading, not a part of another.
fn check_cut(
    file: &FileStatus,
    units: &BTreeMap<String, Matched>,
    after: &Paragraphs,
    read: &Read,
) -> Result<(), Faults> {
    let mut faults = Vec::new();
    for entry in &file.entries {
        let (Some(reference), Some(matched)) = (&entry.reference, units.get(&entry.key())) else {
            continue;
        };
        let index = index_after(file, entry, after);
        let found = index.and_then(|index| after.group(&reference.group).get(index).copied());
        if found.is_none_or(|found| found.text != matched.unit.target) {
            let fault = shape_fault()
                .at(&read.source, matched.unit.place.clone())
                .path(format!("{}#{}", matched.unit.file, matched.unit.key))
                .language(&read.catalogue.language);
            faults.push(match found {
                Some(found) => fault.found(format!("“{}”", found.beginning())),
                None => fault,
            });
        }
    }
    Faults::check(faults)
}

/// Which paragraph of its group an entry is in the new file: where it was, or where the reference language has it when
/// the group was put together anew.
fn index_after(file: &FileStatus, entry: &Entry, after: &Paragraphs) -> Option<usize> {
    let reference = entry.reference.as_ref()?;
    let was_whole = skeleton::is_whole(file, &reference.group);
    let index = match (&entry.translation, was_whole) {
        (Some(translation), true) => translation.index,
        _ => reference.index,
    };
    (index < after.group(&reference.group).len()).then_some(index)
}

/// Writes down what is confirmed and what is not; returns how many are confirmed that were not.
fn mark(
    status: &LanguageStatus,
    file: &FileStatus,
    units: &BTreeMap<String, Matched>,
    after: &Paragraphs,
    state: &mut State,
) -> usize {
    let marks = state.files.entry(file.name.to_owned()).or_default();
    let mut confirmed = 0;
    for group in after.groups() {
        let count = after.group(group).len();
        let old = marks.get(group).filter(|old| old.len() == count).cloned();
        let mut of_group = old.unwrap_or_else(|| vec![Mark::Unconfirmed; count]);
        for entry in &file.entries {
            let Some(reference) = entry.reference.as_ref().filter(|reference| reference.group == group) else {
                continue;
            };
            let Some(index) = index_after(file, entry, after) else {
                continue;
            };
            of_group[index] = match (units.get(&entry.key()), entry.standing) {
                (_, Standing::Complete) if !is_new_text(entry, units) => Mark::Confirmed(reference.digest.clone()),
                (Some(matched), _) if is_confirmed(status, entry, matched, units) => {
                    confirmed += usize::from(entry.standing != Standing::Complete);
                    Mark::Confirmed(reference.digest.clone())
                }
                (None, Standing::Missing) if is_words(reference) => Mark::Untranslated,
                // Code and tags are those of the reference language when they were taken over from it.
                (None, Standing::Missing) => Mark::Confirmed(reference.digest.clone()),
                _ => of_group[index].clone(),
            };
        }
        marks.insert(group.to_owned(), of_group);
    }
    confirmed
}

fn is_words(reference: &Paragraph) -> bool {
    reference.kind == Kind::Words
}

fn is_new_text(entry: &Entry, units: &BTreeMap<String, Matched>) -> bool {
    match (units.get(&entry.key()), &entry.translation) {
        (Some(matched), Some(translation)) => matched.unit.target != translation.text,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// A translator who leaves a paragraph without the mark of a review confirms it; where nothing was ever confirmed, only
/// by changing it.
fn is_confirmed(status: &LanguageStatus, entry: &Entry, matched: &Matched, units: &BTreeMap<String, Matched>) -> bool {
    let is_said = !matched.unit.needs_review && matched.is_current;
    is_said && (status.has_state || is_new_text(entry, units))
}
