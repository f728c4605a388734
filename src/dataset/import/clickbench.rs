//! ClickBench: a result file of one system on one machine.
//!
//! Format: <https://github.com/ClickHouse/ClickBench>. `result` has a row a query with the seconds of three tries; the
//! first is the cold run, the others are hot. `null` is a query that did not finish.

use super::Importer;
use super::node::{Node, read_documents};
use super::quantity::{Quantity, cost};
use super::run::{Outcome, Run};
use crate::dataset::Unit;
use crate::diagnostic::SourceText;

pub struct ClickBench;

const HOT: Quantity = cost("hot_run", Unit::Second).per("query").samples().quantity();
const COLD: Quantity = cost("cold_run", Unit::Second).per("query").samples().quantity();
const LOAD: Quantity = cost("load_time", Unit::Second).quantity();
const SIZE: Quantity = cost("data_size", Unit::Byte).quantity();

const DECLARED: &[Quantity] = &[HOT, COLD, LOAD, SIZE];

impl Importer for ClickBench {
    fn name(&self) -> &'static str {
        "clickbench"
    }

    fn reads(&self) -> &'static str {
        "the result file of a system"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        ["\"result\"", "\"system\"", "\"machine\""]
            .iter()
            .all(|word| source.text.contains(word))
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_documents(source, run, read_system);
        }
    }
}

fn read_system(root: &Node<'_>, run: &mut Run) {
    if let Some(error) = root.get("error") {
        let fault = error.fault(
            "import::failed-run",
            "the file holds an error where a result was expected",
        );
        error.report(fault.found(error.written()).hint("leave this file out"));
        return;
    }
    run.name = root.setting("system");
    for (name, value) in root.fields() {
        let Some(text) = value.plain() else { continue };
        match name.as_str() {
            "system" | "load_time" | "data_size" | "result" => {}
            "tags" => run.detail("tags", tags(&value)),
            _ => run.detail(&name.replace('_', " "), text),
        }
    }
    if root
        .get("tags")
        .is_some_and(|list| tags(&list).contains("lukewarm-cold-run"))
    {
        run.warn("the first run was only lukewarm: the caches were not emptied before each query");
    }
    let rows = root.need("result").map(|rows| rows.items()).unwrap_or_default();
    for (number, row) in rows.iter().enumerate() {
        query(row, format!("Q{}", number + 1), run);
    }
    load(root, run);
}

fn tags(list: &Node<'_>) -> String {
    let words: Vec<String> = list.items().iter().filter_map(Node::plain).collect();
    words.join(", ")
}

fn query(row: &Node<'_>, name: String, run: &mut Run) {
    let tries = row.items();
    let mut outcome = Outcome::new(name);
    let measured = |tries: &[Node<'_>]| {
        let done = tries.iter().filter(|attempt| attempt.written() != "null");
        done.filter_map(Node::number).collect::<Vec<_>>()
    };
    let missing = tries.iter().filter(|attempt| attempt.written() == "null").count();
    if missing > 0 {
        let fault = row.fault(
            "import::no-value",
            format!("{missing} of {} tries gave no time", tries.len()),
        );
        run.skip_fault(&outcome.name, fault);
    }
    if let Some((first, rest)) = tries.split_first() {
        outcome.samples(&COLD, Unit::Second, measured(std::slice::from_ref(first)));
        outcome.samples(&HOT, Unit::Second, measured(rest));
    }
    run.results.push(outcome);
}

/// Time and size of the loading, as a case of its own.
fn load(root: &Node<'_>, run: &mut Run) {
    let mut outcome = Outcome::new("load");
    for (field, quantity) in [("load_time", &LOAD), ("data_size", &SIZE)] {
        match root.get(field).and_then(|value| value.number()) {
            // Systems that read files where they are have no load.
            Some(value) if value.is_zero() => run.skip(format!("`{field}`: given as 0, so there was nothing to load")),
            Some(value) => outcome.single(quantity, value),
            None => {}
        }
    }
    run.results.push(outcome);
}
