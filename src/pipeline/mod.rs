//! The way from a report folder to its set of files: project → dataset → stats → context → render → publish.
//!
//! Knows which stage follows which, and nothing of how one works. What comes out does not depend on the number of
//! threads: every artefact is made from the inputs alone, and they are put in order of their names.

mod archive;
mod archived;
mod checks;
mod defect;
mod edition;
mod fingerprint;
mod make;
mod memory;
mod verify;

pub use checks::{Checked, Examined, TraceFormat, check_one};
pub use defect::quiet_panics;
pub use make::{Choices, MadeSet, Source, make};
pub use memory::FOLDER as MEMORY_FOLDER;
pub use verify::{Verdict, Verified, verify};

use crate::diagnostic::{Class, Fault, Faults};
use crate::publish::{self, Published};
use fingerprint::Fingerprint;
use make::Editions;
use memory::Memory;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
            bytes: self.bytes + other.bytes,
            exit_code: self.exit_code.max(other.exit_code),
        }
    }
}

/// Builds every source into `out`. A fault in one report, and even a defect of ours, does not stop the others.
pub fn build(sources: &[Source], choices: &Choices, out: &Path, observer: &dyn Observer) -> Outcome {
    if let Err(faults) = publish::remove_leftovers(out) {
        observer.failed("", &faults);
        return Outcome {
            exit_code: faults.exit_code(),
            ..Outcome::default()
        };
    }
    memory::remove_leftovers(out);
    let run = Run {
        choices,
        templates: fingerprint::templates(choices),
        out,
        observer,
    };
    sources
        .par_iter()
        .map(|source| run.build_one(source))
        .reduce(Outcome::default, Outcome::and)
}

/// What all reports of a run share.
struct Run<'a> {
    choices: &'a Choices,
    templates: Option<fingerprint::Files>,
    out: &'a Path,
    observer: &'a dyn Observer,
}

/// A set that stands in its place, and whether it was there already.
enum Standing {
    Built(Published),
    Unchanged(Published),
}

impl Run<'_> {
    fn build_one(&self, source: &Source) -> Outcome {
        let (begin, name) = (Instant::now(), source.name());
        match defect::caught(&name, || self.bring_up_to_date(source)) {
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
                self.observer.failed(&name, &faults);
                Outcome {
                    failed: 1,
                    exit_code: faults.exit_code(),
                    ..Outcome::default()
                }
            }
        }
    }

    /// Makes what is not made already.
    fn bring_up_to_date(&self, source: &Source) -> Result<Standing, Faults> {
        let name = source.name();
        let before = Fingerprint::of(source, self.choices, self.templates.as_ref());
        let memory = match self.choices.force {
            true => None,
            false => source.id().and_then(|id| Memory::of(self.out, &id)),
        };
        let mut kept = Editions::new();
        if let (Some(memory), Some(fingerprint)) = (&memory, &before) {
            if let Some(published) = memory.unchanged(fingerprint)
                && let Some(findings) = memory.findings(source, self.choices)
            {
                self.observer.found(&name, &findings);
                return Ok(Standing::Unchanged(published));
            }
            kept = memory.kept(fingerprint);
        }
        let made = make::make_all(source, self.choices, self.observer, kept)?;
        let (set, made) = make::finish(made, self.choices, self.observer, &name)?;
        Faults::check(set.findings.clone())?;
        self.observer.found(&name, &set.findings);
        let stopped = || self.observer.stopped();
        let published = publish::write_set(self.out, &set.manifest, &set.artefacts, &stopped)?;
        // What changed while the report was made may have been read before or after.
        let templates = fingerprint::templates(self.choices);
        let after = Fingerprint::of(source, self.choices, templates.as_ref());
        if let Some(fingerprint) = after.filter(|after| before.as_ref() == Some(after)) {
            memory::remember(self.out, &made, &set.findings, &published.files, &fingerprint);
        }
        Ok(Standing::Built(published))
    }
}

/// Every report folder below `reports`, sorted by name.
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
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    if folders.is_empty() {
        return Err(nothing("there is no report in this folder").into());
    }
    Ok(folders.into_iter().map(Source::Folder).collect())
}
