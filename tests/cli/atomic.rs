//! Builds that cannot be half done: killed, interrupted, short of space, without permission, two at once.

use super::bench_of_work::{Ended, REPORT, Workshop, contents, names};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How often a build is killed.
const KILLS: u32 = 500;

/// Each has a folder of its own; the machine is busy anyway.
const KILLERS: u32 = 2;

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

/// One report in one language: a build is short, so that many of the moments fall into the writing.
fn small_workshop() -> Workshop {
    let workshop = Workshop::with_report();
    workshop.replace(
        "report.toml",
        "languages = [\"en\", \"pl\", \"zh-Hans\"]",
        "languages = [\"en\"]",
    );
    for language in ["pl", "zh-Hans"] {
        fs::remove_dir_all(workshop.report().join(language)).unwrap();
    }
    workshop
}

/// The moments are spread over the time that a build takes, by the golden ratio: the same in every run, and never two
/// alike.
fn moment(number: u32) -> f64 {
    (f64::from(number) * 0.618_033_988_749_895).fract()
}

#[test]
fn a_killed_build_leaves_the_old_set_or_the_new_one() {
    let killed: u32 = std::thread::scope(|scope| {
        let killers: Vec<_> = (0..KILLERS)
            .map(|killer| scope.spawn(move || kill_often(killer)))
            .collect();
        killers.into_iter().map(|killer| killer.join().unwrap()).sum()
    });
    assert!(killed > KILLS / 4, "only {killed} builds were killed before they ended");
}

