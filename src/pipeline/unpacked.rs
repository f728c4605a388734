//! Reports in zip archives: unpacked into a folder of the system's temporary ones, safely, and gone afterwards.

use super::make::Source;
use crate::diagnostic::{Class, Fault, Faults};
use crate::publish::{Limits, read_archive};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const REPORT_FILE: &str = "report.toml";

/// A source that lies on the disk; one in an archive does so only as long as this lives.
pub(super) struct OnDisk<'a> {
    source: std::borrow::Cow<'a, Source>,
    unpacked: Option<Unpacked>,
}

struct Unpacked {
    /// Holds the files.
    _folder: TempDir,
    path: String,
    /// What messages say instead of the path.
    shown: String,
}

impl<'a> OnDisk<'a> {
    /// Unpacks a source where it is packed.
    ///
    /// # Errors
    /// All that is wrong with the archive; there is no report in it; it cannot be unpacked here.
    pub fn of(source: &'a Source) -> Result<Self, Faults> {
        let Source::Archive(file) = source else {
            return Ok(OnDisk {
                source: std::borrow::Cow::Borrowed(source),
                unpacked: None,
            });
        };
        let shown = file.display().to_string();
        let (root, files) = report_in(file)?;
        let folder = unpack(&files).map_err(|error| {
            Fault::error(
                Class::Output,
                "archive::unpack",
                format!("the archive cannot be unpacked: {error}"),
            )
            .file(&shown)
            .hint("set TMPDIR to a folder with room")
        })?;
        let unpacked = Unpacked {
            path: folder.path().display().to_string(),
            shown: match root.is_empty() {
                true => shown,
                false => format!("{shown}/{}", root.trim_end_matches('/')),
            },
            _folder: folder,
        };
        Ok(OnDisk {
            source: std::borrow::Cow::Owned(Source::Folder(PathBuf::from(&unpacked.path))),
            unpacked: Some(unpacked),
        })
    }

    pub fn source(&self) -> &Source {
        &self.source
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
pub(super) fn id(file: &Path) -> Option<Vec<u8>> {
    let (_, mut files) = report_in(file).ok()?;
    files.remove(REPORT_FILE)
}

/// The files of the report in an archive by their names in its folder, and the folder: the one of all with a
/// `report.toml` that is nearest to the root.
fn report_in(file: &Path) -> Result<(String, BTreeMap<String, Vec<u8>>), Faults> {
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
    let files = read_archive(&name, &bytes, limits)?;
    let roots = files.keys().filter_map(|entry| entry.strip_suffix(REPORT_FILE));
    let roots = roots.filter(|root| root.is_empty() || root.ends_with('/'));
    let Some(root) = roots
        .min_by_key(|root| (root.matches('/').count(), root.len()))
        .map(str::to_owned)
    else {
        return Err(Fault::input("archive::no-report", "there is no report in this archive")
            .file(&name)
            .expected("a report.toml, with the other files of a report folder beside it")
            .into());
    };
    let of_report = files
        .into_iter()
        .filter_map(|(entry, bytes)| Some((entry.strip_prefix(&root)?.to_owned(), bytes)));
    let files = of_report.collect();
    Ok((root, files))
}

/// Writes files whose names were checked.
fn unpack(files: &BTreeMap<String, Vec<u8>>) -> std::io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("benchfolio-").tempdir()?;
    for (name, bytes) in files {
        let path = folder.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(folder)
}
