//! The reader's tools: reporting with a place, and taking objects, lists, texts and numbers apart.
//!
//! Each function reports what is wrong and gives `None`, so that reading goes on and finds the other faults.

use super::super::json::{Kind, Path, Value, string};
use crate::diagnostic::{Fault, SourceText, nearest};
use crate::stats::Exact;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;

/// Names of things, versions, builds, tools.
pub(super) const NAME: usize = 200;
/// Notes and settings.
pub(super) const NOTE: usize = 4000;
/// Identifiers, which become names of files and of template variables.
const ID: usize = 64;
/// Faults that are listed; a file with more of them is wrong in one way many times.
const LISTED: usize = 1000;
/// The largest whole number that every JSON reader keeps exactly (RFC 8259, section 6).
pub(super) const LARGEST_WHOLE: u64 = (1 << 53) - 1;
/// Digits that a number may have before and after the point, written without exponent.
const DIGITS: u8 = 40;
/// Characters that a number may be written with.
const NUMBER: usize = 100;

pub(super) struct Reader<'s> {
    source: &'s SourceText,
    faults: RefCell<Vec<Fault>>,
    unlisted: Cell<usize>,
}

impl<'s> Reader<'s> {
    pub fn new(source: &'s SourceText) -> Self {
        Self {
            source,
            faults: RefCell::default(),
            unlisted: Cell::new(0),
        }
    }

