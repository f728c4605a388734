//! From blocks to a flow of lines: one long column of items with their heights, what may not be parted from what, and
//! what each item paints. Knows nothing of pages.

mod blocks;
mod code;
mod front;

use super::inline::{Collector, LinkSpec, Look, Piece, Words};
use super::sheet::{Sheet, Type};
use super::structure::{ElementId, Structure};
use super::writer::Rgb;
use crate::diagnostic::Fault;
use crate::locale::{Direction, Locale, Script};
use crate::render::article::blocks::{Article, Inline};
use crate::render::logo::Logo;
use crate::stats::Exact;
use crate::text::FontSet;
use crate::text::paragraph::{Alignment, Line, MissingGlyph, Paragraph, Style, Typesetter};

/// A text of the flow; lines point into it.
#[derive(Debug)]
pub(super) struct SetText {
    pub text: String,
    pub styles: Vec<Style>,
    pub pieces: Vec<Piece>,
}

/// Something painted, placed relative to the top left corner of its item (x: of the page).
#[derive(Debug, Clone)]
pub(super) enum Part {
    Line {
        text: usize,
        line: Line,
        x: f32,
        baseline: f32,
    },
    Box {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        colour: Rgb,
    },
    /// The sign that a line of code goes on.
    Turn { x: f32, baseline: f32, size: f32 },
    /// An element that stands here even if nothing of it is painted: an empty cell.
    Attach(ElementId),
    /// The logo, an element of the structure.
    Logo {
        element: ElementId,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
    /// The place of a heading: its id, and its entry in the outline.
    Anchor { id: String, level: u8, text: String },
    /// The start of a footnote.
    NoteAnchor(usize),
}

/// A strip of the column that pages are made of.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub height: f32,
    pub parts: Vec<Part>,
    /// No page may end after this item.
    pub keep: bool,
    /// No page should end after this item, if that leaves no large hole.
    pub together: bool,
    /// Empty space: dropped where a page begins.
    pub space: bool,
    /// Footnotes that are mentioned here.
    pub notes: Vec<usize>,
    /// The table head that is repeated when a page begins with this item.
    pub head: Option<usize>,
    /// A picture that takes the next page.
    pub picture: Option<usize>,
}

/// A picture on a page of its own.
#[derive(Debug)]
pub(super) struct Picture {
    pub element: ElementId,
    pub caption: Vec<Item>,
}

/// The column that a block is set in.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub left: f32,
    pub width: f32,
    pub parent: ElementId,
    pub face: Type,
    pub colour: Rgb,
    /// Bars beside quotations: x of each.
    pub bars: Vec<f32>,
}

/// Builds the flow of an article.
pub(super) struct Setter<'a> {
    pub article: &'a Article,
    pub sheet: Sheet,
    pub script: &'static Script,
    pub right_to_left: bool,
    pub decimal_mark: char,
    pub typesetter: Typesetter,
    pub structure: Structure,
    pub texts: Vec<SetText>,
    pub links: Vec<LinkSpec>,
    pub items: Vec<Item>,
    pub heads: Vec<Vec<Item>>,
    pub pictures: Vec<Picture>,
    pub notes: Vec<Vec<Item>>,
    pub faults: Vec<Fault>,
    /// The logo on paper, and what it is called.
    pub logo: Option<(&'a Logo, &'a str)>,
    /// The heading that the current block stands under, for faults.
    pub(super) place: String,
    heading_level: u8,
}

impl<'a> Setter<'a> {
    pub fn new(article: &'a Article, script: &'static Script, sheet: Sheet) -> Self {
        let decimal_mark = Locale::load_with(script.tag, article.numerals)
            .ok()
            .and_then(|locale| locale.number(&Exact::ratio(3, 2), 1).chars().nth(1))
            .unwrap_or('.');
        Self {
            article,
            sheet,
            script,
            right_to_left: article.direction == Direction::RightToLeft,
            decimal_mark,
            typesetter: Typesetter::new(FontSet::shared()),
            structure: Structure::new(),
            texts: Vec::new(),
            links: Vec::new(),
            items: Vec::new(),
            heads: Vec::new(),
            pictures: Vec::new(),
            notes: Vec::new(),
            faults: Vec::new(),
            logo: None,
            place: "title".into(),
            heading_level: 1,
        }
    }

