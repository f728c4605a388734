//! Words that may not be parted at the end of a line: a number and its unit, a one-letter word and its noun, an
//! operator and its operand.

use crate::locale::{Direction, digit_value};
use std::ops::Range;

/// Replaces the spaces that must not be broken at by no-break spaces. A name that is nothing but a product and its
/// version may have a line for each.
pub fn join(text: &str) -> String {
    let is_name = text.matches(' ').count() == 1;
    join_where(text, |before, after| {
        keeps(before, after) || (!is_name && version_keeps(before, after))
    })
}

/// The same, for places without room for a product with its version.
pub fn join_finely(text: &str) -> String {
    join_where(text, keeps)
}

fn join_where(text: &str, keeps: impl Fn(&str, &str) -> bool) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut joined = String::with_capacity(text.len());
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            joined.push(if keeps(words[i - 1], word) { '\u{a0}' } else { ' ' });
        }
        joined.push_str(word);
    }
    joined
}

/// Makes a text one that no line is broken in: for short names in prose.
pub fn unbroken(text: &str) -> String {
    let mut kept = String::with_capacity(text.len() * 2);
    for (i, character) in text.chars().enumerate() {
        // Lines may break between any two ideographs, and behind hyphens and slashes.
        let breaks = |c: char| c >= '\u{2e80}' || matches!(c, '-' | '/' | '–');
        if i > 0 && (breaks(character) || kept.chars().next_back().is_some_and(breaks)) {
            kept.push('\u{2060}');
        }
        kept.push(if character == ' ' { '\u{a0}' } else { character });
    }
    kept
}

/// Whether a hyphen belongs to what follows it: `--flag`, or `62.33-mal`, a number with its suffix. `word` is what stands
/// before the next character, from its last space on.
fn hyphen_keeps(word: &str, next: char) -> bool {
    let word = word.trim_start_matches(|c| ('\u{2066}'..='\u{2068}').contains(&c));
    let Some(rest) = word.strip_suffix('-') else {
        return false;
    };
    let is_option = rest.chars().all(|c| c == '-') && (next == '-' || next.is_alphanumeric());
    is_option || (rest.chars().next_back().and_then(digit_value).is_some() && next.is_alphabetic())
}

/// Letters of a word from which on lines may break within it.
const LONG_WORD: usize = 20;
/// Letters of the longest word that is never broken within.
const SHORT_WORD: usize = 7;

/// Whether no line may end within a word at this place: `before` is the word from its last space on, `rest` what is left
/// of it. Pictures, pages and PDFs ask here.
pub(super) fn holds(before: &str, rest: &str, direction: Direction) -> bool {
    let (Some(last), Some(next)) = (before.chars().next_back(), rest.chars().next()) else {
        return false;
    };
    let is_short = || before.chars().count() + rest.trim_end().chars().count() <= LONG_WORD;
    match last {
        '-' if hyphen_keeps(before, next) => true,
        // The halves of a Latin name would not be read one behind the other where lines run from right to left.
        '-' => direction == Direction::RightToLeft && next.is_ascii_alphanumeric() && is_short(),
        // `ms/audit`, `read/write`.
        '/' => next.is_alphanumeric() && is_short(),
        // `30秒`, `5バッチ`.
        digit => next >= '\u{2e80}' && next.is_alphabetic() && digit_value(digit).is_some(),
    }
}

/// Whether a product would be parted from its version: `ProxySQL` and `2.7.3`. `before` ends with the one, without a
/// space, `after` begins with the other.
pub(super) fn version_keeps(before: &str, after: &str) -> bool {
    let product = product_of(before);
    let mut parts = version_of(after).split('.');
    let mut starts = || {
        parts
            .next()
            .is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    };
    product.starts_with(|c: char| c.is_ascii_uppercase())
        && product.ends_with(|c: char| c.is_ascii_alphanumeric())
        && product.chars().count() <= LONGEST_PRODUCT
        && starts()
        && starts()
}

/// Letters of the longest name that is kept with its version.
const LONGEST_PRODUCT: usize = 24;

fn product_of(before: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || !c.is_ascii();
    before.rsplit(ends).next().unwrap_or_default()
}

fn version_of(after: &str) -> &str {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '.');
    after.split(ends).next().unwrap_or_default()
}

