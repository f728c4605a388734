//! The canonical form of a data file: fields in the order of the format, one line for whatever fits one.
//!
//! What is written reads back as the same data set; importers write their data sets with it too.

use super::{
    Batch, Better, Claim, ClaimSubject, Dataset, Derived, Environment, FORMAT, Measure, Method, Observations, Printed,
    Provenance, ProvenanceKind, Series, VariantOrder,
};
use crate::stats::Exact;

/// The longest line that arrays and objects are set in.
const LINE: usize = 120;

/// JSON that keeps numbers as they are written.
enum Json<'d> {
    /// A number or a boolean, as written.
    Plain(String),
    /// Numbers, of which there may be millions.
    Numbers(&'d [Exact]),
    Text(String),
    Array(Vec<Json<'d>>),
    Object(Vec<(String, Json<'d>)>),
}

impl Dataset {
    /// The data set as a data file, ending with a line feed. A number without a finite decimal, which no reader gives,
    /// is rounded to 40 digits.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        dataset(self).write(&mut text, 0);
        text.push('\n');
        text
    }
}

impl Json<'_> {
    fn write(&self, out: &mut String, indent: usize) {
        let mut line = String::new();
        // A line must end with its brackets and a comma.
        if self.write_flat(&mut line, LINE.saturating_sub(indent + 1)) {
            out.push_str(&line);
            return;
        }
        let inner = indent + 2;
        let open = |out: &mut String, first: bool| {
            out.push_str(if first { "\n" } else { ",\n" });
            out.extend(std::iter::repeat_n(' ', inner));
        };
        match self {
            Json::Plain(text) => out.push_str(text),
            Json::Text(text) => out.push_str(&quote(text)),
            Json::Numbers(numbers) => {
                out.push('[');
                let mut room = 0;
                for (i, number) in numbers.iter().enumerate() {
                    let text = decimal(number);
                    // With a space before it and a comma behind it.
                    if room < text.len() + 2 {
                        open(out, i == 0);
                        room = LINE.saturating_sub(inner);
                    } else {
                        out.push_str(", ");
                        room -= 1;
                    }
                    room = room.saturating_sub(text.len() + 1);
                    out.push_str(&text);
                }
            }
            Json::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    open(out, i == 0);
                    item.write(out, inner);
                }
            }
            Json::Object(fields) => {
                out.push('{');
                for (i, (name, value)) in fields.iter().enumerate() {
                    open(out, i == 0);
                    out.push_str(&quote(name));
                    out.push_str(": ");
                    value.write(out, inner);
                }
            }
        }
        let close = match self {
            Json::Array(_) | Json::Numbers(_) => ']',
            Json::Object(_) => '}',
            _ => return,
        };
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
        out.push(close);
    }

    /// Writes it in one line; false, with part of it written, when it takes more than `room` bytes.
    fn write_flat(&self, out: &mut String, room: usize) -> bool {
        match self {
            Json::Plain(text) => out.push_str(text),
            Json::Text(text) => out.push_str(&quote(text)),
            Json::Numbers(numbers) => {
                out.push('[');
                for (i, number) in numbers.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    out.push_str(&decimal(number));
                    if out.len() > room {
                        return false;
                    }
                }
                out.push(']');
            }
            Json::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    if !item.write_flat(out, room) {
                        return false;
                    }
                }
                out.push(']');
            }
            Json::Object(fields) => {
                out.push_str("{ ");
                for (i, (name, value)) in fields.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    out.push_str(&quote(name));
                    out.push_str(": ");
                    if !value.write_flat(out, room) {
                        return false;
                    }
                }
                out.push_str(" }");
            }
        }
        out.len() <= room
    }
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The fields of an object that are there.
#[derive(Default)]
struct Fields<'d>(Vec<(String, Json<'d>)>);

impl<'d> Fields<'d> {
    fn with(mut self, name: &str, value: Json<'d>) -> Self {
        self.0.push((name.to_owned(), value));
        self
    }

    fn text(self, name: &str, text: &str) -> Self {
        self.with(name, Json::Text(text.to_owned()))
    }

