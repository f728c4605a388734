//! hyperfine: `--export-json` of 1.x and of the schema 2 of 2.0.
//!
//! Format: `src/benchmark/benchmark_result.rs` of <https://github.com/sharkdp/hyperfine>. All times are seconds. 1.x gives
//! the time of every run, but user and system time only as means; 2.0 gives every metric of every run. Commands are
//! variants; parameters are cases, so the values of parameters are taken out of the command again. Where that leaves one
//! command with one parameter, the values of the parameter are what is compared.

use super::node::{Node, add_figure, read_documents};
use super::quantity::{Quantity, cost};
use super::run::{About, Outcome, Run};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, Severity, SourceText};
use crate::stats::Exact;

pub struct Hyperfine;

const TIME: Quantity = cost("time", Unit::Second).per("run").samples().quantity();
const MEAN: Quantity = cost("time_mean", Unit::Second).per("run").quantity();
const MEDIAN: Quantity = cost("time_median", Unit::Second).per("run").quantity();
const STDDEV: Quantity = cost("time_stddev", Unit::Second).per("run").quantity();
const MIN: Quantity = cost("time_min", Unit::Second).per("run").quantity();
const MAX: Quantity = cost("time_max", Unit::Second).per("run").quantity();
const USER: Quantity = cost("user_time", Unit::Second).per("run").quantity();
const SYSTEM: Quantity = cost("system_time", Unit::Second).per("run").quantity();
const CPU: Quantity = cost("cpu_time", Unit::Second).per("run").samples().quantity();
const MEMORY: Quantity = cost("memory_peak", Unit::Byte).per("run").samples().quantity();

const DECLARED: &[Quantity] = &[TIME, MEAN, MEDIAN, STDDEV, MIN, MAX, CPU, USER, SYSTEM, MEMORY];

impl Importer for Hyperfine {
    fn name(&self) -> &'static str {
        "hyperfine"
    }

    fn reads(&self) -> &'static str {
        "the JSON of --export-json"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let has = |word: &str| source.text.contains(word);
        has("\"results\"") && has("\"command\"") && (has("\"mean\"") || has("\"measurements\""))
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        run.variant_word = Some("command");
        for source in sources {
            read_documents(source, run, |root, run| {
                facts(root, run);
                if let Some(results) = root.need("results") {
                    let items = results.items();
                    let outcomes = items.iter().map(|item| result(item, run)).collect();
                    run.results.extend(with_templates(outcomes));
                    choose_variants(run, &source.name);
                }
            });
        }
    }
}

fn facts(root: &Node<'_>, run: &mut Run) {
    let Some(metadata) = root.get("metadata") else {
        return;
    };
    if let Some(version) = metadata.setting("hyperfine_version") {
        run.fact(About::Tool, format!("hyperfine {version}"));
    }
    if let Some(platform) = metadata.get("platform") {
        let parts = ["os", "architecture"].iter().filter_map(|name| platform.setting(name));
        run.fact(About::Os, parts.collect::<Vec<_>>().join(" "));
    }
    if let Some(start) = metadata.setting("start_time") {
        run.detail("start time", start);
    }
}

fn result(item: &Node<'_>, run: &mut Run) -> Outcome {
    let mut outcome = Outcome {
        variant: item.need("command").and_then(|command| command.string()),
        ..Outcome::default()
    };
    for (name, value) in item.get("parameters").map(|p| p.fields()).unwrap_or_default() {
        if let Some(value) = value.plain() {
            outcome.parameter(name, value);
        }
    }
    // 1.6 to 1.10 wrote the value of the only parameter without its name.
    if let Some(value) = item.setting("parameter") {
        outcome.parameter("parameter", value);
    }
    let codes = match item.get("measurements") {
        Some(measurements) => second_schema(&measurements, &mut outcome, run),
        None => first_schema(item, &mut outcome, run),
    };
    exit_codes(&outcome, codes, run);
    outcome
}

fn first_schema(item: &Node<'_>, outcome: &mut Outcome, run: &mut Run) -> Vec<String> {
    match item.get("times") {
        Some(times) => outcome.samples(&TIME, Unit::Second, times.numbers().unwrap_or_default()),
        None => {
            for (name, quantity) in [
                ("mean", &MEAN),
                ("median", &MEDIAN),
                ("stddev", &STDDEV),
                ("min", &MIN),
                ("max", &MAX),
            ] {
                add_figure(item.get(name), quantity, Unit::Second, outcome, run);
            }
            if outcome.figures.is_empty() {
                item.need("times");
            }
        }
    }
    add_figure(item.get("user"), &USER, Unit::Second, outcome, run);
    add_figure(item.get("system"), &SYSTEM, Unit::Second, outcome, run);
    if let Some(memory) = item.get("memory_usage_byte") {
        outcome.samples(&MEMORY, Unit::Byte, memory.numbers().unwrap_or_default());
    }
    let codes = item.get("exit_codes").map(|codes| codes.items()).unwrap_or_default();
    codes
        .iter()
        .map(|code| code.plain().unwrap_or_else(|| "a signal".to_owned()))
        .collect()
}

/// `measurements: [{time_wall_clock: {value, unit}, …, exit_code}]`.
fn second_schema(measurements: &Node<'_>, outcome: &mut Outcome, run: &mut Run) -> Vec<String> {
    let mut codes = Vec::new();
    let mut metrics: Vec<(String, String, Vec<Exact>)> = Vec::new();
    for measurement in measurements.items() {
        for (name, value) in measurement.fields() {
            if name == "exit_code" {
                codes.push(value.plain().unwrap_or_else(|| "a signal".to_owned()));
                continue;
            }
            let unit = value.setting("unit").unwrap_or_default();
            let Some(number) = value.need("value").and_then(|value| value.number()) else {
                continue;
            };
            match metrics.iter_mut().find(|(n, u, _)| *n == name && *u == unit) {
                Some((_, _, values)) => values.push(number),
                None => metrics.push((name, unit, vec![number])),
            }
        }
    }
    for (name, unit, values) in metrics {
        match metric(&name, &unit) {
            Some((quantity, unit)) => outcome.samples(&quantity, unit, values),
            None => run.skip(format!("metric `{name}`: the unit `{unit}` is not known")),
        }
    }
    codes
}

