//! The output folders of several machines, put together.
//!
//! Every shard leaves a note of what it was to make. A merge reads all notes and all sets first and tells everything
//! that is missing, changed or contradictory. Then it writes all sets beside their places, and only when every one is there,
//! it swaps them in, one after the other, each whole.

use super::manifest::{Recorded, sha256_hex};
use super::set::{CHECKSUMS_FILE, MANIFEST_FILE, Staging, interrupted, is_folder, is_free};
use crate::diagnostic::{Class, Fault, Faults};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FORMAT: &str = "benchfolio-shard/1";

/// What a shard was to make; it lies in its output folder as `shard-K-of-N.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardNote {
    pub format: String,
    /// From 1.
    pub shard: usize,
    pub of: usize,
    /// The ids of its reports, sorted.
    pub reports: Vec<String>,
    /// The names of those that could not be made, sorted.
    pub failed: Vec<String>,
    /// Digest of the ids of the whole run and of what was to be made of each: shards of different runs do not go together.
    pub run: String,
}

impl ShardNote {
    /// The note of a shard; `all` are the ids of the whole run, `choices` says what is made of each.
    pub fn new(shard: usize, of: usize, reports: Vec<String>, all: &[String], choices: &str) -> Self {
        let mut all = all.to_vec();
        all.sort();
        all.push(choices.to_owned());
        ShardNote {
            format: FORMAT.to_owned(),
            shard,
            of,
            reports,
            failed: Vec::new(),
            run: sha256_hex(all.join("\n").as_bytes()),
        }
    }

    fn file_name(&self) -> String {
        format!("shard-{}-of-{}.json", self.shard, self.of)
    }

    /// Writes the note into the output folder of the shard.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, out: &Path) -> Result<(), Fault> {
        let mut text = serde_json::to_string_pretty(self).expect("texts and numbers are always JSON");
        text.push('\n');
        let path = out.join(self.file_name());
        let written = fs::create_dir_all(out).and_then(|()| {
            let mut file = tempfile::Builder::new().prefix(".shard-").tempfile_in(out)?;
            io::Write::write_all(&mut file, text.as_bytes())?;
            file.persist(&path).map_err(|e| e.error)
        });
        written.map(|_| ()).map_err(|e| {
            let message = format!("the note of the shard cannot be written: {e}");
            Fault::error(Class::Output, "publish::write", message).file(path.display().to_string())
        })
    }
}

/// What a merge put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    pub shards: usize,
    pub reports: usize,
    pub bytes: u64,
}

/// A set as a shard left it: its files by name.
type Set = BTreeMap<String, Vec<u8>>;

/// Puts the sets of all `shards` into `out`.
///
/// # Errors
/// All that is missing, changed or contradictory, and all that stands in the way; nothing was written then. Later faults are those of writing.
pub fn merge(shards: &[PathBuf], out: &Path, stopped: &(dyn Fn() -> bool + Sync)) -> Result<Merged, Faults> {
    let mut faults = Vec::new();
    let notes = notes(shards, &mut faults);
    check_notes(&notes, &mut faults);
    let mut owners: BTreeMap<&str, &Path> = BTreeMap::new();
    for (folder, note) in &notes {
        for id in &note.reports {
            if let Some(other) = owners.insert(id, folder).filter(|other| other != folder) {
                let message = format!("two shards made the report `{id}`");
                faults.push(conflict(message, folder).found(other.display().to_string()));
            }
        }
    }
    let sets: Vec<(&str, &Path)> = owners.into_iter().collect();
    // Read twice, so that not all of an archive has to fit into memory.
    let checked = sets.par_iter().map(|(id, folder)| {
        if stopped() {
            return Err(interrupted().into());
        }
        read_set(folder, id)?;
        is_free(out, id)
    });
    let checked: Vec<Result<(), Faults>> = checked.collect();
    faults.extend(is_folder(out).err());
    faults.extend(checked.into_iter().filter_map(Result::err).flat_map(Faults::into_vec));
    if stopped() {
        return Err(interrupted().into());
    }
    Faults::check(faults)?;
    let staging = Staging::begin(out, stopped)?;
    let written: Vec<Result<u64, Faults>> = sets
        .par_iter()
        .map(|(id, folder)| {
            if stopped() {
                return Err(interrupted().into());
            }
            let set = read_set(folder, id)?;
            let files: Vec<(&str, &[u8])> = set
                .iter()
                .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
                .collect();
            staging.write(id, &files, stopped)?;
            Ok(files.iter().map(|(_, bytes)| bytes.len() as u64).sum())
        })
        .collect();
    let mut bytes = 0;
    for result in written {
        bytes += result?;
    }
    sets.par_iter().try_for_each(|(id, _)| staging.put(id, stopped))?;
    Ok(Merged {
        shards: notes.iter().map(|(_, note)| note.of).max().unwrap_or(0),
        reports: sets.len(),
        bytes,
    })
}

