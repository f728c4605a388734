//! Printing of numbers, lists and dates in one language.
//!
//! Data is CLDR's, by ICU4X. Three things that its stable interface lacks stand here as tables, checked against
//! ICU 78 (CLDR 48): percent patterns, range patterns and the typographic minus sign.

use super::digits::digits_of_part;
use super::{Direction, Numerals, Script, UnitWords, digit_value, scripts::SCRIPTS};
use crate::dataset::{Measure, Unit};
use crate::diagnostic::{Class, Fault};
use crate::stats::Exact;
use crate::text::is_right_to_left;
use fixed_decimal::{Decimal, Sign, UnsignedDecimal};
use icu_calendar::{Date, Iso};
use icu_datetime::{DateTimeFormatter, fieldsets::YMD};
use icu_decimal::DecimalFormatter;
use icu_list::{ListFormatter, options::ListFormatterOptions};
use icu_locale::Locale as Tag;
use icu_plurals::{PluralCategory, PluralRules, PluralRulesOptions};

/// A language ready to print. Made once and shared between threads.
#[derive(Debug)]
pub struct Locale {
    script: &'static Script,
    numerals: Numerals,
    decimal: DecimalFormatter,
    plural: PluralRules,
    list: ListFormatter,
    date: DateTimeFormatter<YMD>,
    units: UnitWords,
}

/// Whether a positive number bears its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignDisplay {
    NegativeOnly,
    /// Both signs, but none for what is printed as zero.
    ExceptZero,
}

impl Locale {
    /// The language of a tag of [`SCRIPTS`], with international unit symbols.
    ///
    /// # Errors
    /// A tag that is not in the table; the hint names the nearest one.
    pub fn load(tag: &str) -> Result<Locale, Fault> {
        Self::load_with(tag, Numerals::Latin)
    }

