//! The tables of a font file, and the same font written anew: only tables that set text, each checked or made here, so
//! that nothing behind us has to read what a stranger's bytes say of themselves.

use super::outlines;
use crate::text::font_bytes::{checksum, put_u16, u16_at, u32_at};
use std::collections::BTreeMap;

/// What is wrong with a file: where in it, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damage {
    pub place: String,
    pub what: String,
}

impl Damage {
    pub fn new(place: impl Into<String>, what: impl Into<String>) -> Damage {
        Damage {
            place: place.into(),
            what: what.into(),
        }
    }

    fn table(tag: [u8; 4], what: &str) -> Damage {
        Damage::new(format!("table {}", name(tag)), what)
    }
}

pub(super) type Tag = [u8; 4];

/// The tables of a file by their tags.
#[derive(Debug, Clone)]
pub(super) struct Tables {
    flavour: Tag,
    tables: BTreeMap<Tag, Vec<u8>>,
}

/// Tables that a font needs to be drawn, beside those of its outlines.
const NEEDED: [Tag; 6] = [*b"OS/2", *b"cmap", *b"head", *b"hhea", *b"hmtx", *b"maxp"];

/// The units of an em that OpenType 1.9 allows.
const UNITS_PER_EM: std::ops::RangeInclusive<u16> = 16..=16_384;

/// The tag as text.
pub(super) fn name(tag: Tag) -> String {
    tag.iter()
        .map(|byte| match byte {
            0x20..=0x7e => char::from(*byte),
            _ => '?',
        })
        .collect::<String>()
        .trim_end()
        .to_owned()
}

impl Tables {
    /// Reads the directory (OpenType 1.9, “Organization of an OpenType font”).
    pub fn read(file: &[u8]) -> Result<Tables, Damage> {
        let cut = || Damage::new("the table directory", "it is cut off");
        let flavour: Tag = file.get(..4).and_then(|tag| tag.try_into().ok()).ok_or_else(cut)?;
        if !matches!(&flavour, [0, 1, 0, 0] | b"OTTO" | b"true") {
            return Err(Damage::new("the first four bytes", "they are those of no font"));
        }
        let count = usize::from(u16_at(file, 4).ok_or_else(cut)?);
        let mut tables = BTreeMap::new();
        for entry in (0..count).map(|entry| 12 + 16 * entry) {
            let tag: Tag = file
                .get(entry..entry + 4)
                .and_then(|tag| tag.try_into().ok())
                .ok_or_else(cut)?;
            let (offset, length) = (u32_at(file, entry + 8), u32_at(file, entry + 12));
            let (offset, length) = (offset.ok_or_else(cut)? as usize, length.ok_or_else(cut)? as usize);
            let table = offset.checked_add(length).and_then(|end| file.get(offset..end));
            let table = table.ok_or_else(|| Damage::table(tag, "it ends behind the file"))?;
            let is_second = tables.contains_key(&tag);
            // Two signatures hurt nobody: they are not kept.
            if is_second && tag != *b"DSIG" {
                return Err(Damage::table(tag, "there are two of them"));
            }
            tables.insert(tag, table.to_vec());
        }
        Ok(Tables { flavour, tables })
    }

    pub fn get(&self, tag: &Tag) -> Option<&[u8]> {
        self.tables.get(tag).map(Vec::as_slice)
    }

    pub fn get_mut(&mut self, tag: &Tag) -> Option<&mut Vec<u8>> {
        self.tables.get_mut(tag)
    }

    pub fn put(&mut self, tag: Tag, table: Vec<u8>) {
        self.tables.insert(tag, table);
    }

    /// Takes tables away that have nothing left in them.
    pub fn drop_empty(&mut self) {
        self.tables.retain(|_, table| !table.is_empty());
    }

    /// Tables that every font has and this one lacks.
    pub fn lacking(&self) -> Vec<String> {
        let lacks = |tag: &&Tag| !self.tables.contains_key(*tag);
        let outlines: &[Tag] = match self.tables.contains_key(b"CFF ") {
            true => &[],
            false => &[*b"glyf", *b"loca"],
        };
        NEEDED
            .iter()
            .chain(outlines)
            .filter(lacks)
            .map(|tag| name(*tag))
            .collect()
    }

    /// How many glyphs the font has.
    pub fn glyphs(&self) -> u16 {
        self.get(b"maxp").and_then(|maxp| u16_at(maxp, 4)).unwrap_or(0)
    }

    /// How many units the side of the em has.
    pub fn units(&self) -> u16 {
        self.get(b"head").and_then(|head| u16_at(head, 18)).unwrap_or(0)
    }

    /// Checks the tables of metrics and of outlines, and keeps what sets text: no hints (nothing of ours is hinted), no
    /// bitmaps, no colours, no rules of other shapers, no signature.
    ///
    /// # Errors
    /// The first thing that cannot be.
    pub fn clean(mut self) -> Result<Tables, Damage> {
        let at_least = |tag: Tag, length: usize| match self.get(&tag) {
            Some(table) if table.len() >= length => Ok(()),
            _ => Err(Damage::table(tag, "it is cut off")),
        };
        let curves = self.tables.contains_key(b"CFF ");
        at_least(*b"head", 54)?;
        at_least(*b"hhea", 36)?;
        at_least(*b"maxp", if curves { 6 } else { 32 })?;
        at_least(*b"OS/2", 68)?;
        let units = self.units();
        if !UNITS_PER_EM.contains(&units) {
            let what = format!("an em of {units} units, which is none of 16 to 16384");
            return Err(Damage::table(*b"head", &what));
        }
        if self.glyphs() == 0 {
            return Err(Damage::table(*b"maxp", "it tells of no glyphs"));
        }
        self.widths()?;
        if curves {
            self.tables.remove(b"glyf");
            self.tables.remove(b"loca");
            self.flavour = *b"OTTO";
        } else {
            self.outlines()?;
            self.flavour = [0, 1, 0, 0];
        }
        let post = self.get(b"post").and_then(|post| post.get(4..16)).map(<[u8]>::to_vec);
        let mut plain = vec![0, 3, 0, 0];
        plain.extend(post.unwrap_or_else(|| vec![0; 12]));
        plain.resize(32, 0);
        self.put(*b"post", plain);
        let kept = |tag: &Tag| {
            NEEDED.contains(tag)
                || [
                    *b"CFF ", *b"GDEF", *b"GPOS", *b"GSUB", *b"glyf", *b"loca", *b"name", *b"post",
                ]
                .contains(tag)
        };
        self.tables.retain(|tag, _| kept(tag));
        Ok(self)
    }

