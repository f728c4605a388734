//! `cargo bench`: what a build of the example report costs, as a whole and stage by stage.
//!
//! The whole is measured in fresh processes, fonts included: wall-clock and processor time, and the peak of memory.
//! The stages are measured in one process, on one thread, after a first build that loads the fonts. Medians of several
//! runs, because the machine may be busy; the shares compare better than the times.

use benchfolio::diagnostic::Faults;
use benchfolio::pipeline::{self, Choices, Observer, Source};
use benchfolio::publish::Published;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs};

const RUNS: usize = 15;

/// Set in the child processes, to the number of threads.
const CHILD: &str = "BENCHFOLIO_BENCH_THREADS";

#[derive(Default)]
struct Stopwatch(Mutex<Vec<(&'static str, Duration)>>);

impl Observer for Stopwatch {
    fn expected(&self, _: &str, _: usize) {}
    fn made(&self, _: &str, _: &str) {}
    fn published(&self, _: &str, _: &Published, _: Duration) {}
    fn stopped(&self) -> bool {
        false
    }

    fn failed(&self, _: &str, faults: &Faults) {
        panic!("the example report must build: {faults}");
    }

    fn took(&self, stage: &'static str, elapsed: Duration) {
        self.0.lock().expect("no thread panics with it").push((stage, elapsed));
    }
}

fn build(out: &Path, observer: &Stopwatch) -> Duration {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/proxysql-2.7-vs-3.0");
    let begin = Instant::now();
    pipeline::build(&[Source::Folder(reports)], &Choices::default(), out, observer);
    begin.elapsed()
}

fn main() {
    let out = env::temp_dir().join(format!("benchfolio-bench-{}", std::process::id()));
    match env::var(CHILD).ok().and_then(|threads| threads.parse().ok()) {
        Some(threads) => child(threads, &out),
        None => {
            println!("example report, 3 languages, all artefacts; medians of {RUNS} runs\n");
            for threads in [1, 2] {
                whole(threads);
            }
            stages(&out);
        }
    }
    // A folder in the system's place for temporary files is cleared by the system too.
    let _ = fs::remove_dir_all(&out);
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a few threads can always be had")
}

/// One build in this process; prints wall-clock ms, processor ms and peak KiB.
fn child(threads: usize, out: &Path) {
    let begin = Instant::now();
    pool(threads).install(|| build(out, &Stopwatch::default()));
    let wall = begin.elapsed().as_millis();
    println!("{wall} {} {}", processor_ms(), peak_kib());
}

fn whole(threads: usize) {
    let itself = env::current_exe().expect("the program knows where it is");
    let mut runs: Vec<Vec<u64>> = Vec::new();
    for _ in 0..RUNS {
        let output = Command::new(&itself).env(CHILD, threads.to_string()).output();
        let output = output.expect("the program can start itself");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers.len(), 3, "{}", String::from_utf8_lossy(&output.stderr));
        runs.push(numbers);
    }
    let column = |at: usize| median(runs.iter().map(|run| run[at]).collect());
    println!(
        "whole build, {threads} thread{}: {:>5} ms wall, {:>5} ms processor, {:>4} MiB peak",
        if threads == 1 { " " } else { "s" },
        column(0),
        column(1),
        column(2) / 1024
    );
}

fn stages(out: &Path) {
    let pool = pool(1);
    pool.install(|| build(out, &Stopwatch::default()));
    let mut stages: BTreeMap<&'static str, Vec<u64>> = BTreeMap::new();
    let mut totals = Vec::new();
    for _ in 0..RUNS {
        let stopwatch = Stopwatch::default();
        totals.push(micros(pool.install(|| build(out, &stopwatch))));
        let mut sums: BTreeMap<&'static str, u64> = BTreeMap::new();
        for (stage, elapsed) in stopwatch.0.into_inner().expect("no thread panics with it") {
            *sums.entry(stage).or_default() += micros(elapsed);
        }
        for (stage, sum) in sums {
            stages.entry(stage).or_default().push(sum);
        }
    }
    let total = median(totals);
    println!("\nstage (1 thread, fonts loaded)        ms   share");
    let mut rows: Vec<(&str, u64)> = stages
        .into_iter()
        .map(|(stage, times)| (stage, median(times)))
        .collect();
    rows.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let rest = total.saturating_sub(rows.iter().map(|(_, time)| time).sum());
    rows.extend([("the rest", rest), ("together", total)]);
    for (stage, time) in rows {
        println!(
            "{stage:<32} {:>9.2} {:>6.1}%",
            time as f64 / 1e3,
            100.0 * time as f64 / total as f64
        );
    }
}

fn micros(elapsed: Duration) -> u64 {
    u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX)
}

fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values[values.len() / 2]
}

/// User and system time of this process, all threads, in the system's ticks of 10 ms.
fn processor_ms() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<u64> = after_name
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0))
        .collect();
    // utime and stime are fields 14 and 15 of proc_pid_stat(5); two stand before the bracket.
    10 * (fields.get(11).unwrap_or(&0) + fields.get(12).unwrap_or(&0))
}

/// `VmHWM` of proc_pid_status(5).
fn peak_kib() -> u64 {
    let status = fs::read_to_string(PathBuf::from("/proc/self/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}
