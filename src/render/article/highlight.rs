//! Colours for code: small lexers for SQL, shell, Python and JSON. They find words, strings, numbers and comments and
//! nothing else; what they do not know stays plain. Knows nothing of pages.

use std::ops::Range;

/// What a piece of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Keyword,
    Text,
    Number,
    Comment,
    /// A key of JSON, a variable of the shell, a decorator of Python.
    Name,
}

impl Kind {
    /// The class of a piece in HTML, whose colours the page's style sets; plain code has none.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Kind::Plain => None,
            Kind::Keyword => Some("code-keyword"),
            Kind::Text => Some("code-text"),
            Kind::Number => Some("code-number"),
            Kind::Comment => Some("code-comment"),
            Kind::Name => Some("code-name"),
        }
    }

    /// Red, green, blue; each at least 4.5 : 1 against the ground of code blocks (WCAG 2.2, AA).
    pub fn colour(self) -> (u8, u8, u8) {
        match self {
            Kind::Plain => (0x0e, 0x1b, 0x2a),
            Kind::Keyword => (0x0b, 0x4f, 0x8a),
            Kind::Text => (0x08, 0x6b, 0x5f),
            Kind::Number => (0x9a, 0x3c, 0x0c),
            Kind::Comment => (0x5a, 0x66, 0x72),
            Kind::Name => (0x6b, 0x3f, 0x94),
        }
    }
}

/// A coloured piece of code, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub range: Range<usize>,
    pub kind: Kind,
}

/// The coloured pieces of code in a language, in order; none for languages that are not known.
pub fn tokens(language: &str, code: &str) -> Vec<Token> {
    let rules = match language.to_ascii_lowercase().as_str() {
        "sql" | "mysql" | "postgresql" => &SQL,
        "sh" | "bash" | "shell" | "zsh" | "console" => &SHELL,
        "py" | "python" | "python3" => &PYTHON,
        "json" | "jsonc" => &JSON,
        _ => return Vec::new(),
    };
    Lexer {
        rules,
        code,
        at: 0,
        tokens: Vec::new(),
    }
    .run()
}

/// A stretch of code as its coloured and its plain pieces, in order.
pub fn pieces<'a>(code: &'a str, stretch: Range<usize>, tokens: &[Token]) -> Vec<(&'a str, Kind)> {
    let mut pieces = Vec::new();
    let mut push = |range: Range<usize>, kind| {
        if !range.is_empty() {
            pieces.push((&code[range], kind));
        }
    };
    let mut at = stretch.start;
    let from = tokens.partition_point(|token| token.range.end <= stretch.start);
    for token in tokens[from..]
        .iter()
        .take_while(|token| token.range.start < stretch.end)
    {
        let (start, end) = (token.range.start.max(stretch.start), token.range.end.min(stretch.end));
        push(at..start, Kind::Plain);
        push(start..end, token.kind);
        at = end;
    }
    push(at..stretch.end, Kind::Plain);
    pieces
}

struct Rules {
    keywords: &'static [&'static str],
    /// Keywords are known in capitals and small letters.
    any_case: bool,
    line_comments: &'static [&'static str],
    block_comment: Option<(&'static str, &'static str)>,
    /// Longest first.
    quotes: &'static [&'static str],
    /// The backslash escapes within strings.
    escapes: bool,
    /// A sign before a name.
    sigil: Option<char>,
    /// A string before a colon is a key.
    keys: bool,
    /// Words are joined by signs, as in addresses and options: a number stands alone.
    joined: bool,
}

