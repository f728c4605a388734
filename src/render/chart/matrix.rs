//! A grid of cases and variants: a line a case with the value of every variant, and beside them a dot a variant on an
//! axis of shares of the baseline, so that cases of very different sizes can be read together.

use super::backend::{Sheet, units};
use super::{Axis, Ink, color, ticks};
use crate::render::svg::{Anchor, TextSpec};
use plotters::prelude::*;

/// A variant: a column of numbers and a mark.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub id: String,
    pub name: String,
    pub ink: Ink,
    pub mark: Mark,
}

/// Marks differ in shape, not in colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Disc,
    Ring,
    Square,
    Frame,
    Diamond,
    Triangle,
}

impl Mark {
    pub const ALL: [Mark; 6] = [
        Mark::Disc,
        Mark::Ring,
        Mark::Square,
        Mark::Frame,
        Mark::Diamond,
        Mark::Triangle,
    ];
}

/// A case.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub id: String,
    pub name: String,
    /// One a column; `None` where nothing was measured.
    pub cells: Vec<Option<Cell>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub text: String,
    /// In percent of the baseline.
    pub share: Option<f64>,
    /// Whether it is the best of its case.
    pub best: bool,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    pub columns: Vec<Column>,
    pub lines: Vec<Line>,
    pub axis: Axis,
    pub ticks: Vec<String>,
    /// Above the axis: what it shares of, and which direction is better.
    pub caption: String,
    /// Above the numbers: their unit.
    pub unit: String,
    pub text: Ink,
    pub muted: Ink,
    pub rule: Ink,
    pub grid: Ink,
}

impl Matrix {
    /// The height that the chart is best drawn in.
    pub fn good_height(&self) -> f64 {
        160.0 + FOOT + self.lines.len() as f64 * 56.0
    }
}

const FOOT: f64 = 44.0;
/// Size of numbers, and the least.
const SIZE: f64 = 26.0;
const LEAST_SIZE: f64 = 24.0;
/// Width of all columns of numbers together, at most.
pub const MOST_CELLS: f64 = 800.0;
pub(super) const RADIUS: f64 = 9.0;

pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Matrix) {
    let count = chart.columns.len() as f64;
    let names = 336.0;
    let widest = widest(sheet, chart);
    // Columns of long numbers take room of the dots.
    let needed = widest.iter().copied().fold(0.0, f64::max) * LEAST_SIZE / SIZE + 16.0;
    let cell = (576.0 / count).min(164.0).max(needed.min(MOST_CELLS / count));
    let left = names + cell * count + 52.0;
    let short = are_short(sheet, chart, cell);
    let top = if short { 0.0 } else { key(sheet, chart, size.0) };
    let head = head(sheet, chart, (top, short), names, cell, (left, size.0));
    let pitch = (size.1 - head - FOOT) / chart.lines.len().max(1) as f64;
    let grid = Grid {
        sheet,
        chart,
        names,
        cell,
        left,
        width: size.0 - left - 20.0,
        head,
        pitch,
        widest,
    };
    grid.axis();
    for (i, line) in chart.lines.iter().enumerate() {
        sheet.group(&format!("case-{}", line.id), &line.name, || {
            grid.line(line, head + i as f64 * pitch)
        });
    }
}

/// Names of columns stand above them in so many lines at most; longer ones stand in a key.
const MOST_LINES: usize = 2;

/// Names with their marks, side by side in lines above the grid. Returns its height.
fn key(sheet: &Sheet<'_>, chart: &Matrix, width: f64) -> f64 {
    const GAP: f64 = 44.0;
    const LINE: f64 = 40.0;
    let spec = TextSpec {
        size: 26.0,
        least: Some(24.0),
        fill: &chart.text.0,
        ..TextSpec::default()
    };
    sheet.group("matrix-key", "Key", || {
        let (mut x, mut y) = (0.0, 20.0);
        for column in &chart.columns {
            let own = sheet.text_width(&TextSpec {
                text: &column.name,
                ..spec.clone()
            });
            if x > 0.0 && x + 2.0 * RADIUS + 14.0 + own > width {
                (x, y) = (0.0, y + LINE);
            }
            mark(sheet, column, (x + RADIUS, y));
            let left = x + 2.0 * RADIUS + 14.0;
            sheet.text(&TextSpec {
                id: &format!("key-{}", column.id),
                text: &column.name,
                x: left,
                y: y + 9.0,
                width: Some(width - left),
                ..spec.clone()
            });
            x = left + own + GAP;
        }
        y + 34.0
    })
}

