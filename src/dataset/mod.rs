//! The native data format `benchfolio/1`: its model, its reader and validator, and importers of other tools' files.
//!
//! Knows nothing of languages and pixels. Numbers stay exact: see [`crate::stats::Exact`].

pub mod import;
mod json;
mod model;
mod read;
mod write;

pub use model::*;
pub use read::MAX_BYTES;

/// What the field `format` of a data file says.
pub const FORMAT: &str = "benchfolio/1";

/// The JSON Schema (2020-12) of the format. What holds between fields, no schema can say: the reader checks it.
pub const SCHEMA: &str = include_str!("schema.json");
