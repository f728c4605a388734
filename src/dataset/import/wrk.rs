//! wrk: the text of its standard output, one run or several.
//!
//! Units are those of `src/units.c` of <https://github.com/wg/wrk>: `us ms s m h` for times, steps of 1024 for bytes.
//! wrk sends a request only when the last one is answered, so its latencies leave out waiting (coordinated omission).

use super::quantity::{Quantity, cost, percentile_id, yields};
use super::run::{Outcome, Run};
use super::scan::{Field, each_line, lines};
use super::{Importer, Kind};
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, SourceText};
use crate::stats::Exact;

pub struct Wrk;

const THROUGHPUT: Quantity = yields("throughput", Unit::PerSecond).per("request").quantity();
const TRANSFER: Quantity = yields("transfer_rate", Unit::BytePerSecond).quantity();
const AVG: Quantity = cost("latency_avg", Unit::Millisecond).per("request").quantity();
const STDDEV: Quantity = cost("latency_stddev", Unit::Millisecond).per("request").quantity();
const MAX: Quantity = cost("latency_max", Unit::Millisecond).per("request").quantity();
const P50: Quantity = cost("latency_p50", Unit::Millisecond).per("request").quantity();
const P75: Quantity = cost("latency_p75", Unit::Millisecond).per("request").quantity();
const P90: Quantity = cost("latency_p90", Unit::Millisecond).per("request").quantity();
const P99: Quantity = cost("latency_p99", Unit::Millisecond).per("request").quantity();
const NON_2XX: Quantity = cost("non_2xx_or_3xx_responses", Unit::One).quantity();
const CONNECT: Quantity = cost("socket_errors_connect", Unit::One).quantity();
const READ: Quantity = cost("socket_errors_read", Unit::One).quantity();
const WRITE: Quantity = cost("socket_errors_write", Unit::One).quantity();
const TIMEOUT: Quantity = cost("socket_errors_timeout", Unit::One).quantity();

pub(super) const DECLARED: &[Quantity] = &[
    THROUGHPUT, TRANSFER, AVG, STDDEV, P50, P75, P90, P99, MAX, NON_2XX, CONNECT, READ, WRITE, TIMEOUT,
];

impl Importer for Wrk {
    fn name(&self) -> &'static str {
        "wrk"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output"
    }

    fn declares(&self) -> &'static [Quantity] {
        DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        has_report(source) && !is_corrected(source)
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            read_reports(source, run);
        }
        run.warn(
            "wrk sends a request only after the last answer: its latencies leave out waiting (coordinated omission)",
        );
    }
}

pub(super) fn has_report(source: &SourceText) -> bool {
    each_line(source).any(|line| start(line).is_some())
}

/// Whether wrk2 wrote it.
pub(super) fn is_corrected(source: &SourceText) -> bool {
    source.text.contains("Thread calibration:") || source.text.contains("(HdrHistogram")
}

/// Duration and address in `Running 3m test @ http://…`.
fn start(line: Field<'_>) -> Option<(Field<'_>, Field<'_>)> {
    line.after("Running ")?.halves(" test @ ")
}

pub(super) fn read_reports(source: &SourceText, run: &mut Run) {
    let mut open: Option<Report<'_>> = None;
    for line in lines(source) {
        if let Some((duration, address)) = start(line) {
            finish(open.take(), run);
            open = Some(Report::new(line, address));
            if let (Some(report), Some(seconds)) = (&mut open, run.keep(time(duration))) {
                let (value, unit) = seconds;
                let seconds = value * Exact::ratio(unit.in_base().0, 1_000_000_000u64);
                report.outcome.setting("duration_s", whole_or_decimal(&seconds));
            }
            continue;
        }
        if let Some(report) = &mut open {
            let read = report.line(line, run);
            run.keep(read);
        }
    }
    finish(open, run);
}

fn whole_or_decimal(value: &Exact) -> String {
    if value.is_integer() {
        value.to_string()
    } else {
        value.to_decimal(3)
    }
}

struct Report<'a> {
    start: Field<'a>,
    outcome: Outcome,
    /// What the third column of the thread statistics is: `Max` in wrk, `99%` in a fork of wrk2.
    third: Option<Field<'a>>,
    /// Whether percentile lines are being read, and what their names start with.
    percentiles: Option<&'static str>,
    finished: bool,
}

impl<'a> Report<'a> {
    fn new(start: Field<'a>, address: Field<'a>) -> Self {
        let mut outcome = Outcome {
            repeats: true,
            ..Outcome::default()
        };
        outcome.setting("address", address.text);
        Report {
            start,
            outcome,
            third: None,
            percentiles: None,
            finished: false,
        }
    }

    fn line(&mut self, line: Field<'a>, run: &mut Run) -> Result<(), Fault> {
        let words = line.words();
        if let [threads, "threads", "and", connections, "connections"] =
            words.iter().map(|w| w.text).collect::<Vec<_>>().as_slice()
        {
            self.outcome.setting("threads", *threads);
            self.outcome.setting("connections", *connections);
        } else if line.after("Thread Stats").is_some() {
            self.third = words.get(4).copied();
        } else if let Some(stats) = line.after("Latency ").filter(|_| words.len() == 5) {
            self.thread_latency(stats, run)?;
        } else if line.after("Req/Sec").is_some() {
            run.skip("requests per second of single threads: the whole rate is kept");
        } else if line.after("Latency Distribution").is_some() {
            let uncorrected = line.text.contains("Uncorrected");
            self.percentiles = Some(if uncorrected { "latency_uncorrected" } else { "latency" });
        } else if line.after("Detailed Percentile spectrum").is_some() {
            self.percentiles = None;
            run.skip("detailed percentile spectrum: the percentiles above it are kept");
        } else {
            self.summary(line, &words, run)?;
        }
        Ok(())
    }

