//! The rules of shaping that a font brings: none may turn a digit, a mark of numbers or a letter into another one, hide
//! it, or move it over its neighbour. Rules that could are taken out of the tables `GSUB` and `GPOS`; where simple
//! numbers already show them at work, the font is refused.

use super::characters::{Characters, Wrong};
use super::shapes::Outline;
use super::signs::{self, Letters};
use crate::text::font_bytes::{put_u16, u16_at};
use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::tables::gsub::{Gsub, SingleSubst, SubstitutionLookupList, SubstitutionSubtables};
use skrifa::raw::tables::layout::{ChainedSequenceContext, SequenceContext, SequenceLookupRecord};
use skrifa::raw::{FontData, FontRead, ReadError};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::collections::{BTreeMap, BTreeSet};

/// Features that scripts need, and kerning and ligatures of letters. Others are style, and none of them is published.
const KEPT: [&[u8; 4]; 33] = [
    b"abvf", b"abvm", b"abvs", b"akhn", b"blwf", b"blwm", b"blws", b"ccmp", b"cfar", b"cjct", b"curs", b"dist",
    b"fina", b"half", b"haln", b"init", b"isol", b"kern", b"liga", b"locl", b"mark", b"medi", b"mkmk", b"nukt",
    b"pref", b"pres", b"pstf", b"psts", b"rkrf", b"rlig", b"rphf", b"stch", b"vatu",
];

/// Where a rule of one of these changes what numbers are made of, the feature goes as a whole: its rules count on each
/// other.
const OPTIONAL: [&[u8; 4]; 1] = [b"liga"];

/// How far kerning moves digits and marks together, and how far rules shift them, in parts of the em.
const NEAREST: f32 = -0.35;
const SHIFT: f32 = 0.2;

/// Rounds of following forms of forms, and changes that need changes.
pub(super) const ROUNDS: usize = 8;

/// What a glyph stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Is {
    /// A digit, a sign, a space: what no rule may touch.
    Fixed(char),
    /// A letter of ASCII, or a form of it.
    Letter(char),
}

/// The glyphs that numbers and names are made of, and what is known of the others.
pub(super) struct Watched<'f> {
    outlines: &'f [Outline],
    characters: &'f Characters,
    letters: Letters,
    /// Letters of scripts that join or stack, whose forms may look like anything.
    joined: BTreeSet<u16>,
    /// Widths, for the places of letters beside each other.
    advances: Vec<f32>,
    /// Glyphs of the character map, and forms of letters that rules make of them.
    glyphs: BTreeMap<u16, Is>,
    looked: BTreeMap<(u16, u16), bool>,
}

/// Digits, signs and spaces: all but letters, marks on letters, and what directs or joins.
fn is_fixed(c: char) -> bool {
    let is_sign = !c.is_alphabetic()
        && matches!(u32::from(c), 0x20..=0x2ff | 0x2000..=0x200a | 0x2010..=0x2027 | 0x202f..=0x205f | 0x2070..=0x20cf | 0x2100..=0x25cb | 0x25cd..=0x2bff | 0xff00..=0xff65);
    let is_digit = matches!(u32::from(c), 0x660..=0x669 | 0x6f0..=0x6f9 | 0x966..=0x96f | 0xe50..=0xe59);
    is_sign && c != '\u{ad}' || is_digit || matches!(c, '\u{b5}' | '\u{3bc}' | '\u{aa}' | '\u{ba}')
}

impl<'f> Watched<'f> {
    pub fn new(font: &FontRef, outlines: &'f [Outline], characters: &'f Characters) -> Self {
        let mapped = || {
            let known = characters.glyphs.iter();
            known.filter_map(|(code, glyph)| Some((char::from_u32(*code)?, *glyph)))
        };
        let letters = mapped().filter(|(c, _)| c.is_ascii_alphabetic());
        let fixed = mapped().filter(|(c, _)| is_fixed(*c));
        Watched {
            outlines,
            characters,
            letters: characters.letters(outlines),
            joined: mapped()
                .filter(|(c, _)| u32::from(*c) >= 0x590)
                .map(|(_, glyph)| glyph)
                .collect(),
            advances: signs::advances(font, outlines.len() as u16),
            // Of those that share a glyph, the sign counts.
            glyphs: letters
                .map(|(c, glyph)| (glyph, Is::Letter(c)))
                .chain(fixed.map(|(c, glyph)| (glyph, Is::Fixed(c))))
                .collect(),
            looked: BTreeMap::new(),
        }
    }

