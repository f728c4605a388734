//! The tree of values that templates name: what `docs/templates.md` promises, from a data set and its summary.

use super::Subject;
use super::facts::Facts;
use super::number::{Kind, Number};
use crate::dataset::{Better, Case, Environment, Measure, Method, ProvenanceKind, Variant, VariantOrder};
use crate::locale::Direction;
use crate::stats::inference::RowIntervals;
use crate::stats::interval::{Interval, LEVEL_PERCENT};
use crate::stats::{Comparison, Exact, Row};
use tera::{Context, Map, Value};

/// The values that templates can name and artefacts may repeat, where the tree has them.
pub const ROOTS: [&str; 15] = [
    "report",
    "provenance",
    "variants",
    "cases",
    "measures",
    "baseline",
    "candidate",
    "primary",
    "headline",
    "ranking",
    "grid",
    "m",
    "counts",
    "method",
    "environment",
];

/// The name of an id in a template: `_` for each character that no identifier has, and before a digit at the start.
pub fn identifier(id: &str) -> String {
    let name: String = id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name
    }
}

/// A table under construction; what is `None` is left out.
#[derive(Default)]
pub(super) struct Table(Map);

impl Table {
    pub(super) fn put(&mut self, key: &str, value: impl Into<Value>) -> &mut Self {
        self.0.insert(key.to_owned().into(), value.into());
        self
    }

    fn text(&mut self, key: &str, text: Option<&str>) -> &mut Self {
        if let Some(text) = text {
            self.put(key, text);
        }
        self
    }

    /// A text of the data or the report, to be read within words of the language.
    pub(super) fn name(&mut self, subject: &Subject, key: &str, text: Option<&str>) -> &mut Self {
        if let Some(text) = text {
            self.put(key, subject.isolated(text));
        }
        self
    }

    fn number(&mut self, path: &str, key: &str, number: Option<Exact>, kind: Kind) -> &mut Self {
        if let Some(exact) = number {
            self.put(key, Number::new(format!("{path}.{key}"), exact, kind).to_value());
        }
        self
    }

    fn count(&mut self, path: &str, key: &str, count: Option<u64>) -> &mut Self {
        self.number(path, key, count.map(Exact::from), Kind::Count)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn value(&mut self) -> Value {
        Value::from(std::mem::take(&mut self.0))
    }
}

impl Subject {
    /// The whole context but the words that need it to be rendered themselves.
    pub(super) fn tree(&self, facts: &Facts) -> Context {
        let mut context = Context::new();
        let script = self.locale.script();
        context.insert_value("lang", Value::from(script.tag));
        let direction = match script.direction {
            Direction::LeftToRight => "ltr",
            Direction::RightToLeft => "rtl",
        };
        context.insert_value("dir", Value::from(direction));
        context.insert_value("report", self.report_value());
        context.insert_value("provenance", self.provenance_value());
        let data = &self.dataset;
        let variants: Vec<Value> = data.variants.iter().map(|v| self.variant_value(v)).collect();
        if let Some(candidate) = self.comparison.candidate {
            context.insert_value("candidate", variants[candidate].clone());
        }
        context.insert_value("baseline", variants[self.comparison.baseline].clone());
        context.insert_value("variants", Value::from(variants));
        let cases: Vec<Value> = data
            .cases
            .iter()
            .enumerate()
            .map(|(i, c)| self.case_value(i, c))
            .collect();
        context.insert_value("cases", Value::from(cases));
        let measures: Vec<Value> = (0..data.measures.len())
            .map(|index| self.measure_value(index))
            .collect();
        let mut by_id = Table::default();
        for (measure, value) in data.measures.iter().zip(&measures) {
            by_id.put(&identifier(&measure.id), value.clone());
        }
        context.insert_value("m", by_id.value());
        context.insert_value("primary", measures[self.comparison.primary].clone());
        context.insert_value("measures", Value::from(measures));
        if let Some(row) = self.headline() {
            context.insert_value("headline", self.headline_value(row));
        }
        if let Some(ranking) = self.ranking_value() {
            context.insert_value("ranking", ranking);
        }
        if let Some(grid) = self.grid_value() {
            context.insert_value("grid", grid);
        }
        context.insert_value("counts", self.counts_value());
        context.insert_value("method", self.method_value(&data.method));
        context.insert_value("environment", self.environment_value(&data.method.environment));
        context.insert_value("facts", facts_value(facts));
        context.insert_value("terms", self.terms_value());
        context
    }

