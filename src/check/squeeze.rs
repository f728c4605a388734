//! Texts without what differs between the forms of one text: spaces and line ends, marks of direction, the script of
//! the digits, the kind of the minus sign. Two texts that a reader reads alike are equal after squeezing.

use crate::locale::digit_value;
use std::ops::Range;

/// A squeezed text that remembers where its characters come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squeezed {
    pub text: String,
    /// For each byte of `text`, the bytes of the original that its character stands for.
    origins: Vec<Range<usize>>,
}

impl Squeezed {
    pub fn new(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        for (at, c) in original.char_indices() {
            if let Some(kept) = squeezed(c) {
                text.push(kept);
                origins.resize(text.len(), at..at + c.len_utf8());
            }
        }
        Squeezed { text, origins }
    }

    /// The bytes of the original that a range (not empty) of the squeezed text stands for.
    pub fn original(&self, range: &Range<usize>) -> Range<usize> {
        self.origins[range.start].start..self.origins[range.end - 1].end
    }

    /// Every place at which `needle` (already squeezed, not empty) stands.
    pub fn places<'a>(&'a self, needle: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut from = 0;
        std::iter::from_fn(move || {
            let at = from + self.text[from..].find(needle)?;
            from = at + self.text[at..].chars().next().map_or(1, char::len_utf8);
            Some(at..at + needle.len())
        })
    }

    /// What was squeezed out at `at`: bytes of the original.
    pub fn gap(&self, at: usize) -> Range<usize> {
        if at == 0 || at >= self.text.len() {
            return 0..0;
        }
        self.origins[at - 1].end..self.origins[at].start
    }

    /// The character that ends at `at`, when nothing was squeezed out between it and what follows.
    pub fn before(&self, at: usize) -> Option<char> {
        let joined = at > 0 && at < self.text.len() && self.origins[at - 1].end == self.origins[at].start;
        joined.then(|| self.text[..at].chars().next_back()).flatten()
    }

    /// The two characters that begin at `at`, each only while nothing was squeezed out before it.
    pub fn after(&self, at: usize) -> (Option<char>, Option<char>) {
        let next = |at: usize| self.before(at).and_then(|_| self.text[at..].chars().next());
        let first = next(at);
        let second = first.and_then(|c| next(at + c.len_utf8()));
        (first, second)
    }
}

/// Zeros of digits that numbers are not printed with, but that words may have: Persian and full-width ones.
const OTHER_ZEROS: [u32; 2] = [0x06f0, 0xff10];

/// `None` for what has no meaning of its own.
fn squeezed(c: char) -> Option<char> {
    let other = || {
        let zero = OTHER_ZEROS
            .into_iter()
            .find(|zero| (*zero..*zero + 10).contains(&u32::from(c)))?;
        Some(u32::from(c) - zero)
    };
    if let Some(value) = digit_value(c).or_else(other) {
        return char::from_digit(value, 10);
    }
    match c {
        '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => Some('-'),
        // Soft hyphen, zero-width characters, marks of direction, byte order mark.
        '\u{ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{61c}'
        | '\u{feff}' => None,
        c if c.is_whitespace() => None,
        c => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_original() {
        let original = "in \u{2066}−٨ ms\u{2069} or 8\nms";
        let squeezed = Squeezed::new(original);
        assert_eq!(squeezed.text, "in-8msor8ms");
        let places: Vec<&str> = squeezed
            .places("8ms")
            .map(|place| &original[squeezed.original(&place)])
            .collect();
        assert_eq!(places, ["٨ ms", "8\nms"]);
    }

    #[test]
    fn neighbours_are_only_those_without_a_gap() {
        let squeezed = Squeezed::new("15 10.5");
        let place = squeezed.places("10").next().unwrap();
        assert_eq!(squeezed.before(place.start), None);
        assert_eq!(squeezed.after(place.end), (Some('.'), Some('5')));
    }
}
