//! What the last build of a report was made from, so that the next one makes only what changed.
//!
//! It lies in `<out>/.benchfolio/` and may be removed at any time; nothing of it reaches an artefact. It is believed only
//! where the inputs have the digests that it names and the files of the set still hold what was written; anything that
//! does not fit means that there is nothing to remember.

use super::edition::MadeEdition;
use super::fingerprint::Fingerprint;
use super::make::{Choices, Made, Source};
use super::unpacked::Opened;
use crate::check::Rule;
use crate::context::Printed;
use crate::diagnostic::{Class, Fault, Severity, SourceText};
use crate::project::{Files, Lookup, OWN_FOLDER};
use crate::publish::{self, Intact, Published, Recorded, Seal, sha256_hex};
use crate::render::Artefact;
use crate::stats::Exact;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder below `out`.
pub const FOLDER: &str = ".benchfolio";

const FORMAT: &str = "benchfolio-memory/1";

/// Beginning of the names of files that are being written.
const UNFINISHED: &str = ".new-";

/// What is remembered of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Notes {
    format: String,
    /// The whole fingerprint.
    inputs: String,
    languages: BTreeMap<String, LanguageNotes>,
    /// Every file of the set.
    files: Vec<Seal>,
    /// What the rules found; the same inputs have the same findings.
    findings: Vec<Told>,
    /// Digest of the file of numbers.
    numbers: String,
    /// The data file, relative to the report folder.
    data: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageNotes {
    /// The fingerprint for `folders`.
    inputs: String,
    /// Folders of languages that words were looked for in.
    folders: BTreeSet<String>,
    /// The texts that were read, as the manifest calls them.
    read: BTreeSet<String>,
    artefacts: Vec<String>,
}

/// Text, expression and exact value of each number that a language printed, by language.
type Numbers = BTreeMap<String, Vec<(String, String, Option<String>)>>;

/// A finding, with its place by the name of the input instead of the input's text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    rule: String,
    severity: String,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<ToldPlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ToldPlace {
    /// As the manifest calls it; `None` is the data file.
    input: Option<String>,
    /// Whether messages call it by its path.
    by_path: bool,
    start: usize,
    end: usize,
}

/// What is known of the set in `<out>/<id>/`, against what the report is made from now.
pub(super) struct Memory {
    out: PathBuf,
    id: String,
    notes: Notes,
}

/// An edition that need not be made: its artefacts, and the numbers that they print.
pub(super) struct Kept {
    pub artefacts: Vec<Artefact>,
    pub ledger: Vec<Printed>,
    /// What was read to make it; the manifest lists it.
    pub read: BTreeSet<String>,
    pub folders: BTreeSet<String>,
}

impl Memory {
    /// What is remembered of the report with this id; `None` when that is nothing.
    pub fn of(out: &Path, id: &str) -> Option<Memory> {
        // Whether it is a good id is told when the report is made.
        if id.starts_with('.') || id.contains(['/', '\\']) {
            return None;
        }
        let text = fs::read(notes_file(out, id)).ok()?;
        let notes: Notes = serde_json::from_slice(&text).ok()?;
        (notes.format == FORMAT).then(|| Memory {
            out: out.to_owned(),
            id: id.to_owned(),
            notes,
        })
    }

    fn set(&self) -> PathBuf {
        self.out.join(&self.id)
    }

    /// The set as it stands, when it is the one that would be made.
    pub fn unchanged(&self, fingerprint: &Fingerprint) -> Option<Published> {
        if self.notes.inputs != fingerprint.whole() {
            return None;
        }
        match publish::intact(&self.set(), &self.notes.files) {
            Intact::No => return None,
            Intact::Untouched => {}
            Intact::Restored => self.seal_again(),
        }
        let files = self.notes.files.iter().map(Seal::recorded);
        Some(Published {
            folder: self.set(),
            files: files.collect(),
        })
    }

    /// What the rules found when the set was made; with the texts that the findings are placed in. `None` when a text is
    /// not there any more.
    pub fn findings(&self, opened: &Opened, choices: &Choices) -> Option<Vec<Fault>> {
        let mut archived = None;
        let (lookup, data) = match opened.source() {
            Source::Folder(folder) => (
                Lookup::new(Some(folder), choices.templates.as_deref()),
                folder.join(&self.notes.data),
            ),
            Source::Data(file) => (Lookup::new(None, choices.templates.as_deref()), file.clone()),
            Source::Archive(_) => {
                let archive = opened.archived()?;
                let inside = format!("{OWN_FOLDER}{}", self.notes.data);
                let path = Path::new(&archive.name).join(&inside);
                archived = Some((archive.files.clone(), inside));
                (Lookup::in_archive(&archive.name, archive.files.clone(), true), path)
            }
        };
        let mut texts = Texts {
            lookup,
            archived,
            data,
            known: BTreeMap::new(),
        };
        let findings = self.notes.findings.iter();
        findings.map(|told| told.to_fault(&mut texts)).collect()
    }

