//! From a run of inlines to one text with styles: which words are set how, belong to which element and lead where.

use super::structure::{ElementId, Role, Structure};
use super::writer::Rgb;
use crate::locale::{Direction, Script};
use crate::render::article::blocks::Inline;
use crate::text::Family;
use crate::text::paragraph::{Span, Style};

/// What a span of a text is, beside its style.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub element: ElementId,
    pub colour: Rgb,
    /// Index into the links of the article.
    pub link: Option<usize>,
    pub strike: bool,
    /// Emphasis in a script without italics: a dot at every ideograph.
    pub dots: bool,
    /// Index of the footnote that the span refers to.
    pub note: Option<usize>,
}

/// Where a link leads, before pages are known.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Leads {
    To(String),
    Note(usize),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkSpec {
    pub leads: Leads,
    pub contents: String,
    pub element: ElementId,
}

/// A text on its way to the typesetter.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub text: String,
    pub spans: Vec<Span>,
    pub pieces: Vec<Piece>,
}

/// How the words of a block are set before any mark changes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub style: Style,
    pub colour: Rgb,
    pub element: ElementId,
}

impl Look {
    pub fn new(size: f32, script: &'static Script, element: ElementId) -> Look {
        Look {
            style: Style {
                mono: false,
                bold: false,
                italic: false,
                heading: false,
                size,
                rise: 0.0,
                tabular: false,
                script,
            },
            colour: Rgb(0, 0, 0),
            element,
        }
    }

    pub fn bold(mut self) -> Look {
        self.style.bold = true;
        self
    }

    /// In the family of headings, where a publisher has one.
    pub fn heading(mut self) -> Look {
        self.style.heading = true;
        self
    }

    pub fn colour(mut self, colour: Rgb) -> Look {
        self.colour = colour;
        self
    }

    pub fn tabular(mut self) -> Look {
        self.style.tabular = true;
        self
    }
}

#[derive(Debug, Clone, Copy)]
struct Marks {
    look: Look,
    link: Option<usize>,
    strike: bool,
    dots: bool,
    note: Option<usize>,
}

/// Collects inlines; links are appended to `links`, elements to `structure`.
pub(super) struct Collector<'a> {
    pub structure: &'a mut Structure,
    pub links: &'a mut Vec<LinkSpec>,
    pub link_colour: Rgb,
    /// The number of a footnote, as the language writes it.
    pub note_number: &'a dyn Fn(usize) -> String,
    pub words: Words,
}

impl Collector<'_> {
    pub fn collect(mut self, inlines: &[Inline], look: Look) -> Words {
        let marks = Marks {
            look,
            link: None,
            strike: false,
            dots: false,
            note: None,
        };
        self.inlines(inlines, marks);
        self.words
    }

    fn inlines(&mut self, inlines: &[Inline], marks: Marks) {
        for inline in inlines {
            self.inline(inline, marks);
        }
    }

    fn inline(&mut self, inline: &Inline, mut marks: Marks) {
        match inline {
            Inline::Text(text) => self.push(text, marks),
            Inline::LineBreak => self.push("\n", marks),
            Inline::Emphasis(inner) => {
                match marks.look.style.script.family {
                    Family::Inter => marks.look.style.italic = true,
                    Family::SimplifiedChinese | Family::TraditionalChinese | Family::Japanese | Family::Korean => {
                        marks.dots = true;
                        marks.look.style.italic = true;
                    }
                    _ => marks.look.style.bold = true,
                }
                self.inlines(inner, marks);
            }
            Inline::Strong(inner) => {
                marks.look.style.bold = true;
                self.inlines(inner, marks);
            }
            Inline::Strike(inner) => {
                marks.strike = true;
                self.inlines(inner, marks);
            }
            Inline::Code(text) => {
                let prose = marks;
                self.turn(Direction::LeftToRight, prose);
                marks.look.element = self.structure.add(Role::Code, marks.look.element);
                marks.look.style.mono = true;
                marks.look.style.size *= 0.92;
                self.push(text, marks);
                self.turn_back(Direction::LeftToRight, prose);
            }
            Inline::Link { target, title, text } => {
                let element = self.structure.add(Role::Link, marks.look.element);
                let words = crate::render::article::blocks::plain_text(text);
                self.links.push(LinkSpec {
                    leads: Leads::To(target.clone()),
                    contents: title.clone().filter(|t| !t.is_empty()).unwrap_or(words),
                    element,
                });
                marks.look.element = element;
                marks.look.colour = self.link_colour;
                marks.link = Some(self.links.len() - 1);
                self.inlines(text, marks);
            }
            Inline::Foreign { language, text } => {
                let element = self.structure.add(Role::Span, marks.look.element);
                self.structure.get_mut(element).language = Some(language.clone());
                let prose = marks;
                marks.look.element = element;
                if let Some(script) = Script::of(language) {
                    marks.look.style.script = script;
                }
                let direction = marks.look.style.script.direction;
                self.turn(direction, prose);
                self.inlines(text, marks);
                self.turn_back(direction, prose);
            }
            Inline::FootnoteReference(index) => self.reference(*index, marks),
        }
    }

    /// Begins words of a direction within prose of another: an isolate of UAX #9.
    fn turn(&mut self, direction: Direction, prose: Marks) {
        if direction != prose.look.style.script.direction {
            let mark = match direction {
                Direction::LeftToRight => "\u{2066}",
                Direction::RightToLeft => "\u{2067}",
            };
            self.push(mark, prose);
        }
    }

    fn turn_back(&mut self, direction: Direction, prose: Marks) {
        if direction != prose.look.style.script.direction {
            self.push("\u{2069}", prose);
        }
    }

    fn reference(&mut self, index: usize, mut marks: Marks) {
        let reference = self.structure.add(Role::Reference, marks.look.element);
        let element = self.structure.add(Role::Link, reference);
        let number = (self.note_number)(index);
        self.links.push(LinkSpec {
            leads: Leads::Note(index),
            contents: number.clone(),
            element,
        });
        marks.look.element = element;
        marks.look.colour = self.link_colour;
        marks.link = Some(self.links.len() - 1);
        marks.look.style.rise = marks.look.style.size * 0.36;
        marks.look.style.size *= 0.66;
        marks.look.style.italic = false;
        marks.dots = false;
        marks.note = Some(index);
        self.push(&number, marks);
    }

    fn push(&mut self, text: &str, marks: Marks) {
        if text.is_empty() {
            return;
        }
        let start = self.words.text.len();
        for c in text.chars() {
            match c {
                '\t' => self.words.text.push_str("    "),
                '\r' => {}
                c => self.words.text.push(c),
            }
        }
        self.words.spans.push(Span {
            range: start..self.words.text.len(),
            style: marks.look.style,
        });
        self.words.pieces.push(Piece {
            element: marks.look.element,
            colour: marks.look.colour,
            link: marks.link,
            strike: marks.strike,
            dots: marks.dots,
            note: marks.note,
        });
    }
}
