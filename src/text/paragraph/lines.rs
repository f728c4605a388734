//! Lines in visual order: glyphs at their places, ready to be painted.

use super::optimum::{Breaker, Stretch};
use super::{Alignment, FaceId, Glyph, Kind, Paragraph};
use crate::locale::Justify;
use std::ops::Range;

/// One line of a paragraph; its width and places are measured from the left edge of the column.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Visually from left to right; cut wherever face, span or direction changes.
    pub runs: Vec<Run>,
    /// From the first glyph to the last, in points.
    pub width: f32,
}

/// Glyphs of one face, one span and one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub face: FaceId,
    /// Index of the paragraph's span.
    pub span: usize,
    pub right_to_left: bool,
    pub x: f32,
    pub width: f32,
    /// Visually from left to right.
    pub clusters: Vec<LineCluster>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LineCluster {
    /// The text that the glyphs stand for, in bytes of the paragraph; `None` for a hyphen that the line break added.
    pub text: Option<Range<usize>>,
    pub x: f32,
    pub advance: f32,
    pub glyphs: Vec<Glyph>,
}

/// A line whose spaces would have to grow by more than this many times what they bear stays ragged.
const SPREAD_LIMIT: f32 = 5.0;

impl Paragraph {
    /// Breaks the paragraph into lines of a width.
    pub fn lines(&self, width: f32, alignment: Alignment) -> Vec<Line> {
        if self.is_empty() {
            return Vec::new();
        }
        Breaker::new(self, width, alignment)
            .lines()
            .iter()
            .map(|stretch| self.line(stretch, width, alignment))
            .collect()
    }

    /// Breaks into lines that are filled as far as they go and may be cut anywhere: for code.
    ///
    /// `first` is the width of the first line, `rest` of those after it.
    pub fn cut(&self, first: f32, rest: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut start = 0;
        let n = self.clusters.len();
        while start < n {
            let width = if lines.is_empty() { first } else { rest };
            let mut end = start;
            let mut used = 0.0;
            let mut after_space = None;
            while end < n && (used + self.clusters[end].advance <= width + 0.01 || end == start) {
                used += self.clusters[end].advance;
                end += 1;
                if self.clusters[end - 1].kind == Kind::Space && used > width * 0.6 {
                    after_space = Some(end);
                }
            }
            if end < n {
                end = after_space.unwrap_or(end);
            }
            let stretch = Stretch {
                start,
                end,
                next: end,
                hyphen: false,
                last: true,
                slack: 0.0,
            };
            lines.push(self.line(&stretch, width, Alignment::Start));
            start = end;
        }
        lines
    }

    fn line(&self, stretch: &Stretch, width: f32, alignment: Alignment) -> Line {
        let order = self.visual_order(stretch);
        let extra = self.extra(stretch, alignment);
        let [trim_start, trim_end] = self.trimmed(stretch.start, stretch.end);
        let mut line = Line {
            runs: Vec::new(),
            width: 0.0,
        };
        let mut pen = 0.0;
        let hyphen_first = stretch.hyphen && self.base_level == 1;
        if hyphen_first {
            self.push_hyphen(&mut line, &mut pen, stretch.end);
        }
        for index in order {
            let cluster = &self.clusters[index];
            let mut advance = cluster.advance + extra(index);
            let mut shift = 0.0;
            if index == stretch.start && trim_start > 0.0 {
                advance -= trim_start;
                shift = -trim_start;
            }
            if index + 1 == stretch.end {
                advance -= trim_end;
            }
            let glyphs = self.glyphs[cluster.glyphs.clone()]
                .iter()
                .map(|g| Glyph { x: g.x + shift, ..*g })
                .collect();
            let placed = LineCluster {
                text: Some(cluster.text.clone()),
                x: pen,
                advance,
                glyphs,
            };
            line.push(cluster.face, usize::from(cluster.span), cluster.level % 2 == 1, placed);
            pen += advance;
        }
        if stretch.hyphen && !hyphen_first {
            self.push_hyphen(&mut line, &mut pen, stretch.end);
        }
        line.width = pen;
        let start_at_right = self.base_level == 1;
        let offset = match alignment {
            Alignment::Center => (width - pen) / 2.0,
            Alignment::End => if start_at_right { 0.0 } else { width - pen },
            Alignment::Start | Alignment::Justified => if start_at_right { width - pen } else { 0.0 },
        };
        line.shift(offset);
        line
    }

    fn push_hyphen(&self, line: &mut Line, pen: &mut f32, end: usize) {
        let last = &self.clusters[end - 1];
        let Some(hyphen) = self.hyphens.get(&last.span) else { return };
        let placed = LineCluster {
            text: None,
            x: *pen,
            advance: hyphen.advance,
            glyphs: vec![Glyph {
                id: hyphen.glyph,
                x: 0.0,
                y: 0.0,
            }],
        };
        line.push(hyphen.face, usize::from(last.span), false, placed);
        *pen += hyphen.advance;
    }

    /// What is added after each cluster so that the line fills its column.
    fn extra(&self, stretch: &Stretch, alignment: Alignment) -> impl Fn(usize) -> f32 {
        let (start, end) = (stretch.start, stretch.end);
        let justified = alignment == Alignment::Justified && self.justify != Justify::Ragged;
        let mut sum = [0.0_f32, 0.0];
        for index in start..end.saturating_sub(1) {
            let (more, less) = self.give(index);
            sum[0] += more;
            sum[1] += less;
        }
        let spread = justified && !stretch.last && stretch.slack > 0.0 && stretch.slack <= sum[0] * SPREAD_LIMIT;
        let squeeze = justified && stretch.slack < 0.0;
        let (ratio, more) = match (spread, squeeze) {
            (true, _) => (stretch.slack / sum[0].max(0.01), true),
            (_, true) => ((stretch.slack / sum[1].max(0.01)).max(-1.0), false),
            _ => (0.0, true),
        };
        move |index| {
            if index + 1 >= end || ratio == 0.0 {
                return 0.0;
            }
            let (stretch, shrink) = self.give(index);
            ratio * if more { stretch } else { shrink }
        }
    }

    /// Rules L1 and L2 of UAX #9: the clusters of a line as they stand from left to right.
    fn visual_order(&self, stretch: &Stretch) -> Vec<usize> {
        let mut order: Vec<usize> = (stretch.start..stretch.end).collect();
        let levels = || self.clusters[stretch.start..stretch.end].iter().map(|c| c.level);
        let highest = levels().max().unwrap_or(0);
        if highest == 0 {
            return order;
        }
        for level in (1..=highest).rev() {
            let mut i = 0;
            while i < order.len() {
                let run = order[i..].iter().take_while(|at| self.clusters[**at].level >= level).count();
                order[i..i + run].reverse();
                i += run.max(1);
            }
        }
        order
    }
}

impl Line {
    fn push(&mut self, face: FaceId, span: usize, right_to_left: bool, cluster: LineCluster) {
        let right = cluster.x + cluster.advance;
        match self.runs.last_mut() {
            Some(run) if run.face == face && run.span == span && run.right_to_left == right_to_left => {
                run.width = right - run.x;
                run.clusters.push(cluster);
            }
            _ => self.runs.push(Run {
                face,
                span,
                right_to_left,
                x: cluster.x,
                width: cluster.advance,
                clusters: vec![cluster],
            }),
        }
    }

    /// Moves the whole line to the right.
    pub fn shift(&mut self, by: f32) {
        for run in &mut self.runs {
            run.x += by;
            for cluster in &mut run.clusters {
                cluster.x += by;
            }
        }
    }
}
