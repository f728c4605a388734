//! Paragraphs of pages: shaped once (by parley), then broken into lines of any width with the best breaks for the
//! whole paragraph, justified, and put into visual order.
//!
//! Knows nothing of blocks, pages and file formats. Lengths are in points.

mod faces;
mod lines;
mod opportunities;
mod optimum;

pub use lines::{Line, LineCluster, Run};

use crate::locale::{Direction, Justify, Script};
use crate::text::{Brand, Family, FontSet};
use faces::{Class, candidates, class, is_cjk};
use opportunities::{Opportunity, Segmenters};
use parley::{
    BaseDirection, FontContext, FontFamily, FontFamilyName, FontFeatures, FontStyle, FontWeight, Language, Layout,
    LayoutContext, StyleProperty,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// How a piece of a paragraph is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub mono: bool,
    pub bold: bool,
    pub italic: bool,
    /// Whether it is set in the family of headings, where a publisher has one.
    pub heading: bool,
    /// In points.
    pub size: f32,
    /// Above the baseline, in points: for references to footnotes.
    pub rise: f32,
    /// All digits equally wide, for columns of numbers.
    pub tabular: bool,
    /// Script and hyphenation of this piece.
    pub script: &'static Script,
}

/// A piece of a paragraph's text with one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// Bytes of the text. Spans follow each other without gaps.
    pub range: Range<usize>,
    pub style: Style,
}

/// How the lines of a paragraph stand in their column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// Both edges straight where the script is justified, else like `Start`.
    Justified,
    /// Ragged at the end.
    Start,
    Center,
    End,
}

/// A face of the bundle: index into [`FontSet::files`] and index of the face in that file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId {
    pub file: u16,
    pub face: u16,
}

/// A glyph at its place, relative to the start of its cluster; `y` points down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    pub id: u16,
    pub x: f32,
    pub y: f32,
    /// Moves no pen: a dot, an accent, a vowel sign that stands on another glyph.
    pub mark: bool,
}

/// A text that no face of the bundle can show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingGlyph {
    pub text: String,
    /// Where it stands in the paragraph's text, in bytes.
    pub at: usize,
}

/// The smallest piece of text that has glyphs of its own.
#[derive(Debug, Clone)]
struct Cluster {
    text: Range<usize>,
    glyphs: Range<usize>,
    advance: f32,
    /// Index of the span.
    span: u16,
    face: FaceId,
    level: u8,
    kind: Kind,
    /// A word begins here, by the dictionary where the script has no spaces.
    word: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// Stretches and shrinks; vanishes at the end of a line.
    Space,
    /// A no-break space: stretches and shrinks.
    FixedSpace,
    Ideograph,
    /// Full-width punctuation whose right half is empty.
    Closing,
    /// Full-width punctuation whose left half is empty.
    Opening,
    Newline,
}

impl Kind {
    fn of(text: &str, family_is_cjk: bool, centred_punctuation: bool) -> Kind {
        let Some(c) = text.chars().next() else {
            return Kind::Plain;
        };
        match c {
            '\n' | '\u{2028}' => Kind::Newline,
            ' ' | '\u{2009}' | '\t' => Kind::Space,
            '\u{A0}' | '\u{202F}' => Kind::FixedSpace,
            _ if !family_is_cjk || ('\u{AC00}'..='\u{D7FF}').contains(&c) => Kind::Plain,
            '、' | '。' | '，' | '．' if !centred_punctuation => Kind::Closing,
            '」' | '』' | '）' | '】' | '》' | '〉' | '〕' | '”' | '’' => Kind::Closing,
            '「' | '『' | '（' | '【' | '《' | '〈' | '〔' | '“' | '‘' => Kind::Opening,
            _ => Kind::Ideograph,
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Kind::Ideograph | Kind::Closing | Kind::Opening)
    }
}

/// A shaped paragraph, ready to be broken into lines.
#[derive(Debug, Clone)]
pub struct Paragraph {
    text: String,
    spans: Vec<Span>,
    clusters: Vec<Cluster>,
    glyphs: Vec<Glyph>,
    opportunities: Vec<Opportunity>,
    /// Hyphen of each span: face, glyph and advance, when a break of the span needs one.
    hyphens: BTreeMap<u16, Hyphen>,
    base_level: u8,
    /// Lines start at the right edge of their column.
    starts_right: bool,
    justify: Justify,
}

#[derive(Debug, Clone, Copy)]
struct Hyphen {
    face: FaceId,
    glyph: u16,
    advance: f32,
}

