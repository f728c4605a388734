//! A report's set of files, swapped into `<out>/<id>/` in one step.
//!
//! Everything is written to `<out>/.<id>.new` and synced, then the two folders change places. Whoever looks sees the
//! complete old set or the complete new one, whatever moment the process dies at. What a dead process left is put
//! right by the next one, under the lock that keeps two of them apart.

use super::manifest::{self, Manifest, Recorded};
use super::places::{Lock, Places, cannot, write_files};
use crate::diagnostic::{Class, Fault, Faults};
use crate::render::Artefact;
use std::fs;
use std::path::{Path, PathBuf};

pub const MANIFEST_FILE: &str = "manifest.json";
pub const CHECKSUMS_FILE: &str = "SHA256SUMS";

/// A set that stands in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    pub folder: PathBuf,
    /// Every file, `manifest.json` and `SHA256SUMS` included, sorted by name.
    pub files: Vec<Recorded>,
}

impl Published {
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }
}

/// Writes `artefacts` with their manifest and checksums to `<out>/<id>/` and drops what was there before.
///
/// `stopped` is asked between files; when it says yes nothing is changed.
///
/// # Errors
/// Faults of [`Class::Output`]; the old set is untouched then. A folder that holds files which no build wrote is not
/// replaced.
pub fn write_set(
    out: &Path,
    manifest: &Manifest,
    artefacts: &[Artefact],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Published, Faults> {
    let id = &manifest.report;
    check_names(id, artefacts)?;
    let mut records = manifest::record(artefacts);
    let manifest_text = manifest.to_json(&records);
    records.push(Recorded::of(MANIFEST_FILE, manifest_text.as_bytes()));
    let sums = manifest::checksums(&records);
    records.push(Recorded::of(CHECKSUMS_FILE, sums.as_bytes()));

    let mut files: Vec<(&str, &[u8])> = artefacts
        .iter()
        .map(|a| (a.name.as_str(), a.bytes.as_slice()))
        .collect();
    files.push((MANIFEST_FILE, manifest_text.as_bytes()));
    files.push((CHECKSUMS_FILE, sums.as_bytes()));
    let folder = put_set(out, id, &files, stopped)?;
    records.sort();
    Ok(Published { folder, files: records })
}

/// Puts a whole set, manifest and checksums included, to `<out>/<id>/`, as [`write_set`] does; returns its folder.
///
/// # Errors
/// As [`write_set`].
fn put_set(
    out: &Path,
    id: &str,
    files: &[(&str, &[u8])],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<PathBuf, Faults> {
    is_folder(out)?;
    fs::create_dir_all(out).map_err(|e| cannot("create the output folder", out, &e))?;
    let places = Places::of(out, id);
    let _lock = Lock::take(&places.lock, stopped)?;
    places.recover()?;
    places.refuse_foreign_files()?;
    let staged = places.stage(files, stopped).and_then(|()| places.swap_in());
    // After a swap this is the old set, after a failure the unfinished new one. When it cannot be removed, the next
    // build tries again.
    let _ = fs::remove_dir_all(&places.new);
    staged?;
    Ok(places.set)
}

/// Several sets that are written beside their places, all of them, before the first is put in: a disk that fills up
/// changes none.
pub(super) struct Staging {
    out: PathBuf,
    places: Places,
    _lock: Lock,
}

impl Staging {
    /// Where the sets are written; no report can have this id.
    const ID: &str = "sets~merged";

    /// # Errors
    /// The output folder is none, or cannot be written to.
    pub fn begin(out: &Path, stopped: &(dyn Fn() -> bool + Sync)) -> Result<Staging, Faults> {
        is_folder(out)?;
        fs::create_dir_all(out).map_err(|e| cannot("create the output folder", out, &e))?;
        let places = Places::of(out, Staging::ID);
        let lock = Lock::take(&places.lock, stopped)?;
        places.recover()?;
        fs::create_dir(&places.new).map_err(|e| cannot("create", &places.new, &e))?;
        Ok(Staging {
            out: out.to_owned(),
            places,
            _lock: lock,
        })
    }

    /// Writes a whole set, manifest and checksums included.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, id: &str, files: &[(&str, &[u8])], stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Faults> {
        write_files(&self.places.new.join(id), &self.out.join(id), files, stopped)
    }

    /// Puts a set that was written to `<out>/<id>/`.
    ///
    /// # Errors
    /// As [`write_set`], but for what writing could meet.
    pub fn put(&self, id: &str, stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Faults> {
        let places = Places::of(&self.out, id);
        let _lock = Lock::take(&places.lock, stopped)?;
        places.recover()?;
        places.refuse_foreign_files()?;
        let written = self.places.new.join(id);
        fs::rename(&written, &places.new).map_err(|e| cannot("move the new set beside its place", &places.new, &e))?;
        let swapped = places.swap_in();
        let _ = fs::remove_dir_all(&places.new);
        swapped
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next run.
        let _ = fs::remove_dir_all(&self.places.new);
    }
}

/// Whether sets can be put below `out`, as far as that shows before they are made.
///
/// # Errors
/// Something else than a folder stands there.
pub fn is_folder(out: &Path) -> Result<(), Fault> {
    // A link to a folder of results is as good as the folder.
    match fs::metadata(out) {
        Ok(metadata) if !metadata.is_dir() => Err(Fault::error(
            Class::Output,
            "publish::no-folder",
            "the results go to a folder, and something else stands there",
        )
        .file(out.display().to_string())
        .hint("name another folder with --out, or move this away")),
        // What cannot be seen is told when it is written to.
        _ => Ok(()),
    }
}

/// Whether a set can take the place that it has below `out`: nothing stands there, or a set that a build wrote.
///
/// # Errors
/// A link or a file in its place, files that no build wrote.
pub(super) fn is_free(out: &Path, id: &str) -> Result<(), Faults> {
    Places::of(out, id).refuse_foreign_files()
}

/// Puts right what killed builds left below `out`: unfinished sets go, a set that was moved aside comes back.
/// Reports that are being built at this moment are left alone.
pub fn remove_leftovers(out: &Path) -> Result<(), Faults> {
    let Ok(entries) = fs::read_dir(out) else {
        return Ok(());
    };
    let mut ids: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let inner = name.strip_prefix('.')?;
            let id = [".new", ".old", ".lock"]
                .iter()
                .find_map(|end| inner.strip_suffix(end))?;
            Some(id.to_owned())
        })
        .collect();
    ids.sort();
    ids.dedup();
    for id in ids {
        let places = Places::of(out, &id);
        if let Some(_lock) = Lock::try_take(&places.lock).map_err(|e| cannot("open", &places.lock, &e))? {
            places.recover()?;
        }
    }
    Ok(())
}

