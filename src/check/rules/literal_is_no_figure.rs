//! `literal()` is for names, not for figures.

use crate::check::expression::Expressions;
use crate::check::squeeze::Squeezed;
use crate::check::{Edition, Look, Rule, rule};
use crate::dataset::Unit;
use crate::diagnostic::Fault;
use std::ops::Range;

rule! {
    "literal-is-no-figure", Error, Look::Edition(look),
    why: "A figure declared as a name is typed like any other, and stays when the data change.",
    source: "pgColumnar pull request 526 (figures in prose that no run had given)",
    hint: "print the figure with a filter; `literal()` is for digits in names, such as SHA-256",
    passes: "`{{ literal(\"SHA-256\") }}`",
    fails: "`{{ literal(\"75.16%\") }}`, `{{ literal(\"9.9 ms\") }}`",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut literals: Vec<&str> = Vec::new();
    for printed in edition.sources.ledger.iter().filter(|printed| printed.exact.is_none()) {
        if !literals.contains(&printed.text.as_str()) {
            literals.push(&printed.text);
        }
    }
    if literals.is_empty() {
        return Vec::new();
    }
    let expressions = Expressions::of(edition.sources.subject, edition.sources.context);
    let mut faults = Vec::new();
    for text in literals {
        for number in edition.origins.trace(text) {
            let after = text[number.span.end..].trim_start().chars().next();
            // Nothing and the whole are the ends of a scale, not results.
            let is_end = significant_digits(&number.text) == 0 || Squeezed::new(&number.text).text == "100";
            let is_share = matches!(after, Some('%' | '٪' | '×' | '‰')) && !is_end;
            let is_figure = number.equals.as_ref().filter(|_| significant_digits(&number.text) >= 3);
            let is_measured = (has_unit(&text[number.span.end..], edition) || is_value(text, &number.span)) && !is_end;
            if is_share || is_measured || is_figure.is_some() {
                let expression = expressions.of_typed(&number.text, &text[number.span.end..]);
                let expression = expression.or_else(|| is_figure.cloned());
                faults.push(
                    rule.fault("a figure is declared as a name")
                        .found(format!("`literal(\"{text}\")`"))
                        .expected(expression.map_or("an expression".into(), |it| format!("`{{{{ {it} }}}}`"))),
                );
            }
        }
    }
    faults
}

/// Whether a unit stands behind a number: a symbol, or what the language writes for one.
fn has_unit(behind: &str, edition: &Edition) -> bool {
    let behind = behind.trim_start();
    let length = behind
        .find(|c: char| c.is_whitespace() || ".,;:()".contains(c))
        .unwrap_or(behind.len());
    let word = behind[..length].replace('\u{3bc}', "\u{b5}");
    let units = edition.sources.subject.locale.units();
    matches!(word.chars().next(), Some('倍' | '배'))
        || matches!(word.as_str(), "µs" | "x")
        || Unit::all().filter(|unit| *unit != Unit::One).any(|unit| {
            let written = units.symbol(unit, None);
            word == unit.symbol() || word == written || (!written.is_ascii() && word.starts_with(&written))
        })
}

/// Whether a text is a number and one word behind it, as values are written: names begin with a letter, or end with the
/// number.
fn is_value(text: &str, number: &Range<usize>) -> bool {
    let behind = &text[number.end..];
    let word = behind.trim_start();
    text[..number.start].trim().is_empty()
        && word.len() < behind.len()
        && word.chars().next().is_some_and(char::is_alphabetic)
        && !word.trim_end().contains(char::is_whitespace)
}

fn significant_digits(number: &str) -> usize {
    let digits: String = Squeezed::new(number)
        .text
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let digits = digits.trim_start_matches('0');
    let whole = !number.contains(['.', ',', '\u{66b}']);
    if whole {
        digits.trim_end_matches('0').len()
    } else {
        digits.len()
    }
}
