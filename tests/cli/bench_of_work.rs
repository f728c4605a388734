//! A folder of its own for each story, and the program to run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub const REPORT: &str = "proxysql-2.7-vs-3.0";

/// The repository's own folder of reports, where the example lies.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A working folder with a copy of the example report; it vanishes with the value.
pub struct Workshop {
    folder: tempfile::TempDir,
}

impl Workshop {
    pub fn with_report() -> Self {
        let workshop = Workshop::empty();
        copy(&repository().join("reports").join(REPORT), &workshop.report());
        workshop
    }

    pub fn empty() -> Self {
        Workshop {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub fn report(&self) -> PathBuf {
        self.path("reports").join(REPORT)
    }

    pub fn set(&self) -> PathBuf {
        self.path("out").join(REPORT)
    }

    /// The program, in this folder, with a quiet environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_benchfolio"));
        command.current_dir(self.folder.path()).args(arguments);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "SOURCE_DATE_EPOCH"] {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ended {
        Ended::from(self.command(arguments).output().unwrap())
    }

    /// Replaces a text of a file below the report folder; it must be there.
    pub fn replace(&self, file: &str, from: &str, to: &str) {
        let path = self.report().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} does not hold {from:?}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
    }
}

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ended {
    #[track_caller]
    pub fn ends_with(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "stdout: {}\nstderr: {}",
            self.stdout,
            self.stderr
        );
        self
    }

    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "{text:?} is not in:\n{}", self.stderr);
        self
    }
}

/// Every file of a folder, by name.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| {
            let entry = entry.unwrap();
            (
                entry.file_name().into_string().unwrap(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect()
}

/// Names in a folder, hidden ones included, sorted; without the folder that builds remember their inputs in.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != benchfolio::pipeline::MEMORY_FOLDER)
        .collect();
    names.sort();
    names
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
