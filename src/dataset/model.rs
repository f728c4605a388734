//! What a validated data set is. Built only by the reader, so every index and every name in it is good.

use crate::stats::{Exact, Statistic};

/// One benchmark: what was compared, how it was measured, and the numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    pub id: String,
    pub provenance: Provenance,
    /// At least one.
    pub variants: Vec<Variant>,
    /// Workloads; empty when there is only one, which then has no name.
    pub cases: Vec<Case>,
    /// At least one.
    pub measures: Vec<Measure>,
    pub method: Method,
    /// In the order of the file; at most one for each (measure, variant, case).
    pub series: Vec<Series>,
    pub claims: Vec<Claim>,
}

/// Where the numbers come from; every artefact discloses all but `Measured`.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    pub kind: ProvenanceKind,
    pub note: Option<String>,
    /// The publication that the figures were taken from.
    pub source: Option<PublishedSource>,
    /// What an importer left out, and why.
    pub skipped: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProvenanceKind {
    Measured,
    Synthetic,
    PublishedAggregates,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PublishedSource {
    pub title: String,
    pub author: Option<String>,
    pub url: Option<String>,
    /// ISO 8601 date.
    pub published: Option<String>,
}

/// One of the things compared: a version, a setting, a program.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    pub id: String,
    pub name: String,
    /// The exact build, such as `2.7.3-12-g50b7f85`.
    pub build: Option<String>,
}

/// One workload.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    pub id: String,
    pub name: String,
    /// Operations in one run of the workload: what `derived` measures divide by.
    pub operations: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Better {
    Lower,
    Higher,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    pub id: String,
    /// Unit of the stored numbers.
    pub unit: Unit,
    /// Unit of the printed numbers; of the same dimension as `unit`.
    pub display_unit: Unit,
    /// What one value is for: `audit` in ms per audit, `query` in queries per second.
    pub per: Option<String>,
    pub better: Better,
    pub derived: Option<Derived>,
}

impl Measure {
    /// A number of this measure in the unit that it is printed in.
    pub fn in_display_unit(&self, value: &Exact) -> Exact {
        (self.unit.convert(value, self.display_unit)).expect("the reader refuses a display unit of another dimension")
    }
}

/// How a measure without series of its own is computed from another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Derived {
    /// `operations / M`: the case's operations by the seconds of measure number `M`, a rate in 1/s. A statistic of it
    /// is the operations by the same statistic of `M`, least and largest changed about: so its mean is all operations
    /// by all the time they took, the harmonic mean of the rates.
    OperationsPer(usize),
}

/// A unit of measure. Conversions within a dimension are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    Nanosecond,
    Microsecond,
    Millisecond,
    Second,
    Minute,
    Byte,
    Kibibyte,
    Mebibyte,
    Gibibyte,
    Kilobyte,
    Megabyte,
    Gigabyte,
    /// Events per second; what the events are is the measure's `per`.
    PerSecond,
    BytePerSecond,
    KibibytePerSecond,
    MebibytePerSecond,
    GibibytePerSecond,
    MegabytePerSecond,
    Percent,
    /// A pure number: a count or a ratio.
    One,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    Time,
    Information,
    Rate,
    InformationRate,
    Share,
    Number,
}

impl Unit {
    const ALL: [(Unit, &'static str, Dimension, u64, u64); 20] = [
        (Unit::Nanosecond, "ns", Dimension::Time, 1, 1),
        (Unit::Microsecond, "us", Dimension::Time, 1_000, 1),
        (Unit::Millisecond, "ms", Dimension::Time, 1_000_000, 1),
        (Unit::Second, "s", Dimension::Time, 1_000_000_000, 1),
        (Unit::Minute, "min", Dimension::Time, 60_000_000_000, 1),
        (Unit::Byte, "B", Dimension::Information, 1, 1),
        (Unit::Kibibyte, "KiB", Dimension::Information, 1 << 10, 1),
        (Unit::Mebibyte, "MiB", Dimension::Information, 1 << 20, 1),
        (Unit::Gibibyte, "GiB", Dimension::Information, 1 << 30, 1),
        (Unit::Kilobyte, "kB", Dimension::Information, 1_000, 1),
        (Unit::Megabyte, "MB", Dimension::Information, 1_000_000, 1),
        (Unit::Gigabyte, "GB", Dimension::Information, 1_000_000_000, 1),
        (Unit::PerSecond, "1/s", Dimension::Rate, 1, 1),
        (Unit::BytePerSecond, "B/s", Dimension::InformationRate, 1, 1),
        (Unit::KibibytePerSecond, "KiB/s", Dimension::InformationRate, 1 << 10, 1),
        (Unit::MebibytePerSecond, "MiB/s", Dimension::InformationRate, 1 << 20, 1),
        (Unit::GibibytePerSecond, "GiB/s", Dimension::InformationRate, 1 << 30, 1),
        (
            Unit::MegabytePerSecond,
            "MB/s",
            Dimension::InformationRate,
            1_000_000,
            1,
        ),
        (Unit::Percent, "%", Dimension::Share, 1, 100),
        (Unit::One, "1", Dimension::Number, 1, 1),
    ];

    fn row(self) -> &'static (Unit, &'static str, Dimension, u64, u64) {
        // The table lists every variant in the order of the enum; a test checks it.
        &Self::ALL[self as usize]
    }

    /// Every unit, in the order of the enum.
    pub fn all() -> impl Iterator<Item = Unit> {
        Self::ALL.iter().map(|row| row.0)
    }

