//! hey: the text of its standard output, one run or several, and the CSV of `-o csv` with every single request.
//!
//! Formats: `requester/print.go` of <https://github.com/rakyll/hey>; all times are seconds.

use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{Outcome, Run};
use super::scan::{Field, lines};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, SourceText};

pub struct Hey;

const LATENCY: Quantity = cost("latency", Unit::Second).per("request").samples().quantity();
const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("request").quantity();
const AVG: Quantity = cost("latency_avg", Unit::Second).per("request").quantity();
const MIN: Quantity = cost("latency_min", Unit::Second).per("request").quantity();
const MAX: Quantity = cost("latency_max", Unit::Second).per("request").quantity();
const P50: Quantity = cost("latency_p50", Unit::Second).per("request").quantity();
const P90: Quantity = cost("latency_p90", Unit::Second).per("request").quantity();
const P95: Quantity = cost("latency_p95", Unit::Second).per("request").quantity();
const P99: Quantity = cost("latency_p99", Unit::Second).per("request").quantity();
const ERRORS: Quantity = cost("errors", Unit::One).quantity();
const NOT_OK: Quantity = cost("responses_not_2xx", Unit::One).quantity();

/// hey prints four digits after the point.
const DECIMALS: Option<usize> = Some(4);

const CSV_HEAD: &str = "response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset";

const DECLARED: &[Quantity] = &[LATENCY, THROUGHPUT, AVG, MIN, MAX, P50, P90, P95, P99, ERRORS, NOT_OK];

impl Importer for Hey {
    fn name(&self) -> &'static str {
        "hey"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output, or the CSV of -o csv"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        let all = lines(source);
        all.iter().any(|line| line.text == CSV_HEAD)
            || (all.iter().any(|line| line.text.trim() == "Summary:")
                && all
                    .iter()
                    .any(|line| line.after("Fastest:").is_some_and(|rest| rest.text.ends_with("secs"))))
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            let all = lines(source);
            if all.iter().any(|line| line.text == CSV_HEAD) {
                read_csv(&all, run);
            } else {
                read_reports(&all, run);
            }
        }
    }
}

fn read_csv(all: &[Field<'_>], run: &mut Run) {
    let mut values = Vec::new();
    let mut not_ok = 0u64;
    for line in all
        .iter()
        .filter(|line| !line.text.trim().is_empty() && line.text != CSV_HEAD)
    {
        let columns = line.split(',');
        if columns.len() != 8 {
            run.faults.push(
                line.fault("import::csv-columns", "the line has not the columns of hey's CSV")
                    .found(format!("{} columns", columns.len()))
                    .expected(CSV_HEAD)
                    .hint("the file may be cut short"),
            );
            continue;
        }
        if !columns[6].text.starts_with('2') {
            not_ok += 1;
        }
        let value = run.keep(columns[0].number(DECIMALS));
        values.extend(value);
    }
    let mut outcome = Outcome::default();
    outcome.samples(&LATENCY, Unit::Second, values);
    outcome.single(&NOT_OK, not_ok.into());
    run.skip("times of the parts of each request: the whole time is kept");
    run.results.push(outcome);
}

struct Report<'a> {
    start: Field<'a>,
    outcome: Outcome,
    section: Section,
    errors: u64,
    not_ok: u64,
    finished: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Summary,
    Histogram,
    Percentiles,
    Details,
    Status,
    Errors,
}

