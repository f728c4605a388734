//! The papers of an archive: what tells a person and a machine what lies in it, who may use it, and how to make it again.
//!
//! Each paper is a pure function of [`Facts`] and of the files that lie there; none looks at a clock or a disk.

mod citation;
mod crate_metadata;
mod faces;
mod readme;

pub use citation::citation;
pub use crate_metadata::crate_metadata;
pub use faces::faces;
pub use readme::{readme, rebuild_script};

use crate::project::Licence;

/// Names of the papers, at the top of an archive.
pub const CITATION_FILE: &str = "CITATION.cff";
pub const CRATE_FILE: &str = "ro-crate-metadata.json";
pub const README_FILE: &str = "README.md";
pub const REBUILD_FILE: &str = "rebuild.sh";

/// The folder of an archive that holds what was generated.
pub const PUBLISHED_FOLDER: &str = "published/";
/// The folder of an archive that holds the fonts and, below it, their licences.
pub const FONTS_FOLDER: &str = "fonts/";

/// What the papers say of a report.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// Id of the report.
    pub id: &'a str,
    /// Of the article, in the language that the others are translated from.
    pub title: &'a str,
    pub description: &'a str,
    pub keywords: &'a [String],
    pub authors: &'a [String],
    /// ISO 8601.
    pub date: Option<&'a str>,
    /// Where the files are published.
    pub url: Option<&'a str>,
    pub licence: Option<Licence>,
    /// Tag and name of each language.
    pub languages: Vec<(&'a str, &'a str)>,
    /// The version of the program, and of the crates in it that shape pixels.
    pub version: &'a str,
    pub crates: &'a [(&'a str, &'a str)],
}

/// A file of the archive, as the papers list it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Path below the top of the archive.
    pub name: String,
    /// `None` of a file that is made after the list.
    pub sha256: Option<String>,
    pub bytes: u64,
    pub part: Part,
}

/// What a file of the archive is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Input,
    Font,
    Output,
    Paper,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn facts() -> Facts<'static> {
        Facts {
            id: "cache-test",
            title: "The cache: \"twice\" as fast?",
            description: "What a cache saves.\nAnd what not.",
            keywords: &[],
            authors: &[],
            date: Some("2026-07-09"),
            url: None,
            licence: None,
            languages: vec![("en", "English"), ("pl", "polski")],
            version: "0.1.0",
            crates: &[("resvg", "0.49.0")],
        }
    }

    pub fn listed(name: &str, part: Part) -> Listed {
        Listed {
            name: name.into(),
            sha256: Some("00".repeat(32)),
            bytes: 7,
            part,
        }
    }
}
