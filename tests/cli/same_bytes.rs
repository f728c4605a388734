//! The same inputs give the same bytes: for any number of threads and processors, in any folder and order of files, for
//! any user, under any environment.

use super::bench_of_work::{Ended, REPORT, Workshop, contents, repository};
use benchfolio::diagnostic::Faults;
use benchfolio::pipeline::{self, Choices, Form, Observer, Source};
use benchfolio::publish::Published;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[track_caller]
fn same(one: &BTreeMap<String, Vec<u8>>, two: &BTreeMap<String, Vec<u8>>, how: &str) {
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>(), "{how}");
    for (name, bytes) in one {
        assert!(bytes == &two[name], "{name} differs {how}");
    }
}

#[test]
fn one_thread_or_two_here_or_there() {
    let (here, there) = (Workshop::with_report(), Workshop::with_report());
    here.run(&["build", "--jobs", "1"]).ends_with(0);
    there
        .run(&["build", "--jobs", "2", "--out", "elsewhere/deep"])
        .ends_with(0);
    same(
        &contents(&here.set()),
        &contents(&there.path("elsewhere/deep").join(REPORT)),
        "with other threads in another folder",
    );
}

/// Runs the program, its words and the report's folder as `$@`, after `setting`, as another user where that is possible.
fn under(workshop: &Workshop, setting: &str, environment: &[(&str, &str)], reports: &Path, user: bool) -> Ended {
    let mut command = Command::new("sh");
    command
        .current_dir("/")
        .args(["-c", &format!("{setting} \"$0\" \"$@\"")])
        .arg(workshop.path("benchfolio"))
        .arg("build")
        .arg(reports.join(REPORT))
        .args(["--lang", "pl", "--force", "--out"])
        .arg(workshop.path("other"))
        .envs(environment.iter().copied());
    if user {
        command.uid(65534).gid(65534);
    }
    Ended::from(command.output().unwrap())
}

/// How it is called; what is set before; the environment; the folder of the reports; whether as another user.
type Variant<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], &'a Path, bool);

fn is_root() -> bool {
    Command::new("id").arg("-u").output().unwrap().stdout == b"0\n"
}

#[test]
fn nothing_of_the_machine_matters() {
    let workshop = Workshop::with_report();
    // Another user may enter neither the build folder nor a temporary folder of ours.
    fs::copy(env!("CARGO_BIN_EXE_benchfolio"), workshop.path("benchfolio")).unwrap();
    fs::set_permissions(workshop.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    workshop.run(&["build", "--lang", "pl"]).ends_with(0);
    let plain = contents(&workshop.set());
    let here = workshop.path("reports");
    // The same files, made in the opposite order, with other dates.
    let shuffled = workshop.path("shuffled");
    copy_backwards(&here, &shuffled);

    let egypt = [
        ("TZ", "Pacific/Kiritimati"),
        ("LANG", "tr_TR.UTF-8"),
        ("LC_ALL", "ar_EG.UTF-8"),
        ("LANGUAGE", "ar:tr"),
        ("HOME", "/nowhere"),
    ];
    let bare = [
        ("TZ", ""),
        ("LC_ALL", "C"),
        ("COLUMNS", "20"),
        ("RAYON_NUM_THREADS", "3"),
    ];
    let variants: [Variant; 6] = [
        (
            "under another umask, time zone and language",
            "umask 077;",
            &egypt,
            &here,
            false,
        ),
        ("in the language C with three threads", "", &bare, &here, false),
        ("on one processor", "taskset -c 0", &[], &here, false),
        ("from files in another order", "", &[], &shuffled, false),
        ("with little room for open files", "ulimit -n 64;", &[], &here, false),
        ("as another user", "umask 000;", &[], &here, is_root()),
    ];
    for (how, setting, environment, reports, user) in variants {
        let _ = fs::remove_dir_all(workshop.path("other"));
        under(&workshop, setting, environment, reports, user).ends_with(0);
        same(&plain, &contents(&workshop.path("other").join(REPORT)), how);
    }
}

/// As a file system that tells names in another order: FUSE shuffles them at every reading.
#[test]
fn the_order_of_a_folder_does_not_matter() {
    let workshop = Workshop::with_report();
    fs::copy(env!("CARGO_BIN_EXE_benchfolio"), workshop.path("benchfolio")).unwrap();
    let mount = workshop.path("disordered");
    fs::create_dir(&mount).unwrap();
    let mounted = Command::new("disorderfs")
        .args(["--shuffle-dirents=yes", "--quiet"])
        .arg(workshop.path("reports"))
        .arg(&mount)
        .output();
    match mounted {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            eprintln!(
                "SKIPPED: disorderfs cannot mount here: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            return;
        }
        Err(error) => {
            eprintln!("SKIPPED: disorderfs cannot be run here: {error}");
            return;
        }
    }
    workshop.run(&["build", "--lang", "pl"]).ends_with(0);
    let ended = under(&workshop, "", &[], &mount, false);
    let unmounted = Command::new("fusermount").arg("-u").arg(&mount).status();
    assert!(unmounted.unwrap().success());
    ended.ends_with(0);
    same(
        &contents(&workshop.set()),
        &contents(&workshop.path("other").join(REPORT)),
        "from shuffled folders",
    );
}

fn copy_backwards(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let mut entries: Vec<_> = fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries.iter().rev() {
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_backwards(path, &target);
        } else {
            fs::write(target, fs::read(path).unwrap()).unwrap();
        }
    }
}

/// Tells faults and nothing else.
pub struct Strict;

impl Observer for Strict {
    fn expected(&self, _: &str, _: usize) {}
    fn made(&self, _: &str, _: &str) {}
    fn published(&self, _: &str, _: &Published, _: Duration) {}
    fn failed(&self, _: &str, faults: &Faults) {
        panic!("{faults}");
    }
    fn stopped(&self) -> bool {
        false
    }
}

/// Caches of fonts, shapes and languages are warm in the second build, and another report was built between.
#[test]
fn twice_in_one_process() {
    let workshop = Workshop::empty();
    let choices = Choices {
        languages: vec!["zh-Hans".into()],
        forms: vec![Form::Png, Form::Pdf, Form::Html],
        ..Choices::default()
    };
    let build = |report: &str, out: &str| {
        let source = Source::Folder(repository().join("reports").join(report));
        let outcome = pipeline::build(&[source], &choices, &workshop.path(out), &Strict);
        assert_eq!(outcome.built, 1);
        contents(&workshop.path(out).join(report))
    };
    let first = build(REPORT, "first");
    build("mysql-query-cache-hits", "between");
    same(&first, &build(REPORT, "second"), "the second time");
}
