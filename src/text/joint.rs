//! Words that may not be parted at the end of a line: a number and its unit, a one-letter word and its noun, an
//! operator and its operand.

use crate::locale::digit_value;

/// Replaces the spaces that must not be broken at by no-break spaces.
pub fn join(text: &str) -> String {
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
pub(super) fn hyphen_keeps(word: &str, next: char) -> bool {
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

/// Whether a word is too short to be parted at its slashes: `ms/audit`, `read/write`.
pub(super) fn slash_keeps(word: &str) -> bool {
    word.chars().count() <= LONG_WORD
}

/// Lets lines break within very long words, as names in code are: behind marks, and where capitals follow small letters.
/// Short ones are not parted at their slashes.
/// Words that no-break spaces join are not one long word, nor are words between ideographs.
pub fn breakable(text: &str) -> String {
    breakable_from(text, LONG_WORD)
}

/// The same in every word that is not short: for places without room for whole words.
pub fn finely_breakable(text: &str) -> String {
    breakable_from(text, SHORT_WORD)
}

fn breakable_from(text: &str, longest: usize) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let ends = |c: char| matches!(c, ' ' | '\u{a0}') || c >= '\u{2e80}';
    for word in text.split_inclusive(ends) {
        let long = word.trim_end_matches(ends).chars().count() > longest && !word.contains('\u{2060}');
        let mut before = [None; 2];
        for (at, character) in word.char_indices() {
            let kept = hyphen_keeps(&word[..at], character);
            let mark = before[1]
                .is_some_and(|c| matches!(c, '.' | '_' | '/' | '#' | '(' | ',' | '=' | ':' | '-' | '&' | '?' | '+'));
            // Versions and numbers stay whole.
            let number = character.is_ascii_digit() && before[0].is_some_and(|c: char| c.is_ascii_digit());
            let hump = before[1].is_some_and(char::is_lowercase) && character.is_uppercase();
            if !long && before[1] == Some('/') && character.is_alphanumeric() {
                // `ms/audit`, `read/write`.
                out.push('\u{2060}');
            }
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
        assert_eq!(breakable("a.b c_d"), "a.b c_d");
        assert_eq!(breakable("2 ms/audit"), "2 ms/\u{2060}audit");
        let chinese = "上方条形：直连MySQL8.0.28；下方条形：经由ProxySQL2.4.4。每一对各用自己的刻度";
        assert_eq!(breakable(chinese), chinese);
        assert_eq!(
            breakable("sysbench-oltp-read-1.0.20"),
            "sysbench-\u{200b}oltp-\u{200b}read-\u{200b}1.0.20"
        );
        // Options keep their hyphens, and numbers their suffixes.
        assert_eq!(breakable("fd --hidden -x"), "fd -\u{2060}-\u{2060}hidden -\u{2060}x");
        assert_eq!(breakable("62,33-mal so"), "62,33-\u{2060}mal so");
        assert_eq!(
            breakable("--a-very-long-option-name"),
            "-\u{2060}-\u{2060}a-\u{200b}very-\u{200b}long-\u{200b}option-\u{200b}name"
        );
        let name = unbroken("Query cache on (TTL 30 s)");
        assert_eq!(breakable(&name), name);
        assert_eq!(
            breakable("run com.example.NameOfIt#call(n=1)"),
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
    }
}
