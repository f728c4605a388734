//! Words: what reports say in each language, and what is told when they cannot.

mod exchange;
mod faults;
mod finished;
mod kinds;
mod parity;
mod report;
mod right_to_left;
mod standard;
mod stories;
mod terms;
mod translation;

use benchfolio::context::Engine;
use benchfolio::locale::Script;
use benchfolio::project::{LanguageWords, Project};
use std::path::{Path, PathBuf};

/// Where the tests put what they rendered, for somebody to read.
const SHOW: &str = "BENCHFOLIO_SHOW_WORDS";
/// Restricts the tests of standard words to some languages: `fr,de`.
const ONLY: &str = "BENCHFOLIO_LANGUAGES";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All the data files of the repository.
fn data_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/data"))
        .expect("the folder of fixtures is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "json"))
        .collect();
    files.push(root().join("reports/proxysql-2.7-vs-3.0/data.json"));
    files.sort();
    files
}

/// The templates of the source tree: what is compiled in, or newer.
fn templates() -> PathBuf {
    root().join("templates")
}

/// The languages that have a folder of standard words, complete or not.
fn languages() -> Vec<String> {
    let only = std::env::var(ONLY).unwrap_or_default();
    let mut tags: Vec<String> = std::fs::read_dir(templates())
        .expect("the folder of templates is there")
        .map(|entry| entry.expect("it can be listed"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().into_string().expect("tags are ASCII"))
        .filter(|tag| only.is_empty() || only.split(',').any(|wanted| wanted == tag))
        .collect();
    tags.sort();
    tags
}

/// The report that a data file alone makes.
fn standard_report(data: &Path) -> Project {
    Project::standard(data, Some(&templates())).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A report in one language, ready to be rendered.
struct Edition {
    words: LanguageWords,
    engine: Engine,
}

fn edition(project: &Project, tag: &str) -> Edition {
    let script = Script::of(tag).expect("a known language");
    let data = project.load().unwrap_or_else(|faults| panic!("{faults}"));
    let words = project.words(script).unwrap_or_else(|faults| panic!("{faults}"));
    let engine = words.engine(project, &data).unwrap_or_else(|faults| panic!("{faults}"));
    Edition { words, engine }
}

fn proxysql(tag: &str) -> Edition {
    let data = root().join("reports/proxysql-2.7-vs-3.0/data.json");
    edition(&Project::standard(&data, None).expect("a standard report"), tag)
}

/// The folders of the example reports.
fn example_reports() -> Vec<std::path::PathBuf> {
    let mut reports: Vec<_> = std::fs::read_dir(root().join("reports"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    reports.sort();
    reports
}
