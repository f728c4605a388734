//! The ready-made files of `docs/pipeline/` and `docs/scale/` are what the systems that read them ask for.

use super::bench_of_work::{Ended, REPORT, Workshop, names, repository};
use std::fs;
use std::process::Command;

/// A validator that `tests/setup.sh` installs from PyPI; none where that did not run.
fn validator(module: &str, arguments: &[&str]) -> Option<Ended> {
    let installed = repository().join("target/validators/pipeline");
    if !installed.is_dir() {
        eprintln!("SKIPPED: run tests/setup.sh to install {module}");
        return None;
    }
    let output = match module {
        "hadolint" => Command::new(installed.join("bin/hadolint"))
            .args(arguments)
            .current_dir(repository())
            .output(),
        _ => Command::new("python3")
            .args(["-m", module])
            .args(arguments)
            .env("PYTHONPATH", &installed)
            .current_dir(repository())
            .output(),
    };
    Some(Ended::from(output.unwrap()))
}

#[test]
fn workflows_fit_the_schemas_of_their_systems() {
    let github = [
        "docs/pipeline/github.yml",
        "docs/pipeline/forgejo.yml",
        "docs/scale/github-matrix.yml",
        "docs/scale/forgejo-matrix.yml",
    ];
    for (schema, files) in [
        ("vendor.github-workflows", &github[..]),
        ("vendor.gitlab-ci", &["docs/pipeline/gitlab-ci.yml"]),
    ] {
        let arguments = [&["--builtin-schema", schema], files].concat();
        if let Some(ended) = validator("check_jsonschema", &arguments) {
            ended.ends_with(0);
        }
    }
    if let Some(ended) = validator("kubernetes_validate", &["--strict", "docs/scale/kubernetes.yml"]) {
        ended.ends_with(0);
    }
    if let Some(ended) = validator("hadolint", &["docs/pipeline/Dockerfile"]) {
        ended.ends_with(0);
    }
}

#[test]
fn the_makefile_builds_what_changed() {
    let workshop = Workshop::with_report();
    fs::copy(repository().join("docs/pipeline/Makefile"), workshop.path("Makefile")).unwrap();
    let make = || {
        let output = Command::new("make")
            .arg(format!("BENCHFOLIO={}", env!("CARGO_BIN_EXE_benchfolio")))
            .current_dir(workshop.path(""))
            .output();
        Ended::from(output.unwrap())
    };
    make().ends_with(0).says("1 report built");
    let second = make().ends_with(0);
    assert!(second.stdout.contains("Nothing to be done"), "{}", second.stdout);
    std::thread::sleep(std::time::Duration::from_millis(20));
    workshop.replace("report.toml", "PmaControl", "PmaControl team");
    make().ends_with(0).says("1 report built");
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}

/// Three tasks of an array and the one that merges, as Slurm would start them.
#[test]
fn the_array_of_slurm_builds_everything_once() {
    let workshop = Workshop::with_report();
    let script = repository().join("docs/scale/slurm.sh");
    let start = |environment: &[(&str, &str)]| {
        let mut command = Command::new("bash");
        command.arg(&script).current_dir(workshop.path(""));
        command.env("BENCHFOLIO", env!("CARGO_BIN_EXE_benchfolio"));
        command.envs(environment.iter().copied());
        Ended::from(command.output().unwrap())
    };
    for task in ["5", "6", "7"] {
        start(&[
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_MIN", "5"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ])
        .ends_with(0);
    }
    start(&[("MERGE", "1")]).ends_with(0).says("1 report of 3 shards");
    assert_eq!(names(&workshop.path("out")), [REPORT]);
}
