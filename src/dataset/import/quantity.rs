//! What tools measure: the unit, the direction and the kind of each figure, declared once by the importer of the tool.

use crate::dataset::{Better, Unit};
use std::borrow::Cow;

/// What a tool's file holds of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Every single call.
    Samples,
    /// Several numbers, each of them already an average or another summary over several calls.
    Repetitions,
    /// One figure.
    Summary,
}

impl Kind {
    /// The words of the documentation.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Samples => "raw samples",
            Kind::Repetitions => "repeated aggregates",
            Kind::Summary => "one summary",
        }
    }
}

/// A figure that a tool gives.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// The id of the measure in the data set.
    pub id: Cow<'static, str>,
    pub unit: Unit,
    /// What one value is for.
    pub per: Option<Cow<'static, str>>,
    pub better: Better,
    /// What the tool's file usually holds of it.
    pub kind: Kind,
}

/// A quantity in the making: what an importer declares in a constant.
#[derive(Clone, Copy)]
pub struct Declared {
    id: &'static str,
    unit: Unit,
    per: Option<&'static str>,
    better: Better,
    kind: Kind,
}

/// A cost that the tool gives as one figure: lower is better.
pub const fn cost(id: &'static str, unit: Unit) -> Declared {
    Declared {
        id,
        unit,
        per: None,
        better: Better::Lower,
        kind: Kind::Summary,
    }
}

/// A yield that the tool gives as one figure: higher is better.
pub const fn yields(id: &'static str, unit: Unit) -> Declared {
    let mut declared = cost(id, unit);
    declared.better = Better::Higher;
    declared
}

impl Declared {
    pub const fn per(mut self, what: &'static str) -> Self {
        self.per = Some(what);
        self
    }

    pub const fn samples(mut self) -> Self {
        self.kind = Kind::Samples;
        self
    }

    pub const fn repeated(mut self) -> Self {
        self.kind = Kind::Repetitions;
        self
    }

    pub const fn quantity(self) -> Quantity {
        Quantity {
            id: Cow::Borrowed(self.id),
            unit: self.unit,
            per: match self.per {
                Some(what) => Some(Cow::Borrowed(what)),
                None => None,
            },
            better: self.better,
            kind: self.kind,
        }
    }
}

impl Quantity {
    /// A quantity that the file names itself.
    pub fn named(id: impl Into<String>, unit: Unit, better: Better, kind: Kind) -> Self {
        Quantity {
            id: Cow::Owned(id.into()),
            unit,
            per: None,
            better,
            kind,
        }
    }

    pub fn per(mut self, what: impl Into<Cow<'static, str>>) -> Self {
        self.per = Some(what.into());
        self
    }
}

/// The id of a percentile of a quantity: `latency_p95`, `latency_p99_9`.
pub fn percentile_id(stem: &str, percent: &str) -> String {
    let percent = percent.trim_end_matches('%');
    let percent = match percent.split_once('.') {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            rest => format!("{whole}_{rest}"),
        },
        None => percent.to_owned(),
    };
    format!("{stem}_p{percent}")
}
