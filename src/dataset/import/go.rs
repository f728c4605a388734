//! `go test -bench`: the benchmark text format, with configuration lines, units of one's own and repeats of `-count`.
//!
//! Format: <https://go.googlesource.com/proposal/+/master/design/14313-benchmark-format.md>. A line's values are
//! averages over its iterations, so repeats are repeated aggregates. `-8` behind a name is GOMAXPROCS.

use super::assemble::measure_id;
use super::quantity::{Quantity, cost, yields};
use super::run::{About, Outcome, Run};
use super::scan::{Field, each_line, lines};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, SourceText};

pub struct Go;

const TIME: Quantity = cost("time", Unit::Nanosecond).per("op").repeated().quantity();
const SPEED: Quantity = yields("transfer_rate", Unit::MegabytePerSecond).repeated().quantity();
const ALLOCATED: Quantity = cost("allocated", Unit::Byte).per("op").repeated().quantity();
const ALLOCATIONS: Quantity = cost("allocations", Unit::One).per("op").repeated().quantity();

const DECLARED: &[Quantity] = &[TIME, SPEED, ALLOCATED, ALLOCATIONS];

impl Importer for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn reads(&self) -> &'static str {
        "the text of go test -bench"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        each_line(source).any(|line| result_words(line).is_some())
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        run.fact(About::Tool, "go test");
        let mut package: Option<String> = None;
        for source in sources {
            for line in lines(source) {
                if let Some(words) = result_words(line) {
                    if let Some(outcome) = result(&words, package.as_deref(), run) {
                        run.results.push(outcome);
                    }
                } else {
                    configuration(line, &mut package, run);
                }
            }
        }
    }
}

/// The words of `BenchmarkName-8  N  value unit …`.
fn result_words(line: Field<'_>) -> Option<Vec<Field<'_>>> {
    let words = line.words();
    let name = words.first()?.text.strip_prefix("Benchmark")?;
    let named = name.is_empty() || !name.starts_with(|c: char| c.is_lowercase());
    let counted = words.get(1)?.text.bytes().all(|b| b.is_ascii_digit());
    (named && counted && words.len() >= 4).then_some(words)
}

fn configuration(line: Field<'_>, package: &mut Option<String>, run: &mut Run) {
    let text = line.text.trim();
    if let Some(pkg) = line.after("pkg:") {
        *package = Some(pkg.text.to_owned());
    } else if let Some(cpu) = line.after("cpu:") {
        run.fact(About::Cpu, cpu.text);
    } else if let Some(unit) = line.after("Unit ") {
        unit_line(unit, run);
    } else if text.starts_with("--- FAIL") || text == "FAIL" || text.starts_with("FAIL\t") || text.starts_with("panic:")
    {
        run.warn(format!("the file reports a failure: `{text}`"));
    } else if text.is_empty() || text == "PASS" || text.starts_with("ok ") || text.starts_with("ok\t") {
    } else if let Some((key, value)) = line.halves(": ").filter(|(key, _)| is_key(key.text)) {
        run.detail(key.text, value.text);
    } else {
        run.skip(format!("line `{text}`: it is no benchmark result"));
    }
}

/// Configuration keys start in lower case and hold neither blanks nor colons.
fn is_key(text: &str) -> bool {
    text.starts_with(|c: char| c.is_lowercase()) && !text.contains(|c: char| c.is_whitespace() || c == ':')
}

/// `Unit auxMetric better=higher assume=exact`.
fn unit_line(rest: Field<'_>, run: &mut Run) {
    let words = rest.words();
    for word in words.iter().skip(1) {
        let better = match word.text {
            "better=higher" => Better::Higher,
            "better=lower" => Better::Lower,
            _ => continue,
        };
        run.directions.push((words[0].text.to_owned(), better));
    }
}

fn result(words: &[Field<'_>], package: Option<&str>, run: &mut Run) -> Option<Outcome> {
    let mut outcome = named(words[0].text);
    outcome.repeats = true;
    if let Some(package) = package {
        outcome.parameter("package", package);
    }
    let pairs = words[2..].chunks(2);
    for pair in pairs {
        let [value, unit] = pair else {
            run.faults.push(
                pair[0]
                    .fault("import::truncated", "a value stands without its unit")
                    .found(format!("`{}`", pair[0].text))
                    .expected("pairs of a value and its unit"),
            );
            return None;
        };
        let number = match value.text {
            "NaN" | "+Inf" | "-Inf" | "Inf" => {
                let what = format!("`{}` of {}", unit.text, words[0].text);
                run.skip_fault(&what, not_finite(*value));
                continue;
            }
            _ => run.keep(value.number(None))?,
        };
        if let Some(quantity) = quantity_of(unit.text, run) {
            outcome.repeated(&quantity, quantity.unit, vec![number]);
        }
    }
    Some(outcome)
}

fn not_finite(value: Field<'_>) -> Fault {
    value
        .fault("import::not-finite", "the value is not finite")
        .found(format!("`{}`", value.text))
}

/// `BenchmarkNew/text=opticks/size=100K/bits=32-8`: a name, parameters and GOMAXPROCS.
fn named(text: &str) -> Outcome {
    let text = text.strip_prefix("Benchmark").unwrap_or(text);
    let (text, processors) = match text.rsplit_once('-') {
        Some((name, n)) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) => (name, Some(n)),
        _ => (text, None),
    };
    let mut name = String::new();
    let mut outcome = Outcome::default();
    for part in text.split('/') {
        let word = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
        match part.split_once('=') {
            Some((key, value)) if word(key) && !value.contains('=') => outcome.parameter(key, value),
            _ if name.is_empty() => name = part.to_owned(),
            _ => {
                name.push('/');
                name.push_str(part);
            }
        }
    }
    if let Some(processors) = processors {
        outcome.setting("gomaxprocs", processors);
    }
    outcome.name = name;
    outcome
}

/// The quantity of a unit, and nothing when its direction is not known.
fn quantity_of(unit: &str, run: &mut Run) -> Option<Quantity> {
    let kind = Kind::Repetitions;
    match unit {
        "ns/op" => return Some(TIME),
        "MB/s" => return Some(SPEED),
        "B/op" => return Some(ALLOCATED),
        "allocs/op" => return Some(ALLOCATIONS),
        _ => {}
    }
    let (stored, known) = match unit.split_once('/') {
        Some(("ns", _)) => (Unit::Nanosecond, Some(Better::Lower)),
        Some(("us" | "µs", _)) => (Unit::Microsecond, Some(Better::Lower)),
        Some(("ms", _)) => (Unit::Millisecond, Some(Better::Lower)),
        Some(("B", "s")) => (Unit::BytePerSecond, Some(Better::Higher)),
        Some(("B", _)) => (Unit::Byte, Some(Better::Lower)),
        Some((_, "s" | "sec")) => (Unit::PerSecond, Some(Better::Higher)),
        Some((_, "op")) => (Unit::One, Some(Better::Lower)),
        _ if unit.ends_with("-ns") => (Unit::Nanosecond, Some(Better::Lower)),
        _ if unit.ends_with("-bytes") => (Unit::Byte, None),
        _ => (Unit::One, None),
    };
    let Some(better) = run.direction(unit, known) else {
        run.skip_directionless(unit);
        return None;
    };
    let mut quantity = Quantity::named(measure_id(unit), stored, better, kind);
    if let Some((what, per)) = unit.split_once('/') {
        let counted = if per == "s" || per == "sec" { what } else { per };
        quantity.per = Some(counted.to_owned().into());
    }
    Some(quantity)
}
