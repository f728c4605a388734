//! Text from the data, made safe for Markdown.

/// Text that Markdown takes for nothing but text.
pub(super) fn escape_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let special = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '&' => true,
            // Within a word, an underscore marks nothing.
            '_' => !before.is_alphanumeric() || !rest.peek().is_some_and(|next| next.is_alphanumeric()),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(if c == '\n' || c == '\r' { ' ' } else { c });
        before = c;
    }
    out
}
