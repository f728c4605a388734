//! Pairs of bars: for each measure and case the baseline and the candidate, true from zero, with the change beside them.
//! Every pair has a scale of its own, because units differ; better and worse are drawn alike, in their own colours.

use super::backend::Sheet;
use super::spread::Spread;
use super::whisker::Whisker;
use super::{Ink, color};
use crate::render::svg::{Anchor, TextSpec};

/// The pairs of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    pub id: String,
    /// Absent when the data set has no cases.
    pub title: Option<String>,
    pub pairs: Vec<Pair>,
}

/// One measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    pub id: String,
    pub name: String,
    /// `lower is better`
    pub note: String,
    pub baseline: (f64, String),
    pub candidate: (f64, String),
    pub change: String,
    /// `better`, `worse`, `unchanged` in words.
    pub verdict: String,
    /// Of the candidate's bar and the change.
    pub ink: Ink,
    /// Of the single values of the baseline and of the candidate, where they are known.
    pub spreads: Option<[Spread; 2]>,
    /// The intervals of both, where they are shown instead.
    pub whiskers: Option<[Whisker; 2]>,
}

/// The id of a pair that no pair of another group has.
pub fn id_within(group: &str, pair: &str) -> String {
    format!("{group}-{pair}")
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    pub groups: Vec<Group>,
    pub baseline_fill: Ink,
    pub text: Ink,
    pub muted: Ink,
    pub rule: Ink,
}

const TITLE: f64 = 62.0;
const GROUP_GAP: f64 = 14.0;
/// The height that a pair is best drawn in.
const GOOD_PITCH: f64 = 88.0;

impl Pairs {
    pub fn pairs(&self) -> usize {
        self.groups.iter().map(|group| group.pairs.len()).sum()
    }

    /// How many groups have a title.
    pub(super) fn titles(&self) -> f64 {
        self.groups.iter().filter(|group| group.title.is_some()).count() as f64
    }

    /// The height that the chart is best drawn in.
    pub fn good_height(&self) -> f64 {
        self.titles() * TITLE
            + self.pairs() as f64 * GOOD_PITCH
            + GROUP_GAP * self.groups.len().saturating_sub(1) as f64
    }
}

/// Draws all groups, spread over the height of the sheet.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Pairs) {
    let gaps = GROUP_GAP * chart.groups.len().saturating_sub(1) as f64;
    let pitch = (size.1 - chart.titles() * TITLE - gaps) / chart.pairs().max(1) as f64;
    let scale = if pitch < 84.0 {
        0.85
    } else {
        (pitch / 110.0).clamp(1.0, 2.2)
    };
    let names = names(sheet, chart, scale);
    let changes = changes(sheet, chart);
    let values = Values::of(sheet, chart, 26.0 * scale.clamp(1.0, 1.6));
    let all = || chart.groups.iter().flat_map(|group| &group.pairs);
    let sizes = Sizes {
        name: sheet.common_size(
            28.0 * scale.clamp(1.0, 1.6),
            all().map(|pair| name(chart, pair, names, scale)),
        ),
        change: sheet.common_size(40.0 * scale.min(1.7), all().map(|pair| change(pair, changes, scale))),
    };
    let rows = Rows {
        title: TITLE,
        title_base: 38.0,
        title_size: 32.0,
        title_least: 24.0,
        title_ink: &chart.text,
        width: size.0,
        pitch,
        gap: GROUP_GAP,
    };
    rows.each(sheet, chart, &|pair, id, top| {
        let row = Row {
            sheet,
            chart,
            pair,
            id: id.to_owned(),
            width: size.0,
            names,
            scale,
            values,
            changes,
            sizes,
        };
        row.draw(top, pitch);
    });
}

/// The sizes that all names and all changes have room for.
#[derive(Clone, Copy)]
struct Sizes {
    name: f64,
    change: f64,
}

/// The name of a pair in a column of this width, in one line or two.
fn name<'a>(chart: &'a Pairs, pair: &'a Pair, column: f64, scale: f64) -> TextSpec<'a> {
    TextSpec {
        text: &pair.name,
        width: Some(column - 24.0),
        least: Some(24.0),
        lines: 2,
        compact: true,
        size: 28.0 * scale.clamp(1.0, 1.6),
        leading: 1.1,
        bold: true,
        fill: &chart.text.0,
        ..TextSpec::default()
    }
}

/// The change of a pair in a column of this width.
fn change(pair: &Pair, column: f64, scale: f64) -> TextSpec<'_> {
    TextSpec {
        text: &pair.change,
        anchor: Anchor::End,
        width: Some(column - 20.0),
        least: Some(24.0),
        size: 40.0 * scale.min(1.7),
        bold: true,
        tracking: -0.02,
        fill: &pair.ink.0,
        ..TextSpec::default()
    }
}

