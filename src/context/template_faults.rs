//! What Tera says of a template that it cannot read or render, as faults with their places.

use super::bounded::LARGEST_OUTPUT;
use super::filters::{FILTERS, HINT};
use super::functions::FUNCTIONS;
use super::names::nearest;
use super::prepare::Prepared;
use crate::diagnostic::{Fault, SourceText};
use std::ops::Range;
use tera::{Error, ErrorKind, ReportError};

/// Tells what Tera says of one text.
pub struct Teller<'a> {
    /// As its author wrote it.
    pub source: &'a SourceText,
    /// As Tera saw it.
    pub prepared: &'a Prepared,
    pub language: &'a str,
}

impl Teller<'_> {
    /// What Tera says, as a fault.
    pub fn of(&self, error: &Error) -> Fault {
        let fault = match error.kind() {
            ErrorKind::SyntaxError(report) => {
                let message = lower_first(report.message());
                self.placed("context::syntax", &message, report)
            }
            ErrorKind::RenderingError(report) => self.rendering(report),
            ErrorKind::Io(_) => Fault::input("context::too-large", "the rendered text is too large")
                .file(&self.source.name)
                .expected(format!("at most {LARGEST_OUTPUT} bytes"))
                .hint("does a loop repeat itself?"),
            ErrorKind::Msg(message) => self
                .unknown_reference(message)
                .unwrap_or_else(|| Fault::input("context::template", message.clone()).file(&self.source.name)),
            other => Fault::input("context::template", other.to_string()).file(&self.source.name),
        };
        fault.language(self.language)
    }

    fn rendering(&self, report: &ReportError) -> Fault {
        let message = report.message();
        if message.contains("undefined") || message.starts_with("Field ") {
            let span = self.original(report.span().range.clone());
            let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            let start = self.source.text[..span.start].trim_end_matches(name).len();
            let expression = self
                .source
                .text
                .get(start..span.end)
                .unwrap_or_default()
                .trim()
                .to_owned();
            return self
                .placed("context::undefined", "this has no value in these data", report)
                .found(format!("`{expression}`"))
                .hint("ask first: `{% if … is defined %}`");
        }
        let code = if message.contains("too many turns") || message.contains("too long") {
            "context::too-long"
        } else {
            "context::template"
        };
        match message.split_once(HINT) {
            Some((message, hint)) => self.placed(code, message, report).hint(hint),
            None => self.placed(code, &lower_first(message), report),
        }
    }

    fn placed(&self, code: &'static str, message: &str, report: &ReportError) -> Fault {
        let fault = Fault::input(code, message);
        // A template that the rendered one includes: its text is not at hand, its name is.
        if !report.filename().is_empty()
            && !report.filename().starts_with("__tera")
            && report.filename() != self.source.name
        {
            return fault.file(report.filename());
        }
        fault.at(self.source, self.original(report.span().range.clone()))
    }

    /// The part of the author's text.
    fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = self.prepared.original(range.start);
        start..self.prepared.original(range.end).max(start)
    }

    /// Filters, functions and templates that nobody registered: Tera tells them as text, with a line and a column.
    fn unknown_reference(&self, message: &str) -> Option<Fault> {
        let mut lines = message.lines();
        let what = lines.next()?.strip_prefix("error: ")?;
        let place = lines.next()?.rsplit_once("--> ")?.1;
        let mut parts = place.rsplitn(3, ':');
        let column: usize = parts.next()?.parse().ok()?;
        let line: usize = parts.next()?.parse().ok()?;
        let start: usize = self
            .prepared
            .text
            .split_inclusive('\n')
            .take(line - 1)
            .map(str::len)
            .sum();
        let within: usize = self.prepared.text[start..]
            .chars()
            .take(column - 1)
            .map(char::len_utf8)
            .sum();
        let name = what.split('`').nth(1)?;
        let at = self.prepared.original(start + within);
        let fault = Fault::input("context::unknown-name", format!("`{name}` is not known"))
            .at(self.source, at..at + name.len());
        let known = if what.contains("filter") {
            FILTERS
        } else if what.contains("function") {
            FUNCTIONS
        } else {
            return Some(fault);
        };
        let fault = fault.expected(format!("one of {}", known.join(", ")));
        Some(match nearest(name, known) {
            Some(near) => fault.hint(format!("did you mean `{near}`?")),
            None => fault,
        })
    }
}

fn lower_first(message: &str) -> String {
    let mut letters = message.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
