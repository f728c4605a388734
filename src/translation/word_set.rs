//! Words that belong together in several languages: a report's own ones, or a folder of standard ones.

use super::paragraphs::Paragraphs;
use super::state::{STATE_FILE, State};
use crate::diagnostic::{Faults, SourceText};
use crate::locale::{SCRIPTS, Script};
use crate::project::{Lookup, Report, WORD_FILES};
use std::path::{Path, PathBuf};

/// Words in several languages, one of which the others are translated from.
#[derive(Debug, Clone)]
pub struct WordSet {
    /// The folder that has one folder for each language.
    pub folder: PathBuf,
    pub reference: &'static Script,
    /// The languages that are translated into, in the order of the report or of their tags.
    pub languages: Vec<&'static Script>,
    /// Whether these are standard words, which the built-in ones stand behind.
    pub is_standard: bool,
    lookup: Lookup,
}

impl WordSet {
    /// The own words of a report. The languages are those that it publishes.
    ///
    /// # Errors
    /// A folder without a readable `report.toml`.
    pub fn of_report(folder: &Path) -> Result<WordSet, Faults> {
        let lookup = Lookup::new(Some(folder), None);
        let source = lookup.report_file()?;
        let report = Report::read(&source)?;
        Ok(WordSet::of(folder, &report))
    }

    /// The own words of a report that was read.
    pub fn of(folder: &Path, report: &Report) -> WordSet {
        let others = report
            .languages
            .iter()
            .copied()
            .filter(|script| *script != report.reference);
        WordSet {
            folder: folder.to_owned(),
            reference: report.reference,
            languages: others.collect(),
            is_standard: false,
            lookup: Lookup::new(Some(folder), None),
        }
    }

    /// A folder of standard words. They are translated from English, the folder's or the built-in.
    pub fn standard(folder: &Path) -> WordSet {
        let reference = Script::of("en").unwrap_or(&SCRIPTS[0]);
        let has_folder = |script: &&Script| folder.join(script.tag).is_dir();
        let others = SCRIPTS.iter().filter(|script| *script != reference).filter(has_folder);
        WordSet {
            folder: folder.to_owned(),
            reference,
            languages: others.collect(),
            is_standard: true,
            lookup: Lookup::new(None, Some(folder)),
        }
    }

    /// Where a file of a language is or would be.
    pub fn path(&self, script: &Script, name: &str) -> PathBuf {
        self.folder.join(script.tag).join(name)
    }

    /// A file of words, when there is one.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn file(&self, script: &Script, name: &str) -> Result<Option<SourceText>, Faults> {
        let name = format!("{}/{name}", script.tag);
        let found = match (self.is_standard, *script == *self.reference) {
            (false, _) => self.lookup.own(&name)?,
            (true, true) => self.lookup.standard(&name)?,
            (true, false) => self.lookup.of_templates(&name)?,
        };
        Ok(found)
    }

    /// The paragraphs of a file of words, when there is one.
    ///
    /// # Errors
    /// A file that cannot be read as what it is.
    pub fn paragraphs(&self, script: &Script, name: &str) -> Result<Option<Paragraphs>, Faults> {
        let file = self.file(script, name)?;
        file.map(|source| Paragraphs::of(name, &source)).transpose()
    }

    /// All files of the reference language, cut into paragraphs.
    ///
    /// # Errors
    /// All faults of all of them.
    pub fn references(&self) -> Result<Vec<(&'static str, Paragraphs)>, Faults> {
        let mut found = Vec::new();
        let mut faults = Vec::new();
        for name in WORD_FILES {
            match self.paragraphs(self.reference, name) {
                Ok(paragraphs) => found.extend(paragraphs.map(|paragraphs| (name, paragraphs))),
                Err(told) => faults.extend(told.into_vec()),
            }
        }
        Faults::check(faults)?;
        Ok(found)
    }

    /// The state of a translation, when it has one.
    ///
    /// # Errors
    /// A file that is there and is no state.
    pub fn state(&self, script: &Script) -> Result<Option<State>, Faults> {
        let file = self.file(script, STATE_FILE)?;
        file.map(|source| State::read(&source)).transpose()
    }
}
