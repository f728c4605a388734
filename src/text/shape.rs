//! Shaping and line breaking of one string, by parley. A string is shaped once; its lines at any size and width follow
//! from that, because no font of the bundle is hinted and an advance is linear in the size.

use super::drawn;
use super::family::{Span, is_control, spans};
use super::{Brand, Family, FontSet};
use parley::style::{FontFamily, FontFamilyName, OverflowWrap, StyleProperty, WordBreak};
use parley::{BaseDirection, FontContext, FontWeight, Layout, LayoutContext};
use skrifa::instance::{LocationRef, Size};
use skrifa::{GlyphId, MetadataProvider};
use std::ops::Range;

/// The size that strings are shaped at.
const REFERENCE: f64 = 100.0;

/// How a string is drawn, but for its size.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Face {
    pub bold: bool,
    /// Extra space between letters, in em. Only strings of letters that stand apart bear it; others are set without.
    pub tracking: f64,
    /// Whether it is set in the family of headings, where a publisher has one.
    pub heading: bool,
}

/// Shapes strings of one language. Cheap to make; each thread has its own.
pub struct Typesetter {
    fonts: FontContext,
    layouts: LayoutContext<u8>,
    own: Family,
    brand: Brand,
    right_to_left: bool,
}

/// A part of a line in one family and one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    pub text: String,
    pub family: Family,
    pub right_to_left: bool,
    /// Distance from the left end of the line.
    pub x: f64,
    pub width: f64,
    /// Whether a space stands between this segment and the logically next one.
    pub space_after: bool,
}

/// One line as it will be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// In logical order; their `x` say where they stand.
    pub segments: Vec<Segment>,
    /// From the first to the last advance, without spaces at the ends.
    pub width: f64,
    /// How far the first visible glyph's outline stands inside of the line's left end, and the last one's inside of the
    /// right end. Negative where it sticks out.
    pub bearing: (f64, f64),
}

impl Line {
    /// The words of the line in logical order.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for segment in &self.segments {
            text.push_str(&segment.text);
            if segment.space_after {
                text.push(' ');
            }
        }
        text
    }
}

impl Typesetter {
    /// `own` is the family of the language's script.
    pub fn new(own: Family, right_to_left: bool) -> Self {
        Typesetter {
            fonts: FontSet::shared().context(),
            layouts: LayoutContext::new(),
            own,
            brand: Brand::default(),
            right_to_left,
        }
    }

    /// The same with the fonts of a publisher before all others.
    pub fn with_brand(mut self, brand: Brand) -> Self {
        self.brand = brand;
        self
    }

    pub fn family(&self) -> Family {
        self.own
    }

    pub fn right_to_left(&self) -> bool {
        self.right_to_left
    }

    /// Shapes a string. `Err` holds the characters that no font has.
    pub fn shape(&mut self, text: &str, face: Face) -> Result<Shaped, Vec<char>> {
        let spans = spans(text, self.own, self.brand.first(face.heading))?;
        let stands_apart = |span: &Span| match span.family {
            Family::Inter => true,
            Family::Own(_) => !text[span.range.clone()].chars().any(is_joined),
            _ => false,
        };
        let tracking = if spans.iter().all(stands_apart) {
            face.tracking
        } else {
            0.0
        };
        let brings_own = spans.iter().any(|span| matches!(span.family, Family::Own(_)));
        // Letters that are joined do not stand apart, and renderers do not agree on taking them apart: the text is set
        // without the extra space.
        let joined = tracking != 0.0 && brings_own && has_ligature(&self.layout(text, &spans, face.bold, 0.0));
        let tracking = if joined { 0.0 } else { tracking };
        let layout = self.layout(text, &spans, face.bold, tracking);
        Ok(Shaped {
            text: text.to_owned(),
            families: families(&spans),
            layout,
            tracking,
            bold: face.bold,
        })
    }

