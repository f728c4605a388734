//! Reports in zip archives. A graphics archive is read as it is, in memory: its report, its templates and its data, and
//! nothing of this machine. A report folder that somebody packed is unpacked into a folder of the system's temporary ones,
//! safely; it is gone afterwards, and what a killed run left is removed by the next one.

use super::archived::{Archived, Declared};
use super::make::{Choices, Source};
use crate::diagnostic::{Class, Fault, Faults};
use crate::project::{OWN_FOLDER, STANDARD_DATA};
use crate::publish::{Limits, MANIFEST_FILE, read_archive};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Once;
use tempfile::TempDir;

const REPORT_FILE: &str = "report.toml";

/// A source that can be read; one in an archive can be only as long as this lives.
pub(super) struct Opened<'a> {
    source: Cow<'a, Source>,
    archived: Option<Archived>,
    unpacked: Option<Unpacked>,
}

struct Unpacked {
    /// Tells other runs that the files are in use.
    _lock: File,
    /// Holds the files.
    _folder: TempDir,
    path: String,
    /// What messages say instead of the path.
    shown: String,
}

impl<'a> Opened<'a> {
    /// Opens a source. A folder of `--templates` stands in the place of those of a graphics archive.
    ///
    /// # Errors
    /// All that is wrong with the archive; there is no report in it; it cannot be unpacked here.
    pub fn of(source: &'a Source, choices: &Choices) -> Result<Self, Faults> {
        let Source::Archive(file) = source else {
            return Ok(Opened {
                source: Cow::Borrowed(source),
                archived: None,
                unpacked: None,
            });
        };
        let shown = file.display().to_string();
        let files = read(file)?;
        let is_archive = declared(&files).is_some();
        if is_archive && choices.templates.is_none() {
            return Ok(Opened {
                source: Cow::Borrowed(source),
                archived: Some(Archived::of(shown, files, None)?),
                unpacked: None,
            });
        }
        let root = match is_archive {
            true => OWN_FOLDER.to_owned(),
            false => root(&files).ok_or_else(|| no_report(&shown))?,
        };
        let files = below(&root, files);
        let (folder, lock) = unpack(&files).map_err(|error| {
            Fault::error(
                Class::Output,
                "archive::unpack",
                format!("the archive cannot be unpacked: {error}"),
            )
            .file(&shown)
            .hint("set TMPDIR to a folder with room")
        })?;
        let path = folder.path().join(UNPACKED);
        let unpacked = Unpacked {
            path: path.display().to_string(),
            shown: match root.is_empty() {
                true => shown,
                false => format!("{shown}/{}", root.trim_end_matches('/')),
            },
            _lock: lock,
            _folder: folder,
        };
        let source = match files.contains_key(REPORT_FILE) {
            true => Source::Folder(path),
            // The archive of a data file alone.
            false => Source::Data(path.join(STANDARD_DATA)),
        };
        Ok(Opened {
            source: Cow::Owned(source),
            archived: None,
            unpacked: Some(unpacked),
        })
    }

    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The graphics archive that is read as it is.
    pub fn archived(&self) -> Option<&Archived> {
        self.archived.as_ref()
    }

    /// What is made: what the run says, and where it says nothing, what the archive was made of.
    pub fn choices<'c>(&self, choices: &'c Choices) -> Cow<'c, Choices> {
        let Some(archived) = &self.archived else {
            return Cow::Borrowed(choices);
        };
        let declared = archived.choices();
        let mut filled = choices.clone();
        if filled.languages.is_empty() {
            filled.languages = declared.languages;
        }
        if filled.forms.is_empty() {
            filled.forms = declared.forms;
        }
        for allowance in declared.allowances {
            if !filled.allowances.iter().any(|given| given.rule.id == allowance.rule.id) {
                filled.allowances.push(allowance);
            }
        }
        Cow::Owned(filled)
    }

    /// The fault as its reader knows the files: by their place in the archive.
    pub fn shown(&self, mut fault: Fault) -> Fault {
        let Some(unpacked) = &self.unpacked else { return fault };
        let show = |text: &mut String| *text = text.replace(&unpacked.path, &unpacked.shown);
        if let Some(place) = &mut fault.place {
            show(&mut place.source.name);
        }
        let texts = [&mut fault.file, &mut fault.found, &mut fault.expected, &mut fault.hint];
        texts.into_iter().flatten().for_each(show);
        show(&mut fault.message);
        fault
    }

    pub fn shown_all(&self, faults: Vec<Fault>) -> Vec<Fault> {
        faults.into_iter().map(|fault| self.shown(fault)).collect()
    }

    pub fn shown_errors(&self, faults: Faults) -> Faults {
        match Faults::check(self.shown_all(faults.into_vec())) {
            Err(faults) => faults,
            Ok(()) => unreachable!("faults hold at least one error"),
        }
    }
}

