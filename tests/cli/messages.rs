//! What is wrong is said with its place, all of it, and nothing is changed.

use super::bench_of_work::{REPORT, Workshop, contents, names};
use std::fs;

/// Builds, breaks something, builds again: the second build must end with 3, say `expected` and leave the set alone.
#[track_caller]
fn refused(spoil: impl Fn(&Workshop), expected: &[&str]) {
    let workshop = Workshop::with_report();
    workshop.run(&["build", "--only", "md,post,svg"]).ends_with(0);
    let old = contents(&workshop.set());
    spoil(&workshop);
    let mut ended = workshop.run(&["build"]).ends_with(3);
    for text in expected {
        ended = ended.says(text);
    }
    assert_eq!(contents(&workshop.set()), old, "the old set was touched");
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}

#[test]
fn an_undefined_placeholder() {
    refused(
        |w| w.replace("pl/article.md", "audit_time.mean.baseline", "audit_time.maen.baseline"),
        &["pl/article.md:", "maen", "mean"],
    );
}

#[test]
fn a_typed_figure_with_the_expression_that_prints_it() {
    refused(
        |workshop| {
            workshop.replace(
                "pl/article.md",
                "{{ table() }}",
                "Było 2,015 ms, o 75,16% mniej.\n\n{{ table() }}",
            )
        },
        &[
            "found `2,015`, expected `{{ m.audit_time.mean.candidate | quantity(digits=3) }}`",
            "found `75,16`, expected `{{ m.audit_time.mean.reduction | percent(digits=2) }}`",
        ],
    );
}

#[test]
fn a_picture_that_the_data_do_not_have_is_told_where_it_is_wanted() {
    refused(
        |workshop| workshop.replace("report.toml", "id = ", "picture = \"grid\"\nid = "),
        &["error[infographic::not-in-the-data]: reports/proxysql-2.7-vs-3.0/report.toml:"],
    );
}

#[test]
fn a_missing_language() {
    refused(
        |w| w.replace("report.toml", "\"pl\"", "\"pl\", \"xx\""),
        &["report.toml", "xx"],
    );
}

#[test]
fn broken_data() {
    refused(
        |w| w.replace("data.json", "\"lower\"", "\"smaller\""),
        &["data.json:", "smaller", "lower"],
    );
}

#[test]
fn a_glyph_that_no_font_has() {
    refused(
        |w| {
            let text = fs::read_to_string(w.report().join("pl/article.md")).unwrap();
            fs::write(w.report().join("pl/article.md"), format!("{text}\nHieroglif 𓀀.\n")).unwrap();
        },
        &["U+13000"],
    );
}

#[test]
fn a_text_that_does_not_fit() {
    refused(
        |w| {
            let long = "słowo ".repeat(200);
            fs::write(
                w.report().join("pl/infographic.toml"),
                format!("eyebrow = \"{long}\"\n"),
            )
            .unwrap();
        },
        &["[pl]", "infographic"],
    );
}

#[test]
fn one_bad_report_does_not_stop_the_others() {
    let workshop = Workshop::with_report();
    let bad = workshop.path("reports/bad");
    fs::create_dir_all(&bad).unwrap();
    fs::write(bad.join("report.toml"), "id = 3\n").unwrap();
    workshop
        .run(&["build", "--only", "md"])
        .ends_with(3)
        .says("reports/bad/report.toml:1")
        .says("1 report built, 1 failed");
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}

#[test]
fn objects_one_a_line() {
    let workshop = Workshop::with_report();
    let bad = workshop.path("reports/bad");
    fs::create_dir_all(&bad).unwrap();
    fs::write(bad.join("report.toml"), "id = 3\n").unwrap();
    let ended = workshop
        .run(&["build", "--only", "md", "--format", "json"])
        .ends_with(3);
    assert_eq!(ended.stderr, "");
    let events: Vec<serde_json::Value> = ended.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let kinds = |kind: &str| events.iter().filter(|e| e["event"] == kind).count();
    assert!(kinds("fault") >= 1);
    assert_eq!((kinds("published"), kinds("finished")), (1, 1));
    let fault = events.iter().find(|e| e["event"] == "fault").unwrap();
    assert_eq!(fault["line"], 1);
    assert_eq!(fault["severity"], "error");
    assert!(fault["code"].as_str().unwrap().contains("::"));
    assert_eq!(events.last().unwrap()["failed"], 1);
}

