//! Translations that are shipped are those of what the reference language says now.

use crate::{example_reports, templates};
use benchfolio::translation::{Standing, WordSet, status};

/// What of a set is not confirmed, a line each, with the command that confirms it.
fn out_of_date(set: &WordSet, command: &str) -> Vec<String> {
    let mut told = Vec::new();
    for script in &set.languages {
        let looked = status(set, script).unwrap_or_else(|faults| panic!("{faults}"));
        for file in &looked.files {
            for entry in file.entries.iter().filter(|entry| entry.standing != Standing::Complete) {
                let what = format!("{}/{}#{}", script.tag, file.name, entry.key());
                told.push(format!(
                    "{what} is {}: read it beside {}, then run\n    benchfolio status {command} --accept {what}",
                    entry.standing.word(),
                    set.reference.tag
                ));
            }
        }
    }
    told
}

/// When English changes, this names every language that is behind, and the very paragraphs.
#[test]
fn standard_words_are_those_of_what_english_says() {
    let set = WordSet::standard(&templates());
    assert!(set.languages.len() >= 16, "{} languages", set.languages.len());
    let told = out_of_date(&set, "--templates templates");
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn words_of_the_example_reports_are_those_of_what_english_says() {
    let reports = example_reports();
    assert!(reports.len() >= 5);
    let mut told = Vec::new();
    for folder in reports {
        let set = WordSet::of_report(&folder).unwrap_or_else(|faults| panic!("{faults}"));
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        told.extend(out_of_date(&set, &format!("reports/{name}")));
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}
