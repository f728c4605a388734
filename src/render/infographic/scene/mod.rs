//! What stands on the picture: words, figures and charts, before anything has a place. Each archetype is one file.

mod bars;
mod cases;
mod comparison;
mod distribution;
mod grid;
mod interval;
mod method;
mod ranking;
pub(super) use ranking::MOST_STRIPS;
mod share;

use super::naming::Called;
use super::standing::Standing;
use super::tell::{Teller, is_speed, verdict_key};
use super::{Archetype, Input, alt};
use crate::context::{Kind, Printed, identifier};
use crate::dataset::{Better, Measure, Observations};
use crate::diagnostic::Faults;
use crate::render::chart::{
    bars::Bars, dots, dots::Dots, figures::Figures, lanes::Lanes, matrix::Matrix, pairs::Pairs, points::Points,
    slopes::Slopes,
};
use crate::stats::inference::RowIntervals;
use crate::stats::{Comparison, Exact, Row};
use serde::Serialize;
pub(super) use share::{Share, SmallChart};

/// A figure and what it is.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub(super) struct Figure {
    pub number: String,
    pub label: String,
    pub fill: String,
}

/// A card: a statistic beside the main one.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub(super) struct Card {
    pub id: String,
    pub title: String,
    pub figure: String,
    pub values: String,
    pub fill: String,
}

/// A heading and lines below it.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub(super) struct Notes {
    pub title: String,
    pub lines: Vec<String>,
}

/// The chart on paper.
#[derive(Clone)]
pub(super) enum Chart {
    Dots(Dots),
    Pairs(Pairs),
    Matrix(Matrix),
    Ranking(Bars),
    Lanes(Lanes),
    Points(Points),
    Figures(Figures),
    Slopes(Slopes),
}

/// A picture without places.
#[derive(Clone)]
pub(super) struct Scene {
    pub archetype: Archetype,
    pub eyebrow: String,
    pub title: String,
    pub hero: Figure,
    /// Smaller figures beside the hero.
    pub seconds: Vec<Figure>,
    /// Bars of the main figure, on night.
    pub bars: Option<(String, Bars)>,
    pub finding: String,
    pub sub: String,
    /// The same for means as dots above boxes of calls, and for boxes alone; empty where the chart has no dots.
    pub sub_boxes: [String; 2],
    pub chart: Chart,
    /// How the values of a distribution were drawn; known when the page is laid out.
    pub form: Option<dots::Form>,
    pub cards: Vec<Card>,
    pub how: Notes,
    pub care: Notes,
    pub disclosure: Option<String>,
    pub alt_kind: String,
    pub alt_figures: String,
    pub full_stop: String,
    pub alt: String,
    pub share: Share,
    /// Every number of the picture.
    pub printed: Vec<Printed>,
}

pub(super) fn build(input: &Input<'_>, archetype: Archetype, called: &Called) -> Result<Scene, Faults> {
    let mut teller = Teller::new(input, called);
    let mut scene = match archetype {
        Archetype::Distribution => distribution::build(&mut teller)?,
        Archetype::Comparison => comparison::build(&mut teller)?,
        Archetype::Grid => grid::build(&mut teller)?,
        Archetype::Ranking => ranking::build(&mut teller)?,
    };
    scene.eyebrow = teller.say("eyebrow");
    scene.how = method::how(&mut teller);
    scene.care = method::care(&mut teller, archetype);
    scene.disclosure = input.disclosure.map(str::to_owned);
    scene.full_stop = teller.say("alt.full_stop");
    share::finish(&mut teller, &mut scene);
    scene.printed = teller.finish()?;
    alt::describe(&mut scene);
    Ok(scene)
}

impl Scene {
    /// The words that are true of the chart as it is drawn.
    pub fn sub_of_chart(&self) -> &str {
        let words = [&self.sub, &self.sub_boxes[0], &self.sub_boxes[1]];
        words[self.form.map_or(0, dots::Form::index)]
    }

    /// Whether the places on the chart are those of logarithms.
    fn is_logarithmic(&self) -> bool {
        match &self.chart {
            Chart::Dots(chart) => chart.axis.logarithmic,
            Chart::Matrix(chart) => chart.axis.logarithmic,
            Chart::Points(chart) => chart.axis.logarithmic,
            Chart::Slopes(chart) => chart.panels.iter().any(|panel| panel.axis.logarithmic),
            Chart::Pairs(_) | Chart::Ranking(_) | Chart::Lanes(_) | Chart::Figures(_) => false,
        }
    }