/// Shapes paragraphs. One a thread; what it makes depends on its input only.
pub struct Typesetter {
    fonts: FontContext,
    context: LayoutContext<u16>,
    /// Where the bytes of each font file lie, to tell faces apart.
    files: Vec<*const u8>,
    brand: Brand,
    segmenters: Segmenters,
    hyphens: BTreeMap<(bool, bool, bool, bool, u32), Hyphen>,
    /// What shaping costs nothing to keep between paragraphs.
    layout: Layout<u16>,
}

impl Typesetter {
    pub fn new(fonts: &FontSet) -> Self {
        Self {
            fonts: fonts.context(),
            context: LayoutContext::new(),
            files: fonts.addresses(),
            brand: Brand::default(),
            segmenters: Segmenters::default(),
            hyphens: BTreeMap::new(),
            layout: Layout::new(),
        }
    }

    /// Puts the fonts of a publisher before all others.
    pub fn set_brand(&mut self, brand: Brand) {
        self.brand = brand;
    }

    /// Shapes a text. `script` is the article's: it rules justification and line breaks. `direction` says at which
    /// side lines start; a text of a right-to-left article that is all Latin still runs from left to right.
    ///
    /// # Errors
    /// All the characters that no face has.
    pub fn shape(
        &mut self,
        text: &str,
        spans: &[Span],
        script: &'static Script,
        direction: Direction,
        hyphenate: bool,
    ) -> Result<Paragraph, Vec<MissingGlyph>> {
        let starts_right = direction == Direction::RightToLeft;
        let direction = if starts_right && is_latin(text) {
            Direction::LeftToRight
        } else {
            direction
        };
        let mut paragraph = Paragraph {
            text: text.to_owned(),
            spans: spans.to_vec(),
            clusters: Vec::new(),
            glyphs: Vec::new(),
            opportunities: Vec::new(),
            hyphens: BTreeMap::new(),
            base_level: u8::from(direction == Direction::RightToLeft),
            starts_right,
            justify: script.justify,
        };
        if text.is_empty() {
            return Ok(paragraph);
        }
        self.lay_out(text, spans, direction);
        let missing = self.collect(&mut paragraph);
        if !missing.is_empty() {
            return Err(missing);
        }
        paragraph.set_levels();
        paragraph.close_up_punctuation();
        paragraph.part_scripts();
        paragraph.opportunities = opportunities::find(&mut self.segmenters, &paragraph, script, hyphenate);
        self.add_hyphens(&mut paragraph);
        Ok(paragraph)
    }

    fn lay_out(&mut self, text: &str, spans: &[Span], direction: Direction) {
        let mut builder = self.context.ranged_builder(&mut self.fonts, text, 1.0, false);
        builder.set_base_direction(match direction {
            Direction::LeftToRight => BaseDirection::Ltr,
            Direction::RightToLeft => BaseDirection::Rtl,
        });
        for (index, span) in spans.iter().enumerate() {
            let style = &span.style;
            let range = span.range.clone();
            builder.push(StyleProperty::Brush(index as u16), range.clone());
            builder.push(StyleProperty::FontSize(style.size), range.clone());
            builder.push(
                StyleProperty::Locale(Language::parse(style.script.tag).ok()),
                range.clone(),
            );
            if style.bold {
                builder.push(StyleProperty::FontWeight(FontWeight::BOLD), range.clone());
            }
            if style.italic {
                builder.push(StyleProperty::FontStyle(FontStyle::Italic), range.clone());
            }
            let features = match (style.mono, style.tabular) {
                (true, _) => "\"calt\" 0, \"liga\" 0",
                (false, true) => "\"tnum\" 1, \"calt\" 0",
                (false, false) => "",
            };
            if !features.is_empty() {
                builder.push(
                    StyleProperty::FontFeatures(FontFeatures::Source(Cow::Borrowed(features))),
                    range.clone(),
                );
            }
            let sans = if style.mono {
                Family::JetBrainsMono
            } else {
                Family::Inter
            };
            let first = first_of(self.brand, style);
            for (piece, families) in family_runs(text, range, style.script, sans) {
                // Quotation marks of Chinese and Japanese are as wide as their ideographs.
                let first = first.filter(|_| {
                    !families.first().is_some_and(|family| is_cjk(*family)) || own_script(text, &piece, first)
                });
                let names: Vec<_> = first
                    .iter()
                    .chain(&families)
                    .map(|f| FontFamilyName::named(f.name()))
                    .collect();
                builder.push(StyleProperty::FontFamily(FontFamily::List(Cow::Owned(names))), piece);
            }
        }
        builder.build_into(&mut self.layout, text);
        self.layout.break_all_lines(None);
    }

