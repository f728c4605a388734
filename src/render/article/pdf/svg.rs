//! Paints an SVG (a tree of usvg) as vector graphics with live text, with the faces that the article uses too.
//!
//! Known limits: a group with opacity is exact when its parts do not overlap; masks, filters, patterns and
//! pictures other than a logo are refused rather than painted wrongly.

use super::faces::face_of;
use super::reading;
use super::writer::{Gradient, Paint, Pen, Rgb, Rule, Text, TextCluster, Writer};
use crate::render::logo;
use crate::text::is_right_to_left;
use crate::text::paragraph::{FaceId, Glyph};
use resvg::usvg::tiny_skia_path::{Path, Transform};
use resvg::usvg::{self, FillRule, Group, Node};
use std::ops::Range;

pub(super) struct SvgPainter<'a, W: Writer> {
    writer: &'a mut W,
    tree: &'a usvg::Tree,
    base: Transform,
    /// What the SVG holds that cannot be painted.
    refused: Vec<&'static str>,
}

/// Paints a tree. `base` maps its view box to the page.
///
/// # Errors
/// The names of features that cannot be painted.
pub(super) fn paint<W: Writer>(writer: &mut W, tree: &usvg::Tree, base: Transform) -> Result<(), Vec<&'static str>> {
    let mut painter = SvgPainter {
        writer,
        tree,
        base,
        refused: Vec::new(),
    };
    painter.group(tree.root(), 1.0);
    painter.refused.dedup();
    if painter.refused.is_empty() {
        Ok(())
    } else {
        Err(painter.refused)
    }
}

