//! Two texts, line by line.

use super::{Difference, Kind};

/// Characters that are shown before and behind the first one that differs.
const BEFORE: usize = 24;
const BEHIND: usize = 40;

/// The lines that differ at the same place, and then those that only one of them has.
pub(super) fn differences(found: &str, expected: &str) -> Vec<Difference> {
    let (a, b) = (split(found), split(expected));
    let mut list = Vec::new();
    for at in 0..a.len().max(b.len()) {
        let (a, b) = (a.get(at).copied(), b.get(at).copied());
        if a != b {
            let (found, expected) = windows(a, b);
            list.push(Difference {
                kind: Kind::Line,
                place: format!("line {}", at + 1),
                found,
                expected,
            });
        }
    }
    list
}

/// Two texts as a message shows them: around the first character that differs.
pub(super) fn windows(found: Option<&str>, expected: Option<&str>) -> (Option<String>, Option<String>) {
    let same = common_start(found.unwrap_or(""), expected.unwrap_or(""));
    let show = |text: Option<&str>| text.map(|text| window(text, same));
    (show(found), show(expected))
}

/// With its line breaks: they may be what differs.
fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Characters that two lines have in common at their start.
fn common_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// The part of a line around a character: pages hold fonts and pictures in one line.
fn window(line: &str, at: usize) -> String {
    let start = at.saturating_sub(BEFORE);
    let part: String = line.chars().skip(start).take(at - start + BEHIND).collect();
    let is_whole = line.chars().nth(start + part.chars().count()).is_none();
    let shown = part.replace('\n', "⏎").replace('\r', "␍");
    let (before, behind) = (if start > 0 { "…" } else { "" }, if is_whole { "" } else { "…" });
    format!("`{before}{shown}{behind}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(found: &str, expected: &str) -> Vec<(String, Option<String>, Option<String>)> {
        let list = differences(found, expected).into_iter();
        list.map(|d| (d.place, d.found, d.expected)).collect()
    }

    #[test]
    fn a_line_is_shown_around_what_differs() {
        let line = |middle: &str| format!("{}{middle}{}\n", "a".repeat(100), "b".repeat(100));
        let shown = |middle: &str| format!("`…{}{middle}{}…`", "a".repeat(24), "b".repeat(39));
        assert_eq!(
            told(&line("1"), &line("2")),
            [("line 1".into(), Some(shown("1")), Some(shown("2")))]
        );
        assert_eq!(told("a\nb\n", "a\n"), [("line 2".into(), Some("`b⏎`".into()), None)]);
        assert_eq!(
            told("a\r\n", "a\n"),
            [("line 1".into(), Some("`a␍⏎`".into()), Some("`a⏎`".into()))]
        );
    }
}
