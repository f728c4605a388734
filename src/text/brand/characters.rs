//! Which glyph a font draws for which character, and whether it may: digits, marks of numbers and letters must be what
//! they are called. What is not needed and not trusted is left out, so that the bundle sets it.

use super::shapes::{self, Digits, Outline};
use super::signs::{self, Letters};
use crate::text::Family;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::{BTreeMap, BTreeSet};

/// Marks of numbers, beside digits.
pub(super) const MARKS: [char; 8] = ['.', ',', '-', '\u{2212}', '+', '%', '\u{2030}', '/'];

/// Digits of other scripts that our words are written in: the first of ten, and who draws them in the bundle.
const OTHER_DIGITS: [(char, Family); 4] = [
    ('\u{660}', Family::Arabic),
    ('\u{6f0}', Family::Arabic),
    ('\u{966}', Family::Devanagari),
    ('\u{e50}', Family::Thai),
];

/// The least ink of digits and letters, in parts of the square of the em; the finest hairlines have three times as much.
const INK_OF_DIGITS: f32 = 0.003;
const INK_OF_LETTERS: f32 = 0.0015;
/// The least ink of points and of other signs, in parts of the ink of the digit 1.
const INK_OF_POINTS: f32 = 0.02;
const INK_OF_SIGNS: f32 = 0.06;

/// A character that is not drawn as what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    pub character: char,
    pub found: String,
    pub expected: String,
}

fn wrong(character: char, found: impl Into<String>, expected: &str) -> Wrong {
    Wrong {
        character,
        found: found.into(),
        expected: expected.to_owned(),
    }
}

/// The characters of a font, and what its digits look like.
#[derive(Debug, Clone)]
pub(super) struct Characters {
    pub glyphs: BTreeMap<u32, u16>,
    pub digits: Digits,
}

impl Characters {
    /// The shapes of the letters among them.
    pub fn letters(&self, outlines: &[Outline]) -> Letters {
        Letters::of(|c| {
            let glyph = self.glyphs.get(&u32::from(c))?;
            outlines.get(usize::from(*glyph)).cloned()
        })
    }
}

/// Every character of the planes that have letters, by what the font says.
fn mapped(font: &FontRef, count: u16) -> BTreeMap<u32, u16> {
    let charmap = font.charmap();
    let glyph_of = |code: u32| {
        let glyph = u16::try_from(charmap.map(code)?.to_u32()).ok()?;
        (glyph != 0 && glyph < count).then_some((code, glyph))
    };
    (0x20..0x4_0000)
        .filter(|code| !matches!(code, 0x7f..=0x9f | 0xd800..=0xdfff))
        .filter_map(glyph_of)
        .collect()
}

/// Digits that the font lacks.
pub(super) fn lacking(font: &FontRef, count: u16) -> String {
    let charmap = font.charmap();
    let has = |digit: &char| {
        charmap
            .map(*digit)
            .is_some_and(|glyph| (1..u32::from(count)).contains(&glyph.to_u32()))
    };
    ('0'..='9').filter(|digit| !has(digit)).collect()
}

/// Looks at every character that matters. The font has the digits.
///
/// # Errors
/// Each character that is drawn as something else.
pub(super) fn read(font: &FontRef, outlines: &[Outline]) -> Result<Characters, Vec<Wrong>> {
    let mut glyphs = mapped(font, outlines.len() as u16);
    let em = em(font);
    let one = glyphs
        .get(&u32::from('1'))
        .map(|glyph| outlines[usize::from(*glyph)].ink(em));
    for mark in signs::SIGNS {
        let (mark, code) = (*mark, u32::from(*mark));
        let is_odd = |glyph: &u16| {
            outlines[usize::from(*glyph)].ink(em) < least_ink(mark) * one.unwrap_or(0.0)
                || outlines[usize::from(*glyph)].is_blank()
                || misplaced(font, outlines, mark, *glyph).is_some()
        };
        // Fonts of displays and initials have such marks; the bundle sets them.
        if glyphs.get(&code).is_some_and(is_odd) {
            glyphs.remove(&code);
        }
    }
    let of = |glyphs: &BTreeMap<u32, u16>, c: char| {
        let glyph = glyphs.get(&u32::from(c))?;
        Some(outlines[usize::from(*glyph)].clone())
    };
    let mut faults = Vec::new();
    let digits: Vec<Outline> = ('0'..='9').filter_map(|c| of(&glyphs, c)).collect();
    let known: BTreeMap<char, Outline> = MARKS
        .into_iter()
        .chain('A'..='Z')
        .chain('a'..='z')
        .filter_map(|c| Some((c, of(&glyphs, c)?)))
        .collect();
    let all = ('0'..='9').zip(digits.iter()).chain(known.iter().map(|(c, o)| (*c, o)));
    for (character, outline) in all.clone() {
        let least = match character {
            '0'..='9' => INK_OF_DIGITS,
            c if c.is_ascii_alphabetic() => INK_OF_LETTERS,
            _ => 0.0,
        };
        if outline.is_blank() || outline.ink(em) < least {
            faults.push(wrong(character, "nothing is drawn", "a glyph that can be seen"));
        }
    }
    let of_a_kind = |a: char, b: char| {
        let is_mark = |c: char| c.is_ascii_digit() || MARKS.contains(&c);
        is_mark(a) && is_mark(b)
            || a.is_ascii_uppercase() && b.is_ascii_uppercase()
            || a.is_ascii_lowercase() && b.is_ascii_lowercase()
    };
    let all: Vec<(char, &Outline)> = all.collect();
    for (i, (a, first)) in all.iter().enumerate() {
        let mut others = all[..i]
            .iter()
            .filter(|(b, _)| of_a_kind(*a, *b) && !may_be_same(*a, *b));
        if let Some((b, _)) = others.find(|(_, other)| first.is_same(other)) {
            faults.push(wrong(*a, format!("the shape of `{b}`"), "a shape of its own"));
        }
    }
    faults.extend(('0'..='9').filter_map(|c| misplaced(font, outlines, c, *glyphs.get(&u32::from(c))?)));
    if let Some(digits) = Digits::of(digits).filter(|_| faults.is_empty()) {
        if let Some((digit, like)) = digits.mistaken(shapes::references()) {
            faults.push(wrong(
                digit_of(digit),
                format!("the shape of a `{like}`"),
                "the shape of this digit",
            ));
        }
        faults.extend(marks(&known, &digits));
        if faults.is_empty() {
            leave_out(font, outlines, &mut glyphs, &digits, &known);
            return Ok(Characters { glyphs, digits });
        }
    }
    Err(faults)
}