/// The parts of a text that no line may end within, in its order, for pages whose lines a browser breaks.
pub fn held(text: &str, direction: Direction) -> Vec<Range<usize>> {
    let mut held: Vec<Range<usize>> = Vec::new();
    let mut add = |range: Range<usize>| match held.last_mut().filter(|last| last.end > range.start) {
        Some(last) => last.end = last.end.max(range.end),
        None => held.push(range),
    };
    let mut start = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let end = start + word.len();
        let (before, after) = (&text[..start + bare.len()], &text[end..]);
        held_within(bare, direction).for_each(|part| add(start + part.start..start + part.end));
        if word.ends_with(' ') && version_keeps(before, after) {
            let version = version_of(after).trim_end_matches('.').len();
            add(before.len() - product_of(before).len()..end + version);
        }
        start = end;
    }
    held
}

/// The same of one word: the parts between the places where lines may end that hold another one.
fn held_within(word: &str, direction: Direction) -> impl Iterator<Item = Range<usize>> {
    let wide = |c: char| c >= '\u{2e80}';
    let mut parts = Vec::new();
    let (mut from, mut holding, mut last) = (0, false, None);
    for (at, next) in word.char_indices() {
        if let Some(last) = last
            && (matches!(last, '-' | '/') || wide(last) || wide(next))
        {
            if holds(&word[..at], &word[at..], direction) {
                holding = true;
            } else {
                parts.push((from..at, std::mem::take(&mut holding)));
                from = at;
            }
        }
        last = Some(next);
    }
    parts.push((from..word.len(), holding));
    parts.into_iter().filter(|(_, holding)| *holding).map(|(part, _)| part)
}

/// Lets lines break within very long words, as names in code are: behind marks, and where capitals follow small letters.
/// What belongs together is kept so, see [`holds`].
/// Words that no-break spaces join are not one long word, nor are words between ideographs.
pub fn breakable(text: &str, direction: Direction) -> String {
    breakable_from(text, LONG_WORD, direction)
}

/// The same in every word that is not short: for places without room for whole words.
pub fn finely_breakable(text: &str, direction: Direction) -> String {
    breakable_from(text, SHORT_WORD, direction)
}

fn breakable_from(text: &str, longest: usize, direction: Direction) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let ends = |c: char| matches!(c, ' ' | '\u{a0}') || c >= '\u{2e80}';
    for word in text.split_inclusive(ends) {
        let long = word.trim_end_matches(ends).chars().count() > longest && !word.contains('\u{2060}');
        let mut before = [None; 2];
        for (at, character) in word.char_indices() {
            let mark = before[1]
                .is_some_and(|c| matches!(c, '.' | '_' | '/' | '#' | '(' | ',' | '=' | ':' | '-' | '&' | '?' | '+'));
            // Versions and numbers stay whole.
            let number = character.is_ascii_digit() && before[0].is_some_and(|c: char| c.is_ascii_digit());
            let hump = before[1].is_some_and(char::is_lowercase) && character.is_uppercase();
            // A word that is broken finely is broken at its slashes and hyphens too, but for those of options.
            let kept = match long {
                true => before[1] != Some('/') && holds(&word[..at], &word[at..], Direction::LeftToRight),
                false => holds(&word[..at], &word[at..], direction),
            };
            match kept {
                true => out.push('\u{2060}'),
                false if long && (hump || (mark && !number && character.is_alphanumeric())) => out.push('\u{200b}'),
                false => {}
            }
            out.push(character);
            before = [before[1], Some(character)];
        }
    }
    out
}

