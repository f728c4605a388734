//! Data that are odd but honest: names of every length, names of other scripts, values of every size. Each is drawn in all
//! formats and in languages of every kind without a fault, and says what it leaves out.

use super::*;
use serde_json::{Value, json};

/// A language of each kind of writing.
const LANGUAGES: [&str; 4] = ["en", "de", "zh-Hans", "ar"];

/// Commands as people measure them.
const COMMANDS: [&str; 6] = [
    "sleep 0.1 && find /usr/share/doc -type f -name '*.md' -print0 | xargs -0 wc -l",
    "sleep 0.1 && find /usr/share/doc -type f -name '*.txt' -print0 | xargs -0 wc -l",
    "./target/release/app --threads 4 --input data/large.json --output /dev/null --format json",
    "./target/release/app --threads 8 --input data/large.json --output /dev/null --format json",
    "grep -rn 'fn main' /home/user/projects/very-long-directory-name/src | sort | uniq -c",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];

/// Different names of a length.
fn commands(count: usize, length: usize) -> Vec<String> {
    let name = |i: usize| {
        let command = COMMANDS[i % COMMANDS.len()];
        let long = [command; 4].join(" && ");
        format!("{}{i:02}", long[..length - 2].trim_end())
    };
    (0..count).map(name).collect()
}

/// How the values of a series are known.
#[derive(Clone, Copy, Debug)]
enum Known {
    Batches,
    Repetitions,
    Value,
}

/// A data set with a value of its own for each variant and case.
struct Set<'a> {
    variants: &'a [String],
    cases: &'a [String],
    known: Known,
    unit: &'a str,
    display_unit: &'a str,
    value: &'a dyn Fn(usize, usize) -> f64,
}

impl Set<'_> {
    fn json(&self) -> Value {
        let listed = |prefix: &str, names: &[String]| -> Vec<Value> {
            let entry = |(i, name): (usize, &String)| json!({ "id": format!("{prefix}{i}"), "name": name });
            names.iter().enumerate().map(entry).collect()
        };
        let mut series = Vec::new();
        for case in 0..self.cases.len().max(1) {
            for variant in 0..self.variants.len() {
                let value = (self.value)(variant, case);
                let around: Vec<f64> = [1.0, 1.07, 0.96, 1.02, 1.3].map(|factor| value * factor).to_vec();
                let mut one = json!({ "measure": "m", "variant": format!("v{variant}") });
                if !self.cases.is_empty() {
                    one["case"] = format!("c{case}").into();
                }
                match self.known {
                    Known::Batches => one["batches"] = json!([{ "values": around }, { "values": around[1..] }]),
                    Known::Repetitions => one["repetitions"] = around.into(),
                    Known::Value => one["value"] = value.into(),
                }
                series.push(one);
            }
        }
        let mut set = json!({
            "format": "benchfolio/1",
            "id": "stress",
            "provenance": { "kind": "measured" },
            "variants": listed("v", self.variants),
            "measures": [{ "id": "m", "unit": self.unit, "display_unit": self.display_unit, "better": "lower" }],
            "series": series,
        });
        if !self.cases.is_empty() {
            set["cases"] = listed("c", self.cases).into();
        }
        set
    }

    fn draw(&self, tag: &str) -> Result<Vec<Infographic>, Faults> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("data.json");
        std::fs::write(&file, self.json().to_string()).expect("it can be written");
        draw_formats(&file, tag, &templates(), &[], ("dark", &Format::ALL))
    }
}