fn conflict(message: impl Into<String>, file: &Path) -> Fault {
    Fault::input("merge::conflict", message).file(file.display().to_string())
}

/// The notes of all shards, with their folders.
fn notes(shards: &[PathBuf], faults: &mut Vec<Fault>) -> Vec<(PathBuf, ShardNote)> {
    let mut notes = Vec::new();
    for folder in shards {
        let before = notes.len();
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("the output of the shard cannot be read: {error}");
                faults.push(Fault::input("merge::unreadable", message).file(folder.display().to_string()));
                continue;
            }
        };
        let mut names: Vec<String> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name.starts_with("shard-") && name.ends_with(".json"))
            .collect();
        names.sort();
        for name in names {
            let path = folder.join(name);
            match fs::read(&path)
                .map_err(|e| e.to_string())
                .and_then(|text| serde_json::from_slice::<ShardNote>(&text).map_err(|e| e.to_string()))
            {
                Ok(note) if note.format == FORMAT => notes.push((folder.clone(), note)),
                Ok(note) => faults.push(
                    Fault::input("merge::format", "this note is of another version")
                        .file(path.display().to_string())
                        .found(note.format)
                        .expected(FORMAT),
                ),
                Err(why) => faults.push(
                    Fault::input("merge::format", "this is no note of a shard")
                        .file(path.display().to_string())
                        .found(why),
                ),
            }
        }
        if notes.len() == before && faults.is_empty() {
            faults.push(
                Fault::input("merge::no-shard", "no shard was built here")
                    .file(folder.display().to_string())
                    .expected("a file shard-K-of-N.json")
                    .hint("`benchfolio build --shard K/N` leaves one when it has ended"),
            );
        }
    }
    notes
}

/// All shards of one run, each once, and none with reports that failed.
fn check_notes(notes: &[(PathBuf, ShardNote)], faults: &mut Vec<Fault>) {
    let Some((_, first)) = notes.first() else { return };
    let mut seen: BTreeMap<usize, &Path> = BTreeMap::new();
    for (folder, note) in notes {
        if (note.of, &note.run) != (first.of, &first.run) {
            let message = "this shard is of another run: it saw other reports, was told to make other languages, forms or \
                           dates of them, or knew of another number of shards";
            faults.push(conflict(message, &folder.join(note.file_name())));
        }
        if let Some(other) = seen.insert(note.shard, folder) {
            let message = format!("shard {} is there twice", note.shard);
            faults.push(conflict(message, folder).found(other.display().to_string()));
        }
        for report in &note.failed {
            let message = format!("shard {} could not make a report", note.shard);
            faults.push(
                Fault::input("merge::failed", message)
                    .file(folder.display().to_string())
                    .found(report),
            );
        }
    }
    let missing: Vec<String> = (1..=first.of)
        .filter(|number| !seen.contains_key(number))
        .map(|number| format!("{number}/{}", first.of))
        .collect();
    if !missing.is_empty() {
        faults.push(
            Fault::input("merge::missing-shard", "shards are missing")
                .found(seen.keys().map(usize::to_string).collect::<Vec<_>>().join(", "))
                .expected(format!("also {}", missing.join(", "))),
        );
    }
}

/// The files of a set, when they are all there and as their checksums say.
fn read_set(out: &Path, id: &str) -> Result<Set, Faults> {
    let folder = out.join(id);
    let fault = |message: String, file: &Path| Fault::input("merge::set", message).file(file.display().to_string());
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|e| fault(format!("a file of the set cannot be read: {e}"), &path))
    };
    let sums = read(CHECKSUMS_FILE)?;
    let text = String::from_utf8_lossy(&sums).into_owned();
    let mut set = Set::new();
    let mut faults = Vec::new();
    for line in text.lines() {
        let Some((sha256, name)) = line.split_once("  ").filter(|(_, name)| !name.contains(['/', '\\'])) else {
            faults.push(
                fault(
                    "a line of the checksums cannot be read".into(),
                    &folder.join(CHECKSUMS_FILE),
                )
                .found(line),
            );
            continue;
        };
        match read(name) {
            Ok(bytes) if Recorded::of(name, &bytes).sha256 == sha256 => {
                set.insert(name.to_owned(), bytes);
            }
            Ok(_) => faults.push(fault("a file is not what its checksum says".into(), &folder.join(name))),
            Err(told) => faults.push(told),
        }
    }
    if !set.contains_key(MANIFEST_FILE) && faults.is_empty() {
        faults.push(fault("the checksums do not cover the manifest".into(), &folder));
    }
    set.insert(CHECKSUMS_FILE.to_owned(), sums);
    let names =
        fs::read_dir(&folder).map(|entries| entries.flatten().map(|entry| entry.file_name()).collect::<Vec<_>>());
    for name in names.unwrap_or_default() {
        if !set.contains_key(&*name.to_string_lossy()) && faults.is_empty() {
            faults.push(fault("no build wrote this file".into(), &folder.join(&name)));
        }
    }
    Faults::check(faults)?;
    Ok(set)
}
