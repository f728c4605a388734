//! Pairs of bars under heads: the name of the measure and the change stand above the two bars, the values behind them,
//! so that bars have the whole width. For narrow pictures, and for few pairs.

use super::backend::Sheet;
use super::pairs::{Group, Pair, Pairs, Rows, id_within};
use super::whisker::{self, Place};
use super::{Sizes, color};
use crate::render::svg::{Anchor, TextSpec};

/// Between the two bars of a pair, and between a bar and its value.
const BAR_GAP: f64 = 4.0;
const VALUE_GAP: f64 = 14.0;
/// The largest height of a pair, by the size of its values; and of its bars, by the largest bar.
const LARGEST_PITCH: f64 = 17.0;
const LARGEST_BAR: f64 = 1.6;

impl Pairs {
    /// The height that the chart is best drawn in under heads.
    pub fn headed_height(&self, sizes: &Sizes) -> f64 {
        self.titles() * title_height(sizes) + self.pairs() as f64 * sizes.note * 4.6
    }

    /// The height that the chart can use under heads.
    pub fn headed_most(&self, sizes: &Sizes) -> f64 {
        let pair = LARGEST_PITCH * sizes.note;
        self.titles() * title_height(sizes) + self.pairs() as f64 * pair
    }

    /// Takes pairs away until `count` are left; `goes` are ids of those that may go, the first one first.
    pub fn keep(&mut self, count: usize, goes: &[String]) {
        let surplus = self.pairs().saturating_sub(count);
        let gone = &goes[..surplus.min(goes.len())];
        for group in &mut self.groups {
            let Group { id, pairs, .. } = group;
            pairs.retain(|pair| !gone.contains(&id_within(id, &pair.id)));
        }
        self.groups.retain(|group| !group.pairs.is_empty());
    }
}

/// How many pairs a sheet of this size has room for.
pub fn room(sheet: &Sheet<'_>, size: (f64, f64), chart: &Pairs, sizes: &Sizes) -> usize {
    let under = base(sheet, sizes) + second_line(sheet, size.0, chart, sizes) + below(sheet, sizes);
    let least = under + 2.0 * least_bar(sheet, sizes) + BAR_GAP + foot(sheet, sizes);
    ((size.1 - chart.titles() * title_height(sizes)) / least).max(0.0) as usize
}

/// From the top of a row to the line of its name, from there to its bars, the least height of a bar with its value, and
/// what stays free below: two lines of values must have room beside the bars.
fn base(sheet: &Sheet<'_>, sizes: &Sizes) -> f64 {
    sizes.name * if sheet.tall() { 1.45 } else { 1.2 }
}

fn below(sheet: &Sheet<'_>, sizes: &Sizes) -> f64 {
    sizes.note * if sheet.tall() { 0.6 } else { 0.42 }
}

fn least_bar(sheet: &Sheet<'_>, sizes: &Sizes) -> f64 {
    sizes.note * if sheet.tall() { 1.2 } else { 1.02 }
}

fn foot(sheet: &Sheet<'_>, sizes: &Sizes) -> f64 {
    sizes.note * if sheet.tall() { 0.76 } else { 0.5 }
}

/// Height of a line for the directions of all pairs, when one of them has no room beside its name.
fn second_line(sheet: &Sheet<'_>, width: f64, chart: &Pairs, sizes: &Sizes) -> f64 {
    let width_of = |text: &str, size: f64, bold: bool| {
        sheet.text_width(&TextSpec {
            text,
            size,
            bold,
            ..TextSpec::default()
        })
    };
    let mut pairs = chart.groups.iter().flat_map(|group| &group.pairs);
    let crowded = pairs.any(|pair| {
        let behind = width_of(&pair.change, sizes.value, true) + width_of(&pair.verdict, sizes.note, false);
        let name = width_of(&pair.name, sizes.name, true);
        let note = width_of(&pair.note, sizes.note, false);
        name + note + behind + sizes.note * (NAME_GAP + VERDICT_GAPS) > width
    });
    match (crowded, sheet.tall()) {
        (false, _) => 0.0,
        (true, false) => sizes.note * 1.3,
        (true, true) => sizes.note * 1.5,
    }
}

/// Between a name and its direction, and around a verdict, in parts of the size of notes.
const NAME_GAP: f64 = 0.7;
const VERDICT_GAPS: f64 = 1.4;

fn title_height(sizes: &Sizes) -> f64 {
    sizes.name * 1.6
}

/// Draws all groups, spread over the height of the sheet.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Pairs, sizes: &Sizes) {
    let pitch = (size.1 - chart.titles() * title_height(sizes)) / chart.pairs().max(1) as f64;
    let pitch = pitch.min(LARGEST_PITCH * sizes.note);
    let values = values(sheet, chart, sizes);
    let second_line = second_line(sheet, size.0, chart, sizes);
    let rows = Rows {
        title: title_height(sizes),
        title_base: sizes.name,
        title_size: sizes.name,
        title_least: sizes.least,
        title_ink: &chart.muted,
        width: size.0,
        pitch,
        gap: 0.0,
    };
    rows.each(sheet, chart, &|pair, id, top| {
        let row = Row {
            sheet,
            chart,
            pair,
            sizes,
            id: id.to_owned(),
            width: size.0,
            values,
            second_line,
        };
        row.draw(top, pitch);
    });
}

