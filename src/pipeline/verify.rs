//! Verifying an archive or a set: its digests first, then everything is made again from what lies in it and compared.
//!
//! Nothing of this machine takes part but the program: data, words and templates come from the archive, from memory.

use super::archive::{self, Contents};
use super::archived::Archived;
use super::make::{self, Choices, Editions, Made, MadeSet, Read};
use super::{Observer, checks, defect};
use crate::compare::{self, Difference, Differences, Sameness};
use crate::diagnostic::{Class, Fault, Faults, Severity};
use crate::project::PublishedKind;
use crate::publish::{CHECKSUMS_FILE, Limits, MANIFEST_FILE, read_archive, sha256_hex};
use crate::render::archive::PUBLISHED_FOLDER;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// So many fields of a ZIP file are told.
const FIELDS_TOLD: usize = 10;

/// What verification says of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Every byte is made again.
    Identical,
    /// Another version made it; numbers, text or pixels are the same.
    Same(Sameness),
    Differs,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Identical => "identical",
            Verdict::Same(Sameness::Numbers) => "same-numbers",
            Verdict::Same(Sameness::Text) => "same-text",
            Verdict::Same(Sameness::Pixels) => "same-pixels",
            Verdict::Differs => "differs",
        }
    }
}

/// What verification says of an archive or a set.
#[derive(Debug)]
pub struct Verified {
    /// The worst of the files, and of all that is wrong with the archive itself.
    pub verdict: Verdict,
    /// The version that made it.
    pub version: String,
    /// Verdicts by name, of everything that was compared.
    pub files: Vec<(String, Verdict)>,
    pub findings: Vec<Fault>,
    /// Pictures of differences: a name for a file, and a PNG.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// What was made anew, when it could be.
    pub set: Option<MadeSet>,
}

/// Verifies the archive, the unpacked archive or the set at `path`.
///
/// # Errors
/// What stands there cannot be read or is none of them; a set without an archive, which nothing can be made from; inputs
/// that nothing can be made from, with everything that is wrong with the digests.
pub fn verify(path: &Path, observer: &dyn Observer) -> Result<Verified, Faults> {
    defect::caught(&path.display().to_string(), || {
        let archived = Archived::read(path)?;
        match archived.manifest.is_archive {
            true => of_archive(&archived, observer),
            false => of_set(&archived, observer),
        }
    })
}

/// A set is verified by the archive in it: whatever else it holds must be what the archive makes.
fn of_set(set: &Archived, observer: &dyn Observer) -> Result<Verified, Faults> {
    let mut findings = digests(set);
    let name = PublishedKind::Archive.file_name(&set.manifest.report, "");
    let Some(bytes) = set.files.get(&name) else {
        findings.push(
            Fault::input(
                "verify::no-archive",
                "nothing can be made again: the set holds no archive",
            )
            .file(&set.name)
            .expected(name)
            .hint("build it with the archive: leave out --only, or add `archive` to it"),
        );
        return Err(errors(findings));
    };
    let shown = format!("{}/{name}", set.name);
    let files = read_archive(&shown, bytes, Limits::default())?;
    let inner = Archived::of(shown, files, Some(bytes.clone()))?;
    let mut verified = of_archive(&inner, observer)?;
    findings.append(&mut verified.findings);
    if let Some(made) = &verified.set {
        for artefact in &made.artefacts {
            // A set of an archive alone holds the rest within it.
            let Some(found) = set.files.get(&artefact.name).filter(|_| artefact.name != name) else {
                continue;
            };
            let file = Compared::of(set, &artefact.name, &artefact.name, found, &artefact.bytes);
            verified.files.push((artefact.name.clone(), file.verdict));
            findings.extend(file.findings);
            verified.pictures.extend(file.picture);
        }
    }
    verified.verdict = worst(&verified.files, &findings);
    verified.findings = findings;
    Ok(verified)
}