    fn some(self, name: &str, value: Option<Json<'d>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    fn some_text(self, name: &str, text: &Option<String>) -> Self {
        self.some(name, text.clone().map(Json::Text))
    }

    fn some_whole(self, name: &str, number: Option<u64>) -> Self {
        self.some(name, number.map(whole))
    }

    fn settings(self, name: &str, settings: &[(String, String)]) -> Self {
        let fields = settings
            .iter()
            .map(|(name, text)| (name.clone(), Json::Text(text.clone())))
            .collect();
        self.some(name, (!settings.is_empty()).then_some(Json::Object(fields)))
    }

    fn end(self) -> Json<'d> {
        Json::Object(self.0)
    }
}

fn whole(number: u64) -> Json<'static> {
    Json::Plain(number.to_string())
}

fn exact(number: &Exact) -> Json<'static> {
    Json::Plain(decimal(number))
}

fn decimal(number: &Exact) -> String {
    number.to_exact_decimal().unwrap_or_else(|| number.to_decimal(40))
}

fn array<'d, T>(items: &'d [T], json: impl Fn(&'d T) -> Json<'d>) -> Json<'d> {
    Json::Array(items.iter().map(json).collect())
}

fn dataset(d: &Dataset) -> Json<'_> {
    let named = |id: &str, name: &str| Fields::default().text("id", id).text("name", name);
    let variants = array(&d.variants, |v| {
        named(&v.id, &v.name).some_text("build", &v.build).end()
    });
    let cases = array(&d.cases, |c| {
        named(&c.id, &c.name).some_whole("operations", c.operations).end()
    });
    let method = method(&d.method);
    Fields::default()
        .text("format", FORMAT)
        .text("id", &d.id)
        .with("provenance", provenance(&d.provenance))
        .with("variants", variants)
        .some("cases", (!d.cases.is_empty()).then_some(cases))
        .with("measures", array(&d.measures, |m| measure(d, m)))
        .some("method", (!method.0.is_empty()).then(|| method.end()))
        .with("series", array(&d.series, |s| series(d, s)))
        .some(
            "claims",
            (!d.claims.is_empty()).then(|| array(&d.claims, |c| claim(d, c))),
        )
        .end()
}

fn provenance(provenance: &Provenance) -> Json<'_> {
    let kind = match provenance.kind {
        ProvenanceKind::Measured => "measured",
        ProvenanceKind::Synthetic => "synthetic",
        ProvenanceKind::PublishedAggregates => "published-aggregates",
    };
    let source = provenance.source.as_ref().map(|source| {
        Fields::default()
            .text("title", &source.title)
            .some_text("author", &source.author)
            .some_text("url", &source.url)
            .some_text("published", &source.published)
            .end()
    });
    let skipped = array(&provenance.skipped, |text| Json::Text(text.clone()));
    Fields::default()
        .text("kind", kind)
        .some_text("note", &provenance.note)
        .some("source", source)
        .some("skipped", (!provenance.skipped.is_empty()).then_some(skipped))
        .end()
}

fn measure(d: &Dataset, m: &Measure) -> Json<'static> {
    let formula = m.derived.as_ref().map(|derived| match derived {
        Derived::OperationsPer(source) => Json::Text(format!("operations / {}", d.measures[*source].id)),
    });
    let display = (m.display_unit != m.unit).then(|| Json::Text(m.display_unit.symbol().to_owned()));
    let better = match m.better {
        Better::Lower => "lower",
        Better::Higher => "higher",
    };
    Fields::default()
        .text("id", &m.id)
        .text("unit", m.unit.symbol())
        .some("display_unit", display)
        .some_text("per", &m.per)
        .text("better", better)
        .some("derived", formula)
        .end()
}

