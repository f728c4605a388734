//! Blocks with rules of their own: headings and their order, captions, code, tables, footnotes.

use super::{BlockKind, Builder, residue, tidy, without_breaks};
use crate::diagnostic::Fault;
use crate::render::article::blocks::{Block, Figure, Inline, plain_text};
use pulldown_cmark::CodeBlockKind;
use std::ops::Range;

impl Builder<'_> {
    pub(super) fn paragraph(&mut self, inlines: Vec<Inline>, span: Range<usize>) {
        self.report_residue();
        let figures = std::mem::take(&mut self.figures);
        let mut inlines = tidy(inlines);
        if !figures.is_empty() {
            if inlines.is_empty() && figures.len() == 1 {
                self.blocks_extend(figures);
            } else {
                self.figures = figures;
                self.report_stray_figures();
            }
            return;
        }
        // The source is asked, not the text: `\:` starts a paragraph with a colon. The text of a tight item begins
        // after the backslash.
        if self.text_of(&span).starts_with(": ") && !self.source.text[..span.start].ends_with('\\') {
            let Some(Inline::Text(first)) = inlines.first_mut() else {
                return;
            };
            *first = first.strip_prefix(": ").unwrap_or_default().to_owned();
            let caption = tidy(inlines);
            self.caption(caption, span);
            return;
        }
        if !inlines.is_empty() {
            self.block(Block::Paragraph(inlines));
        }
    }

    pub(super) fn blocks_extend(&mut self, figures: Vec<(Figure, Range<usize>)>) {
        for (figure, _) in figures {
            self.block(Block::Figure(figure));
        }
    }

    pub(super) fn caption(&mut self, words: Vec<Inline>, span: Range<usize>) {
        let frame = self.blocks.last_mut().expect("the root is never closed before the end");
        let caption = match frame.blocks.last_mut() {
            Some(Block::Table(table)) => Some(&mut table.caption),
            Some(Block::Figure(figure)) => Some(&mut figure.caption),
            _ => None,
        };
        match caption {
            Some(caption) if caption.is_empty() && !words.is_empty() => *caption = words,
            Some(caption) if !caption.is_empty() => self.fault(
                span,
                "article::caption",
                "a table or picture has two captions",
                "keep one of them",
            ),
            _ => self.fault(
                span,
                "article::caption",
                "a caption stands without a table or picture before it",
                "a paragraph that starts with `: ` is the caption of the table or picture above it; \
                 for a plain colon write `\\:`",
            ),
        }
    }

    pub(super) fn heading(&mut self, level: u8, id: Option<String>, inlines: Vec<Inline>, span: Range<usize>) {
        self.report_residue();
        self.report_stray_figures();
        let text = tidy(without_breaks(inlines));
        if plain_text(&text).trim().is_empty() {
            self.fault(span, "article::empty", "a heading has no words", "remove it");
            return;
        }
        if self.blocks.len() > 1 {
            self.fault(
                span.clone(),
                "article::heading-place",
                "a heading stands inside a list, a quote or a footnote",
                "put it on the left margin, or use bold words",
            );
        }
        if level == 1 {
            self.article_title(text, span);
            return;
        }
        if level > self.level + 1 {
            let expected = self.level + 1;
            self.faults.push(
                Fault::input("article::heading-level", "a heading skips a level")
                    .at(self.source, span.clone())
                    .found(format!("level {level}"))
                    .expected(format!("at most level {expected}"))
                    .hint("readers and screen readers take the levels for an outline"),
            );
        }
        self.level = level;
        let id = match id {
            Some(id) => {
                if let Err((message, hint)) = self.ids.claim(&id) {
                    self.faults.push(
                        Fault::input("article::heading-id", message)
                            .at(self.source, span)
                            .found(format!("{{#{id}}}"))
                            .hint(hint),
                    );
                }
                id
            }
            // Made when all the written ones are known.
            None => String::new(),
        };
        self.block(Block::Heading { level, id, text });
    }

    pub(super) fn article_title(&mut self, text: Vec<Inline>, span: Range<usize>) {
        let first = self.title.is_none() && self.blocks[0].blocks.is_empty();
        if first {
            self.title = Some(text);
        } else {
            self.fault(
                span,
                "article::second-title",
                "a heading of level 1 stands within the article",
                "the title is the first line; sections start with `## `",
            );
        }
    }

    pub(super) fn code_language(&mut self, kind: &CodeBlockKind, span: &Range<usize>) -> Option<String> {
        let CodeBlockKind::Fenced(info) = kind else {
            return None;
        };
        let info = info.trim();
        if info.is_empty() {
            return None;
        }
        let good = info.len() <= 32 && info.chars().all(|c| c.is_ascii_alphanumeric() || "+#_.-".contains(c));
        if !good {
            self.faults.push(
                Fault::input("article::code-language", "this is no name of a language")
                    .at(self.source, span.clone())
                    .found(format!("`{info}`"))
                    .hint("write ```sql, ```sh, ```python, ```json or another single word"),
            );
        }
        Some(info.to_owned())
    }

    /// GFM drops the cells that a row has too many, without a word.
    pub(super) fn check_row_width(&mut self, span: &Range<usize>) {
        let Some(BlockKind::Table(table)) = self.blocks.last().map(|frame| &frame.kind) else {
            return;
        };
        let expected = table.alignments.len();
        let found = residue::cells_of_row(self.text_of(span));
        if found != expected {
            self.faults.push(
                Fault::input(
                    "article::table-width",
                    "a row of a table has another number of cells than its head",
                )
                .at(self.source, span.clone())
                .found(format!("{found} cells"))
                .expected(format!("{expected} cells"))
                .hint("a bar inside a cell is written `\\|`"),
            );
        }
    }

    pub(super) fn footnote_reference(&mut self, label: &str, span: Range<usize>) {
        if self
            .blocks
            .iter()
            .any(|frame| matches!(frame.kind, BlockKind::Footnote { .. }))
        {
            self.fault(
                span,
                "article::footnote",
                "a footnote refers to a footnote",
                "put the words in the first one",
            );
            return;
        }
        let count = self.mentioned.len();
        let index = *self.mentioned.entry(label.to_owned()).or_insert(count);
        self.inline(Inline::FootnoteReference(index), span);
    }

    pub(super) fn footnote_definition(&mut self, label: String, blocks: Vec<Block>, span: Range<usize>) {
        if blocks.is_empty() {
            self.fault(span.clone(), "article::footnote", "a footnote is empty", "remove it");
        }
        if self.defined.contains_key(&label) {
            self.fault(
                span,
                "article::footnote",
                format!("the footnote `[^{label}]` is defined twice"),
                "give one of them another name",
            );
            return;
        }
        self.defined.insert(label, (blocks, span));
    }
}
