//! How a candidate stands on a picture: as its figures say, unless their interval leaves the direction open.

use super::Input;
use super::scene::intervals_of;
use crate::render::theme::{Color, Palette};
use crate::stats::{Comparison, Row, Verdict};

/// How a candidate stands beside the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Better,
    Worse,
    /// The figures are equal.
    Unchanged,
    /// The figures differ, but the interval of their quotient includes one: the data do not tell the variants apart.
    Open,
}

impl Standing {
    pub const ALL: [Standing; 4] = [Standing::Better, Standing::Worse, Standing::Unchanged, Standing::Open];

    pub fn of(input: &Input<'_>, row: &Row, comparison: &Comparison) -> Standing {
        match comparison.verdict {
            Verdict::Unchanged => Standing::Unchanged,
            _ if is_open(input, row, comparison) => Standing::Open,
            Verdict::Better => Standing::Better,
            Verdict::Worse => Standing::Worse,
        }
    }

    /// The last part of a key that depends on it.
    pub fn key(self) -> &'static str {
        match self {
            Standing::Better => "better",
            Standing::Worse => "worse",
            Standing::Unchanged => "unchanged",
            Standing::Open => "open",
        }
    }

    /// What is unchanged or open has the colour of neither side.
    pub fn on_night(self, palette: &Palette) -> Color {
        match self {
            Standing::Better => palette.night_better,
            Standing::Worse => palette.night_worse,
            Standing::Unchanged | Standing::Open => palette.night_text,
        }
    }

    pub fn on_paper(self, palette: &Palette) -> Color {
        match self {
            Standing::Better => palette.better,
            Standing::Worse => palette.worse,
            Standing::Unchanged | Standing::Open => palette.text,
        }
    }
}

/// Whether there is an interval of the quotient, and one is in it.
fn is_open(input: &Input<'_>, row: &Row, comparison: &Comparison) -> bool {
    intervals_of(input, row).is_some_and(|intervals| intervals.leaves_open(row, comparison.candidate))
}
