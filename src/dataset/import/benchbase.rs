//! BenchBase: the `*.summary.json` of a run.
//!
//! Format: `ResultWriter` of <https://github.com/cmu-db/benchbase>; the unit of each number stands in its name.

use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct BenchBase;

const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("request").quantity();
const GOODPUT: Quantity = yields("goodput", Unit::PerSecond).per("request").quantity();
const AVG: Quantity = cost("latency_avg", Unit::Microsecond).per("request").quantity();
const MIN: Quantity = cost("latency_min", Unit::Microsecond).per("request").quantity();
const P25: Quantity = cost("latency_p25", Unit::Microsecond).per("request").quantity();
const P50: Quantity = cost("latency_p50", Unit::Microsecond).per("request").quantity();
const P75: Quantity = cost("latency_p75", Unit::Microsecond).per("request").quantity();
const P90: Quantity = cost("latency_p90", Unit::Microsecond).per("request").quantity();
const P95: Quantity = cost("latency_p95", Unit::Microsecond).per("request").quantity();
const P99: Quantity = cost("latency_p99", Unit::Microsecond).per("request").quantity();
const MAX: Quantity = cost("latency_max", Unit::Microsecond).per("request").quantity();

const DECLARED: &[Quantity] = &[THROUGHPUT, GOODPUT, AVG, MIN, P25, P50, P75, P90, P95, P99, MAX];

impl Importer for BenchBase {
    fn name(&self) -> &'static str {
        "benchbase"
    }

    fn reads(&self) -> &'static str {
        "the summary.json of a run"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("\"Latency Distribution\"") || source.text.contains("\"Benchmark Type\"")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, read_summary);
        }
    }
}

fn read_summary(root: &Node<'_>, run: &mut Run) {
    let mut outcome = Outcome {
        repeats: true,
        ..Outcome::new(root.setting("Benchmark Type").unwrap_or_default())
    };
    if let Some(dbms) = root.setting("DBMS Type") {
        outcome.setting("DBMS", dbms);
    }
    if let Some(version) = root.setting("DBMS Version") {
        outcome.setting("DBMS version", version);
    }
    for (field, name) in [
        ("isolation", "isolation"),
        ("scalefactor", "scale factor"),
        ("terminals", "terminals"),
    ] {
        if let Some(value) = root.setting(field) {
            outcome.setting(name, value);
        }
    }
    if let Some(state) = root.setting("Final State").filter(|state| state != "EXIT") {
        run.warn(format!("the run did not end as it should: its final state is {state}"));
        run.detail("final state", state);
    }
    if let Some(requests) = root.setting("Measured Requests") {
        run.detail("measured requests", requests);
    }
    for (name, value) in root.fields() {
        if let Some(unit) = name
            .strip_prefix("Elapsed Time (")
            .and_then(|rest| rest.strip_suffix(')'))
            && let (Some(unit), Some(elapsed)) = (time_unit(unit), value.number())
        {
            let seconds = unit.convert(&elapsed, Unit::Second).unwrap_or_else(Exact::zero);
            run.detail("elapsed time", format!("{} s", seconds.to_decimal(3)));
        }
        match name.as_str() {
            "Throughput (requests/second)" => {
                add_figure(Some(value), &THROUGHPUT, Unit::PerSecond, &mut outcome, run);
            }
            "Goodput (requests/second)" => add_figure(Some(value), &GOODPUT, Unit::PerSecond, &mut outcome, run),
            "Latency Distribution" => latencies(&value, &mut outcome, run),
            _ => {}
        }
    }
    if outcome.figures.is_empty() {
        root.need("Throughput (requests/second)");
    }
    run.results.push(outcome);
}

fn time_unit(name: &str) -> Option<Unit> {
    Some(match name {
        "nanoseconds" => Unit::Nanosecond,
        "microseconds" => Unit::Microsecond,
        "milliseconds" => Unit::Millisecond,
        "seconds" => Unit::Second,
        _ => return None,
    })
}

/// `"95th Percentile Latency (microseconds)": 12075`.
fn latencies(list: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    for (name, value) in list.fields() {
        let (what, unit) = name.split_once(" Latency (").unwrap_or((&name, ""));
        let Some(unit) = time_unit(unit.trim_end_matches(')')) else {
            let fault = value.fault("import::unknown-unit", "the name of the latency gives no known unit");
            value.report(
                fault
                    .found(format!("`{name}`"))
                    .expected("a name such as `Average Latency (microseconds)`"),
            );
            continue;
        };
        let id = match what {
            "Average" => "latency_avg".to_owned(),
            "Minimum" => "latency_min".to_owned(),
            "Maximum" => "latency_max".to_owned(),
            "Median" => "latency_p50".to_owned(),
            _ => {
                let digits: String = what.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                percentile_id("latency", &digits)
            }
        };
        let quantity = Quantity::named(id, Unit::Microsecond, Better::Lower, Kind::Summary).per("request");
        add_figure(Some(value), &quantity, unit, outcome, run);
    }
}
