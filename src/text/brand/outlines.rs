//! Outlines of TrueType (OpenType 1.9, “glyf” and “loca”), read byte by byte and written without their instructions:
//! what is left can be drawn by any reader without it leaving the table or turning in a circle.

use super::sfnt::Damage;
use crate::text::font_bytes::{i16_at, put_u16, u16_at, u32_at};

/// Points of a glyph with all its parts; the fullest glyphs of real fonts have some thousands.
const MOST_POINTS: u64 = 30_000;
/// Parts within parts within parts.
const DEEPEST: u8 = 8;

/// Flags of points.
const SHORT_X: u8 = 0x02;
const SHORT_Y: u8 = 0x04;
const REPEATED: u8 = 0x08;
const SAME_X: u8 = 0x10;
const SAME_Y: u8 = 0x20;

/// Flags of parts.
const WORDS: u16 = 0x0001;
const ONE_SCALE: u16 = 0x0008;
const MORE: u16 = 0x0020;
const TWO_SCALES: u16 = 0x0040;
const MATRIX: u16 = 0x0080;
const INSTRUCTIONS: u16 = 0x0100;

pub(super) struct Clean {
    pub glyf: Vec<u8>,
    /// Of four bytes a glyph.
    pub loca: Vec<u8>,
}

/// What a glyph is made of.
#[derive(Default, Clone)]
struct Made {
    points: u64,
    parts: Vec<u16>,
}

/// The outlines of `count` glyphs; `is_long` tells how `loca` is written.
pub(super) fn clean(glyf: &[u8], loca: &[u8], is_long: bool, count: u16) -> Result<Clean, Damage> {
    let place = |glyph: usize| match is_long {
        true => u32_at(loca, 4 * glyph).map(|at| at as usize),
        false => u16_at(loca, 2 * glyph).map(|at| 2 * usize::from(at)),
    };
    let mut clean = Clean {
        glyf: Vec::with_capacity(glyf.len()),
        loca: Vec::with_capacity(4 * usize::from(count) + 4),
    };
    let mut made = Vec::with_capacity(usize::from(count));
    for glyph in 0..usize::from(count) {
        let damage = |what: &str| Damage::new(format!("table glyf, glyph {glyph}"), what);
        clean.loca.extend((clean.glyf.len() as u32).to_be_bytes());
        let (Some(start), Some(end)) = (place(glyph), place(glyph + 1)) else {
            return Err(Damage::new("table loca", "it is cut off"));
        };
        let data = match start < end {
            true => glyf.get(start..end).ok_or_else(|| damage("it ends behind the table"))?,
            false => &[],
        };
        let of_glyph = match i16_at(data, 0) {
            None if data.is_empty() => Some(Made::default()),
            None => None,
            Some(0) => Some(Made::default()),
            Some(1..) => simple(data, &mut clean.glyf),
            Some(_) => composite(data, count, &mut clean.glyf),
        };
        made.push(of_glyph.ok_or_else(|| damage("it is cut off, or its numbers cannot be"))?);
        clean.glyf.resize(clean.glyf.len().next_multiple_of(4), 0);
    }
    clean.loca.extend((clean.glyf.len() as u32).to_be_bytes());
    depths(&made)?;
    Ok(clean)
}

