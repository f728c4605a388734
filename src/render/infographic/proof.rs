//! Proof of a drawn page: the parsed drawing is held against what the canvas promised. Every text laid out, every glyph
//! found, drawn widths equal to measured ones, every text inside its box and the page, no two texts on each other.

use crate::diagnostic::{Class, Fault};
use crate::render::logo;
use crate::render::svg::Placed;
use resvg::tiny_skia::Rect;
use resvg::usvg;
use std::collections::BTreeMap;

/// How far a drawn extent may be from the measured one, in pixels.
const TOLERANCE: f64 = 0.5;
/// Outlines of two texts keep this distance.
const DISTANCE: f32 = 1.0;
/// A logo has more room around it.
const LOGO_DISTANCE: f32 = 5.0;

/// What is wrong with a parsed page; empty when nothing is. `margin` is the least distance of texts from the edges of the
/// page.
pub fn check(tree: &usvg::Tree, placed: &[Placed], margin: f32, language: &str) -> Vec<Fault> {
    let mut texts = Vec::new();
    collect(tree.root(), &mut texts);
    let mut faults = Vec::new();
    let promised: BTreeMap<&str, &Placed> = placed.iter().map(|placed| (placed.id.as_str(), placed)).collect();
    let mut drawn = Vec::new();
    for text in &texts {
        faults.extend(glyphs(text));
        if let Some(placed) = promised.get(text.id()) {
            faults.extend(width(text, placed));
        }
        let outline = text.flattened().abs_bounding_box();
        if text.chunks().iter().any(|chunk| !chunk.text().trim().is_empty()) {
            drawn.push((text.id(), outline));
        }
    }
    for missing in placed
        .iter()
        .filter(|placed| !texts.iter().any(|text| text.id() == placed.id))
    {
        faults.push(fault(
            "infographic::text-dropped",
            &missing.id,
            "the renderer left the text out",
        ));
    }
    let page = tree.size();
    for (id, outline) in &drawn {
        let inside = outline.left() >= margin
            && outline.right() <= page.width() - margin
            && outline.top() >= margin
            && outline.bottom() <= page.height() - margin / 2.0;
        if !inside {
            faults.push(
                fault(
                    "infographic::text-leaves-page",
                    id,
                    "the text comes too near to the edge of the page",
                )
                .found(extent(outline)),
            );
        }
    }
    faults.extend(overlaps(&drawn));
    faults.extend(beside_logo(tree, &drawn, margin));
    faults.into_iter().map(|fault| fault.language(language)).collect()
}

/// All texts of a drawing.
pub(super) fn collect<'a>(group: &'a usvg::Group, texts: &mut Vec<&'a usvg::Text>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, texts),
            usvg::Node::Text(text) => texts.push(text),
            _ => {}
        }
    }
}

fn fault(code: &'static str, id: &str, message: &str) -> Fault {
    Fault::error(Class::Input, code, message).path(format!("#{id}"))
}

fn extent(rect: &Rect) -> String {
    format!(
        "x {:.1}–{:.1}, y {:.1}–{:.1}",
        rect.left(),
        rect.right(),
        rect.top(),
        rect.bottom()
    )
}

fn glyphs(text: &usvg::Text) -> Vec<Fault> {
    if text.layouted().is_empty() {
        return vec![fault(
            "infographic::text-dropped",
            text.id(),
            "the renderer laid nothing out",
        )];
    }
    let missing = text
        .layouted()
        .iter()
        .flat_map(|span| &span.positioned_glyphs)
        .filter(|glyph| glyph.id.0 == 0);
    missing
        .map(|glyph| {
            let code = glyph.text.chars().next().map_or(0, u32::from);
            fault(
                "infographic::missing-glyph",
                text.id(),
                "the font of this text has no such character",
            )
            .found(format!("“{}” (U+{code:04X})", glyph.text))
        })
        .collect()
}

fn words(text: &usvg::Text) -> String {
    text.chunks()
        .iter()
        .map(usvg::TextChunk::text)
        .collect::<Vec<_>>()
        .join(" | ")
}

