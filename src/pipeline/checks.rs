//! The rules of `check`, over what a run made.

use super::Observer;
use super::defect;
use super::make::{Choices, Editions, Made, Source, make_all};
use super::unpacked::Opened;
use crate::check::allow::{self, Allowance};
use crate::check::{self, Data, Edition, Rule, Sources};
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::project::Report;
use crate::publish::MANIFEST_FILE;
use crate::render::Artefact;
use crate::stats::inference::{self, RowIntervals};
use crate::translation::{self, STATE_FILE, WordSet};
use rayon::prelude::*;
use std::fs;
use std::path::Path;

/// How the list of numbers is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceFormat {
    Text,
    Json,
}

/// What `check` says of a report.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checked {
    /// In the order of the rules; allowed findings are notes.
    pub findings: Vec<Fault>,
    /// Every number of every artefact, when it was asked for.
    pub trace: String,
}

/// Makes a report in memory, looks at it, and at what lies in its folder below `out`.
///
/// # Errors
/// As [`super::make()`]: a report that cannot be made cannot be looked at.
pub fn check_one(
    source: &Source,
    choices: &Choices,
    out: &Path,
    trace: Option<TraceFormat>,
    observer: &dyn Observer,
) -> Result<Checked, Faults> {
    defect::caught(&source.name(), || look_at(source, choices, out, trace, observer))
}

fn look_at(
    source: &Source,
    choices: &Choices,
    out: &Path,
    trace: Option<TraceFormat>,
    observer: &dyn Observer,
) -> Result<Checked, Faults> {
    let (opened, made) = examine(source, choices, observer)?;
    let mut findings = made.findings.clone();
    findings.extend(of_folder(&made, &out.join(&made.project.report.id)));
    let trace = match trace {
        None => String::new(),
        Some(format) => with_editions(&made, &made.artefacts, |_, editions| match format {
            TraceFormat::Text => check::trace::lines(editions),
            TraceFormat::Json => check::trace::json_lines(editions),
        }),
    };
    let verdict = allow::apply(findings, &made.allowances);
    Ok(Checked {
        findings: opened.shown_all(verdict.faults),
        trace,
    })
}

/// Makes a report only to look at it.
fn examine<'a>(source: &'a Source, choices: &Choices, observer: &dyn Observer) -> Result<(Opened<'a>, Made), Faults> {
    let opened = Opened::of(source, choices)?;
    let choices = &opened.choices(choices);
    let made = make_all(&opened, choices, observer, Editions::new(), &source.name());
    match made {
        Ok(made) => Ok((opened, made)),
        Err(faults) => Err(opened.shown_errors(faults)),
    }
}

/// A report whose files can be changed and looked at again, as if the changed ones had been published.
pub struct Examined(Made);

impl Examined {
    /// # Errors
    /// As [`super::make()`].
    pub fn new(source: &Source, choices: &Choices, observer: &dyn Observer) -> Result<Examined, Faults> {
        examine(source, choices, observer).map(|(_, made)| Examined(made))
    }

    /// What the report makes.
    pub fn artefacts(&self) -> &[Artefact] {
        &self.0.artefacts
    }

    /// What the rules over words and artefacts find in other files of the same report.
    pub fn findings(&self, artefacts: &[Artefact]) -> Vec<Fault> {
        with_editions(&self.0, artefacts, |_, editions| check::of_editions(editions))
    }
}

/// What the rules over data, words and artefacts find.
pub(super) fn findings(made: &Made) -> Vec<Fault> {
    with_editions(made, &made.artefacts, |data, editions| {
        let mut faults = check::of_data(data);
        faults.extend(translations(made));
        faults.extend(check::of_editions(editions));
        let words = words(made);
        for fault in &mut faults {
            check::place_in_words(fault, &words);
        }
        faults
    })
}

/// What is wrong with the translations: of the report's own words, and of those of `--templates`.
fn translations(made: &Made) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut languages = Vec::new();
    let report = made.project.folder().map(WordSet::of_report).transpose();
    let sets = match report {
        Ok(report) => report
            .into_iter()
            .chain(made.project.templates().map(WordSet::standard)),
        Err(told) => return told.into_vec(),
    };
    for set in sets {
        for script in set
            .languages
            .iter()
            .filter(|script| made.project.report.languages.contains(script))
        {
            match translation::status(&set, script) {
                Ok(status) => languages.push(status),
                // What else cannot be read is told where it is used.
                Err(told) => faults.extend(
                    told.into_vec()
                        .into_iter()
                        .filter(|fault| fault.file_name().is_some_and(|name| name.ends_with(STATE_FILE))),
                ),
            }
        }
    }
    faults.extend(check::of_words(&languages));
    faults
}

