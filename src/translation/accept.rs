//! Confirming that a translation says what the reference language says.

use super::paragraphs::Paragraphs;
use super::state::{Mark, State};
use super::status::{Entry, FileStatus, LanguageStatus, Standing};
use std::collections::BTreeSet;

/// Which paragraphs are confirmed: those of a file, or one of them; all of the language when it names none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chosen {
    /// `article.md`
    pub file: Option<String>,
    /// `method/3`, or `method` for all of a section.
    pub key: Option<String>,
}

impl Chosen {
    fn holds(&self, file: &str, entry: &Entry) -> bool {
        let is_file = self.file.as_ref().is_none_or(|wanted| wanted == file);
        let group = entry.reference.as_ref().map(|reference| reference.group.as_str());
        let is_key = |key: &String| *key == entry.key() || Some(key.as_str()) == group;
        is_file && self.key.as_ref().is_none_or(is_key)
    }
}

/// The state after the chosen paragraphs are confirmed, and how many they were. What has no translation yet, or still
/// is the text of the reference language, cannot be confirmed and keeps its standing.
pub fn accept(status: &LanguageStatus, reference: &str, old: Option<&State>, chosen: &Chosen) -> (State, usize) {
    let mut state = State::new(reference);
    let mut confirmed = 0;
    for file in &status.files {
        let Some(translation) = &file.translation else { continue };
        let accepted = accept_file(file, translation, old, chosen, &mut state);
        confirmed += accepted;
    }
    (state, confirmed)
}

fn accept_file(
    file: &FileStatus,
    translation: &Paragraphs,
    old: Option<&State>,
    chosen: &Chosen,
    state: &mut State,
) -> usize {
    let mut confirmed = 0;
    let marks = state.files.entry(file.name.to_owned()).or_default();
    let groups: BTreeSet<&str> = translation.groups().into_iter().collect();
    for group in groups {
        let count = translation.group(group).len();
        let before = old.and_then(|old| old.files.get(file.name)?.get(group));
        // Marks that belong to another number of paragraphs tell nothing of single ones.
        let mut of_group = match before {
            Some(marks) if marks.len() == count => marks.clone(),
            _ => vec![Mark::Unconfirmed; count],
        };
        for entry in &file.entries {
            let (Some(reference), Some(translated)) = (&entry.reference, &entry.translation) else {
                continue;
            };
            if translated.group != group {
                continue;
            }
            // Some words are the same in two languages; who names the paragraph says so.
            let may_be = entry.standing != Standing::Missing || chosen.key.is_some();
            let is_chosen = chosen.holds(file.name, entry) && may_be;
            if is_chosen || entry.standing == Standing::Complete {
                confirmed += usize::from(is_chosen && entry.standing != Standing::Complete);
                of_group[translated.index] = Mark::Confirmed(reference.digest.clone());
            }
        }
        marks.insert(group.to_owned(), of_group);
    }
    confirmed
}
