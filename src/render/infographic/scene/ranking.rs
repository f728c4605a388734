//! Several variants of one measure, best first.

use super::bars::{bars_of, lanes};
use super::cases::variant_and_case;
use super::distribution::{Samples, dots, nothing_to_compare, samples, sentences, tick_value, words_of_strips};
use super::interval::{Key, interval_key, whisker};
use super::{
    Chart, Figure, Input, Scene, axis_caption, bars, beside, change, direction, intervals_of, row_path, share, shown,
    value_figure, value_text,
};
use crate::context::Kind;
use crate::dataset::{Dimension, Measure};
use crate::diagnostic::Faults;
use crate::render::chart::Axis;
use crate::render::chart::dots::Dots;
use crate::render::chart::figures::{self, Figures};
use crate::render::chart::histogram::{Classes, Histogram};
use crate::render::chart::points::{Point, Points};
use crate::render::infographic::tell::{Teller, is_speed};
use crate::render::infographic::{Archetype, ChartKind};
use crate::render::theme::Color;
use crate::stats::ranking::{Lead, Ranking};
use crate::stats::{Exact, Row};

pub(super) fn build(teller: &mut Teller<'_>) -> Result<Scene, Faults> {
    let input = teller.input;
    let Some(row) = input.summary.rows.iter().find(|row| row.measure == input.focus.measure) else {
        return Err(nothing_to_compare().into());
    };
    let ranking = ranking_of(input, row);
    let ranked = &ranking.order[..];
    let (Some((best, _)), Some((worst, _))) = (ranked.first().copied(), ranked.last().copied()) else {
        return Err(nothing_to_compare().into());
    };
    let measure = &input.dataset.measures[row.measure];
    let names = [
        ("best", teller.variant(best)),
        ("worst", teller.variant(worst)),
        ("case", teller.case(row.case)),
    ];
    for (name, text) in names {
        teller.figure(name, text);
    }
    value_figure(teller, "best_value", row, best);
    value_figure(teller, "worst_value", row, worst);
    teller.number(
        "variant_count",
        "counts.variants",
        Exact::from(ranked.len() as u64),
        Kind::Count,
    );
    teller.measure(row.measure);
    let better = direction(teller, measure);
    teller.figure("better", better);
    let gap = ranking.span();
    if let Some(gap) = &gap {
        teller.number(
            "ratio",
            format!("{}.ratio", row_path(input, row)),
            gap.clone(),
            Kind::Ratio,
        );
    }
    let lead = ranking.lead();
    let (level, shared, open) = (
        lead == Some(Lead::Level),
        lead == Some(Lead::Shared),
        lead == Some(Lead::Open),
    );
    let alone = ranked.len() == 1;
    if alone && let Some(scene) = super::cases::build(teller, row, best) {
        return Ok(scene);
    }
    let next = next_figures(teller, row, &ranking);
    let shown = Shown::of(teller, row, ranked);
    let mut scene = Scene::new(Archetype::Ranking, chart(teller, row, ranked, &shown));
    scene.title = if alone {
        teller.measure_name(row.measure)
    } else {
        teller.say("title.several")
    };
    scene.hero = Figure {
        number: value_text(teller, row, best),
        label: match (alone, level) {
            (true, _) => variant_and_case(teller, row, best),
            (_, true) => teller.say("hero.level"),
            _ if shared => shared_lead(teller, &ranking),
            _ if open => teller.say("hero.first_open"),
            _ => teller.say(leads(measure)),
        },
        fill: if level || shared || open {
            teller.input.palette.night_text
        } else {
            teller.input.palette.night_better
        }
        .into(),
    };
    let known_gap = gap.is_some();
    scene.seconds.extend(next.map(|number| Figure {
        number,
        label: teller.say("hero.next"),
        fill: teller.input.palette.night_text.into(),
    }));
    scene.finding = match (level, measure.unit.dimension()) {
        _ if alone => match &shown {
            Shown::Strips(samples) => middle_half(teller, row, &samples[0]),
            _ => teller.say("finding.alone"),
        },
        (true, _) => teller.say("finding.level"),
        _ if open => teller.say("finding.ranking_open"),
        // Nothing is so many times zero.
        _ if !known_gap => teller.say(leads(measure)),
        (_, Dimension::Time) => teller.say("finding.ranking_time"),
        (_, Dimension::Rate | Dimension::InformationRate) => teller.say("finding.ranking_rate"),
        _ => teller.say("finding.ranking"),
    };
    words_of_chart(teller, &mut scene, row, &shown, ranked.len());
    let words = [&scene.sub, &scene.sub_boxes[0], &scene.sub_boxes[1]].map(Clone::clone);
    if let Some(key) = interval_key(teller, row, Key::Whole) {
        scene.sub = beside(teller, &scene.sub, Some(&key));
        scene.sub_boxes = scene.sub_boxes.map(|words| beside(teller, &words, Some(&key)));
    }
    scene.alt_figures = if alone {
        let (name, colon) = (teller.variant(best), input.locale.script().colon());
        format!("{name}{colon}{}", scene.hero.number)
    } else {
        let several = ranking.next().is_some() && ranked.len() > 2;
        teller.say(match (several, open) {
            (true, true) => "alt.ranked_open",
            (true, false) => "alt.ranked",
            (false, true) => "alt.open",
            (false, false) => "alt.best",
        })
    };
    scene.share = match &scene.chart {
        Chart::Dots(dots) if alone => {
            let key = interval_key(teller, row, Key::Brief);
            let words = words.map(|words| beside(teller, &words, key.as_deref()));
            share::one_spread(teller, dots, words)
        }
        Chart::Figures(figures) => share::figures(teller, figures, rows_of(input, row).count()),
        _ => share::ranking(teller, row),
    };
    Ok(scene)
}

