//! Two variants of which only figures are known, over several measures and cases.

use super::distribution::{nothing_to_compare, samples, sentences, sentences_of_alt, tick_value, variants_left_out};
use super::interval::{level, whisker};
use super::{Chart, Figure, Input, Scene, change_text, direction, hero, pair_figures, ratio, share, shown, value_text};
use crate::context::Kind;
use crate::dataset::Observations;
use crate::diagnostic::{Class, Fault, Faults};
use crate::render::chart::pairs::{Group, Pair, Pairs, id_within};
use crate::render::chart::slopes::{MOST_PANELS, MOST_SLOPES, Panel, Slope, Slopes};
use crate::render::chart::spread::Spread;
use crate::render::chart::{Axis, WIDE};
use crate::render::infographic::standing::Standing;
use crate::render::infographic::tell::Teller;
use crate::render::infographic::{Archetype, ChartKind};
use crate::stats::{Comparison, Exact, Row};

/// More rows than this cannot be read on one page.
const MOST_ROWS: usize = 9;

pub(super) fn build(teller: &mut Teller<'_>) -> Result<Scene, Faults> {
    let rows = compared(teller);
    let focus = teller.input.focus;
    let main = rows
        .iter()
        .find(|(row, _)| row.measure == focus.measure && row.case == focus.case);
    let main = main.or_else(|| rows.iter().find(|(row, _)| row.measure == focus.measure));
    let (main, comparison) = main.copied().ok_or_else(nothing_to_compare)?;
    let standings: Vec<Standing> = (rows.iter())
        .map(|(row, comparison)| Standing::of(teller.input, row, comparison))
        .collect();
    let count = |wanted: Standing| standings.iter().filter(|standing| **standing == wanted).count();
    let tally = Standing::ALL.map(|standing| (standing, count(standing)));
    for (name, value) in [
        ("better_count", tally[0].1),
        ("worse_count", tally[1].1),
        ("unchanged_count", tally[2].1),
        ("open_count", tally[3].1),
        ("total_count", rows.len()),
    ] {
        teller.number(name, "counts", Exact::from(value as u64), Kind::Count);
    }
    let wanted = match teller.input.chart {
        Some(chart) => chart == ChartKind::Slopes,
        None => rows.len() > MOST_ROWS,
    };
    let slopes = wanted.then(|| slopes(teller, &rows)).flatten();
    if slopes.is_none() && teller.input.chart == Some(ChartKind::Slopes) {
        return Err(no_room_for_slopes().into());
    }
    let (sloped, room) = (slopes.is_some(), if slopes.is_some() { rows.len() } else { MOST_ROWS });
    let mut chart = pairs(teller, &rows[..rows.len().min(MOST_ROWS)]);
    // Where the single values are shown, their boxes are; pictures for sharing have their intervals.
    for pair in chart.groups.iter_mut().flat_map(|group| &mut group.pairs) {
        if pair.spreads.is_some() {
            pair.whiskers = None;
        }
    }
    let spread = chart
        .groups
        .iter()
        .flat_map(|group| &group.pairs)
        .any(|pair| pair.spreads.is_some());
    pair_figures(teller, main, comparison);
    let mut scene = Scene::new(Archetype::Comparison, slopes.map_or(Chart::Pairs(chart), Chart::Slopes));
    scene.title = teller.say("title.pair");
    scene.hero = hero(teller, main, comparison);
    scene.seconds = if rows.len() > 1 {
        tally
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(standing, count)| tallied(teller, standing, count))
            .collect()
    } else {
        ratio(teller, main, comparison).into_iter().collect()
    };
    let total = rows.len();
    scene.finding = teller.say(match tally.map(|(_, count)| count) {
        [better, ..] if better == total => "finding.all_better",
        [_, worse, ..] if worse == total => "finding.all_worse",
        [_, _, unchanged, _] if unchanged == total => "finding.all_unchanged",
        [0, 0, ..] => "finding.open",
        [_, 0, _, open] if open > 0 => "finding.open_better",
        [0, _, _, open] if open > 0 => "finding.open_worse",
        _ => "finding.mixed",
    });
    scene.sub = teller.say(if sloped { "grid.caption" } else { "sub.pairs" });
    if scene.is_logarithmic() {
        scene.sub = sentences(&scene.sub, &teller.say("sub.log"));
    }
    if standings.contains(&Standing::Open) {
        level(teller);
        scene.sub = sentences(&scene.sub, &teller.say("sub.open"));
    }
    if spread && !sloped {
        let is_repeated = teller.input.dataset.series.iter().any(|series| {
            series.measure == main.measure && matches!(series.observations, Observations::Repetitions(_))
        });
        let key = if is_repeated {
            "sub.repetition_boxes"
        } else {
            "sub.call_boxes"
        };
        scene.sub = sentences(&scene.sub, &teller.say(key));
    }
    if rows.len() > room {
        teller.number("shown_count", "counts", Exact::from(MOST_ROWS as u64), Kind::Count);
        scene.sub = sentences(&scene.sub, &teller.say("sub.left_out"));
    }
    scene.alt_kind = teller.say(if sloped { "alt.slopes" } else { "alt.comparison" });
    let left_out = variants_left_out(teller);
    scene.sub = sentences(&scene.sub, &left_out);
    scene.alt_figures = sentences_of_alt(teller, "alt.pair", &left_out);
    scene.share = share::pairs(teller, &rows, (main, comparison), pairs);
    Ok(scene)
}

