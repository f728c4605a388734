//! Plain text: everything but addresses.

use super::{Piece, Role};

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
