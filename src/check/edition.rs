//! What the rules over words and artefacts look at: everything that a report says in one language, read back from its
//! artefacts, with the origin of each number.

use super::Data;
use super::extract::{self, Piece, Role};
use super::origins::{Origin, Origins, Separators, TracedNumber};
use super::picture::Picture;
use crate::context::{Kind, Number, Printed, ROOTS, Subject};
use crate::dataset::Better;
use crate::diagnostic::Fault;
use crate::render::Artefact;
use resvg::usvg;
use std::sync::Arc;
use tera::{Context, Value};

/// What the artefacts of one language were made from.
#[derive(Debug, Clone)]
pub struct Sources<'a> {
    pub subject: &'a Subject,
    /// What templates can name.
    pub context: &'a Context,
    /// Every number that was printed by a filter, in all words of the language.
    pub ledger: &'a [Printed],
    /// The line that discloses synthetic or republished data.
    pub disclosure: Option<&'a str>,
    /// How pictures say which direction is better.
    pub directions: &'a Directions,
    /// What the pictures were drawn from, so that they need not be parsed again.
    pub drawn: &'a [Drawn],
    /// Other texts with digits that the forms write by themselves, such as the size of a download, and what they are.
    pub texts: &'a [(String, String)],
}

/// A picture as it was drawn.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Its files: the one with live text, and the twin with outlines where there is one.
    pub names: Vec<String>,
    /// Of live text.
    pub tree: Arc<usvg::Tree>,
}

/// How the pictures of a language say which direction is better; empty where nobody says it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Directions {
    pub lower: String,
    pub higher: String,
}

impl Directions {
    pub fn of(&self, better: Better) -> &str {
        match better {
            Better::Lower => &self.lower,
            Better::Higher => &self.higher,
        }
    }
}

/// A report in one language.
#[derive(Debug, Clone)]
pub struct Edition<'a> {
    pub sources: Sources<'a>,
    pub data: Data<'a>,
    /// Everything that its numbers may come from.
    pub origins: Origins,
    /// The readable artefacts, in the order of their names.
    pub artefacts: Vec<ReadArtefact>,
    /// Artefacts that could not be read back.
    pub unreadable: Vec<Fault>,
}

/// An artefact, read back.
#[derive(Debug, Clone)]
pub struct ReadArtefact {
    pub name: String,
    pub pieces: Vec<Piece>,
    /// For each piece its numbers.
    pub numbers: Vec<Vec<TracedNumber>>,
    /// What a picture shows.
    pub picture: Option<Picture>,
}

impl<'a> Edition<'a> {
    /// Reads back the artefacts of the language among all those of the report.
    pub fn read(sources: Sources<'a>, data: Data<'a>, artefacts: &[Artefact]) -> Self {
        let tag = sources.subject.locale.tag();
        let mut origins = origins(&sources);
        let mut read = Vec::new();
        let mut unreadable = Vec::new();
        for artefact in artefacts.iter().filter(|artefact| is_of_language(&artefact.name, tag)) {
            match extract::pieces(&artefact.name, &artefact.bytes) {
                Ok(pieces) if pieces.is_empty() => {}
                Ok(pieces) => match picture(artefact, sources.drawn) {
                    Ok(picture) => read.push((artefact.name.clone(), pieces, picture)),
                    Err(fault) => unreadable.push(fault.language(tag)),
                },
                Err(fault) => unreadable.push(fault.language(tag)),
            }
        }
        // The axes of a picture stand in the PDF too, where nothing tells them from other words.
        for (_, pieces, _) in &read {
            for piece in pieces.iter().filter(|piece| piece.role == Role::Axis) {
                origins.axis(&piece.text);
            }
        }
        let artefacts = read.into_iter().map(|(name, pieces, picture)| ReadArtefact {
            name,
            picture,
            numbers: pieces.iter().map(|piece| origins.trace(&piece.text)).collect(),
            pieces,
        });
        let artefacts = artefacts.collect();
        Edition {
            sources,
            data,
            origins,
            artefacts,
            unreadable,
        }
    }

    pub fn tag(&self) -> &'static str {
        self.sources.subject.locale.tag()
    }

    /// The artefact whose name begins and ends so: `article`, `md`.
    pub fn artefact(&self, stem: &str, extension: &str) -> Option<&ReadArtefact> {
        let name = format!("{stem}.{}.{extension}", self.tag());
        self.artefacts.iter().find(|artefact| artefact.name == name)
    }

    /// Every picture, in the order of the names.
    pub fn pictures(&self) -> impl Iterator<Item = (&ReadArtefact, &Picture)> {
        let artefacts = self.artefacts.iter();
        artefacts.filter_map(|artefact| Some((artefact, artefact.picture.as_ref()?)))
    }

    /// The article in the form that is easiest to read back, of those there are.
    pub fn article(&self) -> Option<&ReadArtefact> {
        ["md", "html", "pdf"]
            .iter()
            .find_map(|form| self.artefact("article", form))
    }

    /// The artefacts, each text in one form: the others say the same.
    pub fn in_one_form(&self) -> impl Iterator<Item = &ReadArtefact> {
        let article = self.article().map(|article| article.name.as_str());
        self.artefacts.iter().filter(move |artefact| {
            let is_other_form =
                artefact.name.starts_with("article") && article.is_some_and(|article| article != artefact.name);
            !is_other_form && !artefact.name.ends_with(".api.txt")
        })
    }
}

