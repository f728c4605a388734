//! The characters of East Asia that a page uses, as faces within the page. A reader's own fonts go first: the faces are
//! named in the style after those of the systems, and a browser unpacks a face only when it needs it.

use super::data_uri;
use crate::locale::Script;
use crate::render::article::blocks::Article;
use crate::text::{Family, web_font};
use std::collections::{BTreeMap, BTreeSet};

/// Rules of style for the families that the texts of an article need.
pub fn rules<'a>(article: &'a Article, bodies: impl Iterator<Item = &'a str>) -> String {
    let front = &article.front;
    let mut used: BTreeMap<Family, BTreeSet<char>> = BTreeMap::new();
    let mut add = |language: &str, text: &str| {
        if let Some(family) = family_of(language) {
            used.entry(family)
                .or_default()
                .extend(text.chars().filter(is_east_asian));
        }
    };
    let own = [
        Some(front.title.as_str()),
        Some(&front.date_text),
        front.subtitle.as_deref(),
        front.disclosure.as_deref(),
    ];
    let words = own.into_iter().flatten();
    for text in words.chain(front.labels.values().map(String::as_str)).chain(bodies) {
        add(&article.language, text);
    }
    for version in &front.versions {
        add(&version.language, &version.name);
    }
    let mut rules = String::new();
    for (family, characters) in used {
        if let Some(file) = web_font(family, &characters) {
            let name = family.name();
            let address = data_uri("font/woff", &file);
            rules.push_str(&format!(
                "@font-face {{ font-family: \"{name}\"; src: local(\"{name}\"), url({address}) format(\"woff\"); }}\n"
            ));
        }
    }
    rules
}

/// The family of a language whose characters not every machine has.
fn family_of(language: &str) -> Option<Family> {
    let family = Script::of(language)?.family;
    let brought = [
        Family::SimplifiedChinese,
        Family::TraditionalChinese,
        Family::Japanese,
        Family::Korean,
    ];
    brought.contains(&family).then_some(family)
}

/// Radicals, ideographs, kana, syllables of Korean and full-width forms; fonts of Latin have none of them.
fn is_east_asian(character: &char) -> bool {
    matches!(*character, '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}')
}
