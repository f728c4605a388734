//! What a report is made from, as digests: every file that it could read, the program itself, and the choices of the run.
//!
//! A file that is looked for and not there counts by its absence: every file of the report folder and of `--templates` is
//! in the fingerprint, so one that appears changes it. Hidden files are none of a report's.

use super::make::{Choices, Source};
use crate::locale::Script;
use crate::publish::{sha256_hex, sha256_of};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

/// A digest of the sources, fonts, templates and crates of this program; see `build.rs`.
const BUILD: &str = env!("BENCHFOLIO_BUILD");

/// No report folder is deeper; a link to a folder above would be without end.
const DEEPEST: usize = 16;

/// Digests of files by name.
pub(super) type Files = BTreeMap<String, String>;

/// What a report is made from at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fingerprint {
    /// As the manifest calls them: `report.toml`, `pl/article.md`, `templates/pl/terms.toml`.
    files: Files,
    /// What else changes artefacts.
    choices: String,
    /// What changes only what is told and recorded about them.
    allowances: String,
}

impl Fingerprint {
    /// The fingerprint of a source. `None` when something cannot be read: then the report has to be made, and the fault
    /// told. `templates` are the files of [`templates`].
    pub fn of(source: &Source, choices: &Choices, templates: Option<&Files>) -> Option<Fingerprint> {
        let mut files = templates?.clone();
        let kind = match source {
            Source::Folder(folder) => {
                collect(folder, "", DEEPEST, &mut files)?;
                "folder".to_owned()
            }
            Source::Data(file) => {
                files.insert("data".into(), digest(file)?);
                // The manifest calls the data by the name of their file.
                format!("data file {:?}", file.file_name()?)
            }
            // Another packed report is unpacked before.
            Source::Archive(file) => {
                files.insert("archive".into(), digest(file)?);
                "graphics archive".to_owned()
            }
        };
        Some(Fingerprint {
            files,
            choices: json!([kind, of_choices(choices)]).to_string(),
            allowances: allowances(choices),
        })
    }

    /// The digest of everything.
    pub fn whole(&self) -> String {
        self.digest(true, |_| true)
    }

    /// The digest of everything that an edition could depend on which looked for words in these folders of languages.
    pub fn of_language(&self, folders: &BTreeSet<String>) -> String {
        self.digest(false, |name| language(name).is_none_or(|tag| folders.contains(tag)))
    }

    fn digest(&self, with_allowances: bool, counts: impl Fn(&str) -> bool) -> String {
        let files: BTreeMap<&str, &str> = self
            .files
            .iter()
            .filter(|(name, _)| counts(name))
            .map(|(name, digest)| (name.as_str(), digest.as_str()))
            .collect();
        let allowances = if with_allowances { self.allowances.as_str() } else { "" };
        sha256_hex(json!([self.choices, allowances, files]).to_string().as_bytes())
    }
}

/// What is made of every report, and by which program; where the templates lie does not matter.
pub(super) fn of_choices(choices: &Choices) -> String {
    let forms: Vec<&str> = choices.forms().into_iter().map(|form| form.id()).collect();
    json!([BUILD, forms, choices.languages, choices.source_date_epoch]).to_string()
}

fn allowances(choices: &Choices) -> String {
    let each = choices.allowances.iter();
    let each: Vec<[&str; 2]> = each
        .map(|allowance| [allowance.rule.id, allowance.reason.as_str()])
        .collect();
    json!(each).to_string()
}

/// The files of `--templates`, once for all reports of a run: none without such a folder.
pub(super) fn templates(choices: &Choices) -> Option<Files> {
    let mut files = Files::new();
    if let Some(folder) = &choices.templates {
        collect(folder, "templates/", DEEPEST, &mut files)?;
    }
    Some(files)
}

/// The language in whose folder a file lies.
fn language(name: &str) -> Option<&str> {
    let inner = name.strip_prefix("templates/").unwrap_or(name);
    let (folder, _) = inner.split_once('/')?;
    Script::of(folder).map(|script| script.tag)
}

fn collect(folder: &Path, prefix: &str, depth: usize, files: &mut Files) -> Option<()> {
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let file_name = entry.file_name();
        let name = file_name.to_str()?;
        if name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        let (path, name) = (entry.path(), format!("{prefix}{name}"));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), depth.checked_sub(1)?, files)?;
        } else {
            files.insert(name, digest(&path)?);
        }
    }
    Some(())
}

/// The digest of a regular file.
fn digest(path: &Path) -> Option<String> {
    // Asked before it is opened: to open a pipe waits for somebody who writes.
    let is_file = path.metadata().ok()?.is_file();
    is_file.then(|| File::open(path).and_then(sha256_of).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for tag in ["en", "pl"] {
            fs::create_dir(folder.path().join(tag)).unwrap();
            fs::write(folder.path().join(tag).join("article.md"), tag).unwrap();
        }
        fs::write(folder.path().join("report.toml"), "id = \"r\"").unwrap();
        folder
    }

    fn look(folder: &Path, choices: &Choices) -> Fingerprint {
        let source = Source::Folder(PathBuf::from(folder));
        Fingerprint::of(&source, choices, templates(choices).as_ref()).unwrap()
    }

    fn english(fingerprint: &Fingerprint) -> String {
        fingerprint.of_language(&BTreeSet::from(["en".to_owned()]))
    }

    #[test]
    fn words_of_one_language_are_none_of_another() {
        let folder = folder();
        let before = look(folder.path(), &Choices::default());
        fs::write(folder.path().join("pl/article.md"), "changed").unwrap();
        let after = look(folder.path(), &Choices::default());
        assert_ne!(before.whole(), after.whole());
        assert_eq!(english(&before), english(&after));
        let both = BTreeSet::from(["en".to_owned(), "pl".to_owned()]);
        assert_ne!(before.of_language(&both), after.of_language(&both));
    }

    #[test]
    fn files_outside_of_languages_and_choices_count_for_all() {
        let folder = folder();
        let before = look(folder.path(), &Choices::default());
        let mut others = Vec::new();
        others.push(look(
            folder.path(),
            &Choices {
                source_date_epoch: Some("1".into()),
                ..Choices::default()
            },
        ));
        // One that was looked for and not there.
        fs::write(folder.path().join("article.html"), "").unwrap();
        others.push(look(folder.path(), &Choices::default()));
        fs::write(folder.path().join("report.toml"), "id = \"s\"").unwrap();
        others.push(look(folder.path(), &Choices::default()));
        for other in others {
            assert_ne!(english(&before), english(&other));
        }
    }

    #[test]
    fn hidden_files_are_none_of_ours() {
        let folder = folder();
        let before = look(folder.path(), &Choices::default());
        fs::write(folder.path().join("pl/.article.md.swp"), "").unwrap();
        fs::write(folder.path().join("pl/article.md~"), "").unwrap();
        assert_eq!(before, look(folder.path(), &Choices::default()));
    }
}
