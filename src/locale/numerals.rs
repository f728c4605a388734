//! Numbering systems: the digits that a language writes its numbers with.

use super::Script;

/// A numbering system of CLDR with ten digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numerals {
    #[default]
    Latin,
    /// Arabic-Indic: ٠١٢٣٤٥٦٧٨٩.
    Arabic,
    Devanagari,
    Thai,
}

impl Numerals {
    const ALL: [Numerals; 4] = [Numerals::Latin, Numerals::Arabic, Numerals::Devanagari, Numerals::Thai];

    /// CLDR's id, as the extension `nu` of a tag has it.
    pub fn id(self) -> &'static str {
        match self {
            Numerals::Latin => "latn",
            Numerals::Arabic => "arab",
            Numerals::Devanagari => "deva",
            Numerals::Thai => "thai",
        }
    }

    /// The name of the system in style sheets (CSS Counter Styles 3, 6.1).
    pub fn list_style(self) -> &'static str {
        match self {
            Numerals::Latin => "decimal",
            Numerals::Arabic => "arabic-indic",
            Numerals::Devanagari => "devanagari",
            Numerals::Thai => "thai",
        }
    }

    /// The systems that a language may be written with, its usual one here first.
    pub fn of(script: &Script) -> &'static [Numerals] {
        match script.tag {
            "ar" => &[Numerals::Latin, Numerals::Arabic],
            "hi" => &[Numerals::Latin, Numerals::Devanagari],
            "th" => &[Numerals::Latin, Numerals::Thai],
            _ => &[Numerals::Latin],
        }
    }

    /// The system of this id among those of a language.
    pub fn from_id(script: &Script, id: &str) -> Option<Numerals> {
        Self::of(script).iter().copied().find(|numerals| numerals.id() == id)
    }

    fn zero(self) -> u32 {
        match self {
            Numerals::Latin => 0x30,
            Numerals::Arabic => 0x660,
            Numerals::Devanagari => 0x966,
            Numerals::Thai => 0xe50,
        }
    }

    /// A whole number without groups, as pages and items of lists are counted.
    pub fn plain(self, number: u64) -> String {
        self.in_digits(&number.to_string())
    }

    /// A text with its Latin digits in this system.
    fn in_digits(self, text: &str) -> String {
        let digit = |c: char| match c.to_digit(10) {
            Some(value) => char::from_u32(self.zero() + value).unwrap_or(c),
            None => c,
        };
        text.chars().map(digit).collect()
    }

    /// Words of the language with the numbers among them in this system. Digits that belong to a Latin name, to a
    /// version or to a path (`SHA-256`, `p95`, `2.7.3`) stay as they are.
    pub fn in_words(self, words: &str) -> String {
        if self == Numerals::Latin || !words.contains(|c: char| c.is_ascii_digit()) {
            return words.to_owned();
        }
        let joins = |c: char| c.is_ascii_graphic() && !matches!(c, '(' | ')' | ',' | ';' | '"' | '\'' | '%');
        words
            .split_inclusive(|c: char| !joins(c))
            .map(|piece| {
                let core = piece.trim_end_matches(|c: char| !joins(c));
                let is_number = !core.is_empty() && core.bytes().all(|b| b.is_ascii_digit());
                if is_number {
                    self.in_digits(piece)
                } else {
                    piece.to_owned()
                }
            })
            .collect()
    }
}

/// The value of a digit of any system that numbers are printed in.
pub fn digit_value(c: char) -> Option<u32> {
    let code = u32::from(c);
    let zeros = Numerals::ALL.map(Numerals::zero);
    zeros
        .into_iter()
        .find(|zero| (*zero..*zero + 10).contains(&code))
        .map(|zero| code - zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_only_its_own_systems() {
        let of = |tag: &str, id: &str| Numerals::from_id(Script::of(tag).unwrap(), id);
        assert_eq!(of("ar", "arab"), Some(Numerals::Arabic));
        assert_eq!(of("ar", "latn"), Some(Numerals::Latin));
        assert_eq!(of("ar", "thai"), None);
        assert_eq!(of("pl", "arab"), None);
    }

    #[test]
    fn numbers_in_words_are_translated_and_names_are_not() {
        let arab = |words: &str| Numerals::Arabic.in_words(words);
        assert_eq!(arab("المئين 95 لزمن"), "المئين ٩٥ لزمن");
        assert_eq!(arab("(95)"), "(٩٥)");
        assert_eq!(arab("SHA-256 و p95 و 2.7.3"), "SHA-256 و p95 و 2.7.3");
        assert_eq!(Numerals::Latin.in_words("المئين 95"), "المئين 95");
        assert_eq!(Numerals::Arabic.plain(12), "١٢");
        assert_eq!(digit_value('٧'), Some(7));
        assert_eq!(digit_value('x'), None);
    }
}
