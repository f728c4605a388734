//! Strips of dots on one axis: for each variant the means of its batches, its single calls, and its mean.

use super::backend::Sheet;
use super::histogram::{self, Histogram};
use super::swarm::{Dot, swarm_within};
use super::whisker::{self, Place, Whisker};
use super::{Axis, Ink, color, ticks};
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
    /// The interval of the mean, where the report shows it.
    pub whisker: Option<Whisker>,
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
    /// Whether boxes stand for values even where dots have room.
    pub only_boxes: bool,
    pub axis: Axis,
    /// One text a tick.
    pub ticks: Vec<String>,
    /// On the same axis, below the strips.
    pub histogram: Option<Histogram>,
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
/// How far labels of an axis may stand out at the side of the page.
const MARGIN: f64 = 40.0;
/// Below the dots of a strip, for what has no room beside them.
const BELOW: f64 = 34.0;
/// Height of tick labels and caption below the strips.
pub const FOOT: f64 = 80.0;
/// What is tried, the best first: radii of points and of calls, and how far the centres of calls keep apart, in radii.
/// Closer than two they cover a part of each other, and the hairline of paper around each keeps them apart.
const LEVELS: [(f64, f64, f64); 9] = [
    (9.0, 3.4, 2.2),
    (9.0, 3.2, 2.1),
    (8.5, 3.0, 2.1),
    (8.5, 3.0, 1.9),
    (8.0, 3.0, 1.7),
    (7.0, 2.6, 1.7),
    (6.0, 2.2, 1.7),
    (4.5, 1.8, 1.7),
    (3.5, 1.8, 1.5),
];
/// How far the centres of points keep apart, in radii.
const POINTS_APART: f64 = 2.1;
const LARGEST_POINT: f64 = LEVELS[0].0;
const LABEL_SIZE: f64 = 26.0;
/// Share of the height that a histogram has.
const HISTOGRAM: f64 = 0.42;
/// Half of the height of a box that stands for dots.
const BOX_HALF: f64 = 20.0;
/// How much of its ink the inside of a box has.
const TINT: f64 = 0.3;

/// What stands for values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// A dot for each.
    Dots,
    /// Boxes over the quartiles: there are more values than dots have room.
    Boxes,
}

/// What the chart shows values by, where it shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    pub points: Marks,
    pub calls: Option<Marks>,
}

impl Form {
    /// Which of three wordings is true of it: dots, dots above boxes, boxes alone.
    pub fn index(self) -> usize {
        match (self.points, self.calls) {
            (Marks::Dots, Some(Marks::Boxes)) => 1,
            (Marks::Boxes, _) => 2,
            _ => 0,
        }
    }
}

/// What a chart of this size, in pixels, will show values by.
pub fn form(size: (f64, f64), chart: &Dots) -> Form {
    let room = Room::of(size, chart);
    let (points, calls) = room.swarms(None);
    Form {
        points: points.marks(),
        calls: (!room.no_calls()).then(|| calls.marks()),
    }
}

/// Draws strips into the sheet, whose size is given in pixels; each has the height that its dots need. A form that was
/// announced is kept.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Dots, announced: Option<Form>) {
    let room = Room::of(size, chart);
    let mut plot = Plot {
        sheet,
        chart,
        room,
        name_size: NAME_SIZE,
    };
    plot.name_size = sheet.common_size(NAME_SIZE, chart.strips.iter().map(|strip| plot.name_of(strip)));
    let (plot, room) = (&plot, &plot.room);
    plot.axis();
    if let Some(histogram) = &chart.histogram {
        let between = (room.height + 24.0, room.bottom);
        histogram::draw(sheet, between, histogram, &chart.axis, &|value| room.x(value));
    }
    let (points, calls) = room.swarms(announced);
    let count = chart.strips.len().max(1) as f64;
    let spare = (room.height - room.needed(&points, &calls)).max(0.0) / count;
    let mut top = 0.0;
    for (i, strip) in chart.strips.iter().enumerate() {
        let lanes = Lanes::of((top, spare), points.half(i), calls.half(i), room.foot(i));
        top += lanes.height + spare;
        // Where the dots end, and how much room is left below them.
        let below = (lanes.bottom, top - lanes.bottom);
        plot.strip(strip, lanes, [points.of(i), calls.of(i)], below);
    }
}

