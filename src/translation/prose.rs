//! Articles and posts cut into what a translator sees one at a time: a paragraph, a heading, an item of a list.
//!
//! Lines that hold nothing but statements (`{% if … %}`) go with the paragraph behind them: they say when it is printed.

use crate::context::{TagKind, tags};
use std::ops::Range;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// With the statements before it, its mark (`- `, `## `) and its id; the last one of a text with what follows.
    pub whole: Range<usize>,
    /// The words alone.
    pub words: Range<usize>,
    /// Fenced code, with its fences.
    pub is_code: bool,
}

/// The blocks of a part of a text, in order.
pub fn blocks(text: &str, within: Range<usize>) -> Vec<Block> {
    let mut cutter = Cutter {
        text,
        blocks: Vec::new(),
        open: None,
        start: within.start,
    };
    let comments = comments(text, &within);
    let mut fence: Option<&str> = None;
    let mut at = within.start;
    for line in text[within.clone()].split_inclusive('\n') {
        let here = at..at + line.trim_end_matches('\n').len();
        at += line.len();
        let trimmed = line.trim();
        if let Some(mark) = fence {
            cutter.lengthen(here.end);
            if trimmed.starts_with(mark) {
                fence = None;
                cutter.close(true);
            }
        } else if let Some(mark) =
            (["```", "~~~"].into_iter()).find(|mark| trimmed.starts_with(mark) && !is_comment(text, &here, &comments))
        {
            cutter.close(false);
            cutter.open(here);
            fence = Some(mark);
        } else if trimmed.is_empty() || is_statements(line) || is_comment(text, &here, &comments) {
            cutter.close(false);
        } else {
            if trimmed.starts_with("{%") || mark_length(trimmed) > 0 {
                cutter.close(false);
            }
            match cutter.open {
                Some(_) => cutter.lengthen(here.end),
                None => cutter.open(here),
            }
        }
    }
    cutter.close(fence.is_some());
    if let Some(last) = cutter.blocks.last_mut() {
        last.whole.end = within.end;
    }
    cutter.blocks
}

struct Cutter<'a> {
    text: &'a str,
    blocks: Vec<Block>,
    /// The lines of the block that is being read.
    open: Option<Range<usize>>,
    /// Where the last block ended.
    start: usize,
}

impl Cutter<'_> {
    fn open(&mut self, lines: Range<usize>) {
        self.open = Some(lines);
    }

    fn lengthen(&mut self, end: usize) {
        if let Some(open) = &mut self.open {
            open.end = end;
        }
    }

    fn close(&mut self, is_code: bool) {
        let Some(lines) = self.open.take() else { return };
        let words = match is_code {
            true => lines.clone(),
            false => words_of(self.text, lines.clone()),
        };
        self.blocks.push(Block {
            whole: self.start..lines.end,
            words,
            is_code,
        });
        self.start = lines.end;
    }
}

/// The comments of a part of a text.
fn comments(text: &str, within: &Range<usize>) -> Vec<Range<usize>> {
    let tags = tags(&text[within.clone()]).into_iter();
    tags.filter(|tag| tag.kind == TagKind::Comment)
        .map(|tag| within.start + tag.span.start..within.start + tag.span.end)
        .collect()
}

/// Whether a line holds a part of a comment of several lines and nothing else.
fn is_comment(text: &str, line: &Range<usize>, comments: &[Range<usize>]) -> bool {
    let mut over = comments.iter().filter(|c| c.start < line.end && line.start < c.end);
    over.any(|comment| {
        let before = &text[line.start..comment.start.max(line.start)];
        let after = &text[comment.end.min(line.end)..line.end];
        before.trim().is_empty() && after.trim().is_empty()
    })
}

/// Whether a line holds statements and nothing else.
fn is_statements(line: &str) -> bool {
    let line = line.trim();
    let mut at = 0;
    for tag in tags(line) {
        if tag.kind == TagKind::Expression || !line[at..tag.span.start].trim().is_empty() {
            return false;
        }
        at = tag.span.end;
    }
    at > 0 && line[at..].trim().is_empty()
}

/// Bytes of the mark of a heading, an item, a quotation or a row at the start of a line, with its space.
fn mark_length(line: &str) -> usize {
    for mark in ["- ", "* ", "+ ", "• ", "> "] {
        if line.starts_with(mark) {
            return mark.len();
        }
    }
    if line.starts_with('|') {
        return 1;
    }
    let hashes = line.bytes().take_while(|b| *b == b'#').count();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[hashes.max(digits)..];
    match (hashes, digits) {
        (1..=6, 0) if rest.starts_with(' ') => hashes + 1,
        (0, 1..=9) if rest.starts_with(". ") || rest.starts_with(") ") => digits + 2,
        _ => 0,
    }
}

/// Without the mark at the start, the spaces around, and the id of a heading.
fn words_of(text: &str, lines: Range<usize>) -> Range<usize> {
    let part = &text[lines.clone()];
    let indented = part.len() - part.trim_start().len();
    let mark = mark_length(part.trim_start());
    // The bars of a row belong to its words: a row has several.
    let mark = if part.trim_start().starts_with('|') { 0 } else { mark };
    let start = lines.start + indented + mark;
    let mut end = lines.start + part.trim_end().len();
    if part.trim_start().starts_with('#')
        && let Some(id) = text[start..end].rfind(" {#")
    {
        end = start + id;
    }
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let found = blocks(text, 0..text.len());
        found.into_iter().map(|block| &text[block.words]).collect()
    }

    #[test]
    fn paragraphs_headings_items_and_code_are_blocks() {
        let text = "## The method {#method}\n\nOne line\nand another.\n\n- Threads: {{ n | count }}\n- Rows\n\n\
                    ```sql\nSELECT 1;\n\nSELECT 2;\n```\nAfter it.\n";
        assert_eq!(
            words(text),
            [
                "The method",
                "One line\nand another.",
                "Threads: {{ n | count }}",
                "Rows",
                "```sql\nSELECT 1;\n\nSELECT 2;\n```",
                "After it.",
            ]
        );
    }

    #[test]
    fn comments_of_several_lines_are_no_words() {
        let text = "{# What stands here.\n\n   - A list.\n```\n   The end. #}\n{{ standard() }}\n\nWords.\n";
        assert_eq!(words(text), ["{{ standard() }}", "Words."]);
    }

    #[test]
    fn statements_go_with_what_follows() {
        let text = "{% if a -%}\nIt is {{ x }}.\n{%- endif %}\n{%- if b %} And so.\n{%- endif %}\n\nEnd.\n{% if c %}\n{% endif %}\n";
        let found = blocks(text, 0..text.len());
        let wholes: Vec<&str> = found.iter().map(|block| &text[block.whole.clone()]).collect();
        assert_eq!(words(text), ["It is {{ x }}.", "{%- if b %} And so.", "End."]);
        assert_eq!(
            wholes,
            [
                "{% if a -%}\nIt is {{ x }}.",
                "\n{%- endif %}\n{%- if b %} And so.",
                "\n{%- endif %}\n\nEnd.\n{% if c %}\n{% endif %}\n",
            ]
        );
    }
}
