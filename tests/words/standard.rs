//! A data file alone makes a complete report in every language that has standard words.

use crate::{data_files, edition};
use benchfolio::project::{Project, built_in, built_in_languages};
use benchfolio::render::article::markdown::{self, Targets};
use std::collections::BTreeSet;

/// What no reader may ever see.
pub fn check_text(what: &str, text: &str) {
    for bad in [
        "{{",
        "{%",
        "}}",
        "%}",
        "undefined",
        "⟦",
        "\u{fdd0}",
        "\u{fdd1}",
        "\u{fdd3}",
        " ,",
        " .",
        "( ",
        " )",
        "[]",
    ] {
        assert!(!text.contains(bad), "{what} has {bad:?}:\n{text}");
    }
    for line in text.lines().filter(|line| !line.starts_with('|')) {
        assert!(!line.trim_start().contains("  "), "{what} has two spaces: {line:?}");
    }
}

#[test]
fn every_data_file_makes_an_article_in_every_language() {
    for data in data_files() {
        let project = Project::standard(&data, None).unwrap();
        for tag in built_in_languages() {
            let what = format!("{} in {tag}", data.file_name().unwrap().display());
            let edition = edition(&project, tag);
            let article = edition
                .words
                .render_article(&edition.engine)
                .unwrap_or_else(|faults| panic!("{what}: {faults}"));
            check_text(&what, &article.markdown.text);
            check_text(&what, &article.title);
            check_text(&what, &article.description);
            let targets = Targets {
                pictures: vec!["infographic".into()],
                files: edition
                    .engine
                    .subject()
                    .files()
                    .into_iter()
                    .map(|file| file.name)
                    .collect(),
            };
            let body = markdown::parse(&article.markdown, &targets)
                .map_err(|faults| article.place_all(faults))
                .unwrap_or_else(|faults| panic!("{what}: {faults}"));
            assert!(body.blocks.len() > 10, "{what}");
            assert!(!article.ledger.is_empty(), "{what}");
            if let Some(folder) = std::env::var_os("BENCHFOLIO_SHOW_WORDS") {
                let name = format!("{}.{tag}.md", project.report.id);
                let shown = format!(
                    "# {}\n{}\n\n{}",
                    article.title, article.description, article.markdown.text
                );
                std::fs::write(std::path::Path::new(&folder).join(name), shown).unwrap();
            }
        }
    }
}

#[test]
fn every_data_file_makes_a_post_in_every_language() {
    for data in data_files() {
        let project = Project::standard(&data, None).unwrap();
        for tag in built_in_languages() {
            let what = format!("post of {} in {tag}", data.file_name().unwrap().display());
            let edition = edition(&project, tag);
            let post = edition
                .words
                .render_post(&edition.engine)
                .unwrap_or_else(|faults| panic!("{what}: {faults}"));
            check_text(&what, &post.text);
            assert!(post.text.chars().count() <= 3000, "{what}");
            let first: String = post.text.chars().take(140).collect();
            assert!(
                post.ledger
                    .iter()
                    .filter(|p| p.exact.is_some() && first.contains(&p.text))
                    .count()
                    >= 2,
                "{what}: {first}"
            );
        }
    }
}

#[test]
fn all_languages_have_the_same_keys_and_sections() {
    let keys = |tag: &str| -> BTreeSet<String> {
        let file = built_in(&format!("{tag}/terms.toml")).unwrap();
        let terms = benchfolio::context::read_terms(&[file]).unwrap_or_else(|faults| panic!("{faults}"));
        terms
            .iter()
            .map(|(key, _)| key.to_owned())
            .filter(|key| !key.starts_with("units."))
            .collect()
    };
    let sections = |tag: &str| -> Vec<String> {
        let file = built_in(&format!("{tag}/article.md")).unwrap();
        file.text
            .lines()
            .filter(|line| line.starts_with("## "))
            .map(|line| line[line.find("{#").unwrap()..].to_owned())
            .collect()
    };
    for tag in built_in_languages() {
        assert_eq!(keys(tag), keys("en"), "{tag}");
        assert_eq!(sections(tag), sections("en"), "{tag}");
    }
}
