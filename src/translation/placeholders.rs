//! What a translator must not touch: the tags of a template. The strings of `plural(…)` and `literal(…)` are words
//! inside of a tag and stay open.

use crate::context::{TagKind, Token, tags, tokens};
use std::collections::BTreeSet;
use std::ops::Range;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    Words(&'a str),
    /// A whole tag.
    Tag(&'a str),
    /// The beginning of a tag with words in it; [`Piece::Close`] ends it.
    Open(&'a str),
    Close(&'a str),
}

/// Cuts a text; the pieces put together are the text.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for tag in tags(text) {
        if at < tag.span.start {
            pieces.push(Piece::Words(&text[at..tag.span.start]));
        }
        match words_inside(text, &tag.inner).filter(|_| tag.kind == TagKind::Expression) {
            Some(words) => {
                pieces.push(Piece::Open(&text[tag.span.start..words.start]));
                pieces.push(Piece::Words(&text[words.clone()]));
                pieces.push(Piece::Close(&text[words.end..tag.span.end]));
            }
            None => pieces.push(Piece::Tag(&text[tag.span.clone()])),
        }
        at = tag.span.end;
    }
    if at < text.len() {
        pieces.push(Piece::Words(&text[at..]));
    }
    pieces
}

/// The arguments of `plural(…)` from the first form, or the string of `literal("…")` without its quotes.
fn words_inside(text: &str, inner: &Range<usize>) -> Option<Range<usize>> {
    let words = tokens(text, inner.clone());
    for (at, (token, _)) in words.iter().enumerate() {
        if *token == Token::Name("literal")
            && let Some((Token::Text(string), span)) = words.get(at + 2)
            && string.len() >= 2
        {
            return Some(span.start + 1..span.end - 1);
        }
        if *token == Token::Name("plural") {
            let first = words[at..].iter().position(|(token, _)| is_category(token))?;
            let start = words[at + first].1.start;
            let closing = words.iter().rposition(|(token, _)| *token == Token::Sign(")"))?;
            let end = words[..closing].last()?.1.end;
            return (start < end).then_some(start..end);
        }
    }
    None
}

fn is_category(token: &Token) -> bool {
    matches!(token, Token::Name("zero" | "one" | "two" | "few" | "many" | "other"))
}

/// What the tags of a text say, whatever its language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    /// Names that a filter of numbers prints: `m.audit_time.mean.ratio`.
    pub numbers: BTreeSet<String>,
    /// Other expressions, without their words.
    pub texts: BTreeSet<String>,
    /// Statements: `if facts.compared`.
    pub statements: BTreeSet<String>,
    /// Statements that are closed but not opened here, then those that are opened but not closed.
    pub open: Vec<String>,
    /// Tags that are no tags: not closed, or with a string that is not closed.
    pub broken: Vec<String>,
}

/// The filters that print numbers.
const OF_NUMBERS: [&str; 7] = ["quantity", "number", "percent", "ratio", "count", "plural", "unit"];

impl Shape {
    pub fn of(text: &str) -> Shape {
        let mut shape = Shape::default();
        for tag in tags(text) {
            let raw = &text[tag.span.clone()];
            let closed = match tag.kind {
                TagKind::Expression => raw.ends_with("}}"),
                TagKind::Statement => raw.ends_with("%}"),
                TagKind::Comment => raw.ends_with("#}"),
            };
            if !closed || raw.len() < 4 || raw[2..].contains("{{") || raw[2..].contains("{%") {
                shape.broken.push(super::paragraphs::beginning(raw));
                continue;
            }
            let words = tokens(text, tag.inner.clone());
            match tag.kind {
                TagKind::Comment => {}
                TagKind::Statement => shape.statement(text, &words),
                TagKind::Expression => shape.expression(&words),
            }
        }
        // A mark that opens nothing stands for a tag that somebody took apart.
        let outside: String = pieces(text)
            .iter()
            .filter_map(|piece| match piece {
                Piece::Words(words) => Some(*words),
                _ => None,
            })
            .collect();
        for mark in ["{{", "}}", "{%", "%}"] {
            if outside.contains(mark) {
                shape.broken.push(mark.to_owned());
            }
        }
        shape
    }

