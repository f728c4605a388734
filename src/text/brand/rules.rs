//! The rules of shaping that a font brings: none may turn a digit, a mark of numbers or a letter into another one, hide
//! it, or move it over its neighbour. Rules that could are taken out of the tables `GSUB` and `GPOS`; where simple
//! numbers already show them at work, the font is refused.

use super::characters::{Characters, MARKS, Wrong, digit_of};
use super::shapes::Outline;
use crate::text::font_bytes::{put_u16, u16_at};
use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::tables::gpos::{PairPos, PositionSubtables, SinglePos, ValueRecord};
use skrifa::raw::tables::gsub::{SingleSubst, SubstitutionSubtables};
use skrifa::raw::tables::layout::{ChainedSequenceContext, SequenceContext, SequenceLookupRecord};
use skrifa::raw::{ReadError, TableProvider};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::{BTreeMap, BTreeSet};

/// Features of style that text does without: where one of them hides or changes what numbers are made of, it goes as a
/// whole, since its rules count on each other.
const OPTIONAL: [&[u8; 4]; 5] = [b"calt", b"clig", b"liga", b"rand", b"rclt"];

/// How far kerning moves digits and marks together, and how far rules shift them, in parts of the em.
const NEAREST: f32 = -0.35;
const SHIFT: f32 = 0.2;

/// Rounds of following forms of forms.
const ROUNDS: usize = 6;

/// What a glyph stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Is {
    Digit(usize),
    Mark(char),
    Letter(char),
}

/// The glyphs that numbers and names are made of, and what is known of the others.
struct Watched<'f> {
    font: &'f FontRef<'f>,
    outlines: &'f [Outline],
    characters: &'f Characters,
    /// Glyphs of the character map, and forms of digits that rules make of them.
    glyphs: BTreeMap<u16, Is>,
    looked: BTreeMap<(u16, usize), bool>,
}

impl<'f> Watched<'f> {
    fn new(font: &'f FontRef<'f>, outlines: &'f [Outline], characters: &'f Characters) -> Self {
        let of = |c: char| characters.glyphs.get(&u32::from(c)).copied();
        let letters = ('A'..='Z')
            .chain('a'..='z')
            .filter_map(|c| Some((of(c)?, Is::Letter(c))));
        let marks = MARKS.into_iter().filter_map(|c| Some((of(c)?, Is::Mark(c))));
        let digits = (0..10).filter_map(|digit| Some((of(digit_of(digit))?, Is::Digit(digit))));
        Watched {
            font,
            outlines,
            characters,
            // Of those that share a glyph, the digit counts.
            glyphs: letters.chain(marks).chain(digits).collect(),
            looked: BTreeMap::new(),
        }
    }

    /// Nothing is drawn for a glyph that the font does not have.
    fn outline(&self, glyph: u16) -> &'f Outline {
        static NOTHING: Outline = Outline::NOTHING;
        self.outlines.get(usize::from(glyph)).unwrap_or(&NOTHING)
    }

    fn is_form(&mut self, glyph: u16, digit: usize) -> bool {
        if let Some(known) = self.looked.get(&(glyph, digit)) {
            return *known;
        }
        let digits = &self.characters.digits;
        let outline = self.outline(glyph);
        let is_form = match digits.equal_to(outline) {
            Some(equal) => equal == digit,
            None => digits.is_form(outline, digit),
        };
        self.looked.insert((glyph, digit), is_form);
        is_form
    }

    /// Whether one glyph may stand for another; forms of digits are watched from then on.
    fn may_become(&mut self, from: u16, to: u16) -> bool {
        if from == to {
            return true;
        }
        let (is, becomes) = (self.glyphs.get(&from).copied(), self.glyphs.get(&to).copied());
        match (is, becomes) {
            (Some(Is::Digit(a)), Some(Is::Digit(b))) => a == b,
            (Some(Is::Digit(digit)), None) => {
                let may = self.is_form(to, digit);
                if may {
                    self.glyphs.insert(to, Is::Digit(digit));
                }
                may
            }
            (Some(Is::Letter(a)), Some(Is::Letter(b))) => a.eq_ignore_ascii_case(&b),
            (Some(_), Some(_)) => false,
            (Some(_), None) => {
                let outline = self.outline(to);
                !outline.is_blank() && self.characters.digits.equal_to(outline).is_none()
            }
            // From a form that nobody watches back to the digit.
            (None, Some(Is::Digit(digit))) => self.is_form(from, digit),
            (None, Some(Is::Mark(_) | Is::Letter(_)) | None) => true,
        }
    }

    fn is_of_number(&self, glyph: u16) -> bool {
        matches!(self.glyphs.get(&glyph), Some(Is::Digit(_) | Is::Mark(_)))
    }

    fn is_digit(&self, glyph: u16) -> bool {
        matches!(self.glyphs.get(&glyph), Some(Is::Digit(_)))
    }
}

