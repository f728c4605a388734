//! Typed reading of a TOML table that collects faults, with the place of each, instead of stopping at the first.

use crate::context::nearest;
use crate::diagnostic::{Fault, SourceText};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table that is being read; what is left at the end is unknown.
pub struct Fields<'a, 'i> {
    file: &'a SourceText,
    /// The dotted name of the table with a dot behind it; empty at the top.
    prefix: String,
    left: BTreeMap<&'a str, (Range<usize>, &'a Spanned<DeValue<'i>>)>,
    known: Vec<&'static str>,
}

/// A text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    pub text: String,
    pub span: Range<usize>,
}

impl<'a, 'i> Fields<'a, 'i> {
    pub fn new(file: &'a SourceText, prefix: impl Into<String>, table: &'a DeTable<'i>) -> Self {
        let left = table
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), (key.span(), value)))
            .collect();
        Fields {
            file,
            prefix: prefix.into(),
            left,
            known: Vec::new(),
        }
    }

    fn take(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.known.push(key);
        self.left.remove(key).map(|(_, value)| value)
    }

    fn wrong(&self, key: &str, value: &Spanned<DeValue>, expected: &str) -> Fault {
        Fault::input(
            "project::wrong-type",
            format!("`{}{key}` has the wrong type", self.prefix),
        )
        .at(self.file, value.span())
        .found(value.get_ref().type_str())
        .expected(expected)
    }

    /// A text; a date of TOML counts as one. An empty one is a fault.
    pub fn text(&mut self, key: &'static str, faults: &mut Vec<Fault>) -> Option<Placed> {
        let value = self.take(key)?;
        self.text_of(key, value, faults)
    }

    fn text_of(&self, key: &str, value: &Spanned<DeValue>, faults: &mut Vec<Fault>) -> Option<Placed> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Datetime(date) => date.to_string(),
            _ => {
                faults.push(self.wrong(key, value, "a text"));
                return None;
            }
        };
        if text.trim().is_empty() {
            faults.push(
                Fault::input("project::empty", format!("`{}{key}` is empty", self.prefix)).at(self.file, value.span()),
            );
            return None;
        }
        Some(Placed {
            text,
            span: value.span(),
        })
    }

    /// A list of texts, without repetitions.
    pub fn texts(&mut self, key: &'static str, faults: &mut Vec<Fault>) -> Option<Vec<Placed>> {
        let value = self.take(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            faults.push(self.wrong(key, value, "a list of texts"));
            return None;
        };
        let mut found: Vec<Placed> = Vec::new();
        for item in items {
            let Some(text) = self.text_of(key, item, faults) else {
                continue;
            };
            if found.iter().any(|before| before.text == text.text) {
                faults.push(
                    Fault::input(
                        "project::repeated",
                        format!("`{}{key}` names something twice", self.prefix),
                    )
                    .at(self.file, text.span)
                    .found(format!("`{}`", text.text)),
                );
            } else {
                found.push(text);
            }
        }
        Some(found)
    }

    /// A whole number from 0 to `most`.
    pub fn number(&mut self, key: &'static str, most: u8, faults: &mut Vec<Fault>) -> Option<u8> {
        let value = self.take(key)?;
        let number = value.get_ref().as_integer().and_then(|n| n.as_str().parse::<u8>().ok());
        match number {
            Some(number) if number <= most => Some(number),
            _ => {
                let shown = &self.file.text[value.span()];
                faults.push(
                    self.wrong(key, value, &format!("a whole number from 0 to {most}"))
                        .found(format!("`{shown}`")),
                );
                None
            }
        }
    }

    pub fn boolean(&mut self, key: &'static str, faults: &mut Vec<Fault>) -> Option<bool> {
        let value = self.take(key)?;
        let found = value.get_ref().as_bool();
        if found.is_none() {
            faults.push(self.wrong(key, value, "`true` or `false`"));
        }
        found
    }

    pub fn table(&mut self, key: &'static str, faults: &mut Vec<Fault>) -> Option<Fields<'a, 'i>> {
        let value = self.take(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields::new(self.file, format!("{}{key}.", self.prefix), table)),
            _ => {
                faults.push(self.wrong(key, value, "a table"));
                None
            }
        }
    }

    /// All keys of a table whose keys are free, in the order of the file.
    pub fn entries(&mut self) -> Vec<(&'a str, Range<usize>, &'a Spanned<DeValue<'i>>)> {
        let mut entries: Vec<_> = std::mem::take(&mut self.left)
            .into_iter()
            .map(|(key, (span, value))| (key, span, value))
            .collect();
        entries.sort_by_key(|(_, span, _)| span.start);
        entries
    }

    /// A text of a table whose keys are free.
    pub fn entry_text(&self, key: &str, value: &Spanned<DeValue>, faults: &mut Vec<Fault>) -> Option<Placed> {
        self.text_of(key, value, faults)
    }

    /// A table of a table whose keys are free.
    pub fn entry_table(
        &self,
        key: &str,
        value: &'a Spanned<DeValue<'i>>,
        faults: &mut Vec<Fault>,
    ) -> Option<Fields<'a, 'i>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields::new(self.file, format!("{}{key}.", self.prefix), table)),
            _ => {
                faults.push(self.wrong(key, value, "a table"));
                None
            }
        }
    }

    /// Every key that nothing asked for is a fault.
    pub fn finish(self, faults: &mut Vec<Fault>) {
        let mut unknown: Vec<_> = self.left.iter().collect();
        unknown.sort_by_key(|(_, (span, _))| span.start);
        for (key, (span, _)) in unknown {
            let fault = Fault::input("project::unknown-key", format!("`{}{key}` is not known", self.prefix))
                .at(self.file, span.clone())
                .expected(format!("one of {}", self.known.join(", ")));
            faults.push(match nearest(key, &self.known) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            });
        }
    }
}
