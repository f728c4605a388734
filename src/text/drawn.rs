//! How wide a renderer draws a part of a line that it shapes by itself.
//!
//! Parley shapes a string as a whole, with the invisible controls that join and part its words. A renderer gets each
//! segment alone and without them, so that alternates that depend on neighbours (Inter's arrows, brackets beside
//! capitals) and kerning may differ. Knows nothing of files and pages.

use super::{Family, FontSet};
use harfrust::{Direction, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};

/// The advance of a text of one family and direction, in em, as renderers of SVG shape it. `tracking` follows every
/// cluster.
pub(super) fn advance(text: &str, family: Family, bold: bool, right_to_left: bool, tracking: f64) -> f64 {
    let font = FontSet::shared().face(family, bold);
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(if right_to_left {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    // As usvg does: of the first character that has a script.
    buffer.guess_segment_properties();
    let data = ShaperData::new(font);
    let shaped = data.shaper(font).build().shape(buffer, ShapeOptions::new());
    let units: i64 = shaped
        .glyph_positions()
        .iter()
        .map(|glyph| i64::from(glyph.x_advance))
        .sum();
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    let mut clusters: Vec<u32> = shaped.glyph_infos().iter().map(|glyph| glyph.cluster).collect();
    clusters.dedup();
    units as f64 / f64::from(metrics.units_per_em) + tracking * clusters.len() as f64
}