fn milliseconds<'a>(variants: &'a [String], cases: &'a [String], known: Known) -> Set<'a> {
    Set {
        variants,
        cases,
        known,
        unit: "us",
        display_unit: "ms",
        value: &|variant, case| 310.0 + 97.0 * ((variant * 7 + case * 3) % 11) as f64,
    }
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// What the eye reads on a picture.
fn words(picture: &Infographic) -> String {
    let mut found = Vec::new();
    texts(picture.tree.root(), &mut found);
    let chunks = found
        .iter()
        .flat_map(|text| text.chunks().iter().map(usvg::TextChunk::text));
    chunks.collect::<Vec<_>>().join(" ")
}

#[test]
fn names_of_every_length_are_drawn_in_every_format() {
    let mut sets = Vec::new();
    for (length, count) in [(10, 11), (40, 4), (80, 2), (80, 11), (200, 2), (200, 4), (200, 11)] {
        for (known, cases) in [(Known::Batches, 0), (Known::Value, 0), (Known::Repetitions, 3)] {
            sets.push((length, count, known, cases));
        }
    }
    let faults: Vec<String> = sets
        .par_iter()
        .enumerate()
        .filter_map(|(i, (length, count, known, cases))| {
            let (variants, cases) = (commands(*count, *length), commands(*cases, (*length).max(20)));
            // Every kind of set in all languages.
            let tag = LANGUAGES[i % 4];
            let told = milliseconds(&variants, &cases, *known).draw(tag).err()?;
            Some(format!("{length} letters, {count} variants, {known:?} [{tag}]\n{told}"))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_shortened_name_goes_with_its_whole_name() {
    let variants = commands(2, 80);
    for tag in ["en", "ar"] {
        let pictures = milliseconds(&variants, &[], Known::Repetitions)
            .draw(tag)
            .expect("drawn");
        for picture in &pictures {
            let document = usvg::roxmltree::Document::parse(&picture.svg).expect("XML");
            let told: Vec<String> = ["title", "desc"]
                .iter()
                .filter_map(|name| document.descendants().find(|node| node.has_tag_name(*name)))
                .map(|node| node.text().unwrap_or_default().replace(['\u{2068}', '\u{2069}'], ""))
                .collect();
            for name in &variants {
                assert!(told.iter().all(|text| text.contains(name.as_str())), "{told:?}");
                let whole: Vec<&str> = name.split_whitespace().collect();
                let seen = words(picture).replace(['\u{200b}', '\u{a0}'], " ");
                let in_key = whole.iter().all(|word| seen.contains(word));
                // An Arabic portrait has no room for a key.
                assert!(
                    in_key || picture.format == Format::Landscape || tag == "ar",
                    "{name}: {seen}"
                );
            }
            assert!(words(picture).contains('…'), "{tag} {:?}", picture.format);
        }
    }
}

#[test]
fn names_of_both_directions_keep_their_order() {
    let variants = named(&["ذاكرة مؤقتة (قديم) 1.0", "מטמון חדש v2.0 [x64]", "plain"]);
    let cases = named(&["استعلام A/B", "שאילתה 3%"]);
    for tag in ["en", "he", "ar"] {
        for set in [
            milliseconds(&variants[..2], &[], Known::Repetitions),
            milliseconds(&variants, &cases, Known::Value),
        ] {
            set.draw(tag).unwrap_or_else(|told| panic!("[{tag}]\n{told}"));
        }
    }
    let picture = milliseconds(&variants[..2], &[], Known::Repetitions)
        .draw("en")
        .expect("drawn")
        .remove(0);
    let mut found = Vec::new();
    texts(picture.tree.root(), &mut found);
    let headline = found.iter().find(|text| text.id() == "headline").expect("a headline");
    let place = |wanted: char| {
        let glyphs = headline.layouted().iter().flat_map(|span| &span.positioned_glyphs);
        let glyph = glyphs
            .into_iter()
            .find(|glyph| glyph.text.contains(wanted))
            .expect("it is drawn");
        glyph.outline_transform()
    };
    let (first, arrow) = (place('ذ'), place('→'));
    assert!(
        arrow.tx > first.tx && (arrow.ty - first.ty).abs() < 20.0,
        "the arrow stands behind the first name, {arrow:?} and {first:?}"
    );
}

#[test]
fn a_name_without_glyphs_is_told_once_with_all_its_characters() {
    let variants = named(&["🚀 Rocket 🐢", "ქეში"]);
    let told = milliseconds(&variants, &[], Known::Value)
        .draw("en")
        .err()
        .expect("no font has them");
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].contains("variants.v0.name") && told[0].contains("“🚀” (U+1F680), “🐢” (U+1F422)"),
        "{told:?}"
    );
    assert!(
        told[1].contains("(U+10E5)") && told[1].contains("import --as"),
        "{told:?}"
    );
}

#[test]
fn values_of_every_size_are_drawn() {
    let variants = named(&["A", "B", "C"]);
    let cases = named(&["x", "y"]);
    let sizes: [(&str, &str, [f64; 3]); 8] = [
        ("s", "s", [1e-15, 1.4e-15, 1.1e-15]),
        ("s", "s", [2.5e-11, 1.0, 3.6e3]),
        ("ns", "min", [1.0, 2.0, 3.0]),
        ("ns", "s", [1.0, 1.1e13, 2.0]),
        ("B", "GiB", [1e18, 2.0, 1e18]),
        ("B", "B", [1e15, 1.2e15, 1e18]),
        ("us", "ms", [7.0, 7.0, 7.0]),
        ("us", "ms", [5.0, 0.0, 1e-3]),
    ];
    let mut sets = Vec::new();
    for (i, (unit, display_unit, values)) in sizes.iter().enumerate() {
        let kinds = [
            (2, false, Known::Batches),
            (2, true, Known::Repetitions),
            (3, false, Known::Value),
            (3, true, Known::Value),
            (3, false, Known::Repetitions),
            (1, false, Known::Repetitions),
        ];
        for (count, cased, known) in kinds.into_iter().skip(i % 2).step_by(2) {
            sets.push((*unit, *display_unit, values, count, cased, known, LANGUAGES[i % 4]));
        }
    }
    let faults: Vec<String> = sets
        .par_iter()
        .filter_map(|(unit, display_unit, values, count, cased, known, tag)| {
            let set = Set {
                variants: &variants[..*count],
                cases: if *cased { &cases } else { &[] },
                known: *known,
                unit,
                display_unit,
                value: &|variant, case| {
                    values[(variant + 2 * usize::from(case > 0 && variant > 0)) % 3].max(
                        // Nothing is compared with a baseline of zero.
                        if variant == 0 { 1e-18 } else { 0.0 },
                    )
                },
            };
            let told = set.draw(tag).err()?;
            Some(format!(
                "{values:?} {unit}, {count} variants, {known:?} [{tag}]\n{told}"
            ))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn more_variants_than_a_table_has_columns_are_told() {
    let variants: Vec<String> = (0..40).map(|i| format!("V{i}")).collect();
    let cases: Vec<String> = (0..12).map(|i| format!("Case {i}")).collect();
    for (tag, said) in [("en", "Shown: 6 of 40 variants"), ("zh-Hans", "共"), ("ar", "40")] {
        let pictures = milliseconds(&variants, &cases, Known::Value)
            .draw(tag)
            .unwrap_or_else(|told| panic!("[{tag}]\n{told}"));
        assert!(
            words(&pictures[0]).replace('\u{a0}', " ").contains(said),
            "{}",
            words(&pictures[0])
        );
    }
}

/// Pieces of names as people give them to functions, flags and machines: what fonts join, what brackets enclose, what runs
/// from right to left.
const PIECES: [&str; 24] = [
    "a", "fi", "B", "(", ")", "[", "::", "->", "=>", "<", ">", "1", "23", ".", "-", "_", "/", "#", "*", "שלום", "ب",
    "中", "Я", " ",
];

/// Names of such pieces; the same ones each time.
fn nasty(count: usize) -> Vec<String> {
    let mut state: u64 = 7;
    let mut next = |most: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let mut names: Vec<String> = Vec::new();
    while names.len() < count {
        let pieces: String = (0..2 + next(14)).map(|_| PIECES[next(PIECES.len())]).collect();
        let name = pieces.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.chars().any(char::is_alphanumeric) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[test]
fn names_are_as_wide_as_they_are_measured() {
    let mut names = named(&[
        "insert(Vec::with_capacity(1))",
        "a->b",
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "Box<dyn Fn(&str) -> Result<(), E>>",
        "99.9 ms",
        "100 ms",
        "4 KiB",
    ]);
    names.extend(nasty(40));
    let sets: Vec<&[String]> = names.chunks(4).collect();
    let faults: Vec<String> = sets
        .par_iter()
        .enumerate()
        .filter_map(|(i, names)| {
            let tag = LANGUAGES[i % 4];
            let set = match i % 3 {
                0 => milliseconds(&names[..2], &names[2..], Known::Batches),
                1 => milliseconds(names, &[], Known::Value),
                _ => milliseconds(&names[..3], &names[2..], Known::Repetitions),
            };
            let told = set.draw(tag).err()?;
            Some(format!("{names:?} [{tag}]\n{told}"))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_name_without_any_gap_and_a_lone_variant_are_drawn() {
    let long = [
        "W".repeat(200),
        format!("{}V", "W".repeat(199)),
        "x".into(),
        format!("y{}", "-".repeat(199)),
    ];
    let alone = named(&["sort"]);
    for (tag, value) in [("en", 5.0), ("ar", 1e12), ("de", 0.0)] {
        let lone = Set {
            value: &|_, _| value,
            ..milliseconds(&alone, &[], Known::Batches)
        };
        lone.draw(tag).unwrap_or_else(|told| panic!("{value} [{tag}]\n{told}"));
    }
    let set = milliseconds(&long, &[], Known::Value);
    set.draw("en").unwrap_or_else(|told| panic!("{told}"));
}
