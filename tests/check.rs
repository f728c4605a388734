//! The rules over data: what they find in known data sets, and that each of them finds the fault it is there for.

use benchfolio::check::{self, Data};
use benchfolio::dataset::Dataset;
use benchfolio::diagnostic::{Fault, Severity, SourceText};
use benchfolio::stats::{Summary, inference};
use serde_json::Value;

#[path = "check/mutations"]
mod mutations {
    pub mod data;
    pub mod finished;
    pub mod words;
}

const EXAMPLE: &str = include_str!("../reports/proxysql-2.7-vs-3.0/data.json");

fn findings(name: &str, text: &str) -> Vec<Fault> {
    let source = SourceText::new(name, text);
    let dataset = match Dataset::read(&source) {
        Ok(dataset) => dataset,
        Err(faults) => return faults.into_vec(),
    };
    let summary = Summary::of(&dataset, 0);
    let intervals = inference::intervals(&dataset, &summary);
    check::of_data(&Data {
        dataset: &dataset,
        summary: &summary,
        intervals: &intervals,
        source: Some(&source),
    })
}

/// Errors and warnings on one line each; notes are no alarm.
fn alarms(faults: &[Fault]) -> String {
    let lines: Vec<String> = faults
        .iter()
        .filter(|f| f.severity != Severity::Note)
        .map(|f| {
            let (line, column) = f.line_column().unwrap_or_default();
            let path = f.path.as_deref().unwrap_or("");
            format!(
                "{:?} {} {line}:{column} {path}: {} → {}",
                f.severity,
                f.code,
                f.found.as_deref().unwrap_or(""),
                f.expected.as_deref().unwrap_or("")
            )
        })
        .collect();
    lines.join("\n")
}

fn alarms_of(name: &str, text: &str) -> String {
    alarms(&findings(name, text))
}

#[test]
fn finds_the_wrong_claim_and_those_that_were_cut_off() {
    insta::assert_snapshot!(
        alarms_of("proxysql-2.4.4-vs-direct.json", include_str!("data/proxysql-2.4.4-vs-direct.json")),
        @r"
    Error check::claim-recomputed 101:25 $.claims[7].change_percent: 140 → 1400
    Warning check::claim-rounded 52:25 $.claims[0].change_percent: 30 → 31
    Warning check::claim-rounded 66:25 $.claims[2].change_percent: -21 → -22
    Warning check::claim-rounded 80:25 $.claims[4].change_percent: 28 → 29
    "
    );
}

#[test]
fn finds_the_throughput_that_its_own_latency_contradicts() {
    insta::assert_snapshot!(
        alarms_of("proxysql-2.4.4-query-cache.json", include_str!("data/proxysql-2.4.4-query-cache.json")),
        @"Error check::throughput-fits-latency 18:5 $.series[2]: throughput × latency = 10.00 clients for `off`, 0.9996 for `on` → the same number of clients for all variants"
    );
}

#[test]
fn passes_all_55_claims_about_the_mysql_query_cache() {
    let mut claims = 0;
    for text in [
        include_str!("data/mysql-query-cache-cost.json"),
        include_str!("data/mysql-query-cache-hits.json"),
    ] {
        assert_eq!(alarms_of("mysql.json", text), "");
        claims += serde_json::from_str::<Value>(text).unwrap()["claims"]
            .as_array()
            .unwrap()
            .len();
    }
    assert_eq!(claims, 55);
}

#[test]
fn raises_no_alarm_on_the_example_report() {
    assert_eq!(alarms_of("data.json", EXAMPLE), "");
}

/// The example as if it had been measured.
fn measured() -> Value {
    let mut data: Value = serde_json::from_str(EXAMPLE).unwrap();
    mutations::data::measured(&mut data);
    data
}

#[test]
fn a_measured_data_set_with_nothing_wrong_raises_no_alarm() {
    assert_eq!(alarms_of("data.json", &measured().to_string()), "");
}

