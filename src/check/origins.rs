//! Where the numbers of a text come from: from a number that was printed through a filter, from a name in the data or
//! the report, or from a figure of the data that would be printed so. A number with none of these has no origin.

use super::squeeze::Squeezed;
use crate::locale::Locale;
use crate::stats::Exact;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

/// What a number comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Printed by a filter: the expression, and the exact value when it is a number.
    Printed { path: String, exact: Option<Exact> },
    /// Part of a text of the data file or of the report.
    Name { path: String },
    /// Equal to a figure of the data, rounded to as many digits.
    Figure { path: String, exact: Exact },
    /// A label of an axis.
    Axis,
}

/// A number of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedNumber {
    /// Bytes of the text.
    pub span: Range<usize>,
    pub text: String,
    /// `None` when nothing accounts for it.
    pub origin: Option<Origin>,
    /// The figure of the data that it is equal to, wherever it comes from.
    pub equals: Option<String>,
}

/// Marks between the digits of a number in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Separators {
    pub decimal: char,
    /// `None` when groups are separated by a space.
    pub group: Option<char>,
}

impl Separators {
    /// The marks of a language, read off a number that it prints.
    pub fn of(locale: &Locale) -> Separators {
        let printed = locale.number(&Exact::ratio(12_345_675, 10), 1);
        let marks: Vec<char> = printed.chars().filter(|c| !c.is_numeric()).collect();
        Separators {
            decimal: marks.last().copied().unwrap_or('.'),
            group: marks.first().copied().filter(|c| marks.len() > 1 && !c.is_whitespace()),
        }
    }
}

/// Everything that numbers of a text may come from.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    /// Squeezed texts with digits, and what they come from.
    texts: BTreeMap<String, Origin>,
    /// Exact values of the data by their expression.
    figures: Vec<(String, Exact)>,
    /// The figures as plain decimals, by the number of digits after the point; worked out when such a number is met.
    decimals: [OnceLock<Decimals>; MOST_DIGITS as usize + 1],
    separators: Option<Separators>,
}

/// Figures with so many digits after the point, as indices.
#[derive(Debug, Clone, Default)]
struct Decimals {
    plain: BTreeMap<String, usize>,
    /// Those that have a direction, with their sign.
    signed: BTreeMap<String, usize>,
}

impl Origin {
    /// Whether it is the label of a tick.
    fn is_tick(&self) -> bool {
        match self {
            Origin::Axis => true,
            Origin::Printed { path, .. } => path == "axis",
            Origin::Name { .. } | Origin::Figure { .. } => false,
        }
    }
}

/// Known texts in a text.
struct Covers<'a> {
    /// In the order in which they were found, where they stand, and what they are; sorted by their start.
    places: Vec<(usize, Range<usize>, &'a Origin)>,
    /// Bytes of the longest.
    longest: usize,
}

impl<'a> Covers<'a> {
    /// The longest text over a range: it says most about where a number comes from.
    fn over(&self, range: &Range<usize>) -> Option<&'a Origin> {
        // A text may be the whole article, with a number in every sentence.
        let first = self
            .places
            .partition_point(|(_, place, _)| place.start + self.longest < range.end);
        let end = self.places.partition_point(|(_, place, _)| place.start <= range.start);
        let over = self.places.get(first..end)?.iter();
        let over = over.filter(|(_, place, _)| range.end <= place.end);
        let longest = over.max_by_key(|(found, place, _)| (place.len(), *found));
        longest.map(|(_, _, origin)| *origin)
    }
}

/// The numbers that begin within a range, of all those of a text.
pub fn beginning_in<'n>(numbers: &'n [TracedNumber], range: &Range<usize>) -> &'n [TracedNumber] {
    let first = numbers.partition_point(|number| number.span.start < range.start);
    let end = numbers.partition_point(|number| number.span.start < range.end);
    numbers.get(first..end).unwrap_or_default()
}

/// Whether a part of a name cannot be taken for a number with its unit: it begins with a letter, as `p95` does.
fn is_identifier(part: &str) -> bool {
    part.starts_with(char::is_alphabetic)
}

/// So many digits after the point are looked for.
const MOST_DIGITS: u8 = 9;

impl Origins {
    pub fn new(separators: Separators) -> Self {
        Origins {
            separators: Some(separators),
            ..Origins::default()
        }
    }

    /// A number or a declared text that a filter printed.
    pub fn printed(&mut self, text: &str, path: &str, exact: Option<&Exact>) {
        let origin = Origin::Printed {
            path: path.to_owned(),
            exact: exact.cloned(),
        };
        self.text(text, origin);
    }

