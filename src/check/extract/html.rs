//! HTML: the text of the page, alternatives and metadata. Scripts, styles and code are left out; a picture inside the
//! page is read like one that stands alone.

use super::{Piece, Role};
use serde_json::Value;

/// Elements whose content is not read.
/// Members of linked data that hold sentences.
const TOLD: &[&str] = &["headline", "alternativeHeadline", "description", "caption"];

const SILENT: &[&str] = &["script", "style", "code", "pre", "kbd", "samp", "template", "noscript"];

/// Elements that do not end a line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "cite", "data", "em", "i", "mark", "q", "s", "small", "span", "strong", "sub",
    "sup", "time", "tspan", "u", "wbr",
];

pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut reader = Reader::default();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        reader.words(&rest[..at]);
        rest = reader.tag(&rest[at..]);
    }
    reader.words(rest);
    reader.finish()
}

#[derive(Default)]
struct Reader {
    prose: String,
    pieces: Vec<Piece>,
    /// The silent element that we are in, and how deep.
    silent: Option<(String, usize)>,
    /// Open elements that say what their text is, with the name that closes them.
    roles: Vec<(String, Role, String)>,
    /// How many `<text>` or other elements are open inside of a group that is an axis.
    axis: Vec<String>,
}

impl Reader {
    fn words(&mut self, raw: &str) {
        if self.silent.is_some() || raw.is_empty() {
            return;
        }
        let text = without_entities(raw);
        match self.roles.last_mut() {
            Some((_, _, own)) => own.push_str(&text),
            None if self.axis.is_empty() => self.prose.push_str(&text),
            None => self.push(Role::Axis, text),
        }
    }

    fn push(&mut self, role: Role, text: String) {
        if !text.trim().is_empty() {
            self.pieces.push(Piece {
                role,
                text,
                place: String::new(),
            });
        }
    }

    /// Reads one tag or comment and returns what follows it.
    fn tag<'t>(&mut self, text: &'t str) -> &'t str {
        if text.starts_with("<!--") {
            return text.find("-->").map_or("", |end| &text[end + 3..]);
        }
        let end = tag_end(text);
        let (tag, rest) = text.split_at(end);
        let inner = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
        let closing = inner.starts_with('/');
        let is_linked_data = inner.contains("application/ld+json");
        let name: String = inner
            .trim_start_matches('/')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect::<String>()
            .to_lowercase();
        if closing {
            self.close(&name);
        } else {
            let attributes = attributes(&inner[name.len().min(inner.len())..]);
            self.open(&name, &attributes, tag.ends_with("/>"));
        }
        // Raw text ends only at its own end tag.
        if !closing && matches!(name.as_str(), "script" | "style") {
            let end_tag = format!("</{name}");
            let (raw, rest) = rest.split_at(rest.find(&end_tag).unwrap_or(rest.len()));
            if is_linked_data && let Ok(data) = serde_json::from_str(raw) {
                self.linked_data(&data);
            }
            return rest;
        }
        rest
    }

    /// What machines read to people: headlines and descriptions.
    fn linked_data(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.linked_data(item)),
            Value::Object(members) => {
                for (key, member) in members {
                    match member {
                        Value::String(text) if TOLD.contains(&key.as_str()) => self.push(Role::Metadata, text.clone()),
                        other => self.linked_data(other),
                    }
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, name: &str, attributes: &[(String, String)], empty: bool) {
        if let Some((silent, depth)) = &mut self.silent {
            *depth += usize::from(silent == name && !empty);
            return;
        }
        // Marks of footnotes, and the ways back to them, count the text; they are none of its numbers.
        let is_mark =
            |(key, value): &(String, String)| key == "role" && matches!(value.as_str(), "doc-noteref" | "doc-backlink");
        if attributes.iter().any(is_mark) && !empty {
            self.silent = Some((name.to_owned(), 1));
            return;
        }
        self.read_attributes(name, attributes);
        if empty {
            return;
        }
        if !INLINE.contains(&name) {
            self.break_line();
        }
        if SILENT.contains(&name) {
            self.silent = Some((name.to_owned(), 1));
        }
        match name {
            "title" if self.axis.is_empty() => self.roles.push((name.into(), Role::Metadata, String::new())),
            "desc" => self.roles.push((name.into(), Role::Alternative, String::new())),
            _ => {}
        }
        let id = attributes
            .iter()
            .find(|(key, _)| key == "id")
            .map_or("", |(_, id)| id.as_str());
        let is_axis = id
            .split(['-', '_'])
            .any(|word| matches!(word, "axis" | "tick" | "ticks"));
        if name == "g" && (is_axis || !self.axis.is_empty()) {
            self.axis.push(name.to_owned());
        }
    }

    fn close(&mut self, name: &str) {
        if let Some((silent, depth)) = &mut self.silent {
            *depth -= usize::from(silent == name);
            if *depth == 0 {
                self.silent = None;
            }
            return;
        }
        if !INLINE.contains(&name) {
            self.break_line();
        }
        if self.roles.last().is_some_and(|(open, ..)| open == name)
            && let Some((_, role, text)) = self.roles.pop()
        {
            self.push(role, text);
        }
        if self.axis.last().is_some_and(|open| open == name) {
            self.axis.pop();
        }
    }

    fn read_attributes(&mut self, name: &str, attributes: &[(String, String)]) {
        let get = |key: &str| attributes.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
        for key in ["alt", "aria-label", "title"] {
            if let Some(text) = get(key) {
                self.push(Role::Alternative, text.to_owned());
            }
        }
        let told = get("name").or(get("property")).unwrap_or("");
        if name == "meta" && ["title", "description", ":alt"].iter().any(|end| told.ends_with(end)) {
            self.push(Role::Metadata, get("content").unwrap_or("").to_owned());
        }
    }

    fn break_line(&mut self) {
        if !self.prose.ends_with('\n') {
            self.prose.push('\n');
        }
    }

    fn finish(mut self) -> Vec<Piece> {
        let prose = std::mem::take(&mut self.prose);
        self.pieces.insert(
            0,
            Piece {
                role: Role::Prose,
                text: prose,
                place: String::new(),
            },
        );
        self.pieces
    }
}

