//! What the pictures for sharing show: one chart each that can be read on a phone, and the lines that must not be missing
//! when a picture travels alone.

use super::bars::bars_of;
use super::comparison::pair_id;
use super::distribution::{sentences, variants_left_out};
use super::interval::{Key, interval_key, whisker};
use super::ranking::{are_points, lead_fill, points, ranking_of};
use super::{BETWEEN, Input, Scene, axis_caption, bars, beside, digits, direction, shown, value_path, value_text};
use crate::context::Kind;
use crate::render::chart::bars::{Bar, Bars};
use crate::render::chart::dots::{Dots, Strip};
use crate::render::chart::figures::Figures;
use crate::render::chart::gap::Gap;
use crate::render::chart::lanes::{Lane, Lanes};
use crate::render::chart::matrix::Matrix;
use crate::render::chart::pairs::Pairs;
use crate::render::chart::points::Points;
use crate::render::infographic::Format;
use crate::render::infographic::standing::Standing;
use crate::render::infographic::tell::Teller;
use crate::render::theme::Color;
use crate::stats::{Comparison, Exact, Row};

/// Both pictures for sharing.
#[derive(Clone, Default)]
pub(in crate::render::infographic) struct Share {
    pub portrait: Option<Small>,
    pub landscape: Option<Small>,
    /// How many samples there are, or what is known of the load.
    pub basis: String,
    /// What to be careful about, in a row.
    pub care: String,
    /// Whose picture it is and where it is published.
    pub footer: String,
    /// The same where there is less room.
    pub footer_short: String,
}

/// One of them.
#[derive(Clone)]
pub(in crate::render::infographic) struct Small {
    pub chart: SmallChart,
    /// What the chart shows, in which unit, and which way is better.
    pub caption: String,
    /// The same for a chart of its first parts alone: of one, of two, and so on.
    pub captions_of_some: Vec<String>,
    /// The same for the forms of a distribution: dots, dots above boxes, boxes.
    pub captions_of_forms: Option<[String; 3]>,
    /// Ids of rows that may be left out, the first one first.
    pub goes: Vec<String>,
    /// What stands where rows are left out, by how many rows there are: of one, of two, and so on.
    pub gaps: Vec<Vec<Gap>>,
    pub alt_kind: String,
    pub alt: String,
}

#[derive(Clone)]
pub(in crate::render::infographic) enum SmallChart {
    Lanes(Lanes),
    Bars(Bars),
    Pairs(Pairs),
    Cases(Matrix),
    Points(Points),
    Dots(Dots),
    Figures(Figures),
}

impl Small {
    fn new(teller: &mut Teller<'_>, chart: SmallChart, caption: String, alt_key: &str) -> Option<Small> {
        Some(Small {
            chart,
            caption,
            captions_of_some: Vec::new(),
            captions_of_forms: None,
            goes: Vec::new(),
            gaps: Vec::new(),
            alt_kind: teller.say(alt_key),
            alt: String::new(),
        })
    }
}

impl Share {
    pub fn of(&self, format: Format) -> Option<&Small> {
        match format {
            Format::Poster => None,
            Format::Portrait => self.portrait.as_ref(),
            Format::Landscape => self.landscape.as_ref(),
        }
    }

    pub fn of_mut(&mut self, format: Format) -> Option<&mut Small> {
        match format {
            Format::Poster => None,
            Format::Portrait => self.portrait.as_mut(),
            Format::Landscape => self.landscape.as_mut(),
        }
    }

    pub(super) fn both(portrait: Option<Small>, landscape: Option<Small>) -> Share {
        Share {
            portrait,
            landscape,
            ..Share::default()
        }
    }
}

/// The lines that every picture has, when the scene is complete.
pub(super) fn finish(teller: &mut Teller<'_>, scene: &mut Scene) {
    scene.share.basis = scene.how.lines.first().cloned().unwrap_or_default();
    scene.share.care = scene.care.lines.join(BETWEEN);
    (scene.share.footer, scene.share.footer_short) = teller.footer();
}

