//! pgbench: the text of its standard output (9.x to 18), and the logs of `--log`, per transaction or aggregated.
//!
//! Formats: <https://www.postgresql.org/docs/current/pgbench.html>. Standard output gives milliseconds, logs
//! microseconds. Before 14 two rates were printed, with and without the time to connect.

use super::Importer;
use super::file::base_name;
use super::quantity::{Quantity, cost, yields};
use super::run::{About, Outcome, Run, Samples};
use super::scan::{Field, each_line, first_line, lines};
use crate::dataset::Unit;
use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;

pub struct Pgbench;

const TPS: Quantity = yields("throughput", Unit::PerSecond).per("transaction").quantity();
const TPS_CONNECTING: Quantity = yields("throughput_with_connecting", Unit::PerSecond)
    .per("transaction")
    .quantity();
const LATENCY: Quantity = cost("latency", Unit::Microsecond)
    .per("transaction")
    .samples()
    .quantity();
const AVG: Quantity = cost("latency_avg", Unit::Millisecond).per("transaction").quantity();
const STDDEV: Quantity = cost("latency_stddev", Unit::Millisecond).per("transaction").quantity();
const FAILED: Quantity = cost("failed_transactions", Unit::One).quantity();
const CONNECTION: Quantity = cost("initial_connection_time", Unit::Millisecond).quantity();
const CONNECTION_AVG: Quantity = cost("connection_time_avg", Unit::Millisecond)
    .per("connection")
    .quantity();
const LAG: Quantity = cost("schedule_lag_avg", Unit::Millisecond)
    .per("transaction")
    .quantity();
const INTERVAL_TPS: Quantity = yields("interval_throughput", Unit::PerSecond)
    .per("transaction")
    .repeated()
    .quantity();
const INTERVAL_AVG: Quantity = cost("interval_latency_avg", Unit::Millisecond)
    .per("transaction")
    .repeated()
    .quantity();

/// Latencies are printed with three digits after the point, rates with six.
const LATENCY_DECIMALS: Option<usize> = Some(3);

const DECLARED: &[Quantity] = &[
    TPS,
    TPS_CONNECTING,
    AVG,
    STDDEV,
    LATENCY,
    FAILED,
    CONNECTION,
    CONNECTION_AVG,
    LAG,
    INTERVAL_TPS,
    INTERVAL_AVG,
];

impl Importer for Pgbench {
    fn name(&self) -> &'static str {
        "pgbench"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output, or the logs of --log"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        is_report(source) || is_log(source)
    }

    /// The standard output and the logs after it are of one run; logs of one process are, too.
    fn runs(&self, sources: &[SourceText]) -> Vec<Vec<usize>> {
        let mut runs: Vec<Vec<usize>> = Vec::new();
        let mut process: Option<&str> = None;
        for (index, source) in sources.iter().enumerate() {
            let log = is_log(source);
            let of_process = log.then(|| process_of(&source.name));
            let same = log && !runs.is_empty() && (process.is_none() || process == of_process);
            match runs.last_mut().filter(|_| same) {
                Some(run) => run.push(index),
                None => runs.push(vec![index]),
            }
            process = of_process;
        }
        runs
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        let mut logs = Vec::new();
        for source in sources {
            if is_log(source) {
                logs.push(*source);
            } else {
                read_report(source, run);
            }
        }
        if !logs.is_empty() {
            read_logs(&logs, run);
        }
    }
}

/// `pgbench_log.8653` and `pgbench_log.8653.1` are of one process.
fn process_of(name: &str) -> &str {
    let base = base_name(name);
    match base.split('.').nth(1) {
        Some(process) if process.bytes().all(|b| b.is_ascii_digit()) => {
            &base[..base.find(process).map_or(base.len(), |at| at + process.len())]
        }
        _ => base,
    }
}

fn is_report(source: &SourceText) -> bool {
    let has = |label: &str| each_line(source).any(|line| line.after(label).is_some());
    has("pgbench (") || (has("transaction type:") && (has("tps =") || has("scaling factor:")))
}

