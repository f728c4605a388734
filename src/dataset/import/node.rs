//! JSON files of tools: values that know their place, with text around the JSON, several documents in one file, and the
//! words `NaN` and `Infinity` that some tools write for numbers.
//!
//! Built on the reader of the data format; knows nothing of any tool.

use super::quantity::Quantity;
use super::run::{Outcome, Run};
use super::scan::is_measurable;
use crate::dataset::Unit;
use crate::dataset::json::{self, Kind, Path, Value};
use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::rc::Rc;

/// A file with one or several JSON documents.
pub struct Json<'a> {
    source: &'a SourceText,
    /// The source with `NaN` and the like as strings of the same length, so that places agree.
    text: String,
    faults: RefCell<Vec<Fault>>,
}

/// A value, the way to it and its place.
#[derive(Clone)]
pub struct Node<'j> {
    json: &'j Json<'j>,
    text: &'j str,
    path: Rc<str>,
}

/// Reads the documents of a file and hands each to `read`; faults and notes go into the run.
pub fn read_documents(source: &SourceText, run: &mut Run, mut read: impl FnMut(&Node<'_>, &mut Run)) {
    let json = Json {
        source,
        text: words_as_strings(&source.text),
        faults: RefCell::default(),
    };
    let found = match json.documents() {
        Ok(found) => found,
        Err(fault) => {
            run.faults.push(fault);
            return;
        }
    };
    if let Some(line) = found.first_stray_line {
        run.skip(format!("text around the JSON, first `{}`", line.trim()));
    }
    let several = found.documents.len() > 1;
    for (number, text) in found.documents.iter().enumerate() {
        let path = if several {
            format!("document {}: $", number + 1)
        } else {
            "$".to_owned()
        };
        let node = Node {
            json: &json,
            text,
            path: path.into(),
        };
        read(&node, run);
    }
    run.faults.append(&mut json.faults.borrow_mut());
}

struct Documents<'j> {
    documents: Vec<&'j str>,
    first_stray_line: Option<&'j str>,
}

impl Json<'_> {
    fn documents(&self) -> Result<Documents<'_>, Fault> {
        let text = self.text.as_str();
        if let Some(at) = json::too_deep(text) {
            return Err(Fault::input("import::nesting", "arrays and objects nest too deep")
                .at(self.source, at..at + 1)
                .expected(format!("at most {} levels", json::MAX_DEPTH)));
        }
        let mut found = Documents {
            documents: Vec::new(),
            first_stray_line: None,
        };
        let mut failure: Option<(usize, serde_json::Error)> = None;
        let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        while at < text.len() {
            let rest = &text[at..];
            let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
            if blank > 0 {
                at += blank;
                continue;
            }
            if rest.starts_with(['{', '[']) {
                let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>();
                match stream.next() {
                    Some(Ok(value)) => {
                        at += stream.byte_offset();
                        found.documents.push(value.get());
                        continue;
                    }
                    Some(Err(error)) => note_failure(&mut failure, text, at, error),
                    None => {}
                }
            }
            let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
            found.first_stray_line.get_or_insert(&self.source.text[at..at + end]);
            at += end;
        }
        match failure {
            // A failure after a whole document is text only when nothing of it looks like more of the same.
            Some((at, error)) if found.documents.is_empty() || error.is_eof() => Err(self.syntax_fault(at, &error)),
            _ if found.documents.is_empty() => Err(Fault::input("import::no-json", "there is no JSON in the file")
                .at(self.source, 0..0)
                .expected("an object or an array")),
            _ => Ok(found),
        }
    }

    fn syntax_fault(&self, at: usize, error: &serde_json::Error) -> Fault {
        let message = error.to_string();
        let message = message
            .rsplit_once(" at line ")
            .map_or(message.as_str(), |(message, _)| message);
        let fault = if error.is_eof() {
            Fault::input("import::truncated", "the file ends inside its JSON").hint("it may have been cut off")
        } else {
            Fault::input("import::syntax", format!("not JSON: {message}"))
        };
        let rest = &self.text[at..];
        let after_comma = self.text[..at].trim_end().ends_with(',') && rest.starts_with(['}', ']']);
        let fault = match rest.chars().next().filter(|_| !error.is_eof()) {
            Some(c) => fault.found(format!("`{}`", c.escape_debug())),
            None => fault,
        };
        let fault = if after_comma {
            fault.hint("take away the comma before the closing bracket")
        } else {
            fault
        };
        fault.at(self.source, at..at)
    }

    /// Where a slice of the text stands in the source.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }
}