    /// The editions that need not be made, by language.
    pub fn kept(&self, fingerprint: &Fingerprint) -> BTreeMap<String, Kept> {
        let mut kept = BTreeMap::new();
        let Ok(text) = fs::read(numbers_file(&self.out, &self.id)) else {
            return kept;
        };
        if sha256_hex(&text) != self.notes.numbers {
            return kept;
        }
        let Ok(mut numbers) = serde_json::from_slice::<Numbers>(&text) else {
            return kept;
        };
        for (tag, notes) in &self.notes.languages {
            if fingerprint.of_language(&notes.folders) != notes.inputs {
                continue;
            }
            let artefacts: Option<Vec<Artefact>> = notes.artefacts.iter().map(|name| self.artefact(name)).collect();
            let ledger = numbers.remove(tag).and_then(printed);
            if let (Some(artefacts), Some(ledger)) = (artefacts, ledger) {
                let edition = Kept {
                    artefacts,
                    ledger,
                    read: notes.read.clone(),
                    folders: notes.folders.clone(),
                };
                kept.insert(tag.clone(), edition);
            }
        }
        kept
    }

    /// A file of the set, when it holds what was written.
    fn artefact(&self, name: &str) -> Option<Artefact> {
        let seal = self.notes.files.iter().find(|seal| seal.name == name)?;
        let bytes = fs::read(self.set().join(name)).ok()?;
        (sha256_hex(&bytes) == seal.sha256).then(|| Artefact {
            name: name.to_owned(),
            bytes,
        })
    }

    /// The files hold what they held, but were copied or restored: the next run need not read them again.
    fn seal_again(&self) {
        let seal = |seal: &Seal| Seal::of(&self.set(), &seal.name, &seal.sha256);
        if let Ok(files) = self.notes.files.iter().map(seal).collect() {
            let notes = Notes {
                files,
                ..self.notes.clone()
            };
            // What cannot be written down is looked at again next time.
            let _ = write(&notes_file(&self.out, &self.id), &json(&notes));
        }
    }
}

/// Writes down what a set was made from. What cannot be written down is made again next time; that is no fault.
pub(super) fn remember(out: &Path, made: &Made, findings: &[Fault], written: &[Recorded], fingerprint: &Fingerprint) {
    let id = &made.project.report.id;
    let numbers = json(&numbers_of(&made.editions));
    let Some(notes) = notes(
        &out.join(id),
        made,
        findings,
        written,
        fingerprint,
        sha256_hex(&numbers),
    ) else {
        let _ = fs::remove_file(notes_file(out, id));
        return;
    };
    let _ = fs::create_dir_all(out.join(FOLDER))
        .and_then(|()| write(&numbers_file(out, id), &numbers))
        .and_then(|()| write(&notes_file(out, id), &json(&notes)));
}

fn notes(
    set: &Path,
    made: &Made,
    findings: &[Fault],
    written: &[Recorded],
    fingerprint: &Fingerprint,
    numbers: String,
) -> Option<Notes> {
    let seal = |file: &Recorded| Seal::of(set, &file.name, &file.sha256).ok();
    Some(Notes {
        format: FORMAT.to_owned(),
        inputs: fingerprint.whole(),
        languages: made
            .editions
            .iter()
            .map(|edition| {
                let notes = LanguageNotes {
                    inputs: fingerprint.of_language(&edition.folders),
                    folders: edition.folders.clone(),
                    read: edition.read.clone(),
                    artefacts: edition.names.clone(),
                };
                (edition.tag().to_owned(), notes)
            })
            .collect(),
        files: written.iter().map(seal).collect::<Option<_>>()?,
        findings: findings
            .iter()
            .map(|fault| Told::of(fault, made))
            .collect::<Option<_>>()?,
        numbers,
        data: made.project.report.data.clone(),
    })
}

/// Takes over what was remembered in the output folders of shards, so that a later build into `out` finds it.
pub fn adopt(shards: &[PathBuf], out: &Path) {
    let memories = shards.iter().filter_map(|shard| fs::read_dir(shard.join(FOLDER)).ok());
    for entry in memories.flatten().flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        // What cannot be taken over is made again.
        let _ = fs::create_dir_all(out.join(FOLDER))
            .and_then(|()| fs::read(entry.path()))
            .and_then(|bytes| write(&out.join(FOLDER).join(name), &bytes));
    }
}

