//! The graphics archive: complete, the same bytes everywhere, readable by the tools that people have, and enough to make
//! everything again.

use super::bench_of_work::{Ended, REPORT, Workshop, contents, repository};
use benchfolio::publish::sha256_hex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A workshop with an archive of one language, and the path of the archive.
pub fn with_archive() -> (Workshop, PathBuf) {
    let workshop = Workshop::with_report();
    workshop
        .run(&["archive", &format!("reports/{REPORT}"), "--lang", "en"])
        .ends_with(0);
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    (workshop, archive)
}

/// The files of an archive by name.
pub fn files_of(archive: &Path) -> BTreeMap<String, Vec<u8>> {
    let bytes = fs::read(archive).unwrap();
    benchfolio::publish::read_archive("a.zip", &bytes, benchfolio::publish::Limits::default()).unwrap()
}

/// Every file below a folder, by its path.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut left = vec![(folder.to_owned(), String::new())];
    while let Some((path, prefix)) = left.pop() {
        for entry in fs::read_dir(path).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => left.push((entry.path(), format!("{name}/"))),
                false => drop(found.insert(name, fs::read(entry.path()).unwrap())),
            }
        }
    }
    found
}

fn unzip(archive: &Path, folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let unzipped = Command::new("unzip")
        .arg("-q")
        .arg(archive)
        .current_dir(folder)
        .status()
        .unwrap();
    assert!(unzipped.success());
}

#[test]
fn an_archive_holds_inputs_outputs_fonts_and_papers() {
    let (workshop, archive) = with_archive();
    let files = files_of(&archive);
    let set = contents(&workshop.set());
    for (name, bytes) in &set {
        if !["manifest.json", "SHA256SUMS"].contains(&name.as_str()) && !name.ends_with(".zip") {
            assert_eq!(files.get(&format!("published/{name}")), Some(bytes), "{name}");
        }
    }
    let own = tree(&workshop.report());
    for name in [
        "report.toml",
        "data.json",
        "en/article.md",
        "en/infographic.toml",
        "en/linkedin.txt",
    ] {
        assert_eq!(files.get(&format!("report/{name}")), own.get(name), "{name}");
    }
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    for name in [
        "built-in/infographic.svg",
        "built-in/article.html",
        "built-in/analyze.py",
        "built-in/en/terms.toml",
        "fonts/Inter_400Regular.ttf",
        "fonts/Inter_700Bold.ttf",
        "fonts/JetBrainsMono_400Regular.ttf",
        "fonts/licenses/OFL-inter.txt",
        "README.md",
        "rebuild.sh",
        "CITATION.cff",
        "ro-crate-metadata.json",
    ] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    // Words of other languages and fonts of other scripts were not used.
    assert!(
        !names.iter().any(|name| name.contains("/pl/") || name.contains("CJK")),
        "{names:?}"
    );

    // The manifest lists every input and output with its digest; SHA256SUMS lists everything.
    let manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    assert_eq!(manifest["kind"], "archive");
    let mut listed = Vec::new();
    for file in [&manifest["inputs"], &manifest["outputs"]]
        .into_iter()
        .flat_map(|list| list.as_array().unwrap())
    {
        let name = file["name"].as_str().unwrap();
        assert_eq!(file["sha256"], sha256_hex(&files[name]), "{name}");
        assert_eq!(file["bytes"], files[name].len(), "{name}");
        listed.push(name);
    }
    listed.extend(["manifest.json", "ro-crate-metadata.json", "SHA256SUMS"]);
    listed.sort_unstable();
    assert_eq!(listed, names);
    let readme = String::from_utf8(files["README.md"].clone()).unwrap();
    assert!(
        readme.contains(&format!("benchfolio {}", env!("CARGO_PKG_VERSION"))),
        "{readme}"
    );
    assert!(readme.contains("The report states no licence."), "{readme}");
    // Readers are offered it.
    let article = String::from_utf8(files["published/article.en.md"].clone()).unwrap();
    assert!(article.contains(&format!("{REPORT}-graphics.zip")), "{article}");
}

