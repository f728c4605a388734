//! Text output by lines and fields that know their place, and the numbers that people and locales write.
//!
//! Knows nothing of any tool.

use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;

/// A part of a line, with its place in the file.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    pub source: &'a SourceText,
    /// Byte offset of the text in the source.
    pub start: usize,
    pub text: &'a str,
}

/// Whether a number is of a size that anything measured has, in any unit: below 10^30.
pub fn is_measurable(value: &Exact) -> bool {
    value.abs() < Exact::from(1_000_000_000_000_000) * Exact::from(1_000_000_000_000_000)
}

/// The lines of a text, without byte order mark and line ends.
pub fn lines(source: &SourceText) -> Vec<Field<'_>> {
    each_line(source).collect()
}

/// The lines one by one, for who may need the first few only.
pub fn each_line(source: &SourceText) -> impl Iterator<Item = Field<'_>> {
    let mut start = if source.text.starts_with('\u{feff}') { 3 } else { 0 };
    source.text[start..].split_inclusive('\n').map(move |line| {
        let text = line.trim_end_matches(['\n', '\r']);
        let field = Field { source, start, text };
        start += line.len();
        field
    })
}

/// The first line that is not blank.
pub fn first_line(source: &SourceText) -> Option<Field<'_>> {
    each_line(source).find(|line| !line.text.trim().is_empty())
}

impl<'a> Field<'a> {
    /// A part of this field; `text` must be a slice of its text.
    fn part(self, text: &'a str) -> Field<'a> {
        let offset = text.as_ptr() as usize - self.text.as_ptr() as usize;
        Field {
            start: self.start + offset,
            text,
            ..self
        }
    }

    pub fn trim(self) -> Field<'a> {
        self.part(self.text.trim())
    }

    /// What follows `prefix`, with blanks around both ignored.
    pub fn after(self, prefix: &str) -> Option<Field<'a>> {
        let rest = self.text.trim_start().strip_prefix(prefix)?;
        Some(self.part(rest).trim())
    }

    /// What comes before the first `mark`.
    pub fn before(self, mark: &str) -> Option<Field<'a>> {
        let end = self.text.find(mark)?;
        Some(self.part(&self.text[..end]).trim())
    }

    /// What comes after the first `mark`.
    pub fn past(self, mark: &str) -> Option<Field<'a>> {
        let start = self.text.find(mark)? + mark.len();
        Some(self.part(&self.text[start..]).trim())
    }

    /// The two sides of the first `mark`.
    pub fn halves(self, mark: &str) -> Option<(Field<'a>, Field<'a>)> {
        Some((self.before(mark)?, self.past(mark)?))
    }

    pub fn split(self, mark: char) -> Vec<Field<'a>> {
        self.text.split(mark).map(|text| self.part(text)).collect()
    }

    pub fn words(self) -> Vec<Field<'a>> {
        self.text.split_whitespace().map(|text| self.part(text)).collect()
    }

    /// The longest start that may be a number, and what follows it.
    pub fn leading_number(self) -> (Field<'a>, Field<'a>) {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
        let mut end = self.text.find(|c| !is_part(c)).unwrap_or(self.text.len());
        let rest = &self.text[end..];
        // An exponent, as in 1.2e+05.
        if end > 0 && rest.starts_with(['e', 'E']) {
            let digits = rest[1..].trim_start_matches(['+', '-']);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                let exponent = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
                end += rest.len() - digits.len() + exponent;
            }
        }
        (self.part(&self.text[..end]), self.part(&self.text[end..]).trim())
    }

    pub fn fault(self, code: &'static str, message: impl Into<String>) -> Fault {
        Fault::input(code, message).at(self.source, self.start..self.start + self.text.len())
    }

    fn found(self) -> String {
        if self.text.is_empty() {
            "nothing".to_owned()
        } else {
            format!("`{}`", self.text)
        }
    }

    /// The number that this field is. `decimals` is how many digits the tool always prints after the mark, where it
    /// does: it tells a decimal comma from a thousands mark.
    pub fn number(self, decimals: Option<usize>) -> Result<Exact, Fault> {
        let field = self.trim();
        if let Some(count) = plain_digits(field.text) {
            return Ok(Exact::from(count));
        }
        match read_number(field.text, decimals) {
            Reading::Number(value) if value.is_negative() => Err(field
                .fault("import::negative", "a measurement below zero")
                .found(field.found())
                .expected("0 or more")),
            Reading::Number(value) if !is_measurable(&value) => Err(field
                .fault("import::not-a-number", "the number is beyond all measure")
                .found(field.found())),
            Reading::Number(value) => Ok(value),
            Reading::Ambiguous => Err(field
                .fault(
                    "import::ambiguous-number",
                    "the comma may be a decimal mark or a thousands mark",
                )
                .found(field.found())
                .expected("a number with a decimal point and without thousands marks")
                .hint("run the tool with LC_ALL=C, or write the number without the comma")),
            Reading::NoNumber => Err(field
                .fault("import::not-a-number", "this is no number")
                .found(field.found())
                .expected("a number")),
        }
    }

    /// A whole number that is not negative.
    pub fn count(self) -> Result<u64, Fault> {
        let field = self.trim();
        if let Some(count) = plain_digits(field.text) {
            return Ok(count);
        }
        let value = field.number(None)?;
        value.to_string().parse().map_err(|_| {
            field
                .fault("import::not-a-count", "this is no count")
                .found(field.found())
                .expected("a whole number, not negative")
        })
    }
}