fn metric(name: &str, unit: &str) -> Option<(Quantity, Unit)> {
    let unit = match unit {
        "nanosecond" => Unit::Nanosecond,
        "microsecond" => Unit::Microsecond,
        "millisecond" => Unit::Millisecond,
        "second" => Unit::Second,
        "byte" => Unit::Byte,
        _ => return None,
    };
    let quantity = match name {
        "time_wall_clock" => TIME,
        "time_user" => USER,
        "time_system" => SYSTEM,
        "time_cpu" => CPU,
        "memory_peak_resident" => MEMORY,
        // Less time and less memory are better, whatever they are of.
        other => Quantity::named(super::assemble::measure_id(other), unit, Better::Lower, Kind::Samples).per("run"),
    };
    Some((quantity, unit))
}

/// A command that failed was still timed: the reader has to know.
fn exit_codes(outcome: &Outcome, codes: Vec<String>, run: &mut Run) {
    let mut bad: Vec<(String, usize)> = Vec::new();
    for code in codes.iter().filter(|code| *code != "0") {
        match bad.iter_mut().find(|(known, _)| known == code) {
            Some((_, count)) => *count += 1,
            None => bad.push((code.clone(), 1)),
        }
    }
    if bad.is_empty() {
        return;
    }
    let command = outcome.variant.as_deref().unwrap_or("a command");
    let told: Vec<String> = bad
        .iter()
        .map(|(code, count)| format!("{code} in {count} of {} runs", codes.len()))
        .collect();
    let told = told.join(", ");
    run.warn(format!("`{command}` ended with exit code {told}"));
    run.detail(&format!("exit code of {command}"), told);
}

/// One command with one parameter compares the values of the parameter; with several parameters somebody has to choose.
fn choose_variants(run: &mut Run, file: &str) {
    let Some(first) = run.results.first() else { return };
    let names = |outcome: &Outcome| -> Vec<String> { outcome.settings.iter().map(|s| s.name.clone()).collect() };
    let parameters = names(first);
    let alike = |outcome: &Outcome| outcome.variant == first.variant && names(outcome) == parameters;
    if run.results.len() < 2 || !run.results.iter().all(alike) {
        return;
    }
    match parameters.as_slice() {
        [] => {}
        [only] => run.variants_from = Some(only.clone()),
        [first, ..] => {
            let message = format!(
                "the values of {} parameters are workloads of one variant, so nothing is compared",
                parameters.len()
            );
            let command = format!(
                "benchfolio import hyperfine {} --variants-from {}",
                quoted(file),
                quoted(first)
            );
            let note = Fault::input("import::note", message).severity(Severity::Warning);
            run.notes
                .push(note.hint(format!("compare the values of one of them: {command}")));
        }
    }
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,@%+".contains(c);
    match word.chars().all(plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The most occurrences of parameter values in one command that are tried.
const OCCURRENCES: usize = 8;

/// Commands that differ in their parameters only become one variant: `seq 1000` with n = 1 is `seq {n}000`.
fn with_templates(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let mut found: Vec<String> = Vec::new();
    for index in 0..outcomes.len() {
        let command = outcomes[index].variant.clone();
        let Some(command) = command.filter(|command| !found.contains(command)) else {
            continue;
        };
        let fits = |template: &str| {
            let of = |outcome: &Outcome| outcome.variant.as_deref() == Some(&filled(template, outcome));
            outcomes.iter().filter(|outcome| of(outcome)).count()
        };
        let best = templates(&command, &outcomes[index])
            .into_iter()
            .map(|template| (fits(&template), template))
            .filter(|(count, _)| *count > 1)
            .max_by(|a, b| a.0.cmp(&b.0));
        let Some((_, template)) = best else {
            continue;
        };
        for outcome in &mut outcomes {
            if outcome.variant.as_deref() == Some(&filled(&template, outcome)) {
                outcome.variant = Some(template.clone());
            }
        }
        found.push(template);
    }
    outcomes
}

/// The command of a template with an outcome's parameters.
fn filled(template: &str, outcome: &Outcome) -> String {
    let mut command = template.to_owned();
    for setting in &outcome.settings {
        command = command.replace(&format!("{{{}}}", setting.name), &setting.value);
    }
    command
}

/// Every way to put names of parameters in the place of their values, those with the most names last.
fn templates(command: &str, outcome: &Outcome) -> Vec<String> {
    let mut places: Vec<(usize, usize, &str)> = Vec::new();
    for setting in outcome.settings.iter().filter(|setting| !setting.value.is_empty()) {
        for (at, value) in command.match_indices(&setting.value) {
            places.push((at, value.len(), &setting.name));
        }
    }
    places.sort_by_key(|place| place.0);
    places.truncate(OCCURRENCES);
    let mut choices: Vec<u32> = (1..1u32 << places.len()).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    let template = |choice: u32| {
        let (mut text, mut at) = (String::new(), 0);
        for (number, (start, length, name)) in places.iter().enumerate() {
            if choice >> number & 1 == 0 {
                continue;
            }
            text.push_str(command.get(at..*start)?);
            text.push_str(&format!("{{{name}}}"));
            at = start + length;
        }
        Some(text + &command[at..])
    };
    choices.into_iter().filter_map(template).collect()
}