/// Takes the rules out of a table `GSUB` that turn what numbers and names are made of into something else. Without a
/// table that can be read, there are no rules.
pub(super) fn clean_substitutions(font: &FontRef, outlines: &[Outline], characters: &Characters, table: &mut Vec<u8>) {
    let mut watched = Watched::new(font, outlines, characters);
    let mut bad: BTreeSet<u16> = BTreeSet::new();
    for _ in 0..ROUNDS {
        let (known, found) = (watched.glyphs.len(), bad.len());
        match bad_substitutions(&mut watched) {
            Ok(more) => bad.extend(more),
            Err(_) => return table.clear(),
        }
        if (known, found) == (watched.glyphs.len(), bad.len()) {
            break;
        }
    }
    let nested = nested_lookups(font);
    take_out(table, &bad, &nested);
}

fn bad_substitutions(watched: &mut Watched) -> Result<Vec<u16>, ReadError> {
    let lookups = watched.font.gsub()?.lookup_list()?;
    let mut bad = Vec::new();
    for (number, lookup) in lookups.lookups().iter().enumerate() {
        let is_good = match lookup.and_then(|lookup| lookup.subtables()) {
            Ok(subtables) => keeps(watched, subtables),
            Err(error) => Err(error),
        };
        if !is_good.unwrap_or(false) {
            bad.push(number as u16);
        }
    }
    Ok(bad)
}

/// Whether no rule of a lookup changes what is watched.
fn keeps(watched: &mut Watched, subtables: SubstitutionSubtables) -> Result<bool, ReadError> {
    let mut good = true;
    match subtables {
        SubstitutionSubtables::Single(tables) => {
            for table in tables.iter() {
                match table? {
                    SingleSubst::Format1(table) => {
                        let delta = table.delta_glyph_id();
                        for glyph in table.coverage()?.iter() {
                            let from = glyph.to_u16();
                            good &= watched.may_become(from, from.wrapping_add_signed(delta));
                        }
                    }
                    SingleSubst::Format2(table) => {
                        for (from, to) in table.coverage()?.iter().zip(table.substitute_glyph_ids()) {
                            good &= watched.may_become(from.to_u16(), to.get().to_u16());
                        }
                    }
                }
            }
        }
        SubstitutionSubtables::Multiple(tables) => {
            for table in tables.iter() {
                let table = table?;
                for (from, sequence) in table.coverage()?.iter().zip(table.sequences().iter()) {
                    let to: Vec<u16> = sequence?
                        .substitute_glyph_ids()
                        .iter()
                        .map(|glyph| glyph.get().to_u16())
                        .collect();
                    let from = from.to_u16();
                    good &= match to.as_slice() {
                        [to] => watched.may_become(from, *to),
                        _ if watched.is_of_number(from) => false,
                        _ => !to.iter().any(|glyph| watched.is_digit(*glyph)),
                    };
                }
            }
        }
        SubstitutionSubtables::Alternate(tables) => {
            for table in tables.iter() {
                let table = table?;
                for (from, set) in table.coverage()?.iter().zip(table.alternate_sets().iter()) {
                    for to in set?.alternate_glyph_ids() {
                        good &= watched.may_become(from.to_u16(), to.get().to_u16());
                    }
                }
            }
        }
        SubstitutionSubtables::Ligature(tables) => {
            for table in tables.iter() {
                let table = table?;
                for (first, set) in table.coverage()?.iter().zip(table.ligature_sets().iter()) {
                    for ligature in set?.ligatures().iter() {
                        let ligature = ligature?;
                        let rest = ligature.component_glyph_ids().iter().map(|glyph| glyph.get().to_u16());
                        let parts: Vec<u16> = std::iter::once(first.to_u16()).chain(rest).collect();
                        good &= joins(watched, &parts, ligature.ligature_glyph().to_u16());
                    }
                }
            }
        }
        SubstitutionSubtables::Reverse(tables) => {
            for table in tables.iter() {
                let table = table?;
                for (from, to) in table.coverage()?.iter().zip(table.substitute_glyph_ids()) {
                    good &= watched.may_become(from.to_u16(), to.get().to_u16());
                }
            }
        }
        // What they do, other lookups do for them.
        SubstitutionSubtables::Contextual(_)
        | SubstitutionSubtables::ChainContextual(_)
        | SubstitutionSubtables::EmptyExtension => {}
    }
    Ok(good)
}

