//! A rendered text: its numbers, and the way from a part of it back to its template.

use super::number::Printed;
use std::ops::Range;

/// A rendered text and the numbers in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rendered {
    pub text: String,
    /// Every number and every `literal` that was printed, in the order of printing.
    pub ledger: Vec<Printed>,
    /// What each expression wrote: the part of the text and the tag in the source.
    pub(super) written: Vec<(Range<usize>, Range<usize>)>,
}

impl Rendered {
    /// The part of the template that a part of the text comes from: the tag that wrote it, or as near as can be told.
    pub fn origin(&self, source: &str, span: Range<usize>) -> Range<usize> {
        let inside = self
            .written
            .iter()
            .find(|(text, _)| text.start <= span.start && span.start < text.end);
        if let Some((_, tag)) = inside {
            return tag.clone();
        }
        let before = self
            .written
            .iter()
            .filter(|(text, _)| text.end <= span.start)
            .max_by_key(|(text, _)| text.end);
        let (text_start, source_start) = before.map_or((0, 0), |(text, tag)| (text.end, tag.end));
        // Text after a tag is copied as it stands, past the ends of statements.
        let (start, found) = follow(source, source_start, &self.text[text_start..span.start]);
        let start = floor_boundary(source, start);
        if found {
            let length = source[start..]
                .bytes()
                .zip(self.text[span].bytes())
                .take_while(|(a, b)| a == b)
                .count();
            return start..floor_boundary(source, start + length);
        }
        start..start
    }
}

/// Follows copied text through a template from `at` on, over statements and comments, and says where it ends there; and
/// whether all of it was found: what a branch left out cannot be followed.
fn follow(source: &str, mut at: usize, copied: &str) -> (usize, bool) {
    let mut rest = copied;
    loop {
        let same = source[at..]
            .bytes()
            .zip(rest.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let same = floor_boundary(rest, floor_boundary(&source[at..], same));
        (at, rest) = (at + same, &rest[same..]);
        if rest.is_empty() {
            return (at, true);
        }
        // `{%-` takes the space before it away, `-%}` the space after it.
        let ahead = &source[at..];
        let trimmed = ahead.trim_start();
        let tag = if trimmed.starts_with("{%-") || trimmed.starts_with("{#-") {
            trimmed
        } else {
            ahead
        };
        let end = match tag.get(..2) {
            Some("{%") => tag.find("%}"),
            Some("{#") => tag.find("#}"),
            _ => None,
        };
        let Some(end) = end else {
            return (at, false);
        };
        let after = &tag[end + 2..];
        let after = if tag[..end].ends_with('-') {
            after.trim_start()
        } else {
            after
        };
        at = source.len() - after.len();
    }
}

/// The start of the character that an offset is in.
fn floor_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_text_is_followed_over_the_ends_of_statements() {
        let source = "a {% if x %}b{% endif %}\n\n## M\n {%- if y -%} \n c {# d #}e{% if z %}f{% endif %}g";
        let at = |copied: &str| follow(source, 0, copied);
        assert_eq!(at("a b\n\n## M"), (source.find("\n {%-").unwrap(), true));
        assert_eq!(at("a b\n\n## Mc e"), (source.find("{% if z").unwrap(), true));
        // A branch that was not taken cannot be followed.
        assert_eq!(at("a b\n\n## Mc eg"), (source.find("f{%").unwrap(), false));
    }
}