/// The end of the tag that `text` begins with: a `>` outside of quotes.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let name_end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let name = rest[..name_end].to_lowercase();
        rest = rest[name_end..].trim_start();
        let mut value = String::new();
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quoted = after.strip_prefix(['"', '\'']).and_then(|inner| {
                let quote = after.chars().next()?;
                inner.split_once(quote)
            });
            let (raw, next) = match quoted {
                Some(split) => split,
                None => after.split_at(after.find(char::is_whitespace).unwrap_or(after.len())),
            };
            value = without_entities(raw);
            rest = next.trim_start();
        }
        if !name.is_empty() {
            found.push((name, value));
        } else if let Some(skipped) = rest.chars().next() {
            rest = &rest[skipped.len_utf8()..];
        }
    }
    found
}

fn without_entities(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        // In bytes: the text around an ampersand may be of any script.
        let end = rest.bytes().take(12).position(|b| b == b';');
        let character = end.and_then(|end| entity(&rest[1..end]));
        match (character, end) {
            (Some(c), Some(end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            _ => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(code) = name.strip_prefix('#') {
        let code = match code.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
            None => code.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "minus" => '\u{2212}',
        "times" => '×',
        "shy" => '\u{ad}',
        "thinsp" => '\u{2009}',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_a_reader_sees_it() {
        let page = "<!DOCTYPE html><html><head><title>T 1</title><meta name=\"description\" content=\"D &minus;2%\">\
                    <style>p{margin:3px}</style><script>var a = \"<p>4</p>\";</script></head><body><!-- 5 -->\
                    <p class='x' data-n=6>It took <b>8,112</b>&nbsp;ms.</p><pre><code>9</code></pre>\
                    <img alt=\"Chart of 10\" src=\"11.png\"><table><tr><td>12</td><td>13</td></tr></table>\
                    <svg><g id='a-axis'><text>14</text></g><text>15</text></svg></body></html>";
        let found = pieces(page);
        let words: Vec<&str> = found[0].text.split_whitespace().collect();
        assert_eq!(words, ["It", "took", "8,112", "ms.", "12", "13", "15"]);
        let others: Vec<(Role, &str)> = found[1..].iter().map(|p| (p.role, p.text.as_str())).collect();
        assert_eq!(
            others,
            [
                (Role::Metadata, "T 1"),
                (Role::Metadata, "D −2%"),
                (Role::Alternative, "Chart of 10"),
                (Role::Axis, "14")
            ]
        );
    }

    #[test]
    fn marks_of_footnotes_are_not_read() {
        let page = "<p>It took 5 ms<sup><a role=\"doc-noteref\" aria-label=\"Note 1\" href=\"#n\">1</a></sup> and 6.</p>\
                    <li>As told <a role=\"doc-backlink\" aria-label=\"Back to 1\">↩ 1</a></li>";
        let found = pieces(page);
        let words: Vec<&str> = found[0].text.split_whitespace().collect();
        assert_eq!(words, ["It", "took", "5", "ms", "and", "6.", "As", "told"]);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn an_ampersand_before_letters_of_several_bytes_is_read() {
        for text in ["R&平均耗时的数据", "&页;", "& é é é é é é", "&amp;数据&lt;", "&"] {
            let expected = text.replace("&amp;", "&").replace("&lt;", "<");
            assert_eq!(without_entities(text), expected);
        }
    }

    #[test]
    fn broken_pages_end() {
        for page in ["<", "<p", "<p a='", "<!--", "<script>", "&", "&#x;", "<p =>", "</"] {
            pieces(page);
        }
    }
}
