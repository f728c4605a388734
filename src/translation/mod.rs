//! Translations of words: their paragraphs beside those of the reference language, and which of them are out of date.
//!
//! Knows files of words and what a translator sees of them; nothing of data, and nothing of what words look like when
//! they are rendered.

mod accept;
mod paragraphs;
mod prose;
mod state;
mod status;
mod word_set;

pub use accept::{Chosen, accept};
pub use paragraphs::{Kind, Paragraph, Paragraphs};
pub use state::{Mark, STATE_FILE, State};
pub use status::{Entry, FileStatus, LanguageStatus, Standing, status};
pub use word_set::WordSet;
