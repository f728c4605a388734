//! Slopes: for each measure a panel, in it a line for each case from the baseline at 100 % to the candidate. Many
//! comparisons at once, each with its name and its change at the end of its line.

use super::backend::{Sheet, units};
use super::{Axis, Ink, color};
use crate::render::svg::{Anchor, TextSpec};
use plotters::element::Circle;
use plotters::style::Color;

/// One case.
#[derive(Debug, Clone, PartialEq)]
pub struct Slope {
    /// For ids.
    pub id: String,
    pub name: String,
    /// The candidate in percent of the baseline.
    pub to: f64,
    /// `−39.8%`
    pub change: String,
    pub ink: Ink,
}

/// One measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub id: String,
    pub title: String,
    /// `lower is better`
    pub note: String,
    pub slopes: Vec<Slope>,
    /// Of percent.
    pub axis: Axis,
    /// One text a tick.
    pub ticks: Vec<String>,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Slopes {
    pub panels: Vec<Panel>,
    /// Names of baseline and candidate above the ends of the lines.
    pub ends: [String; 2],
    pub text: Ink,
    pub muted: Ink,
    pub grid: Ink,
    pub rule: Ink,
}

/// More panels than this do not fit.
pub const MOST_PANELS: usize = 4;
/// More lines than this in a panel, when panels are in one row or in two.
pub const MOST_SLOPES: [usize; 2] = [22, 9];

const GAP: f64 = 56.0;
/// Room above the lines for title, note and names.
const HEAD: f64 = 128.0;
const TICKS: f64 = 96.0;
const LABEL_SIZE: f64 = 24.0;

/// The height that a chart of so many panels, the longest with so many lines, is best drawn in.
pub fn good_height(chart: &Slopes) -> f64 {
    let longest = chart.panels.iter().map(|panel| panel.slopes.len()).max().unwrap_or(0);
    let rows = chart.panels.len().div_ceil(2) as f64;
    rows * (HEAD + longest as f64 * 34.0 + GAP)
}

/// Draws the panels side by side, two a row.
pub fn draw(sheet: &Sheet<'_>, size: (f64, f64), chart: &Slopes) {
    let columns = chart.panels.len().clamp(1, 2);
    let rows = chart.panels.len().div_ceil(columns).max(1);
    let width = (size.0 - GAP * (columns - 1) as f64) / columns as f64;
    let height = (size.1 - GAP * (rows - 1) as f64) / rows as f64;
    for (i, panel) in chart.panels.iter().enumerate() {
        let corner = (
            (i % columns) as f64 * (width + GAP),
            (i / columns) as f64 * (height + GAP),
        );
        sheet.group(&format!("slopes-{}", panel.id), &panel.title, || {
            Drawing::of(sheet, chart, panel, corner, (width, height)).draw();
        });
    }
}

struct Drawing<'a, 'c> {
    sheet: &'a Sheet<'c>,
    chart: &'a Slopes,
    panel: &'a Panel,
    corner: (f64, f64),
    width: f64,
    /// Where lines start and end.
    from: f64,
    to: f64,
    /// Where the axis starts and ends.
    top: f64,
    bottom: f64,
    /// Width of the widest change.
    changes: f64,
}

impl<'a, 'c> Drawing<'a, 'c> {
    fn of(
        sheet: &'a Sheet<'c>,
        chart: &'a Slopes,
        panel: &'a Panel,
        corner: (f64, f64),
        (width, height): (f64, f64),
    ) -> Self {
        let widest = |text: &dyn Fn(&Slope) -> &str, bold: bool| {
            let width = |slope: &Slope| {
                sheet.text_width(&TextSpec {
                    text: text(slope),
                    size: LABEL_SIZE,
                    bold,
                    ..TextSpec::default()
                })
            };
            panel.slopes.iter().map(width).fold(0.0, f64::max)
        };
        let changes = widest(&|slope| &slope.change, true);
        let names = widest(&|slope| &slope.name, false).min(width * 0.34);
        let from = corner.0 + TICKS;
        let to = (corner.0 + width - changes - names - 56.0).max(from + 60.0);
        Drawing {
            sheet,
            chart,
            panel,
            corner,
            width,
            from,
            to,
            top: corner.1 + HEAD,
            bottom: corner.1 + height - 12.0,
            changes,
        }
    }

    fn y(&self, percent: f64) -> f64 {
        self.bottom - self.panel.axis.share(percent) * (self.bottom - self.top)
    }

    fn draw(&self) {
        self.head();
        self.axis();
        let places: Vec<f64> = self.panel.slopes.iter().map(|slope| self.y(slope.to)).collect();
        let pitch = if self.sheet.tall() { 36.0 } else { 31.0 };
        let labels = spread(&places, pitch, (self.top, self.bottom));
        for ((slope, y), label) in self.panel.slopes.iter().zip(places).zip(labels) {
            self.slope(slope, y, label);
        }
    }

