//! The same inputs give the same bytes: for any number of threads, in any folder, under any environment.

use super::bench_of_work::{Ended, Workshop, contents};
use std::process::Command;

#[test]
fn one_thread_or_two_here_or_there() {
    let (here, there) = (Workshop::with_report(), Workshop::with_report());
    here.run(&["build", "--jobs", "1"]).ends_with(0);
    there
        .run(&["build", "--jobs", "2", "--out", "elsewhere/deep"])
        .ends_with(0);
    let (one, two) = (
        contents(&here.set()),
        contents(&there.path("elsewhere/deep").join(super::bench_of_work::REPORT)),
    );
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &two[name], "{name} differs");
    }
}

#[test]
fn time_zone_language_umask_and_folder_do_not_matter() {
    let workshop = Workshop::with_report();
    workshop.run(&["build", "--lang", "pl"]).ends_with(0);
    let plain = contents(&workshop.set());
    let mut command = Command::new("sh");
    command
        .current_dir("/")
        .args(["-c", "umask 077; exec \"$0\" build \"$1\" --lang pl --out \"$2\""])
        .arg(env!("CARGO_BIN_EXE_benchfolio"))
        .arg(workshop.report())
        .arg(workshop.path("out2"))
        .envs([
            ("TZ", "Pacific/Kiritimati"),
            ("LANG", "tr_TR.UTF-8"),
            ("LC_ALL", "ar_EG.UTF-8"),
            ("HOME", "/nowhere"),
        ]);
    Ended::from(command.output().unwrap()).ends_with(0);
    let other = contents(&workshop.path("out2").join(super::bench_of_work::REPORT));
    for (name, bytes) in &plain {
        assert!(bytes == &other[name], "{name} differs");
    }
    assert_eq!(plain.len(), other.len());
}
