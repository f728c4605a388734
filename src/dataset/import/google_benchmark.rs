//! Google Benchmark: `--benchmark_format=json` and `--benchmark_out`, old and new.
//!
//! Format: `src/json_reporter.cc` of <https://github.com/google/benchmark>. A row is the average over its iterations, so
//! repetitions are repeated aggregates. Aggregate rows (mean, median, stddev, cv, BigO, RMS) are kept only when the
//! repetitions themselves are not in the file. Any other field with a number is a counter of the benchmark's own.

use super::assemble::measure_id;
use super::node::{Node, read_documents};
use super::quantity::{Quantity, cost, yields};
use super::run::{About, Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::SourceText;
use std::collections::BTreeSet;

pub struct GoogleBenchmark;

const REAL: Quantity = cost("real_time", Unit::Nanosecond)
    .per("iteration")
    .repeated()
    .quantity();
const CPU: Quantity = cost("cpu_time", Unit::Nanosecond)
    .per("iteration")
    .repeated()
    .quantity();
const BYTES: Quantity = yields("transfer_rate", Unit::BytePerSecond).repeated().quantity();
const ITEMS: Quantity = yields("items_throughput", Unit::PerSecond)
    .per("item")
    .repeated()
    .quantity();

const DECLARED: &[Quantity] = &[REAL, CPU, BYTES, ITEMS];

/// Fields of a row that are no counters.
const RESERVED: [&str; 22] = [
    "name",
    "family_index",
    "per_family_instance_index",
    "run_name",
    "run_type",
    "repetitions",
    "repetition_index",
    "threads",
    "iterations",
    "real_time",
    "cpu_time",
    "time_unit",
    "aggregate_name",
    "aggregate_unit",
    "error_occurred",
    "error_message",
    "skipped",
    "skip_message",
    "label",
    "bytes_per_second",
    "items_per_second",
    "complexity_n",
];

impl Importer for GoogleBenchmark {
    fn name(&self) -> &'static str {
        "google-benchmark"
    }

    fn reads(&self) -> &'static str {
        "the JSON of --benchmark_out"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let has = |word: &str| source.text.contains(word);
        has("\"benchmarks\"") && (has("\"real_time\"") || has("\"library_build_type\""))
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                if let Some(context) = root.get("context") {
                    facts(&context, run);
                }
                let rows = root.need("benchmarks").map(|rows| rows.items()).unwrap_or_default();
                let measured: BTreeSet<String> = rows.iter().filter(|row| !is_aggregate(row)).map(run_name).collect();
                for row in &rows {
                    read_row(row, &measured, run);
                }
            });
        }
    }
}

fn facts(context: &Node<'_>, run: &mut Run) {
    run.fact(About::Tool, "Google Benchmark");
    for (name, value) in context.fields() {
        let Some(text) = value.plain().filter(|_| !value.is_array() || name == "load_avg") else {
            if name == "caches" {
                run.detail("caches", caches(&value));
            }
            continue;
        };
        match name.as_str() {
            "num_cpus" => run.fact(About::Vcpus, text),
            "library_build_type" => {
                if text == "debug" {
                    run.warn("the benchmark library was built for debugging: its times may be too long");
                }
                run.detail("library build type", text);
            }
            "cpu_scaling_enabled" => {
                if text == "true" {
                    run.warn("CPU frequency scaling was on: the times may vary with it");
                }
                run.detail("CPU scaling", if text == "true" { "on" } else { "off" });
            }
            "executable" => run.parameter("executable", text),
            _ => run.detail(&name.replace('_', " "), text),
        }
    }
}

/// `L1 Data 32768 B, L2 Unified 262144 B`.
fn caches(list: &Node<'_>) -> String {
    let cache = |cache: &Node<'_>| {
        let of = |name: &str| cache.setting(name).unwrap_or_default();
        format!("L{} {} {} B", of("level"), of("type"), of("size"))
    };
    list.items().iter().map(cache).collect::<Vec<_>>().join(", ")
}

fn is_aggregate(row: &Node<'_>) -> bool {
    row.setting("run_type").is_some_and(|kind| kind == "aggregate")
        || row.any(&["aggregate_name", "big_o", "rms"]).is_some()
}

fn run_name(row: &Node<'_>) -> String {
    let name = row.setting("run_name").or_else(|| row.setting("name"));
    name.unwrap_or_default()
}

