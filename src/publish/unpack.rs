//! Reading an archive, packed or unpacked, that a stranger may have made: into memory only, with limits on names, count
//! and size.
//!
//! Nothing is written to the disk here, so no name can reach a file; names that could do so elsewhere are refused.

use crate::diagnostic::{Fault, Faults};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use zip::ZipArchive;

/// What an archive may hold at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub files: usize,
    /// Sum of the unpacked sizes.
    pub bytes: u64,
    /// Unpacked by packed size of one file; counts for files above [`SMALL`].
    pub ratio: u64,
}

impl Default for Limits {
    /// A graphics archive of twenty languages is a tenth of this.
    fn default() -> Self {
        Limits {
            files: 10_000,
            bytes: 1 << 30,
            ratio: 200,
        }
    }
}

/// Below this size a high ratio is no attack: a file of spaces.
const SMALL: u64 = 1 << 20;

/// The files of an archive by name, in the order of their names.
///
/// # Errors
/// All that is wrong with its entries; `name` is how messages call the archive.
pub fn read_archive(name: &str, bytes: &[u8], limits: Limits) -> Result<BTreeMap<String, Vec<u8>>, Faults> {
    let fault = |code: &'static str, message: &str| Fault::input(code, message).file(name);
    let broken =
        |error: zip::result::ZipError| fault("archive::broken", "the archive cannot be read").found(error.to_string());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > limits.files {
        return Err(fault("archive::too-many-files", "the archive holds too many files")
            .found(archive.len().to_string())
            .expected(format!("at most {}", limits.files))
            .into());
    }
    if archive.has_overlapping_files().map_err(broken)? {
        return Err(fault(
            "archive::overlap",
            "files of the archive overlap: it would unpack to more than it holds",
        )
        .into());
    }
    let mut files = BTreeMap::new();
    let mut lower_case = BTreeMap::new();
    let mut faults = Vec::new();
    let mut left = limits.bytes;
    if archive.has_duplicate_names() {
        faults.push(fault(
            "archive::duplicate-name",
            "two files of the archive have the same name",
        ));
    }
    for at in 0..archive.len() {
        // An encrypted one is opened only to say so.
        let is_encrypted = archive.by_index_raw(at).is_ok_and(|file| file.encrypted());
        if is_encrypted {
            let entry = archive
                .by_index_raw(at)
                .map(|file| String::from_utf8_lossy(file.name_raw()).into_owned());
            faults.push(
                fault("archive::encrypted", "a file of the archive is encrypted").path(entry.unwrap_or_default()),
            );
            continue;
        }
        let mut file = match archive.by_index(at) {
            Ok(file) => file,
            Err(error) => {
                faults.push(broken(error));
                continue;
            }
        };
        let entry = String::from_utf8_lossy(file.name_raw()).into_owned();
        if let Err(why) = is_name_for_archive(entry.trim_end_matches('/')) {
            faults.push(
                fault(
                    "archive::name",
                    "a name in the archive leaves its folder or cannot be unpacked everywhere",
                )
                .found(format!("{entry:?}, {why}")),
            );
            continue;
        }
        if file.is_symlink() {
            faults.push(fault("archive::link", "the archive holds a symbolic link").path(entry));
            continue;
        }
        if file.is_dir() {
            continue;
        }
        if let Some(other) = lower_case.insert(entry.to_lowercase(), entry.clone()) {
            faults.push(
                fault(
                    "archive::duplicate-name",
                    "two names in the archive differ in case only",
                )
                .found(format!("{other:?} and {entry:?}")),
            );
            continue;
        }
        let packed = file.compressed_size().max(1);
        let mut contents = Vec::new();
        // One byte above the allowance shows that there is more; sizes that the archive states are not believed.
        let allowance = left.min(packed.saturating_mul(limits.ratio).max(SMALL));
        match (&mut file).take(allowance + 1).read_to_end(&mut contents) {
            Ok(size) if size as u64 > allowance => {
                let expected = format!(
                    "at most {} bytes in all and {} times its packed size",
                    limits.bytes, limits.ratio
                );
                return Err(fault("archive::too-large", "a file of the archive unpacks to too much")
                    .path(entry)
                    .expected(expected)
                    .into());
            }
            Ok(size) => left -= size as u64,
            Err(error) => {
                faults.push(
                    fault("archive::broken", "a file of the archive cannot be read")
                        .path(entry)
                        .found(error.to_string()),
                );
                continue;
            }
        }
        files.insert(entry, contents);
    }
    Faults::check(faults)?;
    Ok(files)
}

/// The files of an unpacked archive, or of a set, by name. Links are not followed, and nothing but files is opened.
/// `skipped` names a folder at the top that is left alone.
///
/// # Errors
/// All that is wrong with the names; a link, a device, too many files or too much in them.
pub fn read_folder(folder: &Path, skipped: &str, limits: Limits) -> Result<BTreeMap<String, Vec<u8>>, Faults> {
    let mut walk = Walk {
        limits,
        left: limits.bytes,
        files: BTreeMap::new(),
        faults: Vec::new(),
    };
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((path, prefix)) = folders.pop() {
        let entries = std::fs::read_dir(&path).map_err(|error| unreadable(&path, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(&path, &error))?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(|error| unreadable(&entry.path(), &error))?;
            if kind.is_dir() && name != skipped {
                folders.push((entry.path(), format!("{name}/")));
            } else if !kind.is_dir() {
                walk.add(&entry.path(), name, kind.is_file())?;
            }
            if walk.files.len() + walk.faults.len() + folders.len() > limits.files {
                return Err(
                    Fault::input("archive::too-many-files", "the folder holds too many files")
                        .file(folder.display().to_string())
                        .expected(format!("at most {}", limits.files))
                        .into(),
                );
            }
        }
    }
    Faults::check(walk.faults)?;
    Ok(walk.files)
}