/// Lines of six or more columns, the first and all but the third of them whole numbers.
fn is_log(source: &SourceText) -> bool {
    let Some(first) = first_line(source) else {
        return false;
    };
    let words = first.words();
    let whole = |word: &&Field<'_>| word.text.bytes().all(|b| b.is_ascii_digit());
    words.len() >= 6 && words.iter().filter(whole).count() + 1 >= words.len() && whole(&&words[0])
}

fn read_report(source: &SourceText, run: &mut Run) {
    let mut open: Option<Report<'_>> = None;
    let mut progress = (Vec::new(), Vec::new());
    let mut unknown: Vec<Field<'_>> = Vec::new();
    for line in lines(source) {
        if line.after("transaction type:").is_some() {
            finish(open.take(), &mut progress, run);
            open = Some(Report::new(line));
        }
        let known = match &mut open {
            Some(report) => report.line(line, run) || header(line, &mut progress, run),
            None => header(line, &mut progress, run),
        };
        if !known && !line.text.trim().is_empty() {
            unknown.push(line);
        }
    }
    finish(open, &mut progress, run);
    if let [first, ..] = unknown.as_slice() {
        run.skip(format!(
            "{} lines that are not pgbench's, the first `{}`",
            unknown.len(),
            first.text.trim()
        ));
    }
}

/// Lines before a report and between reports.
fn header(line: Field<'_>, progress: &mut (Vec<Exact>, Vec<Exact>), run: &mut Run) -> bool {
    if let Some(versions) = line.after("pgbench (") {
        let versions = versions.text.strip_suffix(')').unwrap_or(versions.text);
        let (client, server) = match versions.split_once(", server ") {
            Some((client, server)) => (client, server),
            None => (versions, versions),
        };
        run.fact(About::Tool, format!("pgbench {client}"));
        run.detail("server", format!("PostgreSQL {server}"));
        return true;
    }
    if let Some(rest) = line.after("progress:") {
        if let Some((tps, latency)) = run.keep(interval(rest)) {
            progress.0.push(tps);
            progress.1.extend(latency);
        }
        return true;
    }
    if line.text.contains("Run was aborted") || line.text.contains("aborted in command") {
        run.faults.push(
            line.fault(
                "import::failed-run",
                "the run was aborted, so its results are incomplete",
            )
            .found(format!("`{}`", line.text.trim()))
            .hint("run pgbench again"),
        );
        return true;
    }
    line.after("starting vacuum...").is_some()
}

/// `30.0 s, 3708.5 tps, lat 5.382 ms stddev 13.634, 0 failed`.
fn interval(line: Field<'_>) -> Result<(Exact, Option<Exact>), Fault> {
    let shape = || {
        line.fault("import::unknown-line", "the progress line is not as pgbench writes it")
            .found(format!("`{}`", line.text))
            .expected("`30.0 s, 3708.5 tps, lat 5.382 ms stddev 13.634`")
    };
    let (_, rest) = line.halves(" s,").ok_or_else(shape)?;
    let (tps, rest) = rest.halves(" tps").ok_or_else(shape)?;
    let latency = rest.past("lat ").and_then(|rest| rest.before(" ms"));
    let latency = match latency {
        // pgbench prints NaN for an interval without a transaction.
        Some(latency) if latency.text != "NaN" => Some(latency.number(LATENCY_DECIMALS)?),
        _ => None,
    };
    Ok((tps.number(Some(1))?, latency))
}

/// One report, from `transaction type:` on.
struct Report<'a> {
    start: Field<'a>,
    outcome: Outcome,
    scripts: Vec<Outcome>,
    finished: bool,
}

impl<'a> Report<'a> {
    fn new(start: Field<'a>) -> Self {
        Report {
            start,
            outcome: Outcome::default(),
            scripts: Vec::new(),
            finished: false,
        }
    }

    /// Whether the line is one of the report.
    fn line(&mut self, line: Field<'_>, run: &mut Run) -> bool {
        self.setting(line) || self.script(line, run) || self.figure(line, run)
    }