fn no_room_for_slopes() -> Fault {
    Fault::error(
        Class::Input,
        "infographic::no-room-for-slopes",
        "slopes have no room for so many measures or cases",
    )
    .expected(format!(
        "at most {MOST_PANELS} measures, and {} cases, or {} where there are more than two measures",
        MOST_SLOPES[0], MOST_SLOPES[1]
    ))
    .hint("leave `chart` out of report.toml")
}

fn tallied(teller: &mut Teller<'_>, standing: Standing, count: usize) -> Figure {
    Figure {
        number: teller.count("counts", count),
        label: teller.say(&format!("tally.{}", standing.key())),
        fill: standing.on_night(teller.input.palette).into(),
    }
}

/// The first statistic of every measure and case, by case.
fn compared<'a>(teller: &Teller<'a>) -> Vec<(&'a Row, &'a Comparison)> {
    let summary = teller.input.summary;
    let mut rows: Vec<(&Row, &Comparison)> = Vec::new();
    for row in &summary.rows {
        let seen = rows
            .iter()
            .any(|(other, _)| (other.measure, other.case) == (row.measure, row.case));
        let comparison = teller
            .input
            .focus
            .candidate
            .and_then(|candidate| row.comparison(candidate));
        if let (false, Some(comparison)) = (seen, comparison) {
            rows.push((row, comparison));
        }
    }
    rows.sort_by_key(|(row, _)| (row.case, row.measure));
    rows
}

fn pairs(teller: &mut Teller<'_>, rows: &[(&Row, &Comparison)]) -> Pairs {
    let input = teller.input;
    let mut groups: Vec<(Option<usize>, Group)> = Vec::new();
    for (row, comparison) in rows {
        let pair = pair(teller, row, comparison);
        match groups.last_mut() {
            Some((case, group)) if *case == row.case => group.pairs.extend(pair),
            _ => groups.push((
                row.case,
                Group {
                    id: group_id(input, row),
                    title: row.case.map(|case| teller.case(Some(case))),
                    pairs: pair.into_iter().collect(),
                },
            )),
        }
    }
    Pairs {
        groups: groups.into_iter().map(|(_, group)| group).collect(),
        baseline_fill: teller.input.palette.baseline.into(),
        text: teller.input.palette.text.into(),
        muted: teller.input.palette.muted.into(),
        rule: teller.input.palette.rule.into(),
    }
}

/// The id of the case of a row.
fn group_id(input: &Input<'_>, row: &Row) -> String {
    row.case
        .map_or("all".into(), |case| input.dataset.cases[case].id.clone())
}

/// The id of a row among the pairs of a chart.
pub(super) fn pair_id(input: &Input<'_>, row: &Row) -> String {
    id_within(&group_id(input, row), &input.dataset.measures[row.measure].id)
}

