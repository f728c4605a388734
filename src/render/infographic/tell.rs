//! Asking for words: by key, with the figures that the words may name. Faults are kept until all words were asked for.

use super::Input;
use super::naming::{self, Called};
use crate::context::{Kind, Number, Printed};
use crate::dataset::{Dimension, Measure};
use crate::diagnostic::{Fault, Faults};
use crate::locale::{Direction, telling_digits};
use crate::stats::{Exact, Statistic, Verdict};
use crate::text::{shorten, unbroken};
use std::collections::BTreeMap;

/// Where words come from.
pub trait Words: Sync {
    /// The text of a key of `infographic.toml`, with `figures` beside what every template can name, and the numbers that
    /// it prints.
    ///
    /// # Errors
    /// What is wrong with the words, with file and line; a key that no file has.
    fn say(&self, key: &str, figures: &BTreeMap<&'static str, Figure>) -> Result<(String, Vec<Printed>), Faults>;
}

/// What words may name.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    Text(String),
    /// Printed by the filter of its kind.
    Number(Number),
}

/// Characters of the longest part of a row of facts that is kept on one line.
const LONGEST_UNPARTED: usize = 26;

/// A short text is not parted at the end of a line.
pub(super) fn whole(text: &str) -> String {
    whole_within(text, LONGEST_UNPARTED)
}

fn whole_within(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        unbroken(text)
    } else {
        text.to_owned()
    }
}

/// Significant digits of a large number on a picture.
const LEGIBLE: usize = 5;

/// Digits after the decimal mark of a number on a picture: `most`; fewer from a thousand on, which keeps five significant
/// digits and all whole ones; more where `most` would leave fewer than two significant digits of what is known.
fn legible(shown: &Exact, most: u8) -> u8 {
    let whole = shown.truncate_to(0).abs().to_decimal(0).len();
    if whole >= 4 {
        return most.min(LEGIBLE.saturating_sub(whole) as u8);
    }
    telling_digits(shown, most)
}

/// Says the words of one picture.
pub(super) struct Teller<'a> {
    pub input: &'a Input<'a>,
    /// What variants and cases are called.
    called: &'a Called,
    figures: BTreeMap<&'static str, Figure>,
    printed: Vec<Printed>,
    faults: Vec<Fault>,
}

