//! The characters of East Asia that a page uses, as faces within the page. A reader's own fonts go first: the faces are
//! named in the style after those of the systems, and a browser unpacks a face only when it needs it.

use super::data_uri;
use crate::locale::Script;
use crate::render::article::blocks::Article;
use crate::text::{Brand, Family, web_face, web_font};
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

/// Rules of style for the families of a publisher, with the characters that the page shows.
pub fn brand_rules<'a>(article: &'a Article, brand: Brand, bodies: impl Iterator<Item = &'a str>) -> String {
    let front = &article.front;
    let own = [front.title.as_str(), &front.date_text].into_iter();
    let own = own.chain(front.subtitle.as_deref()).chain(front.disclosure.as_deref());
    let own = own.chain(front.authors.iter().map(String::as_str));
    let own = own.chain(front.versions.iter().map(|version| version.name.as_str()));
    let labels = front.labels.values().map(String::as_str);
    let characters: BTreeSet<char> = own.chain(labels).chain(bodies).flat_map(str::chars).collect();
    let families: BTreeSet<Family> = [brand.text, brand.heading, brand.code].into_iter().flatten().collect();
    let mut rules = String::new();
    for family in families {
        for bold in [false, true] {
            if let Some(file) = web_face(family, bold, &characters) {
                let (name, weight) = (family.name(), if bold { 700 } else { 400 });
                let address = data_uri("font/woff", &file);
                rules.push_str(&format!(
                    "@font-face {{ font-family: \"{name}\"; font-weight: {weight}; src: url({address}) format(\"woff\"); }}\n"
                ));
            }
        }
    }
    rules
}

/// Families for the beginning of a list of them.
pub fn before(families: &[Option<Family>]) -> String {
    let families = families.iter().flatten();
    families.map(|family| format!("\"{}\", ", family.name())).collect()
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
