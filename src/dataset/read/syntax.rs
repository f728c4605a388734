//! What is no JSON: serde_json says where, and a look at the place says how to mend it.

use super::fields::excerpt;
use crate::diagnostic::{Fault, SourceText};
use serde_json::value::RawValue;

/// The fault of a text that is no JSON. `text` is the end of the source (without a byte-order mark).
pub(super) fn check(source: &SourceText, text: &str) -> Option<Fault> {
    let error = serde_json::from_str::<&RawValue>(text).err()?;
    let offset = offset(text, error.line(), error.column());
    let rest = &text[offset..];
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(message, _)| message);
    let fault = Fault::input("dataset::syntax", format!("not JSON: {message}"));
    let fault = match rest.chars().next() {
        Some(c) if error.is_syntax() => fault.found(excerpt(&format!("`{}`", word(rest, c)))),
        _ => fault,
    };
    let start = offset + source.text.len() - text.len();
    let fault = fault.at(source, start..start + rest.chars().next().map_or(0, char::len_utf8));
    let hint = hint(&text[..offset], rest, error.is_eof());
    Some(Fault {
        hint: hint.map(str::to_owned),
        ..fault
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

/// The bare word that begins here, or the one character.
fn word(rest: &str, first: char) -> &str {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-+.".contains(c);
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    &rest[..end.max(first.len_utf8())]
}

fn hint(before: &str, rest: &str, ends_early: bool) -> Option<&'static str> {
    // The parser may stop inside a bare word; what matters is where the word began.
    let is_word = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let begun = before.trim_end_matches(is_word).len();
    let begun = format!("{}{}", &before[begun..], rest.chars().take(20).collect::<String>());
    let bare = begun.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let last = before.trim_end().chars().next_back();
    let word = |w: &str| bare.starts_with(w);
    Some(if before.trim().is_empty() && rest.trim().is_empty() {
        "the file is empty"
    } else if ends_early {
        "the file ends before its arrays, objects and strings are closed: it may have been cut off"
    } else if rest.starts_with(['}', ']']) && last == Some(',') {
        "take away the comma before the closing bracket"
    } else if word("nan") || word("inf") {
        "JSON has no NaN and no infinity: leave the call out and say so in the note"
    } else if word("true") || word("false") || word("none") || word("undefined") {
        "JSON writes true, false and null in lower case"
    } else if rest.starts_with('\'') {
        "JSON takes double quotes only"
    } else if rest.starts_with(['/', '#']) {
        "JSON has no comments: put it into the note"
    } else if begun.starts_with('+') || begun.starts_with('.') {
        "a number begins with a digit or a minus sign"
    } else if begun.starts_with('0') || begun.starts_with("-0") {
        "a number has no zeros before its first digit and no hexadecimal form"
    } else if rest.starts_with(|c: char| c.is_control()) {
        "write a line break in a string as \\n and a tab as \\t"
    } else if last == Some('{') || (last == Some(',') && rest.starts_with(|c: char| c.is_alphabetic())) {
        "the name of a field stands in double quotes"
    } else if rest.starts_with(['"', '{', '[']) || rest.starts_with(|c: char| c.is_ascii_digit()) {
        "a comma may be missing before it"
    } else {
        return None;
    })
}
