//! Rules that move glyphs (OpenType 1.9, “GPOS”): pairs of which one is a digit or a sign are kerned by no more than
//! [`KERNING`], and nothing else moves those. Marks on letters and letters that hang on each other stay.

use super::rules::{self, Watched};
use crate::text::font_bytes::put_u16;
use skrifa::GlyphId;
use skrifa::raw::tables::gpos::{Gpos, PairPos, PositionSubtables, SinglePos, ValueFormat};
use skrifa::raw::tables::layout::SequenceLookupRecord;
use skrifa::raw::{FontData, FontRead, ReadError};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// How far kerning moves digits and signs, in parts of the em.
pub(super) const KERNING: f32 = 0.15;

/// What is to be changed in a table.
#[derive(Default)]
struct Changes {
    /// Lookups that are taken out.
    lookups: BTreeSet<u16>,
    /// Places of numbers, and what they are from now on.
    numbers: BTreeMap<usize, u16>,
    /// Lookups that kern digits or signs, and lookups by those that they call.
    kerning: BTreeSet<u16>,
    calls: BTreeMap<u16, BTreeSet<u16>>,
}

/// Bounds kerning of digits and signs, in units, and takes the rules out that move them otherwise. A table that cannot
/// be read, or in which one change makes another one needed without end, is emptied.
pub(super) fn clean(watched: &Watched, table: &mut Vec<u8>, bound: i16) {
    rules::keep_features(table);
    let mut taken = BTreeSet::new();
    for _ in 0..rules::ROUNDS {
        let Ok(changes) = changes(watched, table, bound) else {
            break;
        };
        let fresh: BTreeSet<u16> = changes.lookups.difference(&taken).copied().collect();
        if fresh.is_empty() && changes.numbers.is_empty() {
            return;
        }
        for (place, number) in changes.numbers {
            put_u16(table, place, number);
        }
        rules::empty(table, &fresh);
        taken.extend(fresh);
    }
    table.clear();
}

fn changes(watched: &Watched, table: &[u8], bound: i16) -> Result<Changes, ReadError> {
    let lookups = Gpos::read(FontData::new(table))?.lookup_list()?;
    let mut changes = Changes::default();
    for (number, lookup) in lookups.lookups().iter().enumerate() {
        let number = number as u16;
        let stays = match lookup.and_then(|lookup| lookup.subtables()) {
            Ok(subtables) => stays(watched, table, (number, bound), subtables, &mut changes),
            Err(error) => Err(error),
        };
        if !stays.unwrap_or(false) {
            changes.lookups.insert(number);
        }
    }
    // A rule that waits for its neighbours could call the same kerning again and again.
    for (number, called) in &changes.calls {
        if !called.is_disjoint(&changes.kerning) {
            changes.lookups.insert(*number);
        }
    }
    Ok(changes)
}

/// Whether a lookup may stay, with the changes that it needs for it.
fn stays(
    watched: &Watched,
    table: &[u8],
    (number, bound): (u16, i16),
    subtables: PositionSubtables,
    changes: &mut Changes,
) -> Result<bool, ReadError> {
    let is_fixed = |glyph: GlyphId| watched.is_fixed(glyph.to_u32() as u16);
    let mut called = BTreeSet::new();
    let mut add = |records: &[SequenceLookupRecord]| {
        called.extend(records.iter().map(SequenceLookupRecord::lookup_list_index));
    };
    let mut covered = Vec::new();
    match subtables {
        PositionSubtables::Single(tables) => {
            for single in tables.iter() {
                covered.push(match single? {
                    SinglePos::Format1(single) => single.coverage()?,
                    SinglePos::Format2(single) => single.coverage()?,
                });
            }
        }
        PositionSubtables::Pair(tables) => {
            for pairs in tables.iter() {
                if kerned(watched, table, bound, &pairs?, changes)? {
                    changes.kerning.insert(number);
                }
            }
        }
        PositionSubtables::Cursive(tables) => {
            for hanging in tables.iter() {
                covered.push(hanging?.coverage()?);
            }
        }
        PositionSubtables::MarkToBase(tables) => {
            for marks in tables.iter() {
                covered.push(marks?.mark_coverage()?);
            }
        }
        PositionSubtables::MarkToLig(tables) => {
            for marks in tables.iter() {
                covered.push(marks?.mark_coverage()?);
            }
        }
        PositionSubtables::MarkToMark(tables) => {
            for marks in tables.iter() {
                covered.push(marks?.mark1_coverage()?);
            }
        }
        PositionSubtables::Contextual(tables) => tables
            .iter()
            .flatten()
            .for_each(|context| rules::records(&context, &mut add)),
        PositionSubtables::ChainContextual(tables) => tables
            .iter()
            .flatten()
            .for_each(|context| rules::chained_records(&context, &mut add)),
        PositionSubtables::EmptyExtension => {}
    }
    changes.calls.insert(number, called);
    let watched_letter = |glyph: GlyphId| watched.is_watched(glyph.to_u32() as u16);
    Ok(!covered.iter().any(|covered| {
        covered
            .iter()
            .any(|glyph| is_fixed(glyph.into()) || watched_letter(glyph.into()))
    }))
}

