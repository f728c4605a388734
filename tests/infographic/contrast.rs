//! Contrast of what is drawn, from the finished pictures: texts at least 4.5 : 1, shapes that stand for values at least
//! 3 : 1 (WCAG 2.2, success criteria 1.4.3 and 1.4.11). Tints that only repeat what lines and boxes say are left out.

use super::{DATA, draw_intervals, root, texts};
use benchfolio::project::{THEMES, standard_theme};
use benchfolio::render::infographic::{Format, Infographic};
use rayon::prelude::*;
use resvg::usvg;
use std::collections::BTreeMap;

const TEXT: f64 = 4.5;
const SHAPE: f64 = 3.0;
/// Less paint than this only tints what an outline shows.
const TINT: f32 = 0.5;

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

/// Whether a group with this id stands for values.
fn is_of_values(id: &str) -> bool {
    let starts = [
        "bar-",
        "rank-",
        "pair-",
        "strip-",
        "point-",
        "slope-",
        "case-",
        "histogram",
        "lane-",
    ];
    starts.iter().any(|start| id.starts_with(start))
}

/// What stands for a value: its fill, or else its line.
fn paint(path: &usvg::Path) -> Option<(Rgb, f32)> {
    let fill = path
        .fill()
        .and_then(|fill| Some((color(fill.paint())?, fill.opacity().get())));
    let line = || {
        path.stroke()
            .and_then(|line| Some((color(line.paint())?, line.opacity().get())))
    };
    fill.or_else(line)
}

/// Shapes and lines in groups that stand for values.
fn shapes(group: &usvg::Group, within: &str, found: &mut Vec<(String, usvg::Rect, Rgb, f32)>) {
    let id = if group.id().is_empty() { within } else { group.id() };
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => shapes(group, id, found),
            usvg::Node::Path(path) => {
                if let (true, Some((color, opacity))) = (is_of_values(id), paint(path)) {
                    found.push((id.to_owned(), path.abs_bounding_box(), color, opacity));
                }
            }
            _ => {}
        }
    }
}

/// Pictures of every archetype and of every kind of data, with intervals where there are some, in a theme.
fn pictures(theme: &str) -> Vec<(String, Infographic)> {
    let kinds = std::fs::read_dir(root().join("tests/infographic/kinds")).expect("fixtures");
    let kinds = kinds.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned());
    let kinds = kinds.map(|name| format!("tests/infographic/kinds/{name}"));
    let mut all: Vec<String> = DATA.iter().map(|(data, _)| (*data).to_owned()).chain(kinds).collect();
    all.sort();
    let drawn = all.into_par_iter().flat_map_iter(|data| {
        // The landscape has no room for some odd names; the poster and the portrait have all marks.
        let pictures = draw_intervals(&data, "en", theme, &[Format::Poster]);
        pictures.into_iter().map(move |picture| (data.clone(), picture))
    });
    drawn.collect()
}

#[test]
fn every_text_and_every_value_stands_out_from_its_ground() {
    for theme in THEMES {
        for (data, picture) in pictures(theme) {
            let mut found = Vec::new();
            texts(picture.tree.root(), &mut found);
            for text in found {
                let spans = text.chunks().iter().flat_map(|chunk| chunk.spans());
                let ground = ground(&picture, text.flattened().abs_bounding_box());
                for color in spans.filter_map(|span| color(span.fill()?.paint())) {
                    let contrast = contrast(color, ground);
                    let id = text.id();
                    assert!(
                        contrast >= TEXT,
                        "{data} {theme} #{id}: {contrast:.2}, {color:?} on {ground:?}"
                    );
                }
            }
            values(&data, theme, &picture);
        }
    }
}

fn values(data: &str, theme: &str, picture: &Infographic) {
    let palette = standard_theme(theme).expect("a theme").palette;
    let night = picture
        .tree
        .node_by_id("night")
        .expect("the dark half")
        .abs_bounding_box();
    // Lines of a chart that only lead the eye, and the ground around error bars.
    let quiet = [
        palette.rule,
        palette.grid,
        palette.night_rule,
        palette.paper,
        palette.night,
    ]
    .map(|color| color.0);
    let mut found = Vec::new();
    shapes(picture.tree.root(), "", &mut found);
    for (id, rect, color, opacity) in found {
        let ground = if rect.bottom() < night.bottom() {
            palette.night.0
        } else {
            palette.paper.0
        };
        if quiet.contains(&color) || opacity < TINT {
            continue;
        }
        assert!(
            opacity == 1.0,
            "{data} {theme} #{id}: paint that lets the ground through"
        );
        let contrast = contrast(color, ground);
        assert!(contrast >= SHAPE, "{data} {theme} #{id}: {contrast:.2}");
    }
}
