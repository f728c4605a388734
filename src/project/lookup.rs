//! Where a template comes from: the report folder, the folder of `--templates`, what is compiled in; or an archive that
//! brings all three along.

use crate::diagnostic::{Fault, SourceText};
use crate::locale::{SCRIPTS, Script};
use include_dir::{Dir, include_dir};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Bytes of a template or a file of words.
const LARGEST: u64 = 4 << 20;

/// The files of an archive by name, in memory: nothing that a stranger packed lies on the disk.
pub type Files = BTreeMap<String, Vec<u8>>;

/// How messages call a file, and what it holds.
pub type NamedBytes = (String, Arc<[u8]>);

/// The places that templates are looked for in, the first one first. Remembers what was read.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    report: Option<PathBuf>,
    templates: Option<PathBuf>,
    archive: Option<Archive>,
    /// Shared by all clones.
    read: Arc<Mutex<BTreeMap<String, Arc<[u8]>>>>,
    /// Who else wants to know what is read.
    reads: Option<Reads>,
}

/// What was looked for through one [`Lookup`], found or not.
#[derive(Debug, Clone, Default)]
pub struct Reads(Arc<Mutex<Looked>>);

#[derive(Debug, Default)]
struct Looked {
    names: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl Reads {
    /// The files that were found, with the names of [`Lookup::inputs`].
    pub fn names(&self) -> BTreeSet<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).names.clone()
    }

    /// The folders that something was looked for in, whether it was there or not: `pl`. What lies in no folder is not
    /// among them.
    pub fn folders(&self) -> BTreeSet<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).folders.clone()
    }

    fn looked_for(&self, name: &str, recorded: Option<&str>) {
        let mut looked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((folder, _)) = name.split_once('/') {
            looked.folders.insert(folder.to_owned());
        }
        looked.names.extend(recorded.map(str::to_owned));
    }
}

/// An archive in the place of all three.
#[derive(Debug, Clone)]
struct Archive {
    /// How messages call it.
    name: Arc<str>,
    files: Arc<Files>,
    /// Whether what it lacks may come from what is compiled in.
    may_lack: bool,
}

/// Which of the places a file was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Report,
    Templates,
    BuiltIn,
}

impl Found {
    /// The folder of an archive that holds the files of this place.
    fn folder(self) -> &'static str {
        match self {
            Found::Report => OWN_FOLDER,
            Found::Templates => "templates/",
            Found::BuiltIn => "built-in/",
        }
    }
}

/// The folder of an archive that holds the report's own files.
pub const OWN_FOLDER: &str = "report/";

/// The place in an archive of a file that [`Lookup::inputs`] names.
pub fn place_in_archive(input: &str) -> String {
    let standard = [Found::Templates, Found::BuiltIn];
    match standard.iter().any(|place| input.starts_with(place.folder())) {
        true => input.to_owned(),
        false => format!("{OWN_FOLDER}{input}"),
    }
}

impl Lookup {
    pub fn new(report: Option<&Path>, templates: Option<&Path>) -> Lookup {
        Lookup {
            report: report.map(Path::to_owned),
            templates: templates.map(Path::to_owned),
            archive: None,
            read: Arc::default(),
            reads: None,
        }
    }

    /// The same places, and what is looked for there from now on through this one.
    pub fn watched(&self) -> (Lookup, Reads) {
        let reads = Reads::default();
        let mut lookup = self.clone();
        lookup.reads = Some(reads.clone());
        (lookup, reads)
    }

