//! Code: shrunk where that spares a break, wrapped visibly where it does not.

use super::{Column, Item, Part, Setter};
use crate::render::article::highlight;
use crate::render::article::pdf::inline::{Look, Piece, Words};
use crate::render::article::pdf::sheet::Type;
use crate::render::article::pdf::structure::{ElementId, Role};
use crate::render::article::pdf::writer::Rgb;
use crate::text::paragraph::{Paragraph, Span, Style};

impl Setter<'_> {
    pub(super) fn code(&mut self, language: Option<&str>, code: &str, column: &Column) {
        let paragraph = self.structure.add(Role::Paragraph, column.parent);
        let element = self.structure.add(Role::Code, paragraph);
        let inner = self.indented_both(column, 10.0);
        let start = self.items.len();
        self.padding(6.0, &inner);
        let code = code.strip_suffix('\n').unwrap_or(code);
        let tokens = highlight::tokens(language.unwrap_or(""), code);
        let script = self.script;
        let words = |size: f32| {
            let style = Style {
                mono: true,
                ..Look::new(size, script, element).style
            };
            code_words(code, &tokens, element, &style)
        };
        let mut face = self.sheet.code;
        let faults = self.faults.len();
        let mut shaped = self.code_shaped(words(face.size));
        let scale = code_scale(shaped.iter().map(|(_, line)| line.advance()), inner.width);
        if scale < 1.0 {
            face.size *= scale;
            // Once more, with nothing left of the first time.
            self.texts.truncate(self.texts.len() - shaped.len());
            self.faults.truncate(faults);
            shaped = self.code_shaped(words(face.size));
        }
        for (text, line) in shaped {
            self.code_line(text, &line, face, &inner);
        }
        let item = Item {
            height: 6.0,
            ..Item::default()
        };
        self.push(item, &inner);
        let end = self.items.len();
        // The padding and three lines of code stay together at both ends of a page; a short block stays whole if it can.
        let edge = CODE_EDGE + 1;
        for (i, item) in self.items[start..end - 1].iter_mut().enumerate() {
            item.keep = i + 1 < edge || i + edge >= end - start;
            item.together = end - start - 2 <= CODE_WHOLE;
        }
        self.ground(start, column, self.sheet.inks.code_ground, None);
    }

    /// Code runs from left to right whatever the language around it.
    pub(super) fn indented_both(&self, column: &Column, by: f32) -> Column {
        Column {
            left: column.left + by,
            width: column.width - 2.0 * by,
            ..column.clone()
        }
    }

    /// Shapes lines of code, from left to right.
    pub(super) fn code_shaped(&mut self, lines: Vec<Words>) -> Vec<(usize, Paragraph)> {
        let saved = std::mem::replace(&mut self.right_to_left, false);
        let shaped = lines.into_iter().map(|words| self.shape(words, false)).collect();
        self.right_to_left = saved;
        shaped
    }

    /// Sets a line of code, in several lines when it is too long.
    pub(super) fn code_line(&mut self, text: usize, paragraph: &Paragraph, face: Type, column: &Column) {
        let mark = face.size * 1.2;
        let hang = face.size * 1.2;
        let lines = paragraph.cut(column.width, column.width - hang);
        let lines = if lines.len() > 1 {
            paragraph.cut(column.width - mark, column.width - hang - mark)
        } else {
            lines
        };
        let count = lines.len().max(1);
        let mut lines = lines.into_iter();
        for i in 0..count {
            let mut item = Item {
                height: face.leading,
                ..Item::default()
            };
            if let Some(line) = lines.next() {
                item.parts.push(Part::Line {
                    text,
                    line,
                    x: column.left + if i > 0 { hang } else { 0.0 },
                    baseline: face.baseline(),
                });
            }
            if i + 1 < count {
                item.parts.push(Part::Turn {
                    x: column.left + column.width - face.size * 0.75,
                    baseline: face.baseline(),
                    size: face.size,
                });
            }
            self.push(item, column);
        }
    }
}

/// Lines of code that stay together at both ends of a page.
const CODE_EDGE: usize = 3;

/// A block of up to this many lines is not parted, if that leaves no large hole.
const CODE_WHOLE: usize = 20;

/// Code is set smaller, down to this, where that spares the break of a line.
const CODE_LEAST: f32 = 0.9;

/// By how much a block of code is set smaller, so that the widest line that can fit does.
fn code_scale(widths: impl Iterator<Item = f32>, measure: f32) -> f32 {
    widths
        .map(|width| measure / width.max(1.0))
        .filter(|scale| (CODE_LEAST..1.0).contains(scale))
        .fold(1.0, f32::min)
}

/// The lines of a piece of code, coloured.
fn code_words(code: &str, tokens: &[highlight::Token], element: ElementId, style: &Style) -> Vec<Words> {
    let mut lines = Vec::new();
    let mut first = 0;
    for line in code.split('\n') {
        let range = first..first + line.len();
        first = range.end + 1;
        let mut words = Words::default();
        for (piece, kind) in highlight::pieces(code, range, tokens) {
            let from = words.text.len();
            words.text.push_str(&piece.replace('\t', "    ").replace('\r', ""));
            if words.text.len() == from {
                continue;
            }
            words.spans.push(Span {
                range: from..words.text.len(),
                style: Style {
                    bold: kind == highlight::Kind::Keyword,
                    ..*style
                },
            });
            let (r, g, b) = kind.colour();
            words.pieces.push(Piece {
                element,
                colour: Rgb(r, g, b),
                link: None,
                strike: false,
                dots: false,
                note: None,
            });
        }
        lines.push(words);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_shrinks_only_where_that_spares_a_break() {
        assert_eq!(code_scale([50.0, 99.0].into_iter(), 100.0), 1.0);
        assert_eq!(code_scale([50.0, 125.0].into_iter(), 100.0), 1.0);
        assert_eq!(code_scale([104.0, 125.0, 102.0].into_iter(), 100.0), 100.0 / 104.0);
    }
}