    /// The text as one whose lines end between words only, where its script writes words without spaces: ideographs and
    /// kana of one word, by the dictionary, are joined.
    pub fn whole_words(&mut self, text: &str) -> String {
        let spaceless = matches!(
            self.own,
            Family::SimplifiedChinese | Family::TraditionalChinese | Family::Japanese
        );
        if !spaceless || !text.chars().any(is_spaceless) {
            return text.to_owned();
        }
        let Ok(spans) = spans(text, self.own, self.brand.first(false)) else {
            return text.to_owned();
        };
        let layout = self.layout(text, &spans, false, 0.0);
        let mut inside: Vec<usize> = Vec::new();
        for line in layout.lines() {
            for cluster in line.runs().flat_map(|run| run.clusters().collect::<Vec<_>>()) {
                let range = cluster.text_range();
                let joins = text[range.clone()].chars().next().is_some_and(is_spaceless)
                    && text[..range.start].chars().next_back().is_some_and(is_spaceless);
                if joins && !cluster.is_word_boundary() {
                    inside.push(range.start);
                }
            }
        }
        inside.sort_unstable();
        let mut whole = String::with_capacity(text.len() + 3 * inside.len());
        let mut from = 0;
        for at in inside {
            whole.push_str(&text[from..at]);
            whole.push('\u{2060}');
            from = at;
        }
        whole + &text[from..]
    }

    fn layout(&mut self, text: &str, spans: &[Span], bold: bool, tracking: f64) -> Layout<u8> {
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, false);
        builder.push_default(StyleProperty::FontSize(REFERENCE as f32));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(if bold {
            700.0
        } else {
            400.0
        })));
        builder.push_default(StyleProperty::LetterSpacing((tracking * REFERENCE) as f32));
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::Normal));
        if self.own == Family::Korean {
            builder.push_default(StyleProperty::WordBreak(WordBreak::KeepAll));
        }
        let families = families(spans);
        for span in spans {
            let number = families.iter().position(|family| *family == span.family);
            builder.push(StyleProperty::Brush(number.unwrap_or(0) as u8), span.range.clone());
            let name = FontFamilyName::named(span.family.name());
            builder.push(StyleProperty::FontFamily(FontFamily::Single(name)), span.range.clone());
        }
        builder.set_base_direction(if self.right_to_left {
            BaseDirection::Rtl
        } else {
            BaseDirection::Ltr
        });
        let mut layout = builder.build(text);
        layout.break_all_lines(None);
        layout
    }
}