    /// Reads a text again by the name that [`inputs`](Self::inputs) gave it.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn recall(&self, recorded: &str) -> Result<Option<SourceText>, Fault> {
        match recorded.split_once('/') {
            Some(("templates", name)) => self.in_place(Found::Templates, name),
            Some(("built-in", name)) => self.in_place(Found::BuiltIn, name),
            _ => self.in_place(Found::Report, recorded),
        }
    }

    /// Looks in an archive and nowhere else; with `may_lack`, what is compiled in stands behind its built-in files.
    pub fn in_archive(name: &str, files: Arc<Files>, may_lack: bool) -> Lookup {
        let archive = Archive {
            name: name.into(),
            files,
            may_lack,
        };
        Lookup {
            archive: Some(archive),
            ..Lookup::default()
        }
    }

    /// The report folder, when there is one.
    pub fn report(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// The folder of `--templates`, when there is one.
    pub fn templates(&self) -> Option<&Path> {
        self.templates.as_deref()
    }

    /// Everything that was read so far, sorted by name: the report's own files as they are called in its folder, those
    /// of `--templates` below `templates/`, compiled-in ones below `built-in/`. Texts are as they were understood:
    /// without a byte-order mark, lines ending in `\n`; what is no text is as it lies there.
    pub fn inputs(&self) -> Vec<(String, Arc<[u8]>)> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().map(|(name, bytes)| (name.clone(), bytes.clone())).collect()
    }

    /// The file of that name in the first place that has it: `infographic.svg`, `pl/article.md`. `None` when no place
    /// has it.
    ///
    /// # Errors
    /// A file that is there but cannot be read, is too large or is no UTF-8.
    pub fn find(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        match self.own(name)? {
            Some(own) => Ok(Some(own)),
            None => self.standard(name),
        }
    }

    /// The files of that name in all places, from the built-in one to the report's.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn layers(&self, name: &str) -> Result<Vec<SourceText>, Fault> {
        let places = [Found::BuiltIn, Found::Templates, Found::Report];
        places
            .into_iter()
            .filter_map(|place| self.in_place(place, name).transpose())
            .collect()
    }

    /// As [`find`](Self::find), without the report folder: the standard words that a report stands over.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn standard(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        match self.in_place(Found::Templates, name)? {
            Some(found) => Ok(Some(found)),
            None => self.in_place(Found::BuiltIn, name),
        }
    }

    /// The report's own file of that name.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn own(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        self.in_place(Found::Report, name)
    }

    /// The file of that name in the folder of `--templates`.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn of_templates(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        self.in_place(Found::Templates, name)
    }

    /// The bytes of a file that is no text, in the report folder or, with `of_templates`, in the folder of `--templates`,
    /// and how messages call it.
    ///
    /// # Errors
    /// A file that is there but cannot be read, or is too large.
    pub fn bytes(&self, name: &str, of_templates: bool) -> Result<Option<NamedBytes>, Fault> {
        let place = if of_templates { Found::Templates } else { Found::Report };
        let found = match &self.archive {
            Some(archive) => archive.bytes(place, name)?,
            None => match self.path(place, name)? {
                Some(path) => bytes_if_there(&path)?,
                None => None,
            },
        };
        let found = found.map(|(path, bytes)| (path, Arc::from(bytes)));
        self.remember(place, name, found.as_ref().map(|(_, bytes): &NamedBytes| bytes.clone()));
        Ok(found)
    }

    /// The configuration of the report folder.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn report_file(&self) -> Result<SourceText, Fault> {
        self.own("report.toml")?.ok_or_else(|| {
            let folder = self.report.as_deref().unwrap_or(Path::new(""));
            Fault::input("project::no-report", "this folder has no report.toml")
                .file(folder.display().to_string())
                .hint("`benchfolio new NAME --data FILE` makes a report folder")
        })
    }

    fn in_place(&self, place: Found, name: &str) -> Result<Option<SourceText>, Fault> {
        let found = match &self.archive {
            Some(archive) => archive.read(place, name)?,
            None => self.on_disk(place, name)?,
        };
        self.remember(place, name, found.as_ref().map(|found| found.text.as_bytes().into()));
        Ok(found)
    }

    /// Notes that something was looked for, and what was found.
    fn remember(&self, place: Found, name: &str, found: Option<Arc<[u8]>>) {
        let recorded = match place {
            Found::Report => name.to_owned(),
            _ => format!("{}{name}", place.folder()),
        };
        if let Some(reads) = &self.reads {
            reads.looked_for(name, found.is_some().then_some(&recorded));
        }
        if let Some(found) = found {
            let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            read.insert(recorded, found);
        }
    }

    fn on_disk(&self, place: Found, name: &str) -> Result<Option<SourceText>, Fault> {
        if place == Found::BuiltIn {
            return Ok(built_in(name));
        }
        match self.path(place, name)? {
            Some(path) => read_if_there(&path),
            None => Ok(None),
        }
    }

    /// Where a file would lie on the disk.
    fn path(&self, place: Found, name: &str) -> Result<Option<PathBuf>, Fault> {
        let folder = match place {
            Found::Report => &self.report,
            Found::Templates => &self.templates,
            Found::BuiltIn => return Ok(None),
        };
        let Some(folder) = folder else { return Ok(None) };
        let path = folder.join(name);
        if place == Found::Report {
            stays_below(folder, &path)?;
        }
        Ok(Some(path))
    }
}

