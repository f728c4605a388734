//! What would be lost or passed on unread: raw HTML, control characters, marks that took no effect.

use super::{BlockKind, Builder, residue};
use crate::diagnostic::Fault;
use std::ops::Range;

impl Builder<'_> {
    pub(super) fn raw_html(&mut self, span: Range<usize>) {
        // A block of HTML comes as one start and then line by line: one fault is enough.
        if matches!(self.blocks.last().map(|frame| &frame.kind), Some(BlockKind::Html)) {
            return;
        }
        let text = self.text_of(&span);
        let hint = if text.starts_with("<!--") {
            "write a comment as `{# … #}`"
        } else {
            "write Markdown; for a plain `<` write `\\<` or set it in backticks"
        };
        let found: String = text.lines().next().unwrap_or("").chars().take(40).collect();
        self.faults.push(
            Fault::input("article::raw-html", "HTML in Markdown is not passed on")
                .at(self.source, span)
                .found(format!("`{found}`"))
                .hint(hint),
        );
    }

    pub(super) fn refuse_controls(&mut self, text: &str, span: &Range<usize>) {
        let bad = text.chars().find(|c| {
            (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
                || matches!(c, '\u{202A}'..='\u{202E}' | '\u{FFFE}' | '\u{FFFF}')
        });
        if let Some(c) = bad {
            let hint = match c {
                '\u{202A}'..='\u{202E}' => "isolate words of another direction with U+2068 and U+2069",
                _ => "remove it",
            };
            self.fault(
                span.clone(),
                "article::control-character",
                format!("the text holds the control character U+{:04X}", c as u32),
                hint,
            );
        }
    }

    /// Marks that stand in the text as letters because Markdown did not take them for marks.
    pub(super) fn report_residue(&mut self) {
        let spans = std::mem::take(&mut self.text_spans);
        for found in residue::find(&self.source.text, &spans) {
            self.fault(found.span, "article::mark", found.message, found.hint);
        }
    }
}
