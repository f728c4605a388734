//! Every number of every artefact comes from somewhere.

use crate::check::extract::Role;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;
use std::ops::Range;

rule! {
    "number-has-origin", Error, Look::Edition(look),
    why: "A number that comes neither from the data nor from a name in them was typed, and nobody will notice when it is wrong.",
    source: "pgColumnar pull request 526 (figures in prose that no run had given); pofilter, test `numbers`",
    hint: "print it from the data with a filter; digits that are a name go into `literal()` or code marks",
    passes: "`{{ m.audit_time.mean.baseline | quantity }}`",
    fails: "`8.112 ms` typed into a translation",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for artefact in &edition.artefacts {
        for (piece, number) in artefact.traced() {
            if number.origin.is_none() && piece.role != Role::Axis {
                let place = if piece.place.is_empty() {
                    "text"
                } else {
                    piece.place.as_str()
                };
                faults.push(
                    rule.fault("a number has no origin in the data")
                        .file(&artefact.name)
                        .path(place)
                        .found(format!("`{}` in “{}”", number.text, around(&piece.text, &number.span))),
                );
            }
        }
    }
    faults
}

/// The words beside a place, on one line.
pub(super) fn around(text: &str, span: &Range<usize>) -> String {
    let start = text[..span.start]
        .char_indices()
        .rev()
        .take(24)
        .last()
        .map_or(span.start, |(at, _)| at);
    let end = text[span.end..]
        .char_indices()
        .nth(24)
        .map_or(text.len(), |(at, _)| span.end + at);
    text[start..end].split_whitespace().collect::<Vec<_>>().join(" ")
}
