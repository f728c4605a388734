//! The places of one report below the output folder: its set, what is written beside it, the lock, and the swap.

use super::set::{CHECKSUMS_FILE, MANIFEST_FILE, interrupted};
use crate::diagnostic::{Class, Fault, Faults};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long one build waits for another one of the same report.
const LOCK_PATIENCE: Duration = Duration::from_secs(60);

/// So many files are written and synced at the same time. A thread that waits for the disk costs nothing, and the disk
/// settles in one commit what waits for it; more of them gain nothing.
const WRITERS: usize = 16;

/// The paths of one report below the output folder.
pub(super) struct Places {
    out: PathBuf,
    pub set: PathBuf,
    pub new: PathBuf,
    old: PathBuf,
    pub lock: PathBuf,
}

impl Places {
    pub(super) fn of(out: &Path, id: &str) -> Self {
        Places {
            out: out.to_owned(),
            set: out.join(id),
            new: out.join(format!(".{id}.new")),
            old: out.join(format!(".{id}.old")),
            lock: out.join(format!(".{id}.lock")),
        }
    }

    /// Brings the folder into a state that a killed process cannot have left: called under the lock.
    pub(super) fn recover(&self) -> Result<(), Fault> {
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
    pub(super) fn refuse_foreign_files(&self) -> Result<(), Faults> {
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

    pub(super) fn stage(&self, files: &[(&str, &[u8])], stopped: &(dyn Fn() -> bool + Sync)) -> Result<(), Faults> {
        write_files(&self.new, &self.set, files, stopped)
    }

    pub(super) fn swap_in(&self) -> Result<(), Faults> {
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

/// Writes files into a folder that is made for them, and syncs them; messages say where they will stand.
pub(super) fn write_files(
    folder: &Path,
    set: &Path,
    files: &[(&str, &[u8])],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(), Faults> {
    fs::create_dir(folder).map_err(|e| cannot("create", folder, &e))?;
    let next = AtomicUsize::new(0);
    let write_some = || {
        while let Some((name, bytes)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            if stopped() {
                return Err(interrupted());
            }
            write_synced(&folder.join(name), bytes).map_err(|e| cannot("write", &set.join(name), &e))?;
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
    sync_folder(folder).map_err(|e| cannot("sync", folder, &e))?;
    if stopped() { Err(interrupted().into()) } else { Ok(()) }
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
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    pub(super) fn take(path: &Path, stopped: &(dyn Fn() -> bool + Sync)) -> Result<Lock, Fault> {
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

    pub(super) fn try_take(path: &Path) -> io::Result<Option<Lock>> {
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

pub(super) fn cannot(what: &str, path: &Path, error: &io::Error) -> Fault {
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What lies in a folder, in the order of the alphabet.
    pub fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_swap_without_exchange_gives_the_same() {
        let out = tempfile::tempdir().unwrap();
        fs::create_dir(out.path().join("r")).unwrap();
        fs::write(out.path().join("r/a.txt"), "1").unwrap();
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
}
