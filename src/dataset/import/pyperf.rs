//! pyperf: the JSON of `-o`, plain or packed with gzip.
//!
//! Format: <https://pyperf.readthedocs.io/en/latest/api.html>. A value is the average of `loops × inner_loops` calls of one
//! of several processes; the first process often only calibrates and has no values. Metadata of the file, of a
//! benchmark and of a run add up.

use super::assemble::measure_id;
use super::node::{Node, read_documents};
use super::quantity::{Quantity, cost};
use super::run::{About, Outcome, Run, Samples};
use super::{Importer, Kind};
use crate::dataset::Unit;
use crate::diagnostic::SourceText;
use crate::stats::Exact;

pub struct Pyperf;

const TIME: Quantity = cost("time", Unit::Second).per("call").repeated().quantity();
const MEMORY: Quantity = cost("memory", Unit::Byte).repeated().quantity();

const DECLARED: &[Quantity] = &[TIME, MEMORY];

impl Importer for Pyperf {
    fn name(&self) -> &'static str {
        "pyperf"
    }

    fn reads(&self) -> &'static str {
        "the JSON of -o, plain or packed with gzip"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let has = |word: &str| source.text.contains(word);
        has("\"benchmarks\"") && has("\"runs\"") && (has("\"values\"") || has("\"warmups\""))
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, |root, run| {
                let common = metadata(root);
                facts(&common, run);
                for item in root.need("benchmarks").map(|list| list.items()).unwrap_or_default() {
                    benchmark(&item, &common, run);
                }
            });
        }
    }
}

type Metadata = Vec<(String, String)>;

fn metadata(node: &Node<'_>) -> Metadata {
    let fields = node
        .get("metadata")
        .map(|metadata| metadata.fields())
        .unwrap_or_default();
    fields
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.plain()?)))
        .collect()
}

fn entry<'m>(lists: &[&'m Metadata], name: &str) -> Option<&'m str> {
    let find = |list: &&'m Metadata| list.iter().find(|(key, _)| key == name);
    lists.iter().find_map(find).map(|(_, value)| value.as_str())
}

fn facts(common: &Metadata, run: &mut Run) {
    let mut runtime = Vec::new();
    for (name, value) in common {
        match name.as_str() {
            "perf_version" => run.fact(About::Tool, format!("pyperf {value}")),
            "cpu_model_name" => run.fact(About::Cpu, value),
            "cpu_count" => run.fact(About::Vcpus, value),
            "platform" => run.fact(About::Os, value),
            "python_implementation" | "python_version" => runtime.push(value.as_str()),
            "name" | "unit" | "tags" => {}
            "loops" | "inner_loops" | "description" | "command" => run.parameter(&name.replace('_', " "), value),
            other => run.detail(&other.replace('_', " "), value),
        }
    }
    runtime.sort_by_key(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    run.fact(About::Runtime, runtime.join(" "));
}

fn benchmark(item: &Node<'_>, common: &Metadata, run: &mut Run) {
    let own = metadata(item);
    let mut outcome = Outcome::new(entry(&[&own, common], "name").unwrap_or_default());
    if let Some(tags) = entry(&[&own, common], "tags") {
        outcome.setting("tags", tags);
    }
    let runs = item.need("runs").map(|runs| runs.items()).unwrap_or_default();
    let mut processes: Vec<Samples> = Vec::new();
    let (mut single_calls, mut idle, mut warmups) = (true, 0usize, 0usize);
    for process in &runs {
        let of_run = metadata(process);
        let known = [&of_run, &own, common];
        let warm = process.get("warmups").map_or(0, |list| list.items().len());
        warmups += warm;
        let Some(values) = process.get("values") else {
            idle += 1;
            continue;
        };
        single_calls &= ["loops", "inner_loops"]
            .iter()
            .all(|name| entry(&known, name).map_or(*name == "inner_loops", |count| count == "1"));
        processes.push(Samples {
            values: values.numbers().unwrap_or_default(),
            warmup_calls: Some(warm as u64),
        });
    }
    if idle > 0 {
        run.skip(format!("processes of {} that only calibrated: {idle}", named(&outcome)));
    }
    if warmups > 0 {
        run.skip(format!("warm-up values of {}: {warmups}", named(&outcome)));
    }
    add(
        processes,
        single_calls,
        entry(&[&own, common], "unit"),
        &mut outcome,
        run,
    );
    run.results.push(outcome);
}

fn named(outcome: &Outcome) -> &str {
    if outcome.name.is_empty() {
        "the benchmark"
    } else {
        &outcome.name
    }
}

fn add(processes: Vec<Samples>, single_calls: bool, unit: Option<&str>, outcome: &mut Outcome, run: &mut Run) {
    let quantity = match unit {
        None | Some("second") => TIME,
        Some("byte") => MEMORY,
        Some(_) => {
            let Some(better) = run.direction(&outcome.name, None) else {
                run.skip_directionless(&outcome.name);
                return;
            };
            Quantity::named(measure_id(&outcome.name), Unit::One, better, Kind::Repetitions)
        }
    };
    if single_calls {
        outcome.batches(&quantity, quantity.unit, processes);
    } else {
        let values: Vec<Exact> = processes.into_iter().flat_map(|process| process.values).collect();
        outcome.repeated(&quantity, quantity.unit, values);
    }
}