    fn report_value(&self) -> Value {
        let report = &self.report;
        let mut table = Table::default();
        table.put("id", report.id.as_str());
        table.text("date", report.date.as_deref());
        let date_text = report.date.as_deref().and_then(|date| self.locale.date(date));
        table.text("date_text", date_text.as_deref());
        table.put("authors", self.all_isolated(&report.authors));
        table.text("url", report.url.as_deref());
        let mut links = Table::default();
        for (name, address) in &report.links {
            links.put(&identifier(name), address.as_str());
        }
        table.put("links", links.value());
        let files: Vec<Value> = self
            .files()
            .into_iter()
            .map(|file| {
                Table::default()
                    .put("name", file.name)
                    .put("kind", file.kind.id())
                    .put("label", file.label)
                    .value()
            })
            .collect();
        table.put("files", files);
        let languages: Vec<Value> = report
            .languages
            .iter()
            .map(|script| Table::default().put("tag", script.tag).put("name", script.name).value())
            .collect();
        table.put("languages", languages);
        table.value()
    }

    fn provenance_value(&self) -> Value {
        let provenance = &self.dataset.provenance;
        let mut table = Table::default();
        let kind = match provenance.kind {
            ProvenanceKind::Measured => "measured",
            ProvenanceKind::Synthetic => "synthetic",
            ProvenanceKind::PublishedAggregates => "published-aggregates",
        };
        table.put("kind", kind).name(self, "note", provenance.note.as_deref());
        if let Some(source) = &provenance.source {
            let mut inner = Table::default();
            inner
                .name(self, "title", Some(&source.title))
                .name(self, "author", source.author.as_deref())
                .text("url", source.url.as_deref());
            let published = source.published.as_deref().and_then(|date| self.locale.date(date));
            inner.name(self, "published", published.as_deref().or(source.published.as_deref()));
            table.put("source", inner.value());
        }
        table.put("skipped", self.all_isolated(&provenance.skipped));
        table.value()
    }

    /// The words of terms for a name of the data: `variants.off` → `Pamięć podręczna wyłączona`.
    fn name_of<'a>(&'a self, table: &str, id: &str, otherwise: &'a str) -> &'a str {
        self.terms.get(&format!("{table}.{id}")).unwrap_or(otherwise)
    }

    fn variant_value(&self, variant: &Variant) -> Value {
        let name = self.variant_name(variant);
        let short = self.variant_short(variant);
        Table::default()
            .put("id", variant.id.as_str())
            .name(self, "name", Some(name))
            .name(self, "short", Some(short))
            .text("build", variant.build.as_deref())
            .value()
    }

    pub fn variant_name<'a>(&'a self, variant: &'a Variant) -> &'a str {
        self.name_of("variants", &variant.id, &variant.name)
    }

    pub fn variant_short<'a>(&'a self, variant: &'a Variant) -> &'a str {
        let short = self.report.short(variant);
        if short == variant.name {
            self.variant_name(variant)
        } else {
            short
        }
    }

    pub fn case_name<'a>(&'a self, case: &'a Case) -> &'a str {
        self.name_of("cases", &case.id, &case.name)
    }

    fn case_value(&self, index: usize, case: &Case) -> Value {
        let path = format!("cases[{index}]");
        Table::default()
            .put("id", case.id.as_str())
            .name(self, "name", Some(self.case_name(case)))
            .count(&path, "operations", case.operations)
            .value()
    }

    /// The unit of a measure as a column head says it: `ms/audit`.
    pub(super) fn unit_label(&self, measure: &Measure) -> String {
        let units = self.locale.units();
        self.locale
            .isolate_unit(units.label(measure.display_unit, measure.per.as_deref()))
    }

    /// A text that keeps its own order within words that run the other way.
    pub(super) fn isolated(&self, text: &str) -> String {
        self.locale.isolate(text.to_owned())
    }

