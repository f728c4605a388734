//! Series, their batches, and whether these are what `method` says.

use super::between::Known;
use super::fields::{Object, Reader, excerpt, one_of, quoted};
use crate::dataset::json::Value;
use crate::dataset::{Batch, Observations, Series};
use crate::diagnostic::Fault;
use crate::stats::Exact;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const SERIES: &[&str] = &["measure", "variant", "case", "batches", "repetitions", "value"];
pub(super) const BATCH: &[&str] = &[
    "sequence",
    "process_order",
    "warmup_calls",
    "code_sha256",
    "values",
    "rows_returned",
];
const OBSERVATIONS: &[&str] = &["batches", "repetitions", "value"];
const PROCESS_ORDER: usize = 40;

/// Measure, variant, case.
pub(super) type Key = (usize, usize, Option<usize>);

/// A series as far as it could be read, and where its numbers stand.
pub(super) struct Placed<'s> {
    /// `None` when one of its names is faulty.
    pub key: Option<Key>,
    /// `None` when anything of it is faulty.
    pub series: Option<Series>,
    /// The numbers as written.
    pub numbers: &'s str,
    pub path: String,
}

impl Placed<'_> {
    fn numbers(&self) -> impl Iterator<Item = &Exact> {
        let (batches, flat) = match self.series.as_ref().map(|series| &series.observations) {
            Some(Observations::Batches(batches)) => (batches.as_slice(), [].as_slice()),
            Some(Observations::Repetitions(values)) => ([].as_slice(), values.as_slice()),
            Some(Observations::Aggregate(value)) => ([].as_slice(), std::slice::from_ref(value)),
            None => Default::default(),
        };
        batches.iter().flat_map(|batch| &batch.values).chain(flat)
    }

    /// Whether there is nothing but zeros: then each statistic is zero.
    pub fn is_zero(&self) -> bool {
        self.series.is_some() && self.numbers().all(Exact::is_zero)
    }

    pub fn has_zero(&self) -> bool {
        self.numbers().any(Exact::is_zero)
    }
}

pub(super) fn all<'s>(reader: &Reader<'s>, value: Value<'s, '_>, known: &Known) -> Option<Vec<Placed<'s>>> {
    let mut first: BTreeMap<Key, String> = BTreeMap::new();
    reader.some_items(value, "series", |item| {
        let placed = one(reader, item, known);
        if let Some(key) = placed.key {
            if let Some(other) = first.get(&key) {
                let case = key
                    .2
                    .map(|case| format!(", case `{}`", known.cases.id(case)))
                    .unwrap_or_default();
                let fault = Fault::input(
                    "dataset::duplicate-series",
                    "a second series of one measure, variant and case",
                )
                .found(format!(
                    "measure `{}`, variant `{}`{case}",
                    known.measures.id(key.0),
                    known.variants.id(key.1)
                ))
                .hint(format!("the first is {other}"));
                reader.report(&item.text[..1], item.path, fault);
            } else {
                first.insert(key, item.path.to_string());
            }
        }
        Some(placed)
    })
}

fn one<'s>(reader: &Reader<'s>, value: Value<'s, '_>, known: &Known) -> Placed<'s> {
    let mut placed = Placed {
        key: None,
        series: None,
        numbers: value.text,
        path: value.path.to_string(),
    };
    let Some(object) = reader.object(value, SERIES) else {
        return placed;
    };
    let measure = object.required("measure", |v| {
        let measure = known.measures.reference(reader, v, "measure")?;
        if known
            .measures
            .get(measure)
            .is_some_and(|measure| measure.derived.is_some())
        {
            let fault =
                Fault::input("dataset::derived", "a series of a measure that is derived").found(excerpt(v.text));
            reader.report_value(v, fault.hint("leave the series out, or the formula of the measure"));
            return None;
        }
        Some(measure)
    });
    let variant = object.required("variant", |v| known.variants.reference(reader, v, "variant"));
    let case = known.case(reader, &object);
    let observations = observations(reader, &object, known, &mut placed);
    let (Some(measure), Some(variant), Ok(case)) = (measure, variant, case) else {
        return placed;
    };
    placed.key = Some((measure, variant, case));
    placed.series = observations.map(|observations| Series {
        measure,
        variant,
        case,
        observations,
    });
    placed
}

fn observations<'s>(
    reader: &Reader<'s>,
    object: &Object<'_, 's, '_>,
    known: &Known,
    placed: &mut Placed<'s>,
) -> Option<Observations> {
    let present: Vec<&str> = OBSERVATIONS.iter().copied().filter(|name| object.has(name)).collect();
    let name = match present.as_slice() {
        [name] => *name,
        [] => {
            object.missing(&one_of(OBSERVATIONS), None);
            return None;
        }
        several => {
            let fault = Fault::input("dataset::observations", "numbers of more than one kind in a series")
                .found(one_of(several).replace(" or ", " and "))
                .expected("one of them");
            object.report(fault);
            return None;
        }
    };
    object.optional(name, |v| {
        placed.numbers = v.text;
        placed.path = v.path.to_string();
        match name {
            "batches" => batches(reader, v, known).map(Observations::Batches),
            "repetitions" => reader
                .some_items(v, "number", |item| reader.measured(item))
                .map(Observations::Repetitions),
            _ => reader.measured(v).map(Observations::Aggregate),
        }
    })
}

