//! Two variants with raw samples.

use super::interval::{Key, interval_key, whisker};
use super::{
    Card, Chart, Input, Scene, axis_caption, beside, change_text, digits, hero, pair_figures, ratio, share, shown,
    value_figure, value_text,
};
use crate::context::{Kind, identifier};
use crate::dataset::{Batch, Better, Observations};
use crate::diagnostic::{Class, Fault, Faults};
use crate::render::chart::Axis;
use crate::render::chart::bars::{Bar, Bars, Remainder};
use crate::render::chart::dots::{Dots, Strip};
use crate::render::infographic::standing::Standing;
use crate::render::infographic::tell::Teller;
use crate::render::infographic::{Archetype, ChartKind};
use crate::render::theme::Color;
use crate::stats::{Comparison, Exact, Row, Statistic, Verdict};

pub(super) fn build(teller: &mut Teller<'_>) -> Result<Scene, Faults> {
    let (summary, focus) = (teller.input.summary, teller.input.focus);
    let compared = focus.candidate.and_then(|candidate| {
        let mut rows = summary.rows.iter().filter(|row| row.measure == focus.measure);
        rows.find_map(|row| Some((row, row.comparison(candidate)?)))
    });
    let (row, comparison) = compared.ok_or_else(nothing_to_compare)?;
    pair_figures(teller, row, comparison);
    let samples = [summary.baseline, comparison.candidate].map(|variant| samples(teller.input, row, variant));
    let own = Standing::of(teller.input, row, comparison).on_paper(teller.input.palette);
    let inks = [teller.input.palette.baseline, own];
    let strips: Vec<(&Samples, Color)> = samples.iter().zip(inks).collect();
    let dots = dots(teller, row, &strips);
    let repeated = samples.iter().any(|samples| samples.repeated);
    let bars_title = teller.say(if repeated {
        "bars.title_repetitions"
    } else {
        "bars.title"
    });
    let share = share::spread(teller, row, comparison, &dots.strips, &bars_title);
    let mut scene = Scene::new(Archetype::Distribution, Chart::Dots(dots));
    scene.share = share;
    scene.title = teller.say("title.pair");
    scene.hero = hero(teller, row, comparison);
    scene.seconds = ratio(teller, row, comparison).into_iter().collect();
    let key = interval_key(teller, row, Key::Whole);
    let title = beside(teller, &bars_title, key.as_deref());
    scene.bars = Some((title, bars(teller, row, comparison)));
    scene.finding = finding(teller, row, comparison);
    let wide = scene.is_logarithmic();
    (scene.sub, scene.sub_boxes) = words_of_strips(teller, samples.iter(), wide);
    let left_out = variants_left_out(teller);
    scene.sub = sentences(&scene.sub, &left_out);
    scene.sub_boxes = scene.sub_boxes.map(|words| match words.is_empty() {
        true => words,
        false => sentences(&words, &left_out),
    });
    scene.cards = cards(teller, row);
    scene.alt_kind = teller.say(if repeated {
        "alt.distribution_repetitions"
    } else {
        "alt.distribution"
    });
    scene.alt_figures = sentences_of_alt(teller, "alt.pair", &left_out);
    Ok(scene)
}

/// Says that there are more variants than the two that are shown; nothing where there are none.
pub(super) fn variants_left_out(teller: &mut Teller<'_>) -> String {
    let all = teller.input.dataset.variants.len();
    if all <= 2 {
        return String::new();
    }
    for (name, count) in [("shown_count", 2), ("total_count", all)] {
        teller.number(name, "counts", Exact::from(count as u64), Kind::Count);
    }
    teller.say("sub.left_out_variants")
}

/// Words of the alternative text, and what is left out behind them.
pub(super) fn sentences_of_alt(teller: &mut Teller<'_>, key: &str, left_out: &str) -> String {
    let words = teller.say(key);
    if left_out.is_empty() {
        return words;
    }
    let stop = teller.say("alt.full_stop");
    sentences(&format!("{words}{stop}"), left_out)
}

