//! Builds that cannot be half done: killed, interrupted, short of space, without permission, two at once.

use super::bench_of_work::{Ended, REPORT, Workshop, contents, names};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often the build is killed. The moments are spread over the time that a build takes.
const KILLS: u32 = 60;

/// A build short enough that many of the moments fall into the writing.
const SHORT: [&str; 7] = ["build", "--lang", "en", "--only", "post", "--jobs", "2"];

/// Goes to and fro between two inputs, which the manifest tells apart.
fn change_an_input(workshop: &Workshop) {
    const CHANGE: &str = "# another input\n";
    let path = workshop.report().join("report.toml");
    let text = fs::read_to_string(&path).unwrap();
    let changed = match text.strip_suffix(CHANGE) {
        Some(before) => before.to_owned(),
        None => text + CHANGE,
    };
    fs::write(path, changed).unwrap();
}

fn sets(workshop: &Workshop) -> [BTreeMap<String, Vec<u8>>; 2] {
    let build = || {
        workshop.run(&SHORT).ends_with(0);
        contents(&workshop.set())
    };
    let old = build();
    change_an_input(workshop);
    let new = build();
    assert_ne!(old, new, "the two sets must differ for the test to tell them apart");
    [old, new]
}

#[test]
fn a_killed_build_leaves_the_old_set_or_the_new_one() {
    let workshop = Workshop::with_report();
    let both = sets(&workshop);
    change_an_input(&workshop);
    let begin = Instant::now();
    workshop.run(&SHORT).ends_with(0);
    let usual = begin.elapsed();
    let mut killed = 0;
    for moment in 0..KILLS {
        // Every second build has other inputs, so that a mixture would show.
        let mut child = workshop
            .command(&SHORT)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(usual * moment / KILLS);
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().signal() == Some(9));
        let found = contents(&workshop.set());
        assert!(
            both.contains(&found),
            "a mixture after kill {moment}: {:?}",
            found.keys()
        );
        change_an_input(&workshop);
    }
    assert!(killed > KILLS / 4, "only {killed} builds were killed before they ended");
    workshop.run(&SHORT).ends_with(0);
    assert!(both.contains(&contents(&workshop.set())));
    assert_eq!(names(&workshop.path("out")), [REPORT], "a temporary stayed behind");
}

#[test]
fn signals_stop_a_build_cleanly() {
    let workshop = Workshop::with_report();
    workshop.run(&SHORT).ends_with(0);
    let old = contents(&workshop.set());
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let child = workshop
            .command(&["build", "--jobs", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(150));
        let sent = Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        Ended::from(child.wait_with_output().unwrap())
            .ends_with(code)
            .says("interrupted");
        assert_eq!(contents(&workshop.set()), old);
        assert_eq!(names(&workshop.path("out")), [REPORT]);
    }
}

#[test]
fn a_full_disk_leaves_the_old_set() {
    let workshop = Workshop::with_report();
    workshop.run(&SHORT).ends_with(0);
    let old = contents(&workshop.set());
    // A limit on the size of a file, in blocks of 512 or 1024 bytes, stands for a disk without space.
    let mut command = Command::new("bash");
    command
        .current_dir(workshop.path(""))
        .args(["-c", "trap '' XFSZ; ulimit -f 20; exec \"$0\" build"]);
    command.arg(env!("CARGO_BIN_EXE_benchfolio"));
    Ended::from(command.output().unwrap())
        .ends_with(4)
        .says("error[publish::write]")
        .says("cannot write");
    assert_eq!(contents(&workshop.set()), old);
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}

#[test]
fn a_folder_that_may_not_be_written_is_named() {
    let workshop = Workshop::with_report();
    fs::write(workshop.path("file"), "").unwrap();
    workshop
        .run(&["build", "--only", "md", "--out", "file/below"])
        .ends_with(4)
        .says("file/below")
        .says("cannot create the output folder");
}

/// Root may write everywhere, so the program runs as nobody here; elsewhere the user's own limits count.
#[test]
fn without_permission_nothing_changes() {
    use std::os::unix::fs::PermissionsExt;
    let workshop = Workshop::with_report();
    workshop.run(&SHORT).ends_with(0);
    let old = contents(&workshop.set());
    change_an_input(&workshop);
    let mode = |path: &str, mode| fs::set_permissions(workshop.path(path), fs::Permissions::from_mode(mode)).unwrap();
    // The build folder may be closed to nobody, so the program comes along.
    fs::copy(env!("CARGO_BIN_EXE_benchfolio"), workshop.path("benchfolio")).unwrap();
    mode("", 0o755);
    mode("out", 0o555);
    let mut command = Command::new(workshop.path("benchfolio"));
    command.current_dir(workshop.path("")).args(SHORT);
    if is_root() {
        command.uid(65534).gid(65534);
    }
    Ended::from(command.output().unwrap())
        .ends_with(4)
        .says("Permission denied")
        .says("--out");
    mode("out", 0o755);
    assert_eq!(contents(&workshop.set()), old);
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}

#[test]
fn two_builds_of_one_report_wait_for_each_other() {
    let workshop = Workshop::with_report();
    let start = || {
        workshop
            .command(&SHORT)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for child in [start(), start(), start()] {
        Ended::from(child.wait_with_output().unwrap()).ends_with(0);
    }
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}

#[test]
fn a_foreign_file_is_not_swapped_away() {
    let workshop = Workshop::with_report();
    fs::create_dir_all(workshop.set()).unwrap();
    fs::write(workshop.set().join("thesis.docx"), "years of work").unwrap();
    workshop
        .run(&SHORT)
        .ends_with(4)
        .says("error[publish::foreign-file]")
        .says("thesis.docx");
    assert_eq!(names(&workshop.set()), ["thesis.docx"]);
}
