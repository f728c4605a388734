//! Blocks of words: headings, rules, quotations, lists, notes, pictures.

use super::{Column, Item, Part, Picture, Setter};
use crate::render::article::blocks::{Block, Inline, plain_text};
use crate::render::article::pdf::inline::Look;
use crate::render::article::pdf::structure::{ElementId, Role, Structure};
use crate::text::paragraph::Alignment;

impl Setter<'_> {
    pub(super) fn blocks(&mut self, blocks: &[Block], column: &Column) {
        for (i, block) in blocks.iter().enumerate() {
            if i > 0 && !matches!(block, Block::Heading { .. }) {
                self.space(self.sheet.gap, goes_on(&blocks[i - 1], block), column);
            }
            self.block(block, column);
            let leads = blocks.get(i + 1).is_some_and(|next| goes_on(block, next));
            if let Some(last) = self.items.last_mut().filter(|_| leads) {
                last.keep = true;
            }
        }
    }

    pub(super) fn block(&mut self, block: &Block, column: &Column) {
        match block {
            Block::Heading { level, id, text } => self.heading(*level, id, text, column),
            Block::Paragraph(inlines) => {
                let element = self.structure.add(Role::Paragraph, column.parent);
                let look = Look::new(column.face.size, self.script, element).colour(column.colour);
                self.paragraph(inlines, look, Alignment::Justified, column.face, column);
            }
            Block::List { ordered, items } => self.list(*ordered, items, column),
            Block::Quote(blocks) => self.quote(blocks, column),
            Block::Code { language, text } => self.code(language.as_deref(), text, column),
            Block::Table(table) => self.table(table, column),
            Block::Figure(figure) => self.figure(figure, column),
            Block::Rule => self.rule(column),
        }
    }

    pub(super) fn heading(&mut self, level: u8, id: &str, inlines: &[Inline], column: &Column) {
        self.place = format!("#{id}");
        // A level may not be skipped on the way down (ISO 14289-1, 7.4.2).
        let depth = level.clamp(1, 6).min(self.heading_level + 1);
        self.heading_level = depth;
        let face = self.sheet.heading(level.max(2));
        let before = match level {
            0..=2 => self.sheet.body.leading * 1.5,
            3 => self.sheet.body.leading * 1.1,
            _ => self.sheet.body.leading * 0.8,
        };
        self.space(before, false, column);
        let element = self.structure.add(Role::Heading(depth), column.parent);
        let mut look = Look::new(face.size, self.script, element)
            .bold()
            .heading()
            .colour(self.sheet.inks.ink);
        if level > 3 {
            look = look.colour(self.sheet.inks.link);
        }
        let start = self.items.len();
        self.display(inlines, look, face, column);
        self.space(self.sheet.gap * if level <= 2 { 0.75 } else { 0.45 }, true, column);
        for item in &mut self.items[start..] {
            item.keep = true;
        }
        let anchor = Part::Anchor {
            id: id.to_owned(),
            level: depth.max(2),
            text: plain_text(inlines),
        };
        self.items[start].parts.push(anchor);
    }

    pub(super) fn rule(&mut self, column: &Column) {
        let rule = Part::Box {
            x: column.left + column.width * 0.4,
            y: 3.0,
            width: column.width * 0.2,
            height: 0.75,
            colour: self.sheet.inks.hairline,
        };
        let item = Item {
            height: 7.0,
            parts: vec![rule],
            ..Item::default()
        };
        self.push(item, column);
    }

    pub(super) fn quote(&mut self, blocks: &[Block], column: &Column) {
        let mut inner = self.indented(column, 16.0, 0.0);
        let bar = if self.right_to_left {
            column.left + column.width - 2.0
        } else {
            column.left
        };
        inner.bars.push(bar);
        inner.parent = self.structure.add(Role::Quote, column.parent);
        inner.colour = self.sheet.inks.grey;
        self.blocks(blocks, &inner);
    }

    pub(super) fn list(&mut self, ordered: Option<u64>, items: &[Vec<Block>], column: &Column) {
        let list = self.structure.add(
            Role::List {
                ordered: ordered.is_some(),
            },
            column.parent,
        );
        let size = column.face.size;
        let last = ordered.map(|first| (first + items.len() as u64).to_string().len());
        // Deep lists give up indentation before they give up words.
        let wanted = last.map_or(size * 1.35, |digits| size * (0.95 + 0.62 * digits as f32));
        let indent = wanted.min((column.width - 120.0).max(0.0)).max(size * 0.9);
        let tight = items.iter().all(|blocks| blocks.len() <= 1);
        for (i, blocks) in items.iter().enumerate() {
            if i > 0 {
                self.space(self.sheet.gap * if tight { 0.35 } else { 0.8 }, false, column);
            }
            let item = self.structure.add(Role::ListItem, list);
            let label = self.structure.add(Role::Label, item);
            let mut inner = self.indented(column, indent, 0.0);
            inner.parent = self.structure.add(Role::ListBody, item);
            let start = self.items.len();
            self.blocks(blocks, &inner);
            if self.items.len() == start {
                let empty = Item {
                    height: column.face.leading,
                    ..Item::default()
                };
                self.push(empty, &inner);
            }
            let marker = ordered.map_or("•".to_owned(), |first| {
                format!("{}.", self.article.numerals.plain(first + i as u64))
            });
            self.label(&marker, label, start, indent, column);
        }
    }

    /// Puts the marker of a list item on the first line of its body.
    pub(super) fn label(&mut self, marker: &str, element: ElementId, start: usize, indent: f32, column: &Column) {
        let look = Look::new(column.face.size, self.script, element)
            .colour(self.sheet.inks.link)
            .tabular();
        let words = self.words(&[Inline::Text(marker.to_owned())], look);
        let (text, paragraph) = self.shape(words, false);
        let bullet = marker == "•";
        let x = match (self.right_to_left, bullet) {
            (false, _) => column.left,
            (true, _) => column.left + column.width - indent,
        };
        let alignment = if bullet { Alignment::Start } else { Alignment::End };
        let width = if bullet {
            indent
        } else {
            indent - column.face.size * 0.45
        };
        let x = if self.right_to_left && !bullet {
            x + column.face.size * 0.45
        } else {
            x
        };
        let Some(line) = paragraph.lines(width, alignment).into_iter().next() else {
            return;
        };
        let first = self.items[start..]
            .iter()
            .position(|item| !item.space)
            .map_or(start, |at| start + at);
        let baseline = self.items[first]
            .parts
            .iter()
            .find_map(|part| match part {
                Part::Line { baseline, .. } => Some(*baseline),
                _ => None,
            })
            .unwrap_or(column.face.baseline());
        let part = Part::Line {
            text,
            line,
            x,
            baseline,
        };
        self.items[first].parts.insert(0, part);
    }

    pub(super) fn note(&mut self, index: usize, blocks: &[Block]) -> Vec<Item> {
        let saved = std::mem::take(&mut self.items);
        self.place = format!("footnote {}", index + 1);
        let note = self.structure.add(Role::Note, Structure::ROOT);
        let label = self.structure.add(Role::Label, note);
        let mut column = self.column();
        column.parent = note;
        column.face = self.sheet.note;
        let indent = column.face.size * 1.6;
        let inner = self.indented(&column, indent, 0.0);
        self.blocks(blocks, &inner);
        if self.items.is_empty() {
            self.padding(column.face.leading, &inner);
        }
        self.label(
            &self.article.numerals.plain(index as u64 + 1),
            label,
            0,
            indent,
            &column,
        );
        self.items[0].parts.push(Part::NoteAnchor(index));
        std::mem::replace(&mut self.items, saved)
    }

    pub(super) fn figure(&mut self, figure: &crate::render::article::blocks::Figure, column: &Column) {
        let element = self.structure.add(Role::Figure, Structure::ROOT);
        self.structure.get_mut(element).alternative = Some(figure.alternative.clone());
        let saved = std::mem::take(&mut self.items);
        if !figure.caption.is_empty() {
            let caption = self.structure.add(Role::Paragraph, Structure::ROOT);
            let face = self.sheet.small;
            let look = Look::new(face.size, self.script, caption).colour(self.sheet.inks.grey);
            let column = self.column();
            self.paragraph(&figure.caption, look, Alignment::Start, face, &column);
        }
        let caption = std::mem::replace(&mut self.items, saved);
        self.pictures.push(Picture { element, caption });
        let item = Item {
            picture: Some(self.pictures.len() - 1),
            ..Item::default()
        };
        self.push(item, column);
    }
}

/// Whether a page may not end between two blocks: after a heading, and after words that announce what follows.
fn goes_on(block: &Block, next: &Block) -> bool {
    match block {
        Block::Heading { .. } => true,
        Block::Paragraph(inlines) => {
            let shown = matches!(
                next,
                Block::Code { .. } | Block::List { .. } | Block::Table(_) | Block::Quote(_)
            );
            shown && plain_text(inlines).trim_end().ends_with([':', '：'])
        }
        _ => false,
    }
}
