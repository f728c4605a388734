//! The parts of a data file that describe: provenance, variants, cases, measures, method.

use super::between::{Named, Names};
use super::fields::{NAME, Reader, excerpt, one_of, quoted};
use crate::dataset::json::{Kind, Path, Value, string};
use crate::dataset::{
    Better, Case, Derived, Dimension, Environment, Measure, Method, Provenance, ProvenanceKind, PublishedSource, Unit,
    Variant, VariantOrder,
};
use crate::diagnostic::{Fault, nearest};
use crate::stats::Exact;

pub(super) const PROVENANCE: &[&str] = &["kind", "note", "source", "skipped"];
pub(super) const SOURCE: &[&str] = &["title", "author", "url", "published"];
pub(super) const VARIANT: &[&str] = &["id", "name", "build"];
pub(super) const CASE: &[&str] = &["id", "name", "operations"];
pub(super) const MEASURE: &[&str] = &["id", "unit", "display_unit", "per", "better", "derived"];
pub(super) const METHOD: &[&str] = &[
    "tool",
    "batches_per_variant",
    "calls_per_batch",
    "warmup_calls_per_batch",
    "statements_per_call",
    "rows_per_call",
    "variant_order",
    "threads",
    "duration_s",
    "tables",
    "rows_per_table",
    "rows",
    "repeats",
    "parameters",
    "environment",
    "revision",
    "code_sha256",
];
pub(super) const ENVIRONMENT: &[&str] = &[
    "os",
    "cpu",
    "vcpus",
    "memory_bytes",
    "storage",
    "hosts",
    "runtime",
    "shared_host",
    "transport",
    "details",
];

pub(super) fn provenance<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Provenance> {
    const KINDS: &[(&str, ProvenanceKind)] = &[
        ("measured", ProvenanceKind::Measured),
        ("synthetic", ProvenanceKind::Synthetic),
        ("published-aggregates", ProvenanceKind::PublishedAggregates),
    ];
    let object = reader.object(value, PROVENANCE)?;
    let kind = object.required("kind", |v| reader.choice(v, "kind of provenance", KINDS));
    let note = object.optional("note", |v| reader.note(v));
    let source = object.optional("source", |v| source(reader, v));
    let skipped = object.optional("skipped", |v| reader.items(v, |item| reader.note(item)));
    Some(Provenance {
        kind: kind?,
        note,
        source,
        skipped: skipped.unwrap_or_default().into_iter().collect::<Option<_>>()?,
    })
}

fn source<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<PublishedSource> {
    let object = reader.object(value, SOURCE)?;
    let title = object.required("title", |v| reader.text(v, NAME));
    Some(PublishedSource {
        author: object.optional("author", |v| reader.text(v, NAME)),
        url: object.optional("url", |v| reader.url(v)),
        published: object.optional("published", |v| reader.date(v)),
        title: title?,
    })
}

pub(super) fn variants<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Names<Variant>> {
    Names::read(reader, value, "variant", |item, taken| {
        let object = reader.object(item, VARIANT)?;
        let id = object.required("id", |v| taken.id(reader, v));
        let name = object.required("name", |v| taken.name(reader, v));
        let build = object.optional("build", |v| reader.text(v, NAME));
        let thing = id.clone().zip(name).map(|(id, name)| Variant { id, name, build });
        Some(Named { id, thing })
    })
}

pub(super) fn cases<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Names<Case>> {
    Names::read(reader, value, "case", |item, taken| {
        let object = reader.object(item, CASE)?;
        let id = object.required("id", |v| taken.id(reader, v));
        let name = object.required("name", |v| taken.name(reader, v));
        let operations = object.maybe("operations", |v| reader.whole(v, 1));
        let thing = id
            .clone()
            .zip(name.zip(operations))
            .map(|(id, (name, operations))| Case { id, name, operations });
        Some(Named { id, thing })
    })
}

pub(super) fn measures<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Names<Measure>> {
    const DIRECTIONS: &[(&str, Better)] = &[("lower", Better::Lower), ("higher", Better::Higher)];
    let sketches: Vec<Sketch> = value.items().unwrap_or_default().into_iter().map(sketch).collect();
    Names::read(reader, value, "measure", |item, taken| {
        let object = reader.object(item, MEASURE)?;
        let id = object.required("id", |v| taken.id(reader, v));
        let unit = object.required("unit", |v| unit(reader, v));
        let display_unit = object.optional("display_unit", |v| display_unit(reader, v, unit));
        let per = object.optional("per", |v| reader.text(v, NAME));
        let better = object.required("better", |v| reader.choice(v, "direction", DIRECTIONS));
        let derived = object.maybe("derived", |v| derived(reader, v, unit, &sketches));
        let parts = id.clone().zip(unit).zip(better.zip(derived));
        let thing = parts.map(|((id, unit), (better, derived))| Measure {
            id,
            unit,
            display_unit: display_unit.unwrap_or(unit),
            per,
            better,
            derived,
        });
        Some(Named { id, thing })
    })
}