/// The ranking of a row, with the intervals that the report shows.
pub(super) fn ranking_of<'a>(input: &Input<'_>, row: &'a Row) -> Ranking<'a> {
    let better = input.dataset.measures[row.measure].better;
    Ranking::of(row, better, intervals_of(input, row))
}

/// Whether the interval of the best variant overlaps that of another one: then the data do not tell which is best.
fn is_open(input: &Input<'_>, row: &Row) -> bool {
    ranking_of(input, row).lead() == Some(Lead::Open)
}

/// Makes the one after the best known to words, and says how far it is behind: in percent, where that means something.
fn next_figures(teller: &mut Teller<'_>, row: &Row, ranking: &Ranking<'_>) -> Option<String> {
    let (next, value) = ranking.next()?;
    let name = teller.variant(next);
    teller.figure("next", name);
    value_figure(teller, "next_value", row, next);
    let behind = ranking.against_first(value)?;
    let (exact, digits) = change(teller.input, row, &behind);
    Some(teller.percent("ranking.change", &exact, digits, true))
}

/// Of more variants that share the best value not all are named.
const MOST_LEADERS: usize = 4;

/// Says whose the best value is, when it is that of several.
fn shared_lead(teller: &mut Teller<'_>, ranking: &Ranking<'_>) -> String {
    let leaders = ranking.leaders();
    let named = match leaders.len() {
        all if all <= MOST_LEADERS => all,
        _ => MOST_LEADERS - 1,
    };
    let mut names: Vec<String> = leaders[..named]
        .iter()
        .map(|variant| teller.variant(*variant))
        .collect();
    if named < leaders.len() {
        names.push("…".to_owned());
    }
    let leaders = teller.input.locale.list(&names);
    teller.figure("leaders", leaders);
    teller.say("hero.shared")
}

/// The colour of the best variant: of none, where the data do not tell which it is.
pub(super) fn lead_ink(input: &Input<'_>, row: &Row) -> Color {
    match is_open(input, row) {
        true => input.palette.baseline,
        false => input.palette.better,
    }
}

/// The colours of variants: that of the best, and of those that are as good, differs.
pub(super) fn lead_fill(input: &Input<'_>, row: &Row) -> impl Fn(usize) -> Color + use<> {
    let leaders = ranking_of(input, row).leaders();
    let (lead, plain) = (lead_ink(input, row), input.palette.baseline);
    move |variant| if leaders.contains(&variant) { lead } else { plain }
}

/// So few bars have a whole lane each.
const MOST_LANES: usize = 4;
/// More strips than this have no room.
pub(in crate::render::infographic) const MOST_STRIPS: usize = 7;
/// More bars, or figures, than this cannot be read on one page.
const MOST_BARS: usize = 28;
const MOST_FIGURES: usize = 14;

/// How the values are shown: by what is known of them.
enum Shown {
    /// Single values: every variant has some.
    Strips(Vec<Samples>),
    /// Values too far apart for bars.
    Points,
    /// One variant of which only figures are known.
    Figures,
    Bars,
}

impl Shown {
    fn of(teller: &Teller<'_>, row: &Row, ranked: &[(usize, &Exact)]) -> Shown {
        let samples: Vec<Samples> = ranked
            .iter()
            .map(|(variant, _)| samples(teller.input, row, *variant))
            .collect();
        let wanted = teller.input.chart;
        match wanted {
            Some(ChartKind::Bars) => return Shown::Bars,
            Some(ChartKind::Points) => return Shown::Points,
            _ => {}
        }
        if samples.len() <= MOST_STRIPS && samples.iter().all(|samples| samples.values().len() > 1) {
            return Shown::Strips(samples);
        }
        match ranked.len() {
            1 => Shown::Figures,
            2 => Shown::Bars,
            _ if is_wide(ranked) => Shown::Points,
            _ => Shown::Bars,
        }
    }
}

