//! Digits typed into words. Every figure comes from the data through a filter; a digit in prose is either a figure
//! that will be wrong one day, or a name, which says so with `literal()` or code marks.

use super::beside;
use super::tags::{TagKind, Token, tags, tokens};
use crate::diagnostic::{Fault, SourceText};
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag as Element, TagEnd};
use std::ops::Range;

/// How a text marks code and links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    Markdown,
    Plain,
}

/// All digits of a text's prose, in order, and what is typed beside printed numbers. `within` is the part of the source that is the text.
pub fn check(source: &SourceText, within: Range<usize>, syntax: Syntax) -> Vec<Fault> {
    let text = &source.text[within.clone()];
    let mut spans = match syntax {
        Syntax::Markdown => prose_of_markdown(text),
        Syntax::Plain => digits_of_plain(text),
    };
    spans.extend(digits_in_strings(text));
    spans.sort_by_key(|span| span.start);
    spans.dedup();
    let typed = spans.into_iter().map(|span| {
        let found = text[span.clone()].to_owned();
        Fault::input("context::literal-digit", "a digit is typed in prose")
            .at(source, within.start + span.start..within.start + span.end)
            .found(format!("`{found}`"))
            .hint(
                "print figures of the data with a filter, such as `{{ counts.calls | count }}`; digits that are \
                     a name go into code marks or `{{ literal(\"…\") }}`",
            )
    });
    typed.chain(beside::check(source, &within)).collect()
}

/// The text with letters in the place of tags, so that they neither break the Markdown nor hide in it.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for tag in tags(text) {
        out.push_str(&text[at..tag.span.start]);
        let filler = if tag.kind == TagKind::Expression { b'x' } else { b' ' };
        let filled = text[tag.span.clone()]
            .bytes()
            .map(|b| if b == b'\n' { b'\n' } else { filler });
        out.extend(filled.map(char::from));
        at = tag.span.end;
    }
    out.push_str(&text[at..]);
    out
}

fn prose_of_markdown(text: &str) -> Vec<Range<usize>> {
    let bare = without_tags(text);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut found = Vec::new();
    let mut code_block = false;
    let mut address = false;
    for (event, span) in Parser::new_ext(&bare, options).into_offset_iter() {
        match event {
            Event::Start(Element::CodeBlock(_)) => code_block = true,
            Event::End(TagEnd::CodeBlock) => code_block = false,
            Event::Start(Element::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            }) => address = true,
            Event::End(TagEnd::Link) => address = false,
            Event::Text(_) if code_block || address => {}
            // An entity such as `&#8239;` has digits in its source and none in its text.
            Event::Text(words) if bare[span.clone()] != *words => {
                found.extend(words.contains(char::is_numeric).then_some(span));
            }
            Event::Text(_) | Event::Html(_) | Event::InlineHtml(_) => {
                found.extend(runs(&bare[span.clone()]).map(|run| span.start + run.start..span.start + run.end));
            }
            Event::Start(Element::Link { title, .. } | Element::Image { title, .. })
                if title.contains(char::is_numeric) =>
            {
                found.push(span);
            }
            _ => {}
        }
    }
    found
}

fn digits_of_plain(text: &str) -> Vec<Range<usize>> {
    let bare = without_tags(text);
    let addresses = addresses(&bare);
    runs(&bare)
        .filter(|run| !addresses.iter().any(|a| a.contains(&run.start)))
        .collect()
}

fn addresses(text: &str) -> Vec<Range<usize>> {
    text.match_indices("http")
        .filter(|(at, _)| text[*at..].starts_with("http://") || text[*at..].starts_with("https://"))
        .map(|(at, _)| {
            let length = text[at..].find(char::is_whitespace).unwrap_or(text.len() - at);
            at..at + length
        })
        .collect()
}

/// Runs of digits with the marks inside of them: `8.112`, `12 345` is two.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_numeric)?;
        let mut end = start;
        for (offset, c) in text[start..].char_indices() {
            if c.is_numeric() {
                end = start + offset + c.len_utf8();
            } else if !matches!(c, '.' | ',' | ':' | '/' | '-') {
                break;
            }
        }
        at = end;
        Some(start..end)
    })
}

/// Digits in strings of tags that end up in the text: `plural(one="1 batch")`, `{{ "75" }}`. Strings that are compared
/// with, looked up, or declared as text are none.
fn digits_in_strings(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for tag in tags(text) {
        let words = tokens(text, tag.inner.clone());
        let sets = matches!(words.first(), Some((Token::Name("set" | "set_global"), _)));
        if tag.kind == TagKind::Comment || (tag.kind == TagKind::Statement && !sets) {
            continue;
        }
        for (at, (token, span)) in words.iter().enumerate() {
            let Token::Text(string) = token else { continue };
            if !string.starts_with(['"', '\'', '`']) || !string.contains(char::is_numeric) {
                continue;
            }
            let before = at.checked_sub(1).map(|b| &words[b].0);
            let called = at.checked_sub(2).map(|b| &words[b].0);
            let looked_up = matches!(before, Some(Token::Sign("==" | "!=" | "[") | Token::Name("in")));
            let declared = matches!(before, Some(Token::Sign("("))) && called == Some(&Token::Name("literal"));
            if !looked_up && !declared {
                found.extend(runs(string).map(|run| span.start + run.start..span.start + run.end));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, syntax: Syntax) -> Vec<String> {
        let source = SourceText::new("en/article.md", text);
        check(&source, 0..text.len(), syntax)
            .into_iter()
            .map(|fault| {
                let (line, column) = fault.line_column().unwrap();
                format!("{line}:{column} {}", fault.found.unwrap())
            })
            .collect()
    }

    #[test]
    fn digits_of_prose_are_found_with_their_place() {
        let text = "## The 2nd {#h-2}\n\nIt took 8.112 ms, `8.1` in code, {{ x | number(digits=3) }}, [a](b2.md), ½.\n";
        assert_eq!(found(text, Syntax::Markdown), ["1:8 `2`", "3:9 `8.112`", "3:74 `½`"]);
    }

    #[test]
    fn code_lists_links_and_literals_may_have_digits() {
        let text = "1. one\n2. two\n\n```\n42\n```\n\n{{ literal(\"SHA-256\") }} <https://a.b/4> &#8239; \
                    {% if a == \"2.7\" %}x{% endif %}\n";
        assert_eq!(found(text, Syntax::Markdown), Vec::<String>::new());
    }

    #[test]
    fn digits_cannot_hide_in_strings() {
        assert_eq!(
            found(
                "{{ n | plural(one=\"1 batch\", other=\"# batches\") }} {{ \"75%\" }}",
                Syntax::Markdown
            ),
            ["1:20 `1`", "1:56 `75`"]
        );
    }

    #[test]
    fn plain_text_may_have_addresses() {
        assert_eq!(
            found("See https://example.org/2.7 and 2.7,\nand {{ x }} ٣", Syntax::Plain),
            ["1:33 `2.7`", "2:13 `٣`"]
        );
    }
}
