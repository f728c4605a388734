//! Criterion.rs: the files of `target/criterion/<benchmark>/<baseline>/`, old and new, and `raw.csv`.
//!
//! `sample.json` holds the total time in ns of each sample's iterations: `{sampling_mode, iters, times}`, before 0.3.4
//! `[[iters], [times]]`. `estimates.json` had names like `Mean` before 0.3.4. The columns of `raw.csv` are documented:
//! <https://bheisler.github.io/criterion.rs/book/user_guide/csv_output.html>. The files of one benchmark lie in one
//! folder; the folder's name (`new`, `base` or a saved baseline) is the run.

use super::Importer;
use super::file::base_name;
use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost};
use super::run::{About, Outcome, Run};
use super::scan::{Field, lines};
use crate::dataset::Unit;
use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;

pub struct Criterion;

const TIME: Quantity = cost("time", Unit::Nanosecond).per("iteration").repeated().quantity();
const MEAN: Quantity = cost("time_mean", Unit::Nanosecond).per("iteration").quantity();
const MEDIAN: Quantity = cost("time_median", Unit::Nanosecond).per("iteration").quantity();
const SLOPE: Quantity = cost("time_slope", Unit::Nanosecond).per("iteration").quantity();
const STDDEV: Quantity = cost("time_stddev", Unit::Nanosecond).per("iteration").quantity();
const MAD: Quantity = cost("time_median_abs_dev", Unit::Nanosecond)
    .per("iteration")
    .quantity();

const DECLARED: &[Quantity] = &[TIME, MEAN, MEDIAN, SLOPE, STDDEV, MAD];

const CSV_HEAD: &str = "group,function,value,throughput_num,throughput_type,sample_measured_value,unit,iteration_count";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Benchmark,
    Sample,
    Estimates,
    Tukey,
    Csv,
}

impl Importer for Criterion {
    fn name(&self) -> &'static str {
        "criterion"
    }

    fn reads(&self) -> &'static str {
        "benchmark.json, sample.json and estimates.json of a folder, or raw.csv"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        part(source).is_some()
    }

    /// Benchmarks of one baseline under one root are one run.
    fn runs(&self, sources: &[SourceText]) -> Vec<Vec<usize>> {
        let mut runs: Vec<((String, String), Vec<usize>)> = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            let key = run_key(source, sources);
            match runs.iter_mut().find(|(known, _)| *known == key) {
                Some((_, run)) => run.push(index),
                None => runs.push((key, vec![index])),
            }
        }
        runs.into_iter().map(|(_, run)| run).collect()
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        run.fact(About::Tool, "Criterion.rs");
        run.variant_word = Some("function");
        if let Some(baseline) = folder(&sources[0].name).rsplit('/').find(|part| !part.is_empty())
            && folder(&sources[0].name).ends_with('/')
        {
            run.name = Some(baseline.to_owned());
        }
        let mut folders: Vec<&str> = Vec::new();
        for source in sources {
            let folder = folder(&source.name);
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        for place in folders {
            let of_folder: Vec<&SourceText> = sources
                .iter()
                .filter(|source| folder(&source.name) == place)
                .copied()
                .collect();
            read_benchmark(&of_folder, run);
        }
        functions_as_variants(run);
    }
}

fn part(source: &SourceText) -> Option<Part> {
    let base = base_name(&source.name);
    let has = |word: &str| source.text.contains(word);
    if source.text.trim_start_matches('\u{feff}').starts_with(CSV_HEAD) {
        Some(Part::Csv)
    } else if base.ends_with("tukey.json") {
        Some(Part::Tukey)
    } else if base.ends_with("sample.json") || has("\"sampling_mode\"") {
        Some(Part::Sample)
    } else if has("\"median_abs_dev\"") || has("\"MedianAbsDev\"") {
        Some(Part::Estimates)
    } else if has("\"group_id\"") && has("\"full_id\"") {
        Some(Part::Benchmark)
    } else {
        None
    }
}

/// Whether a file below `target/criterion` holds results: not the fences, the reports and the comparisons.
pub(super) fn is_result(name: &str) -> bool {
    let name = name.replace('\\', "/");
    let Some((folder, file)) = name.rsplit_once('/') else {
        return false;
    };
    let folder = base_name(folder);
    matches!(file, "benchmark.json" | "sample.json" | "estimates.json") && folder != "change" && folder != "report"
}

/// The name without `sample.json` and the like: a folder with its slash, or the start that files of one benchmark share.
fn folder(name: &str) -> &str {
    for end in [
        "benchmark.json",
        "sample.json",
        "estimates.json",
        "tukey.json",
        "raw.csv",
    ] {
        if let Some(folder) = name.strip_suffix(end) {
            return folder;
        }
    }
    name
}

