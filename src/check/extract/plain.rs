//! Plain text: everything but addresses.

use super::{Piece, Role};

/// A text for the API has a backslash before each reserved character.
pub(super) fn escaped_pieces(text: &str) -> Vec<Piece> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => plain.extend(characters.next()),
            c => plain.push(c),
        }
    }
    pieces(&plain)
}

pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let is_address = |word: &str| word.contains("://");
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let words = line.split(' ').filter(|word| !is_address(word));
            words.collect::<Vec<_>>().join(" ")
        })
        .collect();
    vec![Piece {
        role: Role::Prose,
        text: lines.join("\n"),
        place: String::new(),
    }]
}
