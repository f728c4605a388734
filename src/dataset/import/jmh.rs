//! JMH: `-rf json`.
//!
//! Format: `JSONResultFormat` of <https://github.com/openjdk/jmh>. The direction comes from the mode, not from the unit:
//! `thrpt` is a rate, `avgt`, `sample` and `ss` are times. `rawData[fork][iteration]` are averages over an iteration in
//! `thrpt` and `avgt` and single calls in `ss`; `sample` has histograms of single calls. Parameters are cases.

use super::Importer;
use super::node::{Node, read_documents};
use super::quantity::{Quantity, cost, yields};
use super::run::{About, Outcome, Run, Samples};
use crate::dataset::Unit;
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct Jmh;

const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("op").repeated().quantity();
const TIME: Quantity = cost("time", Unit::Nanosecond).per("op").repeated().quantity();
const SAMPLED: Quantity = cost("sampled_time", Unit::Nanosecond).per("op").samples().quantity();
const SHOT: Quantity = cost("single_shot_time", Unit::Nanosecond)
    .per("shot")
    .samples()
    .quantity();
const ALLOCATED: Quantity = cost("allocated", Unit::Byte).per("op").repeated().quantity();

const DECLARED: &[Quantity] = &[THROUGHPUT, TIME, SAMPLED, SHOT, ALLOCATED];

/// The most single calls of a histogram that are written out one by one.
const MOST_SAMPLES: u64 = 200_000;

impl Importer for Jmh {
    fn name(&self) -> &'static str {
        "jmh"
    }

    fn reads(&self) -> &'static str {
        "the JSON of -rf json"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("\"primaryMetric\"")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                for item in root.items() {
                    if let Some(outcome) = benchmark(&item, run) {
                        run.results.push(outcome);
                    }
                }
            });
        }
        run.skip("scores, errors, confidence intervals and percentiles: they follow from the raw data");
    }
}

fn benchmark(item: &Node<'_>, run: &mut Run) -> Option<Outcome> {
    let mut outcome = Outcome::new(item.need("benchmark")?.string()?);
    for (name, value) in item.get("params").map(|params| params.fields()).unwrap_or_default() {
        if let Some(value) = value.plain() {
            outcome.parameter(name, value);
        }
    }
    settings(item, &mut outcome, run);
    let mode = item.need("mode")?;
    let metric = item.need("primaryMetric")?;
    let quantity = match mode.string()?.as_str() {
        "thrpt" => THROUGHPUT,
        "avgt" => TIME,
        "sample" => SAMPLED,
        "ss" => SHOT,
        other => {
            let fault = mode.fault("import::unknown-mode", "no mode of JMH is known by this name");
            mode.report(fault.found(format!("`{other}`")).expected("thrpt, avgt, sample or ss"));
            return None;
        }
    };
    add(&metric, &quantity, &mut outcome, run);
    secondary(item, &mut outcome, run);
    Some(outcome)
}

fn settings(item: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    if let Some(version) = item.setting("jmhVersion") {
        run.fact(About::Tool, format!("JMH {version}"));
    }
    let runtime: Vec<String> = ["vmName", "jdkVersion"]
        .iter()
        .filter_map(|name| item.setting(name))
        .collect();
    run.fact(About::Runtime, runtime.join(" "));
    for (field, name) in [
        ("threads", "threads"),
        ("forks", "forks"),
        ("warmupIterations", "warm-up iterations"),
        ("warmupTime", "warm-up time"),
        ("measurementIterations", "iterations"),
        ("measurementTime", "iteration time"),
        ("measurementBatchSize", "batch size"),
        ("jvmArgs", "JVM arguments"),
        ("vmVersion", "VM version"),
    ] {
        if let Some(value) = item.setting(field) {
            outcome.setting(name, value);
        }
    }
}

/// What one of a score's unit is in a unit of ours: the factor and the unit.
fn unit_of(text: &str) -> Option<(Exact, Unit)> {
    let time = |name: &str| match name {
        "ns" => Some((1, 1_000_000_000, Unit::Nanosecond)),
        "us" => Some((1, 1_000_000, Unit::Microsecond)),
        "ms" => Some((1, 1_000, Unit::Millisecond)),
        "s" => Some((1, 1, Unit::Second)),
        "min" => Some((60, 1, Unit::Minute)),
        _ => None,
    };
    match text.split_once('/')? {
        ("ops", per) => {
            let (seconds, times, _) = time(per)?;
            Some((Exact::ratio(times, seconds), Unit::PerSecond))
        }
        (of, "op") => Some((Exact::one(), time(of)?.2)),
        _ => None,
    }
}