fn of_archive(archived: &Archived, observer: &dyn Observer) -> Result<Verified, Faults> {
    let mut findings = digests(archived);
    let (mut made, choices) = match make_again(archived, observer) {
        Ok(made) => made,
        Err(faults) => {
            findings.extend(faults.into_vec());
            return Err(errors(findings));
        }
    };
    let (manifest, _) = make::judge(&mut made, &choices);
    let contents = archive::contents(&made, &manifest)?;
    let declared = &archived.manifest;
    if !declared.is_of_this_program {
        findings.push(other_version(archived));
    }
    let compared = compare_all(archived, &contents);
    let mut files = Vec::new();
    let mut pictures = Vec::new();
    for (name, compared) in compared {
        files.push((name, compared.verdict));
        findings.extend(compared.findings);
        pictures.extend(compared.picture);
    }
    findings.extend(lost_and_added(archived, &contents));
    let again = archive::packed(&contents, &made.project.report)?;
    // What differs inside is told already, and another version packs other papers.
    let is_the_same = declared.is_of_this_program && files.iter().all(|(_, verdict)| *verdict == Verdict::Identical);
    if let (Some(packed), true) = (&archived.packed, is_the_same) {
        let fields = compare::zip_fields(packed, &again.bytes);
        let told = fields.iter().take(FIELDS_TOLD);
        findings.extend(told.map(|field| finding(&archived.name, field)));
        findings.extend(more(&archived.name, fields.len(), FIELDS_TOLD));
    }
    drop(contents);
    let mut artefacts = std::mem::take(&mut made.artefacts);
    artefacts.push(again);
    artefacts.sort_by(|a, b| a.name.cmp(&b.name));
    let set = MadeSet {
        manifest,
        artefacts,
        findings: Vec::new(),
    };
    Ok(Verified {
        verdict: worst(&files, &findings),
        version: declared.version.clone(),
        files,
        findings,
        pictures,
        set: Some(set),
    })
}

fn worst(files: &[(String, Verdict)], findings: &[Fault]) -> Verdict {
    let of_files = files
        .iter()
        .map(|(_, verdict)| *verdict)
        .max()
        .unwrap_or(Verdict::Differs);
    match findings.iter().any(|fault| fault.severity == Severity::Error) {
        true => Verdict::Differs,
        false => of_files,
    }
}

/// Everything that the archive's inputs make, and what of it was asked for then.
fn make_again(archived: &Archived, observer: &dyn Observer) -> Result<(Made, Choices), Faults> {
    let choices = archived.choices();
    let may_lack = !archived.manifest.is_of_this_program;
    let project = make::chosen_parts(archived.project(may_lack)?, &choices)?;
    let read = Read {
        allowances: checks::allowances(&project.report, &choices)?,
        data: project.load()?,
        project,
    };
    let made = make::make_of(read, &choices, observer, Editions::new(), &archived.name)?;
    Ok((made, choices))
}

fn errors(findings: Vec<Fault>) -> Faults {
    match Faults::check(findings) {
        Err(faults) => faults,
        Ok(()) => unreachable!("one of them is an error"),
    }
}

fn other_version(archived: &Archived) -> Fault {
    let version = &archived.manifest.version;
    let own = env!("CARGO_PKG_VERSION");
    let found = match version == own {
        true => format!("{version} with other crates"),
        false => version.clone(),
    };
    Fault::error(
        Class::Finding,
        "verify::other-version",
        "another version made this: numbers, text and pixels are compared, not bytes",
    )
    .severity(Severity::Note)
    .file(format!("{}/{MANIFEST_FILE}", archived.name))
    .found(found)
    .expected(own)
}

/// What `SHA256SUMS` and the manifest say of files, against the files.
fn digests(archived: &Archived) -> Vec<Fault> {
    let files = &archived.files;
    let digests: BTreeMap<&str, String> = files
        .par_iter()
        .map(|(name, bytes)| (name.as_str(), sha256_hex(bytes)))
        .collect();
    let mut findings = Vec::new();
    let sums = files
        .get(CHECKSUMS_FILE)
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if sums.is_none() {
        let fault = about(
            archived,
            CHECKSUMS_FILE,
            "verify::missing-file",
            "the digests are missing",
        );
        findings.push(fault);
    }
    let sums = sums.unwrap_or_default();
    let mut said: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for (at, line) in sums.lines().enumerate() {
        match line.split_once("  ") {
            Some((sha256, name)) => {
                said.insert(name, (sha256, CHECKSUMS_FILE));
            }
            None => findings.push(
                about(
                    archived,
                    CHECKSUMS_FILE,
                    "verify::checksums",
                    "this is no line of digests",
                )
                .path(format!("line {}", at + 1)),
            ),
        }
    }
    for (name, sha256) in &archived.manifest.listed {
        match said.get(name.as_str()) {
            Some((other, _)) if *other != sha256.as_str() => findings.push(
                about(
                    archived,
                    name,
                    "verify::digest",
                    "SHA256SUMS and manifest.json do not agree",
                )
                .found(short(other))
                .expected(short(sha256)),
            ),
            _ => drop(said.insert(name, (sha256.as_str(), MANIFEST_FILE))),
        }
    }
    for (name, (sha256, by)) in &said {
        match digests.get(name) {
            None => findings.push(
                about(archived, name, "verify::missing-file", "a file is missing").hint(format!("{by} lists it")),
            ),
            Some(found) if found != sha256 => findings.push(
                about(archived, name, "verify::digest", "this is not the file that was packed")
                    .found(short(found))
                    .expected(format!("{}, says {by}", short(sha256))),
            ),
            Some(_) => {}
        }
    }
    for name in digests
        .keys()
        .filter(|name| **name != CHECKSUMS_FILE && !said.contains_key(*name))
    {
        findings.push(about(
            archived,
            name,
            "verify::unlisted-file",
            "SHA256SUMS does not list this file",
        ));
    }
    findings
}

