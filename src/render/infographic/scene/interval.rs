//! Confidence intervals on a picture: the whisker of a value, and the words that say what whiskers are.

use super::{Input, intervals_of, shown};
use crate::context::Kind;
use crate::dataset::Observations;
use crate::render::chart::whisker::Whisker;
use crate::render::infographic::tell::Teller;
use crate::render::theme::Color;
use crate::stats::interval::{ENOUGH_FOR_THE_NORMAL, LEVEL_PERCENT};
use crate::stats::{Exact, Row};

/// The interval of one variant's value, in the unit that is printed; `None` where the report shows none.
pub(super) fn whisker(
    input: &Input<'_>,
    row: &Row,
    variant: usize,
    ink: Color,
    edge: Option<Color>,
) -> Option<Whisker> {
    let interval = intervals_of(input, row)?.values[variant].as_ref()?;
    let measure = &input.dataset.measures[row.measure];
    let end = |end: &Exact| shown(end, measure).to_f64();
    Some(Whisker {
        ends: (end(&interval.lower), end(&interval.upper)),
        ink: ink.into(),
        edge: edge.map(Into::into),
    })
}

/// Makes the level of the intervals known to words.
pub(super) fn level(teller: &mut Teller<'_>) {
    let level = Exact::from(u64::from(LEVEL_PERCENT));
    teller.number("level", "intervals", level, Kind::Percent);
}

/// How much is said of whiskers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Level and method.
    Whole,
    /// Where there is less room: the level.
    Brief,
}

/// What the whiskers of a row are; `None` where there are none.
pub(super) fn interval_key(teller: &mut Teller<'_>, row: &Row, key: Key) -> Option<String> {
    let input = teller.input;
    intervals_of(input, row)?.values.iter().flatten().next()?;
    level(teller);
    // Batches are drawn as a whole, single values one by one; of very many of either nothing is drawn.
    let units = input.dataset.series.iter().filter_map(|series| {
        let of_row = (series.measure, series.case) == (row.measure, row.case);
        match &series.observations {
            _ if !of_row => None,
            Observations::Batches(batches) if batches.len() > 1 => Some((true, batches.len())),
            Observations::Batches(batches) => Some((false, batches.first().map_or(0, |only| only.values.len()))),
            Observations::Repetitions(values) => Some((false, values.len())),
            Observations::Aggregate(_) => None,
        }
    });
    let units: Vec<(bool, usize)> = units.collect();
    let drawn = units.iter().all(|(_, count)| *count < ENOUGH_FOR_THE_NORMAL);
    let batched = units.iter().all(|(batched, _)| *batched);
    Some(teller.say(match key {
        Key::Whole if drawn && batched => "interval.batches",
        Key::Whole if drawn => "interval.values",
        _ => "interval.brief",
    }))
}
