//! The pictures for sharing: what must be on them wherever they travel, and how large it is.

use super::*;

fn shares(data: &str, tag: &str) -> Vec<Infographic> {
    draw_formats(&root().join(data), tag, &templates(), &[], ("dark", &Format::SHARE))
        .unwrap_or_else(|faults| panic!("{data} [{tag}]\n{faults}"))
}

/// The words of a picture, with a space between lines.
fn words(picture: &Infographic) -> String {
    let mut text = String::new();
    for part in picture.svg.split('<').skip(1) {
        let (tag, inner) = part.split_once('>').unwrap_or((part, ""));
        if tag.starts_with("tspan") || tag.starts_with("text") {
            text.push(' ');
        }
        text.push_str(inner);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn no_text_is_too_small_to_be_read_on_a_phone() {
    for (data, _) in DATA {
        for tag in ["en", "ru", "ja", "he"] {
            for picture in shares(data, tag) {
                let least = if picture.format == Format::Portrait { 24.0 } else { 20.0 };
                let mut found = Vec::new();
                texts(picture.tree.root(), &mut found);
                for text in found {
                    let spans = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                    let small = spans.map(|glyph| glyph.font_size()).fold(f32::INFINITY, f32::min);
                    assert!(small >= least, "{data} [{tag}] {} has {small} px", text.id());
                }
            }
        }
    }
}

#[test]
fn bars_are_true_from_zero_and_say_unit_direction_and_count() {
    for picture in shares(DATA[0].0, "en") {
        let (old, new) = (bar(&picture.svg, "bar-2.7.3"), bar(&picture.svg, "bar-3.0.5"));
        assert!((new / old - 2.014_760 / 8.112_204).abs() < 2e-4, "{new} by {old}");
        for needed in [
            "ms/audit",
            "lower is better",
            "15 batch means",
            "15 batches",
            "ProxySQL 2.7.3",
            "ProxySQL 3.0.5",
        ] {
            assert!(
                words(&picture).contains(needed),
                "{} lacks {needed}",
                picture.format.stem()
            );
        }
        let dots = picture.svg.matches("<circle").count();
        assert_eq!(dots, 30, "a dot a batch");
    }
}

#[test]
fn what_has_no_room_is_left_out_and_said_so() {
    let picture = &shares("tests/data/mysql-query-cache-hits.json", "en")[1];
    let bars = picture.svg.matches("<g id=\"bar-").count();
    assert!(
        bars == 7 || words(picture).contains(&format!("{bars} of 7 are shown")),
        "{bars} bars"
    );
    let picture = &shares("tests/data/proxysql-2.4.4-vs-direct.json", "en")[0];
    let pairs = picture.svg.matches("<g id=\"pair-").count();
    assert!(pairs >= 3 && words(picture).contains(&format!("{pairs} of 8 are shown")));
}

#[test]
fn the_only_pair_that_got_worse_is_not_left_out_for_the_better_ones() {
    for tag in LANGUAGES {
        let picture = &shares("tests/data/proxysql-2.4.4-query-cache.json", tag)[0];
        let svg = usvg::roxmltree::Document::parse(&picture.svg).expect("XML");
        let is_verdict = |node: &usvg::roxmltree::Node| node.attribute("id").is_some_and(|id| id.ends_with("-verdict"));
        let verdicts: BTreeSet<_> = svg
            .descendants()
            .filter(is_verdict)
            .map(|node| node.text().unwrap_or_default())
            .collect();
        assert_eq!(verdicts.len(), 2, "[{tag}] {verdicts:?}");
    }
}

#[test]
fn every_picture_discloses_its_data_and_says_what_it_shows() {
    for (data, _) in DATA {
        let [portrait, landscape] = &shares(data, "en")[..] else {
            panic!("two pictures")
        };
        for picture in [portrait, landscape] {
            assert!(picture.svg.contains("<text id=\"disclosure\""), "{data}");
            assert!(picture.svg.contains("<text id=\"basis\""), "{data}");
            assert!(picture.alt.starts_with("Share image with "), "{}", picture.alt);
            assert!(picture.svg.contains("role=\"img\" aria-labelledby=\"title desc\""));
        }
    }
}

#[test]
fn a_fault_names_the_picture() {
    let long = "far too many words for one line of a small picture ".repeat(8);
    let change = [("eyebrow", long.as_str())];
    let told = draw_formats(
        &root().join(DATA[0].0),
        "en",
        &templates(),
        &change,
        ("dark", &Format::SHARE),
    )
    .err()
    .expect("it does not fit")
    .to_string();
    for name in ["share-portrait.en.svg: #eyebrow", "share-landscape.en.svg: #eyebrow"] {
        assert!(told.contains(name), "{told}");
    }
}

/// Words are made for every number of rows that may be left out, also for one row of a measure without a unit: its range
/// is a number alone, which is no number that somebody printed without a filter.
#[test]
fn a_gap_of_one_plain_number_has_words() {
    let landscape = &of_kind("plain-unit-cases")[1];
    for value in ["98.57", "77.23", "68.21"] {
        assert!(words(landscape).contains(value), "{value}");
    }
}

fn of_kind(name: &str) -> Vec<Infographic> {
    let data = format!("tests/infographic/kinds/{name}.json");
    shares(&data, "en")
}

/// Rows that have no room leave a gap where they would stand, and say how many they are and from where to where they go.
#[test]
fn a_ranking_shows_where_rows_are_left_out() {
    for picture in of_kind("many-variants") {
        let bars = picture.svg.matches("data-value=").count();
        let words = words(&picture);
        let gaps: Vec<&str> = words
            .split("not shown: ")
            .skip(1)
            .filter_map(|gap| gap.split(')').next())
            .collect();
        let gone: usize = gaps
            .iter()
            .map(|gap| gap.split(' ').next().and_then(|count| count.parse().ok()))
            .map(|count: Option<usize>| count.expect("a number"))
            .sum();
        assert!(
            !gaps.is_empty() && bars + gone == 30,
            "{:?}: {bars} bars, {gaps:?}",
            picture.format
        );
        assert!(words.contains(&format!("{bars} of 30 are shown")), "{words}");
        assert!(
            gaps.iter().all(|gap| gap.contains("–") && gap.contains("ms")),
            "{gaps:?}"
        );
        // The gap stands between what is shown: above the last bar, which is the worst.
        let place = |what: &str| {
            let text = picture.svg.split(what).nth(1).expect("it is there");
            let y = text.split(" y=\"").nth(1).and_then(|rest| rest.split('"').next());
            y.and_then(|y| y.parse::<f64>().ok()).expect("a place")
        };
        assert!(
            place("id=\"bar-gap-v24-text\"") < place("id=\"bar-v24-bar\""),
            "{:?}",
            picture.format
        );
    }
}

#[test]
fn values_far_apart_are_points_on_shared_pictures_too() {
    for picture in of_kind("wide") {
        assert!(picture.svg.contains("id=\"point-a\"") && !picture.svg.contains("data-value="));
        assert!(words(&picture).contains("Logarithmic scale"), "{}", words(&picture));
        assert!(
            picture.alt.starts_with("Share image with a dot for each variant"),
            "{}",
            picture.alt
        );
    }
}

#[test]
fn a_lone_variant_shows_what_is_known_of_it() {
    for picture in of_kind("single-batches") {
        assert!(picture.svg.contains("<g id=\"histogram\"") && !picture.svg.contains("data-value="));
        assert!(
            picture.alt.starts_with("Share image with the spread of the values"),
            "{}",
            picture.alt
        );
    }
    for picture in of_kind("single-value") {
        let words = words(&picture);
        for value in ["812.5 ms", "1,523 queries/s", "96 MiB"] {
            assert!(words.contains(value), "{:?}: {words}", picture.format);
        }
        assert!(!words.contains("bars"), "{words}");
    }
}