    /// Takes the clusters out of the layout in logical order, and says which have no glyph.
    fn collect(&self, paragraph: &mut Paragraph) -> Vec<MissingGlyph> {
        let mut missing = Vec::new();
        let mut runs: Vec<_> = self.layout.lines().flat_map(|line| line.runs()).collect();
        runs.sort_by_key(|run| run.text_range().start);
        for run in runs {
            let data = run.font();
            let pointer = data.data.data().as_ptr();
            let file = self.files.iter().position(|at| *at == pointer).unwrap_or(usize::MAX);
            let face = FaceId {
                file: file as u16,
                face: data.index as u16,
            };
            for cluster in run.clusters() {
                if cluster.is_ligature_continuation()
                    && let Some(last) = paragraph.clusters.last_mut()
                {
                    last.text.end = last.text.end.max(cluster.text_range().end);
                    last.advance += cluster.advance();
                    continue;
                }
                let range = cluster.text_range();
                let start = paragraph.glyphs.len();
                let text = &paragraph.text[range.clone()];
                let invisible = text.chars().all(|c| {
                    c.is_control()
                        || matches!(c as u32, 0x61C | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0xAD)
                });
                let mut pen = 0.0;
                for glyph in cluster.glyphs() {
                    if glyph.id == 0 && !invisible {
                        missing.push(MissingGlyph {
                            text: text.to_owned(),
                            at: range.start,
                        });
                    }
                    if !invisible {
                        paragraph.glyphs.push(Glyph {
                            id: glyph.id as u16,
                            x: pen + glyph.x,
                            y: glyph.y,
                            mark: glyph.advance == 0.0,
                        });
                    }
                    pen += glyph.advance;
                }
                let span = cluster.style().brush;
                let script = paragraph.spans[usize::from(span)].style.script;
                let cjk = !paragraph.spans[usize::from(span)].style.mono
                    && text.chars().next().is_some_and(|c| {
                        let first = candidates(class(c), script, Family::Inter)[..].first().copied();
                        first.is_some_and(is_cjk)
                    });
                paragraph.clusters.push(Cluster {
                    kind: Kind::of(text, cjk, script.family == Family::TraditionalChinese),
                    text: range,
                    glyphs: start..paragraph.glyphs.len(),
                    advance: if invisible { 0.0 } else { cluster.advance() },
                    span,
                    face,
                    level: 0,
                    word: cluster.is_word_boundary(),
                });
            }
        }
        missing.dedup();
        missing
    }

    /// Finds the hyphen of every span that may be broken with one.
    fn add_hyphens(&mut self, paragraph: &mut Paragraph) {
        let mut wanted: Vec<u16> = paragraph
            .opportunities
            .iter()
            .filter(|o| o.hyphen)
            .map(|o| paragraph.clusters[o.at - 1].span)
            .collect();
        wanted.dedup();
        for span in wanted {
            let style = paragraph.spans[usize::from(span)].style;
            let key = (
                style.mono,
                style.bold,
                style.italic,
                style.heading,
                style.size.to_bits(),
            );
            let hyphen = match self.hyphens.get(&key) {
                Some(hyphen) => *hyphen,
                None => {
                    let Some(hyphen) = self.hyphen_of(style) else { continue };
                    self.hyphens.insert(key, hyphen);
                    hyphen
                }
            };
            paragraph.hyphens.insert(span, hyphen);
        }
    }

    fn hyphen_of(&mut self, style: Style) -> Option<Hyphen> {
        let span = Span { range: 0..1, style };
        self.lay_out("-", std::slice::from_ref(&span), Direction::LeftToRight);
        let mut small = Paragraph {
            text: "-".into(),
            spans: vec![span],
            clusters: Vec::new(),
            glyphs: Vec::new(),
            opportunities: Vec::new(),
            hyphens: BTreeMap::new(),
            base_level: 0,
            starts_right: false,
            justify: Justify::Ragged,
        };
        self.collect(&mut small);
        let cluster = small.clusters.first()?;
        Some(Hyphen {
            face: cluster.face,
            glyph: small.glyphs.first()?.id,
            advance: cluster.advance,
        })
    }
}

/// Whether a space or a mark of punctuation goes with the letters before it.
fn stays(c: char, families: &[Family]) -> bool {
    let neutral = matches!(c, ' ' | '\u{A0}' | '.' | ',' | ':' | ';' | '!' | '?' | '-' | '…' | '־');
    let Some(family) = families.first().filter(|_| neutral) else {
        return false;
    };
    let alphabetic = matches!(
        family,
        Family::Arabic | Family::Hebrew | Family::Devanagari | Family::Thai
    );
    alphabetic && FontSet::shared().covers(*family, c)
}

