//! mysqlslap and mariadb-slap: the text blocks of the standard output, and the CSV of `--csv`.
//!
//! A figure is the time of one round of all queries; average, minimum and maximum are over `--iterations`, not over
//! queries. CSV columns: engine, kind of load, average, minimum, maximum, clients, queries per client
//! (`client/mysqlslap.cc`, `print_conclusions_csv`).

use super::Importer;
use super::quantity::{Quantity, cost};
use super::run::{Outcome, Run};
use super::scan::{Field, lines};
use crate::dataset::Unit;
use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;

pub struct Mysqlslap;

const AVG: Quantity = cost("round_time_avg", Unit::Second).per("round").quantity();
const MIN: Quantity = cost("round_time_min", Unit::Second).per("round").quantity();
const MAX: Quantity = cost("round_time_max", Unit::Second).per("round").quantity();

/// The tool prints seconds with `%ld.%03ld`.
const DECIMALS: Option<usize> = Some(3);

const DECLARED: &[Quantity] = &[AVG, MIN, MAX];

impl Importer for Mysqlslap {
    fn name(&self) -> &'static str {
        "mysqlslap"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output, or the CSV of --csv"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let all = lines(source);
        all.iter()
            .any(|line| line.text.contains("number of seconds to run all queries:"))
            || all.iter().find(|line| !line.text.trim().is_empty()).is_some_and(is_csv)
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        run.variant_word = Some("engine");
        for source in sources {
            let all = lines(source);
            match all.iter().find(|line| !line.text.trim().is_empty()) {
                Some(first) if is_csv(first) => read_csv(&all, run),
                _ => read_blocks(&all, run),
            }
        }
    }
}

/// Seven columns, the last five of them numbers.
fn is_csv(line: &Field<'_>) -> bool {
    let columns = line.split(',');
    columns.len() == 7 && columns[2..].iter().all(|column| column.number(None).is_ok())
}

fn read_csv(all: &[Field<'_>], run: &mut Run) {
    for line in all.iter().filter(|line| !line.text.trim().is_empty()) {
        let columns = line.split(',');
        if columns.len() != 7 {
            run.faults.push(
                line.fault("import::csv-columns", "the line has not the columns of mysqlslap's CSV")
                    .found(format!("{} columns", columns.len()))
                    .expected("engine, load, average, minimum, maximum, clients, queries per client"),
            );
            continue;
        }
        let read = || -> Result<Outcome, Fault> {
            let times = [columns[2], columns[3], columns[4]].map(|column| column.number(DECIMALS));
            let [avg, min, max] = times;
            block(
                columns[0].text,
                columns[1].text,
                [avg?, min?, max?],
                columns[5],
                columns[6],
            )
        };
        if let Some(outcome) = run.keep(read()) {
            run.results.push(outcome);
        }
    }
}

fn block(
    engine: &str,
    load: &str,
    [avg, min, max]: [Exact; 3],
    clients: Field<'_>,
    queries: Field<'_>,
) -> Result<Outcome, Fault> {
    let mut outcome = Outcome::new("");
    outcome.variant = Some(engine.trim().to_owned()).filter(|engine| !engine.is_empty());
    if !load.is_empty() {
        outcome.setting("load", load);
    }
    outcome.setting("clients", clients.count()?.to_string());
    outcome.setting("queries per client", queries.count()?.to_string());
    outcome.single(&AVG, avg);
    outcome.single(&MIN, min);
    outcome.single(&MAX, max);
    Ok(outcome)
}

/// The lines of one block that were found so far.
#[derive(Default)]
struct Block<'a> {
    engine: Option<Field<'a>>,
    avg: Option<Field<'a>>,
    min: Option<Field<'a>>,
    max: Option<Field<'a>>,
    clients: Option<Field<'a>>,
    queries: Option<Field<'a>>,
}

fn read_blocks(all: &[Field<'_>], run: &mut Run) {
    let mut open: Option<(Field<'_>, Block<'_>)> = None;
    for line in all {
        if line.text.trim() == "Benchmark" {
            finish(open.take(), run);
            open = Some((*line, Block::default()));
            continue;
        }
        let (_, block) = open.get_or_insert_with(|| (*line, Block::default()));
        for (label, slot) in [
            ("Average number of seconds to run all queries:", &mut block.avg),
            ("Minimum number of seconds to run all queries:", &mut block.min),
            ("Maximum number of seconds to run all queries:", &mut block.max),
            ("Number of clients running queries:", &mut block.clients),
            ("Average number of queries per client:", &mut block.queries),
        ] {
            if let Some(value) = line.after(label) {
                *slot = Some(value.leading_number().0);
            }
        }
        if let Some(engine) = line.after("Running for engine ") {
            block.engine = Some(engine);
        }
    }
    finish(open, run);
}

fn finish(open: Option<(Field<'_>, Block<'_>)>, run: &mut Run) {
    let Some((start, found)) = open else {
        return;
    };
    let (Some(avg), Some(min), Some(max), Some(clients), Some(queries)) =
        (found.avg, found.min, found.max, found.clients, found.queries)
    else {
        if start.text.trim() == "Benchmark" {
            run.faults.push(
                start
                    .fault("import::truncated", "the block of a benchmark is not whole")
                    .expected("average, minimum and maximum seconds, clients and queries per client"),
            );
        }
        return;
    };
    let engine = found.engine.map_or("", |engine| engine.text);
    let read = || -> Result<Outcome, Fault> {
        let times = [avg.number(DECIMALS)?, min.number(DECIMALS)?, max.number(DECIMALS)?];
        block(engine, "", times, clients, queries)
    };
    if let Some(outcome) = run.keep(read()) {
        run.results.push(outcome);
    }
}