/// Whether several glyphs may become one: no digits, and nothing that is a digit, a mark or a letter by itself.
fn joins(watched: &mut Watched, parts: &[u16], to: u16) -> bool {
    match parts {
        [one] => watched.may_become(*one, to),
        _ => {
            let of_number = |glyph: &u16| match watched.glyphs.get(glyph) {
                Some(Is::Digit(_)) => true,
                Some(Is::Mark(mark)) => !matches!(mark, '-' | '/'),
                _ => false,
            };
            !parts.iter().any(of_number)
                && !watched.glyphs.contains_key(&to)
                && !watched.outline(to).is_blank()
                && watched.characters.digits.equal_to(watched.outline(to)).is_none()
        }
    }
}

/// The lookups that each one of a table calls for.
fn nested_lookups(font: &FontRef) -> BTreeMap<u16, BTreeSet<u16>> {
    let mut nested: BTreeMap<u16, BTreeSet<u16>> = BTreeMap::new();
    let Ok(lookups) = font.gsub().and_then(|gsub| gsub.lookup_list()) else {
        return nested;
    };
    for (number, lookup) in lookups.lookups().iter().enumerate() {
        let mut called = BTreeSet::new();
        let mut add = |records: &[SequenceLookupRecord]| {
            called.extend(records.iter().map(SequenceLookupRecord::lookup_list_index));
        };
        match lookup.and_then(|lookup| lookup.subtables()) {
            Ok(SubstitutionSubtables::Contextual(tables)) => {
                tables.iter().flatten().for_each(|table| records(&table, &mut add));
            }
            Ok(SubstitutionSubtables::ChainContextual(tables)) => {
                tables
                    .iter()
                    .flatten()
                    .for_each(|table| chained_records(&table, &mut add));
            }
            _ => {}
        }
        nested.insert(number as u16, called);
    }
    nested
}

fn records(table: &SequenceContext, add: &mut impl FnMut(&[SequenceLookupRecord])) {
    match table {
        SequenceContext::Format1(table) => {
            let sets = table.seq_rule_sets();
            let rules = sets.iter().flatten().flatten();
            rules
                .flat_map(|set| set.seq_rules().iter().flatten().collect::<Vec<_>>())
                .for_each(|rule| add(rule.seq_lookup_records()));
        }
        SequenceContext::Format2(table) => {
            let sets = table.class_seq_rule_sets();
            let rules = sets.iter().flatten().flatten();
            rules
                .flat_map(|set| set.class_seq_rules().iter().flatten().collect::<Vec<_>>())
                .for_each(|rule| add(rule.seq_lookup_records()));
        }
        SequenceContext::Format3(table) => add(table.seq_lookup_records()),
    }
}

