//! What is told of more than two variants, of several cases and of runs, in every language.

use crate::parity::{article_and_post, missing};
use crate::standard::check_text;
use crate::{Edition, edition, languages, standard_report};
use benchfolio::project::Project;
use benchfolio::render::infographic;
use std::path::Path;

const HEAD: &str = r#"{"format":"benchfolio/1","id":"x","provenance":{"kind":"measured"},"#;
const FOUR: &str = r#""variants":[{"id":"a","name":"Alpha"},{"id":"b","name":"Beta"},{"id":"c","name":"Gamma"},{"id":"d","name":"Delta"}],"#;
const TIME: &str = r#""measures":[{"id":"time","unit":"ms","better":"lower"}],"#;
const RUNS: &str = r#""measures":[{"id":"time","unit":"ms","per":"run","better":"lower"}],"#;
const VARIANTS: [&str; 4] = ["a", "b", "c", "d"];

/// One value for each variant; `case` may be empty.
fn values(case: &str, values: [u32; 4]) -> String {
    let case = match case {
        "" => String::new(),
        case => format!(r#""case":"{case}","#),
    };
    let series = VARIANTS.iter().zip(values);
    let series = series.map(|(id, value)| format!(r#"{{"measure":"time",{case}"variant":"{id}","value":{value}}}"#));
    series.collect::<Vec<_>>().join(",")
}

/// A batch for each variant, the values `spread` around a middle.
fn batches(middles: [u32; 4], spread: u32) -> String {
    let series = VARIANTS.iter().zip(middles).map(|(id, middle)| {
        let values: Vec<String> = (0..12).map(|i| (middle + i % 4 * spread).to_string()).collect();
        format!(
            r#"{{"measure":"time","variant":"{id}","batches":[{{"values":[{}]}}]}}"#,
            values.join(",")
        )
    });
    series.collect::<Vec<_>>().join(",")
}

fn report(folder: &Path, json: &str, intervals: bool) -> Project {
    let data = folder.join("data.json");
    std::fs::write(&data, json).unwrap();
    let project = standard_report(&data);
    let mut report = (*project.report).clone();
    report.intervals = intervals;
    project.with_report(report)
}

/// All that is said in one language, each text with what it is; numbers without their isolates.
fn told(project: &Project, edition: &Edition, drawn: bool) -> Vec<(&'static str, String)> {
    let article = edition
        .words
        .render_article(&edition.engine)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let post = edition
        .words
        .render_post(&edition.engine)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let alternative = match drawn {
        true => drawing(project, edition).alt,
        false => String::new(),
    };
    let plain = |text: &str| {
        text.replace(
            ['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{200e}', '\u{200f}'],
            "",
        )
    };
    let lead = article.markdown.text.split("![").next().unwrap_or_default();
    [
        ("title", article.title.as_str()),
        ("description", &article.description),
        ("lead", lead),
        ("article", &article.markdown.text),
        ("post", &post.text),
        ("alternative text", &alternative),
    ]
    .map(|(what, text)| (what, plain(text)))
    .to_vec()
}

fn drawing(project: &Project, edition: &Edition) -> infographic::Infographic {
    let form = project.form("infographic.svg").unwrap();
    let theme = project.theme().unwrap();
    let picture = infographic::draw_report(&edition.engine, &edition.words.infographic, &theme, &form, None);
    picture.unwrap_or_else(|faults| panic!("{faults}"))
}

/// Names and numbers, and the texts that say them; of a percentage each language makes its own form.
type Said<'a> = (&'a [&'a str], &'a [&'a str]);

/// What is said of a kind of data in each language: as much as in English, and what is wanted.
fn says(json: &str, intervals: bool, wanted: &[Said<'_>]) {
    let folder = tempfile::tempdir().unwrap();
    let project = report(folder.path(), json, intervals);
    let english = article_and_post(&edition(&project, "en"));
    let drawn = wanted.iter().any(|(texts, _)| texts.contains(&"alternative text"));
    for tag in &languages() {
        let edition = edition(&project, tag);
        assert_eq!(missing(&english, &article_and_post(&edition)), "", "{tag}");
        for (what, text) in told(&project, &edition, drawn) {
            check_text(&format!("{what} in {tag}"), &text);
            let names = wanted.iter().filter(|(texts, _)| texts.contains(&what));
            for name in names.flat_map(|(_, names)| *names) {
                let name = in_language(name, &edition);
                assert!(text.contains(&name), "{what} in {tag} does not say {name}:\n{text}");
            }
        }
    }
}

/// `10%` as a change, and `(3)` in the brackets of the language.
fn in_language(name: &str, edition: &Edition) -> String {
    let locale = &edition.words.locale;
    if let Some(percent) = name.strip_suffix('%') {
        let exact = benchfolio::stats::Exact::parse(percent).unwrap();
        return plain(&locale.percent(&exact, 0, true));
    }
    match locale.tag() {
        "zh-Hans" | "zh-Hant" | "ja" => name.replace('(', "（").replace(')', "）"),
        _ => name.to_owned(),
    }
}

/// Without marks of direction.
fn plain(text: &str) -> String {
    text.replace(
        ['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{200e}', '\u{200f}'],
        "",
    )
}

#[test]
fn a_ranking_names_the_first_the_next_and_the_last_with_their_distance() {
    let json = format!(r#"{HEAD}{FOUR}{TIME}"series":[{}]}}"#, values("", [150, 110, 100, 300]));
    let whole = ["Gamma", "Beta", "Delta", "10%", "200%", "4"];
    says(
        &json,
        false,
        &[
            (&["title"], &["Gamma", "4"]),
            (&["description", "lead", "post"], &whole),
            (&["alternative text"], &["Gamma", "Beta", "Delta"]),
            // The baseline of the table is in the third place.
            (&["lead"], &["Alpha", "3", "150"]),
        ],
    );
}

#[test]
fn a_ranking_that_the_data_leave_open_names_no_winner() {
    let json = format!(
        r#"{HEAD}{FOUR}{RUNS}"series":[{}]}}"#,
        batches([100, 101, 300, 400], 10)
    );
    let folder = tempfile::tempdir().unwrap();
    let project = report(folder.path(), &json, true);
    let english = edition(&project, "en");
    let told = told(&project, &english, true);
    for (what, text) in &told {
        match *what {
            "title" => assert_eq!(text, "Time, 4 variants: no clear winner"),
            "lead" | "post" => assert!(
                text.contains("The confidence intervals of Alpha and Beta overlap"),
                "{text}"
            ),
            "alternative text" => assert!(text.contains("no clear winner"), "{text}"),
            _ => {}
        }
    }
    let article = &told[3].1;
    // Runs of a command are neither calls nor batches.
    assert!(article.contains("Timed runs: 12 per variant, 48 in all."), "{article}");
    assert!(!article.contains("batch") && !article.contains(" call"), "{article}");
    says(
        &json,
        true,
        &[(&["lead", "post", "alternative text"], &["Alpha", "Beta"])],
    );
    // Far apart, the first is established.
    let apart = format!(r#"{HEAD}{FOUR}{RUNS}"series":[{}]}}"#, batches([100, 200, 300, 400], 1));
    let project = report(folder.path(), &apart, true);
    let lead = &self::told(&project, &edition(&project, "en"), false)[2].1;
    assert!(
        lead.contains("The confidence interval of the first overlaps none of the others."),
        "{lead}"
    );
}

#[test]
fn shared_and_level_first_places_are_told_as_such() {
    let shared = format!(r#"{HEAD}{FOUR}{TIME}"series":[{}]}}"#, values("", [100, 100, 200, 300]));
    says(
        &shared,
        false,
        &[(&["lead", "post"], &["Alpha", "Beta", "Delta", "200%"])],
    );
    let level = format!(r#"{HEAD}{FOUR}{TIME}"series":[{}]}}"#, values("", [100, 100, 100, 100]));
    says(&level, false, &[(&["lead", "post"], &["4", "100"])]);
}

#[test]
fn a_grid_tells_in_how_many_cases_each_variant_is_the_best() {
    let cases: Vec<String> = (1..=5)
        .map(|i| format!(r#"{{"id":"k{i}","name":"Case {i}"}}"#))
        .collect();
    let rows = [
        [100, 90, 120, 130],
        [100, 80, 120, 130],
        [100, 70, 120, 130],
        [50, 60, 120, 130],
        [90, 90, 120, 450],
    ];
    let series: Vec<String> = (1..=5).map(|i| values(&format!("k{i}"), rows[i - 1])).collect();
    let json = format!(
        r#"{HEAD}{FOUR}{TIME}"cases":[{}],"series":[{}]}}"#,
        cases.join(","),
        series.join(",")
    );
    says(
        &json,
        false,
        &[
            (&["lead", "post"], &["Beta", "(3)", "(1)", "Case 5", "Delta", "450"]),
            (&["title", "description"], &["4", "5"]),
        ],
    );
}

#[test]
fn one_variant_over_several_cases_shows_them_all() {
    let names = [("alef", "Alef"), ("bet", "Bet"), ("gimel", "Gimel")];
    let cases: Vec<String> = names
        .iter()
        .map(|(id, name)| format!(r#"{{"id":"{id}","name":"{name}"}}"#))
        .collect();
    let series: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(i, (id, _))| {
            let values: Vec<String> = (0..8).map(|v| (100 * (i + 1) + v).to_string()).collect();
            format!(
                r#"{{"measure":"time","variant":"a","case":"{id}","batches":[{{"values":[{}]}}]}}"#,
                values.join(",")
            )
        })
        .collect();
    let json = format!(
        r#"{HEAD}"variants":[{{"id":"a","name":"Alpha"}}],{TIME}"cases":[{}],"series":[{}]}}"#,
        cases.join(","),
        series.join(",")
    );
    says(
        &json,
        false,
        &[(&["alternative text", "article"], &["Alpha", "Alef", "Gimel"])],
    );
    let folder = tempfile::tempdir().unwrap();
    let project = report(folder.path(), &json, false);
    let edition = edition(&project, "de");
    let svg = drawing(&project, &edition).svg;
    for (_, name) in names {
        assert!(svg.contains(name), "the picture does not show {name}");
    }
}
