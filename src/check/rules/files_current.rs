//! The files in the output folder are those that the report makes now.

use crate::check::extract::{self, Piece, Role};
use crate::check::{Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::render::Artefact;

rule! {
    "files-current", Error, Look::Files(look),
    why: "A file that was made from older data or touched afterwards says something else than the others.",
    source: "phoronix-test-suite issue 826 (a chart in the HTML and not in the PDF); reproducible-builds.org",
    hint: "build the report again",
    passes: "an output folder that `build` would write again, byte for byte",
    fails: "a PDF of yesterday; a digit changed in the page by hand",
}

fn look(rule: &Rule, made: &[Artefact], published: &[Artefact]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for artefact in made {
        match published.iter().find(|other| other.name == artefact.name) {
            None => faults.push(rule.fault("a file of the report is missing").file(&artefact.name)),
            Some(other) if other.bytes != artefact.bytes => faults.push(different(rule, artefact, other)),
            Some(_) => {}
        }
    }
    let unknown = published
        .iter()
        .filter(|file| !made.iter().any(|artefact| artefact.name == file.name));
    faults.extend(unknown.map(|file| rule.fault("the report makes no such file").file(&file.name)));
    faults
}

/// What a reader would see of the difference; else where the bytes differ.
fn different(rule: &Rule, made: &Artefact, published: &Artefact) -> Fault {
    let fault = rule.fault("the file is not what the report makes").file(&made.name);
    let read = |artefact: &Artefact| extract::pieces(&artefact.name, &artefact.bytes);
    let pieces = match (read(made), read(published)) {
        (Ok(made), Ok(published)) => Some((words(&made), words(&published))),
        _ => None,
    };
    if let Some((made, published)) = pieces {
        let at = made.iter().zip(&published).position(|(a, b)| a != b);
        let at = at.or((made.len() != published.len()).then_some(made.len().min(published.len())));
        if let Some(at) = at {
            let near = |words: &[String]| {
                let end = words.len().min(at + 5);
                format!("“{}”", words[at.saturating_sub(3).min(end)..end].join(" "))
            };
            return fault.found(near(&published)).expected(near(&made));
        }
    }
    let same = made
        .bytes
        .iter()
        .zip(&published.bytes)
        .take_while(|(a, b)| a == b)
        .count();
    fault.found(format!("another byte at {same}"))
}

fn words(pieces: &[Piece]) -> Vec<String> {
    let read = pieces.iter().filter(|piece| piece.role != Role::Axis);
    read.flat_map(|piece| piece.text.split_whitespace())
        .map(str::to_owned)
        .collect()
}
