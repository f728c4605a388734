//! Names that are longer than their place lose a part of their middle, by one rule that keeps names apart which differ.
//!
//! Knows nothing of what is named.

use icu_segmenter::{GraphemeClusterSegmenter, GraphemeClusterSegmenterBorrowed};
use std::collections::BTreeMap;

const SEGMENTER: GraphemeClusterSegmenterBorrowed<'static> = GraphemeClusterSegmenter::new();

/// What stands for the part that is left out.
const ELLIPSIS: &str = "…";

/// Least room for a shortened name: some characters, what is left out, some characters.
const LEAST: usize = 5;

/// A name in the pieces that a reader takes for characters, and how much room each takes.
struct Pieces<'a>(Vec<(&'a str, usize)>);

impl<'a> Pieces<'a> {
    fn of(name: &'a str) -> Self {
        let bounds: Vec<usize> = SEGMENTER.segment_str(name).collect();
        let pieces = bounds.windows(2).map(|pair| &name[pair[0]..pair[1]]);
        Pieces(pieces.map(|piece| (piece, room(piece))).collect())
    }

    fn room(&self) -> usize {
        self.0.iter().map(|(_, room)| room).sum()
    }

    /// How many of the first pieces from `from` on have `room`.
    fn first(&self, from: usize, room: usize) -> usize {
        fitting(self.0[from..].iter(), room)
    }

    fn last(&self, room: usize) -> usize {
        fitting(self.0.iter().rev(), room)
    }

    fn text(&self, from: usize, to: usize) -> String {
        self.0[from..to].iter().map(|(piece, _)| *piece).collect()
    }

    /// Whether a word may be parted before this piece.
    fn parts(&self, at: usize) -> bool {
        let edge = |at: usize| {
            self.0
                .get(at)
                .is_some_and(|(piece, _)| matches!(*piece, " " | "\u{a0}" | "/"))
        };
        edge(at) || at.checked_sub(1).is_some_and(edge)
    }

    /// The beginning of the name with this much room at most, and how many pieces it is: up to a space or a slash where
    /// one is near.
    fn head(&self, room: usize) -> (String, usize) {
        let most = self.first(0, room);
        let near = (most - most / 3..=most).rev().find(|at| self.parts(*at));
        let end = near.filter(|at| *at > 0).unwrap_or(most);
        (self.text(0, end).trim_end().to_owned(), end)
    }

    /// Beginning and end of the name.
    fn without_middle(&self, longest: usize) -> String {
        let room = longest.max(LEAST) - 1;
        let (head, _) = self.head(room * 3 / 5);
        let rest = room - Pieces::of(&head).room();
        let start = self.0.len() - self.last(rest);
        // The end begins with a word where one is near.
        let near = (start..start + rest / 3).find(|at| self.parts(*at) && *at < self.0.len());
        let tail = self.text(near.unwrap_or(start), self.0.len());
        format!("{head}{ELLIPSIS}{}", tail.trim_start())
    }

    /// A little of the beginning, and what comes at and after a piece.
    fn around(&self, at: usize, longest: usize) -> String {
        let room = longest.max(LEAST + 1) - 2;
        let (head, used) = self.head(room / 3);
        let rest = room - Pieces::of(&head).room();
        // A few characters before the difference say where it is.
        let back = (at.saturating_sub(rest / 3).max(used)..at).find(|at| self.parts(*at));
        let from = back.unwrap_or(at);
        let end = from + self.first(from, rest);
        let more = if end < self.0.len() { ELLIPSIS } else { "" };
        let gap = if from > used { ELLIPSIS } else { "" };
        format!("{head}{gap}{}{more}", self.text(from, end).trim())
    }
}

/// How many of the first pieces have `room` together.
fn fitting<'p>(pieces: impl Iterator<Item = &'p (&'p str, usize)>, room: usize) -> usize {
    let mut left = room;
    let fits = pieces.take_while(|(_, room)| {
        let fits = *room <= left;
        left = left.saturating_sub(*room);
        fits
    });
    fits.count()
}

/// Room of a character, in Latin letters: ideographs, kana and the like take two.
fn room(piece: &str) -> usize {
    let wide = |c: char| matches!(u32::from(c), 0x1100..=0x11ff | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0x1f000..=0x3ffff);
    if piece.chars().next().is_some_and(wide) { 2 } else { 1 }
}