/// Whether variants are shown as points: where a report wants them, or values are too far apart for bars.
pub(super) fn are_points(input: &Input<'_>, ranked: &[(usize, &Exact)]) -> bool {
    match input.chart {
        Some(ChartKind::Points) => true,
        Some(ChartKind::Bars) => false,
        // As the infographic shows them.
        _ => ranked.len() > 2 && is_wide(ranked),
    }
}

/// Whether values are too far apart for bars.
fn is_wide(ranked: &[(usize, &Exact)]) -> bool {
    let values: Vec<f64> = ranked.iter().map(|(_, value)| value.to_f64()).collect();
    Axis::for_places(&values, 6, 0.0).logarithmic
}

fn chart(teller: &mut Teller<'_>, row: &Row, ranked: &[(usize, &Exact)], shown: &Shown) -> Chart {
    let few = &ranked[..ranked.len().min(MOST_BARS)];
    match shown {
        Shown::Strips(samples) => Chart::Dots(strips(teller, row, samples)),
        Shown::Points => Chart::Points(points(teller, row, few, |teller, variant| teller.variant(variant))),
        Shown::Figures => Chart::Figures(figures(teller, ranked[0].0)),
        Shown::Bars => {
            let variants: Vec<usize> = few.iter().map(|(variant, _)| *variant).collect();
            let fill = lead_fill(teller.input, row);
            let bars = bars_of(teller, row, &variants, fill, |teller, variant| teller.variant(variant));
            if bars.len() <= MOST_LANES {
                Chart::Lanes(lanes(teller.input, "rank", bars))
            } else {
                Chart::Ranking(bars::ranked(teller.input, "rank", bars))
            }
        }
    }
}

/// What is said below the finding and to those who do not see the chart.
fn words_of_chart(teller: &mut Teller<'_>, scene: &mut Scene, row: &Row, shown: &Shown, variants: usize) {
    let cased = |key: &str| match row.case {
        Some(_) => format!("{key}_case"),
        None => key.to_owned(),
    };
    let left_out = |teller: &mut Teller<'_>, scene: &mut Scene, key: &str, count: usize, most: usize| {
        if count > most {
            teller.number("total_count", "counts", Exact::from(count as u64), Kind::Count);
            teller.number("shown_count", "counts", Exact::from(most as u64), Kind::Count);
            scene.sub = sentences(&scene.sub, &teller.say(key));
        }
    };
    match shown {
        Shown::Strips(samples) => {
            let wide = scene.is_logarithmic();
            (scene.sub, scene.sub_boxes) = words_of_strips(teller, samples.iter(), wide);
            if matches!(&scene.chart, Chart::Dots(chart) if chart.histogram.is_some()) {
                let columns = teller.say("sub.columns");
                scene.sub = sentences(&scene.sub, &columns);
                scene.sub_boxes = scene.sub_boxes.clone().map(|text| sentences(&text, &columns));
            }
            scene.alt_kind = teller.say(if variants == 1 { "alt.single" } else { "alt.dots" });
        }
        Shown::Points => {
            scene.sub = sentences(&teller.say(&cased("sub.measure")), &teller.say("sub.log"));
            left_out(teller, scene, "sub.left_out_ranked", variants, MOST_BARS);
            scene.alt_kind = teller.say("alt.points");
        }
        Shown::Figures => {
            let count = rows_of(teller.input, row).count();
            left_out(teller, scene, "sub.left_out", count, MOST_FIGURES);
            scene.alt_kind = teller.say("alt.figures");
        }
        Shown::Bars => {
            scene.sub = teller.say(&cased("sub.ranking"));
            left_out(teller, scene, "sub.left_out_ranked", variants, MOST_BARS);
            scene.alt_kind = teller.say("alt.ranking");
        }
    }
}

/// Strips in the order of the ranking; a lone one has a histogram of its single values.
fn strips(teller: &mut Teller<'_>, row: &Row, samples: &[Samples]) -> Dots {
    let (palette, lead) = (teller.input.palette, lead_ink(teller.input, row));
    let inked = |(i, samples)| (samples, if i == 0 { lead } else { palette.baseline });
    let strips: Vec<(&Samples, Color)> = samples.iter().enumerate().map(inked).collect();
    let mut dots = dots(teller, row, &strips);
    if let [only] = samples {
        let measure = &teller.input.dataset.measures[row.measure];
        let values: Vec<f64> = (only.values().iter())
            .map(|value| shown(value, measure).to_f64())
            .collect();
        dots.histogram = Classes::of(&values).map(|classes| Histogram {
            tallest_text: teller.count("counts", classes.tallest()),
            classes,
            fill: palette.better.into(),
            ink: palette.better.into(),
            rule: palette.muted.into(),
        });
    }
    dots
}

