//! Findings as SARIF 2.1.0, the format that code hosts and editors read.
//!
//! Source: OASIS, *Static Analysis Results Interchange Format (SARIF) Version 2.1.0*.

use super::{RULES, Rule};
use crate::diagnostic::{Fault, Place, Severity};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// One log with one run. Nothing in it depends on the machine or on time.
pub fn log(faults: &[Fault]) -> String {
    let mut rules: Vec<Value> = RULES.iter().map(|rule| of_rule(rule)).collect();
    let mut ids: Vec<&str> = RULES.iter().map(|rule| rule.code).collect();
    // Faults of other rooms have codes without a rule.
    for fault in faults {
        if !ids.contains(&fault.code) {
            ids.push(fault.code);
            rules.push(json!({ "id": fault.code }));
        }
    }
    let results: Vec<Value> = faults.iter().map(|fault| of_fault(fault, &ids)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "benchfolio",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn of_rule(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.id,
        "shortDescription": { "text": rule.why },
        "fullDescription": { "text": format!("{} Source: {}.", rule.why, rule.source) },
        "help": { "text": format!("Passes: {}. Fails: {}. {}", rule.passes, rule.fails, rule.hint) },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn of_fault(fault: &Fault, ids: &[&str]) -> Value {
    let mut result = json!({
        "ruleId": fault.code,
        "ruleIndex": ids.iter().position(|id| *id == fault.code),
        "level": level(fault.severity),
        "message": { "text": message(fault) },
        "partialFingerprints": { "finding/v1": fingerprint(fault) },
    });
    let mut location = json!({});
    if let Some(physical) = physical(fault) {
        location["physicalLocation"] = physical;
    }
    if let Some(path) = &fault.path {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": path }]);
    }
    if location.as_object().is_some_and(|members| !members.is_empty()) {
        result["locations"] = json!([location]);
    }
    result
}

/// What is wrong, without the place.
pub(super) fn message(fault: &Fault) -> String {
    let mut text = fault.message.clone();
    if let Some(language) = &fault.language {
        text.push_str(&format!(" [{language}]"));
    }
    if let Some(found) = &fault.found {
        text.push_str(&format!("; found {found}"));
    }
    if let Some(expected) = &fault.expected {
        text.push_str(&format!("; expected {expected}"));
    }
    if let Some(hint) = &fault.hint {
        text.push_str(&format!(". Hint: {hint}"));
    }
    text
}

fn physical(fault: &Fault) -> Option<Value> {
    let mut physical = json!({ "artifactLocation": { "uri": uri(fault.file_name()?) } });
    if let Some(place) = &fault.place {
        physical["region"] = region(place);
    }
    Some(physical)
}

fn region(place: &Place) -> Value {
    let (line, column) = place.source.line_column(place.span.start);
    let (end_line, end_column) = place.source.line_column(place.span.end);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// A path as a relative URI reference.
fn uri(path: &str) -> String {
    let keep = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b if keep(b) => uri.push(char::from(b)),
            b => uri.push_str(&format!("%{b:02X}")),
        }
    }
    uri
}

/// The same finding has the same fingerprint when lines move.
fn fingerprint(fault: &Fault) -> String {
    let mut hash = Sha256::new();
    let parts = [
        Some(fault.code),
        fault.file_name(),
        fault.path.as_deref(),
        fault.language.as_deref(),
        Some(fault.message.as_str()),
        fault.found.as_deref(),
    ];
    for part in parts {
        hash.update(part.unwrap_or(""));
        hash.update([0]);
    }
    hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
