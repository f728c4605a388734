//! A data file alone makes a complete report in every language that has standard words.

use crate::{SHOW, data_files, edition, languages, standard_report};
use benchfolio::render::article::markdown::{self, Targets};
use benchfolio::render::infographic::{self, Format};
use rayon::prelude::*;
use std::path::Path;

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
        let project = standard_report(&data);
        for tag in &languages() {
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
            if let Some(folder) = std::env::var_os(SHOW) {
                let name = format!("{}.{tag}.md", project.report.id);
                let shown = format!(
                    "# {}\n{}\n\n{}",
                    article.title, article.description, article.markdown.text
                );
                std::fs::write(Path::new(&folder).join(name), shown).unwrap();
            }
        }
    }
}

#[test]
fn every_data_file_makes_a_post_in_every_language() {
    for data in data_files() {
        let project = standard_report(&data);
        for tag in &languages() {
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
                    .filter(|p| p.exact.is_some() && first.contains(p.text.trim_matches(['\u{2068}', '\u{2069}'])))
                    .count()
                    >= 2,
                "{what}: {first}"
            );
            if let Some(folder) = std::env::var_os(SHOW) {
                let name = format!("{}.{tag}.txt", project.report.id);
                std::fs::write(Path::new(&folder).join(name), &post.text).unwrap();
            }
        }
    }
}

/// Words that are too long for their boxes are faults of the picture.
#[test]
fn every_data_file_makes_its_pictures_in_every_language() {
    let pairs: Vec<_> = data_files()
        .into_iter()
        .flat_map(|data| languages().into_iter().map(move |tag| (data.clone(), tag)))
        .collect();
    let faults: Vec<String> = pairs
        .par_iter()
        .filter_map(|(data, tag)| {
            let project = standard_report(data);
            let edition = edition(&project, tag);
            let templates = Format::ALL.map(|format| project.form(format.template()).unwrap());
            let forms: Vec<_> = Format::ALL.into_iter().zip(&templates).collect();
            match infographic::draw_pictures(
                &edition.engine,
                &edition.words.infographic,
                &project.theme().unwrap(),
                &forms,
                None,
            ) {
                Ok(pictures) => {
                    for picture in pictures {
                        let what = format!("{} {} in {tag}", project.report.id, picture.format.stem());
                        check_text(&what, &picture.alt);
                        if let Some(folder) = std::env::var_os(SHOW) {
                            for file in picture.artefacts(tag).unwrap() {
                                let name = format!("{}.{}", project.report.id, file.name);
                                std::fs::write(Path::new(&folder).join(name), file.bytes).unwrap();
                            }
                        }
                    }
                    None
                }
                Err(faults) => Some(format!("{} in {tag}:\n{faults}", project.report.id)),
            }
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The picture must not deny the intervals that the article shows.
#[test]
fn an_infographic_says_that_there_is_no_interval_only_when_there_is_none() {
    let data = crate::root().join("reports/proxysql-2.7-vs-3.0/data.json");
    for intervals in [false, true] {
        let project = standard_report(&data);
        let mut report = (*project.report).clone();
        report.intervals = intervals;
        let edition = edition(&project.with_report(report), "en");
        let template = standard_report(&data).form("infographic.svg").unwrap();
        let picture = infographic::draw_report(
            &edition.engine,
            &edition.words.infographic,
            &standard_report(&data).theme().unwrap(),
            &template,
            None,
        )
        .unwrap_or_else(|faults| panic!("{faults}"));
        let denied = picture.svg.contains("No confidence interval was computed");
        assert_eq!(denied, !intervals);
    }
}
