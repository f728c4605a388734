//! The fonts that a publisher brings: read and checked once, and then families like those of the bundle. They stand before
//! the families of a language; what they lack comes from the bundle, glyph by glyph.

use super::{Family, FontSet};
use crate::diagnostic::Fault;
use sha2::{Digest, Sha256};
use skrifa::raw::TableProvider;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider, Tag};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The largest file of a font, in bytes.
pub const LARGEST: usize = 2 << 20;

/// What every font of a publisher has, since numbers are set in it.
const NEEDED: &str = "0123456789";

/// The families of a publisher by what they set; those of the bundle where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Brand {
    pub text: Option<Family>,
    pub heading: Option<Family>,
    pub code: Option<Family>,
}

impl Brand {
    /// The family before all others: of headings, or of running text.
    pub fn first(&self, heading: bool) -> Option<Family> {
        let of_heading = self.heading.filter(|_| heading);
        of_heading.or(self.text)
    }
}

/// A font file that was checked.
#[derive(Debug, Clone)]
pub struct BrandFile {
    bytes: Vec<u8>,
    /// Its family, as it calls itself.
    family: String,
}

/// A family of a publisher. Two with the same files are the same.
#[derive(Debug, Clone, Copy)]
pub struct Own(&'static Faces);

/// What is known of a family of a publisher. It lives as long as the program, as the bundle does: a run has a few, and the
/// same files are kept once.
pub(super) struct Faces {
    /// The family's name and letters from the digest of its files, so that no two are taken for each other.
    pub name: String,
    /// For SVG: the same, and behind it the name that an editor with the font installed knows.
    pub list: String,
    /// Regular and bold; where a publisher gives one of them, both are that one.
    pub files: [&'static [u8]; 2],
    pub faces: [FontRef<'static>; 2],
}

impl Own {
    pub(super) fn of(faces: &'static Faces) -> Own {
        Own(faces)
    }

    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// As the value of `font-family`.
    pub fn list(self) -> &'static str {
        &self.0.list
    }

    pub(super) fn face(self, bold: bool) -> &'static FontRef<'static> {
        &self.0.faces[usize::from(bold)]
    }

    pub(super) fn file(self, bold: bool) -> &'static [u8] {
        self.0.files[usize::from(bold)]
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl PartialOrd for Own {
    fn partial_cmp(&self, other: &Own) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By name: the order in which a run meets its fonts must not be seen in what it makes.
impl Ord for Own {
    fn cmp(&self, other: &Own) -> Ordering {
        self.name().cmp(other.name())
    }
}

/// Reads a font file; `name` is what messages call it.
///
/// # Errors
/// It is no font of one face with outlines, may not be embedded, or lacks the digits.
pub fn read(name: &str, bytes: &[u8]) -> Result<BrandFile, Fault> {
    let fault = |code: &'static str, message: &str| Fault::input(code, message).file(name);
    if bytes.len() > LARGEST {
        return Err(fault("font::too-large", "this font is too large")
            .found(format!("{} bytes", bytes.len()))
            .expected(format!("at most {LARGEST} bytes"))
            .hint("take a file with the scripts that you write, or leave the language to the bundle"));
    }
    let packed = match bytes.get(..4) {
        Some(b"wOFF" | b"wOF2") => Some("a packed font for the web"),
        Some(b"ttcf") => Some("a collection of several faces"),
        _ => None,
    };
    if let Some(found) = packed {
        return Err(fault("font::kind", "a theme takes fonts of one face, not packed")
            .found(found)
            .expected("a TTF or OTF file"));
    }
    let font = FontRef::new(bytes)
        .map_err(|error| fault("font::unreadable", "this is no font that can be read").found(error.to_string()))?;
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    if has(b"fvar") {
        return Err(fault(
            "font::variable",
            "a variable font has no one regular and no one bold face",
        )
        .hint("make both from it, for instance by `fonttools varLib.instancer Font.ttf wght=400`"));
    }
    if !has(b"glyf") && !has(b"CFF ") {
        return Err(fault("font::outlines", "this font has no outlines").expected("a `glyf` or a `CFF` table"));
    }
    rights(name, &font)?;
    let charmap = font.charmap();
    let lacking: String = NEEDED.chars().filter(|digit| charmap.map(*digit).is_none()).collect();
    if !lacking.is_empty() {
        return Err(
            fault("font::digits", "this font lacks digits, and numbers are set in it")
                .found(format!("no glyph for `{lacking}`")),
        );
    }
    let string = |id| {
        font.localized_strings(id)
            .english_or_first()
            .map(|text| text.to_string())
    };
    let family = string(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| string(StringId::FAMILY_NAME));
    Ok(BrandFile {
        bytes: bytes.to_vec(),
        family: plain(&family.unwrap_or_default()),
    })
}

/// What OS/2 says about embedding (OpenType 1.9, `fsType`): our files are published, edited, and hold parts of fonts.
fn rights(name: &str, font: &FontRef) -> Result<(), Fault> {
    let refuse = |found: String| {
        Fault::input("font::rights", "this font may not be embedded in what is published")
            .file(name)
            .found(found)
            .expected("fsType 0 (installable) or 8 (editable)")
            .hint("ask its maker for a licence and a file that allow it")
    };
    let rights = font
        .os2()
        .map_err(|_| refuse("no OS/2 table that says so".to_owned()))?
        .fs_type();
    let forbids = match rights {
        _ if rights & 0x0100 != 0 => Some("no subsetting"),
        _ if rights & 0x0200 != 0 => Some("bitmaps only"),
        // Of several, the least restrictive one holds.
        _ if rights & 0x000f == 0 || rights & 0x0008 != 0 => None,
        _ if rights & 0x0004 != 0 => Some("preview and print only"),
        _ => Some("restricted licence"),
    };
    match forbids {
        None => Ok(()),
        Some(forbids) => Err(refuse(format!("fsType {rights} ({forbids})"))),
    }
}

/// Letters, digits, spaces and hyphens of a name.
fn plain(name: &str) -> String {
    let kept: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'))
        .take(48)
        .collect();
    match kept.trim() {
        "" => "Font".to_owned(),
        kept => kept.to_owned(),
    }
}

/// The family of one or two files: regular, bold.
///
/// # Panics
/// Without any file.
pub fn family(regular: Option<&BrandFile>, bold: Option<&BrandFile>) -> Family {
    let first = regular.or(bold).expect("a family has a file");
    let [regular, bold] = [regular.unwrap_or(first), bold.unwrap_or(first)];
    let mut hash = Sha256::new();
    for file in [regular, bold] {
        hash.update((file.bytes.len() as u64).to_be_bytes());
        hash.update(&file.bytes);
    }
    let letters: String = hash.finalize()[..6]
        .iter()
        .map(|byte| char::from(b'A' + byte % 26))
        .collect();
    let name = format!("{} {letters}", first.family);
    FontSet::shared().add(&name, || {
        let files = [regular, bold].map(|file| -> &'static [u8] { Vec::leak(file.bytes.clone()) });
        Faces {
            list: format!("'{name}', '{}'", first.family),
            name: name.clone(),
            faces: files.map(|file| FontRef::new(file).expect("the file was read before")),
            files,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture() -> Vec<u8> {
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/theme/Sample-Regular.ttf")).unwrap()
    }

    /// The same with other bytes in the OS/2 table.
    fn with_rights(rights: u16) -> Vec<u8> {
        let mut font = fixture();
        let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
        let entry = (0..count)
            .map(|i| 12 + 16 * i)
            .find(|at| &font[*at..at + 4] == b"OS/2")
            .unwrap();
        let offset = u32::from_be_bytes(font[entry + 8..entry + 12].try_into().unwrap()) as usize;
        font[offset + 8..offset + 10].copy_from_slice(&rights.to_be_bytes());
        font
    }

    #[test]
    fn the_same_files_are_the_same_family() {
        let file = read("a.ttf", &fixture()).unwrap();
        let first = family(Some(&file), None);
        assert_eq!(first, family(None, Some(&file)));
        assert!(first.name().starts_with("Sample "), "{}", first.name());
        assert!(FontSet::shared().covers(first, '5') && !FontSet::shared().covers(first, 'ж'));
        let other = read("b.ttf", &with_rights(8)).unwrap();
        assert_ne!(first, family(Some(&file), Some(&other)));
    }

    #[test]
    fn what_cannot_be_a_font_of_a_theme_is_told() {
        let told = |bytes: &[u8]| {
            read("a.ttf", bytes)
                .err()
                .map_or("taken".to_owned(), |fault| fault.to_string())
        };
        assert_eq!(told(&with_rights(0)), "taken");
        assert_eq!(told(&with_rights(0x000c)), "taken");
        assert_eq!(
            told(&with_rights(2)),
            "a.ttf: this font may not be embedded in what is published: found fsType 2 (restricted licence), expected \
             fsType 0 (installable) or 8 (editable) (hint: ask its maker for a licence and a file that allow it)"
        );
        assert!(told(&with_rights(4)).contains("fsType 4 (preview and print only)"));
        assert!(told(&with_rights(0x0108)).contains("(no subsetting)"));
        assert!(told(b"wOF2....").contains("found a packed font for the web, expected a TTF or OTF file"));
        assert!(told(b"<svg/>").contains("this is no font that can be read"));
        assert!(told(&vec![0; LARGEST + 1]).contains("too large"));
        let variable = [
            b"\0\x01\0\0\0\x01\0\0\0\0\0\0fvar".as_slice(),
            &[0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 4, 0, 0, 0, 0],
        ]
        .concat();
        assert!(told(&variable).contains("a variable font"), "{}", told(&variable));
        let arabic = FontSet::shared()
            .files()
            .iter()
            .find(|(name, _)| name.starts_with("NotoSansCJK"))
            .unwrap()
            .1;
        assert!(told(&arabic[..4096]).contains("collection of several faces"));
    }
}
