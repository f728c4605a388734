//! Horizontal bars, true from zero: one a variant, with its name before and its value behind it.

use super::backend::Sheet;
use super::gap::{self, Gap};
use super::whisker::{self, Place, Whisker};
use super::{Ink, color};
use crate::render::svg::{Anchor, TextSpec};

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// For ids.
    pub id: String,
    pub name: String,
    pub value: f64,
    pub value_text: String,
    pub fill: Ink,
    /// Of name and value.
    pub ink: Ink,
    /// A dashed frame from the bar's end to the end of a longer one, with words in it: what was saved, or added.
    pub remainder: Option<Remainder>,
    /// The interval of the value.
    pub whisker: Option<Whisker>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Remainder {
    pub to: f64,
    pub text: String,
    pub line: Ink,
    pub ink: Ink,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// Prefix of ids.
    pub id: String,
    pub bars: Vec<Bar>,
    /// Widths of the columns before and behind the bars.
    pub names: f64,
    pub values: f64,
    /// Height of a bar, and from the top of one to the top of the next.
    pub thickness: f64,
    pub pitch: f64,
    pub name_size: f64,
    pub value_size: f64,
    /// The least size of names and values.
    pub least: f64,
    /// Rows that were left out, in the order of the bars.
    pub gaps: Vec<Gap>,
    /// Of gaps.
    pub muted: Ink,
    /// Whether values stand right behind their bars rather than in a column.
    pub values_follow: bool,
}

impl Bars {
    /// Takes bars away until `count` are left; `goes` are ids of those that may go, the first one first.
    pub fn keep(&mut self, count: usize, goes: &[String]) {
        let surplus = self.bars.len().saturating_sub(count);
        let gone = &goes[..surplus.min(goes.len())];
        self.bars.retain(|bar| !gone.contains(&bar.id));
    }

    /// Bars and gaps.
    pub fn rows(&self) -> usize {
        self.bars.len() + self.gaps.len()
    }

    pub fn height(&self) -> f64 {
        self.pitch * self.rows().saturating_sub(1) as f64 + self.thickness
    }
}

/// Draws the bars from the top of the sheet; `width` is that of names, bars and values together.
pub fn draw(sheet: &Sheet<'_>, width: f64, chart: &Bars) {
    let room = width - chart.names - chart.values;
    let largest = chart
        .bars
        .iter()
        .flat_map(|bar| {
            let further = [
                bar.remainder.as_ref().map(|r| r.to),
                bar.whisker.as_ref().map(|w| w.ends.1),
            ];
            further.into_iter().flatten().chain([bar.value])
        })
        .fold(0.0, f64::max);
    let length = |value: f64| if largest > 0.0 { value / largest * room } else { 0.0 };
    let (rows, gaps) = gap::rows(chart.bars.iter().map(|bar| bar.id.as_str()), &chart.gaps);
    for (gap, row) in chart.gaps.iter().zip(gaps) {
        let place = gap::Place {
            left: chart.names,
            middle: row as f64 * chart.pitch + chart.thickness / 2.0,
            width: width - chart.names,
            size: chart.name_size.min(28.0),
            least: chart.least,
        };
        let id = format!("{}-gap-{}", chart.id, gap.before);
        gap::draw(sheet, &id, gap, &place, &chart.muted);
    }
    let sizes = Sizes {
        name: sheet.common_size(chart.name_size, chart.bars.iter().map(|bar| name(sheet, chart, bar))),
        value: sheet.common_size(chart.value_size, chart.bars.iter().map(|bar| value(chart, bar))),
    };
    for (bar, row) in chart.bars.iter().zip(rows) {
        let top = row as f64 * chart.pitch;
        sheet.group(&format!("{}-{}", chart.id, bar.id), &bar.name, || {
            one(sheet, chart, bar, &sizes, (top, width), &length);
        });
    }
}

/// The sizes that all names and all values have room for.
struct Sizes {
    name: f64,
    value: f64,
}

