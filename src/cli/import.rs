//! `benchfolio import`.

use super::arguments::Import;
use super::files;
use super::messages::{Printer, print};
use crate::dataset::import::{self, InputFile, Options, Tool};
use crate::diagnostic::{Fault, Faults, SourceText};
use std::path::Path;

pub fn run(arguments: &Import, printer: &Printer) -> Result<(), Faults> {
    let (tool, names) = tool_and_files(&arguments.tool_and_files)?;
    let mut inputs = Vec::new();
    let mut faults: Vec<Fault> = Vec::new();
    for name in names {
        let below = match Path::new(name).is_dir() {
            true => files_below(tool, name),
            false => Ok(vec![name.clone()]),
        };
        match below {
            Ok(names) => names.iter().for_each(|name| match files::read(Path::new(name)) {
                Ok(bytes) => {
                    let shown = if name == "-" { files::STANDARD_INPUT } else { name };
                    inputs.push(InputFile::new(shown, bytes));
                }
                Err(fault) => faults.push(fault),
            }),
            Err(fault) => faults.push(fault),
        }
    }
    Faults::check(faults)?;
    let options = Options {
        variants: arguments.variants.clone(),
        cases: arguments.cases.clone(),
        only: arguments.only.clone(),
        variants_from: arguments.variants_from.clone(),
        better: arguments.better.clone(),
        id: arguments.id.clone(),
    };
    let imported = import::import(tool, &inputs, &options)?;
    imported.notes.iter().for_each(|note| printer.fault(note, None));
    let dataset = match &arguments.with {
        Some(path) => import::complete(&imported.dataset, &text_of(path)?)?,
        None => imported.dataset,
    };
    let text = dataset.to_json();
    match &arguments.output {
        Some(path) => files::write(path, &text)?,
        None => print(&text)?,
    }
    Ok(())
}

fn text_of(path: &Path) -> Result<SourceText, Fault> {
    let name = path.display().to_string();
    let text = String::from_utf8(files::read(path)?)
        .map_err(|_| Fault::input("dataset::encoding", "the file is not UTF-8").file(&name))?;
    Ok(SourceText::new(name, text))
}

/// The first word is the tool, unless it is no tool's name and a file is called so, or could be: no tool has a dot or
/// a slash in its name.
fn tool_and_files(words: &[String]) -> Result<(Option<Tool>, &[String]), Fault> {
    let (first, rest) = words.split_first().expect("clap asks for at least one");
    match Tool::from_name(first) {
        Ok(tool) => Ok((Some(tool), rest)),
        Err(_) if first == "-" || first.contains(['.', '/', '\\']) || Path::new(first).exists() => Ok((None, words)),
        Err(unknown) => Err(unknown),
    }
}

/// The files of results in a folder and below, in the order of their names. Only Criterion leaves them in folders.
fn files_below(tool: Option<Tool>, folder: &str) -> Result<Vec<String>, Fault> {
    let tool = tool.unwrap_or(Tool::Criterion);
    let unreadable = |error: std::io::Error| {
        Fault::input("cli::unreadable", format!("the folder cannot be read: {error}")).file(folder)
    };
    let mut found = Vec::new();
    let mut folders = vec![Path::new(folder).to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            if entry.file_type().map_err(unreadable)?.is_dir() {
                folders.push(entry.path());
            } else if let Some(name) = entry.path().to_str().filter(|name| tool.finds_in_folder(name)) {
                found.push(name.to_owned());
            }
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(Fault::input(
            "cli::no-results",
            "the folder holds no results that could be looked for",
        )
        .file(folder)
        .expected("a folder such as target/criterion")
        .hint(format!("name the files of {} one by one", tool.name())));
    }
    Ok(found)
}
