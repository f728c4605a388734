//! The table `cmap` of a font that we write: which glyph a character has.

use std::collections::BTreeMap;

/// The table `cmap` with these characters, for the Basic Multilingual Plane and for all (OpenType 1.9, “cmap”, formats 4
/// and 12), so that all readers find the same glyph.
pub(in crate::text) fn both(glyphs: &BTreeMap<u32, u16>) -> Vec<u8> {
    let groups = groups(glyphs);
    let small = segments(&groups);
    let mut table: Vec<u8> = [0, 2, 3, 1, 0, 20, 3, 10]
        .into_iter()
        .flat_map(u16::to_be_bytes)
        .collect();
    table.extend((20 + small.len() as u32).to_be_bytes());
    table.extend(small);
    let length = 16 + 12 * groups.len() as u32;
    table.extend([0, 12, 0, 0]);
    for number in [length, 0, groups.len() as u32] {
        table.extend(number.to_be_bytes());
    }
    for (first, last, glyph) in groups {
        for number in [first, last, u32::from(glyph)] {
            table.extend(number.to_be_bytes());
        }
    }
    table
}

/// The table with the characters of the Basic Multilingual Plane alone, in format 4.
pub(in crate::text) fn small(glyphs: &BTreeMap<u32, u16>) -> Vec<u8> {
    // Version 0, one subtable: Windows, Unicode, at byte 12.
    let head = [0, 1, 3, 1, 0, 12].into_iter().flat_map(u16::to_be_bytes);
    head.chain(segments(&groups(glyphs))).collect()
}

/// Runs of characters whose glyphs are numbered in a row too: the first and the last character, and the first glyph.
fn groups(glyphs: &BTreeMap<u32, u16>) -> Vec<(u32, u32, u16)> {
    let mut groups: Vec<(u32, u32, u16)> = Vec::new();
    for (code, glyph) in glyphs {
        match groups.last_mut() {
            // Groups of format 4 stay in a plane.
            Some((first, last, start))
                if *last + 1 == *code
                    && *code != 0x1_0000
                    && u32::from(*start) + (*code - *first) == u32::from(*glyph) =>
            {
                *last = *code;
            }
            _ => groups.push((*code, *code, *glyph)),
        }
    }
    groups
}

/// Format 4. Its length has two bytes: what does not fit is in the other format alone.
fn segments(groups: &[(u32, u32, u16)]) -> Vec<u8> {
    let mut segments: Vec<(u16, u16, u16)> = groups
        .iter()
        .take(8_000)
        .filter_map(|(first, last, glyph)| {
            Some((
                u16::try_from(*first).ok()?,
                u16::try_from(*last).ok().filter(|last| *last < 0xffff)?,
                *glyph,
            ))
        })
        .collect();
    // The table ends with a segment for the code that is no character; its glyph is the missing one.
    segments.push((0xffff, 0xffff, 0));
    let count = segments.len() as u16;
    let power = 1u16 << count.ilog2();
    let mut words: Vec<u16> = vec![4, 16 + 8 * count, 0, count * 2];
    words.extend([power * 2, power.ilog2() as u16, count * 2 - power * 2]);
    words.extend(segments.iter().map(|(_, last, _)| last));
    words.push(0);
    words.extend(segments.iter().map(|(first, ..)| first));
    words.extend(segments.iter().map(|(first, _, glyph)| glyph.wrapping_sub(*first)));
    words.extend(segments.iter().map(|_| 0));
    words.into_iter().flat_map(u16::to_be_bytes).collect()
}
