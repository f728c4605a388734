//! How faults and events are shown: with source lines on a terminal, one a line elsewhere, or as JSON objects.

use super::arguments::MessageFormat;
use crate::diagnostic::{Class, Fault, Severity};
use crate::pipeline::{Outcome, Verified};
use crate::publish::{Merged, Published, Recorded};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use serde_json::{Value, json};
use std::env;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The JSON Schema of a theme.
pub const THEME_SCHEMA: &str = include_str!("../../docs/theme.schema.json");

/// The JSON Schema of one event.
pub const EVENTS_SCHEMA: &str = include_str!("../../docs/events.schema.json");

/// Where messages go, and in which form.
pub struct Printer {
    style: Style,
    /// Whether an event could not be written.
    lost: AtomicBool,
}

enum Style {
    Fancy { colour: bool, width: usize },
    Text,
    Json,
}

impl Printer {
    /// The printer for this standard error and this choice.
    pub fn new(format: Option<MessageFormat>) -> Self {
        let style = match format {
            Some(MessageFormat::Json) => Style::Json,
            Some(MessageFormat::Text) => Style::Text,
            None if io::stderr().is_terminal() => Style::Fancy {
                colour: colour_wanted(true),
                width: 100,
            },
            None => Style::Text,
        };
        Printer::of(style)
    }

    fn of(style: Style) -> Self {
        Printer {
            style,
            lost: AtomicBool::new(false),
        }
    }

    /// Whether progress may be drawn between the messages.
    pub fn is_for_a_person(&self) -> bool {
        matches!(self.style, Style::Fancy { .. })
    }

    /// The text of a fault, with its line break.
    fn fault_text(&self, fault: &Fault, report: Option<&str>) -> String {
        match self.style {
            Style::Fancy { colour, width } => fancy(fault, colour, width),
            Style::Text => format!("{}[{}]: {fault}\n", severity_word(fault.severity), fault.code),
            Style::Json => format!("{}\n", fault_json(fault, report)),
        }
    }

    pub fn fault(&self, fault: &Fault, report: Option<&str>) {
        self.put(&self.fault_text(fault, report));
    }

    /// A sentence for a person; programs do without.
    pub fn say(&self, sentence: &str) {
        if !matches!(self.style, Style::Json) {
            self.put(&format!("{sentence}\n"));
        }
    }

    pub fn published(&self, report: &str, published: &Published, elapsed: Duration) {
        let text = match self.style {
            Style::Json => set_json("published", report, published),
            _ => format!(
                "{}: {} files, {}, {}\n",
                published.folder.display(),
                published.files.len(),
                size_text(published.bytes()),
                time_text(elapsed)
            ),
        };
        self.put(&text);
    }

    /// A set that was made already; for a person the sum at the end is enough.
    pub fn unchanged(&self, report: &str, published: &Published) {
        if matches!(self.style, Style::Json) {
            self.put(&set_json("unchanged", report, published));
        }
    }

    /// How a verification ended.
    pub fn verified(&self, archive: &str, verified: &Verified) {
        let Style::Json = self.style else {
            return super::verify::sentence(archive, verified, self);
        };
        let files: Vec<Value> = verified
            .files
            .iter()
            .map(|(name, verdict)| json!({ "name": name, "verdict": verdict.word() }))
            .collect();
        let event = json!({
            "event": "verified", "archive": archive, "verdict": verified.verdict.word(), "made_by": verified.version,
            "files": files,
        });
        self.put(&format!("{event}\n"));
    }

    /// The end of a run; `failures` are the names of the reports that failed.
    pub fn finished(&self, outcome: &Outcome, failures: &[String], elapsed: Duration) {
        let text = match self.style {
            Style::Json => {
                let event = json!({
                    "event": "finished", "built": outcome.built, "unchanged": outcome.unchanged,
                    "failed": outcome.failed, "skipped": outcome.skipped, "failures": failures,
                    "bytes": outcome.bytes,
                    "seconds": elapsed.as_secs_f64(),
                });
                format!("{event}\n")
            }
            _ => {
                let failed: String = failures.iter().map(|name| format!("failed: {name}\n")).collect();
                format!("{failed}{}, {}\n", counts_text(outcome), time_text(elapsed))
            }
        };
        self.put(&text);
    }

