//! Holds what a font sets against its own map and widths: in every pair of digits, signs and letters, for every script,
//! each character is its own glyph, as wide as it says, in its own place. What a rule could still do is seen here, however
//! it does it.

use super::characters::{Characters, MARKS};
use super::positions::KERNING;
use super::signs::{self, SIGNS};
use harfrust::{Script, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// Scripts that numbers stand among; rules are chosen by script.
const SCRIPTS: [&[u8; 4]; 9] = [
    b"Latn", b"Zyyy", b"Arab", b"Hebr", b"Cyrl", b"Grek", b"Deva", b"Thai", b"Hani",
];

/// Letters of units.
const LETTERS: &str = "mnsukMGTKBibhqpx";

/// The first character that is not set as the map and the widths say, and the one before it.
pub(super) fn loose(font: &FontRef, characters: &Characters, count: u16) -> Option<(char, char)> {
    let data = ShaperData::new(font);
    let shaper = data.shaper(font).build();
    let em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let advances = signs::advances(font, count);
    let (all, few) = (pairs(characters, false), pairs(characters, true));
    SCRIPTS.iter().find_map(|script| {
        // Fonts have rules of their own for Latin; those of other scripts see digits as those of no script.
        let text = if matches!(*script, b"Latn" | b"Zyyy") {
            &all
        } else {
            &few
        };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_script(Script::from_iso15924_tag(harfrust::Tag::new(script))?);
        buffer.set_direction(harfrust::Direction::LeftToRight);
        let set = shaper.shape(buffer, ShapeOptions::new());
        let mut before = ' ';
        let mut at = set.glyph_infos().iter().zip(set.glyph_positions());
        for character in text.chars() {
            let Some((info, position)) = at.next() else {
                return Some((character, before));
            };
            let own = characters
                .glyphs
                .get(&u32::from(character))
                .map(|glyph| u32::from(*glyph));
            let nominal = advances.get(info.glyph_id as usize).copied().unwrap_or(0.0);
            let is_moved = (position.x_advance as f32 - nominal).abs() > KERNING * em + 1.0
                || position.x_offset != 0
                || position.y_offset != 0;
            if own != Some(info.glyph_id) || is_moved {
                return Some((character, before));
            }
            before = character;
        }
        at.next().map(|_| (before, before))
    })
}

/// All pairs in one text, or those of the marks of numbers.
fn pairs(characters: &Characters, few: bool) -> String {
    let has = |c: &char| characters.glyphs.contains_key(&u32::from(*c));
    let all: Vec<char> = ('0'..='9')
        .chain(SIGNS.iter().copied())
        .chain(LETTERS.chars())
        .chain([' ', '\u{a0}', '\u{202f}'])
        .filter(has)
        .filter(|c| !few || c.is_ascii_digit() || MARKS.contains(c) || *c == ' ')
        .collect();
    let of_number = |c: char| !c.is_ascii_alphabetic();
    let mut text = String::new();
    for a in &all {
        for b in all.iter().filter(|b| of_number(*a) || of_number(**b)) {
            text.extend([*a, *b]);
        }
    }
    text
}
