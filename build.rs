//! Names the build: a digest of everything that the program is made from. A set that another build made is made again.
//!
//! The templates are compiled in as a folder, so a new file in it must be noticed too.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What shapes an artefact. The fonts are known by their checksums, which a test compares with the fonts.
const SOURCES: [&str; 5] = ["Cargo.lock", "build.rs", "fonts/SHA256SUMS", "src", "templates"];

fn main() {
    let mut digest = Fnv::new();
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        let mut files = Vec::new();
        collect(Path::new(source), &mut files);
        files.sort();
        for file in files {
            digest.add(file.to_string_lossy().as_bytes());
            digest.add(&fs::read(&file).unwrap_or_default());
        }
    }
    for name in ["TARGET", "PROFILE", "CARGO_ENCODED_RUSTFLAGS"] {
        digest.add(env::var(name).unwrap_or_default().as_bytes());
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("-vV").output();
    digest.add(&version.map(|output| output.stdout).unwrap_or_default());
    println!("cargo:rustc-env=BENCHFOLIO_BUILD={:032x}", digest.0);
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().for_each(|entry| collect(&entry.path(), files)),
        Err(_) => files.push(path.to_owned()),
    }
}

/// FNV-1a of 128 bits (draft-eastlake-fnv): nobody attacks it here, and it needs no crate.
struct Fnv(u128);

impl Fnv {
    fn new() -> Self {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Adds a text and its length, so that two texts are not one longer one.
    fn add(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
