//! Data of odd shapes, `kinds/*.json`: each is drawn without a fault in four languages, and shows what it has.

use super::{draw_with, root, templates};
use benchfolio::render::infographic::Infographic;
use std::path::Path;

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
    assert!(words.contains("Shown: the best 30 of 31 variants"), "{words}");
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
