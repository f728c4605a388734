//! Statistics of a data set: pure functions over exact numbers, each with its definition and source.
//!
//! Knows nothing of files and languages. One number has one value here, and every artefact prints that value.

pub mod autocorrelation;
pub mod bootstrap;
pub mod drift;
mod exact;
pub mod inference;
pub mod interval;
pub mod noise;
pub mod random;
mod summary;

pub use exact::Exact;
pub use summary::*;