/// The room that a text takes, in Latin letters.
pub fn room_of(text: &str) -> usize {
    Pieces::of(text).room()
}

/// Names with room for `longest` Latin letters each; a longer one without its middle. Different names stay different:
/// where beginning and end are alike, the part in which they differ is kept instead.
pub fn shorten<S: AsRef<str>>(names: &[S], longest: usize) -> Vec<String> {
    let pieces: Vec<Pieces<'_>> = names.iter().map(|name| Pieces::of(name.as_ref())).collect();
    let long: Vec<bool> = pieces.iter().map(|pieces| pieces.room() > longest.max(LEAST)).collect();
    let mut short: Vec<String> = (0..names.len())
        .map(|i| match long[i] {
            true => pieces[i].without_middle(longest),
            false => names[i].as_ref().to_owned(),
        })
        .collect();
    // Every round parts each group of equal ones at its first difference; so many rounds there are at most.
    for _ in 0..names.len() {
        let groups = equal_ones(names, &short);
        let mut changed = false;
        for group in &groups {
            let at = common(group.iter().map(|i| &pieces[*i]));
            for i in group.iter().filter(|i| long[**i]) {
                let text = pieces[*i].around(at, longest);
                changed |= short[*i] != text;
                short[*i] = text;
            }
        }
        if !changed {
            break;
        }
    }
    number(names, &mut short);
    short
}

/// Places of different names that look alike.
fn equal_ones<S: AsRef<str>>(names: &[S], short: &[String]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, text) in short.iter().enumerate() {
        groups.entry(text).or_default().push(i);
    }
    let differ = |group: &Vec<usize>| group.iter().any(|i| names[*i].as_ref() != names[group[0]].as_ref());
    groups.into_values().filter(differ).collect()
}

/// How many pieces all names have in common at the beginning.
fn common<'a>(mut names: impl Iterator<Item = &'a Pieces<'a>> + Clone) -> usize {
    let Some(first) = names.next() else { return 0 };
    let same = |at: &usize| names.clone().all(|name| name.0.get(*at) == first.0.get(*at));
    (0..first.0.len()).take_while(same).count()
}

/// What still looks alike gets numbers, in the order of the names.
fn number<S: AsRef<str>>(names: &[S], short: &mut [String]) {
    for group in equal_ones(names, short) {
        for (at, i) in group.into_iter().enumerate().skip(1) {
            short[i] = format!("{} ({})", short[i], at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_stays_and_a_long_one_loses_its_middle_at_a_space() {
        let names = [
            "fd -e md",
            "sleep 0.1 && find /usr/share/doc -type f -name '*.md' | xargs wc -l",
        ];
        assert_eq!(
            shorten(&names, 40),
            ["fd -e md", "sleep 0.1 && find /usr/…| xargs wc -l"]
        );
        assert_eq!(shorten(&["缓存已经完全关闭的版本", "off"], 12), ["缓存已…版本", "off"]);
    }

    #[test]
    fn names_that_differ_in_the_middle_stay_apart() {
        let names = [
            "./target/release/app --threads 4 --input data/large.json --format json",
            "./target/release/app --threads 8 --input data/large.json --format json",
            "./target/release/app --threads 8 --input data/small.json --format json",
            "./target/release/app --threads 16 --input data/large.json --format json",
        ];
        for longest in [10, 16, 24, 32, 56] {
            let short = shorten(&names, longest);
            for (i, one) in short.iter().enumerate() {
                assert!(Pieces::of(one).room() <= longest, "{longest}: {short:?}");
                assert!(!short[..i].contains(one), "{longest}: {short:?}");
            }
        }
    }

    #[test]
    fn equal_names_stay_equal_and_what_cannot_be_kept_apart_is_numbered() {
        let same = "x".repeat(80);
        let short = shorten(&[same.clone(), same.clone()], 20);
        assert_eq!(short[0], short[1]);
        let whole = ["abc…xyz".to_owned(), format!("abc{}xyz", "m".repeat(60))];
        let short = shorten(&whole, 7);
        assert_ne!(short[0], short[1], "{short:?}");
    }

    #[test]
    fn what_a_reader_takes_for_one_character_is_not_parted() {
        let name = "e\u{301}".repeat(40);
        let short = shorten(&[name], 10).remove(0);
        assert!(short.chars().filter(|c| *c == 'e').count() == short.chars().filter(|c| *c == '\u{301}').count());
    }
}