struct Walk {
    limits: Limits,
    left: u64,
    files: BTreeMap<String, Vec<u8>>,
    faults: Vec<Fault>,
}

impl Walk {
    fn add(&mut self, path: &Path, name: String, is_file: bool) -> Result<(), Faults> {
        let fault = |code: &'static str, message: &str| Fault::input(code, message).file(path.display().to_string());
        if !is_file {
            self.faults
                .push(fault("archive::link", "a link or a device stands among the files"));
            return Ok(());
        }
        if let Err(why) = is_name_for_archive(&name) {
            self.faults
                .push(fault("archive::name", "a name cannot be unpacked everywhere").found(format!("{name:?}, {why}")));
            return Ok(());
        }
        let mut contents = Vec::new();
        let read = File::open(path).and_then(|file| file.take(self.left + 1).read_to_end(&mut contents));
        match read {
            Err(error) => self.faults.push(unreadable(path, &error)),
            Ok(size) if size as u64 > self.left => {
                return Err(fault("archive::too-large", "the files of the folder are too large")
                    .expected(format!("at most {} bytes in all", self.limits.bytes))
                    .into());
            }
            Ok(size) => {
                self.left -= size as u64;
                self.files.insert(name, contents);
            }
        }
        Ok(())
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Fault {
    Fault::input("archive::unreadable", format!("this cannot be read: {error}")).file(path.display().to_string())
}

/// Names that Windows keeps for devices, in any case and with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether every system can unpack a file of that name and puts it below the folder that it is unpacked to.
///
/// # Errors
/// What forbids the name on some system.
pub fn is_name_for_archive(name: &str) -> Result<(), &'static str> {
    if name.len() > 240 {
        return Err("longer than 240 bytes");
    }
    for part in name.split('/') {
        let stem = part.split('.').next().unwrap_or("").to_ascii_lowercase();
        let numbered = stem.len() == 4 && (stem.starts_with("com") || stem.starts_with("lpt"));
        match part {
            "" => return Err("an absolute path or an empty part"),
            "." | ".." => return Err("a relative part"),
            _ if part.ends_with(['.', ' ']) => return Err("a part that ends with a dot or a space"),
            _ if part.chars().any(|c| c.is_control() || r#"<>:"\|?*"#.contains(c)) => {
                return Err("a forbidden character");
            }
            _ if DEVICES.contains(&stem.as_str()) || numbered => return Err("the name of a device"),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn archive(names: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, contents) in names {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(contents).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn code(bytes: &[u8], limits: Limits) -> &'static str {
        let faults = read_archive("a.zip", bytes, limits).unwrap_err();
        faults.iter().next().unwrap().code
    }

    #[test]
    fn reads_what_is_in_order() {
        let files = read_archive(
            "a.zip",
            &archive(&[("b/c.txt", b"2"), ("a.txt", b"1")]),
            Limits::default(),
        )
        .unwrap();
        assert_eq!(
            files.into_iter().collect::<Vec<_>>(),
            [("a.txt".into(), b"1".to_vec()), ("b/c.txt".into(), b"2".to_vec())]
        );
    }

    #[test]
    fn names_that_could_reach_other_files_are_refused() {
        for name in [
            "../a",
            "a/../../b",
            "/etc/passwd",
            "a\\b",
            "c:evil",
            "a/./b",
            "nul.txt",
            "COM1",
            "a.",
            "a//b",
            "a\u{7}",
        ] {
            assert_eq!(
                code(&archive(&[(name, b"x")]), Limits::default()),
                "archive::name",
                "{name:?}"
            );
        }
    }

    #[test]
    fn links_and_names_that_differ_in_case_are_refused() {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer
            .add_symlink("a", "/etc/passwd", SimpleFileOptions::default())
            .unwrap();
        assert_eq!(
            code(&writer.finish().unwrap().into_inner(), Limits::default()),
            "archive::link"
        );
        assert_eq!(
            code(&archive(&[("a", b"1"), ("A", b"2")]), Limits::default()),
            "archive::duplicate-name"
        );
    }

    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; 4 << 20];
        let bomb = archive(&[("zeros", &zeros)]);
        assert_eq!(code(&bomb, Limits::default()), "archive::too-large");
        let limits = Limits {
            bytes: 10,
            ..Limits::default()
        };
        assert_eq!(
            code(&archive(&[("a", b"123456"), ("b", b"123456")]), limits),
            "archive::too-large"
        );
        let limits = Limits {
            files: 1,
            ..Limits::default()
        };
        assert_eq!(
            code(&archive(&[("a", b"1"), ("b", b"2")]), limits),
            "archive::too-many-files"
        );
    }

    #[test]
    fn damaged_archives_are_refused() {
        let mut bytes = archive(&[("a.txt", b"some text that is long enough")]);
        assert_eq!(code(&bytes[..bytes.len() / 2], Limits::default()), "archive::broken");
        bytes[40] ^= 1;
        assert_eq!(code(&bytes, Limits::default()), "archive::broken");
        assert_eq!(code(b"", Limits::default()), "archive::broken");
    }
}
