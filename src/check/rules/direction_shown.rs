//! A chart says its unit, and which direction is better.

use crate::check::extract::Role;
use crate::check::{Edition, Look, ReadArtefact, Rule, rule};
use crate::context::identifier;
use crate::diagnostic::Fault;
use std::collections::BTreeSet;

rule! {
    "direction-shown", Warning, Look::Edition(look),
    why: "A long bar is good news for a rate and bad news for a duration, and 8 of nothing is no figure: a chart has to say both.",
    source: "SIGPLAN empirical evaluation checklist (\"appropriate and clear units and direction\")",
    hint: "keep the words of `better.lower` and `better.higher` in the picture, and units beside values",
    passes: "an axis with “ms per audit · ← lower is better”",
    fails: "bars of a duration without a word on which end is better; values without their unit",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let pictures = edition.pictures();
    let mut faults = Vec::new();
    for (artefact, picture) in pictures {
        let said: String = artefact
            .pieces
            .iter()
            .filter(|piece| piece.role != Role::Alternative)
            .fold(String::new(), |said, piece| said + &plain(&piece.text) + "\n");
        let values = picture.bars.iter().filter_map(|bar| bar.value);
        let mut measures: BTreeSet<usize> = values.filter_map(|value| measure_of(edition, value)).collect();
        if artefact.pieces.iter().any(|piece| piece.role == Role::Axis) {
            measures.insert(edition.sources.subject.comparison.primary);
        }
        for measure in measures {
            faults.extend(of_measure(rule, edition, artefact, &said, measure));
        }
    }
    faults
}

fn of_measure(rule: &Rule, edition: &Edition, artefact: &ReadArtefact, said: &str, measure: usize) -> Vec<Fault> {
    let subject = edition.sources.subject;
    let of = &subject.dataset.measures[measure];
    let on = |fault: Fault| fault.file(&artefact.name).path(format!("`{}`", of.id));
    let mut faults = Vec::new();
    let direction = edition.sources.directions.of(of.better);
    if !direction.is_empty() && !stands_in(said, &plain(direction)) {
        faults.push(
            on(rule.fault("the picture does not say which direction is better")).expected(format!("“{direction}”")),
        );
    }
    let units = subject.locale.units();
    let unit = [
        units.symbol(of.display_unit, of.per.as_deref()),
        units.label(of.display_unit, of.per.as_deref()),
        units.symbol(of.display_unit, None),
    ];
    let mut units = unit
        .iter()
        .map(|unit| plain(unit))
        .filter(|unit| !unit.is_empty())
        .peekable();
    if units.peek().is_some() && !units.any(|unit| stands_in(said, &unit)) {
        faults
            .push(on(rule.fault("the picture does not say the unit of its values")).expected(format!("“{}”", unit[1])));
    }
    faults
}

/// Whether words have ideographs or kana, which a line may end between.
fn is_dense(words: &str) -> bool {
    words.chars().any(|c| c >= '\u{2e80}')
}

/// The measure whose figure a value is.
fn measure_of(edition: &Edition, value: f64) -> Option<usize> {
    let path = edition.origins.figure_near(value)?;
    let id = path.strip_prefix("m.")?.split('.').next()?;
    let measures = &edition.sources.subject.dataset.measures;
    measures.iter().position(|measure| identifier(&measure.id) == id)
}

/// In small letters, with plain spaces and without marks of direction.
fn plain(text: &str) -> String {
    let marks = |c: char| matches!(u32::from(c), 0x61c | 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069);
    let text: String = text.chars().filter(|c| !marks(*c)).collect();
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == '\u{2060}').collect();
    words.join(" ").to_lowercase()
}

/// Whether words stand in a text, and not as a part of others: `ms` is not in `terms`.
fn stands_in(text: &str, words: &str) -> bool {
    if is_dense(words) {
        let joined = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        return joined(text).contains(&joined(words));
    }
    let joins = |a: Option<char>, b: Option<char>| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() && c < '\u{2e80}');
        letter(a) && letter(b)
    };
    text.match_indices(words).any(|(at, found)| {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        !joins(before.chars().next_back(), found.chars().next())
            && !joins(found.chars().next_back(), after.chars().next())
    })
}