fn batches<'s>(reader: &Reader<'s>, value: Value<'s, '_>, known: &Known) -> Option<Vec<Batch>> {
    let mut sequences = BTreeSet::new();
    let (found, batches) = reader.counted_items(value, "batch", |item| batch(reader, item, known, &mut sequences))?;
    if let Some(expected) = known.method.batches_per_variant.filter(|expected| *expected != found) {
        let fault = Fault::input("dataset::batch-count", "another number of batches than the method says");
        let fault = fault
            .found(found.to_string())
            .expected(format!("{expected} (`batches_per_variant`)"));
        reader.report(&value.text[..1], value.path, fault);
    }
    batches
}

fn batch<'s>(reader: &Reader<'s>, value: Value<'s, '_>, known: &Known, sequences: &mut BTreeSet<u64>) -> Option<Batch> {
    let method = &known.method;
    let object = reader.object(value, BATCH)?;
    let sequence = object.optional("sequence", |v| {
        let sequence = reader.whole(v, 1)?;
        if !sequences.insert(sequence) {
            let fault = Fault::input(
                "dataset::duplicate-sequence",
                "a second batch with this sequence number",
            );
            reader.report_value(v, fault.found(sequence.to_string()));
        }
        Some(sequence)
    });
    let process_order = object.optional("process_order", |v| reader.text(v, PROCESS_ORDER));
    let warmup_calls = object.optional("warmup_calls", |v| {
        let calls = reader.whole(v, 0)?;
        if let Some(expected) = method.warmup_calls_per_batch.filter(|expected| *expected != calls) {
            let fault = Fault::input(
                "dataset::warm-up",
                "another number of warm-up calls than the method says",
            );
            let fault = fault.found(calls.to_string());
            reader.report_value(v, fault.expected(format!("{expected} (`warmup_calls_per_batch`)")));
        }
        Some(calls)
    });
    let code_sha256 = object.optional("code_sha256", |v| {
        let hash = reader.sha256(v)?;
        if let Some(expected) = method.code_sha256.as_ref().filter(|expected| **expected != hash) {
            let fault = Fault::input("dataset::code-hash", "measured with other code than the method says");
            reader.report_value(v, fault.found(quoted(short(&hash))).expected(quoted(short(expected))));
        }
        Some(hash)
    });
    let values = object.required("values", |v| values(reader, v, method.calls_per_batch));
    // Compared with what stands there, even when one of the values is faulty.
    let (calls, values) = values.map_or((None, None), |(calls, values)| (Some(calls), values));
    let rows = object.maybe("rows_returned", |v| rows_returned(reader, v, calls, known));
    Some(Batch {
        sequence,
        process_order,
        warmup_calls,
        code_sha256,
        values: values?,
        rows_returned: rows?.unwrap_or_default(),
    })
}

/// Enough of a hash to tell it from another one.
fn short(hash: &str) -> String {
    format!("{}…", &hash[..12])
}

/// How many values there are, and all of them when none is faulty.
fn values<'s>(reader: &Reader<'s>, value: Value<'s, '_>, calls: Option<u64>) -> Option<(u64, Option<Vec<Exact>>)> {
    let (found, values) = reader.counted_items(value, "value", |item| reader.measured(item))?;
    if let Some(expected) = calls.filter(|expected| *expected != found) {
        let fault = Fault::input("dataset::batch-size", "another number of calls than the method says");
        let fault = fault
            .found(found.to_string())
            .expected(format!("{expected} (`calls_per_batch`)"));
        reader.report(&value.text[..1], value.path, fault);
    }
    Some((found, values))
}

/// For each call, the rows of each of its statements.
fn rows_returned<'s>(
    reader: &Reader<'s>,
    value: Value<'s, '_>,
    calls: Option<u64>,
    known: &Known,
) -> Option<Vec<Vec<u64>>> {
    let method = &known.method;
    let (found, rows) = reader.counted_items(value, "call", |item| {
        let rows = reader
            .items(item, |rows| reader.whole(rows, 0))?
            .into_iter()
            .collect::<Option<Vec<u64>>>()?;
        let fault = if let Some(expected) = method.rows_per_call.as_ref().filter(|expected| **expected != rows) {
            let fault = Fault::input("dataset::rows", "other rows than the method says");
            fault
                .found(excerpt(item.text))
                .expected(format!("{expected:?} (`rows_per_call`)"))
        } else if let Some(expected) = method
            .statements_per_call
            .filter(|expected| *expected != rows.len() as u64)
        {
            let fault = Fault::input("dataset::rows", "rows for another number of statements");
            fault
                .found(format!("{} numbers", rows.len()))
                .expected(format!("{expected} (`statements_per_call`)"))
        } else {
            return Some(rows);
        };
        reader.report_value(item, fault);
        None
    })?;
    if let Some(calls) = calls.filter(|calls| *calls != found) {
        let fault = Fault::input("dataset::rows", "rows for another number of calls")
            .found(found.to_string())
            .expected(format!("{calls}, one for each of `values`"));
        reader.report(&value.text[..1], value.path, fault);
    }
    rows
}
