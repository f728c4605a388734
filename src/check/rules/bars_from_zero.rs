//! Bars are as long as their values say, from zero, and say the value that stands beside them.

use crate::check::data::four_digits;
use crate::check::picture::{Bar, Bounds, Picture};
use crate::check::{Edition, Look, ReadArtefact, Rule, rule};
use crate::diagnostic::Fault;
use std::collections::BTreeMap;

rule! {
    "bars-from-zero", Error, Look::Edition(look),
    why: "Bars are read by their lengths: on an axis that does not begin at zero a difference of a tenth looks like one of half.",
    source: "Chart.js issue 5939, growthbook issue 4950 (bars from a cut axis); Tufte 1983, The Visual Display of Quantitative Information (lie factor)",
    hint: "draw bars with `bars()` or `chart()` of the template, whole and on one scale; each has `data-value` and `data-scale`",
    passes: "bars of 812 and 202 pixels for 8.112 and 2.015 ms",
    fails: "bars of 712 and 102 pixels; a bar whose end is covered; a bar of 2.015 ms beside the text 8.112 ms",
}

/// Bars may be so much longer or shorter than their values say, in units of the page.
const TOLERANCE: f64 = 1.0;

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (artefact, picture) in edition.pictures() {
        let mut scales: BTreeMap<&str, Vec<&Bar>> = BTreeMap::new();
        for bar in &picture.bars {
            scales.entry(&bar.scale).or_default().push(bar);
        }
        let mut found: Vec<Fault> = scales
            .values()
            .flat_map(|bars| lengths(rule, picture, bars))
            .chain(picture.bars.iter().filter_map(|bar| origin(rule, edition, bar)))
            .chain(
                picture
                    .bars
                    .iter()
                    .filter_map(|bar| beside(rule, edition, artefact, picture, bar)),
            )
            .collect();
        for fault in &mut found {
            fault.file = Some(artefact.name.clone());
        }
        faults.extend(found);
    }
    faults
}

/// What a reader sees of a bar.
struct Seen<'a> {
    bar: &'a Bar,
    value: f64,
    /// Of the whole bar; `None` for a bar of no length, which nothing draws.
    bounds: Option<Bounds>,
    length: f64,
}

/// The bars of one scale against their values.
fn lengths(rule: &Rule, picture: &Picture, bars: &[&Bar]) -> Vec<Fault> {
    let on = |bar: &Bar, fault: Fault| fault.path(format!("#{}", bar.id));
    let mut seen = Vec::new();
    for bar in bars {
        let Some(value) = bar.value else {
            return vec![on(bar, rule.fault("a bar does not say its value"))];
        };
        let shape = picture
            .shapes
            .iter()
            .position(|shape| shape.id == bar.id && !bar.id.is_empty());
        seen.push(Seen {
            bar,
            value,
            bounds: shape.map(|at| picture.shapes[at].area.bounds),
            length: shape.map_or(0.0, |at| visible(picture, at)),
        });
    }
    let Some(longest) = seen.iter().max_by(|a, b| a.value.total_cmp(&b.value)) else {
        return Vec::new();
    };
    if let (None, true) = (longest.bounds, longest.value > 0.0) {
        return vec![on(longest.bar, not_drawn(rule, longest.value))];
    }
    let mut faults: Vec<Fault> = seen
        .iter()
        .filter_map(|bar| {
            let expected = if longest.value > 0.0 {
                longest.length * bar.value / longest.value
            } else {
                0.0
            };
            ((bar.length - expected).abs() > TOLERANCE).then(|| {
                if bar.bounds.is_none() {
                    return on(bar.bar, not_drawn(rule, bar.value));
                }
                let fault = rule.fault("a bar is not as long as its value says");
                on(bar.bar, fault)
                    .found(format!("{} for {}", four_digits(bar.length), bar.value))
                    .expected(format!("{} on the scale of #{}", four_digits(expected), longest.bar.id))
            })
        })
        .collect();
    faults.extend(starts(rule, &seen));
    faults
}

/// A bar of less than a pixel need not be seen.
fn not_drawn(rule: &Rule, value: f64) -> Fault {
    rule.fault("a bar is not drawn").found(format!("nothing for {value}"))
}