    /// The sets of all shards stand in one folder.
    pub fn merged(&self, merged: &Merged, out: &Path, elapsed: Duration) {
        let text = match self.style {
            Style::Json => {
                let event = json!({
                    "event": "merged", "folder": out.display().to_string(), "shards": merged.shards,
                    "reports": merged.reports, "bytes": merged.bytes, "seconds": elapsed.as_secs_f64(),
                });
                format!("{event}\n")
            }
            _ => format!(
                "{}: {} of {}, {}, {}\n",
                out.display(),
                counted(merged.reports, "report", "reports"),
                counted(merged.shards, "shard", "shards"),
                size_text(merged.bytes),
                time_text(elapsed)
            ),
        };
        self.put(&text);
    }

    /// How a run ends whose faults are all told: 0, or that of an output when events got lost.
    pub fn exit_code(&self) -> u8 {
        match self.lost.load(Ordering::Relaxed) {
            true => Class::Output.exit_code(),
            false => 0,
        }
    }

    /// Messages to standard error, JSON events to standard output. A reader that went away is no reason to fail.
    fn put(&self, text: &str) {
        let Style::Json = self.style else {
            // There is nowhere left to say that this failed.
            let _ = io::stderr().lock().write_all(text.as_bytes());
            return;
        };
        let Err(fault) = print(text) else { return };
        if !self.lost.swap(true, Ordering::Relaxed) {
            Printer::of(Style::Text).fault(&fault, None);
        }
    }
}

/// Writes a result to standard output. A closed pipe (`| head`) is the reader's choice and no error.
pub fn print(text: &str) -> Result<(), Fault> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Fault::error(
            Class::Output,
            "cli::standard-output",
            format!("cannot write to standard output: {error}"),
        )),
        _ => Ok(()),
    }
}

/// `NO_COLOR` (no-color.org) and `CLICOLOR`, `CLICOLOR_FORCE` (bixense.com/clicolors).
fn colour_wanted(terminal: bool) -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_zero = |name: &str| env::var_os(name).is_some_and(|value| value == "0");
    if is_set("NO_COLOR") {
        false
    } else if is_set("CLICOLOR_FORCE") && !is_zero("CLICOLOR_FORCE") {
        true
    } else {
        terminal && !is_zero("CLICOLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb")
    }
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Every field is always there; what is unknown is null.
fn fault_json(fault: &Fault, report: Option<&str>) -> Value {
    let class = match fault.class {
        Class::Finding => "finding",
        Class::Usage => "usage",
        Class::Input => "input",
        Class::Output => "output",
    };
    let (line, column) = fault.line_column().unzip();
    let (end_line, end_column) = fault
        .place
        .as_ref()
        .map(|place| place.source.line_column(place.span.end))
        .unzip();
    json!({
        "event": "fault",
        "report": report,
        "severity": severity_word(fault.severity),
        "class": class,
        "code": fault.code,
        "message": fault.message,
        "file": fault.file_name(),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "path": fault.path,
        "language": fault.language,
        "found": fault.found,
        "expected": fault.expected,
        "hint": fault.hint,
    })
}

