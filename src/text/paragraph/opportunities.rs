//! Where a line may end: UAX #14 with the tailorings of CSS Text for Chinese, Japanese and Korean, dictionaries for
//! Thai, and hyphenation by language (Liang's patterns, through `hypher`).

use super::{Kind, Paragraph};
use crate::locale::Script;
use crate::text::Family;
use crate::text::joint::{holds, version_keeps};
use icu_segmenter::options::{LineBreakOptions, LineBreakStrictness, LineBreakWordOption};
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};
use std::ops::Range;

/// A place where a line may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opportunity {
    /// The line ends before this cluster.
    pub at: usize,
    /// The line must end here.
    pub mandatory: bool,
    /// A hyphen is added.
    pub hyphen: bool,
}

#[derive(Default)]
pub(super) struct Segmenters {
    plain: Option<LineSegmenterBorrowed<'static>>,
    korean: Option<LineSegmenterBorrowed<'static>>,
    complex: Option<LineSegmenterBorrowed<'static>>,
}

impl Segmenters {
    fn of(&mut self, script: &Script, text: &str) -> LineSegmenterBorrowed<'static> {
        let mut options = LineBreakOptions::default();
        options.strictness = Some(LineBreakStrictness::Strict);
        // Thai, Lao, Burmese and Khmer have no spaces between words: their words come from dictionaries.
        let complex = |c: char| matches!(c as u32, 0xE00..=0xEFF | 0x1000..=0x109F | 0x1780..=0x17FF);
        match script.family {
            _ if text.chars().any(complex) => *self
                .complex
                .get_or_insert_with(|| LineSegmenter::new_dictionary(options)),
            Family::Korean => *self.korean.get_or_insert_with(|| {
                options.word_option = Some(LineBreakWordOption::KeepAll);
                LineSegmenter::new_for_non_complex_scripts(options)
            }),
            Family::Thai => *self
                .complex
                .get_or_insert_with(|| LineSegmenter::new_dictionary(options)),
            _ => *self
                .plain
                .get_or_insert_with(|| LineSegmenter::new_for_non_complex_scripts(options)),
        }
    }
}

/// The opportunities of a paragraph, in order; the last is its end.
pub(super) fn find(
    segmenters: &mut Segmenters,
    paragraph: &Paragraph,
    script: &'static Script,
    hyphenate: bool,
) -> Vec<Opportunity> {
    let clusters = &paragraph.clusters;
    let text = paragraph.text.as_str();
    let mut found = Vec::new();
    let mut next = 0;
    let mut start = 0;
    for end in segmenters.of(script, text).segment_str(text).skip(1) {
        while next < clusters.len() && clusters[next].text.start < end {
            next += 1;
        }
        let boundary = next == clusters.len() || clusters[next].text.start == end;
        if hyphenate {
            hyphens_within(paragraph, start..end, &mut found);
        }
        if boundary
            && next > 0
            && (next == clusters.len()
                || (may_end_line(&text[..end], &text[end..], script) && !in_formula(paragraph, next)))
        {
            found.push(Opportunity {
                at: next,
                mandatory: next == clusters.len() || clusters[next - 1].kind == Kind::Newline,
                hyphen: text[..end].ends_with('\u{AD}'),
            });
        }
        start = end;
    }
    if found.last().is_none_or(|last| last.at != clusters.len()) {
        found.push(Opportunity {
            at: clusters.len(),
            mandatory: true,
            hyphen: false,
        });
    }
    found.dedup_by_key(|o| o.at);
    found
}

/// House rules of languages beyond UAX #14: a word of one letter goes with the next one in Polish, Russian and
/// Ukrainian; marks that French sets apart by a space do not begin a line.
fn may_end_line(before: &str, after: &str, script: &Script) -> bool {
    if after.starts_with([';', ':', '!', '?', '»'])
        || before.strip_suffix(' ').is_some_and(|line| version_keeps(line, after))
    {
        return false;
    }
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let rest = after.split(char::is_whitespace).next().unwrap_or_default();
    if holds(word, rest, script.direction) {
        return false;
    }
    // The sign of a percentage stands before its percent sign in Turkish: `−%75,16`.
    if after.starts_with('%') && before.ends_with(['+', '−', '-']) {
        return false;
    }
    let Some(line) = before
        .strip_suffix([' ', '\u{A0}'])
        .filter(|_| matches!(script.tag, "pl" | "ru" | "uk"))
    else {
        return true;
    };
    let mut characters = line.chars().rev();
    let letter = characters.next().is_some_and(char::is_alphabetic);
    let alone = characters
        .next()
        .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '„' | '«'));
    !(letter && alone)
}