fn chained_records(table: &ChainedSequenceContext, add: &mut impl FnMut(&[SequenceLookupRecord])) {
    match table {
        ChainedSequenceContext::Format1(table) => {
            let sets = table.chained_seq_rule_sets();
            let rules = sets.iter().flatten().flatten();
            rules
                .flat_map(|set| set.chained_seq_rules().iter().flatten().collect::<Vec<_>>())
                .for_each(|rule| add(rule.seq_lookup_records()));
        }
        ChainedSequenceContext::Format2(table) => {
            let sets = table.chained_class_seq_rule_sets();
            let rules = sets.iter().flatten().flatten();
            rules
                .flat_map(|set| set.chained_class_seq_rules().iter().flatten().collect::<Vec<_>>())
                .for_each(|rule| add(rule.seq_lookup_records()));
        }
        ChainedSequenceContext::Format3(table) => add(table.seq_lookup_records()),
    }
}

/// Takes the rules out of a table `GPOS` that move digits and marks over each other.
pub(super) fn clean_positions(font: &FontRef, outlines: &[Outline], characters: &Characters, table: &mut Vec<u8>) {
    let watched = Watched::new(font, outlines, characters);
    match bad_positions(&watched) {
        Ok(bad) => take_out(table, &bad, &BTreeMap::new()),
        Err(_) => table.clear(),
    }
}

fn bad_positions(watched: &Watched) -> Result<BTreeSet<u16>, ReadError> {
    let em = f32::from(watched.font.head()?.units_per_em());
    let lookups = watched.font.gpos()?.lookup_list()?;
    let mut bad = BTreeSet::new();
    for (number, lookup) in lookups.lookups().iter().enumerate() {
        let is_good = match lookup.and_then(|lookup| lookup.subtables()) {
            Ok(subtables) => stays(watched, em, subtables),
            Err(error) => Err(error),
        };
        if !is_good.unwrap_or(false) {
            bad.insert(number as u16);
        }
    }
    Ok(bad)
}

/// Whether digits and marks stay about where they are.
fn stays(watched: &Watched, em: f32, subtables: PositionSubtables) -> Result<bool, ReadError> {
    let is_small = |value: &ValueRecord| {
        let part = |value: Option<i16>| f32::from(value.unwrap_or(0)) / em;
        part(value.x_advance()) >= NEAREST
            && [value.x_placement(), value.y_placement(), value.y_advance()]
                .into_iter()
                .all(|shift| part(shift).abs() <= SHIFT)
    };
    let of_number = |glyph: u16| watched.is_of_number(glyph);
    Ok(match subtables {
        PositionSubtables::Single(tables) => {
            let mut good = true;
            for table in tables.iter() {
                match table? {
                    SinglePos::Format1(table) => {
                        let touches = table.coverage()?.iter().any(|glyph| of_number(glyph.to_u16()));
                        good &= !touches || is_small(&table.value_record());
                    }
                    SinglePos::Format2(table) => {
                        for (glyph, value) in table.coverage()?.iter().zip(table.value_records().iter()) {
                            good &= !of_number(glyph.to_u16()) || is_small(&value?);
                        }
                    }
                }
            }
            good
        }
        PositionSubtables::Pair(tables) => {
            let mut good = true;
            for table in tables.iter() {
                good &= pairs_stay(watched, &table?, is_small)?;
            }
            good
        }
        // Marks that are put on letters, and letters that hang on each other: digits are neither.
        PositionSubtables::Cursive(tables) => {
            let mut covered = tables.iter().map(|table| table?.coverage());
            !covered.any(|covered| covered.is_ok_and(|covered| covered.iter().any(|glyph| of_number(glyph.to_u16()))))
        }
        PositionSubtables::MarkToBase(tables) => {
            let mut covered = tables.iter().map(|table| table?.mark_coverage());
            !covered.any(|covered| covered.is_ok_and(|covered| covered.iter().any(|glyph| of_number(glyph.to_u16()))))
        }
        PositionSubtables::MarkToLig(tables) => {
            let mut covered = tables.iter().map(|table| table?.mark_coverage());
            !covered.any(|covered| covered.is_ok_and(|covered| covered.iter().any(|glyph| of_number(glyph.to_u16()))))
        }
        PositionSubtables::MarkToMark(tables) => {
            let mut covered = tables.iter().map(|table| table?.mark1_coverage());
            !covered.any(|covered| covered.is_ok_and(|covered| covered.iter().any(|glyph| of_number(glyph.to_u16()))))
        }
        PositionSubtables::Contextual(_)
        | PositionSubtables::ChainContextual(_)
        | PositionSubtables::EmptyExtension => true,
    })
}

