//! How two artefacts of one name differ, in the terms of their kind: a number, an element, a page, pixels, a line.
//!
//! Knows formats, and nothing of reports. What it reads may come from a stranger: every reader here has limits, and what
//! cannot be read is told as bytes.

mod csv;
mod json;
mod lines;
mod pdf;
mod picture;
mod svg;
mod zip;

pub use zip::fields as zip_fields;

/// One difference. `found` is what there is, `expected` what was made anew; `None` when there is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub kind: Kind,
    /// Where it is, in the terms of the artefact: `$.rows[0].mean`, `#headline`, `page 2`, `line 7`.
    pub place: String,
    pub found: Option<String>,
    pub expected: Option<String>,
}

/// What kind of thing differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Value,
    Element,
    Page,
    Object,
    Pixels,
    Line,
    Field,
    Bytes,
}

impl Kind {
    /// The end of the code that messages have.
    pub fn code(self) -> &'static str {
        match self {
            Kind::Value => "verify::value",
            Kind::Element => "verify::element",
            Kind::Page => "verify::page",
            Kind::Object => "verify::object",
            Kind::Pixels => "verify::pixels",
            Kind::Line => "verify::line",
            Kind::Field => "verify::zip-field",
            Kind::Bytes => "verify::bytes",
        }
    }

    pub fn message(self) -> &'static str {
        match self {
            Kind::Value => "another value is computed",
            Kind::Element => "another element is drawn",
            Kind::Page => "another page is set",
            Kind::Object => "another object is written",
            Kind::Pixels => "other pixels are drawn",
            Kind::Line => "another line is written",
            Kind::Field => "another field is packed",
            Kind::Bytes => "other bytes are written",
        }
    }
}

/// The differences of one artefact.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// At least one when the bytes differ; the first ones in the order of the artefact.
    pub list: Vec<Difference>,
    /// How many there are in all.
    pub count: usize,
    /// A PNG that shows where two pictures differ.
    pub picture: Option<Vec<u8>>,
}

/// So many differences of an artefact are told; of a picture that moved, every element differs.
const TOLD: usize = 3;

impl Differences {
    fn of(mut list: Vec<Difference>) -> Differences {
        let count = list.len();
        list.truncate(TOLD);
        Differences {
            list,
            count,
            picture: None,
        }
    }
}

/// How two artefacts of that name differ; empty when they are the same byte for byte.
pub fn differences(name: &str, found: &[u8], expected: &[u8]) -> Differences {
    if found == expected {
        return Differences::default();
    }
    let texts = || Some((text(found)?, text(expected)?));
    let by_kind = match ending(name) {
        "json" => texts().and_then(|(found, expected)| json::differences(found, expected)),
        "csv" => texts().and_then(|(found, expected)| csv::differences(found, expected)),
        "svg" => texts().and_then(|(found, expected)| svg::differences(found, expected)),
        "pdf" => pdf::differences(found, expected),
        "png" => return picture::differences(found, expected).unwrap_or_else(|| of_bytes(found, expected)),
        _ => None,
    };
    // The same values may be written otherwise.
    match by_kind.filter(|list| !list.is_empty()) {
        Some(list) => Differences::of(list),
        None => match texts() {
            Some((found, expected)) if !matches!(ending(name), "pdf" | "zip" | "ttf" | "ttc") => {
                Differences::of(lines::differences(found, expected))
            }
            _ => of_bytes(found, expected),
        },
    }
}

/// In what two artefacts are the same although their bytes differ: numbers, words or pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sameness {
    Numbers,
    Text,
    Pixels,
}

/// Whether two artefacts of that name say and show the same: the same numbers and texts in the same order, pictures in
/// which at most one pixel in a hundred differs visibly, and nowhere a digit's worth of them.
pub fn same_content(name: &str, found: &[u8], expected: &[u8]) -> Option<Sameness> {
    let words = || {
        let read = |bytes: &[u8]| crate::check::extract::pieces(name, bytes).ok();
        Some((plain(&read(found)?), plain(&read(expected)?)))
    };
    match ending(name) {
        "json" => (json::differences(text(found)?, text(expected)?)?.is_empty()).then_some(Sameness::Numbers),
        "csv" => (csv::differences(text(found)?, text(expected)?)?.is_empty()).then_some(Sameness::Numbers),
        "png" => picture::looks_the_same(found, expected)?.then_some(Sameness::Pixels),
        "svg" | "pdf" | "html" | "md" | "txt" => {
            let (found, expected) = words()?;
            (found == expected).then_some(Sameness::Text)
        }
        _ => None,
    }
}

/// Words without the spaces between them: lines may break elsewhere.
fn plain(pieces: &[crate::check::extract::Piece]) -> String {
    let texts = pieces.iter().map(|piece| piece.text.as_str());
    texts
        .flat_map(str::chars)
        .filter(|c| !c.is_whitespace() && *c != '\u{ad}')
        .collect()
}

fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

fn of_bytes(found: &[u8], expected: &[u8]) -> Differences {
    Differences::of(vec![first_byte(found, expected)])
}

/// The first byte that differs, and how many there are; after the end of one of them there is nothing but its length.
fn first_byte(found: &[u8], expected: &[u8]) -> Difference {
    let same = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
    let byte = |bytes: &[u8]| match bytes.get(same) {
        Some(byte) => format!("0x{byte:02X} of {} bytes", bytes.len()),
        None => format!("the end of {} bytes", bytes.len()),
    };
    Difference {
        kind: Kind::Bytes,
        place: format!("offset {same}"),
        found: Some(byte(found)),
        expected: Some(byte(expected)),
    }
}

/// A text as a message shows it: at most so many characters of it, in quotes.
fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_do_not_differ() {
        assert_eq!(differences("a.json", b"{}", b"{}"), Differences::default());
    }

    #[test]
    fn what_its_name_says_wrongly_is_told_as_lines_or_bytes() {
        let lines = differences("a.json", b"{\n1", b"{\n2");
        assert_eq!(
            (lines.list[0].kind, lines.list[0].place.as_str()),
            (Kind::Line, "line 2")
        );
        let bytes = differences("a.pdf", b"%PDF\xFFa", b"%PDF\xFFbc");
        assert_eq!(
            bytes.list,
            [Difference {
                kind: Kind::Bytes,
                place: "offset 5".into(),
                found: Some("0x61 of 6 bytes".into()),
                expected: Some("0x62 of 7 bytes".into()),
            }]
        );
    }

    #[test]
    fn the_same_words_are_the_same_content() {
        assert_eq!(same_content("a.md", b"one two\n", b"one\ntwo\n"), Some(Sameness::Text));
        assert_eq!(same_content("a.md", b"one two\n", b"one three\n"), None);
        assert_eq!(
            same_content("a.json", b"{\"a\":1}", b"{ \"a\": 1 }"),
            Some(Sameness::Numbers)
        );
        assert_eq!(
            same_content("a.csv", b"a,b\n1,2\n", b"a,b\r\n1,2\r\n"),
            Some(Sameness::Numbers)
        );
        assert_eq!(same_content("a.csv", b"a,b\n1,2\n", b"a,b\n1,3\n"), None);
    }
}