    /// Nothing is drawn for a glyph that the font does not have.
    fn outline(&self, glyph: u16) -> &'f Outline {
        static NOTHING: Outline = Outline::NOTHING;
        self.outlines.get(usize::from(glyph)).unwrap_or(&NOTHING)
    }

    pub fn is_fixed(&self, glyph: u16) -> bool {
        matches!(self.glyphs.get(&glyph), Some(Is::Fixed(_)))
    }

    /// Whether it is a digit, a sign or a letter of ASCII.
    pub fn is_watched(&self, glyph: u16) -> bool {
        self.glyphs.contains_key(&glyph)
    }

    /// Digits, signs and spaces.
    pub fn fixed(&self) -> impl Iterator<Item = u16> {
        let fixed = self.glyphs.iter().filter(|(_, is)| matches!(is, Is::Fixed(_)));
        fixed.map(|(glyph, _)| *glyph)
    }

    /// What is asked of two glyphs, once.
    fn known(&mut self, from: u16, to: u16, look: impl FnOnce(&Self) -> bool) -> bool {
        if let Some(known) = self.looked.get(&(from, to)) {
            return *known;
        }
        let found = look(self);
        self.looked.insert((from, to), found);
        found
    }

    /// Whether one glyph may stand for another; forms of letters are watched from then on.
    fn may_become(&mut self, from: u16, to: u16) -> bool {
        if from == to {
            return true;
        }
        match (self.glyphs.get(&from).copied(), self.glyphs.get(&to).copied()) {
            (Some(Is::Fixed(_)), _) | (_, Some(Is::Fixed(_))) | (None, Some(Is::Letter(_))) => false,
            (Some(Is::Letter(a)), Some(Is::Letter(b))) => a.eq_ignore_ascii_case(&b),
            (Some(Is::Letter(letter)), None) => {
                let may = self.known(from, to, |this| this.letters.is_form(this.outline(to), letter));
                if may {
                    self.glyphs.insert(to, Is::Letter(letter));
                }
                may
            }
            (None, None) => self.is_harmless(from, to),
        }
    }

    /// Whether a glyph that becomes of another letter is no digit.
    fn is_harmless(&mut self, from: u16, to: u16) -> bool {
        let joins = self.joined.contains(&from);
        self.known(from, to, |this| {
            let outline = this.outline(to);
            this.characters.digits.equal_to(outline).is_none() && (joins || !this.letters.is_digit(outline))
        })
    }
}

/// Whether a glyph that a rule sets for a digit, a sign or a letter is a form of it: one that the rules take away, but that
/// honest fonts have.
fn shows(characters: &Characters, outlines: &[Outline], character: char, glyph: u16) -> bool {
    if characters.glyphs.get(&u32::from(character)) == Some(&glyph) {
        return true;
    }
    let Some(outline) = outlines.get(usize::from(glyph)) else {
        return false;
    };
    let equal = characters.digits.equal_to(outline);
    match character.to_digit(10) {
        Some(digit) => equal.map_or_else(
            || characters.digits.is_form(outline, digit as usize),
            |equal| equal == digit as usize,
        ),
        None => !outline.is_blank() && equal.is_none(),
    }
}

/// What is to be taken out of a table.
#[derive(Default)]
struct Bad {
    lookups: BTreeSet<u16>,
    /// Places of ligatures.
    ligatures: BTreeSet<usize>,
}

/// Takes the features out of a table `GSUB` that no script needs, and of the others the rules that turn what numbers and
/// names are made of into something else. A table that cannot be read is emptied.
pub(super) fn clean_substitutions(watched: &mut Watched, table: &mut Vec<u8>) {
    keep_features(table);
    let mut taken = BTreeSet::new();
    let mut known = watched.glyphs.len();
    for _ in 0..ROUNDS {
        let Ok((bad, nested)) = bad_substitutions(watched, table) else {
            break;
        };
        let fresh: BTreeSet<u16> = bad.lookups.difference(&taken).copied().collect();
        let is_settled = known == watched.glyphs.len();
        known = watched.glyphs.len();
        if fresh.is_empty() && bad.ligatures.is_empty() && is_settled {
            return;
        }
        for ligature in bad.ligatures {
            // Its second part is a glyph that no font has.
            put_u16(table, ligature + 4, 0xffff);
        }
        drop_features(table, &fresh, &nested);
        empty(table, &fresh);
        taken.extend(fresh);
    }
    table.clear();
}

type Nested = BTreeMap<u16, BTreeSet<u16>>;

fn bad_substitutions(watched: &mut Watched, table: &[u8]) -> Result<(Bad, Nested), ReadError> {
    let lookups = Gsub::read(FontData::new(table))?.lookup_list()?;
    let mut bad = Bad::default();
    for (number, lookup) in lookups.lookups().iter().enumerate() {
        let is_good = match lookup.and_then(|lookup| lookup.subtables()) {
            Ok(subtables) => keeps(watched, table, subtables, &mut bad.ligatures),
            Err(error) => Err(error),
        };
        if !is_good.unwrap_or(false) {
            bad.lookups.insert(number as u16);
        }
    }
    Ok((bad, nested_lookups(&lookups)))
}

/// Where a part of a table begins in it.
pub(super) fn place(table: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(table.as_ptr().addr())
}

