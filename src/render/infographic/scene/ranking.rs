//! Several variants of one measure, best first.

use super::distribution::nothing_to_compare;
use super::{Chart, Figure, Scene, case_name, direction, row_path, shown, value_figure, value_text};
use crate::context::Kind;
use crate::dataset::{Better, Dimension, Measure};
use crate::diagnostic::Faults;
use crate::render::chart::bars::{Bar, Bars};
use crate::render::infographic::tell::{Teller, is_speed};
use crate::render::infographic::{Archetype, PALETTE};
use crate::stats::{Exact, Row};

pub(super) fn build(teller: &mut Teller<'_>) -> Result<Scene, Faults> {
    let input = teller.input;
    let Some(row) = input.summary.rows.iter().find(|row| row.measure == input.focus.measure) else {
        return Err(nothing_to_compare().into());
    };
    let ranked = ranked(row, input.dataset.measures[row.measure].better);
    let (Some((best, best_value)), Some((worst, worst_value))) = (ranked.first().copied(), ranked.last().copied())
    else {
        return Err(nothing_to_compare().into());
    };
    let measure = &input.dataset.measures[row.measure];
    let names = [
        ("best", teller.variant(best)),
        ("worst", teller.variant(worst)),
        ("case", case_name(input, row.case)),
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
    let gap = gap(best_value, worst_value);
    if let Some(gap) = &gap {
        teller.number(
            "ratio",
            format!("{}.ratio", row_path(input, row)),
            gap.clone(),
            Kind::Ratio,
        );
    }
    let level = best_value == worst_value;
    let alone = ranked.len() == 1;
    let mut scene = Scene::new(Archetype::Ranking, Chart::Ranking(bars(teller, row, &ranked)));
    scene.title = if alone {
        teller.measure_name(row.measure)
    } else {
        teller.say("title.several")
    };
    scene.hero = Figure {
        number: value_text(teller, row, best),
        label: match (alone, level) {
            (true, _) => teller.variant(best),
            (_, true) => teller.say("hero.level"),
            _ => teller.say(leads(measure)),
        },
        fill: if level {
            PALETTE.night_text
        } else {
            PALETTE.night_better
        }
        .into(),
    };
    let known_gap = gap.is_some();
    if let Some(gap) = gap.filter(|_| !level) {
        scene.seconds.push(Figure {
            number: teller.ratio(&format!("{}.ratio", row_path(input, row)), &gap),
            label: teller.say("hero.gap"),
            fill: PALETTE.night_text.into(),
        });
    }
    let figure = if alone {
        format!(
            "{}{}{}",
            teller.variant(best),
            input.locale.script().colon(),
            scene.hero.number
        )
    } else {
        String::new()
    };
    scene.finding = match (level, measure.unit.dimension()) {
        _ if alone => figure.clone(),
        (true, _) => teller.say("finding.level"),
        // Nothing is so many times zero.
        _ if !known_gap => teller.say(leads(measure)),
        (_, Dimension::Time) => teller.say("finding.ranking_time"),
        (_, Dimension::Rate | Dimension::InformationRate) => teller.say("finding.ranking_rate"),
        _ => teller.say("finding.ranking"),
    };
    scene.sub = teller.say(if row.case.is_some() {
        "sub.ranking_case"
    } else {
        "sub.ranking"
    });
    scene.alt_kind = teller.say("alt.ranking");
    scene.alt_figures = if alone { figure } else { teller.say("alt.best") };
    Ok(scene)
}

/// The words that say which variant is the best.
pub(super) fn leads(measure: &Measure) -> &'static str {
    if is_speed(measure) { "hero.fastest" } else { "hero.best" }
}

/// Variants that have a value, best first; equal ones in the order of the data.
fn ranked(row: &Row, better: Better) -> Vec<(usize, &Exact)> {
    let mut ranked: Vec<(usize, &Exact)> = row
        .values
        .iter()
        .enumerate()
        .filter_map(|(i, value)| Some((i, value.as_ref()?)))
        .collect();
    ranked.sort_by(|(_, a), (_, b)| match better {
        Better::Lower => a.cmp(b),
        Better::Higher => b.cmp(a),
    });
    ranked
}

/// The larger of two values by the smaller; `None` when that is zero.
pub(super) fn gap(a: &Exact, b: &Exact) -> Option<Exact> {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    (!small.is_zero()).then(|| large / small)
}

fn bars(teller: &mut Teller<'_>, row: &Row, ranked: &[(usize, &Exact)]) -> Bars {
    let input = teller.input;
    let measure = &input.dataset.measures[row.measure];
    let best = ranked.first().map(|(_, value)| *value);
    let bars = ranked
        .iter()
        .map(|(variant, value)| {
            let leads = Some(*value) == best;
            Bar {
                id: input.dataset.variants[*variant].id.clone(),
                name: teller.variant(*variant),
                value: shown(value, measure).to_f64(),
                value_text: value_text(teller, row, *variant),
                fill: if leads { PALETTE.better } else { PALETTE.baseline }.into(),
                ink: if leads { PALETTE.better } else { PALETTE.text }.into(),
                remainder: None,
            }
        })
        .collect();
    Bars {
        id: "rank".into(),
        bars,
        names: 0.0,
        values: 0.0,
        thickness: 0.0,
        pitch: 0.0,
        name_size: 30.0,
        value_size: 34.0,
        values_follow: true,
    }
}
