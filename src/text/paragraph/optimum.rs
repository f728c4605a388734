//! The best breaks of a whole paragraph, after Knuth and Plass, “Breaking Paragraphs into Lines” (Software: Practice
//! and Experience 11, 1981): the sequence of breaks with the least sum of demerits. Three passes: without hyphens, with
//! hyphens, and one that takes any line and may cut words that are longer than the line.

use super::{Alignment, Kind, Opportunity, Paragraph};
use crate::locale::Justify;

/// How much a space may grow and shrink, relative to its width.
const SPACE_STRETCH: f32 = 0.6;
const SPACE_SHRINK: f32 = 0.3;
/// How much the gap between ideographs may grow and shrink, in em.
const IDEOGRAPH_STRETCH: f32 = 0.05;
const IDEOGRAPH_SHRINK: f32 = 0.0;
/// How much of a ragged line may stay empty before it counts as bad, relative to the column.
const RAG: f32 = 0.14;

const LINE_DEMERITS: f32 = 10.0;
const HYPHEN_PENALTY: f32 = 55.0;
const CUT_PENALTY: f32 = 800.0;
const CONSECUTIVE_HYPHENS: f32 = 4000.0;
const CONTRAST: f32 = 2500.0;
const SHORT_LAST_LINE: f32 = 1200.0;

/// The part of a paragraph that stands on one line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stretch {
    /// Clusters, without the spaces around the line.
    pub start: usize,
    pub end: usize,
    /// Where the next line's clusters begin.
    pub next: usize,
    pub hyphen: bool,
    /// The line is the last of its paragraph or ends at a forced break: never spread.
    pub last: bool,
    /// What is to be added between the clusters, in points; negative when the line is squeezed.
    pub slack: f32,
}

/// Sums up to each cluster: of widths, of what may be added and of what may be taken away.
struct Sums {
    width: Vec<f64>,
    stretch: Vec<f64>,
    shrink: Vec<f64>,
}

struct Active {
    /// The opportunity at which the line before ended; `None` for the paragraph's start.
    at: usize,
    hyphen: bool,
    demerits: f64,
    tightness: i8,
    /// Index into the breaks that were found good.
    node: Option<usize>,
}

struct Node {
    stretch: Stretch,
    previous: Option<usize>,
}

pub(super) struct Breaker<'a> {
    paragraph: &'a Paragraph,
    sums: Sums,
    width: f32,
    justified: bool,
}

impl<'a> Breaker<'a> {
    pub fn new(paragraph: &'a Paragraph, width: f32, alignment: Alignment) -> Self {
        Self {
            sums: Sums::of(paragraph),
            paragraph,
            width,
            justified: alignment == Alignment::Justified && paragraph.justify != Justify::Ragged,
        }
    }

    /// The lines of the paragraph.
    pub fn lines(&self) -> Vec<Stretch> {
        let plain: Vec<Opportunity> = self
            .paragraph
            .opportunities
            .iter()
            .filter(|o| !o.hyphen)
            .copied()
            .collect();
        let tolerance = if self.justified { 1.0 } else { 2.2 };
        self.pass(&plain, tolerance, false)
            .or_else(|| self.pass(&self.paragraph.opportunities, 2.0, false))
            .unwrap_or_else(|| {
                self.pass(&self.with_cuts(), f32::INFINITY, true)
                    .expect("the last pass takes any line")
            })
    }

    /// The lines of a heading: words without spaces between them are kept whole too.
    pub fn display_lines(&self) -> Vec<Stretch> {
        let clusters = &self.paragraph.clusters;
        let between_words = |o: &&Opportunity| !o.hyphen && (o.mandatory || clusters.get(o.at).is_none_or(|c| c.word));
        let words: Vec<Opportunity> = self
            .paragraph
            .opportunities
            .iter()
            .filter(between_words)
            .copied()
            .collect();
        self.pass(&words, 6.0, false).unwrap_or_else(|| self.lines())
    }

