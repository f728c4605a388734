//! The graphics archive of a report: everything that it was made from and with, everything that was made, and the papers
//! that say so. What lies in it is enough to make it again.

use super::edition::MadeEdition;
use super::make::Made;
use crate::diagnostic::{Class, Fault, Faults};
use crate::project::{OWN_FOLDER, PublishedKind, RenderedArticle, Report, place_in_archive};
use crate::publish::{
    CHECKSUMS_FILE, Entry, Kind, MANIFEST_FILE, Manifest, Recorded, checksums, crates_that_shape_pixels,
    digest_of_font, is_name_for_archive, sha256_hex, write_zip,
};
use crate::render::Artefact;
use crate::render::archive::{
    CITATION_FILE, CRATE_FILE, FONTS_FOLDER, Facts, Listed, PUBLISHED_FOLDER, Part, README_FILE, REBUILD_FILE,
    citation, crate_metadata, faces, readme, rebuild_script,
};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A file of an archive before it is packed.
pub(super) struct File<'a> {
    pub bytes: Cow<'a, [u8]>,
    pub part: Part,
}

/// The files of an archive by name.
pub(super) type Contents<'a> = BTreeMap<String, File<'a>>;

/// The archive of what was made, as a file of the set. `manifest` is that of a set which holds all of `made`.
///
/// # Errors
/// A name of an input that some system could not unpack; words that were changed meanwhile.
pub(super) fn pack(made: &Made, manifest: &Manifest) -> Result<Artefact, Faults> {
    packed(&contents(made, manifest)?, &made.project.report)
}

/// Packs what an archive holds.
///
/// # Errors
/// More than the format can hold.
pub(super) fn packed(contents: &Contents<'_>, report: &Report) -> Result<Artefact, Faults> {
    let entries: Vec<Entry<'_>> = contents
        .iter()
        .map(|(name, file)| Entry {
            name: name.clone(),
            bytes: &file.bytes,
            executable: name == REBUILD_FILE,
        })
        .collect();
    let bytes = write_zip(&entries, report.date.as_deref()).map_err(|error| {
        Fault::error(Class::Output, "archive::unwritable", "the archive cannot be packed").found(error.to_string())
    })?;
    Ok(Artefact {
        name: PublishedKind::Archive.file_name(&report.id, ""),
        bytes,
    })
}

/// Everything that the archive holds.
///
/// # Errors
/// As [`pack`].
pub(super) fn contents<'a>(made: &'a Made, manifest: &Manifest) -> Result<Contents<'a>, Faults> {
    let front = front(made)?;
    let mut contents = inputs(made)?;
    let families: Vec<_> = made
        .project
        .report
        .languages
        .iter()
        .map(|script| script.family)
        .collect();
    for (name, bytes) in faces(&made.artefacts, &families) {
        put(&mut contents, format!("{FONTS_FOLDER}{name}"), bytes.into(), Part::Font);
    }
    for artefact in &made.artefacts {
        let name = format!("{PUBLISHED_FOLDER}{}", artefact.name);
        put(&mut contents, name, artefact.bytes.as_slice().into(), Part::Output);
    }
    add_papers(&mut contents, made, front.as_ref(), manifest);
    Ok(contents)
}

/// Title, description and keywords are those of the article in the language that the others are translated from.
fn front(made: &Made) -> Result<Option<RenderedArticle>, Faults> {
    let script = made.project.report.reference;
    let is_reference = |edition: &&MadeEdition| edition.engine.subject().locale.tag() == script.tag;
    match made.editions.iter().find(is_reference) {
        Some(edition) => made.project.words(script)?.render_article(&edition.engine).map(Some),
        None => Ok(None),
    }
}

fn put<'a>(contents: &mut Contents<'a>, name: String, bytes: Cow<'a, [u8]>, part: Part) {
    contents.insert(name, File { bytes, part });
}