    /// As [`load`](Self::load), with numbers in one of the [systems](Numerals::of) of the language.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_with(tag: &str, numerals: Numerals) -> Result<Locale, Fault> {
        let script = Script::of(tag).ok_or_else(|| unknown_language(tag))?;
        let build = || -> Result<Locale, String> {
            let tag: Tag = format!("{}-u-nu-{}", cldr_tag(script), numerals.id())
                .parse()
                .map_err(|e| format!("{e}"))?;
            Ok(Locale {
                script,
                numerals,
                decimal: DecimalFormatter::try_new((&tag).into(), Default::default()).map_err(|e| e.to_string())?,
                plural: PluralRules::try_new((&tag).into(), PluralRulesOptions::default())
                    .map_err(|e| e.to_string())?,
                list: ListFormatter::try_new_and((&tag).into(), ListFormatterOptions::default())
                    .map_err(|e| e.to_string())?,
                date: DateTimeFormatter::try_new((&tag).into(), YMD::long()).map_err(|e| e.to_string())?,
                units: UnitWords::default(),
            })
        };
        build().map_err(|why| {
            Fault::error(Class::Input, "locale::no-data", "no language data for this tag")
                .language(tag)
                .found(why)
        })
    }

    /// The same language with its own words for units.
    pub fn with_units(mut self, units: UnitWords) -> Locale {
        self.units = units;
        if self.numerals == Numerals::Arabic {
            self.units.set_symbol(Unit::Percent, "٪");
        }
        self
    }

    pub fn script(&self) -> &'static Script {
        self.script
    }

    /// BCP 47 tag: `en`, `zh-Hans`.
    pub fn tag(&self) -> &'static str {
        self.script.tag
    }

    pub fn direction(&self) -> Direction {
        self.script.direction
    }

    pub fn numerals(&self) -> Numerals {
        self.numerals
    }

    pub fn units(&self) -> &UnitWords {
        &self.units
    }

    /// `8.112204`, `12 345`: `digits` digits after the decimal mark; only a negative number has a sign.
    pub fn number(&self, value: &Exact, digits: u8) -> String {
        self.decimal(value, digits, SignDisplay::NegativeOnly)
    }

    /// `+1.5`, `−1.5`, `0.0`.
    pub fn number_signed(&self, value: &Exact, digits: u8) -> String {
        self.decimal(value, digits, SignDisplay::ExceptZero)
    }

    /// The decimal mark of a number that stands in a name with Latin digits (`p99,5`).
    pub fn decimal_mark_of_names(&self) -> String {
        match self.numerals {
            Numerals::Latin => self.number(&Exact::ratio(1, 2), 1).replace(['0', '5'], ""),
            _ => ".".into(),
        }
    }

    /// A whole number.
    pub fn count(&self, value: u64) -> String {
        self.number(&Exact::from(value), 0)
    }

    /// A value of a measure, from its stored unit into its display unit, with the unit: `8.112 ms`.
    pub fn quantity(&self, value: &Exact, measure: &Measure, digits: u8) -> String {
        let shown = measure.in_display_unit(value);
        self.with_unit(&shown, measure.display_unit, measure.per.as_deref(), digits)
    }

    /// As [`quantity`](Self::quantity), for differences: with `+` before a positive one.
    pub fn quantity_signed(&self, value: &Exact, measure: &Measure, digits: u8) -> String {
        let shown = measure.in_display_unit(value);
        match measure.display_unit {
            Unit::Percent => self.percent(&shown, digits, true),
            unit => self.join_unit(
                self.number_signed(&shown, digits),
                &self.symbol_after(&shown, digits, unit, measure.per.as_deref()),
            ),
        }
    }

    /// A number that is already in `unit`, with the unit behind a no-break space.
    pub fn with_unit(&self, value: &Exact, unit: Unit, per: Option<&str>, digits: u8) -> String {
        match unit {
            Unit::Percent => self.percent(value, digits, false),
            _ => self.join_unit(self.number(value, digits), &self.symbol_after(value, digits, unit, per)),
        }
    }

    /// The unit's words in the form that the printed number wants: `1 query/s`, `2 queries/s`.
    fn symbol_after(&self, value: &Exact, digits: u8, unit: Unit, per: Option<&str>) -> String {
        (self.units).symbol_after(self.plural_form(value, digits), unit, per)
    }

    fn join_unit(&self, number: String, symbol: &str) -> String {
        // The mark before a sign is a letter of a left-to-right script to the isolate around the whole.
        let number = if number.starts_with('\u{200e}') && !symbol.is_ascii() {
            self.isolate(number)
        } else {
            number
        };
        // Digits of Arabic are read before a Latin symbol, from right to left, and not after it.
        let latin = symbol.starts_with(|c: char| c.is_ascii_alphabetic() || c == 'µ');
        let number = match self.numerals {
            Numerals::Arabic if latin && !number.starts_with('\u{61c}') => format!("\u{61c}{number}"),
            _ => number,
        };
        match symbol {
            "" => number,
            // `10,500/s`: no gap before a slash.
            s if s.starts_with('/') => number + s,
            // `30秒`, `30초`: no gap before a word of the script.
            s if matches!(self.script.tag, "ja" | "ko") && s.starts_with(|c| c >= '\u{2e80}') => number + s,
            s => format!("{number}{}{s}", self.units.gap()),
        }
    }

    /// A value in percent (75.16 for 75.16%), by CLDR's percent pattern; `signed` puts `+` before a positive one. A part
    /// that `digits` would round to 100 has as many more as tell it from the whole.
    pub fn percent(&self, value: &Exact, digits: u8, signed: bool) -> String {
        let sign = if signed {
            SignDisplay::ExceptZero
        } else {
            SignDisplay::NegativeOnly
        };
        let number = self.decimal(value, digits_of_part(value, digits), sign);
        match self.script.tag {
            // The sign stands before the percent sign: −%75,16.
            "tr" => {
                let (sign, rest) = split_sign(&number);
                format!("{sign}%{rest}")
            }
            "ar" if self.numerals == Numerals::Arabic => format!("{number}٪\u{61c}"),
            "ar" => format!("{number}\u{200e}%\u{200e}"),
            "de" | "es" | "fr" | "ru" | "sv" => format!("{number}\u{a0}%"),
            _ => format!("{number}%"),
        }
    }

    /// How many times: `4.03×`, or the word that the language has for it: `4.03 倍`.
    pub fn ratio(&self, value: &Exact, digits: u8) -> String {
        let times = match self.script.tag {
            // As behind the percent sign: the sign stands at the left of the digits.
            "ar" if self.numerals == Numerals::Arabic => "×\u{61c}",
            "zh-Hans" | "zh-Hant" => "\u{a0}倍",
            "ja" => "倍",
            "ko" => "배",
            _ => "×",
        };
        format!("{}{times}", self.number(value, digits))
    }

    /// The plural category of a number as it is printed: `1` and `1.0` may differ.
    pub fn plural(&self, value: &Exact, digits: u8) -> PluralCategory {
        self.plural.category_for(&fixed(&value.to_decimal(digits)))
    }

    /// The categories that the language has, in CLDR's order.
    pub fn plural_categories(&self) -> Vec<PluralCategory> {
        let mut categories: Vec<_> = self.plural.categories().collect();
        categories.sort();
        categories
    }

    /// As [`plural`](Self::plural), by CLDR's name of the category: `one`, `few`, …
    pub fn plural_form(&self, value: &Exact, digits: u8) -> &'static str {
        category_name(self.plural(value, digits))
    }

    /// The names of all the categories that the language has.
    pub fn all_plural_forms(&self) -> Vec<&'static str> {
        self.plural_categories().into_iter().map(category_name).collect()
    }

    /// The categories that counts up to a few hundred fall into: the ones that words must have.
    pub fn usual_plural_forms(&self) -> Vec<&'static str> {
        let mut categories: Vec<_> = (0_u64..=200).map(|n| self.plural.category_for(n)).collect();
        categories.sort();
        categories.dedup();
        categories.into_iter().map(category_name).collect()
    }

    /// `a, b and c`.
    pub fn list<S: AsRef<str>>(&self, items: &[S]) -> String {
        let list = self.list.format(items.iter().map(AsRef::as_ref)).to_string();
        match self.script.tag {
            "zh-Hans" | "zh-Hant" => spaced(&list),
            // CLDR's hyphen is the maqaf of typewriters.
            "he" => list.replace("ו\u{2011}", "ו־"),
            _ => list,
        }
    }

    /// Keeps a number with its unit, or a name, in its own order inside a sentence that may run the other way (UAX #9,
    /// isolates): anything in a right-to-left language, what runs from right to left in the others.
    pub fn isolate(&self, text: String) -> String {
        self.script.direction.isolate(text)
    }

    /// As [`isolate`](Self::isolate), for units with words of the language, `ms/…`: a Latin symbol at the start does not
    /// turn them round.
    pub fn isolate_unit(&self, text: String) -> String {
        match self.script.direction {
            Direction::RightToLeft if text.chars().any(is_right_to_left) => format!("\u{2067}{text}\u{2069}"),
            _ => self.isolate(text),
        }
    }

    /// From … to …: `3–5`.
    pub fn range(&self, from: &str, to: &str) -> String {
        // CLDR's hyphen for some of these languages would read as a minus sign, so they have a dash too;
        // Chinese and Japanese use the wave dash (GB/T 15835, JLReq), Korean the tilde.
        match self.script.tag {
            "zh-Hans" | "zh-Hant" | "ja" => format!("{from}～{to}"),
            "ko" => format!("{from}~{to}"),
            _ => format!("{from}–{to}"),
        }
    }

    /// An ISO 8601 date (`2026-07-09`) in the language's long form: `9 July 2026`.
    pub fn date(&self, iso: &str) -> Option<String> {
        let date = Date::try_from_str(iso, Iso).ok()?;
        Some(self.date.format(&date).to_string())
    }

    fn decimal(&self, value: &Exact, digits: u8, sign: SignDisplay) -> String {
        if digits > SMALL_DIGITS && value.is_zero() {
            return self.decimal(value, 0, sign);
        }
        match scientific(value, digits) {
            Some((mantissa, digits, exponent)) => {
                let mantissa = self.positional(&mantissa, digits, sign);
                if self.numerals == Numerals::Latin {
                    let product = format!("{mantissa}\u{a0}×\u{a0}10{}", superscript(exponent));
                    return match self.script.direction {
                        Direction::LeftToRight => product,
                        // A formula runs from left to right in any sentence.
                        Direction::RightToLeft => format!("\u{2066}{product}\u{2069}"),
                    };
                }
                // Other systems have no raised digits, so that CLDR's sign of powers of ten is written.
                let power = if self.numerals == Numerals::Arabic { "أس" } else { "E" };
                let exponent = Exact::ratio(exponent, 1);
                let exponent = self.positional(&exponent, 0, SignDisplay::NegativeOnly);
                format!("{mantissa}{power}{exponent}")
            }
            None => self.positional(value, digits, sign),
        }
    }

    fn positional(&self, value: &Exact, digits: u8, sign: SignDisplay) -> String {
        let mut decimal = fixed(&value.to_decimal(digits));
        if sign == SignDisplay::ExceptZero && decimal.sign == Sign::None && !decimal.absolute.is_zero() {
            decimal.sign = Sign::Positive;
        }
        self.decimal.format(&decimal).to_string().replace('-', "−")
    }
}

