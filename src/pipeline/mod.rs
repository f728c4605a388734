//! The way from a report folder to its set of files: project → dataset → stats → context → render → publish.
//!
//! Knows which stage follows which, and nothing of how one works. What comes out does not depend on the number of
//! threads: every artefact is made from the inputs alone, and they are put in order of their names.

mod archive;
mod archived;
mod checks;
pub mod contact_sheet;
mod defect;
mod edition;
mod fingerprint;
mod make;
mod memory;
mod shard;
mod typed;
mod unpacked;
mod verify;

pub use checks::{Checked, Examined, TraceFormat, check_one};
pub use defect::quiet_panics;
pub use make::{Choices, MadeSet, Source, make};
pub use memory::{FOLDER as MEMORY_FOLDER, adopt};
pub use shard::Shard;
pub use verify::{Verdict, Verified, verify};

use crate::diagnostic::{Class, Fault, Faults};
use crate::publish::{self, Published, ShardNote};
use fingerprint::Fingerprint;
use make::Editions;
use memory::Memory;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use unpacked::Opened;

/// A form that a report is published in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub enum Form {
    /// The infographic to edit
    Svg,
    /// The infographic as a picture
    Png,
    /// The article, paged
    Pdf,
    /// The article, one page for the web
    Html,
    /// The article as Markdown
    Md,
    /// The post for LinkedIn
    Post,
    /// Everything in one file that anyone can rebuild
    Archive,
}

impl Form {
    pub const ALL: [Form; 7] = [
        Form::Svg,
        Form::Png,
        Form::Pdf,
        Form::Html,
        Form::Md,
        Form::Post,
        Form::Archive,
    ];

    pub fn id(self) -> &'static str {
        match self {
            Form::Svg => "svg",
            Form::Png => "png",
            Form::Pdf => "pdf",
            Form::Html => "html",
            Form::Md => "md",
            Form::Post => "post",
            Form::Archive => "archive",
        }
    }
}

/// What happens in a run, as it happens; called from many threads.
pub trait Observer: Sync {
    /// So many reports will be built, or looked at.
    fn begun(&self, _reports: usize) {}
    /// So many artefacts will be made for a report.
    fn expected(&self, report: &str, artefacts: usize);
    fn made(&self, report: &str, artefact: &str);
    /// A stage of the way took so long, on one thread; for measurements.
    fn took(&self, _stage: &'static str, _elapsed: Duration) {}
    fn published(&self, report: &str, published: &Published, elapsed: Duration);
    /// A set that stands already is the one that would have been made.
    fn unchanged(&self, _report: &str, _published: &Published) {}
    fn failed(&self, report: &str, faults: &Faults);
    /// What the rules found in a report that is published all the same.
    fn found(&self, _report: &str, _findings: &[Fault]) {}
    /// Whether the run is to stop; asked between two steps.
    fn stopped(&self) -> bool;
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    pub built: usize,
    /// Reports whose set was made from the same inputs already.
    pub unchanged: usize,
    pub failed: usize,
    /// Reports that were not begun, because the run was stopped or another report had failed.
    pub skipped: usize,
    /// Size of everything that was written.
    pub bytes: u64,
    /// The exit code of the gravest fault; 0 without any.
    pub exit_code: u8,
}

impl Outcome {
    fn and(self, other: Outcome) -> Outcome {
        Outcome {
            built: self.built + other.built,
            unchanged: self.unchanged + other.unchanged,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
            bytes: self.bytes + other.bytes,
            exit_code: self.exit_code.max(other.exit_code),
        }
    }
}

/// Builds every source into `out`, or those of one shard. A fault in one report, and even a defect of ours, does not stop
/// the others, unless they choose to [fail fast](Choices::fail_fast).
pub fn build(sources: &[Source], choices: &Choices, out: &Path, observer: &dyn Observer) -> Outcome {
    let refused = |faults: Faults| {
        observer.failed("", &faults);
        Outcome {
            exit_code: faults.exit_code(),
            ..Outcome::default()
        }
    };
    if let Err(faults) = fit_to_write(sources, out).and_then(|()| publish::remove_leftovers(out)) {
        return refused(faults);
    }
    memory::remove_leftovers(out);
    let run = Run {
        choices,
        templates: fingerprint::templates(choices),
        out,
        observer,
        failures: Mutex::default(),
    };
    let named = named(sources);
    let (mine, note) = match choices.shard {
        None => (named, None),
        Some(shard) => {
            let (mine, note) = dealt(named, shard, choices);
            (mine, Some(note))
        }
    };
    observer.begun(mine.len());
    let outcome = mine
        .par_iter()
        .map(|named| run.build_one(named))
        .reduce(Outcome::default, Outcome::and);
    if let Some(mut note) = note.filter(|_| outcome.skipped == 0 && !observer.stopped()) {
        note.failed = run.failures.into_inner().unwrap_or_default();
        note.failed.sort();
        if let Err(fault) = note.write(out) {
            return outcome.and(refused(fault.into()));
        }
    }
    outcome
}

/// Whether results may go to `out`.
///
/// # Errors
/// No folder stands there, or it is one of a report: the next build would take its results for words of the report.
fn fit_to_write(sources: &[Source], out: &Path) -> Result<(), Faults> {
    publish::is_folder(out)?;
    // What is not there yet lies below something that is.
    let place = out.ancestors().find_map(|above| match above.as_os_str().is_empty() {
        true => Path::new(".").canonicalize().ok(),
        false => above.canonicalize().ok(),
    });
    let folders = sources.iter().filter_map(|source| match source {
        Source::Folder(folder) => Some(folder),
        Source::Data(_) | Source::Archive(_) => None,
    });
    let is_in = |folder: &&PathBuf| {
        let (folder, place) = (folder.canonicalize().ok(), place.as_ref());
        folder.is_some_and(|folder| place.is_some_and(|place| place.starts_with(folder)))
    };
    let faults = folders.filter(is_in).map(|folder| {
        Fault::error(
            Class::Usage,
            "cli::out-in-report",
            "the results would lie in the report that they are made from",
        )
        .file(out.display().to_string())
        .found(format!("a place below {}", folder.display()))
        .hint("name a folder outside of the report with --out")
    });
    Faults::check(faults.collect())
}

/// A source with the id that it states, and the source before it that states the same.
struct Named<'a> {
    source: &'a Source,
    id: Option<String>,
    twin: Option<&'a Source>,
}

