//! A report folder as a whole: its configuration, its data file, and the words of each language.

use super::lookup::{Files, Lookup, OWN_FOLDER, Reads, built_in_languages, standard_languages, stays_below};
use super::sections::Article;
use super::{Comparison, PublishedKind, Report, theme};
use crate::context::{Words, nearest, read_terms, unit_words};
use crate::dataset::Dataset;
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::locale::{Locale, Script};
use crate::render::theme::Theme;
use crate::stats::Summary;
use crate::stats::inference::{self, RowIntervals};
use crate::translation::STATE_FILE;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of words that a language may have.
pub const WORD_FILES: [&str; 4] = ["article.md", "infographic.toml", "linkedin.txt", "terms.toml"];
/// The forms that a report may have of its own.
const FORMS: [&str; 5] = [
    "analyze.py",
    "article.html",
    "infographic.svg",
    "share-landscape.svg",
    "share-portrait.svg",
];

/// What the data file is called where a report has no configuration that names it.
pub const STANDARD_DATA: &str = "data.json";

/// A report that can be built.
#[derive(Debug, Clone)]
pub struct Project {
    pub report: Arc<Report>,
    lookup: Lookup,
    data: PathBuf,
    /// The data file, when it lies in an archive.
    archived_data: Option<Arc<[u8]>>,
}

/// The data of a report, once for all languages.
#[derive(Debug, Clone)]
pub struct Loaded {
    pub dataset: Arc<Dataset>,
    pub summary: Arc<Summary>,
    pub comparison: Comparison,
    /// Of the rows that have some; empty unless the report shows intervals.
    pub intervals: Arc<[RowIntervals]>,
    /// The data file as it was read.
    pub bytes: Arc<[u8]>,
}

/// The words of one language.
#[derive(Debug, Clone)]
pub struct LanguageWords {
    pub locale: Arc<Locale>,
    pub terms: Arc<Words>,
    pub article: Article,
    pub infographic: Words,
    pub post: SourceText,
}

impl Project {
    /// Reads the `report.toml` of a folder and looks at what else is in it. `templates` is the folder of
    /// `--templates`.
    ///
    /// # Errors
    /// All faults of the configuration; else all missing translations and all files that nobody knows.
    pub fn open(folder: &Path, templates: Option<&Path>) -> Result<Project, Faults> {
        let lookup = Lookup::new(Some(folder), templates);
        let source = lookup.report_file()?;
        let report = Report::read(&source)?;
        let mut faults = Vec::new();
        unknown_files(folder, &report, &theme::named_files(&lookup, &report), &mut faults);
        missing_translations(folder, &report, &mut faults);
        missing_origin(folder, &report, &mut faults);
        let data = folder.join(&report.data);
        if !data.is_file() {
            faults.push(
                Fault::input("project::no-data", "the data file of the report is not there")
                    .file(data.display().to_string()),
            );
        }
        faults.extend(stays_below(folder, &data).err());
        Faults::check(faults)?;
        Ok(Project {
            report: Arc::new(report),
            lookup,
            data,
            archived_data: None,
        })
    }

    /// The report in an archive: `report/`, `templates/` and `built-in/` of it and nothing else, whatever lies on this
    /// machine. `standard` is the report where there is no `report.toml`; with `may_lack`, what is compiled in stands behind
    /// the built-in files.
    ///
    /// # Errors
    /// All faults of the configuration; no data file.
    pub fn archived(name: &str, files: Arc<Files>, standard: Report, may_lack: bool) -> Result<Project, Faults> {
        let lookup = Lookup::in_archive(name, files.clone(), may_lack);
        let report = match lookup.own("report.toml")? {
            Some(source) => Report::read(&source)?,
            None => standard,
        };
        let data = format!("{OWN_FOLDER}{}", report.data);
        let path = PathBuf::from(format!("{name}/{data}"));
        let Some(bytes) = files.get(&data) else {
            return Err(
                Fault::input("project::no-data", "the data file of the report is not there")
                    .file(path.display().to_string())
                    .into(),
            );
        };
        Ok(Project {
            report: Arc::new(report),
            lookup,
            data: path,
            archived_data: Some(bytes.as_slice().into()),
        })
    }

