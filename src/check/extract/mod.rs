//! What a reader finds in a finished artefact: its words, taken out of the bytes again, by ways of our own and not by
//! those that wrote them.

mod html;
mod markdown;
mod pdf;
pub(super) mod plain;
mod svg;

use crate::diagnostic::{Class, Fault};

/// What a piece of text is to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Prose,
    /// Said to those who cannot see a picture.
    Alternative,
    /// Title and description, for search engines, previews and tabs.
    Metadata,
    /// A label of an axis: it says what the scale is, not what was measured.
    Axis,
}

/// A text of an artefact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub role: Role,
    pub text: String,
    /// Where it stands, as a reader would look for it: `page 2`, `#headline`; empty when the whole artefact is one text.
    pub place: String,
}

/// What an artefact is made of, by the end of its name. Code is left out everywhere: it shows what machines say.
///
/// # Errors
/// The artefact is not what its name says.
pub fn pieces(name: &str, bytes: &[u8]) -> Result<Vec<Piece>, Fault> {
    let text = || std::str::from_utf8(bytes).map_err(|e| unreadable(name, &e.to_string()));
    match name.rsplit('.').next() {
        Some("html") => Ok(html::pieces(text()?)),
        Some("svg") => svg::pieces(text()?).map_err(|e| unreadable(name, &e)),
        Some("md") => Ok(markdown::pieces(text()?)),
        Some("txt") if name.ends_with(".api.txt") => Ok(plain::escaped_pieces(text()?)),
        Some("txt") => Ok(plain::pieces(text()?)),
        Some("pdf") => pdf::pieces(bytes).map_err(|e| unreadable(name, &e)),
        _ => Ok(Vec::new()),
    }
}

pub(super) fn unreadable(name: &str, reason: &str) -> Fault {
    Fault::error(Class::Finding, "check::unreadable", "the artefact cannot be read back")
        .file(name)
        .found(reason)
}
