//! Which paragraphs of a translation are up to date, and which paragraph of the reference language each belongs to.

use super::paragraphs::{Paragraph, Paragraphs};
use super::state::{FileMarks, Mark};
use super::word_set::WordSet;
use crate::diagnostic::Faults;
use crate::locale::Script;
use crate::project::WORD_FILES;
use std::collections::BTreeSet;

/// How a translation stands to its paragraph of the reference language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It was confirmed for what the reference language says.
    Complete,
    /// It is there, and nobody confirmed it yet.
    Unconfirmed,
    /// The reference language says something else than when it was confirmed.
    Stale,
    /// There is none, or it still is the text of the reference language.
    Missing,
    /// The reference language has no such paragraph.
    Superfluous,
}

impl Standing {
    pub const ALL: [Standing; 5] = [
        Standing::Complete,
        Standing::Unconfirmed,
        Standing::Stale,
        Standing::Missing,
        Standing::Superfluous,
    ];

    /// Whether the translation is there and is of the present paragraph; what is stale is told as stale.
    pub fn is_of_present(self) -> bool {
        matches!(self, Standing::Complete | Standing::Unconfirmed)
    }

    /// The word in messages and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Complete => "complete",
            Standing::Unconfirmed => "unconfirmed",
            Standing::Stale => "stale",
            Standing::Missing => "missing",
            Standing::Superfluous => "superfluous",
        }
    }
}

/// A paragraph of the reference language with its translation; at least one of them is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub standing: Standing,
    pub reference: Option<Paragraph>,
    pub translation: Option<Paragraph>,
}

impl Entry {
    /// The name of the paragraph in the reference language, or in the translation that alone has it.
    pub fn key(&self) -> String {
        let paragraph = self.reference.as_ref().or(self.translation.as_ref());
        paragraph.map(Paragraph::key).unwrap_or_default()
    }
}

/// A file of words in one language.
#[derive(Debug, Clone)]
pub struct FileStatus {
    /// `article.md`
    pub name: &'static str,
    /// What the reference language says.
    pub reference: Option<Paragraphs>,
    /// The translation, when the file is there.
    pub translation: Option<Paragraphs>,
    /// In the order of the reference language; what it does not have comes last.
    pub entries: Vec<Entry>,
}

/// The words of one language.
#[derive(Debug, Clone)]
pub struct LanguageStatus {
    pub script: &'static Script,
    /// Whether there is a state file.
    pub has_state: bool,
    pub files: Vec<FileStatus>,
}

impl LanguageStatus {
    /// How many paragraphs stand so.
    pub fn count(&self, standing: Standing) -> usize {
        self.files.iter().map(|file| file.count(standing)).sum()
    }
}

impl FileStatus {
    /// How many paragraphs stand so.
    pub fn count(&self, standing: Standing) -> usize {
        self.entries.iter().filter(|entry| entry.standing == standing).count()
    }
}

/// How the words of one language stand to those of the reference language.
///
/// # Errors
/// All files that cannot be read as what they are.
pub fn status(set: &WordSet, script: &'static Script) -> Result<LanguageStatus, Faults> {
    let mut faults = Vec::new();
    let mut keep = |told: Faults| faults.extend(told.into_vec());
    let state = set.state(script).unwrap_or_else(|told| {
        keep(told);
        None
    });
    let mut files = Vec::new();
    for name in WORD_FILES {
        let mut read = |script| {
            set.paragraphs(script, name).unwrap_or_else(|told| {
                keep(told);
                None
            })
        };
        let (reference, translation) = (read(set.reference), read(script));
        if reference.is_none() && translation.is_none() {
            continue;
        }
        let marks = state
            .as_ref()
            .map(|state| state.files.get(name).cloned().unwrap_or_default());
        let entries = entries(reference.as_ref(), translation.as_ref(), marks.as_ref());
        files.push(FileStatus {
            name,
            reference,
            translation,
            entries,
        });
    }
    Faults::check(faults)?;
    Ok(LanguageStatus {
        script,
        has_state: state.is_some(),
        files,
    })
}

fn entries(reference: Option<&Paragraphs>, translation: Option<&Paragraphs>, marks: Option<&FileMarks>) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut groups: Vec<&str> = reference.map(Paragraphs::groups).unwrap_or_default();
    let known: BTreeSet<&str> = groups.iter().copied().collect();
    let others = translation.map(Paragraphs::groups).unwrap_or_default();
    groups.extend(others.into_iter().filter(|group| !known.contains(group)));
    for group in groups {
        let of = |file: Option<&Paragraphs>| -> Vec<Paragraph> {
            file.map(|file| file.group(group).into_iter().cloned().collect())
                .unwrap_or_default()
        };
        let marks = marks.and_then(|marks| marks.get(group)).map(Vec::as_slice);
        pair(&of(reference), &of(translation), marks, &mut found);
    }
    // A translation must not lose its place because the reference language has less.
    found.sort_by_key(|entry| entry.standing == Standing::Superfluous);
    found
}