    /// A text of the data file or the report, such as the name of a variant.
    pub fn name(&mut self, text: &str, path: &str) {
        let origin = Origin::Name { path: path.to_owned() };
        // A name that has no room in a line ends in the next one, and words may stand between its parts: those of
        // `fs2.Benchmarks.listParJoin2` are names too.
        let words = text.split(|c: char| !c.is_alphanumeric());
        let paths = text.split(|c: char| !c.is_alphanumeric() && !"_.-".contains(c));
        for part in words.chain(paths).filter(|part| is_identifier(part)) {
            self.text(part, origin.clone());
        }
        // A line of the other direction may have words between what stands in an isolate and what does not.
        let isolated = text.split(|c| ('\u{2066}'..='\u{2069}').contains(&c));
        for part in isolated.filter(|part| part.contains(char::is_alphabetic)) {
            self.text(part, origin.clone());
        }
        self.text(text, origin);
    }

    /// A label of an axis.
    pub fn axis(&mut self, text: &str) {
        self.text(text, Origin::Axis);
    }

    fn text(&mut self, text: &str, origin: Origin) {
        let squeezed = Squeezed::new(text).text;
        if squeezed.bytes().any(|b| b.is_ascii_digit()) {
            // Whoever printed it first is named, but for an axis: its ticks are round numbers that others print too.
            match self.texts.get_mut(&squeezed) {
                Some(known) if known.is_tick() && !origin.is_tick() => *known = origin,
                Some(_) => {}
                None => {
                    self.texts.insert(squeezed, origin);
                }
            }
        }
    }

    /// A figure of the data: texts may print it with any number of digits, and without its sign. With a sign only what
    /// has a direction may be printed: a change or a difference.
    pub fn figure(&mut self, path: impl Into<String>, exact: Exact) {
        self.decimals = Default::default();
        self.figures.push((path.into(), exact));
    }

    /// The figures with so many digits, as far as any are looked for.
    fn decimals(&self, digits: u8) -> Option<&Decimals> {
        let of_digits = self.decimals.get(usize::from(digits))?;
        Some(of_digits.get_or_init(|| {
            let mut decimals = Decimals::default();
            for (at, (path, exact)) in self.figures.iter().enumerate() {
                let decimal = exact.to_decimal(digits);
                let (negative, decimal) = match decimal.strip_prefix('-') {
                    Some(decimal) => (true, decimal),
                    None => (false, decimal.as_str()),
                };
                if has_direction(path, exact) {
                    let sign = if negative { '-' } else { '+' };
                    decimals.signed.entry(format!("{sign}{decimal}")).or_insert(at);
                }
                decimals.plain.entry(decimal.to_owned()).or_insert(at);
            }
            decimals
        }))
    }

    /// The expression of the figure that a double stands for, as a chart writes it.
    pub fn figure_near(&self, value: f64) -> Option<&str> {
        let near = |exact: &Exact| (exact.to_f64() - value).abs() <= value.abs() * 1e-9;
        let found = self.figures.iter().find(|(_, exact)| near(exact));
        found.map(|(path, _)| path.as_str())
    }

    /// The value of a printed number, without its sign, and what one more in its last digit is worth.
    pub fn value_of(&self, printed: &str) -> Option<(f64, f64)> {
        let squeezed = Squeezed::new(printed).text;
        let (mantissa, power) = match squeezed.split_once(TIMES_TEN) {
            Some((mantissa, raised)) => (mantissa, exponent(raised)?),
            None => (squeezed.as_str(), 0),
        };
        let (decimal, digits) = plain_decimal(mantissa, self.separators?)?;
        let value: f64 = format!("{decimal}e{power}").parse().ok()?;
        Some((value, 10f64.powi(power - i32::from(digits))))
    }

    /// Every number of a text with its origin, in the order of the text.
    pub fn trace(&self, text: &str) -> Vec<TracedNumber> {
        let squeezed = Squeezed::new(text);
        let numbers = numbers(&squeezed, text);
        let covers = self.covers(&squeezed);
        numbers
            .into_iter()
            .map(|range| {
                let original = squeezed.original(&range);
                let longest = covers.over(&range);
                let figure = self.figure_of(&squeezed, &range);
                let equals = figure.as_ref().map(|(path, _)| (*path).to_owned());
                let figure = figure.map(|(path, exact)| Origin::Figure {
                    path: path.to_owned(),
                    exact: exact.clone(),
                });
                TracedNumber {
                    text: text[original.clone()].to_owned(),
                    span: original,
                    origin: longest.cloned().or(figure),
                    equals,
                }
            })
            .collect()
    }

