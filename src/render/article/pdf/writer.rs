//! What a page is painted with. The layout and the painter of SVG know this trait and nothing of the crate behind it.
//!
//! Places are in points from the top left corner of the page; `y` points down.

use super::structure::{ElementId, Role, Structure};
use crate::diagnostic::Fault;
use crate::render::logo::Bitmap;
use crate::text::paragraph::{FaceId, Glyph};
use resvg::usvg::tiny_skia_path::{Path, Transform};

/// A colour of the sRGB space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rgb(pub u8, pub u8, pub u8);

/// What the next things painted are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Content of an element, with its number on the page.
    Element(Role, u32),
    /// Not part of the text: rules, backgrounds.
    Decoration,
    Header,
    Footer,
}

/// Glyphs of one face and size on one baseline.
pub(super) struct Text<'a> {
    pub face: FaceId,
    pub size: f32,
    pub colour: Rgb,
    /// From 0 to 1.
    pub opacity: f32,
    /// From the run's own space (origin at the start of the baseline, `y` down) to the page.
    pub transform: Transform,
    pub right_to_left: bool,
    pub clusters: Vec<TextCluster<'a>>,
}

/// Glyphs that stand for a piece of text; `x` of the first cluster is measured from the run's origin.
pub(super) struct TextCluster<'a> {
    pub text: &'a str,
    pub x: f32,
    pub glyphs: &'a [Glyph],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    NonZero,
    EvenOdd,
}

#[derive(Debug, Clone)]
pub(super) enum Paint {
    Colour(Rgb),
    Gradient(Gradient),
}

#[derive(Debug, Clone)]
pub(super) struct Gradient {
    /// Axial: x0 y0 x1 y1; radial: x0 y0 r0 x1 y1 r1.
    pub coordinates: Vec<f32>,
    /// Offset from 0 to 1 and colour.
    pub stops: Vec<(f32, Rgb)>,
    /// From the gradient's space to the page.
    pub transform: Transform,
}

#[derive(Debug, Clone)]
pub(super) struct Pen {
    pub width: f32,
    pub colour: Rgb,
    /// 0 butt, 1 round, 2 square.
    pub cap: u8,
    /// 0 mitre, 1 round, 2 bevel.
    pub join: u8,
    pub mitre_limit: f32,
    pub dashes: Vec<f32>,
    pub dash_offset: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LinkId(pub u32);

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Target {
    Address(String),
    /// Page and height on it, in points from the top.
    Place {
        page: usize,
        y: f32,
    },
}

/// A link's area on a page. A link that runs over two lines has two.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Link {
    pub page: usize,
    /// Left, top, right, bottom in points.
    pub area: [f32; 4],
    pub target: Target,
    /// What the link says, for assistive software.
    pub contents: String,
    pub element: ElementId,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct OutlineEntry {
    /// 1 for the title.
    pub level: u8,
    pub text: String,
    pub page: usize,
    /// In points from the top.
    pub y: f32,
}

/// What a finished document holds besides its pages.
pub(super) struct Document<'a> {
    pub structure: &'a Structure,
    pub links: &'a [Link],
    pub outline: &'a [OutlineEntry],
    pub description: &'a super::Description,
}

pub(super) trait Writer {
    fn start_page(&mut self, width: f32, height: f32);
    /// Begins marked content; it ends with [`Writer::close`].
    fn open(&mut self, mark: Mark);
    fn close(&mut self);
    fn text(&mut self, text: &Text<'_>);
    /// `transform` maps the path to the page.
    fn fill(&mut self, path: &Path, transform: Transform, rule: Rule, paint: &Paint, opacity: f32);
    /// `pen` is measured on the page.
    fn stroke(&mut self, path: &Path, transform: Transform, pen: &Pen, opacity: f32);
    /// Pixels in a box: left, top, width and height in points.
    fn image(&mut self, image: &Bitmap, place: [f32; 4]);
    fn save(&mut self);
    fn clip(&mut self, paths: &[(Path, Transform)], rule: Rule);
    fn restore(&mut self);
    /// The file.
    fn finish(self, document: &Document<'_>) -> Result<Vec<u8>, Fault>;
}
