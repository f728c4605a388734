//! Data of odd shapes, `kinds/*.json`: each is drawn without a fault in four languages, and shows what it has.

use super::{draw_project, draw_with, root, templates};
use benchfolio::diagnostic::Faults;
use benchfolio::project::Project;
use benchfolio::render::infographic::{Archetype, ChartKind, Format, Infographic};
use std::path::Path;
use std::sync::Arc;

const LANGUAGES: [&str; 4] = ["en", "de", "ar", "zh-Hans"];

fn kind(name: &str, tag: &str) -> Infographic {
    let data = root().join("tests/infographic/kinds").join(format!("{name}.json"));
    draw_with(&data, tag, &templates(), &[]).unwrap_or_else(|faults| panic!("{name} [{tag}]\n{faults}"))
}

/// All words of a picture, without isolates and with plain spaces.
fn words(picture: &Infographic) -> String {
    let document = resvg::usvg::roxmltree::Document::parse(&picture.svg).expect("XML");
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let all: Vec<String> = texts
        .map(|text| {
            let parts = text
                .descendants()
                .filter_map(|node| node.text().filter(|_| node.is_text()));
            parts.collect::<Vec<_>>().join(" ").replace("  ", " ")
        })
        .collect();
    all.join("\n")
        .replace('\u{a0}', " ")
        .replace(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'], "")
}

#[test]
fn every_kind_of_data_is_drawn_in_every_direction_and_script() {
    let folder = root().join("tests/infographic/kinds");
    let mut faults = String::new();
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("fixtures")
        .map(|entry| entry.expect("a file").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in names {
        for tag in LANGUAGES {
            let data = root().join("tests/infographic/kinds").join(format!("{name}.json"));
            match draw_with(&data, tag, &templates(), &[]) {
                Ok(picture) => {
                    let png = picture.png_file(tag).expect("it can be encoded").bytes;
                    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kind.{name}.{tag}.png"));
                    std::fs::write(out, png).expect("the picture can be written");
                }
                Err(told) => faults.push_str(&format!("{name} [{tag}]\n{told}\n")),
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_lone_variant_has_its_distribution_and_a_histogram() {
    let picture = kind("single-batches", "en");
    let count = |what: &str, group: &str| {
        let inside = picture
            .svg
            .split(&format!("<g id=\"{group}\""))
            .nth(1)
            .expect("the group");
        inside.split("</g>").next().expect("its end").matches(what).count()
    };
    assert_eq!(count("<circle", "strip-a-calls"), 240);
    assert!(count("<rect", "histogram") > 8);
    assert!(words(&picture).contains("Half of the values lie between"));
    let figures = kind("single-value", "en");
    let words = words(&figures);
    for value in ["812.5 ms", "1,523 queries/s", "96 MiB"] {
        assert!(words.contains(value), "{words}");
    }
}

#[test]
fn several_variants_with_single_values_have_a_strip_each() {
    let picture = kind("several-sampled", "en");
    for variant in ["a", "b", "c", "d"] {
        assert!(
            picture.svg.contains(&format!("<g id=\"strip-{variant}-calls\"")),
            "{variant}"
        );
    }
    assert!(!words(&picture).contains("bars start at zero"));
    // Two variants over several cases have boxes on their bars.
    let picture = kind("cases-sampled", "en");
    assert!(words(&picture).contains("Boxes hold the middle half of the calls"));
}

#[test]
fn values_far_apart_stand_on_a_logarithmic_axis_and_never_as_bars() {
    let picture = kind("wide", "en");
    let words = words(&picture);
    assert!(
        words.contains("Logarithmic scale") && !words.contains("bars"),
        "{words}"
    );
    assert!(picture.svg.contains("id=\"point-a\"") && !picture.svg.contains("id=\"rank-a\""));
    let cases = self::words(&kind("wide-cases", "en"));
    assert!(cases.contains("Logarithmic scale"), "{cases}");
}

#[test]
fn huge_and_tiny_values_are_printed_with_what_is_known_of_them() {
    let huge = words(&kind("huge", "en"));
    assert!(huge.contains("1.235 × 10²⁰ s") && huge.contains("2.5 × 10²²"), "{huge}");
    let tiny = words(&kind("tiny", "en"));
    assert!(
        tiny.contains("1.5") && !tiny.contains("0.000 s") && !tiny.contains("0.00 s"),
        "{tiny}"
    );
}

#[test]
fn many_comparisons_are_slopes_a_panel_a_measure() {
    let picture = kind("many-rows", "en");
    for measure in ["time", "throughput"] {
        let lines = picture.svg.matches(&format!("<g id=\"slope-{measure}-")).count();
        assert_eq!(lines, 12, "{measure}");
    }
    assert!(!words(&picture).contains("Shown:"));
}

#[test]
fn what_is_left_out_is_told_with_its_order() {
    let more = super::draw_changed("tests/infographic/kinds/many-variants.json", |json| {
        let variants = json["variants"].as_array_mut().expect("variants");
        variants.push(serde_json::json!({ "id": "more", "name": "one more" }));
        let series = json["series"].as_array_mut().expect("series");
        series.push(serde_json::json!({ "measure": "time", "variant": "more", "value": 99 }));
    });
    let words = words(&more);
    assert!(words.contains("Shown: the best 28 of 31 variants"), "{words}");
}

#[test]
fn repetitions_are_not_called_calls() {
    let words = words(&kind("repetitions", "en"));
    assert!(
        words.contains("Each dot is one repetition") && words.contains("12 repetitions"),
        "{words}"
    );
    assert!(!words.contains("is one call"));
}

#[test]
fn long_names_of_columns_stand_in_a_key() {
    let picture = kind("grid-heads", "en");
    assert!(picture.svg.contains("id=\"key-v1\"") && !picture.svg.contains("id=\"column-v1\""));
}

/// A picture of the report's choice.
fn chosen(data: &str, picture: Option<Archetype>, chart: Option<ChartKind>) -> Result<Vec<Infographic>, Faults> {
    let mut project = Project::standard(&root().join(data), Some(&templates()))?;
    let report = Arc::make_mut(&mut project.report);
    (report.picture, report.chart) = (picture, chart);
    draw_project(&project, "en", &[], ("dark", &Format::ALL))
}

#[test]
fn a_report_chooses_among_the_charts_that_its_data_allow() {
    let several = "tests/infographic/kinds/several-sampled.json";
    let drawn = |data: &str, picture, chart| {
        chosen(data, picture, chart).unwrap_or_else(|faults| panic!("{data} {picture:?} {chart:?}\n{faults}"))
    };
    let boxes = drawn(several, None, Some(ChartKind::Boxes));
    let calls = boxes[0]
        .svg
        .split("<g id=\"strip-a-calls\"")
        .nth(1)
        .and_then(|rest| rest.split("</g>").next());
    assert!(calls.is_some_and(|calls| calls.contains("<rect") && !calls.contains("<circle")));
    assert!(words(&boxes[0]).contains("Boxes hold the middle half"));
    let bars = drawn(several, None, Some(ChartKind::Bars));
    assert_eq!(bars[0].svg.matches("data-value=").count(), 4);
    for picture in drawn(several, None, Some(ChartKind::Points)) {
        assert!(picture.svg.contains("id=\"point-a\"") && words(&picture).contains("Logarithmic scale"));
    }
    let pair = drawn(several, Some(Archetype::Distribution), None);
    assert_eq!(pair[0].archetype, Archetype::Distribution);
    assert!(pair[0].svg.contains("strip-b-points") && !pair[0].svg.contains("strip-c-points"));
    let cases = "tests/infographic/kinds/cases-sampled.json";
    let slopes = drawn(cases, None, Some(ChartKind::Slopes));
    assert!(slopes[0].svg.contains("<g id=\"slopes-"), "{}", slopes[0].alt);
}

#[test]
fn what_the_data_do_not_have_is_refused_with_what_they_do() {
    let told = |data: &str, picture, chart| match chosen(data, picture, chart) {
        Ok(_) => panic!("{data} {picture:?} {chart:?} was drawn"),
        Err(faults) => faults.to_string(),
    };
    let figures = "tests/infographic/kinds/one-row.json";
    let strips = told(figures, Some(Archetype::Distribution), None);
    assert!(
        strips.contains("`picture` of report.toml") && strips.contains("one of comparison, ranking"),
        "{strips}"
    );
    let boxes = told(figures, Some(Archetype::Ranking), Some(ChartKind::Boxes));
    assert!(
        boxes.contains("`chart` of report.toml") && boxes.contains("one of bars, points"),
        "{boxes}"
    );
    let grid = told("tests/data/mysql-query-cache-cost.json", None, Some(ChartKind::Slopes));
    assert!(grid.contains("this picture has one chart"), "{grid}");
}
