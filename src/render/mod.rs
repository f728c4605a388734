//! From numbers and words to artefacts. Each artefact kind is one module; none knows the insides of another.

pub mod archive;
pub mod article;
pub mod chart;
pub mod contact_sheet;
pub mod infographic;
pub mod logo;
mod path_data;
pub mod post;
pub mod summary;
pub mod svg;
pub mod theme;

/// A finished output file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artefact {
    /// File name below the report's output folder, such as `article.pl.pdf`.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The media type of a file that is published or archived, by the end of its name.
pub fn media_type(file: &str) -> &'static str {
    match file.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "html" => "text/html",
        "md" => "text/markdown",
        "csv" => "text/csv",
        "json" => "application/json",
        "py" => "text/x-python",
        "zip" => "application/zip",
        "toml" => "application/toml",
        "sh" => "application/x-sh",
        "cff" => "application/yaml",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "ttc" => "font/collection",
        _ => "text/plain",
    }
}
