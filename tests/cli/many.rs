//! Many reports in one run: packed ones, broken ones, and runs that several machines share.

use super::bench_of_work::{Ended, Workshop, contents, names, repository};
use benchfolio::publish::{Entry, write_zip};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

const POSTS: [&str; 3] = ["build", "--only", "post"];

/// `count` small reports, `r0` and so on.
fn workshop(count: usize) -> Workshop {
    let workshop = Workshop::empty();
    let data = repository()
        .join("reports")
        .join(super::bench_of_work::REPORT)
        .join("data.json");
    for i in 0..count {
        let folder = workshop.path(&format!("reports/r{i}"));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(&data, folder.join("data.json")).unwrap();
        let report = format!("id = \"r{i}\"\ndata = \"data.json\"\nlanguages = [\"en\"]\n");
        fs::write(folder.join("report.toml"), report).unwrap();
    }
    workshop
}

/// Builds both halves of all reports, as `1` and `2`.
fn build_halves(workshop: &Workshop) {
    for k in ["1", "2"] {
        let shard = format!("{k}/2");
        workshop
            .run(&arguments(&POSTS, &["--shard", &shard, "--out", k]))
            .ends_with(0);
    }
}

fn arguments<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [base, more].concat()
}

/// Every set below `out`, by the name of its folder.
fn sets(out: &Path) -> BTreeMap<String, BTreeMap<String, Vec<u8>>> {
    let folders = names(out).into_iter().filter(|name| out.join(name).is_dir());
    folders.map(|name| (name.clone(), contents(&out.join(name)))).collect()
}

fn zip(workshop: &Workshop, folder: &str, root: &str, to: &str) {
    let files = contents(&workshop.path(folder));
    let entry = |(name, bytes)| Entry {
        name: format!("{root}{name}"),
        bytes,
        executable: false,
    };
    let entries: Vec<Entry> = files
        .iter()
        .map(|(name, bytes)| entry((name, bytes.as_slice())))
        .collect();
    fs::write(workshop.path(to), write_zip(&entries, None).unwrap()).unwrap();
}

#[test]
fn packed_reports_give_what_their_folders_give() {
    let workshop = workshop(2);
    workshop.run(&arguments(&POSTS, &["--out", "plain"])).ends_with(0);
    for (i, root) in ["", "deep/in/"].iter().enumerate() {
        let folder = format!("reports/r{i}");
        zip(&workshop, &folder, root, &format!("{folder}.zip"));
        fs::remove_dir_all(workshop.path(&folder)).unwrap();
    }
    workshop.run(&POSTS).ends_with(0).says("2 reports built");
    assert!(sets(&workshop.path("out")) == sets(&workshop.path("plain")));
    workshop.run(&POSTS).ends_with(0).says("2 reports unchanged");
    // By name too, and looked at without being built.
    let one = ["--only", "post", "--out", "one"];
    workshop
        .run(&arguments(&["build", "reports/r1.zip"], &one))
        .ends_with(0);
    workshop.run(&["check", "reports/r0.zip"]).ends_with(0);
}

#[test]
fn faults_in_an_archive_are_placed_in_it() {
    let workshop = workshop(2);
    fs::write(
        workshop.path("reports/r0/report.toml"),
        "id = \"r0\"\nlanguages = [\"xx\"]\n",
    )
    .unwrap();
    zip(&workshop, "reports/r0", "deep/", "reports/r0.zip");
    fs::remove_dir_all(workshop.path("reports/r0")).unwrap();
    fs::write(workshop.path("reports/broken.zip"), "no archive").unwrap();
    let outside = [Entry {
        name: "../report.toml".into(),
        bytes: b"id = \"r9\"\n",
        executable: false,
    }];
    fs::write(workshop.path("reports/evil.zip"), write_zip(&outside, None).unwrap()).unwrap();
    fs::write(workshop.path("reports/empty.zip"), write_zip(&[], None).unwrap()).unwrap();
    workshop
        .run(&POSTS)
        .ends_with(3)
        .says("reports/r0.zip/deep/report.toml:2:")
        .says("error[archive::broken]: reports/broken.zip")
        .says("error[archive::name]: reports/evil.zip")
        .says("error[archive::no-report]: reports/empty.zip")
        .says("failed: reports/evil.zip\n")
        .says("1 report built, 4 failed");
    assert_eq!(names(&workshop.path("out")), ["r1"]);
}

#[test]
fn a_run_may_stop_at_the_first_failure() {
    let workshop = workshop(3);
    fs::write(workshop.path("reports/r0/report.toml"), "id = 3\n").unwrap();
    let fast = arguments(&POSTS, &["--jobs", "1", "--fail-fast"]);
    workshop
        .run(&fast)
        .ends_with(3)
        .says("0 reports built, 1 failed, 2 not begun");
    let going = arguments(&fast, &["--keep-going"]);
    workshop.run(&going).ends_with(3).says("2 reports built, 1 failed");
}

