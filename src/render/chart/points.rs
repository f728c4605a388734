//! One value a row on a common axis, as a dot at its place, with the interval that holds it where one is known. For
//! values that bars could not show: on a logarithmic axis a length says nothing.

use super::backend::Sheet;
use super::gap::{self, Gap};
use super::whisker::{self, Place, Whisker};
use super::{Axis, Ink, Sizes, color, ticks};
use crate::render::svg::{Anchor, TextSpec};

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// For ids.
    pub id: String,
    pub name: String,
    pub value: f64,
    pub value_text: String,
    /// The interval of the value.
    pub whisker: Option<Whisker>,
    pub ink: Ink,
    /// Of the name.
    pub text: Ink,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub points: Vec<Point>,
    /// Rows that were left out, in the order of the points.
    pub gaps: Vec<Gap>,
    pub axis: Axis,
    /// One text a tick.
    pub ticks: Vec<String>,
    /// Below the axis: unit, direction, and that it is logarithmic.
    pub caption: String,
    pub rule: Ink,
    pub grid: Ink,
    pub muted: Ink,
}

impl Points {
    /// The height that the chart is best drawn in.
    pub fn good_height(&self, sizes: &Sizes) -> f64 {
        foot(sizes) + self.rows() as f64 * sizes.name * 2.8
    }

    /// Takes points away until `count` are left; `goes` are ids of those that may go, the first one first.
    pub fn keep(&mut self, count: usize, goes: &[String]) {
        let surplus = self.points.len().saturating_sub(count);
        let gone = &goes[..surplus.min(goes.len())];
        self.points.retain(|point| !gone.contains(&point.id));
    }

    /// The height that the chart can use.
    pub fn most_height(&self, sizes: &Sizes) -> f64 {
        foot(sizes) + self.rows() as f64 * sizes.name * LARGEST_PITCH
    }

    fn rows(&self) -> usize {
        self.points.len() + self.gaps.len()
    }
}

/// The largest height of a row, by the size of its name.
const LARGEST_PITCH: f64 = 5.2;

/// How many rows a sheet of this size has room for.
pub fn room(sheet: &Sheet<'_>, size: (f64, f64), sizes: &Sizes) -> usize {
    let least = sizes.name * line(sheet);
    ((size.1 - foot(sizes)) / least).max(0.0) as usize
}

/// Height of a line of text, by its size.
fn line(sheet: &Sheet<'_>) -> f64 {
    if sheet.tall() { 1.5 } else { 1.3 }
}

/// Room for ticks and caption below the rows.
fn foot(sizes: &Sizes) -> f64 {
    sizes.note * if sizes.caption { 3.2 } else { 1.9 }
}

/// Draws rows into the sheet, whose size is given in pixels.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Points, sizes: &Sizes) {
    let pitch = (size.1 - foot(sizes)) / chart.rows().max(1) as f64;
    let pitch = pitch.min(sizes.name * LARGEST_PITCH);
    let widest = |text: &dyn Fn(&Point) -> &str, size: f64| {
        let width = |point: &Point| {
            sheet.text_width(&TextSpec {
                text: text(point),
                size,
                bold: true,
                ..TextSpec::default()
            })
        };
        chart.points.iter().map(width).fold(0.0, f64::max)
    };
    let values = widest(&|point| &point.value_text, sizes.value) + 30.0;
    // Values that have no room at the least size take some of the axis.
    let least = widest(&|point| &point.value_text, sizes.least) + 32.0;
    let values = values.min((size.0 * 0.3).max(least.min(size.0 * 0.46)));
    // Names and values leave the axis a quarter of the width.
    let most_names = (size.0 * 0.34).min(size.0 * 0.75 - values);
    let names = (widest(&|point| &point.name, sizes.name) + 26.0).clamp(88.0, most_names.max(88.0));
    let mut plot = Plot {
        sheet,
        chart,
        sizes,
        left: names,
        right: size.0 - values,
        width: size.0,
        pitch,
        name_size: sizes.name,
        value_size: sizes.value,
    };
    // Of many rows the texts must not meet.
    let most = pitch / line(sheet);
    plot.name_size = sheet.common_size(
        sizes.name.min(most),
        chart.points.iter().map(|point| plot.name_of(point)),
    );
    plot.value_size = sheet.common_size(
        sizes.value.min(most),
        chart.points.iter().map(|point| plot.value_of(point)),
    );
    plot.axis(pitch * chart.rows() as f64);
    let (rows, gaps) = gap::rows(chart.points.iter().map(|point| point.id.as_str()), &chart.gaps);
    for (gap, row) in chart.gaps.iter().zip(gaps) {
        let place = gap::Place {
            left: 0.0,
            middle: pitch * (row as f64 + 0.5),
            width: size.0,
            size: sizes.note,
            least: sizes.least,
        };
        gap::draw(sheet, &format!("point-gap-{}", gap.before), gap, &place, &chart.muted);
    }
    for (point, row) in chart.points.iter().zip(rows) {
        sheet.group(&format!("point-{}", point.id), &point.name, || {
            plot.row(point, pitch * (row as f64 + 0.5));
        });
    }
}

