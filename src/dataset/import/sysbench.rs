//! sysbench 0.4, 0.5, 1.0 and 1.1: the text of its standard output, one run or several, with interval lines.
//!
//! Formats: `sb_counter`/`sb_timer` reports of <https://github.com/akopytov/sysbench>; 0.4 and 0.5 write `ms` behind
//! each latency, 1.x names the unit in the heading, 1.1 adds `Throughput:` with events per second.

use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{About, Outcome, Run};
use super::scan::{Field, each_line, lines};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;

pub struct Sysbench;

const TRANSACTIONS: Quantity = yields("throughput", Unit::PerSecond).per("transaction").quantity();
const EVENTS: Quantity = yields("events_throughput", Unit::PerSecond).per("event").quantity();
const OPERATIONS: Quantity = yields("operations_throughput", Unit::PerSecond)
    .per("operation")
    .quantity();
const QUERIES: Quantity = yields("query_throughput", Unit::PerSecond).per("query").quantity();
const READ_WRITE: Quantity = yields("read_write_throughput", Unit::PerSecond)
    .per("request")
    .quantity();
const TRANSFER: Quantity = yields("transfer_rate", Unit::MebibytePerSecond).quantity();
const READS: Quantity = yields("read_throughput", Unit::PerSecond).per("read").quantity();
const WRITES: Quantity = yields("write_throughput", Unit::PerSecond).per("write").quantity();
const FSYNCS: Quantity = yields("fsync_throughput", Unit::PerSecond).per("fsync").quantity();
const READ_RATE: Quantity = yields("read_rate", Unit::MebibytePerSecond).quantity();
const WRITE_RATE: Quantity = yields("write_rate", Unit::MebibytePerSecond).quantity();
const AVG: Quantity = cost("latency_avg", Unit::Millisecond).per("event").quantity();
const MIN: Quantity = cost("latency_min", Unit::Millisecond).per("event").quantity();
const MAX: Quantity = cost("latency_max", Unit::Millisecond).per("event").quantity();
const P95: Quantity = cost("latency_p95", Unit::Millisecond).per("event").quantity();
const ERRORS: Quantity = cost("ignored_errors", Unit::One).quantity();
const RECONNECTS: Quantity = cost("reconnects", Unit::One).quantity();
const DEADLOCKS: Quantity = cost("deadlocks", Unit::One).quantity();
const INTERVAL_TRANSACTIONS: Quantity = yields("interval_throughput", Unit::PerSecond)
    .per("transaction")
    .repeated()
    .quantity();
const INTERVAL_EVENTS: Quantity = yields("interval_events_throughput", Unit::PerSecond)
    .per("event")
    .repeated()
    .quantity();
const INTERVAL_P95: Quantity = cost("interval_latency_p95", Unit::Millisecond)
    .per("event")
    .repeated()
    .quantity();

const DECLARED: &[Quantity] = &[
    TRANSACTIONS,
    QUERIES,
    READ_WRITE,
    EVENTS,
    OPERATIONS,
    TRANSFER,
    READS,
    WRITES,
    FSYNCS,
    READ_RATE,
    WRITE_RATE,
    AVG,
    MIN,
    MAX,
    P95,
    ERRORS,
    RECONNECTS,
    DEADLOCKS,
    INTERVAL_TRANSACTIONS,
    INTERVAL_EVENTS,
    INTERVAL_P95,
];

impl Importer for Sysbench {
    fn name(&self) -> &'static str {
        "sysbench"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        each_line(source).any(|line| {
            banner(line.text).is_some() || ["OLTP test statistics:", "SQL statistics:"].contains(&line.text)
        })
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            let all = lines(source);
            let starts: Vec<usize> = (0..all.len()).filter(|i| banner(all[*i].text).is_some()).collect();
            match starts.as_slice() {
                [] => read_run(&all, run),
                starts => {
                    for (number, start) in starts.iter().enumerate() {
                        let end = starts.get(number + 1).copied().unwrap_or(all.len());
                        read_run(&all[*start..end], run);
                    }
                }
            }
        }
    }
}

/// The version in `sysbench 1.0.20 (using …)` and `sysbench 0.4.12:  multi-threaded …`.
fn banner(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("sysbench ")?;
    let version = rest.split([' ', ':', '-']).next()?;
    let numeric = version.contains('.') && version.chars().all(|c| c.is_ascii_digit() || c == '.');
    (numeric && (rest.contains("using") || rest.contains("multi-threaded"))).then_some(version)
}