fn keeps(before: &str, after: &str) -> bool {
    let letters = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).count();
    let last = before.trim_end_matches(['\u{2069}', '\u{2068}']).chars().last();
    let first = after.trim_start_matches(['\u{2068}', '\u{2067}']).chars().next();
    let (Some(last), Some(first)) = (last, first) else {
        return false;
    };
    // `15 ms`, `15 批`: a short word or an ideograph belongs to the number before it.
    let unit = digit_value(last).is_some() && (first >= '\u{2e80}' || (first.is_alphabetic() && letters(after) <= 8));
    // Polish `w`, `z`, English `a`: no line ends with a one-letter word.
    let single = before.chars().count() == 1 && last.is_alphabetic();
    let sign = matches!(last, '×' | '≥' | '≤' | '≈' | '<' | '>') && before.chars().count() == 1;
    let trailing = matches!(first, '→' | '←' | '×' | '–' | '—' | '·') && after.chars().count() == 1;
    unit || single || sign || trailing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_parted() {
        assert_eq!(unbroken("8 GiB 内存"), "8\u{a0}GiB\u{a0}\u{2060}内\u{2060}存");
    }

    #[test]
    fn a_very_long_word_may_be_parted_at_its_marks() {
        assert_eq!(breakable("a.b c_d", Direction::LeftToRight), "a.b c_d");
        assert_eq!(breakable("2 ms/audit", Direction::LeftToRight), "2 ms/\u{2060}audit");
        let chinese = "上方条形：直连MySQL8.0.28；下方条形：经由ProxySQL2.4.4。每一对各用自己的刻度";
        assert_eq!(breakable(chinese, Direction::LeftToRight), chinese);
        assert_eq!(
            breakable("sysbench-oltp-read-1.0.20", Direction::LeftToRight),
            "sysbench-\u{200b}oltp-\u{200b}read-\u{200b}1.0.20"
        );
        // Options keep their hyphens, and numbers their suffixes.
        assert_eq!(
            breakable("fd --hidden -x", Direction::LeftToRight),
            "fd -\u{2060}-\u{2060}hidden -\u{2060}x"
        );
        assert_eq!(
            breakable("62,33-mal so", Direction::LeftToRight),
            "62,33-\u{2060}mal so"
        );
        assert_eq!(
            breakable("--a-very-long-option-name", Direction::LeftToRight),
            "-\u{2060}-\u{2060}a-\u{200b}very-\u{200b}long-\u{200b}option-\u{200b}name"
        );
        let name = unbroken("Query cache on (TTL 30 s)");
        assert_eq!(breakable(&name, Direction::LeftToRight), name);
        assert_eq!(
            breakable("run com.example.NameOfIt#call(n=1)", Direction::LeftToRight),
            "run com.\u{200b}example.\u{200b}Name\u{200b}Of\u{200b}It#\u{200b}call(\u{200b}n=\u{200b}1)"
        );
    }

    #[test]
    fn numbers_keep_their_units_and_short_words_their_nouns() {
        assert_eq!(
            join("15 ms w serii × 10 batches"),
            "15\u{a0}ms w\u{a0}serii\u{a0}×\u{a0}10\u{a0}batches"
        );
        assert_eq!(join("每个版本 15 批"), "每个版本 15\u{a0}批");
        assert_eq!(join("2.7 → 3.0"), "2.7\u{a0}→ 3.0");
        assert_eq!(breakable("最長30秒", Direction::LeftToRight), "最長30\u{2060}秒");
    }

    #[test]
    fn a_product_keeps_its_version() {
        for (before, after, kept) in [
            ("with ProxySQL", "2.7.3 and", true),
            ("and \u{2068}MySQL", "8.0.28\u{2069}", true),
            ("直连MySQL", "4.0。", true),
            ("mean of", "2.5 ms", false),
            ("In June", "300 calls", false),
            ("ProxySQL", "and", false),
        ] {
            assert_eq!(version_keeps(before, after), kept, "{before} {after}");
        }
        assert_eq!(join("改用 MySQL 4.0，以及"), "改用 MySQL\u{a0}4.0，以及");
        assert_eq!(join("MySQL 4.0"), "MySQL 4.0");
        assert_eq!(join_finely("with MySQL 4.0"), "with MySQL 4.0");
    }

    #[test]
    fn pages_are_told_what_no_line_may_end_within() {
        let held_of = |text: &'static str, direction| -> Vec<&str> {
            let ranges = held(text, direction).into_iter();
            ranges.map(|range| &text[range]).collect()
        };
        let left_to_right = |text| held_of(text, Direction::LeftToRight);
        assert_eq!(left_to_right("curl --max-time 5, -X y"), ["--max-", "-X"]);
        assert_eq!(left_to_right("一次最長30秒、5バッチ"), ["30秒", "5バ"]);
        assert_eq!(left_to_right("ms/audit of MySQL 4.0."), ["ms/audit", "MySQL 4.0"]);
        assert_eq!(
            left_to_right("a well-known /usr/local/share/benchfolio"),
            Vec::<&str>::new()
        );
        assert_eq!(held_of("عبر slow-log-on مرة", Direction::RightToLeft), ["slow-log-on"]);
    }
}
