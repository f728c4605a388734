//! Texts of one kind that stand beside or below each other have one size.

use super::*;
use std::collections::BTreeMap;
use usvg::roxmltree::Document;

/// `pair-oltp-throughput-name` is one of all `pair name`, `second-2-label` of all `second label`.
fn kind(id: &str) -> Option<(&str, &str)> {
    const GROUPS: [&str; 9] = [
        "strip", "pair", "bar", "rank", "point", "figure", "second", "slope", "lane",
    ];
    const PARTS: [&str; 5] = ["name", "value", "change", "verdict", "label"];
    let (group, rest) = id.split_once('-')?;
    let (_, part) = rest.rsplit_once('-')?;
    // The labels of a strip name different things, each where it has room.
    let named = GROUPS.contains(&group) && PARTS.contains(&part) && (group != "strip" || part == "name");
    named.then_some((group, part))
}

#[test]
fn texts_of_one_kind_share_a_size() {
    let kinds = std::fs::read_dir(root().join("tests/infographic/kinds")).expect("there are kinds");
    let kinds = kinds.map(|file| {
        let name = file.expect("a file").file_name();
        format!("tests/infographic/kinds/{}", name.to_string_lossy())
    });
    let mut sets: Vec<String> = kinds.filter(|name| name.ends_with(".json")).collect();
    sets.sort();
    sets.extend(DATA.iter().map(|(data, _)| (*data).to_owned()));
    let told: Vec<String> = sets
        .par_iter()
        .flat_map_iter(|data| ["pl", "ja"].map(|tag| (data, tag)))
        .flat_map_iter(|(data, tag)| {
            let drawn = draw_formats(&root().join(data), tag, &templates(), &[], ("dark", &Format::ALL));
            let drawn = drawn.unwrap_or_else(|faults| panic!("{data} [{tag}]\n{faults}"));
            drawn.into_iter().flat_map(move |picture| {
                let svg = Document::parse(&picture.svg).expect("it is XML");
                let mut sizes: BTreeMap<(&str, &str), BTreeMap<&str, &str>> = BTreeMap::new();
                for text in svg.descendants().filter(|node| node.has_tag_name("text")) {
                    let id = text.attribute("id").unwrap_or_default();
                    if let Some(kind) = kind(id) {
                        let size = text.attribute("font-size").expect("every text has a size");
                        sizes.entry(kind).or_default().insert(size, id);
                    }
                }
                let differ = sizes.into_iter().filter(|(_, sizes)| sizes.len() > 1);
                let place = format!("{data} [{tag}] {}", picture.format.stem());
                differ
                    .map(|(_, sizes)| format!("{place}: {sizes:?}"))
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}