/// Which part of the report a line stands in.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    Head,
    Queries,
    Latency,
    Fairness,
    FileOperations,
    Throughput,
    Cpu,
    Histogram,
}

/// The intervals of a run.
#[derive(Default)]
struct Intervals {
    transactions: Vec<Exact>,
    events: Vec<Exact>,
    p95: Vec<Exact>,
    percentile: Option<String>,
}

fn read_run(all: &[Field<'_>], run: &mut Run) {
    let mut outcome = Outcome::default();
    let mut intervals = Intervals::default();
    let mut section = Section::Head;
    let mut finished = false;
    for line in all {
        if let Some(version) = banner(line.text) {
            run.fact(About::Tool, format!("sysbench {version}"));
        }
        if let Some(rest) = line
            .after("[")
            .filter(|rest| rest.text.contains("s ]") || rest.text.contains("s]"))
        {
            let read = interval(rest, &mut intervals);
            run.keep(read);
            continue;
        }
        if let Some(next) = heading(line.text) {
            section = next;
            continue;
        }
        match section {
            Section::Head => head(*line, &mut outcome, run),
            Section::Queries => queries(*line, &mut outcome, run),
            Section::Latency => latency(*line, &mut outcome, run),
            Section::FileOperations => rates(*line, &mut outcome, run),
            Section::Throughput => throughput(*line, &mut outcome, run),
            Section::Cpu => figure(*line, "events per second:", &EVENTS, &mut outcome, run),
            Section::Fairness if !line.text.trim().is_empty() => {
                run.skip("thread fairness: it describes how evenly the load was spread");
            }
            Section::Histogram if !line.text.trim().is_empty() => {
                run.skip("latency histogram: its bins are no single calls");
            }
            Section::Fairness | Section::Histogram => {}
        }
        if line.after("total time:").is_some() || line.after("time elapsed:").is_some() {
            finished = true;
            section = Section::Queries;
        }
        moved(*line, &mut outcome, run);
    }
    if !finished {
        run.faults.push(unfinished(all));
        return;
    }
    add_intervals(&mut outcome, intervals);
    outcome.repeats = true;
    run.results.push(outcome);
}

fn heading(line: &str) -> Option<Section> {
    match line.trim() {
        "OLTP test statistics:" | "SQL statistics:" | "queries performed:" => Some(Section::Queries),
        "General statistics:" | "Test execution summary:" => Some(Section::Queries),
        "Latency (ms):" | "per-request statistics:" | "response time:" => Some(Section::Latency),
        "Threads fairness:" => Some(Section::Fairness),
        "File operations:" => Some(Section::FileOperations),
        "Throughput:" => Some(Section::Throughput),
        "CPU speed:" => Some(Section::Cpu),
        "Latency histogram (values are in milliseconds)" => Some(Section::Histogram),
        _ => None,
    }
}

fn unfinished(all: &[Field<'_>]) -> Fault {
    let last = all
        .iter()
        .rev()
        .find(|line| !line.text.trim().is_empty())
        .or(all.first());
    let fault = match last {
        Some(line) => line.fault("import::truncated", "the report ends before its summary"),
        None => Fault::input("import::truncated", "the report ends before its summary"),
    };
    let fatal = all.iter().find(|line| line.text.contains("FATAL:"));
    match fatal {
        Some(line) => fault
            .found(format!("`{}`", line.text.trim()))
            .expected("a line `total time:`")
            .hint("the run failed; run it again"),
        None => fault
            .expected("a line `total time:`")
            .hint("the run was stopped or the output cut; interval lines alone are no result"),
    }
}

fn head(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) {
    if let Some(threads) = line.after("Number of threads:") {
        outcome.setting("threads", threads.text);
    } else if let Some(kind) = line
        .text
        .trim()
        .strip_prefix("Doing ")
        .and_then(|s| s.strip_suffix(" test"))
    {
        outcome.setting("test", kind);
    } else if let Some(limit) = line.after("Prime numbers limit:") {
        outcome.setting("prime numbers limit", limit.text);
    } else if let Some((name, value)) = line.halves(":").filter(|_| line.text.starts_with("  ")) {
        // The memory test lists its options in this way.
        outcome.setting(name.text, value.text);
    } else if let Some(size) = line.after("Block size ") {
        outcome.setting("block size", size.text);
    } else if line.text.contains("FATAL:") {
        run.faults.push(
            line.fault("import::failed-run", "sysbench reports a fatal error")
                .found(format!("`{}`", line.text.trim())),
        );
    }
}

fn queries(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) {
    if ["read:", "write:", "other:"]
        .iter()
        .any(|label| line.after(label).is_some())
    {
        run.skip("counts of queries by kind: the rates tell the same");
    }
    if line.after("other operations:").is_some() {
        run.skip("rate of other operations: it counts BEGIN and COMMIT");
    }
    for (label, quantity) in [
        ("transactions:", &TRANSACTIONS),
        ("queries:", &QUERIES),
        ("read/write requests:", &QUERIES),
    ] {
        if let Some(rate) = line
            .after(label)
            .and_then(|rest| rest.past("("))
            .and_then(|r| r.before(" per sec."))
        {
            // 0.4 and 0.5 count reads and writes only; from 1.0 on all queries count.
            let value = run.keep(rate.number(None));
            let quantity = match label {
                "read/write requests:" => READ_WRITE,
                _ => quantity.clone(),
            };
            value.into_iter().for_each(|value| outcome.single(&quantity, value));
        }
    }
    for (label, quantity) in [
        ("ignored errors:", &ERRORS),
        ("reconnects:", &RECONNECTS),
        ("deadlocks:", &DEADLOCKS),
    ] {
        if let Some(count) = line.after(label) {
            let count = count.words().first().map(|word| word.number(None));
            count
                .and_then(|count| run.keep(count))
                .into_iter()
                .for_each(|value| outcome.single(quantity, value));
        }
    }
    figure(line, "events/s (eps):", &EVENTS, outcome, run);
    if let Some(time) = line.after("total time:").or(line.after("time elapsed:"))
        && let Some(seconds) = run.keep(time.leading_number().0.number(Some(4)))
    {
        run.detail("total time", format!("{} s", seconds.to_decimal(4)));
    }
    if let Some(events) = line.after("total number of events:") {
        run.detail("total number of events", events.text);
    }
}

fn latency(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) {
    for (label, quantity) in [("min:", &MIN), ("avg:", &AVG), ("max:", &MAX)] {
        if let Some(value) = line.after(label) {
            latency_figure(value, quantity, outcome, run);
        }
    }
    let Some((label, value)) = line.halves(":") else {
        return;
    };
    if label.text == "sum" {
        run.skip("sum of latencies: the average tells the same");
    }
    let percent: String = label.text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    if label.text.ends_with("percentile") {
        let percent = percent.trim_matches('.');
        let id = percentile_id("latency", percent);
        let quantity = match percent {
            "95" => P95,
            _ => Quantity::named(id, Unit::Millisecond, Better::Lower, Kind::Summary).per("event"),
        };
        // With --percentile=0 the tool counts none.
        if percent != "0" {
            latency_figure(value, &quantity, outcome, run);
        }
    }
}

fn latency_figure(value: Field<'_>, quantity: &Quantity, outcome: &mut Outcome, run: &mut Run) {
    let (number, unit) = value.leading_number();
    let unit = match unit.text {
        "" | "ms" => Unit::Millisecond,
        "s" => Unit::Second,
        "us" => Unit::Microsecond,
        _ => {
            run.faults.push(
                unit.fault("import::unknown-unit", "no unit of time is known by this name")
                    .found(format!("`{}`", unit.text))
                    .expected("ms"),
            );
            return;
        }
    };
    match run.keep(number.number(Some(2))) {
        Some(value) if value.is_zero() => run.skip_below_printed(&quantity.id, number.text, "sysbench"),
        Some(value) => outcome.single_in(quantity, unit, value),
        None => {}
    }
}

/// The file test: `reads/s:` of 1.0; its 1.1 form `read:  IOPS=3963.58 61.93 MiB/s (64.94 MB/s)` stands under
/// `Throughput:`.
fn rates(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) {
    figure(line, "reads/s:", &READS, outcome, run);
    figure(line, "writes/s:", &WRITES, outcome, run);
    figure(line, "fsyncs/s:", &FSYNCS, outcome, run);
}

fn throughput(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) {
    figure(line, "read, MiB/s:", &READ_RATE, outcome, run);
    figure(line, "written, MiB/s:", &WRITE_RATE, outcome, run);
    figure(line, "events/s (eps):", &EVENTS, outcome, run);
    for (label, operations, rate) in [
        ("read:", &READS, Some(&READ_RATE)),
        ("write:", &WRITES, Some(&WRITE_RATE)),
        ("fsync:", &FSYNCS, None),
    ] {
        let Some(rest) = line.after(label).and_then(|rest| rest.after("IOPS=")) else {
            continue;
        };
        let (iops, rest) = rest.leading_number();
        run.keep(iops.number(Some(2)))
            .into_iter()
            .for_each(|value| outcome.single(operations, value));
        if let Some(rate) = rate {
            let value = run.keep(rest.leading_number().0.number(Some(2)));
            value.into_iter().for_each(|value| outcome.single(rate, value));
        }
    }
    if line.after("time elapsed:").is_some() || line.after("total number of events:").is_some() {
        queries(line, outcome, run);
    }
}

/// A line `label value`.
fn figure(line: Field<'_>, label: &str, quantity: &Quantity, outcome: &mut Outcome, run: &mut Run) {
    if let Some(value) = line.after(label) {
        let value = run.keep(value.number(Some(2)));
        value.into_iter().for_each(|value| outcome.single(quantity, value));
    }
}

/// What the memory test prints: `Total operations: 1048576 (2998017.79 per second)` (0.4: `Operations performed:` and
/// `ops/sec`) and `1024.00 MiB transferred (2927.75 MiB/sec)`.
fn moved(line: Field<'_>, outcome: &mut Outcome, run: &mut Run) {
    if let Some(rest) = line.after("Total operations:").or(line.after("Operations performed:")) {
        let rate = rest.past("(").map(|rate| rate.leading_number());
        if let Some((rate, unit)) = rate.filter(|(_, unit)| unit.text.contains("sec")) {
            let _ = unit;
            let value = run.keep(rate.number(Some(2)));
            value.into_iter().for_each(|value| outcome.single(&OPERATIONS, value));
        }
    }
    if let Some(rest) = line.past(" transferred (") {
        let (rate, unit) = rest.leading_number();
        let unit = match unit.text.trim_end_matches([')', ' ']) {
            "MiB/sec" => Unit::MebibytePerSecond,
            // 0.4 writes MB for 2^20 bytes.
            "MB/sec" => Unit::MebibytePerSecond,
            _ => {
                run.faults.push(
                    unit.fault("import::unknown-unit", "no unit of transfer is known by this name")
                        .found(format!("`{}`", unit.text))
                        .expected("MiB/sec"),
                );
                return;
            }
        };
        let value = run.keep(rate.number(Some(2)));
        value
            .into_iter()
            .for_each(|value| outcome.single_in(&TRANSFER, unit, value));
    }
}

/// `[ 1s ] thds: 16 tps: 3533.13 qps: … lat (ms,95%): 7.30 …`, `[ 1s ] thds: 2 eps: 1224.65 lat (ms,95%): 11.87` and
/// 0.5's `[   2s] threads: 128, tps: 3546.24, …, response time: 120.54ms (95%), …`.
fn interval(line: Field<'_>, intervals: &mut Intervals) -> Result<(), Fault> {
    let value = |label: &str| line.past(label).map(|rest| rest.leading_number().0);
    let trimmed = |field: Field<'_>| {
        let text = field.text.trim_end_matches([',', '.']);
        Field {
            text: &field.text[..text.len()],
            ..field
        }
        .number(Some(2))
    };
    if let Some(tps) = value(" tps: ") {
        intervals.transactions.push(trimmed(tps)?);
    }
    if let Some(eps) = value(" eps: ") {
        intervals.events.push(trimmed(eps)?);
    }
    if let Some(lat) = line.past("lat (ms,") {
        if let Some((percent, value)) = lat.halves("%):") {
            intervals.percentile = Some(percent.text.to_owned());
            intervals.p95.push(trimmed(value.leading_number().0)?);
        }
    } else if let Some(lat) = value("response time: ") {
        intervals.percentile = line
            .past("ms (")
            .and_then(|rest| rest.before("%"))
            .map(|p| p.text.to_owned());
        intervals.p95.push(trimmed(lat)?);
    }
    Ok(())
}

fn add_intervals(outcome: &mut Outcome, intervals: Intervals) {
    outcome.repeated(&INTERVAL_TRANSACTIONS, Unit::PerSecond, intervals.transactions);
    outcome.repeated(&INTERVAL_EVENTS, Unit::PerSecond, intervals.events);
    let quantity = match intervals.percentile.as_deref() {
        Some("95") | None => INTERVAL_P95,
        Some(percent) => Quantity::named(
            percentile_id("interval_latency", percent),
            Unit::Millisecond,
            Better::Lower,
            Kind::Repetitions,
        )
        .per("event"),
    };
    outcome.repeated(&quantity, Unit::Millisecond, intervals.p95);
}