    /// The report that a data file alone makes, with standard words in every language that has some.
    ///
    /// # Errors
    /// A data file whose name gives no id.
    pub fn standard(data: &Path, templates: Option<&Path>) -> Result<Project, Faults> {
        // Asked before it is opened: to open a pipe waits for somebody who writes.
        if data.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(Fault::input("project::no-file", "the data file is no regular file")
                .file(data.display().to_string())
                .hint("a report is read more than once: save what comes from a pipe or a device as a file first")
                .into());
        }
        let name = data.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let id: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "-_.".contains(c) {
                    c.to_ascii_lowercase()
                } else {
                    '-'
                }
            })
            .collect();
        if id.trim_matches(['-', '.']).is_empty() {
            return Err(
                Fault::input("project::id", "the name of the data file gives no id for the report")
                    .file(data.display().to_string())
                    .into(),
            );
        }
        let mut report = Report::standard(&id, STANDARD_DATA);
        report.languages = standard_languages(templates);
        Ok(Project {
            report: Arc::new(report),
            lookup: Lookup::new(None, templates),
            data: data.to_owned(),
            archived_data: None,
        })
    }

    /// The same project with another configuration: fewer languages, a date.
    pub fn with_report(mut self, report: Report) -> Project {
        self.report = Arc::new(report);
        self
    }

    /// The same project, and what is read through it from now on.
    pub fn watched(&self) -> (Project, Reads) {
        let (lookup, reads) = self.lookup.watched();
        let project = Project { lookup, ..self.clone() };
        (project, reads)
    }

    /// Reads a text again by the name that [`inputs`](Self::inputs) gave it.
    ///
    /// # Errors
    /// A file that is there but cannot be read any more.
    pub fn recall(&self, recorded: &str) -> Result<Option<SourceText>, Fault> {
        self.lookup.recall(recorded)
    }

    /// The folder of the report, when it has one.
    pub fn folder(&self) -> Option<&Path> {
        self.lookup.report()
    }

    /// The folder of `--templates`.
    pub fn templates(&self) -> Option<&Path> {
        self.lookup.templates()
    }

    pub fn data_path(&self) -> &Path {
        &self.data
    }

    /// Every file that was read until now, with the name that a manifest gives it; see [`Lookup::inputs`]. The data file
    /// is in [`Loaded`].
    pub fn inputs(&self) -> Vec<(String, Arc<[u8]>)> {
        self.lookup.inputs()
    }

    /// Reads the data file and compares what the report wants compared.
    ///
    /// # Errors
    /// All faults of the data file; else every id of the report that the data do not have.
    pub fn load(&self) -> Result<Loaded, Faults> {
        let bytes = match &self.archived_data {
            Some(bytes) => Dataset::bytes_from(&self.data.display().to_string(), bytes.as_ref())?,
            None => Dataset::file_bytes(&self.data)?,
        };
        let dataset = Dataset::read_bytes(&self.data.display().to_string(), bytes.clone())?;
        let comparison = self.report.comparison(&dataset)?;
        let summary = Summary::of(&dataset, comparison.baseline);
        let intervals = match self.report.intervals {
            true => inference::intervals(&dataset, &summary),
            false => Vec::new(),
        };
        Ok(Loaded {
            summary: Arc::new(summary),
            dataset: Arc::new(dataset),
            comparison,
            intervals: intervals.into(),
            bytes: bytes.into(),
        })
    }

    /// A form that is the same for all languages: `infographic.svg`, `article.html`, `analyze.py`.
    ///
    /// # Errors
    /// A form that no place has, or that cannot be read.
    pub fn form(&self, name: &str) -> Result<SourceText, Fault> {
        self.lookup.find(name)?.ok_or_else(|| {
            Fault::input("project::no-template", "no such template")
                .file(name)
                .expected(format!("one of {}", FORMS.join(", ")))
        })
    }

    /// The theme of the pictures and pages.
    ///
    /// # Errors
    /// All that is wrong with it: unknown keys, colours that readers could not tell apart.
    pub fn theme(&self) -> Result<Theme, Faults> {
        theme::of_report(&self.lookup, &self.report)
    }

    /// Everything that is said in a language.
    ///
    /// # Errors
    /// All faults of all its files, and the files that are missing.
    pub fn words(&self, script: &'static Script) -> Result<LanguageWords, Faults> {
        let tag = script.tag;
        let mut faults = Vec::new();
        let mut keep = |result: Result<(), Faults>| {
            if let Err(told) = result {
                faults.extend(told.into_vec().into_iter().map(|fault| fault.language(tag)));
            }
        };
        let numerals = self.report.numerals_of(script);
        let mut terms = Words::default();
        keep(self.terms(tag).map(|read| terms = read));
        let mut article = None;
        keep(self.article(tag).map(|read| article = Some(read)));
        let mut infographic = Words::default();
        keep(self.infographic(tag).map(|read| infographic = read));
        let mut post = None;
        keep(self.post(tag).map(|read| post = Some(read)));
        let mut locale = None;
        keep(
            Locale::load_with(tag, numerals)
                .map(|read| locale = Some(read))
                .map_err(Faults::from),
        );
        Faults::check(faults)?;
        match (locale, article, post) {
            (Some(locale), Some(article), Some(post)) => {
                terms.set_language(&locale);
                Ok(LanguageWords {
                    locale: Arc::new(locale.with_units(unit_words(&terms))),
                    terms: Arc::new(terms),
                    article,
                    infographic,
                    post,
                })
            }
            _ => unreachable!("what is missing is a fault"),
        }
    }

    fn terms(&self, tag: &str) -> Result<Words, Faults> {
        let files = self.lookup.layers(&format!("{tag}/terms.toml"))?;
        if files.is_empty() {
            return Err(missing(tag, "terms.toml").into());
        }
        read_terms(&files)
    }

    fn infographic(&self, tag: &str) -> Result<Words, Faults> {
        let files = self.lookup.layers(&format!("{tag}/infographic.toml"))?;
        if files.is_empty() {
            return Err(missing(tag, "infographic.toml").into());
        }
        Words::read(&files, |_| false)
    }

    fn article(&self, tag: &str) -> Result<Article, Faults> {
        let name = format!("{tag}/article.md");
        let own = self.lookup.own(&name)?;
        match self.lookup.standard(&name)? {
            Some(standard) => Article::merge(&standard, own.as_ref()),
            None => match own {
                Some(own) => Article::merge(&own, None),
                None => Err(missing(tag, "article.md").into()),
            },
        }
    }

    fn post(&self, tag: &str) -> Result<SourceText, Faults> {
        let name = format!("{tag}/linkedin.txt");
        let post = self.lookup.find(&name)?.ok_or_else(|| missing(tag, "linkedin.txt"))?;
        let faults = crate::context::check_digits(&post, 0..post.text.len(), crate::context::Syntax::Plain);
        Faults::check(faults)?;
        Ok(post)
    }
}