impl<'a> Teller<'a> {
    pub fn new(input: &'a Input<'a>, called: &'a Called) -> Self {
        Teller {
            input,
            called,
            figures: BTreeMap::new(),
            printed: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Makes a text known to all words from now on.
    pub fn figure(&mut self, name: &'static str, text: impl Into<String>) {
        self.figures.insert(name, Figure::Text(text.into()));
    }

    /// Makes a number known to all words from now on. `path` says where it comes from.
    pub fn number(&mut self, name: &'static str, path: impl Into<String>, exact: Exact, kind: Kind) {
        let number = Number::new(path, exact, kind);
        let (shown, usual) = match kind {
            Kind::Quantity(measure) => (
                self.input.dataset.measures[measure].in_display_unit(&number.exact),
                self.input.digits.quantity,
            ),
            Kind::Percent => (number.exact.clone(), self.input.digits.percent),
            Kind::Ratio => (number.exact.clone(), self.input.digits.ratio),
            Kind::Count | Kind::Plain => (Exact::zero(), u8::MAX),
        };
        let number = match legible(&shown, usual) {
            digits if digits != usual => number.at_most(digits),
            _ => number,
        };
        self.figures.insert(name, Figure::Number(number));
    }

    /// Takes a name away that words could ask for in vain.
    pub fn forget(&mut self, name: &'static str) {
        self.figures.remove(name);
    }

    pub fn say(&mut self, key: &str) -> String {
        match self.input.words.say(key, &self.figures) {
            Ok((text, printed)) => {
                self.printed.extend(printed);
                text.trim().to_owned()
            }
            Err(faults) => {
                let language = self.input.locale.tag();
                self.faults
                    .extend(faults.into_vec().into_iter().map(|fault| match fault.language {
                        Some(_) => fault,
                        None => fault.language(language),
                    }));
                String::new()
            }
        }
    }

    /// Makes a measure's name known.
    pub fn measure(&mut self, index: usize) {
        let name = self.measure_name(index);
        self.figure("measure", name);
    }

    pub fn measure_name(&self, index: usize) -> String {
        self.input.names.measures[index].clone()
    }

    pub fn statistic(&self, statistic: Statistic) -> String {
        let name = self.input.names.statistics.get(&statistic);
        name.map_or_else(|| statistic.id().replace('_', " "), Clone::clone)
    }

    /// All numbers that were printed, unless something was wrong.
    pub fn finish(self) -> Result<Vec<Printed>, Faults> {
        Faults::check(self.faults)?;
        Ok(self.printed)
    }

    fn record(&mut self, text: String, path: &str, exact: &Exact) -> String {
        self.printed.push(Printed {
            text: text.clone(),
            path: path.to_owned(),
            exact: Some(exact.clone()),
        });
        self.isolate(text)
    }

    /// What stands between the parts of a row of names, with the space behind it; full-width marks bring their own.
    pub fn separator(&mut self) -> String {
        let mark = self.say("how.separator");
        match mark.ends_with(|c| c >= '\u{2e80}') {
            true => mark,
            false => mark + " ",
        }
    }

    pub fn isolate(&self, text: String) -> String {
        self.input.locale.isolate(text)
    }

    /// Prints a value of a measure.
    pub fn quantity(&mut self, path: &str, value: &Exact, measure: &Measure, digits: u8) -> String {
        let digits = legible(&measure.in_display_unit(value), digits);
        self.record(self.input.locale.quantity(value, measure, digits), path, value)
    }

    pub fn percent(&mut self, path: &str, value: &Exact, digits: u8, signed: bool) -> String {
        let digits = legible(value, digits);
        self.record(self.input.locale.percent(value, digits, signed), path, value)
    }

    pub fn ratio(&mut self, path: &str, value: &Exact) -> String {
        let digits = legible(value, self.input.digits.ratio);
        self.record(self.input.locale.ratio(value, digits), path, value)
    }

    pub fn count(&mut self, path: &str, value: usize) -> String {
        self.record(self.input.locale.count(value as u64), path, &Exact::from(value as u64))
    }

    /// A bare number: of an axis, or of a table whose head has the unit.
    pub fn plain(&mut self, path: &str, value: &Exact, digits: u8) -> String {
        let digits = legible(value, digits);
        self.record(self.input.locale.number(value, digits), path, value)
    }

    /// Characters of a bare number as [`plain`](Self::plain) prints it.
    pub fn length(&self, value: &Exact, digits: u8) -> usize {
        let digits = legible(value, digits);
        self.input.locale.number(value, digits).chars().count()
    }

    /// Whose picture it is: what the report says, or the address that it is published at; and a shorter form of it.
    pub fn footer(&mut self) -> (String, String) {
        let Some((text, path)) = self.input.footer else {
            return Default::default();
        };
        let bare = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let long = bare.unwrap_or(text).trim_end_matches('/');
        let short = bare.and_then(|bare| bare.split('/').next()).unwrap_or(long);
        let of = |text: &str| {
            self.printed.push(Printed {
                text: text.to_owned(),
                path: path.to_owned(),
                exact: None,
            });
            self.input.locale.isolate(text.to_owned())
        };
        let [long, short] = [long, short].map(of);
        (long, short)
    }

    /// From one value to another, in reading direction.
    pub fn arrow(&self, from: &str, to: &str) -> String {
        match self.input.locale.direction() {
            Direction::LeftToRight => format!("{from} → {to}"),
            Direction::RightToLeft => format!("{from} ← {to}"),
        }
    }

    /// A variant's name for prose: a short one is not parted at the end of a line.
    pub fn variant(&mut self, index: usize) -> String {
        self.of_variant(index, &self.called.names[index], true)
    }

    /// A variant's short name for prose.
    pub fn short_in_prose(&mut self, index: usize) -> String {
        self.of_variant(index, &self.called.short[index], true)
    }

    /// A variant's short name beside a mark, where it may stand on two lines.
    pub fn short(&mut self, index: usize) -> String {
        self.of_variant(index, &self.called.beside[index], false)
    }

    /// A variant's short name at the head of a column or in a key, where it may stand on several lines.
    pub fn column(&mut self, index: usize) -> String {
        self.of_variant(index, &self.called.short[index], false)
    }

    /// A variant's name where it may be parted at every space.
    pub fn name(&mut self, index: usize) -> String {
        self.of_variant(index, &self.called.names[index], false)
    }

    /// A case's name; nothing where there are no cases.
    pub fn case(&mut self, index: Option<usize>) -> String {
        let Some(index) = index else { return String::new() };
        let path = naming::path_of_case(&self.input.dataset.cases[index]);
        self.named(path, &self.called.cases[index], false)
    }

    /// A text of the data about the machine or the load.
    pub fn fact(&mut self, text: &str) -> String {
        let text = shorten(&[text], self.called.part).remove(0);
        self.named("method".to_owned(), &text, false)
    }

    fn of_variant(&mut self, index: usize, name: &str, in_prose: bool) -> String {
        let path = naming::path_of_variant(&self.input.dataset.variants[index]);
        self.named(path, name, in_prose)
    }

    fn named(&mut self, path: String, name: &str, in_prose: bool) -> String {
        // Digits of a name are no figures, and a shortened one is not among the texts of the data.
        if name.contains('…') {
            self.printed.push(Printed {
                text: name.to_owned(),
                path,
                exact: None,
            });
        }
        self.isolate(match in_prose {
            true => whole_within(name, self.called.unparted),
            false => name.to_owned(),
        })
    }
}

/// The last part of a key that depends on how the candidate stands.
pub(super) fn verdict_key(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::Worse => "worse",
        Verdict::Unchanged => "unchanged",
    }
}

/// Whether a ratio of the measure is one of speeds.
pub(super) fn is_speed(measure: &Measure) -> bool {
    matches!(
        measure.unit.dimension(),
        Dimension::Time | Dimension::Rate | Dimension::InformationRate
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_keep_five_digits_and_all_whole_ones() {
        for (value, digits) in [
            ("0.0005", 4),
            ("0.00051234", 5),
            ("0.0123456", 3),
            ("0.01", 3),
            ("0", 3),
            ("0.0000012345", 7),
            ("999.9999", 3),
            ("3293.56", 1),
            ("-3293.56", 1),
            ("17560.31", 0),
            ("1234567.8", 0),
        ] {
            let exact = Exact::parse(value).unwrap();
            assert_eq!(legible(&exact, 3), digits, "{value}");
        }
    }
}