    /// All that was reported, by place.
    pub fn into_faults(self) -> Vec<Fault> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|fault| fault.place.as_ref().map(|place| place.span.start));
        if self.unlisted.get() > 0 {
            let message = format!("{} more faults are not listed", self.unlisted.get());
            faults.push(Fault::input("dataset::more", message).file(&self.source.name));
        }
        faults
    }

    pub fn is_faultless(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// Reports a fault of `text`, a slice of the source; it is shown by its first line.
    pub fn report(&self, text: &'s str, path: impl Display, fault: Fault) {
        if self.faults.borrow().len() == LISTED {
            self.unlisted.set(self.unlisted.get() + 1);
            return;
        }
        let start = text.as_ptr() as usize - self.source.text.as_ptr() as usize;
        let length = text.find(['\r', '\n']).unwrap_or(text.len());
        let fault = fault.at(self.source, start..start + length).path(path.to_string());
        self.faults.borrow_mut().push(fault);
    }

    pub fn report_value(&self, value: Value<'s, '_>, fault: Fault) {
        self.report(value.text, value.path, fault);
    }

    fn wrong_type(&self, value: Value<'s, '_>, expected: &str) {
        let fault = Fault::input("dataset::type", "wrong type")
            .found(shown(value))
            .expected(expected);
        let hint = match value.kind() {
            Kind::Null => Some("leave it out when it is not known".to_owned()),
            Kind::String if expected.ends_with("number") => number_in_a_string(value),
            _ => None,
        };
        self.report_value(value, Fault { hint, ..fault });
    }

    pub fn expect(&self, value: Value<'s, '_>, kind: Kind) -> Option<()> {
        let right = value.kind() == kind;
        if !right {
            self.wrong_type(value, kind.name());
        }
        right.then_some(())
    }

    /// An object whose fields are all `known`.
    pub fn object<'r, 'p>(&'r self, value: Value<'s, 'p>, known: &[&str]) -> Option<Object<'r, 's, 'p>> {
        let object = self.any_object(value)?;
        self.refuse_unknown(&object, known);
        Some(object)
    }

    /// Reports the fields that are not `known`.
    pub fn refuse_unknown(&self, object: &Object<'_, 's, '_>, known: &[&str]) {
        for member in &object.members {
            let name = member.name.as_str();
            if known.contains(&name) {
                continue;
            }
            let fault = Fault::input("dataset::unknown-field", "unknown field").found(quoted(name));
            let fault = match nearest(name, known.iter().copied()) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault.expected(one_of(known)),
            };
            self.report(member.name_text, Path::Field(object.value.path, name), fault);
        }
    }

    /// An object with fields of any name, each at most once.
    pub fn any_object<'r, 'p>(&'r self, value: Value<'s, 'p>) -> Option<Object<'r, 's, 'p>> {
        self.expect(value, Kind::Object)?;
        let (mut members, mut names) = (Vec::new(), BTreeSet::new());
        for (name_text, text) in value.members()? {
            let Some(name) = string(name_text) else {
                self.report(name_text, value.path, lone_surrogate(name_text));
                continue;
            };
            if names.insert(name.clone()) {
                members.push(Member { name, name_text, text });
            } else {
                let fault = Fault::input("dataset::duplicate-key", "the field stands twice in one object");
                self.report(name_text, Path::Field(value.path, &name), fault.found(quoted(&name)));
            }
        }
        Some(Object {
            reader: self,
            value,
            members,
        })
    }

    /// An array's items, each read by `read`.
    pub fn items<T>(&self, value: Value<'s, '_>, mut read: impl FnMut(Value<'s, '_>) -> T) -> Option<Vec<T>> {
        self.expect(value, Kind::Array)?;
        let items = value.items()?.into_iter().enumerate().map(|(index, text)| {
            let path = Path::Item(value.path, index);
            read(Value { text, path: &path })
        });
        Some(items.collect())
    }

    /// An array of at least one item; `what` is what an item is: `batch`. How many stand there, and all of them when
    /// none is faulty.
    pub fn counted_items<T>(
        &self,
        value: Value<'s, '_>,
        what: &str,
        mut read: impl FnMut(Value<'s, '_>) -> Option<T>,
    ) -> Option<(u64, Option<Vec<T>>)> {
        self.expect(value, Kind::Array)?;
        let texts = value.items()?;
        if texts.is_empty() {
            let fault = Fault::input("dataset::empty", "an empty list");
            self.report_value(value, fault.expected(format!("at least one {what}")));
            return None;
        }
        let count = texts.len();
        let mut items = Vec::with_capacity(count);
        for (index, text) in texts.into_iter().enumerate() {
            let path = Path::Item(value.path, index);
            items.extend(read(Value { text, path: &path }));
        }
        Some((count as u64, (items.len() == count).then_some(items)))
    }

    /// An array of at least one item, none of them faulty.
    pub fn some_items<T>(
        &self,
        value: Value<'s, '_>,
        what: &str,
        read: impl FnMut(Value<'s, '_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.counted_items(value, what, read)?.1
    }

    /// Text of one line, not blank, at most `longest` characters.
    pub fn text(&self, value: Value<'s, '_>, longest: usize) -> Option<String> {
        self.checked_text(value, longest, |c| c.is_control())
    }

    /// Text that may have several lines.
    pub fn note(&self, value: Value<'s, '_>) -> Option<String> {
        self.checked_text(value, NOTE, |c| c.is_control() && c != '\n')
    }

    fn checked_text(&self, value: Value<'s, '_>, longest: usize, refused: impl Fn(char) -> bool) -> Option<String> {
        self.expect(value, Kind::String)?;
        let Some(text) = value.string() else {
            self.report_value(value, lone_surrogate(value.text));
            return None;
        };
        let length = text.chars().count();
        let fault = if let Some(c) = text.chars().find(|c| refused(*c) || is_invisible_mark(*c)) {
            Fault::input("dataset::text", "an invisible control character in a text")
                .found(format!("U+{:04X}", u32::from(c)))
                .expected("visible text")
        } else if text.trim().is_empty() {
            Fault::input("dataset::text", "an empty text").hint("leave the field out when it is not known")
        } else if text.trim() != text {
            Fault::input("dataset::text", "white space at the beginning or the end of a text")
                .found(excerpt(value.text))
                .expected(excerpt(&format!("{:?}", text.trim())))
        } else if length > longest {
            Fault::input("dataset::text", "the text is too long")
                .found(format!("{length} characters"))
                .expected(format!("at most {longest}"))
        } else {
            return Some(text);
        };
        self.report_value(value, fault);
        None
    }

    /// An identifier: safe as a file name on every system, and short.
    pub fn id(&self, value: Value<'s, '_>) -> Option<String> {
        self.expect(value, Kind::String)?;
        let id = value.string().unwrap_or_default();
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
        if !id.is_empty() && id.len() <= ID && id.chars().all(allowed) && !id.starts_with('.') {
            return Some(id);
        }
        let fault = Fault::input("dataset::id", "not usable as an id")
            .found(excerpt(value.text))
            .expected(format!("1 to {ID} of a–z, 0–9, `.`, `_`, `-`, the first no `.`"));
        let usable: String = id
            .to_lowercase()
            .chars()
            .map(|c| if allowed(c) { c } else { '-' })
            .take(ID)
            .collect();
        let usable = usable.trim_matches(['.', '-']);
        let hint = (!usable.is_empty()).then(|| format!("for example `{usable}`"));
        self.report_value(value, Fault { hint, ..fault });
        None
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, value: Value<'s, '_>, what: &str, choices: &[(&str, T)]) -> Option<T> {
        self.expect(value, Kind::String)?;
        let word = value.string().unwrap_or_default();
        if let Some((_, choice)) = choices.iter().find(|(name, _)| *name == word) {
            return Some(*choice);
        }
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let fault = Fault::input("dataset::choice", format!("unknown {what}"))
            .found(excerpt(value.text))
            .expected(one_of(&names));
        let hint = nearest(&word, names).map(|near| format!("did you mean `{near}`?"));
        self.report_value(value, Fault { hint, ..fault });
        None
    }

    pub fn boolean(&self, value: Value<'s, '_>) -> Option<bool> {
        self.expect(value, Kind::Boolean)?;
        Some(value.text == "true")
    }

    /// A whole number from `least` on.
    pub fn whole(&self, value: Value<'s, '_>, least: u64) -> Option<u64> {
        if value.kind() != Kind::Number {
            self.wrong_type(value, "a whole number");
            return None;
        }
        match value.text.parse::<u64>() {
            Ok(number) if (least..=LARGEST_WHOLE).contains(&number) => return Some(number),
            _ => {}
        }
        let fault = Fault::input("dataset::number", "not a whole number in range").found(excerpt(value.text));
        self.report_value(
            value,
            fault.expected(format!("a whole number from {least} to 2^53 − 1")),
        );
        None
    }

    /// A measured number: finite, not negative, of a sensible size.
    pub fn measured(&self, value: Value<'s, '_>) -> Option<Exact> {
        if value.kind() != Kind::Number {
            self.wrong_type(value, "a number");
            return None;
        }
        let fault = match number(value.text) {
            Some(number) if !number.is_negative() => return Some(number),
            Some(_) => Fault::input("dataset::negative", "a negative measurement").expected("0 or more"),
            None => Fault::input("dataset::number", "the number is too long for a measurement")
                .expected(format!("at most {DIGITS} digits before and {DIGITS} after the point")),
        };
        self.report_value(value, fault.found(excerpt(value.text)));
        None
    }

    /// SHA-256 as 64 lower-case hexadecimal digits.
    pub fn sha256(&self, value: Value<'s, '_>) -> Option<String> {
        self.expect(value, Kind::String)?;
        let hash = value.string().unwrap_or_default();
        if hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Some(hash);
        }
        let fault = Fault::input("dataset::sha256", "not a SHA-256")
            .found(format!("{} ({} characters)", excerpt(value.text), hash.chars().count()))
            .expected("64 hexadecimal digits in lower case");
        self.report_value(value, fault);
        None
    }

    /// A date of the calendar, `2026-11-30`.
    pub fn date(&self, value: Value<'s, '_>) -> Option<String> {
        self.expect(value, Kind::String)?;
        let date = value.string().unwrap_or_default();
        if is_date(&date) {
            return Some(date);
        }
        let fault = Fault::input("dataset::date", "not a date").found(excerpt(value.text));
        self.report_value(value, fault.expected("year-month-day, such as \"2026-11-30\""));
        None
    }

    pub fn url(&self, value: Value<'s, '_>) -> Option<String> {
        let url = self.text(value, 2000)?;
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        if rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace)) {
            return Some(url);
        }
        let fault = Fault::input("dataset::url", "not a web address").found(excerpt(value.text));
        self.report_value(
            value,
            fault.expected("an address with https:// or http:// and no spaces"),
        );
        None
    }

    /// An object of settings: names and texts, numbers or booleans, which are kept as written.
    pub fn settings(&self, value: Value<'s, '_>) -> Option<Vec<(String, String)>> {
        let object = self.any_object(value)?;
        let mut settings = Vec::new();
        for Member { name, name_text, text } in &object.members {
            let path = Path::Field(value.path, name);
            let hidden = |c: char| c.is_control() || is_invisible_mark(c);
            if name.trim().is_empty() || name.chars().count() > NAME || name.contains(hidden) {
                let fault = Fault::input("dataset::text", "not usable as a setting's name").found(excerpt(name_text));
                self.report(
                    name_text,
                    path,
                    fault.expected(format!("1 to {NAME} visible characters")),
                );
                continue;
            }
            let member = Value { text, path: &path };
            let setting = match member.kind() {
                Kind::Number | Kind::Boolean => Some(member.text.to_owned()),
                Kind::String => self.note(member),
                _ => {
                    self.wrong_type(member, "a string, a number or a boolean");
                    None
                }
            };
            settings.extend(setting.map(|setting| (name.clone(), setting)));
        }
        Some(settings)
    }
}