fn missing(tag: &str, file: &str) -> Fault {
    Fault::input("project::missing-words", "these words are missing")
        .file(format!("{tag}/{file}"))
        .language(tag)
        .hint(format!(
            "there are standard words in {}; for another language put the file into the report folder or a folder for \
             --templates",
            built_in_languages().join(", ")
        ))
}

/// What the reference language has of its own, every published language has.
fn missing_translations(folder: &Path, report: &Report, faults: &mut Vec<Fault>) {
    let reference = report.reference.tag;
    for file in WORD_FILES.iter().filter(|file| **file != "terms.toml") {
        if !folder.join(reference).join(file).is_file() {
            continue;
        }
        for script in &report.languages {
            let path = folder.join(script.tag).join(file);
            if !path.is_file() {
                faults.push(
                    Fault::input("project::missing-translation", "the translation is missing")
                        .file(path.display().to_string())
                        .language(script.tag)
                        .hint(format!(
                            "translate {reference}/{file}, or take `{}` out of `languages` in report.toml",
                            script.tag
                        )),
                );
            }
        }
    }
}

/// What the data were made from is there, or the report says too much.
fn missing_origin(folder: &Path, report: &Report, faults: &mut Vec<Fault>) {
    for name in &report.origin {
        if !folder.join(&name.text).exists() {
            let fault = Fault::input("project::no-origin", "what the data were made from is not there")
                .found(format!("`{}`", name.text));
            faults.push(match report.source() {
                Some(source) => fault.at(source, name.span.clone()),
                None => fault,
            });
        }
    }
}