fn one(
    sheet: &Sheet<'_>,
    chart: &Bars,
    bar: &Bar,
    sizes: &Sizes,
    (top, width): (f64, f64),
    length: &dyn Fn(f64) -> f64,
) {
    let id = |part: &str| format!("{}-{}-{part}", chart.id, bar.id);
    let baseline = |size: f64| top + chart.thickness / 2.0 + 0.364 * size;
    let left = chart.names;
    let end = left + length(bar.value);
    let corners = [(left, top), (end, top + chart.thickness)];
    sheet.bar(
        &id("bar"),
        (&chart.id, bar.value),
        corners[0],
        corners[1],
        color(&bar.fill),
    );
    let named = TextSpec {
        id: &id("name"),
        size: sizes.name,
        ..name(sheet, chart, bar)
    };
    let block = sheet.measure(&named);
    let height = block.last + 0.727 * block.size;
    sheet.text(&TextSpec {
        y: top + (chart.thickness - height) / 2.0 + 0.727 * block.size,
        ..named
    });
    // Words stand beyond the whisker.
    let clear = bar
        .whisker
        .as_ref()
        .map_or(end, |whisker| end.max(left + length(whisker.ends.1)));
    if let Some(remainder) = &bar.remainder {
        let far = left + length(remainder.to);
        let gap = 2.0;
        sheet.rounded(
            &id("remainder"),
            (end + gap, top + 1.0),
            ((far - end - gap).max(0.0), chart.thickness - 2.0),
            0.0,
            &format!(
                r#"fill="none" stroke="{}" stroke-width="2" stroke-dasharray="6 8""#,
                remainder.line.0
            ),
        );
        let inside = far - clear - 48.0;
        let spec = TextSpec {
            text: &remainder.text,
            size: 30.0,
            least: Some(24.0),
            fill: &remainder.ink.0,
            ..TextSpec::default()
        };
        // Words go into the frame, or else onto the bar; where neither has room they stand elsewhere on the page.
        if sheet.text_width(&TextSpec { size: 24.0, ..spec }) <= inside {
            sheet.text(&TextSpec {
                id: &id("remainder-text"),
                x: clear + 26.0,
                y: baseline(30.0),
                width: Some(inside),
                ..spec
            });
        }
    }
    if let Some(of) = &bar.whisker {
        let place = Place {
            middle: top + chart.thickness / 2.0,
            half: (chart.thickness * 0.24).clamp(5.0, 14.0),
            width: if chart.thickness < 30.0 { 2.5 } else { 3.5 },
        };
        whisker::draw(sheet, &id("interval"), &chart.id, of, place, &|value| {
            left + length(value.max(0.0))
        });
    }
    sheet.text(&TextSpec {
        id: &id("value"),
        x: if chart.values_follow { clear + 20.0 } else { width },
        y: baseline(sizes.value),
        size: sizes.value,
        ..value(chart, bar)
    });
}

/// The value behind the bar, in its column or right behind its end.
fn value<'a>(chart: &'a Bars, bar: &'a Bar) -> TextSpec<'a> {
    TextSpec {
        text: &bar.value_text,
        anchor: if chart.values_follow {
            Anchor::Start
        } else {
            Anchor::End
        },
        width: Some(chart.values - 20.0),
        size: chart.value_size,
        least: Some(chart.least),
        bold: true,
        fill: &bar.ink.0,
        ..TextSpec::default()
    }
}

/// The name before the bar, in one line or two, centred on the bar's height.
fn name<'a>(sheet: &Sheet<'_>, chart: &'a Bars, bar: &'a Bar) -> TextSpec<'a> {
    let spec = TextSpec {
        text: &bar.name,
        width: Some(chart.names - 24.0),
        lines: 2,
        compact: true,
        size: chart.name_size,
        least: Some(chart.least),
        leading: 1.12,
        bold: true,
        fill: &bar.ink.0,
        ..TextSpec::default()
    };
    // Two lines must not touch those of the next bar.
    let least = TextSpec {
        size: 24.0,
        ..spec.clone()
    };
    if sheet.text_width(&least) <= chart.names - 24.0 {
        return TextSpec { lines: 1, ..spec };
    }
    let room = (chart.pitch - 10.0) / 2.3;
    TextSpec {
        size: chart.name_size.min(room).max(24.0),
        ..spec
    }
}