/// As much of a measure as a formula needs to know, which may stand further up.
struct Sketch {
    id: Option<String>,
    unit: Option<Unit>,
    is_derived: bool,
}

fn sketch(text: &str) -> Sketch {
    let path = Path::Root;
    let members = Value { text, path: &path }.members().unwrap_or_default();
    let field = |name: &str| {
        let found = members.iter().find(|(other, _)| string(other).as_deref() == Some(name));
        found.map(|(_, text)| *text)
    };
    Sketch {
        id: field("id").and_then(string),
        unit: field("unit")
            .and_then(string)
            .and_then(|symbol| Unit::from_symbol(&symbol)),
        is_derived: field("derived").is_some(),
    }
}

fn unit<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Unit> {
    reader.expect(value, Kind::String)?;
    let symbol = value.string().unwrap_or_default();
    let unit = Unit::from_symbol(&symbol);
    if unit.is_none() {
        let symbols: Vec<&str> = Unit::all().map(Unit::symbol).collect();
        let fault = Fault::input("dataset::unit", "unknown unit").found(excerpt(value.text));
        let fault = match unit_meant(&symbol) {
            Some(meant) => fault.hint(format!("did you mean `{meant}`?")),
            None => fault.expected(one_of(&symbols)),
        };
        reader.report_value(value, fault);
    }
    unit
}

/// The unit that a common other spelling means.
fn unit_meant(symbol: &str) -> Option<&'static str> {
    let lower = symbol.to_lowercase();
    Some(match lower.as_str() {
        "sec" | "secs" | "second" | "seconds" => "s",
        "msec" | "millis" | "millisecond" | "milliseconds" => "ms",
        "usec" | "micros" | "microsecond" | "microseconds" => "us",
        "nsec" | "nanos" | "nanosecond" | "nanoseconds" => "ns",
        "minute" | "minutes" => "min",
        "byte" | "bytes" => "B",
        "percent" | "pct" => "%",
        "ops" | "ops/s" | "op/s" | "qps" | "tps" | "rps" | "hz" | "req/s" | "per_second" | "/s" => "1/s",
        "count" | "" | "none" | "ratio" => "1",
        _ => {
            return Unit::all()
                .map(Unit::symbol)
                .find(|known| known.to_lowercase() == lower);
        }
    })
}

fn display_unit<'s>(reader: &Reader<'s>, value: Value<'s, '_>, stored: Option<Unit>) -> Option<Unit> {
    let display = unit(reader, value)?;
    let stored = stored?;
    if display.dimension() == stored.dimension() {
        return Some(display);
    }
    let allowed: Vec<&str> = Unit::all()
        .filter(|unit| unit.dimension() == stored.dimension())
        .map(Unit::symbol)
        .collect();
    let fault = Fault::input(
        "dataset::display-unit",
        format!("no unit that `{}` converts to", stored.symbol()),
    );
    reader.report_value(value, fault.found(excerpt(value.text)).expected(one_of(&allowed)));
    None
}

