//! Report folders: `report.toml`, the files of a language, and where a template comes from.
//!
//! Knows nothing of pixels. Everything is read once, and every fault of a folder is told at once.

mod fields;
mod report;

pub use report::{Comparison, Digits, PublishedKind, Report};
