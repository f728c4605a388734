//! Proof of a drawn page: the parsed drawing is held against what the canvas promised. Every text laid out, every glyph
//! found, drawn widths equal to measured ones, every text inside its box and the page, no two texts on each other.

use crate::diagnostic::{Class, Fault};
use crate::render::logo;
use crate::render::svg::Placed;
use resvg::tiny_skia::{PathSegment, Point, Rect};
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
    faults.extend(overlaps(&texts, &drawn));
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

/// Two texts lie on each other when their ink touches, or when lines of them run through each other. That the frames
/// around their ink meet is no fault: a mark below a letter may stand beside one above a letter of the next line.
fn overlaps(texts: &[&usvg::Text], drawn: &[(&str, Rect)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut parts: BTreeMap<&str, (Vec<Rect>, Vec<Rect>)> = BTreeMap::new();
    for (i, (id, a)) in drawn.iter().enumerate() {
        for (other, b) in drawn[i + 1..].iter().filter(|(_, b)| is_near(a, b)) {
            for id in [id, other] {
                let text = texts.iter().find(|text| text.id() == *id && !parts.contains_key(id));
                if let Some(text) = text {
                    parts.insert(id, (ink(text.flattened()), lines(text)));
                }
            }
            let (Some((ink_a, lines_a)), Some((ink_b, lines_b))) = (parts.get(id), parts.get(other)) else {
                continue;
            };
            let meet = |these: &[Rect], those: &[Rect]| these.iter().any(|a| those.iter().any(|b| is_near(a, b)));
            if meet(ink_a, ink_b) || meet(lines_a, lines_b) {
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

fn is_near(a: &Rect, b: &Rect) -> bool {
    !(a.right() + DISTANCE <= b.left()
        || b.right() + DISTANCE <= a.left()
        || a.bottom() + DISTANCE <= b.top()
        || b.bottom() + DISTANCE <= a.top())
}

/// The frame of every contour of a drawing.
fn ink(group: &usvg::Group) -> Vec<Rect> {
    let mut frames = Vec::new();
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => frames.extend(ink(group)),
            usvg::Node::Path(path) => {
                let Some(data) = path.data().clone().transform(path.abs_transform()) else {
                    continue;
                };
                let mut points: Vec<Point> = Vec::new();
                for segment in data.segments() {
                    match segment {
                        PathSegment::MoveTo(to) => {
                            frames.extend(frame(&points));
                            points = vec![to];
                        }
                        PathSegment::LineTo(to) => points.push(to),
                        PathSegment::QuadTo(a, to) => points.extend([a, to]),
                        PathSegment::CubicTo(a, b, to) => points.extend([a, b, to]),
                        PathSegment::Close => {}
                    }
                }
                frames.extend(frame(&points));
            }
            _ => {}
        }
    }
    frames
}

fn frame(points: &[Point]) -> Option<Rect> {
    let first = points.first()?;
    let (mut low, mut high) = (*first, *first);
    for point in points {
        low = Point::from_xy(low.x.min(point.x), low.y.min(point.y));
        high = Point::from_xy(high.x.max(point.x), high.y.max(point.y));
    }
    Rect::from_ltrb(low.x, low.y, high.x, high.y)
}

/// What every line of a text takes: from its first to its last glyph, as high as small letters are.
fn lines(text: &usvg::Text) -> Vec<Rect> {
    let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
    let mut lines: BTreeMap<i32, Rect> = BTreeMap::new();
    for glyph in glyphs {
        let place = glyph.outline_transform();
        let height = 0.5 * glyph.font_size();
        let Some(own) = Rect::from_xywh(place.tx, place.ty - height, 0.4 * glyph.font_size(), height) else {
            continue;
        };
        let line = lines.entry(place.ty.round() as i32).or_insert(own);
        *line = line.join(&own).unwrap_or(own);
    }
    lines.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlapping(texts: &str) -> Vec<String> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" font-family="Inter">{texts}</svg>"#
        );
        let tree = super::super::parse(&svg).unwrap();
        let faults = check(&tree, &[], 0.0, "en");
        assert!(
            faults.iter().all(|fault| fault.code == "infographic::texts-overlap"),
            "{faults:?}"
        );
        faults.into_iter().filter_map(|fault| fault.path).collect()
    }

    #[test]
    fn texts_that_touch_or_run_through_each_other_are_told() {
        for other in [
            // The same place; a little beside and below it; in a gap between words; a descender on a capital.
            r#"<text id="b" x="20" y="100" font-size="40">other</text>"#,
            r#"<text id="b" x="60" y="112" font-size="40">other</text>"#,
            r#"<text id="b" x="205" y="90" font-size="20">i</text>"#,
            r#"<text id="b" x="20" y="138" font-size="50">HHHHHH</text>"#,
        ] {
            let text = r#"<text id="a" font-size="40"><tspan x="20" y="100">gypsy</tspan><tspan x="250" y="100">late</tspan></text>"#;
            assert_eq!(overlapping(&format!("{text}{other}")), ["#a"], "{other}");
        }
    }

    #[test]
    fn frames_of_ink_that_meet_are_no_overlap() {
        // A hamza below an alef stands lower than the line, beside what stands higher on the next one.
        let above = r#"<text id="a" x="300" y="100" font-size="40" font-family="Noto Sans Arabic" text-anchor="end">إنشاء</text>"#;
        let below =
            r#"<text id="b" x="225" y="139" font-size="40" font-family="Noto Sans Arabic" text-anchor="end">لا</text>"#;
        assert_eq!(overlapping(&format!("{above}{below}")), [] as [&str; 0]);
        let below = below.replace("225", "300");
        assert_eq!(overlapping(&format!("{above}{below}")), ["#a"]);
    }
}