fn pairs_stay(watched: &Watched, table: &PairPos, is_small: impl Fn(&ValueRecord) -> bool) -> Result<bool, ReadError> {
    let of_number = |glyph: u16| watched.is_of_number(glyph);
    match table {
        PairPos::Format1(table) => {
            for (first, set) in table.coverage()?.iter().zip(table.pair_sets().iter()) {
                for pair in set?.pair_value_records().iter() {
                    let pair = pair?;
                    let touches = of_number(first.to_u16()) || of_number(pair.second_glyph().to_u16());
                    if touches && !(is_small(pair.value_record1()) && is_small(pair.value_record2())) {
                        return Ok(false);
                    }
                }
            }
        }
        PairPos::Format2(table) => {
            let (first, second) = (table.class_def1()?, table.class_def2()?);
            let covered = table.coverage()?;
            let firsts: BTreeSet<u16> = watched
                .glyphs
                .keys()
                .filter(|glyph| of_number(**glyph) && covered.get(GlyphId::from(**glyph)).is_some())
                .map(|glyph| first.get(GlyphId::from(*glyph)))
                .collect();
            let seconds: BTreeSet<u16> = watched
                .glyphs
                .keys()
                .filter(|glyph| of_number(**glyph))
                .map(|glyph| second.get(GlyphId::from(*glyph)))
                .collect();
            for (i, class) in table.class1_records().iter().enumerate() {
                for (k, pair) in class?.class2_records().iter().enumerate() {
                    let pair = pair?;
                    let touches = firsts.contains(&(i as u16)) || seconds.contains(&(k as u16));
                    if touches && !(is_small(pair.value_record1()) && is_small(pair.value_record2())) {
                        return Ok(false);
                    }
                }
            }
        }
    }
    Ok(true)
}

/// Empties lookups, and optional features that reach one of them; forms for other designs of a variable font go too.
fn take_out(table: &mut [u8], bad: &BTreeSet<u16>, nested: &BTreeMap<u16, BTreeSet<u16>>) {
    if u16_at(table, 2).is_some_and(|minor| minor >= 1)
        && let Some(variations) = table.get_mut(10..14)
    {
        variations.fill(0);
    }
    let offset = |table: &[u8], at: usize| u16_at(table, at).map(usize::from);
    if let Some(lookups) = offset(table, 8) {
        for number in bad {
            if let Some(lookup) = offset(table, lookups + 2 + 2 * usize::from(*number)) {
                // How many rules it has.
                put_u16(table, lookups + lookup + 4, 0);
            }
        }
    }
    let Some((features, count)) = offset(table, 6).and_then(|at| Some((at, u16_at(table, at)?))) else {
        return;
    };
    for record in (0..usize::from(count)).map(|i| features + 2 + 6 * i) {
        let is_optional = OPTIONAL
            .iter()
            .any(|tag| table.get(record..record + 4) == Some(tag.as_slice()));
        let Some(feature) = offset(table, record + 4).filter(|_| is_optional) else {
            continue;
        };
        let feature = features + feature;
        let calls = u16_at(table, feature + 2).unwrap_or(0);
        let called = (0..usize::from(calls)).filter_map(|i| u16_at(table, feature + 4 + 2 * i));
        if reaches(called.collect(), bad, nested) {
            put_u16(table, feature + 2, 0);
        }
    }
}

