//! The rules over words: no alarm on the example report, and every fault that is put into its words is found.

use crate::mutations::words::{self as mutations, Mutation};
use benchfolio::check::{self, Data, Directions, Edition, Sources};
use benchfolio::diagnostic::Fault;
use benchfolio::project::Project;
use benchfolio::render::Artefact;
use benchfolio::stats::inference;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// What the rules find in the words of a report folder; what keeps it from being made is found, too.
pub fn findings(folder: &Path) -> Vec<Fault> {
    made(folder).unwrap_or_else(|faults| faults.into_vec())
}

fn made(folder: &Path) -> Result<Vec<Fault>, benchfolio::diagnostic::Faults> {
    let project = Project::open(folder, None)?;
    let loaded = project.load()?;
    let intervals = inference::intervals(&loaded.dataset, &loaded.summary);
    let data = Data {
        dataset: &loaded.dataset,
        summary: &loaded.summary,
        intervals: &intervals,
        source: None,
    };
    let mut languages = Vec::new();
    for script in &project.report.languages {
        let words = project.words(script)?;
        let engine = words.engine(&project, &loaded)?;
        let article = words.render_article(&engine)?;
        let post = words.render_post(&engine)?;
        let disclosure = engine.disclosure()?;
        // The forms of the article show the line above the text.
        let text = format!(
            "{}\n\n{}",
            disclosure.clone().unwrap_or_default(),
            article.markdown.text
        );
        let artefact = |name: String, text: &str| Artefact {
            name,
            bytes: text.as_bytes().to_vec(),
        };
        let artefacts = vec![
            artefact(format!("article.{}.md", script.tag), &text),
            artefact(format!("linkedin.{}.txt", script.tag), &post.text),
        ];
        let mut ledger = article.ledger.clone();
        ledger.extend(post.ledger);
        languages.push((engine, artefacts, ledger, disclosure));
    }
    let directions = Directions::default();
    let editions: Vec<Edition> = languages
        .iter()
        .map(|(engine, artefacts, ledger, disclosure)| {
            let sources = Sources {
                subject: engine.subject(),
                context: engine.context(),
                ledger,
                disclosure: disclosure.as_deref(),
                directions: &directions,
                drawn: &[],
                texts: &[],
            };
            Edition::read(sources, data, artefacts)
        })
        .collect();
    let mut faults = check::of_data(&data);
    faults.extend(check::of_editions(&editions));
    Ok(faults)
}

#[test]
fn raises_no_alarm_on_the_words_of_the_example_report() {
    assert_eq!(super::alarms(&findings(&example())), "");
}

/// Whether a fault is one of a rule, given by its id or by its whole code.
pub fn is_of(fault: &Fault, code: &str) -> bool {
    fault.code.strip_prefix("check::").unwrap_or(fault.code) == code || fault.code == code
}

/// A copy of the example report with one text replaced.
fn mutated(mutation: &Mutation) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(&example(), copy.path());
    let path = copy.path().join(mutation.file);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let changed = if mutation.from.is_empty() {
        format!("{text}{}", mutation.to)
    } else {
        assert!(
            text.contains(mutation.from),
            "{}: `{}` is not in {}",
            mutation.what,
            mutation.from,
            mutation.file
        );
        text.replacen(mutation.from, mutation.to, 1)
    };
    std::fs::write(path, changed).unwrap();
    copy
}

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/proxysql-2.7-vs-3.0")
}

pub fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn intervals_are_shown_when_the_report_asks_for_them() {
    let folder = mutated(&Mutation {
        code: "",
        what: "intervals asked for",
        file: "report.toml",
        from: "id = ",
        to: "intervals = true\nid = ",
    });
    // The standard words say them; the report's own section about the result does not.
    for tag in ["en", "pl", "zh-Hans"] {
        std::fs::remove_file(folder.path().join(tag).join("article.md")).unwrap();
    }
    assert_eq!(super::alarms(&findings(folder.path())), "");
    let project = Project::open(folder.path(), None).unwrap();
    let loaded = project.load().unwrap();
    let of = |tag: &str| {
        let words = project.words(benchfolio::locale::Script::of(tag).unwrap()).unwrap();
        let engine = words.engine(&project, &loaded).unwrap();
        let text = words.render_article(&engine).unwrap().markdown.text.to_string();
        let wanted = |line: &&str| {
            line.contains("95%")
                || line.contains("79,")
                || line.contains("79.")
                || line.contains("78,")
                || line.contains("78.")
        };
        text.lines().filter(wanted).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(["en", "pl", "zh-Hans"].map(of).join("\n"));
}

#[test]
fn every_fault_that_is_put_into_the_words_is_found() {
    let missed: Vec<String> = mutations::ALL
        .par_iter()
        .filter_map(|mutation| {
            let folder = mutated(mutation);
            let found = findings(folder.path());
            let hit = found.iter().any(|fault| is_of(fault, mutation.code));
            (!hit).then(|| {
                format!(
                    "{}: {}: found only {}",
                    mutation.code,
                    mutation.what,
                    super::alarms(&found)
                )
            })
        })
        .collect();
    println!(
        "{} of {} caught",
        mutations::ALL.len() - missed.len(),
        mutations::ALL.len()
    );
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
