//! Statistics of a data set: pure functions over exact numbers, each with its definition and source.
//!
//! Knows nothing of files and languages. One number has one value here, and every artefact prints that value.

pub mod autocorrelation;
pub mod bootstrap;
mod claims;
pub mod drift;
mod exact;
pub mod inference;
pub mod interval;
pub mod noise;
mod quantile;
pub mod random;
pub mod ranking;
mod sample;
mod summary;

pub use claims::*;
pub use exact::Exact;
pub use quantile::{ascending, median, quantile, quartiles};
pub use sample::{Sample, mean};
pub use summary::*;
