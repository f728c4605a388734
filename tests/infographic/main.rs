//! The infographic: every archetype in every language, proven as drawn, and what is told when it cannot be.

mod contrast;
mod intervals;
mod kinds;
mod renderings;
mod share;
mod siblings;
mod stress;
mod stretch;

use benchfolio::diagnostic::{Faults, SourceText};
use benchfolio::locale::Script;
use benchfolio::project::{Project, THEMES, standard_theme};
use benchfolio::render::infographic::{Archetype, Format, Infographic, draw_pictures, draw_report};
use rayon::prelude::*;
use resvg::usvg;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const LANGUAGES: [&str; 4] = ["en", "pl", "zh-Hans", "ar"];
const DATA: [(&str, Archetype); 5] = [
    ("reports/proxysql-2.7-vs-3.0/data.json", Archetype::Distribution),
    ("tests/data/proxysql-2.4.4-vs-direct.json", Archetype::Comparison),
    ("tests/data/proxysql-2.4.4-query-cache.json", Archetype::Comparison),
    ("tests/data/mysql-query-cache-cost.json", Archetype::Grid),
    ("tests/data/mysql-query-cache-hits.json", Archetype::Ranking),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn templates() -> PathBuf {
    root().join("templates")
}

fn draw_with(data: &Path, tag: &str, templates: &Path, change: &[(&str, &str)]) -> Result<Infographic, Faults> {
    let mut pictures = draw_formats(data, tag, templates, change, ("dark", &[Format::Poster]))?;
    Ok(pictures.remove(0))
}

fn draw_formats(
    data: &Path,
    tag: &str,
    templates: &Path,
    change: &[(&str, &str)],
    (theme, formats): (&str, &[Format]),
) -> Result<Vec<Infographic>, Faults> {
    let project = Project::standard(data, Some(templates))?;
    draw_project(&project, tag, change, (theme, formats))
}

/// A report that shows its intervals.
fn intervals_shown(data: &str) -> Project {
    let mut project = Project::standard(&root().join(data), Some(&templates())).expect("a report");
    std::sync::Arc::make_mut(&mut project.report).intervals = true;
    project
}

fn draw_intervals(data: &str, tag: &str, theme: &str, formats: &[Format]) -> Vec<Infographic> {
    draw_project(&intervals_shown(data), tag, &[], (theme, formats))
        .unwrap_or_else(|faults| panic!("{data} [{tag}]\n{faults}"))
}

fn draw_project(
    project: &Project,
    tag: &str,
    change: &[(&str, &str)],
    (theme, formats): (&str, &[Format]),
) -> Result<Vec<Infographic>, Faults> {
    let words = project.words(Script::of(tag).expect("a known language"))?;
    let engine = words.engine(project, &project.load()?)?;
    let mut files = vec![SourceText::new(
        "infographic.toml",
        source_of(project.templates().expect("a folder"), tag),
    )];
    let changed: String = change.iter().map(|(key, text)| format!("{key} = '{text}'\n")).collect();
    files.push(SourceText::new("own/infographic.toml", changed));
    let words = benchfolio::context::Words::read(&files, |_| true)?;
    let forms = formats.iter().map(|format| project.form(format.template()));
    let forms: Vec<SourceText> = forms.collect::<Result<_, _>>()?;
    let forms: Vec<_> = formats.iter().copied().zip(&forms).collect();
    draw_pictures(&engine, &words, &standard_theme(theme)?, &forms, None)
}

fn source_of(templates: &Path, tag: &str) -> String {
    let file = templates.join(tag).join("infographic.toml");
    std::fs::read_to_string(file).expect("words of the language")
}

fn draw(data: &str, tag: &str) -> Infographic {
    draw_with(&root().join(data), tag, &templates(), &[]).unwrap_or_else(|faults| panic!("{data} [{tag}]\n{faults}"))
}

fn told(change: &[(&str, &str)]) -> String {
    match draw_with(&root().join(DATA[0].0), "pl", &templates(), change) {
        Ok(_) => panic!("{change:?} was drawn"),
        Err(faults) => faults.to_string(),
    }
}

/// Changes a data file by its JSON and draws what comes of it.
fn draw_changed(data: &str, change: impl FnOnce(&mut serde_json::Value)) -> Infographic {
    let (_folder, file) = changed(data, change);
    draw_with(&file, "en", &templates(), &[]).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A data file that was changed by its JSON, and the folder that it lies in.
fn changed(data: &str, change: impl FnOnce(&mut serde_json::Value)) -> (tempfile::TempDir, PathBuf) {
    let text = std::fs::read_to_string(root().join(data)).expect("the fixture is there");
    let mut json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    change(&mut json);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("data.json");
    std::fs::write(&file, json.to_string()).expect("it can be written");
    (folder, file)
}

/// Pictures are proven by the product itself: every text laid out inside its box and the page, every glyph found, no
/// two texts on each other, drawn widths equal to measured ones. Pixels are held against `golden.txt`;
/// `BENCHFOLIO_BLESS=1 cargo test --test infographic golden` writes it anew, after the pictures were looked at.
#[test]
fn golden_pixels_of_every_archetype_in_every_language_format_and_theme() {
    let golden = root().join("tests/infographic/golden.txt");
    let pairs: Vec<_> = DATA
        .into_iter()
        .flat_map(|(data, archetype)| LANGUAGES.map(|tag| (data, archetype, tag)))
        .flat_map(|(data, archetype, tag)| THEMES.map(|theme| (data, archetype, tag, theme)))
        .collect();
    let found: Vec<Vec<(String, Infographic)>> = pairs
        .par_iter()
        .map(|(data, archetype, tag, theme)| {
            let pictures = draw_formats(&root().join(data), tag, &templates(), &[], (theme, &Format::ALL));
            let pictures = pictures.unwrap_or_else(|faults| panic!("{data} [{tag}]\n{faults}"));
            let named = pictures.into_iter().map(|picture| {
                assert_eq!(picture.archetype, *archetype, "{data}");
                assert_eq!((picture.width, picture.height), picture.format.size());
                let stem = Path::new(data).with_extension("").to_string_lossy().replace('/', "-");
                (format!("{stem}.{}.{tag}.{theme}", picture.format.stem()), picture)
            });
            named.collect()
        })
        .collect();
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    let mut lines = String::new();
    let mut changed = Vec::new();
    for (name, picture) in found.into_iter().flatten() {
        let hash: String = Sha256::digest(&picture.rgb)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let line = format!("{hash} {name}");
        if !expected.lines().any(|known| known == line) {
            let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
            let png = picture.artefacts("xx").expect("it can be encoded").remove(1).bytes;
            std::fs::write(out, png).expect("the picture can be written");
            changed.push(name);
        }
        let _ = writeln!(lines, "{line}");
    }
    if std::env::var_os("BENCHFOLIO_BLESS").is_some() {
        std::fs::write(&golden, &lines).expect("goldens can be written");
        return;
    }
    assert!(
        changed.is_empty(),
        "these pictures changed; look at them in {}, and bless them by\n\
         BENCHFOLIO_BLESS=1 cargo test --test infographic golden\n{}",
        env!("CARGO_TARGET_TMPDIR"),
        changed.join("\n")
    );
}

#[test]
fn two_drawings_are_equal_byte_for_byte() {
    let (one, other) = std::thread::scope(|scope| {
        let drawing = || draw(DATA[0].0, "zh-Hans");
        let (one, other) = (scope.spawn(drawing), scope.spawn(drawing));
        (one.join().expect("drawn"), other.join().expect("drawn"))
    });
    assert_eq!(one.svg, other.svg);
    assert_eq!(
        one.artefacts("zh-Hans").expect("encoded"),
        other.artefacts("zh-Hans").expect("encoded")
    );
}

#[test]
fn words_two_fifths_longer_than_ours_still_fit() {
    let templates = stretch::templates(&["en", "pl", "zh-Hans", "ar"]);
    let mut faults = String::new();
    for (data, _) in DATA {
        for tag in LANGUAGES {
            match draw_with(&root().join(data), tag, templates.path(), &[]) {
                Ok(picture) => {
                    let stem = Path::new(data).file_stem().expect("a name").to_string_lossy();
                    let png = picture.artefacts(tag).expect("it can be encoded").remove(1).bytes;
                    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("long.{stem}.{tag}.png"));
                    std::fs::write(out, png).expect("the picture can be written");
                }
                Err(told) => {
                    let _ = writeln!(faults, "{data}\n{told}");
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_character_that_no_font_has_is_named_with_its_box_and_language() {
    let told = told(&[("eyebrow", "Test 🦀"), ("care.title", "Uwaga 𓀀")]);
    assert!(
        told.contains("#eyebrow: [pl] no font of the bundle has this character: found “🦀” (U+1F980)"),
        "{told}"
    );
    assert!(
        told.contains("#care-title: [pl]") && told.contains("(U+13000)"),
        "{told}"
    );
}

#[test]
fn a_text_that_does_not_fit_is_told_with_its_box_and_by_how_much() {
    let long = "bardzo długie słowa ".repeat(20);
    let told = told(&[("hero.label.better", &long), ("care.title", &long)]);
    assert!(
        told.contains("#hero-label: [pl] the text does not fit its box: found “"),
        "{told}"
    );
    assert!(
        told.contains("px too wide at the least size of 34 px, expected at most 2 line(s) of 950 px"),
        "{told}"
    );
    assert!(told.contains("#care-title: [pl]"), "all faults at once: {told}");
}

#[test]
fn a_missing_key_is_told() {
    let project = Project::standard(&root().join(DATA[0].0), None).expect("a report");
    let words = project.words(Script::of("en").expect("English")).expect("words");
    let engine = words
        .engine(&project, &project.load().expect("data"))
        .expect("an engine");
    let none = benchfolio::context::Words::read(&[], |_| false).expect("no words");
    let form = project.form("infographic.svg").expect("the form");
    let told = draw_report(&engine, &none, &project.theme().expect("a theme"), &form, None)
        .err()
        .expect("no words")
        .to_string();
    assert!(told.contains("infographic.toml has no key `title.pair`"), "{told}");
    assert!(told.contains("`how.title`"), "all at once: {told}");
}

#[test]
fn the_svg_is_live_named_and_plain() {
    for (data, _) in DATA {
        for tag in LANGUAGES {
            let svg = draw(data, tag).svg;
            for refused in ["transform=", "foreignObject", "<image", "<style", "<script", "href"] {
                assert!(!svg.contains(refused), "{data} [{tag}] has {refused}");
            }
            for needed in [
                r#"role="img" aria-labelledby="title desc""#,
                r#"<title id="title">"#,
                r#"<desc id="desc">"#,
                r#"<g id="hero" inkscape:groupmode="layer" inkscape:label="Main figure">"#,
            ] {
                assert!(svg.contains(needed), "{data} [{tag}] lacks {needed}");
            }
            let ids: Vec<&str> = svg
                .split(" id=\"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .collect();
            let unique: BTreeSet<&str> = ids.iter().copied().collect();
            assert_eq!(ids.len(), unique.len(), "{data} [{tag}] uses an id twice");
            assert!(
                svg.matches("<text").count() > 20 && !svg.contains("<text x="),
                "every text has an id"
            );
        }
    }
}

fn texts<'a>(group: &'a usvg::Group, found: &mut Vec<&'a usvg::Text>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, found),
            usvg::Node::Text(text) => found.push(text),
            _ => {}
        }
    }
}

#[test]
fn digits_are_inter_in_every_language_and_no_text_is_small() {
    for tag in LANGUAGES {
        let picture = draw(DATA[0].0, tag);
        let mut found = Vec::new();
        texts(picture.tree.root(), &mut found);
        for text in found {
            for span in text.layouted() {
                for glyph in &span.positioned_glyphs {
                    let face = picture.tree.fontdb().face(glyph.font).expect("a face of the bundle");
                    if !glyph.text.is_empty() && glyph.text.chars().all(|c| c.is_ascii_digit()) {
                        assert_eq!(face.families[0].0, "Inter", "{} [{tag}]", text.id());
                    }
                    assert!(
                        glyph.font_size() >= 24.0,
                        "{} [{tag}] has {} px",
                        text.id(),
                        glyph.font_size()
                    );
                }
            }
        }
    }
}

/// Width of the first rectangle in the group with this id.
fn bar(svg: &str, group: &str) -> f64 {
    let inside = svg
        .split(&format!("<g id=\"{group}\""))
        .nth(1)
        .expect("the group is there");
    let rect = inside.split("<rect ").nth(1).expect("it has a bar");
    rect.split("width=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a width")
        .parse()
        .expect("a number")
}

#[test]
fn bars_are_true_from_zero() {
    let svg = draw(DATA[0].0, "en").svg;
    let (old, new) = (bar(&svg, "bar-2.7.3"), bar(&svg, "bar-3.0.5"));
    assert!((new / old - 2.014_760 / 8.112_204).abs() < 2e-4, "{new} by {old}");
    let svg = draw(DATA[4].0, "en").svg;
    assert!((bar(&svg, "rank-3.23") / bar(&svg, "rank-5.0") - 1082.0 / 942.0).abs() < 2e-4);
}

#[test]
fn every_call_and_every_batch_is_a_dot() {
    let svg = draw(DATA[0].0, "en").svg;
    let circles = |group: &str| {
        let inside = svg
            .split(&format!("<g id=\"{group}\""))
            .nth(1)
            .expect("the group is there");
        inside.split("</g>").next().expect("it ends").matches("<circle").count()
    };
    assert_eq!(circles("strip-2.7.3-points"), 15);
    assert_eq!(circles("strip-3.0.5-calls"), 150);
}

#[test]
fn a_headline_says_only_what_is_true() {
    let better = draw(DATA[0].0, "en");
    assert!(
        better.svg.contains("−75.16%") && better.alt.contains("beat every"),
        "{}",
        better.alt
    );
    let worse = draw_changed(DATA[0].0, |json| {
        json["variants"].as_array_mut().expect("variants").reverse();
        json["claims"] = serde_json::json!([]);
    });
    assert!(worse.svg.contains("+302.64%"), "{}", worse.alt);
    assert!(
        worse.alt.contains("worse on average") && !worse.alt.contains("beat"),
        "{}",
        worse.alt
    );
    let unchanged = draw_changed(DATA[0].0, |json| {
        json["claims"] = serde_json::json!([]);
        let batches = json["series"][0]["batches"].clone();
        json["series"][1]["batches"] = batches;
    });
    assert!(unchanged.alt.contains("No difference"), "{}", unchanged.alt);
    assert!(!unchanged.svg.contains("−0.00%"));
}

#[test]
fn disclosure_follows_provenance() {
    let synthetic = draw(DATA[0].0, "en").svg;
    assert!(synthetic.contains(r#"<text id="disclosure""#) && synthetic.contains("Synthetic data"));
    let measured = draw_changed(DATA[0].0, |json| {
        json["provenance"] = serde_json::json!({ "kind": "measured" })
    })
    .svg;
    assert!(!measured.contains("disclosure"));
}

#[test]
fn every_printed_number_is_in_the_ledger() {
    let picture = draw(DATA[0].0, "pl");
    let ledger: BTreeMap<&str, &str> = picture
        .ledger
        .iter()
        .map(|p| (p.text.as_str(), p.path.as_str()))
        .collect();
    for (text, path) in [
        ("−75,16%", "m.audit_time.mean.change"),
        ("−73,99%", "m.audit_time.median_of_batch_means.change"),
        ("4,03×", "m.audit_time.mean.ratio"),
        ("4\u{a0}MiB", "m.php_peak_allocated.value.values._3_0_5"),
    ] {
        assert_eq!(ledger.get(text), Some(&path), "{text}");
    }
}

#[test]
fn many_samples_become_boxes() {
    let picture = draw_changed(DATA[0].0, |json| {
        json["claims"] = serde_json::json!([]);
        json["method"] = serde_json::json!({});
        for series in json["series"].as_array_mut().expect("series").iter_mut().take(2) {
            for batch in series["batches"].as_array_mut().expect("batches") {
                let values = batch["values"].as_array().expect("values").clone();
                let many: Vec<serde_json::Value> = values.iter().cycle().take(values.len() * 200).cloned().collect();
                batch["values"] = many.into();
                batch.as_object_mut().expect("a batch").remove("rows_returned");
            }
        }
    });
    let calls = picture
        .svg
        .split(r#"<g id="strip-3.0.5-calls""#)
        .nth(1)
        .expect("the group is there");
    let calls = calls.split("</g>").next().expect("it ends");
    assert!(calls.contains("<rect") && !calls.contains("<circle"), "{calls}");
}