#[test]
fn one_id_is_one_report() {
    let workshop = workshop(2);
    fs::copy(
        workshop.path("reports/r0/report.toml"),
        workshop.path("reports/r1/report.toml"),
    )
    .unwrap();
    workshop
        .run(&POSTS)
        .ends_with(3)
        .says("error[pipeline::same-id]: reports/r1")
        .says("1 report built, 1 failed");
}

#[test]
fn shards_in_processes_of_their_own_merge_to_the_bytes_of_one_run() {
    let workshop = workshop(9);
    workshop.run(&POSTS).ends_with(0).says("9 reports built");
    let whole = sets(&workshop.path("out"));
    for shards in [1, 2, 3, 7] {
        let outs: Vec<String> = (1..=shards).map(|k| format!("shards-{shards}/{k}")).collect();
        let start = |(k, out): (usize, &String)| {
            let shard = format!("{}/{shards}", k + 1);
            let mut command = workshop.command(&arguments(&POSTS, &["--shard", &shard, "--out", out]));
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let running: Vec<_> = outs.iter().enumerate().map(start).collect();
        for child in running {
            Ended::from(child.wait_with_output().unwrap()).ends_with(0);
        }
        let sizes: Vec<usize> = outs.iter().map(|out| sets(&workshop.path(out)).len()).collect();
        assert!(
            sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1,
            "{sizes:?}"
        );
        let merged = format!("merged-{shards}");
        let mut merge = vec!["merge", "--out", &merged];
        merge.extend(outs.iter().map(String::as_str));
        workshop.run(&merge).ends_with(0).says("9 reports of");
        assert!(sets(&workshop.path(&merged)) == whole, "{shards} shards");
        // Again, over what is there.
        workshop.run(&merge).ends_with(0);
        assert!(sets(&workshop.path(&merged)) == whole, "{shards} shards, merged twice");
        // What the shards remembered is good for the whole.
        let more = arguments(&POSTS, &["--out", &merged]);
        workshop.run(&more).ends_with(0).says("9 reports unchanged");
    }
}

#[test]
fn what_is_missing_or_contradictory_is_not_merged() {
    let workshop = workshop(4);
    build_halves(&workshop);
    let refused = |shards: &[&str], told: &str| {
        let merge = arguments(&["merge", "--out", "merged"], shards);
        workshop.run(&merge).ends_with(3).says(told);
        assert!(!workshop.path("merged").exists(), "{told}");
    };
    refused(
        &["1"],
        "error[merge::missing-shard]: shards are missing: found 1, expected also 2/2",
    );
    refused(&["1", "1", "2"], "shard 1 is there twice");
    refused(&["1", "reports"], "no shard was built here");
    refused(&["1", "nowhere"], "nowhere");
    // A shard of another run.
    fs::rename(workshop.path("reports/r3"), workshop.path("r3")).unwrap();
    workshop
        .run(&arguments(&POSTS, &["--shard", "2/2", "--out", "other"]))
        .ends_with(0);
    refused(&["1", "other"], "this shard is of another run");
    fs::rename(workshop.path("r3"), workshop.path("reports/r3")).unwrap();
    // One that was told to make something else.
    workshop
        .run(&["build", "--only", "md", "--shard", "2/2", "--out", "other"])
        .ends_with(0);
    refused(&["1", "other"], "this shard is of another run");
    // A touched file, a missing one, one too many.
    let id = &names(&workshop.path("1"))[0];
    let page = workshop.path(&format!("1/{id}/linkedin.en.txt"));
    let good = fs::read(&page).unwrap();
    fs::write(&page, "touched").unwrap();
    refused(&["1", "2"], "linkedin.en.txt: a file is not what its checksum says");
    fs::remove_file(&page).unwrap();
    refused(&["1", "2"], "linkedin.en.txt: a file of the set cannot be read");
    fs::write(&page, good).unwrap();
    fs::write(page.with_extension("more"), "").unwrap();
    refused(&["1", "2"], "linkedin.en.more: no build wrote this file");
    fs::remove_file(page.with_extension("more")).unwrap();
    // A report that a shard could not make.
    fs::write(workshop.path(&format!("reports/{id}/data.json")), "{}").unwrap();
    workshop
        .run(&arguments(&POSTS, &["--shard", "1/2", "--out", "1"]))
        .ends_with(3);
    refused(&["1", "2"], "shard 1 could not make a report");
}

#[test]
fn a_merge_places_all_sets_or_none() {
    let workshop = workshop(4);
    build_halves(&workshop);
    fs::create_dir_all(workshop.path("merged/r2")).unwrap();
    fs::write(workshop.path("merged/r2/notes.txt"), "mine").unwrap();
    let merge = ["merge", "--out", "merged", "1", "2"];
    workshop
        .run(&merge)
        .ends_with(4)
        .says("error[publish::foreign-file]: merged/r2/notes.txt");
    assert_eq!(names(&workshop.path("merged")), ["r2"]);
    assert_eq!(names(&workshop.path("merged/r2")), ["notes.txt"]);
    fs::remove_file(workshop.path("merged/r2/notes.txt")).unwrap();
    workshop.run(&merge).ends_with(0).says("4 reports of 2 shards");
}

#[test]
fn a_graphics_archive_is_built_with_its_own_words() {
    let workshop = workshop(1);
    fs::create_dir_all(workshop.path("house/en")).unwrap();
    let post = fs::read_to_string(repository().join("templates/en/linkedin.txt")).unwrap();
    fs::write(
        workshop.path("house/en/linkedin.txt"),
        post + "\nWritten in our own house.\n",
    )
    .unwrap();
    let made = ["build", "--only", "post,archive", "--templates", "house"];
    workshop.run(&made).ends_with(0);
    let archive = "out/r0/r0-graphics.zip";
    // Nothing but the archive takes part.
    fs::remove_dir_all(workshop.path("reports")).unwrap();
    fs::remove_dir_all(workshop.path("house")).unwrap();
    workshop
        .run(&["build", archive, "--out", "again"])
        .ends_with(0)
        .says("1 report built");
    assert!(sets(&workshop.path("again")) == sets(&workshop.path("out")));
    workshop
        .run(&["build", archive, "--out", "again"])
        .ends_with(0)
        .says("1 report unchanged");
    workshop.run(&["check", archive, "--out", "again"]).ends_with(0);
    // A folder of templates stands in the place of the archived ones, and other forms can be asked for.
    fs::create_dir_all(workshop.path("plain")).unwrap();
    let other = ["build", archive, "--out", "other", "--only", "post,md"];
    workshop.run(&other).ends_with(0);
    let post = |out: &str| fs::read_to_string(workshop.path(out).join("r0/linkedin.en.txt")).unwrap();
    assert!(post("other").contains("Written in our own house."));
    assert!(workshop.path("other/r0/article.en.md").is_file());
    workshop.run(&arguments(&other, &["--templates", "plain"])).ends_with(0);
    assert!(!post("other").contains("Written in our own house."));
}

#[test]
fn the_archive_of_a_data_file_is_a_report_too() {
    let workshop = workshop(1);
    fs::rename(workshop.path("reports/r0/data.json"), workshop.path("figures.json")).unwrap();
    let chosen = ["--only", "post,archive", "--lang", "en,de"];
    workshop
        .run(&arguments(&["build", "--data", "figures.json"], &chosen))
        .ends_with(0);
    let id = &names(&workshop.path("out"))[0];
    let archive = format!("out/{id}/{id}-graphics.zip");
    fs::remove_file(workshop.path("figures.json")).unwrap();
    workshop.run(&["build", &archive, "--out", "again"]).ends_with(0);
    assert!(sets(&workshop.path("again")) == sets(&workshop.path("out")));
    fs::create_dir_all(workshop.path("plain")).unwrap();
    workshop
        .run(&[
            "build",
            &archive,
            "--out",
            "plain-out",
            "--only",
            "post",
            "--templates",
            "plain",
        ])
        .ends_with(0);
    assert_eq!(&names(&workshop.path("plain-out"))[0], id);
}

#[test]
fn the_words_of_a_packed_report_are_not_worked_on() {
    let workshop = workshop(1);
    zip(&workshop, "reports/r0", "", "flat.zip");
    workshop
        .run(&["status", "flat.zip"])
        .ends_with(2)
        .says("error[cli::packed]: flat.zip")
        .says("unpack the archive");
}

#[test]
fn a_pipe_is_no_data_file() {
    let workshop = Workshop::empty();
    let made = std::process::Command::new("mkfifo")
        .arg(workshop.path("data.json"))
        .status()
        .unwrap();
    assert!(made.success());
    workshop
        .run(&["build", "--data", "data.json"])
        .ends_with(3)
        .says("error[project::no-file]: data.json")
        .says("save what comes from a pipe");
    workshop.run(&["check", "--data", "data.json"]).ends_with(3);
    workshop
        .run(&["build", "--data", "/dev/zero"])
        .ends_with(3)
        .says("no regular file");
}
