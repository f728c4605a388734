//! From numbers and words to artefacts. Each artefact kind is one module; none knows the insides of another.

pub mod article;
pub mod chart;
pub mod infographic;
pub mod post;
pub mod summary;
pub mod svg;

/// A finished output file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artefact {
    /// File name below the report's output folder, such as `article.pl.pdf`.
    pub name: String,
    pub bytes: Vec<u8>,
}
