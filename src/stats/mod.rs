//! Statistics of a data set: pure functions over exact numbers, each with its definition and source.
//!
//! Knows nothing of files and languages. One number has one value here, and every artefact prints that value.

mod exact;
mod summary;

pub use exact::Exact;
pub use summary::*;
