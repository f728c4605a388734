//! `benchfolio check`: findings for people, programs and code hosts.

use super::arguments::{Check, CheckFormat, MessageFormat};
use super::messages::{Printer, print};
use super::selection;
use crate::check::{annotations, sarif};
use crate::diagnostic::{Fault, Faults, Severity};
use crate::pipeline::{self, Checked, Observer, Source, TraceFormat};
use crate::publish::Published;
use rayon::prelude::*;
use std::time::Duration;

/// Nothing is shown while rules look.
struct Silent;

impl Observer for Silent {
    fn expected(&self, _report: &str, _artefacts: usize) {}
    fn made(&self, _report: &str, _artefact: &str) {}
    fn published(&self, _report: &str, _published: &Published, _elapsed: Duration) {}
    fn failed(&self, _report: &str, _faults: &Faults) {}
    fn stopped(&self) -> bool {
        false
    }
}

/// Runs the command and returns the exit code.
pub fn run(arguments: &Check) -> u8 {
    let printer = Printer::new(match arguments.format {
        Some(CheckFormat::Json) => Some(MessageFormat::Json),
        Some(_) => Some(MessageFormat::Text),
        None => None,
    });
    let sources = match selection::sources(&arguments.selection) {
        Ok(sources) => sources,
        Err(faults) => {
            faults.iter().for_each(|fault| printer.fault(fault, None));
            return faults.exit_code();
        }
    };
    let looked = look(arguments, &sources);
    let result = if arguments.trace {
        let mut failed = Vec::new();
        let mut text = String::new();
        for (_, result) in &looked {
            match result {
                Ok(checked) => text.push_str(&checked.trace),
                Err(faults) => failed.extend(faults.iter().cloned()),
            }
        }
        failed.iter().for_each(|fault| printer.fault(fault, None));
        print(&text)
    } else {
        show(arguments, &printer, &sources, &looked)
    };
    if let Err(fault) = result {
        printer.fault(&fault, None);
        return fault.class.exit_code();
    }
    let codes = looked.iter().map(|(_, result)| exit_code(arguments, result));
    codes.max().unwrap_or(0).max(printer.exit_code())
}

type Looked = Vec<(String, Result<Checked, Faults>)>;

fn look(arguments: &Check, sources: &[Source]) -> Looked {
    let choices = selection::choices(&arguments.selection);
    let out = &arguments.selection.out;
    let trace = arguments.trace.then_some(match arguments.format {
        Some(CheckFormat::Json) => TraceFormat::Json,
        _ => TraceFormat::Text,
    });
    sources
        .par_iter()
        .map(|source| {
            let checked = pipeline::check_one(source, &choices, out, trace, &Silent);
            (source.name(), checked)
        })
        .collect()
}

fn show(arguments: &Check, printer: &Printer, sources: &[Source], looked: &Looked) -> Result<(), Fault> {
    let all: Vec<(&str, &Fault)> = looked
        .iter()
        .flat_map(|(name, result)| {
            let faults: Vec<&Fault> = match result {
                Ok(checked) => checked.findings.iter().collect(),
                Err(faults) => faults.iter().collect(),
            };
            faults.into_iter().map(move |fault| (name.as_str(), fault))
        })
        .collect();
    let faults = || -> Vec<Fault> { all.iter().map(|(_, fault)| (*fault).clone()).collect() };
    match arguments.format {
        Some(CheckFormat::Sarif) => print(&sarif::log(&faults())),
        Some(CheckFormat::Github) => print(&annotations::commands(&faults())),
        format => {
            all.iter().for_each(|(name, fault)| printer.fault(fault, Some(name)));
            if format != Some(CheckFormat::Json) {
                let count = |severity| all.iter().filter(|(_, fault)| fault.severity == severity).count();
                printer.say(&format!(
                    "{} looked at: {}, {}, {}",
                    counted(sources.len(), "report", "reports"),
                    counted(count(Severity::Error), "error", "errors"),
                    counted(count(Severity::Warning), "warning", "warnings"),
                    counted(count(Severity::Note), "note", "notes"),
                ));
            }
            Ok(())
        }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn exit_code(arguments: &Check, result: &Result<Checked, Faults>) -> u8 {
    match result {
        Err(faults) => faults.exit_code(),
        Ok(checked) => {
            let denied = |fault: &&Fault| match fault.severity {
                Severity::Error => true,
                Severity::Warning => arguments.deny.is_some(),
                Severity::Note => false,
            };
            let codes = checked
                .findings
                .iter()
                .filter(denied)
                .map(|fault| fault.class.exit_code());
            codes.max().unwrap_or(0)
        }
    }
}
