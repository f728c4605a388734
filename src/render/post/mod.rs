//! The post for LinkedIn: one text to paste and one for the API.
//!
//! Limits: 3,000 characters, of which a reader sees about 140 before "see more". Characters are counted as UTF-16 code
//! units, as a browser's text field counts them; no other way of counting gives more, so what fits here fits there.
//! The API reads `little` text, in which reserved characters need a backslash or the post ends at the first of them
//! without a word:
//! <https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format>.
//!
//! Knows nothing of templates; the words come rendered.

use super::Artefact;
use crate::diagnostic::{Fault, Faults, SourceText};
use std::ops::Range;

/// Characters of a post.
pub const LONGEST: usize = 3_000;
/// Characters that everybody sees, on the narrowest screens.
pub const FOLD: usize = 140;

/// What a post must say at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    /// The figures of the headline as the language prints them (`75.16%`, `4.03×`); for a measure that did not change,
    /// the words that say so. One of them must stand in the first line, above the fold. Empty when there is nothing to
    /// compare.
    pub any_of: Vec<String>,
}

/// Makes `linkedin.<lang>.txt` and `linkedin.<lang>.api.txt` from rendered words.
///
/// `names` are texts of the data that the words may repeat: marks inside of them are theirs.
///
/// # Errors
/// Everything that keeps the words from being a post: too long, the finding not at the start, Markdown, markup.
pub fn write(language: &str, words: &SourceText, finding: &Finding, names: &[String]) -> Result<[Artefact; 2], Faults> {
    let mut faults = marks(words, names);
    let text = normalise(&words.text);
    faults.extend(check_length(words, &text));
    faults.extend(check_finding(words, &text, finding));
    for fault in &mut faults {
        fault.language = Some(language.to_owned());
    }
    Faults::check(faults)?;
    let artefact = |kind: &str, text: String| Artefact {
        name: format!("linkedin.{language}{kind}.txt"),
        bytes: format!("{text}\n").into_bytes(),
    };
    let api = little_text(&text);
    Ok([artefact("", text), artefact(".api", api)])
}