/// Of the names of strips, where they have room.
const NAME_SIZE: f64 = 36.0;
/// Room above the dots of a strip, for the label of the mean.
const HEAD: f64 = LABEL_SIZE + 24.0;
/// Between the two lanes of a strip.
const LANE_GAP: f64 = 14.0;

/// One kind of dots in all strips: they have one size.
#[derive(Debug, Clone)]
enum Kind {
    Dots {
        radius: f64,
        /// By strip: half of the height that the dots need, and the dots.
        swarms: Vec<(f64, Vec<Dot>)>,
    },
    /// There are more dots than the lanes can hold; half of the height of the boxes.
    Boxes(f64),
}

impl Kind {
    fn of(&self, strip: usize) -> Swarm<'_> {
        match self {
            Kind::Dots { radius, swarms } => swarms.get(strip).map(|(_, dots)| (*radius, dots.as_slice())),
            Kind::Boxes(_) => None,
        }
    }

    fn half(&self, strip: usize) -> f64 {
        match self {
            Kind::Dots { swarms, .. } => swarms.get(strip).map_or(0.0, |(half, _)| *half),
            Kind::Boxes(half) => *half,
        }
    }

    fn marks(&self) -> Marks {
        match self {
            Kind::Dots { .. } => Marks::Dots,
            Kind::Boxes(_) => Marks::Boxes,
        }
    }
}

/// Radius and places of a swarm; `None` when there are more dots than the lane can hold.
type Swarm<'a> = Option<(f64, &'a [Dot])>;

/// Where the dots of a chart may be.
#[derive(Clone, Copy)]
struct Room<'a> {
    left: f64,
    width: f64,
    /// Of the strips.
    height: f64,
    /// Where the axis is.
    bottom: f64,
    chart: &'a Dots,
}

impl<'a> Room<'a> {
    fn of(size: (f64, f64), chart: &'a Dots) -> Self {
        let bottom = size.1 - FOOT;
        let share = if chart.histogram.is_some() {
            1.0 - HISTOGRAM
        } else {
            1.0
        };
        Room {
            left: chart.names,
            width: size.0 - chart.names,
            height: bottom * share,
            bottom,
            chart,
        }
    }

    fn x(&self, value: f64) -> f64 {
        self.left + self.chart.axis.share(value) * self.width
    }

    fn no_calls(&self) -> bool {
        self.chart.strips.iter().all(|strip| strip.calls.is_empty())
    }

    /// What stays free below a strip, so that its interval keeps away from the label of the next mean.
    fn foot(&self, strip: usize) -> f64 {
        match self.chart.strips[strip].whisker {
            Some(_) => 18.0,
            None => 0.0,
        }
    }

    /// The height that all strips need together.
    fn needed(&self, points: &Kind, calls: &Kind) -> f64 {
        (0..self.chart.strips.len())
            .map(|i| Lanes::of((0.0, 0.0), points.half(i), calls.half(i), self.foot(i)).height)
            .sum()
    }