/// Keeps the failure that got furthest: it is the one in the real JSON.
fn note_failure(failure: &mut Option<(usize, serde_json::Error)>, text: &str, start: usize, error: serde_json::Error) {
    let rest = &text[start..];
    let line_start: usize = rest
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let mut at = (start + line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    if failure.as_ref().is_none_or(|(furthest, _)| at > *furthest) {
        *failure = Some((at, error));
    }
}

/// Bare words for numbers that are not finite, longest first.
const WORDS: [&str; 10] = [
    "-Infinity",
    "Infinity",
    "-inf",
    "-nan",
    "-NaN",
    "NaN",
    "nan",
    "inf",
    "-Inf",
    "Inf",
];

/// The text with bare `NaN`, `Infinity` and the like as strings of the same length: `"N"`, `"Infini"`.
fn words_as_strings(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = text.to_owned().into_bytes();
    let (mut at, mut in_string) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            b'-' | b'N' | b'n' | b'I' | b'i' if !in_string => {
                let before = bytes[..at].iter().rev().find(|b| !b.is_ascii_whitespace());
                let value = matches!(before, Some(b':' | b'[' | b','));
                let word = WORDS.iter().find(|word| bytes[at..].starts_with(word.as_bytes()));
                let after = |len: usize| bytes.get(at + len).is_none_or(|b| !b.is_ascii_alphanumeric());
                if let Some(word) = word.filter(|word| value && after(word.len())) {
                    out[at] = b'"';
                    out[at + word.len() - 1] = b'"';
                    at += word.len() - 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    // Only ASCII was put in the place of ASCII.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

impl<'j> Node<'j> {
    fn value<'p>(&self, path: &'p Path<'p>) -> Value<'j, 'p> {
        Value { text: self.text, path }
    }

    fn kind(&self) -> Kind {
        self.value(&Path::Root).kind()
    }

    /// The value as it stands in the file.
    pub fn written(&self) -> &'j str {
        let start = self.json.offset(self.text);
        &self.json.source.text[start..start + self.text.len()]
    }

    /// A fault of this value.
    pub fn fault(&self, code: &'static str, message: impl Into<String>) -> Fault {
        let start = self.json.offset(self.text);
        let length = self.text.find(['\r', '\n']).unwrap_or(self.text.len());
        Fault::input(code, message)
            .at(self.json.source, start..start + length)
            .path(&*self.path)
    }

    pub fn report(&self, fault: Fault) {
        self.json.faults.borrow_mut().push(fault);
    }

    fn shown(&self) -> String {
        match self.kind() {
            Kind::Array | Kind::Object | Kind::Null => self.kind().name().to_owned(),
            kind => format!("{} ({})", kind.name(), excerpt(self.written())),
        }
    }

    fn wrong_type(&self, expected: &str) -> Fault {
        self.fault("import::type", "wrong type")
            .found(self.shown())
            .expected(expected)
    }

    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    pub fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    pub fn is_number(&self) -> bool {
        self.kind() == Kind::Number
    }

    pub fn is_true(&self) -> bool {
        self.text == "true"
    }

    /// All fields, duplicates included; nothing when it is no object.
    pub fn fields(&self) -> Vec<(String, Node<'j>)> {
        let members = self.value(&Path::Root).members().unwrap_or_default();
        let field = |(name, text): (&'j str, &'j str)| {
            let name = json::string(name)?;
            let path = step(&self.path, &name);
            Some((
                name,
                Node {
                    json: self.json,
                    text,
                    path: path.into(),
                },
            ))
        };
        members.into_iter().filter_map(field).collect()
    }

    /// The field of this name, when it is there and not null.
    pub fn get(&self, name: &str) -> Option<Node<'j>> {
        let members = self.value(&Path::Root).members()?;
        let (_, text) = members
            .into_iter()
            .find(|(key, _)| json::string(key).as_deref() == Some(name))?;
        let node = Node {
            json: self.json,
            text,
            path: step(&self.path, name).into(),
        };
        (node.kind() != Kind::Null).then_some(node)
    }

    /// The first of the fields that is there.
    pub fn any(&self, names: &[&str]) -> Option<Node<'j>> {
        names.iter().find_map(|name| self.get(name))
    }

    /// The field of this name; that it is missing is reported.
    pub fn need(&self, name: &str) -> Option<Node<'j>> {
        let found = self.get(name);
        if found.is_none() {
            let fault = if self.is_object() {
                self.fault("import::missing-field", format!("`{name}` is missing"))
            } else {
                self.wrong_type("an object")
            };
            self.report(fault);
        }
        found
    }

    /// The items; that it is no array is reported.
    pub fn items(&self) -> Vec<Node<'j>> {
        let Some(items) = self.value(&Path::Root).items() else {
            self.report(self.wrong_type("an array"));
            return Vec::new();
        };
        let node = |(index, text): (usize, &'j str)| Node {
            json: self.json,
            text,
            path: format!("{}[{index}]", self.path).into(),
        };
        items.into_iter().enumerate().map(node).collect()
    }

    /// The number, or the fault that tells why it is none.
    pub fn finite(&self) -> Result<Exact, Fault> {
        if let Some(word) = self.not_finite() {
            return Err(self
                .fault("import::not-finite", "the value is not finite")
                .found(format!("`{word}`"))
                .expected("a number"));
        }
        if self.kind() != Kind::Number {
            return Err(self.wrong_type("a number"));
        }
        Exact::parse(self.text).filter(is_measurable).ok_or_else(|| {
            self.fault("import::not-a-number", "the number is beyond all measure")
                .found(excerpt(self.text))
        })
    }

    /// The word when the value says that it is no finite number, bare or as a string.
    pub fn not_finite(&self) -> Option<String> {
        let written = self.written();
        let word = written.trim_matches('"');
        let known = WORDS
            .iter()
            .chain(&["+Inf", "+Infinity", "∞"])
            .any(|known| *known == word);
        known.then(|| word.to_owned())
    }

    /// A measured number: finite and not negative. Anything else is reported.
    pub fn number(&self) -> Option<Exact> {
        match self.measured() {
            Ok(value) => Some(value),
            Err(fault) => {
                self.report(fault);
                None
            }
        }
    }

    /// A measured number: finite and not negative.
    pub fn measured(&self) -> Result<Exact, Fault> {
        let value = self.finite()?;
        if value.is_negative() {
            return Err(self
                .fault("import::negative", "a measurement below zero")
                .found(excerpt(self.text))
                .expected("0 or more"));
        }
        Ok(value)
    }

    /// The measured numbers of an array. A call without a number is reported: it cannot be left out silently.
    pub fn numbers(&self) -> Option<Vec<Exact>> {
        let items = self.items();
        let count = items.len();
        let numbers: Vec<Exact> = items.iter().filter_map(Node::number).collect();
        (numbers.len() == count && self.is_array()).then_some(numbers)
    }

    /// A whole number that is not negative; anything else is reported.
    pub fn count(&self) -> Option<u64> {
        let value = self.number()?;
        let count = value.to_string().parse().ok();
        if count.is_none() {
            let fault = self
                .fault("import::not-a-count", "this is no count")
                .found(excerpt(self.text));
            self.report(fault.expected("a whole number"));
        }
        count
    }

    /// The string; that it is none is reported.
    pub fn string(&self) -> Option<String> {
        let string = self.value(&Path::Root).string();
        if string.is_none() {
            self.report(self.wrong_type("a string"));
        }
        string
    }

    /// A string, number or boolean as a setting's value, and a list of such as words with blanks between them.
    pub fn plain(&self) -> Option<String> {
        match self.kind() {
            Kind::String => json::string(self.text),
            Kind::Number | Kind::Boolean => Some(self.text.to_owned()),
            Kind::Array => {
                let words: Vec<String> = self.items().iter().filter_map(Node::plain).collect();
                (!words.is_empty()).then(|| words.join(" "))
            }
            Kind::Null | Kind::Object => None,
        }
    }

    /// The setting of a field, when it is there.
    pub fn setting(&self, name: &str) -> Option<String> {
        self.get(name)?.plain().filter(|text| !text.trim().is_empty())
    }
}