    /// `960.84ms  573.25ms   2.00s    52.50%`.
    fn thread_latency(&mut self, stats: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        let words = stats.words();
        self.latency(&AVG, words[0], run)?;
        self.latency(&STDDEV, words[1], run)?;
        let third = self.third.map_or("Max", |field| field.text);
        let quantity = match third.strip_suffix('%') {
            None => MAX,
            Some("99") => P99,
            Some(percent) => percentile("latency", percent),
        };
        self.latency(&quantity, words[2], run)?;
        run.skip("share of latencies within one standard deviation");
        Ok(())
    }

    fn summary(&mut self, line: Field<'_>, words: &[Field<'_>], run: &mut Run) -> Result<(), Fault> {
        if let (Some(stem), [percent, value]) = (self.percentiles, words)
            && let Some(percent) = percent.text.strip_suffix('%')
        {
            let quantity = match trimmed(percent).as_str() {
                "100" => Quantity::named(format!("{stem}_max"), Unit::Millisecond, Better::Lower, Kind::Summary)
                    .per("request"),
                percent => percentile(stem, percent),
            };
            return self.latency(&quantity, *value, run);
        }
        if let Some(rate) = line.after("Requests/sec:") {
            self.outcome.single(&THROUGHPUT, rate.number(Some(2))?);
            self.finished = true;
        } else if let Some(rate) = line.after("Transfer/sec:") {
            let (value, unit) = bytes(rate)?;
            self.outcome.single_in(&TRANSFER, unit, value);
        } else if let Some(errors) = line.after("Socket errors:") {
            for part in errors.split(',') {
                let (name, count) = part
                    .trim()
                    .halves(" ")
                    .ok_or_else(|| part.fault("import::unknown-line", "no error count"))?;
                let quantity = match name.text {
                    "connect" => &CONNECT,
                    "read" => &READ,
                    "write" => &WRITE,
                    _ => &TIMEOUT,
                };
                self.outcome.single(quantity, count.number(None)?);
            }
        } else if let Some(count) = line.after("Non-2xx or 3xx responses:") {
            self.outcome.single(&NON_2XX, count.number(None)?);
        } else if let Some((count, rest)) = line.halves(" requests in ") {
            run.detail("requests", count.text);
            run.skip("bytes read in all: the rate tells the same");
            let _ = rest;
        }
        Ok(())
    }

    /// A latency; the last of two equal quantities is the more exact one.
    fn latency(&mut self, quantity: &Quantity, text: Field<'_>, run: &mut Run) -> Result<(), Fault> {
        if matches!(text.text, "nan" | "-nan" | "inf") {
            run.skip_fault(
                &quantity.id,
                text.fault("import::not-finite", "the value is not finite")
                    .found(format!("`{}`", text.text)),
            );
            return Ok(());
        }
        let (value, unit) = time(text)?;
        if value.is_zero() {
            run.skip(format!(
                "`{}`: printed as {}, which only says that nothing was measured",
                quantity.id, text.text
            ));
            return Ok(());
        }
        self.outcome.figures.retain(|figure| figure.quantity.id != quantity.id);
        self.outcome.single_in(quantity, unit, value);
        Ok(())
    }
}

fn percentile(stem: &str, percent: &str) -> Quantity {
    Quantity::named(
        percentile_id(stem, percent),
        Unit::Millisecond,
        Better::Lower,
        Kind::Summary,
    )
    .per("request")
}

/// `99.900` as `99.9`.
fn trimmed(percent: &str) -> String {
    match percent.contains('.') {
        true => percent.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => percent.to_owned(),
    }
}

/// `729.00us`, `1.45s`, `3.00m`, `1.00h`.
fn time(text: Field<'_>) -> Result<(Exact, Unit), Fault> {
    let (number, unit) = text.leading_number();
    let value = number.number(Some(2))?;
    Ok(match unit.text {
        "us" => (value, Unit::Microsecond),
        "ms" => (value, Unit::Millisecond),
        "s" => (value, Unit::Second),
        "m" => (value, Unit::Minute),
        "h" => (value * Exact::from(60), Unit::Minute),
        _ => {
            return Err(text
                .fault("import::unknown-unit", "no unit of time is known by this name")
                .found(format!("`{}`", text.text))
                .expected("a number with us, ms, s, m or h"));
        }
    })
}

/// `864.49KB`: wrk counts in steps of 1024.
fn bytes(text: Field<'_>) -> Result<(Exact, Unit), Fault> {
    let (number, unit) = text.leading_number();
    let value = number.number(Some(2))?;
    Ok(match unit.text {
        "B" => (value, Unit::BytePerSecond),
        "KB" => (value, Unit::KibibytePerSecond),
        "MB" => (value, Unit::MebibytePerSecond),
        "GB" => (value, Unit::GibibytePerSecond),
        "TB" => (value * Exact::from(1024), Unit::GibibytePerSecond),
        _ => {
            return Err(text
                .fault("import::unknown-unit", "no unit of bytes is known by this name")
                .found(format!("`{}`", text.text))
                .expected("a number with B, KB, MB or GB"));
        }
    })
}

fn finish(report: Option<Report<'_>>, run: &mut Run) {
    let Some(report) = report else {
        return;
    };
    if report.finished {
        run.results.push(report.outcome);
    } else {
        run.truncated(report.start, "Requests/sec: …");
    }
}
