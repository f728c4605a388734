//! The order in which the clusters of a line are read: a picture has them from left to right, and so has each run of one
//! direction (UAX #9), but the runs are read in the order of the text.

use std::ops::Range;
use unicode_bidi::{BidiInfo, Level};

/// Clusters of one direction, as places in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub clusters: Range<usize>,
    pub right_to_left: bool,
}

/// The runs of a line in the order of reading. `text` is all that was laid out together, from left to right on the whole,
/// `within` the bytes of it that the line shows, and `shown` the texts of its clusters from left to right. `None` when
/// they are not of this text.
pub(super) fn runs(text: &str, within: &Range<usize>, shown: &[&str]) -> Option<Vec<Run>> {
    let info = BidiInfo::new(text, Some(Level::ltr()));
    let mut found: Vec<(usize, Run)> = Vec::new();
    let mut at = 0;
    for paragraph in &info.paragraphs {
        let (levels, visual) = info.visual_runs(paragraph, paragraph.range.clone());
        for bytes in visual {
            let bytes = bytes.start.max(within.start)..bytes.end.min(within.end);
            if bytes.is_empty() {
                continue;
            }
            let right_to_left = levels[bytes.start].is_rtl();
            let count = shown_of(&text[bytes.clone()], right_to_left, &shown[at..])?;
            let clusters = at..at + count;
            at = clusters.end;
            found.push((
                bytes.start,
                Run {
                    clusters,
                    right_to_left,
                },
            ));
        }
    }
    if at < shown.len() {
        return None;
    }
    found.sort_by_key(|(start, _)| *start);
    Some(found.into_iter().map(|(_, run)| run).collect())
}

/// How many of the clusters show a text of one direction: all of it, but for characters without a glyph.
fn shown_of(text: &str, right_to_left: bool, shown: &[&str]) -> Option<usize> {
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() {
        let next = shown.get(count).filter(|cluster| !cluster.is_empty());
        let after = next.and_then(|cluster| match right_to_left {
            true => rest.strip_suffix(cluster),
            false => rest.strip_prefix(cluster),
        });
        match after {
            Some(after) => (rest, count) = (after, count + 1),
            None => rest = without_hidden(rest, right_to_left)?,
        }
    }
    Some(count)
}

/// The text without a character at its edge that need not have a glyph: isolates, joiners, marks of direction.
fn without_hidden(text: &str, right_to_left: bool) -> Option<&str> {
    let hidden = |c: char| matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    match right_to_left {
        true => text.strip_suffix(hidden),
        false => text.strip_prefix(hidden),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line as it is read, its clusters put together run by run.
    fn read(text: &str, shown: &[&str]) -> Option<String> {
        let runs = runs(text, &(0..text.len()), shown)?;
        let words = runs.into_iter().map(|run| {
            let clusters = shown[run.clusters].iter().copied();
            match run.right_to_left {
                true => clusters.rev().collect::<String>(),
                false => clusters.collect(),
            }
        });
        Some(words.collect())
    }

    #[test]
    fn runs_are_read_in_the_order_of_the_text() {
        let text = "\u{2067}אב p(95)<3 ג\u{2069}";
        let shown = ["ג", " ", "p", "(", "9", "5", ")", "<", "3", " ", "ב", "א"];
        assert_eq!(read(text, &shown).as_deref(), Some("אב p(95)<3 ג"));
        assert_eq!(read("ab 5", &["a", "b", " ", "5"]).as_deref(), Some("ab 5"));
    }

    #[test]
    fn a_part_of_a_line_is_found_in_it() {
        let text = "ab אב 12";
        let within = 3..text.len();
        let found = runs(text, &within, &["1", "2", " ", "ב", "א"]);
        let directions: Vec<(Range<usize>, bool)> = found
            .into_iter()
            .flatten()
            .map(|run| (run.clusters, run.right_to_left))
            .collect();
        assert_eq!(directions, [(2..5, true), (0..2, false)]);
    }

    #[test]
    fn another_text_is_not_taken_for_it() {
        assert_eq!(read("אב", &["א", "ב"]), None);
        assert_eq!(read("ab", &["a", "b", "c"]), None);
    }
}
