//! Every event of real runs is one that the published schema describes.

use super::bench_of_work::{REPORT, Workshop};
use std::collections::BTreeSet;
use std::fs;

/// Judges events by what `benchfolio schema --events` prints.
struct Judge {
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
    seen: BTreeSet<String>,
}

impl Judge {
    fn new() -> Judge {
        let printed = Workshop::empty().run(&["schema", "--events"]).ends_with(0).stdout;
        let schema: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let mut compiler = boon::Compiler::new();
        compiler.add_resource("events.json", schema).unwrap();
        let mut schemas = boon::Schemas::new();
        let index = compiler.compile("events.json", &mut schemas).unwrap();
        Judge {
            schemas,
            index,
            seen: BTreeSet::new(),
        }
    }

    fn accepts(&self, event: &serde_json::Value) -> bool {
        self.schemas.validate(event, self.index).is_ok()
    }

    #[track_caller]
    fn all(&mut self, lines: &str) {
        assert!(!lines.is_empty());
        for line in lines.lines() {
            let event: serde_json::Value = serde_json::from_str(line).unwrap();
            if let Err(why) = self.schemas.validate(&event, self.index) {
                panic!("{line}\n{why}");
            }
            self.seen.insert(event["event"].as_str().unwrap().to_owned());
        }
    }
}

#[test]
fn events_are_what_the_schema_says() {
    let mut judge = Judge::new();
    let workshop = Workshop::with_report();
    let build = ["build", "--only", "post", "--format", "json"];
    judge.all(&workshop.run(&build).ends_with(0).stdout);
    judge.all(&workshop.run(&build).ends_with(0).stdout);
    judge.all(&workshop.run(&["status", "--format", "json"]).ends_with(0).stdout);
    let shard = [&build[..], &["--shard", "1/1", "--out", "shard"]].concat();
    judge.all(&workshop.run(&shard).ends_with(0).stdout);
    let merge = ["merge", "shard", "--out", "merged", "--format", "json"];
    judge.all(&workshop.run(&merge).ends_with(0).stdout);
    judge.all(&workshop.run(&["merge", "out", "--format", "json"]).ends_with(3).stdout);
    judge.all(
        &workshop
            .run(&["verify", &format!("out/{REPORT}"), "--format", "json"])
            .stdout,
    );
    // Faults of every kind: of a place, of a file, of a language, of the command line, of findings.
    workshop.replace("pl/article.md", "audit_time.mean.baseline", "audit_time.maen.baseline");
    fs::create_dir(workshop.path("reports/empty")).unwrap();
    judge.all(&workshop.run(&build).ends_with(3).stdout);
    judge.all(
        &workshop
            .run(&["build", "--templates", "none", "--format", "json"])
            .ends_with(2)
            .stdout,
    );
    judge.all(&workshop.run(&["check", "--format", "json"]).ends_with(3).stdout);
    let seen: Vec<&str> = judge.seen.iter().map(String::as_str).collect();
    assert_eq!(
        seen,
        ["fault", "finished", "merged", "published", "translation", "unchanged"]
    );
}

#[test]
fn the_schema_refuses_what_is_no_event() {
    let judge = Judge::new();
    let workshop = Workshop::with_report();
    let ended = workshop
        .run(&["build", "--only", "post", "--format", "json"])
        .ends_with(0);
    let published: serde_json::Value = serde_json::from_str(ended.stdout.lines().next().unwrap()).unwrap();
    assert!(judge.accepts(&published));
    // The report is called as it was found, and by its id.
    assert_eq!(published["report"], format!("reports/{REPORT}"));
    assert_eq!(published["id"], REPORT);
    for spoil in ["report", "files", "folder", "id"] {
        let mut event = published.clone();
        event.as_object_mut().unwrap().remove(spoil);
        assert!(!judge.accepts(&event), "without {spoil}");
    }
    let mut event = published.clone();
    event["colour"] = "red".into();
    assert!(!judge.accepts(&event), "with one field more");
    event["event"] = "painted".into();
    assert!(!judge.accepts(&event), "of another kind");
}