/// A panel a measure, when all its cases have room in it.
fn slopes(teller: &mut Teller<'_>, rows: &[(&Row, &Comparison)]) -> Option<Slopes> {
    let input = teller.input;
    let of = |measure: usize| rows.iter().filter(move |(row, _)| row.measure == measure);
    let measures: Vec<usize> = (0..input.dataset.measures.len())
        .filter(|measure| of(*measure).count() > 0)
        .collect();
    let most = MOST_SLOPES[usize::from(measures.len() > 2)];
    if measures.len() > MOST_PANELS || measures.iter().any(|measure| of(*measure).count() > most) {
        return None;
    }
    let panels = measures
        .iter()
        .map(|measure| panel(teller, *measure, of(*measure)))
        .collect();
    let comparison = rows.first()?.1;
    Some(Slopes {
        panels,
        ends: [
            teller.short_in_prose(input.summary.baseline),
            teller.short_in_prose(comparison.candidate),
        ],
        text: teller.input.palette.text.into(),
        muted: teller.input.palette.muted.into(),
        grid: teller.input.palette.grid.into(),
        rule: teller.input.palette.rule.into(),
    })
}

fn panel<'r>(
    teller: &mut Teller<'_>,
    measure: usize,
    rows: impl Iterator<Item = &'r (&'r Row, &'r Comparison)>,
) -> Panel {
    let input = teller.input;
    let slopes: Vec<Slope> = rows
        .map(|(row, comparison)| Slope {
            id: group_id(input, row),
            name: match row.case {
                Some(_) => teller.case(row.case),
                None => teller.measure_name(measure),
            },
            to: 100.0 + comparison.change_percent.to_f64(),
            change: change_text(teller, row, comparison),
            ink: Standing::of(input, row, comparison).on_paper(input.palette).into(),
        })
        .collect();
    let ends = || slopes.iter().map(|slope| slope.to).chain([100.0]);
    let (low, high) = (ends().fold(f64::INFINITY, f64::min), ends().fold(0.0, f64::max));
    let axis = if low > 0.0 && high / low > WIDE {
        Axis::logarithmic(low, high, 6)
    } else {
        Axis::over(low, high, 5, 0.04)
    };
    let of = &input.dataset.measures[measure];
    Panel {
        id: of.id.clone(),
        title: teller.measure_name(measure),
        note: direction(teller, of),
        slopes,
        ticks: (axis.ticks.iter())
            .map(|tick| teller.percent("axis", &tick_value(*tick), axis.digits(*tick), false))
            .collect(),
        axis,
    }
}

fn pair(teller: &mut Teller<'_>, row: &Row, comparison: &Comparison) -> Option<Pair> {
    let input = teller.input;
    let measure = &input.dataset.measures[row.measure];
    let mut value = |variant: usize| {
        let number = shown(row.values[variant].as_ref()?, measure).to_f64();
        Some((number, value_text(teller, row, variant)))
    };
    let (baseline, candidate) = (value(input.summary.baseline)?, value(comparison.candidate)?);
    let standing = Standing::of(input, row, comparison);
    let spread = |variant: usize| {
        let samples = samples(input, row, variant);
        let values: Vec<f64> = samples
            .values()
            .iter()
            .map(|value| shown(value, measure).to_f64())
            .collect();
        Spread::of(&values)
    };
    let interval = |variant: usize| whisker(input, row, variant, input.palette.text, Some(input.palette.paper));
    let spreads = spread(input.summary.baseline).zip(spread(comparison.candidate));
    Some(Pair {
        id: measure.id.clone(),
        name: teller.measure_name(row.measure),
        note: direction(teller, measure),
        baseline,
        candidate,
        change: change_text(teller, row, comparison),
        verdict: teller.say(&format!("verdict.{}", standing.key())),
        ink: standing.on_paper(teller.input.palette).into(),
        spreads: spreads.map(|(baseline, candidate)| [baseline, candidate]),
        whiskers: interval(input.summary.baseline)
            .zip(interval(comparison.candidate))
            .map(|(baseline, candidate)| [baseline, candidate]),
    })
}