fn method(m: &Method) -> Fields<'_> {
    let order = m.variant_order.map(|order| match order {
        VariantOrder::Fixed => "fixed",
        VariantOrder::Alternated => "alternated",
        VariantOrder::Randomised => "randomised",
    });
    let environment = environment(&m.environment);
    Fields::default()
        .some_text("tool", &m.tool)
        .some_whole("batches_per_variant", m.batches_per_variant)
        .some_whole("calls_per_batch", m.calls_per_batch)
        .some_whole("warmup_calls_per_batch", m.warmup_calls_per_batch)
        .some_whole("statements_per_call", m.statements_per_call)
        .some(
            "rows_per_call",
            m.rows_per_call.as_ref().map(|rows| array(rows, |n| whole(*n))),
        )
        .some("variant_order", order.map(|order| Json::Text(order.to_owned())))
        .some_whole("threads", m.threads)
        .some("duration_s", m.duration_s.as_ref().map(exact))
        .some_whole("tables", m.tables)
        .some_whole("rows_per_table", m.rows_per_table)
        .some_whole("rows", m.rows)
        .some_whole("repeats", m.repeats)
        .settings("parameters", &m.parameters)
        .some("environment", (!environment.0.is_empty()).then(|| environment.end()))
        .some_text("revision", &m.revision)
        .some_text("code_sha256", &m.code_sha256)
}

fn environment(e: &Environment) -> Fields<'static> {
    Fields::default()
        .some_text("os", &e.os)
        .some_text("cpu", &e.cpu)
        .some_whole("vcpus", e.vcpus)
        .some_whole("memory_bytes", e.memory_bytes)
        .some_text("storage", &e.storage)
        .some_whole("hosts", e.hosts)
        .some_text("runtime", &e.runtime)
        .some(
            "shared_host",
            e.shared_host.map(|shared| Json::Plain(shared.to_string())),
        )
        .some_text("transport", &e.transport)
        .settings("details", &e.details)
}

/// The names of a measure, and of a case when there is one.
fn names<'d>(d: &Dataset, measure: usize, case: Option<usize>) -> Fields<'d> {
    let case = case.map(|case| Json::Text(d.cases[case].id.clone()));
    Fields::default()
        .text("measure", &d.measures[measure].id)
        .some("case", case)
}

fn series<'d>(d: &Dataset, s: &'d Series) -> Json<'d> {
    let fields = names(d, s.measure, s.case).text("variant", &d.variants[s.variant].id);
    match &s.observations {
        Observations::Batches(batches) => fields.with("batches", array(batches, batch)),
        Observations::Repetitions(values) => fields.with("repetitions", Json::Numbers(values)),
        Observations::Aggregate(value) => fields.with("value", exact(value)),
    }
    .end()
}

fn batch(b: &Batch) -> Json<'_> {
    let rows = array(&b.rows_returned, |call| array(call, |n| whole(*n)));
    Fields::default()
        .some_whole("sequence", b.sequence)
        .some_text("process_order", &b.process_order)
        .some_whole("warmup_calls", b.warmup_calls)
        .some_text("code_sha256", &b.code_sha256)
        .with("values", Json::Numbers(&b.values))
        .some("rows_returned", (!b.rows_returned.is_empty()).then_some(rows))
        .end()
}

fn claim(d: &Dataset, c: &Claim) -> Json<'static> {
    let fields = names(d, c.measure, c.case);
    let fields = fields.some(
        "statistic",
        c.statistic.map(|statistic| Json::Text(statistic.id().to_owned())),
    );
    let variant = |index: usize| d.variants[index].id.as_str();
    let printed = |figure: &Option<Printed>| figure.as_ref().map(|figure| Json::Text(figure.text.clone()));
    match &c.subject {
        ClaimSubject::Value { variant: index, value } => {
            fields.text("variant", variant(*index)).text("value", &value.text)
        }
        ClaimSubject::Comparison {
            baseline,
            candidate,
            baseline_value,
            candidate_value,
            reduction_percent,
            change_percent,
            ratio,
        } => fields
            .text("baseline", variant(*baseline))
            .text("candidate", variant(*candidate))
            .some("baseline_value", printed(baseline_value))
            .some("candidate_value", printed(candidate_value))
            .some("reduction_percent", printed(reduction_percent))
            .some("change_percent", printed(change_percent))
            .some("ratio", printed(ratio)),
    }
    .end()
}
