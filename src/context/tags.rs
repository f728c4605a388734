//! Where the tags of a template are, and what stands in them. Tera parses them for itself; this much is needed to
//! check words before they are rendered and to say where a fault is.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagKind {
    /// `{{ … }}`
    Expression,
    /// `{% … %}`
    Statement,
    /// `{# … #}`
    Comment,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    pub kind: TagKind,
    /// With its marks.
    pub span: Range<usize>,
    /// Between its marks, without the signs that trim.
    pub inner: Range<usize>,
    pub trims_before: bool,
    pub trims_after: bool,
}

/// All the tags, in order. The text of a `raw` block has none. A tag that is never closed ends with the text.
pub fn tags(source: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(tag) = next_tag(source, at) {
        at = tag.span.end;
        let raw = tag.kind == TagKind::Statement && source[tag.inner.clone()].trim() == "raw";
        found.push(tag);
        if raw {
            at = end_of_raw(source, at);
        }
    }
    found
}

fn next_tag(source: &str, from: usize) -> Option<Tag> {
    let mut at = from;
    loop {
        at += source[at..].find('{')?;
        let rest = &source[at..];
        let (kind, close) = match rest.as_bytes().get(1) {
            Some(b'{') => (TagKind::Expression, "}}"),
            Some(b'%') => (TagKind::Statement, "%}"),
            Some(b'#') if heading_id(rest).is_none() => (TagKind::Comment, "#}"),
            _ => {
                at += 1;
                continue;
            }
        };
        let trims_before = rest.as_bytes().get(2) == Some(&b'-');
        let start = at + 2 + usize::from(trims_before);
        let (inner_end, end) = match end_of_tag(&source[start..], close, kind) {
            Some(length) => (start + length, start + length + 2),
            None => (source.len(), source.len()),
        };
        let trims_after = end > inner_end && inner_end > start && source.as_bytes()[inner_end - 1] == b'-';
        return Some(Tag {
            kind,
            span: at..end,
            inner: start.min(inner_end)..inner_end - usize::from(trims_after),
            trims_before,
            trims_after,
        });
    }
}

/// Where the closing mark starts; strings may hold it.
fn end_of_tag(text: &str, close: &str, kind: TagKind) -> Option<usize> {
    if kind == TagKind::Comment {
        return text.find(close);
    }
    let bytes = text.as_bytes();
    let mut quote = None;
    let mut at = 0;
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (Some(_), b'\\') => at += 1,
            (Some(open), byte) if byte == open => quote = None,
            (None, byte @ (b'"' | b'\'' | b'`')) => quote = Some(byte),
            (None, _) if bytes[at..].starts_with(close.as_bytes()) => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The id of a heading attribute at the start of the text: `{#method}`. It looks like a comment of Tera and is none.
pub fn heading_id(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("{#")?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))?;
    (end > 0 && rest[end..].starts_with('}')).then(|| &rest[..end])
}

fn end_of_raw(source: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(found) = source[at..].find("{%") {
        let start = at + found;
        let name = source[start + 2..].trim_start_matches('-').trim_start();
        if name.starts_with("endraw") {
            return start;
        }
        at = start + 2;
    }
    source.len()
}

