//! Which family sets which characters of a string. Numbers and Latin text are set in Inter in every language, the
//! language's own script in its own family; every run has one family, so that no renderer ever has to fall back.

use super::{Family, FontSet};
use std::ops::Range;

/// A part of a string that is set in one family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Bytes of the string.
    pub range: Range<usize>,
    pub family: Family,
}

/// Divides a string into spans of one family each; `own` is the family of the language, and `first` a publisher's, which
/// sets what it has. `Err` holds the characters that no family has, each once, in the order of the text.
pub fn spans(text: &str, own: Family, first: Option<Family>) -> Result<Vec<Span>, Vec<char>> {
    let fonts = FontSet::shared();
    let mut missing = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    // Until the first character that chooses a family, neutral ones wait for it.
    let mut current: Option<Family> = None;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let family = if is_invisible(character) {
            current
        } else if let Some(family) = current.filter(|family| is_neutral(character) && fonts.covers(*family, character))
        {
            Some(family)
        } else if is_neutral(character)
            && current.is_none()
            && fonts.covers(own, character)
            && first.is_none_or(|first| fonts.covers(first, character))
        {
            None
        } else {
            let chosen = first
                .filter(|first| fonts.covers(*first, character))
                .or_else(|| choose(fonts, character, own));
            if chosen.is_none() && !missing.contains(&character) {
                missing.push(character);
            }
            chosen.or(current)
        };
        match (spans.last_mut(), family) {
            (Some(last), Some(family)) if last.family == family => last.range.end = end,
            (_, Some(family)) => {
                let start = if spans.is_empty() { 0 } else { at };
                spans.push(Span {
                    range: start..end,
                    family,
                });
            }
            (_, None) => {}
        }
        current = family.or(current);
    }
    if !missing.is_empty() {
        return Err(missing);
    }
    if spans.is_empty() && !text.is_empty() {
        spans.push(Span {
            range: 0..text.len(),
            family: match first.filter(|first| text.chars().all(|c| fonts.covers(*first, c))) {
                Some(first) => first,
                None if text.is_ascii() => Family::Inter,
                None => own,
            },
        });
    }
    Ok(spans)
}

/// Characters that direct or join text and are never seen: bidirectional controls, joiners.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

/// Those of them that have done their work once a line is laid out.
pub(super) fn is_control(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
}

/// Letters and marks of scripts that run from right to left. The digits of Arabic and their marks run from left to right.
pub fn is_right_to_left(c: char) -> bool {
    matches!(u32::from(c), 0x590..=0x60B | 0x60D..=0x65F | 0x66D..=0x8FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFC)
}

/// Characters that follow the family of the text before them.
fn is_neutral(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '!' | '"' | '\'' | '(' | ')' | ',' | '-' | '.' | '/' | ':' | ';' | '?' | '[' | ']' | '«' | '»'
                | '\u{2010}'..='\u{2015}' | '\u{2018}'..='\u{201f}' | '…' | '‹' | '›'
        )
}

fn choose(fonts: &FontSet, character: char, own: Family) -> Option<Family> {
    let preferred = match script_family(character, own) {
        Some(family) => [family, own],
        None => [Family::Inter, own],
    };
    preferred
        .into_iter()
        .chain(Family::ALL)
        .find(|family| fonts.covers(*family, character))
}

/// The family of a script that is not Latin, Greek or Cyrillic. Han characters are set as the language writes them.
fn script_family(character: char, own: Family) -> Option<Family> {
    let cjk = |fallback: Family| match own {
        Family::SimplifiedChinese | Family::TraditionalChinese | Family::Japanese | Family::Korean => own,
        _ => fallback,
    };
    match u32::from(character) {
        0x0590..=0x05ff | 0xfb1d..=0xfb4f => Some(Family::Hebrew),
        0x0600..=0x06ff | 0x0750..=0x077f | 0x08a0..=0x08ff | 0xfb50..=0xfdff | 0xfe70..=0xfefc => Some(Family::Arabic),
        0x0900..=0x097f | 0xa8e0..=0xa8ff => Some(Family::Devanagari),
        0x0e00..=0x0e7f => Some(Family::Thai),
        0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7af => Some(cjk(Family::Korean)),
        0x3040..=0x30ff | 0x31f0..=0x31ff => Some(cjk(Family::Japanese)),
        0x2e80..=0x303f | 0x3200..=0x9fff | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xffef | 0x20000..=0x3ffff => {
            Some(cjk(Family::SimplifiedChinese))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(text: &str, own: Family) -> Vec<(&str, Family)> {
        spans(text, own, None)
            .unwrap()
            .into_iter()
            .map(|span| (&text[span.range.clone()], span.family))
            .collect()
    }

    #[test]
    fn numbers_and_latin_are_inter_in_every_language() {
        assert_eq!(
            families("平均缩短 6.097\u{a0}毫秒。", Family::SimplifiedChinese),
            [
                ("平均缩短 ", Family::SimplifiedChinese),
                ("6.097\u{a0}", Family::Inter),
                ("毫秒。", Family::SimplifiedChinese)
            ]
        );
        assert_eq!(
            families("(من ProxySQL)", Family::Arabic),
            [("(من ", Family::Arabic), ("ProxySQL)", Family::Inter)]
        );
        assert_eq!(families("A → B, −4%", Family::Arabic), [("A → B, −4%", Family::Inter)]);
    }

    #[test]
    fn names_in_a_foreign_script_get_a_family_of_that_script() {
        assert_eq!(
            families("run 插入 ok", Family::Inter),
            [
                ("run ", Family::Inter),
                ("插入 ", Family::SimplifiedChinese),
                ("ok", Family::Inter)
            ]
        );
    }

    #[test]
    fn characters_that_no_font_has_are_named_once() {
        assert_eq!(spans("a 🦀 b 🦀 𓀀", Family::Inter, None), Err(vec!['🦀', '𓀀']));
    }
}
