//! One report's artefacts in memory, from its inputs.

use super::archive;
use super::checks;
use super::edition::{self, MadeEdition};
use super::memory::Kept;
use super::shard::Shard;
use super::unpacked::{self, Opened};
use super::{Form, Observer};
use crate::check::allow::{self, Allowance};
use crate::diagnostic::{Class, Fault, Faults};
use crate::locale::Script;
use crate::project::{Loaded, Project, PublishedKind, Report};
use crate::publish::{Kind, Manifest, Recorded, interrupted};
use crate::render::{Artefact, summary};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

/// What a report is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A report folder.
    Folder(PathBuf),
    /// A data file alone, with the standard words.
    Data(PathBuf),
    /// A zip archive that holds a report folder.
    Archive(PathBuf),
}

impl Source {
    /// The name that messages use: the path as it was given.
    pub fn name(&self) -> String {
        self.path().display().to_string()
    }

    pub fn path(&self) -> &Path {
        let (Source::Folder(path) | Source::Data(path) | Source::Archive(path)) = self;
        path
    }

    /// The report's id, as far as its file says one: nothing else of it is read or checked.
    pub fn id(&self) -> Option<String> {
        #[derive(serde::Deserialize)]
        struct Identified {
            id: String,
        }
        let read = |path: &Path| match path.metadata() {
            Ok(metadata) if metadata.is_file() && metadata.len() <= LARGEST_IDENTIFIED => fs::read(path).ok(),
            _ => None,
        };
        let identified: Identified = match self {
            Source::Folder(folder) => toml::from_slice(&read(&folder.join("report.toml"))?).ok()?,
            Source::Data(file) => {
                let bytes = read(file)?;
                serde_json::from_slice(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes)).ok()?
            }
            Source::Archive(file) => return unpacked::id(file),
        };
        Some(identified.id)
    }
}

/// The largest file, in bytes, that is looked into only to see which report it is.
const LARGEST_IDENTIFIED: u64 = 64 << 20;

/// What of it is made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// Tags; all languages of the report when empty.
    pub languages: Vec<String>,
    /// All when empty.
    pub forms: Vec<Form>,
    /// Templates and words that stand before the built-in ones.
    pub templates: Option<PathBuf>,
    /// The date of reports that state none, as seconds since 1970: `SOURCE_DATE_EPOCH`.
    pub source_date_epoch: Option<String>,
    /// Rules that may be broken, and why.
    pub allowances: Vec<Allowance>,
    /// Makes everything, also what was made from the same inputs already.
    pub force: bool,
    /// Begins no report after one has failed.
    pub fail_fast: bool,
    /// Makes only the reports of one of several machines.
    pub shard: Option<Shard>,
}

impl Choices {
    /// The forms that are made, in the order of [`Form::ALL`].
    pub fn forms(&self) -> Vec<Form> {
        // An archive of nothing would be of no use: who asks for it alone gets one of everything.
        let all = self.forms.is_empty() || self.is_archive_alone();
        let wanted = |form: &Form| all || self.forms.contains(form);
        Form::ALL.into_iter().filter(wanted).collect()
    }

    /// Whether the set holds the forms only within its archive.
    fn is_archive_alone(&self) -> bool {
        !self.forms.is_empty() && self.forms.iter().all(|form| *form == Form::Archive)
    }
}

/// A complete set that is not written yet.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeSet {
    pub manifest: Manifest,
    /// Sorted by name.
    pub artefacts: Vec<Artefact>,
    /// What the rules of `check` found, after the allowances: a set with an error among them is not published.
    pub findings: Vec<Fault>,
}

/// Everything of a run that the rules ask about.
pub(super) struct Made {
    pub project: Project,
    pub data: Loaded,
    pub editions: Vec<MadeEdition>,
    /// Sorted by name.
    pub artefacts: Vec<Artefact>,
    /// Who answers for which findings.
    pub allowances: Vec<Allowance>,
    /// Before the allowances.
    pub findings: Vec<Fault>,
}

/// Does one step and tells how long it took.
pub(super) fn timed<T>(observer: &dyn Observer, stage: &'static str, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let result = work();
    observer.took(stage, begin.elapsed());
    result
}

/// Makes a set.
///
/// # Errors
/// All faults of the first stage that has any: the configuration, the data, or the words and forms of all languages.
pub fn make(source: &Source, choices: &Choices, observer: &dyn Observer) -> Result<MadeSet, Faults> {
    let (opened, name) = (Opened::of(source, choices)?, source.name());
    let choices = &opened.choices(choices);
    let made = make_all(&opened, choices, observer, Editions::new(), &name)
        .and_then(|made| finish(made, choices, observer, &name));
    let (mut set, _) = made.map_err(|faults| opened.shown_errors(faults))?;
    set.findings = opened.shown_all(set.findings);
    Ok(set)
}