    fn statement(&mut self, text: &str, words: &[(Token, Range<usize>)]) {
        let said: Vec<&str> = words.iter().map(|(_, span)| &text[span.clone()]).collect();
        let Some((Token::Name(name), _)) = words.first() else {
            self.broken.push(format!("{{% {} %}}", said.join(" ")));
            return;
        };
        match name.strip_prefix("end") {
            Some(ended) => match self.open.last() {
                Some(opened) if opened == ended => {
                    self.open.pop();
                }
                _ => self.open.push(format!("end{ended}")),
            },
            None if matches!(*name, "if" | "for" | "filter") => self.open.push((*name).to_owned()),
            None => {}
        }
        if !name.starts_with("end") {
            self.statements.insert(said.join(" "));
        }
    }

    fn expression(&mut self, words: &[(Token, Range<usize>)]) {
        match Printed::of(words) {
            Printed::Number(name) => self.numbers.insert(name),
            Printed::Text(said) => self.texts.insert(said),
            // A name with digits, which a language may write otherwise.
            Printed::Literal(_) => false,
        };
    }
}

/// What an expression prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Printed {
    /// A number, through a filter, by its name: `m.audit_time.mean.ratio`.
    Number(String),
    /// Anything else: the expression, without spaces.
    Text(String),
    /// A name with digits, as a string in quotes.
    Literal(String),
}

impl Printed {
    fn of(words: &[(Token, Range<usize>)]) -> Printed {
        let mut path = String::new();
        let mut at = 0;
        while let Some((Token::Name(part), _)) = words.get(at) {
            path.push_str(part);
            match words.get(at + 1) {
                Some((Token::Sign("."), _)) => path.push('.'),
                _ => break,
            }
            at += 2;
        }
        let filter = match (words.get(at + 1), words.get(at + 2)) {
            (Some((Token::Sign("|"), _)), Some((Token::Name(filter), _))) => Some(*filter),
            _ => None,
        };
        if path == "literal" {
            let string = words.iter().find_map(|(token, _)| match token {
                Token::Text(string) => Some((*string).to_owned()),
                Token::Name(_) | Token::Sign(_) => None,
            });
            return Printed::Literal(string.unwrap_or_default());
        }
        if filter.is_some_and(|filter| OF_NUMBERS.contains(&filter)) {
            return Printed::Number(path);
        }
        let said = words.iter().map(|(token, _)| match token {
            Token::Name(text) | Token::Text(text) | Token::Sign(text) => *text,
        });
        Printed::Text(said.collect())
    }
}

/// What the expressions of a text print, in order, with the places of their tags.
pub fn printed(text: &str) -> Vec<(Printed, Range<usize>)> {
    let expressions = tags(text).into_iter().filter(|tag| tag.kind == TagKind::Expression);
    expressions
        .map(|tag| (Printed::of(&tokens(text, tag.inner)), tag.span))
        .collect()
}

/// The words in code marks of a text, with their places.
pub fn code_spans(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    for piece in pieces(text) {
        let (Piece::Words(raw) | Piece::Tag(raw) | Piece::Open(raw) | Piece::Close(raw)) = piece;
        if let Piece::Words(words) = piece {
            let mut open: Option<usize> = None;
            for (mark, _) in words.match_indices('`') {
                match open.take() {
                    Some(start) => found.push((words[start..mark].to_owned(), at + start..at + mark)),
                    None => open = Some(mark + 1),
                }
            }
        }
        at += raw.len();
    }
    found
}

/// What keeps the tags of a translation from being those of its original. `before` is what the translation was.
pub fn differences(reference: &str, before: Option<&str>, translation: &str) -> Vec<Difference> {
    let (wanted, found) = (Shape::of(reference), Shape::of(translation));
    let old = before.map(Shape::of);
    let mut told: Vec<Difference> = found
        .broken
        .iter()
        .map(|raw| Difference {
            message: "a tag is broken",
            found: Some(raw.clone()),
            expected: None,
        })
        .collect();
    let mut compare =
        |of: fn(&Shape) -> &BTreeSet<String>, lost: &'static str, strange: &'static str, may_add: bool| {
            let had = old.as_ref().map(of);
            for name in of(&wanted).difference(of(&found)) {
                if had.is_none_or(|had| had.contains(name)) {
                    told.push(Difference {
                        message: lost,
                        found: None,
                        expected: Some(name.clone()),
                    });
                }
            }
            for name in of(&found).difference(of(&wanted)) {
                if !may_add && had.is_none_or(|had| !had.contains(name)) {
                    told.push(Difference {
                        message: strange,
                        found: Some(name.clone()),
                        expected: nearest_of(name, of(&wanted)),
                    });
                }
            }
        };
    compare(
        |shape| &shape.numbers,
        "a placeholder is lost",
        "there is no such placeholder here",
        false,
    );
    compare(
        |shape| &shape.texts,
        "a placeholder is lost",
        "there is no such placeholder here",
        false,
    );
    compare(
        |shape| &shape.statements,
        "a condition is lost",
        "there is no such condition here",
        false,
    );
    let is_open_as = |shape: &Shape| shape.open == found.open;
    if told.is_empty() && !is_open_as(&wanted) && !old.as_ref().is_some_and(is_open_as) {
        told.push(Difference {
            message: "tags do not open and close as in the reference language",
            found: Some(match found.open.is_empty() {
                true => "nothing open".to_owned(),
                false => found.open.join(" "),
            }),
            expected: Some(match wanted.open.is_empty() {
                true => "nothing open".to_owned(),
                false => wanted.open.join(" "),
            }),
        });
    }
    told
}

