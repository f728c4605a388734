//! The set that a build leaves: complete, listed, checkable.

use super::bench_of_work::{Workshop, contents, names};
use std::process::Command;

const LANGUAGES: [&str; 3] = ["en", "pl", "zh-Hans"];

#[test]
fn every_artefact_in_every_language() {
    let workshop = Workshop::with_report();
    workshop.run(&["build"]).ends_with(0);
    let mut expected: Vec<String> = LANGUAGES
        .iter()
        .flat_map(|lang| {
            [
                format!("infographic.{lang}.svg"),
                format!("infographic.{lang}.outlined.svg"),
                format!("infographic.{lang}.png"),
                format!("share-portrait.{lang}.svg"),
                format!("share-portrait.{lang}.outlined.svg"),
                format!("share-portrait.{lang}.png"),
                format!("share-landscape.{lang}.svg"),
                format!("share-landscape.{lang}.outlined.svg"),
                format!("share-landscape.{lang}.png"),
                format!("article.{lang}.pdf"),
                format!("article.{lang}.html"),
                format!("article.{lang}.md"),
                format!("linkedin.{lang}.txt"),
                format!("linkedin.{lang}.api.txt"),
                format!("pictures.{lang}.md"),
            ]
        })
        .collect();
    let once = [
        "SHA256SUMS",
        "analyze.py",
        "benchmark-data.json",
        "manifest.json",
        "proxysql-2.7-vs-3.0-graphics.zip",
        "summary.csv",
        "summary.json",
    ];
    expected.extend(once.map(str::to_owned));
    expected.sort();
    assert_eq!(names(&workshop.set()), expected);

    // The checksums are those that sha256sum computes, and they cover everything.
    let check = Command::new("sha256sum")
        .args(["-c", "--strict", "SHA256SUMS"])
        .current_dir(workshop.set())
        .output()
        .unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    assert_eq!(check.stdout.iter().filter(|b| **b == b'\n').count(), expected.len() - 1);

    // The manifest lists the same files, and nothing of this machine.
    let files = contents(&workshop.set());
    let text = String::from_utf8(files["manifest.json"].clone()).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    let listed: Vec<&str> = manifest["outputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    let made: Vec<&String> = expected
        .iter()
        .filter(|name| !["manifest.json", "SHA256SUMS"].contains(&name.as_str()))
        .collect();
    assert_eq!(listed, made);
    for file in manifest["outputs"].as_array().unwrap() {
        assert_eq!(file["bytes"], files[file["name"].as_str().unwrap()].len());
    }
    assert!(!text.contains(workshop.path("").to_str().unwrap()));
    let inputs: Vec<&str> = manifest["inputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    for input in ["report.toml", "data.json", "pl/article.md"] {
        assert!(inputs.contains(&input), "{input} is not among {inputs:?}");
    }
}

#[test]
fn only_what_was_asked_for() {
    let workshop = Workshop::with_report();
    workshop
        .run(&["build", "--lang", "pl", "--only", "svg,post"])
        .ends_with(0)
        .says("1 report built");
    let found = names(&workshop.set());
    assert!(found.contains(&"infographic.pl.svg".to_owned()));
    assert!(found.contains(&"linkedin.pl.txt".to_owned()));
    assert!(!found.iter().any(|name| name.contains(".en.") || name.ends_with(".png")));
}

/// The standard library's arithmetic on the published data gives every digit of the published table.
#[test]
fn analyze_py_prints_the_same_table() {
    let workshop = Workshop::with_report();
    workshop.run(&["build", "--lang", "en", "--only", "md"]).ends_with(0);
    let output = Command::new("python3")
        .arg("analyze.py")
        .current_dir(workshop.set())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    for number in [
        "8.112204",
        "2.014760",
        "75.16",
        "4.03",
        "7.895812",
        "2.053810",
        "73.99",
        "11.914402",
        "2.919234",
        "75.50",
    ] {
        assert!(printed.contains(number), "{number} is not in:\n{printed}");
    }
    let article = String::from_utf8(contents(&workshop.set())["article.en.md"].clone()).unwrap();
    for number in ["8.112204", "2.014760", "7.895812", "2.053810", "11.914402", "2.919234"] {
        assert!(article.contains(number), "{number} is not in the article");
    }
}

#[test]
fn a_data_file_alone_gives_a_whole_report() {
    let workshop = Workshop::with_report();
    std::fs::copy(workshop.report().join("data.json"), workshop.path("data.json")).unwrap();
    workshop
        .run(&["build", "--data", "data.json", "--out", "site", "--lang", "en,pl"])
        .ends_with(0);
    let set = workshop.path("site").join(super::bench_of_work::REPORT);
    let found = names(&set);
    for name in [
        "article.en.pdf",
        "article.pl.html",
        "infographic.pl.png",
        "linkedin.en.txt",
        "summary.json",
    ] {
        assert!(found.contains(&name.to_owned()), "{name} is not among {found:?}");
    }
}
