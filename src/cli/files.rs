//! Single files that a command reads or writes: by name, or `-` for the standard streams.

use crate::dataset::Dataset;
use crate::diagnostic::{Class, Fault, Faults};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

/// The name that messages use for standard input.
pub const STANDARD_INPUT: &str = "standard input";

/// The largest file of results that is imported, in bytes: 1 GiB. A device that never ends is larger.
const LARGEST_RESULTS: u64 = 1 << 30;

/// Reads a data file, or one from standard input when it is called `-`; of no more bytes than a data file may have.
pub fn read_data(name: &Path) -> Result<Vec<u8>, Faults> {
    match name == Path::new("-") {
        true => Dataset::bytes_from(STANDARD_INPUT, io::stdin().lock()),
        false => Dataset::file_bytes(name),
    }
}

/// Reads a file of results, or standard input when it is called `-`.
pub fn read(name: &Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let (shown, result) = if name == Path::new("-") {
        let input = io::stdin().lock().take(LARGEST_RESULTS + 1);
        (STANDARD_INPUT.to_owned(), { input }.read_to_end(&mut bytes))
    } else {
        let file = fs::File::open(name).map(|file| file.take(LARGEST_RESULTS + 1));
        let result = file.and_then(|mut file| file.read_to_end(&mut bytes));
        (name.display().to_string(), result)
    };
    match result {
        Err(e) => Err(Fault::input("cli::unreadable", format!("the file cannot be read: {e}")).file(shown)),
        Ok(_) if bytes.len() as u64 > LARGEST_RESULTS => Err(Fault::input("cli::too-large", "the file is too large")
            .file(shown)
            .expected(format!("at most {LARGEST_RESULTS} bytes"))),
        Ok(_) => Ok(bytes),
    }
}

/// Replaces a file in one step: whoever reads it sees the old text or the new one.
pub fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let written = new_file(folder).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.as_file().sync_data()?;
        file.persist(path).map_err(|e| e.error)
    });
    written.map(|_| ()).map_err(|e| {
        Fault::error(
            Class::Output,
            "cli::unwritable",
            format!("the file cannot be written: {e}"),
        )
        .file(path.display().to_string())
    })
}

/// A file beside the one that it will replace, with the permissions of any new file.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".benchfolio-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