/// Pairs the paragraphs of a group. The marks tell which text of the reference language each translation was made for,
/// so a paragraph that was put between others does not move them.
fn pair(reference: &[Paragraph], translation: &[Paragraph], marks: Option<&[Mark]>, into: &mut Vec<Entry>) {
    let unknown = vec![Mark::Unconfirmed; translation.len()];
    let marks = marks.unwrap_or(&unknown);
    let links = match marks.len() == translation.len() {
        true => links(reference, marks),
        // Somebody put in or took out paragraphs since: one for one, when that can be.
        false => one_for_one(reference.len(), translation.len()),
    };
    let mut used = BTreeSet::new();
    for (at, link) in links.iter().enumerate() {
        let translated = link.and_then(|link| translation.get(link));
        used.extend(link.filter(|_| translated.is_some()));
        let standing = match translated {
            None => Standing::Missing,
            Some(translated) => standing(&reference[at], translated, marks, *link, translation.len()),
        };
        into.push(Entry {
            standing,
            reference: Some(reference[at].clone()),
            translation: translated.cloned(),
        });
    }
    for (at, paragraph) in translation.iter().enumerate() {
        if !used.contains(&at) {
            into.push(Entry {
                standing: Standing::Superfluous,
                reference: None,
                translation: Some(paragraph.clone()),
            });
        }
    }
}

fn standing(
    reference: &Paragraph,
    translation: &Paragraph,
    marks: &[Mark],
    link: Option<usize>,
    paragraphs: usize,
) -> Standing {
    let is_confirmed = |mark: &Mark| *mark == Mark::Confirmed(reference.digest.clone());
    if marks.len() != paragraphs {
        // Which mark belongs to which paragraph is no longer known.
        return match marks.iter().any(is_confirmed) {
            true => Standing::Complete,
            false => Standing::Stale,
        };
    }
    match link.and_then(|link| marks.get(link)) {
        Some(mark) if is_confirmed(mark) => Standing::Complete,
        Some(Mark::Confirmed(_)) => Standing::Stale,
        Some(Mark::Untranslated) if translation.text == reference.text => Standing::Missing,
        _ => Standing::Unconfirmed,
    }
}

/// For each paragraph of the reference language the mark of its translation: equal ones first, as many as keep their
/// order; those between are taken in turn.
fn links(reference: &[Paragraph], marks: &[Mark]) -> Vec<Option<usize>> {
    let equal = |r: usize, m: usize| marks[m] == Mark::Confirmed(reference[r].digest.clone());
    let anchors = longest_common(reference.len(), marks.len(), equal);
    let mut links = vec![None; reference.len()];
    let (mut r, mut m) = (0, 0);
    let end = (reference.len(), marks.len());
    for (next_r, next_m) in anchors.into_iter().chain([end]) {
        while r < next_r && m < next_m {
            links[r] = Some(m);
            (r, m) = (r + 1, m + 1);
        }
        if next_r < reference.len() {
            links[next_r] = Some(next_m);
        }
        (r, m) = (next_r + 1, next_m + 1);
    }
    links
}

fn one_for_one(reference: usize, translation: usize) -> Vec<Option<usize>> {
    (0..reference).map(|at| (at < translation).then_some(at)).collect()
}

/// The pairs of a longest common subsequence.
fn longest_common(rows: usize, columns: usize, equal: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut lengths = vec![vec![0_u32; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            lengths[row][column] = match equal(row, column) {
                true => lengths[row + 1][column + 1] + 1,
                false => lengths[row + 1][column].max(lengths[row][column + 1]),
            };
        }
    }
    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        if equal(row, column) {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if lengths[row + 1][column] >= lengths[row][column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceText;

    fn post(text: &str) -> Vec<Paragraph> {
        Paragraphs::of("linkedin.txt", &SourceText::new("x/linkedin.txt", text))
            .unwrap()
            .list
    }

    /// Paragraphs by their letters; confirmed for those of `confirmed`, or without a mark.
    fn shown(reference: &str, translation: &str, confirmed: Option<&str>) -> String {
        let split = |text: &str| post(&text.split(' ').collect::<Vec<_>>().join("\n\n"));
        let marks: Option<Vec<Mark>> = confirmed.map(|text| {
            let list = split(text).into_iter();
            list.map(|paragraph| match paragraph.text.as_str() {
                "-" => Mark::Untranslated,
                _ => Mark::Confirmed(paragraph.digest),
            })
            .collect()
        });
        let mut entries = Vec::new();
        pair(&split(reference), &split(translation), marks.as_deref(), &mut entries);
        let text = |paragraph: &Option<Paragraph>| paragraph.as_ref().map_or("·".to_owned(), |p| p.text.clone());
        let lines = entries
            .iter()
            .map(|e| format!("{}{} {}", text(&e.reference), text(&e.translation), e.standing.word()));
        lines.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn paragraphs_find_their_translations() {
        for (reference, translation, confirmed, expected) in [
            ("A B C", "a b c", Some("A B C"), "Aa complete, Bb complete, Cc complete"),
            ("A X C", "a b c", Some("A B C"), "Aa complete, Xb stale, Cc complete"),
            (
                "A X B C",
                "a b c",
                Some("A B C"),
                "Aa complete, X· missing, Bb complete, Cc complete",
            ),
            (
                "A C",
                "a b c",
                Some("A B C"),
                "Aa complete, Cc complete, ·b superfluous",
            ),
            (
                "A X B C",
                "a x b c",
                Some("A B C"),
                "Aa complete, Xx stale, Bb complete, Cc complete",
            ),
            ("A B", "a b", None, "Aa unconfirmed, Bb unconfirmed"),
            ("A B", "a", None, "Aa unconfirmed, B· missing"),
            ("A B", "A b", Some("- B"), "AA missing, Bb complete"),
            ("A B", "a b", Some("- B"), "Aa unconfirmed, Bb complete"),
        ] {
            assert_eq!(
                shown(reference, translation, confirmed),
                expected,
                "{reference} / {translation}"
            );
        }
    }
}
