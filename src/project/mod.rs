//! Report folders: `report.toml`, the files of a language, and where a template comes from.
//!
//! Knows nothing of pixels. Everything is read once, and every fault of a folder is told at once.

mod edition;
mod fields;
mod folder;
mod fonts;
mod licence;
mod lookup;
mod report;
mod sections;
mod theme;
mod theme_file;

pub use edition::RenderedArticle;
pub use folder::{LanguageWords, Loaded, Project, STANDARD_DATA, WORD_FILES};
pub use licence::Licence;
pub use lookup::{
    Files, Lookup, OWN_FOLDER, Reads, built_in, built_in_languages, place_in_archive, standard_languages,
};
pub use report::{Comparison, Digits, PublishedKind, Report, no_numerals};
pub use sections::{Article, Front, Outline, outline};
pub use theme::{THEMES, standard_theme};
