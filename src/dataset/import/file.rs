//! The bytes of a tool's file as text that faults can point into: UTF-8 and UTF-16, with or without a byte order mark,
//! gzip-packed or not. Knows nothing of any tool.

use crate::diagnostic::{Fault, SourceText};
use std::io::Read;

/// A file as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFile {
    /// The name as the user would write it.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl InputFile {
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            bytes: bytes.into(),
        }
    }
}

/// The most text that one file may hold, packed or not, in bytes.
pub const LARGEST_FILE: usize = 256 << 20;

/// The text of a file.
pub fn decode(file: &InputFile) -> Result<SourceText, Fault> {
    let unpacked;
    let mut bytes = file.bytes.as_slice();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        unpacked = unpack(file)?;
        bytes = &unpacked;
    }
    if bytes.len() > LARGEST_FILE {
        return Err(too_large(file));
    }
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(file, rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(file, rest, u16::from_be_bytes)?,
        _ => utf8(file, bytes)?,
    };
    if text.chars().all(|c| c.is_whitespace() || c == '\u{feff}') {
        return Err(Fault::input("import::empty", "the file holds nothing")
            .file(&file.name)
            .expected("the output of a benchmark tool")
            .hint("did the run fail, or was its output sent elsewhere?"));
    }
    Ok(SourceText::new(&file.name, text))
}

fn unpack(file: &InputFile) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let limit = LARGEST_FILE as u64 + 1;
    flate2::read::MultiGzDecoder::new(file.bytes.as_slice())
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|error| {
            Fault::input("import::broken-gzip", "the gzip file cannot be unpacked")
                .file(&file.name)
                .found(error.to_string())
                .expected("a whole gzip file")
                .hint("fetch the file again; it may be cut short")
        })?;
    if bytes.len() > LARGEST_FILE {
        return Err(too_large(file));
    }
    Ok(bytes)
}

fn too_large(file: &InputFile) -> Fault {
    Fault::input("import::too-large", "the file is too large")
        .file(&file.name)
        .expected(format!("at most {} MiB of text", LARGEST_FILE >> 20))
}

fn utf8(file: &InputFile, bytes: &[u8]) -> Result<String, Fault> {
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        // What comes before the bad byte is text, so it can show the line.
        let before = SourceText::new(&file.name, String::from_utf8_lossy(&bytes[..at]).as_ref());
        Fault::input("import::not-text", "the file is not UTF-8 text")
            .at(&before, at..at)
            .found(format!("byte 0x{:02x}", bytes[at]))
            .expected("text in UTF-8, or in UTF-16 with a byte order mark")
    })
}

fn utf16(file: &InputFile, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Fault> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let whole = bytes.len().is_multiple_of(2);
    let text: Result<String, _> = char::decode_utf16(units).collect();
    match text {
        Ok(text) if whole => Ok(text),
        _ => Err(Fault::input("import::not-text", "the file is not UTF-16 text")
            .file(&file.name)
            .expected("whole UTF-16 characters after the byte order mark")),
    }
}

/// The last part of a file's name: what may reach an artefact.
pub fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The base name without its last extension.
pub fn stem(name: &str) -> &str {
    let base = base_name(name);
    let base = base.strip_suffix(".gz").unwrap_or(base);
    match base.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && extension.len() <= 8 => stem,
        _ => base,
    }
}