/// Two variants with samples: a bar of each mean, and below it what it is the mean of; `title` says which mean.
pub(super) fn spread(
    teller: &mut Teller<'_>,
    row: &Row,
    comparison: &Comparison,
    strips: &[Strip],
    title: &str,
) -> Share {
    let (baseline, palette) = (teller.input.summary.baseline, teller.input.palette);
    let lanes = [baseline, comparison.candidate].into_iter().zip(strips);
    let lanes = lanes.map(|(variant, strip)| Lane {
        bar: Bar {
            id: strip.id.clone(),
            name: teller.name(variant),
            value: strip.mean,
            value_text: value_text(teller, row, variant),
            fill: strip.ink.clone(),
            ink: if variant == baseline {
                palette.text.into()
            } else {
                strip.ink.clone()
            },
            remainder: None,
            whisker: whisker(teller.input, row, variant, palette.text, Some(palette.paper)),
        },
        samples: strip.points.clone(),
        samples_text: strip.points_text.clone(),
    });
    let lanes = Lanes {
        id: "bar".into(),
        lanes: lanes.collect(),
        muted: palette.muted.into(),
        paper: palette.paper.into(),
    };
    let measure = &teller.input.dataset.measures[row.measure];
    let caption = format!("{title}{BETWEEN}{}", axis_caption(teller, measure));
    let key = interval_key(teller, row, Key::Brief);
    let caption = beside(teller, &caption, key.as_deref());
    let left_out = variants_left_out(teller);
    let caption = beside(teller, &caption, Some(&left_out));
    let mut small =
        |lanes: Lanes, caption: String| Small::new(teller, SmallChart::Lanes(lanes), caption, "alt.share.spread");
    let portrait = small(lanes.clone(), caption.clone());
    Share::both(portrait, small(lanes, caption))
}

/// Pairs that the portrait has room for.
const MOST_PAIRS: usize = 4;

/// Two variants of which only figures are known: the main pair and the first others by [`by_weight`]; the landscape has
/// the main pair alone. `pairs` makes the chart of some rows.
pub(super) fn pairs(
    teller: &mut Teller<'_>,
    rows: &[(&Row, &Comparison)],
    main: (&Row, &Comparison),
    pairs: impl FnOnce(&mut Teller<'_>, &[(&Row, &Comparison)]) -> Pairs,
) -> Share {
    let weighed = by_weight(teller.input, rows, main);
    let weighed = &weighed[..weighed.len().min(MOST_PAIRS)];
    let open = weighed
        .iter()
        .any(|(row, comparison)| Standing::of(teller.input, row, comparison) == Standing::Open);
    // They stand in the order of the data, the main case first.
    let mut chosen = weighed.to_vec();
    let place = |row: &Row| rows.iter().position(|(of, _)| is_same(of, row));
    chosen.sort_by_key(|(row, _)| (row.case != main.0.case, row.case, !is_same(row, main.0), place(row)));
    let mut chart = pairs(teller, &chosen);
    // What is known of single values stands on the infographic.
    for pair in chart.groups.iter_mut().flat_map(|group| &mut group.pairs) {
        pair.spreads = None;
    }
    // One case stands in the words of the hero.
    if let [group] = &mut chart.groups[..] {
        group.title = None;
    }
    let mut caption = teller.say("sub.pairs");
    if open {
        caption = sentences(&caption, &teller.say("sub.open"));
    }
    let key = chosen.iter().find_map(|(row, _)| interval_key(teller, row, Key::Brief));
    caption = beside(teller, &caption, key.as_deref());
    let left_out = variants_left_out(teller);
    caption = beside(teller, &caption, Some(&left_out));
    let goes = weighed[1..].iter().rev().map(|(row, _)| pair_id(teller.input, row));
    let goes = goes.collect();
    let portrait = some(
        teller,
        SmallChart::Pairs(chart),
        caption,
        (chosen.len(), rows.len()),
        "alt.share.pairs",
    );
    let portrait = portrait.map(|small| Small { goes, ..small });
    let (row, comparison) = main;
    let variants = [teller.input.summary.baseline, comparison.candidate];
    let inks = [
        teller.input.palette.baseline,
        Standing::of(teller.input, row, comparison).on_paper(teller.input.palette),
    ];
    let landscape = few_bars(teller, row, &variants, |variant| {
        inks[usize::from(variant == variants[1])]
    });
    Share::both(portrait, landscape)
}

/// The pairs by how much a reader misses them: the main one; then one that got better and one that got worse, so that
/// neither is left out for the other; then differences that are established before unclear ones, and those of the main
/// case before all others.
fn by_weight<'r>(
    input: &Input<'_>,
    rows: &[(&'r Row, &'r Comparison)],
    main: (&'r Row, &'r Comparison),
) -> Vec<(&'r Row, &'r Comparison)> {
    let standing = |(row, comparison): &(&Row, &Comparison)| Standing::of(input, row, comparison);
    let mut others: Vec<(&Row, &Comparison)> = rows.iter().filter(|(row, _)| !is_same(row, main.0)).copied().collect();
    others.sort_by_key(|pair| (standing(pair) == Standing::Open, pair.0.case != main.0.case));
    let mut weighed = vec![main];
    for missed in [Standing::Better, Standing::Worse] {
        let first = others.iter().position(|pair| standing(pair) == missed);
        if let Some(first) = first.filter(|_| standing(&main) != missed) {
            weighed.push(others.remove(first));
        }
    }
    weighed.extend(others);
    weighed
}

/// Whether two rows are of one measure and case.
fn is_same(a: &Row, b: &Row) -> bool {
    (a.measure, a.case) == (b.measure, b.case)
}

