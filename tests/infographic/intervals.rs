//! Error bars on the bars of posters and of pictures for sharing: their ends are those of the data, and what they are is
//! said in one line.

use super::{DATA, changed, draw, draw_intervals, intervals_shown};
use benchfolio::render::infographic::{Format, Infographic};
use resvg::usvg::roxmltree::{Document, Node};

/// From the start of the bars: of the error bar, and of the bar that it stands on. In pixels, with the attributes.
struct Drawn {
    id: String,
    bar: (f64, f64),
    drawn: (f64, f64),
    said: (f64, f64),
}

fn number(node: Node, name: &str) -> f64 {
    let text = node.attribute(name).unwrap_or_else(|| panic!("no {name}"));
    text.parse().unwrap_or_else(|_| panic!("{name}: {text}"))
}

fn error_bars(picture: &Infographic, mirrored: bool) -> Vec<Drawn> {
    let document = Document::parse(&picture.svg).expect("XML");
    let marked = document.descendants().filter(|node| node.has_attribute("data-low"));
    let of_bars = marked.filter(|node| node.attribute("data-scale") != Some("distribution"));
    let drawn = of_bars.map(|node| {
        let id = node.attribute("id").expect("an id").to_owned();
        let bar = document
            .descendants()
            .find(|other| other.attribute("id") == Some(id.replace("-interval", "-bar").as_str()))
            .expect("a bar");
        let (x, width) = (number(bar, "x"), number(bar, "width"));
        let points = node.attribute("points").expect("a line").split(' ');
        let xs: Vec<f64> = points
            .map(|point| point.split(',').next().and_then(|x| x.parse().ok()).expect("a number"))
            .collect();
        let (left, right) = (
            xs.iter().copied().fold(f64::INFINITY, f64::min),
            xs.iter().copied().fold(0.0, f64::max),
        );
        let from_start = if mirrored {
            (x + width - right, x + width - left)
        } else {
            (left - x, right - x)
        };
        Drawn {
            id,
            bar: (number(bar, "data-value"), width),
            drawn: from_start,
            said: (number(node, "data-low"), number(node, "data-high")),
        }
    });
    drawn.collect()
}

#[test]
fn error_bars_end_where_the_intervals_of_the_data_do() {
    let data = DATA[0].0;
    let loaded = intervals_shown(data).load().expect("data");
    let of_mean = loaded
        .intervals
        .iter()
        .find(|of| of.row == 0)
        .expect("an interval of the mean");
    let measure = &loaded.dataset.measures[loaded.summary.rows[0].measure];
    let ends: Vec<(f64, f64)> = (of_mean.values.iter().flatten())
        .map(|interval| [&interval.lower, &interval.upper].map(|end| measure.in_display_unit(end).to_f64()))
        .map(|[lower, upper]| (lower, upper))
        .collect();
    for tag in ["en", "ar"] {
        for picture in draw_intervals(data, tag, "dark", &Format::ALL) {
            let found = error_bars(&picture, tag == "ar");
            assert_eq!(found.len(), 2, "{:?} [{tag}]", picture.format);
            for (Drawn { id, bar, drawn, said }, ends) in found.into_iter().zip(&ends) {
                assert_eq!(said, *ends, "{id}");
                let pixels = bar.1 / bar.0;
                assert!((drawn.0 - said.0 * pixels).abs() < 0.1, "{id}: {drawn:?} for {said:?}");
                assert!((drawn.1 - said.1 * pixels).abs() < 0.1, "{id}: {drawn:?} for {said:?}");
            }
        }
    }
}

#[test]
fn what_error_bars_are_is_said_once_with_level_and_method() {
    let pictures = draw_intervals(DATA[0].0, "en", "light", &Format::ALL);
    let said = |picture: &Infographic| picture.svg.replace('\n', " ").matches("Error bars").count();
    for picture in &pictures {
        assert_eq!(said(picture), 1, "{:?}", picture.format);
        assert!(picture.svg.contains("95%"), "{:?}", picture.format);
    }
    assert!(pictures[0].svg.contains("bootstrap-t over batches"));
    // A report that does not show intervals has neither.
    let without = draw(DATA[0].0, "en");
    assert_eq!(said(&without), 0);
    assert!(error_bars(&without, false).is_empty());
    // Where only figures are known there is no interval to show.
    let figures = draw_intervals(DATA[1].0, "en", "dark", &Format::ALL);
    assert!(
        figures
            .iter()
            .all(|picture| error_bars(picture, false).is_empty() && said(picture) == 0)
    );
}

#[test]
fn strips_and_ranked_bars_have_their_intervals_too() {
    let kind = |name: &str| {
        let data = format!("tests/infographic/kinds/{name}.json");
        draw_intervals(&data, "en", "dark", &Format::ALL)
    };
    let several = kind("several-sampled");
    let strips = several[0].svg.matches("data-scale=\"distribution\"").count();
    assert_eq!(strips, 4);
    assert!(several[0].svg.contains("Error bars"));
    for share in &several[1..] {
        assert_eq!(error_bars(share, false).len(), 4, "{:?}", share.format);
    }
    // Pairs of measures in the portrait, the main one in the landscape.
    let cases = kind("cases-sampled");
    assert!(error_bars(&cases[1], false).len() >= 2);
    assert_eq!(error_bars(&cases[2], false).len(), 2);
}

/// The alternative text of an open ranking says what the picture says: which is the best is not known.
#[test]
fn no_variant_is_called_the_best_when_the_intervals_leave_it_open() {
    let kind = "tests/infographic/kinds/several-sampled.json";
    let (_folder, file) = changed(kind, |json| {
        let first = json["series"][0]["batches"].clone();
        let mut batches = first.as_array().expect("batches").clone();
        let value = batches[0]["values"][0].as_f64().expect("a number");
        batches[0]["values"][0] = (value * 1.001).into();
        json["series"][1]["batches"] = batches.into();
    });
    for picture in draw_intervals(&file.to_string_lossy(), "en", "dark", &Format::ALL) {
        let alt = &picture.alt;
        assert!(alt.contains("confidence intervals overlap"), "{alt}");
        assert!(!alt.contains("Best is") && !alt.contains("fastest"), "{alt}");
        assert!(alt.contains("No clear winner"), "{alt}");
    }
    for picture in draw_intervals(kind, "en", "dark", &Format::ALL) {
        assert!(picture.alt.contains("Best is hash"), "{}", picture.alt);
    }
}
