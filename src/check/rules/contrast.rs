//! Letters and bars stand out from what lies below them.

use crate::check::picture::{Bounds, Color, Letters, Picture};
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "contrast", Error, Look::Edition(look),
    why: "One reader in twelve sees less contrast than a designer at a good screen, and everybody does in the sun.",
    source: "WCAG 2.2, success criteria 1.4.3 (text 4.5:1, large text 3:1) and 1.4.11 (graphics 3:1)",
    hint: "take a darker or lighter colour; those of `color` in the template pass",
    passes: "#525d68 on #f6f2ea: 6.0 : 1",
    fails: "#b9c4d0 on #f6f2ea: 1.6 : 1",
}

/// Letters are large from this size on, bold ones from the second, in pixels as shown: 18 and 14 points.
const LARGE: (f64, f64) = (24.0, 18.66);

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (artefact, picture) in edition.pictures().filter(|(_, picture)| !picture.is_opaque_to_us) {
        let mut found = Vec::new();
        for letters in &picture.letters {
            let shown = picture.shown(letters.size);
            let large = shown >= LARGE.0 || letters.bold && shown >= LARGE.1;
            let needed = if large { 3.0 } else { 4.5 };
            found.extend(
                worst(picture, letters)
                    .filter(|(found, _)| *found < needed)
                    .map(|(contrast, below)| low(rule, &letters.id, "a text", letters.fill, below, (contrast, needed))),
            );
        }
        for bar in &picture.bars {
            let Some(at) = picture.shapes.iter().position(|shape| shape.id == bar.id) else {
                continue;
            };
            let fill = picture.shapes[at].fill;
            let below = lowest(picture, at, picture.shapes[at].area.bounds, fill);
            found.extend(
                below
                    .filter(|(contrast, _)| *contrast < 3.0)
                    .map(|(contrast, below)| low(rule, &bar.id, "a bar", fill, below, (contrast, 3.0))),
            );
        }
        faults.extend(found.into_iter().map(|fault| fault.file(&artefact.name)));
    }
    faults
}

fn low(rule: &Rule, id: &str, what: &str, fill: Color, below: Color, (found, needed): (f64, f64)) -> Fault {
    rule.fault(format!("{what} hardly stands out from what lies below it"))
        .path(format!("#{id}"))
        .found(format!("{} on {}: {found:.2} : 1", fill.hex(), below.hex()))
        .expected(format!("at least {needed} : 1"))
}

fn worst(picture: &Picture, letters: &Letters) -> Option<(f64, Color)> {
    lowest(picture, letters.above, letters.bounds, letters.fill)
}

/// The lowest contrast of a colour against what lies below a rectangle, at points spread over it, and that colour.
fn lowest(picture: &Picture, above: usize, bounds: Bounds, fill: Color) -> Option<(f64, Color)> {
    const ACROSS: usize = 9;
    const DOWN: usize = 3;
    let points = (0..ACROSS * DOWN).map(|i| {
        let (column, row) = (i % ACROSS, i / ACROSS);
        let x = bounds.left + bounds.width() * (column as f64 + 0.5) / ACROSS as f64;
        let y = bounds.top + bounds.height() * (row as f64 + 0.5) / DOWN as f64;
        (x, y)
    });
    let seen = points.map(|(x, y)| {
        // A page without a ground is shown on white by most.
        let white = Color {
            rgb: [1.0; 3],
            alpha: 1.0,
        };
        let below = picture.color_below(above, x, y).unwrap_or(white);
        (fill.over(below).contrast(below), below)
    });
    seen.min_by(|a, b| a.0.total_cmp(&b.0))
}
