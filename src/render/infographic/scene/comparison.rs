//! Two variants of which only figures are known, over several measures and cases.

use super::distribution::nothing_to_compare;
use super::{Chart, Figure, Scene, change_text, direction, hero, pair_figures, ratio, shown, value_text};
use crate::context::Kind;
use crate::diagnostic::Faults;
use crate::render::chart::pairs::{Group, Pair, Pairs};
use crate::render::infographic::standing::Standing;
use crate::render::infographic::tell::Teller;
use crate::render::infographic::{Archetype, PALETTE};
use crate::stats::interval::LEVEL_PERCENT;
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
    let pairs = pairs(teller, &rows);
    pair_figures(teller, main, comparison);
    let mut scene = Scene::new(Archetype::Comparison, Chart::Pairs(pairs));
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
    scene.sub = teller.say("sub.pairs");
    if standings.contains(&Standing::Open) {
        let level = Exact::from(u64::from(LEVEL_PERCENT));
        teller.number("level", "intervals", level, Kind::Percent);
        add_sentence(&mut scene.sub, &teller.say("sub.open"));
    }
    if rows.len() > MOST_ROWS {
        teller.number("shown_count", "counts", Exact::from(MOST_ROWS as u64), Kind::Count);
        add_sentence(&mut scene.sub, &teller.say("sub.left_out"));
    }
    scene.alt_kind = teller.say("alt.comparison");
    scene.alt_figures = teller.say("alt.pair");
    Ok(scene)
}

fn add_sentence(text: &mut String, sentence: &str) {
    // Full-width stops bring their own space.
    let gap = if text.ends_with('。') { "" } else { " " };
    text.push_str(gap);
    text.push_str(sentence);
}

fn tallied(teller: &mut Teller<'_>, standing: Standing, count: usize) -> Figure {
    Figure {
        number: teller.count("counts", count),
        label: teller.say(&format!("tally.{}", standing.key())),
        fill: standing.on_night().into(),
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
    for (row, comparison) in rows.iter().take(MOST_ROWS) {
        let pair = pair(teller, row, comparison);
        match groups.last_mut() {
            Some((case, group)) if *case == row.case => group.pairs.extend(pair),
            _ => groups.push((
                row.case,
                Group {
                    id: row
                        .case
                        .map_or("all".into(), |case| input.dataset.cases[case].id.clone()),
                    title: row.case.map(|case| teller.isolate(input.names.cases[case].clone())),
                    pairs: pair.into_iter().collect(),
                },
            )),
        }
    }
    Pairs {
        groups: groups.into_iter().map(|(_, group)| group).collect(),
        baseline_fill: PALETTE.baseline.into(),
        text: PALETTE.text.into(),
        muted: PALETTE.muted.into(),
        rule: PALETTE.rule.into(),
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
    Some(Pair {
        id: measure.id.clone(),
        name: teller.measure_name(row.measure),
        note: direction(teller, measure),
        baseline,
        candidate,
        change: change_text(teller, row, comparison),
        verdict: teller.say(&format!("verdict.{}", standing.key())),
        ink: standing.on_paper().into(),
    })
}