/// Whether all names have room above their columns.
fn are_short(sheet: &Sheet<'_>, chart: &Matrix, cell: f64) -> bool {
    chart.columns.iter().all(|column| {
        let spec = TextSpec {
            text: &column.name,
            size: 24.0,
            width: Some(cell - 14.0),
            lines: 8,
            leading: 1.15,
            ..TextSpec::default()
        };
        let words = column.name.split(' ');
        let longest = words.map(|text| sheet.text_width(&TextSpec { text, ..spec.clone() }));
        longest.fold(0.0, f64::max) <= cell - 14.0 && sheet.measure(&spec).lines <= MOST_LINES
    })
}

/// Names of the columns with their marks, and the caption of the axis, below `top`. Returns where it ends.
fn head(
    sheet: &Sheet<'_>,
    chart: &Matrix,
    (top, named): (f64, bool),
    names: f64,
    cell: f64,
    (left, width): (f64, f64),
) -> f64 {
    let spec = |column: usize| TextSpec {
        x: names + cell * (column as f64 + 1.0),
        anchor: Anchor::End,
        width: Some(cell - 14.0),
        lines: 5,
        size: 24.0,
        leading: 1.15,
        fill: &chart.muted.0,
        ..TextSpec::default()
    };
    let deepest = |text: &str, spec: TextSpec<'_>| sheet.measure(&TextSpec { text, ..spec }).last;
    let caption = TextSpec {
        id: "matrix-caption",
        text: &chart.caption,
        x: left,
        width: Some(width - left),
        lines: 4,
        anchor: Anchor::Start,
        ..spec(0)
    };
    let unit = TextSpec {
        id: "matrix-unit",
        text: &chart.unit,
        x: 0.0,
        width: Some(names - 20.0),
        anchor: Anchor::Start,
        ..spec(0)
    };
    let last = chart
        .columns
        .iter()
        .enumerate()
        .filter(|_| named)
        .map(|(i, column)| deepest(&column.name, spec(i)))
        .chain([
            deepest(&chart.caption, caption.clone()),
            deepest(&chart.unit, unit.clone()),
        ])
        .fold(0.0, f64::max);
    // Without names the marks stand beside the captions.
    let rise = if named { 56.0 } else { 37.0 };
    sheet.group("matrix-head", "Names of the columns", || {
        for (i, column) in chart.columns.iter().enumerate() {
            let id = format!("column-{}", column.id);
            let text = TextSpec {
                id: &id,
                text: &column.name,
                ..spec(i)
            };
            mark(sheet, column, (text.x - RADIUS, top + if named { 14.0 } else { 28.0 }));
            if named {
                let own = sheet.measure(&text).last;
                sheet.text(&TextSpec {
                    y: top + 56.0 + last - own,
                    ..text
                });
            }
        }
        for block in [caption, unit] {
            let own = sheet.measure(&block).last;
            sheet.text(&TextSpec {
                y: top + rise + last - own,
                ..block
            });
        }
    });
    top + rise + last + 22.0
}

fn widest(sheet: &Sheet<'_>, chart: &Matrix) -> Vec<f64> {
    let width = |cell: &Cell| {
        sheet.text_width(&TextSpec {
            text: &cell.text,
            size: 26.0,
            bold: cell.best,
            ..TextSpec::default()
        })
    };
    (0..chart.columns.len())
        .map(|i| {
            let cells = chart.lines.iter().filter_map(|line| line.cells[i].as_ref());
            cells.map(width).fold(0.0, f64::max)
        })
        .collect()
}

struct Grid<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Matrix,
    names: f64,
    cell: f64,
    left: f64,
    width: f64,
    head: f64,
    pitch: f64,
    /// Width of the widest number of each column.
    widest: Vec<f64>,
}

impl Grid<'_, '_> {
    fn x(&self, share: f64) -> f64 {
        self.left + self.chart.axis.share(share) * self.width
    }

    fn axis(&self) {
        let bottom = self.head + self.pitch * self.chart.lines.len() as f64;
        self.sheet.group("matrix-axis", "Axis", || {
            for tick in &self.chart.axis.minor {
                let x = self.x(*tick);
                self.sheet
                    .line(&[(x, self.head), (x, bottom)], color(&self.chart.grid), 1.0);
            }
            for tick in &self.chart.axis.ticks {
                let strong = (*tick - 100.0).abs() < 1e-9;
                let ink = if strong { &self.chart.muted } else { &self.chart.grid };
                let x = self.x(*tick);
                self.sheet.line(&[(x, self.head), (x, bottom)], color(ink), 2.0);
            }
            let labels = ticks::Labels {
                id: "matrix-tick",
                y: bottom + 34.0,
                size: 24.0,
                bounds: (self.left - 40.0, self.left + self.width + 60.0),
                ink: &self.chart.muted,
            };
            let Matrix { axis, ticks, .. } = self.chart;
            ticks::draw(self.sheet, &labels, axis, ticks, &|tick| self.x(tick));
        });
    }

