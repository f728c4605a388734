//! Several variants over a grid of cases.

use super::distribution::{nothing_to_compare, sentences, tick_value};
use super::ranking::{leads, ranking_of};
use super::{
    Chart, Figure, Input, Scene, digits, direction, intervals_of, row_path, share, shown, value_figure, value_path,
    value_text,
};
use crate::context::Kind;
use crate::dataset::{Better, Measure};
use crate::diagnostic::Faults;
use crate::render::chart::matrix::{Cell, Column, Line, MOST_CELLS, Mark, Matrix};
use crate::render::chart::{Axis, WIDE};
use crate::render::infographic::Archetype;
use crate::render::infographic::tell::{Teller, is_speed};
use crate::stats::{Exact, Row};

/// More cases than this cannot be read on one page.
const MOST_LINES: usize = 28;

pub(super) fn build(teller: &mut Teller<'_>) -> Result<Scene, Faults> {
    let input = teller.input;
    let focus = input.focus.measure;
    let first = input
        .summary
        .rows
        .iter()
        .find(|row| row.measure == focus)
        .ok_or_else(nothing_to_compare)?;
    let rows: Vec<&Row> = input
        .summary
        .rows
        .iter()
        .filter(|row| row.measure == focus && row.statistic == first.statistic)
        .collect();
    let measure = &input.dataset.measures[input.focus.measure];
    teller.measure(focus);
    let better = direction(teller, measure);
    teller.figure("better", better);
    let baseline = teller.variant(input.summary.baseline);
    teller.figure("baseline_name", baseline);
    let counted = |count: usize| Exact::from(count as u64);
    teller.number("case_count", "counts.cases", counted(rows.len()), Kind::Count);
    teller.number(
        "variant_count",
        "counts.variants",
        counted(input.dataset.variants.len()),
        Kind::Count,
    );
    let widest = widest(input, &rows).ok_or_else(nothing_to_compare)?;
    widest_figures(teller, &widest);
    let winner = winner(input, &rows);
    if let Some((variant, wins)) = winner {
        let name = teller.variant(variant);
        teller.figure("winner", name);
        teller.number("win_count", "counts", counted(wins), Kind::Count);
    }
    let level = widest.row.values[widest.best] == widest.row.values[widest.worst];
    let matrix = matrix(teller, &rows);
    let mut scene = Scene::new(Archetype::Grid, Chart::Matrix(matrix.clone()));
    scene.title = teller.say("title.several");
    scene.hero = Figure {
        number: match &widest.gap {
            Some(gap) => teller.ratio(&format!("{}.ratio", row_path(input, widest.row)), gap),
            None => value_text(teller, widest.row, widest.best),
        },
        label: teller.say(if level {
            "hero.level"
        } else if widest.gap.is_some() {
            "hero.widest"
        } else {
            leads(measure)
        }),
        fill: if level {
            teller.input.palette.night_text
        } else {
            teller.input.palette.night_better
        }
        .into(),
    };
    if !level {
        let speed = is_speed(measure);
        for (variant, key) in [
            (widest.best, if speed { "hero.side_fastest" } else { "hero.side_best" }),
            (
                widest.worst,
                if speed { "hero.side_slowest" } else { "hero.side_worst" },
            ),
        ] {
            scene.seconds.push(Figure {
                number: value_text(teller, widest.row, variant),
                label: teller.say(key),
                fill: teller.input.palette.night_text.into(),
            });
        }
    }
    scene.finding = teller.say(match winner {
        Some((_, wins)) if wins == rows.len() => "finding.wins_all",
        Some(_) => "finding.wins",
        None => "finding.no_winner",
    });
    scene.sub = teller.say("sub.grid");
    if rows.iter().any(|row| intervals_of(input, row).is_some()) {
        scene.sub = sentences(&scene.sub, &teller.say("sub.ties"));
    }
    if scene.is_logarithmic() {
        scene.sub = sentences(&scene.sub, &teller.say("sub.log"));
    }
    let left_out = columns_left_out(teller, matrix.columns.len());
    scene.sub = sentences(&scene.sub, &left_out);
    if rows.len() > MOST_LINES {
        teller.number("total_count", "counts.cases", counted(rows.len()), Kind::Count);
        teller.number("shown_count", "counts", counted(MOST_LINES), Kind::Count);
        scene.sub = sentences(&scene.sub, &teller.say("sub.left_out"));
    }
    scene.alt_kind = teller.say("alt.grid");
    scene.alt_figures = teller.say(if widest.gap.is_some() { "alt.widest" } else { "alt.best" });
    scene.share = share::grid(teller, &matrix, widest.row, &left_out);
    Ok(scene)
}

