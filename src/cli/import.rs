//! `benchfolio import`.

use super::arguments::Import;
use super::files;
use super::messages::{Printer, print};
use crate::dataset::import::{self, InputFile, Options, Tool};
use crate::diagnostic::{Fault, Faults};
use std::path::Path;

pub fn run(arguments: &Import, printer: &Printer) -> Result<(), Faults> {
    let (tool, names) = tool_and_files(&arguments.tool_and_files)?;
    let mut inputs = Vec::new();
    let mut faults: Vec<Fault> = Vec::new();
    for name in names {
        match files::read(Path::new(name)) {
            Ok(bytes) => {
                let shown = if name == "-" { files::STANDARD_INPUT } else { name };
                inputs.push(InputFile::new(shown, bytes));
            }
            Err(fault) => faults.push(fault),
        }
    }
    Faults::check(faults)?;
    let options = Options {
        variants: arguments.variants.clone(),
        variants_from: arguments.variants_from.clone(),
        better: arguments.better.clone(),
        id: arguments.id.clone(),
    };
    let imported = import::import(tool, &inputs, &options)?;
    imported.notes.iter().for_each(|note| printer.fault(note, None));
    let text = imported.dataset.to_json();
    match &arguments.output {
        Some(path) => files::write(path, &text)?,
        None => print(&text)?,
    }
    Ok(())
}

/// The first word is the tool, unless it is no tool's name and a file is called so.
fn tool_and_files(words: &[String]) -> Result<(Option<Tool>, &[String]), Fault> {
    let (first, rest) = words.split_first().expect("clap asks for at least one");
    match Tool::from_name(first) {
        Ok(tool) => Ok((Some(tool), rest)),
        Err(_) if first == "-" || Path::new(first).exists() => Ok((None, words)),
        Err(unknown) => Err(unknown),
    }
}
