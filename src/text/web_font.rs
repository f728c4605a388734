//! Faces for pages and pictures on the web: a few characters of a family as a WOFF file (W3C, WOFF 1.0). Knows nothing
//! of pages.
//!
//! Of the families of East Asia the file has outlines and advances and maps characters to glyphs; it has no
//! substitutions and no kerning, which ideographs, kana and syllables of Korean do not need. Of the others it keeps the
//! rules that join, kern and stack letters, as far as they concern the characters.

use super::font_bytes::{checksum, u16_at, u32_at};
use super::{Family, FontSet, character_map};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use skera::{Plan, SubsetFlags, subset_font};
use skrifa::raw::collections::IntSet;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider, Tag};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use subsetter::GlyphRemapper;

/// Features that renderers apply unasked, and that so shape our pictures. Not among them are the forms of a language
/// (`locl`): our renderer does not know the language of a text.
const FEATURES: [&[u8; 4]; 34] = [
    b"abvf", b"abvm", b"abvs", b"akhn", b"blwf", b"blwm", b"blws", b"calt", b"ccmp", b"cjct", b"clig", b"curs",
    b"dist", b"fina", b"half", b"haln", b"init", b"isol", b"kern", b"liga", b"mark", b"medi", b"mkmk", b"nukt",
    b"pref", b"pres", b"pstf", b"psts", b"rclt", b"rkrf", b"rlig", b"rphf", b"rvrn", b"vatu",
];

/// Names that a part of a face keeps: copyright, family, style, licence and its address.
const NAMES: [u16; 5] = [0, 1, 2, 13, 14];

/// A face with those of the characters that it has, and with all that shapes them; `None` when that is no character,
/// or the face cannot be subset. The same characters give the same bytes.
pub fn web_face(family: Family, bold: bool, characters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let face = FontSet::shared().face(family, bold);
    let has_curves = face.table_data(Tag::new(b"CFF ")).is_some();
    if has_curves && !matches!(family, Family::Own(_)) {
        return outlines(family, bold, characters);
    }
    part_of(face, characters)
}

/// As [`web_face`], of a face that is not yet of a family.
pub(super) fn part_of(face: &FontRef, characters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let known: IntSet<u32> = characters
        .iter()
        .filter(|character| face.charmap().map(**character).is_some())
        .map(|character| u32::from(*character))
        .collect();
    if known.is_empty() {
        return None;
    }
    if face.table_data(Tag::new(b"CFF ")).is_some() {
        // The subsetter keeps rules of shaping for the other kind of outlines only: a part would be set otherwise.
        let whole = face.data().as_bytes();
        return Some(woff(whole.get(..4)?, &tables(whole)?));
    }
    let tags = |tags: &[&[u8; 4]]| -> IntSet<Tag> { tags.iter().map(|tag| Tag::new(tag)).collect() };
    let mut every_script = IntSet::empty();
    every_script.invert();
    let plan = Plan::new(
        &IntSet::empty(),
        &known,
        face,
        SubsetFlags::SUBSET_FLAGS_NO_HINTING,
        &tags(&[b"DSIG", b"STAT", b"kern"]),
        &every_script,
        &tags(&FEATURES),
        &NAMES.into_iter().map(StringId::new).collect(),
        &[0x0409].into_iter().collect(),
    );
    let subset = subset_font(face, &plan).ok()?;
    Some(woff(subset.get(..4)?, &tables(&subset)?))
}

/// The regular face with those of the characters that the family has and that are in the Basic Multilingual Plane;
/// `None` when that is no character, or the face cannot be subset. The same characters give the same bytes.
pub fn web_font(family: Family, characters: &BTreeSet<char>) -> Option<Vec<u8>> {
    outlines(family, false, characters)
}

fn outlines(family: Family, bold: bool, characters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let font = FontSet::shared().face(family, bold);
    let charmap = font.charmap();
    let mut remapper = GlyphRemapper::new();
    let mut glyphs: BTreeMap<u32, u16> = BTreeMap::new();
    for character in characters {
        let code = u16::try_from(u32::from(*character)).ok().filter(|code| *code != 0xFFFF);
        let glyph = charmap
            .map(*character)
            .and_then(|glyph| u16::try_from(glyph.to_u32()).ok());
        if let (Some(code), Some(glyph)) = (code, glyph) {
            glyphs.insert(u32::from(code), remapper.remap(glyph));
        }
    }
    if glyphs.is_empty() {
        return None;
    }
    let index = font.ttc_index().unwrap_or(0);
    let subset = subsetter::subset(font.data().as_bytes(), index, &remapper).ok()?;
    let mut tables = tables(&subset)?;
    tables.insert(*b"cmap", character_map::small(&glyphs));
    // Metrics and rights of the whole face hold for a part of it too.
    let metrics = font.table_data(Tag::new(b"OS/2"))?;
    tables.insert(*b"OS/2", metrics.as_bytes().to_vec());
    Some(woff(subset.get(..4)?, &tables))
}

/// The tables of a font file by tag.
fn tables(font: &[u8]) -> Option<BTreeMap<[u8; 4], Vec<u8>>> {
    let count = usize::from(u16_at(font, 4)?);
    let mut tables = BTreeMap::new();
    for entry in 0..count {
        let at = 12 + 16 * entry;
        let tag: [u8; 4] = font.get(at..at + 4)?.try_into().ok()?;
        let (offset, length) = (u32_at(font, at + 8)? as usize, u32_at(font, at + 12)? as usize);
        tables.insert(tag, font.get(offset..offset + length)?.to_vec());
    }
    Some(tables)
}

