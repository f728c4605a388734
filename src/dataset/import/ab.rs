//! ab (ApacheBench): the text of its standard output, one run or several.
//!
//! The percentiles are whole milliseconds, so a printed 0 only says "below half a millisecond" and is left out.
//! `Kbytes` are 1024 bytes (`support/ab.c`).

use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{About, Outcome, Run};
use super::scan::{Field, lines};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, SourceText};

pub struct Ab;

const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("request").quantity();
const AVG: Quantity = cost("latency_avg", Unit::Millisecond).per("request").quantity();
const STDDEV: Quantity = cost("latency_stddev", Unit::Millisecond).per("request").quantity();
const MIN: Quantity = cost("latency_min", Unit::Millisecond).per("request").quantity();
const P50: Quantity = cost("latency_p50", Unit::Millisecond).per("request").quantity();
const P90: Quantity = cost("latency_p90", Unit::Millisecond).per("request").quantity();
const P95: Quantity = cost("latency_p95", Unit::Millisecond).per("request").quantity();
const P99: Quantity = cost("latency_p99", Unit::Millisecond).per("request").quantity();
const MAX: Quantity = cost("latency_max", Unit::Millisecond).per("request").quantity();
const TRANSFER: Quantity = yields("transfer_rate", Unit::KibibytePerSecond).quantity();
const FAILED: Quantity = cost("failed_requests", Unit::One).quantity();
const NON_2XX: Quantity = cost("non_2xx_responses", Unit::One).quantity();
const WRITE_ERRORS: Quantity = cost("write_errors", Unit::One).quantity();

const DECLARED: &[Quantity] = &[
    THROUGHPUT,
    AVG,
    STDDEV,
    MIN,
    P50,
    P90,
    P95,
    P99,
    MAX,
    TRANSFER,
    FAILED,
    NON_2XX,
    WRITE_ERRORS,
];

impl Importer for Ab {
    fn name(&self) -> &'static str {
        "ab"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        source.text.contains("This is ApacheBench") || source.text.contains("Time taken for tests:")
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            let mut open: Option<Report<'_>> = None;
            for line in lines(source) {
                let banner = line.after("This is ApacheBench, Version ");
                if banner.is_some() || open.is_none() {
                    finish(open.take(), run);
                    open = (!line.text.trim().is_empty()).then(|| Report::new(line));
                }
                if let Some(version) = banner {
                    let version = version.words().first().map_or("", |word| word.text);
                    run.fact(About::Tool, format!("ab {version}"));
                }
                if let Some(report) = &mut open {
                    let read = report.line(line, run);
                    run.keep(read);
                }
            }
            finish(open, run);
        }
    }
}

struct Report<'a> {
    start: Field<'a>,
    outcome: Outcome,
    host: String,
    path: String,
    percentiles: bool,
    finished: bool,
}

impl<'a> Report<'a> {
    fn new(start: Field<'a>) -> Self {
        Report {
            start,
            outcome: Outcome {
                repeats: true,
                ..Outcome::default()
            },
            host: String::new(),
            path: String::new(),
            percentiles: false,
            finished: false,
        }
    }

    fn line(&mut self, line: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        if let Some(host) = line.after("Server Hostname:") {
            host.text.clone_into(&mut self.host);
        } else if let Some(port) = line.after("Server Port:") {
            self.host = format!("{}:{}", self.host, port.text);
        } else if let Some(path) = line.after("Document Path:") {
            path.text.clone_into(&mut self.path);
        } else if let Some(server) = line.after("Server Software:") {
            run.detail("server", server.text);
        } else if let Some(concurrency) = line.after("Concurrency Level:") {
            self.outcome.setting("concurrency", concurrency.text);
        } else if let Some(requests) = line.after("Complete requests:") {
            self.outcome.setting("requests", requests.text);
        } else if let Some(length) = line.after("Document Length:") {
            self.outcome.setting("document length", length.text);
        } else if let Some(error) = line.after("apr_").filter(|_| !self.finished) {
            return Err(error
                .fault("import::failed-run", "ab reports an error")
                .found(format!("`{}`", line.text.trim())));
        } else {
            self.figure(line, run)?;
        }
        Ok(())
    }

    fn figure(&mut self, line: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        if let Some(rate) = line.after("Requests per second:") {
            self.outcome
                .single(&THROUGHPUT, rate.leading_number().0.number(Some(2))?);
            self.finished = true;
        } else if let Some(time) = line.after("Time per request:") {
            if time.text.contains("across all") {
                run.skip("time per request across all concurrent requests: the inverse of the rate");
            } else {
                self.outcome.single(&AVG, time.leading_number().0.number(Some(3))?);
            }
        } else if let Some(rate) = line.after("Transfer rate:") {
            if rate.text.contains("received") {
                self.outcome.single(&TRANSFER, rate.leading_number().0.number(Some(2))?);
            }
        } else if let Some(total) = line.after("Total:") {
            self.total(total, run)?;
        } else if line.after("Percentage of the requests").is_some() {
            self.percentiles = true;
        } else if self.percentiles && line.text.contains('%') {
            self.percentile(line, run)?;
        } else if ["Connect:", "Processing:", "Waiting:"]
            .iter()
            .any(|label| line.after(label).is_some())
        {
            run.skip("times to connect, to process and to wait: parts of the whole latency");
        } else {
            for (label, quantity) in [
                ("Failed requests:", &FAILED),
                ("Non-2xx responses:", &NON_2XX),
                ("Write errors:", &WRITE_ERRORS),
            ] {
                if let Some(count) = line.after(label) {
                    self.outcome.single(quantity, count.leading_number().0.number(None)?);
                }
            }
        }
        Ok(())
    }

    /// `min mean[+/-sd] median max` in milliseconds, of which the percentiles tell the median and the largest again.
    fn total(&mut self, total: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let words = total.words();
        if let [min, _, stddev, _, _] = words.as_slice() {
            self.latency(&MIN, *min, run)?;
            self.latency(&STDDEV, *stddev, run)?;
        }
        Ok(())
    }

    /// ` 100%      3 (longest request)`.
    fn percentile(&mut self, line: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let Some((percent, rest)) = line.halves("%") else {
            return Ok(());
        };
        let quantity = match percent.text {
            "100" => MAX,
            percent => Quantity::named(
                percentile_id("latency", percent),
                Unit::Millisecond,
                Better::Lower,
                Kind::Summary,
            )
            .per("request"),
        };
        self.latency(&quantity, rest.leading_number().0, run)
    }

    fn latency(&mut self, quantity: &Quantity, text: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let value = text.number(Some(1))?;
        if value.is_zero() {
            run.skip_below_printed(&quantity.id, &format!("{} ms", text.text), "ab");
        } else {
            self.outcome.single(quantity, value);
        }
        Ok(())
    }
}

fn finish(report: Option<Report<'_>>, run: &mut Run) {
    let Some(mut report) = report else {
        return;
    };
    if !report.finished {
        run.truncated(report.start, "Requests per second: …");
        return;
    }
    let address = format!("{}{}", report.host, report.path);
    report.outcome.setting("address", address);
    run.results.push(report.outcome);
}