static SQL: Rules = Rules {
    keywords: &[
        "ADD",
        "ALL",
        "ALTER",
        "ANALYZE",
        "AND",
        "AS",
        "ASC",
        "BEGIN",
        "BETWEEN",
        "BY",
        "CASE",
        "COMMIT",
        "CREATE",
        "CROSS",
        "DELETE",
        "DESC",
        "DISTINCT",
        "DROP",
        "ELSE",
        "END",
        "EXISTS",
        "EXPLAIN",
        "FALSE",
        "FLUSH",
        "FOR",
        "FROM",
        "GLOBAL",
        "GROUP",
        "HAVING",
        "IF",
        "IN",
        "INDEX",
        "INNER",
        "INSERT",
        "INTO",
        "IS",
        "JOIN",
        "KEY",
        "LEFT",
        "LIKE",
        "LIMIT",
        "LOAD",
        "NOT",
        "NULL",
        "OFFSET",
        "ON",
        "OR",
        "ORDER",
        "OUTER",
        "PRIMARY",
        "REPLACE",
        "RESET",
        "RIGHT",
        "ROLLBACK",
        "SAVE",
        "SELECT",
        "SESSION",
        "SET",
        "SHOW",
        "STATUS",
        "TABLE",
        "THEN",
        "TO",
        "TRUE",
        "UNION",
        "UNIQUE",
        "UPDATE",
        "USE",
        "USING",
        "VALUES",
        "VARIABLES",
        "VIEW",
        "WHEN",
        "WHERE",
        "WITH",
    ],
    any_case: true,
    line_comments: &["--", "#"],
    block_comment: Some(("/*", "*/")),
    quotes: &["'", "\"", "`"],
    escapes: true,
    sigil: Some('@'),
    keys: false,
    joined: false,
};

static SHELL: Rules = Rules {
    keywords: &[
        "case", "cat", "cd", "cp", "curl", "do", "done", "echo", "elif", "else", "esac", "exit", "export", "fi", "for",
        "function", "grep", "if", "in", "local", "mkdir", "mv", "return", "rm", "set", "source", "sudo", "then",
        "until", "while",
    ],
    any_case: false,
    line_comments: &["#"],
    block_comment: None,
    quotes: &["'", "\""],
    escapes: true,
    sigil: Some('$'),
    keys: false,
    joined: true,
};

