//! Inlines → one line of Markdown, with every mark and sign written so that it is read back as what it was.
//!
//! The rules of CommonMark 0.31, section 6.2: a mark opens before a letter, or before a sign when a space or a sign
//! stands before it, and closes the other way round. Where the words do not allow that (`强调。` between ideographs),
//! the neighbouring character is written as a character reference, which begins and ends with a sign.

use super::super::blocks::Inline;
use crate::locale::Direction;

/// What kind of line the inlines stand in: each has signs of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Line {
    Paragraph,
    Heading,
    Cell,
    Caption,
}

/// Words as Markdown shows them unchanged, for use within a line.
pub fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        push_escaped(&mut out, c);
    }
    out
}

fn push_escaped(out: &mut String, c: char) {
    if matches!(
        c,
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~' | '&' | '|' | '{' | '}'
    ) {
        out.push('\\');
    }
    out.push(c);
}

/// `published` is the direction of the words in the published form.
pub fn write_inlines(inlines: &[Inline], line: Line, published: Option<Direction>) -> String {
    let mut pen = Pen {
        out: String::new(),
        line,
        published,
        guard_next: false,
        in_link: false,
        after_note: false,
    };
    pen.run(inlines, false);
    guard_edge_spaces(pen.out)
}

/// Spaces of typography at the edges of a line would be taken for its margin.
fn guard_edge_spaces(mut out: String) -> String {
    if let Some(c) = out.chars().next_back().filter(|c| c.is_whitespace()) {
        out.pop();
        push_reference(&mut out, c);
    }
    if let Some(c) = out.chars().next().filter(|c| c.is_whitespace()) {
        let mut first = String::new();
        push_reference(&mut first, c);
        out.replace_range(..c.len_utf8(), &first);
    }
    out
}

fn push_reference(out: &mut String, c: char) {
    out.push_str(&format!("&#x{:X};", c as u32));
}

struct Pen {
    out: String,
    line: Line,
    published: Option<Direction>,
    /// The next character must not be a letter, or the mark before it would not close.
    guard_next: bool,
    in_link: bool,
    after_note: bool,
}

