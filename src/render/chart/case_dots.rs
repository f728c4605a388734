//! Dots of a grid for narrow pictures: a line a case with a mark for every variant, on an axis of shares of the baseline,
//! and the marks explained above. The numbers stand on the poster.

use super::backend::Sheet;
use super::matrix::{Line, Matrix, RADIUS, mark, spread_marks};
use super::{Sizes, color, ticks};
use crate::render::svg::TextSpec;

impl Matrix {
    /// The height that the dots are best drawn in on a narrow picture.
    pub fn narrow_height(&self, sizes: &Sizes) -> f64 {
        let entries = self.columns.len().div_ceil(2) as f64;
        entries * sizes.note * 1.45 + sizes.note * 4.2 + self.lines.len() as f64 * sizes.note * 1.55
    }
}

/// How many cases a sheet of this size has room for.
pub fn room(sheet: &Sheet<'_>, size: (f64, f64), chart: &Matrix, sizes: &Sizes) -> usize {
    let least = sizes.note * if sheet.tall() { 1.45 } else { 1.2 };
    ((size.1 - legend_height(sheet, chart, sizes, size.0) - foot(sheet, sizes)) / least).max(0.0) as usize
}

fn foot(sheet: &Sheet<'_>, sizes: &Sizes) -> f64 {
    sizes.note * if sheet.tall() { 1.6 } else { 1.4 }
}

pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Matrix, sizes: &Sizes) {
    let names = names(sheet, chart, sizes, size.0);
    let legend = legend(sheet, chart, sizes, size.0);
    let pitch = (size.1 - legend - foot(sheet, sizes)) / chart.lines.len().max(1) as f64;
    let plot = Plot {
        sheet,
        chart,
        sizes,
        left: names + RADIUS + 6.0,
        width: size.0 - names - RADIUS * 2.0 - 30.0,
        top: legend,
        pitch: pitch.min(sizes.note * 2.6),
    };
    plot.axis();
    for (i, line) in chart.lines.iter().enumerate() {
        sheet.group(&format!("case-{}", line.id), &line.name, || {
            plot.line(line, legend + i as f64 * plot.pitch);
        });
    }
}

/// Width of the column of names, at most two fifths.
fn names(sheet: &Sheet<'_>, chart: &Matrix, sizes: &Sizes, width: f64) -> f64 {
    let of = |line: &Line| {
        sheet.text_width(&TextSpec {
            text: &line.name,
            size: sizes.note,
            bold: true,
            ..TextSpec::default()
        })
    };
    let widest = chart.lines.iter().map(of).fold(0.0, f64::max);
    (widest + 14.0).min(width * 0.42)
}

/// How many entries of the legend stand beside each other, and the width of one.
fn across(sheet: &Sheet<'_>, chart: &Matrix, sizes: &Sizes, width: f64) -> (f64, f64) {
    let entry = |column: &super::matrix::Column| {
        let name = TextSpec {
            text: &column.name,
            size: sizes.note,
            ..TextSpec::default()
        };
        sheet.text_width(&name) + 2.0 * RADIUS + 46.0
    };
    let widest = chart.columns.iter().map(entry).fold(1.0, f64::max);
    (((width + 34.0) / widest).floor().clamp(1.0, 4.0), widest)
}

fn legend_step(sheet: &Sheet<'_>, sizes: &Sizes) -> f64 {
    sizes.note * if sheet.tall() { 1.65 } else { 1.45 }
}

fn legend_height(sheet: &Sheet<'_>, chart: &Matrix, sizes: &Sizes, width: f64) -> f64 {
    let (across, _) = across(sheet, chart, sizes, width);
    (chart.columns.len() as f64 / across).ceil() * legend_step(sheet, sizes) + sizes.note * 0.6
}

/// What the marks are, in as many columns as have room. Returns its height.
fn legend(sheet: &Sheet<'_>, chart: &Matrix, sizes: &Sizes, width: f64) -> f64 {
    let (across, widest) = across(sheet, chart, sizes, width);
    let step = legend_step(sheet, sizes);
    sheet.group("legend", "What the marks are", || {
        for (i, column) in chart.columns.iter().enumerate() {
            let x = (i as f64 % across) * widest;
            let y = (i as f64 / across).floor() * step + sizes.note * 0.9;
            mark(sheet, column, (x + RADIUS, y - 0.364 * sizes.note));
            sheet.text(&TextSpec {
                id: &format!("legend-{}", column.id),
                text: &column.name,
                x: x + 2.0 * RADIUS + 12.0,
                y,
                width: Some(width - x - 2.0 * RADIUS - 12.0),
                size: sizes.note,
                least: Some(sizes.least),
                fill: &chart.text.0,
                ..TextSpec::default()
            });
        }
    });
    legend_height(sheet, chart, sizes, width)
}

struct Plot<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Matrix,
    sizes: &'a Sizes,
    left: f64,
    width: f64,
    top: f64,
    pitch: f64,
}

impl Plot<'_, '_> {
    fn x(&self, share: f64) -> f64 {
        self.left + self.chart.axis.share(share) * self.width
    }

    fn axis(&self) {
        let bottom = self.top + self.pitch * self.chart.lines.len() as f64;
        self.sheet.group("matrix-axis", "Axis", || {
            for tick in &self.chart.axis.ticks {
                let strong = (*tick - 100.0).abs() < 1e-9;
                let ink = if strong { &self.chart.muted } else { &self.chart.grid };
                let x = self.x(*tick);
                self.sheet.line(&[(x, self.top), (x, bottom)], color(ink), 2.0);
            }
            let labels = ticks::Labels {
                id: "matrix-tick",
                y: bottom + self.sizes.note * 1.15,
                size: self.sizes.note,
                bounds: (0.0, self.left + self.width + RADIUS + 40.0),
                ink: &self.chart.muted,
            };
            let Matrix { axis, ticks, .. } = self.chart;
            ticks::draw(self.sheet, &labels, axis, ticks, &|tick| self.x(tick));
        });
    }

    fn line(&self, line: &Line, top: f64) {
        let middle = top + self.pitch / 2.0;
        let end = self.left + self.width + RADIUS;
        self.sheet.line(&[(0.0, top), (end, top)], color(&self.chart.rule), 1.0);
        self.sheet.text(&TextSpec {
            id: &format!("case-{}-name", line.id),
            text: &line.name,
            y: middle + 0.364 * self.sizes.note,
            width: Some(self.left - RADIUS - 12.0),
            size: self.sizes.note,
            least: Some(self.sizes.least),
            bold: true,
            fill: &self.chart.text.0,
            ..TextSpec::default()
        });
        spread_marks(
            self.sheet,
            self.chart,
            line,
            (&|share| self.x(share), middle, self.pitch),
        );
    }
}