/// What is said of strips: with dots, with dots above boxes, and with boxes alone.
pub(super) fn words_of_strips<'s>(
    teller: &mut Teller<'_>,
    mut samples: impl Iterator<Item = &'s Samples> + Clone,
    logarithmic: bool,
) -> (String, [String; 2]) {
    let (dots, boxes) = if samples.clone().any(|samples| samples.repeated) {
        (
            teller.say("sub.repetitions"),
            [String::new(), teller.say("sub.repetition_boxes")],
        )
    } else if samples.all(|samples| samples.batches > 1) {
        let boxes = [teller.say("sub.batches_above_boxes"), teller.say("sub.batch_boxes")];
        (teller.say("sub.batches"), boxes)
    } else {
        (teller.say("sub.calls"), [String::new(), teller.say("sub.call_boxes")])
    };
    if !logarithmic {
        return (dots, boxes);
    }
    let scale = teller.say("sub.log");
    (sentences(&dots, &scale), boxes.map(|text| sentences(&text, &scale)))
}

/// Two sentences in a row; what is empty is left out. Full-width stops bring their own space.
pub(super) fn sentences(first: &str, second: &str) -> String {
    match (first, second) {
        ("", only) | (only, "") => only.to_owned(),
        _ if first.ends_with('。') => format!("{first}{second}"),
        _ => format!("{first} {second}"),
    }
}

pub(super) fn nothing_to_compare() -> Fault {
    Fault::error(
        Class::Input,
        "infographic::nothing-to-compare",
        "the measure of the headline has no values of two variants to compare",
    )
    .hint("name another measure in `[comparison]` of report.toml")
}

/// What is known of one variant, in the unit of the axis.
pub(super) struct Samples {
    pub variant: usize,
    pub batches: usize,
    /// Whether the values are means themselves.
    pub repeated: bool,
    /// Means of batches, or the calls of the only one.
    points: Vec<Exact>,
    calls: Vec<Exact>,
}

impl Samples {
    /// The single values.
    pub fn values(&self) -> &[Exact] {
        if self.calls.is_empty() {
            &self.points
        } else {
            &self.calls
        }
    }
}

/// What is known of a variant in the measure and case of a row.
pub(super) fn samples(input: &Input<'_>, row: &Row, variant: usize) -> Samples {
    let series = input
        .dataset
        .series
        .iter()
        .find(|series| (series.measure, series.case, series.variant) == (row.measure, row.case, variant));
    let observations = series.map(|series| &series.observations);
    let (batches, points, calls) = match observations {
        Some(Observations::Batches(batches)) if batches.len() > 1 => (
            batches.len(),
            batches.iter().map(mean).collect(),
            batches.iter().flat_map(|batch| batch.values.clone()).collect(),
        ),
        Some(Observations::Batches(batches)) => (
            1,
            batches.iter().flat_map(|batch| batch.values.clone()).collect(),
            Vec::new(),
        ),
        Some(Observations::Repetitions(values)) => (1, values.clone(), Vec::new()),
        _ => (0, Vec::new(), Vec::new()),
    };
    Samples {
        variant,
        batches,
        repeated: matches!(observations, Some(Observations::Repetitions(_))),
        points,
        calls,
    }
}

fn mean(batch: &Batch) -> Exact {
    Exact::sum(&batch.values) / Exact::from(batch.values.len() as u64)
}

fn bars(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) -> Bars {
    let input = teller.input;
    let measure = &input.dataset.measures[row.measure];
    let value = |variant: usize| {
        row.values[variant]
            .as_ref()
            .map_or(0.0, |value| shown(value, measure).to_f64())
    };
    let (baseline, candidate) = (input.summary.baseline, comparison.candidate);
    let shorter = if value(candidate) < value(baseline) {
        candidate
    } else {
        baseline
    };
    let palette = input.palette;
    let accent = Standing::of(input, row, comparison).on_night(palette);
    let mut bars = Vec::new();
    for variant in [baseline, candidate] {
        let own = variant == candidate;
        let remainder = (comparison.verdict != Verdict::Unchanged && variant == shorter).then(|| Remainder {
            to: value(if own { baseline } else { candidate }),
            text: teller.say(if own { "bars.less" } else { "bars.more" }),
            line: palette.night_rule.into(),
            ink: palette.night_muted.into(),
        });
        bars.push(Bar {
            id: input.dataset.variants[variant].id.clone(),
            name: teller.short(variant),
            value: value(variant),
            value_text: value_text(teller, row, variant),
            fill: if own { accent } else { palette.night_baseline }.into(),
            ink: if own { accent } else { palette.night_text }.into(),
            remainder,
            whisker: whisker(input, row, variant, palette.night_text, Some(palette.night)),
        });
    }
    Bars {
        id: "bar".into(),
        bars,
        gaps: Vec::new(),
        muted: palette.night_muted.into(),
        names: 0.0,
        values: 0.0,
        thickness: 50.0,
        pitch: 66.0,
        name_size: 36.0,
        value_size: 40.0,
        least: 24.0,
        values_follow: false,
    }
}