impl Pen {
    fn run(&mut self, inlines: &[Inline], in_strong: bool) {
        for (index, inline) in inlines.iter().enumerate() {
            let after_note = std::mem::take(&mut self.after_note);
            match inline {
                Inline::Text(text) => self.text(text, after_note, inlines.get(index + 1)),
                Inline::Code(code) => self.code(code),
                Inline::Strong(inner) => self.mark("**", inner, true),
                Inline::Strike(inner) => self.mark("~~", inner, in_strong),
                Inline::Emphasis(inner) => {
                    let touches_strong = in_strong && (index == 0 || index + 1 == inlines.len())
                        || is_strong(inner.first())
                        || is_strong(inner.last())
                        || is_strong(index.checked_sub(1).and_then(|before| inlines.get(before)))
                        || is_strong(inlines.get(index + 1));
                    self.mark(if touches_strong { "_" } else { "*" }, inner, false);
                }
                Inline::Link { target, title, text } => self.link(target, title.as_deref(), text),
                Inline::Foreign { text, .. } if self.published.is_some() => self.run(text, in_strong),
                Inline::Foreign { language, text } => self.foreign(language, text),
                Inline::FootnoteReference(index) => {
                    self.guard_next = false;
                    self.out.push_str(&format!("[^{}]", index + 1));
                    self.after_note = true;
                }
                Inline::LineBreak => {
                    self.guard_next = false;
                    match self.line {
                        Line::Paragraph | Line::Caption => self.out.push_str("\\\n"),
                        Line::Heading | Line::Cell => self.out.push(' '),
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &str, after_note: bool, next: Option<&Inline>) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if std::mem::take(&mut self.guard_next) && !is_space_or_sign(c) {
                push_reference(&mut self.out, c);
                continue;
            }
            let last = chars.peek().is_none();
            let line_start = self.at_line_start();
            if self.must_escape(c, line_start, after_note, last, next) {
                self.out.push('\\');
                self.out.push(c);
            } else if line_start && c.is_whitespace() || c == '\n' || c == '\r' {
                push_reference(&mut self.out, c);
            } else {
                push_escaped_in(&mut self.out, c, self.line);
            }
        }
    }

    fn at_line_start(&self) -> bool {
        self.out.is_empty() && self.line != Line::Cell || self.out.ends_with("\\\n")
    }

    fn must_escape(&self, c: char, line_start: bool, after_note: bool, last: bool, next: Option<&Inline>) -> bool {
        match c {
            '#' => line_start || self.line == Line::Heading,
            '+' | '-' | '=' | '>' | ':' if line_start => true,
            // `1.` would be a list.
            '.' | ')' if self.is_number_at_line_start() => true,
            // `[^1]: ` would be a definition, `[^1](…)` a link.
            ':' | '(' if after_note && self.out.ends_with(']') => true,
            // `![` would be a picture.
            '!' => {
                last && matches!(
                    next,
                    Some(Inline::Link { .. } | Inline::Foreign { .. } | Inline::FootnoteReference(_))
                )
            }
            _ => false,
        }
    }

    fn is_number_at_line_start(&self) -> bool {
        // Only the digits are looked at: a paragraph may have many thousand full stops.
        let before = self.out.trim_end_matches(|c: char| c.is_ascii_digit());
        let has_digits = before.len() < self.out.len();
        self.line != Line::Cell && has_digits && (before.is_empty() || before.ends_with("\\\n"))
    }

    /// Writes a mark around words, with references where the rules for marks need a sign.
    fn mark(&mut self, mark: &str, inner: &[Inline], in_strong: bool) {
        let mut pen = Pen {
            // The mark stands before the words: they are not at the start of a line.
            out: mark.to_owned(),
            guard_next: false,
            after_note: false,
            ..*self
        };
        pen.run(inner, in_strong);
        let mut words = pen.out.split_off(mark.len());
        if let Some(c) = words.chars().next().filter(|c| c.is_whitespace()) {
            let mut first = String::new();
            push_reference(&mut first, c);
            words.replace_range(..c.len_utf8(), &first);
        }
        if let Some(c) = words.chars().next_back().filter(|c| c.is_whitespace()) {
            words.pop();
            push_reference(&mut words, c);
        }
        let opens_at_letter = words.chars().next().is_some_and(char::is_alphanumeric);
        let closes_at_letter = words.chars().next_back().is_some_and(char::is_alphanumeric);
        // Underscores need a sign outside, whatever is inside; so does a run that the next mark begins at once.
        let strict = mark == "_";
        if self.guard_next || strict || !opens_at_letter {
            self.guard_previous();
        }
        self.out.push_str(mark);
        self.out.push_str(&words);
        self.out.push_str(mark);
        self.guard_next = strict || !closes_at_letter;
    }

    /// Makes sure that a space or a sign stands before what comes next.
    fn guard_previous(&mut self) {
        self.guard_next = false;
        let Some(c) = self.out.chars().next_back() else {
            return;
        };
        if !is_space_or_sign(c) {
            self.out.pop();
            push_reference(&mut self.out, c);
        }
    }

    fn code(&mut self, code: &str) {
        self.guard_next = false;
        let fence = "`".repeat(longest_run(code, '`') + 1);
        let blank = code.chars().all(|c| c == ' ');
        let pad =
            code.starts_with('`') || code.ends_with('`') || (!blank && code.starts_with(' ') && code.ends_with(' '));
        let pad = if pad { " " } else { "" };
        let code = if self.line == Line::Cell {
            code.replace('|', "\\|")
        } else {
            code.to_owned()
        };
        let code = format!("{fence}{pad}{code}{pad}{fence}");
        // No reader of Markdown gives code its own direction.
        match self.published {
            Some(Direction::RightToLeft) => self.out.push_str(&format!("\u{2066}{code}\u{2069}")),
            _ => self.out.push_str(&code),
        }
    }

    fn link(&mut self, target: &str, title: Option<&str>, text: &[Inline]) {
        let words = self.bracketed(text, true);
        self.out.push('[');
        self.out.push_str(&words);
        self.out.push_str("](");
        self.out.push_str(&destination(target, self.line));
        if let Some(title) = title {
            let mut quoted = String::new();
            for c in title.chars() {
                match c {
                    '"' => quoted.push_str("\\\""),
                    c => push_escaped_in(&mut quoted, c, self.line),
                }
            }
            self.out.push_str(&format!(" \"{quoted}\""));
        }
        self.out.push(')');
    }

    fn foreign(&mut self, language: &str, text: &[Inline]) {
        let as_picture = self.in_link || holds_link(text);
        let words = self.bracketed(text, self.in_link || !as_picture);
        self.out.push_str(if as_picture { "![" } else { "[" });
        self.out.push_str(&words);
        self.out.push_str(&format!("](lang:{language})"));
    }

    fn bracketed(&mut self, text: &[Inline], in_link: bool) -> String {
        self.guard_next = false;
        let mut pen = Pen {
            out: "[".to_owned(),
            in_link,
            after_note: false,
            ..*self
        };
        pen.run(text, false);
        pen.out.split_off(1)
    }
}

/// Characters that every reader of Markdown takes for a space or a sign, whatever version of Unicode it knows. The spaces
/// of typography are among them: they have been in Unicode for longer than there is Markdown.
fn is_space_or_sign(c: char) -> bool {
    c.is_whitespace() || c.is_ascii_punctuation() || "。，、；：？！（）「」『』《》“”‘’„«»…—–".contains(c)
}

fn is_strong(inline: Option<&Inline>) -> bool {
    matches!(inline, Some(Inline::Strong(_)))
}

fn holds_link(inlines: &[Inline]) -> bool {
    inlines.iter().any(|inline| match inline {
        Inline::Link { .. } | Inline::Foreign { .. } => true,
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) => holds_link(inner),
        _ => false,
    })
}

/// Only what would be read as something else within a line of this kind.
fn push_escaped_in(out: &mut String, c: char, line: Line) {
    let sign = match c {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~' | '&' => true,
        '|' => true,
        '{' | '}' => line == Line::Heading,
        _ => false,
    };
    // In a table a backslash before a bar belongs to the bar.
    if c == '\\' && line == Line::Cell {
        out.push_str("&#x5C;");
        return;
    }
    if sign {
        out.push('\\');
    }
    out.push(c);
}

fn destination(target: &str, line: Line) -> String {
    let plain = !target.is_empty() && !target.chars().any(|c| "()<>\\&|".contains(c) || c.is_whitespace());
    if plain {
        return target.to_owned();
    }
    let entity = target.contains('&') && target.contains(';');
    let mut out = String::from("<");
    for c in target.chars() {
        match c {
            '<' | '>' | '\\' => out.extend(['\\', c]),
            '&' if entity => out.push_str("\\&"),
            '|' if line == Line::Cell => out.push_str("\\|"),
            c => out.push(c),
        }
    }
    out.push('>');
    out
}

/// Length of the longest run of a character.
pub fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