/// Compares extents by advances. Spaces behind segments are drawn, but not measured.
fn width(text: &usvg::Text, placed: &Placed) -> Vec<Fault> {
    let mut faults = Vec::new();
    let drawn = text.abs_bounding_box();
    let (left, right) = (f64::from(drawn.left()), f64::from(drawn.right()));
    let spaces = text.chunks().iter().any(|chunk| chunk.text().ends_with(' '));
    // The renderer counts an invisible control as one pixel wide, though it takes no room.
    let controls = text.chunks().iter().any(|chunk| chunk.text().contains('\u{2067}'));
    let tolerance = if controls { 1.0 + TOLERANCE } else { TOLERANCE };
    let off = (left - placed.extent.0).abs().max(if spaces {
        placed.extent.1 - right
    } else {
        (right - placed.extent.1).abs()
    });
    if off > tolerance {
        faults.push(
            fault(
                "infographic::width-differs",
                text.id(),
                "the text is drawn with another width than measured",
            )
            .found(format!("x {left:.2}–{right:.2} for “{}”", words(text)))
            .expected(format!("x {:.2}–{:.2}", placed.extent.0, placed.extent.1)),
        );
    }
    if let Some(bounds) = placed.bounds {
        // Optical alignment puts an outline on the edge, and so an advance a little beyond it.
        let slack = f64::from(drawn.height()) * 0.12 + TOLERANCE;
        if placed.extent.0 < bounds.0 - slack || placed.extent.1 > bounds.1 + slack {
            faults.push(
                fault(
                    "infographic::text-leaves-box",
                    text.id(),
                    "the text stands out of its box",
                )
                .found(format!("x {:.1}–{:.1}", placed.extent.0, placed.extent.1))
                .expected(format!("within x {:.1}–{:.1}", bounds.0, bounds.1)),
            );
        }
    }
    faults
}

/// A logo stands on the page, and nothing is written on it.
fn beside_logo(tree: &usvg::Tree, drawn: &[(&str, Rect)], margin: f32) -> Vec<Fault> {
    let Some(place) = group_below(tree.root(), logo::ID).map(usvg::Group::abs_stroke_bounding_box) else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    let page = tree.size();
    let stays = place.left() >= margin / 2.0
        && place.right() <= page.width() - margin / 2.0
        && place.top() >= margin / 2.0
        && place.bottom() <= page.height() - margin / 2.0;
    if !stays {
        let fault = fault(
            "infographic::logo-leaves-page",
            logo::ID,
            "the logo comes too near to the edge of the page",
        );
        faults.push(fault.found(extent(&place)));
    }
    for (id, text) in drawn {
        let apart = place.right() + LOGO_DISTANCE <= text.left()
            || text.right() + LOGO_DISTANCE <= place.left()
            || place.bottom() + LOGO_DISTANCE <= text.top()
            || text.bottom() + LOGO_DISTANCE <= place.top();
        if !apart {
            let fault = fault("infographic::text-on-logo", id, "a text comes too near to the logo");
            faults.push(fault.found(format!("{} and the logo at {}", extent(text), extent(&place))));
        }
    }
    faults
}

fn group_below<'t>(group: &'t usvg::Group, id: &str) -> Option<&'t usvg::Group> {
    group.children().iter().find_map(|node| match node {
        usvg::Node::Group(inner) if inner.id() == id => Some(&**inner),
        usvg::Node::Group(inner) => group_below(inner, id),
        _ => None,
    })
}

fn overlaps(drawn: &[(&str, Rect)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (i, (id, a)) in drawn.iter().enumerate() {
        for (other, b) in &drawn[i + 1..] {
            let apart = a.right() + DISTANCE <= b.left()
                || b.right() + DISTANCE <= a.left()
                || a.bottom() + DISTANCE <= b.top()
                || b.bottom() + DISTANCE <= a.top();
            if !apart {
                faults.push(
                    fault("infographic::texts-overlap", id, "two texts lie on each other").found(format!(
                        "{} and #{other} at {}",
                        extent(a),
                        extent(b)
                    )),
                );
            }
        }
    }
    faults
}
