//! `summary.json`, `summary.csv`, the tables, and `analyze.py`, which must give the same digits.

use super::numbers::python;
use super::{fixture, proxysql};
use benchfolio::dataset::Dataset;
use benchfolio::diagnostic::SourceText;
use benchfolio::locale::Locale;
use benchfolio::render::summary::{self, Table, TableWords};
use benchfolio::stats::Summary;
use std::process::Command;

/// Every kind of data: batches and repetitions of a derived rate and its time, one batch, cases, three variants, µs.
const MIXED: &str = r#"{
  "format": "benchfolio/1", "id": "mixed", "provenance": { "kind": "synthetic" },
  "variants": [{ "id": "a", "name": "Ąę" }, { "id": "b", "name": "缓存" }, { "id": "c", "name": "C|d" }],
  "cases": [{ "id": "x", "name": "X", "operations": 7 }, { "id": "y", "name": "Y", "operations": 3 }],
  "measures": [
    { "id": "t", "unit": "µs", "display_unit": "ms", "better": "lower" },
    { "id": "r", "unit": "1/s", "better": "higher", "per": "row", "derived": "operations / t" },
    { "id": "flow", "unit": "kB", "display_unit": "KiB", "better": "higher" }
  ],
  "series": [
    { "measure": "t", "variant": "a", "case": "x", "batches": [{ "values": [1e3, 2.5, 3] }, { "values": [4.000001] }] },
    { "measure": "t", "variant": "b", "case": "x", "batches": [{ "values": [1, 2] }, { "values": [5, 7, 11] }, { "values": [3] }] },
    { "measure": "t", "variant": "c", "case": "x", "batches": [{ "values": [0.0625, 0.5, 1.5, 9] }] },
    { "measure": "t", "variant": "a", "case": "y", "repetitions": [0.1, 0.2, 0.3] },
    { "measure": "t", "variant": "b", "case": "y", "repetitions": [1e-7, 2] },
    { "measure": "flow", "variant": "a", "case": "x", "batches": [{ "values": [0, 1] }, { "values": [2, 3] }] },
    { "measure": "flow", "variant": "b", "case": "x", "batches": [{ "values": [0, 0] }, { "values": [2, 1] }] },
    { "measure": "flow", "variant": "b", "case": "y", "value": 0 },
    { "measure": "flow", "variant": "c", "case": "y", "value": 12.5 }
  ]
}"#;

fn mixed() -> Dataset {
    Dataset::read(&SourceText::new("mixed.json", MIXED)).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn analyze_py_gives_the_same_digits_for_every_kind_of_data() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let names = [
        "proxysql-2.4.4-vs-direct.json",
        "mysql-query-cache-cost.json",
        "proxysql-2.4.4-query-cache.json",
    ];
    let examples = names.map(fixture).into_iter().chain([proxysql(), mixed()]);
    for dataset in examples {
        for baseline in [0, dataset.variants.len() - 1] {
            let summary = Summary::of(&dataset, baseline);
            std::fs::write(at("benchmark-data.json"), dataset.to_json()).unwrap();
            std::fs::write(at("summary.csv"), summary::csv(&dataset, &summary)).unwrap();
            std::fs::write(at("analyze.py"), summary::analyze(summary::ANALYZE, &dataset, baseline)).unwrap();
            let printed = python(&[&at("analyze.py"), "--csv"]);
            assert_eq!(
                printed,
                summary::csv(&dataset, &summary),
                "{} against {baseline}",
                dataset.id
            );
        }
    }
}

#[test]
fn analyze_py_checks_a_summary_and_tells_a_wrong_digit() {
    let folder = tempfile::tempdir().unwrap();
    let dataset = proxysql();
    let csv = summary::csv(&dataset, &Summary::of(&dataset, 0));
    for (name, text) in [
        ("benchmark-data.json", dataset.to_json()),
        ("analyze.py", summary::ANALYZE.to_owned()),
        ("right.csv", csv.clone()),
        ("wrong.csv", csv.replacen("2.014760", "2.014761", 1)),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let check = |csv: &str| {
        let run = Command::new("python3")
            .current_dir(&folder)
            .args(["analyze.py", "--check", csv])
            .output();
        let run = run.expect("python3 is installed");
        let [out, err] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
        (run.status.code(), out, err)
    };
    let equal = "right.csv: all 9 lines are equal\n".to_owned();
    assert_eq!(check("right.csv"), (Some(0), equal, String::new()));
    let (code, told, count) = check("wrong.csv");
    assert_eq!((code, count.as_str()), (Some(1), "1 of 9 lines differ\n"));
    assert!(
        told.starts_with("line 3: computed ") && told.contains("2.014761"),
        "{told}"
    );
}

#[test]
fn summary_json_holds_the_exact_the_double_and_the_printed_number() {
    let dataset = proxysql();
    let text = summary::json(&dataset, &Summary::of(&dataset, 0));
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mean = &json["rows"][0]["values"]["3.0.5"];
    assert_eq!(mean["decimal"], "2.014760");
    assert_eq!(
        mean["double"].as_f64().map(|double| format!("{double:.6}")).as_deref(),
        Some("2.014760")
    );
    let exact = benchfolio::stats::Exact::from_fraction(mean["exact"].as_str().unwrap()).unwrap();
    assert_eq!(exact.to_f64(), mean["double"].as_f64().unwrap());
    assert_eq!(
        json["rows"][0]["comparisons"][0]["reduction_percent"]["decimal"],
        "75.163840"
    );
    assert_eq!(json["counts"]["statements"], 600);
    assert_eq!(json["batch_facts"][0]["every_batch_better_than_baseline_mean"], true);
}

#[test]
fn the_table_in_three_languages() {
    let dataset = proxysql();
    let summary = Summary::of(&dataset, 0);
    let tables = ["en", "pl", "zh-Hans"].map(|tag| {
        let locale = Locale::load(tag).unwrap();
        Table::of(&dataset, &summary, &locale, &TableWords::PLAIN, summary::DIGITS).to_markdown()
    });
    insta::assert_snapshot!(tables.join("\n"));
}

#[test]
fn a_terminal_table_is_aligned_by_the_cells_that_characters_take() {
    let dataset = mixed();
    let table = Table::of(
        &dataset,
        &Summary::of(&dataset, 0),
        &Locale::load("en").unwrap(),
        &TableWords::PLAIN,
        6,
    );
    insta::assert_snapshot!(table.to_terminal());
}

#[test]
fn a_bar_in_a_name_does_not_break_a_markdown_table() {
    let dataset = mixed();
    let table = Table::of(
        &dataset,
        &Summary::of(&dataset, 0),
        &Locale::load("en").unwrap(),
        &TableWords::PLAIN,
        6,
    );
    assert!(table.to_markdown().lines().next().unwrap().ends_with(r"| C\|d |"));
}
