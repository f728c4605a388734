//! Finished files that were touched or are stale: what lies in the output folder is held against what the report makes.

use benchfolio::check::{self, extract};
use benchfolio::diagnostic::Faults;
use benchfolio::pipeline::{self, Choices, Observer, Source};
use benchfolio::publish::Published;
use benchfolio::render::Artefact;
use std::path::Path;
use std::time::Duration;

pub struct Silent;

impl Observer for Silent {
    fn expected(&self, _: &str, _: usize) {}
    fn made(&self, _: &str, _: &str) {}
    fn published(&self, _: &str, _: &Published, _: Duration) {}
    fn failed(&self, _: &str, _: &Faults) {}
    fn stopped(&self) -> bool {
        false
    }
}

pub fn make(folder: &Path) -> pipeline::MadeSet {
    let source = Source::Folder(folder.to_owned());
    match pipeline::make(&source, &Choices::default(), &Silent) {
        Ok(set) => set,
        Err(faults) => panic!("{faults}"),
    }
}

pub fn example() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/proxysql-2.7-vs-3.0")
}

/// File, what stands in it, and what somebody made of it.
const TOUCHED: &[(&str, &str, &str)] = &[
    ("article.en.html", "8.112", "8.113"),
    ("article.en.html", "75.16%", "76.15%"),
    ("article.en.html", "4.03×", "4.30×"),
    ("article.pl.html", "2,015", "2,105"),
    ("article.pl.html", "75,16%", "75.16%"),
    ("article.zh-Hans.html", "8.112204", "8.112240"),
    ("article.zh-Hans.html", "毫秒", "秒"),
    ("article.en.md", "8.112204", "8.122204"),
    ("article.en.md", "ProxySQL 2.7.3", "ProxySQL 2.7.4"),
    ("article.pl.md", "−75,16%", "75,16%"),
    ("article.zh-Hans.md", "2.014760", "2.014700"),
    ("infographic.en.svg", "75", "80"),
    ("infographic.en.svg", "2.7.3", "3.0.5"),
    ("infographic.pl.svg", "8,112", "8112"),
    ("infographic.zh-Hans.svg", "2.015", "2.051"),
    ("linkedin.en.txt", "8.112", "8.212"),
    ("linkedin.en.txt", "ProxySQL 2.7.3", "ProxySQL 2.7.2"),
    ("linkedin.pl.txt", "4,03", "4,3"),
    ("linkedin.zh-Hans.txt", "2.015", "2.005"),
    ("linkedin.en.api.txt", "8.112", "8.121"),
    ("summary.csv", "8.112204", "8.112205"),
    ("benchmark-data.json", "8481692", "8481693"),
    ("analyze.py", "sum", "max"),
];

/// Touched files, three stale, three missing, one that nobody makes.
pub const COUNT: usize = TOUCHED.len() + 7;

#[test]
fn the_example_report_is_made_without_an_alarm_and_is_current() {
    let set = make(&example());
    assert_eq!(super::alarms(&set.findings), "");
    assert!(check::of_files(&set.artefacts, &set.artefacts).is_empty());
    for artefact in set.artefacts.iter().filter(|artefact| artefact.name.ends_with(".pdf")) {
        let pieces = extract::pieces(&artefact.name, &artefact.bytes).unwrap();
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let squeezed: String = text.split_whitespace().collect();
        assert!(
            squeezed.contains("ProxySQL2.7.3"),
            "{} was not read back",
            artefact.name
        );
    }
}

/// Their lines are painted from left to right, numbers and names among letters that run the other way.
#[test]
fn right_to_left_articles_are_read_back_without_an_alarm() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = Source::Data(root.join("tests/data/mysql-query-cache-cost.json"));
    let choices = Choices {
        languages: vec!["ar".into(), "he".into()],
        ..Choices::default()
    };
    let set = pipeline::make(&source, &choices, &Silent).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(super::alarms(&set.findings), "");
    for (language, words) in [
        ("ar", "يقارن الجدول جميع البدائل بالبديل MySQL 4.0 gcc, query cache on"),
        ("he", "הטבלה משווה את כל החלופות לחלופה MySQL 4.0 gcc, query cache on"),
    ] {
        let name = format!("article.{language}.pdf");
        let artefact = set.artefacts.iter().find(|artefact| artefact.name == name).unwrap();
        let pieces = extract::pieces(&name, &artefact.bytes).unwrap();
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        let plain = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
        assert!(plain(&text).contains(&plain(words)), "{name}: {text}");
    }
}

