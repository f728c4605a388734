//! Keeping translations up to date: `status`, its confirmations, and what a build says of what is behind.

use super::bench_of_work::Workshop;
use serde_json::Value;
use std::fs;

const FOLDER: &str = "reports/proxysql-2.7-vs-3.0";
const SAYS: &str = "These are durations as the client sees them.";

#[test]
fn a_changed_paragraph_makes_its_translations_stale_until_they_are_confirmed() {
    let workshop = Workshop::with_report();
    workshop.run(&["status", FOLDER, "--deny", "unconfirmed"]).ends_with(0);
    workshop.replace(
        "en/article.md",
        SAYS,
        "These are durations as the client sees them, and no more.",
    );
    let shown = workshop.run(&["status", FOLDER, "--deny", "stale"]).ends_with(1).stdout;
    assert!(
        shown.contains("  pl       article.md        55 complete, 1 stale\n    stale unit/6\n"),
        "{shown}"
    );
    assert!(
        shown.contains("      en/article.md:32: These are durations as the client sees them, and no more. The ti…\n      pl/article.md:32: Są to zatem czasy"),
        "{shown}"
    );
    workshop.run(&["status", FOLDER, "--deny", "missing"]).ends_with(0);
    // One paragraph, one language; the other one stays behind.
    workshop
        .run(&["status", FOLDER, "--accept", "pl/article.md#unit/6"])
        .ends_with(0)
        .says("pl/state.toml: 1 paragraph confirmed");
    workshop
        .run(&["status", FOLDER, "--lang", "pl", "--deny", "unconfirmed"])
        .ends_with(0);
    let shown = workshop
        .run(&["status", FOLDER, "--format", "json"])
        .ends_with(0)
        .stdout;
    let stale: Vec<Value> = shown
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|object| object["stale"] != 0)
        .collect();
    assert_eq!(stale.len(), 1, "{shown}");
    assert_eq!(
        (&stale[0]["language"], &stale[0]["file"]),
        (&"zh-Hans".into(), &"article.md".into())
    );
    let paragraph = &stale[0]["paragraphs"][0];
    assert_eq!(paragraph["paragraph"], "unit/6");
    assert!(
        paragraph["reference"]["text"]
            .as_str()
            .unwrap()
            .contains("and no more.")
    );
    workshop.run(&["status", FOLDER, "--accept", "all"]).ends_with(0);
    workshop.run(&["status", FOLDER, "--deny", "unconfirmed"]).ends_with(0);
}

#[test]
fn a_changed_number_makes_nothing_stale() {
    let workshop = Workshop::with_report();
    let data = workshop.report().join("data.json");
    let text = fs::read_to_string(&data).unwrap();
    fs::write(&data, text.replacen("\"3.0.5\"", "\"3.0.6\"", 1)).unwrap();
    workshop.run(&["status", FOLDER, "--deny", "unconfirmed"]).ends_with(0);
}

#[test]
fn a_new_paragraph_does_not_move_the_others() {
    let workshop = Workshop::with_report();
    workshop.replace("en/article.md", SAYS, &format!("A new one.\n\n{SAYS}"));
    let shown = workshop.run(&["status", FOLDER, "--lang", "pl"]).ends_with(0).stdout;
    assert!(
        shown.contains("56 complete, 1 missing\n    missing unit/6\n      en/article.md:32: A new one.\n"),
        "{shown}"
    );
    workshop.replace(
        "pl/article.md",
        "Są to zatem czasy",
        "Nowy akapit.\n\nSą to zatem czasy",
    );
    let shown = workshop.run(&["status", FOLDER, "--lang", "pl"]).ends_with(0).stdout;
    assert!(shown.contains("56 complete, 1 stale\n    stale unit/6\n"), "{shown}");
    workshop
        .run(&["status", FOLDER, "--accept", "pl/article.md#unit"])
        .ends_with(0);
    workshop
        .run(&["status", FOLDER, "--lang", "pl", "--deny", "unconfirmed"])
        .ends_with(0);
}