/// The set of what was made, and everything else of it.
///
/// # Errors
/// Those of [`archive::pack`].
pub(super) fn finish(
    mut made: Made,
    choices: &Choices,
    observer: &dyn Observer,
    name: &str,
) -> Result<(MadeSet, Made), Faults> {
    let (manifest, findings) = judge(&mut made, choices);
    let forms = choices.forms();
    let mut artefacts = Vec::new();
    // What is not published is not packed either.
    if forms.contains(&Form::Archive) && Faults::check(findings.clone()).is_ok() {
        let archive = timed(observer, "pack the archive", || archive::pack(&made, &manifest))?;
        observer.made(name, &archive.name);
        artefacts.push(archive);
    }
    if choices.is_archive_alone() {
        made.artefacts.retain(|artefact| ONCE.contains(&artefact.name.as_str()));
    }
    artefacts.append(&mut made.artefacts);
    artefacts.sort_by(|a, b| a.name.cmp(&b.name));
    let set = MadeSet {
        manifest,
        artefacts,
        findings,
    };
    Ok((set, made))
}

/// The manifest of a set that holds everything, and the findings after the allowances.
pub(super) fn judge(made: &mut Made, choices: &Choices) -> (Manifest, Vec<Fault>) {
    let verdict = allow::apply(std::mem::take(&mut made.findings), &made.allowances);
    let mut manifest = manifest(&made.project, &made.data, &choices.forms());
    if !made.allowances.is_empty() {
        let allowed = checks::allowed(&made.allowances, &verdict.allowed);
        manifest.options.push(("allowed".into(), allowed));
    }
    (manifest, verdict.faults)
}

/// Editions that need not be made, by language.
pub(super) type Editions = BTreeMap<String, Kept>;

/// Makes a set and looks at it; messages call the report `name`.
pub(super) fn make_all(
    opened: &Opened,
    choices: &Choices,
    observer: &dyn Observer,
    kept: Editions,
    name: &str,
) -> Result<Made, Faults> {
    let project = timed(observer, "read the report", || open(opened, choices))?;
    let allowances = checks::allowances(&project.report, choices)?;
    let data = timed(observer, "read the data, summarise", || project.load())?;
    let project = named(project, opened.source(), &data);
    let read = Read {
        project,
        data,
        allowances,
    };
    make_of(read, choices, observer, kept, name)
}

/// A report that is read, and not made yet.
pub(super) struct Read {
    pub project: Project,
    pub data: Loaded,
    pub allowances: Vec<Allowance>,
}

/// Makes a set of a project that is open already; messages call the report `name`.
pub(super) fn make_of(
    read: Read,
    choices: &Choices,
    observer: &dyn Observer,
    kept: Editions,
    name: &str,
) -> Result<Made, Faults> {
    let Read {
        project,
        data,
        allowances,
    } = read;
    let forms = choices.forms();
    let theme = timed(observer, "read the theme", || project.theme())?;
    let languages = project.report.languages.clone();
    let to_make = languages.iter().filter(|script| !kept.contains_key(script.tag)).count();
    observer.expected(name, to_make * forms.len());
    let kept = Mutex::new(kept);
    let made: Vec<Result<MadeEdition, Vec<Fault>>> = languages
        .par_iter()
        .map(|script| {
            let old = kept.lock().ok().and_then(|mut kept| kept.remove(script.tag));
            match old {
                Some(old) => edition::keep(&project, &data, script, old),
                None => edition::make(&project, &data, (script, &theme), &forms, name, observer),
            }
            .map_err(|faults| in_language(faults, script))
        })
        .collect();
    if observer.stopped() {
        return Err(interrupted().into());
    }
    let mut editions = gather(made)?;
    let mut artefacts: Vec<Artefact> = editions
        .iter_mut()
        .flat_map(|e| std::mem::take(&mut e.artefacts))
        .collect();
    artefacts.extend(timed(observer, "tables and data", || once(&project, &data))?);
    artefacts.sort_by(|a, b| a.name.cmp(&b.name));
    let mut made = Made {
        project,
        data,
        editions,
        artefacts,
        allowances,
        findings: Vec::new(),
    };
    made.findings = timed(observer, "check", || checks::findings(&made));
    if observer.stopped() {
        return Err(interrupted().into());
    }
    Ok(made)
}

fn open(opened: &Opened, choices: &Choices) -> Result<Project, Faults> {
    let templates = choices.templates.as_deref();
    let project = match (opened.archived(), opened.source()) {
        // What it lacks, because it was not made then, comes from the program.
        (Some(archived), _) => archived.project(true)?,
        (None, Source::Folder(folder)) => Project::open(folder, templates)?,
        (None, Source::Data(file)) => Project::standard(file, templates)?,
        (None, Source::Archive(_)) => unreachable!("an archive is opened before it is read"),
    };
    chosen_parts(project, choices)
}

/// The project with the date, the languages and the published files that are chosen.
pub(super) fn chosen_parts(project: Project, choices: &Choices) -> Result<Project, Faults> {
    let mut report = Report::clone(&project.report);
    if let Some(seconds) = &choices.source_date_epoch {
        report = report.with_epoch(seconds)?;
    }
    if !choices.languages.is_empty() {
        report.languages = chosen(&report, &choices.languages)?;
        // Who asks for some languages need not ask for the one that the others are translated from.
        if !report.languages.contains(&report.reference) {
            report.reference = report.languages[0];
        }
    }
    let forms = choices.forms();
    report.publish.retain(|kind| is_made(*kind, &forms));
    Ok(project.with_report(report))
}