/// Whole digits of the least number that is printed with a power of ten.
const LARGE_DIGITS: usize = 16;

/// A number that wants more digits after the decimal mark, and is less than one ten-thousandth, is printed with a power
/// of ten too.
const SMALL_DIGITS: u8 = 6;

/// Digits of the mantissa after the decimal mark, at most.
const MANTISSA_DIGITS: u8 = 3;

/// Mantissa, the digits that it needs, and the power of ten of a number that would be too long otherwise.
fn scientific(value: &Exact, digits: u8) -> Option<(Exact, u8, i32)> {
    let whole = value.abs().truncate_to(0).to_decimal(0);
    let mut exponent = if whole.len() >= LARGE_DIGITS {
        i32::try_from(whole.len()).ok()? - 1
    } else if whole == "0" && digits > SMALL_DIGITS && !value.is_zero() {
        // As many places as a measurement may have, and some that quotients bring.
        let places = value.abs().truncate_to(60).to_decimal(60);
        let fraction = places.split_once('.')?.1;
        -i32::try_from(fraction.find(|c| c != '0')?).ok()? - 1
    } else {
        return None;
    };
    if (-4..0).contains(&exponent) {
        return None;
    }
    let by = |exponent: i32| Some(value / &Exact::parse(&format!("1e{exponent}"))?);
    let mut mantissa = by(exponent)?.round_to(MANTISSA_DIGITS);
    if mantissa.abs() >= Exact::from(10) {
        exponent += 1;
        mantissa = by(exponent)?.round_to(MANTISSA_DIGITS);
    }
    let digits = (0..MANTISSA_DIGITS).find(|digits| mantissa.round_to(*digits) == mantissa);
    Some((mantissa, digits.unwrap_or(MANTISSA_DIGITS), exponent))
}