/// Width of the longest value with the gap before it.
fn values(sheet: &Sheet<'_>, chart: &Pairs, sizes: &Sizes) -> f64 {
    let pairs = chart.groups.iter().flat_map(|group| &group.pairs);
    let texts = pairs.flat_map(|pair| [&pair.baseline.1, &pair.candidate.1]);
    let width = |text: &String| {
        sheet.text_width(&TextSpec {
            text,
            size: sizes.note,
            bold: true,
            ..TextSpec::default()
        })
    };
    texts.map(width).fold(0.0, f64::max) + VALUE_GAP + 2.0
}

struct Row<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Pairs,
    pair: &'a Pair,
    sizes: &'a Sizes,
    id: String,
    width: f64,
    /// Width of the column of values.
    values: f64,
    /// Height of the line of the direction; zero when it stands beside the name.
    second_line: f64,
}

impl Row<'_, '_> {
    fn draw(&self, top: f64, pitch: f64) {
        let sizes = self.sizes;
        self.sheet
            .line(&[(0.0, top), (self.width, top)], color(&self.chart.rule), 2.0);
        let base = top + base(self.sheet, sizes);
        self.head(base);
        let under = base + self.second_line + below(self.sheet, sizes);
        let least = least_bar(self.sheet, sizes);
        let room = top + pitch - under - foot(self.sheet, sizes);
        let bar = ((room - BAR_GAP) / 2.0).clamp(least, sizes.bar * LARGEST_BAR);
        self.bar("baseline", &self.pair.baseline, under, bar);
        self.bar("candidate", &self.pair.candidate, under + bar + BAR_GAP, bar);
    }

    /// Name and direction before, change and verdict behind; the direction below where one line has no room for it.
    fn head(&self, base: f64) {
        let sizes = self.sizes;
        let change = TextSpec {
            id: &format!("{}-change", self.id),
            text: &self.pair.change,
            x: self.width,
            y: base,
            anchor: Anchor::End,
            size: sizes.value,
            bold: true,
            fill: &self.pair.ink.0,
            ..TextSpec::default()
        };
        let taken = self.sheet.text_width(&change);
        self.sheet.text(&change);
        let verdict = TextSpec {
            id: &format!("{}-verdict", self.id),
            text: &self.pair.verdict,
            x: self.width - taken - sizes.note * 0.6,
            y: base,
            anchor: Anchor::End,
            size: sizes.note,
            fill: &self.pair.ink.0,
            ..TextSpec::default()
        };
        let taken = taken + self.sheet.text_width(&verdict) + sizes.note * VERDICT_GAPS;
        self.sheet.text(&verdict);
        let room = self.width - taken;
        let name = TextSpec {
            id: &format!("{}-name", self.id),
            text: &self.pair.name,
            y: base,
            width: Some(room),
            size: sizes.name,
            least: Some(sizes.least),
            bold: true,
            fill: &self.chart.text.0,
            ..TextSpec::default()
        };
        let named = self.sheet.text(&name).width + sizes.note * NAME_GAP;
        let (x, y) = if self.second_line > 0.0 {
            (0.0, base + self.second_line)
        } else {
            (named, base)
        };
        self.sheet.text(&TextSpec {
            id: &format!("{}-note", self.id),
            text: &self.pair.note,
            x,
            y,
            size: sizes.note,
            fill: &self.chart.muted.0,
            ..TextSpec::default()
        });
    }

    fn bar(&self, part: &str, (value, text): &(f64, String), top: f64, thickness: f64) {
        let own = part == "candidate";
        let at = usize::from(own);
        let pair = self.pair;
        let furthest = |i: usize| {
            let whisker = pair.whiskers.as_ref().map_or(0.0, |both| both[i].ends.1);
            pair.spreads.map_or(whisker, |both| whisker.max(both[i].largest))
        };
        let values = pair.baseline.0.max(pair.candidate.0);
        let largest = values.max(furthest(0)).max(furthest(1));
        let room = self.width - self.values;
        let along = |value: f64| {
            if largest > 0.0 {
                value.max(0.0) / largest * room
            } else {
                0.0
            }
        };
        let fill = if own { &pair.ink } else { &self.chart.baseline_fill };
        let ink = if own { &pair.ink } else { &self.chart.muted };
        // Single values stand below the bar, which nothing may cover.
        let height = if pair.spreads.is_some() {
            0.66 * thickness
        } else {
            thickness
        };
        self.sheet.bar(
            &format!("{}-{part}-bar", self.id),
            (&self.id, *value),
            (0.0, top),
            (along(*value), top + height),
            color(fill),
        );
        if let Some(both) = pair.spreads {
            let place = (top + 0.71 * thickness, 0.25 * thickness);
            both[at].draw(self.sheet, *value, &along, place, color(fill));
        }
        if let Some(both) = &pair.whiskers {
            let place = Place {
                middle: top + height / 2.0,
                half: (height * 0.24).clamp(5.0, 14.0),
                width: 3.0,
            };
            let id = format!("{}-{part}-interval", self.id);
            whisker::draw(self.sheet, &id, &self.id, &both[at], place, &along);
        }
        self.sheet.text(&TextSpec {
            id: &format!("{}-{part}", self.id),
            text,
            x: along(value.max(furthest(at))) + VALUE_GAP,
            y: top + height / 2.0 + 0.364 * self.sizes.note,
            size: self.sizes.note,
            bold: own,
            fill: &ink.0,
            ..TextSpec::default()
        });
    }
}