/// Header, directory, and each table packed where that makes it smaller.
fn woff(flavour: &[u8], tables: &BTreeMap<[u8; 4], Vec<u8>>) -> Vec<u8> {
    let mut directory = Vec::new();
    let mut body = Vec::new();
    let start = 44 + 20 * tables.len();
    let mut unpacked = 12 + 16 * tables.len();
    for (tag, table) in tables {
        let packed = Some(packed(table)).filter(|packed| packed.len() < table.len());
        let stored = packed.as_ref().unwrap_or(table);
        directory.extend(tag);
        for number in [start + body.len(), stored.len(), table.len()] {
            directory.extend((number as u32).to_be_bytes());
        }
        directory.extend(checksum(table).to_be_bytes());
        body.extend(stored);
        body.resize(body.len().next_multiple_of(4), 0);
        unpacked += table.len().next_multiple_of(4);
    }
    let mut file = b"wOFF".to_vec();
    file.extend(flavour);
    file.extend(((start + body.len()) as u32).to_be_bytes());
    file.extend((tables.len() as u16).to_be_bytes());
    file.extend([0, 0]);
    file.extend((unpacked as u32).to_be_bytes());
    // Version 1.0; no metadata, no private data.
    file.extend([0, 1, 0, 0]);
    file.extend([0; 20]);
    file.extend(directory);
    file.extend(body);
    file
}

fn packed(table: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(table)
        .and_then(|()| encoder.finish())
        .expect("memory takes all that is written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use skrifa::instance::{LocationRef, Size};

    fn unpack(woff: &[u8]) -> BTreeMap<[u8; 4], Vec<u8>> {
        let count = usize::from(u16_at(woff, 12).unwrap());
        let entry = |at: usize| {
            let number = |i: usize| u32_at(woff, at + 4 * i).unwrap() as usize;
            let stored = &woff[number(1)..number(1) + number(2)];
            let mut table = Vec::new();
            if number(2) < number(3) {
                std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(stored), &mut table).unwrap();
            } else {
                table.extend(stored);
            }
            assert_eq!(table.len(), number(3));
            (woff[at..at + 4].try_into().unwrap(), table)
        };
        (0..count).map(|i| entry(44 + 20 * i)).collect()
    }

    /// As a plain file again, which readers of fonts take.
    fn plain(woff: &[u8]) -> Vec<u8> {
        let tables = unpack(woff);
        let mut file = woff[4..8].to_vec();
        file.extend((tables.len() as u16).to_be_bytes());
        file.extend([0; 6]);
        let mut at = 12 + 16 * tables.len();
        for (tag, table) in &tables {
            file.extend(tag);
            file.extend(
                [checksum(table), at as u32, table.len() as u32]
                    .iter()
                    .flat_map(|n| n.to_be_bytes()),
            );
            at += table.len().next_multiple_of(4);
        }
        for table in tables.values() {
            file.extend(table);
            file.resize(file.len().next_multiple_of(4), 0);
        }
        file
    }

    #[test]
    fn a_subset_maps_its_characters_to_the_outlines_of_the_whole() {
        let characters: BTreeSet<char> = "代理缓存一丁丂。A\u{1F600}".chars().collect();
        let file = plain(&web_font(Family::SimplifiedChinese, &characters).unwrap());
        let subset = FontRef::new(&file).unwrap();
        let whole = FontSet::shared().face(Family::SimplifiedChinese, false);
        let width = |font: &FontRef, c| {
            let glyph = font.charmap().map(c)?;
            font.glyph_metrics(Size::unscaled(), LocationRef::default())
                .advance_width(glyph)
        };
        for c in "代理缓存一丁。A".chars() {
            assert!(width(&subset, c).is_some(), "{c}");
            assert_eq!(width(&subset, c), width(whole, c), "{c}");
            let glyph = subset.charmap().map(c).unwrap();
            assert!(subset.outline_glyphs().get(glyph).is_some(), "{c}");
        }
        assert_eq!(subset.charmap().map('中'), None);
        assert_eq!(subset.charmap().map('\u{1F600}'), None);
    }

    #[test]
    fn a_shaped_subset_sets_text_as_the_whole_does() {
        use harfrust::{ShaperData, UnicodeBuffer};
        let advances = |font: &harfrust::FontRef<'_>, text: &str| -> Vec<(i32, i32)> {
            let data = ShaperData::new(font);
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(text);
            buffer.guess_segment_properties();
            let shaped = data.shaper(font).build().shape(buffer, harfrust::ShapeOptions::new());
            let glyphs = shaped.glyph_positions();
            glyphs.iter().map(|glyph| (glyph.x_advance, glyph.x_offset)).collect()
        };
        for (family, text) in [
            (Family::Inter, "AVAToo 2×4 -> 12:30 (fi)"),
            (Family::Arabic, "تدقيق الذاكرة المؤقتة لا"),
            (Family::Devanagari, "क्षत्रिय मापन"),
            (Family::Thai, "การวัดที่ช้า"),
            (Family::Hebrew, "שיפור זמן"),
        ] {
            for bold in [false, true] {
                let whole = FontSet::shared().face(family, bold);
                let packed = web_face(family, bold, &text.chars().collect()).unwrap();
                let part = plain(&packed);
                assert!(packed.len() < 24_000, "{family:?} has {} bytes", packed.len());
                let whole = harfrust::FontRef::new(whole.data().as_bytes()).unwrap();
                let part = harfrust::FontRef::new(&part).unwrap();
                assert_eq!(advances(&part, text), advances(&whole, text), "{family:?}");
            }
        }
    }

    #[test]
    fn no_character_gives_no_font() {
        assert_eq!(web_font(Family::Japanese, &BTreeSet::new()), None);
        assert_eq!(web_face(Family::Inter, true, &BTreeSet::new()), None);
    }
}