fn superscript(exponent: i32) -> String {
    let raised = |c: char| match c {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '-' => '⁻',
        digit => char::from_u32(u32::from(digit) - u32::from('0') + 0x2070).unwrap_or(digit),
    };
    exponent.to_string().chars().map(raised).collect()
}

/// What CLDR calls the language. English is written as in Britain: `a, b and c`, `9 July 2026`.
fn cldr_tag(script: &Script) -> &'static str {
    match script.tag {
        "en" => "en-GB",
        other => other,
    }
}

/// Chinese with a space between ideographs and letters or digits: `1 和 7`.
fn spaced(text: &str) -> String {
    let ideograph = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let mut out = String::with_capacity(text.len() + 4);
    let mut before = ' ';
    for c in text.chars() {
        if (ideograph(before) && c.is_ascii_alphanumeric()) || (before.is_ascii_alphanumeric() && ideograph(c)) {
            out.push(' ');
        }
        out.push(c);
        before = c;
    }
    out
}

fn category_name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

fn fixed(decimal: &str) -> Decimal {
    Decimal::try_from_str(decimal).unwrap_or_else(|_| Decimal::new(Sign::None, UnsignedDecimal::from(0_u8)))
}

fn split_sign(number: &str) -> (&str, &str) {
    let end = number
        .char_indices()
        .find(|(_, c)| digit_value(*c).is_some())
        .map_or(number.len(), |(at, _)| at);
    number.split_at(end)
}