/// The id of the report in an archive, as far as it says one.
pub(super) fn id(file: &Path) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Identified {
        id: String,
    }
    let files = read(file).ok()?;
    if let Some(declared) = declared(&files) {
        return Some(declared.report);
    }
    let report = files.get(&format!("{}{REPORT_FILE}", root(&files)?))?;
    toml::from_slice(report)
        .ok()
        .map(|identified: Identified| identified.id)
}

/// The files of an archive by name.
fn read(file: &Path) -> Result<BTreeMap<String, Vec<u8>>, Faults> {
    let name = file.display().to_string();
    let unreadable = |why: String| Fault::input("archive::unreadable", why).file(&name);
    let metadata = file
        .metadata()
        .map_err(|e| unreadable(format!("the archive cannot be read: {e}")))?;
    let limits = Limits::default();
    if !metadata.is_file() || metadata.len() > limits.bytes {
        let why = format!("an archive is a regular file of at most {} bytes", limits.bytes);
        return Err(unreadable(why).into());
    }
    let bytes = fs::read(file).map_err(|e| unreadable(format!("the archive cannot be read: {e}")))?;
    read_archive(&name, &bytes, limits)
}

/// What the manifest says, when the files are those of a graphics archive.
fn declared(files: &BTreeMap<String, Vec<u8>>) -> Option<Declared> {
    let declared = Declared::read(MANIFEST_FILE, files.get(MANIFEST_FILE)?).ok()?;
    declared.is_archive.then_some(declared)
}

/// The folder of an archive that holds the report: the one of all with a `report.toml` that is nearest to the root.
fn root(files: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let roots = files.keys().filter_map(|entry| entry.strip_suffix(REPORT_FILE));
    let roots = roots.filter(|root| root.is_empty() || root.ends_with('/'));
    let nearest = roots.min_by_key(|root| (root.matches('/').count(), root.len()));
    nearest.map(str::to_owned)
}

fn no_report(archive: &str) -> Fault {
    Fault::input("archive::no-report", "there is no report in this archive")
        .file(archive)
        .expected("a report.toml, with the other files of a report folder beside it")
}

/// The files below a folder, by their names in it.
fn below(root: &str, files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let inside = files.into_iter();
    inside
        .filter_map(|(entry, bytes)| Some((entry.strip_prefix(root)?.to_owned(), bytes)))
        .collect()
}

/// Beginning of the names of temporary folders.
const PREFIX: &str = "benchfolio-";
/// In such a folder: held by the run that needs it.
const LOCK: &str = "in-use";
/// In such a folder: the files of the report.
const UNPACKED: &str = "report";

/// Writes files whose names were checked.
fn unpack(files: &BTreeMap<String, Vec<u8>>) -> io::Result<(TempDir, File)> {
    static LEFTOVERS: Once = Once::new();
    LEFTOVERS.call_once(|| remove_leftovers(&env::temp_dir()));
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
    let lock = File::create(folder.path().join(LOCK))?;
    lock.lock()?;
    for (name, bytes) in files {
        let path = folder.path().join(UNPACKED).join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok((folder, lock))
}

/// Removes what killed runs left. What cannot be removed is somebody else's.
fn remove_leftovers(temporary: &Path) {
    let Ok(entries) = fs::read_dir(temporary) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        let lock = is_ours.then(|| File::open(entry.path().join(LOCK)).ok()).flatten();
        if lock.is_some_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_is_in_use_stays() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = |name: &str, lock: bool| {
            let folder = temporary.path().join(name);
            fs::create_dir_all(folder.join(UNPACKED)).unwrap();
            lock.then(|| File::create(folder.join(LOCK)).unwrap())
        };
        drop(folder("benchfolio-left", true));
        let held = folder("benchfolio-held", true).unwrap();
        held.lock().unwrap();
        folder("benchfolio-of-somebody", false);
        drop(folder("other-left", true));
        remove_leftovers(temporary.path());
        let mut names: Vec<_> = fs::read_dir(temporary.path()).unwrap().flatten().collect();
        names.sort_by_key(|entry| entry.file_name());
        let names: Vec<_> = names.iter().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["benchfolio-held", "benchfolio-of-somebody", "other-left"]);
    }
}