/// Two reports cannot go to one folder: the second one is refused.
fn named(sources: &[Source]) -> Vec<Named<'_>> {
    let ids: Vec<Option<String>> = sources.par_iter().map(Source::id).collect();
    let mut first: BTreeMap<String, &Source> = BTreeMap::new();
    let mut named = Vec::with_capacity(sources.len());
    for (source, id) in sources.iter().zip(ids) {
        let twin = id.as_ref().and_then(|id| first.get(id).copied());
        if let (Some(id), None) = (&id, twin) {
            first.insert(id.clone(), source);
        }
        named.push(Named { source, id, twin });
    }
    named
}

/// The reports of one shard, and the note of what they are.
fn dealt<'a>(named: Vec<Named<'a>>, shard: Shard, choices: &Choices) -> (Vec<Named<'a>>, ShardNote) {
    let keys: Vec<String> = named.iter().map(|n| shard::key(n.source, n.id.as_deref())).collect();
    let dealt = shard::deal(&keys, shard.of);
    let is_mine = named
        .into_iter()
        .zip(dealt)
        .filter(|(_, number)| *number == shard.number);
    let mine: Vec<Named<'_>> = is_mine.map(|(named, _)| named).collect();
    let mut reports: Vec<String> = mine.iter().filter_map(|named| named.id.clone()).collect();
    reports.sort();
    reports.dedup();
    let note = ShardNote::new(
        shard.number,
        shard.of,
        reports,
        &keys,
        &fingerprint::of_choices(choices),
    );
    (mine, note)
}

/// What all reports of a run share.
struct Run<'a> {
    choices: &'a Choices,
    templates: Option<fingerprint::Files>,
    out: &'a Path,
    observer: &'a dyn Observer,
    /// The names of the reports that failed.
    failures: Mutex<Vec<String>>,
}

/// A set that stands in its place, and whether it was there already.
enum Standing {
    Built(Published),
    Unchanged(Published),
}

