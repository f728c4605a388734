//! What the parser leaves in the text, or drops, without a word.

use std::ops::Range;

pub struct Residue {
    pub span: Range<usize>,
    pub message: String,
    pub hint: &'static str,
}

/// A mark, and what its author most likely meant. Longer marks come before their beginnings.
const MARKS: &[(&str, &str)] = &[
    (
        "**",
        "marks need a letter on the inside and a space or a sign on the outside: in Chinese and Japanese put the \
         punctuation outside of the marks; for plain stars write `\\*`",
    ),
    ("~~", "~~ on both sides strikes words out; for plain tildes write `\\~`"),
    (
        "`",
        "code needs as many backticks at its end as at its start; for a plain one write `` \\` ``",
    ),
    (
        "[^",
        "a footnote is defined by a line `[^name]: words` on the left margin",
    ),
    (
        "](",
        "a link is `[words](address)` without spaces in the address; for plain brackets write `\\]`",
    ),
    (
        "*",
        "marks need a letter on the inside and a space or a sign on the outside: in Chinese and Japanese put the \
         punctuation outside of the marks; for a plain star write `\\*`",
    ),
];

/// Finds the marks that had no effect in plain text. `spans` are the places of text in the source, in order.
pub fn find(source: &str, spans: &[Range<usize>]) -> Vec<Residue> {
    let mut found = Vec::new();
    for run in join(spans) {
        find_in_run(source, run, &mut found);
    }
    found
}

/// Text comes in pieces; those that touch in the source are one.
fn join(spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match runs.last_mut() {
            Some(run) if run.end == span.start => run.end = span.end,
            _ => runs.push(span.clone()),
        }
    }
    runs
}

fn find_in_run(source: &str, run: Range<usize>, found: &mut Vec<Residue>) {
    let text = &source[run.clone()];
    let mut at = 0;
    // What follows a backslash is meant as it is.
    if source[..run.start].ends_with('\\') {
        at = text.chars().next().map_or(0, char::len_utf8);
    }
    while at < text.len() {
        let rest = &text[at..];
        let mark = MARKS.iter().find(|(mark, _)| rest.starts_with(mark));
        match mark {
            Some((mark, hint)) if *mark != "*" || touches(text, at) => {
                let end = run.start + at + mark.len();
                found.push(Residue {
                    span: run.start + at..end,
                    message: format!("`{mark}` stands in the text as it is"),
                    hint,
                });
                // One fault for the run: what follows is often the other half.
                return;
            }
            _ => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

/// Whether the star at an offset stands next to a letter, as one that was meant as a mark does.
fn touches(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + 1..].chars().next();
    [before, after].into_iter().flatten().any(|c| !c.is_whitespace())
}

/// Cells of a row as GFM counts them: every bar that has no backslash divides.
pub fn cells_of_row(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let mut cells = 1;
    let mut escaped = false;
    let mut after_last_bar = true;
    for c in row.chars() {
        let bar = c == '|' && !escaped;
        if bar {
            cells += 1;
        }
        after_last_bar = bar || (after_last_bar && c.is_whitespace());
        escaped = c == '\\';
    }
    if after_last_bar && cells > 1 { cells - 1 } else { cells }
}

/// Whether the end of a source line vanishes: between ideographs and kana it is no space (CSS Text 4, section 5.3.1).
pub fn break_vanishes(source: &str, span: &Range<usize>) -> bool {
    let marks = ['*', '_', '~', '[', ']', '!', '>', '`', ' ', '\t'];
    let before = source[..span.start].trim_end_matches(marks).chars().next_back();
    let after = source[span.end..].trim_start_matches(marks).chars().next();
    before.is_some_and(is_wide) && after.is_some_and(is_wide)
}

/// Characters of scripts that set no spaces between words, and their punctuation; Hangul does set them.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{30FF}' | '\u{31C0}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE4F}' | '\u{FF01}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}