/// The case in which the variants are furthest apart.
struct Widest<'a> {
    row: &'a Row,
    best: usize,
    worst: usize,
    gap: Option<Exact>,
}

fn widest<'a>(input: &Input<'_>, rows: &[&'a Row]) -> Option<Widest<'a>> {
    let mut widest: Option<Widest<'a>> = None;
    for row in rows {
        let ranking = ranking_of(input, row);
        let (Some((best, _)), Some((worst, _))) = (ranking.order.first(), ranking.order.last()) else {
            continue;
        };
        let gap = ranking.span();
        if widest.as_ref().is_none_or(|widest| gap > widest.gap) {
            widest = Some(Widest {
                row,
                best: *best,
                worst: *worst,
                gap,
            });
        }
    }
    widest
}

fn widest_figures(teller: &mut Teller<'_>, widest: &Widest<'_>) {
    let input = teller.input;
    let names = [
        ("case", teller.case(widest.row.case)),
        ("best", teller.variant(widest.best)),
        ("worst", teller.variant(widest.worst)),
    ];
    for (name, text) in names {
        teller.figure(name, text);
    }
    value_figure(teller, "best_value", widest.row, widest.best);
    value_figure(teller, "worst_value", widest.row, widest.worst);
    if let Some(gap) = &widest.gap {
        teller.number(
            "ratio",
            format!("{}.ratio", row_path(input, widest.row)),
            gap.clone(),
            Kind::Ratio,
        );
    }
}

/// The one variant that is the best, alone or with others, in more cases than any other, and in how many.
///
/// Where intervals tell the best apart from no other, nothing is won.
fn winner(input: &Input<'_>, rows: &[&Row]) -> Option<(usize, usize)> {
    let mut counted: Vec<(usize, usize)> = (0..input.dataset.variants.len()).map(|variant| (variant, 0)).collect();
    for row in rows {
        let ranking = ranking_of(input, row);
        if intervals_of(input, row).is_none() || ranking.contenders().len() == 1 {
            for variant in ranking.leaders() {
                counted[variant].1 += 1;
            }
        }
    }
    counted.sort_by_key(|(_, wins)| std::cmp::Reverse(*wins));
    let (first, second) = (counted.first()?, counted.get(1)?);
    (first.1 > second.1).then_some(*first)
}

/// Every column has a mark of its own.
const MOST_COLUMNS: usize = Mark::ALL.len();
/// Width of a digit of a table and between its columns, in pixels.
const DIGIT: f64 = 16.0;
const GAP: f64 = 16.0;

/// The variants whose columns have room, in the order of the data: the baseline, the candidate, and those that are best
/// over all cases.
fn columns_with_room(teller: &Teller<'_>, rows: &[&Row], measure: &Measure, digits: u8) -> Vec<usize> {
    let input = teller.input;
    let all = 0..input.dataset.variants.len();
    let values = rows.iter().flat_map(|row| row.values.iter().flatten());
    let letters = values.map(|value| teller.length(&shown(value, measure), digits));
    let widest = letters.max().unwrap_or(1) as f64 * DIGIT + GAP;
    let most = ((MOST_CELLS / widest) as usize).clamp(2, MOST_COLUMNS);
    if all.len() <= most {
        return all.collect();
    }
    // In how many cases, and before how many variants, each variant is better.
    let beaten = |variant: usize| -> usize {
        let of_row = rows.iter().map(|row| {
            let Some(own) = &row.values[variant] else { return 0 };
            let others = row.values.iter().flatten();
            let is_worse = |other: &&Exact| match measure.better {
                Better::Lower => *other > own,
                Better::Higher => *other < own,
            };
            others.filter(is_worse).count()
        });
        of_row.sum()
    };
    let stays = [Some(input.summary.baseline), input.focus.candidate];
    let mut ranked: Vec<usize> = all.collect();
    ranked.sort_by_key(|variant| (!stays.contains(&Some(*variant)), std::cmp::Reverse(beaten(*variant))));
    ranked.truncate(most);
    ranked.sort_unstable();
    ranked
}

/// Says which variants have no column.
fn columns_left_out(teller: &mut Teller<'_>, shown: usize) -> String {
    let all = teller.input.dataset.variants.len();
    if shown >= all {
        return String::new();
    }
    for (name, count) in [("shown_count", shown), ("total_count", all)] {
        teller.number(name, "counts", Exact::from(count as u64), Kind::Count);
    }
    teller.say("sub.left_out_columns")
}

fn matrix(teller: &mut Teller<'_>, rows: &[&Row]) -> Matrix {
    let input = teller.input;
    let measure = &input.dataset.measures[input.focus.measure];
    let digits = digits(input, input.focus.measure);
    let palette = input.palette;
    let chosen = columns_with_room(teller, rows, measure, digits);
    let columns = chosen
        .iter()
        .enumerate()
        .map(|(i, &variant)| Column {
            id: input.dataset.variants[variant].id.clone(),
            name: teller.column(variant),
            ink: palette.series[i % palette.series.len()].into(),
            mark: Mark::ALL[i % Mark::ALL.len()],
        })
        .collect();
    let lines: Vec<Line> = rows
        .iter()
        .take(MOST_LINES)
        .map(|row| line(teller, row, measure, (digits, &chosen)))
        .collect();
    let shares = || {
        lines
            .iter()
            .flat_map(|line| &line.cells)
            .flatten()
            .filter_map(|cell| cell.share)
    };
    let low = shares().fold(100.0, f64::min);
    let high = shares().fold(100.0, f64::max);
    let axis = if low > 0.0 && high / low > WIDE {
        Axis::logarithmic(low, high, 5)
    } else {
        Axis::over(low, high, 4, 0.06)
    };
    let ticks = axis
        .ticks
        .iter()
        .map(|tick| teller.percent("axis", &tick_value(*tick), axis.digits(*tick), false))
        .collect();
    let unit = input.locale.units().label(measure.display_unit, measure.per.as_deref());
    let unit = input.locale.isolate_unit(unit);
    teller.figure("unit", unit);
    Matrix {
        columns,
        lines,
        axis,
        ticks,
        caption: teller.say("grid.caption"),
        unit: teller.say("grid.unit"),
        text: teller.input.palette.text.into(),
        muted: teller.input.palette.muted.into(),
        rule: teller.input.palette.rule.into(),
        grid: teller.input.palette.grid.into(),
    }
}

fn line(teller: &mut Teller<'_>, row: &Row, measure: &Measure, (digits, chosen): (u8, &[usize])) -> Line {
    let input = teller.input;
    let best = ranking_of(input, row).contenders();
    let baseline = row.values[input.summary.baseline]
        .as_ref()
        .filter(|value| !value.is_zero());
    let cells = chosen
        .iter()
        .map(|&variant| {
            let value = row.values[variant].as_ref()?;
            Some(Cell {
                text: teller.plain(&value_path(input, row, variant), &shown(value, measure), digits),
                share: baseline.map(|baseline| (value / baseline).to_f64() * 100.0),
                best: best.contains(&variant),
            })
        })
        .collect();
    Line {
        id: row
            .case
            .map_or("all".into(), |case| input.dataset.cases[case].id.clone()),
        name: teller.case(row.case),
        cells,
    }
}
