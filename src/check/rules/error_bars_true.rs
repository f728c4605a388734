//! Error bars end where their intervals do, on the scale of the bars that they stand on.

use crate::check::data::four_digits;
use crate::check::picture::{Bounds, Picture, Whisker};
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "error-bars-true", Error, Look::Edition(look),
    why: "An error bar that is drawn too short makes a chance look like a difference.",
    source: "Hoefler and Belli 2015, rules 5 and 12, doi 10.1145/2807591.2807644; Cumming, Fidler and Vaux 2007, doi 10.1083/jcb.200611141 (what error bars are must be said)",
    hint: "draw error bars with `bars()` or `chart()`; each has `id`, `data-scale`, `data-low` and `data-high`",
    passes: "on bars of 100 pixels a millisecond, a line from 723 to 936 for 7.23 to 9.36 ms",
    fails: "a line from 780 to 840; ends that are no interval of the data",
}

/// Ends may be so far from where their values stand, in units of the page.
const TOLERANCE: f64 = 1.0;

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (artefact, picture) in edition.pictures() {
        let found = picture.whiskers.iter().filter_map(|whisker| {
            let fault = ends(rule, picture, whisker).or_else(|| origin(rule, edition, whisker))?;
            Some(fault.path(format!("#{}", whisker.id)).file(&artefact.name))
        });
        faults.extend(found);
    }
    faults
}

/// The ends of an error bar against the longest bar of its scale; `None` where there are no bars.
fn ends(rule: &Rule, picture: &Picture, whisker: &Whisker) -> Option<Fault> {
    let Some((low, high)) = whisker.ends else {
        return Some(rule.fault("an error bar does not say its ends"));
    };
    let bounds = |id: &str| {
        let shape = picture.shapes.iter().find(|shape| shape.id == id);
        Some(shape?.area.bounds)
    };
    let of_scale = picture.bars.iter().filter(|bar| bar.scale == whisker.scale);
    let bars: Vec<(f64, Bounds)> = of_scale
        .filter_map(|bar| Some((bar.value?, bounds(&bar.id)?)))
        .collect();
    let (value, longest) = bars.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0))?;
    if value <= 0.0 {
        return None;
    }
    let Some(drawn) = picture.strokes.iter().find(|stroke| stroke.id == whisker.id) else {
        return Some(rule.fault("an error bar is not drawn"));
    };
    let pixels = longest.width() / value;
    // An interval that reaches below zero is cut off at the start of the bars.
    let (low, high) = (low.max(0.0) * pixels, high.max(0.0) * pixels);
    let forward = (drawn.bounds.left - longest.left, drawn.bounds.right - longest.left);
    let backward = (longest.right - drawn.bounds.right, longest.right - drawn.bounds.left);
    let true_to = |(from, to): (f64, f64)| (from - low).abs() <= TOLERANCE && (to - high).abs() <= TOLERANCE;
    let from_left = bars.iter().all(|(_, bar)| (bar.left - longest.left).abs() <= TOLERANCE);
    let from_right = bars
        .iter()
        .all(|(_, bar)| (bar.right - longest.right).abs() <= TOLERANCE);
    let good = from_left && true_to(forward) || from_right && true_to(backward);
    (!good).then(|| {
        let (from, to) = if from_left { forward } else { backward };
        let told = |a: f64, b: f64| format!("{} to {}", four_digits(a), four_digits(b));
        rule.fault("an error bar does not end where its interval does")
            .found(told(from, to))
            .expected(format!("{} from the start of the bars", told(low, high)))
    })
}

/// The ends are figures of the data.
fn origin(rule: &Rule, edition: &Edition, whisker: &Whisker) -> Option<Fault> {
    let (low, high) = whisker.ends?;
    let strange = [low, high]
        .into_iter()
        .find(|end| edition.origins.figure_near(*end).is_none())?;
    let fault = rule.fault("the end of an error bar is no figure of the data");
    Some(fault.found(format!("`{strange}`")))
}
