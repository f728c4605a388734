//! Lanes, for small pictures and for few bars: every bar may have the whole width, because its name and its value stand above it. Bars are
//! true from zero; below a bar stand the samples that it is the mean of, on the same scale.

use super::backend::Sheet;
use super::bars::Bar;
use super::swarm::swarm_within;
use super::whisker::{self, Place};
use super::{Ink, Sizes, color};
use crate::render::svg::{Anchor, TextSpec};

/// One bar with what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    pub bar: Bar,
    /// Empty when only the value is known.
    pub samples: Vec<f64>,
    /// How many samples there are, and from where to where they go.
    pub samples_text: String,
}

impl From<Bar> for Lane {
    fn from(bar: Bar) -> Lane {
        Lane {
            bar,
            samples: Vec::new(),
            samples_text: String::new(),
        }
    }
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Lanes {
    /// Prefix of ids.
    pub id: String,
    pub lanes: Vec<Lane>,
    pub muted: Ink,
    /// The ground.
    pub paper: Ink,
}

/// Heights of the parts of a lane, in pixels; equal in all lanes of a chart.
struct Parts {
    head: f64,
    bar: f64,
    samples: f64,
    text: f64,
    gap: f64,
}

/// Radii of dots and how far their centres keep apart, in radii, the best first. Closer than two they cover a part of
/// each other, and the hairline of paper around each keeps them apart.
const LEVELS: [(f64, f64); 6] = [(8.0, 2.1), (7.0, 2.1), (6.0, 2.0), (5.5, 1.7), (5.0, 1.4), (4.5, 1.1)];
/// Between the parts of a lane.
const PART_GAP: f64 = 10.0;

impl Lanes {
    /// The height that the chart is best drawn in.
    pub fn good_height(&self, sizes: &Sizes) -> f64 {
        let samples = if self.has_samples() {
            sizes.dots + sizes.note * 1.3 + 2.0 * PART_GAP
        } else {
            0.0
        };
        let lane = sizes.value * 1.25 + sizes.bar * 0.55 + samples + sizes.note * 0.6;
        lane * self.lanes.len() as f64
    }

    /// The height that the chart can use.
    pub fn most_height(&self, sizes: &Sizes) -> f64 {
        let (bar, air) = self.most();
        let samples = if self.has_samples() {
            sizes.dots + sizes.note * 1.3 + 2.0 * PART_GAP
        } else {
            0.0
        };
        let lane = sizes.value * 1.25 + sizes.bar * bar + samples + sizes.note * (0.6 + air);
        lane * self.lanes.len() as f64
    }

    /// The largest bar and the largest gap between lanes, by their usual sizes: without samples below them bars and gaps
    /// take what room there is.
    fn most(&self) -> (f64, f64) {
        if self.has_samples() { (1.25, 2.2) } else { (1.7, 3.4) }
    }

    fn has_samples(&self) -> bool {
        self.lanes.iter().any(|lane| !lane.samples.is_empty())
    }
}

/// Draws the lanes over the height of the sheet.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Lanes, sizes: &Sizes) {
    let all = chart.lanes.iter().flat_map(|lane| {
        lane.samples
            .iter()
            .chain([&lane.bar.value])
            .chain(lane.bar.whisker.as_ref().map(|w| &w.ends.1))
    });
    let largest = all.copied().fold(0.0, f64::max);
    let scale = if largest > 0.0 { size.0 / largest } else { 0.0 };
    let parts = parts(sheet, size, chart, sizes);
    let level = level(chart, scale, sizes);
    let names = chart
        .lanes
        .iter()
        .map(|lane| name(lane, sizes, size.0 - value_width(sheet, lane, sizes)));
    let name_size = sheet.common_size(sizes.name, names);
    let pitch = parts.head + parts.bar + parts.samples + parts.text + parts.gap;
    for (i, lane) in chart.lanes.iter().enumerate() {
        sheet.group(&format!("{}-{}", chart.id, lane.bar.id), &lane.bar.name, || {
            let plot = Plot {
                sheet,
                chart,
                sizes,
                width: size.0,
                scale,
                parts: &parts,
                level,
                name_size,
            };
            plot.lane(lane, i as f64 * pitch);
        });
    }
}

/// Shares the height of the sheet among the parts: bars grow first, then the gaps between lanes.
fn parts(sheet: &Sheet<'_>, size: (f64, f64), chart: &Lanes, sizes: &Sizes) -> Parts {
    let count = chart.lanes.len().max(1) as f64;
    let names = chart.lanes.iter().map(|lane| {
        let spec = name(lane, sizes, size.0 - value_width(sheet, lane, sizes));
        sheet.measure(&spec).last
    });
    let above = if sheet.tall() { 0.3 } else { 0.0 };
    let head = names.fold(0.0, f64::max) + sizes.value * (0.8 + above) + PART_GAP;
    let (samples, text) = if chart.has_samples() {
        (sizes.dots + PART_GAP, sizes.note * (1.3 + above) + PART_GAP * 0.5)
    } else {
        (0.0, 0.0)
    };
    let least_gap = sizes.note * 0.6;
    let room = (size.1 + least_gap) / count - head - samples - text - least_gap;
    let (most, air) = chart.most();
    let bar = room.clamp(sizes.note * 0.5, sizes.bar * most);
    let spare = (room - bar).max(0.0).min(sizes.note * air);
    Parts {
        head,
        bar,
        samples,
        text,
        gap: least_gap + spare,
    }
}

