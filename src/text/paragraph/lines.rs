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

/// Glyphs of one face, one span and one direction, which stand together in the text too.
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

impl Run {
    /// Whether a cluster at its right is the next one of the text as well, or the one before from right to left.
    fn goes_on(&self, next: &LineCluster) -> bool {
        let last = self.clusters.last().and_then(|last| last.text.as_ref());
        match (last, &next.text) {
            (Some(last), Some(next)) if self.right_to_left => next.end == last.start,
            (Some(last), Some(next)) => last.end == next.start,
            _ => true,
        }
    }
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
const SPREAD_LIMIT: f32 = 8.0;

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

    /// Breaks a heading into the fewest lines, ragged and of about one length, of whole words.
    pub fn display(&self, width: f32) -> Vec<Line> {
        if self.is_empty() {
            return Vec::new();
        }
        let breaks = |width: f32| Breaker::new(self, width, Alignment::Start).display_lines();
        let count = breaks(width).len();
        let (mut low, mut high) = (width / count as f32 * 0.8, width);
        while count > 1 && high - low > 2.0 {
            let middle = (low + high) / 2.0;
            let lines = breaks(middle);
            if lines.len() > count || lines.iter().any(|line| line.slack < -0.01) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let stretches = breaks(high);
        stretches
            .iter()
            .map(|stretch| self.line(stretch, width, Alignment::Start))
            .collect()
    }

    /// How wide the text is on a line without end, in points.
    pub fn advance(&self) -> f32 {
        self.clusters.iter().map(|cluster| cluster.advance).sum()
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
        for index in order {
            let cluster = &self.clusters[index];
            // Behind the last letter, in the direction of its word.
            let hyphen = stretch.hyphen && index + 1 == stretch.end;
            if hyphen && cluster.level % 2 == 1 {
                self.push_hyphen(&mut line, &mut pen, stretch.end);
            }
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
            if hyphen && cluster.level % 2 != 1 {
                self.push_hyphen(&mut line, &mut pen, stretch.end);
            }
        }
        self.push_word_space(&mut line, pen, stretch);
        line.width = pen;
        let start_at_right = self.starts_right;
        let offset = match alignment {
            Alignment::Center => (width - pen) / 2.0,
            Alignment::End => {
                if start_at_right {
                    0.0
                } else {
                    width - pen
                }
            }
            Alignment::Start | Alignment::Justified => {
                if start_at_right {
                    width - pen
                } else {
                    0.0
                }
            }
        };
        line.shift(offset);
        line
    }

    fn push_hyphen(&self, line: &mut Line, pen: &mut f32, end: usize) {
        let last = &self.clusters[end - 1];
        let Some(hyphen) = self.hyphens.get(&last.span) else {
            return;
        };
        let placed = LineCluster {
            text: None,
            x: *pen,
            advance: hyphen.advance,
            glyphs: vec![Glyph {
                id: hyphen.glyph,
                x: 0.0,
                y: 0.0,
                mark: false,
            }],
        };
        line.push(hyphen.face, usize::from(last.span), false, placed);
        *pen += hyphen.advance;
    }

    /// The space between the last word of a line and the first of the next: seen by nobody, but readers of the file
    /// tell words apart by it.
    fn push_word_space(&self, line: &mut Line, pen: f32, stretch: &Stretch) {
        let space = self.clusters[stretch.end..stretch.next].first();
        let Some(space) = space.filter(|c| c.kind == Kind::Space && self.base_level == 0 && c.level == 0) else {
            return;
        };
        let glyphs = self.glyphs[space.glyphs.clone()].to_vec();
        let placed = LineCluster {
            text: Some(space.text.clone()),
            x: pen,
            advance: 0.0,
            glyphs,
        };
        line.push(space.face, usize::from(space.span), false, placed);
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
                let run = order[i..]
                    .iter()
                    .take_while(|at| self.clusters[**at].level >= level)
                    .count();
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
            Some(run)
                if run.face == face
                    && run.span == span
                    && run.right_to_left == right_to_left
                    && run.goes_on(&cluster) =>
            {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::{Direction, Script};
    use crate::text::FontSet;
    use crate::text::paragraph::{Span, Style, Typesetter};

    fn paragraph(text: &str, language: &str) -> Paragraph {
        foreign(text, language, language)
    }

    /// Words of one language in a paragraph of another.
    fn foreign(text: &str, words: &str, language: &str) -> Paragraph {
        let script = Script::of(words).unwrap();
        let base = Script::of(language).unwrap();
        let style = Style {
            mono: false,
            bold: false,
            italic: false,
            heading: false,
            size: 10.0,
            rise: 0.0,
            tabular: false,
            script,
        };
        let span = Span {
            range: 0..text.len(),
            style,
        };
        Typesetter::new(FontSet::shared())
            .shape(text, &[span], base, base.direction, true)
            .unwrap()
    }

    fn texts(text: &str, lines: &[Line]) -> Vec<String> {
        let words = |line: &Line| -> String {
            let clusters = line.runs.iter().flat_map(|run| &run.clusters);
            clusters
                .map(|c| c.text.as_ref().map_or("-", |range| &text[range.clone()]))
                .collect()
        };
        lines.iter().map(|line| words(line).trim_end().to_owned()).collect()
    }

    const ENGLISH: &str = "The statistical treatment assumes that batches are independent, although successive batches \
                           share caches, clocks and the temperature of the room in which they were measured.";

    #[test]
    fn justified_lines_fill_their_column_and_the_last_does_not() {
        let lines = paragraph(ENGLISH, "en").lines(200.0, Alignment::Justified);
        let (last, full) = lines.split_last().unwrap();
        assert!(full.len() > 3);
        assert!(
            full.iter().all(|line| (line.width - 200.0).abs() < 0.05),
            "{:?}",
            full.iter().map(|l| l.width).collect::<Vec<_>>()
        );
        assert!(last.width < 199.0);
    }

    #[test]
    fn nothing_is_lost_at_any_width_or_alignment() {
        for width in [30.0, 80.0, 200.0, 1000.0] {
            for alignment in [Alignment::Justified, Alignment::Start, Alignment::End] {
                let lines = paragraph(ENGLISH, "en").lines(width, alignment);
                let joined = texts(ENGLISH, &lines).join(" ").replace("- ", "");
                let plain = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
                assert_eq!(plain(&joined), plain(ENGLISH), "{width} {alignment:?}");
            }
        }
    }

    #[test]
    fn narrow_columns_are_hyphenated_by_the_rules_of_the_language() {
        let text = "Silbentrennungsalgorithmus Silbentrennungsalgorithmus";
        let lines = texts(text, &paragraph(text, "de").lines(75.0, Alignment::Justified));
        assert!(lines[0].ends_with('-'), "{lines:?}");
        assert_eq!(lines.concat().replace(['-', ' '], ""), text.replace(' ', ""));
    }

    #[test]
    fn the_hyphen_of_a_foreign_word_stands_behind_it() {
        let text = "של \u{2068}Silbentrennungsalgorithmus Silbentrennungsalgorithmus\u{2069}";
        let lines = texts(text, &foreign(text, "de", "he").lines(90.0, Alignment::Justified));
        assert!(lines[0].starts_with("Silben") && lines[0].contains('-'), "{lines:?}");
    }

    #[test]
    fn a_word_longer_than_the_line_is_cut() {
        let text = "x".repeat(200);
        let lines = paragraph(&text, "en").lines(50.0, Alignment::Justified);
        assert!(lines.len() > 15);
        assert!(lines.iter().all(|line| line.width <= 50.1));
    }

    #[test]
    fn chinese_lines_begin_with_no_closing_mark_and_fill_the_column() {
        let text = "在这个合成示例中，新版代理完成一次查询缓存审计平均只需很短的时间，而旧版需要更久。（“连续”的意思是：两次调用之间没有任何其他语句。）";
        for width in 110..240 {
            let lines = paragraph(text, "zh-Hans").lines(width as f32, Alignment::Justified);
            for line in texts(text, &lines) {
                assert!(!line.starts_with(['，', '。', '）', '”', '：']), "{width}: {line}");
                assert!(!line.ends_with(['（', '“']), "{width}: {line}");
            }
            for line in &lines[..lines.len() - 1] {
                assert!((line.width - width as f32).abs() < 6.0, "{width}: {}", line.width);
            }
        }
    }

    #[test]
    fn korean_breaks_between_words_only() {
        let text = "데이터베이스 성능 비교 결과 평균 응답 시간은 줄었습니다";
        let lines = texts(text, &paragraph(text, "ko").lines(90.0, Alignment::Start));
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn hebrew_lines_stand_at_the_right_and_numbers_run_to_the_right() {
        let text = "זמן של 12.5 שניות";
        let lines = paragraph(text, "he").lines(200.0, Alignment::Start);
        let last = lines[0].runs.last().unwrap();
        assert!((last.x + last.width - 200.0).abs() < 0.01);
        let visual = texts(text, &lines)[0].clone();
        assert!(visual.contains("12.5"), "{visual}");
        assert!(visual.ends_with("ןמז"), "{visual}");
    }

    #[test]
    fn a_heading_is_balanced() {
        let text = "Every batch of the newer proxy was faster than all of the older ones";
        let paragraph = paragraph(text, "en");
        let lines = paragraph.display(280.0);
        assert_eq!(lines.len(), paragraph.lines(280.0, Alignment::Start).len());
        let longest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
        assert!(longest < 240.0, "{longest}");
    }

    #[test]
    fn japanese_headings_keep_words_whole() {
        let text = "新しいプロキシはすべてのバッチで速かった";
        for width in 90..150 {
            let lines = texts(text, &paragraph(text, "ja").display(width as f32));
            assert!(
                !lines
                    .iter()
                    .any(|line| line.ends_with("プロキ") || line.ends_with("バッ")),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn polish_lines_do_not_end_with_a_word_of_one_letter() {
        let text = "Wyniki w tabeli i na wykresie o nowej wersji z pomiaru a także u innych w sieci i z archiwum";
        for width in 60..200 {
            let lines = texts(text, &paragraph(text, "pl").lines(width as f32, Alignment::Justified));
            for line in &lines {
                let last = line.rsplit(' ').next().unwrap();
                assert!(last.chars().count() > 1, "{width}: {lines:?}");
            }
        }
    }

    #[test]
    fn missing_characters_are_named_with_their_place() {
        let script = Script::of("en").unwrap();
        let span = Span {
            range: 0..9,
            style: Style {
                mono: false,
                bold: false,
                italic: false,
                heading: false,
                size: 10.0,
                rise: 0.0,
                tabular: false,
                script,
            },
        };
        let missing = Typesetter::new(FontSet::shared())
            .shape("ab 🦀 cd", &[span], script, Direction::LeftToRight, true)
            .unwrap_err();
        assert_eq!((missing[0].text.as_str(), missing[0].at), ("🦀", 3));
    }
}