    /// One pass over the opportunities; `None` when some line would be worse than `tolerance`.
    fn pass(&self, opportunities: &[Opportunity], tolerance: f32, last_resort: bool) -> Option<Vec<Stretch>> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut active = vec![Active {
            at: 0,
            hyphen: false,
            demerits: 0.0,
            tightness: 0,
            node: None,
        }];
        for opportunity in opportunities {
            let mut best: Option<(f64, i8, Stretch, Option<usize>)> = None;
            let mut overfull: Option<(f64, Stretch, Option<usize>)> = None;
            active.retain(|from| {
                let (stretch, ratio) = self.line(from.at, opportunity);
                let fits = ratio >= -1.0;
                if fits && (ratio <= tolerance || stretch.last) {
                    let tightness = tightness(ratio);
                    let demerits = from.demerits + self.demerits(from, opportunity, &stretch, ratio, tightness);
                    if best.as_ref().is_none_or(|(least, ..)| demerits < *least) {
                        best = Some((demerits, tightness, stretch, from.node));
                    }
                } else if !fits && overfull.as_ref().is_none_or(|(least, ..)| from.demerits <= *least) {
                    overfull = Some((from.demerits, stretch, from.node));
                }
                fits && !opportunity.mandatory
            });
            if best.is_none() && active.is_empty() {
                if !last_resort {
                    return None;
                }
                best = overfull.map(|(demerits, stretch, node)| (demerits + 1e7, 0, stretch, node));
            }
            if let Some((demerits, tightness, stretch, previous)) = best {
                nodes.push(Node { stretch, previous });
                active.push(Active {
                    at: opportunity.at,
                    hyphen: opportunity.hyphen,
                    demerits,
                    tightness,
                    node: Some(nodes.len() - 1),
                });
            }
        }
        let last = active.iter().find(|a| a.at == self.paragraph.clusters.len())?;
        let mut lines = Vec::new();
        let mut node = last.node;
        while let Some(index) = node {
            lines.push(nodes[index].stretch);
            node = nodes[index].previous;
        }
        lines.reverse();
        Some(lines)
    }

    /// The line between two breaks and how far it must be stretched (positive) or squeezed, relative to what its
    /// spaces bear.
    fn line(&self, from: usize, to: &Opportunity) -> (Stretch, f32) {
        let clusters = &self.paragraph.clusters;
        let is_space = |i: usize| matches!(clusters[i].kind, Kind::Space | Kind::Newline);
        let mut start = from;
        while start < to.at && from > 0 && clusters[start].kind == Kind::Space {
            start += 1;
        }
        let mut end = to.at;
        while end > start && is_space(end - 1) {
            end -= 1;
        }
        let mut natural = (self.sums.width[end] - self.sums.width[start]) as f32;
        if to.hyphen {
            natural += self.hyphen_advance(to.at);
        }
        natural -= self.paragraph.trimmed(start, end).iter().sum::<f32>();
        let slack = self.width - natural;
        let bearable = |sums: &[f64]| {
            if end > start {
                (sums[end - 1] - sums[start]) as f32
            } else {
                0.0
            }
        };
        let ratio = match (self.justified, slack >= 0.0) {
            (true, true) => slack / bearable(&self.sums.stretch).max(0.01),
            (true, false) => slack / bearable(&self.sums.shrink).max(0.01),
            (false, true) => slack / (self.width * RAG),
            (false, false) if slack > -0.01 => 0.0,
            (false, false) => -2.0,
        };
        let stretch = Stretch {
            start,
            end,
            next: to.at,
            hyphen: to.hyphen,
            last: to.mandatory,
            slack,
        };
        (stretch, if to.mandatory && ratio > 0.0 { 0.0 } else { ratio })
    }

    fn demerits(&self, from: &Active, to: &Opportunity, line: &Stretch, ratio: f32, tightness: i8) -> f64 {
        let badness = 100.0 * ratio.abs().min(8.0).powi(3);
        let mut demerits = f64::from(LINE_DEMERITS + badness).powi(2);
        if to.hyphen {
            demerits += f64::from(HYPHEN_PENALTY).powi(2);
            if from.hyphen {
                demerits += f64::from(CONSECUTIVE_HYPHENS);
            }
        } else if !to.mandatory && self.is_cut(to.at) {
            demerits += f64::from(CUT_PENALTY).powi(2);
        }
        if self.justified && (tightness - from.tightness).abs() > 1 {
            demerits += f64::from(CONTRAST);
        }
        if line.last && line.start > 0 {
            if from.hyphen {
                demerits += f64::from(CONSECUTIVE_HYPHENS);
            }
            if line.slack > self.width * 0.9 {
                demerits += f64::from(SHORT_LAST_LINE).powi(2);
            }
        }
        demerits
    }

    fn hyphen_advance(&self, at: usize) -> f32 {
        let span = self.paragraph.clusters[at - 1].span;
        self.paragraph.hyphens.get(&span).map_or(0.0, |h| h.advance)
    }

    fn is_cut(&self, at: usize) -> bool {
        self.paragraph
            .opportunities
            .binary_search_by_key(&at, |o| o.at)
            .is_err()
    }

    /// The opportunities, and a cut after every cluster of those pieces that are wider than the column.
    fn with_cuts(&self) -> Vec<Opportunity> {
        let mut all = Vec::new();
        let mut start = 0;
        for opportunity in &self.paragraph.opportunities {
            let mut end = opportunity.at;
            // Spaces at the end of a line take no room.
            while end > start && matches!(self.paragraph.clusters[end - 1].kind, Kind::Space | Kind::Newline) {
                end -= 1;
            }
            let piece = self.sums.width[end] - self.sums.width[start] - 0.01;
            if piece as f32 > self.width {
                all.extend((start + 1..opportunity.at).map(|at| Opportunity {
                    at,
                    mandatory: false,
                    hyphen: false,
                }));
            }
            all.push(*opportunity);
            start = opportunity.at;
        }
        all
    }
}