/// Code of more letters than this may be parted in prose that runs against it.
const LONGEST_FORMULA: usize = 48;

/// Whether a line would end within a short piece of code in right-to-left prose: its halves would not be read in the
/// order of a formula.
fn in_formula(paragraph: &Paragraph, at: usize) -> bool {
    let clusters = &paragraph.clusters;
    let is_code = |i: usize| paragraph.spans[usize::from(clusters[i].span)].style.mono;
    if paragraph.base_level == 0 || !is_code(at) || !is_code(at - 1) {
        return false;
    }
    let before = (0..at).rev().take_while(|i| is_code(*i)).count();
    let after = (at..clusters.len()).take_while(|i| is_code(*i)).count();
    before + after <= LONGEST_FORMULA
}

/// The shortest word that is hyphenated, in letters.
const SHORTEST_WORD: usize = 6;

/// Adds the places where the words of an unbreakable piece may be hyphenated.
fn hyphens_within(paragraph: &Paragraph, piece: Range<usize>, found: &mut Vec<Opportunity>) {
    let text = &paragraph.text[piece.clone()];
    let mut rest = 0;
    while let Some(from) = text[rest..].find(char::is_alphabetic).map(|at| rest + at) {
        let length = text[from..]
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(text.len() - from);
        rest = from + length;
        let word = &text[from..rest];
        let inside_identifier = text[..from].ends_with(['_', '.', '/', '@', '-', '\'', '’'])
            || text[rest..].starts_with(['_', '/', '@', '-', '\'', '’'])
            || text[..from].ends_with(|c: char| c.is_ascii_digit())
            || text[rest..].starts_with(|c: char| c.is_ascii_digit());
        if inside_identifier || word.chars().count() < SHORTEST_WORD || word.chars().skip(1).any(char::is_uppercase) {
            continue;
        }
        hyphenate_word(paragraph, piece.start + from, word, found);
    }
}

fn hyphenate_word(paragraph: &Paragraph, start: usize, word: &str, found: &mut Vec<Opportunity>) {
    let clusters = &paragraph.clusters;
    let index = clusters.partition_point(|c| c.text.start < start);
    let Some(first) = clusters.get(index) else { return };
    let style = &paragraph.spans[usize::from(first.span)].style;
    if style.mono {
        return;
    }
    let Some(language) = hyphenation(style.script) else {
        return;
    };
    let mut at = start;
    let mut cluster = index;
    for syllable in hypher::hyphenate(word, language) {
        at += syllable.len();
        while cluster < clusters.len() && clusters[cluster].text.start < at {
            cluster += 1;
        }
        let inside = at < start + word.len();
        if inside && clusters.get(cluster).is_some_and(|c| c.text.start == at) {
            found.push(Opportunity {
                at: cluster,
                mandatory: false,
                hyphen: true,
            });
        }
    }
}

/// Only languages that are written in an alphabet with hyphens at the ends of lines.
fn hyphenation(script: &Script) -> Option<hypher::Lang> {
    if !script.letter_case {
        return None;
    }
    let code: [u8; 2] = script.tag.as_bytes().get(..2)?.try_into().ok()?;
    hypher::Lang::from_iso(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_numbers_and_units_keep_what_stands_behind_their_hyphen_or_slash() {
        let script = Script::of("de").expect("it is there");
        for (before, after, parted) in [
            ("rg --", "hidden", false),
            ("rg -", "-hidden", false),
            ("rg --no-", "ignore", true),
            ("braucht 62,33-", "mal so lange", false),
            ("Median-", "Latenz", true),
            ("średnia, ms/", "transakcję i", false),
            ("/usr/local/share/", "benchfolio", true),
            ("https://", "example.org", false),
        ] {
            assert_eq!(may_end_line(before, after, script), parted, "{before}{after}");
        }
    }
}
