//! A finished picture as its reader sees it: letters, shapes and bars with their colours and places, from the SVG alone.
//!
//! The parsed drawing knows where everything stands after all transforms, clips and opacities; the XML knows what the
//! drawing forgets: the attributes by which a bar says its value. Knows nothing of charts and how they were drawn.

mod area;
pub mod color;
mod marks;

pub use area::{Area, Bounds};
pub use color::Color;
pub use marks::{Bar, Group, Series, Whisker};

use crate::render::logo;
use crate::text::{Family, FontSet};
use resvg::usvg;
use resvg::usvg::roxmltree::Document;
use std::sync::Arc;

/// A width at which pictures are shown large: that of portrait and square pictures on LinkedIn and Instagram, in pixels.
pub const SHOWN_WIDTH: f64 = 1080.0;

/// A picture.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Of the page, in its own units.
    pub width: f64,
    pub letters: Vec<Letters>,
    /// What is filled, in the order of painting.
    pub shapes: Vec<Shape>,
    /// What is drawn as a line only, and has an id.
    pub strokes: Vec<Stroke>,
    pub bars: Vec<Bar>,
    pub whiskers: Vec<Whisker>,
    pub series: Vec<Series>,
    pub groups: Vec<Group>,
    /// Where texts stand that were turned into outlines.
    pub outlines: Vec<Bounds>,
    /// Ids of texts that were turned into outlines: no shapes of a chart, and no letters with a size.
    outlined: Vec<String>,
    /// Whether a text or shape is drawn in a way that is not computed here: by an image, mask, filter or blend mode.
    pub is_opaque_to_us: bool,
}

/// A run of letters of one colour.
#[derive(Debug, Clone)]
pub struct Letters {
    /// Of the text that they belong to.
    pub id: String,
    /// In units of the page, after all transforms.
    pub size: f64,
    pub bold: bool,
    pub fill: Color,
    /// Of the outlines.
    pub bounds: Bounds,
    /// How many shapes were painted before.
    pub above: usize,
}

/// A filled shape.
#[derive(Debug, Clone)]
pub struct Shape {
    pub id: String,
    pub fill: Color,
    pub area: Area,
    /// What it is cut off by.
    clips: Vec<Arc<Area>>,
}

/// A line.
#[derive(Debug, Clone)]
pub struct Stroke {
    pub id: String,
    /// Of its middle, without its width.
    pub bounds: Bounds,
}

impl Shape {
    pub fn covers(&self, x: f64, y: f64) -> bool {
        self.area.contains(x, y) && self.clips.iter().all(|clip| clip.contains(x, y))
    }
}

impl Picture {
    /// Reads a picture.
    ///
    /// # Errors
    /// Text that is no SVG.
    pub fn read(svg: &str) -> Result<Picture, String> {
        let document = Document::parse(svg).map_err(|e| e.to_string())?;
        let mut options = usvg::Options {
            fontdb: FontSet::shared().database(),
            font_family: Family::Inter.name().to_owned(),
            image_href_resolver: logo::only_own_images(),
            ..usvg::Options::default()
        };
        options.font_resolver.select_fallback = Box::new(|_, _, _| None);
        let tree = usvg::Tree::from_xmltree(&document, &options).map_err(|e| e.to_string())?;
        Ok(Picture::of(&document, &tree))
    }

    /// As [`read`](Self::read), of a picture that was parsed already: `tree` is that of the picture with live text, also
    /// when `svg` is its twin with outlines.
    ///
    /// # Errors
    /// Text that is no SVG.
    pub fn parsed(svg: &str, tree: &usvg::Tree) -> Result<Picture, String> {
        let document = Document::parse(svg).map_err(|e| e.to_string())?;
        Ok(Picture::of(&document, tree))
    }

    fn of(document: &Document<'_>, tree: &usvg::Tree) -> Picture {
        let mut picture = Picture {
            width: f64::from(tree.size().width()),
            letters: Vec::new(),
            shapes: Vec::new(),
            strokes: Vec::new(),
            bars: marks::bars(document),
            whiskers: marks::whiskers(document),
            series: marks::series(document),
            groups: marks::groups(document),
            outlines: Vec::new(),
            outlined: marks::outlined(document),
            is_opaque_to_us: false,
        };
        picture.collect(tree.root(), 1.0, &[]);
        picture
    }

    fn collect(&mut self, group: &usvg::Group, opacity: f64, clips: &[Arc<Area>]) {
        let opacity = opacity * f64::from(group.opacity().get());
        let plain =
            group.mask().is_none() && group.filters().is_empty() && group.blend_mode() == usvg::BlendMode::Normal;
        self.is_opaque_to_us |= !plain;
        let mut clips = clips.to_vec();
        if let Some(clip) = group.clip_path() {
            clips.push(Arc::new(Area::of_clip(clip, group.abs_transform())));
        }
        for node in group.children() {
            match node {
                // A logo is a mark of its own; whether it can be seen is asked of the theme.
                usvg::Node::Group(inner) if inner.id() == logo::ID => {}
                usvg::Node::Group(inner) if self.outlined.iter().any(|id| id == inner.id()) => {
                    self.outlines.push(Bounds::of(inner.abs_bounding_box()));
                }
                usvg::Node::Group(inner) => self.collect(inner, opacity, &clips),
                usvg::Node::Path(path) => self.shape(path, opacity, &clips),
                usvg::Node::Text(text) if self.outlined.iter().any(|id| id == text.id()) => {
                    self.outlines.push(Bounds::of(text.flattened().abs_bounding_box()));
                }
                usvg::Node::Text(text) => self.text(text, opacity),
                usvg::Node::Image(_) => self.is_opaque_to_us = true,
            }
        }
    }

