//! One variant over several cases, of which single values are known: a strip or a bar for each case, in the order of the
//! data. Cases are no rivals, so none of them leads.

use super::bars::{lanes, ranked};
use super::distribution::{Samples, Strand, dots_of, samples, sentences, words_of_strips};
use super::interval::{Key, interval_key, whisker};
use super::ranking::MOST_STRIPS;
use super::share::{self, Small};
use super::{Chart, Figure, Input, Scene, beside, shown, value_figure, value_text};
use crate::context::Kind;
use crate::render::chart::bars::Bar;
use crate::render::infographic::tell::Teller;
use crate::render::infographic::{Archetype, ChartKind};
use crate::stats::{Exact, Row};

/// More bars than this cannot be read on one page.
const MOST_BARS: usize = 30;
/// So few bars have a whole lane each.
const MOST_LANES: usize = 4;

/// The scene of a variant that has single values in several cases; `None` for all others.
pub(super) fn build(teller: &mut Teller<'_>, main: &Row, variant: usize) -> Option<Scene> {
    let input = teller.input;
    let rows = rows_of(input, main, variant);
    let samples: Vec<Samples> = rows.iter().map(|row| samples(input, row, variant)).collect();
    if rows.len() < 2 || !samples.iter().all(|samples| samples.values().len() > 1) {
        return None;
    }
    extremes(teller, &rows, variant)?;
    let bars = bars(teller, &rows[..rows.len().min(MOST_BARS)], variant);
    let strips = rows.len() <= MOST_STRIPS && input.chart != Some(ChartKind::Bars);
    let chart = if strips {
        let strands: Vec<Strand> = (rows.iter().zip(&samples))
            .map(|(row, samples)| Strand {
                row,
                samples,
                ink: input.palette.baseline,
                of_case: true,
            })
            .collect();
        Chart::Dots(dots_of(teller, main, &strands))
    } else if bars.len() <= MOST_LANES {
        Chart::Lanes(lanes(input, "case", bars.clone()))
    } else {
        Chart::Ranking(ranked(input, "case", bars.clone()))
    };
    let mut scene = Scene::new(Archetype::Ranking, chart);
    scene.title = teller.measure_name(main.measure);
    let case = teller.case(main.case);
    scene.hero = Figure {
        number: value_text(teller, main, variant),
        label: variant_and_case(teller, main, variant),
        fill: input.palette.night_better.into(),
    };
    scene.finding = teller.say("finding.cases");
    let words_of_bars = words_of_bars(teller, rows.len(), bars.len());
    if strips {
        let wide = scene.is_logarithmic();
        (scene.sub, scene.sub_boxes) = words_of_strips(teller, samples.iter(), wide);
        scene.alt_kind = teller.say("alt.cases_strips");
    } else {
        scene.sub = words_of_bars.clone();
        scene.alt_kind = teller.say("alt.cases");
    }
    if let Some(key) = interval_key(teller, main, Key::Whole) {
        scene.sub = beside(teller, &scene.sub, Some(&key));
        scene.sub_boxes = scene.sub_boxes.map(|words| beside(teller, &words, Some(&key)));
    }
    let colon = input.locale.script().colon();
    let name = teller.variant(variant);
    scene.alt_figures = format!("{name} ({case}){colon}{}", scene.hero.number);
    let small = small(teller, main, bars, rows.len());
    scene.share = share::Share::both(small.clone(), small);
    Some(scene)
}

/// The variant that a figure is of, and the case when there are several.
pub(super) fn variant_and_case(teller: &mut Teller<'_>, row: &Row, variant: usize) -> String {
    let name = teller.variant(variant);
    if teller.input.dataset.cases.len() < 2 || row.case.is_none() {
        return name;
    }
    let (case, separator) = (teller.case(row.case), teller.separator());
    format!("{name}{separator}{case}")
}

/// The same statistic of the measure in each case that the variant has a value of.
fn rows_of<'a>(input: &Input<'a>, main: &Row, variant: usize) -> Vec<&'a Row> {
    let rows = input.summary.rows.iter();
    rows.filter(|row| (row.measure, row.statistic) == (main.measure, main.statistic) && row.values[variant].is_some())
        .collect()
}

/// Makes the least and the largest value known to words.
fn extremes(teller: &mut Teller<'_>, rows: &[&Row], variant: usize) -> Option<()> {
    let low = rows.iter().min_by(|a, b| a.values[variant].cmp(&b.values[variant]))?;
    let high = rows.iter().max_by(|a, b| a.values[variant].cmp(&b.values[variant]))?;
    for (row, name, value) in [(low, "low_case", "low_value"), (high, "high_case", "high_value")] {
        let case = teller.case(row.case);
        teller.figure(name, case);
        value_figure(teller, value, row, variant);
    }
    Some(())
}

fn bars(teller: &mut Teller<'_>, rows: &[&Row], variant: usize) -> Vec<Bar> {
    let input = teller.input;
    let palette = input.palette;
    let bars = rows.iter().filter_map(|row| {
        let measure = &input.dataset.measures[row.measure];
        Some(Bar {
            id: id_of(input, row),
            name: teller.case(row.case),
            value: shown(row.values[variant].as_ref()?, measure).to_f64(),
            value_text: value_text(teller, row, variant),
            fill: palette.baseline.into(),
            ink: palette.text.into(),
            remainder: None,
            whisker: whisker(input, row, variant, palette.text, Some(palette.paper)),
        })
    });
    bars.collect()
}

fn id_of(input: &Input<'_>, row: &Row) -> String {
    row.case
        .map_or("all".into(), |case| input.dataset.cases[case].id.clone())
}

/// What bars of cases show, and how many of them there are.
fn words_of_bars(teller: &mut Teller<'_>, all: usize, on_it: usize) -> String {
    let words = teller.say("sub.cases");
    if on_it >= all {
        return words;
    }
    for (name, count) in [("shown_count", on_it), ("total_count", all)] {
        teller.number(name, "counts", Exact::from(count as u64), Kind::Count);
    }
    sentences(&words, &teller.say("sub.left_out"))
}

/// The bars for a picture for sharing; where they have no room, the last ones go.
fn small(teller: &mut Teller<'_>, main: &Row, bars: Vec<Bar>, all: usize) -> Option<Small> {
    let caption = teller.say("sub.cases");
    let key = interval_key(teller, main, Key::Brief);
    let caption = beside(teller, &caption, key.as_deref());
    share::bars_in_order(teller, bars, caption, all, "alt.share.cases")
}
