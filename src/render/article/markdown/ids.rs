//! Ids of headings: the written ones are checked, the others are made from the words, in any script.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Ids {
    taken: BTreeSet<String>,
    /// The number that the next heading of the same words gets.
    next: BTreeMap<String, usize>,
}

impl Ids {
    pub fn contains(&self, id: &str) -> bool {
        self.taken.contains(id)
    }

    pub fn iter(&self) -> impl Iterator<Item = &String> {
        self.taken.iter()
    }

    /// Takes a written id.
    ///
    /// # Errors
    /// What is wrong with it, and a hint.
    pub fn claim(&mut self, id: &str) -> Result<(), (&'static str, &'static str)> {
        let shape =
            id.starts_with(|c: char| c.is_alphabetic()) && id.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
        if !shape {
            return Err((
                "an id has letters, digits, `-`, `_` and `.` only, and starts with a letter",
                "write `{#method}`",
            ));
        }
        // The forms of the article mark their own parts with ids that hold `--`.
        if id.contains("--") {
            return Err(("an id holds two hyphens in a row", "use one"));
        }
        if !self.taken.insert(id.to_owned()) {
            return Err(("two headings have the same id", "give one of them another"));
        }
        Ok(())
    }

    /// Makes an id from the words of a heading: lower case, `-` between words, a number where the id is taken.
    pub fn generate(&mut self, words: &str) -> String {
        let mut id = String::new();
        for c in words.chars() {
            if is_part_of_word(c) {
                id.extend(c.to_lowercase());
            } else if !id.is_empty() && !id.ends_with('-') {
                id.push('-');
            }
        }
        let id = id.trim_end_matches('-');
        let id = if id.starts_with(|c: char| c.is_alphabetic()) {
            id.to_owned()
        } else if id.is_empty() {
            "section".to_owned()
        } else {
            format!("section-{id}")
        };
        if self.taken.insert(id.clone()) {
            return id;
        }
        let next = self.next.entry(id.clone()).or_insert(2);
        loop {
            let numbered = format!("{id}-{next}");
            *next += 1;
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

/// Letters and digits of every script, and the marks that stand on them (which are no letters by themselves).
fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, '\u{0300}'..='\u{036F}' | '\u{0591}'..='\u{05C7}' | '\u{064B}'..='\u{065F}'
            | '\u{0900}'..='\u{0903}' | '\u{093A}'..='\u{094F}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}'
            | '\u{0E47}'..='\u{0E4E}')
}