/// What a strip is made from.
pub(super) struct Strand<'a> {
    pub row: &'a Row,
    pub samples: &'a Samples,
    pub ink: Color,
    /// It is called by its case, not by its variant.
    pub of_case: bool,
}

/// Strips of the variants of a row on one axis, each in its ink.
pub(super) fn dots(teller: &mut Teller<'_>, row: &Row, samples: &[(&Samples, Color)]) -> Dots {
    let strands: Vec<Strand> = samples
        .iter()
        .map(|(samples, ink)| Strand {
            row,
            samples,
            ink: *ink,
            of_case: false,
        })
        .collect();
    dots_of(teller, row, &strands)
}

/// Strips on one axis, in the unit of the measure of `main`.
pub(super) fn dots_of(teller: &mut Teller<'_>, main: &Row, strands: &[Strand<'_>]) -> Dots {
    let input = teller.input;
    let measure = &input.dataset.measures[main.measure];
    let in_unit =
        |values: &[Exact]| -> Vec<f64> { values.iter().map(|value| shown(value, measure).to_f64()).collect() };
    let mut strips = Vec::new();
    for Strand {
        row,
        samples,
        ink,
        of_case,
    } in strands
    {
        let (row, ink) = (*row, *ink);
        let mean = row.values[samples.variant].clone().unwrap_or_else(Exact::zero);
        value_figure(teller, "value", row, samples.variant);
        let several = samples.batches > 1;
        let points_text = lane(
            teller,
            match (samples.repeated, several) {
                (true, _) => "strip.repetitions",
                (false, true) => "strip.batches",
                (false, false) => "strip.calls",
            },
            &samples.points,
        );
        let calls_text = if several {
            lane(teller, "strip.calls", &samples.calls)
        } else {
            String::new()
        };
        let variant = &input.dataset.variants[samples.variant];
        let (id, name, label) = match row.case.filter(|_| *of_case) {
            Some(case) => (
                input.dataset.cases[case].id.clone(),
                teller.case(row.case),
                input.names.cases[case].clone(),
            ),
            None => (
                variant.id.clone(),
                teller.short(samples.variant),
                input.names.variants[samples.variant].clone(),
            ),
        };
        strips.push(Strip {
            id,
            name,
            label,
            ink: ink.into(),
            points: in_unit(&samples.points),
            calls: in_unit(&samples.calls),
            mean: shown(&mean, measure).to_f64(),
            whisker: whisker(input, row, samples.variant, ink, None),
            mean_text: teller.say("strip.mean"),
            points_text,
            calls_text,
        });
    }
    let values: Vec<f64> = strips
        .iter()
        .flat_map(|strip| strip.points.iter().chain(&strip.calls).copied())
        .collect();
    // The values of one variant are near each other, or nothing can be said: only variants may be far apart.
    let far = strips.len() > 1;
    let axis = match Axis::for_places(&values, 7, 0.025) {
        axis if far => axis,
        // Dots are read by their places: where those of one variant lie on the paper that an axis from zero would leave.
        _ => {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let largest = values.iter().copied().fold(0.0, f64::max);
            match least > 0.5 * largest && largest > least {
                true => Axis::over(least, largest, 7, 0.05),
                false => Axis::from_zero(largest, 7, 0.025),
            }
        }
    };
    let ticks = axis
        .ticks
        .iter()
        .map(|tick| teller.plain("axis", &tick_value(*tick), axis.digits(*tick)))
        .collect();
    Dots {
        strips,
        only_boxes: input.chart == Some(ChartKind::Boxes),
        ticks,
        axis,
        histogram: None,
        caption: axis_caption(teller, measure),
        names: 0.0,
        grid: teller.input.palette.grid.into(),
        muted: teller.input.palette.muted.into(),
        paper: teller.input.palette.paper.into(),
    }
}