impl<W: Writer> SvgPainter<'_, W> {
    fn group(&mut self, group: &Group, opacity: f32) {
        let opacity = opacity * group.opacity().get();
        if group.mask().is_some() {
            self.refused.push("mask");
        }
        if !group.filters().is_empty() {
            self.refused.push("filter");
        }
        let clip = group.clip_path();
        if let Some(clip) = clip {
            self.writer.save();
            self.clip(clip, self.base.pre_concat(group.abs_transform()));
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, opacity),
                Node::Path(path) if path.is_visible() => self.path(path, opacity),
                Node::Path(_) => {}
                Node::Text(text) => self.text(text, opacity),
                Node::Image(image) => self.image(image),
            }
        }
        if clip.is_some() {
            self.writer.restore();
        }
    }

    /// A logo of pixels; nothing else of the kind is in our pictures.
    fn image(&mut self, image: &usvg::Image) {
        let Some((bitmap, [x, y, width, height])) = logo::bitmap_of(image) else {
            return self.refused.push("image");
        };
        let (scale, origin) = (self.base.get_scale(), (self.base.tx, self.base.ty));
        let place = [
            origin.0 + x * scale.0,
            origin.1 + y * scale.1,
            width * scale.0,
            height * scale.1,
        ];
        self.writer.image(&bitmap, place);
    }

    fn clip(&mut self, clip: &usvg::ClipPath, outer: Transform) {
        let transform = outer.pre_concat(clip.transform());
        let mut paths = Vec::new();
        let mut rule = Rule::NonZero;
        collect_paths(clip.root(), transform, &mut paths, &mut rule);
        self.writer.clip(&paths, rule);
    }

    fn path(&mut self, path: &usvg::Path, opacity: f32) {
        let transform = self.base.pre_concat(path.abs_transform());
        if let Some(fill) = path.fill()
            && let Some(paint) = self.paint(fill.paint(), transform)
        {
            let rule = match fill.rule() {
                FillRule::NonZero => Rule::NonZero,
                FillRule::EvenOdd => Rule::EvenOdd,
            };
            let opacity = opacity * fill.opacity().get();
            self.writer.fill(path.data(), transform, rule, &paint, opacity);
        }
        if let Some(stroke) = path.stroke() {
            let Some(Paint::Colour(colour)) = self.paint(stroke.paint(), transform) else {
                self.refused.push("gradient stroke");
                return;
            };
            let scale = transform.get_scale().0;
            let pen = Pen {
                width: stroke.width().get() * scale,
                colour,
                cap: match stroke.linecap() {
                    usvg::LineCap::Butt => 0,
                    usvg::LineCap::Round => 1,
                    usvg::LineCap::Square => 2,
                },
                join: match stroke.linejoin() {
                    usvg::LineJoin::Round => 1,
                    usvg::LineJoin::Bevel => 2,
                    _ => 0,
                },
                mitre_limit: stroke.miterlimit().get(),
                dashes: stroke
                    .dasharray()
                    .iter()
                    .flat_map(|d| d.iter())
                    .map(|d| d * scale)
                    .collect(),
                dash_offset: stroke.dashoffset() * scale,
            };
            let opacity = opacity * stroke.opacity().get();
            self.writer.stroke(path.data(), transform, &pen, opacity);
        }
    }

    fn paint(&mut self, paint: &usvg::Paint, transform: Transform) -> Option<Paint> {
        let (base, coordinates, own) = match paint {
            usvg::Paint::Color(c) => return Some(Paint::Colour(Rgb(c.red, c.green, c.blue))),
            usvg::Paint::LinearGradient(g) => {
                let line = vec![g.x1(), g.y1(), g.x2(), g.y2()];
                (g.stops(), line, g.transform())
            }
            usvg::Paint::RadialGradient(g) => {
                let circles = vec![g.fx(), g.fy(), 0.0, g.cx(), g.cy(), g.r().get()];
                (g.stops(), circles, g.transform())
            }
            usvg::Paint::Pattern(_) => {
                self.refused.push("pattern");
                return None;
            }
        };
        let stop = |s: &usvg::Stop| {
            let c = s.color();
            (s.offset().get(), Rgb(c.red, c.green, c.blue))
        };
        Some(Paint::Gradient(Gradient {
            coordinates,
            stops: base.iter().map(stop).collect(),
            transform: transform.pre_concat(own),
        }))
    }

    fn text(&mut self, text: &usvg::Text, opacity: f32) {
        let transform = self.base.pre_concat(text.abs_transform());
        let mut parts = parts_of(text);
        for span in text.layouted() {
            if !span.visible {
                continue;
            }
            for line in [&span.underline, &span.overline].into_iter().flatten() {
                self.path(line, opacity);
            }
            if let Some(fill) = &span.fill {
                let usvg::Paint::Color(c) = fill.paint() else {
                    self.refused.push("gradient text");
                    continue;
                };
                let ink = (Rgb(c.red, c.green, c.blue), opacity * fill.opacity().get());
                let size = span.font_size.get() * transform.get_scale().0;
                let clusters = self.clusters(&span.positioned_glyphs, transform);
                let shown: Vec<&str> = clusters.iter().map(|cluster| cluster.text).collect();
                let mut ahead = parts.clone();
                let found = ahead.find_map(|(text, within)| reading::runs(text, &within, &shown));
                let runs = match found {
                    Some(runs) => {
                        parts = ahead;
                        runs
                    }
                    None => vec![reading::Run {
                        right_to_left: shown.iter().any(|text| text.contains(is_right_to_left)),
                        clusters: 0..clusters.len(),
                    }],
                };
                for run in runs {
                    self.run(&clusters[run.clusters], size, run.right_to_left, ink);
                }
            }
            if let Some(line) = &span.line_through {
                self.path(line, opacity);
            }
        }
    }

    /// Paints clusters of one direction; those of one face that stand on one baseline go together.
    fn run(&mut self, clusters: &[Cluster<'_>], size: f32, right_to_left: bool, ink: (Rgb, f32)) {
        for line in clusters.chunk_by(|last, next| last.continues(next)) {
            self.line(line, size, right_to_left, ink);
        }
    }

    /// Joins glyphs that share a text. The tree gives the text to one of them only: the last from left to right, the
    /// first from right to left.
    fn clusters<'g>(&mut self, glyphs: &'g [usvg::layout::PositionedGlyph], outer: Transform) -> Vec<Cluster<'g>> {
        let mut clusters: Vec<(FaceId, &str, Vec<Placed>)> = Vec::new();
        let mut waiting: Vec<Placed> = Vec::new();
        for glyph in glyphs {
            let Some(face) = face_of(self.tree.fontdb(), glyph.font) else {
                self.refused.push("a face that is not in the bundle");
                continue;
            };
            let placed = (glyph.id.0 as u16, outer.pre_concat(glyph.transform()));
            match clusters.last_mut() {
                Some((_, text, glyphs)) if glyph.text.is_empty() && text.contains(is_right_to_left) => {
                    glyphs.push(placed);
                }
                _ if glyph.text.is_empty() => waiting.push(placed),
                _ => {
                    let mut glyphs = std::mem::take(&mut waiting);
                    glyphs.push(placed);
                    clusters.push((face, &glyph.text, glyphs));
                }
            }
        }
        let clusters = clusters.into_iter();
        clusters
            .map(|(face, text, glyphs)| Cluster::new(face, text, &glyphs))
            .collect()
    }

    fn line(&mut self, line: &[Cluster<'_>], size: f32, right_to_left: bool, (colour, opacity): (Rgb, f32)) {
        let Some(first) = line.first() else { return };
        // The run's space has the scale of the page: only turning is left in its transform.
        let t = first.at;
        let scale = t.get_scale().0;
        let turn = |v: f32| {
            let v = v / scale;
            if v.abs() < 1e-4 {
                0.0
            } else if (v - 1.0).abs() < 1e-4 {
                1.0
            } else {
                v
            }
        };
        let transform = Transform::from_row(turn(t.sx), turn(t.ky), turn(t.kx), turn(t.sy), t.tx, t.ty);
        let clusters = line
            .iter()
            .map(|cluster| TextCluster {
                text: cluster.text,
                x: first.offset(cluster.at).0,
                glyphs: &cluster.glyphs,
            })
            .collect();
        self.writer.text(&Text {
            face: first.face,
            size,
            colour,
            opacity,
            transform,
            right_to_left,
            clusters,
        });
    }
}

