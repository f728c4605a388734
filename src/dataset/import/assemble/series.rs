//! Series out of the figures of all results: repeated ones joined, in one order, without baselines of nothing but zeros.

use super::measures::{converted, measures, percentile_of, smaller};
use super::{Placed, warning};
use crate::dataset::import::Tool;
use crate::dataset::import::quantity::Quantity;
use crate::dataset::import::run::{Figure, Samples, Values};
use crate::dataset::{Batch, Case, Measure, Observations, Series, Unit, Variant};
use crate::diagnostic::{Fault, Faults, Severity};
use crate::stats::Exact;
use std::collections::BTreeMap;

/// Where a series stands: measure, case, variant.
pub(super) type Key = (usize, usize, usize);

/// What was gathered of a series so far.
pub(super) struct Gathered {
    pub key: Key,
    pub unit: Unit,
    pub values: Values,
    /// The run that gave the last values, and whether the tool itself repeats.
    run: usize,
    again: usize,
}

/// What the making of the series says: notes for the user, facts and omissions for the data set.
#[derive(Default)]
pub(super) struct Told {
    pub notes: Vec<Fault>,
    pub skipped: Vec<String>,
    pub details: Vec<(String, String)>,
}

pub(super) fn series(
    tool: Tool,
    placed: Vec<Placed>,
    case_of: &[usize],
    cases: &[Case],
    variants: &[Variant],
) -> Result<(Vec<Measure>, Vec<Series>, Told), Faults> {
    let mut told = Told::default();
    let mut quantities: Vec<Quantity> = Vec::new();
    let mut gathered: Vec<Gathered> = Vec::new();
    let mut index: BTreeMap<Key, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for (p, case) in placed.into_iter().zip(case_of) {
        for figure in p.outcome.figures {
            let measure = match measure_of(&mut quantities, &figure) {
                Ok(measure) => measure,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            let key = (measure, *case, p.variant);
            match index.get(&key) {
                None => {
                    index.insert(key, gathered.len());
                    gathered.push(Gathered {
                        key,
                        unit: figure.unit,
                        values: figure.values,
                        run: p.run,
                        again: 0,
                    });
                }
                Some(at) => {
                    let earlier = &mut gathered[*at];
                    if earlier.run == p.run && !p.outcome.repeats {
                        earlier.again += 1;
                    }
                    earlier.run = p.run;
                    if let Err(fault) = join(earlier, figure, cases, variants) {
                        faults.push(fault);
                    }
                }
            }
        }
    }
    Faults::check(faults)?;
    note_duplicates(&gathered, cases, variants, &mut told.notes);
    let quantities = in_declared_order(tool, quantities, &mut gathered);
    gathered.sort_by_key(|g| g.key);
    leave_out_zero_baselines(&mut gathered, &quantities, cases, variants, &mut told);
    let quantities = drop_empty(quantities, &mut gathered);
    let measures = measures(&quantities, &mut gathered, &mut told.notes);
    let series = gathered.into_iter().map(|g| Series {
        measure: g.key.0,
        variant: g.key.2,
        case: (!cases.is_empty()).then_some(g.key.1),
        observations: observations(g.values),
    });
    Ok((measures, series.collect(), told))
}

/// The quantities as the importer declares them, percentiles by size where the first of them is declared, all others
/// at the end; the first is the primary measure.
pub(super) fn in_declared_order(tool: Tool, quantities: Vec<Quantity>, gathered: &mut [Gathered]) -> Vec<Quantity> {
    let declared = tool.declares();
    let place = |quantity: &Quantity| {
        let at = declared.iter().position(|known| known.id == quantity.id);
        let Some((stem, percent)) = percentile_of(&quantity.id) else {
            return (at.unwrap_or(declared.len()), 0.0);
        };
        let alike = |known: &Quantity| percentile_of(&known.id).is_some_and(|(other, _)| other == stem);
        let first = declared.iter().position(alike);
        (
            first.unwrap_or(declared.len()),
            if first.is_some() { percent } else { 0.0 },
        )
    };
    let mut order: Vec<usize> = (0..quantities.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (place(&quantities[*a]), place(&quantities[*b]));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    for g in gathered.iter_mut() {
        g.key.0 = order.iter().position(|index| *index == g.key.0).unwrap_or(g.key.0);
    }
    order.into_iter().map(|index| quantities[index].clone()).collect()
}

/// A change from zero has no percentage, so a data set cannot hold a baseline of nothing but zeros. Where the first
/// variant has one, the numbers move into the details of the environment.
pub(super) fn leave_out_zero_baselines(
    gathered: &mut Vec<Gathered>,
    quantities: &[Quantity],
    cases: &[Case],
    variants: &[Variant],
    told: &mut Told,
) {
    let others: Vec<Key> = gathered.iter().map(|g| g.key).filter(|key| key.2 > 0).collect();
    let compared = |key: Key| others.iter().any(|other| (other.0, other.1) == (key.0, key.1));
    let zero: Vec<Key> = gathered
        .iter()
        .filter(|g| g.key.2 == 0 && compared(g.key) && all_zero(&g.values))
        .map(|g| g.key)
        .collect();
    for key in zero {
        let alike = |g: &&Gathered| (g.key.0, g.key.1) == (key.0, key.1);
        let id = &quantities[key.0].id;
        let case = cases
            .get(key.1)
            .map_or(String::new(), |case| format!(", {}", case.name));
        let only_zeros = gathered.iter().filter(alike).all(|g| all_zero(&g.values));
        for g in gathered.iter().filter(alike) {
            let name = format!("{id} ({}{case})", variants[g.key.2].name);
            told.details.push((name, in_words(&g.values, g.unit)));
        }
        let message = match only_zeros {
            true => format!("`{id}`{case}: 0 with every variant (kept in the details)"),
            false => format!(
                "`{id}`{case}: 0 with {}, so no change in per cent can be given (kept in the details)",
                variants[0].name
            ),
        };
        let severity = if only_zeros { Severity::Note } else { Severity::Warning };
        let note = Fault::input("import::skipped", format!("left out: {message}"));
        told.notes.push(note.severity(severity));
        told.skipped.push(message);
        gathered.retain(|g| !alike(&g));
    }
}

/// Quantities without numbers make no measure.
pub(super) fn drop_empty(quantities: Vec<Quantity>, gathered: &mut [Gathered]) -> Vec<Quantity> {
    let mut used: Vec<usize> = gathered.iter().map(|g| g.key.0).collect();
    used.dedup();
    for g in gathered.iter_mut() {
        g.key.0 = used.iter().position(|index| *index == g.key.0).unwrap_or(g.key.0);
    }
    used.into_iter().map(|index| quantities[index].clone()).collect()
}

pub(super) fn all_zero(values: &Values) -> bool {
    match values {
        Values::Single(value) => value.is_zero(),
        Values::Repeated(values) => values.iter().all(Exact::is_zero),
        Values::Samples(batches) => batches.iter().flat_map(|batch| &batch.values).all(Exact::is_zero),
    }
}

/// A figure, or the mean of several, with its unit.
pub(super) fn in_words(values: &Values, unit: Unit) -> String {
    let number = |value: &Exact| value.to_exact_decimal().unwrap_or_else(|| value.to_decimal(6));
    let text = match values {
        Values::Single(value) => number(value),
        values => {
            let all = numbers(values.clone());
            let mean = Exact::sum(&all) / Exact::from(all.len() as u64);
            format!("mean {} of {}", number(&mean), all.len())
        }
    };
    match unit {
        Unit::One => text,
        unit => format!("{text} {}", unit.symbol()),
    }
}

pub(super) fn measure_of(quantities: &mut Vec<Quantity>, figure: &Figure) -> Result<usize, Fault> {
    let Some(at) = quantities.iter().position(|q| q.id == figure.quantity.id) else {
        quantities.push(figure.quantity.clone());
        return Ok(quantities.len() - 1);
    };
    let known = &quantities[at];
    if known.unit.dimension() == figure.unit.dimension() && known.better == figure.quantity.better {
        return Ok(at);
    }
    Err(Fault::input(
        "import::mixed-dimensions",
        format!("`{}` is given in units that do not agree", known.id),
    )
    .found(figure.unit.symbol())
    .expected(format!("a unit such as {}", known.unit.symbol())))
}

/// Adds the values of a figure to those of the same series.
pub(super) fn join(earlier: &mut Gathered, figure: Figure, cases: &[Case], variants: &[Variant]) -> Result<(), Fault> {
    let unit = smaller(earlier.unit, figure.unit);
    let before = std::mem::replace(&mut earlier.values, Values::Repeated(Vec::new()));
    let before = converted(before, earlier.unit, unit);
    let after = converted(figure.values, figure.unit, unit);
    earlier.unit = unit;
    earlier.values = match (before, after) {
        (Values::Samples(mut before), Values::Samples(after)) => {
            before.extend(after);
            Values::Samples(before)
        }
        (Values::Samples(_), _) | (_, Values::Samples(_)) => {
            let place = match cases.get(earlier.key.1) {
                Some(case) => format!("{}, {}", variants[earlier.key.2].name, case.name),
                None => variants[earlier.key.2].name.clone(),
            };
            return Err(Fault::input(
                "import::mixed-kinds",
                format!(
                    "`{}` of {place} is given once call by call and once as a summary",
                    figure.quantity.id
                ),
            )
            .expected("raw samples in all files, or in none")
            .hint("import the files of one kind only"));
        }
        (before, after) => {
            let mut values = numbers(before);
            values.extend(numbers(after));
            Values::Repeated(values)
        }
    };
    Ok(())
}

pub(super) fn numbers(values: Values) -> Vec<Exact> {
    match values {
        Values::Single(value) => vec![value],
        Values::Repeated(values) => values,
        Values::Samples(batches) => batches.into_iter().flat_map(|batch| batch.values).collect(),
    }
}

pub(super) fn note_duplicates(gathered: &[Gathered], cases: &[Case], variants: &[Variant], notes: &mut Vec<Fault>) {
    let mut told: Vec<(usize, usize)> = Vec::new();
    for g in gathered.iter().filter(|g| g.again > 0) {
        let place = (g.key.1, g.key.2);
        if !told.contains(&place) {
            told.push(place);
            let case = cases
                .get(place.0)
                .map_or(String::new(), |case| format!(", {}", case.name));
            notes.push(warning(format!(
                "{}{case} occurs {} times in one file: kept as repetitions of one another",
                variants[place.1].name,
                g.again + 1
            )));
        }
    }
}

pub(super) fn observations(values: Values) -> Observations {
    match values {
        Values::Single(value) => Observations::Aggregate(value),
        Values::Repeated(mut values) if values.len() == 1 => Observations::Aggregate(values.remove(0)),
        Values::Repeated(values) => Observations::Repetitions(values),
        Values::Samples(batches) => {
            let batch = |samples: Samples| Batch {
                sequence: None,
                process_order: None,
                warmup_calls: samples.warmup_calls,
                code_sha256: None,
                values: samples.values,
                rows_returned: Vec::new(),
            };
            Observations::Batches(batches.into_iter().map(batch).collect())
        }
    }
}
