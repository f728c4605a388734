//! Strips of dots on one axis: for each variant the means of its batches, its single calls, and its mean.

use super::backend::{Sheet, units};
use super::swarm::{Dot, swarm_within};
use super::{Axis, Ink, color};
use crate::render::svg::{Anchor, TextSpec};
use plotters::prelude::*;

/// One variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// For ids.
    pub id: String,
    /// Stands before the strip.
    pub name: String,
    /// For the names of layers.
    pub label: String,
    pub ink: Ink,
    /// Large dots: means of batches, or the calls of a single batch.
    pub points: Vec<f64>,
    /// Small dots below: single calls; empty when they are the points.
    pub calls: Vec<f64>,
    pub mean: f64,
    /// `mean 8.112 ms`
    pub mean_text: String,
    /// What the large and the small dots are, beside them.
    pub points_text: String,
    pub calls_text: String,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Dots {
    pub strips: Vec<Strip>,
    pub axis: Axis,
    /// One text a tick.
    pub ticks: Vec<String>,
    /// Below the axis: unit, and which direction is better.
    pub caption: String,
    /// Width of the column of names.
    pub names: f64,
    pub grid: Ink,
    pub muted: Ink,
    /// Behind labels, so that grid lines do not run through them.
    pub paper: Ink,
}

const TICK_SIZE: f64 = 26.0;
/// Height of tick labels and caption below the strips.
pub const FOOT: f64 = 80.0;
const POINT_RADII: [f64; 6] = [10.0, 9.0, 8.0, 6.0, 4.5, 3.5];
const CALL_RADII: [f64; 5] = [4.0, 3.4, 2.8, 2.2, 1.8];
const LABEL_SIZE: f64 = 26.0;

/// Draws strips of equal height into the sheet, whose size is given in pixels.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Dots) {
    let plot = Plot {
        sheet,
        left: chart.names,
        width: size.0 - chart.names,
        height: size.1 - FOOT,
        chart,
    };
    plot.axis();
    let height = plot.height / chart.strips.len().max(1) as f64;
    let (points, calls) = plot.swarms(height - HEAD);
    for (i, strip) in chart.strips.iter().enumerate() {
        let lanes = Lanes::of(i as f64 * height, height, points.half, calls.half);
        plot.strip(strip, lanes, [points.of(i), calls.of(i)]);
    }
}

/// Room above the dots of a strip, for the label of the mean.
const HEAD: f64 = LABEL_SIZE + 24.0;
/// Between the two lanes of a strip.
const LANE_GAP: f64 = 14.0;

/// One kind of dots in all strips: they have one size.
#[derive(Debug, Clone, Default)]
struct Kind {
    radius: f64,
    /// Half of the height that the dots need.
    half: f64,
    /// By strip; empty when there are more dots than the lanes can hold.
    swarms: Vec<Vec<Dot>>,
}

impl Kind {
    fn of(&self, strip: usize) -> Swarm<'_> {
        self.swarms.get(strip).map(|dots| (self.radius, dots.as_slice()))
    }
}

/// Radius and places of a swarm; `None` when there are more dots than the lane can hold.
type Swarm<'a> = Option<(f64, &'a [Dot])>;

struct Plot<'a, 'c> {
    sheet: &'a Sheet<'c>,
    left: f64,
    width: f64,
    height: f64,
    chart: &'a Dots,
}

impl Plot<'_, '_> {
    fn x(&self, value: f64) -> f64 {
        self.left + self.chart.axis.share(value) * self.width
    }

    fn axis(&self) {
        let chart = self.chart;
        self.sheet.group("distribution-axis", "Axis", || {
            for (i, (tick, text)) in chart.axis.ticks.iter().zip(&chart.ticks).enumerate() {
                let x = self.x(*tick);
                self.sheet.line(&[(x, 0.0), (x, self.height)], color(&chart.grid), 2.0);
                self.sheet.text(&TextSpec {
                    id: &format!("distribution-tick-{i}"),
                    text,
                    x,
                    y: self.height + 32.0,
                    anchor: Anchor::Middle,
                    size: TICK_SIZE,
                    fill: &chart.muted.0,
                    ..TextSpec::default()
                });
            }
            self.sheet.text(&TextSpec {
                id: "distribution-caption",
                text: &chart.caption,
                x: self.left,
                y: self.height + 68.0,
                width: Some(self.width),
                size: TICK_SIZE,
                least: Some(24.0),
                fill: &chart.muted.0,
                ..TextSpec::default()
            });
        });
    }