/// Several variants of one measure, best first.
pub(super) fn ranking(teller: &mut Teller<'_>, row: &Row) -> Share {
    let small = best_first(teller, row);
    Share::both(small.clone(), small)
}

/// Cases that the portrait has room for.
const MOST_CASES: usize = 16;

/// A grid: the dots of its cases, and for the landscape the variants of the case in which they are furthest apart.
pub(super) fn grid(teller: &mut Teller<'_>, matrix: &Matrix, widest: &Row, left_out: &str) -> Share {
    let cases = matrix.lines.len();
    let mut caption = format!("{} · {}", matrix.unit, matrix.caption);
    if !left_out.is_empty() {
        caption = format!("{caption}{BETWEEN}{left_out}");
    }
    let mut matrix = matrix.clone();
    matrix.lines.truncate(MOST_CASES);
    let lines = matrix.lines.len();
    let portrait = some(
        teller,
        SmallChart::Cases(matrix),
        caption,
        (lines, cases),
        "alt.share.dots",
    );
    let landscape = best_first(teller, widest);
    Share::both(portrait, landscape)
}

/// A chart that shows as many of its parts as have room, `most` at most of `all`.
fn some(
    teller: &mut Teller<'_>,
    chart: SmallChart,
    caption: String,
    (most, all): (usize, usize),
    alt_key: &str,
) -> Option<Small> {
    let of = (1..=most).map(|count| {
        let mut caption = caption.clone();
        if count < all {
            left_out(teller, &mut caption, count, all);
        }
        caption
    });
    let captions_of_some: Vec<String> = of.collect();
    // The longest is what there must be room for.
    let longest = captions_of_some.first().cloned().unwrap_or(caption);
    let small = Small::new(teller, chart, longest, alt_key)?;
    Some(Small {
        captions_of_some,
        ..small
    })
}

/// One variant with single values: where they lie. `words` say what stands for them, in each form of the chart.
pub(super) fn one_spread(teller: &mut Teller<'_>, dots: &Dots, words: [String; 3]) -> Share {
    let mut dots = dots.clone();
    // Whose values they are stands below the figure.
    for strip in &mut dots.strips {
        strip.name.clear();
    }
    let caption = words.iter().max_by_key(|words| words.chars().count()).cloned();
    let small = Small::new(
        teller,
        SmallChart::Dots(dots),
        caption.unwrap_or_default(),
        "alt.share.single",
    );
    let small = small.map(|small| Small {
        captions_of_forms: Some(words),
        ..small
    });
    Share::both(small.clone(), small)
}

/// One variant of which only figures are known: its figures, the first ones of `all` there are.
pub(super) fn figures(teller: &mut Teller<'_>, figures: &Figures, all: usize) -> Share {
    let shown = figures.figures.len();
    let chart = SmallChart::Figures(figures.clone());
    let small = some(teller, chart, String::new(), (shown, all), "alt.share.figures");
    Share::both(small.clone(), small)
}

/// Bars in the order that they have, the first ones of `all` there are; where they have no room, the last ones go.
pub(super) fn bars_in_order(
    teller: &mut Teller<'_>,
    shown: Vec<Bar>,
    caption: String,
    all: usize,
    alt_key: &str,
) -> Option<Small> {
    let goes: Vec<String> = shown.iter().rev().map(|bar| bar.id.clone()).collect();
    let count = shown.len();
    let chart = if count <= MOST_LANES && count == all {
        SmallChart::Lanes(bars::lanes(teller.input, "bar", shown))
    } else {
        SmallChart::Bars(bars::ranked(teller.input, "bar", shown))
    };
    let small = some(teller, chart, caption, (count, all), alt_key)?;
    Some(Small { goes, ..small })
}

/// The variants of a row, best first. Where they have no room, those go that are neither the best, nor the worst, nor
/// compared with each other.
fn best_first(teller: &mut Teller<'_>, row: &Row) -> Option<Small> {
    let input = teller.input;
    let ranked = ranking_of(input, row).order;
    let all: Vec<usize> = ranked.iter().map(|(variant, _)| *variant).collect();
    let small = if are_points(input, &ranked) {
        let chart = points(teller, row, &ranked, |teller, variant| teller.name(variant));
        let caption = caption_of(teller, row, "sub.measure");
        let caption = sentences(&caption, &teller.say("sub.log"));
        let key = interval_key(teller, row, Key::Brief);
        let caption = beside(teller, &caption, key.as_deref());
        Small::new(teller, SmallChart::Points(chart), caption, "alt.share.points")?
    } else {
        few_bars(teller, row, &all, lead_fill(input, row))?
    };
    let stays = [
        all.first().copied(),
        all.last().copied(),
        Some(input.summary.baseline),
        input.focus.candidate,
    ];
    let goes = in_order_of_leaving(&all, |variant| stays.contains(&Some(variant)));
    let gaps = (1..all.len()).map(|count| gaps(teller, row, &all, &goes[..goes.len().min(all.len() - count)]));
    let gaps: Vec<Vec<Gap>> = gaps.collect();
    let ids = goes.iter().map(|variant| input.dataset.variants[*variant].id.clone());
    let goes: Vec<String> = ids.collect();
    let of = some(
        teller,
        small.chart,
        small.caption,
        (all.len(), all.len()),
        "alt.share.bars",
    )?;
    Some(Small {
        goes,
        gaps,
        alt_kind: small.alt_kind,
        ..of
    })
}

