//! Where a template comes from: the report folder, the folder of `--templates`, what is compiled in.

use crate::diagnostic::{Fault, SourceText};
use include_dir::{Dir, include_dir};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// Bytes of a template or a file of words.
const LARGEST: u64 = 4 << 20;

/// The places that templates are looked for in, the first one first.
#[derive(Debug, Clone, Default)]
pub struct Lookup {
    pub report: Option<PathBuf>,
    pub templates: Option<PathBuf>,
}

impl Lookup {
    /// The file of that name in the first place that has it: `infographic.svg`, `pl/article.md`. `None` when no place
    /// has it.
    ///
    /// # Errors
    /// A file that is there but cannot be read, is too large or is no UTF-8.
    pub fn find(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        for folder in [&self.report, &self.templates].into_iter().flatten() {
            if let Some(found) = read_if_there(&folder.join(name))? {
                return Ok(Some(found));
            }
        }
        Ok(built_in(name))
    }

    /// The files of that name in all places, from the built-in one to the report's.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn layers(&self, name: &str) -> Result<Vec<SourceText>, Fault> {
        let mut found: Vec<SourceText> = built_in(name).into_iter().collect();
        for folder in [&self.templates, &self.report].into_iter().flatten() {
            found.extend(read_if_there(&folder.join(name))?);
        }
        Ok(found)
    }

    /// As [`find`](Self::find), without the report folder: the standard words that a report stands over.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn standard(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        let without = Lookup {
            report: None,
            templates: self.templates.clone(),
        };
        without.find(name)
    }

    /// The report's own file of that name.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn own(&self, name: &str) -> Result<Option<SourceText>, Fault> {
        match &self.report {
            Some(folder) => read_if_there(&folder.join(name)),
            None => Ok(None),
        }
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

fn read_if_there(path: &Path) -> Result<Option<SourceText>, Fault> {
    let name = path.display().to_string();
    let unreadable =
        |why: String| Fault::input("project::unreadable", format!("this file cannot be read: {why}")).file(&name);
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
    };
    let mut bytes = Vec::new();
    file.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Fault::input("project::too-large", "this file is too large")
            .file(&name)
            .expected(format!("at most {LARGEST} bytes")));
    }
    match String::from_utf8(bytes) {
        // Lines end alike on every machine, and no text starts with a byte-order mark.
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text).replace("\r\n", "\n");
            Ok(Some(SourceText::new(name, text)))
        }
        Err(error) => Err(Fault::input("project::no-utf8", "this file is no UTF-8")
            .file(&name)
            .found(format!("a wrong byte at offset {}", error.utf8_error().valid_up_to()))),
    }
}