    /// Sets the whole article.
    pub fn set(&mut self) {
        self.front(&self.article.front);
        let column = self.column();
        self.blocks(&self.article.blocks, &column);
        for (index, note) in self.article.footnotes.iter().enumerate() {
            let items = self.note(index, note);
            self.notes.push(items);
        }
    }

    fn column(&self) -> Column {
        Column {
            left: self.sheet.left,
            width: self.sheet.measure,
            parent: Structure::ROOT,
            face: self.sheet.body,
            colour: self.sheet.inks.ink,
            bars: Vec::new(),
        }
    }

    // ---- texts ------------------------------------------------------------------------------------------------

    pub fn words(&mut self, inlines: &[Inline], look: Look) -> Words {
        Collector {
            structure: &mut self.structure,
            links: &mut self.links,
            link_colour: self.sheet.inks.link,
            note_number: &|index| self.article.numerals.plain(index as u64 + 1),
            words: Words::default(),
        }
        .collect(inlines, look)
    }

    /// Shapes words; a character that no face has becomes a fault and an empty paragraph.
    pub fn shape(&mut self, words: Words, hyphenate: bool) -> (usize, Paragraph) {
        let direction = if self.right_to_left {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        };
        let shaped = self
            .typesetter
            .shape(&words.text, &words.spans, self.script, direction, hyphenate);
        let paragraph = shaped.unwrap_or_else(|missing| {
            self.report_missing(&words.text, &missing);
            self.typesetter
                .shape("", &[], self.script, direction, false)
                .expect("an empty text lacks no glyph")
        });
        self.texts.push(SetText {
            text: words.text,
            styles: words.spans.iter().map(|span| span.style).collect(),
            pieces: words.pieces,
        });
        (self.texts.len() - 1, paragraph)
    }

    fn report_missing(&mut self, text: &str, missing: &[MissingGlyph]) {
        for glyph in missing {
            let codes: Vec<String> = glyph.text.chars().map(|c| format!("U+{:04X}", c as u32)).collect();
            let from = text[..glyph.at].char_indices().rev().nth(15).map_or(0, |(i, _)| i);
            let to = glyph.at
                + text[glyph.at..]
                    .char_indices()
                    .nth(16)
                    .map_or(text.len() - glyph.at, |(i, _)| i);
            self.faults.push(
                Fault::input("pdf::missing-glyph", "no font of the bundle has this character")
                    .language(&self.article.language)
                    .path(format!("{}: “{}”", self.place, text[from..to].trim()))
                    .found(format!("“{}” ({})", glyph.text, codes.join(" ")))
                    .hint("write it in another way, or leave it out"),
            );
        }
    }

    /// Makes items of the lines of a paragraph, with no page break that would leave one line alone.
    pub fn lines(&mut self, text: usize, lines: Vec<Line>, face: Type, column: &Column) {
        let count = lines.len();
        for (i, line) in lines.into_iter().enumerate() {
            let notes = self.notes_of(text, &line);
            let mut item = Item {
                height: face.leading,
                keep: count > 1 && (i == 0 || i + 2 == count || count == 3 && i + 1 < count),
                notes,
                ..Item::default()
            };
            item.parts.push(Part::Line {
                text,
                line,
                x: column.left,
                baseline: face.baseline(),
            });
            self.push(item, column);
        }
    }

    pub fn notes_of(&self, text: usize, line: &Line) -> Vec<usize> {
        let pieces = &self.texts[text].pieces;
        let mut notes: Vec<usize> = line.runs.iter().filter_map(|run| pieces[run.span].note).collect();
        notes.sort_unstable();
        notes
    }

    /// Adds an item with the bars of the quotations around it.
    pub fn push(&mut self, mut item: Item, column: &Column) {
        for x in &column.bars {
            item.parts.push(Part::Box {
                x: *x,
                y: 0.0,
                width: 2.0,
                height: item.height,
                colour: self.sheet.inks.accent,
            });
        }
        self.items.push(item);
    }

    pub fn space(&mut self, height: f32, keep: bool, column: &Column) {
        let item = Item {
            height,
            keep,
            space: true,
            ..Item::default()
        };
        self.push(item, column);
    }

