//! The languages that the product sets: one row each.

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
    /// The language's name in itself.
    pub name: &'static str,
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

const fn row(
    tag: &'static str,
    name: &'static str,
    family: Family,
    direction: Direction,
    letter_case: bool,
    justify: Justify,
) -> Script {
    Script {
        tag,
        name,
        family,
        direction,
        letter_case,
        justify,
    }
}

use Direction::{LeftToRight, RightToLeft};

/// Adding a language is one row here and one folder of words under `templates/`.
pub const SCRIPTS: &[Script] = &[
    row("ar", "العربية", Family::Arabic, RightToLeft, false, Justify::Spaces),
    row("de", "Deutsch", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("en", "English", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("es", "español", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("fr", "français", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("he", "עברית", Family::Hebrew, RightToLeft, false, Justify::Spaces),
    row("hi", "हिन्दी", Family::Devanagari, LeftToRight, false, Justify::Spaces),
    row("it", "italiano", Family::Inter, LeftToRight, true, Justify::Spaces),
    row(
        "ja",
        "日本語",
        Family::Japanese,
        LeftToRight,
        false,
        Justify::Ideographs,
    ),
    row("ko", "한국어", Family::Korean, LeftToRight, false, Justify::Spaces),
    row("nl", "Nederlands", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("pl", "polski", Family::Inter, LeftToRight, true, Justify::Spaces),
    row(
        "pt-BR",
        "português (Brasil)",
        Family::Inter,
        LeftToRight,
        true,
        Justify::Spaces,
    ),
    row("ru", "русский", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("sv", "svenska", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("th", "ไทย", Family::Thai, LeftToRight, false, Justify::Ragged),
    row("tr", "Türkçe", Family::Inter, LeftToRight, true, Justify::Spaces),
    row("uk", "українська", Family::Inter, LeftToRight, true, Justify::Spaces),
    row(
        "zh-Hans",
        "简体中文",
        Family::SimplifiedChinese,
        LeftToRight,
        false,
        Justify::Ideographs,
    ),
    row(
        "zh-Hant",
        "繁體中文",
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

    /// What stands between a label and what it labels: a colon with the spaces of the language.
    pub fn colon(&self) -> &'static str {
        match self.tag {
            "fr" => "\u{a0}: ",
            "ja" | "zh-Hans" | "zh-Hant" => "：",
            _ => ": ",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colons_have_the_spaces_of_the_language() {
        for (tag, colon) in [("de", ": "), ("fr", "\u{a0}: "), ("zh-Hans", "：")] {
            assert_eq!(Script::of(tag).map(Script::colon), Some(colon), "{tag}");
        }
    }
}
