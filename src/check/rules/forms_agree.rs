//! All forms of an article say the same numbers in the same order; those of a table that pages part, as often.

use super::number_has_origin::around;
use crate::check::extract::Role;
use crate::check::origins::{Origin, TracedNumber};
use crate::check::squeeze::Squeezed;
use crate::check::{Edition, Look, ReadArtefact, Rule, rule};
use crate::diagnostic::Fault;
use std::collections::BTreeMap;

rule! {
    "forms-agree", Error, Look::Edition(look),
    why: "Page, PDF and Markdown are one article: when their numbers differ, one of them is stale or was touched.",
    source: "phoronix-test-suite issue 826 (a chart in the HTML and not in the PDF)",
    hint: "build all forms again",
    passes: "the same numbers, in the same order, in page, PDF and Markdown (as often, where a PDF parts a wide table)",
    fails: "a PDF of an older build beside a page of today",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let Some(first) = edition.artefact("article", "md") else {
        return Vec::new();
    };
    let expected = numbers(first);
    ["html", "pdf"]
        .iter()
        .filter_map(|form| edition.artefact("article", form))
        .filter_map(|other| {
            let shown = numbers(other);
            // Pages show a table of many columns as several, one below the other.
            let parted =
                other.name.ends_with(".pdf") && edition.sources.subject.dataset.variants.len() >= FEWEST_PARTED;
            match parted && all_are_shown(&expected, &shown) {
                true => None,
                false => missing(rule, first, &expected, other, &shown),
            }
        })
        .collect()
}

/// Tables of so many variants, with their changes, may have no room on a page.
const FEWEST_PARTED: usize = 3;

/// Whether each number is there as often, in whatever order.
fn all_are_shown(expected: &[Shown], shown: &[Shown]) -> bool {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for number in shown {
        *counts.entry(&number.text).or_default() += 1;
    }
    expected
        .iter()
        .all(|number| match counts.get_mut(number.text.as_str()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
}

struct Shown<'a> {
    text: String,
    near: (&'a str, &'a std::ops::Range<usize>),
}

fn numbers(artefact: &ReadArtefact) -> Vec<Shown<'_>> {
    // Digits of names are no figures, and each form repeats names where it has the room.
    let is_name = |number: &TracedNumber| matches!(number.origin, Some(Origin::Name { .. }));
    let prose = artefact
        .traced()
        .filter(|(piece, number)| piece.role == Role::Prose && !is_name(number));
    prose
        .map(|(piece, number)| Shown {
            text: Squeezed::new(&number.text).text,
            near: (&piece.text, &number.span),
        })
        .collect()
}

/// The first number that the other form lacks, when the order of the first is kept.
fn missing(
    rule: &Rule,
    first: &ReadArtefact,
    expected: &[Shown],
    other: &ReadArtefact,
    shown: &[Shown],
) -> Option<Fault> {
    let mut at = 0;
    let mut last = "the beginning".to_owned();
    for number in expected {
        match shown[at..].iter().position(|candidate| candidate.text == number.text) {
            Some(offset) => at += offset + 1,
            None => {
                let near = around(number.near.0, number.near.1);
                return Some(
                    rule.fault(format!("a number of {} is not here, or not in its place", first.name))
                        .file(&other.name)
                        .expected(format!("`{}` in “{near}”, after {last}", number.text)),
                );
            }
        }
        last = format!("`{}`", number.text);
    }
    None
}