/// Bounds the records of pairs with a digit or a sign; whether there are any.
fn kerned(
    watched: &Watched,
    table: &[u8],
    bound: i16,
    pairs: &PairPos,
    changes: &mut Changes,
) -> Result<bool, ReadError> {
    let is_fixed = |glyph: u16| watched.is_fixed(glyph);
    let place = |data: FontData| rules::place(table, data.as_bytes());
    let mut kerns = false;
    match pairs {
        PairPos::Format1(pairs) => {
            let formats = [pairs.value_format1(), pairs.value_format2()];
            let length = 2 + lengths(formats);
            for (first, set) in pairs.coverage()?.iter().zip(pairs.pair_sets().iter()) {
                let set = set?;
                let start = place(set.offset_data()) + 2;
                for (i, pair) in set.pair_value_records().iter().enumerate() {
                    if is_fixed(first.to_u16()) || is_fixed(pair?.second_glyph().to_u16()) {
                        kerns = true;
                        hold(table, start + i * length + 2, formats, -bound..=bound, changes);
                    }
                }
            }
        }
        PairPos::Format2(pairs) => {
            let formats = [pairs.value_format1(), pairs.value_format2()];
            let length = lengths(formats);
            let (firsts, seconds) = (pairs.class_def1()?, pairs.class_def2()?);
            let covered = pairs.coverage()?;
            let firsts: BTreeSet<u16> = watched
                .fixed()
                .filter(|glyph| covered.get(GlyphId::from(*glyph)).is_some())
                .map(|glyph| firsts.get(GlyphId::from(glyph)))
                .collect();
            let seconds: BTreeSet<u16> = watched.fixed().map(|glyph| seconds.get(GlyphId::from(glyph))).collect();
            let start = place(pairs.offset_data()) + pairs.class1_records_byte_range().start;
            let wide = pairs.class2_count();
            for first in 0..pairs.class1_count() {
                for second in 0..wide {
                    if firsts.contains(&first) || seconds.contains(&second) {
                        kerns = true;
                        let at = usize::from(first) * usize::from(wide) + usize::from(second);
                        hold(table, start + at * length, formats, -bound..=bound, changes);
                    }
                }
            }
        }
    }
    Ok(kerns)
}

fn lengths(formats: [ValueFormat; 2]) -> usize {
    formats.into_iter().map(ValueFormat::record_byte_len).sum()
}

/// Two records, one behind the other: advances within bounds, all other moves nought.
fn hold(table: &[u8], place: usize, formats: [ValueFormat; 2], bounds: RangeInclusive<i16>, changes: &mut Changes) {
    let mut at = place;
    for format in formats {
        for bit in (0..16).map(|bit| 1u16 << bit).filter(|bit| format.bits() & bit != 0) {
            let Some(number) = crate::text::font_bytes::i16_at(table, at) else {
                return;
            };
            let held = match bit {
                0x0004 => number.clamp(*bounds.start(), *bounds.end()),
                _ => 0,
            };
            if held != number {
                changes.numbers.insert(at, held.cast_unsigned());
            }
            at += 2;
        }
    }
}