#[test]
fn translations_without_a_state_are_unconfirmed_and_nobody_is_warned() {
    let workshop = Workshop::with_report();
    fs::remove_file(workshop.report().join("pl/state.toml")).unwrap();
    let shown = workshop.run(&["status", FOLDER, "--lang", "pl"]).ends_with(0).stdout;
    assert!(
        shown.contains("56 unconfirmed") && shown.contains("status --accept pl"),
        "{shown}"
    );
    let built = workshop
        .run(&["build", FOLDER, "--lang", "pl", "--only", "post"])
        .ends_with(0);
    assert!(!built.stderr.contains("translation-"), "{}", built.stderr);
}

#[test]
fn a_build_warns_of_what_is_stale_and_refuses_what_is_not_translated() {
    let workshop = Workshop::with_report();
    workshop.replace("en/article.md", SAYS, "They are durations as the client sees them.");
    let build = ["build", FOLDER, "--lang", "en,pl", "--only", "post"];
    workshop
        .run(&build)
        .ends_with(0)
        .says("warning[check::translation-current]: reports/proxysql-2.7-vs-3.0/pl/article.md:32:1: unit/6: [pl] the paragraph that this translates has changed: found “Są to zatem czasy");
    workshop.replace(
        "en/article.md",
        "## Method {#method}",
        "## More {#more}\n\nMore.\n\n## Method {#method}",
    );
    workshop
        .run(&build)
        .ends_with(1)
        .says("error[check::translation-complete]: pl/article.md: more/2: [pl] the translation of a paragraph is missing: expected a translation of “More.”");
}

/// Other paragraphs print the figure too, so the file as a whole has the same figures.
#[test]
fn a_figure_that_one_paragraph_lacks_is_found() {
    let workshop = Workshop::with_report();
    workshop.replace(
        "pl/article.md",
        "{{ m.audit_time.mean.candidate | quantity(digits=3) }}; zapytania",
        "{{ m.audit_time.mean.baseline | quantity(digits=3) }}; zapytania",
    );
    workshop
        .run(&["build", FOLDER, "--lang", "en,pl", "--only", "post"])
        .ends_with(1)
        .says("error[check::translation-figures]: reports/proxysql-2.7-vs-3.0/pl/article.md:3:")
        .says("expected `m.audit_time.mean.candidate`");
}

#[test]
fn figures_that_change_places_are_told() {
    let workshop = Workshop::with_report();
    let path = workshop.report().join("pl/article.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (baseline, candidate) = (
        "{{ m.audit_time.mean.baseline | quantity(digits=3) }}",
        "{{ m.audit_time.mean.candidate | quantity(digits=3) }}",
    );
    let paragraph = text
        .lines()
        .find(|line| line.contains(baseline) && line.contains(candidate))
        .unwrap();
    let turned = paragraph
        .replace(baseline, "#")
        .replace(candidate, baseline)
        .replace('#', candidate);
    std::fs::write(&path, text.replace(paragraph, &turned)).unwrap();
    workshop
        .run(&["build", FOLDER, "--lang", "en,pl", "--only", "post"])
        .ends_with(0)
        .says("warning[check::translation-order]: reports/proxysql-2.7-vs-3.0/pl/article.md:")
        .says("expected `m.audit_time.mean.baseline` before `m.audit_time.mean.candidate`");
}

#[test]
fn what_cannot_be_confirmed_is_told() {
    let workshop = Workshop::with_report();
    workshop
        .run(&["status", FOLDER, "--accept", "de"])
        .ends_with(2)
        .says("nothing is translated into this language here: found `de`, expected one of pl, zh-Hans");
    workshop
        .run(&["status", FOLDER, "--accept", "pl/artcle.md"])
        .ends_with(2)
        .says("there is no file `artcle.md`; expected one of article.md");
    workshop
        .run(&["status", FOLDER, "--accept", "pl/article.md#metod/2"])
        .ends_with(2)
        .says("there is no such paragraph: found `metod/2` (hint: did you mean `method/2`?)");
    fs::write(
        workshop.report().join("pl/state.toml"),
        "reference = \"en\"\n[\"article.md\"]\nlead = [\"x\"]\n",
    )
    .unwrap();
    for command in ["status", "check", "build"] {
        let ended = workshop.run(&[command, FOLDER]).ends_with(3);
        ended.says("pl/state.toml:3:9: this is no state of a translation: found `\"x\"`");
    }
}