    /// Both kinds of dots as large as they fit below each other into a height; the means go first. What does not fit at
    /// any size is drawn as boxes.
    fn swarms(&self, height: f64) -> (Kind, Kind) {
        let lane = |half: f64| Kind {
            half,
            ..Kind::default()
        };
        let no_calls = self.chart.strips.iter().all(|strip| strip.calls.is_empty());
        let gap = if no_calls { 0.0 } else { LANE_GAP };
        let calls: Vec<Kind> = if no_calls {
            vec![Kind::default()]
        } else {
            let lanes = CALL_RADII
                .iter()
                .filter_map(|radius| self.kind(*radius, height * 0.35, |strip| &strip.calls));
            lanes.collect()
        };
        let points: Vec<Kind> = POINT_RADII
            .iter()
            .filter_map(|radius| self.kind(*radius, height * 0.5, |strip| &strip.points))
            .collect();
        // Of the pairs that fit, the one whose worse half is best.
        let score = |points: &Kind, calls: &Kind| {
            let calls = if no_calls { 1.0 } else { calls.radius / CALL_RADII[0] };
            calls.min(points.radius / POINT_RADII[0])
        };
        let pairs = points
            .iter()
            .flat_map(|points| calls.iter().map(move |calls| (points, calls)));
        let best = pairs
            .filter(|(points, calls)| 2.0 * (points.half + calls.half) + gap <= height)
            .max_by(|a, b| score(a.0, a.1).total_cmp(&score(b.0, b.1)));
        if let Some((points, calls)) = best {
            return (points.clone(), calls.clone());
        }
        // Dots of means above boxes of calls, or else boxes alone.
        let boxes = lane(if no_calls { 0.0 } else { height * 0.16 });
        let room = height - 2.0 * boxes.half - gap;
        POINT_RADII
            .into_iter()
            .find_map(|radius| self.kind(radius, room / 2.0, |strip| &strip.points))
            .map_or_else(|| (lane(room / 4.0), boxes.clone()), |points| (points, boxes.clone()))
    }

    /// The dots of one kind at a radius, unless a strip needs more than `most` above or below its middle.
    fn kind(&self, radius: f64, most: f64, values: impl Fn(&Strip) -> &Vec<f64>) -> Option<Kind> {
        let mut kind = Kind {
            radius,
            half: radius,
            swarms: Vec::new(),
        };
        for strip in &self.chart.strips {
            let positions: Vec<f64> = values(strip).iter().map(|value| self.x(*value)).collect();
            let dots = swarm_within(&positions, radius, most)?;
            kind.half = dots.iter().map(|dot| dot.y.abs() + radius).fold(kind.half, f64::max);
            kind.swarms.push(dots);
        }
        Some(kind)
    }