/// Texts as they were understood, and the data as they were read.
fn inputs(made: &Made) -> Result<Contents<'_>, Faults> {
    let mut contents = Contents::new();
    for (name, bytes) in made.project.inputs() {
        put(
            &mut contents,
            place_in_archive(&name),
            bytes.to_vec().into(),
            Part::Input,
        );
    }
    let data = format!("{OWN_FOLDER}{}", made.project.report.data);
    put(&mut contents, data, made.data.bytes.as_ref().into(), Part::Input);
    let bad = contents.keys().filter_map(|name| {
        let why = is_name_for_archive(name).err()?;
        let fault = Fault::input("archive::name", "this name cannot be unpacked on every system")
            .file(name)
            .found(why)
            .hint("give the file another name, or leave the archive out with --only");
        Some(fault)
    });
    Faults::check(bad.collect())?;
    Ok(contents)
}

/// Adds the papers: each tells of those before it.
fn add_papers(contents: &mut Contents<'_>, made: &Made, front: Option<&RenderedArticle>, manifest: &Manifest) {
    let crates = crates_that_shape_pixels();
    let facts = facts(made, front, &crates);
    let mut listed = list(contents);
    let add = |contents: &mut Contents<'_>, listed: &mut Vec<Listed>, name: &str, text: String| {
        let paper = of(name, text.as_bytes(), Part::Paper);
        listed.push(paper);
        put(contents, name.to_owned(), text.into_bytes().into(), Part::Paper);
    };
    let text = readme(&facts, &listed);
    add(contents, &mut listed, README_FILE, text);
    add(contents, &mut listed, REBUILD_FILE, rebuild_script(&facts));
    add(contents, &mut listed, CITATION_FILE, citation(&facts));

    let is_input = |file: &&Listed| matches!(file.part, Part::Input | Part::Font);
    let inner = Manifest {
        kind: Kind::Archive,
        inputs: listed.iter().filter(is_input).map(recorded).collect(),
        ..manifest.clone()
    };
    let outputs: Vec<Recorded> = listed.iter().filter(|file| !is_input(file)).map(recorded).collect();
    add(contents, &mut listed, MANIFEST_FILE, inner.to_json(&outputs));

    let mut others = listed.clone();
    others.push(Listed {
        name: CHECKSUMS_FILE.to_owned(),
        sha256: None,
        bytes: 0,
        part: Part::Paper,
    });
    others.sort_by(|a, b| a.name.cmp(&b.name));
    let text = crate_metadata(&facts, &others);
    add(contents, &mut listed, CRATE_FILE, text);

    let all: Vec<Recorded> = listed.iter().map(recorded).collect();
    let sums = checksums(&all).into_bytes();
    put(contents, CHECKSUMS_FILE.to_owned(), sums.into(), Part::Paper);
}

fn facts<'a>(made: &'a Made, front: Option<&'a RenderedArticle>, crates: &'a [(&'a str, &'a str)]) -> Facts<'a> {
    let report = &made.project.report;
    Facts {
        id: &report.id,
        title: front.map_or(&report.id, |front| &front.title),
        description: front.map_or("", |front| &front.description),
        keywords: front.map_or(&[], |front| &front.keywords),
        authors: &report.authors,
        date: report.date.as_deref(),
        url: report.url.as_deref(),
        licence: report.licence,
        languages: report
            .languages
            .iter()
            .map(|script| (script.tag, script.name))
            .collect(),
        version: env!("CARGO_PKG_VERSION"),
        crates,
    }
}

fn list(contents: &Contents<'_>) -> Vec<Listed> {
    let files: Vec<(&String, &File<'_>)> = contents.iter().collect();
    files
        .par_iter()
        .map(|(name, file)| of(name, &file.bytes, file.part))
        .collect()
}

fn of(name: &str, bytes: &[u8], part: Part) -> Listed {
    // Fonts are the greater part of an archive.
    let known = name.strip_prefix(FONTS_FOLDER).and_then(digest_of_font);
    Listed {
        name: name.to_owned(),
        sha256: Some(known.map_or_else(|| sha256_hex(bytes), str::to_owned)),
        bytes: bytes.len() as u64,
        part,
    }
}

fn recorded(file: &Listed) -> Recorded {
    Recorded {
        name: file.name.clone(),
        sha256: file.sha256.clone().unwrap_or_default(),
        bytes: file.bytes,
    }
}