    /// The symbol of the data format: `ns`, `ms`, `MiB`, `1/s`, `%`, …
    pub fn symbol(self) -> &'static str {
        self.row().1
    }

    pub fn from_symbol(symbol: &str) -> Option<Unit> {
        let symbol = if symbol == "µs" || symbol == "μs" {
            "us"
        } else {
            symbol
        };
        Self::ALL.iter().find(|row| row.1 == symbol).map(|row| row.0)
    }

    pub fn dimension(self) -> Dimension {
        self.row().2
    }

    /// How many of the dimension's base unit one of this unit is, as numerator and denominator.
    pub fn in_base(self) -> (u64, u64) {
        (self.row().3, self.row().4)
    }

    /// `value` of this unit in another unit of the same dimension, exactly. `None` when the dimensions differ.
    pub fn convert(self, value: &Exact, to: Unit) -> Option<Exact> {
        if self == to {
            return Some(value.clone());
        }
        let ((a, b), (c, d)) = (self.in_base(), to.in_base());
        let factor = Exact::from(a) * Exact::from(d) / (Exact::from(b) * Exact::from(c));
        (self.dimension() == to.dimension()).then(|| value * &factor)
    }
}

/// How it was measured. What is not known is absent; nothing is assumed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Method {
    pub tool: Option<String>,
    pub batches_per_variant: Option<u64>,
    pub calls_per_batch: Option<u64>,
    pub warmup_calls_per_batch: Option<u64>,
    pub statements_per_call: Option<u64>,
    pub rows_per_call: Option<Vec<u64>>,
    pub variant_order: Option<VariantOrder>,
    pub threads: Option<u64>,
    pub duration_s: Option<Exact>,
    pub tables: Option<u64>,
    pub rows_per_table: Option<u64>,
    pub rows: Option<u64>,
    pub repeats: Option<u64>,
    /// Settings by the tool's own names, in the order of the file.
    pub parameters: Vec<(String, String)>,
    pub environment: Environment,
    /// The revision of the measuring code.
    pub revision: Option<String>,
    /// SHA-256 of the measuring code, lower-case hexadecimal.
    pub code_sha256: Option<String>,
}

/// In which order the variants ran within a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariantOrder {
    Fixed,
    Alternated,
    Randomised,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Environment {
    pub os: Option<String>,
    pub cpu: Option<String>,
    pub vcpus: Option<u64>,
    pub memory_bytes: Option<u64>,
    pub storage: Option<String>,
    pub hosts: Option<u64>,
    pub runtime: Option<String>,
    pub shared_host: Option<bool>,
    pub transport: Option<String>,
    /// Anything else that was recorded, by name, in the order of the file.
    pub details: Vec<(String, String)>,
}

/// The numbers of one (measure, variant, case).
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Index into `measures`.
    pub measure: usize,
    /// Index into `variants`.
    pub variant: usize,
    /// Index into `cases`; `None` when the data set has no cases.
    pub case: Option<usize>,
    pub observations: Observations,
}

/// What is known about a series; decides which statistics it may have.
#[derive(Debug, Clone, PartialEq)]
pub enum Observations {
    /// Every single call, in batches. At least one batch, none empty.
    Batches(Vec<Batch>),
    /// Each number is already a mean over several calls (a repetition of a tool that averages).
    Repetitions(Vec<Exact>),
    /// One published figure: no median, interval or distribution can be had from it.
    Aggregate(Exact),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// Position in the run, from 1; unique within a series.
    pub sequence: Option<u64>,
    pub process_order: Option<String>,
    pub warmup_calls: Option<u64>,
    pub code_sha256: Option<String>,
    /// In the measure's unit. Never empty, never negative.
    pub values: Vec<Exact>,
    /// For each call, the rows that each of its statements returned.
    pub rows_returned: Vec<Vec<u64>>,
}

/// A figure that somebody published about these data, as printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Index into `measures`.
    pub measure: usize,
    /// Index into `cases`.
    pub case: Option<usize>,
    /// What the figures are: one of the statistics that the series allows; `None` means the first of them (the mean,
    /// or the value of an aggregate).
    pub statistic: Option<Statistic>,
    pub subject: ClaimSubject,
}

#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "claims are few, and most are comparisons")]
pub enum ClaimSubject {
    /// A figure of one variant, in the measure's display unit.
    Value { variant: usize, value: Printed },
    /// Figures of a comparison, values in the measure's display unit; at least one is present.
    Comparison {
        baseline: usize,
        candidate: usize,
        baseline_value: Option<Printed>,
        candidate_value: Option<Printed>,
        reduction_percent: Option<Printed>,
        change_percent: Option<Printed>,
        ratio: Option<Printed>,
    },
}

/// A decimal as it was printed: its value and how many digits stood after the point.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    pub text: String,
    pub value: Exact,
    pub digits: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_units_follows_the_enum() {
        for unit in Unit::all() {
            assert_eq!(Unit::from_symbol(unit.symbol()), Some(unit));
        }
    }

    #[test]
    fn converts_within_a_dimension_only() {
        let of = |n: u64, from: Unit, to: Unit| from.convert(&n.into(), to).map(|v| v.to_string());
        assert_eq!(of(1500, Unit::Microsecond, Unit::Millisecond).as_deref(), Some("3/2"));
        assert_eq!(of(4_194_304, Unit::Byte, Unit::Mebibyte).as_deref(), Some("4"));
        assert_eq!(of(2, Unit::Minute, Unit::Second).as_deref(), Some("120"));
        assert_eq!(of(1, Unit::Second, Unit::Byte), None);
    }
}