    fn strip(&self, strip: &Strip, lanes: Lanes, [points, calls]: [Swarm<'_>; 2]) {
        self.sheet.text(&TextSpec {
            id: &format!("strip-{}-name", strip.id),
            text: &strip.name,
            x: 0.0,
            y: lanes.points.0 + 13.0,
            width: Some(self.left - 20.0),
            lines: 2,
            compact: true,
            size: 36.0,
            least: Some(24.0),
            leading: 1.15,
            bold: true,
            fill: &strip.ink.0,
            ..TextSpec::default()
        });
        self.lane(strip, "calls", &strip.calls, lanes.calls, calls, 0.42);
        self.lane(strip, "points", &strip.points, lanes.points, points, 0.9);
        self.mean(strip, lanes, points);
        self.labels(strip, lanes);
    }

    /// Draws a swarm, or a box over the quartiles with whiskers to the least and largest value.
    fn lane(&self, strip: &Strip, id: &str, values: &[f64], lane: (f64, f64), swarm: Swarm<'_>, opacity: f64) {
        if values.is_empty() {
            return;
        }
        let ink = color(&strip.ink);
        let label = format!("{}: {id}", strip.label);
        self.sheet
            .group(&format!("strip-{}-{id}", strip.id), &label, || match swarm {
                Some((radius, dots)) => {
                    for dot in dots {
                        let center = (units(dot.x), units(lane.0 + dot.y));
                        self.sheet
                            .draw(&Circle::new(center, units(radius), ink.mix(opacity).filled()));
                    }
                }
                None => self.quartiles(values, lane, ink, opacity),
            });
    }

    /// What the dots are, where there is room beside them: both labels on one side, on one edge.
    fn labels(&self, strip: &Strip, lanes: Lanes) {
        let all = || strip.points.iter().chain(&strip.calls).map(|value| self.x(*value));
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
        let (before, behind) = (low - self.left, self.left + self.width - high);
        let gap = POINT_RADII[0] + 22.0;
        let (x, anchor, room) = if behind >= before {
            (high + gap, Anchor::Start, behind - gap)
        } else {
            (low - gap, Anchor::End, before - gap)
        };
        let spec = TextSpec {
            x,
            anchor,
            size: 26.0,
            least: Some(24.0),
            fill: &self.chart.muted.0,
            ..TextSpec::default()
        };
        let lanes = [
            ("points", &strip.points_text, lanes.points),
            ("calls", &strip.calls_text, lanes.calls),
        ];
        let needed = |text: &str| {
            self.sheet.text_width(&TextSpec {
                text,
                size: 24.0,
                ..spec.clone()
            })
        };
        // Without room for both, the words below the heading must do.
        if lanes.iter().any(|(_, text, _)| needed(text) > room) {
            return;
        }
        for (id, text, lane) in lanes.iter().filter(|(_, text, _)| !text.is_empty()) {
            self.label(&TextSpec {
                id: &format!("strip-{}-{id}-label", strip.id),
                text,
                y: lane.0 + 9.0,
                width: Some(room),
                ..spec.clone()
            });
        }
    }

    /// A text on a patch of paper.
    fn label(&self, spec: &TextSpec<'_>) {
        let width = self.sheet.text_width(spec) + 12.0;
        let left = match spec.anchor {
            Anchor::Start => spec.x - 6.0,
            Anchor::Middle => spec.x - width / 2.0,
            Anchor::End => spec.x + 6.0 - width,
        };
        let (top, bottom) = (spec.y - 0.82 * spec.size, spec.y + 0.28 * spec.size);
        self.sheet
            .rectangle((left, top), (left + width, bottom), color(&self.chart.paper));
        self.sheet.text(spec);
    }

    fn quartiles(&self, values: &[f64], lane: (f64, f64), ink: RGBColor, opacity: f64) {
        let mut sorted: Vec<f64> = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        // Quantiles by linear interpolation between order statistics (Hyndman and Fan 1996, definition 7).
        let quantile = |share: f64| {
            let at = share * (sorted.len() - 1) as f64;
            let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
            self.x(low + (high - low) * at.fract())
        };
        let (middle, half) = (lane.0, lane.1 * 0.5);
        let box_ink = ink.mix(opacity * 0.5);
        self.sheet.rectangle(
            (quantile(0.25), middle - half),
            (quantile(0.75), middle + half),
            box_ink,
        );
        self.sheet
            .line(&[(quantile(0.0), middle), (quantile(0.25), middle)], ink, 3.0);
        self.sheet
            .line(&[(quantile(0.75), middle), (quantile(1.0), middle)], ink, 3.0);
        self.sheet.line(
            &[(quantile(0.5), middle - half), (quantile(0.5), middle + half)],
            ink,
            3.0,
        );
    }

    /// The mean: a line through the lanes, and its label above all that was drawn near it.
    fn mean(&self, strip: &Strip, lanes: Lanes, points: Swarm<'_>) {
        let (radius, dots) = points.unwrap_or((lanes.points.1 * 0.5, &[]));
        let spec = TextSpec {
            text: &strip.mean_text,
            size: LABEL_SIZE,
            bold: true,
            fill: &strip.ink.0,
            anchor: Anchor::Middle,
            ..TextSpec::default()
        };
        let half = self.sheet.text_width(&spec) / 2.0;
        let x = self.x(strip.mean);
        let label_x = x.clamp(self.left + half, self.left + self.width - half);
        let highest = dots
            .iter()
            .filter(|dot| (dot.x - label_x).abs() <= half + radius + 6.0)
            .map(|dot| dot.y - radius)
            .fold(-radius.max(20.0), f64::min);
        let line_top = lanes.points.0 + highest - 10.0;
        self.sheet.group(
            &format!("strip-{}-mean", strip.id),
            &format!("{}: mean", strip.label),
            || {
                self.sheet
                    .line(&[(x, line_top), (x, lanes.bottom)], color(&strip.ink), 4.0);
                self.label(&TextSpec {
                    id: &format!("strip-{}-mean-label", strip.id),
                    x: label_x,
                    y: line_top - 9.0,
                    ..spec
                });
            },
        );
    }
}

/// Middle and half height of the lanes of a strip.
#[derive(Clone, Copy)]
struct Lanes {
    points: (f64, f64),
    calls: (f64, f64),
    bottom: f64,
}

impl Lanes {
    /// Lanes that need these halves, in the middle of a strip.
    fn of(top: f64, height: f64, points: f64, calls: f64) -> Lanes {
        let gap = if calls > 0.0 { LANE_GAP } else { 0.0 };
        let needed = 2.0 * (points + calls) + gap;
        let start = top + HEAD - 8.0 + (height - HEAD - needed).max(0.0) / 2.0;
        Lanes {
            points: (start + points, points),
            calls: (start + 2.0 * points + gap + calls, calls),
            bottom: start + needed + 4.0,
        }
    }
}