    /// What every archetype fills in after it has made its chart.
    fn new(archetype: Archetype, chart: Chart) -> Scene {
        Scene {
            archetype,
            eyebrow: String::new(),
            title: String::new(),
            hero: Figure::default(),
            seconds: Vec::new(),
            bars: None,
            finding: String::new(),
            sub: String::new(),
            sub_boxes: Default::default(),
            chart,
            form: None,
            cards: Vec::new(),
            how: Notes::default(),
            care: Notes::default(),
            disclosure: None,
            alt_kind: String::new(),
            alt_figures: String::new(),
            full_stop: String::new(),
            alt: String::new(),
            share: Share::default(),
            printed: Vec::new(),
        }
    }
}

/// Digits after the decimal mark for values of a measure: three where there are samples; as many as were published
/// where there are only figures.
fn digits(input: &Input<'_>, measure: usize) -> u8 {
    let series = || {
        input
            .dataset
            .series
            .iter()
            .filter(move |series| series.measure == measure)
    };
    if is_sampled(input, measure) {
        return input.digits.quantity;
    }
    let of = &input.dataset.measures[measure];
    if of.derived.is_some() {
        return 0;
    }
    series()
        .filter_map(|series| match &series.observations {
            Observations::Aggregate(value) => Some(decimals(&shown(value, of), input.digits.quantity)),
            _ => None,
        })
        .max()
        .unwrap_or(0)
}

fn decimals(value: &Exact, most: u8) -> u8 {
    (0..most)
        .find(|digits| value.round_to(*digits) == *value)
        .unwrap_or(most)
}

/// Digits of a change in percent: what samples bear, and one where only rounded figures are known.
fn percent_digits(input: &Input<'_>, measure: usize) -> u8 {
    input.digits.percent.min(if is_sampled(input, measure) { 2 } else { 1 })
}

/// Whether anything more than single figures is known of a measure.
fn is_sampled(input: &Input<'_>, measure: usize) -> bool {
    let mut series = input.dataset.series.iter().filter(|series| series.measure == measure);
    series.any(|series| !matches!(series.observations, Observations::Aggregate(_)))
}

/// A value in the unit that it is printed in.
pub(super) fn shown(value: &Exact, measure: &Measure) -> Exact {
    measure.in_display_unit(value)
}

fn direction(teller: &mut Teller<'_>, measure: &Measure) -> String {
    teller.say(match measure.better {
        Better::Lower => "better.lower",
        Better::Higher => "better.higher",
    })
}

/// A caption of an axis: unit, and which way is better, with an arrow that way.
fn axis_caption(teller: &mut Teller<'_>, measure: &Measure) -> String {
    let unit = teller
        .input
        .locale
        .units()
        .label(measure.display_unit, measure.per.as_deref());
    let unit = teller.input.locale.isolate_unit(unit);
    teller.figure("unit", unit);
    let better = direction(teller, measure);
    let rtl = teller.input.locale.direction() == crate::locale::Direction::RightToLeft;
    // The axis runs in reading direction.
    let back = (measure.better == Better::Lower) != rtl;
    let arrow = if back { "←" } else { "→" };
    teller.figure("better", format!("{arrow} {better}"));
    teller.say("axis.caption")
}

/// Where the numbers of a row come from, as templates name it.
fn row_path(input: &Input<'_>, row: &Row) -> String {
    let measure = identifier(&input.dataset.measures[row.measure].id);
    let case = row.case.map_or(String::new(), |case| {
        format!(".cases.{}", identifier(&input.dataset.cases[case].id))
    });
    format!("m.{measure}{case}.{}", row.statistic.id())
}

/// The path of one variant's value.
fn value_path(input: &Input<'_>, row: &Row, variant: usize) -> String {
    let variant = identifier(&input.dataset.variants[variant].id);
    format!("{}.values.{variant}", row_path(input, row))
}

/// A change in percent as finely as the data bear it.
fn change(input: &Input<'_>, row: &Row, percent: &Exact) -> (Exact, u8) {
    let digits = percent_digits(input, row.measure);
    if is_sampled(input, row.measure) {
        (percent.clone(), digits)
    } else {
        let digits = if percent.abs() >= Exact::from(1000) { 0 } else { digits };
        (percent.round_to(digits), digits)
    }
}

