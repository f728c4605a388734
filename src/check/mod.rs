//! Rules of honest publication, over data, words and artefacts. Each rule is one small file with its reason and its
//! published source; `docs/checks.md` is written from them.
//!
//! Knows what was said, not how it was drawn.

pub mod allow;
pub mod annotations;
mod baseline_words;
mod data;
pub mod edition;
pub mod expression;
pub mod extract;
pub mod figure_order;
pub mod origins;
pub mod picture;
mod place;
mod rules;
pub mod sarif;
mod squeeze;
mod statistic_words;
mod strong_words;
pub mod trace;

pub use data::Data;
pub use edition::{Directions, Drawn, Edition, ReadArtefact, Sources};
pub use rules::RULES;

use crate::diagnostic::{Class, Fault, Severity, SourceText};
use crate::render::Artefact;
use crate::translation::LanguageStatus;
use rayon::prelude::*;

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Stable, as `--allow` takes it: `claim-recomputed`.
    pub id: &'static str,
    /// The code of its faults: `check::` and the id.
    pub code: &'static str,
    pub severity: Severity,
    /// One sentence.
    pub why: &'static str,
    /// The publication that asks for it, or the definition it follows from.
    pub source: &'static str,
    /// What to do about a finding.
    pub hint: &'static str,
    /// What passes, in a line.
    pub passes: &'static str,
    /// What fails, in a line.
    pub fails: &'static str,
    pub look: Look,
}

/// What a rule looks at.
#[derive(Debug, Clone, Copy)]
pub enum Look {
    Data(fn(&Rule, &Data) -> Vec<Fault>),
    /// One language: its words and artefacts.
    Edition(fn(&Rule, &Edition) -> Vec<Fault>),
    /// All languages, the reference language first.
    Editions(fn(&Rule, &[Edition]) -> Vec<Fault>),
    /// The words of each language beside those of the reference language.
    Words(fn(&Rule, &[LanguageStatus]) -> Vec<Fault>),
    /// What the report makes, and what lies in its output folder.
    Files(fn(&Rule, &[Artefact], &[Artefact]) -> Vec<Fault>),
}

impl Rule {
    /// A finding of this rule, with its severity and its hint.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::error(Class::Finding, self.code, message)
            .severity(self.severity)
            .hint(self.hint)
    }

    /// The code of what `check` says: of a rule with this id, or of an allowance that covers nothing.
    pub fn code_of(id: &str) -> Option<&'static str> {
        let of_allowances = allow::ALLOWED_NOTHING.strip_prefix("check::") == Some(id);
        match Rule::of(id) {
            Some(rule) => Some(rule.code),
            None => of_allowances.then_some(allow::ALLOWED_NOTHING),
        }
    }

    /// The rule with this id.
    pub fn of(id: &str) -> Option<&'static Rule> {
        RULES.iter().copied().find(|rule| rule.id == id)
    }
}

/// Defines the constant `RULE` of a rule's file.
macro_rules! rule {
    ($id:literal, $severity:ident, $look:expr, why: $why:literal, source: $source:literal, hint: $hint:literal, passes: $passes:literal, fails: $fails:literal $(,)?) => {
        pub const RULE: $crate::check::Rule = $crate::check::Rule {
            id: $id,
            code: concat!("check::", $id),
            severity: $crate::diagnostic::Severity::$severity,
            why: $why,
            source: $source,
            hint: $hint,
            passes: $passes,
            fails: $fails,
            look: $look,
        };
    };
}
pub(crate) use rule;

/// Every finding of the rules over data, in the order of the rules, placed in the data file when its text is known.
pub fn of_data(data: &Data) -> Vec<Fault> {
    let mut faults = Vec::new();
    for rule in RULES {
        if let Look::Data(look) = rule.look {
            faults.extend(look(rule, data));
        }
    }
    if let Some(source) = data.source {
        for fault in &mut faults {
            place::in_json(fault, source);
        }
    }
    faults
}

/// Every finding of the rules over words and artefacts, in the order of the rules. `editions` has the reference language
/// first.
pub fn of_editions(editions: &[Edition]) -> Vec<Fault> {
    let mut faults: Vec<Fault> = editions.iter().flat_map(|edition| edition.unreadable.clone()).collect();
    let found: Vec<Vec<Fault>> = RULES
        .par_iter()
        .map(|rule| match rule.look {
            Look::Data(_) | Look::Files(_) | Look::Words(_) => Vec::new(),
            Look::Edition(look) => {
                let in_language = |edition: &Edition| {
                    let found = look(rule, edition).into_iter();
                    found.map(|fault| fault.language(edition.tag())).collect::<Vec<_>>()
                };
                editions.par_iter().flat_map_iter(in_language).collect()
            }
            Look::Editions(look) => look(rule, editions),
        })
        .collect();
    faults.extend(found.into_iter().flatten());
    faults
}

/// Every finding about the words of each language beside those of the reference language.
pub fn of_words(languages: &[LanguageStatus]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for rule in RULES {
        if let Look::Words(look) = rule.look {
            faults.extend(look(rule, languages));
        }
    }
    faults
}

/// Every finding about the files of an output folder, against what the report makes now.
pub fn of_files(made: &[Artefact], published: &[Artefact]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for rule in RULES {
        if let Look::Files(look) = rule.look {
            faults.extend(look(rule, made, published));
        }
    }
    faults
}

/// Gives a finding about words the place in the file of words where what was found stands, when it stands there as it
/// was found. `words` are all files of words, with names such as `pl/article.md`, the report's own before the standard ones.
pub fn place_in_words(fault: &mut Fault, words: &[SourceText]) {
    let (Some(language), Some(found), None) = (&fault.language, &fault.found, &fault.place) else {
        return;
    };
    let Some(wanted) = found.split('`').nth(1) else { return };
    let stem = fault
        .file
        .as_deref()
        .and_then(|artefact| artefact.split('.').next())
        .unwrap_or("");
    let mut of_language = words.iter().filter(|file| {
        let mut parts = file.name.rsplit('/');
        let is_source = parts.next().is_some_and(|name| name.starts_with(stem));
        is_source && parts.next() == Some(language.as_str())
    });
    // A number alone stands in many places.
    let place = |file: &SourceText| {
        file.text
            .find(wanted)
            .filter(|_| wanted.chars().any(char::is_alphabetic))
    };
    if let Some((file, start)) = of_language.find_map(|file| Some((file, place(file)?))) {
        let artefact = fault.file.take();
        *fault = fault.clone().at(file, start..start + wanted.len());
        fault.path = fault.path.take().filter(|path| path != "text").or(artefact);
    }
}

/// A rule is its id.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}