/// Adds a figure to an outcome when it is there; one that is not finite is left out with a note, one that is no number
/// is reported.
pub fn add_figure(node: Option<Node<'_>>, quantity: &Quantity, unit: Unit, outcome: &mut Outcome, run: &mut Run) {
    let Some(node) = node else {
        return;
    };
    if node.not_finite().is_some() {
        if let Err(fault) = node.finite() {
            run.skip_fault(&format!("`{}`", quantity.id), fault);
        }
    } else if let Some(value) = node.number() {
        outcome.single_in(quantity, unit, value);
    }
}

fn step(path: &str, name: &str) -> String {
    let identifier = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if identifier {
        format!("{path}.{name}")
    } else {
        format!("{path}[{}]", serde_json::Value::from(name))
    }
}

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_strings_of_the_same_length() {
        let text = r#"{"a": NaN, "b": [-Infinity, nan,inf], "NaN": "NaN \" NaN", "n": null, "i": -1}"#;
        let out = words_as_strings(text);
        assert_eq!(
            out,
            r#"{"a": "a", "b": ["Infinit", "a","n"], "NaN": "NaN \" NaN", "n": null, "i": -1}"#
        );
        assert_eq!(out.len(), text.len());
    }

    #[test]
    fn text_around_the_documents_is_listed() {
        let source = SourceText::new("f", "[INFO] build\n\u{feff}\n{\"a\": 1}\n[2]\nbye\n");
        let mut run = Run::default();
        let mut seen = Vec::new();
        read_documents(&source, &mut run, |node, _| {
            seen.push((node.path.to_string(), node.written().to_owned()))
        });
        assert_eq!(run.faults, []);
        assert_eq!(
            seen,
            [
                ("document 1: $".to_owned(), "{\"a\": 1}".to_owned()),
                ("document 2: $".to_owned(), "[2]".to_owned())
            ]
        );
        assert_eq!(run.skipped, ["text around the JSON, first `[INFO] build`"]);
    }
}