/// Removes what killed runs left unfinished.
pub(super) fn remove_leftovers(out: &Path) {
    let Ok(entries) = fs::read_dir(out.join(FOLDER)) else {
        return;
    };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            // Somebody else may be writing it at this moment: then they forget, and the report is made again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn numbers_of(editions: &[MadeEdition]) -> Numbers {
    let of = |edition: &MadeEdition| {
        let numbers = edition.ledger.iter().map(|printed| {
            let exact = printed.exact.as_ref().map(Exact::to_string);
            (printed.text.clone(), printed.path.clone(), exact)
        });
        (edition.tag().to_owned(), numbers.collect())
    };
    editions.iter().map(of).collect()
}

fn printed(numbers: Vec<(String, String, Option<String>)>) -> Option<Vec<Printed>> {
    let each = numbers.into_iter().map(|(text, path, exact)| {
        let exact = match exact {
            Some(fraction) => Some(Exact::from_fraction(&fraction)?),
            None => None,
        };
        Some(Printed { text, path, exact })
    });
    each.collect()
}

impl Told {
    /// `None` for what no rule says, or says of a text that is no input.
    fn of(fault: &Fault, made: &Made) -> Option<Told> {
        let rule = fault.code.strip_prefix("check::")?;
        Rule::code_of(rule)?;
        let place = fault.place.as_ref().map(|place| {
            let (input, by_path) = input(&place.source.name, made);
            ToldPlace {
                input,
                by_path,
                start: place.span.start,
                end: place.span.end,
            }
        });
        Some(Told {
            rule: rule.to_owned(),
            severity: match fault.severity {
                Severity::Error => return None,
                Severity::Warning => "warning".to_owned(),
                Severity::Note => "note".to_owned(),
            },
            message: fault.message.clone(),
            place,
            file: fault.file.clone(),
            path: fault.path.clone(),
            language: fault.language.clone(),
            found: fault.found.clone(),
            expected: fault.expected.clone(),
            hint: fault.hint.clone(),
        })
    }

    fn to_fault(&self, texts: &mut Texts) -> Option<Fault> {
        let severity = match self.severity.as_str() {
            "warning" => Severity::Warning,
            "note" => Severity::Note,
            _ => return None,
        };
        let mut fault = Fault::error(Class::Finding, Rule::code_of(&self.rule)?, self.message.clone());
        fault.severity = severity;
        if let Some(place) = &self.place {
            fault = fault.at(&texts.of(place)?, place.start..place.end);
        }
        fault.file.clone_from(&self.file);
        fault.path.clone_from(&self.path);
        fault.language.clone_from(&self.language);
        fault.found.clone_from(&self.found);
        fault.expected.clone_from(&self.expected);
        fault.hint.clone_from(&self.hint);
        Some(fault)
    }
}

/// The input that messages call so, as the manifest calls it, and whether messages use its path; `None` is the data file.
fn input(name: &str, made: &Made) -> (Option<String>, bool) {
    if name == made.project.data_path().display().to_string() {
        return (None, true);
    }
    let path = Path::new(name);
    let below = |folder: Option<&Path>| Some(path.strip_prefix(folder?).ok()?.display().to_string());
    let own = below(made.project.folder());
    let input = own.or_else(|| below(made.project.templates()).map(|name| format!("templates/{name}")));
    let by_path = input.is_some();
    (Some(input.unwrap_or_else(|| name.to_owned())), by_path)
}

/// The texts that findings are placed in.
struct Texts {
    lookup: Lookup,
    /// The files of an archive that is read as it is, and the name of the data file among them.
    archived: Option<(Arc<Files>, String)>,
    data: PathBuf,
    /// By the name of the input; the data file has none.
    known: BTreeMap<Option<String>, SourceText>,
}

impl Texts {
    fn of(&mut self, place: &ToldPlace) -> Option<SourceText> {
        if !self.known.contains_key(&place.input) {
            let text = match &place.input {
                Some(name) => self.lookup.recall(name).ok()??,
                None => {
                    let bytes = match &self.archived {
                        Some((files, inside)) => files.get(inside)?.clone(),
                        None => fs::read(&self.data).ok()?,
                    };
                    SourceText::new(
                        self.data.display().to_string(),
                        String::from_utf8_lossy(&bytes).as_ref(),
                    )
                }
            };
            self.known.insert(place.input.clone(), text);
        }
        let mut text = self.known.get(&place.input)?.clone();
        if let (Some(name), false) = (&place.input, place.by_path) {
            text.name.clone_from(name);
        }
        Some(text)
    }
}

fn notes_file(out: &Path, id: &str) -> PathBuf {
    out.join(FOLDER).join(format!("{id}.json"))
}

fn numbers_file(out: &Path, id: &str) -> PathBuf {
    out.join(FOLDER).join(format!("{id}.numbers"))
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("texts, numbers and maps by text are always JSON")
}

/// Replaces a file in one step. It is not synced: what a crash of the machine spoils does not fit any more.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}
