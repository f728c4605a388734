//! The reader and validator of `benchfolio/1`: all that is wrong with a file in one go, each fault with its place.
//!
//! The order of the checks is: size, encoding, nesting, syntax (each of them ends the reading), then all fields, then
//! what only holds between fields. Knows nothing of languages and of what the numbers are used for.

mod between;
mod claims;
mod fields;
mod parts;
mod series;
mod syntax;

use super::json::{Path, Value, too_deep};
use super::{Dataset, FORMAT};
use crate::diagnostic::{Fault, Faults, SourceText};
use fields::{Reader, excerpt, quoted};
use std::fs::File;
use std::io::Read;

/// The largest data file, in bytes: 64 MiB.
pub const MAX_BYTES: u64 = 64 << 20;

const ROOT: &[&str] = &[
    "format",
    "id",
    "provenance",
    "variants",
    "cases",
    "measures",
    "method",
    "series",
    "claims",
];

/// The fields of every object of the format, by the name of its definition in the JSON Schema.
#[cfg(test)]
pub(super) const OBJECTS: [(&str, &[&str]); 12] = [
    ("dataset", ROOT),
    ("provenance", parts::PROVENANCE),
    ("source", parts::SOURCE),
    ("variant", parts::VARIANT),
    ("case", parts::CASE),
    ("measure", parts::MEASURE),
    ("method", parts::METHOD),
    ("environment", parts::ENVIRONMENT),
    ("series", series::SERIES),
    ("batch", series::BATCH),
    ("value-claim", claims::VALUE),
    ("comparison-claim", claims::COMPARISON),
];

impl Dataset {
    /// Reads and checks a data file.
    ///
    /// # Errors
    /// All faults of the file, in the order of their places.
    pub fn read(source: &SourceText) -> Result<Dataset, Faults> {
        let text = json_text(source)?;
        let reader = Reader::new(source);
        let dataset = document(&reader, text);
        match dataset {
            Some(dataset) if reader.is_faultless() => Ok(dataset),
            _ => {
                let faults = reader.into_faults();
                Err(Faults::check(faults).expect_err("what cannot be read was reported"))
            }
        }
    }

    /// Reads the bytes of a data file; a byte-order mark is accepted. `name` is the file's name in faults.
    ///
    /// # Errors
    /// All faults of the file, in the order of their places.
    pub fn read_bytes(name: &str, bytes: Vec<u8>) -> Result<Dataset, Faults> {
        Dataset::read(&decode(name, bytes)?)
    }

    /// Reads a data file of at most [`MAX_BYTES`]; its name in faults is the path as given.
    ///
    /// # Errors
    /// All faults of the file, in the order of their places, or that it cannot be opened.
    pub fn read_file(path: &std::path::Path) -> Result<Dataset, Faults> {
        Dataset::read_bytes(&path.display().to_string(), Dataset::file_bytes(path)?)
    }

    /// The bytes of a data file of at most [`MAX_BYTES`], for [`Dataset::read_bytes`].
    ///
    /// # Errors
    /// The file is too large or cannot be read.
    pub fn file_bytes(path: &std::path::Path) -> Result<Vec<u8>, Faults> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
        let size = file.metadata().ok().filter(|metadata| metadata.is_file());
        match size.map(|metadata| metadata.len()) {
            Some(size) if size > MAX_BYTES => Err(too_large(&name, &format!("{size} bytes")).into()),
            _ => Dataset::bytes_from(&name, file),
        }
    }

    /// The bytes of a data file of at most [`MAX_BYTES`] from something whose size is not known: a pipe, a device.
    ///
    /// # Errors
    /// There is more to read, or reading fails.
    pub fn bytes_from(name: &str, reader: impl Read) -> Result<Vec<u8>, Faults> {
        let mut bytes = Vec::new();
        // One byte more than allowed tells what is too large from what just fits.
        let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(name, &error))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(too_large(name, "more than that, and no regular file").into());
        }
        Ok(bytes)
    }
}

/// The JSON of a source, without byte-order mark and white space around it, when it is JSON of bearable size and depth.
pub(super) fn json_text(source: &SourceText) -> Result<&str, Fault> {
    if source.text.len() as u64 > MAX_BYTES {
        return Err(too_large(&source.name, &format!("{} bytes", source.text.len())));
    }
    let text = source.text.strip_prefix('\u{FEFF}').unwrap_or(&source.text);
    if let Some(offset) = too_deep(text) {
        let offset = offset + source.text.len() - text.len();
        let fault = Fault::input("dataset::nesting", "arrays and objects nest too deep")
            .expected(format!("at most {} levels", super::json::MAX_DEPTH));
        return Err(fault.at(source, offset..offset + 1));
    }
    match syntax::check(source, text) {
        Some(fault) => Err(fault),
        None => Ok(text.trim_ascii()),
    }
}