/// What people unpack with gives the same files, with the same modes and times.
#[test]
fn every_tool_unpacks_it() {
    let (workshop, archive) = with_archive();
    let expected = files_of(&archive);
    let python = "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as z:\n    assert z.testzip() is None\n    \
                  z.extractall(sys.argv[2])\n    assert all(not i.extra and not i.comment for i in z.infolist())\n    \
                  assert len({i.date_time for i in z.infolist()}) == 1\n    \
                  assert [i.filename for i in z.infolist()] == sorted(i.filename for i in z.infolist())\n";
    let out = |name: &str| workshop.path(name).to_str().unwrap().to_owned();
    let zip = archive.to_str().unwrap();
    for (tool, arguments, folder) in [
        ("unzip", vec!["-q", zip, "-d", &out("by-unzip")], "by-unzip"),
        ("python3", vec!["-c", python, zip, &out("by-python")], "by-python"),
        ("bsdtar", vec!["-xf", zip, "-C", &out("by-bsdtar")], "by-bsdtar"),
    ] {
        fs::create_dir(workshop.path(folder)).unwrap();
        let Ok(output) = Command::new(tool).args(&arguments).output() else {
            assert!(
                std::env::var_os("CI").is_none(),
                "{tool} is missing: run tests/setup.sh"
            );
            eprintln!("{tool} is missing: run tests/setup.sh");
            continue;
        };
        assert!(
            output.status.success(),
            "{tool}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(tree(&workshop.path(folder)) == expected, "{tool} gives other files");
    }
    let check = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(workshop.path("by-unzip"))
        .status()
        .unwrap();
    assert!(check.success());
}

/// Whoever unpacks it into an empty folder gets the same bytes by one script: all that was published, and the archive.
#[test]
fn the_script_makes_the_same_bytes_in_a_clean_folder() {
    let (_workshop, archive) = with_archive();
    let elsewhere = Workshop::empty();
    unzip(&archive, &elsewhere.path("unpacked"));
    let mut command = Command::new("sh");
    command
        .arg(elsewhere.path("unpacked/rebuild.sh"))
        .current_dir("/")
        .env("BENCHFOLIO", env!("CARGO_BIN_EXE_benchfolio"))
        .env("SOURCE_DATE_EPOCH", "1783555200");
    let ended = Ended::from(command.output().unwrap()).ends_with(0);
    assert!(ended.stdout.starts_with("the same bytes: "), "{}", ended.stdout);
    let again = elsewhere
        .path("unpacked/rebuilt")
        .join(REPORT)
        .join(format!("{REPORT}-graphics.zip"));
    assert!(fs::read(again).unwrap() == fs::read(&archive).unwrap());
    // What the script made is no part of the archive.
    elsewhere.run(&["verify", "unpacked"]).ends_with(0);
}

#[test]
fn the_script_says_which_program_it_misses() {
    let (workshop, archive) = with_archive();
    unzip(&archive, &workshop.path("unpacked"));
    let mut command = Command::new("/bin/sh");
    command
        .arg(workshop.path("unpacked/rebuild.sh"))
        .env("BENCHFOLIO", "/nowhere/benchfolio");
    Ended::from(command.output().unwrap())
        .ends_with(2)
        .says(&format!("put benchfolio {} on the path", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_report_of_templates_and_data_alone_can_be_rebuilt() {
    let workshop = Workshop::with_report();
    fs::copy(workshop.report().join("data.json"), workshop.path("some data.json")).unwrap();
    fs::create_dir_all(workshop.path("house/en")).unwrap();
    fs::write(workshop.path("house/en/infographic.toml"), "[footer]\n").unwrap();
    let arguments = [
        "build",
        "--data",
        "some data.json",
        "--templates",
        "house",
        "--lang",
        "en",
        "--only",
        "archive",
    ];
    workshop.run(&arguments).ends_with(0);
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    let files = files_of(&archive);
    assert!(files.contains_key("report/data.json") && files.contains_key("templates/en/infographic.toml"));
    assert!(
        files.contains_key("published/article.en.pdf"),
        "an archive alone holds every form"
    );
    assert!(!workshop.set().join("article.en.pdf").exists());
    // Nothing of the machine takes part.
    fs::remove_dir_all(workshop.path("house")).unwrap();
    fs::remove_file(workshop.path("some data.json")).unwrap();
    workshop.run(&["verify", archive.to_str().unwrap()]).ends_with(0);
    workshop.run(&["verify", workshop.set().to_str().unwrap()]).ends_with(0);
}

/// Digests of the archives of all example reports. `BENCHFOLIO_BLESS=1 cargo test --test cli golden` writes them anew,
/// after what changed was looked at.
#[test]
fn golden_digests_of_the_example_archives_and_all_verify() {
    let workshop = Workshop::empty();
    let reports: Vec<PathBuf> = {
        let below = fs::read_dir(repository().join("reports")).unwrap();
        let mut paths: Vec<PathBuf> = below
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_dir())
            .collect();
        paths.sort();
        paths
    };
    let mut arguments = vec!["build", "--only", "archive"];
    arguments.extend(reports.iter().map(|path| path.to_str().unwrap()));
    workshop.run(&arguments).ends_with(0);
    let mut found = String::new();
    let mut archives = Vec::new();
    for report in &reports {
        let id = report.file_name().unwrap().to_str().unwrap();
        let archive = workshop.path("out").join(id).join(format!("{id}-graphics.zip"));
        found += &format!("{}  {id}-graphics.zip\n", sha256_hex(&fs::read(&archive).unwrap()));
        archives.push(archive.to_str().unwrap().to_owned());
    }
    let golden = repository().join("tests/cli/archives.txt");
    if std::env::var_os("BENCHFOLIO_BLESS").is_some() {
        fs::write(&golden, &found).unwrap();
    }
    let mut arguments = vec!["verify"];
    arguments.extend(archives.iter().map(String::as_str));
    let said = workshop.run(&arguments).ends_with(0).stderr;
    assert_eq!(
        said.matches("files are the same byte for byte").count(),
        archives.len(),
        "{said}"
    );
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    assert!(
        found == expected,
        "other archives; when what changed was looked at: BENCHFOLIO_BLESS=1 cargo test --test cli golden\n{found}"
    );
}

/// The papers, by the programs of those who define them.
#[test]
fn citation_and_research_object_are_valid() {
    let packages = repository().join("target/validators/archive");
    if !packages.is_dir() {
        assert!(
            std::env::var_os("CI").is_none(),
            "the validators are missing: run tests/setup.sh"
        );
        eprintln!("the validators are missing: run tests/setup.sh");
        return;
    }
    let workshop = Workshop::with_report();
    workshop.replace(
        "report.toml",
        "authors =",
        "license = \"CC-BY-4.0\"\ndate = \"2026-07-09\"\nauthors =",
    );
    workshop.run(&["archive", "--lang", "en,pl"]).ends_with(0);
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    unzip(&archive, &workshop.path("unpacked"));
    let judge = |packages: &Path| {
        let output = Command::new("python3")
            .arg(repository().join("tests/archive/judge.py"))
            .arg(workshop.path("unpacked"))
            .env("PYTHONPATH", packages)
            .env("HOME", workshop.path(""))
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(judge(&packages), "valid\n");
    let citation = fs::read_to_string(workshop.path("unpacked/CITATION.cff")).unwrap();
    assert!(citation.contains("license: \"CC-BY-4.0\"\n") && citation.contains("date-released: \"2026-07-09\"\n"));
    // The judge is awake.
    let broken = citation.replace("cff-version: 1.2.0", "cff-version: 1.2.0\nliecnse: MIT");
    fs::write(workshop.path("unpacked/CITATION.cff"), broken).unwrap();
    let metadata = workshop.path("unpacked/ro-crate-metadata.json");
    let text = fs::read_to_string(&metadata).unwrap();
    fs::write(&metadata, text.replace("\"datePublished\"", "\"dateUnpublished\"")).unwrap();
    let told = judge(&packages);
    assert!(
        told.contains("CITATION.cff: ") && told.contains("ro-crate-metadata.json: "),
        "{told}"
    );
}
