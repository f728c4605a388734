//! Finds, before rendering, every name in a template that the context does not have.
//!
//! Tera stops at the first undefined name that it prints and takes one in a condition for false; here all of them
//! are faults, each with the nearest known name.

use super::tags::{Tag, TagKind, Token, tags, tokens};
use crate::diagnostic::{Fault, SourceText};
use std::collections::BTreeSet;
use std::ops::Range;
use tera::Value;

/// What may be absent from a data set or a report without being a mistake. `*` stands for any one part.
const OPTIONAL: &[&str] = &[
    "candidate",
    "headline",
    "ranking",
    "ranking.next",
    "ranking.next.change",
    "ranking.last",
    "ranking.last.change",
    "ranking.baseline",
    "ranking.baseline.change",
    "ranking.ratio",
    "ranking.case",
    "grid",
    "grid.widest",
    "grid.widest.case",
    "baseline.build",
    "candidate.build",
    "report.date",
    "report.date_text",
    "report.url",
    "report.links.*",
    "provenance.note",
    "provenance.disclosure",
    "provenance.source",
    "provenance.source.author",
    "provenance.source.url",
    "provenance.source.published",
    "counts.batches_per_variant",
    "counts.calls_per_batch",
    "counts.warmup_calls_per_batch",
    "counts.statements_per_call",
    "counts.calls_per_variant",
    "counts.statements",
    "method.tool",
    "method.variant_order",
    "method.threads",
    "method.duration_s",
    "method.tables",
    "method.rows_per_table",
    "method.rows",
    "method.repeats",
    "method.rows_per_call",
    "method.revision",
    "method.code_sha256",
    "environment.os",
    "environment.cpu",
    "environment.vcpus",
    "environment.memory_bytes",
    "environment.storage",
    "environment.hosts",
    "environment.runtime",
    "environment.shared_host",
    "environment.transport",
    "m.*.per",
    "m.*.cases.*",
];

/// The parts of a comparison that are absent when there is nothing to compare with, the divisor is zero, or the report
/// shows no intervals.
const COMPARED: &[&str] = &[
    "candidate",
    "difference",
    "saved",
    "change",
    "reduction",
    "ratio",
    "verdict",
    "comparisons",
    "case",
    "interval",
];

/// Whether a path may be absent. `statistics` are the ids of all statistics there are.
pub fn is_optional(path: &[&str], statistics: &[&str]) -> bool {
    let fits = |pattern: &str| {
        let parts: Vec<&str> = pattern.split('.').collect();
        parts.len() == path.len() && parts.iter().zip(path).all(|(p, part)| *p == "*" || p == part)
    };
    if OPTIONAL.iter().any(|pattern| fits(pattern)) {
        return true;
    }
    match path {
        ["m" | "primary", rest @ ..] => {
            let rest = if path[0] == "m" {
                rest.get(1..).unwrap_or(&[])
            } else {
                rest
            };
            let rest = match rest {
                ["cases", _, inner @ ..] => inner,
                other => other,
            };
            match rest {
                [] => false,
                [statistic] => statistics.contains(statistic) || *statistic == "per",
                [statistic, part, ..] => statistics.contains(statistic) && COMPARED.contains(part),
            }
        }
        ["headline", part, ..] => COMPARED.contains(part),
        _ => false,
    }
}

/// What the check needs to know of the context.
pub trait Known {
    /// The value of a name at the root.
    fn root(&self, name: &str) -> Option<Value>;
    /// The names at the root, for hints.
    fn roots(&self) -> Vec<String>;
    /// The ids of all statistics there are.
    fn statistics(&self) -> Vec<&'static str>;
}

const KEYWORDS: &[&str] = &[
    "and",
    "or",
    "not",
    "in",
    "is",
    "if",
    "else",
    "elif",
    "for",
    "true",
    "false",
    "True",
    "False",
    "none",
    "None",
    "null",
    "loop",
    "self",
    "set",
    "set_global",
];

/// Statements whose names are no expressions.
const STRUCTURE: &[&str] = &[
    "block",
    "endblock",
    "extends",
    "include",
    "component",
    "endcomponent",
    "raw",
    "endraw",
    "endfor",
    "endif",
    "endset",
    "endset_global",
    "endfilter",
    "break",
    "continue",
];

/// All unknown names of a template, in order.
pub fn check(source: &SourceText, known: &dyn Known) -> Vec<Fault> {
    let all = tags(&source.text);
    let locals = locals(&source.text, &all);
    let mut faults = Vec::new();
    for tag in &all {
        if tag.kind == TagKind::Comment {
            continue;
        }
        let words = tokens(&source.text, tag.inner.clone());
        let statement = match words.first() {
            Some((Token::Name(name), _)) if tag.kind == TagKind::Statement => Some(*name),
            _ => None,
        };
        // `{% <card …> %}` and `{{ <card … /> }}` call components, whose arguments Tera checks.
        let component = matches!(words.first(), Some((Token::Sign("<"), _)));
        if component || statement.is_some_and(|name| STRUCTURE.contains(&name)) {
            continue;
        }
        nested_comprehension(source, tag, &words, &mut faults);
        for chain in chains(&words, usize::from(statement.is_some())) {
            if !locals.contains(chain.parts[0].0) {
                check_chain(source, &chain, known, &mut faults);
            }
        }
    }
    faults
}

/// A dotted name: its parts with their places.
struct Chain<'a> {
    parts: Vec<(&'a str, Range<usize>)>,
    /// `is defined` or `is not defined` follows.
    tested: bool,
}