/// The text of a file's bytes, without its byte-order mark.
fn decode(name: &str, bytes: Vec<u8>) -> Result<SourceText, Faults> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let fault = Fault::input("dataset::encoding", "the file is not UTF-8")
            .file(name)
            .found(format!("byte 0x{:02X} at offset {offset}", bytes[offset]))
            .expected("UTF-8");
        match bytes {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => fault.hint("it looks like UTF-16: save it as UTF-8"),
            _ => fault,
        }
    })?;
    if text.starts_with('\u{FEFF}') {
        text.drain(..'\u{FEFF}'.len_utf8());
    }
    Ok(SourceText::new(name, text))
}

fn unreadable(name: &str, error: &std::io::Error) -> Fault {
    Fault::input("dataset::unreadable", format!("the data file cannot be read: {error}")).file(name)
}

fn too_large(name: &str, found: &str) -> Fault {
    Fault::input("dataset::size", "the data file is too large")
        .file(name)
        .found(found)
        .expected(format!("at most {MAX_BYTES} bytes"))
}

/// The whole document. `None` only when something was reported.
fn document<'s>(reader: &Reader<'s>, text: &'s str) -> Option<Dataset> {
    let path = Path::Root;
    let root = reader.any_object(Value { text, path: &path })?;
    if !format_is_known(reader, &root) {
        return None;
    }
    reader.refuse_unknown(&root, ROOT);
    let id = root.required("id", |v| reader.id(v));
    let provenance = root.required("provenance", |v| parts::provenance(reader, v));
    let variants = root
        .required("variants", |v| parts::variants(reader, v))
        .unwrap_or_default();
    let has_cases = root.has("cases");
    let cases = match has_cases {
        true => root.optional("cases", |v| parts::cases(reader, v)).unwrap_or_default(),
        false => between::Names::none(),
    };
    let measures = root
        .required("measures", |v| parts::measures(reader, v))
        .unwrap_or_default();
    let method = root.maybe("method", |v| parts::method(reader, v));
    let known = between::Known {
        variants,
        cases,
        has_cases,
        measures,
        method: method.clone().flatten().unwrap_or_default(),
    };
    let series = root
        .required("series", |v| series::all(reader, v, &known))
        .unwrap_or_default();
    between::check(reader, &root, &known, &series);
    let claims = root.maybe("claims", |v| claims::all(reader, v, &known, &series));
    Some(Dataset {
        id: id?,
        provenance: provenance?,
        variants: known.variants.complete()?,
        cases: known.cases.complete()?,
        measures: known.measures.complete()?,
        method: method?.unwrap_or_default(),
        series: series.into_iter().map(|placed| placed.series).collect::<Option<_>>()?,
        claims: claims?.unwrap_or_default(),
    })
}

/// Whether the document says that it is of this format. Of any other, no field is worth looking at.
fn format_is_known<'s>(reader: &Reader<'s>, root: &fields::Object<'_, 's, '_>) -> bool {
    if !root.has("format") {
        root.missing(
            &quoted("format"),
            Some(format!(
                "the first field is \"format\": \"{FORMAT}\"; files of other tools are read by `benchfolio import`"
            )),
        );
        return true;
    }
    root.optional("format", |v| {
        reader.expect(v, super::json::Kind::String)?;
        if v.string().as_deref() == Some(FORMAT) {
            return Some(());
        }
        let fault = Fault::input("dataset::format", "unknown format").found(excerpt(v.text));
        reader.report_value(v, fault.expected(format!("\"{FORMAT}\"")));
        None
    })
    .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A field that the reader knows and the schema does not, or the reverse, would make one of them lie.
    #[test]
    fn the_schema_and_the_reader_know_the_same_fields() {
        let schema: serde_json::Value = serde_json::from_str(crate::dataset::SCHEMA).unwrap();
        let definitions = schema["$defs"].as_object().unwrap();
        for (name, fields) in OBJECTS {
            let properties = definitions[name]["properties"].as_object().unwrap();
            let known: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
            assert_eq!(known, fields.iter().copied().collect(), "{name}");
            assert_eq!(definitions[name]["additionalProperties"], false, "{name}");
        }
        let closed = definitions
            .values()
            .filter(|definition| definition["additionalProperties"] == false)
            .count();
        assert_eq!(closed, OBJECTS.len());
        let units = definitions["unit"]["enum"].as_array().unwrap();
        for unit in crate::dataset::Unit::all() {
            assert!(units.iter().any(|symbol| symbol == unit.symbol()), "{unit:?}");
        }
        let statistics = definitions["value-claim"]["properties"]["statistic"]["enum"]
            .as_array()
            .unwrap();
        assert!(
            crate::stats::Statistic::all()
                .map(|statistic| statistic.id())
                .eq(statistics.iter().map(|id| id.as_str().unwrap()))
        );
    }
}
