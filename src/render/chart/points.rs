//! One value a row on a common axis, as a dot at its place, with the interval that holds it where one is known. For
//! values that bars could not show: on a logarithmic axis a length says nothing.

use super::backend::{Sheet, units};
use super::whisker::{self, Place, Whisker};
use super::{Axis, Ink, color};
use crate::render::svg::{Anchor, TextSpec};
use plotters::element::Circle;
use plotters::style::Color;

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
    pub axis: Axis,
    /// One text a tick.
    pub ticks: Vec<String>,
    /// Below the axis: unit, direction, and that it is logarithmic.
    pub caption: String,
    pub rule: Ink,
    pub grid: Ink,
    pub muted: Ink,
}

const FOOT: f64 = 84.0;
const RADIUS: f64 = 12.0;
const LARGEST_PITCH: f64 = 128.0;

/// Draws rows into the sheet, whose size is given in pixels.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Points) {
    let rows = chart.points.len().max(1) as f64;
    let pitch = ((size.1 - FOOT) / rows).min(LARGEST_PITCH);
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
    let names = (widest(&|point| &point.name, 28.0) + 26.0).clamp(88.0, size.0 * 0.34);
    let values = (widest(&|point| &point.value_text, 30.0) + 30.0).min(size.0 * 0.3);
    let (left, right) = (names, size.0 - values);
    let bottom = pitch * rows;
    let x = |value: f64| left + chart.axis.share(value) * (right - left);
    axis(sheet, chart, bottom, (left, right), &x);
    for (i, point) in chart.points.iter().enumerate() {
        let middle = pitch * (i as f64 + 0.5);
        sheet.group(&format!("point-{}", point.id), &point.name, || {
            row(sheet, chart, point, middle, (left, right, size.0), &x);
        });
    }
}

fn axis(sheet: &Sheet<'_>, chart: &Points, bottom: f64, (left, right): (f64, f64), x: &dyn Fn(f64) -> f64) {
    sheet.group("points-axis", "Axis", || {
        for tick in &chart.axis.minor {
            sheet.line(&[(x(*tick), 0.0), (x(*tick), bottom)], color(&chart.grid), 1.0);
        }
        for (i, (tick, text)) in chart.axis.ticks.iter().zip(&chart.ticks).enumerate() {
            sheet.line(&[(x(*tick), 0.0), (x(*tick), bottom)], color(&chart.rule), 2.0);
            sheet.text(&TextSpec {
                id: &format!("points-tick-{i}"),
                text,
                x: x(*tick),
                y: bottom + 34.0,
                anchor: Anchor::Middle,
                size: 26.0,
                fill: &chart.muted.0,
                ..TextSpec::default()
            });
        }
        sheet.text(&TextSpec {
            id: "points-caption",
            text: &chart.caption,
            x: left,
            y: bottom + 72.0,
            width: Some(right - left),
            size: 26.0,
            least: Some(24.0),
            fill: &chart.muted.0,
            ..TextSpec::default()
        });
    });
}

fn row(
    sheet: &Sheet<'_>,
    chart: &Points,
    point: &Point,
    middle: f64,
    (left, right, width): (f64, f64, f64),
    x: &dyn Fn(f64) -> f64,
) {
    let ink = color(&point.ink);
    sheet.line(&[(left, middle), (right, middle)], color(&chart.rule), 1.0);
    if let Some(of) = &point.whisker {
        let place = Place {
            middle,
            half: 14.0,
            width: 4.0,
        };
        let id = format!("point-{}-interval", point.id);
        whisker::draw(sheet, &id, "points", of, place, &|value| x(value.max(chart.axis.from)));
    }
    let center = (units(x(point.value)), units(middle));
    sheet.draw(&Circle::new(center, units(RADIUS), ink.filled()));
    let name = TextSpec {
        id: &format!("point-{}-name", point.id),
        text: &point.name,
        width: Some(left - 26.0),
        lines: 2,
        compact: true,
        size: 28.0,
        least: Some(24.0),
        leading: 1.12,
        bold: true,
        fill: &point.text.0,
        ..TextSpec::default()
    };
    let block = sheet.measure(&name);
    let height = block.last + 0.727 * block.size;
    sheet.text(&TextSpec {
        y: middle - height / 2.0 + 0.727 * block.size,
        ..name
    });
    sheet.text(&TextSpec {
        id: &format!("point-{}-value", point.id),
        text: &point.value_text,
        x: width,
        y: middle + 0.364 * 30.0,
        anchor: Anchor::End,
        width: Some(width - right - 24.0),
        size: 30.0,
        least: Some(24.0),
        bold: true,
        fill: &point.ink.0,
        ..TextSpec::default()
    });
}
