//! `cargo bench --bench archive [REPORTS]`: what a run costs in which nothing, or one word, changed.
//!
//! One report with all its artefacts, and an archive of many (1,000 without an argument) with their posts, are built by
//! the program in processes of its own: for the first time, again without a change, and again with one word changed in
//! one language of one report. Medians, and ratios to the first build, because the machine may be busy.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

const RUNS: usize = 9;

fn main() {
    let mut numbers = env::args().filter_map(|argument| argument.parse().ok());
    let many: usize = numbers.next_back().unwrap_or(1_000);
    let place = env::temp_dir().join(format!("benchfolio-archive-{}", std::process::id()));
    println!("reports  forms    first build   unchanged        ratio   one word      ratio");
    for (reports, forms) in [(1, None), (many, Some("post"))] {
        let _ = fs::remove_dir_all(&place);
        make_corpus(&place, reports);
        let first = build(&place, forms);
        let unchanged = median((0..RUNS).map(|_| build(&place, forms)).collect());
        let words = place.join("reports/r0/pl/linkedin.txt");
        let one_word = median(
            (0..RUNS)
                .map(|run| {
                    let text = fs::read_to_string(&words).expect("the corpus has Polish words");
                    fs::write(&words, format!("{text}\n{}\n", ["Tak.", "Nie."][run % 2])).expect("the corpus is ours");
                    let elapsed = build(&place, forms);
                    fs::write(&words, text).expect("the corpus is ours");
                    elapsed
                })
                .collect(),
        );
        println!(
            "{reports:>7}  {:<6} {:>10.3} s {:>9.4} s  1 : {:<7.0} {:>8.4} s  1 : {:<7.0}",
            forms.unwrap_or("all"),
            first.as_secs_f64(),
            unchanged.as_secs_f64(),
            first.as_secs_f64() / unchanged.as_secs_f64(),
            one_word.as_secs_f64(),
            first.as_secs_f64() / one_word.as_secs_f64(),
        );
    }
    let _ = fs::remove_dir_all(&place);
}

/// Copies of the example report, each with an id and data of its own.
fn make_corpus(place: &Path, reports: usize) {
    let example = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("reports/proxysql-2.7-vs-3.0");
    for number in 0..reports {
        let folder = place.join(format!("reports/r{number}"));
        copy(&example, &folder);
        edit(
            &folder.join("report.toml"),
            "proxysql-2.7-vs-3.0",
            &format!("r{number}"),
        );
        edit(&folder.join("data.json"), "{", &format!("{{{}", " ".repeat(number % 7)));
    }
}

fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("the example has this file");
    fs::write(file, text.replacen(from, to, 1)).expect("the corpus is ours");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("there is room for the corpus");
    for entry in fs::read_dir(from).expect("the example is a folder").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => {
                fs::copy(entry.path(), target).expect("there is room for the corpus");
            }
        }
    }
}

fn build(place: &Path, forms: Option<&str>) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_benchfolio"));
    command.current_dir(place).arg("build");
    if let Some(forms) = forms {
        command.args(["--only", forms]);
    }
    let begin = Instant::now();
    let output = command.output().expect("the program can be started");
    let elapsed = begin.elapsed();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    elapsed
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