fn em(font: &FontRef) -> f32 {
    f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em)
}

fn least_ink(mark: char) -> f32 {
    match mark {
        '.' | ',' | ':' | ';' | '\u{b7}' => INK_OF_POINTS,
        _ => INK_OF_SIGNS,
    }
}

/// The value of a raised or lowered digit.
fn value_of_small(c: char) -> Option<usize> {
    match u32::from(c) {
        0xb9 => Some(1),
        code @ 0xb2..=0xb3 => Some((code - 0xb0) as usize),
        code @ (0x2070 | 0x2074..=0x2079) => Some((code - 0x2070) as usize),
        code @ 0x2080..=0x2089 => Some((code - 0x2080) as usize),
        _ => None,
    }
}

/// Fractions of one character: their digits are too small to be looked at.
fn is_fraction(c: char) -> bool {
    matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215f}')
}

pub(super) fn digit_of(digit: usize) -> char {
    char::from(b'0' + digit as u8)
}

/// Hyphen, minus and dashes may be one stroke.
fn may_be_same(a: char, b: char) -> bool {
    let is_stroke = |c: char| matches!(c, '-' | '\u{2212}' | '\u{2013}' | '\u{2014}');
    is_stroke(a) && is_stroke(b)
}

/// Digits and marks stand beside each other, digits in the height of letters.
fn misplaced(font: &FontRef, outlines: &[Outline], character: char, glyph: u16) -> Option<Wrong> {
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = em(font);
    let advance = metrics.advance_width(GlyphId::from(glyph)).unwrap_or(0.0);
    let bounds = outlines[usize::from(glyph)].bounds()?;
    let percent = |value: f32| format!("{:.0} % of the em", value / em * 100.0);
    if character.is_ascii_digit() && !(0.2..=1.5).contains(&(bounds.height() / em)) {
        let found = format!("a height of {}", percent(bounds.height()));
        return Some(wrong(character, found, "20 to 150 % of the em"));
    }
    if advance < 0.06 * em || advance > 2.5 * em || advance < 0.4 * bounds.width() {
        let found = format!(
            "a width of {} for a shape of {}",
            percent(advance),
            percent(bounds.width())
        );
        return Some(wrong(character, found, "a width that keeps it beside its neighbours"));
    }
    // The middle of a shape within its own width keeps the order of what is written.
    let middle = (bounds.left() + bounds.right()) / 2.0;
    let is_beside = bounds.left() < -0.4 * em
        || bounds.right() > advance + 0.5 * em
        || !(0.12 * advance..=0.88 * advance).contains(&middle);
    is_beside.then(|| {
        wrong(
            character,
            "a shape that stands beside its place",
            "a shape within its width",
        )
    })
}

