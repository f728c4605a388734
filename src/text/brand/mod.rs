//! The fonts that a publisher brings: read and checked once, and then families like those of the bundle. They stand before
//! the families of a language; what they lack comes from the bundle, glyph by glyph.

mod characters;
mod held;
mod outlines;
mod positions;
mod prepare;
mod rules;
mod sfnt;
mod shapes;
mod signs;

use super::{Family, FontSet};
use crate::diagnostic::{Fault, Faults};
use crate::text::font_bytes::u16_at;
use characters::Wrong;
use prepare::Refused;
use sfnt::{Damage, Tables};
use sha2::{Digest, Sha256};
use skrifa::FontRef;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};

/// The largest file of a font, in bytes.
pub const LARGEST: usize = 2 << 20;

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
    /// The file as it was read: families are told apart by it.
    source: Vec<u8>,
    /// The font as it is used.
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

/// Reads a font file; `name` is what messages call it. What is kept of it is written anew: see [`sfnt`].
///
/// # Errors
/// It is no font of one face with outlines, may not be embedded, is damaged, or draws digits, marks or letters as
/// something else.
pub fn read(name: &str, bytes: &[u8]) -> Result<BrandFile, Faults> {
    let fault = |code: &'static str, message: &str| Fault::input(code, message).file(name);
    if bytes.len() > LARGEST {
        return Err(fault("font::too-large", "this font is too large")
            .found(format!("{} bytes", bytes.len()))
            .expected(format!("at most {LARGEST} bytes"))
            .hint("take a file with the scripts that you write, or leave the language to the bundle")
            .into());
    }
    let packed = match bytes.get(..4) {
        Some(b"wOFF" | b"wOF2") => Some("a packed font for the web"),
        Some(b"ttcf") => Some("a collection of several faces"),
        _ => None,
    };
    if let Some(found) = packed {
        return Err(fault("font::kind", "a theme takes fonts of one face, not packed")
            .found(found)
            .expected("a TTF or OTF file")
            .into());
    }
    let damaged = |damage: Damage| {
        fault("font::damaged", "this is no font that can be read")
            .path(damage.place)
            .found(damage.what)
            .hint("take the file again from where it comes, or save it anew with a font editor")
    };
    let tables = Tables::read(bytes).map_err(damaged)?;
    if tables.get(b"fvar").is_some() {
        return Err(fault(
            "font::variable",
            "a variable font has no one regular and no one bold face",
        )
        .hint("make both from it, for instance by `fonttools varLib.instancer Font.ttf wght=400`")
        .into());
    }
    if tables.get(b"glyf").is_none() && tables.get(b"CFF ").is_none() {
        return Err(fault("font::outlines", "this font has no outlines")
            .expected("a `glyf` or a `CFF` table")
            .into());
    }
    rights(name, tables.get(b"OS/2"))?;
    let lacking = tables.lacking();
    if !lacking.is_empty() {
        return Err(fault("font::damaged", "this font lacks tables that every font has")
            .found(format!("no `{}`", lacking.join("`, `")))
            .hint("take the file again from where it comes, or save it anew with a font editor")
            .into());
    }
    let tables = tables.clean().map_err(damaged)?;
    // The readers of fonts are others' work. Where one of them gives up on these bytes, it is here and not in a page.
    let prepared = panic::catch_unwind(AssertUnwindSafe(|| prepare::prepared(tables)));
    let (bytes_of_ours, family) = match prepared {
        Ok(Ok(prepared)) => prepared,
        Ok(Err(Refused::Damaged(damage))) => return Err(damaged(damage).into()),
        Ok(Err(Refused::Lacking(digits))) => {
            return Err(
                fault("font::digits", "this font lacks digits, and numbers are set in it")
                    .found(format!("no glyph for `{digits}`"))
                    .into(),
            );
        }
        Ok(Err(Refused::Wrong(wrong))) => {
            Faults::check(wrong.iter().map(|wrong| misdrawn(name, wrong)).collect())?;
            unreachable!("it is refused for something")
        }
        Err(_) => return Err(damaged(Damage::new("its tables", "they lead a reader astray")).into()),
    };
    Ok(BrandFile {
        source: bytes.to_vec(),
        bytes: bytes_of_ours,
        family: plain(&family),
    })
}

/// A character that readers would take for another one.
fn misdrawn(name: &str, wrong: &Wrong) -> Fault {
    let (code, message) = match wrong.character {
        '0'..='9' => ("font::digits", "this font does not draw a digit as what it is"),
        c if c.is_ascii_alphabetic() => ("font::letters", "this font does not draw a letter as what it is"),
        _ => ("font::marks", "this font does not draw a mark of numbers as what it is"),
    };
    Fault::input(code, message)
        .file(name)
        .path(format!("`{}` (U+{:04X})", wrong.character, u32::from(wrong.character)))
        .found(&wrong.found)
        .expected(&wrong.expected)
        .hint("numbers are published in this font: take the font as its maker publishes it, or another one")
}

/// What OS/2 says about embedding (OpenType 1.9, `fsType`): our files are published, edited, and hold parts of fonts.
fn rights(name: &str, os2: Option<&[u8]>) -> Result<(), Fault> {
    let refuse = |found: String| {
        Fault::input("font::rights", "this font may not be embedded in what is published")
            .file(name)
            .found(found)
            .expected("fsType 0 (installable) or 8 (editable)")
            .hint("ask its maker for a licence and a file that allow it")
    };
    let rights = os2.and_then(|os2| u16_at(os2, 8));
    let rights = rights.ok_or_else(|| refuse("no OS/2 table that says so".to_owned()))?;
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
        hash.update((file.source.len() as u64).to_be_bytes());
        hash.update(&file.source);
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
mod tests;
