//! k6: the files of `--summary-export` and of `handleSummary`.
//!
//! Trends are milliseconds. In `--summary-export`, metrics are flat and a threshold's `true` means that it was crossed;
//! in `handleSummary`, figures stand under `values` and `ok: true` means that it held. For `http_req_failed`, `passes`
//! counts failed requests. What `setup` returned may hold secrets and is never read.

use super::assemble::measure_id;
use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{About, Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct K6;

const AVG: Quantity = cost("http_req_duration_avg", Unit::Millisecond)
    .per("request")
    .quantity();
const MIN: Quantity = cost("http_req_duration_min", Unit::Millisecond)
    .per("request")
    .quantity();
const P50: Quantity = cost("http_req_duration_p50", Unit::Millisecond)
    .per("request")
    .quantity();
const P90: Quantity = cost("http_req_duration_p90", Unit::Millisecond)
    .per("request")
    .quantity();
const P95: Quantity = cost("http_req_duration_p95", Unit::Millisecond)
    .per("request")
    .quantity();
const P99: Quantity = cost("http_req_duration_p99", Unit::Millisecond)
    .per("request")
    .quantity();
const MAX: Quantity = cost("http_req_duration_max", Unit::Millisecond)
    .per("request")
    .quantity();
const REQUESTS: Quantity = yields("http_reqs_rate", Unit::PerSecond).per("request").quantity();
const FAILED: Quantity = cost("http_req_failed", Unit::Percent).quantity();
const ITERATIONS: Quantity = yields("iterations_rate", Unit::PerSecond).per("iteration").quantity();
const CHECKS: Quantity = yields("checks", Unit::Percent).quantity();
const DROPPED: Quantity = cost("dropped_iterations", Unit::One).quantity();
const RECEIVED: Quantity = yields("data_received_rate", Unit::BytePerSecond).quantity();
const SENT: Quantity = yields("data_sent_rate", Unit::BytePerSecond).quantity();

const DECLARED: &[Quantity] = &[
    AVG, MIN, P50, P90, P95, P99, MAX, REQUESTS, FAILED, ITERATIONS, CHECKS, DROPPED, RECEIVED, SENT,
];

impl Importer for K6 {
    fn name(&self) -> &'static str {
        "k6"
    }

    fn reads(&self) -> &'static str {
        "the JSON of --summary-export or handleSummary"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let has = |word: &str| source.text.contains(word);
        has("\"metrics\"") && (has("\"root_group\"") || has("\"iteration_duration\""))
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                let mut outcome = Outcome {
                    repeats: true,
                    ..Outcome::default()
                };
                for (name, metric) in root.need("metrics").map(|list| list.fields()).unwrap_or_default() {
                    read_metric(&name, &metric, &mut outcome, run);
                }
                if let Some(length) = root.get("state").and_then(|state| state.get("testRunDurationMs")) {
                    let seconds = length.number().map(|ms| ms / Exact::from(1000));
                    run.detail(
                        "test duration",
                        seconds.map_or(String::new(), |s| format!("{} s", s.to_decimal(3))),
                    );
                }
                if let Some(group) = root.get("root_group") {
                    checks(&group, run);
                }
                if root.get("setup_data").is_some() {
                    run.skip("setup_data: what the script's setup returned, which may hold secrets");
                }
                run.results.push(outcome);
            });
        }
    }
}

/// Trends that k6 itself measures, all of them times.
fn is_built_in_time(name: &str) -> bool {
    let name = name.split('{').next().unwrap_or(name);
    let starts = ["http_req_", "ws_", "grpc_", "browser_"];
    // The shift of a page's layout is a score.
    name != "browser_web_vital_cls"
        && (name == "iteration_duration"
            || name == "group_duration"
            || starts.iter().any(|start| name.starts_with(start)))
}

fn read_metric(name: &str, metric: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    thresholds(name, metric, run);
    let values = metric.get("values").unwrap_or_else(|| metric.clone());
    let kind = metric.setting("type");
    let contains = metric.setting("contains");
    let has = |field: &str| values.get(field).is_some();
    match kind.as_deref() {
        Some("trend") => trend(name, contains.as_deref(), &values, outcome, run),
        Some("counter") => counter(name, contains.as_deref(), &values, outcome, run),
        Some("rate") => rate(name, &values, outcome, run),
        Some("gauge") => gauge(name, &values, outcome, run),
        None if has("passes") => rate(name, &values, outcome, run),
        None if has("count") => counter(name, None, &values, outcome, run),
        None if has("value") => gauge(name, &values, outcome, run),
        None => trend(name, None, &values, outcome, run),
        Some(_) => run.skip(format!("metric `{name}`: its type is not known")),
    }
}