    fn all_isolated(&self, texts: &[String]) -> Vec<String> {
        texts.iter().map(|text| self.isolated(text)).collect()
    }

    /// The name of a measure at the start of a line: what terms say, or its id as words.
    pub fn measure_name(&self, measure: &Measure) -> String {
        match self.terms.measure_name(&measure.id) {
            Some(name) => name,
            None => {
                let words = measure.id.replace(['_', '-'], " ");
                let mut letters = words.chars();
                let name =
                    (letters.next()).map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
                self.isolated(&name)
            }
        }
    }

    fn measure_value(&self, index: usize) -> Value {
        let measure = &self.dataset.measures[index];
        let mut table = Table::default();
        let units = self.locale.units();
        table
            .put("id", measure.id.as_str())
            .put("name", self.measure_name(measure))
            .put(
                "unit",
                self.isolated(&units.symbol(measure.display_unit, measure.per.as_deref())),
            )
            .put("unit_label", self.unit_label(measure))
            .text("per", measure.per.as_deref())
            .put(
                "better",
                if measure.better == Better::Lower {
                    "lower"
                } else {
                    "higher"
                },
            )
            .put("sampled", self.is_sampled(index))
            .put("derived", measure.derived.is_some());
        let path = format!("m.{}", identifier(&measure.id));
        let rows = |case: Option<usize>| {
            (self.summary.rows.iter()).filter(move |row| row.measure == index && row.case == case)
        };
        let mut plain = Vec::new();
        for row in rows(None) {
            let entry = self.row_value(&format!("{path}.{}", row.statistic.id()), row);
            table.put(row.statistic.id(), entry.clone());
            plain.push(entry);
        }
        table.put("statistics", plain);
        let mut cases = Table::default();
        for (number, case) in self.dataset.cases.iter().enumerate() {
            let name = identifier(&case.id);
            let mut inner = Table::default();
            inner
                .put("id", case.id.as_str())
                .name(self, "name", Some(self.case_name(case)));
            let mut entries = Vec::new();
            for row in rows(Some(number)) {
                let entry = self.row_value(&format!("{path}.cases.{name}.{}", row.statistic.id()), row);
                inner.put(row.statistic.id(), entry.clone());
                entries.push(entry);
            }
            if !entries.is_empty() {
                inner.put("statistics", entries);
                cases.put(&name, inner.value());
            }
        }
        table.put("cases", cases.value());
        table.value()
    }

    /// One statistic: its values and, when there is a candidate, the comparison.
    fn row_value(&self, path: &str, row: &Row) -> Value {
        let kind = Kind::Quantity(row.measure);
        let mut table = Table::default();
        let name = self.terms.get(&format!("statistics.{}", row.statistic.id()));
        table
            .put("statistic", row.statistic.id())
            .put("name", name.unwrap_or(row.statistic.id()));
        table.number(path, "baseline", row.values[self.comparison.baseline].clone(), kind);
        let mut values = Table::default();
        for (variant, value) in self.dataset.variants.iter().zip(&row.values) {
            values.number(&format!("{path}.values"), &identifier(&variant.id), value.clone(), kind);
        }
        table.put("values", values.value());
        if let Some(candidate) = self.comparison.candidate {
            table.number(path, "candidate", row.values[candidate].clone(), kind);
        }
        let mut others = Table::default();
        for comparison in &row.comparisons {
            let id = identifier(&self.dataset.variants[comparison.candidate].id);
            let mut other = Table::default();
            put_comparison(&mut other, &format!("{path}.comparisons.{id}"), comparison, kind);
            others.put(&id, other.value());
            if Some(comparison.candidate) == self.comparison.candidate {
                put_comparison(&mut table, path, comparison, kind);
            }
        }
        table.put("comparisons", others.value());
        if let Some(published) = self.published_value(&format!("{path}.published"), row) {
            table.put("published", published);
        }
        if let Some(intervals) = self.intervals_of(row) {
            table.put(
                "interval",
                self.interval_value(&format!("{path}.interval"), row, intervals),
            );
        }
        table.value()
    }