    fn head(&self) {
        let id = |part: &str| format!("slopes-{}-{part}", self.panel.id);
        let base = TextSpec {
            x: self.corner.0,
            width: Some(self.width),
            least: Some(24.0),
            ..TextSpec::default()
        };
        self.sheet.text(&TextSpec {
            id: &id("title"),
            text: &self.panel.title,
            y: self.corner.1 + 34.0,
            size: 32.0,
            bold: true,
            fill: &self.chart.text.0,
            ..base.clone()
        });
        self.sheet.text(&TextSpec {
            id: &id("note"),
            text: &self.panel.note,
            y: self.corner.1 + 70.0,
            size: 24.0,
            fill: &self.chart.muted.0,
            ..base.clone()
        });
        let [baseline, candidate] = &self.chart.ends;
        let behind = self.to + 28.0;
        for (part, text, x, room) in [
            ("baseline", baseline, self.from, self.to - self.from - 10.0),
            ("candidate", candidate, behind, self.corner.0 + self.width - behind),
        ] {
            let spec = TextSpec {
                id: &id(part),
                text,
                x,
                y: self.top - 18.0,
                width: Some(room),
                size: 24.0,
                bold: true,
                fill: &self.chart.muted.0,
                ..TextSpec::default()
            };
            // Where a name has no room the words below the finding must do.
            if self.sheet.text_width(&spec) <= room {
                self.sheet.text(&spec);
            }
        }
    }

    fn axis(&self) {
        self.sheet.group(&format!("slopes-{}-axis", self.panel.id), "Axis", || {
            for tick in &self.panel.axis.minor {
                let y = self.y(*tick);
                self.sheet
                    .line(&[(self.from, y), (self.to, y)], color(&self.chart.grid), 1.0);
            }
            for (i, (tick, text)) in self.panel.axis.ticks.iter().zip(&self.panel.ticks).enumerate() {
                let y = self.y(*tick);
                let ink = if (*tick - 100.0).abs() < 1e-9 {
                    &self.chart.muted
                } else {
                    &self.chart.grid
                };
                self.sheet.line(&[(self.from, y), (self.to, y)], color(ink), 2.0);
                self.sheet.text(&TextSpec {
                    id: &format!("slopes-{}-tick-{i}", self.panel.id),
                    text,
                    x: self.from - 14.0,
                    y: y + 9.0,
                    anchor: Anchor::End,
                    size: 24.0,
                    fill: &self.chart.muted.0,
                    ..TextSpec::default()
                });
            }
            for x in [self.from, self.to] {
                let line = [(x, self.top), (x, self.bottom)];
                self.sheet.line(&line, color(&self.chart.rule), 2.0);
            }
        });
    }

    fn slope(&self, slope: &Slope, y: f64, label: f64) {
        let ink = color(&slope.ink);
        let id = |part: &str| format!("slope-{}-{}-{part}", self.panel.id, slope.id);
        self.sheet
            .group(&format!("slope-{}-{}", self.panel.id, slope.id), &slope.name, || {
                self.sheet.line(&[(self.from, self.y(100.0)), (self.to, y)], ink, 3.0);
                self.sheet
                    .draw(&Circle::new((units(self.to), units(y)), units(7.0), ink.filled()));
                // From the end of the line to its label, when that had to move.
                let path = [(self.to + 8.0, y), (self.to + 22.0, label)];
                self.sheet.line(&path, color(&self.chart.rule), 2.0);
                let left = self.to + 28.0;
                self.sheet.text(&TextSpec {
                    id: &id("change"),
                    text: &slope.change,
                    x: left + self.changes,
                    y: label + 9.0,
                    anchor: Anchor::End,
                    size: LABEL_SIZE,
                    bold: true,
                    fill: &slope.ink.0,
                    ..TextSpec::default()
                });
                let left = left + self.changes + 14.0;
                self.sheet.text(&TextSpec {
                    id: &id("name"),
                    text: &slope.name,
                    x: left,
                    y: label + 9.0,
                    width: Some(self.corner.0 + self.width - left),
                    size: LABEL_SIZE,
                    fill: &self.chart.text.0,
                    ..TextSpec::default()
                });
            });
    }
}

/// Places at least `pitch` apart and within bounds, as near to the wanted ones as their order allows.
fn spread(wanted: &[f64], pitch: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]).then(a.cmp(b)));
    let pitch = pitch.min((bottom - top) / wanted.len().max(1) as f64);
    // Groups of labels that touch are centred on the mean of what they want.
    let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
    let half = |count: usize| pitch * (count as f64 - 1.0) / 2.0;
    for index in order {
        groups.push((wanted[index], vec![index]));
        loop {
            let count = groups.len();
            let (middle, members) = &mut groups[count - 1];
            let reach = half(members.len());
            *middle = middle.clamp(top + reach, (bottom - reach).max(top + reach));
            let (last, size) = (*middle, members.len());
            let Some((before, others)) = count.checked_sub(2).map(|at| &groups[at]) else {
                break;
            };
            if before + half(others.len()) + pitch <= last - half(size) + 1e-9 {
                break;
            }
            let Some((_, members)) = groups.pop() else { break };
            let Some((middle, all)) = groups.last_mut() else { break };
            all.extend(members);
            *middle = all.iter().map(|i| wanted[*i]).sum::<f64>() / all.len() as f64;
        }
    }
    let mut placed = wanted.to_vec();
    for (middle, members) in groups {
        let first = middle - half(members.len());
        for (i, index) in members.into_iter().enumerate() {
            placed[index] = first + i as f64 * pitch;
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_apart_in_order_and_within_bounds() {
        let wanted = [50.0, 52.0, 300.0, 51.0, 995.0, 996.0];
        let placed = spread(&wanted, 30.0, (0.0, 1000.0));
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
        for pair in order.windows(2) {
            assert!(placed[pair[1]] - placed[pair[0]] >= 30.0 - 1e-9, "{placed:?}");
        }
        assert_eq!(placed[2], 300.0);
        assert!(placed.iter().all(|y| (0.0..=1000.0).contains(y)), "{placed:?}");
        assert_eq!(placed[3], 51.0);
    }
}