/// Which of all variants go first where there is no room: those of the longest row of neighbours, from its end, so that
/// few gaps are left.
fn in_order_of_leaving(all: &[usize], stays: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut runs: Vec<Vec<usize>> = all
        .split(|variant| stays(*variant))
        .map(|run| run.iter().rev().copied().collect())
        .collect();
    runs.reverse();
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    runs.concat()
}

/// What stands in place of variants that are gone, in the order of all.
fn gaps(teller: &mut Teller<'_>, row: &Row, all: &[usize], gone: &[usize]) -> Vec<Gap> {
    let input = teller.input;
    let mut gaps = Vec::new();
    let mut run: Vec<usize> = Vec::new();
    for variant in all {
        if gone.contains(variant) {
            run.push(*variant);
        } else if let (Some(first), Some(last)) = (run.first(), run.last()) {
            let range = match run.len() {
                1 => value_text(teller, row, *first),
                _ => range_of(teller, row, *first, *last),
            };
            teller.figure("range", range.clone());
            teller.number("count", "counts", Exact::from(run.len() as u64), Kind::Count);
            gaps.push(Gap {
                before: input.dataset.variants[*variant].id.clone(),
                texts: vec![teller.say("share.between"), range],
            });
            run.clear();
        }
    }
    gaps
}

/// From the value of one variant to that of another, with one unit.
fn range_of(teller: &mut Teller<'_>, row: &Row, first: usize, last: usize) -> String {
    let input = teller.input;
    let measure = &input.dataset.measures[row.measure];
    let mut end = |variant: usize| {
        let value = row.values[variant].as_ref()?;
        let path = value_path(input, row, variant);
        Some(teller.plain(&path, &shown(value, measure), digits(input, row.measure)))
    };
    let (Some(from), Some(to)) = (end(first), end(last)) else {
        return String::new();
    };
    let range = input.locale.range(&from, &to);
    let unit = input
        .locale
        .units()
        .symbol(measure.display_unit, measure.per.as_deref());
    teller.isolate(format!("{range}\u{a0}{unit}").trim_end().to_owned())
}

/// As many variants may have a whole lane each.
const MOST_LANES: usize = 3;

/// What a chart of a row shows, and which way is better.
fn caption_of(teller: &mut Teller<'_>, row: &Row, key: &str) -> String {
    let input = teller.input;
    teller.measure(row.measure);
    let better = direction(teller, &input.dataset.measures[row.measure]);
    teller.figure("better", better);
    let case = teller.case(row.case);
    teller.figure("case", case);
    let key = match row.case {
        Some(_) => format!("{key}_case"),
        None => key.to_owned(),
    };
    teller.say(&key)
}

/// Bars of some variants of a row.
fn few_bars(teller: &mut Teller<'_>, row: &Row, variants: &[usize], fill: impl Fn(usize) -> Color) -> Option<Small> {
    let caption = caption_of(teller, row, "sub.ranking");
    let key = interval_key(teller, row, Key::Brief);
    let caption = beside(teller, &caption, key.as_deref());
    let bars = bars_of(teller, row, variants, fill, |teller, variant| teller.name(variant));
    let chart = if bars.len() <= MOST_LANES {
        SmallChart::Lanes(bars::lanes(teller.input, "bar", bars))
    } else {
        SmallChart::Bars(bars::ranked(teller.input, "bar", bars))
    };
    Small::new(teller, chart, caption, "alt.share.bars")
}

/// Says how much of all is on the picture.
fn left_out(teller: &mut Teller<'_>, caption: &mut String, on_it: usize, all: usize) {
    for (name, count) in [("shown_count", on_it), ("total_count", all)] {
        teller.number(name, "counts", Exact::from(count as u64), Kind::Count);
    }
    let words = teller.say("share.shown");
    *caption = beside(teller, caption, Some(&words));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_leave_together() {
        let all = [4, 0, 2, 5, 1, 6, 3];
        let goes = in_order_of_leaving(&all, |variant| [4, 3, 1].contains(&variant));
        assert_eq!(goes, [5, 2, 0, 6]);
    }
}
