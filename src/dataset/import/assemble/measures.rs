//! One exact unit a measure, and the unit that it is shown in.

use super::names::{Ids, LONGEST_NAME, clean};
use super::series::Gathered;
use super::warning;
use crate::dataset::import::quantity::Quantity;
use crate::dataset::import::run::Values;
use crate::dataset::{Measure, Unit};
use crate::diagnostic::Fault;
use crate::stats::Exact;

/// Stem and percentage of `latency_p99_9`.
pub(super) fn percentile_of(id: &str) -> Option<(&str, f64)> {
    let (stem, percent) = id.rsplit_once("_p")?;
    Some((stem, percent.replace('_', ".").parse().ok()?))
}

/// `latency` of `latency_avg` and `latency_p95`: what measures of one thing have in common.
pub(super) fn stem_of(id: &str) -> &str {
    if let Some((stem, _)) = percentile_of(id) {
        return stem;
    }
    let statistics = [
        "_median_abs_dev",
        "_avg",
        "_mean",
        "_median",
        "_min",
        "_max",
        "_stddev",
        "_q1",
        "_q3",
    ];
    statistics.iter().find_map(|end| id.strip_suffix(end)).unwrap_or(id)
}

pub(super) fn smaller(a: Unit, b: Unit) -> Unit {
    let size = |unit: Unit| Exact::ratio(unit.in_base().0, unit.in_base().1);
    if size(b) < size(a) { b } else { a }
}

/// How many of `to` one of `from` is; both are of one dimension.
pub(super) fn factor(from: Unit, to: Unit) -> Exact {
    from.convert(&Exact::one(), to).unwrap_or_else(Exact::one)
}

pub(super) fn converted(values: Values, from: Unit, to: Unit) -> Values {
    if from == to {
        return values;
    }
    let factor = factor(from, to);
    each(values, &mut |value| value * &factor)
}

pub(super) fn each(values: Values, change: &mut dyn FnMut(&Exact) -> Exact) -> Values {
    match values {
        Values::Single(value) => Values::Single(change(&value)),
        Values::Repeated(values) => Values::Repeated(values.iter().map(change).collect()),
        Values::Samples(mut batches) => {
            for batch in &mut batches {
                batch.values = batch.values.iter().map(&mut *change).collect();
            }
            Values::Samples(batches)
        }
    }
}

/// The measures, each in the smallest unit of its figures; all values are brought to it. Measures of one
/// thing are shown in one unit, so that an average stands beside its percentiles.
pub(super) fn measures(quantities: &[Quantity], gathered: &mut [Gathered], notes: &mut Vec<Fault>) -> Vec<Measure> {
    let mut ids = Ids::default();
    let mut measures = Vec::new();
    for (number, quantity) in quantities.iter().enumerate() {
        let of_measure = gathered.iter().filter(|g| g.key.0 == number);
        let unit = of_measure.map(|g| g.unit).reduce(smaller).unwrap_or(quantity.unit);
        let mut rounded = 0usize;
        for g in gathered.iter_mut().filter(|g| g.key.0 == number) {
            let values = std::mem::replace(&mut g.values, Values::Repeated(Vec::new()));
            let values = converted(values, g.unit, unit);
            g.unit = unit;
            g.values = each(values, &mut |value| match decimal(value) {
                Some(nearest) => {
                    rounded += 1;
                    nearest
                }
                None => value.clone(),
            });
        }
        if rounded > 0 {
            notes.push(warning(format!(
                "`{}`: {rounded} values have no short decimal and are kept as the nearest double",
                quantity.id
            )));
        }
        measures.push(Measure {
            id: ids.of_measure(&quantity.id),
            unit,
            display_unit: unit,
            per: quantity
                .per
                .as_ref()
                .map(|per| clean(per, LONGEST_NAME))
                .filter(|per| !per.is_empty()),
            better: quantity.better,
            derived: None,
        });
    }
    for number in 0..measures.len() {
        let Measure { id, unit, .. } = measures[number].clone();
        let alike = |g: &&Gathered| {
            let other = &measures[g.key.0];
            other.unit.dimension() == unit.dimension() && stem_of(&other.id) == stem_of(&id)
        };
        let scaled = |g: &Gathered| mean_of(&g.values) * factor(g.unit, unit).to_f64();
        let mut means: Vec<f64> = gathered.iter().filter(alike).map(scaled).collect();
        measures[number].display_unit = display_unit(unit, &mut means);
    }
    measures
}

/// Digits after the point that the data format takes.
pub(super) const DIGITS: u8 = 40;

/// What is kept of a value that has no decimal of at most [`DIGITS`] digits: the nearest double, or so many digits.
pub(super) fn decimal(value: &Exact) -> Option<Exact> {
    if value.is_integer() {
        return None;
    }
    let nearest = match value.to_exact_decimal() {
        Some(text)
            if text
                .split_once('.')
                .is_none_or(|(_, fraction)| fraction.len() <= usize::from(DIGITS)) =>
        {
            return None;
        }
        Some(_) => value.clone(),
        None => Exact::parse(&format!("{:e}", value.to_f64())).unwrap_or_else(|| value.clone()),
    };
    Some(nearest.round_to(DIGITS))
}

pub(super) fn mean_of(values: &Values) -> f64 {
    let all: Vec<f64> = match values {
        Values::Single(value) => vec![value.to_f64()],
        Values::Repeated(values) => values.iter().map(Exact::to_f64).collect(),
        Values::Samples(batches) => batches.iter().flat_map(|b| &b.values).map(Exact::to_f64).collect(),
    };
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

/// The largest unit of the same family in which the middle series mean is at least one.
pub(super) fn display_unit(unit: Unit, means: &mut [f64]) -> Unit {
    let family: &[Unit] = match unit {
        Unit::Nanosecond | Unit::Microsecond | Unit::Millisecond | Unit::Second | Unit::Minute => {
            &[Unit::Second, Unit::Millisecond, Unit::Microsecond, Unit::Nanosecond]
        }
        Unit::Byte | Unit::Kibibyte | Unit::Mebibyte | Unit::Gibibyte => {
            &[Unit::Gibibyte, Unit::Mebibyte, Unit::Kibibyte, Unit::Byte]
        }
        Unit::BytePerSecond | Unit::KibibytePerSecond | Unit::MebibytePerSecond | Unit::GibibytePerSecond => &[
            Unit::GibibytePerSecond,
            Unit::MebibytePerSecond,
            Unit::KibibytePerSecond,
            Unit::BytePerSecond,
        ],
        other => return other,
    };
    means.sort_by(f64::total_cmp);
    let middle = means.get(means.len() / 2).copied().unwrap_or(0.0);
    let fits = |candidate: &&Unit| middle * factor(unit, **candidate).to_f64() >= 1.0;
    match family.iter().find(fits) {
        Some(found) => *found,
        None if middle == 0.0 => unit,
        None => family[family.len() - 1],
    }
}
