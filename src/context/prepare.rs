//! From the text of a template to what Tera gets: heading ids hidden, loops counted, tags marked; with the way back
//! for every offset.

use super::tags::{Tag, TagKind, Token, heading_id, tags, tokens};
use std::ops::Range;

/// Stands for the `#` of `{#id}` while Tera has the text: `{#` opens a comment there.
const HIDDEN_HASH: char = '\u{fdd0}';
/// `OPEN`, the number of the tag, `MIDDLE`, the tag, `CLOSE`.
const OPEN: char = '\u{fdd1}';
const MIDDLE: char = '\u{fdd2}';
const CLOSE: char = '\u{fdd3}';

/// The function that counts turns of loops.
pub(super) const STEP: &str = "_step";
/// The function that weighs variables.
pub(super) const WEIGH: &str = "_weigh";

/// A template ready for Tera.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub text: String,
    edits: Vec<Edit>,
}

/// `removed` bytes at an offset of the original became `inserted`.
#[derive(Debug, Clone)]
struct Edit {
    at: usize,
    removed: usize,
    inserted: String,
}

impl Prepared {
    /// With `marked`, the output shows which tag wrote what; see [`unmark`].
    pub fn new(source: &str, marked: bool) -> Prepared {
        let mut edits = Vec::new();
        hide_heading_ids(source, &mut edits);
        let all = tags(source);
        let mut captures = Vec::new();
        for (index, tag) in all.iter().enumerate() {
            guard(source, tag, &mut captures, &mut edits);
            name_literals(source, tag, &mut edits);
            if marked && tag.kind == TagKind::Expression {
                mark(source, index, tag, &mut edits);
            }
        }
        edits.sort_by_key(|edit| edit.at);
        let mut text = String::with_capacity(source.len() + 64);
        let mut at = 0;
        for edit in &edits {
            text.push_str(&source[at..edit.at.max(at)]);
            text.push_str(&edit.inserted);
            at = at.max(edit.at + edit.removed);
        }
        text.push_str(&source[at..]);
        Prepared { text, edits }
    }

    /// The offset in the original text that an offset of the prepared one comes from.
    pub fn original(&self, prepared: usize) -> usize {
        let mut shift = 0_isize;
        for edit in &self.edits {
            let start = edit.at.saturating_add_signed(shift);
            if prepared < start {
                break;
            }
            if prepared < start + edit.inserted.len() {
                return edit.at;
            }
            shift += edit.inserted.len() as isize - edit.removed as isize;
        }
        prepared.saturating_add_signed(-shift)
    }
}

fn hide_heading_ids(source: &str, edits: &mut Vec<Edit>) {
    for (at, _) in source.match_indices("{#") {
        if heading_id(&source[at..]).is_some() {
            edits.push(Edit {
                at: at + 1,
                removed: 1,
                inserted: HIDDEN_HASH.into(),
            });
        }
    }
}

/// Counts the turns of loops and the calls of components; weighs what is assigned.
fn guard<'a>(source: &'a str, tag: &Tag, captures: &mut Vec<&'a str>, edits: &mut Vec<Edit>) {
    if tag.kind != TagKind::Statement {
        return;
    }
    let words = tokens(source, tag.inner.clone());
    let name = |at: usize| match words.get(at) {
        Some((Token::Name(name), _)) => Some(*name),
        _ => None,
    };
    let call = match name(0) {
        Some("for" | "component") => format!("{STEP}()"),
        Some("set" | "set_global") => {
            let Some(variable) = name(1) else { return };
            if !words.iter().any(|(token, _)| *token == Token::Sign("=")) {
                captures.push(variable);
                return;
            }
            format!("{WEIGH}(of={variable})")
        }
        Some("endset" | "endset_global") => {
            let Some(variable) = captures.pop() else { return };
            format!("{WEIGH}(of={variable})")
        }
        _ => return,
    };
    edits.push(Edit {
        at: tag.span.end,
        removed: 0,
        // A tag that trims what follows hands that on.
        inserted: if tag.trims_after {
            format!("{{{{- {call} -}}}}")
        } else {
            format!("{{{{ {call} }}}}")
        },
    });
}