fn tightness(ratio: f32) -> i8 {
    match ratio {
        r if r < -0.5 => -1,
        r if r <= 0.5 => 0,
        r if r <= 1.0 => 1,
        _ => 2,
    }
}

impl Sums {
    fn of(paragraph: &Paragraph) -> Sums {
        let n = paragraph.clusters.len();
        let mut sums = Sums {
            width: Vec::with_capacity(n + 1),
            stretch: Vec::with_capacity(n + 1),
            shrink: Vec::with_capacity(n + 1),
        };
        let (mut width, mut stretch, mut shrink) = (0.0, 0.0, 0.0);
        for (i, cluster) in paragraph.clusters.iter().enumerate() {
            sums.width.push(width);
            sums.stretch.push(stretch);
            sums.shrink.push(shrink);
            width += f64::from(cluster.advance);
            let (more, less) = paragraph.give(i);
            stretch += f64::from(more);
            shrink += f64::from(less);
        }
        sums.width.push(width);
        sums.stretch.push(stretch);
        sums.shrink.push(shrink);
        sums
    }
}

impl Paragraph {
    /// What may be added after a cluster and taken away there, in points.
    pub(super) fn give(&self, at: usize) -> (f32, f32) {
        let cluster = &self.clusters[at];
        match cluster.kind {
            Kind::Space | Kind::FixedSpace => (cluster.advance * SPACE_STRETCH, cluster.advance * SPACE_SHRINK),
            kind if self.justify == Justify::Ideographs
                && self
                    .clusters
                    .get(at + 1)
                    .is_some_and(|next| kind.is_wide() || next.kind.is_wide())
                && self.clusters[at + 1].kind != Kind::Space =>
            {
                let size = self.size_of(at);
                let punctuation = if kind == Kind::Closing { size * 0.15 } else { 0.0 };
                (size * IDEOGRAPH_STRETCH, size * IDEOGRAPH_SHRINK + punctuation)
            }
            _ => (0.0, 0.0),
        }
    }

    /// The empty halves of full-width punctuation that a line drops at its start and its end, in points.
    pub(super) fn trimmed(&self, start: usize, end: usize) -> [f32; 2] {
        if start >= end {
            return [0.0, 0.0];
        }
        let half = |i: usize, kind| {
            let cluster = &self.clusters[i];
            let whole = cluster.advance >= self.size_of(i) * 0.9;
            if cluster.kind == kind && whole {
                self.size_of(i) / 2.0
            } else {
                0.0
            }
        };
        [half(start, Kind::Opening), half(end - 1, Kind::Closing)]
    }

    /// Width of the widest line when lines end only where they must, in points.
    pub fn natural_width(&self) -> f32 {
        self.widest(|o| o.mandatory)
    }

    /// Width of the widest piece that only a cut could break, in points.
    pub fn least_width(&self) -> f32 {
        self.widest(|o| !o.hyphen)
    }

    fn widest(&self, ends: impl Fn(&Opportunity) -> bool) -> f32 {
        let mut widest: f32 = 0.0;
        let mut start = 0;
        for opportunity in self.opportunities.iter().filter(|o| ends(o)) {
            let mut end = opportunity.at;
            while end > start && matches!(self.clusters[end - 1].kind, Kind::Space | Kind::Newline) {
                end -= 1;
            }
            let width: f32 = self.clusters[start..end].iter().map(|c| c.advance).sum();
            widest = widest.max(width);
            start = opportunity.at;
        }
        widest
    }
}
