//! Languages: numbers, plurals, lists, units and dates by CLDR (through ICU4X), text direction, fonts per script.
//!
//! Knows nothing of reports. One formatter serves words, tables, charts, HTML, PDF and posts alike.

use crate::text::Family;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    LeftToRight,
    RightToLeft,
}

/// What the setting of text in a language needs to know beyond CLDR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Script {
    /// BCP 47 tag of the language, as folders and files are named: `en`, `pt-BR`, `zh-Hans`.
    pub tag: &'static str,
    /// Family of the language's own script; numbers and Latin text are set in Inter in every language.
    pub family: Family,
    pub direction: Direction,
    /// Whether the script has capitals and bears letter-spacing.
    pub letter_case: bool,
    /// Whether lines may be justified at spaces; otherwise between ideographs or not at all.
    pub justify: Justify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Justify {
    /// Stretch the spaces between words.
    Spaces,
    /// Spread between ideographs.
    Ideographs,
    /// Leave lines ragged.
    Ragged,
}

const fn row(tag: &'static str, family: Family, direction: Direction, letter_case: bool, justify: Justify) -> Script {
    Script {
        tag,
        family,
        direction,
        letter_case,
        justify,
    }
}

use Direction::{LeftToRight, RightToLeft};

/// Adding a language is one row here and one folder of words under `templates/`.
pub const SCRIPTS: &[Script] = &[
    row("ar", Family::Arabic, RightToLeft, false, Justify::Spaces),
    row("de", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("en", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("es", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("fr", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("he", Family::Hebrew, RightToLeft, false, Justify::Spaces),
    row("hi", Family::Devanagari, LeftToRight, false, Justify::Spaces),
    row("it", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("ja", Family::Japanese, LeftToRight, false, Justify::Ideographs),
    row("ko", Family::Korean, LeftToRight, false, Justify::Spaces),
    row("nl", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("pl", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("pt-BR", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("ru", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("sv", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("th", Family::Thai, LeftToRight, false, Justify::Ragged),
    row("tr", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("uk", Family::Inter, LeftToRight, true, Justify::Spaces),
    row(
        "zh-Hans",
        Family::SimplifiedChinese,
        LeftToRight,
        false,
        Justify::Ideographs,
    ),
    row(
        "zh-Hant",
        Family::TraditionalChinese,
        LeftToRight,
        false,
        Justify::Ideographs,
    ),
];

impl Script {
    /// The row of a language tag.
    pub fn of(tag: &str) -> Option<&'static Script> {
        SCRIPTS.iter().find(|script| script.tag == tag)
    }
}