/// A point for each variant, on a logarithmic axis when that shows more.
pub(super) fn points(
    teller: &mut Teller<'_>,
    row: &Row,
    ranked: &[(usize, &Exact)],
    name: fn(&mut Teller<'_>, usize) -> String,
) -> Points {
    let input = teller.input;
    let measure = &input.dataset.measures[row.measure];
    let points: Vec<Point> = ranked
        .iter()
        .enumerate()
        .map(|(i, (variant, value))| Point {
            id: input.dataset.variants[*variant].id.clone(),
            name: name(teller, *variant),
            value: shown(value, measure).to_f64(),
            value_text: value_text(teller, row, *variant),
            whisker: whisker(input, row, *variant, input.palette.baseline, None),
            ink: if i == 0 {
                lead_ink(input, row)
            } else {
                input.palette.baseline
            }
            .into(),
            text: if i == 0 && !is_open(input, row) {
                input.palette.better
            } else {
                input.palette.text
            }
            .into(),
        })
        .collect();
    let ends = |point: &Point| {
        point
            .whisker
            .as_ref()
            .map_or([point.value; 2], |whisker| [whisker.ends.0, whisker.ends.1])
    };
    // An interval that reaches to zero has no place on a logarithmic axis and is cut off at its start.
    let values = points
        .iter()
        .flat_map(|point| ends(point).into_iter().chain([point.value]));
    let values: Vec<f64> = values.filter(|value| *value > 0.0).collect();
    let axis = match input.chart {
        Some(ChartKind::Points) => {
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            Axis::logarithmic(least, values.iter().copied().fold(least, f64::max), 6)
        }
        _ => Axis::for_places(&values, 6, 0.02),
    };
    Points {
        ticks: (axis.ticks.iter())
            .map(|tick| teller.plain("axis", &tick_value(*tick), axis.digits(*tick)))
            .collect(),
        points,
        gaps: Vec::new(),
        axis,
        caption: axis_caption(teller, measure),
        rule: input.palette.rule.into(),
        grid: input.palette.grid.into(),
        muted: input.palette.muted.into(),
    }
}

/// The first statistic of every measure and case that a variant has a value of, the one of the headline first.
fn rows_of<'a>(input: &Input<'a>, main: &Row) -> impl Iterator<Item = &'a Row> {
    let mut seen: Vec<(usize, Option<usize>)> = Vec::new();
    let mut rows: Vec<&'a Row> = Vec::new();
    for row in input
        .summary
        .rows
        .iter()
        .filter(|row| row.values.iter().any(Option::is_some))
    {
        if !seen.contains(&(row.measure, row.case)) {
            seen.push((row.measure, row.case));
            rows.push(row);
        }
    }
    let focus = (main.measure, main.case);
    rows.sort_by_key(|row| ((row.measure, row.case) != focus, row.measure != focus.0));
    rows.into_iter()
}

fn figures(teller: &mut Teller<'_>, variant: usize) -> Figures {
    let input = teller.input;
    let focus = |row: &&Row| row.measure == input.focus.measure;
    let main = input.summary.rows.iter().find(focus);
    let rows: Vec<&Row> = main.map_or_else(Vec::new, |main| rows_of(input, main).take(MOST_FIGURES).collect());
    let figures = rows
        .into_iter()
        .map(|row| {
            let measure = &input.dataset.measures[row.measure];
            let name = teller.measure_name(row.measure);
            let case = teller.case(row.case);
            let separator = teller.separator();
            figures::Figure {
                id: format!(
                    "{}-{}",
                    measure.id,
                    row.case.map_or("all", |case| &input.dataset.cases[case].id)
                ),
                name: if case.is_empty() {
                    name
                } else {
                    format!("{name}{separator}{case}")
                },
                note: direction(teller, measure),
                value: value_text(teller, row, variant),
                ink: input.palette.text.into(),
            }
        })
        .collect();
    Figures {
        figures,
        text: input.palette.text.into(),
        muted: input.palette.muted.into(),
        rule: input.palette.rule.into(),
    }
}

/// Between which values the middle half of all lies.
fn middle_half(teller: &mut Teller<'_>, row: &Row, samples: &Samples) -> String {
    let mut values = samples.values().to_vec();
    values.sort();
    let path = row_path(teller.input, row);
    for (name, share) in [("low", Exact::ratio(1, 4)), ("high", Exact::ratio(3, 4))] {
        let quantile = crate::stats::quantile(&values, &share).unwrap_or_else(Exact::zero);
        teller.number(name, format!("{path}.quartile"), quantile, Kind::Quantity(row.measure));
    }
    teller.say("finding.middle_half")
}

/// The words that say which variant is the best.
pub(super) fn leads(measure: &Measure) -> &'static str {
    if is_speed(measure) { "hero.fastest" } else { "hero.best" }
}