impl ReadArtefact {
    /// All its prose.
    pub fn prose(&self) -> String {
        let prose = self.pieces.iter().filter(|piece| piece.role == Role::Prose);
        prose.map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    pub fn traced(&self) -> impl Iterator<Item = (&Piece, &TracedNumber)> {
        let pairs = self.pieces.iter().zip(&self.numbers);
        pairs.flat_map(|(piece, numbers)| numbers.iter().map(move |number| (piece, number)))
    }

    /// The numbers of the text of a picture with an id.
    pub fn numbers_of<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a TracedNumber> {
        let texts = self
            .traced()
            .filter(move |(piece, _)| piece.place.strip_prefix('#') == Some(id));
        texts.map(|(_, number)| number)
    }

    /// The expressions that its numbers come from.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.traced().filter_map(|(_, number)| match number.origin.as_ref()? {
            Origin::Printed { path, .. } | Origin::Figure { path, .. } => Some(path.as_str()),
            Origin::Name { .. } | Origin::Axis => None,
        })
    }
}

fn picture(artefact: &Artefact, drawn: &[Drawn]) -> Result<Option<Picture>, Fault> {
    if !artefact.name.ends_with(".svg") {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&artefact.bytes);
    let drawn = drawn.iter().find(|drawn| drawn.names.contains(&artefact.name));
    let picture = match drawn {
        Some(drawn) => Picture::parsed(&text, &drawn.tree),
        None => Picture::read(&text),
    };
    let picture = picture.map_err(|reason| extract::unreadable(&artefact.name, &reason))?;
    Ok(Some(picture))
}

/// Whether a file belongs to a language: `article.pl.md`.
fn is_of_language(name: &str, tag: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(_, rest)| rest.strip_prefix(tag).is_some_and(|rest| rest.starts_with('.')))
}

/// Everything that the numbers of a language may come from.
fn origins(sources: &Sources) -> Origins {
    let mut origins = Origins::new(Separators::of(&sources.subject.locale));
    for printed in sources.ledger {
        // A name that a picture shortened is a name all the same.
        let is_name = printed.exact.is_none()
            && ["variants.", "cases.", "method"]
                .iter()
                .any(|root| printed.path.starts_with(root));
        match is_name {
            true => origins.name(&printed.text, &printed.path),
            false => origins.printed(&printed.text, &printed.path, printed.exact.as_ref()),
        }
    }
    for (text, path) in sources.texts {
        origins.name(text, path);
    }
    for root in ROOTS {
        if let Some(value) = sources.context.get(root) {
            walk(value, root, sources.subject, &mut origins);
        }
    }
    for (key, word) in sources.subject.terms.iter() {
        // Names of things may have digits; all other words were searched for digits when they were read.
        origins.name(&word.text, &format!("terms.{key}"));
    }
    origins
}

fn walk(value: &Value, path: &str, subject: &Subject, origins: &mut Origins) {
    if let Some(number) = Number::from_value(value) {
        let exact = match number.kind {
            Kind::Quantity(measure) => subject.dataset.measures[measure].in_display_unit(&number.exact),
            _ => number.exact,
        };
        origins.figure(number.path, exact);
    } else if let Some(text) = value.as_str() {
        origins.name(text, path);
        // A narrow picture parts a long name after its product and version.
        if path.starts_with("variants.") || path.starts_with("cases.") {
            let words: Vec<&str> = text.split(' ').collect();
            for pair in words.windows(2).filter(|pair| pair[0].ends_with(char::is_alphabetic)) {
                origins.name(&pair.join(" "), path);
            }
        }
        // Digests and revisions are shown shortened.
        let is_digest = text.len() >= 40 && text.bytes().all(|b| b.is_ascii_hexdigit());
        for length in (7..=16).filter(|_| is_digest) {
            origins.name(&text[..length], path);
        }
    } else if let Some(items) = value.as_array() {
        for (i, item) in items.iter().enumerate() {
            walk(item, &format!("{path}.{i}"), subject, origins);
        }
    } else if let Some(map) = value.as_map() {
        for (key, item) in map {
            let key = key.as_str().unwrap_or_default();
            walk(item, &format!("{path}.{key}"), subject, origins);
        }
    }
}
