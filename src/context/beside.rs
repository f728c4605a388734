//! What is typed beside a number that a filter prints. Its unit and its sign come with it: typed ones stay when the data
//! change, and say something else then.

use super::tags::{Tag, TagKind, Token, tags, tokens};
use crate::dataset::Unit;
use crate::diagnostic::{Fault, SourceText};
use std::ops::Range;

/// Filters that print a number without a unit, and all that print one.
const BARE: [&str; 3] = ["number", "count", "plural"];
const ALL: [&str; 7] = ["number", "count", "plural", "quantity", "percent", "ratio", "unit"];

/// Units typed behind numbers and signs typed before them, within a part of a source.
pub(super) fn check(source: &SourceText, within: &Range<usize>) -> Vec<Fault> {
    let text = &source.text[within.clone()];
    let mut faults = Vec::new();
    for tag in tags(text) {
        if tag.kind != TagKind::Expression {
            continue;
        }
        let at = |span: Range<usize>| within.start + span.start..within.start + span.end;
        if let Some(span) = sign_before(text, &tag).filter(|_| prints(text, &tag, &ALL)) {
            faults.push(
                Fault::input("context::typed-sign", "a sign is typed before a number")
                    .found(format!("`{}`", &text[span.clone()]))
                    .at(source, at(span))
                    .hint("the filter prints the sign of the data: `sign=true` gives `+` too"),
            );
        }
        if let Some(span) = unit_behind(text, &tag).filter(|_| prints(text, &tag, &BARE)) {
            faults.push(
                Fault::input("context::typed-unit", "a unit is typed behind a number")
                    .found(format!("`{}`", &text[span.clone()]))
                    .at(source, at(span))
                    .hint("`quantity`, `percent`, `ratio` and `unit` print a number with the unit that it is in"),
            );
        }
    }
    faults
}

/// Whether the last filter of a tag is one of these.
fn prints(text: &str, tag: &Tag, filters: &[&str]) -> bool {
    let words = tokens(text, tag.inner.clone());
    let mut named = words.windows(2).filter_map(|pair| match pair {
        [(Token::Sign("|"), _), (Token::Name(filter), _)] => Some(*filter),
        _ => None,
    });
    named.next_back().is_some_and(|filter| filters.contains(&filter))
}

/// A minus, or what is typed for one, or a plus. Between two numbers it is the mark of a range.
fn sign_before(text: &str, tag: &Tag) -> Option<Range<usize>> {
    let before = &text[..tag.span.start];
    let joined = before.trim_end_matches([' ', '\u{a0}', '\u{202f}']);
    let sign = joined.chars().next_back()?;
    let start = joined.len() - sign.len_utf8();
    let first = joined[..start].chars().next_back();
    let begins = first.is_none_or(|c| c.is_whitespace() || "([\"'„“«‹*_".contains(c));
    let is_sign = match sign {
        '\u{2212}' => first != Some('}'),
        '-' | '+' => begins && joined.len() == before.len(),
        _ => false,
    };
    is_sign.then_some(start..joined.len())
}

/// A symbol of a unit, with or without a space.
fn unit_behind(text: &str, tag: &Tag) -> Option<Range<usize>> {
    let behind = &text[tag.span.end..];
    let spaces = [' ', '\u{a0}', '\u{202f}', '\u{2009}'];
    let start = tag.span.end + behind.len() - behind.trim_start_matches(spaces).len();
    let ends = |c: char| c.is_whitespace() || ".,;:()!?|*_\"'“”„«»{}".contains(c);
    let length = text[start..].find(ends).unwrap_or(text.len() - start);
    let word = text[start..start + length].replace(['\u{b5}', '\u{3bc}'], "u");
    // Behind a space it multiplies: `15 batches × 10 calls`.
    let multiplies = word == "×" && start > tag.span.end;
    let is_unit = (matches!(word.as_str(), "%" | "‰" | "×") && !multiplies)
        || (word != "1" && Unit::from_symbol(&word).is_some());
    is_unit.then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let source = SourceText::new("en/article.md", text);
        let faults = check(&source, &(0..text.len()));
        faults.into_iter().filter_map(|fault| fault.found).collect()
    }

    #[test]
    fn units_and_signs_come_with_the_number() {
        assert_eq!(found("It took {{ a | number }} ms."), ["`ms`"]);
        assert_eq!(
            found("{{ a | number(digits=2) }}\u{a0}µs, {{ b | count }}%"),
            ["`µs`", "`%`"]
        );
        assert_eq!(found("{{ a | number }}×"), ["`×`"]);
        assert_eq!(
            found("배치 {{ a | count }} × 측정 호출 {{ b | count }}"),
            Vec::<String>::new()
        );
        assert_eq!(found("a change of \u{2212}{{ a | percent }}"), ["`\u{2212}`"]);
        assert_eq!(found("(-{{ a | quantity }}) +{{ b | percent }}"), ["`-`", "`+`"]);
        let fine = "- {{ a | quantity }}, {{ a | count }} × {{ b | count }}, {{ a | count }}\u{2212}{{ b | count }} x-{{ name }}, a minute of {{ c | number }} members";
        assert_eq!(found(fine), Vec::<String>::new());
    }
}
