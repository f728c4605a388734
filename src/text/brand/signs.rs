//! Signs and letters compared with those of the bundle. Other than digits, they are told apart by where they stand too:
//! a point on the base line is none at half the height. So pictures are of capital letters' height, on one base line.

use super::shapes::{Outline, Picture};
use crate::text::{Family, FontSet};
use resvg::tiny_skia::{Rect, Transform};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::LazyLock;

/// Signs that numbers and what is said of them are written with.
pub(super) const SIGNS: &[char] = &[
    '.', ',', '-', '\u{2212}', '+', '%', '\u{2030}', '/', '\u{d7}', '\u{b1}', '\u{2013}', '\u{2014}', ':', ';', '(',
    ')', '\u{2192}', '\u{2190}', '\u{2191}', '\u{2193}', '\u{b7}', '<', '>', '=', '\u{2264}', '\u{2265}', '\u{2248}',
    '~', '\u{b0}', '\u{b5}', '\u{3bc}', '!', '?',
];

/// Letters that signs are like, and those of units.
const LETTERS: &str = "CIOTVXckilmnosuvx";

/// Height of capital letters in the pictures, and their sides and base line.
const CAPITAL: f32 = 16.0;
const WIDE: u32 = 44;
const HIGH: u32 = 32;
const BASE: f32 = 23.0;

/// A sign is taken for another one when its distance to that is less than this part of the distance to its own.
const TAKEN: f32 = 0.38;
/// A sign that is farther from its own looks like nothing known.
const FAR: f32 = 0.85;
/// Letters may differ so much from what they are made of.
const JOINED: f32 = 0.15;
/// And so much in their width.
const WIDER: f32 = 0.2;

/// The height of capital letters of a face, or of its digits.
pub(super) fn capital(outline_of: impl Fn(char) -> Option<Outline>) -> f32 {
    let top = |c: char| {
        outline_of(c)
            .and_then(|outline| outline.bounds())
            .map(|bounds| bounds.bottom())
    };
    top('H').or_else(|| top('0')).filter(|top| *top > 0.0).unwrap_or(1.0)
}

/// The picture of an outline, in the middle of its width.
pub(super) fn picture(outline: &Outline, capital: f32) -> Option<Picture> {
    let bounds: Rect = outline.bounds()?;
    let scale = CAPITAL / capital;
    let middle = WIDE as f32 / 2.0 - (bounds.left() + bounds.right()) / 2.0 * scale;
    let place = Transform::from_row(scale, 0.0, 0.0, -scale, middle, BASE);
    Some(Picture::of(&outline.filled(place, WIDE, HIGH)?))
}

/// What a face of the bundle draws.
struct Drawn {
    character: char,
    picture: Picture,
}

/// Signs, digits and letters of faces of the bundle.
static REFERENCES: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
    let mut drawn = Vec::new();
    for family in [
        Family::Inter,
        Family::JetBrainsMono,
        Family::Thai,
        Family::SimplifiedChinese,
    ] {
        for bold in [false, true] {
            let face = FontSet::shared().face(family, bold);
            let outline = |c: char| Outline::of(face, face.charmap().map(c)?);
            let capital = capital(outline);
            let characters = SIGNS.iter().copied().chain('0'..='9').chain(LETTERS.chars());
            drawn.extend(characters.filter_map(|character| {
                let picture = picture(&outline(character)?, capital)?;
                Some(Drawn { character, picture })
            }));
        }
    }
    drawn
});

/// Kinds of signs that one shape may stand for.
fn kind(c: char) -> char {
    match c {
        '\u{2212}' | '\u{2013}' | '\u{2014}' => '-',
        '\u{3bc}' => '\u{b5}',
        'x' | 'X' => '\u{d7}',
        'l' | 'I' | '|' => '/',
        'o' | 'O' => '\u{b0}',
        'C' | 'c' => '(',
        other => other,
    }
}

/// The character that readers would take a sign for; the sign itself where it looks like nothing known.
pub(super) fn taken_for(sign: char, outline: &Outline, capital: f32) -> Option<char> {
    let picture = picture(outline, capital)?;
    let mut own = f32::INFINITY;
    let mut nearest = (f32::INFINITY, sign);
    for drawn in REFERENCES.iter() {
        let distance = picture.distance(&drawn.picture);
        if kind(drawn.character) == kind(sign) {
            own = own.min(distance);
        } else if distance < nearest.0 {
            nearest = (distance, drawn.character);
        }
    }
    if own.is_infinite() {
        return None;
    }
    let is_taken = nearest.0 < TAKEN * own;
    (is_taken || own > FAR).then_some(if is_taken { nearest.1 } else { sign })
}

/// The shapes of a face's letters, to tell whether another glyph is a form of one.
pub(super) struct Letters {
    capital: f32,
    pictures: Vec<(char, Picture)>,
    digits: Vec<Picture>,
}

impl Letters {
    pub fn of(outline_of: impl Fn(char) -> Option<Outline>) -> Letters {
        let capital = capital(&outline_of);
        let picture = |c: char| picture(&outline_of(c)?, capital);
        Letters {
            pictures: ('A'..='Z')
                .chain('a'..='z')
                .filter_map(|c| Some((c, picture(c)?)))
                .collect(),
            digits: ('0'..='9').filter_map(picture).collect(),
            capital,
        }
    }

    /// Whether an outline is nearer to a letter than to all others.
    pub fn is_form(&self, outline: &Outline, letter: char) -> bool {
        let Some(picture) = picture(outline, self.capital) else {
            return false;
        };
        let nearest = |of: &mut dyn Iterator<Item = &Picture>| {
            of.map(|other| picture.distance(other)).fold(f32::INFINITY, f32::min)
        };
        let is_own = |c: char| c.eq_ignore_ascii_case(&letter);
        let own = nearest(&mut self.pictures.iter().filter(|(c, _)| is_own(*c)).map(|(_, of)| of));
        let other = nearest(&mut self.pictures.iter().filter(|(c, _)| !is_own(*c)).map(|(_, of)| of));
        own < other && own < nearest(&mut self.digits.iter())
    }

    /// Whether an outline is a digit of the face, as far as one can see.
    pub fn is_digit(&self, outline: &Outline) -> bool {
        let picture = picture(outline, self.capital);
        picture.is_some_and(|picture| self.digits.iter().any(|digit| picture.distance(digit) < 0.03))
    }

    /// Whether an outline is that of letters beside each other.
    pub fn is_joined(&self, outline: &Outline, parts: &Outline) -> bool {
        let looked = |of: &Outline| Some((of.bounds()?.width(), picture(of, self.capital)?));
        let (Some((width, picture)), Some((wanted, of_parts))) = (looked(outline), looked(parts)) else {
            return false;
        };
        (width - wanted).abs() < WIDER * wanted && picture.distance(&of_parts) < JOINED
    }
}

/// The advances of all glyphs, in units of the em.
pub(super) fn advances(font: &FontRef, count: u16) -> Vec<f32> {
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    (0..count)
        .map(|glyph| metrics.advance_width(GlyphId::from(glyph)).unwrap_or(0.0))
        .collect()
}