static PYTHON: Rules = Rules {
    keywords: &[
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
        "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match",
        "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ],
    any_case: false,
    line_comments: &["#"],
    block_comment: None,
    quotes: &["\"\"\"", "'''", "\"", "'"],
    escapes: true,
    sigil: Some('@'),
    keys: false,
    joined: false,
};

static JSON: Rules = Rules {
    keywords: &["false", "null", "true"],
    any_case: false,
    line_comments: &["//"],
    block_comment: None,
    quotes: &["\""],
    escapes: true,
    sigil: None,
    keys: true,
    joined: false,
};

struct Lexer<'a> {
    rules: &'static Rules,
    code: &'a str,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while self.at < self.code.len() {
            let start = self.at;
            let kind = self.token();
            if kind != Kind::Plain {
                self.tokens.push(Token {
                    range: start..self.at,
                    kind,
                });
            }
        }
        self.tokens
    }

    /// Moves past one token.
    fn token(&mut self) -> Kind {
        let rest = &self.code[self.at..];
        let first = rest.chars().next().expect("not at the end");
        let word = |text: &str| {
            text.find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(text.len())
        };
        // A comment sign of one letter opens a comment only where a word could begin.
        let free = self.code[..self.at].ends_with(|c: char| c.is_whitespace() || c == ';') || self.at == 0;
        let opens = |sign: &&&str| rest.starts_with(**sign) && (sign.len() > 1 || free);
        if self.rules.line_comments.iter().find(opens).is_some() {
            self.at += rest.find('\n').unwrap_or(rest.len());
            return Kind::Comment;
        }
        if let Some((open, close)) = self.rules.block_comment
            && rest.starts_with(open)
        {
            self.at += rest[open.len()..]
                .find(close)
                .map_or(rest.len(), |end| open.len() + end + close.len());
            return Kind::Comment;
        }
        if let Some(quote) = self.rules.quotes.iter().find(|quote| rest.starts_with(**quote)) {
            self.at += self.quoted(rest, quote);
            let key = self.rules.keys && self.code[self.at..].trim_start().starts_with(':');
            return if key { Kind::Name } else { Kind::Text };
        }
        if Some(first) == self.rules.sigil {
            let body = &rest[first.len_utf8()..];
            let length = match body.strip_prefix('{') {
                Some(inner) => inner.find('}').map_or(0, |end| end + 2),
                None => word(body.trim_start_matches('@')) + body.len() - body.trim_start_matches('@').len(),
            };
            self.at += first.len_utf8() + length;
            return if length > 0 { Kind::Name } else { Kind::Plain };
        }
        if first.is_ascii_digit() {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
            let before = self.code[..self.at].chars().next_back();
            let alone = !self.rules.joined || before.is_none_or(|c| c.is_whitespace() || "=([{,<>".contains(c));
            self.at += rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            return if alone { Kind::Number } else { Kind::Plain };
        }
        let length = word(rest);
        if length == 0 {
            self.at += first.len_utf8();
            return Kind::Plain;
        }
        self.at += length;
        self.keyword(&rest[..length])
    }

    fn quoted(&self, rest: &str, quote: &str) -> usize {
        let mut at = quote.len();
        while at < rest.len() {
            let here = &rest[at..];
            if here.starts_with(quote) {
                return at + quote.len();
            }
            let mut characters = here.chars();
            let c = characters.next().expect("not at the end");
            at += c.len_utf8();
            if c == '\\' && self.rules.escapes {
                at += characters.next().map_or(0, char::len_utf8);
            }
        }
        rest.len()
    }

    fn keyword(&self, word: &str) -> Kind {
        let known = if self.rules.any_case {
            self.rules
                .keywords
                .binary_search(&word.to_ascii_uppercase().as_str())
                .is_ok()
        } else {
            self.rules.keywords.binary_search(&word).is_ok()
        };
        if known { Kind::Keyword } else { Kind::Plain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexed<'a>(language: &str, code: &'a str) -> Vec<(&'a str, Kind)> {
        tokens(language, code)
            .into_iter()
            .map(|token| (&code[token.range], token.kind))
            .collect()
    }

    #[test]
    fn keywords_are_sorted_so_that_they_are_found() {
        for rules in [&SQL, &SHELL, &PYTHON, &JSON] {
            assert!(rules.keywords.is_sorted());
        }
    }

    #[test]
    fn pieces_of_a_line_hold_all_of_it() {
        let code = "a = 1\n/* two\nlines */ b";
        let found = pieces(code, 13..code.len(), &tokens("sql", code));
        assert_eq!(found, [("lines */", Kind::Comment), (" b", Kind::Plain)]);
    }

    #[test]
    fn sql_has_words_strings_numbers_and_comments() {
        assert_eq!(
            lexed("sql", "select 'it''s' -- why\nFROM t WHERE a = 1.5"),
            [
                ("select", Kind::Keyword),
                ("'it'", Kind::Text),
                ("'s'", Kind::Text),
                ("-- why", Kind::Comment),
                ("FROM", Kind::Keyword),
                ("WHERE", Kind::Keyword),
                ("1.5", Kind::Number)
            ]
        );
    }

    #[test]
    fn keys_of_json_differ_from_its_strings() {
        assert_eq!(
            lexed("json", "{\"a\" : \"b\\\"\", \"c\": null}"),
            [
                ("\"a\"", Kind::Name),
                ("\"b\\\"\"", Kind::Text),
                ("\"c\"", Kind::Name),
                ("null", Kind::Keyword)
            ]
        );
    }

    #[test]
    fn the_shell_has_variables_and_no_comment_within_a_word() {
        assert_eq!(
            lexed("sh", "echo ${A} a#b # c"),
            [("echo", Kind::Keyword), ("${A}", Kind::Name), ("# c", Kind::Comment)]
        );
        assert_eq!(
            lexed("sh", "seq 1 30 https://a.b/c-2.7-vs-3.0"),
            [("1", Kind::Number), ("30", Kind::Number)]
        );
    }

    #[test]
    fn every_colour_has_contrast_enough_on_the_ground_of_code() {
        let luminance = |(r, g, b): (u8, u8, u8)| {
            let linear = |v: u8| {
                let v = f64::from(v) / 255.0;
                if v <= 0.04045 {
                    v / 12.92
                } else {
                    ((v + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
        };
        let ground = luminance((0xf3, 0xf6, 0xf8));
        for kind in [
            Kind::Plain,
            Kind::Keyword,
            Kind::Text,
            Kind::Number,
            Kind::Comment,
            Kind::Name,
        ] {
            let contrast = (ground + 0.05) / (luminance(kind.colour()) + 0.05);
            assert!(contrast >= 4.5, "{kind:?}: {contrast:.2}");
        }
    }
}
