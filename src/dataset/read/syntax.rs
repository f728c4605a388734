//! What is no JSON: serde_json says where, and a look at the place says how to mend it.

use super::fields::excerpt;
use crate::diagnostic::{Fault, SourceText};
use serde_json::value::RawValue;

/// The fault of a text that is no JSON. `text` is the end of the source (without a byte-order mark).
pub(super) fn check(source: &SourceText, text: &str) -> Option<Fault> {
    let error = serde_json::from_str::<&RawValue>(text).err()?;
    let message = error.to_string();
    let offset = begin(text, offset(text, error.line(), error.column()), &message);
    let (before, rest) = text.split_at(offset);
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(message, _)| message);
    let fault = Fault::input("dataset::syntax", format!("not JSON: {message}"));
    let length = word(rest).len();
    let fault = match rest.chars().next() {
        Some(c) if error.is_syntax() && c.is_control() => fault.found(format!("U+{:04X}", u32::from(c))),
        Some(_) if error.is_syntax() => fault.found(format!("`{}`", excerpt(&rest[..length]))),
        _ => fault,
    };
    let start = offset + source.text.len() - text.len();
    let hint = hint(before, rest, &error);
    Some(Fault {
        hint: hint.map(str::to_owned),
        ..fault.at(source, start..start + length)
    })
}

/// The offset of the character at serde_json's line and column, which count bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start = (text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len)).sum::<usize>();
    let mut offset = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_+-.".contains(c)
}

/// Where the fault begins: the parser stops within a bare word, and before a control character.
fn begin(text: &str, offset: usize, message: &str) -> usize {
    let (before, rest) = text.split_at(offset);
    if message.starts_with("control character") {
        offset + rest.find(char::is_control).unwrap_or(0)
    } else if rest.starts_with(is_bare) {
        before.trim_end_matches(is_bare).len()
    } else {
        offset
    }
}

/// The bare word that begins here, or the one character.
fn word(rest: &str) -> &str {
    let end = rest.find(|c| !is_bare(c)).unwrap_or(rest.len());
    &rest[..end.max(rest.chars().next().map_or(0, char::len_utf8))]
}

fn hint(before: &str, rest: &str, error: &serde_json::Error) -> Option<&'static str> {
    let word = word(rest);
    let bare = word.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let last = before.trim_end().chars().next_back();
    let names = ["nan", "inf", "infinity"].contains(&bare.as_str());
    Some(if before.trim().is_empty() && rest.trim().is_empty() {
        "the file is empty"
    } else if error.is_eof() {
        "the file ends before its arrays, objects and strings are closed: it may have been cut off"
    } else if error.to_string().starts_with("trailing characters") {
        "a file holds one value: what follows its end does not belong there"
    } else if rest.starts_with(|c: char| c.is_control()) {
        "write a line break in a string as \\n and a tab as \\t"
    } else if last == Some('\\') {
        "write a backslash in a string as \\\\"
    } else if rest.starts_with(['}', ']']) && last == Some(',') {
        "take away the comma before the closing bracket"
    } else if names {
        "JSON has no NaN and no infinity: leave the call out and say so in the note"
    } else if ["true", "false", "none", "null", "undefined"].contains(&bare.as_str()) {
        "JSON writes true, false and null in lower case"
    } else if rest.starts_with('\'') {
        "JSON takes double quotes only"
    } else if rest.starts_with(['/', '#']) {
        "JSON has no comments: put it into the note"
    } else if word.starts_with(['+', '.']) {
        "a number begins with a digit or a minus sign"
    } else if bare.starts_with('0') {
        "a number has no zeros before its first digit and no hexadecimal form"
    } else if last == Some('{') || (last == Some(',') && rest.starts_with(char::is_alphabetic)) {
        "the name of a field stands in double quotes"
    } else if rest.starts_with(['"', '{', '[']) || rest.starts_with(|c: char| c.is_ascii_digit()) {
        "a comma may be missing before it"
    } else {
        return None;
    })
}