/// A digest as messages show it: enough to tell two apart.
fn short(sha256: &str) -> String {
    format!("sha256 {}…", sha256.chars().take(12).collect::<String>())
}

fn about(archived: &Archived, name: &str, code: &'static str, message: &str) -> Fault {
    Fault::error(Class::Finding, code, message).file(format!("{}/{name}", archived.name))
}

/// One file that was compared.
struct Compared {
    verdict: Verdict,
    findings: Vec<Fault>,
    picture: Option<(String, Vec<u8>)>,
}

impl Compared {
    /// `name` stands for the file in messages, `kind` tells by its ending what it is.
    fn of(archived: &Archived, name: &str, kind: &str, found: &[u8], expected: &[u8]) -> Compared {
        let identical = |verdict| Compared {
            verdict,
            findings: Vec::new(),
            picture: None,
        };
        if found == expected {
            return identical(Verdict::Identical);
        }
        if !archived.manifest.is_of_this_program
            && let Some(sameness) = compare::same_content(kind, found, expected)
        {
            return identical(Verdict::Same(sameness));
        }
        let Differences { list, count, picture } = compare::differences(kind, found, expected);
        let file = format!("{}/{name}", archived.name);
        let told = list.len();
        let mut findings: Vec<Fault> = list.iter().map(|difference| finding(&file, difference)).collect();
        findings.extend(more(&file, count, told));
        Compared {
            verdict: Verdict::Differs,
            findings,
            picture: picture.map(|png| (format!("{}.difference.png", name.replace('/', "-")), png)),
        }
    }
}

/// Compares what the archive holds with what is made from it, file by file. Of another version, only what was published
/// is compared: its papers tell of itself.
fn compare_all(archived: &Archived, contents: &Contents<'_>) -> Vec<(String, Compared)> {
    let all = archived.manifest.is_of_this_program;
    let pairs: Vec<(&String, &[u8], &[u8])> = contents
        .iter()
        .filter(|(name, _)| all || name.starts_with(PUBLISHED_FOLDER))
        .filter_map(|(name, file)| Some((name, archived.files.get(name)?.as_slice(), file.bytes.as_ref())))
        .collect();
    pairs
        .par_iter()
        .map(|(name, found, expected)| {
            let compared = Compared::of(archived, name, name, found, expected);
            ((*name).clone(), compared)
        })
        .collect()
}

/// Files that only one of the two sides has, and that no digest told of.
fn lost_and_added(archived: &Archived, contents: &Contents<'_>) -> Vec<Fault> {
    let all = archived.manifest.is_of_this_program;
    let counts = |name: &&str| all || name.starts_with(PUBLISHED_FOLDER);
    let listed: BTreeSet<&str> = archived.manifest.listed.iter().map(|(name, _)| name.as_str()).collect();
    let lost = contents.keys().map(String::as_str).filter(counts);
    let lost = lost.filter(|name| !archived.files.contains_key(*name) && !listed.contains(name));
    let added = listed.iter().copied().filter(counts);
    let added = added.filter(|name| archived.files.contains_key(*name) && !contents.contains_key(*name));
    let mut findings: Vec<Fault> = lost
        .map(|name| {
            about(
                archived,
                name,
                "verify::missing-file",
                "this is made, and the archive does not hold it",
            )
        })
        .collect();
    findings.extend(added.map(|name| {
        about(
            archived,
            name,
            "verify::extra-file",
            "the archive holds this, and nothing makes it",
        )
    }));
    if !all {
        // Another version may publish other files: worth knowing, and no difference of contents.
        findings.iter_mut().for_each(|fault| fault.severity = Severity::Note);
    }
    findings
}

fn finding(file: &str, difference: &Difference) -> Fault {
    let Difference {
        kind,
        place,
        found,
        expected,
    } = difference;
    let nothing = || "nothing".to_owned();
    Fault::error(Class::Finding, kind.code(), kind.message())
        .file(file)
        .path(place)
        .found(found.clone().unwrap_or_else(nothing))
        .expected(expected.clone().unwrap_or_else(nothing))
}

/// How many differences were not told.
fn more(file: &str, count: usize, told: usize) -> Option<Fault> {
    (count > told).then(|| {
        Fault::error(
            Class::Finding,
            "verify::more",
            format!("{} more differences in this file", count - told),
        )
        .severity(Severity::Note)
        .file(file)
    })
}
