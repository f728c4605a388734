//! `benchfolio new`: a report folder that builds at once, to put words into.

use super::arguments::New;
use super::files;
use crate::dataset::Dataset;
use crate::diagnostic::{Class, Fault, Faults};
use crate::locale::Script;
use crate::project::built_in_languages;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes `reports/<name>/` and returns its path.
pub fn run(arguments: &New) -> Result<PathBuf, Faults> {
    let mut faults = Vec::new();
    let folder = Path::new("reports").join(&arguments.name);
    if let Err(fault) = check_name(&arguments.name, &folder) {
        faults.push(fault);
    }
    faults.extend(arguments.lang.iter().filter_map(|tag| check_language(tag).err()));
    Faults::check(faults)?;
    let data = files::read_data(&arguments.data)?;
    let dataset = Dataset::read_bytes(&arguments.data.display().to_string(), data.clone())?;
    let report = report_toml(&arguments.name, &arguments.lang, &dataset);
    put(&folder, &[("report.toml", report.as_bytes()), ("data.json", &data)]).map_err(|e| {
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

fn check_language(tag: &str) -> Result<(), Fault> {
    let known = built_in_languages();
    let message = match Script::of(tag) {
        Some(script) if known.contains(&script.tag) => return Ok(()),
        Some(_) => "there are no standard words in this language",
        None => "no such language is known",
    };
    Err(Fault::error(Class::Usage, "cli::language", message)
        .found(format!("`{tag}`"))
        .expected(format!("one of {}", known.join(", "))))
}

fn report_toml(name: &str, languages: &[String], dataset: &Dataset) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let languages: Vec<String> = languages.iter().map(|tag| quoted(tag)).collect();
    let variant = |at: usize| dataset.variants.get(at).map_or_else(|| quoted(""), |v| quoted(&v.id));
    format!(
        "# Words of your own go into a folder for each language (article.md, infographic.toml, linkedin.txt);\n\
         # what is not there comes from the standard words.\n\
         id = {}\n\
         data = \"data.json\"\n\
         languages = [{}]  # the first one is the reference\n\
         # authors = [\"\"]\n\
         # date = \"2026-01-31\"\n\
         # url = \"https://example.org/{name}/\"  # where the files will be published\n\
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
fn put(folder: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    let above = folder.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(above)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let staging = above.join(format!(".{name}.new"));
    fs::create_dir(&staging)?;
    let written = files
        .iter()
        .try_for_each(|(name, bytes)| fs::write(staging.join(name), bytes))
        .and_then(|()| fs::rename(&staging, folder));
    if written.is_err() {
        // What could not be made must not stay behind; the error that counts is the first one.
        let _ = fs::remove_dir_all(&staging);
    }
    written
}