    /// Places at which a known text stands whole.
    fn covers(&self, squeezed: &Squeezed) -> Covers<'_> {
        let mut places = Vec::new();
        for (known, origin) in &self.texts {
            for place in squeezed.places(known) {
                if stands_whole(squeezed, &place) {
                    places.push((places.len(), place, origin));
                }
            }
        }
        places.sort_by_key(|(_, place, _)| place.start);
        let longest = places.iter().map(|(_, place, _)| place.len()).max().unwrap_or(0);
        Covers { places, longest }
    }

    fn figure_of(&self, squeezed: &Squeezed, range: &Range<usize>) -> Option<(&str, &Exact)> {
        if squeezed
            .before(range.start)
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        {
            // Part of an identifier, which is no figure.
            return None;
        }
        let text = &squeezed.text[range.clone()];
        let (decimal, digits) = plain_decimal(text, self.separators?)?;
        let known = self.decimals(digits)?;
        let at = match text.chars().next().filter(|first| matches!(first, '-' | '+')) {
            Some(sign) => *known.signed.get(&format!("{sign}{decimal}"))?,
            None => *known.plain.get(&decimal)?,
        };
        let (path, exact) = &self.figures[at];
        Some((path, exact))
    }
}

/// A change or a difference, or what is below zero.
fn has_direction(path: &str, exact: &Exact) -> bool {
    ["change", "difference"].iter().any(|end| path.ends_with(end)) || exact.is_negative()
}

/// Whether the place is not the middle of a longer number or word.
fn stands_whole(squeezed: &Squeezed, place: &Range<usize>) -> bool {
    let text = &squeezed.text[place.clone()];
    let first = text.chars().next();
    let last = text.chars().next_back();
    let continues = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\u{66b}' | '\u{66c}');
    if let Some(before) = squeezed.before(place.start) {
        let number_goes_on =
            first.is_some_and(|c| c.is_ascii_digit()) && (continues(before) || is_sign(squeezed, place.start));
        let word_goes_on = first.is_some_and(|c| c.is_ascii_alphanumeric()) && before.is_ascii_alphanumeric();
        if number_goes_on || word_goes_on {
            return false;
        }
    }
    match squeezed.after(place.end) {
        (Some(next), _) if next.is_ascii_alphanumeric() && last.is_some_and(|c| c.is_ascii_alphanumeric()) => false,
        (Some(mark), Some(digit)) if continues(mark) && digit.is_ascii_digit() => {
            !last.is_some_and(|c| c.is_ascii_digit())
        }
        _ => true,
    }
}

/// Whether the character before `at` is the sign of a number: a minus or plus that no word or number precedes.
fn is_sign(squeezed: &Squeezed, at: usize) -> bool {
    let Some(sign @ ('-' | '+')) = squeezed.before(at) else {
        return false;
    };
    !squeezed
        .before(at - sign.len_utf8())
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, ')' | '-' | '_' | '/'))
}

/// The numbers of a squeezed text: digits with single marks between them, and the sign before.
fn numbers(squeezed: &Squeezed, original: &str) -> Vec<Range<usize>> {
    let text = &squeezed.text;
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        loop {
            if group_follows(squeezed, original, end) {
                end += 3;
                continue;
            }
            let (Some(next), after) = squeezed.after(end) else {
                break;
            };
            if next.is_ascii_digit() {
                end += 1;
            } else if matches!(next, '.' | ',' | '\u{66b}' | '\u{66c}' | '’' | '\'')
                && after.is_some_and(|c| c.is_ascii_digit())
            {
                end += next.len_utf8();
            } else {
                break;
            }
        }
        end += power_follows(&text[end..]);
        let start = if is_sign(squeezed, at) { at - 1 } else { at };
        found.push(start..end);
        at = end;
    }
    found
}

/// What stands between the mantissa and the raised exponent of a squeezed number.
const TIMES_TEN: &str = "×10";
/// Raised digits from zero on.
const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Bytes of a power of ten that follows a mantissa; zero where none does.
fn power_follows(text: &str) -> usize {
    let Some(raised) = text.strip_prefix(TIMES_TEN) else {
        return 0;
    };
    let is_raised = |c: char| c == '⁻' || RAISED.contains(&c);
    match raised.len() - raised.trim_start_matches(is_raised).len() {
        0 => 0,
        length => TIMES_TEN.len() + length,
    }
}

fn exponent(raised: &str) -> Option<i32> {
    let digits = raised.strip_prefix('⁻').unwrap_or(raised);
    let value = digits.chars().try_fold(0i32, |value, c| {
        let digit = RAISED.iter().position(|raised| *raised == c)?;
        value.checked_mul(10)?.checked_add(i32::try_from(digit).ok()?)
    })?;
    let negative = digits.len() < raised.len();
    (!digits.is_empty()).then_some(if negative { -value } else { value })
}

