//! BenchmarkDotNet: the JSON of its exporters, 0.9 to 0.15.
//!
//! Format: `JsonExporterBase` of <https://github.com/dotnet/BenchmarkDotNet>; all times are nanoseconds. The full exporters
//! have `Measurements`: those of the stage `Result` are averages over an iteration's operations. Without them,
//! `Statistics.OriginalValues` hold the same, and without those the published figures are kept.

use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost};
use super::run::{About, Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct BenchmarkDotNet;

const TIME: Quantity = cost("time", Unit::Nanosecond).per("op").repeated().quantity();
const MEAN: Quantity = cost("time_mean", Unit::Nanosecond).per("op").quantity();
const MEDIAN: Quantity = cost("time_median", Unit::Nanosecond).per("op").quantity();
const STDDEV: Quantity = cost("time_stddev", Unit::Nanosecond).per("op").quantity();
const MIN: Quantity = cost("time_min", Unit::Nanosecond).per("op").quantity();
const MAX: Quantity = cost("time_max", Unit::Nanosecond).per("op").quantity();
const Q1: Quantity = cost("time_q1", Unit::Nanosecond).per("op").quantity();
const Q3: Quantity = cost("time_q3", Unit::Nanosecond).per("op").quantity();
const ALLOCATED: Quantity = cost("allocated", Unit::Byte).per("op").quantity();

const DECLARED: &[Quantity] = &[TIME, MEAN, MEDIAN, STDDEV, MIN, MAX, Q1, Q3, ALLOCATED];

impl Importer for BenchmarkDotNet {
    fn name(&self) -> &'static str {
        "benchmarkdotnet"
    }

    fn reads(&self) -> &'static str {
        "the JSON of its exporters"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("\"HostEnvironmentInfo\"")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                if let Some(host) = root.get("HostEnvironmentInfo") {
                    facts(&host, run);
                }
                for item in root.need("Benchmarks").map(|list| list.items()).unwrap_or_default() {
                    let outcome = benchmark(&item, run);
                    run.results.push(outcome);
                }
            });
        }
    }
}

fn facts(host: &Node<'_>, run: &mut Run) {
    for (name, value) in host.fields() {
        // 0.9 wrote lazily computed values as objects.
        let text = value.plain().or_else(|| value.setting("Value"));
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            continue;
        };
        match name.as_str() {
            "BenchmarkDotNetVersion" => run.fact(About::Tool, format!("BenchmarkDotNet {text}")),
            "OsVersion" => run.fact(About::Os, text),
            "ProcessorName" => run.fact(About::Cpu, text),
            "ProcessorCount" | "LogicalCoreCount" => run.fact(About::Vcpus, text),
            "RuntimeVersion" | "ClrVersion" => run.fact(About::Runtime, text),
            "Configuration" if text.eq_ignore_ascii_case("debug") => {
                run.warn("the measured code was built for debugging: its times may be too long");
                run.detail("Configuration", text);
            }
            "HasAttachedDebugger" if text == "true" => {
                run.warn("a debugger was attached: the times may be too long");
                run.detail("HasAttachedDebugger", text);
            }
            _ => run.detail(&name, text),
        }
    }
}

fn benchmark(item: &Node<'_>, run: &mut Run) -> Outcome {
    let full = item
        .setting("FullName")
        .map(|name| name.split('(').next().unwrap_or_default().to_owned());
    let parts = || {
        let parts = ["Namespace", "Type", "Method"]
            .iter()
            .filter_map(|name| item.setting(name));
        parts.collect::<Vec<_>>().join(".")
    };
    let mut outcome = Outcome::new(full.filter(|name| !name.is_empty()).unwrap_or_else(parts));
    // `N=100, Text="a"`, in FullName `Method(N: 100)`.
    for pair in item.setting("Parameters").unwrap_or_default().split(['&', ',']) {
        if let Some((name, value)) = pair.split_once('=') {
            outcome.parameter(name.trim(), value.trim());
        }
    }
    let job = item.setting("DisplayInfo").or_else(|| item.setting("ShortInfo"));
    if let Some(job) = job.as_deref().and_then(|job| job.split_once(": ")).map(|(_, job)| job) {
        outcome.setting("job", job.split(" [").next().unwrap_or(job));
    }
    for (name, value) in item.get("Properties").map(|list| list.fields()).unwrap_or_default() {
        if let Some(value) = value.plain() {
            outcome.setting(name, value);
        }
    }
    times(item, &mut outcome, run);
    if let Some(memory) = item.get("Memory") {
        add_figure(
            memory.get("BytesAllocatedPerOperation"),
            &ALLOCATED,
            Unit::Byte,
            &mut outcome,
            run,
        );
        run.skip("counts of garbage collections");
    }
    metrics(item, &mut outcome, run);
    outcome
}