impl Run<'_> {
    fn build_one(&self, named: &Named<'_>) -> Outcome {
        let (begin, name) = (Instant::now(), named.source.name());
        let has_failed = || self.failures.lock().is_ok_and(|failures| !failures.is_empty());
        if self.observer.stopped() || self.choices.fail_fast && has_failed() {
            return Outcome {
                skipped: 1,
                ..Outcome::default()
            };
        }
        let result = match named.twin {
            Some(twin) => Err(same_id(named, twin).into()),
            None => defect::caught(&name, || self.open(named)),
        };
        match result {
            Ok(Standing::Built(published)) => {
                self.observer.published(&name, &published, begin.elapsed());
                Outcome {
                    built: 1,
                    bytes: published.bytes(),
                    ..Outcome::default()
                }
            }
            Ok(Standing::Unchanged(published)) => {
                self.observer.unchanged(&name, &published);
                Outcome {
                    unchanged: 1,
                    ..Outcome::default()
                }
            }
            Err(faults) => {
                if let Ok(mut failures) = self.failures.lock() {
                    failures.push(name.clone());
                }
                self.observer.failed(&name, &faults);
                Outcome {
                    failed: 1,
                    exit_code: faults.exit_code(),
                    ..Outcome::default()
                }
            }
        }
    }

    fn open(&self, named: &Named<'_>) -> Result<Standing, Faults> {
        let opened = Opened::of(named.source, self.choices)?;
        self.bring_up_to_date(&opened, &named.source.name(), named.id.as_deref())
            .map_err(|faults| opened.shown_errors(faults))
    }

    /// Makes what is not made already.
    fn bring_up_to_date(&self, opened: &Opened, name: &str, id: Option<&str>) -> Result<Standing, Faults> {
        let source = opened.source();
        let choices = &opened.choices(self.choices);
        let found = |findings: Vec<Fault>| self.observer.found(name, &opened.shown_all(findings));
        let before = Fingerprint::of(source, choices, self.templates.as_ref());
        let memory = match choices.force {
            true => None,
            false => id.and_then(|id| Memory::of(self.out, id)),
        };
        let mut kept = Editions::new();
        if let (Some(memory), Some(fingerprint)) = (&memory, &before) {
            if let Some(published) = memory.unchanged(fingerprint)
                && let Some(findings) = memory.findings(opened, choices)
            {
                found(findings);
                return Ok(Standing::Unchanged(published));
            }
            kept = memory.kept(fingerprint);
        }
        let made = make::make_all(opened, choices, self.observer, kept, name)?;
        let (set, made) = make::finish(made, choices, self.observer, name)?;
        Faults::check(set.findings.clone())?;
        found(set.findings.clone());
        let stopped = || self.observer.stopped();
        let published = publish::write_set(self.out, &set.manifest, &set.artefacts, &stopped)?;
        // What changed while the report was made may have been read before or after.
        let templates = fingerprint::templates(choices);
        let after = Fingerprint::of(source, choices, templates.as_ref());
        if let Some(fingerprint) = after.filter(|after| before.as_ref() == Some(after)) {
            memory::remember(self.out, &made, &set.findings, &published.files, &fingerprint);
        }
        Ok(Standing::Built(published))
    }
}

fn same_id(named: &Named<'_>, twin: &Source) -> Fault {
    Fault::input("pipeline::same-id", "another report of this run has the same id")
        .file(named.source.name())
        .found(format!(
            "`{}`, as {}",
            named.id.as_deref().unwrap_or_default(),
            twin.name()
        ))
        .hint("an id names the folder of the results: give one of the two another")
}

/// Every report folder and every zip archive below `reports`, sorted by name.
///
/// # Errors
/// There is no such folder, or no report in it.
pub fn reports_below(reports: &Path) -> Result<Vec<Source>, Faults> {
    let nothing = |message: &str| {
        Fault::error(Class::Usage, "cli::no-reports", message)
            .file(reports.display().to_string())
            .hint("name a report folder, or give a data file with --data")
    };
    let entries = fs::read_dir(reports).map_err(|e| nothing(&format!("cannot look for reports: {e}")))?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let sources: Vec<Source> = paths
        .into_iter()
        .filter(|path| path.is_dir() || is_archive(path))
        .map(report_at)
        .collect();
    if sources.is_empty() {
        return Err(nothing("there is no report in this folder").into());
    }
    Ok(sources)
}

/// The report that a path names: a zip archive, or a folder.
pub fn report_at(path: PathBuf) -> Source {
    match is_archive(&path) {
        true => Source::Archive(path),
        false => Source::Folder(path),
    }
}

fn is_archive(path: &Path) -> bool {
    let is_named_so = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"));
    is_named_so && !path.is_dir()
}