    /// As many widths as the font has glyphs; a side bearing that is missing at the end is nought.
    fn widths(&mut self) -> Result<(), Damage> {
        let glyphs = usize::from(self.glyphs());
        let long = self
            .get(b"hhea")
            .and_then(|hhea| u16_at(hhea, 34))
            .map_or(0, usize::from);
        if long == 0 || long > glyphs {
            let what = format!("it tells of {long} widths for {glyphs} glyphs");
            return Err(Damage::table(*b"hhea", &what));
        }
        let hmtx = self.tables.entry(*b"hmtx").or_default();
        if hmtx.len() < 4 * long {
            return Err(Damage::table(*b"hmtx", "it is cut off"));
        }
        hmtx.resize(4 * long + 2 * (glyphs - long), 0);
        Ok(())
    }

    /// Adds a glyph that draws nothing, a quarter of an em wide, for a space that the font may lack: its number. Only
    /// where outlines are those of TrueType, and where there is room for one more.
    pub fn add_blank(&mut self) -> Option<u16> {
        let (glyphs, units) = (self.glyphs(), self.units());
        let next = glyphs.checked_add(1).filter(|count| *count < u16::MAX)?;
        let last = self.get(b"loca")?.last_chunk::<4>().copied()?;
        let long = self.get(b"hhea").and_then(|hhea| u16_at(hhea, 34))?;
        let hmtx = self.get(b"hmtx")?;
        let repeated = hmtx.get(4 * usize::from(long) - 4..4 * usize::from(long) - 2)?;
        let mut widths = hmtx[..4 * usize::from(long)].to_vec();
        for bearing in hmtx[4 * usize::from(long)..].chunks(2) {
            widths.extend(repeated);
            widths.extend(bearing);
        }
        widths.extend((units / 4).to_be_bytes());
        widths.extend([0, 0]);
        self.put(*b"hmtx", widths);
        self.get_mut(b"loca")?.extend(last);
        put_u16(self.get_mut(b"hhea")?, 34, next);
        put_u16(self.get_mut(b"maxp")?, 4, next);
        Some(glyphs)
    }

    /// The left side bearing of each glyph is the left side of its box.
    pub fn put_bearings(&mut self) {
        let (Some(loca), Some(glyf)) = (self.get(b"loca"), self.get(b"glyf")) else {
            return;
        };
        let left = |glyph: usize| {
            let (start, end) = (u32_at(loca, 4 * glyph)?, u32_at(loca, 4 * glyph + 4)?);
            (start < end).then(|| u16_at(glyf, start as usize + 2)).flatten()
        };
        let lefts: Vec<u16> = (0..usize::from(self.glyphs()))
            .map(|glyph| left(glyph).unwrap_or(0))
            .collect();
        let long = self
            .get(b"hhea")
            .and_then(|hhea| u16_at(hhea, 34))
            .map_or(0, usize::from);
        if let Some(hmtx) = self.get_mut(b"hmtx") {
            for (glyph, left) in lefts.into_iter().enumerate() {
                let at = if glyph < long {
                    4 * glyph + 2
                } else {
                    4 * long + 2 * (glyph - long)
                };
                put_u16(hmtx, at, left);
            }
        }
    }

    fn outlines(&mut self) -> Result<(), Damage> {
        let is_long = self.get(b"head").and_then(|head| u16_at(head, 50)) == Some(1);
        let (glyf, loca) = (
            self.get(b"glyf").unwrap_or_default(),
            self.get(b"loca").unwrap_or_default(),
        );
        let clean = outlines::clean(glyf, loca, is_long, self.glyphs())?;
        self.put(*b"glyf", clean.glyf);
        self.put(*b"loca", clean.loca);
        if let Some(head) = self.get_mut(b"head") {
            put_u16(head, 50, 1);
        }
        // The storage and the stack of hints, which are gone.
        if let Some(maxp) = self.get_mut(b"maxp") {
            maxp.truncate(32);
            put_u16(maxp, 14, 1);
            for at in [16, 18, 20, 22, 24, 26] {
                put_u16(maxp, at, 0);
            }
        }
        Ok(())
    }

    /// The file: directory, and tables on multiples of four bytes.
    pub fn write(&self) -> Vec<u8> {
        let count = self.tables.len() as u16;
        let power = 1u16 << count.max(1).ilog2();
        let mut file = self.flavour.to_vec();
        for number in [count, power * 16, power.ilog2() as u16, (count - power) * 16] {
            file.extend(number.to_be_bytes());
        }
        let mut at = 12 + 16 * self.tables.len();
        for (tag, table) in &self.tables {
            file.extend(tag);
            for number in [checksum(table), at as u32, table.len() as u32] {
                file.extend(number.to_be_bytes());
            }
            at += table.len().next_multiple_of(4);
        }
        for table in self.tables.values() {
            file.extend(table);
            file.resize(file.len().next_multiple_of(4), 0);
        }
        file
    }
}