/// An object that is being read.
pub(super) struct Object<'r, 's, 'p> {
    reader: &'r Reader<'s>,
    value: Value<'s, 'p>,
    members: Vec<Member<'s>>,
}

/// A field of an object.
struct Member<'s> {
    name: String,
    /// The name as written.
    name_text: &'s str,
    /// The value as written.
    text: &'s str,
}

impl<'s> Object<'_, 's, '_> {
    pub fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// A field that may be absent.
    pub fn optional<T>(&self, name: &str, read: impl FnOnce(Value<'s, '_>) -> Option<T>) -> Option<T> {
        let member = self.members.iter().find(|member| member.name == name)?;
        let path = Path::Field(self.value.path, name);
        read(Value {
            text: member.text,
            path: &path,
        })
    }

    /// A field that may be absent, `Some(None)`, told from one that is faulty, `None`.
    pub fn maybe<T>(&self, name: &str, read: impl FnOnce(Value<'s, '_>) -> Option<T>) -> Option<Option<T>> {
        match self.has(name) {
            true => self.optional(name, read).map(Some),
            false => Some(None),
        }
    }

    /// A field that must be there.
    pub fn required<T>(&self, name: &str, read: impl FnOnce(Value<'s, '_>) -> Option<T>) -> Option<T> {
        if !self.has(name) {
            self.missing(&quoted(name), None);
        }
        self.optional(name, read)
    }

