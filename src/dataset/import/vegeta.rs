//! vegeta: the JSON of `report -type=json`, old and new, and the results of `encode`, as JSON lines or CSV.
//!
//! Format: <https://github.com/tsenart/vegeta>; all times are nanoseconds. Older reports have no `min`, `90th` and
//! `throughput`.

use super::Importer;
use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost, yields};
use super::run::{Outcome, Run};
use super::scan::{first_line, lines};
use crate::dataset::Unit;
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct Vegeta;

const LATENCY: Quantity = cost("latency", Unit::Nanosecond).per("request").samples().quantity();
const MEAN: Quantity = cost("latency_avg", Unit::Nanosecond).per("request").quantity();
const MIN: Quantity = cost("latency_min", Unit::Nanosecond).per("request").quantity();
const P50: Quantity = cost("latency_p50", Unit::Nanosecond).per("request").quantity();
const P90: Quantity = cost("latency_p90", Unit::Nanosecond).per("request").quantity();
const P95: Quantity = cost("latency_p95", Unit::Nanosecond).per("request").quantity();
const P99: Quantity = cost("latency_p99", Unit::Nanosecond).per("request").quantity();
const MAX: Quantity = cost("latency_max", Unit::Nanosecond).per("request").quantity();
const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("request").quantity();
const SUCCESS: Quantity = yields("success_rate", Unit::Percent).quantity();
const NOT_OK: Quantity = cost("responses_not_2xx", Unit::One).quantity();

const DECLARED: &[Quantity] = &[LATENCY, MEAN, MIN, P50, P90, P95, P99, MAX, THROUGHPUT, SUCCESS, NOT_OK];

impl Importer for Vegeta {
    fn name(&self) -> &'static str {
        "vegeta"
    }

    fn reads(&self) -> &'static str {
        "the JSON of report -type=json, or the results of encode"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let has = |word: &str| source.text.contains(word);
        (has("\"latencies\"") && has("\"status_codes\""))
            || (has("\"latency\"") && has("\"bytes_out\""))
            || is_csv(source)
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            let mut calls = Calls::default();
            if is_csv(source) {
                read_csv(source, &mut calls, run);
            } else {
                read_documents(source, run, |root, run| {
                    if root.get("latencies").is_some() {
                        report(root, run);
                    } else {
                        result(root, &mut calls);
                    }
                });
            }
            calls.add(run);
        }
    }
}

/// `timestamp,code,latency,bytes out,bytes in,error,body,attack,sequence,…` without a head line.
fn is_csv(source: &SourceText) -> bool {
    let first = first_line(source);
    let Some(columns) = first.map(|line| line.split(',')) else {
        return false;
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    columns.len() >= 9 && columns[0].text.len() == 19 && columns[..5].iter().all(|column| digits(column.text))
}

/// Single requests.
#[derive(Default)]
struct Calls {
    latencies: Vec<Exact>,
    not_ok: u64,
}

impl Calls {
    fn add(self, run: &mut Run) {
        if self.latencies.is_empty() {
            return;
        }
        let mut outcome = Outcome::default();
        outcome.samples(&LATENCY, Unit::Nanosecond, self.latencies);
        outcome.single(&NOT_OK, self.not_ok.into());
        run.results.push(outcome);
    }

    fn count(&mut self, code: &str) {
        if !code.starts_with('2') {
            self.not_ok += 1;
        }
    }
}

fn read_csv(source: &SourceText, calls: &mut Calls, run: &mut Run) {
    for line in lines(source).into_iter().filter(|line| !line.text.trim().is_empty()) {
        let columns = line.split(',');
        if columns.len() < 9 {
            run.faults.push(
                line.fault("import::csv-columns", "the line has not the columns of vegeta's CSV")
                    .found(format!("{} columns", columns.len()))
                    .expected("timestamp, code, latency, bytes out, bytes in, error, body, attack, sequence")
                    .hint("the file may be cut short"),
            );
            continue;
        }
        if let Some(latency) = run.keep(columns[2].number(None)) {
            calls.latencies.push(latency);
            calls.count(columns[1].text);
        }
    }
}

fn result(root: &Node<'_>, calls: &mut Calls) {
    if let Some(latency) = root.need("latency").and_then(|latency| latency.number()) {
        calls.latencies.push(latency);
        calls.count(&root.setting("code").unwrap_or_default());
    }
}

fn report(root: &Node<'_>, run: &mut Run) {
    let mut outcome = Outcome {
        repeats: true,
        ..Outcome::default()
    };
    if let Some(latencies) = root.get("latencies") {
        for (field, quantity) in [
            ("mean", &MEAN),
            ("min", &MIN),
            ("50th", &P50),
            ("90th", &P90),
            ("95th", &P95),
            ("99th", &P99),
            ("max", &MAX),
        ] {
            add_figure(latencies.get(field), quantity, Unit::Nanosecond, &mut outcome, run);
        }
    }
    add_figure(root.get("throughput"), &THROUGHPUT, Unit::PerSecond, &mut outcome, run);
    if let Some(share) = root.get("success").and_then(|share| share.number()) {
        outcome.single(&SUCCESS, share * Exact::from(100));
    }
    for (field, name) in [("rate", "request rate"), ("requests", "requests")] {
        if let Some(value) = root.setting(field) {
            run.detail(name, value);
        }
    }
    if let Some(length) = root.get("duration").and_then(|length| length.number()) {
        run.detail(
            "attack duration",
            format!("{} s", (length / Exact::from(1_000_000_000)).to_decimal(3)),
        );
    }
    let mut not_ok = 0;
    for (code, count) in root.get("status_codes").map(|codes| codes.fields()).unwrap_or_default() {
        if !code.starts_with('2') {
            not_ok += count.count().unwrap_or(0);
        }
    }
    outcome.single(&NOT_OK, not_ok.into());
    for error in root.get("errors").map(|errors| errors.items()).unwrap_or_default() {
        run.warn(format!("requests failed: {}", error.plain().unwrap_or_default()));
    }
    run.skip("total latency, bytes and wait: the averages are kept");
    run.results.push(outcome);
}
