//! Published figures: what they are about, and that they can be recomputed from the series at all.

use super::between::Known;
use super::fields::{Object, Reader, excerpt, number, one_of, quoted};
use super::series::Placed;
use crate::dataset::json::{Kind, Value};
use crate::dataset::{Claim, ClaimSubject, Derived, Printed};
use crate::diagnostic::{Fault, nearest};
use crate::stats::{Exact, Statistic};

pub(super) const VALUE: &[&str] = &["measure", "case", "statistic", "variant", "value"];
pub(super) const COMPARISON: &[&str] = &[
    "measure",
    "case",
    "statistic",
    "baseline",
    "candidate",
    "baseline_value",
    "candidate_value",
    "reduction_percent",
    "change_percent",
    "ratio",
];
const FIGURES: &[&str] = &[
    "baseline_value",
    "candidate_value",
    "reduction_percent",
    "change_percent",
    "ratio",
];

pub(super) fn all<'s>(
    reader: &Reader<'s>,
    value: Value<'s, '_>,
    known: &Known,
    series: &[Placed<'s>],
) -> Option<Vec<Claim>> {
    let claims = reader.items(value, |item| one(reader, item, known, series))?;
    claims.into_iter().collect()
}

fn one<'s>(reader: &Reader<'s>, value: Value<'s, '_>, known: &Known, series: &[Placed<'s>]) -> Option<Claim> {
    let is_value = reader_sees(value, "variant") || reader_sees(value, "value");
    let object = reader.object(value, if is_value { VALUE } else { COMPARISON })?;
    let measure = object.required("measure", |v| known.measures.reference(reader, v, "measure"));
    let case = known.case(reader, &object);
    let figures = Figures {
        reader,
        known,
        series,
        measure,
        case,
    };
    let subject = if is_value {
        value_of(&figures, &object)
    } else {
        comparison(&figures, &object)
    };
    let variants = match &subject {
        Some(ClaimSubject::Value { variant, .. }) => vec![*variant],
        Some(ClaimSubject::Comparison {
            baseline, candidate, ..
        }) => vec![*baseline, *candidate],
        None => Vec::new(),
    };
    let statistic = object.optional("statistic", |v| figures.statistic(v, &variants));
    Some(Claim {
        measure: measure?,
        case: case.ok()?,
        statistic,
        subject: subject?,
    })
}

fn reader_sees(value: Value<'_, '_>, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    value
        .members()
        .is_some_and(|members| members.iter().any(|(other, _)| *other == quoted))
}

fn value_of<'s>(figures: &Figures<'_, 's>, object: &Object<'_, 's, '_>) -> Option<ClaimSubject> {
    let reader = figures.reader;
    let variant = object.required("variant", |v| figures.variant(v));
    let value = object.required("value", |v| printed(reader, v, Sense::NotNegative));
    Some(ClaimSubject::Value {
        variant: variant?,
        value: value?,
    })
}

fn comparison<'s>(figures: &Figures<'_, 's>, object: &Object<'_, 's, '_>) -> Option<ClaimSubject> {
    let reader = figures.reader;
    let baseline = object.required("baseline", |v| {
        let baseline = figures.variant(v)?;
        if figures.placed(baseline).is_some_and(Placed::is_zero) {
            let fault = Fault::input(
                "dataset::baseline-zero",
                "a baseline of zero, which nothing can be compared with",
            );
            reader.report_value(v, fault.found(excerpt(v.text)));
            return None;
        }
        Some(baseline)
    });
    let candidate = object.required("candidate", |v| {
        let candidate = figures.variant(v)?;
        if Some(candidate) == baseline {
            let fault = Fault::input("dataset::claim", "a comparison of a variant with itself").found(excerpt(v.text));
            reader.report_value(v, fault);
            return None;
        }
        Some(candidate)
    });
    if !FIGURES.iter().any(|name| object.has(name)) {
        object.missing(&one_of(FIGURES), None);
        return None;
    }
    let figure = |name, sense| object.optional(name, |v| printed(reader, v, sense));
    Some(ClaimSubject::Comparison {
        baseline_value: figure("baseline_value", Sense::NotNegative),
        candidate_value: figure("candidate_value", Sense::NotNegative),
        reduction_percent: figure("reduction_percent", Sense::AtMost100),
        change_percent: figure("change_percent", Sense::AtLeastMinus100),
        ratio: figure("ratio", Sense::NotNegative),
        baseline: baseline?,
        candidate: candidate?,
    })
}

