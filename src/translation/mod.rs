//! Translations of words: their paragraphs beside those of the reference language, which of them are out of date, and
//! their way to translators and back.
//!
//! Knows files of words and what a translator sees of them; nothing of data, and nothing of what words look like when
//! they are rendered.

mod accept;
mod catalogue;
mod import;
mod paragraphs;
pub mod placeholders;
pub mod po;
mod prose;
mod skeleton;
mod state;
mod status;
mod word_set;
pub mod xliff;

pub use accept::{Chosen, accept};
pub use catalogue::{Catalogue, Read, Unit, catalogue};
pub use import::{Imported, import, start};
pub use paragraphs::{Kind, Paragraph, Paragraphs};
pub use state::{Mark, STATE_FILE, State};
pub use status::{Entry, FileStatus, LanguageStatus, Standing, status};
pub use word_set::WordSet;
