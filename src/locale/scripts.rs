//! The languages that the product sets: one row each.

use crate::text::{Family, is_right_to_left};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    LeftToRight,
    RightToLeft,
}

impl Direction {
    /// Keeps a text in its own order inside a sentence of this direction (UAX #9, isolates): any text where words run
    /// from right to left, what runs from right to left elsewhere.
    pub fn isolate(self, text: String) -> String {
        let runs_against = match self {
            Direction::RightToLeft => !text.is_empty(),
            Direction::LeftToRight => text.chars().any(is_right_to_left),
        };
        match runs_against {
            true => format!("\u{2068}{text}\u{2069}"),
            false => text,
        }
    }
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

    /// The row that was most likely meant by a tag that has none: `PL`, `en-GB`, `zh-CN`, `pt`.
    pub fn meant(tag: &str) -> Option<&'static Script> {
        let tag = tag.trim().to_ascii_lowercase().replace('_', "-");
        let primary = tag.split('-').next().unwrap_or_default();
        let known = |wanted: &str| SCRIPTS.iter().find(|script| script.tag.eq_ignore_ascii_case(wanted));
        let traditional = ["hant", "tw", "hk", "mo"];
        let of_region = match primary {
            "zh" | "cmn" if tag.split('-').any(|part| traditional.contains(&part)) => known("zh-Hant"),
            "zh" | "cmn" => known("zh-Hans"),
            "iw" => known("he"),
            _ => None,
        };
        let same_language = |script: &&Script| script.tag.split('-').next() == Some(primary);
        let near = |script: &&Script| {
            let longest = if tag.len() < 4 { 1 } else { 2 };
            tag.len() > 1 && strsim::damerau_levenshtein(&script.tag.to_lowercase(), &tag) <= longest
        };
        known(&tag)
            .or(of_region)
            .or_else(|| SCRIPTS.iter().find(same_language))
            .or_else(|| SCRIPTS.iter().find(near))
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
    fn tags_of_regions_and_capitals_are_understood() {
        for (tag, meant) in [
            ("PL", Some("pl")),
            ("en-GB", Some("en")),
            ("en_US", Some("en")),
            ("zh", Some("zh-Hans")),
            ("zh-CN", Some("zh-Hans")),
            ("zh-TW", Some("zh-Hant")),
            ("zh-Hant-HK", Some("zh-Hant")),
            ("pt", Some("pt-BR")),
            ("pt-PT", Some("pt-BR")),
            ("iw", Some("he")),
            ("klingon", None),
        ] {
            assert_eq!(Script::meant(tag).map(|script| script.tag), meant, "{tag}");
        }
    }

    #[test]
    fn colons_have_the_spaces_of_the_language() {
        for (tag, colon) in [("de", ": "), ("fr", "\u{a0}: "), ("zh-Hans", "：")] {
            assert_eq!(Script::of(tag).map(Script::colon), Some(colon), "{tag}");
        }
    }
}