    fn shape(&mut self, path: &usvg::Path, opacity: f64, clips: &[Arc<Area>]) {
        let Some(fill) = path.fill().filter(|_| path.is_visible()) else {
            if !path.id().is_empty() && path.is_visible() {
                self.strokes.push(Stroke {
                    id: path.id().to_owned(),
                    bounds: Bounds::of(path.abs_bounding_box()),
                });
            }
            return;
        };
        let Some(color) = Color::of(fill.paint(), f64::from(fill.opacity().get()) * opacity) else {
            self.is_opaque_to_us = true;
            return;
        };
        self.shapes.push(Shape {
            id: path.id().to_owned(),
            fill: color,
            area: Area::of(path),
            clips: clips.to_vec(),
        });
    }

    fn text(&mut self, text: &usvg::Text, opacity: f64) {
        let transform = text.abs_transform();
        let scale = f64::from(transform.sx).hypot(f64::from(transform.ky));
        let spans: Vec<&usvg::TextSpan> = text.chunks().iter().flat_map(|chunk| chunk.spans()).collect();
        let size = |pick: fn(f64, f64) -> f64, start: f64| {
            let sizes = spans.iter().map(|span| f64::from(span.font_size().get()) * scale);
            sizes.fold(start, pick)
        };
        let mut runs = Vec::new();
        outlines(text.flattened(), opacity, &mut runs);
        for (fill, bounds) in runs {
            let Some(fill) = fill else {
                self.is_opaque_to_us = true;
                continue;
            };
            self.letters.push(Letters {
                id: text.id().to_owned(),
                size: size(f64::min, f64::INFINITY),
                bold: spans.iter().all(|span| span.font().weight() >= 700),
                fill,
                bounds,
                above: self.shapes.len(),
            });
        }
    }

    /// The colour at a place under so many shapes; `None` where nothing opaque was painted.
    pub fn color_below(&self, above: usize, x: f64, y: f64) -> Option<Color> {
        let painted: Vec<&Shape> = self.shapes[..above].iter().filter(|shape| shape.covers(x, y)).collect();
        let first = painted.iter().rposition(|shape| shape.fill.alpha >= 1.0)?;
        let ground = painted[first].fill;
        Some(
            painted[first..]
                .iter()
                .fold(ground, |below, shape| shape.fill.over(below)),
        )
    }

    /// Where the text with an id stands.
    pub fn place_of(&self, id: &str) -> Option<Bounds> {
        let mut letters = self.letters.iter().filter(|letters| letters.id == id);
        let first = letters.next()?.bounds;
        Some(letters.fold(first, |all, letters| all.with(letters.bounds)))
    }

    /// How large something is shown, in pixels, when the picture is [`SHOWN_WIDTH`] wide.
    pub fn shown(&self, length: f64) -> f64 {
        length * SHOWN_WIDTH / self.width
    }
}

fn outlines(group: &usvg::Group, opacity: f64, runs: &mut Vec<(Option<Color>, Bounds)>) {
    let opacity = opacity * f64::from(group.opacity().get());
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => outlines(inner, opacity, runs),
            usvg::Node::Path(path) => {
                if let Some(fill) = path.fill().filter(|_| path.is_visible()) {
                    let color = Color::of(fill.paint(), f64::from(fill.opacity().get()) * opacity);
                    runs.push((color, Bounds::of(path.abs_bounding_box())));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='540' height='400' font-family='Inter'>\
        <rect width='540' height='400' fill='#ffffff'/>\
        <g transform='scale(2)' opacity='0.5'><rect id='low' x='10' y='10' width='50' height='20' fill='#000000'/></g>\
        <clipPath id='c'><rect x='100' y='100' width='50' height='50'/></clipPath>\
        <g clip-path='url(#c)'><circle id='disc' cx='100' cy='100' r='40' fill='#ff0000'/></g>\
        <g transform='scale(0.5)'><text id='t' x='40' y='640' font-size='30' font-weight='700' fill='#333'>8.1 ms</text></g>\
        </svg>";

    #[test]
    fn colours_come_through_transforms_clips_and_opacity() {
        let picture = Picture::read(SVG).unwrap();
        let all = picture.shapes.len();
        let at = |x, y| picture.color_below(all, x, y).unwrap().hex();
        assert_eq!(at(100.0, 40.0), "#808080");
        assert_eq!(at(121.0, 40.0), "#ffffff");
        assert_eq!(at(110.0, 110.0), "#ff0000");
        assert_eq!(at(90.0, 90.0), "#ffffff");
        assert_eq!(at(130.0, 130.0), "#ffffff");
    }

    #[test]
    fn outlines_of_a_text_are_no_shapes() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\
            <rect id='patch' x='10' y='10' width='50' height='20' fill='#fff'/>\
            <g id='t' aria-label='1'><path d='m20 12h4v16h-4z'/></g></svg>";
        let picture = Picture::read(svg).unwrap();
        let ids: Vec<&str> = picture.shapes.iter().map(|shape| shape.id.as_str()).collect();
        assert_eq!(ids, ["patch"]);
        assert!(picture.outlines[0].left == 20.0 && picture.outlines[0].bottom == 28.0);
    }

    #[test]
    fn letters_have_the_size_in_which_they_are_drawn() {
        let picture = Picture::read(SVG).unwrap();
        let letters = &picture.letters[0];
        assert_eq!((letters.size, letters.bold, letters.id.as_str()), (15.0, true, "t"));
        assert_eq!(picture.shown(letters.size), 30.0);
        let bounds = picture.place_of("t").unwrap();
        assert!(
            bounds.left > 19.0 && bounds.left < 22.0 && bounds.bottom > 318.0 && bounds.bottom < 322.0,
            "{bounds:?}"
        );
    }
}