/// Copies contours without instructions; `None` when the data cannot be.
fn simple(data: &[u8], out: &mut Vec<u8>) -> Option<Made> {
    let contours = usize::try_from(i16_at(data, 0)?).ok()?;
    let ends: Vec<u16> = (0..contours)
        .map(|contour| u16_at(data, 10 + 2 * contour))
        .collect::<Option<_>>()?;
    if ends.windows(2).any(|pair| pair[0] >= pair[1]) {
        return None;
    }
    let points = usize::from(*ends.last()?) + 1;
    let instructions = 10 + 2 * contours;
    let start = instructions + 2 + usize::from(u16_at(data, instructions)?);
    let (mut at, mut seen, mut coordinates) = (start, 0, 0);
    while seen < points {
        let flag = *data.get(at)?;
        at += 1;
        let mut times = 1;
        if flag & REPEATED != 0 {
            times += usize::from(*data.get(at)?);
            at += 1;
        }
        let size = |short: u8, same: u8| match (flag & short != 0, flag & same != 0) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => 2,
        };
        seen += times;
        coordinates += times * (size(SHORT_X, SAME_X) + size(SHORT_Y, SAME_Y));
    }
    if seen != points {
        return None;
    }
    let body = data.get(start..at + coordinates)?;
    out.extend(data.get(..instructions)?);
    out.extend([0, 0]);
    out.extend(body);
    Some(Made {
        points: points as u64,
        parts: Vec::new(),
    })
}

/// Copies the parts of a glyph without instructions; `None` when the data cannot be.
fn composite(data: &[u8], count: u16, out: &mut Vec<u8>) -> Option<Made> {
    let mut parts = Vec::new();
    let mut body = data.get(..10)?.to_vec();
    // Readers know only this number for parts.
    put_u16(&mut body, 0, 0xffff);
    let mut at = 10;
    loop {
        let flags = u16_at(data, at)?;
        let part = u16_at(data, at + 2).filter(|part| *part < count)?;
        let places = if flags & WORDS != 0 { 4 } else { 2 };
        let scales = match flags {
            _ if flags & ONE_SCALE != 0 => 2,
            _ if flags & TWO_SCALES != 0 => 4,
            _ if flags & MATRIX != 0 => 8,
            _ => 0,
        };
        let end = at + 4 + places + scales;
        let start = body.len();
        body.extend(data.get(at..end)?);
        put_u16(&mut body, start, flags & !INSTRUCTIONS);
        parts.push(part);
        at = end;
        if flags & MORE == 0 {
            break;
        }
    }
    out.extend(body);
    Some(Made { points: 0, parts })
}

/// No glyph is a part of itself, and none has more points than can be drawn at once.
fn depths(made: &[Made]) -> Result<(), Damage> {
    let mut points: Vec<Option<(u8, u64)>> = vec![None; made.len()];
    for glyph in 0..made.len() {
        measure(glyph, made, &mut points, 0).map_err(|what| Damage::new(format!("table glyf, glyph {glyph}"), what))?;
    }
    Ok(())
}

/// How deep a glyph's parts lie in each other, and how many points they have.
fn measure(glyph: usize, made: &[Made], known: &mut [Option<(u8, u64)>], above: u8) -> Result<(u8, u64), &'static str> {
    if let Some(known) = known[glyph] {
        return Ok(known);
    }
    if above > DEEPEST {
        return Err("its parts have too many parts, or are parts of themselves");
    }
    let (mut depth, mut points) = (0, made[glyph].points);
    for part in &made[glyph].parts {
        let (below, more) = measure(usize::from(*part), made, known, above + 1)?;
        depth = depth.max(below + 1);
        points = points.saturating_add(more);
    }
    if depth > DEEPEST {
        return Err("its parts have too many parts, or are parts of themselves");
    }
    if points > MOST_POINTS {
        return Err("it has too many points");
    }
    known[glyph] = Some((depth, points));
    Ok((depth, points))
}

/// Writes the box around each outline where a glyph has one: readers place text by it.
pub(super) fn put_boxes(clean: &mut [u8], loca: &[u8], box_of: impl Fn(u16) -> Option<[i16; 4]>) {
    for glyph in 0..u16::try_from(loca.len() / 4).unwrap_or(u16::MAX) {
        let at = usize::from(glyph);
        let (Some(start), Some(end)) = (u32_at(loca, 4 * at), u32_at(loca, 4 * at + 4)) else {
            return;
        };
        if start < end
            && let Some(sides) = box_of(glyph)
        {
            for (i, side) in sides.into_iter().enumerate() {
                put_u16(clean, start as usize + 2 + 2 * i, side.cast_unsigned());
            }
        }
    }
}
