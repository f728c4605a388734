//! Figures that change places in a translation: no alarm on any words that are shipped, and how many exchanges are told.

use benchfolio::check::figure_order::{Text, exchanged};
use benchfolio::translation::placeholders::{Printed, printed};
use benchfolio::translation::{WordSet, status};
use std::path::Path;

/// A paragraph with its translation.
struct Pair {
    name: String,
    tag: &'static str,
    reference: String,
    translation: String,
}

/// Every translated paragraph of the standard words and of the example reports.
fn shipped() -> Vec<Pair> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sets = vec![WordSet::standard(&root.join("templates"))];
    for entry in std::fs::read_dir(root.join("reports")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.join("report.toml").exists() {
            sets.push(WordSet::of_report(&folder).unwrap_or_else(|faults| panic!("{faults}")));
        }
    }
    assert!(sets.len() >= 6);
    let mut pairs = Vec::new();
    for set in &sets {
        for script in &set.languages {
            let language = status(set, script).unwrap_or_else(|faults| panic!("{faults}"));
            for file in &language.files {
                for entry in &file.entries {
                    if let (Some(reference), Some(translation)) = (&entry.reference, &entry.translation) {
                        pairs.push(Pair {
                            name: format!("{}/{}#{}", script.tag, file.name, entry.key()),
                            tag: script.tag,
                            reference: reference.text.clone(),
                            translation: translation.text.clone(),
                        });
                    }
                }
            }
        }
    }
    pairs
}

fn is_told(pair: &Pair, translation: &str) -> bool {
    let reference = Text {
        tag: "en",
        text: &pair.reference,
    };
    let translation = Text {
        tag: pair.tag,
        text: translation,
    };
    !exchanged(reference, translation).is_empty()
}

#[test]
fn no_translation_that_is_shipped_raises_an_alarm() {
    let pairs = shipped();
    assert!(pairs.len() > 3000, "{} paragraphs", pairs.len());
    let told: Vec<&str> = pairs
        .iter()
        .filter(|pair| is_told(pair, &pair.translation))
        .map(|pair| pair.name.as_str())
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// Every way to exchange two figures of a paragraph of a translation; what stays untold is counted.
#[test]
fn figures_of_one_paragraph_that_change_places_are_told() {
    let (mut results, mut results_told) = (0, 0);
    let (mut all, mut all_told) = (0, 0);
    let mut untold = Vec::new();
    for pair in &shipped() {
        let text = &pair.translation;
        let figures: Vec<_> = printed(text)
            .into_iter()
            .filter_map(|(what, place)| match what {
                Printed::Number(name) => Some((name, place)),
                Printed::Text(_) | Printed::Literal(_) => None,
            })
            .collect();
        for (index, (first, here)) in figures.iter().enumerate() {
            for (second, there) in figures[index + 1..].iter().filter(|(name, _)| name != first) {
                let exchanged = format!(
                    "{}{}{}{}{}",
                    &text[..here.start],
                    &text[there.clone()],
                    &text[here.end..there.start],
                    &text[here.clone()],
                    &text[there.end..]
                );
                let told = is_told(pair, &exchanged);
                all += 1;
                all_told += usize::from(told);
                if first.starts_with("m.") && second.starts_with("m.") {
                    results += 1;
                    results_told += usize::from(told);
                }
                if !told {
                    untold.push(format!("{}: {first} and {second}", pair.name));
                }
            }
        }
    }
    println!(
        "{all_told} of {all}, results {results_told} of {results}; untold:\n{}",
        untold.join("\n")
    );
    assert!(results > 400, "{results}");
    assert_eq!(results_told, results, "{}", untold.join("\n"));
    // The rest are parts and their wholes, which are said in either order.
    assert!(100 * all_told >= 85 * all, "{all_told} of {all}");
}