/// A whole number without marks: what nearly every number of a long log is.
fn plain_digits(text: &str) -> Option<u64> {
    let plain = (1..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// What a text is as a number.
enum Reading {
    Number(Exact),
    Ambiguous,
    NoNumber,
}

/// Reads `1234.5`, `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`, `1,5`, `.5`, `+1.5e-3`. A single comma before exactly
/// three digits is a decimal mark when the tool always prints three, or when a zero stands before it; otherwise it
/// cannot be known.
fn read_number(text: &str, decimals: Option<usize>) -> Reading {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], &text[at..]),
        None => (text, ""),
    };
    let plain: String = match ungroup(mantissa) {
        Some(plain) => plain,
        None => return Reading::NoNumber,
    };
    let commas = plain.matches(',').count();
    let points = plain.matches('.').count();
    let decimal = match (commas, points) {
        (0, 0 | 1) => plain,
        (1, 0) => match lone_comma(&plain, decimals) {
            Some(decimal) => decimal,
            None => return Reading::Ambiguous,
        },
        _ if plain.rfind(',') < plain.rfind('.') && points == 1 => match grouped(&plain, ',') {
            Some(decimal) => decimal,
            None => return Reading::NoNumber,
        },
        _ if plain.rfind('.') < plain.rfind(',') && commas == 1 => {
            match grouped(&plain.replace(',', ";").replace('.', ",").replace(';', "."), ',') {
                Some(decimal) => decimal,
                None => return Reading::NoNumber,
            }
        }
        (_, 0) => match grouped(&plain, ',') {
            Some(decimal) => decimal,
            None => return Reading::NoNumber,
        },
        (0, _) => match grouped(&plain, '.') {
            Some(decimal) => decimal,
            None => return Reading::NoNumber,
        },
        _ => return Reading::NoNumber,
    };
    let decimal = match decimal.strip_prefix('.') {
        Some(fraction) => format!("0.{fraction}"),
        None => decimal,
    };
    let exponent = exponent.replacen('+', "", 1);
    Exact::parse(&format!("{decimal}{exponent}")).map_or(Reading::NoNumber, Reading::Number)
}

/// Drops blanks and apostrophes between groups of three digits; `None` when they stand elsewhere.
fn ungroup(text: &str) -> Option<String> {
    let is_group_mark = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’');
    if !text.contains(is_group_mark) {
        return Some(text.to_owned());
    }
    let (whole, fraction) = match text.find(['.', ',']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let groups: Vec<&str> = whole.split(is_group_mark).collect();
    let first = groups[0].strip_prefix('-').unwrap_or(groups[0]);
    let good = (1..=3).contains(&first.len()) && groups[1..].iter().all(|g| g.len() == 3);
    (good && !fraction.contains(is_group_mark)).then(|| format!("{}{fraction}", groups.concat()))
}

/// The number without the marks, when they stand between groups of three digits.
fn grouped(text: &str, mark: char) -> Option<String> {
    let (whole, fraction) = match (mark, text.split_once('.')) {
        (',', Some((whole, fraction))) => (whole, Some(fraction)),
        _ => (text, None),
    };
    let groups: Vec<&str> = whole.split(mark).collect();
    let first = groups[0].strip_prefix('-').unwrap_or(groups[0]);
    if !(1..=3).contains(&first.len()) || groups[1..].iter().any(|g| g.len() != 3) {
        return None;
    }
    Some(match fraction {
        Some(fraction) => format!("{}.{fraction}", groups.concat()),
        None => groups.concat(),
    })
}

fn lone_comma(text: &str, decimals: Option<usize>) -> Option<String> {
    let (whole, fraction) = text.split_once(',')?;
    let point = format!("{whole}.{fraction}");
    let unsigned = whole.trim_start_matches('-');
    match decimals {
        Some(n) if fraction.len() == n => Some(point),
        _ if fraction.len() != 3 || unsigned.starts_with('0') || unsigned.len() > 3 || unsigned.is_empty() => {
            Some(point)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str, decimals: Option<usize>) -> Result<String, &'static str> {
        let source = SourceText::new("f", text);
        let field = Field {
            source: &source,
            start: 0,
            text: &source.text,
        };
        field.number(decimals).map(|v| v.to_string()).map_err(|f| f.code)
    }

    #[test]
    fn numbers_of_many_locales() {
        for (text, value) in [
            ("1234.5", "2469/2"),
            ("1,234.5", "2469/2"),
            ("1.234,5", "2469/2"),
            ("1 234,5", "2469/2"),
            ("1\u{202f}234,5", "2469/2"),
            ("1'234.5", "2469/2"),
            ("0,678", "339/500"),
            ("12,5", "25/2"),
            ("1234,567", "1234567/1000"),
            ("4,701,680,693,207", "4701680693207"),
            ("1.234.567", "1234567"),
            ("1.2e+05", "120000"),
            (".5", "1/2"),
            ("+3", "3"),
        ] {
            assert_eq!(number(text, None).as_deref(), Ok(value), "{text}");
        }
        assert_eq!(number("3,032", Some(3)).as_deref(), Ok("379/125"));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "",
            "NaN",
            "inf",
            "-",
            "1,23,456.7",
            "1 23",
            "12 34,5",
            "0x10",
            "1..2",
            "N/A",
            "1,2,3",
        ] {
            assert_eq!(number(text, None), Err("import::not-a-number"), "{text}");
        }
        assert_eq!(number("1,234", None), Err("import::ambiguous-number"));
        assert_eq!(number("3,032", Some(2)), Err("import::ambiguous-number"));
    }

    #[test]
    fn a_field_knows_its_place() {
        let source = SourceText::new("f.txt", "\u{feff}one\r\n  avg:   x1 ms\r\n");
        let line = lines(&source)[1];
        let fault = line.after("avg:").unwrap().number(None).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "f.txt:2:10: this is no number: found `x1 ms`, expected a number"
        );
    }
}