#[test]
fn every_rule_over_data_finds_the_fault_it_is_there_for() {
    let mut missed = Vec::new();
    for mutation in mutations::data::ALL {
        let mut data = measured();
        (mutation.edit)(&mut data);
        let found = findings("data.json", &data.to_string());
        if !found.iter().any(|fault| words::is_of(fault, mutation.rule)) {
            missed.push(format!(
                "{}: {}: found only {}",
                mutation.rule,
                mutation.what,
                alarms(&found)
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn every_rule_over_data_has_a_mutation() {
    for rule in check::RULES
        .iter()
        .filter(|rule| matches!(rule.look, check::Look::Data(_)))
    {
        assert!(
            mutations::data::ALL.iter().any(|mutation| mutation.rule == rule.id),
            "{} has none",
            rule.id
        );
    }
}

#[test]
fn findings_are_placed_in_the_data_file() {
    let mut data = measured();
    data["variants"][1].as_object_mut().unwrap().remove("build");
    let text = serde_json::to_string_pretty(&data).unwrap();
    let found = findings("data.json", &text);
    let fault = found.iter().find(|f| f.code == "check::builds-recorded");
    let place = fault.and_then(|f| f.place.as_ref()).unwrap();
    assert_eq!(place.source.line_column(place.span.start).1, 5);
    assert!(text[place.span.start..].starts_with("{\n      \"id\": \"3.0.5\""));
}

/// Faults of several kinds, with and without places.
fn some_findings() -> Vec<Fault> {
    let mut found = findings("data: a,b.json", include_str!("data/proxysql-2.4.4-vs-direct.json"));
    found.push(
        Fault::input("dataset::syntax", "no JSON")
            .file("other file.json")
            .language("zh-Hans"),
    );
    found.push(Fault::input("dataset::syntax", "nowhere\nat 100%"));
    found
}

#[test]
fn sarif_keeps_to_its_schema() {
    let schema: Value = serde_json::from_str(include_str!("check/sarif-2.1.0.schema.json")).unwrap();
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("sarif.json", schema).unwrap();
    let index = compiler.compile("sarif.json", &mut schemas).unwrap();
    for faults in [some_findings(), Vec::new()] {
        let log: Value = serde_json::from_str(&check::sarif::log(&faults)).unwrap();
        if let Err(error) = schemas.validate(&log, index) {
            panic!("{error:#}");
        }
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), faults.len());
    }
    let log: Value = serde_json::from_str(&check::sarif::log(&some_findings())).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    insta::assert_snapshot!(format!("{:#}", log["runs"][0]["results"][0]));
}

#[test]
fn annotations_are_workflow_commands() {
    insta::assert_snapshot!(check::annotations::commands(&some_findings()));
}

/// The rules as `docs/checks.md` shows them.
fn rules_in_markdown() -> String {
    let mut out = String::new();
    for (title, wanted) in [("Data", 0), ("Words and artefacts", 1)] {
        out.push_str(&format!("\n### {title}\n"));
        for rule in check::RULES {
            let group = usize::from(!matches!(rule.look, check::Look::Data(_)));
            if group != wanted {
                continue;
            }
            let severity = format!("{:?}", rule.severity).to_lowercase();
            out.push_str(&format!(
                "\n#### {}\n\n*{severity}* · {}\n\n- passes: {}\n- fails: {}\n- what to do: {}\n- source: {}\n",
                rule.id, rule.why, rule.passes, rule.fails, rule.hint, rule.source
            ));
        }
    }
    out.push('\n');
    out
}

#[test]
fn the_page_about_checks_shows_the_rules_as_they_are() {
    const BEGIN: &str = "<!-- rules: written by tests/check.rs from src/check/rules -->\n";
    const END: &str = "<!-- end of rules -->";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/checks.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (shown, after) = rest.split_once(END).unwrap();
    let expected = rules_in_markdown();
    if shown != expected && std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    assert!(
        shown == expected,
        "docs/checks.md is behind the rules: run this test with WRITE_DOCS=1"
    );
}

#[test]
fn the_ledger_names_only_rules_that_exist() {
    let page = include_str!("../docs/checks.md");
    let ledger = page.split("## Ledger").nth(1).unwrap();
    let names: Vec<&str> = ledger
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.contains('-') || check::Rule::of(name).is_some())
        .collect();
    for name in &names {
        assert!(check::Rule::of(name).is_some(), "no rule `{name}`");
    }
    for rule in check::RULES {
        assert!(
            names.contains(&rule.id) || rule.id == "outliers" || rule.id == "direction-fits-unit",
            "{} is in no row",
            rule.id
        );
    }
}

#[path = "check/artefacts.rs"]
mod artefacts;
#[path = "check/finished.rs"]
mod finished;
#[path = "check/order.rs"]
mod order;
#[path = "check/words.rs"]
mod words;

#[test]
fn the_page_about_checks_says_how_large_the_corpus_is() {
    let faults = mutations::data::ALL.len() + mutations::words::ALL.len() + artefacts::COUNT + finished::COUNT;
    let told = format!("{faults} of {faults}");
    let page = include_str!("../docs/checks.md");
    assert!(page.contains(&told), "docs/checks.md does not say {told}");
}