#[test]
fn a_false_figure_is_refused_until_the_report_answers_for_it() {
    let workshop = Workshop::with_report();
    workshop.replace("data.json", "\"75.16\"", "\"57.16\"");
    let build = ["build", "--only", "md", "--lang", "en"];
    workshop.run(&build).ends_with(1).says("57.16");

    let allow = "[allow]\nclaim-recomputed = \"misprinted; the recomputed figure stands beside it\"\n\
                 claim-agrees-with-itself = \"misprinted; the recomputed figure stands beside it\"\n\n[links]";
    workshop.replace("report.toml", "[links]", allow);
    workshop.run(&build).ends_with(0);
    let manifest = fs::read_to_string(workshop.set().join("manifest.json")).unwrap();
    assert!(manifest.contains("misprinted"), "{manifest}");

    workshop.replace("report.toml", "claim-recomputed", "claim-recomputd");
    workshop
        .run(&build)
        .ends_with(3)
        .says("report.toml:")
        .says("the nearest is `claim-recomputed`");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_folder() {
    for file in ["pl/article.md", "data.json"] {
        refused(
            |w| {
                let outside = w.path("outside");
                fs::rename(w.report().join(file), &outside).unwrap();
                std::os::unix::fs::symlink(&outside, w.report().join(file)).unwrap();
            },
            &[file, "this link leads out of the report folder"],
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_instead_of_words() {
    refused(
        |w| {
            let path = w.report().join("en/linkedin.txt");
            fs::remove_file(&path).unwrap();
            let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
            assert!(made.success());
        },
        &["en/linkedin.txt", "it is no regular file"],
    );
}

#[test]
fn places_where_no_set_can_stand() {
    let workshop = Workshop::with_report();
    let build = |out: &str| workshop.run(&["build", "--only", "post", "--lang", "en", "--out", out]);
    fs::write(workshop.path("file"), "mine").unwrap();
    for out in ["file", "file/below"] {
        build(out).ends_with(4).says("file");
    }
    build("file")
        .ends_with(4)
        .says("error[publish::no-folder]: file: the results go to a folder")
        .says("name another folder with --out");
    let report = format!("reports/{REPORT}");
    for out in [report.clone(), format!("{report}/results/deep")] {
        build(&out)
            .ends_with(2)
            .says("error[cli::out-in-report]")
            .says("outside of the report");
    }
    assert!(!workshop.path(&report).join("results").exists());
    fs::create_dir_all(workshop.path("out")).unwrap();
    fs::write(workshop.set(), "mine").unwrap();
    build("out")
        .ends_with(4)
        .says("a link or a file stands where the set goes");
    assert_eq!(fs::read_to_string(workshop.set()).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_set_is_left_alone() {
    let workshop = Workshop::with_report();
    let build = ["build", "--only", "post", "--lang", "en"];
    workshop.run(&build).ends_with(0);
    fs::rename(workshop.set(), workshop.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink(workshop.path("elsewhere"), workshop.set()).unwrap();
    let before = contents(&workshop.path("elsewhere"));
    workshop
        .run(&["build", "--only", "post", "--lang", "pl"])
        .ends_with(4)
        .says("error[publish::no-folder]: out/")
        .says("follows no link");
    assert!(workshop.set().is_symlink());
    assert_eq!(contents(&workshop.path("elsewhere")), before);
    // The folder of all results may well be a link.
    fs::create_dir(workshop.path("disk")).unwrap();
    std::os::unix::fs::symlink(workshop.path("disk"), workshop.path("linked")).unwrap();
    workshop.run(&[&build[..], &["--out", "linked"]].concat()).ends_with(0);
    assert_eq!(names(&workshop.path("disk")), [REPORT]);
}

#[test]
fn findings_in_words_are_placed_in_the_files_of_the_report() {
    let workshop = Workshop::with_report();
    let file = workshop.report().join("pl/article.md");
    let text = fs::read_to_string(&file).unwrap();
    let sentence = "\nMediana wynosi {{ m.audit_time.mean.candidate | quantity }}. Różnica: \
                    {{ m.audit_time.median_of_batch_means.difference | quantity }}.\n";
    fs::write(&file, text + sentence).unwrap();
    let said = workshop.run(&["check"]).stderr;
    for code in ["check::translations-agree", "check::label-fits-number"] {
        let line = said.lines().find(|line| line.contains(code)).unwrap_or_default();
        let place = format!("]: reports/{REPORT}/pl/article.md:");
        assert!(line.contains(&place), "{code}: {said}");
    }
}

#[test]
fn a_folder_that_no_build_wrote_is_one_finding() {
    let workshop = Workshop::with_report();
    fs::create_dir_all(workshop.set()).unwrap();
    for name in ["manifest.json", "a.txt", "b.txt"] {
        fs::write(workshop.set().join(name), "{}").unwrap();
    }
    let said = workshop.run(&["check"]).ends_with(1).stderr;
    assert_eq!(said.matches("check::files-current").count(), 1, "{said}");
    assert!(said.contains("no build of this report wrote this folder"), "{said}");
}