    fn setting(&mut self, line: Field<'_>) -> bool {
        for (label, name) in [
            ("transaction type:", "transaction type"),
            ("scaling factor:", "scaling factor"),
            ("query mode:", "query mode"),
            ("number of clients:", "clients"),
            ("number of threads:", "threads"),
            ("partition method:", "partition method"),
            ("partitions:", "partitions"),
            ("maximum number of tries:", "maximum number of tries"),
            ("number of transactions per client:", "transactions per client"),
        ] {
            if let Some(value) = line.after(label) {
                self.outcome.setting(name, value.text);
                return true;
            }
        }
        if let Some(duration) = line.after("duration:") {
            self.outcome.setting("duration_s", duration.leading_number().0.text);
            return true;
        }
        false
    }

    fn script(&mut self, line: Field<'_>, run: &mut Run) -> bool {
        if let Some((_, name)) = line.after("SQL script ").and_then(|rest| rest.halves(":")) {
            let mut outcome = Outcome::new(name.text);
            outcome.settings = self.outcome.settings.clone();
            self.scripts.push(outcome);
            return true;
        }
        let Some(script) = self.scripts.last_mut() else {
            return false;
        };
        let Some(rest) = line.after("- ") else {
            // What follows in a script's block are its statements, each with its latency.
            let statement = line.text.starts_with("   ");
            if statement {
                run.skip("latencies of single statements: they are parts of a transaction");
            }
            return statement;
        };
        if let Some(weight) = rest.after("weight:") {
            script.setting("weight", weight.words().first().map_or("", |word| word.text));
        } else if let Some(tps) = rest.past("tps = ") {
            add(script, &TPS, tps.leading_number().0.number(Some(6)), run);
        } else if !time(rest, script, run) && !count(rest, script, run) {
            run.skip("latencies of single statements: they are parts of a transaction");
        }
        true
    }

    fn figure(&mut self, line: Field<'_>, run: &mut Run) -> bool {
        if let Some(tps) = line.after("tps =") {
            let (rate, rest) = tps.leading_number();
            let connecting = rest.text.contains("including");
            let quantity = if connecting { &TPS_CONNECTING } else { &TPS };
            add(&mut self.outcome, quantity, rate.number(Some(6)), run);
            self.finished = true;
            return true;
        }
        if time(line, &mut self.outcome, run) || count(line, &mut self.outcome, run) {
            return true;
        }
        if let Some(lag) = line.after("rate limit schedule lag: avg") {
            add(
                &mut self.outcome,
                &LAG,
                lag.leading_number().0.number(LATENCY_DECIMALS),
                run,
            );
            return true;
        }
        if let Some(done) = line.after("number of transactions actually processed:") {
            run.detail("transactions processed", done.text);
            return true;
        }
        let listed = [
            "number of transactions",
            "total number of retries",
            "statement latencies",
        ];
        listed.iter().any(|label| line.text.trim().starts_with(label))
    }
}

fn add(outcome: &mut Outcome, quantity: &Quantity, value: Result<Exact, Fault>, run: &mut Run) {
    if let Some(value) = run.keep(value) {
        outcome.single(quantity, value);
    }
}

/// `latency average = 5.440 ms`; before 10 with a colon.
fn time(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) -> bool {
    for (label, quantity) in [
        ("latency average", &AVG),
        ("latency stddev", &STDDEV),
        ("initial connection time", &CONNECTION),
        ("average connection time", &CONNECTION_AVG),
    ] {
        let Some(rest) = line.after(label) else {
            continue;
        };
        let value = rest.after("=").or(rest.after(":")).unwrap_or(rest);
        add(
            outcome,
            quantity,
            value.leading_number().0.number(LATENCY_DECIMALS),
            run,
        );
        return true;
    }
    false
}

fn count(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) -> bool {
    match line.after("number of failed transactions:") {
        Some(failed) => {
            add(outcome, &FAILED, failed.leading_number().0.number(None), run);
            true
        }
        None => false,
    }
}