/// A comma is higher than a point, a minus flat, a plus not.
fn marks(known: &BTreeMap<char, Outline>, digits: &Digits) -> Vec<Wrong> {
    let mut faults = Vec::new();
    let bounds = |c: char| known.get(&c).and_then(Outline::bounds);
    let digit = digits.outline(0).bounds();
    if let (Some(point), Some(comma)) = (bounds('.'), bounds(','))
        && point.height() >= comma.height()
    {
        faults.push(wrong(
            '.',
            "a shape as high as the comma",
            "a point, lower than the comma",
        ));
    }
    for c in ['.', ','] {
        if let (Some(mark), Some(digit)) = (bounds(c), digit)
            && (mark.height() > 0.75 * digit.height() || mark.top() > digit.top() + 0.5 * digit.height())
        {
            faults.push(wrong(c, "a shape as high as digits", "a small mark on the base line"));
        }
    }
    for c in ['-', '\u{2212}'] {
        if bounds(c).is_some_and(|bounds| bounds.height() > bounds.width()) {
            faults.push(wrong(c, "a shape higher than wide", "a flat stroke"));
        }
    }
    if let Some(plus) = bounds('+')
        && !(0.5..=2.0).contains(&(plus.width() / plus.height()))
    {
        faults.push(wrong('+', "a shape that is flat or upright", "about as high as wide"));
    }
    let same = known.iter().filter(|(c, _)| MARKS.contains(c));
    faults.extend(same.filter_map(|(c, outline)| {
        let digit = digits.equal_to(outline)?;
        Some(wrong(*c, format!("the shape of `{digit}`"), "a shape of its own"))
    }));
    faults
}

fn is_space(code: u32) -> bool {
    char::from_u32(code).is_some_and(char::is_whitespace)
}

/// Characters that direct or join and are never seen.
fn is_unseen(code: u32) -> bool {
    matches!(code, 0xad | 0x61c | 0x180e | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0xfe00..=0xfe0f | 0xfeff | 0xe0000..)
}

/// Takes out of the map what would publish something else than is written; the bundle then sets it.
fn leave_out(
    font: &FontRef,
    outlines: &[Outline],
    glyphs: &mut BTreeMap<u32, u16>,
    digits: &Digits,
    known: &BTreeMap<char, Outline>,
) {
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = em(font);
    let outline = |glyph: u16| &outlines[usize::from(glyph)];
    let capital = signs::capital(|c| Some(outline(*glyphs.get(&u32::from(c))?).clone()));
    // Most glyphs are those of letters, which are not looked at one by one.
    let of_digits: BTreeSet<u16> = ('0'..='9').filter_map(|c| glyphs.get(&u32::from(c)).copied()).collect();
    let mut untrusted: BTreeSet<u32> = BTreeSet::new();
    for (code, glyph) in glyphs.iter() {
        let is_wrong = match char::from_u32(*code) {
            None => true,
            Some(_) if is_unseen(*code) => !outline(*glyph).is_blank(),
            Some(_) if is_space(*code) => {
                let advance = metrics.advance_width(GlyphId::from(*glyph)).unwrap_or(-1.0);
                !outline(*glyph).is_blank() || !(0.0..=1.6 * em).contains(&advance)
            }
            Some(c) if c.is_ascii_alphanumeric() => false,
            Some(c) if is_fraction(c) => true,
            Some(c) if signs::SIGNS.contains(&c) => {
                let letters = known.iter().filter(|(other, _)| other.is_ascii_alphabetic());
                letters
                    .map(|(_, shape)| shape)
                    .any(|shape| shape.is_same(outline(*glyph)))
                    || signs::taken_for(c, outline(*glyph), capital).is_some()
            }
            Some(c) if let Some(digit) = value_of_small(c) => !digits.is_form(outline(*glyph), digit),
            Some(c) if c.is_alphabetic() => false,
            Some(c) => {
                of_digits.contains(glyph) && !is_other_form(c)
                    || digits
                        .equal_to(outline(*glyph))
                        .is_some_and(|digit| value_of(c) != Some(digit))
            }
        };
        if is_wrong {
            untrusted.insert(*code);
        }
    }
    for (zero, family) in OTHER_DIGITS {
        let codes = u32::from(zero)..u32::from(zero) + 10;
        let ten: Option<Vec<Outline>> = codes
            .clone()
            .map(|code| Some(outline(*glyphs.get(&code)?).clone()))
            .collect();
        let ten = ten.and_then(Digits::of);
        let is_right = ten.is_some_and(|ten| ten.mistaken(&shapes::references_of(family, zero)).is_none());
        if !is_right {
            untrusted.extend(codes);
        }
    }
    glyphs.retain(|code, _| !untrusted.contains(code));
    if let Some(space) = glyphs.get(&0x20).copied() {
        glyphs.entry(0xa0).or_insert(space);
    }
}

fn is_other_form(c: char) -> bool {
    value_of(c).is_some()
}

/// The value of a digit that is one of ours in another form: of full width, or of mathematics.
fn value_of(c: char) -> Option<usize> {
    match u32::from(c) {
        code @ 0xff10..=0xff19 => Some((code - 0xff10) as usize),
        code @ 0x1d7ce..=0x1d7ff => Some(((code - 0x1d7ce) % 10) as usize),
        _ => None,
    }
}