    /// Reports a field that is missing, at the object's brace.
    pub fn missing(&self, field: &str, hint: Option<String>) {
        let fault = Fault::input("dataset::missing-field", format!("the field {field} is missing"));
        self.report(Fault { hint, ..fault });
    }

    /// Reports a fault of the object as a whole, at its brace.
    pub fn report(&self, fault: Fault) {
        self.reader.report(&self.value.text[..1], self.value.path, fault);
    }
}

/// The exact value of a JSON number of sensible size.
pub(super) fn number(text: &str) -> Option<Exact> {
    if text.len() > NUMBER {
        return None;
    }
    let number = Exact::parse(text)?;
    let plain = text.bytes().all(|b| !matches!(b, b'e' | b'E'));
    if plain && text.len() <= usize::from(DIGITS) {
        return Some(number);
    }
    let small = number.abs() < Exact::parse(&format!("1e{DIGITS}"))?;
    (small && number.round_to(DIGITS) == number).then_some(number)
}

fn is_date(text: &str) -> bool {
    let field = |range| text.get(range).and_then(|part: &str| part.parse::<u32>().ok());
    let digits = text.bytes().enumerate().all(|(i, b)| {
        if i == 4 || i == 7 {
            b == b'-'
        } else {
            b.is_ascii_digit()
        }
    });
    let (Some(year), Some(month), Some(day)) = (field(0..4), field(5..7), field(8..10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    };
    digits && text.len() == 10 && (1..=last).contains(&day)
}

/// Separators, byte-order marks and overrides of direction: they change how the text around them looks.
fn is_invisible_mark(c: char) -> bool {
    matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn lone_surrogate(text: &str) -> Fault {
    Fault::input("dataset::text", "half of a surrogate pair in a text")
        .found(excerpt(text))
        .expected("whole characters")
        .hint("a character beyond U+FFFF is written as two escapes, such as \"\\ud83d\\ude00\"")
}

fn number_in_a_string(value: Value<'_, '_>) -> Option<String> {
    let text = value.string()?;
    let word = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if ["nan", "inf", "infinity"].contains(&word.as_str()) {
        Some("a call without a result is no measurement: leave it out and say so in the note".to_owned())
    } else {
        number(&text).map(|_| format!("write it without quotes: {text}"))
    }
}

/// What stands there, with its type: `a string ("7")`.
fn shown(value: Value<'_, '_>) -> String {
    match value.kind() {
        Kind::Null | Kind::Array | Kind::Object => value.kind().name().to_owned(),
        kind => format!("{} ({})", kind.name(), excerpt(value.text)),
    }
}

/// At most 60 characters of it.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

pub(super) fn quoted(name: impl Display) -> String {
    format!("`{}`", excerpt(&name.to_string()))
}

/// `` `a`, `b` or `c` ``
pub(super) fn one_of(names: &[impl Display]) -> String {
    let names: Vec<String> = names.iter().map(quoted).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "nothing".to_owned(),
    }
}
