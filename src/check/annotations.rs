//! Findings as workflow commands, which GitHub and Forgejo show beside the lines of a change.
//!
//! Source: GitHub documentation, "Workflow commands for GitHub Actions".

use super::sarif::message;
use crate::diagnostic::{Fault, Severity};

/// One command a line.
pub fn commands(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("{}\n", command(fault))).collect()
}

fn command(fault: &Fault) -> String {
    let kind = match fault.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(file) = fault.file_name() {
        properties.push(format!("file={}", escape_property(file)));
    }
    if let Some(place) = &fault.place {
        let (line, column) = place.source.line_column(place.span.start);
        let (end_line, end_column) = place.source.line_column(place.span.end);
        properties.push(format!("line={line},endLine={end_line}"));
        // A column of the end makes sense on one line only.
        if line == end_line {
            properties.push(format!("col={column},endColumn={end_column}"));
        }
    }
    properties.push(format!("title={}", escape_property(fault.code)));
    let path = fault.path.as_ref().map_or(String::new(), |path| format!("{path}: "));
    let text = escape(&format!("{path}{}", message(fault)));
    format!("::{kind} {}::{text}", properties.join(","))
}

fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}
