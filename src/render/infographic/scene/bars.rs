//! Bars of the variants of a row: ranked with names before them, or few with a whole lane each.

use super::interval::whisker;
use super::{Input, shown, value_text};
use crate::render::chart::bars::{Bar, Bars};
use crate::render::chart::lanes::Lanes;
use crate::render::infographic::tell::Teller;
use crate::render::theme::Color;
use crate::stats::Row;

/// The bars of those variants that have a value. `fill` is the colour of each, and `name` what it is called.
pub(super) fn bars_of(
    teller: &mut Teller<'_>,
    row: &Row,
    variants: &[usize],
    fill: impl Fn(usize) -> Color,
    name: fn(&mut Teller<'_>, usize) -> String,
) -> Vec<Bar> {
    let input = teller.input;
    let measure = &input.dataset.measures[row.measure];
    let palette = input.palette;
    let bars = variants.iter().filter_map(|variant| {
        let fill = fill(*variant);
        // Words of the colour that plain bars have would not be read first.
        let ink = if fill == palette.baseline { palette.text } else { fill };
        Some(Bar {
            id: input.dataset.variants[*variant].id.clone(),
            name: name(teller, *variant),
            value: shown(row.values[*variant].as_ref()?, measure).to_f64(),
            value_text: value_text(teller, row, *variant),
            fill: fill.into(),
            ink: ink.into(),
            remainder: None,
            whisker: whisker(input, row, *variant, palette.text, Some(palette.paper)),
        })
    });
    bars.collect()
}

/// Bars with names before and values behind them; the page decides on their sizes.
pub(super) fn ranked(input: &Input<'_>, id: &str, bars: Vec<Bar>) -> Bars {
    Bars {
        id: id.into(),
        bars,
        gaps: Vec::new(),
        names: 0.0,
        values: 0.0,
        thickness: 0.0,
        pitch: 0.0,
        name_size: 30.0,
        value_size: 34.0,
        least: 24.0,
        muted: input.palette.muted.into(),
        values_follow: true,
    }
}

/// Bars under their names and values.
pub(super) fn lanes(input: &Input<'_>, id: &str, bars: Vec<Bar>) -> Lanes {
    Lanes {
        id: id.into(),
        lanes: bars.into_iter().map(Into::into).collect(),
        muted: input.palette.muted.into(),
        paper: input.palette.paper.into(),
    }
}
