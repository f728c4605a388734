//! The native data format `benchfolio/1`: its model, its reader and validator, and importers of other tools' files.
//!
//! Knows nothing of languages and pixels. Numbers stay exact: see [`crate::stats::Exact`].

mod model;

pub use model::*;