fn finish(report: Option<Report<'_>>, progress: &mut (Vec<Exact>, Vec<Exact>), run: &mut Run) {
    let Some(mut report) = report else {
        return;
    };
    if !report.finished {
        run.truncated(report.start, "tps = …");
        return;
    }
    let (tps, latency) = std::mem::take(progress);
    report.outcome.repeated(&INTERVAL_TPS, Unit::PerSecond, tps);
    report.outcome.repeated(&INTERVAL_AVG, Unit::Millisecond, latency);
    if report.scripts.len() > 1 {
        report.outcome.name = "all scripts".to_owned();
    } else {
        // One script's figures are those of the whole run.
        report.scripts.clear();
    }
    for mut outcome in std::iter::once(report.outcome).chain(report.scripts) {
        outcome.repeats = true;
        run.results.push(outcome);
    }
}

fn read_logs(logs: &[&SourceText], run: &mut Run) {
    // One outcome a script: its number is the fourth column.
    let mut scripts: Vec<(u64, Vec<Exact>)> = Vec::new();
    let mut means: Vec<Exact> = Vec::new();
    let mut failed: Vec<(&str, u64)> = Vec::new();
    for log in logs {
        for line in lines(log).into_iter().filter(|line| !line.text.trim().is_empty()) {
            let words = line.words();
            if words.len() < 6 {
                run.faults.push(
                    line.fault("import::log-columns", "the line has not the columns of a pgbench log")
                        .found(format!("{} columns", words.len()))
                        .expected("client, transaction, time in µs, script, seconds, microseconds")
                        .hint("the log may be cut short"),
                );
                continue;
            }
            let outcome = if words[0].text.len() >= 9 {
                interval_mean(&words).map(|mean| means.extend(mean))
            } else {
                transaction(&words, &mut scripts, &mut failed)
            };
            run.keep(outcome);
        }
    }
    for (why, count) in failed {
        run.skip(format!("{count} transactions marked `{why}`: they have no latency"));
    }
    add_logged(scripts, means, run);
}

fn transaction<'a>(
    words: &[Field<'a>],
    scripts: &mut Vec<(u64, Vec<Exact>)>,
    failed: &mut Vec<(&'a str, u64)>,
) -> Result<(), Fault> {
    let time = words[2];
    if matches!(time.text, "skipped" | "failed" | "serialization" | "deadlock") {
        match failed.iter_mut().find(|(why, _)| *why == time.text) {
            Some((_, count)) => *count += 1,
            None => failed.push((time.text, 1)),
        }
        return Ok(());
    }
    let value = Exact::from(time.count()?);
    let script = words[3].count()?;
    match scripts.iter_mut().find(|(number, _)| *number == script) {
        Some((_, values)) => values.push(value),
        None => scripts.push((script, vec![value])),
    }
    Ok(())
}

/// `interval_start num_transactions sum_latency sum_latency_2 min_latency max_latency …`.
fn interval_mean(words: &[Field<'_>]) -> Result<Option<Exact>, Fault> {
    let transactions = words[1].count()?;
    let sum = words[2].count()?;
    Ok((transactions > 0).then(|| Exact::ratio(sum, transactions)))
}

fn add_logged(mut scripts: Vec<(u64, Vec<Exact>)>, means: Vec<Exact>, run: &mut Run) {
    let several = scripts.len() > 1;
    scripts.sort_by_key(|(number, _)| *number);
    if !means.is_empty() {
        run.skip(
            "counts, extremes and sums of squares of aggregated intervals: the length of an interval is not in the log",
        );
        let reported = run.results.len() == 1;
        let outcome = &mut place_for(run, reported);
        outcome.repeated(&INTERVAL_AVG, Unit::Microsecond, means);
    }
    for (number, values) in scripts {
        let reported = run.results.len() == 1 && !several;
        let outcome = place_for(run, reported);
        if several {
            outcome.parameter("script", number.to_string());
        }
        let batch = Samples {
            values,
            warmup_calls: None,
        };
        outcome.batches(&LATENCY, Unit::Microsecond, vec![batch]);
    }
}

/// The report's own result when there is exactly one, else a new one.
fn place_for(run: &mut Run, reported: bool) -> &mut Outcome {
    if !reported {
        run.results.push(Outcome::default());
    }
    let last = run.results.len() - 1;
    &mut run.results[last]
}
