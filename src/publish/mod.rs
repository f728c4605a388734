//! Getting finished artefacts onto the disk whole: staged writing and one swap, the manifest, checksums, the archive.
//!
//! Knows nothing of what is inside an artefact: a set is a list of names and bytes.

mod manifest;
mod merge;
mod places;
mod seal;
mod set;
mod unpack;
mod zip;

pub use manifest::{
    Kind, Manifest, Recorded, checksums, crates_that_shape_pixels, digest_of_font, sha256_hex, sha256_of,
};
pub use merge::{Merged, ShardNote, merge};
pub use seal::{Intact, Seal, intact};
pub use set::{CHECKSUMS_FILE, MANIFEST_FILE, Published, interrupted, is_folder, remove_leftovers, write_set};
pub use unpack::{Limits, is_name_for_archive, read_archive, read_folder};
pub use zip::{Entry, write_zip};