fn nearest_of(name: &str, known: &BTreeSet<String>) -> Option<String> {
    crate::diagnostic::nearest(name, known.iter().map(String::as_str)).map(str::to_owned)
}

/// One thing that is wrong with the tags of a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub message: &'static str,
    pub found: Option<String>,
    pub expected: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let pieces = pieces(text);
        let put_together: String = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Words(text) | Piece::Tag(text) | Piece::Open(text) | Piece::Close(text) => *text,
            })
            .collect();
        assert_eq!(put_together, text);
        let words = pieces.iter().map(|piece| match piece {
            Piece::Words(text) => (*text).to_owned(),
            Piece::Tag(_) => "<t>".into(),
            Piece::Open(_) => "<o>".into(),
            Piece::Close(_) => "<c>".into(),
        });
        words.collect()
    }

    #[test]
    fn words_inside_of_tags_stay_open() {
        assert_eq!(
            shown("Took {{ a | quantity(digits=3) }} {% if b %}here{% endif %}."),
            "Took <t> <t>here<t>."
        );
        assert_eq!(
            shown("{{ n | plural(digits=2, one=\"# batch\", other=\"# batches\") }} x"),
            "<o>one=\"# batch\", other=\"# batches\"<c> x"
        );
        assert_eq!(shown("{{ literal(\"5,000 ms\") }}"), "<o>5,000 ms<c>");
    }

    fn told(reference: &str, translation: &str) -> String {
        let told = differences(reference, None, translation);
        let lines = told
            .iter()
            .map(|d| format!("{}: {:?} {:?}", d.message, d.found.as_deref(), d.expected.as_deref()));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn broken_placeholders_are_found_and_grammar_is_free() {
        let reference = "{% if a %}{{ n | plural(one=\"# x\", other=\"# xs\") }} by {{ b.name }}{% endif %}";
        for good in [
            "{% if a %}{{ b.name }}: {{ n | plural(one=\"# y\", few=\"# yy\", other=\"# yyy\") }}{% endif %}",
            "{% if a %}{{ n | count }} {{ b.name }}{% endif %}",
        ] {
            assert_eq!(told(reference, good), "", "{good}");
        }
        for (bad, message) in [
            (
                "{% if a %}{{ n | count }}{% endif %}",
                "a placeholder is lost: None Some(\"b.name\")",
            ),
            (
                "{% if a %}{{ n | count }} {{ b.nme }}{% endif %}",
                "a placeholder is lost: None Some(\"b.name\")\nthere is no such placeholder here: Some(\"b.nme\") Some(\"b.name\")",
            ),
            (
                "{{ n | count }} {{ b.name }}",
                "a condition is lost: None Some(\"if a\")",
            ),
            (
                "{% if a %}{{ n | count }} {{ b.name }}",
                "tags do not open and close as in the reference language: Some(\"if\") Some(\"nothing open\")",
            ),
            (
                "{% if a %}{{ n | count }} {{ b.name }{% endif %}",
                "a tag is broken: Some(\"{{ b.name }{% endif %}\") None\na placeholder is lost: None Some(\"b.name\")",
            ),
            (
                "{% if a %}{{ n | count }} {{ b.name }} }}{% endif %}",
                "a tag is broken: Some(\"}}\") None",
            ),
        ] {
            assert_eq!(told(reference, bad), message, "{bad}");
        }
    }
}