/// Where groups and their pairs stand below each other, in pixels.
pub(super) struct Rows<'a> {
    /// Height of a group's title, from its top to its line, and its size.
    pub title: f64,
    pub title_base: f64,
    pub title_size: f64,
    pub title_least: f64,
    pub title_ink: &'a Ink,
    pub width: f64,
    /// Height of a pair, and what stays free between groups.
    pub pitch: f64,
    pub gap: f64,
}

impl Rows<'_> {
    /// Draws titles, and every pair with its id and its top in a group of its own.
    pub fn each(&self, sheet: &Sheet<'_>, chart: &Pairs, draw: &dyn Fn(&Pair, &str, f64)) {
        let mut top = 0.0;
        for group in &chart.groups {
            if let Some(title) = &group.title {
                sheet.text(&TextSpec {
                    id: &format!("case-{}", group.id),
                    text: title,
                    y: top + self.title_base,
                    width: Some(self.width),
                    size: self.title_size,
                    least: Some(self.title_least),
                    bold: true,
                    fill: &self.title_ink.0,
                    ..TextSpec::default()
                });
                top += self.title;
            }
            for pair in &group.pairs {
                let id = format!("pair-{}", id_within(&group.id, &pair.id));
                sheet.group(&id, &pair.name, || draw(pair, &id, top));
                top += self.pitch;
            }
            top += self.gap;
        }
    }
}

fn names(sheet: &Sheet<'_>, chart: &Pairs, scale: f64) -> f64 {
    let pairs = chart.groups.iter().flat_map(|group| &group.pairs);
    let width = |pair: &Pair| {
        let of = |text: &str, size: f64, bold: bool| {
            sheet.text_width(&TextSpec {
                text,
                size,
                bold,
                ..TextSpec::default()
            })
        };
        // Rows with much room have larger names.
        let scale = scale.clamp(1.0, 1.6);
        of(&pair.name, 28.0 * scale, true).max(of(&pair.note, 24.0 * scale.min(1.2), false))
    };
    (pairs.map(width).fold(0.0, f64::max) + 30.0).clamp(LEAST_NAMES, MOST_NAMES)
}

/// The column of changes, wider where the longest does not fit at the least size.
fn changes(sheet: &Sheet<'_>, chart: &Pairs) -> f64 {
    let width = |pair: &Pair| {
        sheet.text_width(&TextSpec {
            text: &pair.change,
            size: 24.0,
            bold: true,
            tracking: -0.02,
            ..TextSpec::default()
        })
    };
    let pairs = chart.groups.iter().flat_map(|group| &group.pairs);
    (pairs.map(width).fold(0.0, f64::max) + 22.0).clamp(LEAST_CHANGES, MOST_CHANGES)
}

/// How the values beside the bars are set.
#[derive(Clone, Copy)]
struct Values {
    /// Font size of all values.
    size: f64,
    /// Width of their column.
    width: f64,
}

impl Values {
    /// The usual column with texts of at most the preferred size; a wider one when the longest text does not fit at
    /// the least size.
    fn of(sheet: &Sheet<'_>, chart: &Pairs, preferred: f64) -> Values {
        let pairs = chart.groups.iter().flat_map(|group| &group.pairs);
        let texts = pairs.flat_map(|pair| [&pair.baseline.1, &pair.candidate.1]);
        let width = |text: &String| {
            sheet.text_width(&TextSpec {
                text,
                size: preferred,
                bold: true,
                ..TextSpec::default()
            })
        };
        let widest = texts.map(width).fold(1.0, f64::max);
        let least = widest * LEAST_VALUE_SIZE / preferred;
        let width = (least + VALUE_GAP + 2.0).clamp(LEAST_VALUES, MOST_VALUES);
        Values {
            size: (preferred * (width - VALUE_GAP) / widest).clamp(LEAST_VALUE_SIZE, preferred),
            width,
        }
    }
}

struct Row<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Pairs,
    pair: &'a Pair,
    id: String,
    width: f64,
    /// Width of the column of names.
    names: f64,
    /// How much larger or smaller than usual everything is, by the height of the row.
    scale: f64,
    values: Values,
    /// Width of the column of changes.
    changes: f64,
    sizes: Sizes,
}

