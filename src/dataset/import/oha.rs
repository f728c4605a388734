//! oha: `--json` (`--output-format json`), also where others have wrapped it in objects of their own.
//!
//! Format: `schema.json` of <https://github.com/hatoo/oha>; all times are seconds.

use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct Oha;

const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("request").quantity();
const AVG: Quantity = cost("latency_avg", Unit::Second).per("request").quantity();
const MIN: Quantity = cost("latency_min", Unit::Second).per("request").quantity();
const P50: Quantity = cost("latency_p50", Unit::Second).per("request").quantity();
const P90: Quantity = cost("latency_p90", Unit::Second).per("request").quantity();
const P95: Quantity = cost("latency_p95", Unit::Second).per("request").quantity();
const P99: Quantity = cost("latency_p99", Unit::Second).per("request").quantity();
const MAX: Quantity = cost("latency_max", Unit::Second).per("request").quantity();
const SUCCESS: Quantity = yields("success_rate", Unit::Percent).quantity();
const TRANSFER: Quantity = yields("transfer_rate", Unit::BytePerSecond).quantity();
const ERRORS: Quantity = cost("errors", Unit::One).quantity();
const NOT_OK: Quantity = cost("responses_not_2xx", Unit::One).quantity();

const DECLARED: &[Quantity] = &[
    THROUGHPUT, AVG, MIN, P50, P90, P95, P99, MAX, SUCCESS, TRANSFER, ERRORS, NOT_OK,
];

/// How deep in a wrapper a report is looked for.
const DEEPEST: usize = 6;

impl Importer for Oha {
    fn name(&self) -> &'static str {
        "oha"
    }

    fn reads(&self) -> &'static str {
        "the JSON of --output-format json"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("\"latencyPercentiles\"") && source.text.contains("\"requestsPerSec\"")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                let before = run.results.len();
                find(root, DEEPEST, run);
                if run.results.len() == before {
                    root.need("summary");
                }
            });
        }
    }
}

fn find(node: &Node<'_>, depth: usize, run: &mut Run) {
    if node.get("summary").is_some() && node.get("latencyPercentiles").is_some() {
        report(node, run);
    } else if depth > 0 {
        if node.is_array() {
            node.items().iter().for_each(|item| find(item, depth - 1, run));
        } else {
            for (name, value) in node.fields() {
                let before = run.results.len();
                find(&value, depth - 1, run);
                if run.results.len() == before && depth == DEEPEST {
                    run.skip(format!("`{name}`: it is not oha's"));
                }
            }
        }
    }
}

const OWN: [&str; 14] = [
    "summary",
    "responseTimeHistogram",
    "latencyPercentiles",
    "responseTimeHistogramSuccessful",
    "latencyPercentilesSuccessful",
    "responseTimeHistogramNotSuccessful",
    "latencyPercentilesNotSuccessful",
    "firstByteHistogram",
    "firstBytePercentiles",
    "rps",
    "details",
    "statusCodeDistribution",
    "errorDistribution",
    "config",
];

fn report(node: &Node<'_>, run: &mut Run) {
    let config = node.get("config");
    let name = config.and_then(|config| config.setting("name"));
    let mut outcome = Outcome {
        repeats: true,
        ..Outcome::new(name.unwrap_or_default())
    };
    if let Some(summary) = node.get("summary") {
        for (field, quantity) in [
            ("requestsPerSec", &THROUGHPUT),
            ("average", &AVG),
            ("fastest", &MIN),
            ("slowest", &MAX),
            ("sizePerSec", &TRANSFER),
        ] {
            add_figure(summary.get(field), quantity, quantity.unit, &mut outcome, run);
        }
        if let Some(share) = summary.get("successRate").and_then(|share| share.number()) {
            outcome.single(&SUCCESS, share * Exact::from(100));
        }
        if let Some(total) = summary.setting("total") {
            run.detail("total time", format!("{total} s"));
        }
    }
    percentiles(node, &mut outcome, run);
    errors(node, &mut outcome, run);
    for (name, _) in node.fields() {
        if !OWN.contains(&name.as_str()) {
            run.skip(format!("`{name}`: it is not oha's"));
        }
    }
    run.skip("histograms, requests per second over time, and times to connect: the latencies and the rate are kept");
    run.results.push(outcome);
}

/// `{"p10": …, "p99.9": …}`; null where there was no answer.
fn percentiles(node: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    for (name, value) in node
        .get("latencyPercentiles")
        .map(|list| list.fields())
        .unwrap_or_default()
    {
        let Some(percent) = name.strip_prefix('p').filter(|_| value.is_number()) else {
            continue;
        };
        let id = percentile_id("latency", percent);
        let quantity = Quantity::named(id, Unit::Second, Better::Lower, Kind::Summary).per("request");
        add_figure(Some(value), &quantity, Unit::Second, outcome, run);
    }
}

fn errors(node: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    let counts = |field: &str| -> Vec<(String, u64)> {
        let fields = node.get(field).map(|list| list.fields()).unwrap_or_default();
        fields
            .into_iter()
            .filter_map(|(name, count)| Some((name, count.count()?)))
            .collect()
    };
    let codes = counts("statusCodeDistribution");
    let not_ok: u64 = codes
        .iter()
        .filter(|(code, _)| !code.starts_with('2'))
        .map(|(_, count)| count)
        .sum();
    outcome.single(&NOT_OK, not_ok.into());
    // Requests that were still open when the time was up are no errors of the server.
    let (open, failed): (Vec<_>, Vec<_>) = counts("errorDistribution")
        .into_iter()
        .partition(|(name, _)| name.contains("aborted due to deadline"));
    for (name, count) in open {
        run.skip(format!(
            "{count} requests `{name}`: they were open when the time was up"
        ));
    }
    outcome.single(&ERRORS, failed.iter().map(|(_, count)| count).sum::<u64>().into());
    for (name, count) in failed {
        run.warn(format!("{count} requests failed: {name}"));
    }
}