#[test]
fn every_touched_or_stale_file_is_found() {
    let set = make(&example());
    let mut missed = Vec::new();
    let mut look = |what: String, published: &[Artefact], file: &str| {
        let found = check::of_files(&set.artefacts, published);
        let hit = found
            .iter()
            .any(|fault| fault.code == "check::files-current" && fault.file.as_deref() == Some(file));
        if !hit || found.len() != 1 {
            missed.push(format!("{what}: {} findings", found.len()));
        }
    };
    for (file, from, to) in TOUCHED {
        let mut published = set.artefacts.clone();
        let artefact = published.iter_mut().find(|artefact| artefact.name == *file).unwrap();
        let text = String::from_utf8(artefact.bytes.clone()).unwrap();
        assert!(text.contains(from), "`{from}` is not in {file}");
        artefact.bytes = text.replacen(from, to, 1).into_bytes();
        look(format!("{file}: {from} → {to}"), &published, file);
    }
    // A PDF of older data, a missing file, a file that nobody makes.
    let older = tempfile::tempdir().unwrap();
    super::words::copy_folder(&example(), older.path());
    let data = older.path().join("data.json");
    let text = std::fs::read_to_string(&data).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value.as_object_mut().unwrap().remove("claims");
    value["series"][1]["batches"][0]["values"][0] = serde_json::json!(9_000_000);
    std::fs::write(&data, value.to_string()).unwrap();
    let stale = make(older.path());
    for tag in ["en", "pl", "zh-Hans"] {
        let name = format!("article.{tag}.pdf");
        let mut published = set.artefacts.clone();
        let at = published.iter().position(|artefact| artefact.name == name).unwrap();
        published[at] = stale
            .artefacts
            .iter()
            .find(|artefact| artefact.name == name)
            .unwrap()
            .clone();
        let found = check::of_files(&set.artefacts, &published);
        let told = found[0].found.as_deref().unwrap_or("");
        assert!(told.starts_with('“'), "a reader is not told what differs: {told}");
        look(format!("{name} of older data"), &published, &name);
        let mut without = set.artefacts.clone();
        without.retain(|artefact| artefact.name != name);
        look(format!("{name} missing"), &without, &name);
    }
    let mut more = set.artefacts.clone();
    more.push(Artefact {
        name: "article.de.md".into(),
        bytes: b"8.112 ms".to_vec(),
    });
    look("a file that nobody makes".into(), &more, "article.de.md");
    println!("{} of {COUNT} caught", COUNT - missed.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// What is odd about data that are right, the data, and the languages to publish them in.
const ODD: &[(&str, &str, &[&str])] = &[
    (
        "one call of each variant",
        r#"{"format": "benchfolio/1", "id": "one", "provenance": {"kind": "measured"}, "variants": [{"id": "off", "name": "Cache off"}, {"id": "on", "name": "Cache on"}], "measures": [{"id": "page_time", "unit": "us", "display_unit": "ms", "per": "page", "better": "lower"}], "method": {}, "series": [{"measure": "page_time", "variant": "off", "batches": [{"values": [5]}]}, {"measure": "page_time", "variant": "on", "batches": [{"values": [4]}]}]}"#,
        &["en"],
    ),
    (
        "names with marks and an ampersand",
        r##"{"format": "benchfolio/1", "id": "marks", "provenance": {"kind": "measured"}, "variants": [{"id": "off", "name": "R&平均耗时"}, {"id": "on", "name": "`on` #tag"}], "measures": [{"id": "page_time", "unit": "us", "display_unit": "ms", "per": "page", "better": "lower"}], "method": {}, "series": [{"measure": "page_time", "variant": "off", "batches": [{"values": [812, 790]}, {"values": [801, 799]}]}, {"measure": "page_time", "variant": "on", "batches": [{"values": [208, 199]}, {"values": [204, 203]}]}]}"##,
        &["en"],
    ),
    (
        "an address for a name",
        r##"{"format": "benchfolio/1", "id": "address", "provenance": {"kind": "measured"}, "variants": [{"id": "off", "name": "http://tool.example/x"}, {"id": "on", "name": "Cache on"}], "measures": [{"id": "page_time", "unit": "us", "display_unit": "ms", "per": "page", "better": "lower"}], "method": {}, "series": [{"measure": "page_time", "variant": "off", "batches": [{"values": [812, 790]}, {"values": [801, 799]}]}, {"measure": "page_time", "variant": "on", "batches": [{"values": [208, 199]}, {"values": [204, 203]}]}]}"##,
        &["en"],
    ),
    (
        "digits in the name of a measure and in the environment",
        r#"{"format": "benchfolio/1", "id": "digits", "provenance": {"kind": "measured"}, "variants": [{"id": "v2", "name": "Name a"}], "measures": [{"id": "throughput", "unit": "%", "display_unit": "%", "better": "lower"}, {"id": "latency_p95", "unit": "1", "display_unit": "1", "better": "higher"}], "method": {"environment": {"os": "Linux <6> & x", "vcpus": 8}}, "series": [{"measure": "throughput", "variant": "v2", "value": 4.058}, {"measure": "latency_p95", "variant": "v2", "value": 1.487}]}"#,
        &["en"],
    ),
    (
        "a label without room in one language",
        r#"{"format": "benchfolio/1", "id": "room", "provenance": {"kind": "measured"}, "variants": [{"id": "v0", "name": "x_y"}, {"id": "v1", "name": "v1 <2"}], "measures": [{"id": "idle_time", "unit": "s", "display_unit": "min", "better": "lower"}], "method": {}, "series": [{"measure": "idle_time", "variant": "v0", "batches": [{"values": [17948.738, 7484.86, 12233.43]}]}, {"measure": "idle_time", "variant": "v1", "batches": [{"values": [9535.573, 6529.023, 7477.374]}]}]}"#,
        &["de", "fr"],
    ),
    (
        "a connection that took no time",
        r#"{"format": "benchfolio/1", "id": "zero", "provenance": {"kind": "measured"}, "variants": [{"id": "a", "name": "Name a"}], "measures": [{"id": "request_time", "unit": "ms", "better": "lower"}, {"id": "connecting_time", "unit": "ms", "better": "lower"}], "method": {}, "series": [{"measure": "request_time", "variant": "a", "value": 4.25}, {"measure": "connecting_time", "variant": "a", "value": 0}]}"#,
        &["en"],
    ),
];

#[test]
fn odd_but_right_data_are_published() {
    let folder = tempfile::tempdir().unwrap();
    for (what, text, languages) in ODD {
        let path = folder.path().join("data.json");
        std::fs::write(&path, text).unwrap();
        let choices = Choices {
            languages: languages.iter().map(|tag| (*tag).to_owned()).collect(),
            ..Choices::default()
        };
        if let Err(faults) = pipeline::make(&Source::Data(path), &choices, &Silent) {
            panic!("{what}: {faults}");
        }
    }
}

#[test]
fn marks_of_footnotes_need_no_origin() {
    let folder = tempfile::tempdir().unwrap();
    super::words::copy_folder(&example(), folder.path());
    let path = folder.path().join("en/article.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let notes = "\n\nOnce more[^a] and again.[^b]\n\n[^a]: A note of words.\n\n[^b]: Another note.\n";
    std::fs::write(&path, format!("{}{notes}", text.trim_end())).unwrap();
    let choices = Choices {
        languages: vec!["en".into()],
        ..Choices::default()
    };
    if let Err(faults) = pipeline::make(&Source::Folder(folder.path().to_owned()), &choices, &Silent) {
        panic!("{faults}");
    }
}