    /// The intervals of one statistic: `baseline`, `candidate`, `values`, and of a mean `change`, `reduction`, `ratio`,
    /// each with `lower` and `upper`; `established`, whether the data tell the variants apart; `level` in percent.
    fn interval_value(&self, path: &str, row: &Row, intervals: &RowIntervals) -> Value {
        let kind = Kind::Quantity(row.measure);
        let mut table = Table::default();
        table.number(
            path,
            "level",
            Some(Exact::from(u64::from(LEVEL_PERCENT))),
            Kind::Percent,
        );
        let put = |table: &mut Table, path: &str, key: &str, interval: Option<&Interval>, kind: Kind| {
            if let Some(interval) = interval {
                let path = format!("{path}.{key}");
                let mut ends = Table::default();
                ends.number(&path, "lower", Some(interval.lower.clone()), kind).number(
                    &path,
                    "upper",
                    Some(interval.upper.clone()),
                    kind,
                );
                table.put(key, ends.value());
            }
        };
        let mut values = Table::default();
        for (index, variant) in self.dataset.variants.iter().enumerate() {
            let interval = intervals.values[index].as_ref();
            put(
                &mut values,
                &format!("{path}.values"),
                &identifier(&variant.id),
                interval,
                kind,
            );
            if index == self.comparison.baseline {
                put(&mut table, path, "baseline", interval, kind);
            }
            if Some(index) == self.comparison.candidate {
                put(&mut table, path, "candidate", interval, kind);
            }
        }
        table.put("values", values.value());
        let compared = row
            .comparisons
            .iter()
            .position(|c| Some(c.candidate) == self.comparison.candidate);
        if let Some(quotient) = compared.and_then(|at| intervals.quotients[at].as_ref()) {
            table.put("established", quotient.excludes_one());
            let ratio = quotient.ratio(self.dataset.measures[row.measure].better);
            put(
                &mut table,
                path,
                "change",
                Some(&quotient.change_percent()),
                Kind::Percent,
            );
            put(
                &mut table,
                path,
                "reduction",
                Some(&quotient.reduction_percent()),
                Kind::Percent,
            );
            put(&mut table, path, "ratio", ratio.as_ref(), Kind::Ratio);
        }
        table.value()
    }

    fn headline_value(&self, row: &Row) -> Value {
        let measure = &self.dataset.measures[row.measure];
        let mut path = format!("m.{}", identifier(&measure.id));
        if let Some(case) = row.case {
            path = format!("{path}.cases.{}", identifier(&self.dataset.cases[case].id));
        }
        let entry = self.row_value(&format!("{path}.{}", row.statistic.id()), row);
        let mut table = Table(entry.into_map().unwrap_or_default());
        table.put("measure", self.measure_name(measure)).put(
            "better",
            if measure.better == Better::Lower {
                "lower"
            } else {
                "higher"
            },
        );
        if let Some(case) = row.case {
            table.name(self, "case", Some(self.case_name(&self.dataset.cases[case])));
        }
        table.value()
    }

    fn counts_value(&self) -> Value {
        let data = &self.dataset;
        let counts = &self.summary.counts;
        let path = "counts";
        Table::default()
            .count(path, "variants", Some(data.variants.len() as u64))
            .count(path, "cases", Some(data.cases.len() as u64))
            .count(path, "measures", Some(data.measures.len() as u64))
            .count(path, "batches_per_variant", counts.batches_per_variant)
            .count(path, "calls_per_batch", counts.calls_per_batch)
            .count(path, "warmup_calls_per_batch", data.method.warmup_calls_per_batch)
            .count(path, "statements_per_call", data.method.statements_per_call)
            .count(path, "calls_per_variant", counts.calls_per_variant)
            .count(path, "batches", Some(counts.batches))
            .count(path, "calls", Some(counts.calls))
            .count(path, "statements", counts.statements)
            .value()
    }

    fn terms_value(&self) -> Value {
        nested(self.terms.iter().map(|(key, word)| (key, word.text.as_str())))
    }

