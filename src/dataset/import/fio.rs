//! fio: `--output-format=json`, of 3.x in nanoseconds and of 2.x in microseconds.
//!
//! Format: <https://fio.readthedocs.io/en/latest/fio_doc.html#json-output>. Reads, writes and trims of a job are workloads
//! of their own; those without an operation are left out. `bw` is KiB/s, `bw_bytes` B/s.

use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{About, Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::SourceText;

pub struct Fio;

const BANDWIDTH: Quantity = yields("bandwidth", Unit::BytePerSecond).quantity();
const IOPS: Quantity = yields("iops", Unit::PerSecond).per("operation").quantity();
const MEAN: Quantity = cost("latency_avg", Unit::Nanosecond).per("operation").quantity();
const STDDEV: Quantity = cost("latency_stddev", Unit::Nanosecond).per("operation").quantity();
const MIN: Quantity = cost("latency_min", Unit::Nanosecond).per("operation").quantity();
const MAX: Quantity = cost("latency_max", Unit::Nanosecond).per("operation").quantity();
const COMPLETION: Quantity = cost("completion_latency_avg", Unit::Nanosecond)
    .per("operation")
    .quantity();
const COMPLETION_P50: Quantity = cost("completion_latency_p50", Unit::Nanosecond)
    .per("operation")
    .quantity();
const COMPLETION_P95: Quantity = cost("completion_latency_p95", Unit::Nanosecond)
    .per("operation")
    .quantity();
const COMPLETION_P99: Quantity = cost("completion_latency_p99", Unit::Nanosecond)
    .per("operation")
    .quantity();
const COMPLETION_MAX: Quantity = cost("completion_latency_max", Unit::Nanosecond)
    .per("operation")
    .quantity();
const SUBMISSION: Quantity = cost("submission_latency_avg", Unit::Nanosecond)
    .per("operation")
    .quantity();

const DECLARED: &[Quantity] = &[
    BANDWIDTH,
    IOPS,
    MEAN,
    STDDEV,
    MIN,
    MAX,
    COMPLETION,
    COMPLETION_P50,
    COMPLETION_P95,
    COMPLETION_P99,
    COMPLETION_MAX,
    SUBMISSION,
];

impl Importer for Fio {
    fn name(&self) -> &'static str {
        "fio"
    }

    fn reads(&self) -> &'static str {
        "the JSON of --output-format=json"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("\"fio version\"")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                if let Some(version) = root.setting("fio version") {
                    run.fact(About::Tool, version.replacen("fio-", "fio ", 1));
                }
                if let Some(time) = root.setting("time") {
                    run.detail("time", time);
                }
                let common = options(root, "global options");
                let jobs = root.any(&["jobs", "client_stats"]).or_else(|| root.need("jobs"));
                let jobs = jobs.map(|jobs| jobs.items()).unwrap_or_default();
                let names: Vec<String> = jobs.iter().filter_map(|job| job.setting("jobname")).collect();
                for (number, job) in jobs.iter().enumerate() {
                    // Clones of a job ran at the same time, so they are no repetitions of one another.
                    let alike = |list: &[String]| list.iter().filter(|name| Some(*name) == names.get(number)).count();
                    let clones = (alike(&names), alike(&names[..number.min(names.len())]) + 1);
                    read_job(job, &common, clones, run);
                }
                if root.get("disk_util").is_some() {
                    run.skip("use of the disks: it has no job of its own");
                }
            });
        }
    }
}

/// Options by name; one that is given several times has all its values.
fn options(node: &Node<'_>, field: &str) -> Vec<(String, String)> {
    let mut options: Vec<(String, String)> = Vec::new();
    for (name, value) in node.get(field).map(|list| list.fields()).unwrap_or_default() {
        let Some(value) = value.plain() else { continue };
        match options.iter_mut().find(|(known, _)| *known == name) {
            Some((_, earlier)) => {
                earlier.push(' ');
                earlier.push_str(&value);
            }
            None => options.push((name, value)),
        }
    }
    options
}