/// Ideographs and kana, which are written without spaces between words.
fn is_spaceless(character: char) -> bool {
    matches!(u32::from(character), 0x3005..=0x3007 | 0x3041..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// A shaped string: lines of any width at any size.
pub struct Shaped {
    text: String,
    /// By the numbers that styles of the layout bear.
    families: Vec<Family>,
    layout: Layout<u8>,
    /// What the string bears of the face's tracking, in em.
    tracking: f64,
    bold: bool,
}

impl Shaped {
    /// In em; zero where the string does not bear it.
    pub fn tracking(&self) -> f64 {
        self.tracking
    }

    /// Breaks the string into lines of at most `width` at `size` (one line without a width). A word that is longer than
    /// the width stands out of it.
    pub fn lines(&mut self, size: f64, width: Option<f64>) -> Vec<Line> {
        let scale = size / REFERENCE;
        // A line's last letter brings its letter-space along, which is not drawn.
        let slack = self.tracking.max(0.0) * REFERENCE + 0.01;
        self.layout
            .break_all_lines(width.map(|width| (width / scale + slack) as f32));
        self.layout.lines().map(|line| self.line(&line, scale)).collect()
    }

    /// Width of the whole string on one line.
    pub fn width(&mut self, size: f64) -> f64 {
        self.lines(size, None).iter().map(|line| line.width).fold(0.0, f64::max)
    }

    fn line(&self, line: &parley::layout::Line<'_, u8>, scale: f64) -> Line {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut x = 0.0;
        let whole = line.text_range();
        let visible = whole.start
            + self.text[whole.clone()]
                .trim_end_matches(|c: char| c.is_whitespace() || is_control(c))
                .len();
        for run in line.runs() {
            for cluster in run.visual_clusters() {
                let range = cluster.text_range();
                let brush = self.layout.styles()[usize::from(cluster.style_index())].brush;
                let family = self.families.get(usize::from(brush)).copied().unwrap_or(Family::Inter);
                let mut glyphs = cluster.glyphs();
                let (first, second) = (glyphs.next(), glyphs.next());
                let mut advance = f64::from(cluster.advance());
                if let (true, Some(glyph), None) = (range.end == visible && visible < whole.end, first, second) {
                    // It was shaped beside a space that is not drawn: the kerning with it does not count.
                    advance = self.nominal_advance(family, glyph.id).unwrap_or(advance);
                }
                let text = &self.text[range.clone()];
                // Controls are not drawn: the tracking that parley gives them does not count. Nor do spaces at the
                // end of the line, which may stand in the middle of it when directions are mixed (UAX #9, L1).
                let control = text.chars().all(is_control);
                if control || range.start >= visible {
                    // A control within a ligature has a share of its advance.
                    let shares = control && (advance - self.tracking * REFERENCE).abs() > 0.01 && advance > 0.01;
                    if let (true, Some(last)) = (shares, pieces.last_mut()) {
                        last.end += advance;
                        x += advance;
                    }
                    continue;
                }
                let piece = Piece {
                    run: run.index(),
                    family,
                    right_to_left: cluster.is_rtl(),
                    range,
                    x,
                    end: x + advance,
                    first: first.map(|glyph| glyph.id),
                    last: cluster.glyphs().last().map(|glyph| glyph.id),
                    space: false,
                };
                x += advance;
                let space = text.chars().all(char::is_whitespace);
                match pieces.last_mut() {
                    Some(last) if !space && !last.space && last.continues_in(&piece) => last.append(piece),
                    _ => pieces.push(Piece { space, ..piece }),
                }
            }
        }
        self.finish(pieces, scale)
    }

    /// With tracking, at the reference size.
    fn nominal_advance(&self, family: Family, glyph: u32) -> Option<f64> {
        let face = FontSet::shared().face(family, self.bold);
        let metrics = face.glyph_metrics(Size::new(REFERENCE as f32), LocationRef::default());
        let advance = metrics.advance_width(GlyphId::new(glyph))?;
        Some(f64::from(advance) + self.tracking * REFERENCE)
    }

    /// Takes away the spaces at the ends of pieces, puts them into logical order and scales them.
    fn finish(&self, pieces: Vec<Piece>, scale: f64) -> Line {
        let trailing = self.tracking * REFERENCE;
        let mut kept: Vec<Piece> = Vec::new();
        // Whether a space since the last word is not of its family: fonts of the bundle have every space, those of a
        // publisher may not.
        let mut parted = false;
        for piece in pieces {
            match kept.last_mut() {
                Some(last) if piece.space => {
                    parted |= last.family != piece.family && matches!(last.family, Family::Own(_));
                }
                None if piece.space => {}
                // Spaces between two words of one family and direction stay inside the segment.
                Some(last) if !parted && last.joins(&piece, &self.text) => last.append(piece),
                _ => {
                    kept.push(piece);
                    parted = false;
                }
            }
        }
        self.as_drawn(&mut kept);
        let left = kept.first().map_or(0.0, |piece| piece.x);
        let right = kept.last().map_or(left, |piece| piece.end - trailing);
        let bearing = self.bearing(&kept);
        kept.sort_by_key(|piece| piece.range.start);
        let segments = (0..kept.len())
            .map(|i| {
                let piece = &kept[i];
                let gap = kept.get(i + 1).map_or("", |next| {
                    self.text.get(piece.range.end..next.range.start).unwrap_or("")
                });
                Segment {
                    text: self.visible(piece),
                    family: piece.family,
                    right_to_left: piece.right_to_left,
                    x: (piece.x - left) * scale,
                    width: (piece.end - trailing - piece.x) * scale,
                    space_after: gap.chars().any(char::is_whitespace),
                }
            })
            .collect();
        Line {
            segments,
            width: (right - left) * scale,
            bearing: (bearing.0 * scale, bearing.1 * scale),
        }
    }

    /// The characters of a piece that are drawn.
    fn visible(&self, piece: &Piece) -> String {
        let text = self.text[piece.range.clone()].chars();
        text.filter(|c| !is_control(*c)).collect()
    }

    /// Gives pieces the widths that a renderer draws them with where it may shape them in another way than the whole
    /// string was, and moves those beyond them.
    fn as_drawn(&self, pieces: &mut [Piece]) {
        let mut moved = 0.0;
        for piece in pieces {
            let whole = piece.range == (0..self.text.len());
            let mut width = piece.end - piece.x;
            let text = self.visible(piece);
            let alone = !whole || text.len() != self.text.len();
            if alone && text.chars().any(shapes_by_neighbours) {
                let drawn = drawn::advance(&text, piece.family, self.bold, piece.right_to_left, self.tracking);
                width = drawn * REFERENCE;
            }
            let growth = width - (piece.end - piece.x);
            piece.x += moved;
            moved += growth;
            piece.end = piece.x + width;
        }
    }

    fn bearing(&self, pieces: &[Piece]) -> (f64, f64) {
        let outline = |piece: &Piece, glyph: Option<u32>| {
            let face = FontSet::shared().face(piece.family, self.bold);
            let metrics = face.glyph_metrics(Size::new(REFERENCE as f32), LocationRef::default());
            let glyph = GlyphId::new(glyph?);
            let bounds = metrics.bounds(glyph)?;
            let advance = f64::from(metrics.advance_width(glyph)?);
            Some((f64::from(bounds.x_min), advance - f64::from(bounds.x_max)))
        };
        let left = pieces.first().and_then(|piece| outline(piece, piece.first));
        let right = pieces.last().and_then(|piece| outline(piece, piece.last));
        (left.map_or(0.0, |b| b.0), right.map_or(0.0, |b| b.1))
    }
}

/// Neighbouring clusters of one family and direction, on the line at the reference size.
struct Piece {
    /// Number of the run that parley shaped in one go. The renderer shapes a segment in one go as well: across two runs
    /// it would kern, and choose alternates, where parley did not.
    run: usize,
    range: Range<usize>,
    family: Family,
    right_to_left: bool,
    x: f64,
    end: f64,
    /// The leftmost and the rightmost glyph.
    first: Option<u32>,
    last: Option<u32>,
    /// White space, which makes pieces of its own.
    space: bool,
}

impl Piece {
    fn continues_in(&self, next: &Piece) -> bool {
        self.run == next.run
            && self.family == next.family
            && self.right_to_left == next.right_to_left
            && if self.right_to_left {
                next.range.end == self.range.start
            } else {
                next.range.start == self.range.end
            }
    }

    /// Whether nothing but spaces stands between two pieces of one family and direction.
    fn joins(&self, next: &Piece, text: &str) -> bool {
        let between = if self.right_to_left {
            next.range.end..self.range.start
        } else {
            self.range.end..next.range.start
        };
        (self.run == next.run || !has_letter(&text[self.range.clone()]) || !has_letter(&text[next.range.clone()]))
            && self.family == next.family
            && self.right_to_left == next.right_to_left
            && text
                .get(between)
                .is_some_and(|gap| gap.chars().all(|c| c.is_whitespace() || is_control(c)))
    }

    fn append(&mut self, next: Piece) {
        self.range = self.range.start.min(next.range.start)..self.range.end.max(next.range.end);
        self.end = next.end;
        self.last = next.last;
    }
}

/// Whether characters are set as one glyph.
fn has_ligature(layout: &Layout<u8>) -> bool {
    let runs = layout.lines().flat_map(|line| line.runs().collect::<Vec<_>>());
    runs.flat_map(|run| run.clusters().collect::<Vec<_>>())
        .any(|cluster| cluster.is_ligature_continuation())
}

/// Marks that fonts draw by what stands beside them.
fn shapes_by_neighbours(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && !matches!(c, '.' | ',' | '%' | '\u{2212}')
}

/// Figures and signs are shaped alike in every script.
fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// Every family of some spans once, in the order of the text.
fn families(spans: &[Span]) -> Vec<Family> {
    let mut families = Vec::new();
    for span in spans {
        if !families.contains(&span.family) {
            families.push(span.family);
        }
    }
    families
}

/// Letters that are joined to or stacked with others, and those of East Asia, which fill their squares.
fn is_joined(c: char) -> bool {
    matches!(u32::from(c), 0x0590..=0x1dff | 0x2e80..=0xffff | 0x20000..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixed_line_is_one_segment_a_family_without_gaps() {
        let mut setter = Typesetter::new(Family::SimplifiedChinese, false);
        let mut shaped = setter.shape("平均缩短 6.097\u{a0}毫秒", Face::default()).unwrap();
        let line = shaped.lines(30.0, None).remove(0);
        let texts: Vec<&str> = line.segments.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["平均缩短", "6.097", "毫秒"]);
        assert!(
            line.segments
                .windows(2)
                .all(|pair| pair[0].x + pair[0].width < pair[1].x)
        );
        let last = &line.segments[2];
        assert!((last.x + last.width - line.width).abs() < 1e-6);
    }

    #[test]
    fn right_to_left_lines_run_from_the_right() {
        let mut setter = Typesetter::new(Family::Arabic, true);
        let mut shaped = setter
            .shape("أقل بمقدار \u{2068}6.097\u{a0}ms\u{2069} في المتوسط", Face::default())
            .unwrap();
        let line = shaped.lines(30.0, None).remove(0);
        let texts: Vec<(&str, bool)> = line
            .segments
            .iter()
            .map(|s| (s.text.as_str(), s.right_to_left))
            .collect();
        assert_eq!(
            texts,
            [("أقل بمقدار", true), ("6.097\u{a0}ms", false), ("في المتوسط", true)]
        );
        assert!(line.segments[0].x > line.segments[1].x && line.segments[1].x > line.segments[2].x);
    }

    #[test]
    fn a_segment_is_what_was_shaped_in_one_go() {
        let mut setter = Typesetter::new(Family::Inter, false);
        let mut shaped = setter.shape("относительно *A* | <b>|_c_", Face::default()).unwrap();
        let texts: Vec<String> = shaped.lines(30.0, None)[0]
            .segments
            .iter()
            .map(|s| s.text.clone())
            .collect();
        assert!(
            texts.len() > 1 && texts[0].starts_with("относительно") && !texts[0].contains('A'),
            "{texts:?}"
        );
    }

    #[test]
    fn tracking_is_borne_by_inter_alone_and_not_after_the_last_letter() {
        let mut setter = Typesetter::new(Family::SimplifiedChinese, false);
        let face = Face {
            bold: true,
            tracking: 0.1,
            heading: false,
        };
        let plain = setter
            .shape("ABCD", Face { tracking: 0.0, ..face })
            .unwrap()
            .width(10.0);
        let tracked = setter.shape("ABCD", face).unwrap().width(10.0);
        assert!((tracked - plain - 3.0).abs() < 1e-3, "{plain} and {tracked}");
        assert_eq!(setter.shape("缓存", face).unwrap().tracking(), 0.0);
    }
}