/// The program, running, whose words nobody reads.
fn start_in_silence(workshop: &Workshop, arguments: &[&str]) -> Child {
    let mut command = workshop.command(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Kills every build of one killer; how many of them had not ended before.
fn kill_often(killer: u32) -> u32 {
    let workshop = small_workshop();
    let forced = [&SHORT[..], &["--force"]].concat();
    let both = sets(&workshop);
    let begin = Instant::now();
    workshop.run(&forced).ends_with(0);
    let usual = begin.elapsed();
    let mut killed = 0;
    for number in (killer..KILLS).step_by(KILLERS as usize) {
        // Every second build has other inputs, so that a mixture would show; some may take over what stands.
        let arguments = if number % 5 == 0 { &SHORT[..] } else { &forced };
        let mut child = start_in_silence(&workshop, arguments);
        std::thread::sleep(usual.mul_f64(moment(number)));
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().signal() == Some(9));
        let found = contents(&workshop.set());
        assert!(
            both.contains(&found),
            "a mixture after kill {number}: {:?}",
            found.keys()
        );
        change_an_input(&workshop);
    }
    workshop.run(&SHORT).ends_with(0);
    assert!(both.contains(&contents(&workshop.set())));
    assert_eq!(names(&workshop.path("out")), [REPORT], "a temporary stayed behind");
    let memory = names(&workshop.path("out").join(benchfolio::pipeline::MEMORY_FOLDER));
    assert_eq!(
        memory,
        [format!("{REPORT}.json"), format!("{REPORT}.numbers")],
        "a temporary stayed behind"
    );
    killed
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

/// Runs a script of bash in the workshop, with the program as `$0`; its standard output.
fn script(workshop: &Workshop, wrapper: &[&str], text: &str) -> Ended {
    let mut words = wrapper.to_vec();
    words.extend(["bash", "-c", text, env!("CARGO_BIN_EXE_benchfolio")]);
    let mut command = Command::new(words[0]);
    command.current_dir(workshop.path("")).args(&words[1..]);
    Ended::from(command.output().unwrap())
}

/// A file system of 300 kB, in a namespace of mounts that vanishes with the script.
#[test]
fn a_disk_that_runs_full_keeps_the_old_set() {
    let workshop = small_workshop();
    let namespace = ["unshare", "--mount"];
    let probe = script(
        &workshop,
        &namespace,
        "mkdir -p out && mount -t tmpfs -o size=300k none out",
    );
    if probe.code != Some(0) {
        eprintln!("SKIPPED: a small file system cannot be mounted here: {}", probe.stderr);
        return;
    }
    let ended = script(
        &workshop,
        &namespace,
        r#"
        mount -t tmpfs -o size=300k none out
        "$0" build --only post; echo "first $?"
        (cd out/*/ && sha256sum --quiet -c SHA256SUMS && sha256sum SHA256SUMS)
        "$0" build; echo "full $?"
        (cd out/*/ && sha256sum --quiet -c SHA256SUMS && sha256sum SHA256SUMS)
        ls -A out
        "$0" build --only post --force; echo "next $?"
        (cd out/*/ && sha256sum --quiet -c SHA256SUMS && sha256sum SHA256SUMS)
        "#,
    )
    .ends_with(0)
    .says("No space left on device")
    .says("free some space");
    let lines: Vec<&str> = ended.stdout.lines().collect();
    let sums = lines[1];
    assert!(sums.ends_with("  SHA256SUMS"), "{lines:?}");
    let expected = ["first 0", sums, "full 4", sums, ".benchfolio", REPORT, "next 0", sums];
    assert_eq!(lines, expected, "{}", ended.stderr);
}

#[test]
fn a_reader_that_goes_away_does_not_harm_the_set() {
    let workshop = small_workshop();
    for (run, redirect) in [("--format json", ""), ("", "2>&1"), ("--format json --force", "")] {
        let text = format!(
            r#""$0" build --only post,md {run} {redirect} | head -c 1 >/dev/null; echo "${{PIPESTATUS[0]}}"
            cd out/*/ && sha256sum --quiet -c SHA256SUMS && echo whole"#
        );
        let ended = script(&workshop, &[], &text).ends_with(0);
        assert_eq!(ended.stdout, "0\nwhole\n", "{}", ended.stderr);
        assert_eq!(names(&workshop.path("out")), [REPORT]);
    }
}

/// The rest of a long run is not begun, and what was published is whole.
#[test]
fn a_signal_ends_a_run_over_many_reports() {
    use std::io::{BufRead, BufReader, Read};
    let workshop = small_workshop();
    for i in 0..40 {
        let folder = workshop.path(&format!("reports/r{i:02}"));
        super::bench_of_work::copy(&workshop.report(), &folder);
        let toml = fs::read_to_string(folder.join("report.toml")).unwrap();
        fs::write(folder.join("report.toml"), toml.replace(REPORT, &format!("r{i:02}"))).unwrap();
    }
    let mut child = workshop
        .command(&["build", "--only", "md,post", "--jobs", "1", "--format", "json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut events = String::new();
    output.read_line(&mut events).unwrap();
    let sent = Command::new("kill")
        .args(["-s", "TERM", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    output.read_to_string(&mut events).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let last: serde_json::Value = serde_json::from_str(events.lines().last().unwrap()).unwrap();
    assert_eq!(last["event"], "finished");
    assert!(last["skipped"].as_u64().unwrap() > 0, "{last}");
    let published = names(&workshop.path("out"));
    assert_eq!(published.len(), last["built"].as_u64().unwrap() as usize);
    for id in published {
        let check = Command::new("sha256sum")
            .args(["--quiet", "-c", "SHA256SUMS"])
            .current_dir(workshop.path("out").join(id))
            .status();
        assert!(check.unwrap().success());
    }
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

/// An input that may not be read any more is a fault, also of a report that was built before.
#[test]
fn without_permission_to_read_the_old_set_stays() {
    use std::os::unix::fs::PermissionsExt;
    let workshop = small_workshop();
    workshop.run(&SHORT).ends_with(0);
    let old = contents(&workshop.set());
    let mode = |path: &str, mode| fs::set_permissions(workshop.path(path), fs::Permissions::from_mode(mode)).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_benchfolio"), workshop.path("benchfolio")).unwrap();
    mode("", 0o755);
    mode("out", 0o777);
    let words = format!("reports/{REPORT}/en/linkedin.txt");
    mode(&words, 0o000);
    let mut command = Command::new(workshop.path("benchfolio"));
    command.current_dir(workshop.path("")).args(SHORT);
    if is_root() {
        command.uid(65534).gid(65534);
    }
    Ended::from(command.output().unwrap())
        .ends_with(3)
        .says("en/linkedin.txt")
        .says("Permission denied");
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

/// Commands that write nothing end at once, and leave nothing behind.
#[test]
fn signals_end_what_only_looks() {
    let workshop = Workshop::with_report();
    workshop
        .run(&["build", "--only", "archive", "--lang", "en"])
        .ends_with(0);
    let archive = format!("out/{REPORT}/{REPORT}-graphics.zip");
    for arguments in [&["verify", &archive][..], &["check", &archive], &["check"]] {
        let mut child = start_in_silence(&workshop, arguments);
        std::thread::sleep(Duration::from_millis(60));
        let sent = Command::new("kill")
            .args(["-s", "TERM", &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().signal(), Some(15), "{arguments:?}");
    }
}