/// `clones` is how many jobs of this name there are, and which of them this is.
fn read_job(job: &Node<'_>, common: &[(String, String)], clones: (usize, usize), run: &mut Run) {
    let Some(name) = job.need("jobname").and_then(|name| name.string()) else {
        return;
    };
    if name == "All clients" {
        run.skip("`All clients`: the sum of the clients, which are kept");
        return;
    }
    if let Some(error) = job
        .get("error")
        .and_then(|error| error.count())
        .filter(|error| *error != 0)
    {
        let fault = job.fault("import::failed-run", "the job ended with an error");
        run.skip_fault(&format!("job `{name}`"), fault.found(format!("error {error}")));
        return;
    }
    let own = options(job, "job options");
    let clone_count = own
        .iter()
        .chain(common)
        .find(|(option, _)| option == "numjobs")
        .map(|(_, count)| count.as_str());
    if let Some(count) = clone_count.filter(|count| *count != "1" && clones.0 == 1) {
        run.warn(format!(
            "job `{name}` has one result for its {count} clones (group_reporting): rates are sums, latencies are of all"
        ));
    }
    for direction in ["read", "write", "trim"] {
        let Some(side) = job.get(direction) else { continue };
        // fio 2.x has no `total_ios`.
        let idle = side.any(&["total_ios", "io_bytes"]).and_then(|ios| ios.count()) == Some(0);
        if idle {
            continue;
        }
        let mut outcome = Outcome {
            repeats: true,
            ..Outcome::new(format!("{name} {direction}"))
        };
        for (option, value) in common
            .iter()
            .filter(|(key, _)| !own.iter().any(|(o, _)| o == key))
            .chain(&own)
        {
            if option != "name" {
                let value = if value.is_empty() { "on" } else { value };
                outcome.setting(option, value);
            }
        }
        if clones.0 > 1 {
            outcome.parameter("clone", clones.1.to_string());
        }
        if let Some(client) = job.setting("hostname") {
            outcome.setting("client", client);
        }
        read_side(&side, &mut outcome, run);
        run.results.push(outcome);
    }
    run.skip("CPU use, queue depths, latency bins and samples of bandwidth of the jobs");
}

fn read_side(side: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    match side.get("bw_bytes") {
        Some(bytes) => add_figure(Some(bytes), &BANDWIDTH, Unit::BytePerSecond, outcome, run),
        None => add_figure(side.need("bw"), &BANDWIDTH, Unit::KibibytePerSecond, outcome, run),
    }
    add_figure(side.need("iops"), &IOPS, Unit::PerSecond, outcome, run);
    let latency = |stem: &str| {
        let new = side.get(&format!("{stem}_ns")).map(|list| (list, Unit::Nanosecond));
        new.or_else(|| side.get(stem).map(|list| (list, Unit::Microsecond)))
    };
    if let Some((list, unit)) = latency("lat") {
        spread(&list, unit, outcome, run);
    }
    if let Some((list, unit)) = latency("clat") {
        add_figure(list.get("mean"), &COMPLETION, unit, outcome, run);
        add_figure(list.get("max"), &COMPLETION_MAX, unit, outcome, run);
        percentiles(&list, unit, outcome, run);
    }
    if let Some((list, unit)) = latency("slat") {
        let none = list
            .get("mean")
            .and_then(|mean| mean.finite().ok())
            .is_some_and(|mean| mean.is_zero());
        // Synchronous engines submit and complete in one.
        if !none {
            add_figure(list.get("mean"), &SUBMISSION, unit, outcome, run);
        }
    }
}

fn spread(list: &Node<'_>, unit: Unit, outcome: &mut Outcome, run: &mut Run) {
    for (field, quantity) in [("mean", &MEAN), ("stddev", &STDDEV), ("min", &MIN), ("max", &MAX)] {
        add_figure(list.get(field), quantity, unit, outcome, run);
    }
}

fn percentiles(list: &Node<'_>, unit: Unit, outcome: &mut Outcome, run: &mut Run) {
    for (percent, value) in list.get("percentile").map(|list| list.fields()).unwrap_or_default() {
        // Old versions fill the list up with "0.00": 0.
        if percent.trim_matches(['0', '.']).is_empty() {
            continue;
        }
        let id = percentile_id("completion_latency", &percent);
        let quantity = Quantity::named(id, Unit::Nanosecond, Better::Lower, Kind::Summary).per("operation");
        add_figure(Some(value), &quantity, unit, outcome, run);
    }
}