fn read_reports(all: &[Field<'_>], run: &mut Run) {
    let mut open: Option<Report<'_>> = None;
    let mut command: Option<Field<'_>> = None;
    for line in all {
        let text = line.text.trim();
        if text.trim_start_matches(['$', '#', ' ']).starts_with("hey ") {
            command = Some(line.trim());
        } else if text == "Summary:" {
            finish(open.take(), run);
            let mut report = Report {
                start: *line,
                outcome: Outcome {
                    repeats: true,
                    ..Outcome::default()
                },
                section: Section::Summary,
                errors: 0,
                not_ok: 0,
                finished: false,
            };
            if let Some(command) = command.take() {
                report.outcome.setting("command", command.text);
            }
            open = Some(report);
        } else if let Some(report) = &mut open {
            let read = report.line(*line, run);
            run.keep(read);
        } else if !text.is_empty() {
            run.skip(format!("line `{text}`: it stands before the first summary"));
        }
    }
    finish(open, run);
}

impl Report<'_> {
    fn line(&mut self, line: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let section = match line.text.trim() {
            "Response time histogram:" => Some(Section::Histogram),
            "Latency distribution:" => Some(Section::Percentiles),
            "Status code distribution:" => Some(Section::Status),
            "Error distribution:" => Some(Section::Errors),
            text if text.starts_with("Details (") => Some(Section::Details),
            _ => None,
        };
        if let Some(section) = section {
            self.section = section;
            return Ok(());
        }
        match self.section {
            Section::Summary => self.summary(line, run)?,
            Section::Histogram if line.text.contains('[') => {
                run.skip("response time histogram: its bins are no single calls");
            }
            Section::Percentiles => self.percentile(line, run)?,
            Section::Details if line.text.contains("secs") => {
                run.skip("times of the parts of a request: the whole time is kept");
            }
            Section::Status => {
                if let Some((code, count)) = line.after("[").and_then(|rest| rest.halves("]"))
                    && !code.text.starts_with('2')
                {
                    self.not_ok += count.leading_number().0.count()?;
                }
            }
            Section::Errors => {
                if let Some((count, _)) = line.after("[").and_then(|rest| rest.halves("]")) {
                    self.errors += count.count()?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn summary(&mut self, line: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        for (label, quantity) in [("Average:", &AVG), ("Fastest:", &MIN), ("Slowest:", &MAX)] {
            if let Some(value) = line.after(label) {
                if value.text.starts_with("NaN") {
                    // The rate of a run without an answer is one of failures.
                    return Err(value
                        .fault("import::failed-run", "no request was answered")
                        .found(format!("`{}`", line.text.trim()))
                        .hint("the errors stand at the end of the report: was the server there?"));
                }
                self.time(quantity, value, run)?;
            }
        }
        if let Some(rate) = line.after("Requests/sec:") {
            self.outcome.single(&THROUGHPUT, rate.number(DECIMALS)?);
            self.finished = true;
        }
        if let Some(total) = line.after("Total:") {
            run.detail("total time", total.text.replace(" secs", " s"));
        }
        if let Some(data) = line.after("Total data:") {
            run.detail("total data", data.text);
        }
        Ok(())
    }

    /// `99% in 0.1386 secs`.
    fn percentile(&mut self, line: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let Some((percent, value)) = line.halves("% in ") else {
            return Ok(());
        };
        if percent.text == "0" {
            // hey keeps the place of a percentile that too few requests have.
            run.skip("percentiles that too few requests have: hey prints them as 0%");
            return Ok(());
        }
        let id = percentile_id("latency", percent.text);
        let quantity = Quantity::named(id, Unit::Second, Better::Lower, Kind::Summary).per("request");
        self.time(&quantity, value, run)
    }

    fn time(&mut self, quantity: &Quantity, value: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let number = value.leading_number().0;
        let seconds = number.number(DECIMALS)?;
        if seconds.is_zero() {
            run.skip_below_printed(&quantity.id, number.text, "hey");
        } else {
            self.outcome.single(quantity, seconds);
        }
        Ok(())
    }
}

fn finish(report: Option<Report<'_>>, run: &mut Run) {
    let Some(mut report) = report else {
        return;
    };
    if !report.finished {
        run.truncated(report.start, "Requests/sec: …");
        return;
    }
    if report.errors > 0 {
        report.outcome.single(&ERRORS, report.errors.into());
    }
    report.outcome.single(&NOT_OK, report.not_ok.into());
    run.results.push(report.outcome);
}
