//! Whether the files of a set are still those that were written.
//!
//! A seal is the digest of a file together with what the system says of it: size, moments of the last change of its
//! contents and of its entry, and number of its entry. When the system says the same, nothing wrote to the file since; a
//! file that was copied or restored is told by its digest.

use super::manifest::{Recorded, sha256_of};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// A file as it was when it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    pub name: String,
    pub sha256: String,
    pub bytes: u64,
    entry: Entry,
}

/// Moments in nanoseconds since 1970. All zero where a system does not tell them: then digests decide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    modified: i64,
    changed: i64,
    inode: u64,
}

/// What became of the files of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intact {
    /// Nothing wrote to them.
    Untouched,
    /// They hold what they held, in other entries: copied, or restored.
    Restored,
    No,
}

impl Seal {
    /// Seals a file of `folder` whose contents are known.
    ///
    /// # Errors
    /// The file is not there.
    pub fn of(folder: &Path, name: &str, sha256: &str) -> io::Result<Seal> {
        let metadata = fs::symlink_metadata(folder.join(name))?;
        Ok(Seal {
            name: name.to_owned(),
            sha256: sha256.to_owned(),
            bytes: metadata.len(),
            entry: Entry::of(&metadata),
        })
    }

    pub fn recorded(&self) -> Recorded {
        Recorded {
            name: self.name.clone(),
            sha256: self.sha256.clone(),
            bytes: self.bytes,
        }
    }

    fn holds(&self, folder: &Path) -> Intact {
        let path = folder.join(&self.name);
        let Ok(metadata) = fs::symlink_metadata(&path) else {
            return Intact::No;
        };
        if !metadata.is_file() || metadata.len() != self.bytes {
            return Intact::No;
        }
        let entry = Entry::of(&metadata);
        if entry == self.entry && entry != Entry::default() {
            return Intact::Untouched;
        }
        match File::open(path).and_then(sha256_of) {
            Ok(sha256) if sha256 == self.sha256 => Intact::Restored,
            _ => Intact::No,
        }
    }
}

/// Whether `folder` holds exactly the sealed files, as they were.
pub fn intact(folder: &Path, seals: &[Seal]) -> Intact {
    let Ok(entries) = fs::read_dir(folder) else {
        return Intact::No;
    };
    if seals.is_empty() || entries.count() != seals.len() {
        return Intact::No;
    }
    let mut all = Intact::Untouched;
    for seal in seals {
        match seal.holds(folder) {
            Intact::Untouched => {}
            Intact::Restored => all = Intact::Restored,
            Intact::No => return Intact::No,
        }
    }
    all
}

impl Entry {
    #[cfg(unix)]
    fn of(metadata: &Metadata) -> Entry {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Entry {
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Entry {
        Entry::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sha256_hex;
    use super::*;

    fn sealed(folder: &Path, files: &[(&str, &str)]) -> Vec<Seal> {
        let seal = |(name, text): &(&str, &str)| {
            fs::write(folder.join(name), text).unwrap();
            Seal::of(folder, name, &sha256_hex(text.as_bytes())).unwrap()
        };
        files.iter().map(seal).collect()
    }

    #[test]
    fn what_nobody_touched_is_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let seals = sealed(folder.path(), &[("a", "1"), ("b", "2")]);
        assert_eq!(intact(folder.path(), &seals), Intact::Untouched);
        assert_eq!(intact(folder.path(), &[]), Intact::No);
        assert_eq!(intact(&folder.path().join("none"), &seals), Intact::No);
    }

    #[test]
    fn copies_are_told_by_their_contents() {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let seals = sealed(here.path(), &[("a", "1")]);
        fs::copy(here.path().join("a"), there.path().join("a")).unwrap();
        assert_eq!(intact(there.path(), &seals), Intact::Restored);
        fs::write(there.path().join("a"), "2").unwrap();
        assert_eq!(intact(there.path(), &seals), Intact::No);
    }

    #[test]
    fn a_changed_missing_or_added_file_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let seals = sealed(folder.path(), &[("a", "1"), ("b", "2")]);
        fs::write(folder.path().join("c"), "3").unwrap();
        assert_eq!(intact(folder.path(), &seals), Intact::No);
        fs::remove_file(folder.path().join("c")).unwrap();
        // The same size, and a modification time set back.
        let times = fs::metadata(folder.path().join("a")).unwrap().modified().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::write(folder.path().join("a"), "9").unwrap();
        let file = File::options().write(true).open(folder.path().join("a")).unwrap();
        file.set_modified(times).unwrap();
        assert_eq!(intact(folder.path(), &seals), Intact::No);
        fs::remove_file(folder.path().join("a")).unwrap();
        assert_eq!(intact(folder.path(), &seals), Intact::No);
    }
}
