//! What the example reports say they are made from, they are made from.

use super::bench_of_work::{Ended, Workshop, repository};
use std::fs;
use std::process::Command;

#[test]
fn the_measured_report_is_imported_from_its_raw_output() {
    let folder = repository().join("reports/mariadb-query-cache");
    let workshop = Workshop::empty();
    let made = workshop.path("data.json");
    let import = Command::new("bash")
        .arg(folder.join("import.sh"))
        .arg(&made)
        .env("BENCHFOLIO", env!("CARGO_BIN_EXE_benchfolio"))
        .current_dir(workshop.path(""))
        .output()
        .unwrap();
    Ended::from(import).ends_with(0);
    let kept = fs::read_to_string(folder.join("data.json")).unwrap();
    assert_eq!(fs::read_to_string(made).unwrap(), kept);
}

/// One form of an example report in English, as text.
fn built(report: &str, form: &str, file: &str) -> String {
    let workshop = Workshop::empty();
    let folder = repository().join("reports").join(report);
    workshop
        .run(&["build", folder.to_str().unwrap(), "--lang", "en", "--only", form])
        .ends_with(0);
    fs::read_to_string(workshop.path("out").join(report).join(file)).unwrap()
}

#[test]
fn a_picture_calls_nothing_better_that_the_interval_leaves_open() {
    let picture = built("mariadb-query-cache", "svg", "infographic.en.svg");
    // Throughput of reads rose by 4.6% on average, and its interval goes from −9.4% to +20.4%.
    assert!(picture.contains("+4.6%"), "{picture}");
    assert_eq!(picture.matches(">unclear<").count(), 4);
    assert_eq!(picture.matches(">worse<").count(), 3);
    assert_eq!(picture.matches(">better<").count(), 0);
}

#[test]
fn published_figures_come_from_the_data_too() {
    let article = built("proxysql-2.4.4-vs-direct", "md", "article.en.md");
    assert!(
        article.contains("| Read-only | Throughput | −21% | −21.60% |"),
        "{article}"
    );
    assert!(
        article.contains("| Read/write | Error rate | +140% | +1,400.00% |"),
        "{article}"
    );
}