fn unknown_language(tag: &str) -> Fault {
    let known: Vec<&str> = SCRIPTS.iter().map(|s| s.tag).collect();
    let fault = Fault::error(Class::Input, "locale::unknown-language", "this language is not known")
        .found(tag)
        .expected(format!("one of {}", known.join(", ")));
    match Script::meant(tag) {
        Some(meant) => fault.hint(format!("did you mean `{}`?", meant.tag)),
        None => fault,
    }
}

/// CLDR's names of the plural forms of a language, in CLDR's order; none for a language without a row.
pub fn plural_categories(tag: &str) -> Vec<&'static str> {
    let Ok(locale) = Locale::load(tag) else {
        return Vec::new();
    };
    let names = locale.plural_categories().into_iter().map(category_name);
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::Better;

    fn exact(text: &str) -> Exact {
        Exact::parse(text).unwrap()
    }

    fn milliseconds() -> Measure {
        Measure {
            id: "audit_time".into(),
            unit: Unit::Nanosecond,
            display_unit: Unit::Millisecond,
            per: Some("audit".into()),
            better: Better::Lower,
            derived: None,
        }
    }

    #[test]
    fn a_locale_is_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Locale>();
    }

    /// Expectations: ICU 78.2 (CLDR 48) through `Intl`, with Latin digits, the true minus sign, and British English.
    /// ICU4X has a newer CLDR for three dates: a comma in Hindi, a narrow space in Russian and Ukrainian.
    #[test]
    fn numbers_percents_and_dates_follow_cldr() {
        // tag, 8.112204, 1234, 12345, 1234567.891, −75.157 % signed, +75.157 % signed, date
        #[rustfmt::skip]
        let table = [
            ("ar", "8.112204", "1,234", "12,345", "1,234,567.891", "\u{200e}−75.16\u{200e}%\u{200e}", "\u{200e}+75.16\u{200e}%\u{200e}", "9 يوليو 2026"),
            ("de", "8,112204", "1.234", "12.345", "1.234.567,891", "−75,16\u{a0}%", "+75,16\u{a0}%", "9. Juli 2026"),
            ("en", "8.112204", "1,234", "12,345", "1,234,567.891", "−75.16%", "+75.16%", "9 July 2026"),
            ("es", "8,112204", "1234", "12.345", "1.234.567,891", "−75,16\u{a0}%", "+75,16\u{a0}%", "9 de julio de 2026"),
            ("fr", "8,112204", "1\u{202f}234", "12\u{202f}345", "1\u{202f}234\u{202f}567,891", "−75,16\u{a0}%", "+75,16\u{a0}%", "9 juillet 2026"),
            ("he", "8.112204", "1,234", "12,345", "1,234,567.891", "\u{200e}−75.16%", "\u{200e}+75.16%", "9 ביולי 2026"),
            ("hi", "8.112204", "1,234", "12,345", "12,34,567.891", "−75.16%", "+75.16%", "9 जुलाई, 2026"),
            ("it", "8,112204", "1234", "12.345", "1.234.567,891", "−75,16%", "+75,16%", "9 luglio 2026"),
            ("ja", "8.112204", "1,234", "12,345", "1,234,567.891", "−75.16%", "+75.16%", "2026年7月9日"),
            ("ko", "8.112204", "1,234", "12,345", "1,234,567.891", "−75.16%", "+75.16%", "2026년 7월 9일"),
            ("nl", "8,112204", "1.234", "12.345", "1.234.567,891", "−75,16%", "+75,16%", "9 juli 2026"),
            ("pl", "8,112204", "1234", "12\u{a0}345", "1\u{a0}234\u{a0}567,891", "−75,16%", "+75,16%", "9 lipca 2026"),
            ("pt-BR", "8,112204", "1.234", "12.345", "1.234.567,891", "−75,16%", "+75,16%", "9 de julho de 2026"),
            ("ru", "8,112204", "1\u{a0}234", "12\u{a0}345", "1\u{a0}234\u{a0}567,891", "−75,16\u{a0}%", "+75,16\u{a0}%", "9 июля 2026\u{202f}г."),
            ("sv", "8,112204", "1\u{a0}234", "12\u{a0}345", "1\u{a0}234\u{a0}567,891", "−75,16\u{a0}%", "+75,16\u{a0}%", "9 juli 2026"),
            ("th", "8.112204", "1,234", "12,345", "1,234,567.891", "−75.16%", "+75.16%", "9 กรกฎาคม 2569"),
            ("tr", "8,112204", "1.234", "12.345", "1.234.567,891", "−%75,16", "+%75,16", "9 Temmuz 2026"),
            ("uk", "8,112204", "1\u{a0}234", "12\u{a0}345", "1\u{a0}234\u{a0}567,891", "−75,16%", "+75,16%", "9 липня 2026\u{202f}р."),
            ("zh-Hans", "8.112204", "1,234", "12,345", "1,234,567.891", "−75.16%", "+75.16%", "2026年7月9日"),
            ("zh-Hant", "8.112204", "1,234", "12,345", "1,234,567.891", "−75.16%", "+75.16%", "2026年7月9日"),
        ];
        assert_eq!(
            table.map(|row| row.0).as_slice(),
            SCRIPTS.iter().map(|s| s.tag).collect::<Vec<_>>()
        );
        for (tag, small, four, five, long, minus, plus, date) in table {
            let locale = Locale::load(tag).unwrap();
            let printed = [
                locale.number(&exact("8.112204"), 6),
                locale.count(1234),
                locale.count(12345),
                locale.number(&exact("1234567.891"), 3),
                locale.percent(&exact("-75.157"), 2, true),
                locale.percent(&exact("75.157"), 2, true),
                locale.date("2026-07-09").unwrap(),
            ];
            assert_eq!(printed, [small, four, five, long, minus, plus, date], "{tag}");
        }
    }

    /// Expectations: ICU 78 through `Intl`, with the true minus sign.
    #[test]
    fn numbers_may_have_the_digits_of_the_language() {
        let ar = Locale::load_with("ar", Numerals::Arabic).unwrap();
        assert_eq!(ar.number(&exact("1234567.891"), 3), "١٬٢٣٤٬٥٦٧٫٨٩١");
        assert_eq!(ar.percent(&exact("-75.157"), 2, true), "\u{61c}−٧٥٫١٦٪\u{61c}");
        assert_eq!(ar.number_signed(&exact("5"), 0), "\u{61c}+٥");
        assert_eq!(ar.ratio(&exact("4.0264"), 2), "٤٫٠٣×\u{61c}");
        assert_eq!(ar.number(&exact("-0.00000000032"), 10), "\u{61c}−٣٫٢أس\u{61c}−١٠");
        assert_eq!(ar.date("2026-07-09").unwrap(), "٩ يوليو ٢٠٢٦");
        assert_eq!(ar.plural_form(&exact("3"), 0), "few");
        assert_eq!(
            ar.quantity(&exact("8112204"), &milliseconds(), 3),
            "\u{61c}٨٫١١٢\u{a0}ms"
        );
        let hi = Locale::load_with("hi", Numerals::Devanagari).unwrap();
        assert_eq!(hi.percent(&exact("-75.16"), 2, false), "−७५.१६%");
        let th = Locale::load_with("th", Numerals::Thai).unwrap();
        assert_eq!(th.number(&exact("1234.5"), 1), "๑,๒๓๔.๕");
    }

    #[test]
    fn lists_follow_the_language() {
        for (tag, three) in [
            ("en", "a, b and c"),
            ("pl", "a, b i c"),
            ("zh-Hans", "a、b 和 c"),
            ("de", "a, b und c"),
            ("ar", "a وb وc"),
            ("ja", "a、b、c"),
            ("ko", "a, b 및 c"),
        ] {
            assert_eq!(Locale::load(tag).unwrap().list(&["a", "b", "c"]), three, "{tag}");
        }
    }

    #[test]
    fn plural_forms_look_at_the_printed_digits() {
        use PluralCategory::*;
        for (tag, value, digits, category) in [
            ("en", "1", 0, One),
            ("en", "1", 1, Other),
            ("en", "0", 0, Other),
            ("pl", "1", 0, One),
            ("pl", "2", 0, Few),
            ("pl", "4", 0, Few),
            ("pl", "5", 0, Many),
            ("pl", "12", 0, Many),
            ("pl", "22", 0, Few),
            ("pl", "300", 0, Many),
            ("pl", "4.03", 2, Other),
            ("pl", "1", 1, Other),
            ("ru", "21", 0, One),
            ("uk", "1.5", 1, Other),
            ("ar", "0", 0, Zero),
            ("ar", "2", 0, Two),
            ("ar", "103", 0, Few),
            ("ar", "111", 0, Many),
            ("ar", "100", 0, Other),
            ("fr", "1.5", 1, One),
            ("zh-Hans", "1", 0, Other),
            ("he", "2", 0, Two),
        ] {
            assert_eq!(
                Locale::load(tag).unwrap().plural(&exact(value), digits),
                category,
                "{tag} {value} with {digits} digits"
            );
        }
    }

    #[test]
    fn quantities_are_converted_then_rounded_once() {
        let en = Locale::load("en").unwrap();
        assert_eq!(en.quantity(&exact("8112204"), &milliseconds(), 3), "8.112\u{a0}ms");
        // 2.0537645 ms: the tie goes to the even digit.
        assert_eq!(en.quantity(&exact("2053764.5"), &milliseconds(), 6), "2.053764\u{a0}ms");
        assert_eq!(
            en.quantity_signed(&exact("-6097444"), &milliseconds(), 3),
            "−6.097\u{a0}ms"
        );
        assert_eq!(
            en.quantity_signed(&exact("1000000"), &milliseconds(), 1),
            "+1.0\u{a0}ms"
        );
        assert_eq!(en.number_signed(&exact("0.004"), 2), "0.00");
        let mut zh = UnitWords::default();
        zh.set_symbol(Unit::Millisecond, "毫秒");
        zh.set_per("audit", "次检查");
        let zh = Locale::load("zh-Hans").unwrap().with_units(zh);
        assert_eq!(zh.quantity(&exact("8112204"), &milliseconds(), 3), "8.112\u{a0}毫秒");
        assert_eq!(zh.units().label(Unit::Millisecond, Some("audit")), "毫秒/次检查");
    }

    #[test]
    fn rates_and_shares_have_their_own_forms() {
        let mut words = UnitWords::default();
        words.set_events("query", "queries/s");
        let en = Locale::load("en").unwrap().with_units(words);
        assert_eq!(
            en.with_unit(&exact("12500"), Unit::PerSecond, Some("query"), 0),
            "12,500\u{a0}queries/s"
        );
        assert_eq!(
            en.with_unit(&exact("12500"), Unit::PerSecond, Some("page"), 0),
            "12,500\u{a0}page/s"
        );
        assert_eq!(en.with_unit(&exact("12500"), Unit::PerSecond, None, 0), "12,500/s");
        let mut words = UnitWords::default();
        words.set_events("query", "zapytań/s");
        for (category, form) in [("one", "zapytanie/s"), ("few", "zapytania/s"), ("other", "zapytania/s")] {
            words.set_counted("query", category, form);
        }
        let pl = Locale::load("pl").unwrap().with_units(words);
        for (value, digits, text) in [
            ("1", 0, "1\u{a0}zapytanie/s"),
            ("22", 0, "22\u{a0}zapytania/s"),
            ("1149", 0, "1149\u{a0}zapytań/s"),
            ("810.5", 1, "810,5\u{a0}zapytania/s"),
        ] {
            assert_eq!(
                pl.with_unit(&exact(value), Unit::PerSecond, Some("query"), digits),
                text
            );
        }
        assert_eq!(pl.units().label(Unit::PerSecond, Some("query")), "zapytań/s");
        assert_eq!(en.with_unit(&exact("45"), Unit::Percent, None, 0), "45%");
        assert_eq!(en.with_unit(&exact("3"), Unit::One, None, 0), "3");
        for (tag, ratio) in [
            ("en", "4.03×"),
            ("pl", "4,03×"),
            ("zh-Hans", "4.03\u{a0}倍"),
            ("ja", "4.03倍"),
            ("ko", "4.03배"),
        ] {
            assert_eq!(Locale::load(tag).unwrap().ratio(&exact("4.0264"), 2), ratio, "{tag}");
        }
    }

    #[test]
    fn words_for_units_stand_as_the_script_wants() {
        let seconds = |tag: &str, word: &str, value: &str| {
            let mut words = UnitWords::default();
            words.set_symbol(Unit::Second, word);
            let locale = Locale::load(tag).unwrap().with_units(words);
            locale.with_unit(&exact(value), Unit::Second, None, 0)
        };
        assert_eq!(seconds("ja", "秒", "30"), "30秒");
        assert_eq!(seconds("ja", "s", "30"), "30\u{a0}s");
        assert_eq!(seconds("ko", "초", "30"), "30초");
        assert_eq!(seconds("zh-Hant", "秒", "30"), "30\u{a0}秒");
        assert_eq!(seconds("ar", "ث", "-30"), "\u{2068}\u{200e}−30\u{2069}\u{a0}ث");
        assert_eq!(seconds("ar", "s", "-30"), "\u{200e}−30\u{a0}s");
    }

    #[test]
    fn only_texts_that_run_against_others_are_isolated() {
        assert_eq!(Locale::load("he").unwrap().isolate("−5%".into()), "\u{2068}−5%\u{2069}");
        assert_eq!(Locale::load("he").unwrap().isolate(String::new()), "");
        assert_eq!(Locale::load("en").unwrap().isolate("−5%".into()), "−5%");
        assert_eq!(
            Locale::load("en").unwrap().isolate("מטמון (חדש)".into()),
            "\u{2068}מטמון (חדש)\u{2069}"
        );
        let he = Locale::load("he").unwrap();
        assert_eq!(he.isolate_unit("ms/דף".into()), "\u{2067}ms/דף\u{2069}");
        assert_eq!(he.isolate_unit("ms/page".into()), "\u{2068}ms/page\u{2069}");
    }

    #[test]
    fn ranges_have_the_dash_of_the_language() {
        for (tag, range) in [
            ("en", "3–5"),
            ("pl", "3–5"),
            ("zh-Hans", "3～5"),
            ("ja", "3～5"),
            ("ko", "3~5"),
        ] {
            assert_eq!(Locale::load(tag).unwrap().range("3", "5"), range, "{tag}");
        }
    }

    #[test]
    fn an_unknown_language_is_told_the_nearest() {
        for (tag, hint) in [
            ("zh-CN", "did you mean `zh-Hans`?"),
            ("en-US", "did you mean `en`?"),
            ("ep", "did you mean"),
            ("PL", "did you mean `pl`?"),
        ] {
            let fault = Locale::load(tag).unwrap_err();
            assert_eq!(fault.code, "locale::unknown-language");
            assert!(fault.hint.as_deref().unwrap_or("").starts_with(hint), "{tag}: {fault}");
        }
    }
}
