//! What looks like bars says its values.

use crate::check::picture::{Bounds, Picture, Shape};
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "bars-say-their-values", Warning, Look::Edition(look),
    why: "A bar that does not say its value cannot be held against the data: it may be of any length.",
    source: "phoronix-test-suite issue 826 (a chart apart from its numbers); the rule `bars-from-zero`, which needs the values",
    hint: "draw bars with `bars()` or `chart()`, or give each `id`, `data-scale` and `data-value`",
    passes: "`<rect id=\"bar-on\" data-scale=\"bar\" data-value=\"2.014\" … />`",
    fails: "two rectangles of one height and start, typed into a report's own `infographic.svg`",
}

/// Bars are at least and at most so high, in units of a page 1600 wide.
const HEIGHTS: (f64, f64) = (10.0, 160.0);

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let pictures = edition.pictures();
    // The twin without fonts is the same picture: there the grounds of words cannot be told from bars.
    pictures
        .filter(|(artefact, _)| !artefact.name.ends_with(".outlined.svg"))
        .filter_map(|(artefact, picture)| {
            let (a, b) = pair(picture)?;
            Some(
                rule.fault("two shapes look like bars and do not say their values")
                    .file(&artefact.name)
                    .found(format!("{} and {}", told(a), told(b))),
            )
        })
        .collect()
}

/// Two rectangles of one height that begin at one edge, one below the other, and end at different places.
fn pair(picture: &Picture) -> Option<(Bounds, Bounds)> {
    let scale = picture.width / 1600.0;
    let candidates: Vec<Bounds> = picture
        .shapes
        .iter()
        .filter(|shape| shape.area.is_rectangle() && !is_bound(picture, shape) && !is_patch(picture, shape))
        .map(|shape| shape.area.bounds)
        .filter(|b| (HEIGHTS.0 * scale..=HEIGHTS.1 * scale).contains(&b.height()))
        .collect();
    let same = |a: f64, b: f64| (a - b).abs() < 0.6;
    candidates.iter().enumerate().find_map(|(i, a)| {
        let other = candidates[i + 1..].iter().find(|b| {
            let edges = [same(a.left, b.left), same(a.right, b.right)];
            let apart = a.bottom <= b.top + 0.6 || b.bottom <= a.top + 0.6;
            same(a.height(), b.height()) && edges.iter().filter(|same| **same).count() == 1 && apart
        })?;
        Some((*a, *other))
    })
}

fn is_bound(picture: &Picture, shape: &Shape) -> bool {
    picture.bars.iter().any(|bar| bar.id == shape.id)
}

/// Whether it is the ground of a text.
fn is_patch(picture: &Picture, shape: &Shape) -> bool {
    let around = shape.area.bounds;
    let letters = picture.letters.iter().map(|letters| letters.bounds);
    letters
        .chain(picture.outlines.iter().copied())
        .any(|b| around.contains((b.left + b.right) / 2.0, (b.top + b.bottom) / 2.0))
}

fn told(b: Bounds) -> String {
    format!("x {:.0}–{:.0}, y {:.0}–{:.0}", b.left, b.right, b.top, b.bottom)
}
