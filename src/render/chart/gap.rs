//! The place of rows that a chart had no room for: three dots below each other where they would stand, and how many they
//! are. What is left out in the middle of an order must not look as if it were not there.

use super::backend::Sheet;
use super::{Ink, color};
use crate::render::svg::TextSpec;

/// Rows that are left out, before the row with this id.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    pub before: String,
    /// How many, and from where to where they go; then in fewer words, for less room. A part of a number is another
    /// number, so that none of them is cut.
    pub texts: Vec<String>,
}

/// The row of each id, counted from the top, when every gap takes a row of its own; and the rows of the gaps.
pub(super) fn rows<'a>(ids: impl Iterator<Item = &'a str>, gaps: &[Gap]) -> (Vec<usize>, Vec<usize>) {
    let (mut of_ids, mut of_gaps, mut row) = (Vec::new(), Vec::new(), 0);
    for id in ids {
        if gaps.iter().any(|gap| gap.before == id) {
            of_gaps.push(row);
            row += 1;
        }
        of_ids.push(row);
        row += 1;
    }
    (of_ids, of_gaps)
}

/// Where a gap is drawn, in pixels: where bars start, the middle of its row, and how much room its text has.
pub(super) struct Place {
    pub left: f64,
    pub middle: f64,
    pub width: f64,
    pub size: f64,
    pub least: f64,
}

/// Draws a gap.
pub(super) fn draw(sheet: &Sheet<'_>, id: &str, gap: &Gap, place: &Place, ink: &Ink) {
    const RADIUS: f64 = 2.5;
    let indent = 3.0 * RADIUS;
    let width = place.width - indent - 12.0;
    let has_room = |text: &&String| {
        let spec = TextSpec {
            text: text.as_str(),
            size: place.least,
            ..TextSpec::default()
        };
        sheet.text_width(&spec) <= width
    };
    let Some(text) = gap.texts.iter().find(has_room).or(gap.texts.last()) else {
        return;
    };
    sheet.group(id, text, || {
        for step in [-1.0, 0.0, 1.0] {
            let at = (place.left + RADIUS + 1.0, place.middle + step * 0.26 * place.size);
            sheet.dot(at, RADIUS, color(ink), color(ink));
        }
        sheet.text(&TextSpec {
            id: &format!("{id}-text"),
            text,
            x: place.left + indent + 12.0,
            y: place.middle + 0.364 * place.size,
            width: Some(width),
            size: place.size,
            least: Some(place.least),
            fill: &ink.0,
            ..TextSpec::default()
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_takes_the_row_before_the_one_that_it_names() {
        let gap = |before: &str| Gap {
            before: before.into(),
            texts: Vec::new(),
        };
        let (ids, gaps) = rows(["a", "b", "c"].into_iter(), &[gap("c"), gap("b")]);
        assert_eq!((ids, gaps), (vec![0, 2, 4], vec![1, 3]));
        assert_eq!(rows(["a", "b"].into_iter(), &[]), (vec![0, 1], vec![]));
    }
}