    fn line(&self, line: &Line, top: f64) {
        let middle = top + self.pitch / 2.0;
        self.sheet.line(
            &[(0.0, top), (self.left + self.width, top)],
            color(&self.chart.rule),
            1.0,
        );
        let base = TextSpec {
            size: 26.0,
            least: Some(24.0),
            leading: 1.1,
            ..TextSpec::default()
        };
        let id = format!("case-{}-name", line.id);
        let name = TextSpec {
            id: &id,
            text: &line.name,
            width: Some(self.names - 20.0),
            lines: 2,
            bold: true,
            fill: &self.chart.text.0,
            ..base
        };
        let lines = self.sheet.measure(&name).last;
        self.sheet.text(&TextSpec {
            y: middle + 9.0 - lines / 2.0,
            ..name
        });
        for (i, (column, cell)) in self.chart.columns.iter().zip(&line.cells).enumerate() {
            let Some(cell) = cell else { continue };
            let end = self.names + self.cell * (i as f64 + 1.0);
            // Digits stand below digits of the same worth, in mirrored pages too.
            let (x, anchor) = if self.sheet.mirrored() {
                (end - self.widest[i], Anchor::Start)
            } else {
                (end, Anchor::End)
            };
            self.sheet.text(&TextSpec {
                id: &format!("case-{}-{}", line.id, column.id),
                text: &cell.text,
                x,
                y: middle + 9.0,
                anchor,
                width: Some(self.cell - 14.0),
                bold: cell.best,
                fill: if cell.best {
                    &self.chart.text.0
                } else {
                    &self.chart.muted.0
                },
                ..base
            });
        }
        spread_marks(
            self.sheet,
            self.chart,
            line,
            (&|share| self.x(share), middle, self.pitch),
        );
    }
}

/// The marks of a case on a line from the least to the largest share. `place` is where a share stands along the axis, the
/// middle of the line of the case, and its height. Marks that would lie on each other are moved apart, up and down in
/// turn.
pub(super) fn spread_marks(
    sheet: &Sheet<'_>,
    chart: &Matrix,
    line: &Line,
    (x, middle, pitch): (&dyn Fn(f64) -> f64, f64, f64),
) {
    let shares: Vec<f64> = line.cells.iter().flatten().filter_map(|cell| cell.share).collect();
    let (low, high) = shares
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), share| {
            (low.min(*share), high.max(*share))
        });
    if low <= high {
        sheet.line(&[(x(low), middle), (x(high), middle)], color(&chart.rule), 6.0);
    }
    let reach = (pitch / 2.0 - RADIUS - 2.0).max(0.0);
    let step = (2.0 * RADIUS).min(reach);
    let mut placed: Vec<(f64, f64)> = Vec::new();
    for (column, cell) in chart.columns.iter().zip(&line.cells) {
        let Some(share) = cell.as_ref().and_then(|cell| cell.share) else {
            continue;
        };
        let x = x(share);
        let free = |dy: f64| placed.iter().all(|(px, py)| (px - x).hypot(py - dy) >= 1.9 * RADIUS);
        let dy = [0.0, -step / 2.0, step / 2.0, -step, step]
            .into_iter()
            .find(|dy| free(*dy))
            .unwrap_or(0.0);
        placed.push((x, dy));
        mark(sheet, column, (x, middle + dy));
    }
}

pub(super) fn mark(sheet: &Sheet<'_>, column: &Column, at: (f64, f64)) {
    sheet.marked(&[("data-series", &column.id)], || shape(sheet, column, at));
}

fn shape(sheet: &Sheet<'_>, column: &Column, (x, y): (f64, f64)) {
    let ink = color(&column.ink);
    let hollow = ink.stroke_width(units(4.0).unsigned_abs());
    let (cx, cy, r) = (units(x), units(y), units(RADIUS));
    let inner = units(RADIUS - 2.0);
    let square = [(cx - inner, cy - inner), (cx + inner, cy + inner)];
    match column.mark {
        Mark::Disc => sheet.draw(&Circle::new((cx, cy), r, ink.filled())),
        Mark::Ring => sheet.draw(&Circle::new((cx, cy), inner, hollow)),
        Mark::Square => sheet.draw(&Rectangle::new(square, ink.filled())),
        Mark::Frame => sheet.draw(&Rectangle::new(square, hollow)),
        Mark::Diamond => {
            let corners = vec![(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)];
            sheet.draw(&Polygon::new(corners, ink.filled()));
        }
        Mark::Triangle => {
            let corners = vec![(cx, cy - r), (cx + r, cy + inner), (cx - r, cy + inner)];
            sheet.draw(&Polygon::new(corners, ink.filled()));
        }
    }
}
