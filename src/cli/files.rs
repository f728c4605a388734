//! Single files that a command reads or writes: by name, or `-` for the standard streams.

use crate::diagnostic::{Class, Fault};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

/// The name that messages use for standard input.
pub const STANDARD_INPUT: &str = "standard input";

/// Reads a file, or standard input when it is called `-`.
pub fn read(name: &Path) -> Result<Vec<u8>, Fault> {
    let (shown, result) = if name == Path::new("-") {
        let mut bytes = Vec::new();
        let result = io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes);
        (STANDARD_INPUT.to_owned(), result)
    } else {
        (name.display().to_string(), fs::read(name))
    };
    result.map_err(|e| Fault::input("cli::unreadable", format!("the file cannot be read: {e}")).file(shown))
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
