//! What the options that commands share mean: which reports, in which languages, read with which templates.

use super::arguments::Selection;
use crate::diagnostic::{Class, Fault, Faults};
use crate::locale::{SCRIPTS, Script};
use crate::pipeline::{self, Choices, Source};
use crate::translation::WordSet;
use std::path::{Path, PathBuf};

/// The reports that are meant; and what they are to be read with is there.
///
/// # Errors
/// The folder of templates is missing, or there is no report.
pub fn sources(selection: &Selection) -> Result<Vec<Source>, Faults> {
    if let Some(folder) = &selection.templates {
        is_there(folder)?;
    }
    if let Some(data) = &selection.data {
        return Ok(vec![Source::Data(data.clone())]);
    }
    folders(&selection.reports)
}

/// The folders that were named; without any, every folder under `reports/`.
fn folders(named: &[PathBuf]) -> Result<Vec<Source>, Faults> {
    if named.is_empty() {
        return pipeline::reports_below(Path::new("reports"));
    }
    let mut reports = named.to_vec();
    reports.sort();
    reports.dedup();
    Ok(reports.into_iter().map(pipeline::report_at).collect())
}

fn is_there(templates: &Path) -> Result<(), Fault> {
    if templates.is_dir() {
        return Ok(());
    }
    Err(
        Fault::error(Class::Usage, "cli::templates", "there is no such folder of templates")
            .file(templates.display().to_string()),
    )
}

/// The words that are meant: those of a folder of standard ones, or the own words of reports.
///
/// # Errors
/// What was named is missing, or a report cannot be read.
pub fn word_sets(reports: &[PathBuf], templates: Option<&Path>) -> Result<Vec<WordSet>, Faults> {
    if let Some(folder) = templates {
        is_there(folder)?;
        return Ok(vec![WordSet::standard(folder)]);
    }
    let mut sets = Vec::new();
    let mut faults = Vec::new();
    for source in folders(reports)? {
        let words = match &source {
            Source::Folder(folder) | Source::Data(folder) => WordSet::of_report(folder),
            Source::Archive(file) => Err(packed(file).into()),
        };
        match words {
            Ok(set) => sets.push(set),
            Err(told) => faults.extend(told.into_vec()),
        }
    }
    Faults::check(faults)?;
    Ok(sets)
}

/// Translations are worked on in folders.
fn packed(archive: &Path) -> Fault {
    Fault::error(
        Class::Usage,
        "cli::packed",
        "the words of a packed report cannot be worked on",
    )
    .file(archive.display().to_string())
    .hint("unpack the archive and name the folder of the report")
}

/// What of the reports is made; all forms.
pub fn choices(selection: &Selection) -> Choices {
    Choices {
        languages: selection.lang.clone(),
        templates: selection.templates.clone(),
        source_date_epoch: std::env::var("SOURCE_DATE_EPOCH").ok(),
        allowances: selection.allow.clone(),
        ..Choices::default()
    }
}

/// There are no standard words in a language that was asked for.
pub fn no_words(tag: &str, known: &[&str]) -> Fault {
    let message = match Script::of(tag) {
        Some(_) => "there are no standard words in this language",
        None => "no such language is known",
    };
    let fault = Fault::error(Class::Usage, "cli::language", message)
        .found(format!("`{tag}`"))
        .expected(format!("one of {}", known.join(", ")));
    match Script::of(tag).or_else(|| Script::meant(tag)) {
        Some(meant) if known.contains(&meant.tag) => fault.hint(format!("did you mean `{}`?", meant.tag)),
        Some(meant) => fault.hint(format!(
            "`benchfolio new --lang {}` starts a folder of them; see docs/languages.md",
            meant.tag
        )),
        None => fault,
    }
}

/// The row of a language; words in it need not be there.
///
/// # Errors
/// There is no such row.
pub fn language(tag: &str) -> Result<&'static Script, Fault> {
    Script::of(tag).ok_or_else(|| {
        let known: Vec<&str> = SCRIPTS.iter().map(|script| script.tag).collect();
        let fault = Fault::error(Class::Usage, "cli::language", "no such language is known")
            .found(format!("`{tag}`"))
            .expected(format!("one of {}", known.join(", ")));
        match Script::meant(tag) {
            Some(meant) => fault.hint(format!("did you mean `{}`?", meant.tag)),
            None => fault,
        }
    })
}