/// A set, with all its files.
fn set_json(event: &str, report: &str, published: &Published) -> String {
    let file = |file: &Recorded| json!({ "name": file.name, "bytes": file.bytes, "sha256": file.sha256 });
    let event = json!({
        "event": event,
        "report": report,
        "id": published.folder.file_name().map(|id| id.to_string_lossy()),
        "folder": published.folder.display().to_string(),
        "files": published.files.iter().map(file).collect::<Value>(),
    });
    format!("{event}\n")
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What came of the reports of a run: `3 reports built, 1 failed, 2500 kB`.
fn counts_text(outcome: &Outcome) -> String {
    let mut parts = Vec::new();
    let mut count = |count: usize, what: &str| {
        let noun = match (parts.is_empty(), count) {
            (false, _) => "",
            (true, 1) => " report",
            (true, _) => " reports",
        };
        parts.push(format!("{count}{noun} {what}"));
    };
    if outcome.built > 0 || outcome.unchanged == 0 {
        count(outcome.built, "built");
    }
    if outcome.unchanged > 0 {
        count(outcome.unchanged, "unchanged");
    }
    if outcome.failed > 0 {
        count(outcome.failed, "failed");
    }
    if outcome.skipped > 0 {
        count(outcome.skipped, "not begun");
    }
    if outcome.built > 0 {
        parts.push(size_text(outcome.bytes));
    }
    parts.join(", ")
}

fn size_text(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

fn time_text(elapsed: Duration) -> String {
    format!("{:.2} s", elapsed.as_secs_f64())
}

fn fancy(fault: &Fault, colour: bool, width: usize) -> String {
    let theme = if colour {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .with_context_lines(1)
        .with_links(false);
    let mut text = String::new();
    match handler.render_report(&mut text, &Shown::of(fault)) {
        Ok(()) => text,
        // Formatting into a string does not fail; but a message must not get lost.
        Err(fmt::Error) => format!("{fault}\n"),
    }
}

/// A fault as miette draws it.
#[derive(Debug)]
struct Shown<'a> {
    fault: &'a Fault,
    source: Option<NamedSource<String>>,
    help: Option<String>,
}

impl<'a> Shown<'a> {
    fn of(fault: &'a Fault) -> Self {
        let source = fault
            .place
            .as_ref()
            .map(|place| NamedSource::new(&place.source.name, place.source.text.to_string()));
        let mut lines = Vec::new();
        if let Some(expected) = &fault.expected {
            lines.push(format!("expected {expected}"));
        }
        lines.extend(fault.hint.clone());
        Shown {
            fault,
            source,
            help: (!lines.is_empty()).then(|| lines.join("\n")),
        }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (None, Some(file)) = (&self.fault.place, &self.fault.file) {
            write!(f, "{file}: ")?;
        }
        if let Some(path) = &self.fault.path {
            write!(f, "{path}: ")?;
        }
        if let Some(language) = &self.fault.language {
            write!(f, "[{language}] ")?;
        }
        write!(f, "{}", self.fault.message)?;
        match &self.fault.found {
            Some(found) if self.fault.place.is_none() => write!(f, ": found {found}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(self.fault.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.fault.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.fault.place.as_ref()?;
        let label = Some(match &self.fault.found {
            Some(found) => format!("found {found}"),
            None => "here".to_owned(),
        });
        let length = place.span.end.saturating_sub(place.span.start);
        Some(Box::new(std::iter::once(LabeledSpan::new(
            label,
            place.span.start,
            length,
        ))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceText;

    fn fault() -> Fault {
        let source = SourceText::new("data.json", "{\n \"unit\": \"parsec\"\n}\n");
        Fault::input("dataset::unit", "unknown unit")
            .at(&source, 11..19)
            .path("$.unit")
            .found("\"parsec\"")
            .expected("a unit of time")
            .hint("did you mean \"s\"?")
    }

    #[test]
    fn one_line_says_it_all() {
        let text = Printer::of(Style::Text).fault_text(&fault(), None);
        assert_eq!(
            text,
            "error[dataset::unit]: data.json:2:10: $.unit: unknown unit: found \"parsec\", expected a unit of time \
             (hint: did you mean \"s\"?)\n"
        );
    }

    #[test]
    fn an_object_has_every_field() {
        let text = Printer::of(Style::Json).fault_text(&fault(), Some("r"));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&value["line"], &value["column"]), (&json!(2), &json!(10)));
        assert_eq!((&value["end_line"], &value["end_column"]), (&json!(2), &json!(18)));
        assert_eq!(value["language"], Value::Null);
        assert_eq!(value["report"], "r");
        assert_eq!(text.matches('\n').count(), 1);
    }

    #[test]
    fn the_fancy_form_shows_the_source_line() {
        insta::assert_snapshot!(fancy(&fault(), false, 80), @r#"
        dataset::unit

          × $.unit: unknown unit
           ╭─[data.json:2:10]
         1 │ {
         2 │  "unit": "parsec"
           ·          ────┬───
           ·              ╰── found "parsec"
         3 │ }
           ╰────
          help: expected a unit of time
                did you mean "s"?
        "#);
    }

    #[test]
    fn a_fault_without_a_source_names_its_file() {
        let fault = Fault::input("project::missing-file", "no words in this language")
            .file("reports/r/pl/article.md")
            .language("pl");
        assert!(fancy(&fault, false, 200).contains("reports/r/pl/article.md: [pl] no words in this language"));
    }
}