fn trend(name: &str, contains: Option<&str>, values: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    let time = contains == Some("time") || is_built_in_time(name);
    let unit = match contains {
        _ if time => Unit::Millisecond,
        Some("data") => Unit::Byte,
        _ => Unit::One,
    };
    let Some(better) = run.direction(name, time.then_some(Better::Lower)) else {
        run.skip_directionless(name);
        return;
    };
    let stem = measure_id(name);
    let mut figures: Vec<(usize, String, Node<'_>)> = Vec::new();
    for (field, value) in values.fields() {
        let percent = field.strip_prefix("p(").and_then(|rest| rest.strip_suffix(')'));
        figures.push(match (field.as_str(), percent) {
            ("avg", _) => (0, format!("{stem}_avg"), value),
            ("min", _) => (1, format!("{stem}_min"), value),
            ("med", _) => (2, format!("{stem}_p50"), value),
            (_, Some(percent)) => (3, percentile_id(&stem, percent), value),
            ("max", _) => (4, format!("{stem}_max"), value),
            _ => continue,
        });
    }
    // The file has them in any order.
    figures.sort_by(|a, b| {
        a.0.cmp(&b.0)
            .then_with(|| a.1.len().cmp(&b.1.len()).then_with(|| a.1.cmp(&b.1)))
    });
    for (_, id, value) in figures {
        let mut quantity = Quantity::named(id, unit, better, Kind::Summary);
        if name.starts_with("http_req_") {
            quantity = quantity.per("request");
        } else if name == "iteration_duration" {
            quantity = quantity.per("iteration");
        }
        add_figure(Some(value), &quantity, unit, outcome, run);
    }
}

fn counter(name: &str, contains: Option<&str>, values: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    if let Some(count) = values.setting("count") {
        run.detail(&format!("count of {name}"), count);
    }
    let known = match name {
        "http_reqs" => Some(REQUESTS),
        "iterations" => Some(ITERATIONS),
        "data_received" => Some(RECEIVED),
        "data_sent" => Some(SENT),
        _ => None,
    };
    if name == "dropped_iterations" {
        add_figure(values.get("count"), &DROPPED, Unit::One, outcome, run);
    } else if let Some(quantity) = known {
        add_figure(values.get("rate"), &quantity, quantity.unit, outcome, run);
    } else if let Some(better) = run.direction(name, None) {
        let unit = if contains == Some("data") {
            Unit::Byte
        } else {
            Unit::One
        };
        let quantity = Quantity::named(measure_id(name), unit, better, Kind::Summary);
        add_figure(values.get("count"), &quantity, unit, outcome, run);
    } else {
        run.skip_directionless(name);
    }
}

/// Shares of 1, kept as per cent.
fn rate(name: &str, values: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    let known = match name.split('{').next() {
        Some("http_req_failed") => Some(Better::Lower),
        Some("checks") => Some(Better::Higher),
        _ => None,
    };
    let Some(better) = run.direction(name, known) else {
        run.skip_directionless(name);
        return;
    };
    if let Some(share) = values.any(&["rate", "value"]).and_then(|share| share.number()) {
        let quantity = Quantity::named(measure_id(name), Unit::Percent, better, Kind::Summary);
        outcome.single(&quantity, share * Exact::from(100));
    }
}

/// The number of virtual users is a setting; other gauges are the script's own.
fn gauge(name: &str, values: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    match name {
        "vus_max" => {
            if let Some(most) = values.setting("max") {
                outcome.setting("virtual users, at most", most);
            }
        }
        "vus" => run.skip("`vus`: the number of virtual users at the end of the run"),
        _ => match run.direction(name, None) {
            Some(better) => {
                let quantity = Quantity::named(measure_id(name), Unit::One, better, Kind::Summary);
                add_figure(values.get("value"), &quantity, Unit::One, outcome, run);
            }
            None => run.skip_directionless(name),
        },
    }
}

fn thresholds(name: &str, metric: &Node<'_>, run: &mut Run) {
    for (expression, state) in metric.get("thresholds").map(|list| list.fields()).unwrap_or_default() {
        let failed = match state.get("ok") {
            Some(ok) => !ok.is_true(),
            // --summary-export says whether the threshold was crossed.
            None => state.is_true(),
        };
        run.detail(
            &format!("threshold {name} {expression}"),
            if failed { "crossed" } else { "held" },
        );
        if failed {
            run.warn(format!("the run failed its threshold `{expression}` of `{name}`"));
        }
    }
}

/// Checks of a group and of the groups in it: a list, in old files an object by name.
fn checks(group: &Node<'_>, run: &mut Run) {
    let children = |field: &str| -> Vec<Node<'_>> {
        match group.get(field) {
            Some(list) if list.is_array() => list.items(),
            Some(list) => list.fields().into_iter().map(|(_, child)| child).collect(),
            None => Vec::new(),
        }
    };
    for check in children("checks") {
        let count = |field: &str| check.get(field).and_then(|count| count.count()).unwrap_or(0);
        let (passes, fails) = (count("passes"), count("fails"));
        let name = check.setting("name").unwrap_or_default();
        run.fact(
            About::Detail(format!("check {name}")),
            format!("{passes} passed, {fails} failed"),
        );
        if fails > 0 {
            run.warn(format!("check `{name}` failed {fails} of {} times", passes + fails));
        }
    }
    for child in children("groups") {
        checks(&child, run);
    }
}
