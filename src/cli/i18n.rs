//! `benchfolio i18n`: words on their way to translators and back.

use super::arguments::{ExchangeFormat, Export, I18n, ImportWords};
use super::files;
use super::messages::{Printer, print};
use super::selection::{language, word_sets};
use crate::diagnostic::{Class, Fault, Faults, SourceText};
use crate::locale::Script;
use crate::translation::{self, Imported, WordSet, po, xliff};
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(command: &I18n, printer: &Printer) -> Result<(), Faults> {
    match command {
        I18n::Export(arguments) => export(arguments),
        I18n::Import(arguments) => import(arguments, printer),
    }
}

fn word_set(report: Option<&PathBuf>, templates: Option<&Path>) -> Result<WordSet, Faults> {
    let reports: Vec<PathBuf> = report.cloned().into_iter().collect();
    let mut sets = word_sets(&reports, templates)?;
    Ok(sets.remove(0))
}

/// The language, when the set may have it.
fn translated(set: &WordSet, tag: &str) -> Result<&'static Script, Faults> {
    let script = language(tag)?;
    let fault = Fault::error(
        Class::Usage,
        "cli::language",
        "nothing is translated into this language here",
    )
    .file(set.folder.display().to_string())
    .found(format!("`{tag}`"));
    if script == set.reference {
        return Err(fault.hint("this is the language that is translated from").into());
    }
    if !set.is_standard && !set.languages.contains(&script) {
        return Err(fault
            .hint(format!("add \"{tag}\" to `languages` in report.toml"))
            .into());
    }
    Ok(script)
}

fn export(arguments: &Export) -> Result<(), Faults> {
    let set = word_set(arguments.report.as_ref(), arguments.templates.as_deref())?;
    let script = translated(&set, &arguments.lang)?;
    let catalogue = translation::catalogue(&set, script)?;
    let text = match arguments.format {
        ExchangeFormat::Po => po::write(&catalogue),
        ExchangeFormat::Xliff => xliff::write(&catalogue),
    };
    match &arguments.output {
        Some(path) => files::write(path, &text)?,
        None => print(&text)?,
    }
    Ok(())
}

fn import(arguments: &ImportWords, printer: &Printer) -> Result<(), Faults> {
    let set = word_set(arguments.report.as_ref(), arguments.templates.as_deref())?;
    let name = arguments.file.display().to_string();
    let bytes = files::read(&arguments.file)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        Fault::input("cli::no-utf8", "this file is no UTF-8")
            .file(&name)
            .found(format!("a wrong byte at offset {}", error.utf8_error().valid_up_to()))
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let source = SourceText::new(name, text);
    let read = match text.trim_start().starts_with('<') {
        true => xliff::read(&source)?,
        false => po::read(&source)?,
    };
    let catalogue = &read.catalogue;
    let script = translated(&set, &catalogue.language)?;
    if catalogue.reference != set.reference.tag {
        return Err(
            Fault::input("translation::reference", "this was translated from another language")
                .file(&source.name)
                .found(format!("`{}`", catalogue.reference))
                .expected(format!("`{}`", set.reference.tag))
                .into(),
        );
    }
    let imported = translation::import(&set, script, &read)?;
    imported.notes.iter().for_each(|note| printer.fault(note, None));
    write(&imported)?;
    printer.say(&format!(
        "{}: {} changed, {} confirmed",
        set.folder.join(script.tag).display(),
        counted(imported.changed),
        counted(imported.confirmed),
    ));
    Ok(())
}

/// Writes the files of words, then the state that speaks of them.
pub fn write(imported: &Imported) -> Result<(), Fault> {
    for (path, text) in &imported.files {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Fault::error(
                    Class::Output,
                    "cli::unwritable",
                    format!("the folder cannot be made: {error}"),
                )
                .file(folder.display().to_string())
            })?;
        }
        files::write(path, text)?;
    }
    Ok(())
}

pub fn counted(paragraphs: usize) -> String {
    format!(
        "{paragraphs} {}",
        if paragraphs == 1 { "paragraph" } else { "paragraphs" }
    )
}