/// The series that a claim's figures must come from.
struct Figures<'r, 's> {
    reader: &'r Reader<'s>,
    known: &'r Known,
    series: &'r [Placed<'s>],
    measure: Option<usize>,
    case: Result<Option<usize>, ()>,
}

impl<'s> Figures<'_, 's> {
    /// The measure whose series hold the numbers: the claim's, or the one that it is derived from.
    fn source(&self) -> Option<usize> {
        let measure = self.measure?;
        match self.known.measures.get(measure)?.derived {
            Some(Derived::OperationsPer(source)) => Some(source),
            None => Some(measure),
        }
    }

    fn placed(&self, variant: usize) -> Option<&Placed<'s>> {
        let key = (self.source()?, variant, self.case.ok()?);
        self.series.iter().find(|placed| placed.key == Some(key))
    }

    /// A variant that has numbers of the claim's measure and case.
    fn variant(&self, value: Value<'s, '_>) -> Option<usize> {
        let variant = self.known.variants.reference(self.reader, value, "variant")?;
        let complete = self.source().is_some() && self.case.is_ok() && self.series.iter().all(|s| s.key.is_some());
        if complete && !self.series.is_empty() && self.placed(variant).is_none() {
            let fault = Fault::input(
                "dataset::claim",
                "a claim about a variant without numbers in this measure and case",
            );
            self.reader.report_value(value, fault.found(excerpt(value.text)));
            return None;
        }
        Some(variant)
    }

    /// A statistic that the numbers of these variants allow.
    fn statistic(&self, value: Value<'s, '_>, variants: &[usize]) -> Option<Statistic> {
        let id = self.reader.text(value, 100)?;
        let observations = variants
            .iter()
            .filter_map(|variant| self.placed(*variant)?.series.as_ref());
        let mut allowed: Vec<Statistic> = Statistic::all().collect();
        for series in observations {
            let of_series = Statistic::of(&series.observations);
            allowed.retain(|statistic| of_series.contains(statistic));
        }
        let statistic = Statistic::from_id(&id).filter(|statistic| allowed.contains(statistic));
        if statistic.is_none() {
            let names: Vec<&str> = allowed.iter().map(|statistic| statistic.id()).collect();
            let fault = Fault::input("dataset::claim", "no statistic of these numbers").found(quoted(&id));
            let hint = nearest(&id, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let fault = fault.expected(one_of(&names));
            self.reader.report_value(value, Fault { hint, ..fault });
        }
        statistic
    }
}

/// What a printed figure can be.
#[derive(Clone, Copy)]
enum Sense {
    NotNegative,
    /// A reduction: nothing is reduced by more than all of it.
    AtMost100,
    /// A change: nothing falls by more than all of it.
    AtLeastMinus100,
}

/// A decimal as it was printed, which only a string can keep.
fn printed<'s>(reader: &Reader<'s>, value: Value<'s, '_>, sense: Sense) -> Option<Printed> {
    if value.kind() == Kind::Number {
        let fault = Fault::input("dataset::type", "wrong type").found(format!("a number ({})", excerpt(value.text)));
        let hint = format!(
            "write \"{}\": only a string keeps the digits that were printed",
            excerpt(value.text)
        );
        reader.report_value(value, fault.expected("a string").hint(hint));
        return None;
    }
    let text = reader.text(value, 100)?;
    let digits = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let decimal = number(&text)
        .filter(|_| !text.contains(['e', 'E']))
        .zip(u8::try_from(digits).ok());
    let Some((number, digits)) = decimal else {
        let fault = Fault::input("dataset::claim", "not a printed decimal").found(excerpt(value.text));
        let fault = fault.expected("digits with a point and at most a minus sign, such as \"-75.16\"");
        reader.report_value(value, fault);
        return None;
    };
    let hundred = Exact::from(100);
    let (refused, message, expected) = match sense {
        Sense::NotNegative => (number.is_negative(), "a negative figure", "0 or more"),
        Sense::AtMost100 => (number > hundred, "a reduction by more than everything", "at most 100"),
        Sense::AtLeastMinus100 => (number < -hundred, "a fall by more than everything", "at least -100"),
    };
    if refused {
        let fault = Fault::input("dataset::claim", message)
            .found(excerpt(value.text))
            .expected(expected);
        reader.report_value(value, fault);
        return None;
    }
    Some(Printed {
        text,
        value: number,
        digits,
    })
}
