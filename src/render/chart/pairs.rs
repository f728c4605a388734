//! Pairs of bars: for each measure and case the baseline and the candidate, true from zero, with the change beside them.
//! Every pair has a scale of its own, because units differ; better and worse are drawn alike, in their own colours.

use super::backend::Sheet;
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
/// The least height that a pair can be drawn in.
pub const LEAST_PITCH: f64 = 82.0;
const LARGEST_PITCH: f64 = 150.0;

/// Draws all groups, spread over the height of the sheet.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Pairs) {
    let titles = chart.groups.iter().filter(|group| group.title.is_some()).count() as f64;
    let rows: usize = chart.groups.iter().map(|group| group.pairs.len()).sum();
    let gaps = GROUP_GAP * chart.groups.len().saturating_sub(1) as f64;
    let pitch = ((size.1 - titles * TITLE - gaps) / rows.max(1) as f64).min(LARGEST_PITCH);
    let mut top = 0.0;
    for group in &chart.groups {
        if let Some(title) = &group.title {
            sheet.text(&TextSpec {
                id: &format!("case-{}", group.id),
                text: title,
                y: top + 38.0,
                width: Some(size.0),
                size: 32.0,
                least: Some(24.0),
                bold: true,
                fill: &chart.text.0,
                ..TextSpec::default()
            });
            top += TITLE;
        }
        for pair in &group.pairs {
            sheet.group(&format!("pair-{}-{}", group.id, pair.id), &pair.name, || {
                let row = Row {
                    sheet,
                    chart,
                    pair,
                    id: format!("{}-{}", group.id, pair.id),
                    width: size.0,
                };
                row.draw(top, pitch);
            });
            top += pitch;
        }
        top += GROUP_GAP;
    }
}

struct Row<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Pairs,
    pair: &'a Pair,
    id: String,
    width: f64,
}

const NAMES: f64 = 400.0;
const CHANGES: f64 = 240.0;
const VALUES: f64 = 224.0;

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
        let spec = TextSpec {
            width: Some(NAMES - 24.0),
            least: Some(24.0),
            ..TextSpec::default()
        };
        let id = format!("pair-{}-name", self.id);
        let name = TextSpec {
            id: &id,
            text: &self.pair.name,
            lines: 2,
            compact: true,
            size: 28.0,
            leading: 1.1,
            bold: true,
            fill: &self.chart.text.0,
            ..spec
        };
        let lines = self.sheet.measure(&name).lines as f64;
        let first = middle - 6.0 - (lines - 1.0) * 15.4;
        let block = self.sheet.text(&TextSpec { y: first, ..name });
        self.sheet.text(&TextSpec {
            id: &format!("pair-{}-note", self.id),
            text: &self.pair.note,
            y: block.last + 31.0,
            size: 24.0,
            fill: &self.chart.muted.0,
            ..spec
        });
    }

    fn bars(&self, middle: f64, pitch: f64) {
        let thickness = (pitch * 0.27).min(34.0);
        let largest = self.pair.baseline.0.max(self.pair.candidate.0);
        let room = self.width - NAMES - CHANGES - VALUES;
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
        for (part, (value, text), fill, ink, y) in rows {
            let length = if largest > 0.0 { value / largest * room } else { 0.0 };
            self.sheet
                .rectangle((NAMES, y), (NAMES + length, y + thickness), color(fill));
            self.sheet.text(&TextSpec {
                id: &format!("pair-{}-{part}", self.id),
                text,
                x: NAMES + length + 12.0,
                y: y + thickness / 2.0 + 9.0,
                width: Some(VALUES - 20.0),
                size: 26.0,
                least: Some(24.0),
                bold: part == "candidate",
                fill: &ink.0,
                ..TextSpec::default()
            });
        }
    }

    fn change(&self, middle: f64) {
        let spec = TextSpec {
            x: self.width,
            anchor: Anchor::End,
            width: Some(CHANGES - 20.0),
            least: Some(24.0),
            fill: &self.pair.ink.0,
            ..TextSpec::default()
        };
        self.sheet.text(&TextSpec {
            id: &format!("pair-{}-change", self.id),
            text: &self.pair.change,
            y: middle + 1.0,
            size: 40.0,
            bold: true,
            tracking: -0.02,
            ..spec
        });
        self.sheet.text(&TextSpec {
            id: &format!("pair-{}-verdict", self.id),
            text: &self.pair.verdict,
            y: middle + 32.0,
            size: 24.0,
            ..spec
        });
    }
}