fn times(item: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    let Some(statistics) = item.get("Statistics") else {
        let fault = item.fault("import::failed-run", "the benchmark has no statistics: it failed");
        run.skip_fault(&format!("`{}`", outcome.name), fault);
        return;
    };
    let values = match item.get("Measurements") {
        Some(measurements) => results(&measurements, run),
        None => Vec::new(),
    };
    let original = || statistics.get("OriginalValues").and_then(|values| values.numbers());
    let values = if values.is_empty() {
        original().unwrap_or_default()
    } else {
        values
    };
    if !values.is_empty() {
        outcome.repeated(&TIME, Unit::Nanosecond, values);
        run.skip("statistics: they follow from the measurements");
        return;
    }
    for (field, quantity) in [
        ("Mean", &MEAN),
        ("Median", &MEDIAN),
        ("StandardDeviation", &STDDEV),
        ("Min", &MIN),
        ("Max", &MAX),
        ("Q1", &Q1),
        ("Q3", &Q3),
    ] {
        add_figure(statistics.get(field), quantity, Unit::Nanosecond, outcome, run);
    }
    if outcome.figures.is_empty() {
        statistics.need("Mean");
    }
    run.skip("fences, outliers, standard error, confidence interval, percentiles, skewness and kurtosis");
}

/// The results among the measurements, per operation.
fn results(measurements: &Node<'_>, run: &mut Run) -> Vec<Exact> {
    let mut values = Vec::new();
    let mut others = 0usize;
    for measurement in measurements.items() {
        let of = |name: &str| measurement.setting(name).unwrap_or_default();
        let (mode, stage) = (of("IterationMode"), of("IterationStage"));
        let result = (mode == "Workload" && stage == "Result") || (mode == "Result" && stage.is_empty());
        if !result {
            others += 1;
            continue;
        }
        let (Some(time), Some(operations)) = (
            measurement.need("Nanoseconds").and_then(|time| time.number()),
            measurement
                .need("Operations")
                .and_then(|operations| operations.number()),
        ) else {
            continue;
        };
        if operations.is_zero() {
            let fault = measurement.fault("import::zero-iterations", "a measurement of no operations has no time");
            measurement.report(fault.found("0").expected("at least 1 in `Operations`"));
            continue;
        }
        values.push(time / operations);
    }
    if others > 0 && !values.is_empty() {
        run.skip("measurements of pilots, warm-ups and overhead");
    }
    values
}

/// Metrics of diagnosers say themselves whether more is better.
fn metrics(item: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    for metric in item.get("Metrics").map(|list| list.items()).unwrap_or_default() {
        let Some(descriptor) = metric.get("Descriptor") else {
            continue;
        };
        let Some(id) = descriptor.setting("Id") else { continue };
        let unit = match descriptor.setting("Unit").as_deref() {
            Some("B") => Unit::Byte,
            Some("ns") => Unit::Nanosecond,
            _ => Unit::One,
        };
        let more = descriptor.get("TheGreaterTheBetter").map(|greater| greater.is_true());
        let known = more.map(|more| if more { Better::Higher } else { Better::Lower });
        if id == "Allocated Memory" && item.get("Memory").is_some() {
            continue;
        }
        match run.direction(&id, known) {
            Some(better) => {
                let quantity = Quantity::named(super::assemble::measure_id(&id), unit, better, Kind::Summary);
                add_figure(metric.get("Value"), &quantity, unit, outcome, run);
            }
            None => run.skip_directionless(&id),
        }
    }
}