/// The publisher's family for a piece; it has no italics.
fn first_of(brand: Brand, style: &Style) -> Option<Family> {
    match (style.mono, style.italic) {
        (true, _) => brand.code,
        (false, true) => None,
        (false, false) => brand.first(style.heading),
    }
}

/// Whether a publisher's family has every letter of a piece, and the piece has some.
fn own_script(text: &str, piece: &Range<usize>, first: Option<Family>) -> bool {
    let Some(first) = first else { return false };
    let mut letters = text[piece.clone()].chars().filter(|c| c.is_alphabetic()).peekable();
    letters.peek().is_some() && letters.all(|c| FontSet::shared().covers(first, c))
}

/// Whether a text has nothing that runs from right to left, and is more than a bare number.
fn is_latin(text: &str) -> bool {
    let signed = text.starts_with(['−', '-', '+']) || text.ends_with('%');
    !has_right_to_left(text) && (signed || text.chars().any(char::is_alphabetic))
}

fn has_right_to_left(text: &str) -> bool {
    let strong = |c: char| matches!(c as u32, 0x590..=0x8FF | 0x200F | 0x202B | 0x202E | 0x2067 | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFF);
    text.chars().any(strong)
}

/// Cuts a span into pieces of one list of families.
fn family_runs(
    text: &str,
    range: Range<usize>,
    script: &'static Script,
    sans: Family,
) -> Vec<(Range<usize>, Vec<Family>)> {
    let mut runs: Vec<(Range<usize>, Class, Vec<Family>)> = Vec::new();
    for (at, c) in text[range.clone()].char_indices() {
        let at = range.start + at;
        let end = at + c.len_utf8();
        let class = class(c);
        if let Some((last, last_class, _)) = runs.last_mut()
            && (class == *last_class || class == Class::Inherit)
        {
            last.end = end;
            continue;
        }
        let families = candidates(class, script, sans);
        if let Some((last, _, last_families)) = runs.last_mut()
            && (*last_families == families || stays(c, last_families))
        {
            last.end = end;
            continue;
        }
        runs.push((at..end, class, families));
    }
    runs.into_iter().map(|(range, _, families)| (range, families)).collect()
}

impl Paragraph {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub fn is_empty(&self) -> bool {
        self.clusters.is_empty()
    }

    /// Bidirectional embedding levels (UAX #9) of every cluster.
    fn set_levels(&mut self) {
        let base = self.base_level;
        if base == 0 && !has_right_to_left(&self.text) {
            return;
        }
        let level = unicode_bidi::Level::new(base).ok();
        let info = unicode_bidi::BidiInfo::new(&self.text, level);
        for cluster in &mut self.clusters {
            cluster.level = info.levels[cluster.text.start].number();
        }
    }

    /// Full-width punctuation marks that meet share their empty halves, as Chinese and Japanese typesetters do
    /// (JLREQ 3.1.2, CLREQ 3.1.6).
    fn close_up_punctuation(&mut self) {
        for i in 1..self.clusters.len() {
            let half = self.size_of(i) / 2.0;
            match (self.clusters[i - 1].kind, self.clusters[i].kind) {
                (Kind::Closing, Kind::Closing | Kind::Opening) => self.clusters[i - 1].advance -= half,
                (Kind::Opening, Kind::Opening) => {
                    self.clusters[i].advance -= half;
                    self.shift_glyphs(i, -half);
                }
                _ => {}
            }
        }
    }

    /// An eighth of an em between ideographs and Latin letters or digits that touch.
    fn part_scripts(&mut self) {
        for i in 1..self.clusters.len() {
            let gap = self.size_of(i) / 8.0;
            let word = |at: usize| {
                let text = &self.text[self.clusters[at].text.clone()];
                self.clusters[at].kind == Kind::Plain && text.chars().all(char::is_alphanumeric)
            };
            let before = self.clusters[i - 1].kind == Kind::Ideograph && word(i);
            let after = self.clusters[i].kind == Kind::Ideograph && word(i - 1);
            if before || after {
                self.clusters[i - 1].advance += gap;
            }
        }
    }

    fn shift_glyphs(&mut self, cluster: usize, by: f32) {
        for glyph in &mut self.glyphs[self.clusters[cluster].glyphs.clone()] {
            glyph.x += by;
        }
    }

    fn style_of(&self, cluster: usize) -> &Style {
        &self.spans[usize::from(self.clusters[cluster].span)].style
    }

    fn size_of(&self, cluster: usize) -> f32 {
        self.style_of(cluster).size
    }
}