    fn method_value(&self, method: &Method) -> Value {
        let path = "method";
        let mut table = Table::default();
        table
            .name(self, "tool", method.tool.as_deref())
            .count(path, "batches_per_variant", method.batches_per_variant)
            .count(path, "calls_per_batch", method.calls_per_batch)
            .count(path, "warmup_calls_per_batch", method.warmup_calls_per_batch)
            .count(path, "statements_per_call", method.statements_per_call)
            .count(path, "threads", method.threads)
            .number(path, "duration_s", method.duration_s.clone(), Kind::Plain)
            .count(path, "tables", method.tables)
            .count(path, "rows_per_table", method.rows_per_table)
            .count(path, "rows", method.rows)
            .count(path, "repeats", method.repeats)
            .text("revision", method.revision.as_deref())
            .text("code_sha256", method.code_sha256.as_deref())
            .put("parameters", self.pairs(&method.parameters));
        if let Some(order) = method.variant_order {
            let order = match order {
                VariantOrder::Fixed => "fixed",
                VariantOrder::Alternated => "alternated",
                VariantOrder::Randomised => "randomised",
            };
            table.put("variant_order", order);
        }
        if let Some(rows) = &method.rows_per_call {
            let rows: Vec<Value> = (rows.iter().enumerate())
                .map(|(i, n)| {
                    Number::new(format!("method.rows_per_call[{i}]"), Exact::from(*n), Kind::Count).to_value()
                })
                .collect();
            table.put("rows_per_call", rows);
        }
        table.value()
    }

    fn environment_value(&self, environment: &Environment) -> Value {
        let path = "environment";
        let mut table = Table::default();
        table
            .name(self, "os", environment.os.as_deref())
            .name(self, "cpu", environment.cpu.as_deref())
            .count(path, "vcpus", environment.vcpus)
            .count(path, "memory_bytes", environment.memory_bytes)
            .name(self, "storage", environment.storage.as_deref())
            .count(path, "hosts", environment.hosts)
            .name(self, "runtime", environment.runtime.as_deref())
            .name(self, "transport", environment.transport.as_deref())
            .put("details", self.pairs(&environment.details));
        if let Some(shared) = environment.shared_host {
            table.put("shared_host", shared);
        }
        table.value()
    }

    fn pairs(&self, entries: &[(String, String)]) -> Vec<Value> {
        entries
            .iter()
            .map(|(name, value)| {
                let words = self.terms.setting_name(name);
                // What is said of a name of somebody's own is theirs as well.
                let state = words.as_ref().and_then(|_| self.terms.state_name(value));
                Table::default()
                    .name(self, "name", Some(words.as_ref().unwrap_or(name)))
                    .name(self, "value", Some(state.as_ref().unwrap_or(value)))
                    .value()
            })
            .collect()
    }
}

fn put_comparison(table: &mut Table, path: &str, comparison: &Comparison, quantity: Kind) {
    table
        .number(path, "difference", Some(comparison.difference.clone()), quantity)
        .number(path, "saved", Some(comparison.difference.abs()), quantity)
        .number(path, "change", Some(comparison.change_percent.clone()), Kind::Percent)
        .number(
            path,
            "reduction",
            Some(comparison.reduction_percent.clone()),
            Kind::Percent,
        )
        .number(path, "ratio", comparison.ratio.clone(), Kind::Ratio)
        .put("verdict", comparison.verdict.id());
}

/// Tables from dotted keys.
fn nested<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> Value {
    fn insert(map: &mut Map, key: &str, text: &str) {
        match key.split_once('.') {
            None => {
                map.insert(key.to_owned().into(), Value::from(text));
            }
            Some((table, rest)) => {
                let entry = map
                    .entry(table.to_owned().into())
                    .or_insert_with(|| Value::from(Map::new()));
                let mut inner = std::mem::replace(entry, Value::none()).into_map().unwrap_or_default();
                insert(&mut inner, rest, text);
                *entry = Value::from(inner);
            }
        }
    }
    let mut map = Map::new();
    for (key, text) in entries {
        insert(&mut map, key, text);
    }
    Value::from(map)
}

fn facts_value(facts: &Facts) -> Value {
    let mut table = Table::default();
    for (name, holds) in facts.all() {
        table.put(name, holds);
    }
    table
        .count("facts", "cases_better", Some(facts.cases_better))
        .count("facts", "cases_worse", Some(facts.cases_worse))
        .count("facts", "cases_unchanged", Some(facts.cases_unchanged))
        .count("facts", "cases_unclear", Some(facts.cases_unclear))
        .value()
}