/// Whether no rule of a lookup changes what is watched.
fn keeps(
    watched: &mut Watched,
    table_of_rules: &[u8],
    subtables: SubstitutionSubtables,
    ligatures: &mut BTreeSet<usize>,
) -> Result<bool, ReadError> {
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
                        _ if watched.is_watched(from) => false,
                        _ => to
                            .iter()
                            .all(|to| !watched.is_fixed(*to) && watched.is_harmless(from, *to)),
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
                        if !joins(watched, &parts, ligature.ligature_glyph().to_u16()) {
                            good &= parts.len() > 1;
                            ligatures.insert(place(table_of_rules, ligature.offset_data().as_bytes()));
                        }
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

/// Whether several glyphs may become one: no digits and no signs; letters of ASCII where words are known to join them,
/// and where one still sees them.
fn joins(watched: &mut Watched, parts: &[u16], to: u16) -> bool {
    if let [one] = parts {
        return watched.may_become(*one, to);
    }
    // What was taken out before.
    if parts.get(1) == Some(&0xffff) {
        return true;
    }
    let is = |glyph: &u16| watched.glyphs.get(glyph).copied();
    if parts.iter().any(|part| matches!(is(part), Some(Is::Fixed(_)))) || is(&to).is_some() {
        return false;
    }
    let outline = watched.outline(to);
    if outline.is_blank() || watched.characters.digits.equal_to(outline).is_some() {
        return false;
    }
    let letters: Vec<char> = parts
        .iter()
        .filter_map(|part| match is(part) {
            Some(Is::Letter(letter)) => Some(letter),
            _ => None,
        })
        .collect();
    match letters.as_slice() {
        [] => true,
        // No unit begins so.
        ['f', ..] | ['T', 'h', ..] | ['t', 't' | 'i' | 'f', ..] => {
            let mut whole = Outline::NOTHING;
            let mut at = 0.0;
            for part in parts {
                whole = whole.beside(watched.outline(*part), at);
                at += watched.advances.get(usize::from(*part)).copied().unwrap_or(0.0);
            }
            watched.letters.is_joined(outline, &whole)
        }
        // A letter and its mark.
        [letter] => {
            let letter = *letter;
            parts.len() == 2 && watched.known(parts[0], to, |this| this.letters.is_form(outline, letter))
        }
        _ => false,
    }
}

/// The lookups that each one of a table calls for.
fn nested_lookups(lookups: &SubstitutionLookupList) -> Nested {
    let mut nested = Nested::new();
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

pub(super) fn records(table: &SequenceContext, add: &mut impl FnMut(&[SequenceLookupRecord])) {
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

pub(super) fn chained_records(table: &ChainedSequenceContext, add: &mut impl FnMut(&[SequenceLookupRecord])) {
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

fn offset(table: &[u8], at: usize) -> Option<usize> {
    u16_at(table, at).map(usize::from)
}

/// Places of the records of features, each of a tag and an offset, and where the offsets count from.
fn features(table: &[u8]) -> Option<(usize, Vec<usize>)> {
    let start = offset(table, 6)?;
    let count = offset(table, start)?;
    Some((start, (0..count).map(|i| start + 2 + 6 * i).collect()))
}

/// Features that are not kept call for nothing from now on; forms for other designs of a variable font go too.
pub(super) fn keep_features(table: &mut [u8]) {
    if u16_at(table, 2).is_some_and(|minor| minor >= 1)
        && let Some(variations) = table.get_mut(10..14)
    {
        variations.fill(0);
    }
    let Some((start, records)) = features(table) else {
        return;
    };
    let is_kept = |record: usize| {
        KEPT.iter()
            .any(|tag| table.get(record..record + 4) == Some(tag.as_slice()))
    };
    let (kept, others): (Vec<usize>, Vec<usize>) = records.into_iter().partition(|record| is_kept(*record));
    let places = |records: &[usize]| -> BTreeSet<usize> {
        let offsets = records.iter().filter_map(|record| offset(table, record + 4));
        offsets.collect()
    };
    // Some are of one list of rules, which the kept ones need.
    let shared = places(&kept);
    for feature in places(&others).difference(&shared) {
        put_u16(table, start + feature + 2, 0);
    }
}

/// Takes optional features out that reach one of these lookups.
fn drop_features(table: &mut [u8], bad: &BTreeSet<u16>, nested: &Nested) {
    let Some((start, records)) = features(table) else {
        return;
    };
    for record in records {
        let is_optional = OPTIONAL
            .iter()
            .any(|tag| table.get(record..record + 4) == Some(tag.as_slice()));
        let Some(feature) = offset(table, record + 4).filter(|_| is_optional) else {
            continue;
        };
        let feature = start + feature;
        let calls = u16_at(table, feature + 2).unwrap_or(0);
        let called = (0..usize::from(calls)).filter_map(|i| u16_at(table, feature + 4 + 2 * i));
        if reaches(called.collect(), bad, nested) {
            put_u16(table, feature + 2, 0);
        }
    }
}

/// Leaves lookups without rules.
pub(super) fn empty(table: &mut [u8], bad: &BTreeSet<u16>) {
    let Some(lookups) = offset(table, 8) else {
        return;
    };
    for number in bad {
        if let Some(lookup) = offset(table, lookups + 2 + 2 * usize::from(*number)) {
            // How many rules it has.
            put_u16(table, lookups + lookup + 4, 0);
        }
    }
}

fn reaches(from: BTreeSet<u16>, bad: &BTreeSet<u16>, nested: &Nested) -> bool {
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
            if !shows(characters, outlines, *character, *glyph) {
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
