//! Data files: what is read from them, what is refused and in which words, what is computed and written.

mod artefacts;
mod faults;
mod numbers;
mod round_trip;

use benchfolio::dataset::Dataset;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The data set of the report in this repository.
fn proxysql() -> Dataset {
    read(root().join("reports/proxysql-2.7-vs-3.0/data.json"))
}

fn fixture(name: &str) -> Dataset {
    read(root().join("tests/data").join(name))
}

fn read(path: PathBuf) -> Dataset {
    Dataset::read_file(&path).unwrap_or_else(|faults| panic!("{faults}"))
}