/// `operations / MEASURE`: a rate in 1/s from a time.
fn derived<'s>(
    reader: &Reader<'s>,
    value: Value<'s, '_>,
    own_unit: Option<Unit>,
    sketches: &[Sketch],
) -> Option<Derived> {
    let formula = reader.text(value, NAME)?;
    let refuse = |message: &str, found: String, expected: String, hint: Option<String>| {
        let fault = Fault::input("dataset::derived", message)
            .found(found)
            .expected(expected);
        reader.report_value(value, Fault { hint, ..fault });
        None
    };
    let operand = formula
        .split_once('/')
        .filter(|(left, _)| left.trim() == "operations")
        .map(|(_, right)| right.trim());
    let Some(operand) = operand.filter(|id| !id.is_empty() && !id.contains(['/', ' '])) else {
        let expected = "`operations / MEASURE`".to_owned();
        return refuse("not a formula", excerpt(value.text), expected, None);
    };
    let Some(index) = sketches.iter().position(|sketch| sketch.id.as_deref() == Some(operand)) else {
        if sketches.iter().any(|sketch| sketch.id.is_none()) {
            return None; // The faulty id was reported; it may be the one that is meant.
        }
        let known: Vec<&str> = sketches
            .iter()
            .filter(|s| !s.is_derived)
            .filter_map(|s| s.id.as_deref())
            .collect();
        let hint = nearest(operand, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        return refuse(
            "a formula with an unknown measure",
            quoted(operand),
            one_of(&known),
            hint,
        );
    };
    let source = &sketches[index];
    if source.is_derived {
        let expected = "a measure with series of its own".to_owned();
        return refuse("a formula with a derived measure", quoted(operand), expected, None);
    }
    if let Some(unit) = source.unit.filter(|unit| unit.dimension() != Dimension::Time) {
        let found = format!("{} in `{}`", quoted(operand), unit.symbol());
        return refuse(
            "a formula that divides by no time",
            found,
            "a measure in a unit of time".to_owned(),
            None,
        );
    }
    if let Some(unit) = own_unit.filter(|unit| unit.dimension() != Dimension::Rate) {
        let found = format!("`{}`", unit.symbol());
        return refuse("the formula's result has another unit", found, "`1/s`".to_owned(), None);
    }
    Some(Derived::OperationsPer(index))
}

pub(super) fn method<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Method> {
    const ORDERS: &[(&str, VariantOrder)] = &[
        ("fixed", VariantOrder::Fixed),
        ("alternated", VariantOrder::Alternated),
        ("randomised", VariantOrder::Randomised),
    ];
    let object = reader.object(value, METHOD)?;
    let text = |name| object.optional(name, |v| reader.text(v, NAME));
    let whole = |name, least| object.optional(name, |v| reader.whole(v, least));
    let statements = whole("statements_per_call", 1);
    Some(Method {
        tool: text("tool"),
        batches_per_variant: whole("batches_per_variant", 1),
        calls_per_batch: whole("calls_per_batch", 1),
        warmup_calls_per_batch: whole("warmup_calls_per_batch", 0),
        statements_per_call: statements,
        rows_per_call: object.optional("rows_per_call", |v| rows_per_call(reader, v, statements)),
        variant_order: object.optional("variant_order", |v| reader.choice(v, "order of the variants", ORDERS)),
        threads: whole("threads", 1),
        duration_s: object.optional("duration_s", |v| duration(reader, v)),
        tables: whole("tables", 1),
        rows_per_table: whole("rows_per_table", 0),
        rows: whole("rows", 0),
        repeats: whole("repeats", 1),
        parameters: object
            .optional("parameters", |v| reader.settings(v))
            .unwrap_or_default(),
        environment: object
            .optional("environment", |v| environment(reader, v))
            .unwrap_or_default(),
        revision: text("revision"),
        code_sha256: object.optional("code_sha256", |v| reader.sha256(v)),
    })
}

/// The rows that each statement of a call returns.
fn rows_per_call<'s>(reader: &Reader<'s>, value: Value<'s, '_>, statements: Option<u64>) -> Option<Vec<u64>> {
    let rows = reader.some_items(value, "number of rows", |item| reader.whole(item, 0))?;
    if let Some(statements) = statements.filter(|statements| *statements != rows.len() as u64) {
        let fault = Fault::input("dataset::rows", "rows for another number of statements")
            .found(format!("{} numbers", rows.len()))
            .expected(format!("{statements} (`statements_per_call`)"));
        reader.report_value(value, fault);
        return None;
    }
    Some(rows)
}

fn duration<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Exact> {
    let duration = reader.measured(value)?;
    if duration.is_zero() {
        let fault = Fault::input("dataset::number", "a duration of zero").found(excerpt(value.text));
        reader.report_value(value, fault.expected("more than 0"));
        return None;
    }
    Some(duration)
}

fn environment<'s>(reader: &Reader<'s>, value: Value<'s, '_>) -> Option<Environment> {
    let object = reader.object(value, ENVIRONMENT)?;
    let text = |name| object.optional(name, |v| reader.text(v, NAME));
    let whole = |name| object.optional(name, |v| reader.whole(v, 1));
    Some(Environment {
        os: text("os"),
        cpu: text("cpu"),
        vcpus: whole("vcpus"),
        memory_bytes: whole("memory_bytes"),
        storage: text("storage"),
        hosts: whole("hosts"),
        runtime: text("runtime"),
        shared_host: object.optional("shared_host", |v| reader.boolean(v)),
        transport: text("transport"),
        details: object.optional("details", |v| reader.settings(v)).unwrap_or_default(),
    })
}