fn read_row(row: &Node<'_>, measured: &BTreeSet<String>, run: &mut Run) {
    let Some(name) = row.need("name").and_then(|name| name.string()) else {
        return;
    };
    let failed = row
        .any(&["error_occurred", "skipped"])
        .is_some_and(|flag| flag.is_true() || flag.written() != "false");
    if failed {
        let why = row.setting("error_message").or_else(|| row.setting("skip_message"));
        run.skip(format!(
            "`{name}`: the benchmark was skipped: {}",
            why.unwrap_or_else(|| "no reason given".into())
        ));
        return;
    }
    let aggregate = is_aggregate(row).then(|| row.setting("aggregate_name").unwrap_or_default());
    let suffix = match aggregate.as_deref() {
        Some("BigO" | "RMS") => {
            run.skip(format!("`{name}`: a fit of complexity is no measurement"));
            return;
        }
        Some(kind) if measured.contains(&run_name(row)) => {
            run.skip(format!(
                "`{name}`: the repetitions that it summarises are kept ({kind})"
            ));
            return;
        }
        Some("cv") => {
            run.skip(format!("`{name}`: the ratio of standard deviation and mean"));
            return;
        }
        Some("") | None => None,
        Some(kind) => Some(kind),
    };
    let mut outcome = named(&run_name(row));
    outcome.repeats = true;
    if let Some(threads) = row.setting("threads") {
        outcome.settings.retain(|setting| setting.name != "threads");
        outcome.setting("threads", threads);
    }
    if let Some(label) = row.setting("label") {
        outcome.setting("label", label);
    }
    times(row, suffix, &mut outcome, run);
    counters(row, suffix, &mut outcome, run);
    run.results.push(outcome);
}

/// `Read/iterations:1000/real_time/threads:1`: the options of the library are settings, the rest is the name.
fn named(text: &str) -> Outcome {
    let mut outcome = Outcome::default();
    let mut parts = Vec::new();
    for part in text.split('/') {
        match part.split_once(':') {
            Some((
                key @ ("iterations" | "repeats" | "min_time" | "min_warmup_time" | "threads" | "process_time"),
                value,
            )) if !parts.is_empty() => outcome.setting(key, value),
            None if !parts.is_empty() && matches!(part, "real_time" | "process_time" | "manual_time") => {
                outcome.setting("clock", part.replace('_', " "));
            }
            _ => parts.push(part),
        }
    }
    outcome.name = parts.join("/");
    outcome
}

fn times(row: &Node<'_>, suffix: Option<&str>, outcome: &mut Outcome, run: &mut Run) {
    let unit = match row.get("time_unit") {
        None => Unit::Nanosecond,
        Some(unit) => match unit.plain().as_deref() {
            Some("ns") => Unit::Nanosecond,
            Some("us") => Unit::Microsecond,
            Some("ms") => Unit::Millisecond,
            Some("s") => Unit::Second,
            _ => {
                let fault = unit.fault("import::unknown-unit", "no unit of time is known by this name");
                unit.report(fault.found(unit.written()).expected("\"ns\", \"us\", \"ms\" or \"s\""));
                return;
            }
        },
    };
    for (field, quantity) in [("real_time", &REAL), ("cpu_time", &CPU)] {
        if let Some(value) = row.need(field) {
            add(&value, &of_aggregate(quantity, suffix), unit, outcome, run);
        }
    }
}

/// The quantity itself, or what an aggregate row makes of it.
fn of_aggregate(quantity: &Quantity, suffix: Option<&str>) -> Quantity {
    match suffix {
        None => quantity.clone(),
        Some(suffix) => Quantity {
            id: format!("{}_{}", quantity.id, measure_id(suffix)).into(),
            kind: Kind::Summary,
            // A smaller spread is better, whatever it is the spread of.
            better: if suffix == "stddev" {
                Better::Lower
            } else {
                quantity.better
            },
            ..quantity.clone()
        },
    }
}

fn add(value: &Node<'_>, quantity: &Quantity, unit: Unit, outcome: &mut Outcome, run: &mut Run) {
    if value.not_finite().is_some() {
        if let Err(fault) = value.finite() {
            run.skip_fault(&format!("`{}` of {}", quantity.id, outcome.name), fault);
        }
    } else if let Some(number) = value.number() {
        outcome.repeated(quantity, unit, vec![number]);
    }
}

fn counters(row: &Node<'_>, suffix: Option<&str>, outcome: &mut Outcome, run: &mut Run) {
    for (field, quantity) in [("bytes_per_second", &BYTES), ("items_per_second", &ITEMS)] {
        if let Some(value) = row.get(field) {
            add(&value, &of_aggregate(quantity, suffix), quantity.unit, outcome, run);
        }
    }
    for (name, value) in row.fields() {
        let numeric = value.is_number() || value.not_finite().is_some();
        if RESERVED.contains(&name.as_str()) || !numeric {
            continue;
        }
        let (unit, known) = match name.as_str() {
            n if n.ends_with("/s") || n.ends_with("_per_second") => (Unit::PerSecond, Some(Better::Higher)),
            n if n.ends_with(",bytes") || n.ends_with("_bytes") => (Unit::Byte, None),
            n if n.ends_with(",%") => (Unit::Percent, None),
            _ => (Unit::One, None),
        };
        match run.direction(&name, known) {
            Some(better) => {
                let quantity = Quantity::named(measure_id(&name), unit, better, Kind::Repetitions);
                add(&value, &of_aggregate(&quantity, suffix), unit, outcome, run);
            }
            None => run.skip_directionless(&name),
        }
    }
}