/// Characters as a text field of a browser counts them.
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Line ends as `\n`, no spaces at the ends of lines and at the starts of paragraphs, at most one empty line in a row,
/// none at the edges.
fn normalise(words: &str) -> String {
    let words = words.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = String::with_capacity(words.len());
    for line in words.lines().map(|line| line.trim_end_matches([' ', '\t'])) {
        // A paragraph whose first sentence is left out begins with the space before the second.
        let begins = out.is_empty() || out.ends_with("\n\n");
        let line = if begins {
            line.trim_start_matches([' ', '\t'])
        } else {
            line
        };
        if line.is_empty() && begins {
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

fn check_length(words: &SourceText, text: &str) -> Option<Fault> {
    let length = length(text);
    if text.is_empty() {
        return Some(Fault::input("post::empty", "the post is empty").file(&words.name));
    }
    (length > LONGEST).then(|| {
        let over = length - LONGEST;
        Fault::input("post::too-long", format!("the post is {over} characters too long"))
            .file(&words.name)
            .found(format!("{length} characters"))
            .expected(format!("at most {LONGEST}"))
            .hint("LinkedIn refuses it; an emoji counts two")
    })
}

fn check_finding(words: &SourceText, text: &str, finding: &Finding) -> Option<Fault> {
    if finding.any_of.is_empty() || text.is_empty() {
        return None;
    }
    let first_line = text.lines().next().unwrap_or("");
    let seen = above_fold(first_line);
    let stands = finding.any_of.iter().any(|figure| seen.contains(figure.as_str()));
    (!stands).then(|| {
        let wanted: Vec<String> = finding.any_of.iter().map(|figure| format!("`{figure}`")).collect();
        let start = words.text.find(first_line).unwrap_or(0);
        Fault::input("post::finding", "the first line does not say what was found")
            .at(words, start..start + first_line.len())
            .found(format!("`{seen}`"))
            .expected(format!("one of {}", wanted.join(", ")))
            .hint(format!("most readers see {FOLD} characters"))
    })
}

/// The start of a line that everybody sees.
fn above_fold(line: &str) -> &str {
    let mut seen = 0;
    for (at, c) in line.char_indices() {
        seen += c.len_utf16();
        if seen > FOLD {
            return &line[..at];
        }
    }
    line
}

/// Marks that a post shows as they are, and what they most likely should be.
const MARKS: &[(&str, &str)] = &[
    ("**", "a post has no bold words"),
    ("__", "a post has no bold words"),
    ("~~", "a post has no struck words"),
    ("```", "a post has no code"),
    ("`", "a post has no code"),
    ("](", "write the address after the words"),
    ("{{", "the template was not rendered"),
    ("{%", "the template was not rendered"),
    ("&amp;", "the words were escaped for HTML"),
    ("&lt;", "the words were escaped for HTML"),
    ("&quot;", "the words were escaped for HTML"),
    ("&#", "the words were escaped for HTML"),
];

/// Marks that mean something at the start of a line only.
const LINE_MARKS: &[(&str, &str)] = &[
    ("# ", "a post has no headings"),
    ("## ", "a post has no headings"),
    ("### ", "a post has no headings"),
    ("> ", "a post has no quotes"),
    ("* ", "begin an item with • or –"),
    ("|", "a post has no tables"),
];

fn marks(words: &SourceText, names: &[String]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut offset = 0;
    for line in words.text.split_inclusive('\n') {
        if let Some((mark, at, hint)) = mark_of(line, names) {
            faults.push(
                Fault::input("post::mark", format!("`{}` stands in the post as it is", mark.trim()))
                    .at(words, span(offset + at, mark))
                    .hint(hint),
            );
        }
        if let Some((at, c)) = line
            .char_indices()
            .find(|(_, c)| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
        {
            faults.push(
                Fault::input(
                    "post::control-character",
                    format!("the post holds the control character U+{:04X}", c as u32),
                )
                .at(words, offset + at..offset + at + c.len_utf8())
                .hint("remove it"),
            );
        }
        offset += line.len();
    }
    faults
}

fn span(start: usize, mark: &str) -> Range<usize> {
    start..start + mark.len()
}

/// The first mark of a line that is not part of a name, where it stands, and a hint.
fn mark_of(line: &str, names: &[String]) -> Option<(&'static str, usize, &'static str)> {
    let named: Vec<Range<usize>> = names
        .iter()
        .filter(|name| !name.is_empty())
        .flat_map(|name| line.match_indices(name.as_str()).map(|(at, name)| at..at + name.len()))
        .collect();
    let is_free = |at: usize| !named.iter().any(|name| name.contains(&at));
    let indent = line.len() - line.trim_start().len();
    let at_start = LINE_MARKS
        .iter()
        .find(|(mark, _)| line[indent..].starts_with(mark) && is_free(indent))
        .map(|(mark, hint)| (*mark, indent, *hint));
    at_start.or_else(|| {
        MARKS
            .iter()
            .filter_map(|(mark, hint)| {
                let (at, _) = line.match_indices(mark).find(|(at, _)| is_free(*at))?;
                Some((*mark, at, *hint))
            })
            .min_by_key(|(_, at, _)| *at)
    })
}

/// The text as the Posts API reads it: reserved characters with a backslash, hashtags as templates of their own.
fn little_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut before = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(tag) = hashtag(before, rest) {
            out.push_str("{hashtag|\\#|");
            tag.chars().for_each(|c| push_little(&mut out, c));
            out.push('}');
            let length = 1 + tag.len();
            before = rest[..length].chars().next_back();
            rest = &rest[length..];
            continue;
        }
        push_little(&mut out, c);
        before = Some(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn push_little(out: &mut String, c: char) {
    if "\\|{}@[]()<>#*_~".contains(c) {
        out.push('\\');
    }
    out.push(c);
}

/// The tag that a text begins with: a sharp after a space or an opening sign, then letters and digits, not digits only.
fn hashtag(before: Option<char>, text: &str) -> Option<&str> {
    let free = before.is_none_or(|c| c.is_whitespace() || "([（「、，。".contains(c));
    let rest = text.strip_prefix('#').filter(|_| free)?;
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(rest.len());
    let tag = &rest[..end];
    tag.chars().any(char::is_alphabetic).then_some(tag)
}

#[cfg(test)]
mod tests;
