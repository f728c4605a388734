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
