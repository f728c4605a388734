//! From the path of a finding to its place in the text of the data file.

use crate::diagnostic::{Fault, SourceText};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Gives the fault the place that its path names; the nearest that exists when the path names something missing.
pub fn in_json(fault: &mut Fault, source: &SourceText) {
    if fault.place.is_some() {
        return;
    }
    match fault.path.as_deref().and_then(|path| span(&source.text, path)) {
        Some(span) => *fault = fault.clone().at(source, span),
        None => fault.file = Some(source.name.clone()),
    }
}

/// Bytes of the value at a path such as `$.series[3].batches`; of a long value only its first line.
fn span(text: &str, path: &str) -> Option<std::ops::Range<usize>> {
    let mut here: &str = text.trim_start_matches('\u{feff}').trim();
    for step in steps(path) {
        let Some(next) = child(here, &step) else { break };
        here = next;
    }
    let start = here.as_ptr() as usize - text.as_ptr() as usize;
    let first_line = here.find('\n').unwrap_or(here.len());
    (start < text.len()).then_some(start..start + first_line)
}

enum Step {
    Member(String),
    Item(usize),
}

fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in path.trim_start_matches('$').split('.').filter(|part| !part.is_empty()) {
        let (name, indices) = part.split_once('[').unwrap_or((part, ""));
        if !name.is_empty() {
            steps.push(Step::Member(name.into()));
        }
        steps.extend(
            indices
                .split(['[', ']'])
                .filter_map(|index| index.parse().ok().map(Step::Item)),
        );
    }
    steps
}

fn child<'t>(text: &'t str, step: &Step) -> Option<&'t str> {
    match step {
        Step::Member(name) => {
            let members: BTreeMap<String, &'t RawValue> = serde_json::from_str(text).ok()?;
            members.get(name).map(|raw| raw.get())
        }
        Step::Item(index) => {
            let items: Vec<&'t RawValue> = serde_json::from_str(text).ok()?;
            items.get(*index).map(|raw| raw.get())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_value_or_to_the_nearest_that_exists() {
        let text = "\u{feff}{\"a\": [10, {\"b\": \"x\"}]}";
        for (path, expected) in [
            ("$.a[1].b", "\"x\""),
            ("$.a[0]", "10"),
            ("$.a[1].c", "{\"b\": \"x\"}"),
            ("$.z", "{\"a\": [10, {\"b\": \"x\"}]}"),
        ] {
            assert_eq!(span(text, path).map(|s| &text[s]), Some(expected), "{path}");
        }
    }
}