/// `literal("…")` is shorter than what Tera takes: `literal(text="…")`.
fn name_literals(source: &str, tag: &Tag, edits: &mut Vec<Edit>) {
    if tag.kind == TagKind::Comment || !source[tag.inner.clone()].contains("literal") {
        return;
    }
    for window in tokens(source, tag.inner.clone()).windows(3) {
        if let [
            (Token::Name("literal"), _),
            (Token::Sign("("), _),
            (Token::Text(_), string),
        ] = window
        {
            edits.push(Edit {
                at: string.start,
                removed: 0,
                inserted: "text=".into(),
            });
        }
    }
}

/// Puts marks around an expression. What its `-` would trim is trimmed here, as the marks now stand between.
fn mark(source: &str, index: usize, tag: &Tag, edits: &mut Vec<Edit>) {
    let before = &source[..tag.span.start];
    let trimmed_before = if tag.trims_before {
        before.len() - before.trim_end().len()
    } else {
        0
    };
    let after = &source[tag.span.end..];
    let trimmed_after = if tag.trims_after {
        after.len() - after.trim_start().len()
    } else {
        0
    };
    edits.push(Edit {
        at: tag.span.start - trimmed_before,
        removed: trimmed_before,
        inserted: format!("{OPEN}{index}{MIDDLE}"),
    });
    edits.push(Edit {
        at: tag.span.end,
        removed: trimmed_after,
        inserted: CLOSE.into(),
    });
}

/// What a tag wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Number of the tag among all tags of the source.
    pub tag: usize,
    /// Where in the clean text.
    pub span: Range<usize>,
}

/// Takes the marks out of a rendered text.
pub fn unmark(rendered: &str) -> (String, Vec<Written>) {
    let mut text = String::with_capacity(rendered.len());
    let mut written = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut rest = rendered;
    while let Some(at) = rest.find([HIDDEN_HASH, OPEN, CLOSE]) {
        text.push_str(&rest[..at]);
        let sign = rest[at..].chars().next().unwrap_or(CLOSE);
        rest = &rest[at + sign.len_utf8()..];
        match sign {
            HIDDEN_HASH => text.push('#'),
            OPEN => {
                let end = rest.find(MIDDLE).unwrap_or(0);
                open.push((rest[..end].parse().unwrap_or(usize::MAX), text.len()));
                rest = rest[end..].strip_prefix(MIDDLE).unwrap_or(rest);
            }
            _ => {
                if let Some((tag, start)) = open.pop() {
                    written.push(Written {
                        tag,
                        span: start..text.len(),
                    });
                }
            }
        }
    }
    text.push_str(rest);
    (text, written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_finds_its_way_back() {
        let source = "## A {#a}\n{% for x in xs %}{{ x.y }}{% endfor %} end";
        for marked in [false, true] {
            let prepared = Prepared::new(source, marked);
            for word in ["A {", "for x", "x.y", "endfor", "end"] {
                let there = prepared.text.find(word).unwrap();
                assert_eq!(
                    prepared.original(there),
                    source.find(word).unwrap(),
                    "{word} marked {marked}"
                );
            }
        }
    }

    #[test]
    fn marks_go_and_tell_what_each_tag_wrote() {
        let source = "a {{ one }} b  {{- two }}";
        let prepared = Prepared::new(source, true);
        let rendered = prepared.text.replace("{{ one }}", "1").replace("{{- two }}", "22");
        let (text, written) = unmark(&rendered);
        assert_eq!(text, "a 1 b22");
        assert_eq!(
            written
                .iter()
                .map(|w| (w.tag, &text[w.span.clone()]))
                .collect::<Vec<_>>(),
            [(0, "1"), (1, "22")]
        );
    }
}
