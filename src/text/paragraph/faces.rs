//! Which family a character is set in: one family a run, chosen by us, so that a punctuation mark or a digit looks
//! the same in every engine and no font is fallen back to by accident.

use crate::locale::Script;
use crate::text::Family;

/// What kind of character this is, as far as the choice of a family goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Belongs to one script.
    Of(Family),
    /// Han, kana or full-width signs: the article's own CJK face, or the face that has the character.
    Cjk,
    /// Quotation marks, dashes, ellipses: full-width in Chinese and Japanese.
    CjkInContext,
    /// Marks and joiners: whatever the character before is set in.
    Inherit,
    /// Everything else: Inter first, then whichever family has it.
    Sign,
}

pub(super) fn class(c: char) -> Class {
    match c as u32 {
        0x0300..=0x036F
        | 0x061C
        | 0x200B..=0x200F
        | 0x202A..=0x202E
        | 0x2060..=0x2069
        | 0xFE00..=0xFE0F
        | 0x1AB0..=0x1AFF => Class::Inherit,
        0x2018..=0x201F | 0x2014 | 0x2026 | 0x00B7 => Class::CjkInContext,
        0x0020..=0x02FF | 0x0370..=0x052F | 0x1C80..=0x1C8F | 0x1E00..=0x1FFF | 0x2000..=0x206F => {
            Class::Of(Family::Inter)
        }
        0x0590..=0x05FF | 0xFB1D..=0xFB4F => Class::Of(Family::Hebrew),
        0x0600..=0x06FF | 0x0750..=0x077F | 0x0870..=0x08FF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFE => {
            Class::Of(Family::Arabic)
        }
        0x0900..=0x097F | 0xA8E0..=0xA8FF | 0x1CD0..=0x1CFF => Class::Of(Family::Devanagari),
        0x0E00..=0x0E7F => Class::Of(Family::Thai),
        0x1100..=0x11FF | 0x3130..=0x318F | 0xA960..=0xA97F | 0xAC00..=0xD7FF => Class::Of(Family::Korean),
        0x3040..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F => Class::Cjk,
        0x2E80..=0x303F | 0x3100..=0x312F | 0x3190..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF => Class::Cjk,
        0xFE10..=0xFE1F | 0xFE30..=0xFE4F | 0xFF00..=0xFF65 | 0xFFA0..=0xFFEF | 0x20000..=0x3FFFF => Class::Cjk,
        _ => Class::Sign,
    }
}

const CJK: [Family; 4] = [
    Family::SimplifiedChinese,
    Family::Japanese,
    Family::TraditionalChinese,
    Family::Korean,
];

pub(super) fn is_cjk(family: Family) -> bool {
    CJK.contains(&family)
}

/// The families to try for a character, best first. `sans` is the family that takes the place of Inter: itself, or the
/// mono face in code.
pub(super) fn candidates(class: Class, script: &Script, sans: Family) -> Vec<Family> {
    let own = script.family;
    let mut list = match class {
        Class::Of(Family::Inter) => vec![sans],
        Class::Of(family) => vec![family],
        Class::Cjk if is_cjk(own) => vec![own],
        Class::Cjk => vec![],
        Class::CjkInContext if sans == Family::Inter && is_cjk(own) && own != Family::Korean => vec![own],
        Class::CjkInContext | Class::Inherit => vec![sans],
        Class::Sign => vec![sans],
    };
    let others: &[Family] = match class {
        Class::Of(Family::Inter) => &[Family::Inter],
        Class::Of(_) => &[],
        Class::Cjk => &CJK,
        _ => &[Family::Inter, Family::JetBrainsMono],
    };
    list.extend(others);
    if matches!(class, Class::Sign) {
        list.push(own);
        list.extend(CJK);
    }
    let mut seen = Vec::new();
    list.retain(|family| {
        let new = !seen.contains(family);
        seen.push(*family);
        new
    });
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_are_full_width_in_chinese_and_not_in_polish_or_code() {
        let zh = Script::of("zh-Hans").unwrap();
        let pl = Script::of("pl").unwrap();
        let quote = class('”');
        assert_eq!(candidates(quote, zh, Family::Inter)[0], Family::SimplifiedChinese);
        assert_eq!(candidates(quote, pl, Family::Inter)[0], Family::Inter);
        assert_eq!(candidates(quote, zh, Family::JetBrainsMono)[0], Family::JetBrainsMono);
    }

    #[test]
    fn digits_are_inter_in_every_language() {
        for script in crate::locale::SCRIPTS {
            assert_eq!(candidates(class('7'), script, Family::Inter)[0], Family::Inter);
        }
    }
}