/// A run was asked to stop before everything was in its place.
pub fn interrupted() -> Fault {
    Fault::error(
        Class::Output,
        "publish::interrupted",
        "interrupted before the set was complete; the old set is untouched",
    )
}

/// Names that are safe on every system an archive is unpacked on; a set is flat.
fn check_names(id: &str, artefacts: &[Artefact]) -> Result<(), Faults> {
    let good = |name: &str| {
        !name.is_empty()
            && !name.starts_with(['.', '-'])
            && name.len() <= 200
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+".contains(&b))
    };
    let expected = "letters, digits, '.', '_', '-' and '+', beginning with a letter or a digit";
    let mut faults = Vec::new();
    if !good(id) {
        faults.push(
            Fault::error(
                Class::Input,
                "publish::report-id",
                "the report's id cannot name a folder",
            )
            .found(format!("{id:?}"))
            .expected(expected),
        );
    }
    let mut seen = std::collections::BTreeSet::new();
    for artefact in artefacts {
        let fault = |message: &str| {
            Fault::error(Class::Output, "publish::file-name", message).found(format!("{:?}", artefact.name))
        };
        if !good(&artefact.name) {
            faults.push(fault("an artefact has a name that cannot name a file").expected(expected));
        }
        let reserved = [MANIFEST_FILE, CHECKSUMS_FILE].contains(&artefact.name.as_str());
        // Windows and macOS do not tell `A` from `a`.
        if reserved || !seen.insert(artefact.name.to_ascii_lowercase()) {
            faults.push(fault("two artefacts have the same name"));
        }
    }
    Faults::check(faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::places::tests::names;

    fn artefact(name: &str, bytes: &str) -> Artefact {
        Artefact {
            name: name.into(),
            bytes: bytes.into(),
        }
    }

    fn manifest() -> Manifest {
        Manifest {
            kind: crate::publish::Kind::Set,
            report: "r".into(),
            languages: vec!["en".into()],
            options: vec![],
            inputs: vec![],
        }
    }

    fn write(out: &Path, artefacts: &[Artefact]) -> Result<Published, Faults> {
        write_set(out, &manifest(), artefacts, &|| false)
    }

    #[test]
    fn a_new_set_replaces_the_old_one_and_leaves_nothing_beside_it() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), &[artefact("a.txt", "1"), artefact("b.txt", "1")]).unwrap();
        let published = write(out.path(), &[artefact("a.txt", "22")]).unwrap();
        assert_eq!(names(out.path()), ["r"]);
        assert_eq!(names(&published.folder), ["SHA256SUMS", "a.txt", "manifest.json"]);
        assert_eq!(fs::read_to_string(published.folder.join("a.txt")).unwrap(), "22");
        assert!(published.files.contains(&Recorded::of("a.txt", b"22")));
    }

    #[test]
    fn a_file_that_no_build_wrote_is_not_lost() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), &[artefact("a.txt", "1")]).unwrap();
        fs::write(out.path().join("r/notes.txt"), "mine").unwrap();
        let faults = write(out.path(), &[artefact("a.txt", "2")]).unwrap_err();
        assert_eq!(faults.exit_code(), 4);
        assert!(faults.to_string().contains("notes.txt"), "{faults}");
        assert_eq!(fs::read_to_string(out.path().join("r/a.txt")).unwrap(), "1");
        assert_eq!(names(out.path()), ["r"]);
    }

    #[test]
    fn an_interrupted_build_changes_nothing() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), &[artefact("a.txt", "1")]).unwrap();
        let faults = write_set(out.path(), &manifest(), &[artefact("a.txt", "2")], &|| true).unwrap_err();
        assert_eq!(faults.iter().next().unwrap().code, "publish::interrupted");
        assert_eq!(fs::read_to_string(out.path().join("r/a.txt")).unwrap(), "1");
        assert_eq!(names(out.path()), ["r"]);
    }

    #[test]
    fn what_a_dead_build_left_is_put_right() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), &[artefact("a.txt", "1")]).unwrap();
        // Dead between the two renames of a file system without exchange.
        fs::rename(out.path().join("r"), out.path().join(".r.old")).unwrap();
        fs::create_dir(out.path().join(".r.new")).unwrap();
        fs::write(out.path().join(".r.new/a.txt"), "half").unwrap();
        fs::write(out.path().join(".r.lock"), "").unwrap();
        remove_leftovers(out.path()).unwrap();
        assert_eq!(names(out.path()), ["r"]);
        assert_eq!(fs::read_to_string(out.path().join("r/a.txt")).unwrap(), "1");
    }

    #[test]
    fn sets_that_are_staged_together_change_nothing_until_they_are_put() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), &[artefact("a.txt", "1")]).unwrap();
        let go_on = || false;
        let staging = Staging::begin(out.path(), &go_on).unwrap();
        staging.write("r", &[("a.txt", b"2")], &go_on).unwrap();
        staging.write("s", &[("b.txt", b"2")], &go_on).unwrap();
        assert_eq!(fs::read_to_string(out.path().join("r/a.txt")).unwrap(), "1");
        // As if the disk were full at the third.
        drop(staging);
        assert_eq!(names(out.path()), ["r"]);
        let staging = Staging::begin(out.path(), &go_on).unwrap();
        staging.write("s", &[("b.txt", b"2")], &go_on).unwrap();
        staging.put("s", &go_on).unwrap();
        drop(staging);
        assert_eq!(names(out.path()), ["r", "s"]);
        assert_eq!(names(&out.path().join("s")), ["b.txt"]);
    }

    #[test]
    fn names_that_leave_the_folder_are_refused() {
        let out = tempfile::tempdir().unwrap();
        for name in ["../a", "a/b", ".a", "", "a\\b", "a b", "manifest.json"] {
            assert!(write(out.path(), &[artefact(name, "1")]).is_err(), "{name:?}");
        }
        assert!(write(out.path(), &[artefact("a.txt", "1"), artefact("A.txt", "1")]).is_err());
        assert_eq!(names(out.path()), Vec::<String>::new());
    }
}