fn add(metric: &Node<'_>, quantity: &Quantity, outcome: &mut Outcome, run: &mut Run) {
    let Some(unit) = metric.need("scoreUnit") else {
        return;
    };
    let known = unit.plain().and_then(|text| unit_of(&text));
    let Some((factor, stored)) = known.filter(|(_, stored)| stored.dimension() == quantity.unit.dimension()) else {
        let fault = unit.fault("import::unknown-unit", "the unit of the score does not fit the mode");
        unit.report(
            fault
                .found(unit.written())
                .expected("a unit such as \"ops/s\" or \"ns/op\""),
        );
        return;
    };
    let scaled = |values: Vec<Exact>| values.iter().map(|value| value * &factor).collect::<Vec<_>>();
    if let Some(raw) = metric.get("rawData") {
        if has_words(&raw) {
            not_measured(metric, outcome, run);
            return;
        }
        let forks: Vec<Vec<Exact>> = raw
            .items()
            .iter()
            .map(|fork| scaled(fork.numbers().unwrap_or_default()))
            .collect();
        if *quantity == SHOT {
            let batch = |values| Samples {
                values,
                warmup_calls: None,
            };
            outcome.batches(quantity, stored, forks.into_iter().map(batch).collect());
        } else {
            outcome.repeated(quantity, stored, forks.concat());
        }
    } else if let Some(histogram) = metric.get("rawDataHistogram") {
        sampled(&histogram, quantity, (&factor, stored), outcome, run);
    } else if let Some(score) = metric.need("score") {
        if score.not_finite().is_some() {
            not_measured(metric, outcome, run);
        } else if let Some(value) = score.number() {
            outcome.single_in(quantity, stored, value * factor);
        }
    }
}

fn has_words(raw: &Node<'_>) -> bool {
    raw.written().contains("NaN") || raw.written().contains("Infinity")
}

fn not_measured(metric: &Node<'_>, outcome: &Outcome, run: &mut Run) {
    let fault = metric.fault("import::not-finite", "JMH gives no number for it");
    run.skip_fault(&format!("`{}`", outcome.name), fault);
}

/// `rawDataHistogram[fork][iteration][[value, count], …]`.
fn sampled(
    histogram: &Node<'_>,
    quantity: &Quantity,
    (factor, unit): (&Exact, Unit),
    outcome: &mut Outcome,
    run: &mut Run,
) {
    run.warn("JMH keeps sampled calls in a histogram: each is rounded to its bin, and their order is not in the file");
    let mut batches = Vec::new();
    let mut total = 0u64;
    for fork in histogram.items() {
        let mut values = Vec::new();
        for pair in fork.items().iter().flat_map(|iteration| iteration.items()) {
            let [value, count] = pair
                .items()
                .try_into()
                .map_or([None, None], |[v, c]: [Node<'_>; 2]| [Some(v), Some(c)]);
            let (Some(value), Some(count)) = (
                value.and_then(|value| value.number()),
                count.and_then(|count| count.count()),
            ) else {
                continue;
            };
            total = total.saturating_add(count);
            if total <= MOST_SAMPLES {
                values.extend(std::iter::repeat_n(&value * factor, count as usize));
            }
        }
        batches.push(Samples {
            values,
            warmup_calls: None,
        });
    }
    if total > MOST_SAMPLES {
        let fault = histogram.fault("import::too-many-samples", "too many single calls");
        let fault = fault
            .found(total.to_string())
            .expected(format!("at most {MOST_SAMPLES}"));
        run.skip_fault(&format!("samples of `{}`", outcome.name), fault);
        return;
    }
    outcome.batches(quantity, unit, batches);
}

/// `p0.95`, as the percentiles of a sampled benchmark are called.
fn is_percentile(name: &str) -> bool {
    let share = name.strip_prefix('p').and_then(Exact::parse);
    share.is_some_and(|share| share <= Exact::one())
}

/// Metrics of profilers: the bytes allocated per operation are kept, all others have no direction of their own.
fn secondary(item: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    for (name, metric) in item
        .get("secondaryMetrics")
        .map(|metrics| metrics.fields())
        .unwrap_or_default()
    {
        let plain = name.trim_start_matches('·');
        if is_percentile(plain) {
            // Of a sampled benchmark; they follow from its calls, as is said of the main metric.
            continue;
        }
        let bytes = metric.setting("scoreUnit").is_some_and(|unit| unit == "B/op");
        let raw = metric
            .get("rawData")
            .filter(|raw| plain == "gc.alloc.rate.norm" && bytes && !has_words(raw));
        match raw {
            Some(raw) => {
                let forks = raw.items();
                let values = forks
                    .iter()
                    .flat_map(|fork| fork.numbers().unwrap_or_default())
                    .collect();
                outcome.repeated(&ALLOCATED, Unit::Byte, values);
            }
            None => run.skip(format!("secondary metric `{plain}`")),
        }
    }
}
