//! A report's set of files, swapped into `<out>/<id>/` in one step.
//!
//! Everything is written to `<out>/.<id>.new` and synced, then the two folders change places. Whoever looks sees the
//! complete old set or the complete new one, whatever moment the process dies at. What a dead process left is put
//! right by the next one, under the lock that keeps two of them apart.

use super::manifest::{self, Manifest, Recorded};
use crate::diagnostic::{Class, Fault, Faults};
use crate::render::Artefact;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub const MANIFEST_FILE: &str = "manifest.json";
pub const CHECKSUMS_FILE: &str = "SHA256SUMS";

/// How long one build waits for another one of the same report.
const LOCK_PATIENCE: Duration = Duration::from_secs(60);

/// So many files are written and synced at the same time. A thread that waits for the disk costs nothing, and the disk
/// settles in one commit what waits for it; more of them gain nothing.
const WRITERS: usize = 16;

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
pub(super) fn put_set(
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

fn cannot(what: &str, path: &Path, error: &io::Error) -> Fault {
    let fault = Fault::error(Class::Output, "publish::write", format!("cannot {what}: {error}"))
        .file(path.display().to_string());
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            fault.hint("free some space, or choose another folder with --out; the old set is untouched")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            fault.hint("choose a folder that you may write to with --out; the old set is untouched")
        }
        _ => fault,
    }
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

/// The paths of one report below the output folder.
struct Places {
    out: PathBuf,
    set: PathBuf,
    new: PathBuf,
    old: PathBuf,
    lock: PathBuf,
}

impl Places {
    fn of(out: &Path, id: &str) -> Self {
        Places {
            out: out.to_owned(),
            set: out.join(id),
            new: out.join(format!(".{id}.new")),
            old: out.join(format!(".{id}.old")),
            lock: out.join(format!(".{id}.lock")),
        }
    }

    /// Brings the folder into a state that a killed process cannot have left: called under the lock.
    fn recover(&self) -> Result<(), Fault> {
        if self.old.exists() {
            if self.set.exists() {
                remove(&self.old)?;
            } else {
                fs::rename(&self.old, &self.set).map_err(|e| cannot("bring back the old set", &self.old, &e))?;
            }
        }
        if self.new.exists() { remove(&self.new) } else { Ok(()) }
    }