/// A word of a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<'a> {
    Name(&'a str),
    /// A string, number or sign.
    Text(&'a str),
    Sign(&'a str),
}

/// The words of a tag with their places in the source.
pub fn tokens<'a>(source: &'a str, inner: Range<usize>) -> Vec<(Token<'a>, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = inner.start;
    while let Some(first) = source[at..inner.end].chars().next() {
        let rest = &source[at..inner.end];
        let length = match first {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '\'' | '`' => string_length(rest),
            c if c.is_ascii_digit() => rest
                .find(|c: char| !(c.is_ascii_digit() || c == '.'))
                .unwrap_or(rest.len()),
            c if is_name_start(c) => rest
                .find(|c: char| !(is_name_start(c) || c.is_ascii_digit()))
                .unwrap_or(rest.len()),
            c if rest.starts_with("==") || rest.starts_with("!=") || rest.starts_with("?.") => 1 + c.len_utf8(),
            c => c.len_utf8(),
        };
        let text = &rest[..length];
        let token = match first {
            c if is_name_start(c) => Token::Name(text),
            '"' | '\'' | '`' => Token::Text(text),
            c if c.is_ascii_digit() => Token::Text(text),
            _ => Token::Sign(text),
        };
        found.push((token, at..at + length));
        at += length;
    }
    found
}

/// Where `{{ standard() }}` stands in a part of a source: it is replaced before Tera sees the text.
pub fn standard_calls(source: &str, within: Range<usize>) -> Vec<Range<usize>> {
    tags(source)
        .into_iter()
        .filter(|tag| tag.kind == TagKind::Expression && within.start <= tag.span.start && tag.span.end <= within.end)
        .filter(|tag| {
            let words: Vec<Token> = tokens(source, tag.inner.clone())
                .into_iter()
                .map(|(token, _)| token)
                .collect();
            words == [Token::Name("standard"), Token::Sign("("), Token::Sign(")")]
        })
        .map(|tag| tag.span)
        .collect()
}

/// Where the first tag starts that has no closing mark within the text: `{{ name`, or a string in it that does not end.
pub fn unclosed_tag(text: &str) -> Option<usize> {
    let last = tags(text).pop()?;
    let close = match last.kind {
        TagKind::Expression => "}}",
        TagKind::Statement => "%}",
        TagKind::Comment => "#}",
    };
    let closed = last.span.end > last.inner.end && text[last.inner.end..last.span.end].ends_with(close);
    (!closed).then_some(last.span.start)
}

/// Where the first statement starts that is not closed within the text, or closes what was not opened in it.
pub fn open_statements(text: &str) -> Option<usize> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    for tag in tags(text).into_iter().filter(|tag| tag.kind == TagKind::Statement) {
        let words = tokens(text, tag.inner.clone());
        let Some((Token::Name(name), _)) = words.first() else {
            continue;
        };
        let block = matches!(*name, "if" | "for" | "filter" | "block" | "component")
            || (matches!(*name, "set" | "set_global") && !words.iter().any(|(t, _)| *t == Token::Sign("=")));
        if block {
            open.push((name, tag.span.start));
        } else if let Some(ended) = name.strip_prefix("end").filter(|ended| *ended != "raw") {
            match open.pop() {
                Some((opened, _)) if opened == ended => {}
                _ => return Some(tag.span.start),
            }
        }
    }
    open.first().map(|(_, at)| *at)
}

fn is_name_start(c: char) -> bool {
    c == '_' || c.is_ascii_alphabetic()
}

fn string_length(text: &str) -> usize {
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match quote {
            None => quote = Some(c),
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => return at + c.len_utf8(),
            Some(_) => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inners(source: &str) -> Vec<(TagKind, &str)> {
        tags(source)
            .into_iter()
            .map(|tag| (tag.kind, &source[tag.inner]))
            .collect()
    }

    #[test]
    fn finds_tags_but_not_heading_ids_or_raw_text() {
        use TagKind::*;
        let source = "## A {#a-1}\n{{ x | plural(one=\"}}\") }}{#- c #}{%- if y -%}{% raw %}{{ z }}{% endraw %}{{ open";
        assert_eq!(
            inners(source),
            [
                (Expression, " x | plural(one=\"}}\") "),
                (Comment, " c "),
                (Statement, " if y "),
                (Statement, " raw "),
                (Statement, " endraw "),
                (Expression, " open"),
            ]
        );
        let trims: Vec<_> = tags(source).iter().map(|t| (t.trims_before, t.trims_after)).collect();
        assert_eq!(trims[1], (true, false));
        assert_eq!(trims[2], (true, true));
    }

    #[test]
    fn splits_a_tag_into_words() {
        let source = "a.b | f(x=\"y z\", n=3) == 'é'";
        let words: Vec<&str> = tokens(source, 0..source.len())
            .into_iter()
            .map(|(_, span)| &source[span])
            .collect();
        assert_eq!(
            words,
            [
                "a", ".", "b", "|", "f", "(", "x", "=", "\"y z\"", ",", "n", "=", "3", ")", "==", "'é'"
            ]
        );
    }
}
