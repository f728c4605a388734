//! Plain text: everything but addresses.

use super::{Piece, Role};

/// A text for the API has a backslash before each reserved character.
pub(super) fn escaped_pieces(text: &str) -> Vec<Piece> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            // `{hashtag|\#|word}`: neither brace has a backslash.
            '{' => {
                let _kind = characters.by_ref().find(|c| *c == '|');
            }
            '|' | '}' => {}
            '\\' => plain.extend(characters.next()),
            c => plain.push(c),
        }
    }
    pieces(&plain)
}

pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let lines: Vec<String> = text.lines().map(without_addresses).collect();
    vec![Piece {
        role: Role::Prose,
        text: lines.join("\n"),
        place: String::new(),
    }]
}

/// A line without its addresses.
pub fn without_addresses(line: &str) -> String {
    let words = line.split(' ').filter(|word| !word.contains("://"));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_words_are_read_as_they_are_shown() {
        let found = escaped_pieces("\\@user {hashtag|\\#|tag} 1\\|2 see https://example.org/3\n");
        assert_eq!(found[0].text, "@user #tag 1|2 see");
    }
}