fn reaches(from: BTreeSet<u16>, bad: &BTreeSet<u16>, nested: &BTreeMap<u16, BTreeSet<u16>>) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), from);
    while let Some(lookup) = open.pop_first() {
        if bad.contains(&lookup) {
            return true;
        }
        if seen.insert(lookup) {
            open.extend(nested.get(&lookup).into_iter().flatten());
        }
    }
    false
}

/// Sets simple numbers as they will be set: each character stays one glyph that is a form of it, in its place.
pub(super) fn shaped(font: &FontRef, outlines: &[Outline], characters: &Characters) -> Vec<Wrong> {
    let mut watched = Watched::new(font, outlines, characters);
    let data = ShaperData::new(font);
    let shaper = data.shaper(font).build();
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let mut told: BTreeSet<char> = BTreeSet::new();
    let mut faults = Vec::new();
    for text in numbers(characters) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text);
        buffer.guess_segment_properties();
        let set = shaper.shape(buffer, ShapeOptions::new());
        let glyphs: Vec<u16> = set.glyph_infos().iter().map(|info| info.glyph_id as u16).collect();
        let characters_of: Vec<char> = text.chars().collect();
        let first = characters_of[0];
        let mut refuse = |character: char, found: String, expected: &str| {
            if told.insert(character) {
                faults.push(Wrong {
                    character,
                    found: format!("in `{text}`, {found}"),
                    expected: expected.to_owned(),
                });
            }
        };
        if glyphs.len() != characters_of.len() {
            refuse(
                first,
                "it is joined with others or taken apart".to_owned(),
                "a glyph for each character",
            );
            continue;
        }
        for ((character, glyph), position) in characters_of.iter().zip(&glyphs).zip(set.glyph_positions()) {
            let own = watched
                .characters
                .glyphs
                .get(&u32::from(*character))
                .copied()
                .unwrap_or(0);
            if !watched.may_become(own, *glyph) {
                refuse(
                    *character,
                    "another glyph stands for it".to_owned(),
                    "its own glyph, or a form of it",
                );
            }
            let nominal = metrics.advance_width(GlyphId::from(*glyph)).unwrap_or(0.0);
            let moved = (position.x_advance as f32 - nominal) / em;
            let shift = (position.x_offset.abs().max(position.y_offset.abs())) as f32 / em;
            let is_over = (position.x_advance as f32) < 0.4 * nominal;
            if moved < NEAREST || is_over || shift > SHIFT {
                refuse(
                    *character,
                    "it is moved over its neighbour".to_owned(),
                    "a place of its own",
                );
            }
        }
    }
    faults
}

/// Single digits, all pairs of them, and marks beside digits.
fn numbers(characters: &Characters) -> Vec<String> {
    let digits = || '0'..='9';
    let mut texts: Vec<String> = digits().map(String::from).collect();
    texts.extend(digits().flat_map(|a| digits().map(move |b| format!("{a}{b}"))));
    texts.extend(["0123456789", "9876543210", "1000000", "2026"].map(str::to_owned));
    let has = |c: char| characters.glyphs.contains_key(&u32::from(c));
    for digit in digits() {
        for mark in ['.', ','].into_iter().filter(|mark| has(*mark)) {
            texts.push(format!("{digit}{mark}{digit}"));
        }
        for mark in ['-', '\u{2212}', '+'].into_iter().filter(|mark| has(*mark)) {
            texts.push(format!("{mark}{digit}"));
        }
        for mark in ['%', '\u{2030}'].into_iter().filter(|mark| has(*mark)) {
            texts.push(format!("{digit}{mark}"));
        }
    }
    texts
}