/// The texts that were laid out together, and the parts of them that have one look, in order.
fn parts_of(text: &usvg::Text) -> impl Iterator<Item = (&str, Range<usize>)> + Clone {
    let chunks = text.chunks().iter();
    chunks.flat_map(|chunk| {
        chunk
            .spans()
            .iter()
            .map(|span| (chunk.text(), span.start()..span.end()))
    })
}

struct Cluster<'a> {
    face: FaceId,
    at: Transform,
    text: &'a str,
    glyphs: Vec<Glyph>,
}

/// A glyph and its place on the page.
type Placed = (u16, Transform);

impl<'a> Cluster<'a> {
    /// Of several glyphs, from left to right, the first is the letter; in a right-to-left text it is the last.
    fn new(face: FaceId, text: &'a str, placed: &[Placed]) -> Self {
        let letter = match text.contains(is_right_to_left) {
            true => placed.len() - 1,
            false => 0,
        };
        let mut cluster = Cluster {
            face,
            at: placed[letter].1,
            text,
            glyphs: Vec::new(),
        };
        for (i, (id, at)) in placed.iter().enumerate() {
            let (x, y) = cluster.offset(*at);
            let (id, mark) = (*id, i != letter);
            cluster.glyphs.push(Glyph { id, x, y, mark });
        }
        cluster
    }

    /// Where another glyph stands, along this one's baseline and down from it.
    fn offset(&self, other: Transform) -> (f32, f32) {
        let t = self.at;
        let scale = t.get_scale().0;
        let (dx, dy) = (other.tx - t.tx, other.ty - t.ty);
        let (cos, sin) = (t.sx / scale, t.ky / scale);
        (dx * cos + dy * sin, dy * cos - dx * sin)
    }

    /// Whether the next cluster can be shown in the same operation: it stands further on, on the same line.
    fn continues(&self, next: &Cluster<'_>) -> bool {
        let (a, b) = (self.at, next.at);
        let same = |x: f32, y: f32| (x - y).abs() < 1e-5;
        let offset = self.offset(b);
        self.face == next.face
            && same(a.sx, b.sx)
            && same(a.ky, b.ky)
            && same(a.kx, b.kx)
            && same(a.sy, b.sy)
            && offset.1.abs() < 0.01
            && offset.0 > -1.0
    }
}

fn collect_paths(group: &Group, transform: Transform, paths: &mut Vec<(Path, Transform)>, rule: &mut Rule) {
    for node in group.children() {
        match node {
            Node::Path(path) => {
                if path.fill().is_some_and(|f| f.rule() == FillRule::EvenOdd) {
                    *rule = Rule::EvenOdd;
                }
                paths.push((path.data().clone(), transform.pre_concat(path.abs_transform())));
            }
            Node::Group(inner) => collect_paths(inner, transform, paths, rule),
            _ => {}
        }
    }
}
