//! The list of every number of every artefact, with where it stands and what it comes from.

use super::Edition;
use super::extract::Piece;
use super::origins::{Origin, TracedNumber};
use serde_json::{Value, json};

/// One number a line, in columns: artefact, place, number, expression, exact value.
pub fn lines(editions: &[Edition]) -> String {
    let mut out = String::new();
    for (artefact, piece, number) in all(editions) {
        let (kind, path, exact) = told(number);
        let exact = exact.map_or(String::new(), |exact| format!(" = {exact}"));
        let place = if piece.place.is_empty() {
            "text"
        } else {
            piece.place.as_str()
        };
        out.push_str(&format!("{artefact}\t{place}\t{}\t{kind} {path}{exact}\n", number.text));
    }
    out
}

/// One JSON object a line.
pub fn json_lines(editions: &[Edition]) -> String {
    let mut out = String::new();
    for (artefact, piece, number) in all(editions) {
        let (kind, path, exact) = told(number);
        let line = json!({
            "artefact": artefact,
            "place": piece.place,
            "number": number.text,
            "origin": kind,
            "path": if path.is_empty() { Value::Null } else { Value::from(path) },
            "exact": exact,
        });
        out.push_str(&format!("{line}\n"));
    }
    out
}

fn all<'e>(editions: &'e [Edition<'_>]) -> impl Iterator<Item = (&'e str, &'e Piece, &'e TracedNumber)> {
    let artefacts = editions.iter().flat_map(|edition| &edition.artefacts);
    artefacts.flat_map(|artefact| {
        artefact
            .traced()
            .map(|(piece, number)| (artefact.name.as_str(), piece, number))
    })
}

/// Kind of origin, expression, and the exact value as a fraction.
fn told(number: &TracedNumber) -> (&'static str, &str, Option<String>) {
    match &number.origin {
        None => ("none", "", None),
        Some(Origin::Axis) => ("axis", "", None),
        Some(Origin::Name { path }) => ("name", path, None),
        Some(Origin::Figure { path, exact }) => ("figure", path, Some(exact.to_string())),
        Some(Origin::Printed { path, exact: None }) => ("declared", path, None),
        Some(Origin::Printed {
            path,
            exact: Some(exact),
        }) => ("printed", path, Some(exact.to_string())),
    }
}