    /// A folder that somebody else filled must not vanish in a swap, nor a link to one.
    fn refuse_foreign_files(&self) -> Result<(), Faults> {
        let is_no_folder = fs::symlink_metadata(&self.set).is_ok_and(|metadata| !metadata.is_dir());
        if is_no_folder {
            return Err(Fault::error(
                Class::Output,
                "publish::no-folder",
                "a link or a file stands where the set goes",
            )
            .file(self.set.display().to_string())
            .hint("a build replaces the whole folder, and follows no link: move it away, or choose another --out")
            .into());
        }
        let entries = match fs::read_dir(&self.set) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(cannot("read", &self.set, &e).into()),
        };
        let ours = self.files_of_the_last_build();
        let mut foreign: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| !ours.contains(name))
            .collect();
        foreign.sort();
        let faults = foreign
            .into_iter()
            .map(|name| {
                Fault::error(
                    Class::Output,
                    "publish::foreign-file",
                    "a file that no build wrote stands in the output folder",
                )
                .file(self.set.join(name).display().to_string())
                .hint("a build replaces the whole folder: move the file elsewhere, or choose another --out")
            })
            .collect();
        Faults::check(faults)
    }

    /// What the manifest in place lists; nothing when there is none that can be read.
    fn files_of_the_last_build(&self) -> Vec<String> {
        let Ok(text) = fs::read_to_string(self.set.join(MANIFEST_FILE)) else {
            return Vec::new();
        };
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let outputs = value["outputs"].as_array().map_or(&[][..], Vec::as_slice);
        let mut names: Vec<String> = outputs
            .iter()
            .filter_map(|file| file["name"].as_str().map(str::to_owned))
            .collect();
        names.extend([MANIFEST_FILE.to_owned(), CHECKSUMS_FILE.to_owned()]);
        names
    }

    fn stage(&self, files: &[(&str, &[u8])], stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Faults> {
        fs::create_dir(&self.new).map_err(|e| cannot("create", &self.new, &e))?;
        let next = AtomicUsize::new(0);
        let write_some = || {
            while let Some((name, bytes)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stopped() {
                    return Err(interrupted());
                }
                write_synced(&self.new.join(name), bytes).map_err(|e| cannot("write", &self.set.join(name), &e))?;
            }
            Ok(())
        };
        let written = thread::scope(|scope| {
            let others = 1..WRITERS.min(files.len());
            // Where there are no more threads to be had, those that there are do the work.
            let others: Vec<_> = others
                .filter_map(|_| thread::Builder::new().spawn_scoped(scope, write_some).ok())
                .collect();
            let own = write_some();
            let joined = others.into_iter().map(|thread| thread.join());
            // One full disk is one fault, not one for each file.
            joined.fold(own, |all, one| {
                all.and(one.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        });
        written?;
        sync_folder(&self.new).map_err(|e| cannot("sync", &self.new, &e))?;
        if stopped() { Err(interrupted().into()) } else { Ok(()) }
    }

    fn swap_in(&self) -> Result<(), Faults> {
        let swapped = if self.set.exists() {
            exchange(&self.new, &self.set).or_else(|_| self.swap_in_two_steps())
        } else {
            fs::rename(&self.new, &self.set)
        };
        swapped.map_err(|e| cannot("put the new set in place", &self.set, &e))?;
        sync_folder(&self.out).map_err(|e| cannot("sync", &self.out, &e).into())
    }

    /// For file systems that cannot exchange two names. Dying between the two renames leaves the old set aside, where
    /// [`Places::recover`] finds it.
    fn swap_in_two_steps(&self) -> io::Result<()> {
        fs::rename(&self.set, &self.old)?;
        if let Err(error) = fs::rename(&self.new, &self.set) {
            fs::rename(&self.old, &self.set)?;
            return Err(error);
        }
        // The next build removes what cannot be removed now.
        let _ = fs::remove_dir_all(&self.old);
        Ok(())
    }
}

fn remove(path: &Path) -> Result<(), Fault> {
    fs::remove_dir_all(path).map_err(|e| cannot("remove what an earlier build left", path, &e))
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_data()
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Folders cannot be opened for syncing elsewhere; the rename is still one step.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(a: &Path, b: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A lock file; the system lets go of it when the process dies, and it is removed when it is let go in order.
struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    fn take(path: &Path, stopped: &(dyn Fn() -> bool + Sync)) -> Result<Lock, Fault> {
        let begin = Instant::now();
        loop {
            if let Some(lock) = Lock::try_take(path).map_err(|e| cannot("lock", path, &e))? {
                return Ok(lock);
            }
            if stopped() {
                return Err(interrupted());
            }
            if begin.elapsed() > LOCK_PATIENCE {
                return Err(
                    Fault::error(Class::Output, "publish::locked", "another build holds this report")
                        .file(path.display().to_string())
                        .hint("wait for it to end, or build into another folder with --out"),
                );
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn try_take(path: &Path) -> io::Result<Option<Lock>> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            // The one who held it may have removed the file between our opening and our locking.
            Ok(()) if same_file(&file, path) => Ok(Some(Lock {
                path: path.to_owned(),
                file,
            })),
            Ok(()) | Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while still held, so that nobody holds a lock on a name that is free.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

#[cfg(unix)]
fn same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn same_file(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
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
    fn the_swap_without_exchange_gives_the_same() {
        let out = tempfile::tempdir().unwrap();
        write(out.path(), &[artefact("a.txt", "1")]).unwrap();
        let places = Places::of(out.path(), "r");
        places.stage(&[("b.txt", b"2")], &|| false).unwrap();
        places.swap_in_two_steps().unwrap();
        assert_eq!(names(out.path()), ["r"]);
        assert_eq!(names(&out.path().join("r")), ["b.txt"]);
    }

    #[test]
    fn one_holder_at_a_time() {
        let out = tempfile::tempdir().unwrap();
        let path = out.path().join(".r.lock");
        let lock = Lock::try_take(&path).unwrap().expect("free");
        assert!(Lock::try_take(&path).unwrap().is_none());
        drop(lock);
        assert!(!path.exists());
        assert!(Lock::try_take(&path).unwrap().is_some());
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