/// A data file alone is published under its own id, not under the name of the file.
fn named(project: Project, source: &Source, data: &Loaded) -> Project {
    match source {
        Source::Folder(_) | Source::Archive(_) => project,
        Source::Data(_) => {
            let mut report = Report::clone(&project.report);
            report.id = data.dataset.id.clone();
            project.with_report(report)
        }
    }
}

fn chosen(report: &Report, tags: &[String]) -> Result<Vec<&'static Script>, Faults> {
    let known: Vec<&str> = report.languages.iter().map(|script| script.tag).collect();
    let unknown = tags.iter().filter(|tag| !known.contains(&tag.as_str()));
    let faults = unknown.map(|tag| {
        let fault = Fault::error(
            Class::Usage,
            "cli::language",
            "the report is not published in this language",
        )
        .found(format!("`{tag}`"))
        .expected(format!("one of {}", known.join(", ")));
        match Script::meant(tag).filter(|meant| known.contains(&meant.tag)) {
            Some(meant) => fault.hint(format!("did you mean `{}`?", meant.tag)),
            None => fault,
        }
    });
    Faults::check(faults.collect())?;
    let wanted = |script: &&'static Script| tags.iter().any(|tag| tag == script.tag);
    Ok(report.languages.iter().copied().filter(wanted).collect())
}

/// Readers are offered only what the set holds.
fn is_made(kind: PublishedKind, forms: &[Form]) -> bool {
    match kind {
        PublishedKind::Summary | PublishedKind::Data | PublishedKind::Analysis => true,
        PublishedKind::Archive => forms.contains(&Form::Archive),
        PublishedKind::Png => forms.contains(&Form::Png),
        PublishedKind::Svg => forms.contains(&Form::Svg),
        PublishedKind::Pdf => forms.contains(&Form::Pdf),
        PublishedKind::Html => forms.contains(&Form::Html),
        PublishedKind::Markdown => forms.contains(&Form::Md),
        PublishedKind::Post => forms.contains(&Form::Post),
    }
}

fn in_language(faults: Faults, script: &Script) -> Vec<Fault> {
    let mut faults = faults.into_vec();
    for fault in &mut faults {
        fault.language.get_or_insert_with(|| script.tag.to_owned());
    }
    faults
}

/// Whether a fault is about a text of the data, which is the same in every language.
fn is_of_data(fault: &Fault) -> bool {
    let path = fault.path.as_deref().unwrap_or_default();
    fault.code == "infographic::missing-glyph" && !path.starts_with('#')
}

/// All editions, or all faults; a fault of a file that languages share is told once.
fn gather(made: Vec<Result<MadeEdition, Vec<Fault>>>) -> Result<Vec<MadeEdition>, Faults> {
    let mut editions = Vec::new();
    let mut faults: Vec<Fault> = Vec::new();
    for result in made {
        match result {
            Ok(made) => editions.push(made),
            Err(told) => {
                for fault in told {
                    let same = |other: &Fault| {
                        Fault {
                            language: None,
                            ..other.clone()
                        } == Fault {
                            language: None,
                            ..fault.clone()
                        }
                    };
                    let is_shared = fault.place.is_some() || is_of_data(&fault);
                    if is_shared && faults.iter().any(same) {
                        continue;
                    }
                    let language = fault.language.clone().filter(|_| !is_of_data(&fault));
                    faults.push(Fault { language, ..fault });
                }
            }
        }
    }
    Faults::check(faults)?;
    Ok(editions)
}

/// What every set holds.
const ONCE: [&str; 4] = ["analyze.py", "benchmark-data.json", "summary.csv", "summary.json"];

/// What a set holds once for all languages.
fn once(project: &Project, data: &Loaded) -> Result<Vec<Artefact>, Faults> {
    let artefact = |name: &str, bytes: Vec<u8>| Artefact {
        name: name.into(),
        bytes,
    };
    let template = project.form("analyze.py")?;
    let script = summary::analyze(&template.text, &data.dataset, data.summary.baseline);
    Ok(vec![
        artefact("summary.json", summary::json(&data.dataset, &data.summary).into_bytes()),
        artefact("summary.csv", summary::csv(&data.dataset, &data.summary).into_bytes()),
        artefact("benchmark-data.json", data.bytes.to_vec()),
        artefact("analyze.py", script.into_bytes()),
    ])
}

fn manifest(project: &Project, data: &Loaded, forms: &[Form]) -> Manifest {
    let report = &project.report;
    let texts = project.inputs();
    let texts = texts.iter().map(|(name, bytes)| Recorded::of(name, bytes));
    Manifest {
        kind: Kind::Set,
        report: report.id.clone(),
        languages: report.languages.iter().map(|script| script.tag.to_owned()).collect(),
        options: vec![
            ("forms".into(), forms.iter().map(|form| form.id()).collect()),
            ("date".into(), report.date.clone().into()),
        ],
        inputs: texts.chain([Recorded::of(&report.data, &data.bytes)]).collect(),
    }
}