/// Root and baseline of a file.
fn run_key(source: &SourceText, all: &[SourceText]) -> (String, String) {
    let place = folder(&source.name);
    let Some(trimmed) = place.strip_suffix('/') else {
        return (String::new(), String::new());
    };
    let (parent, baseline) = trimmed.rsplit_once('/').unwrap_or(("", trimmed));
    // benchmark.json says how much of the path is the benchmark's own.
    let beside = all
        .iter()
        .find(|other| folder(&other.name) == place && part(other) == Some(Part::Benchmark));
    let own = beside.and_then(|other| {
        let value: serde_json::Value = serde_json::from_str(&other.text).ok()?;
        Some(value.get("directory_name")?.as_str()?.to_owned())
    });
    let root = match own.and_then(|own| parent.strip_suffix(&own).map(str::to_owned)) {
        Some(root) => root,
        None => parent
            .find("criterion/")
            .map_or(String::new(), |at| parent[..at].to_owned()),
    };
    (root.trim_end_matches('/').to_owned(), baseline.to_owned())
}

fn read_benchmark(sources: &[&SourceText], run: &mut Run) {
    let of = |kind: Part| sources.iter().find(|source| part(source) == Some(kind)).copied();
    let name = &sources[0].name;
    if folder(name).ends_with("change/") {
        run.skip("folder `change`: it compares two runs and holds no times");
        return;
    }
    let mut outcome = match of(Part::Benchmark) {
        Some(source) => identity(source, run),
        None => from_path(folder(name)),
    };
    if of(Part::Tukey).is_some() {
        run.skip("tukey.json: fences for outliers, which follow from the samples");
    }
    match (of(Part::Sample), of(Part::Csv), of(Part::Estimates)) {
        (Some(sample), csv, estimates) => {
            read_documents(sample, run, |root, _| read_sample(root, &mut outcome));
            if csv.is_some() {
                run.skip("raw.csv: sample.json beside it holds the same");
            }
            if estimates.is_some() {
                run.skip("estimates.json: they follow from the samples");
            }
        }
        (None, Some(csv), _) => {
            read_csv(csv, run);
            return;
        }
        (None, None, Some(estimates)) => {
            read_documents(estimates, run, |root, run| read_estimates(root, &mut outcome, run));
        }
        (None, None, None) => {
            let fault = Fault::input("import::no-results", "the folder holds no samples and no estimates").file(name);
            run.faults
                .push(fault.expected("sample.json or estimates.json beside it"));
            return;
        }
    }
    run.results.push(outcome);
}

fn identity(source: &SourceText, run: &mut Run) -> Outcome {
    let mut outcome = Outcome::default();
    read_documents(source, run, |root, _| {
        let Some(group) = root.need("group_id").and_then(|group| group.string()) else {
            return;
        };
        outcome.name = group;
        outcome.variant = root.setting("function_id");
        if let Some(value) = root.setting("value_str") {
            outcome.parameter("value", value);
        }
        for (kind, amount) in root
            .get("throughput")
            .map(|throughput| throughput.fields())
            .unwrap_or_default()
        {
            if let Some(amount) = amount.plain() {
                outcome.setting(format!("{} per iteration", kind.to_lowercase()), amount);
            }
        }
    });
    outcome
}

/// `…/criterion/group/function/value/new/` without its benchmark.json.
fn from_path(folder: &str) -> Outcome {
    let Some(trimmed) = folder.strip_suffix('/') else {
        return Outcome::new(base_name(folder).trim_end_matches(['-', '_', '.']));
    };
    let parent = trimmed.rsplit_once('/').map_or("", |(parent, _)| parent);
    let own = parent
        .rfind("criterion/")
        .map_or(base_name(parent), |at| &parent[at + "criterion/".len()..]);
    Outcome::new(own)
}

fn read_sample(root: &Node<'_>, outcome: &mut Outcome) {
    let (iters, times) = if root.is_array() {
        let items = root.items();
        match items.as_slice() {
            [iters, times] => (iters.clone(), times.clone()),
            _ => {
                let fault = root.fault("import::missing-field", "an old sample has two lists");
                root.report(
                    fault
                        .found(format!("{} items", items.len()))
                        .expected("[[iterations], [times]]"),
                );
                return;
            }
        }
    } else {
        match (root.need("iters"), root.need("times")) {
            (Some(iters), Some(times)) => (iters, times),
            _ => return,
        }
    };
    let (Some(counts), Some(totals)) = (iters.numbers(), times.numbers()) else {
        return;
    };
    if counts.len() != totals.len() {
        let fault = times.fault("import::lengths", "there are not as many times as iteration counts");
        times.report(fault.found(totals.len().to_string()).expected(counts.len().to_string()));
        return;
    }
    if let Some(at) = counts.iter().position(Exact::is_zero) {
        let fault = iters.fault("import::zero-iterations", "a sample of no iterations has no time");
        iters.report(fault.found(format!("0 at index {at}")).expected("at least 1"));
        return;
    }
    add_times(outcome, &counts, &totals, Unit::Nanosecond);
}

/// Times of single iterations are calls; times of several are averages.
fn add_times(outcome: &mut Outcome, counts: &[Exact], totals: &[Exact], unit: Unit) {
    let single = counts.iter().all(|count| *count == Exact::one());
    let times: Vec<Exact> = totals.iter().zip(counts).map(|(total, count)| total / count).collect();
    if single {
        outcome.samples(&TIME, unit, times);
    } else {
        outcome.repeated(&TIME, unit, times);
    }
}