struct Plot<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Points,
    sizes: &'a Sizes,
    /// Where the axis starts and ends, and the width of the sheet.
    left: f64,
    right: f64,
    width: f64,
    pitch: f64,
    /// The sizes that all names and all values have room for.
    name_size: f64,
    value_size: f64,
}

impl Plot<'_, '_> {
    fn x(&self, value: f64) -> f64 {
        self.left + self.chart.axis.share(value) * (self.right - self.left)
    }

    fn axis(&self, bottom: f64) {
        let (sheet, chart, sizes) = (self.sheet, self.chart, self.sizes);
        sheet.group("points-axis", "Axis", || {
            for tick in &chart.axis.minor {
                let x = self.x(*tick);
                sheet.line(&[(x, 0.0), (x, bottom)], color(&chart.grid), 1.0);
            }
            for tick in &chart.axis.ticks {
                let x = self.x(*tick);
                sheet.line(&[(x, 0.0), (x, bottom)], color(&chart.rule), 2.0);
            }
            let labels = ticks::Labels {
                id: "points-tick",
                y: bottom + sizes.note * 1.3,
                size: sizes.note,
                bounds: (0.0, self.right + 40.0),
                ink: &chart.muted,
            };
            ticks::draw(sheet, &labels, &chart.axis, &chart.ticks, &|tick| self.x(tick));
            if sizes.caption {
                sheet.text(&TextSpec {
                    id: "points-caption",
                    text: &chart.caption,
                    x: self.left,
                    y: bottom + sizes.note * 2.76,
                    width: Some(self.right - self.left),
                    size: sizes.note,
                    least: Some(sizes.least),
                    fill: &chart.muted.0,
                    ..TextSpec::default()
                });
            }
        });
    }

    fn row(&self, point: &Point, middle: f64) {
        let (sheet, chart, sizes) = (self.sheet, self.chart, self.sizes);
        let ink = color(&point.ink);
        sheet.line(&[(self.left, middle), (self.right, middle)], color(&chart.rule), 1.0);
        let radius = (self.pitch * 0.2).min(sizes.name * 0.42);
        if let Some(of) = &point.whisker {
            let place = Place {
                middle,
                half: radius,
                width: 4.0,
            };
            let id = format!("point-{}-interval", point.id);
            whisker::draw(sheet, &id, "points", of, place, &|value| {
                self.x(value.max(chart.axis.from))
            });
        }
        // The dot leaves the ends of a short interval free.
        let dot = if point.whisker.is_some() { 0.6 * radius } else { radius };
        sheet.dot((self.x(point.value), middle), dot, ink, ink);
        self.name(point, middle);
        sheet.text(&TextSpec {
            id: &format!("point-{}-value", point.id),
            y: middle + 0.364 * self.value_size,
            ..self.value_of(point)
        });
    }

    fn value_of<'p>(&self, point: &'p Point) -> TextSpec<'p> {
        TextSpec {
            text: &point.value_text,
            x: self.width,
            anchor: Anchor::End,
            width: Some(self.width - self.right - 24.0),
            size: self.value_size,
            least: Some(self.sizes.least),
            bold: true,
            fill: &point.text.0,
            ..TextSpec::default()
        }
    }

    fn name_of<'p>(&self, point: &'p Point) -> TextSpec<'p> {
        TextSpec {
            text: &point.name,
            width: Some(self.left - 26.0),
            lines: if self.pitch > self.sizes.name * 2.3 { 2 } else { 1 },
            compact: true,
            size: self.name_size,
            least: Some(self.sizes.least),
            leading: 1.12,
            bold: true,
            fill: &point.text.0,
            ..TextSpec::default()
        }
    }

    fn name(&self, point: &Point, middle: f64) {
        let id = format!("point-{}-name", point.id);
        let name = TextSpec {
            id: &id,
            ..self.name_of(point)
        };
        let block = self.sheet.measure(&name);
        let height = block.last + 0.727 * block.size;
        self.sheet.text(&TextSpec {
            y: middle - height / 2.0 + 0.727 * block.size,
            ..name
        });
    }
}
