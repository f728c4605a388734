//! From blocks to a flow of lines: one long column of items with their heights, what may not be parted from what, and
//! what each item paints. Knows nothing of pages.

use super::inline::{Collector, LinkSpec, Look, Piece, Words};
use super::sheet::{ACCENT, CODE_GROUND, GREY, HAIRLINE, INK, LINK, Sheet, Type, WARM, WARM_GROUND};
use super::structure::{ElementId, Role, Structure};
use super::writer::Rgb;
use crate::diagnostic::Fault;
use crate::locale::{Direction, Locale, Script};
use crate::render::article::blocks::{Article, Block, FrontMatter, Inline, plain_text};
use crate::render::article::highlight;
use crate::stats::Exact;
use crate::text::FontSet;
use crate::text::paragraph::{Alignment, Line, MissingGlyph, Paragraph, Span, Style, Typesetter};

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
    /// The heading that the current block stands under, for faults.
    place: String,
    heading_level: u8,
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

impl<'a> Setter<'a> {
    pub fn new(article: &'a Article, script: &'static Script, sheet: Sheet) -> Self {
        let decimal_mark = Locale::load(script.tag)
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
            colour: INK,
            bars: Vec::new(),
        }
    }

    // ---- texts ------------------------------------------------------------------------------------------------

    pub fn words(&mut self, inlines: &[Inline], look: Look) -> Words {
        Collector {
            structure: &mut self.structure,
            links: &mut self.links,
            note_number: &|index| (index + 1).to_string(),
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
                colour: ACCENT,
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

    fn front(&mut self, front: &FrontMatter) {
        let column = self.column();
        let bar = Part::Box {
            x: if self.right_to_left {
                column.left + column.width - 42.0
            } else {
                column.left
            },
            y: 0.0,
            width: 42.0,
            height: 3.5,
            colour: ACCENT,
        };
        self.push(
            Item {
                height: 20.0,
                parts: vec![bar],
                keep: true,
                ..Item::default()
            },
            &column,
        );
        self.items.last_mut().expect("just pushed").parts.push(Part::Anchor {
            id: String::new(),
            level: 1,
            text: front.title.clone(),
        });
        let element = self.structure.add(Role::Heading(1), Structure::ROOT);
        let face = self.sheet.heading(1);
        self.line_of(
            &front.title,
            Look::new(face.size, self.script, element).bold(),
            face,
            &column,
        );
        if let Some(subtitle) = &front.subtitle {
            self.space(5.0, true, &column);
            let element = self.structure.add(Role::Paragraph, Structure::ROOT);
            let size = self.sheet.body.size * 1.22;
            let face = Type {
                size,
                leading: size * 1.42,
            };
            self.line_of(
                subtitle,
                Look::new(size, self.script, element).colour(GREY),
                face,
                &column,
            );
        }
        self.space(10.0, true, &column);
        let byline: Vec<String> = [front.authors.join(", "), front.date_text.clone()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        if !byline.is_empty() {
            let element = self.structure.add(Role::Paragraph, Structure::ROOT);
            let face = self.sheet.small;
            let look = Look::new(face.size, self.script, element).colour(GREY);
            self.line_of(&byline.join(" · "), look, face, &column);
        }
        self.versions(front, &column);
        self.disclosure(front, &column);
        self.space(self.sheet.body.leading * 1.1, true, &column);
    }

    fn line_of(&mut self, text: &str, look: Look, face: Type, column: &Column) {
        self.display(&[Inline::Text(text.to_owned())], look, face, column);
        self.padding(0.0, column);
    }

    /// Links to the same article in other languages.
    fn versions(&mut self, front: &FrontMatter, column: &Column) {
        if front.versions.is_empty() {
            return;
        }
        let base = front.url.as_deref().map_or(String::new(), |url| {
            url.rsplit_once('/')
                .map_or(String::new(), |(folder, _)| format!("{folder}/"))
        });
        let mut inlines = Vec::new();
        if let Some(label) = front.labels.get("languages") {
            inlines.push(Inline::Text(format!("{label}{}", self.script.colon())));
        }
        for (i, version) in front.versions.iter().enumerate() {
            if i > 0 {
                inlines.push(Inline::Text(" · ".into()));
            }
            let name = Inline::Foreign {
                language: version.language.clone(),
                text: vec![Inline::Text(version.name.clone())],
            };
            inlines.push(Inline::Link {
                target: format!("{base}{}.pdf", version.stem),
                title: None,
                text: vec![name],
            });
        }
        let element = self.structure.add(Role::Paragraph, Structure::ROOT);
        let face = self.sheet.small;
        let look = Look::new(face.size, self.script, element).colour(GREY);
        self.paragraph(&inlines, look, Alignment::Start, face, column);
        self.padding(0.0, column);
    }

    /// The line that says that data are synthetic or somebody else's, where nobody can miss it.
    fn disclosure(&mut self, front: &FrontMatter, column: &Column) {
        let Some(disclosure) = &front.disclosure else { return };
        self.space(9.0, true, column);
        let inner = self.indented(column, 12.0, 10.0);
        let element = self.structure.add(Role::Paragraph, Structure::ROOT);
        let start = self.items.len();
        let face = self.sheet.small;
        let look = Look::new(face.size, self.script, element).colour(WARM);
        self.padding(5.0, &inner);
        self.line_of(disclosure, look, face, &inner);
        self.padding(5.0, &inner);
        self.ground(start, column, WARM_GROUND, Some(WARM));
        for item in &mut self.items[start..] {
            item.keep = true;
        }
    }

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

    // ---- blocks -----------------------------------------------------------------------------------------------

    fn blocks(&mut self, blocks: &[Block], column: &Column) {
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

    fn block(&mut self, block: &Block, column: &Column) {
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

    fn heading(&mut self, level: u8, id: &str, inlines: &[Inline], column: &Column) {
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
        let mut look = Look::new(face.size, self.script, element).bold();
        if level > 3 {
            look = look.colour(LINK);
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

    fn rule(&mut self, column: &Column) {
        let rule = Part::Box {
            x: column.left + column.width * 0.4,
            y: 3.0,
            width: column.width * 0.2,
            height: 0.75,
            colour: HAIRLINE,
        };
        let item = Item {
            height: 7.0,
            parts: vec![rule],
            ..Item::default()
        };
        self.push(item, column);
    }

    fn quote(&mut self, blocks: &[Block], column: &Column) {
        let mut inner = self.indented(column, 16.0, 0.0);
        let bar = if self.right_to_left {
            column.left + column.width - 2.0
        } else {
            column.left
        };
        inner.bars.push(bar);
        inner.parent = self.structure.add(Role::Quote, column.parent);
        inner.colour = GREY;
        self.blocks(blocks, &inner);
    }

    fn list(&mut self, ordered: Option<u64>, items: &[Vec<Block>], column: &Column) {
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
            let marker = ordered.map_or("•".to_owned(), |first| format!("{}.", first + i as u64));
            self.label(&marker, label, start, indent, column);
        }
    }

    /// Puts the marker of a list item on the first line of its body.
    fn label(&mut self, marker: &str, element: ElementId, start: usize, indent: f32, column: &Column) {
        let look = Look::new(column.face.size, self.script, element).colour(LINK).tabular();
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

    fn note(&mut self, index: usize, blocks: &[Block]) -> Vec<Item> {
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
        self.label(&(index + 1).to_string(), label, 0, indent, &column);
        self.items[0].parts.push(Part::NoteAnchor(index));
        std::mem::replace(&mut self.items, saved)
    }

    fn figure(&mut self, figure: &crate::render::article::blocks::Figure, column: &Column) {
        let element = self.structure.add(Role::Figure, Structure::ROOT);
        self.structure.get_mut(element).alternative = Some(figure.alternative.clone());
        let saved = std::mem::take(&mut self.items);
        if !figure.caption.is_empty() {
            let caption = self.structure.add(Role::Paragraph, Structure::ROOT);
            let face = self.sheet.small;
            let look = Look::new(face.size, self.script, caption).colour(GREY);
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

    // ---- code -------------------------------------------------------------------------------------------------

    fn code(&mut self, language: Option<&str>, code: &str, column: &Column) {
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
        self.ground(start, column, CODE_GROUND, None);
    }

    /// Code runs from left to right whatever the language around it.
    fn indented_both(&self, column: &Column, by: f32) -> Column {
        Column {
            left: column.left + by,
            width: column.width - 2.0 * by,
            ..column.clone()
        }
    }

    /// Shapes lines of code, from left to right.
    fn code_shaped(&mut self, lines: Vec<Words>) -> Vec<(usize, Paragraph)> {
        let saved = std::mem::replace(&mut self.right_to_left, false);
        let shaped = lines.into_iter().map(|words| self.shape(words, false)).collect();
        self.right_to_left = saved;
        shaped
    }

    /// Sets a line of code, in several lines when it is too long.
    fn code_line(&mut self, text: usize, paragraph: &Paragraph, face: Type, column: &Column) {
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
    use crate::render::article::pdf::Paper;
    use crate::render::article::pdf::pages::{Paginator, Source};

    fn text(words: &str) -> Block {
        Block::Paragraph(vec![Inline::Text(words.into())])
    }

    #[test]
    fn code_shrinks_only_where_that_spares_a_break() {
        assert_eq!(code_scale([50.0, 99.0].into_iter(), 100.0), 1.0);
        assert_eq!(code_scale([50.0, 125.0].into_iter(), 100.0), 1.0);
        assert_eq!(code_scale([104.0, 125.0, 102.0].into_iter(), 100.0), 100.0 / 104.0);
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
                front: FrontMatter {
                    title: "T".into(),
                    ..FrontMatter::default()
                },
                blocks,
                footnotes: Vec::new(),
            };
            let mut setter = Setter::new(&article, script, Sheet::new(Paper::A4, script));
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