fn chains<'a>(words: &[(Token<'a>, Range<usize>)], from: usize) -> Vec<Chain<'a>> {
    let sign = |at: usize| match words.get(at) {
        Some((Token::Sign(sign), _)) => *sign,
        _ => "",
    };
    let name = |at: usize| match words.get(at) {
        Some((Token::Name(name), _)) => *name,
        _ => "",
    };
    let mut found = Vec::new();
    let mut at = from;
    while at < words.len() {
        let (Token::Name(first), place) = &words[at] else {
            at += 1;
            continue;
        };
        let start = at;
        at += 1;
        let before = start.checked_sub(1);
        let follows = |wanted: &[&str]| before.is_some_and(|b| wanted.contains(&sign(b)));
        let after_is = before.is_some_and(|b| {
            name(b) == "is" || (name(b) == "not" && b.checked_sub(1).is_some_and(|c| name(c) == "is"))
        });
        if KEYWORDS.contains(first) || follows(&["|", ".", "?."]) || after_is || sign(at) == "(" || sign(at) == "=" {
            continue;
        }
        let mut parts = vec![(*first, place.clone())];
        while matches!(sign(at), "." | "?.") {
            let Some((Token::Name(part), place)) = words.get(at + 1) else {
                break;
            };
            parts.push((*part, place.clone()));
            at += 2;
        }
        let tested = name(at) == "is"
            && (["defined", "undefined"].contains(&name(at + 1))
                || (name(at + 1) == "not" && ["defined", "undefined"].contains(&name(at + 2))));
        found.push(Chain { parts, tested });
    }
    found
}

/// Names that the template itself gives: loop variables, assignments, parameters of components.
fn locals<'a>(source: &'a str, all: &[Tag]) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    for tag in all.iter().filter(|tag| tag.kind != TagKind::Comment) {
        let words = tokens(source, tag.inner.clone());
        for (at, (token, _)) in words.iter().enumerate() {
            let next = |ahead: usize| match words.get(at + ahead) {
                Some((Token::Name(name), _)) => Some(*name),
                _ => None,
            };
            match token {
                Token::Name("for") => {
                    found.extend(next(1));
                    if matches!(words.get(at + 2), Some((Token::Sign(","), _))) {
                        found.extend(next(3));
                    }
                }
                Token::Name("set" | "set_global") if at == 0 => found.extend(next(1)),
                Token::Name("component") if at == 0 => {
                    found.insert("body");
                    found.extend(words.iter().skip(2).filter_map(|(token, _)| match token {
                        Token::Name(name) => Some(*name),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
    }
    found
}

fn check_chain(source: &SourceText, chain: &Chain, known: &dyn Known, faults: &mut Vec<Fault>) {
    let (root, place) = &chain.parts[0];
    let names: Vec<&str> = chain.parts.iter().map(|part| part.0).collect();
    let Some(mut value) = known.root(root) else {
        if !is_optional(&names[..1], &known.statistics()) {
            faults.push(unknown(
                source,
                root,
                place,
                "",
                known.roots().iter().map(String::as_str),
            ));
        }
        return;
    };
    for (depth, (part, place)) in chain.parts.iter().enumerate().skip(1) {
        let before = names[..depth].join(".");
        let Some(map) = value.as_map() else {
            let fault = Fault::input("context::no-parts", format!("`{before}` has no parts"));
            faults.push(fault.at(source, place.clone()).found(format!("`.{part}`")));
            return;
        };
        match map.get(&tera::value::Key::Str(part)) {
            Some(next) => value = next.clone(),
            None => {
                let open = chain.tested && matches!(*root, "m" | "terms" | "report");
                if !open && !is_optional(&names[..=depth], &known.statistics()) {
                    let candidates: Vec<&str> = map.keys().filter_map(|key| key.as_str()).collect();
                    faults.push(unknown(source, part, place, &before, candidates.into_iter()));
                }
                return;
            }
        }
    }
}

fn unknown<'a>(
    source: &SourceText,
    name: &str,
    place: &Range<usize>,
    below: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Fault {
    let candidates: Vec<&str> = candidates.filter(|c| !c.contains('⟦')).collect();
    let message = if below.is_empty() {
        format!("`{name}` is not known")
    } else {
        format!("`{below}` has no `{name}`")
    };
    let mut fault = Fault::input("context::unknown-name", message).at(source, place.clone());
    let shown = candidates.iter().take(16).copied().collect::<Vec<_>>().join(", ");
    if !shown.is_empty() {
        let more = if candidates.len() > 16 { ", …" } else { "" };
        fault = fault.expected(format!("one of {shown}{more}"));
    }
    match nearest(name, &candidates) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault,
    }
}

/// The candidate that a misspelt name most likely means.
pub fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    candidates
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(candidate, name), *candidate))
        .filter(|(distance, candidate)| *distance <= (name.chars().count().max(candidate.chars().count()) / 3).max(1))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Lists within lists could make a small template run for ever.
fn nested_comprehension(source: &SourceText, tag: &Tag, words: &[(Token, Range<usize>)], faults: &mut Vec<Fault>) {
    let fors: Vec<_> = words.iter().filter(|(token, _)| *token == Token::Name("for")).collect();
    let own = usize::from(tag.kind == TagKind::Statement && matches!(words.first(), Some((Token::Name("for"), _))));
    if let Some((_, place)) = fors.get(own + 1) {
        faults.push(
            Fault::input("context::nested-list", "a list comprehension within another one")
                .at(source, place.clone())
                .hint("use two `for` loops"),
        );
    }
}