/// How many dots a lane has, and from where to where they go.
fn lane(teller: &mut Teller<'_>, key: &str, values: &[Exact]) -> String {
    let input = teller.input;
    let measure = &input.dataset.measures[input.focus.measure];
    let (Some(least), Some(largest)) = (values.iter().min(), values.iter().max()) else {
        return String::new();
    };
    let digits = digits(input, input.focus.measure).min(2);
    let path = format!("m.{}.calls", identifier(&measure.id));
    let least = teller.plain(&path, &shown(least, measure), digits);
    let largest = teller.plain(&path, &shown(largest, measure), digits);
    let unit = input
        .locale
        .units()
        .symbol(measure.display_unit, measure.per.as_deref());
    let range = input.locale.range(&least, &largest);
    let range = teller.isolate(format!("{range}\u{a0}{unit}").trim_end().to_owned());
    teller.figure("range", range);
    teller.number("count", "counts", Exact::from(values.len() as u64), Kind::Count);
    teller.say(key)
}

/// The value of a tick, without the noise of a double.
pub(super) fn tick_value(tick: f64) -> Exact {
    Exact::parse(&format!("{tick:.11e}")).unwrap_or_else(Exact::zero)
}

/// The strongest sentence that is true of the batches.
fn finding(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) -> String {
    let facts = teller
        .input
        .summary
        .batch_facts(row.measure, row.case, comparison.candidate);
    let key = match (Standing::of(teller.input, row, comparison), facts) {
        (Standing::Better, Some(facts)) if facts.every_batch_better_than_every_baseline_batch => {
            "finding.every_batch_beats_every_batch".to_owned()
        }
        (Standing::Better, Some(facts)) if facts.every_batch_better_than_baseline_mean => {
            "finding.every_batch_beats_mean".to_owned()
        }
        (standing, _) => format!("finding.{}", standing.key()),
    };
    teller.say(&key)
}

/// Other statistics of the measure, then other measures; at most three.
fn cards(teller: &mut Teller<'_>, main: &Row) -> Vec<Card> {
    let summary = teller.input.summary;
    let better = teller.input.dataset.measures[main.measure].better;
    let slowest = match better {
        Better::Lower => Statistic::MaxOfBatchMeans,
        Better::Higher => Statistic::MinOfBatchMeans,
    };
    let wanted = [
        Statistic::MedianOfBatchMeans,
        slowest,
        Statistic::Median,
        Statistic::Max,
        Statistic::Min,
        Statistic::MaxOfRepetitions,
        Statistic::MinOfRepetitions,
    ];
    let same = wanted.iter().filter_map(|statistic| {
        summary
            .rows
            .iter()
            .find(|row| row.measure == main.measure && row.statistic == *statistic)
    });
    let others = (0..teller.input.dataset.measures.len())
        .filter(|measure| *measure != main.measure)
        .filter_map(|measure| {
            summary
                .rows
                .iter()
                .find(|row| row.measure == measure && !row.comparisons.is_empty())
        });
    let others: Vec<&Row> = others.take(2).collect();
    let rows: Vec<&Row> = same.take(3 - others.len().min(2)).chain(others).take(3).collect();
    rows.into_iter().filter_map(|row| card(teller, row)).collect()
}

fn card(teller: &mut Teller<'_>, row: &Row) -> Option<Card> {
    let input = teller.input;
    let comparison = row.comparison(input.focus.candidate?)?;
    let measure = &input.dataset.measures[row.measure];
    let baseline = value_text(teller, row, input.summary.baseline);
    let candidate = value_text(teller, row, comparison.candidate);
    let unchanged = comparison.verdict == Verdict::Unchanged;
    let figure = if unchanged {
        candidate.clone()
    } else {
        change_text(teller, row, comparison)
    };
    Some(Card {
        id: format!("{}-{}", measure.id, row.statistic.id()),
        title: if row.measure == input.focus.measure {
            teller.statistic(row.statistic)
        } else {
            teller.measure_name(row.measure)
        },
        figure,
        values: if unchanged {
            teller.say("verdict.unchanged")
        } else {
            teller.arrow(&baseline, &candidate)
        },
        fill: Standing::of(input, row, comparison)
            .on_paper(teller.input.palette)
            .into(),
    })
}