/// Widths of the columns; the bars have the rest.
const LEAST_NAMES: f64 = 330.0;
const MOST_NAMES: f64 = 520.0;
const LEAST_CHANGES: f64 = 240.0;
const MOST_CHANGES: f64 = 360.0;
const LEAST_VALUES: f64 = 224.0;
const MOST_VALUES: f64 = 360.0;
/// Between a bar and its value, and between the longest value and the change.
const VALUE_GAP: f64 = 20.0;
const LEAST_VALUE_SIZE: f64 = 24.0;

impl Row<'_, '_> {
    fn draw(&self, top: f64, pitch: f64) {
        self.sheet
            .line(&[(0.0, top), (self.width, top)], color(&self.chart.rule), 2.0);
        let middle = top + pitch / 2.0;
        self.names(middle);
        self.bars(middle, pitch);
        self.change(middle);
    }

    fn names(&self, middle: f64) {
        let id = format!("{}-name", self.id);
        let name = TextSpec {
            id: &id,
            size: self.sizes.name,
            ..name(self.chart, self.pair, self.names, self.scale)
        };
        let lines = self.sheet.measure(&name).lines as f64;
        let first = middle - 6.0 - (lines - 1.0) * 15.4 * self.scale.clamp(1.0, 1.6);
        let block = self.sheet.text(&TextSpec { y: first, ..name });
        self.sheet.text(&TextSpec {
            id: &format!("{}-note", self.id),
            text: &self.pair.note,
            y: block.last + 31.0 * self.scale.clamp(1.0, 1.6) + if self.sheet.tall() { 4.0 } else { 0.0 },
            width: Some(self.names - 24.0),
            size: 24.0 * self.scale.clamp(1.0, 1.2),
            least: Some(24.0),
            fill: &self.chart.muted.0,
            ..TextSpec::default()
        });
    }

    fn bars(&self, middle: f64, pitch: f64) {
        // Two lines of values must have room beside the bars.
        let least = if self.sheet.tall() { 29.0 } else { 25.0 };
        let thickness = (pitch * 0.27).clamp(least, 130.0);
        let spreads = self.pair.spreads;
        let furthest = |i: usize| spreads.map_or(0.0, |spreads| spreads[i].largest);
        let largest = self
            .pair
            .baseline
            .0
            .max(self.pair.candidate.0)
            .max(furthest(0))
            .max(furthest(1));
        let room = self.width - self.names - self.changes - self.values.width;
        let rows = [
            (
                "baseline",
                &self.pair.baseline,
                &self.chart.baseline_fill,
                &self.chart.muted,
                middle - thickness - 3.0,
            ),
            (
                "candidate",
                &self.pair.candidate,
                &self.pair.ink,
                &self.pair.ink,
                middle + 3.0,
            ),
        ];
        let along = |value: f64| if largest > 0.0 { value / largest * room } else { 0.0 };
        for (i, (part, (value, text), fill, ink, y)) in rows.into_iter().enumerate() {
            let length = along(value.max(furthest(i)));
            // Single values stand below the bar, which nothing may cover.
            let height = if spreads.is_some() { 0.58 * thickness } else { thickness };
            self.sheet.bar(
                &format!("{}-{part}-bar", self.id),
                (&self.id, *value),
                (self.names, y),
                (self.names + along(*value), y + height),
                color(fill),
            );
            if let Some(spreads) = spreads {
                let place = (y + 0.64 * thickness, 0.36 * thickness);
                let x = |value: f64| self.names + along(value);
                spreads[i].draw(self.sheet, *value, &x, place, color(fill));
            }
            self.sheet.text(&TextSpec {
                id: &format!("{}-{part}", self.id),
                text,
                x: self.names + length + 12.0,
                y: y + height / 2.0 + 9.0,
                width: Some(self.values.width - VALUE_GAP),
                size: self.values.size,
                least: Some(LEAST_VALUE_SIZE),
                bold: part == "candidate",
                fill: &ink.0,
                ..TextSpec::default()
            });
        }
    }

    fn change(&self, middle: f64) {
        self.sheet.text(&TextSpec {
            id: &format!("{}-change", self.id),
            x: self.width,
            y: middle - 3.0 * self.scale.min(1.7),
            size: self.sizes.change,
            ..change(self.pair, self.changes, self.scale)
        });
        self.sheet.text(&TextSpec {
            id: &format!("{}-verdict", self.id),
            text: &self.pair.verdict,
            x: self.width,
            y: middle + 33.0 * self.scale.min(1.5),
            anchor: Anchor::End,
            width: Some(self.changes - 20.0),
            size: 24.0 * self.scale.clamp(1.0, 1.2),
            least: Some(24.0),
            fill: &self.pair.ink.0,
            ..TextSpec::default()
        });
    }
}