/// The files of words by their paths, as they were read: the report's own before those of `--templates`, and these before
/// what is compiled in.
fn words(made: &Made) -> Vec<SourceText> {
    let below = |folder: Option<&Path>, name: &str| match folder {
        Some(folder) => folder.join(name).display().to_string(),
        None => name.to_owned(),
    };
    let (mut own, mut of_templates, mut built_in) = (Vec::new(), Vec::new(), Vec::new());
    for (name, bytes) in made.project.inputs() {
        // Logos are no words.
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        if name.starts_with("built-in/") {
            built_in.push(SourceText::new(name, text));
        } else if let Some(inner) = name.strip_prefix("templates/") {
            let path = below(made.project.templates(), inner);
            of_templates.push(SourceText::new(path, text));
        } else {
            own.push(SourceText::new(below(made.project.folder(), &name), text));
        }
    }
    own.append(&mut of_templates);
    own.append(&mut built_in);
    own
}

fn with_editions<T>(made: &Made, artefacts: &[Artefact], look: impl FnOnce(&Data, &[Edition]) -> T) -> T {
    let loaded = &made.data;
    let computed: Vec<RowIntervals>;
    let intervals: &[RowIntervals] = if loaded.intervals.is_empty() {
        computed = inference::intervals(&loaded.dataset, &loaded.summary);
        &computed
    } else {
        &loaded.intervals
    };
    let text = String::from_utf8_lossy(&loaded.bytes);
    let source = SourceText::new(made.project.data_path().display().to_string(), text.as_ref());
    let data = Data {
        dataset: &loaded.dataset,
        summary: &loaded.summary,
        intervals,
        source: Some(&source),
    };
    let disclosures: Vec<Option<String>> = made
        .editions
        .iter()
        .map(|edition| edition.engine.disclosure().ok().flatten())
        .collect();
    let is_as_made = std::ptr::eq(artefacts, made.artefacts.as_slice());
    let mut editions: Vec<Edition> = made
        .editions
        .par_iter()
        .zip(&disclosures)
        .map(|(edition, disclosure)| {
            let sources = Sources {
                subject: edition.engine.subject(),
                context: edition.engine.context(),
                ledger: &edition.ledger,
                disclosure: disclosure.as_deref(),
                directions: &edition.directions,
                // What was changed since is read as it is.
                drawn: if is_as_made { &edition.drawn } else { &[] },
                texts: &[],
            };
            Edition::read(sources, data, artefacts)
        })
        .collect();
    let reference = made.project.report.reference.tag;
    editions.sort_by_key(|edition| edition.tag() != reference);
    look(&data, &editions)
}

/// Findings about the files that a build wrote; none when nothing was built yet.
fn of_folder(made: &Made, folder: &Path) -> Vec<Fault> {
    let Ok(manifest) = fs::read_to_string(folder.join(MANIFEST_FILE)) else {
        return Vec::new();
    };
    if !manifest.contains("\"benchfolio-manifest/") {
        let rule = Rule::of("files-current").map(|rule| rule.fault("no build of this report wrote this folder"));
        return rule
            .map(|fault| fault.file(folder.display().to_string()))
            .into_iter()
            .collect();
    }
    // A build of some forms or languages has only those.
    let written = |artefact: &&Artefact| {
        let is_named = manifest.contains(&format!("\"{}\"", artefact.name));
        is_named || folder.join(&artefact.name).exists()
    };
    let expected: Vec<Artefact> = made.artefacts.iter().filter(written).cloned().collect();
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut published: Vec<Artefact> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| {
            Some(Artefact {
                name: entry.file_name().to_str()?.to_owned(),
                bytes: fs::read(entry.path()).ok()?,
            })
        })
        .filter(|file| !matches!(file.name.as_str(), "manifest.json" | "SHA256SUMS") && !file.name.ends_with(".zip"))
        .collect();
    published.sort_by(|a, b| a.name.cmp(&b.name));
    let mut faults = check::of_files(&expected, &published);
    for fault in &mut faults {
        if let Some(file) = &fault.file {
            fault.file = Some(folder.join(file).display().to_string());
        }
    }
    faults
}

/// The allowances of the command line, then those of `report.toml` for other rules.
///
/// # Errors
/// `report.toml` allows a rule that does not exist, or gives no reason.
pub(super) fn allowances(report: &Report, choices: &Choices) -> Result<Vec<Allowance>, Faults> {
    let mut allowances = choices.allowances.clone();
    let mut faults = Vec::new();
    for (rule, reason) in &report.allow {
        match format!("{}={reason}", rule.text).parse::<Allowance>() {
            Ok(allowance) if allowances.iter().any(|given| given.rule.id == allowance.rule.id) => {}
            Ok(allowance) => allowances.push(allowance),
            Err(why) => {
                let fault = Fault::input("project::allow", "this finding cannot be allowed").found(why);
                faults.push(match report.source() {
                    Some(file) => fault.at(file, rule.span.clone()),
                    None => fault,
                });
            }
        }
    }
    Faults::check(faults)?;
    Ok(allowances)
}

/// What the manifest says of allowances: the rule, the reason, and how many findings it covered.
pub(super) fn allowed(allowances: &[Allowance], counts: &[usize]) -> serde_json::Value {
    let each = allowances.iter().zip(counts).map(|(allowance, count)| {
        serde_json::json!({ "rule": allowance.rule.id, "reason": allowance.reason, "findings": count })
    });
    each.collect()
}
