//! The state file of a translation: which text of the reference language each of its paragraphs was last confirmed for.
//!
//! One line a paragraph, in the order of the reference language, so that changes in different paragraphs merge.

use super::paragraphs::{Form, Paragraphs};
use crate::context::toml_fault;
use crate::diagnostic::{Fault, Faults, SourceText};
use std::collections::BTreeMap;
use std::fmt::Write;
use toml::de::{DeTable, DeValue};

/// Its name in the folder of a language.
pub const STATE_FILE: &str = "state.toml";

const HEAD: &str = "\
# Which text of the reference language each paragraph was last confirmed for: the first digits of its SHA-256.
# Written by `benchfolio status --accept` and `benchfolio i18n import`; see docs/languages.md.
";

/// What is known of one paragraph of a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// It was confirmed for the paragraph with this digest.
    Confirmed(String),
    /// It still is the text of the reference language.
    Untranslated,
    /// Nobody confirmed it yet.
    Unconfirmed,
}

impl Mark {
    fn text(&self) -> &str {
        match self {
            Mark::Confirmed(digest) => digest,
            Mark::Untranslated => "untranslated",
            Mark::Unconfirmed => "unconfirmed",
        }
    }

    fn of(text: &str) -> Option<Mark> {
        let is_digest = text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        match text {
            "untranslated" => Some(Mark::Untranslated),
            "unconfirmed" => Some(Mark::Unconfirmed),
            _ if is_digest => Some(Mark::Confirmed(text.to_owned())),
            _ => None,
        }
    }
}

/// The marks of a file by group: one for each paragraph of the translation.
pub type FileMarks = BTreeMap<String, Vec<Mark>>;

/// A state file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The tag of the language that was translated.
    pub reference: String,
    /// By the name of the file of words.
    pub files: BTreeMap<String, FileMarks>,
}

impl State {
    pub fn new(reference: &str) -> State {
        State {
            reference: reference.to_owned(),
            files: BTreeMap::new(),
        }
    }

    /// Reads a state file.
    ///
    /// # Errors
    /// All that is no state in it.
    pub fn read(source: &SourceText) -> Result<State, Faults> {
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let mut faults: Vec<Fault> = errors.iter().map(|error| toml_fault(source, error)).collect();
        let mut state = State::default();
        let wrong = |span, found: &str, expected: &str| {
            Fault::input("translation::state", "this is no state of a translation")
                .at(source, span)
                .found(found)
                .expected(expected)
        };
        for (key, value) in table.get_ref() {
            match value.get_ref() {
                DeValue::String(tag) if key.get_ref() == "reference" => state.reference = tag.to_string(),
                DeValue::Table(file) => {
                    let mut marks = FileMarks::new();
                    for (group, value) in file {
                        let items: Vec<_> = match value.get_ref() {
                            DeValue::Array(items) => items.iter().collect(),
                            _ => vec![value],
                        };
                        let mut read = Vec::new();
                        for item in items {
                            match item.get_ref().as_str().and_then(Mark::of) {
                                Some(mark) => read.push(mark),
                                None => faults.push(wrong(
                                    item.span(),
                                    &format!("`{}`", &source.text[item.span()]),
                                    "sixteen hexadecimal digits, `untranslated` or `unconfirmed`",
                                )),
                            }
                        }
                        marks.insert(group.get_ref().to_string(), read);
                    }
                    state.files.insert(key.get_ref().to_string(), marks);
                }
                other => faults.push(wrong(
                    value.span(),
                    other.type_str(),
                    "`reference`, or a table with the name of a file of words",
                )),
            }
        }
        faults.sort_by_key(|fault| fault.place.as_ref().map_or(0, |place| place.span.start));
        Faults::check(faults)?;
        Ok(state)
    }

    /// The text of the file. Groups that the reference language no longer has are left out; the words behind each
    /// digest are the beginning of what the reference language says now.
    pub fn write(&self, references: &[(&str, &Paragraphs)]) -> String {
        let mut out = format!("{HEAD}reference = \"{}\"\n", self.reference);
        // Writing to a string does not fail.
        for (name, reference) in references {
            let Some(marks) = self.files.get(*name) else { continue };
            let _ = writeln!(out, "\n[\"{name}\"]");
            for group in reference.groups() {
                let Some(marks) = marks.get(group) else { continue };
                let paragraphs = reference.group(group);
                // What a digest stands for, while the reference language still says it.
                let says = |index: usize, mark: &Mark| {
                    let paragraph = match mark {
                        Mark::Confirmed(digest) => paragraphs.iter().find(|paragraph| paragraph.digest == *digest),
                        _ => paragraphs.get(index),
                    };
                    paragraph.map_or_else(String::new, |paragraph| {
                        format!(" # {}", printable(&paragraph.beginning()))
                    })
                };
                let is_keyed = paragraphs.iter().all(|paragraph| paragraph.form != Form::Prose);
                if let ([mark], true) = (marks.as_slice(), is_keyed) {
                    let _ = writeln!(out, "{} = \"{}\"{}", quoted_key(group), mark.text(), says(0, mark));
                    continue;
                }
                let _ = writeln!(out, "{} = [", quoted_key(group));
                for (index, mark) in marks.iter().enumerate() {
                    let _ = writeln!(out, "    \"{}\",{}", mark.text(), says(index, mark));
                }
                out.push_str("]\n");
            }
        }
        out
    }
}

fn quoted_key(key: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    match is_bare {
        true => key.to_owned(),
        // Keys of words may hold any sign.
        false => toml::Value::String(key.to_owned()).to_string(),
    }
}

/// A comment of TOML bears no control characters.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(text: &str) -> Paragraphs {
        Paragraphs::of("linkedin.txt", &SourceText::new("en/linkedin.txt", text)).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let reference = reference("One.\n\nTwo.\n\nThree.\n");
        let marks = vec![
            Mark::Confirmed(reference.list[0].digest.clone()),
            Mark::Confirmed("0123456789abcdef".into()),
            Mark::Untranslated,
        ];
        let mut state = State::new("en");
        state
            .files
            .entry("linkedin.txt".into())
            .or_default()
            .insert("post".into(), marks);
        let text = state.write(&[("linkedin.txt", &reference)]);
        let (_, body) = text.split_once("\nreference").unwrap();
        assert_eq!(
            body,
            format!(
                " = \"en\"\n\n[\"linkedin.txt\"]\npost = [\n    \"{}\", # One.\n    \"0123456789abcdef\",\n    \
                 \"untranslated\", # Three.\n]\n",
                reference.list[0].digest
            )
        );
        assert_eq!(State::read(&SourceText::new("pl/state.toml", text)), Ok(state));
    }

    #[test]
    fn all_faults_of_a_state_are_told() {
        let source = SourceText::new(
            "pl/state.toml",
            "reference = \"en\"\nother = 3\n[\"article.md\"]\nlead = [\"unconfirmed\", \"yes\"]\n",
        );
        let told = State::read(&source).unwrap_err().to_string();
        assert_eq!(
            told,
            "pl/state.toml:2:9: this is no state of a translation: found integer, expected `reference`, or a table with \
             the name of a file of words\n\
             pl/state.toml:4:24: this is no state of a translation: found `\"yes\"`, expected sixteen hexadecimal \
             digits, `untranslated` or `unconfirmed`"
        );
    }
}