/// Whether a no-break space and three digits of the same number follow.
fn group_follows(squeezed: &Squeezed, original: &str, at: usize) -> bool {
    let gap = &original[squeezed.gap(at)];
    let group = squeezed.text.as_bytes().get(at..at + 3);
    matches!(gap, "\u{a0}" | "\u{202f}" | "\u{2009}")
        && group.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
        // The digits of the next line are of another number.
        && squeezed.gap(at + 1).is_empty()
        && squeezed.gap(at + 2).is_empty()
        && !squeezed.after(at + 3).0.is_some_and(|c| c.is_ascii_digit())
}

/// The decimal of a squeezed number, without sign and groups, and how many digits stand after its point.
pub(super) fn plain_decimal(text: &str, separators: Separators) -> Option<(String, u8)> {
    let unsigned = text.trim_start_matches(['-', '+']);
    let (whole, fraction) = unsigned.split_once(separators.decimal).unwrap_or((unsigned, ""));
    let whole: String = match separators.group {
        Some(group) => whole.split(group).collect(),
        None => whole.to_owned(),
    };
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(&whole) || !digits(fraction) {
        return None;
    }
    let places = u8::try_from(fraction.len()).ok()?;
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(match places {
        0 => (whole.to_owned(), 0),
        _ => (format!("{whole}.{fraction}"), places),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins() -> Origins {
        let mut origins = Origins::new(Separators {
            decimal: ',',
            group: None,
        });
        origins.printed(
            "8,112 ms",
            "m.t.mean.baseline",
            Some(&Exact::ratio(8_112_204, 1_000_000)),
        );
        origins.printed("−75,16%", "m.t.mean.change", None);
        origins.printed("15", "counts.batches_per_variant", None);
        origins.name("ProxySQL 2.7.3", "variants.0.name");
        origins.figure("m.t.mean.candidate", Exact::ratio(2_014_760, 1_000_000));
        origins
    }

    fn without_origin(text: &str) -> Vec<String> {
        let traced = origins().trace(text);
        traced
            .into_iter()
            .filter(|n| n.origin.is_none())
            .map(|n| n.text)
            .collect()
    }

    #[test]
    fn numbers_that_were_printed_have_an_origin() {
        let text =
            "ProxySQL 2.7.3 needs 8,112\nms, which is \u{2066}−75,16%\u{2069} in 15 batches; 2,0148 and 2 by value.";
        assert_eq!(without_origin(text), Vec::<String>::new());
        let traced = origins().trace(text);
        assert_eq!(traced.len(), 6, "{traced:?}");
        assert!(matches!(&traced[4].origin, Some(Origin::Figure { path, .. }) if path == "m.t.mean.candidate"));
    }

    #[test]
    fn a_changed_digit_sign_unit_or_place_of_the_mark_has_none() {
        for (text, expected) in [
            ("8,113 ms", "8,113"),
            ("8,112 s", "8,112"),
            ("81,12 ms", "81,12"),
            ("8.112 ms", "8.112"),
            ("75,16%", "75,16"),
            ("+75,16%", "+75,16"),
            ("15,5", "15,5"),
            ("ProxySQL 2.7.4", "2.7.4"),
            ("v15", "15"),
            ("115", "115"),
        ] {
            assert_eq!(without_origin(text), [expected], "{text}");
        }
    }

    #[test]
    fn a_sign_must_be_that_of_a_figure_with_a_direction() {
        let mut origins = origins();
        origins.figure("m.t.mean.change", Exact::ratio(-7516, 100));
        origins.figure("m.t.mean.reduction", Exact::ratio(7516, 100));
        let lacks = |text: &str| origins.trace(text).iter().any(|number| number.origin.is_none());
        assert!(!lacks("−75,2") && !lacks("75,2"));
        assert!(lacks("+75,2") && lacks("−2,0148"));
    }

    #[test]
    fn groups_may_be_separated_by_a_no_break_space() {
        let mut origins = origins();
        origins.figure("counts.calls", Exact::from(1_234_567));
        let traced = origins.trace("1\u{202f}234\u{202f}567 calls, 1 234 567 things");
        let texts: Vec<(&str, bool)> = traced.iter().map(|n| (n.text.as_str(), n.origin.is_some())).collect();
        assert_eq!(texts[0], ("1\u{202f}234\u{202f}567", true));
        assert_eq!(texts.len(), 4);
        let traced = origins.trace("Redis 7.2\u{a0}19\n1,012 MiB");
        let texts: Vec<&str> = traced.iter().map(|n| n.text.as_str()).collect();
        assert_eq!(texts, ["7.2", "19", "1,012"]);
    }

    #[test]
    fn a_hyphen_is_no_sign() {
        assert_eq!(without_origin("15-15"), Vec::<String>::new());
        assert_eq!(without_origin("-15"), ["-15"]);
    }
}