fn read_estimates(root: &Node<'_>, outcome: &mut Outcome, run: &mut Run) {
    for (names, quantity) in [
        (["mean", "Mean"], &MEAN),
        (["median", "Median"], &MEDIAN),
        (["slope", "Slope"], &SLOPE),
        (["std_dev", "StdDev"], &STDDEV),
        (["median_abs_dev", "MedianAbsDev"], &MAD),
    ] {
        // The slope is null where every sample had the same number of iterations.
        if let Some(estimate) = root.any(&names) {
            add_figure(
                estimate.need("point_estimate"),
                quantity,
                Unit::Nanosecond,
                outcome,
                run,
            );
        }
    }
    run.skip(
        "confidence intervals and standard errors of estimates: the samples that they come from are not in the file",
    );
}

fn read_csv(source: &SourceText, run: &mut Run) {
    let mut found: Vec<(Outcome, Unit, Vec<Exact>, Vec<Exact>)> = Vec::new();
    for line in lines(source)
        .into_iter()
        .skip(1)
        .filter(|line| !line.text.trim().is_empty())
    {
        let Some((outcome, unit, total, count)) = run.keep(csv_row(line)) else {
            continue;
        };
        let same = |known: &Outcome| {
            known.name == outcome.name && known.variant == outcome.variant && known.settings == outcome.settings
        };
        match found.iter_mut().find(|(known, of, ..)| same(known) && *of == unit) {
            Some((_, _, counts, totals)) => {
                counts.push(count);
                totals.push(total);
            }
            None => found.push((outcome, unit, vec![count], vec![total])),
        }
    }
    for (mut outcome, unit, counts, totals) in found {
        add_times(&mut outcome, &counts, &totals, unit);
        run.results.push(outcome);
    }
}

fn csv_row(line: Field<'_>) -> Result<(Outcome, Unit, Exact, Exact), Fault> {
    let columns = csv_columns(line);
    let [group, function, value, amount, kind, total, unit, count] = columns.as_slice() else {
        return Err(line
            .fault("import::csv-columns", "the line has not the columns of raw.csv")
            .found(format!("{} columns", columns.len()))
            .expected(CSV_HEAD));
    };
    let plain = |field: &Field<'_>| field.text.replace("\"\"", "\"");
    let mut outcome = Outcome::new(plain(group));
    outcome.variant = Some(plain(function)).filter(|function| !function.is_empty());
    if !value.text.is_empty() {
        outcome.parameter("value", plain(value));
    }
    if !amount.text.is_empty() {
        outcome.setting(format!("{} per iteration", kind.text), amount.text);
    }
    let unit = match unit.text {
        "ns" => Unit::Nanosecond,
        "us" => Unit::Microsecond,
        "ms" => Unit::Millisecond,
        "s" => Unit::Second,
        other => {
            let fault = unit.fault("import::unknown-unit", "no unit of time is known by this name");
            return Err(fault.found(format!("`{other}`")).expected("ns"));
        }
    };
    let iterations = count.number(None)?;
    if iterations.is_zero() {
        return Err(count
            .fault("import::zero-iterations", "a sample of no iterations has no time")
            .expected("at least 1"));
    }
    Ok((outcome, unit, total.number(None)?, iterations))
}

/// The columns of a line; those in double quotes may hold commas.
fn csv_columns(line: Field<'_>) -> Vec<Field<'_>> {
    let mut columns = Vec::new();
    let (mut start, mut quoted) = (0, false);
    let ends = line.text.char_indices().filter(|(_, c)| {
        quoted ^= *c == '"';
        *c == ',' && !quoted
    });
    let ends: Vec<usize> = ends.map(|(at, _)| at).chain([line.text.len()]).collect();
    for end in ends {
        let text = &line.text[start..end];
        let inner = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            .unwrap_or(text);
        let offset = inner.as_ptr() as usize - line.text.as_ptr() as usize;
        columns.push(Field {
            source: line.source,
            start: line.start + offset,
            text: inner,
        });
        start = end + 1;
    }
    columns
}

/// Functions are variants where every group has the same several of them; elsewhere they are part of the name.
fn functions_as_variants(run: &mut Run) {
    let of_group = |name: &str| {
        let mut functions: Vec<&Option<String>> = run
            .results
            .iter()
            .filter(|r| r.name == name)
            .map(|r| &r.variant)
            .collect();
        functions.sort();
        functions.dedup();
        functions
    };
    let first = run
        .results
        .first()
        .map(|result| of_group(&result.name))
        .unwrap_or_default();
    let shared = first.len() > 1
        && first.iter().all(|function| function.is_some())
        && run.results.iter().all(|result| of_group(&result.name) == first);
    if shared {
        return;
    }
    for result in &mut run.results {
        if let Some(function) = result.variant.take() {
            result.name = format!("{}/{function}", result.name);
        }
    }
}