/// The length that is left of a bar after what was painted on it and cut off, in the direction in which bars run.
fn visible(picture: &Picture, at: usize) -> f64 {
    const SAMPLES: usize = 800;
    let shape = &picture.shapes[at];
    let bounds = shape.area.bounds;
    let middle = (bounds.top + bounds.bottom) / 2.0;
    let seen = (0..SAMPLES).filter(|i| {
        let x = bounds.left + bounds.width() * (*i as f64 + 0.5) / SAMPLES as f64;
        let covered = picture.shapes[at + 1..]
            .iter()
            .any(|later| later.fill.alpha >= 0.5 && later.covers(x, middle));
        shape.covers(x, middle) && !covered
    });
    bounds.width() * seen.count() as f64 / SAMPLES as f64
}

/// Bars of one scale begin on one line: at the left, or in a mirrored page at the right.
fn starts(rule: &Rule, seen: &[Seen]) -> Option<Fault> {
    let drawn: Vec<(&Bar, Bounds)> = seen.iter().filter_map(|bar| Some((bar.bar, bar.bounds?))).collect();
    let (first, bounds) = drawn.first()?;
    let apart = |edge: fn(Bounds) -> f64| {
        drawn
            .iter()
            .find(|(_, other)| (edge(*other) - edge(*bounds)).abs() > TOLERANCE)
    };
    let (bar, _) = apart(|b| b.left).filter(|_| apart(|b| b.right).is_some())?;
    Some(
        rule.fault("bars of one scale do not begin on one line")
            .path(format!("#{}", bar.id))
            .expected(format!("the start of #{}", first.id)),
    )
}

/// The value of a bar is a figure of the data.
fn origin(rule: &Rule, edition: &Edition, bar: &Bar) -> Option<Fault> {
    let value = bar.value?;
    edition.origins.figure_near(value).is_none().then(|| {
        rule.fault("the value of a bar is no figure of the data")
            .path(format!("#{}", bar.id))
            .found(format!("`data-value=\"{value}\"`"))
    })
}

/// The number beside a bar is its value.
fn beside(rule: &Rule, edition: &Edition, artefact: &ReadArtefact, picture: &Picture, bar: &Bar) -> Option<Fault> {
    let value = bar.value?;
    let bounds = picture.shapes.iter().find(|shape| shape.id == bar.id)?.area.bounds;
    let stands_beside = |id: &str| {
        let place = picture.place_of(id).map(|text| (text.top + text.bottom) / 2.0);
        place.is_some_and(|middle| bounds.top <= middle && middle <= bounds.bottom)
    };
    // Right above a bar may stand a text of its own group, no further away than it is high.
    let stands_above = |id: &str| {
        picture.place_of(id).is_some_and(|text| {
            let (gap, height) = (bounds.top - text.bottom, text.bottom - text.top);
            // Fonts of some scripts leave much room below the line.
            (-height / 3.0..=height).contains(&gap)
        })
    };
    let mut texts: Vec<&str> = bar
        .texts
        .iter()
        .map(String::as_str)
        .filter(|id| stands_beside(id) || stands_above(id))
        .collect();
    if texts.is_empty() {
        // Its own texts stand elsewhere: what does stand beside it?
        texts = picture
            .letters
            .iter()
            .map(|letters| letters.id.as_str())
            .filter(|id| stands_beside(id))
            .collect();
        texts.dedup();
    }
    if texts.is_empty() && picture.letters.is_empty() {
        // Outlines have no letters to be placed; their twin with live text has.
        return None;
    }
    let numbers = texts.iter().flat_map(|id| artefact.numbers_of(id));
    let printed: Vec<String> = numbers.map(|number| number.text.clone()).collect();
    let says = |text: &String| {
        edition.origins.value_of(text).is_some_and(|(printed, step)| {
            let half = 0.5 * step * (1.0 + 1e-6);
            (printed - value).abs() <= half + value.abs() * 1e-9
        })
    };
    (!printed.iter().any(says)).then(|| {
        rule.fault("the value of a bar does not stand beside it")
            .path(format!("#{}", bar.id))
            .found(if printed.is_empty() {
                "no number".into()
            } else {
                format!("`{}`", printed.join("`, `"))
            })
            .expected(format!("{value}, rounded"))
    })
}