/// The intervals of a row that the report shows.
pub(in crate::render::infographic) fn intervals_of<'a>(input: &Input<'a>, row: &Row) -> Option<&'a RowIntervals> {
    RowIntervals::of_row(input.intervals, input.summary, row)
}

/// Between parts of a line that are no sentences.
const BETWEEN: &str = " · ";

/// Words, and more behind them: behind a sentence as one of its own.
fn beside(teller: &mut Teller<'_>, words: &str, more: Option<&str>) -> String {
    const STOPS: [char; 2] = ['.', '。'];
    match more {
        None | Some("") => words.to_owned(),
        Some(more) if words.is_empty() => more.to_owned(),
        Some(more) if !words.ends_with(STOPS) => format!("{words}{BETWEEN}{more}"),
        Some(more) if more.ends_with(STOPS) => distribution::sentences(words, more),
        Some(more) => {
            let stop = teller.say("alt.full_stop");
            distribution::sentences(words, &format!("{more}{stop}"))
        }
    }
}

/// The change of a comparison, with its sign.
fn change_text(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) -> String {
    let (exact, digits) = change(teller.input, row, &comparison.change_percent);
    teller.percent(&format!("{}.change", row_path(teller.input, row)), &exact, digits, true)
}

/// The value of a variant, with its unit.
fn value_text(teller: &mut Teller<'_>, row: &Row, variant: usize) -> String {
    let input = teller.input;
    let Some(value) = &row.values[variant] else {
        return String::new();
    };
    let digits = digits(input, row.measure);
    let path = value_path(input, row, variant);
    teller.quantity(&path, value, &input.dataset.measures[row.measure], digits)
}

/// Makes the value of a variant known to words.
fn value_figure(teller: &mut Teller<'_>, name: &'static str, row: &Row, variant: usize) {
    if let Some(value) = &row.values[variant] {
        let path = value_path(teller.input, row, variant);
        teller.number(name, path, value.clone(), Kind::Quantity(row.measure));
    }
}

/// Figures that the words of a comparison of two variants may name.
fn pair_figures(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) {
    let input = teller.input;
    let baseline = input.summary.baseline;
    let names = [
        ("baseline_name", teller.variant(baseline)),
        ("candidate_name", teller.variant(comparison.candidate)),
        ("baseline_short", teller.short_in_prose(baseline)),
        ("candidate_short", teller.short_in_prose(comparison.candidate)),
        ("case", teller.case(row.case)),
    ];
    for (name, text) in names {
        teller.figure(name, text);
    }
    teller.measure(row.measure);
    value_figure(teller, "baseline_value", row, baseline);
    value_figure(teller, "candidate_value", row, comparison.candidate);
    let path = row_path(input, row);
    let quantity = Kind::Quantity(row.measure);
    teller.number(
        "difference",
        format!("{path}.saved"),
        comparison.difference.abs(),
        quantity,
    );
    let (exact, _) = change(input, row, &comparison.change_percent);
    teller.number("reduction", format!("{path}.reduction"), exact.abs(), Kind::Percent);
    teller.number("change", format!("{path}.change"), exact, Kind::Percent);
    match &comparison.ratio {
        Some(ratio) => teller.number("ratio", format!("{path}.ratio"), ratio.clone(), Kind::Ratio),
        None => teller.forget("ratio"),
    }
}

/// The hero of a comparison of two variants.
fn hero(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) -> Figure {
    let standing = Standing::of(teller.input, row, comparison);
    Figure {
        number: teller.say(&format!("hero.number.{}", verdict_key(comparison.verdict))),
        label: teller.say(&format!("hero.label.{}", standing.key())),
        fill: standing.on_night(teller.input.palette).into(),
    }
}

/// The ratio beside the hero, where a ratio of speeds means something.
fn ratio(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) -> Option<Figure> {
    let speed = is_speed(&teller.input.dataset.measures[row.measure]);
    let told_apart = [Standing::Better, Standing::Worse].contains(&Standing::of(teller.input, row, comparison));
    let ratio = comparison.ratio.as_ref().filter(|_| speed && told_apart)?;
    Some(Figure {
        number: teller.ratio(&format!("{}.ratio", row_path(teller.input, row)), ratio),
        label: teller.say(&format!("hero.ratio.{}", verdict_key(comparison.verdict))),
        fill: teller.input.palette.night_text.into(),
    })
}
