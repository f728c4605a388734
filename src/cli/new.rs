//! `benchfolio new`: a report folder that builds at once, to put words into; and the words of another language, to
//! translate.

use super::arguments::New;
use super::messages::Printer;
use super::selection::{language, no_words};
use super::{files, i18n};
use crate::dataset::Dataset;
use crate::diagnostic::{Class, Fault, Faults};
use crate::project::standard_languages;
use crate::translation::{self, WordSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An article to put words into. As it is, it says what the standard article says, in any language.
const ARTICLE: &str = "\
{# What stands here begins the article; `standard()` is what the standard article says in this place.

   A heading with an id, such as `## Method {#method}`, begins a section. One with the id of a standard section (result,
   unit, method, environment, limits, recompute, source, downloads) replaces it, any other is added where it stands.
   Numbers come from the data, through a filter: {{ headline.change | percent(sign=true) }} #}
{{ standard() }}
";

/// Makes `reports/<name>/`, or the words of other languages.
pub fn run(arguments: &New, printer: &Printer) -> Result<(), Faults> {
    match (&arguments.name, &arguments.data) {
        (Some(name), Some(data)) => {
            let folder = report(name, data, arguments)?;
            let folder = folder.display();
            printer.say(&format!("{folder}: made; build it with: benchfolio build {folder}"));
            Ok(())
        }
        (Some(name), None) => {
            let folder = Path::new("reports").join(name);
            if !folder.is_dir() {
                return Err(
                    Fault::error(Class::Usage, "cli::no-report", "there is no such report yet")
                        .file(folder.display().to_string())
                        .hint("--data FILE starts a report from a data file")
                        .into(),
                );
            }
            languages(&WordSet::of_report(&folder)?, arguments, printer)
        }
        (None, _) => {
            let folder = arguments.templates.as_deref().unwrap_or(Path::new("templates"));
            languages(&WordSet::standard(folder), arguments, printer)
        }
    }
}

/// Starts the words of each language that was asked for.
fn languages(set: &WordSet, arguments: &New, printer: &Printer) -> Result<(), Faults> {
    let mut faults = Vec::new();
    let mut scripts = Vec::new();
    for tag in &arguments.lang {
        match language(tag) {
            Ok(script) if script == set.reference => faults.push(
                Fault::error(
                    Class::Usage,
                    "cli::language",
                    "this is the language that is translated from",
                )
                .found(format!("`{tag}`")),
            ),
            Ok(script) if !set.is_standard && !set.languages.contains(&script) => faults.push(
                Fault::error(
                    Class::Usage,
                    "cli::language",
                    "the report is not published in this language",
                )
                .file(set.folder.display().to_string())
                .found(format!("`{tag}`"))
                .hint(format!("add \"{tag}\" to `languages` in report.toml")),
            ),
            Ok(script) => scripts.push(script),
            Err(fault) => faults.push(fault),
        }
    }
    Faults::check(faults)?;
    for script in scripts {
        let started = translation::start(set, script)?;
        i18n::write(&started)?;
        let folder = set.folder.join(script.tag);
        let which = match set.is_standard {
            true => format!("--templates {}", set.folder.display()),
            false => set.folder.display().to_string(),
        };
        printer.say(&match started.files.is_empty() {
            true => format!("{}: every file is there already", folder.display()),
            false => format!(
                "{}: {} to translate; see what is missing with: benchfolio status {which}",
                folder.display(),
                i18n::counted(started.changed)
            ),
        });
    }
    Ok(())
}

/// Makes the folder of a report and returns its path.
fn report(name: &str, data: &Path, arguments: &New) -> Result<PathBuf, Faults> {
    let mut faults = Vec::new();
    let tags = match arguments.lang.is_empty() {
        true => vec!["en".to_owned()],
        false => arguments.lang.clone(),
    };
    let folder = Path::new("reports").join(name);
    if let Err(fault) = check_name(name, &folder) {
        faults.push(fault);
    }
    let known = standard_languages(arguments.templates.as_deref());
    let known: Vec<&str> = known.iter().map(|script| script.tag).collect();
    let unknown = tags.iter().filter(|tag| !known.contains(&tag.as_str()));
    faults.extend(unknown.map(|tag| no_words(tag, &known)));
    Faults::check(faults)?;
    let bytes = files::read_data(data)?;
    let dataset = Dataset::read_bytes(&data.display().to_string(), bytes.clone())?;
    let report = report_toml(name, &tags, &dataset);
    let mut files = vec![
        ("report.toml".to_owned(), report.as_bytes()),
        ("data.json".to_owned(), &bytes),
    ];
    files.extend(tags.iter().map(|tag| (format!("{tag}/article.md"), ARTICLE.as_bytes())));
    put(&folder, &files).map_err(|e| {
        Fault::error(
            Class::Output,
            "cli::unwritable",
            format!("the report folder cannot be made: {e}"),
        )
        .file(folder.display().to_string())
    })?;
    Ok(folder)
}

fn check_name(name: &str, folder: &Path) -> Result<(), Fault> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(good) {
        return Err(Fault::error(
            Class::Usage,
            "cli::report-name",
            "the name of a report names folders and files",
        )
        .found(format!("`{name}`"))
        .expected("lower-case letters, digits, `.`, `-` and `_`, not a dot first"));
    }
    if folder.exists() {
        return Err(
            Fault::error(Class::Usage, "cli::report-exists", "there is such a report already")
                .file(folder.display().to_string())
                .hint("choose another name, or edit that report"),
        );
    }
    Ok(())
}

fn report_toml(name: &str, languages: &[String], dataset: &Dataset) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let languages: Vec<String> = languages.iter().map(|tag| quoted(tag)).collect();
    let variant = |at: usize| dataset.variants.get(at).map_or_else(|| quoted(""), |v| quoted(&v.id));
    format!(
        "# Words of your own go into the folder of each language: article.md is there to begin with, infographic.toml,\n\
         # linkedin.txt and terms.toml may be added; what is not there comes from the standard words.\n\
         id = {}\n\
         data = \"data.json\"\n\
         languages = [{}]  # the first one is the reference\n\
         # authors = [\"\"]\n\
         # date = \"2026-01-31\"\n\
         # url = \"https://example.org/{name}/\"  # where the files will be published\n\
         # license = \"CC-BY-4.0\"  # an id of spdx.org/licenses; without it, none is stated\n\
         # theme = \"light\"  # or dark, or leave this out and put colours, fonts and a logo of your own into theme.toml\n\
         intervals = true  # confidence intervals, where the data allow some\n\
         \n\
         # [comparison]\n\
         # baseline = {}\n\
         # candidate = {}\n",
        quoted(name),
        languages.join(", "),
        variant(0),
        variant(1)
    )
}

/// Makes a folder with files in one step.
fn put(folder: &Path, files: &[(String, &[u8])]) -> io::Result<()> {
    let above = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(above)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let staging = above.join(format!(".{name}.new"));
    fs::create_dir(&staging)?;
    let written = files
        .iter()
        .try_for_each(|(name, bytes)| {
            let path = staging.join(name);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, bytes)
        })
        .and_then(|()| fs::rename(&staging, folder));
    if written.is_err() {
        // What could not be made must not stay behind; the error that counts is the first one.
        let _ = fs::remove_dir_all(&staging);
    }
    written
}
