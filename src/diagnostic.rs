//! Faults: what is wrong with an input or an artefact, where, and what would be right.
//!
//! Every room reports with these types and none of them prints; only `cli` shows them. Readers collect all the
//! faults of a file before they give up, so a [`Faults`] is never empty.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// How a run that met this fault ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// A check or a verification found something: exit code 1.
    Finding,
    /// The command line asks for something impossible: exit code 2.
    Usage,
    /// An input is wrong: exit code 3.
    Input,
    /// An output could not be written: exit code 4.
    Output,
}

impl Class {
    /// The process exit code of a run that ends with faults of this class.
    pub fn exit_code(self) -> u8 {
        match self {
            Class::Finding => 1,
            Class::Usage => 2,
            Class::Input => 3,
            Class::Output => 4,
        }
    }
}

/// Whether the run can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// A named text that faults point into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The name as the user would write it: a path relative to where they stand, or `templates/…` for a built-in.
    pub name: String,
    pub text: Arc<str>,
}

impl SourceText {
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }
}

/// Where a fault is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub source: SourceText,
    /// Bytes of the source that the fault is about.
    pub span: Range<usize>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub class: Class,
    pub severity: Severity,
    /// A stable name, `room::kind`, such as `dataset::duplicate-key`.
    pub code: &'static str,
    pub message: String,
    /// The file and the place in it, when the fault is in a text.
    pub place: Option<Place>,
    /// The file or folder, when the fault is not in a text that was read.
    pub file: Option<String>,
    /// The place in the terms of the thing itself: a JSON path (`$.series[0].value`), a box of the infographic,
    /// an artefact.
    pub path: Option<String>,
    /// The language, when the fault is in one of them.
    pub language: Option<String>,
    pub found: Option<String>,
    pub expected: Option<String>,
    pub hint: Option<String>,
}

impl Fault {
    pub fn error(class: Class, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            class,
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            file: None,
            path: None,
            language: None,
            found: None,
            expected: None,
            hint: None,
        }
    }

    /// An error in something that the user gave us.
    pub fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self::error(Class::Input, code, message)
    }

    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    pub fn at(mut self, source: &SourceText, span: Range<usize>) -> Self {
        self.place = Some(Place {
            source: source.clone(),
            span,
        });
        self
    }

    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    pub fn language(mut self, language: impl Into<String>) -> Self {
        self.language = Some(language.into());
        self
    }

    pub fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The name of the file that the fault is in.
    pub fn file_name(&self) -> Option<&str> {
        self.place
            .as_ref()
            .map(|p| p.source.name.as_str())
            .or(self.file.as_deref())
    }

    /// Line and column, both from 1.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        self.place.as_ref().map(|p| p.source.line_column(p.span.start))
    }
}

/// `file:line:column: path: message: found …, expected … (hint)` on one line.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.file_name() {
            write!(f, "{name}:")?;
            if let Some((line, column)) = self.line_column() {
                write!(f, "{line}:{column}:")?;
            }
            write!(f, " ")?;
        }
        if let Some(path) = &self.path {
            write!(f, "{path}: ")?;
        }
        if let Some(language) = &self.language {
            write!(f, "[{language}] ")?;
        }
        write!(f, "{}", self.message)?;
        if let Some(found) = &self.found {
            write!(f, ": found {found}")?;
        }
        if let Some(expected) = &self.expected {
            write!(
                f,
                "{} expected {expected}",
                if self.found.is_some() { "," } else { ":" }
            )?;
        }
        if let Some(hint) = &self.hint {
            write!(f, " (hint: {hint})")?;
        }
        Ok(())
    }
}

/// The known name that was most likely meant by `name`: within a third of its length in edits.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    if length > 100 {
        return None; // No name of ours is so long, and the distance costs the product of the lengths.
    }
    let longest = length.div_ceil(3);
    let distance = |other: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase());
    let near = known.into_iter().map(|other| (distance(other), other));
    near.filter(|(edits, _)| *edits <= longest)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, other)| other)
}

/// All that is wrong, in the order of the places; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// `Ok` when nothing of the list is an error.
    pub fn check(faults: Vec<Fault>) -> Result<(), Faults> {
        if faults.iter().any(|f| f.severity == Severity::Error) {
            Err(Faults(faults))
        } else {
            Ok(())
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// The same list with something else said of each.
    pub fn map(self, change: impl FnMut(Fault) -> Fault) -> Faults {
        Faults(self.0.into_iter().map(change).collect())
    }

    pub fn into_vec(self) -> Vec<Fault> {
        self.0
    }

    /// The exit code of the gravest class: writing before input before usage before findings.
    pub fn exit_code(&self) -> u8 {
        self.0.iter().map(|f| f.class.exit_code()).max().unwrap_or(1)
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Faults(vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