/// Names in a folder, sorted; hidden ones are none of ours.
fn names(folder: &Path, faults: &mut Vec<Fault>) -> Vec<(String, bool)> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(
                Fault::input("project::unreadable", format!("this folder cannot be read: {error}"))
                    .file(folder.display().to_string()),
            );
            return Vec::new();
        }
    };
    let mut found: Vec<(String, bool)> = entries
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().is_dir()))
        .filter(|(name, _)| !name.starts_with('.') && !name.ends_with('~'))
        .collect();
    found.sort();
    found
}

/// `theirs` are the files that the theme names.
fn unknown_files(folder: &Path, report: &Report, theirs: &[String], faults: &mut Vec<Fault>) {
    let data_root = report.data.split('/').next().unwrap_or_default();
    let mut known: Vec<&str> = vec!["report.toml", data_root, "README.md"];
    known.extend(FORMS);
    let theme = report.theme.as_ref().map_or(theme::THEME_FILE, |theme| &theme.text);
    let theme_root = theme.split('/').next().unwrap_or_default();
    known.push(theme_root);
    for (name, is_folder) in names(folder, faults) {
        let path = folder.join(&name);
        let is_of_theme = |file: &String| file.split('/').next() == Some(name.as_str());
        if Script::of(&name).is_none() && theirs.iter().any(is_of_theme) {
            continue;
        }
        if report.origin.iter().any(|origin| origin.text == name) {
            continue;
        }
        if !is_folder && known.contains(&name.as_str()) || is_folder && (name == data_root || name == theme_root) {
            continue;
        }
        if !is_folder {
            faults.push(unknown(&path, &name, &known));
            continue;
        }
        let Some(script) = Script::of(&name) else {
            let tags: Vec<&str> = report.languages.iter().map(|script| script.tag).collect();
            faults.push(unknown(&path, &name, &tags));
            continue;
        };
        for (file, _) in names(&folder.join(script.tag), faults) {
            if file != STATE_FILE && !WORD_FILES.contains(&file.as_str()) {
                faults.push(unknown(&path.join(&file), &file, &WORD_FILES).language(script.tag));
            }
        }
    }
}

fn unknown(path: &Path, name: &str, known: &[&str]) -> Fault {
    let fault = Fault::input("project::unknown-file", "nothing reads this")
        .file(path.display().to_string())
        .expected(format!("one of {}", known.join(", ")));
    match nearest(name, known) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault.hint("scripts and raw output that the data were made from are named by `origin` in report.toml"),
    }
}

impl PublishedKind {
    /// Whether there is one file of it for each language.
    pub fn is_of_a_language(self) -> bool {
        !matches!(
            self,
            PublishedKind::Summary | PublishedKind::Data | PublishedKind::Analysis | PublishedKind::Archive
        )
    }
}