    /// Both kinds of dots as large as they fit into the height. Where they do not fit at any size, boxes stand for
    /// the calls, or else for all values.
    fn swarms(&self, announced: Option<Form>) -> (Kind, Kind) {
        let none = Kind::Boxes(0.0);
        let fits = |points: &Kind, calls: &Kind| self.needed(points, calls) <= self.height;
        let refused = |marks: Option<Marks>| self.chart.only_boxes || marks == Some(Marks::Boxes);
        let dots_of_calls = !refused(announced.and_then(|form| form.calls));
        let dots_of_points = !refused(announced.map(|form| form.points));
        let points = |radius: f64| self.kind(radius, POINTS_APART, |strip| &strip.points);
        if dots_of_calls && dots_of_points {
            let both = LEVELS.into_iter().find_map(|(large, small, apart)| {
                let points = points(large)?;
                let calls = if self.no_calls() {
                    none.clone()
                } else {
                    self.kind(small, apart, |strip| &strip.calls)?
                };
                fits(&points, &calls).then_some((points, calls))
            });
            if let Some(both) = both {
                return both;
            }
        }
        let half = BOX_HALF.min(self.height / self.chart.strips.len().max(1) as f64 * 0.1);
        let boxes = if self.no_calls() { none } else { Kind::Boxes(half) };
        let mut radii = LEVELS.into_iter().filter(|_| dots_of_points);
        let points = radii.find_map(|(large, ..)| points(large).filter(|points| fits(points, &boxes)));
        (points.unwrap_or(Kind::Boxes(half)), boxes)
    }

    /// The dots of one kind at a radius, unless a strip needs more than all the height.
    fn kind(&self, radius: f64, apart: f64, values: impl Fn(&Strip) -> &Vec<f64>) -> Option<Kind> {
        let swarms = self.chart.strips.iter().map(|strip| {
            let positions: Vec<f64> = values(strip).iter().map(|value| self.x(*value)).collect();
            let dots = swarm_within(&positions, radius, apart * radius, self.height / 2.0)?;
            let half = dots.iter().map(|dot| dot.y.abs()).fold(0.0, f64::max) + radius;
            Some((half, dots))
        });
        let swarms = swarms.collect::<Option<Vec<_>>>()?;
        Some(Kind::Dots { radius, swarms })
    }
}

struct Plot<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Dots,
    room: Room<'a>,
    /// The size that all names have room for.
    name_size: f64,
}

