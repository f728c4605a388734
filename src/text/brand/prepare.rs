//! A font of a publisher made ready: every glyph drawn once, every character looked at, rules that change numbers taken
//! out, and the whole tried with all that will read it.

use super::characters::{self, Characters, Wrong};
use super::held;
use super::outlines::put_boxes;
use super::positions::{self, KERNING};
use super::rules::{self, Watched};
use super::sfnt::{Damage, Tables};
use super::shapes::Outline;
use crate::text::character_map;
use crate::text::web_font;
use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::BTreeSet;
use subsetter::GlyphRemapper;

/// Why a font cannot be used.
pub(super) enum Refused {
    Damaged(Damage),
    /// The digits that it lacks.
    Lacking(String),
    Wrong(Vec<Wrong>),
}

impl From<Damage> for Refused {
    fn from(damage: Damage) -> Refused {
        Refused::Damaged(damage)
    }
}

/// Marks and words that are set once, so that rules which cannot be followed are met here.
const TRIED: [&str; 6] = [
    "Hamburgefonstiv fi ffl 0.125 \u{2212}4.5% (1,234)",
    "\u{395}\u{3bb}\u{3bb}\u{3b7}\u{3bd}\u{3b9}\u{3ba}\u{3ac}",
    "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}",
    "\u{645}\u{631}\u{62d}\u{628}\u{627} \u{661}\u{662}\u{663}",
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    "\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}",
];

fn unreadable() -> Damage {
    Damage::new("its tables", "they cannot be read together")
}

/// The bytes that are used from now on, and the family that the font says it is of.
pub(super) fn prepared(mut tables: Tables) -> Result<(Vec<u8>, String), Refused> {
    let lacks_space = FontRef::new(&tables.write()).is_ok_and(|font| font.charmap().map(' ').is_none());
    let blank = if lacks_space { tables.add_blank() } else { None };
    let count = tables.glyphs();
    // Readers move outlines by the difference of their side bearing and their box. There is none: all draw them where
    // their points are.
    tables.put_bearings();
    let file = tables.write();
    let font = FontRef::new(&file).map_err(|_| unreadable())?;
    let lacking = characters::lacking(&font, count);
    if !lacking.is_empty() {
        return Err(Refused::Lacking(lacking));
    }
    let outlines = drawn(&font, count)?;
    if let (Some(loca), Some(glyf)) = (tables.get(b"loca").map(<[u8]>::to_vec), tables.get_mut(b"glyf")) {
        let extent = |glyph: u16| outlines[usize::from(glyph)].extent();
        put_boxes(glyf, &loca, |glyph| Some(extent(glyph)?.map(|side| side as i16)));
        tables.put_bearings();
    }
    let mut characters = characters::read(&font, &outlines).map_err(Refused::Wrong)?;
    if let Some(blank) = blank {
        characters.glyphs.entry(0x20).or_insert(blank);
        characters.glyphs.entry(0xa0).or_insert(blank);
    }
    let mut wrong = rules::shaped(&font, &outlines, &characters);
    if !characters.glyphs.contains_key(&0x20) {
        wrong.push(Wrong {
            character: ' ',
            found: "no glyph that is blank".to_owned(),
            expected: "a space".to_owned(),
        });
    }
    if !wrong.is_empty() {
        return Err(Refused::Wrong(wrong));
    }
    let family = family_name(&font);
    tables.put(*b"cmap", character_map::both(&characters.glyphs));
    if tables.get(b"name").is_none() {
        tables.put(*b"name", names(&family));
    }
    settle(&font, &mut tables, &outlines, &characters)?;
    let file = tables.write();
    let characters = characters
        .glyphs
        .keys()
        .filter_map(|code| char::from_u32(*code))
        .collect();
    tried(&file, count, &characters)?;
    Ok((file, family))
}

/// Takes the rules out that change numbers, and holds what is left: as much of it as keeps every digit and sign what and
/// where it is.
fn settle(font: &FontRef, tables: &mut Tables, outlines: &[Outline], characters: &Characters) -> Result<(), Refused> {
    let mut watched = Watched::new(font, outlines, characters);
    if let Some(table) = tables.get_mut(b"GSUB") {
        rules::clean_substitutions(&mut watched, table);
    }
    let whole = tables.get(b"GPOS").map(<[u8]>::to_vec);
    let units = f32::from(tables.units());
    let mut last = None;
    // What kerning with bounds does not hold, kerning of letters alone may; or else no rules at all.
    for (bound, rules) in [(Some(KERNING), true), (Some(0.0), true), (None, true), (None, false)] {
        if let (Some(mut table), Some(bound)) = (whole.clone(), bound) {
            positions::clean(&watched, &mut table, (bound * units) as i16);
            tables.put(*b"GPOS", table);
        } else {
            tables.put(*b"GPOS", Vec::new());
        }
        if !rules {
            tables.put(*b"GSUB", Vec::new());
            tables.put(*b"GDEF", Vec::new());
        }
        tables.drop_empty();
        let file = tables.write();
        let font = FontRef::new(&file).map_err(|_| unreadable())?;
        last = held::loose(&font, characters, tables.glyphs());
        if last.is_none() {
            return Ok(());
        }
    }
    let wrong = last.map(|(character, before)| Wrong {
        character,
        found: format!("behind `{before}`, another glyph, or one that is moved"),
        expected: "the glyph of its character map, in its own place".to_owned(),
    });
    Err(Refused::Wrong(wrong.into_iter().collect()))
}

/// Draws every glyph.
fn drawn(font: &FontRef, count: u16) -> Result<Vec<Outline>, Damage> {
    let damage = |glyph: u16| Damage::new(format!("glyph {glyph}"), "its outline cannot be drawn");
    let outline = |glyph: u16| Outline::of(font, GlyphId::from(glyph)).ok_or_else(|| damage(glyph));
    (0..count).map(outline).collect()
}

fn family_name(font: &FontRef) -> String {
    let string = |id| {
        font.localized_strings(id)
            .english_or_first()
            .map(|text| text.to_string())
    };
    string(StringId::TYPOGRAPHIC_FAMILY_NAME)
        .or_else(|| string(StringId::FAMILY_NAME))
        .unwrap_or_default()
}

/// A table `name` with the family alone: some readers take no font without one.
fn names(family: &str) -> Vec<u8> {
    let text: Vec<u8> = family.encode_utf16().take(64).flat_map(u16::to_be_bytes).collect();
    // Version 0, one string; Windows, Unicode, English, the family.
    let head = [0, 1, 18, 3, 1, 0x409, 1, text.len() as u16, 0];
    head.into_iter().flat_map(u16::to_be_bytes).chain(text).collect()
}

/// Sets text in the font, and takes parts of it, as pictures, pages and documents will.
fn tried(file: &[u8], count: u16, characters: &BTreeSet<char>) -> Result<(), Damage> {
    let font = FontRef::new(file).map_err(|_| unreadable())?;
    let data = ShaperData::new(&font);
    let shaper = data.shaper(&font).build();
    for text in TRIED {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        shaper.shape(buffer, ShapeOptions::new());
    }
    web_font::part_of(&font, characters).ok_or_else(|| Damage::new("its tables", "no part of them can be taken"))?;
    let mut glyphs = GlyphRemapper::new();
    (0..count).for_each(|glyph| {
        glyphs.remap(glyph);
    });
    subsetter::subset(file, 0, &glyphs)
        .map(drop)
        .map_err(|error| Damage::new("its tables", format!("no part of them can be taken: {error}")))
}
