//! Numbers and words for one language: the tree of values that templates name, and the engine that renders them.
//!
//! A number in the tree is an object that only a filter prints, so that none reaches an artefact without its unit,
//! its rounding and its language; the ledger remembers every one. Knows nothing of pixels and of how files are found.

mod beside;
mod bounded;
mod digits;
mod engine;
mod escape;
mod facts;
mod filters;
mod functions;
mod names;
mod number;
mod prepare;
mod published;
mod rendered;
mod story;
mod table;
mod tags;
mod template_faults;
mod tree;
mod words;

pub use bounded::render_bounded;
pub use digits::{Syntax, check as check_digits};
pub use engine::Engine;
pub use facts::Facts;
pub use names::nearest;
pub use number::{Kind, Number, Printed};
pub use rendered::Rendered;
pub use table::{digits_for_one, markdown_table};
pub use tags::{Tag, TagKind, Token, open_statements, standard_calls, tags, tokens, unclosed_tag};
pub use tree::{ROOTS, identifier};
pub use words::{Word, Words, read_terms, toml_fault, unit_words};

use crate::dataset::Dataset;
use crate::locale::Locale;
use crate::project::{Comparison, PublishedKind, Report};
use crate::stats::inference::RowIntervals;
use crate::stats::{Row, Summary};
use std::sync::Arc;

/// What a report in one language is about.
#[derive(Debug, Clone)]
pub struct Subject {
    pub dataset: Arc<Dataset>,
    pub summary: Arc<Summary>,
    pub report: Arc<Report>,
    pub comparison: Comparison,
    /// Of the rows of the summary that have some; empty when the report shows none.
    pub intervals: Arc<[RowIntervals]>,
    /// With the units of `terms`.
    pub locale: Arc<Locale>,
    pub terms: Arc<Words>,
}

/// A file that readers are offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedFile {
    pub name: String,
    pub kind: PublishedKind,
    pub label: String,
}

impl Subject {
    /// The row of the summary that the headline is made from.
    pub fn headline(&self) -> Option<&Row> {
        let rows = facts::first_rows(&self.summary, self.comparison.primary);
        rows.iter()
            .find(|row| row.case == self.comparison.case)
            .or(rows.first())
            .copied()
    }

    /// The intervals of a row that are shown.
    pub(crate) fn intervals_of(&self, row: &Row) -> Option<&RowIntervals> {
        RowIntervals::of_row(&self.intervals, &self.summary, row)
    }

    pub fn is_sampled(&self, measure: usize) -> bool {
        facts::is_sampled(&self.dataset, measure)
    }

    /// The files of this language that the report publishes.
    pub fn files(&self) -> Vec<PublishedFile> {
        self.report
            .publish
            .iter()
            .map(|kind| PublishedFile {
                name: kind.file_name(&self.report.id, self.locale.tag()),
                kind: *kind,
                label: self
                    .terms
                    .get(&format!("files.{}", kind.id()))
                    .unwrap_or(kind.id())
                    .into(),
            })
            .collect()
    }
}
