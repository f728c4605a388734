//! `manifest.json` and `SHA256SUMS`: what went into a set, what came out, and which versions made it.
//!
//! Nothing in them depends on the clock, the host or the folder: two builds of the same inputs are equal.

use crate::render::Artefact;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Crates whose version can change a pixel or a position of a glyph, sorted.
const SHAPE_PIXELS: [&str; 17] = [
    "fontdb",
    "fontique",
    "harfrust",
    "hypher",
    "icu_decimal",
    "icu_plurals",
    "lopdf",
    "parley",
    "plotters",
    "png",
    "printpdf",
    "resvg",
    "skrifa",
    "subsetter",
    "tera",
    "tiny-skia",
    "usvg",
];

/// The lock file that this very program was built with.
const LOCK: &str = include_str!("../../Cargo.lock");

/// Digests of the fonts in `fonts/`, as `sha256sum` writes them; a test compares them with the fonts that are linked.
const FONTS: &str = include_str!("../../fonts/SHA256SUMS");

/// The digest of a font of the bundle, which a test compares with the font.
pub fn digest_of_font(name: &str) -> Option<&'static str> {
    let mut fonts = FONTS.lines().filter_map(|line| line.split_once("  "));
    fonts.find(|(_, font)| *font == name).map(|(sha256, _)| sha256)
}

/// Name and version of every crate that shapes pixels; a name stands twice when two versions are linked.
pub fn crates_that_shape_pixels() -> Vec<(&'static str, &'static str)> {
    let field = |line: &'static str, key: &str| line.strip_prefix(key)?.strip_suffix('"');
    let mut found = Vec::new();
    let mut name = "";
    for line in LOCK.lines() {
        if let Some(text) = field(line, "name = \"") {
            name = text;
        } else if let Some(version) = field(line, "version = \"")
            && SHAPE_PIXELS.contains(&name)
        {
            found.push((name, version));
        }
    }
    found.sort_unstable();
    found
}

/// SHA-256 in lower-case hexadecimal.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// As [`sha256_hex`], of everything that a reader gives, without holding it all.
///
/// # Errors
/// Those of the reader.
pub fn sha256_of(mut reader: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut buffer = [0; 1 << 16];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(hexadecimal(&digest.finalize())),
            Ok(size) => digest.update(&buffer[..size]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).expect("four bits are one digit"));
        }
    }
    text
}

/// What a set was made from and with.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    pub kind: Kind,
    pub report: String,
    pub languages: Vec<String>,
    /// Choices of the run that change what is made, by name.
    pub options: Vec<(String, Value)>,
    /// Every input by the name it has in a report folder or among the built-in files, with its bytes' digest and size.
    pub inputs: Vec<Recorded>,
}

/// Where the files of a manifest lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Outputs beside the manifest; inputs in the report folder and among the built-in files.
    Set,
    /// Both below the manifest.
    Archive,
}

impl Kind {
    pub fn id(self) -> &'static str {
        match self {
            Kind::Set => "set",
            Kind::Archive => "archive",
        }
    }
}

/// A file as the manifest lists it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recorded {
    pub name: String,
    pub sha256: String,
    pub bytes: u64,
}

impl Recorded {
    pub fn of(name: impl Into<String>, bytes: &[u8]) -> Self {
        Recorded {
            name: name.into(),
            sha256: sha256_hex(bytes),
            bytes: bytes.len() as u64,
        }
    }

    fn to_json(&self) -> Value {
        json!({ "name": self.name, "sha256": self.sha256, "bytes": self.bytes })
    }
}

impl Manifest {
    /// The manifest of a set; both lists are sorted by name.
    pub fn to_json(&self, outputs: &[Recorded]) -> String {
        let list = |files: &[Recorded]| {
            let mut files = files.to_vec();
            files.sort();
            files.iter().map(Recorded::to_json).collect::<Value>()
        };
        let mut crates = Map::new();
        for (name, version) in crates_that_shape_pixels() {
            match crates.get_mut(name) {
                Some(Value::String(versions)) => {
                    versions.push_str(", ");
                    versions.push_str(version);
                }
                _ => {
                    crates.insert(name.to_owned(), version.into());
                }
            }
        }
        let value = json!({
            "format": "benchfolio-manifest/1",
            "kind": self.kind.id(),
            "tool": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"), "crates": crates },
            "report": self.report,
            "languages": self.languages,
            "fonts": FONTS.lines().filter_map(|line| line.split_once("  ")).map(|(sha256, name)| {
                json!({ "name": name, "sha256": sha256 })
            }).collect::<Value>(),
            "options": self.options.iter().cloned().collect::<Map<String, Value>>(),
            "inputs": list(&self.inputs),
            "outputs": list(outputs),
        });
        let mut text = serde_json::to_string_pretty(&value).expect("a tree of strings and numbers is always JSON");
        text.push('\n');
        text
    }
}

/// The text of `SHA256SUMS`, as `sha256sum -c` reads it.
pub fn checksums(files: &[Recorded]) -> String {
    let mut files: Vec<&Recorded> = files.iter().collect();
    files.sort();
    files.iter().map(|f| format!("{}  {}\n", f.sha256, f.name)).collect()
}

/// The records of a set, in its order.
pub fn record(artefacts: &[Artefact]) -> Vec<Recorded> {
    artefacts.iter().map(|a| Recorded::of(&a.name, &a.bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn every_crate_that_shapes_pixels_is_in_the_lock_file() {
        let found = crates_that_shape_pixels();
        for name in SHAPE_PIXELS {
            assert!(found.iter().any(|(n, _)| *n == name), "{name} is not linked any more");
        }
        assert!(found.contains(&("resvg", "0.49.0")));
    }

    #[test]
    fn the_digests_of_the_fonts_are_those_of_the_fonts() {
        let files = crate::text::FontSet::shared().files();
        let found: String = files
            .iter()
            .map(|(name, bytes)| format!("{}  {name}\n", sha256_hex(bytes)))
            .collect();
        assert!(found == FONTS, "run: cd fonts && LC_ALL=C sha256sum *.tt? > SHA256SUMS");
    }

    #[test]
    fn lists_are_sorted_and_the_text_ends_with_a_line_break() {
        let manifest = Manifest {
            kind: Kind::Set,
            report: "r".into(),
            languages: vec!["en".into()],
            options: vec![],
            inputs: vec![],
        };
        let outputs = [Recorded::of("b", b"2"), Recorded::of("a", b"1")];
        let text = manifest.to_json(&outputs);
        assert!(text.ends_with("}\n"));
        assert!(text.find("\"a\"").unwrap() < text.find("\"b\"").unwrap());
        assert!(checksums(&outputs).starts_with(&format!("{}  a\n", sha256_hex(b"1"))));
    }
}