impl Archive {
    fn read(&self, place: Found, name: &str) -> Result<Option<SourceText>, Fault> {
        match self.bytes(place, name)? {
            Some((path, bytes)) => decode(&path, bytes).map(Some),
            None if place == Found::BuiltIn && self.may_lack => Ok(built_in(name)),
            None => Ok(None),
        }
    }

    fn bytes(&self, place: Found, name: &str) -> Result<Option<(String, Vec<u8>)>, Fault> {
        let inside = format!("{}{name}", place.folder());
        match self.files.get(&inside) {
            Some(bytes) if bytes.len() as u64 > LARGEST => Err(too_large(&self.path(&inside))),
            Some(bytes) => Ok(Some((self.path(&inside), bytes.clone()))),
            None => Ok(None),
        }
    }

    fn path(&self, inside: &str) -> String {
        format!("{}/{inside}", self.name)
    }
}

/// A template that is compiled in; its name in faults starts with `templates/`.
pub fn built_in(name: &str) -> Option<SourceText> {
    let file = BUILT_IN.get_file(name)?;
    Some(SourceText::new(format!("templates/{name}"), file.contents_utf8()?))
}

/// The languages that have standard words compiled in, sorted.
pub fn built_in_languages() -> Vec<&'static str> {
    let mut tags: Vec<&str> = BUILT_IN
        .dirs()
        .filter_map(|folder| folder.path().to_str())
        .filter(|tag| BUILT_IN.get_file(format!("{tag}/article.md")).is_some())
        .collect();
    tags.sort_unstable();
    tags
}

/// The languages that have standard words: compiled in, or in the folder of `--templates`; in the order of their tags.
pub fn standard_languages(templates: Option<&Path>) -> Vec<&'static Script> {
    let built_in = built_in_languages();
    let is_there = |script: &&Script| {
        let has_own = templates.is_some_and(|folder| folder.join(script.tag).join("article.md").is_file());
        has_own || built_in.contains(&script.tag)
    };
    SCRIPTS.iter().filter(is_there).collect()
}

/// A report is what lies in its folder: a link that leads out of it would publish what nobody sees there.
///
/// # Errors
/// The file is there and lies elsewhere.
pub(super) fn stays_below(folder: &Path, path: &Path) -> Result<(), Fault> {
    match (folder.canonicalize(), path.canonicalize()) {
        (Ok(folder), Ok(target)) if !target.starts_with(&folder) => Err(Fault::input(
            "project::outside",
            "this link leads out of the report folder",
        )
        .file(path.display().to_string())
        .hint("copy the file into the report folder")),
        // What is not there is told where it is missed.
        _ => Ok(()),
    }
}

fn read_if_there(path: &Path) -> Result<Option<SourceText>, Fault> {
    match bytes_if_there(path)? {
        Some((name, bytes)) => decode(&name, bytes).map(Some),
        None => Ok(None),
    }
}

/// The bytes of a file, and how messages call it.
fn bytes_if_there(path: &Path) -> Result<Option<(String, Vec<u8>)>, Fault> {
    let name = path.display().to_string();
    let unreadable =
        |why: String| Fault::input("project::unreadable", format!("this file cannot be read: {why}")).file(&name);
    // Asked before it is opened: to open a pipe waits for somebody who writes.
    let opened = path.metadata().and_then(|metadata| match metadata.is_file() {
        true => File::open(path).map(Some),
        false => Ok(None),
    });
    let file = match opened {
        Ok(Some(file)) => file,
        Ok(None) => return Err(unreadable("it is no regular file".to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // A link that leads nowhere is no absence: somebody meant something to be there.
            return match path.symlink_metadata() {
                Ok(link) if link.is_symlink() => Err(unreadable("it is a link that leads nowhere".to_owned())),
                _ => Ok(None),
            };
        }
        Err(error) => return Err(unreadable(error.to_string())),
    };
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(error.to_string()))?;
    match bytes.len() as u64 > LARGEST {
        true => Err(too_large(&name)),
        false => Ok(Some((name, bytes))),
    }
}

fn too_large(name: &str) -> Fault {
    Fault::input("project::too-large", "this file is too large")
        .file(name)
        .expected(format!("at most {LARGEST} bytes"))
}

/// Lines end alike on every machine, and no text starts with a byte-order mark.
fn decode(name: &str, bytes: Vec<u8>) -> Result<SourceText, Fault> {
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n");
            Ok(SourceText::new(name, text))
        }
        Err(error) => Err(Fault::input("project::no-utf8", "this file is no UTF-8")
            .file(name)
            .found(format!("a wrong byte at offset {}", error.utf8_error().valid_up_to()))),
    }
}