    /// A paragraph of inlines.
    fn paragraph(&mut self, inlines: &[Inline], look: Look, alignment: Alignment, face: Type, column: &Column) {
        let words = self.words(inlines, look);
        let (text, paragraph) = self.shape(words, alignment == Alignment::Justified);
        let lines = paragraph.lines(column.width, alignment);
        self.lines(text, lines, face, column);
    }

    /// A heading: ragged lines of about one length.
    fn display(&mut self, inlines: &[Inline], look: Look, face: Type, column: &Column) {
        let words = self.words(inlines, look);
        let (text, paragraph) = self.shape(words, false);
        let lines = paragraph.display(column.width);
        self.lines(text, lines, face, column);
    }

    // ---- the title block --------------------------------------------------------------------------------------

    /// A column moved in from the side where lines start, and from the other.
    pub fn indented(&self, column: &Column, start: f32, end: f32) -> Column {
        Column {
            left: column.left + if self.right_to_left { end } else { start },
            width: column.width - start - end,
            ..column.clone()
        }
    }

    fn padding(&mut self, height: f32, column: &Column) {
        let item = Item {
            height,
            keep: true,
            ..Item::default()
        };
        self.push(item, column);
    }

    /// Puts a ground under the items from `start` on, with a bar at the side where lines start.
    fn ground(&mut self, start: usize, column: &Column, colour: Rgb, bar: Option<Rgb>) {
        let bar_x = if self.right_to_left {
            column.left + column.width - 2.5
        } else {
            column.left
        };
        for item in &mut self.items[start..] {
            let height = item.height;
            let mut ground = vec![Part::Box {
                x: column.left,
                y: 0.0,
                width: column.width,
                height,
                colour,
            }];
            ground.extend(bar.map(|colour| Part::Box {
                x: bar_x,
                y: 0.0,
                width: 2.5,
                height,
                colour,
            }));
            item.parts.splice(0..0, ground);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::article::blocks::{Block, FrontMatter};
    use crate::render::article::pdf::Paper;
    use crate::render::article::pdf::pages::{Paginator, Source};

    fn text(words: &str) -> Block {
        Block::Paragraph(vec![Inline::Text(words.into())])
    }

    /// A heading after ever more lines: wherever it falls, its page also holds two lines of what follows.
    #[test]
    fn no_heading_is_left_at_the_foot_of_a_page() {
        let script = Script::of("en").unwrap();
        for lines in 30..60 {
            let mut blocks: Vec<Block> = (0..lines).map(|_| text("One line.")).collect();
            blocks.push(Block::Heading {
                level: 2,
                id: "h".into(),
                text: vec![Inline::Text("A heading".into())],
            });
            blocks.push(text(&"Some words that go on for several lines. ".repeat(12)));
            let article = Article {
                language: "en".into(),
                direction: Direction::LeftToRight,
                numerals: crate::locale::Numerals::Latin,
                front: FrontMatter {
                    title: "T".into(),
                    ..FrontMatter::default()
                },
                blocks,
                footnotes: Vec::new(),
            };
            let palette = crate::render::theme::Palette::plain(crate::render::theme::Color([0; 3]));
            let mut setter = Setter::new(&article, script, Sheet::new(Paper::A4, script, &palette));
            setter.set();
            let is_heading = |item: &Item| {
                let anchors = |part: &Part| matches!(part, Part::Anchor { id, .. } if id == "h");
                item.parts.iter().any(anchors)
            };
            let heading = setter.items.iter().position(is_heading).unwrap();
            let pages = Paginator {
                items: &setter.items,
                heads: &setter.heads,
                notes: &setter.notes,
                pictures: &setter.pictures,
                depth: setter.sheet.depth,
            }
            .pages();
            let page = pages
                .iter()
                .find(|page| page.rows.iter().any(|(_, source)| *source == Source::Flow(heading)))
                .unwrap();
            let after = page.rows.iter().filter(|(_, source)| match source {
                Source::Flow(i) => *i > heading && !setter.items[*i].space,
                _ => false,
            });
            assert!(after.count() >= 2, "{lines} lines before");
        }
    }
}