impl Plot<'_, '_> {
    fn name_of<'s>(&self, strip: &'s Strip) -> TextSpec<'s> {
        TextSpec {
            text: &strip.name,
            width: Some(self.room.left - 20.0),
            lines: 2,
            size: self.name_size,
            least: Some(24.0),
            leading: 1.15,
            bold: true,
            fill: &strip.ink.0,
            ..TextSpec::default()
        }
    }

    fn x(&self, value: f64) -> f64 {
        self.room.x(value)
    }

    fn axis(&self) {
        let chart = self.chart;
        self.sheet.group("distribution-axis", "Axis", || {
            for tick in &chart.axis.minor {
                let x = self.x(*tick);
                self.sheet
                    .line(&[(x, 0.0), (x, self.room.bottom)], color(&chart.grid), 1.0);
            }
            for tick in &chart.axis.ticks {
                let x = self.x(*tick);
                self.sheet
                    .line(&[(x, 0.0), (x, self.room.bottom)], color(&chart.grid), 2.0);
            }
            let labels = ticks::Labels {
                id: "distribution-tick",
                y: self.room.bottom + 32.0,
                size: TICK_SIZE,
                bounds: (0.0, self.room.left + self.room.width + MARGIN),
                ink: &chart.muted,
            };
            ticks::draw(self.sheet, &labels, &chart.axis, &chart.ticks, &|tick| self.x(tick));
            self.sheet.text(&TextSpec {
                id: "distribution-caption",
                text: &chart.caption,
                x: self.room.left,
                y: self.room.bottom + 68.0,
                width: Some(self.room.width),
                size: TICK_SIZE,
                least: Some(24.0),
                fill: &chart.muted.0,
                ..TextSpec::default()
            });
        });
    }

    fn strip(&self, strip: &Strip, lanes: Lanes, [points, calls]: [Swarm<'_>; 2], below: (f64, f64)) {
        if !strip.name.is_empty() {
            self.sheet.text(&TextSpec {
                id: &format!("strip-{}-name", strip.id),
                y: lanes.points.0 + 13.0,
                ..self.name_of(strip)
            });
        }
        self.lane(strip, "calls", &strip.calls, lanes.calls, calls);
        self.lane(strip, "points", &strip.points, lanes.points, points);
        self.mean(strip, lanes, points);
        self.labels(strip, lanes, below);
    }

    /// Draws a swarm, or a box over the quartiles with whiskers to the least and largest value.
    fn lane(&self, strip: &Strip, id: &str, values: &[f64], lane: (f64, f64), swarm: Swarm<'_>) {
        if values.is_empty() {
            return;
        }
        let ink = color(&strip.ink);
        let label = format!("{}: {id}", strip.label);
        self.sheet
            .group(&format!("strip-{}-{id}", strip.id), &label, || match swarm {
                Some((radius, dots)) => {
                    for dot in dots {
                        self.sheet
                            .dot((dot.x, lane.0 + dot.y), radius, ink, color(&self.chart.paper));
                    }
                }
                None => self.quartiles(values, lane, ink),
            });
    }

    /// What the dots are, where there is room beside them: both labels on one side, on one edge.
    fn labels(&self, strip: &Strip, lanes: Lanes, below: (f64, f64)) {
        let all = || strip.points.iter().chain(&strip.calls).map(|value| self.x(*value));
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
        let (before, behind) = (low - self.room.left, self.room.left + self.room.width - high);
        let gap = LARGEST_POINT + 22.0;
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
        if lanes.iter().any(|(_, text, _)| needed(text) > room) {
            self.labels_below(strip, &lanes, below);
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

    /// What the dots are, below them in one line, where the strip has spare room. Elsewhere the words below the heading
    /// must do.
    fn labels_below(&self, strip: &Strip, lanes: &[(&str, &String, (f64, f64)); 2], below: (f64, f64)) {
        let texts = lanes
            .iter()
            .map(|(_, text, _)| text.as_str())
            .filter(|text| !text.is_empty());
        let text = texts.collect::<Vec<_>>().join(" · ");
        let spec = TextSpec {
            id: &format!("strip-{}-points-label", strip.id),
            text: &text,
            x: self.room.left,
            y: below.0 + 27.0,
            size: 24.0,
            fill: &self.chart.muted.0,
            ..TextSpec::default()
        };
        if below.1 >= BELOW && self.sheet.text_width(&spec) <= self.room.width {
            self.label(&spec);
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

    fn quartiles(&self, values: &[f64], lane: (f64, f64), ink: RGBColor) {
        let mut sorted: Vec<f64> = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let quantile = |share: f64| self.x(super::quantile(&sorted, share));
        let (middle, half) = lane;
        // The outline is what is seen; the fill only tints it.
        let box_ink = ink.mix(TINT);
        let corners = [
            (quantile(0.25), middle - half),
            (quantile(0.75), middle - half),
            (quantile(0.75), middle + half),
            (quantile(0.25), middle + half),
            (quantile(0.25), middle - half),
        ];
        self.sheet.line(&corners, ink, 2.0);
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
        let (radius, dots) = points.unwrap_or((lanes.points.1, &[]));
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
        let label_x = x.clamp(self.room.left + half, self.room.left + self.room.width - half);
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
                if let Some(of) = &strip.whisker {
                    let place = Place {
                        middle: lanes.bottom,
                        half: 9.0,
                        width: 4.0,
                    };
                    let id = format!("strip-{}-interval", strip.id);
                    let x = |value: f64| self.x(value.max(self.chart.axis.from));
                    whisker::draw(self.sheet, &id, "distribution", of, place, &x);
                }
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
    /// What the strip needs, without spare room.
    height: f64,
}

impl Lanes {
    /// Lanes that need these halves, in the middle of a strip with spare room; `foot` stays free below them.
    fn of((top, spare): (f64, f64), points: f64, calls: f64, foot: f64) -> Lanes {
        let gap = if calls > 0.0 { LANE_GAP } else { 0.0 };
        let needed = 2.0 * (points + calls) + gap;
        let start = top + HEAD - 8.0 + spare / 2.0;
        Lanes {
            points: (start + points, points),
            calls: (start + 2.0 * points + gap + calls, calls),
            bottom: start + needed + 4.0,
            height: HEAD + needed + foot,
        }
    }
}
