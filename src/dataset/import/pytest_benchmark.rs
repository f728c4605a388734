//! pytest-benchmark: `--benchmark-json` and the files of `--benchmark-save`, from 2.5 on.
//!
//! All times are seconds. `stats.data` is there only with `--benchmark-save-data`; each of its numbers is a round, the
//! average of `iterations` calls. Without it, the published figures are kept.

use super::Importer;
use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost};
use super::run::{About, Outcome, Run};
use crate::dataset::Unit;
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct PytestBenchmark;

const TIME: Quantity = cost("time", Unit::Second).per("call").samples().quantity();
const MEAN: Quantity = cost("time_mean", Unit::Second).per("call").quantity();
const MEDIAN: Quantity = cost("time_median", Unit::Second).per("call").quantity();
const STDDEV: Quantity = cost("time_stddev", Unit::Second).per("call").quantity();
const MIN: Quantity = cost("time_min", Unit::Second).per("call").quantity();
const MAX: Quantity = cost("time_max", Unit::Second).per("call").quantity();
const Q1: Quantity = cost("time_q1", Unit::Second).per("call").quantity();
const Q3: Quantity = cost("time_q3", Unit::Second).per("call").quantity();

const DECLARED: &[Quantity] = &[TIME, MEAN, MEDIAN, STDDEV, MIN, MAX, Q1, Q3];

impl Importer for PytestBenchmark {
    fn name(&self) -> &'static str {
        "pytest-benchmark"
    }

    fn reads(&self) -> &'static str {
        "the JSON of --benchmark-json"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("\"machine_info\"") && source.text.contains("\"benchmarks\"")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                facts(root, run);
                for item in root.need("benchmarks").map(|list| list.items()).unwrap_or_default() {
                    let outcome = benchmark(&item, run);
                    run.results.push(outcome);
                }
            });
        }
    }
}

fn facts(root: &Node<'_>, run: &mut Run) {
    if let Some(version) = root.setting("version") {
        run.fact(About::Tool, format!("pytest-benchmark {version}"));
    }
    if let Some(time) = root.setting("datetime") {
        run.detail("date", time);
    }
    if let Some(commit) = root.get("commit_info") {
        if let Some(id) = commit.setting("id").filter(|id| id != "unversioned") {
            run.fact(About::Revision, id);
        }
        if commit.get("dirty").is_some_and(|dirty| dirty.is_true()) {
            run.warn("the measured code had changes that were not committed");
            run.detail("uncommitted changes", "yes");
        }
    }
    let Some(machine) = root.get("machine_info") else {
        return;
    };
    let joined = |names: &[&str]| {
        let parts = names.iter().filter_map(|name| machine.setting(name));
        parts.collect::<Vec<_>>().join(" ")
    };
    run.fact(About::Os, joined(&["system", "release"]));
    run.fact(About::Runtime, joined(&["python_implementation", "python_version"]));
    run.detail("machine", joined(&["machine"]));
    run.detail("Python compiler", joined(&["python_compiler"]));
    run.detail("host", joined(&["node"]));
    if let Some(cpu) = machine.get("cpu") {
        if let Some(brand) = cpu.setting("brand_raw").or_else(|| cpu.setting("brand")) {
            run.fact(About::Cpu, brand);
        }
        if let Some(count) = cpu.setting("count") {
            run.fact(About::Vcpus, count);
        }
    }
}

fn benchmark(item: &Node<'_>, run: &mut Run) -> Outcome {
    let mut outcome = Outcome::default();
    let name = item.setting("fullname").or_else(|| item.setting("name"));
    outcome.name = name.unwrap_or_default();
    let params = item.get("params").map(|params| params.fields()).unwrap_or_default();
    let plain: Vec<(String, String)> = params
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.plain()?)))
        .collect();
    if !plain.is_empty() {
        // `test_param[10]` says the parameter again.
        if let Some(at) = outcome.name.rfind('[').filter(|_| outcome.name.ends_with(']')) {
            outcome.name.truncate(at);
        }
        plain
            .into_iter()
            .for_each(|(name, value)| outcome.parameter(name, value));
    }
    if let Some(group) = item.setting("group") {
        outcome.parameter("group", group);
    }
    for (name, value) in item.get("extra_info").map(|info| info.fields()).unwrap_or_default() {
        if let Some(value) = value.plain() {
            outcome.setting(name, value);
        }
    }
    for (name, value) in item.get("options").map(|options| options.fields()).unwrap_or_default() {
        if let Some(value) = value.plain() {
            outcome.setting(name.replace('_', " "), value);
        }
    }
    if let Some(stats) = item.need("stats") {
        figures(&stats, &mut outcome, run);
    }
    outcome
}

fn figures(stats: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    if let Some(values) = rounds(stats, outcome, run) {
        let iterations = stats.setting("iterations");
        if iterations.as_deref() == Some("1") {
            outcome.samples(&TIME, Unit::Second, values);
        } else {
            outcome.repeated(&TIME, Unit::Second, values);
        }
        return;
    }
    for (name, quantity) in [
        ("mean", &MEAN),
        ("median", &MEDIAN),
        ("stddev", &STDDEV),
        ("min", &MIN),
        ("max", &MAX),
        ("q1", &Q1),
        ("q3", &Q3),
    ] {
        add_figure(stats.get(name), quantity, Unit::Second, outcome, run);
    }
    if outcome.figures.is_empty() {
        stats.need("mean");
    }
    run.skip("interquartile range, outliers and rates: they follow from the figures that are kept, or from rounds that are not in the file");
}

/// The rounds, when all of them are in the file.
fn rounds(stats: &Node<'_>, outcome: &Outcome, run: &mut Run) -> Option<Vec<Exact>> {
    let items = stats.get("data")?.items();
    let rounds = stats.get("rounds").and_then(|rounds| rounds.count())?;
    let whole = items.iter().all(|item| item.is_number()) && items.len() as u64 == rounds;
    if !whole {
        let numbers = items.iter().filter(|item| item.is_number()).count();
        run.skip(format!(
            "rounds of {}: the file holds {numbers} of {rounds}, so its summary is kept instead",
            outcome.name
        ));
        return None;
    }
    Some(items.iter().filter_map(Node::number).collect())
}