/// The largest dots that all lanes have room for; `None` when there are too many.
fn level(chart: &Lanes, scale: f64, sizes: &Sizes) -> Option<(f64, f64)> {
    LEVELS.into_iter().find(|(radius, apart)| {
        chart.lanes.iter().all(|lane| {
            let places: Vec<f64> = lane.samples.iter().map(|value| value * scale).collect();
            swarm_within(&places, *radius, apart * radius, sizes.dots / 2.0).is_some()
        })
    })
}

fn name<'a>(lane: &'a Lane, sizes: &Sizes, width: f64) -> TextSpec<'a> {
    TextSpec {
        text: &lane.bar.name,
        width: Some(width),
        lines: 2,
        compact: true,
        size: sizes.name,
        least: Some(sizes.least),
        leading: 1.12,
        bold: true,
        fill: &lane.bar.ink.0,
        ..TextSpec::default()
    }
}

/// Width of the value with the gap before it.
fn value_width(sheet: &Sheet<'_>, lane: &Lane, sizes: &Sizes) -> f64 {
    let spec = TextSpec {
        text: &lane.bar.value_text,
        size: sizes.value,
        bold: true,
        ..TextSpec::default()
    };
    sheet.text_width(&spec) + sizes.note
}

struct Plot<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Lanes,
    sizes: &'a Sizes,
    width: f64,
    /// Pixels of one unit of value.
    scale: f64,
    parts: &'a Parts,
    level: Option<(f64, f64)>,
    /// The size that all names have room for.
    name_size: f64,
}

impl Plot<'_, '_> {
    fn lane(&self, lane: &Lane, top: f64) {
        let id = |part: &str| format!("{}-{}-{part}", self.chart.id, lane.bar.id);
        let base = top + self.parts.head - PART_GAP;
        let beside = self.width - value_width(self.sheet, lane, self.sizes);
        let named = TextSpec {
            size: self.name_size,
            ..name(lane, self.sizes, beside)
        };
        let last = self.sheet.measure(&named).last;
        self.sheet.text(&TextSpec {
            id: &id("name"),
            y: base - last,
            ..named
        });
        self.sheet.text(&TextSpec {
            id: &id("value"),
            text: &lane.bar.value_text,
            x: self.width,
            y: base,
            anchor: Anchor::End,
            size: self.sizes.value,
            bold: true,
            fill: &lane.bar.ink.0,
            ..TextSpec::default()
        });
        let bar = top + self.parts.head;
        let end = (lane.bar.value * self.scale, bar + self.parts.bar);
        let scale = (self.chart.id.as_str(), lane.bar.value);
        self.sheet
            .bar(&id("bar"), scale, (0.0, bar), end, color(&lane.bar.fill));
        if let Some(of) = &lane.bar.whisker {
            let place = Place {
                middle: bar + self.parts.bar / 2.0,
                half: (self.parts.bar * 0.24).clamp(5.0, 14.0),
                width: 3.5,
            };
            let x = |value: f64| value.max(0.0) * self.scale;
            whisker::draw(self.sheet, &id("interval"), &self.chart.id, of, place, &x);
        }
        if !lane.samples.is_empty() {
            self.samples(lane, end.1 + PART_GAP * 0.5, &id("samples"));
            self.words(lane, end.1 + self.parts.samples + self.sizes.note, &id("samples-text"));
        }
    }

    /// A dot a sample where they have room, or else a line from the least to the largest.
    fn samples(&self, lane: &Lane, top: f64, id: &str) {
        let middle = top + self.sizes.dots / 2.0;
        let places: Vec<f64> = lane.samples.iter().map(|value| value * self.scale).collect();
        let ink = color(&lane.bar.fill);
        let half = self.sizes.dots / 2.0;
        let dots = self
            .level
            .and_then(|(radius, apart)| Some((radius, swarm_within(&places, radius, apart * radius, half)?)));
        self.sheet.group(id, &lane.samples_text, || match dots {
            Some((radius, dots)) => {
                for dot in dots {
                    let at = (dot.x.max(radius), middle + dot.y);
                    self.sheet.dot(at, radius, ink, color(&self.chart.paper));
                }
            }
            None => {
                let low = places.iter().copied().fold(f64::INFINITY, f64::min);
                let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let half = self.sizes.dots * 0.3;
                self.sheet.line(&[(low, middle), (high, middle)], ink, 4.0);
                for end in [low, high] {
                    self.sheet.line(&[(end, middle - half), (end, middle + half)], ink, 4.0);
                }
            }
        });
    }

    fn words(&self, lane: &Lane, y: f64, id: &str) {
        self.sheet.text(&TextSpec {
            id,
            text: &lane.samples_text,
            y,
            width: Some(self.width),
            size: self.sizes.note,
            least: Some(self.sizes.least),
            fill: &self.chart.muted.0,
            ..TextSpec::default()
        });
    }
}
