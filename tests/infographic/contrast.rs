//! Contrast of what is drawn, from the finished pictures: texts at least 4.5 : 1, shapes that stand for values at least
//! 3 : 1 (WCAG 2.2, success criteria 1.4.3 and 1.4.11). Tints that only repeat what lines and boxes say are left out.

use super::{DATA, draw, texts};
use benchfolio::render::infographic::Infographic;
use resvg::usvg;
use std::collections::BTreeMap;

const TEXT: f64 = 4.5;
const SHAPE: f64 = 3.0;

type Rgb = [u8; 3];

/// Relative luminance, WCAG 2.2.
fn luminance(color: Rgb) -> f64 {
    let channel = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(color[0]) + 0.7152 * channel(color[1]) + 0.0722 * channel(color[2])
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colour that most pixels around a rectangle have.
fn ground(picture: &Infographic, rect: usvg::Rect) -> Rgb {
    let (left, right) = (rect.left() as u32 - 3, rect.right() as u32 + 3);
    let (top, bottom) = (rect.top() as u32 - 3, rect.bottom() as u32 + 3);
    let mut counted: BTreeMap<Rgb, usize> = BTreeMap::new();
    let mut count = |x: u32, y: u32| {
        let at = (y.min(picture.height - 1) * picture.width + x.min(picture.width - 1)) as usize * 3;
        *counted
            .entry([picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]])
            .or_default() += 1;
    };
    for x in left..right {
        count(x, top);
        count(x, bottom);
    }
    for y in top..bottom {
        count(left, y);
        count(right, y);
    }
    counted
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map(|(color, _)| color)
        .expect("pixels")
}

fn color(paint: &usvg::Paint) -> Option<Rgb> {
    match paint {
        usvg::Paint::Color(color) => Some([color.red, color.green, color.blue]),
        _ => None,
    }
}

/// Shapes in groups that stand for values, with what covers them mixed in.
fn shapes(group: &usvg::Group, within: &str, found: &mut Vec<(String, usvg::Rect, Rgb, f32)>) {
    let id = if group.id().is_empty() { within } else { group.id() };
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => shapes(group, id, found),
            usvg::Node::Path(path) => {
                let values = ["bar-", "rank-", "pair-", "strip-", "point-", "histogram"];
                let fill = path
                    .fill()
                    .and_then(|fill| Some((color(fill.paint())?, fill.opacity().get())));
                if let (true, Some((color, opacity))) = (values.iter().any(|start| id.starts_with(start)), fill) {
                    found.push((id.to_owned(), path.abs_bounding_box(), color, opacity));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn every_text_and_every_value_stands_out_from_its_ground() {
    for (data, archetype) in DATA {
        let picture = draw(data, "en");
        let mut found = Vec::new();
        texts(picture.tree.root(), &mut found);
        assert!(found.len() > 15);
        for text in found {
            let spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
            let ground = ground(&picture, text.flattened().abs_bounding_box());
            for color in spans.filter_map(|span| color(span.fill()?.paint())) {
                let contrast = contrast(color, ground);
                assert!(
                    contrast >= TEXT,
                    "{} #{}: {contrast:.2}, {color:?} on {ground:?}",
                    archetype.id(),
                    text.id()
                );
            }
        }
        let night = picture
            .tree
            .node_by_id("night")
            .expect("the dark half")
            .abs_bounding_box()
            .bottom();
        let mut found = Vec::new();
        shapes(picture.tree.root(), "", &mut found);
        for (id, rect, color, opacity) in found {
            let ground: Rgb = if rect.bottom() < night {
                [0x0e, 0x1b, 0x2a]
            } else {
                [0xf6, 0xf2, 0xea]
            };
            if opacity < 0.5 || color == ground {
                continue;
            }
            let mixed: Vec<u8> = (color.iter().zip(ground))
                .map(|(over, under)| (f32::from(*over) * opacity + f32::from(under) * (1.0 - opacity)).round() as u8)
                .collect();
            let contrast = contrast([mixed[0], mixed[1], mixed[2]], ground);
            assert!(contrast >= SHAPE, "{} #{id}: {contrast:.2}", archetype.id());
        }
    }
}
