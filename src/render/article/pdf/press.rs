//! The writer on printpdf: pages of operations, faces, graphics states and shadings. What printpdf does not write
//! (structure, metadata, attachments) is added by [`super::finish`].

use super::faces::Faces;
use super::finish;
use super::writer::{Document, Gradient, Mark, Paint, Pen, Rgb, Rule, Text, TextCluster, Writer};
use crate::diagnostic::Fault;
use crate::render::logo::Bitmap;
use crate::text::is_right_to_left;
use crate::text::paragraph::Glyph;
use printpdf::{
    Codepoint, Color, CurTransMat, DictItem, ExtendedGraphicsState, ExtendedGraphicsStateId, GradientStop, Op,
    PdfDocument, PdfFontHandle, PdfPage, PdfSaveOptions, Pt, Rect, Shading, ShadingGeometry, ShadingId, TextItem,
    TextMatrix,
};
use resvg::usvg::tiny_skia_path::{Path, PathSegment, Point, Transform};

pub(super) struct Press {
    document: PdfDocument,
    faces: Faces,
    ops: Vec<Op>,
    size: (f32, f32),
    in_text: bool,
    state: State,
    images: Vec<Bitmap>,
}

/// What the page's graphics state is known to hold.
#[derive(Default)]
struct State {
    fill: Option<Rgb>,
    font: Option<(String, f32)>,
    /// Where the last words begin on the page.
    words: (f32, f32),
    /// Whether they run from right to left.
    right_to_left: bool,
}

/// Glyphs are moved when they would stand further than this from their place, in thousandths of the size.
const TOLERANCE: f32 = 3.0;

impl Press {
    pub fn new() -> Self {
        Self {
            document: PdfDocument::new(""),
            faces: Faces::default(),
            ops: Vec::new(),
            size: (0.0, 0.0),
            in_text: false,
            state: State::default(),
            images: Vec::new(),
        }
    }

    fn op(&mut self, key: &str, values: &[f32]) {
        self.ops.push(Op::Unknown {
            key: key.into(),
            value: values.iter().map(|v| DictItem::Real(rounded(*v))).collect(),
        });
    }

    fn end_text(&mut self) {
        if self.in_text {
            self.in_text = false;
            self.ops.push(Op::EndTextSection);
        }
    }

    fn finish_page(&mut self) {
        self.end_text();
        if self.size.0 > 0.0 {
            let (width, height) = self.size;
            let sheet = Rect::from_wh(Pt(width), Pt(height));
            self.document.pages.push(PdfPage {
                media_box: sheet.clone(),
                trim_box: sheet.clone(),
                crop_box: sheet,
                ops: std::mem::take(&mut self.ops),
            });
        }
        self.state = State::default();
    }

    fn colour(&mut self, colour: Rgb) {
        if self.state.fill != Some(colour) {
            self.state.fill = Some(colour);
            self.ops.push(Op::SetFillColor { col: device(colour) });
        }
    }

    fn opacity(&mut self, opacity: f32) {
        let id = ExtendedGraphicsStateId(format!("A{}", (opacity * 1000.0).round() as u32));
        let opacity = (opacity * 1000.0).round() / 1000.0;
        self.document
            .resources
            .extgstates
            .map
            .entry(id.clone())
            .or_insert_with(|| {
                ExtendedGraphicsState::default()
                    .with_current_fill_alpha(opacity)
                    .with_current_stroke_alpha(opacity)
            });
        self.ops.push(Op::LoadGraphicsState { gs: id });
    }

    fn path(&mut self, path: &Path, transform: Transform) {
        let height = self.size.1;
        self.segments(path, |x, y| {
            let mut point = Point::from_xy(x, y);
            transform.map_point(&mut point);
            [point.x, height - point.y]
        });
    }

    /// The segments of a path; `place` gives each point its place in the file.
    fn segments(&mut self, path: &Path, place: impl Fn(f32, f32) -> [f32; 2]) {
        let mut current = Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    current = to;
                    self.op("m", &place(to.x, to.y));
                }
                PathSegment::LineTo(to) => {
                    current = to;
                    self.op("l", &place(to.x, to.y));
                }
                PathSegment::QuadTo(control, to) => {
                    let third = |a: f32, b: f32| a + 2.0 / 3.0 * (b - a);
                    let first = place(third(current.x, control.x), third(current.y, control.y));
                    let second = place(third(to.x, control.x), third(to.y, control.y));
                    current = to;
                    self.op("c", &[first, second, place(to.x, to.y)].concat());
                }
                PathSegment::CubicTo(first, second, to) => {
                    current = to;
                    let points = [place(first.x, first.y), place(second.x, second.y), place(to.x, to.y)];
                    self.op("c", &points.concat());
                }
                PathSegment::Close => self.op("h", &[]),
            }
        }
    }

    fn shading(&mut self, gradient: &Gradient) {
        let id = ShadingId(format!("S{}", self.document.resources.shadings.map.len()));
        let stop = |(offset, Rgb(r, g, b)): &(f32, Rgb)| GradientStop {
            offset: *offset,
            color: [unit(*r), unit(*g), unit(*b)],
        };
        let geometry = match gradient.coordinates[..] {
            [x0, y0, r0, x1, y1, r1] => ShadingGeometry::Radial {
                coords: [x0, y0, r0, x1, y1, r1],
            },
            _ => ShadingGeometry::Axial {
                coords: std::array::from_fn(|i| gradient.coordinates.get(i).copied().unwrap_or(0.0)),
            },
        };
        let shading = Shading {
            geometry,
            stops: gradient.stops.iter().map(stop).collect(),
            extend: (true, true),
        };
        self.document.resources.shadings.map.insert(id.clone(), shading);
        let t = gradient.transform;
        let height = self.size.1;
        self.op("cm", &[t.sx, -t.ky, t.kx, -t.sy, t.tx, height - t.ty]);
        self.ops.push(Op::PaintShading { id });
    }

    fn font(&mut self, name: String, size: f32) {
        let size = rounded(size);
        if self.state.font.as_ref().is_none_or(|(n, s)| *n != name || *s != size) {
            self.ops.push(Op::SetFont {
                font: PdfFontHandle::External(printpdf::FontId(name.clone())),
                size: Pt(size),
            });
            self.state.font = Some((name, size));
        }
    }

    fn show(&mut self, text: &Text<'_>) {
        let height = self.size.1;
        let face = self.faces.of(text.face);
        let mut line = ShowLine {
            ops: &mut self.ops,
            pending: Vec::new(),
            pen: None,
            size: rounded(text.size),
            transform: text.transform,
            height,
        };
        let mut marks: Vec<(u16, f32, f32)> = Vec::new();
        for cluster in &text.clusters {
            let shown = carriers(cluster, text.right_to_left);
            let mut codes = Vec::with_capacity(shown.glyphs.len());
            let mut actual = shown.actual;
            for (glyph, part) in &shown.glyphs {
                let (code, claimed) = face.code(glyph.id, part);
                actual |= !claimed;
                codes.push(code);
            }
            if actual {
                line.flush();
                line.ops
                    .push(span_with_text(&reading_order(cluster.text, text.right_to_left)));
            }
            for ((glyph, _), code) in shown.glyphs.iter().zip(&codes) {
                line.place(cluster.x + glyph.x, glyph.y);
                line.glyph(*code, face.text(*code).to_owned(), face.advance(glyph.id));
            }
            if actual {
                line.flush();
                line.ops.push(Op::EndMarkedContent);
            }
            marks.extend(shown.marks.iter().map(|g| (g.id, cluster.x + g.x, g.y)));
        }
        line.flush();
        for (glyph, x, y) in marks {
            self.mark(text, glyph, x, y);
        }
    }

    /// Draws a glyph that is not written: the letter that it belongs to carries its text.
    fn mark(&mut self, text: &Text<'_>, glyph: u16, x: f32, y: f32) {
        let Some(outline) = self.faces.of(text.face).outline(glyph).cloned() else {
            return;
        };
        let mut origin = Point::from_xy(x, y);
        text.transform.map_point(&mut origin);
        let (t, scale) = (text.transform, text.size / 1000.0);
        self.end_text();
        self.ops.push(Op::SaveGraphicsState);
        // Drawn in the glyph's own units, the same mark is the same bytes wherever it stands.
        self.ops.push(Op::SetTransformationMatrix {
            matrix: CurTransMat::Raw([
                t.sx * scale,
                -t.ky * scale,
                -t.kx * scale,
                t.sy * scale,
                rounded(origin.x),
                rounded(self.size.1 - origin.y),
            ]),
        });
        self.segments(&outline, |x, y| [(x * 1000.0).round(), (-y * 1000.0).round()]);
        self.op("f", &[]);
        self.ops.push(Op::RestoreGraphicsState);
    }
}

/// Which glyphs of a cluster are written, with their parts of the text, and which are drawn.
struct Carriers {
    glyphs: Vec<(Glyph, String)>,
    marks: Vec<Glyph>,
    /// The parts are not in the order of the text.
    actual: bool,
}

/// Readers tell words apart by gaps between glyphs and put texts together glyph by glyph. Marks that stand on a letter
/// disturb both, so they are drawn, and the letter carries the text of all; what advances carries a part each.
fn carriers(cluster: &TextCluster<'_>, right_to_left: bool) -> Carriers {
    let (mut marks, mut letters): (Vec<Glyph>, Vec<Glyph>) = cluster.glyphs.iter().partition(|g| g.mark);
    if letters.is_empty() && !marks.is_empty() {
        letters.push(marks.remove(0));
    }
    let characters: Vec<char> = reading_order(cluster.text, right_to_left).chars().collect();
    // Signs that are written after a consonant and stand before it.
    let reordered = letters.len() > 1 && characters.contains(&'\u{93F}');
    let spare = characters.len().saturating_sub(letters.len());
    let last = letters.len().saturating_sub(1);
    let mut parts = characters.into_iter();
    let mut glyphs = Vec::with_capacity(letters.len());
    for (i, glyph) in letters.into_iter().enumerate() {
        let heavy = if right_to_left { i == last } else { i == 0 };
        let part: String = parts.by_ref().take(if heavy { spare + 1 } else { 1 }).collect();
        // Every glyph must stand for something (ISO 14289-1, 7.21.7).
        let part = if part.is_empty() { cluster.text.to_owned() } else { part };
        glyphs.push((glyph, part));
    }
    let whole: usize = glyphs.iter().map(|(_, part)| part.chars().count()).sum();
    Carriers {
        actual: reordered || whole != cluster.text.chars().count(),
        glyphs,
        marks,
    }
}

/// Readers reverse right-to-left runs character by character; a text of several characters that stands for one glyph
/// is therefore stored reversed.
fn reading_order(text: &str, right_to_left: bool) -> String {
    if right_to_left && text.chars().count() > 1 && text.chars().all(is_right_to_left) {
        text.chars().rev().collect()
    } else {
        text.to_owned()
    }
}

fn span_with_text(text: &str) -> Op {
    let properties = [("ActualText".to_owned(), DictItem::Bytes(utf16(text)))];
    Op::BeginMarkedContentWithProperties {
        tag: "Span".into(),
        properties: DictItem::Dict {
            map: properties.into_iter().collect(),
        },
    }
}

pub(super) fn utf16(text: &str) -> Vec<u8> {
    let mut bytes = vec![0xFE, 0xFF];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    bytes
}

/// Glyphs on their way into one show operation.
struct ShowLine<'a> {
    ops: &'a mut Vec<Op>,
    pending: Vec<TextItem>,
    /// Where a reader's pen stands, in the run's space.
    pen: Option<(f32, f32)>,
    size: f32,
    transform: Transform,
    height: f32,
}

impl ShowLine<'_> {
    fn place(&mut self, x: f32, y: f32) {
        match self.pen {
            Some((pen, baseline)) if (baseline - y).abs() < 0.001 => {
                let kern = ((pen - x) * 1000.0 / self.size).round();
                if kern.abs() >= TOLERANCE {
                    self.kern(kern);
                    self.pen = Some((pen - kern * self.size / 1000.0, y));
                }
            }
            _ => {
                self.flush();
                let t = self.transform;
                let mut origin = Point::from_xy(x, y);
                t.map_point(&mut origin);
                let (e, f) = (rounded(origin.x), rounded(self.height - origin.y));
                let upright = t.sx == 1.0 && t.sy == 1.0 && t.kx == 0.0 && t.ky == 0.0;
                self.ops.push(Op::SetTextMatrix {
                    matrix: if upright {
                        TextMatrix::Translate(Pt(e), Pt(f))
                    } else {
                        TextMatrix::Raw([t.sx, -t.ky, -t.kx, t.sy, e, f])
                    },
                });
                self.pen = Some((x, y));
            }
        }
    }

    fn kern(&mut self, kern: f32) {
        match self.pending.last_mut() {
            Some(TextItem::GlyphIds(glyphs)) => {
                if let Some(last) = glyphs.last_mut() {
                    last.offset = kern;
                }
            }
            _ => self.pending.push(TextItem::Offset(kern)),
        }
    }

    fn glyph(&mut self, glyph: u16, text: String, advance: f32) {
        let codepoint = Codepoint::with_cid(glyph, 0.0, text);
        match self.pending.last_mut() {
            Some(TextItem::GlyphIds(glyphs)) => glyphs.push(codepoint),
            _ => self.pending.push(TextItem::GlyphIds(vec![codepoint])),
        }
        if let Some((pen, _)) = &mut self.pen {
            *pen += advance * self.size / 1000.0;
        }
    }

    fn flush(&mut self) {
        if !self.pending.is_empty() {
            self.ops.push(Op::ShowText {
                items: std::mem::take(&mut self.pending),
            });
        }
    }
}

impl Writer for Press {
    fn start_page(&mut self, width: f32, height: f32) {
        self.finish_page();
        self.size = (width, height);
    }

    fn open(&mut self, mark: Mark) {
        self.end_text();
        let name = |name: &str| DictItem::Name(name.as_bytes().to_vec());
        let (tag, properties): (&str, Vec<(&str, DictItem)>) = match mark {
            Mark::Element(role, mcid) => (role.name(), vec![("MCID", DictItem::Int(i64::from(mcid)))]),
            Mark::Decoration => ("Artifact", vec![("Type", name("Layout"))]),
            Mark::Header => {
                let properties = vec![("Type", name("Pagination")), ("Subtype", name("Header"))];
                ("Artifact", properties)
            }
            Mark::Footer => {
                let properties = vec![("Type", name("Pagination")), ("Subtype", name("Footer"))];
                ("Artifact", properties)
            }
        };
        self.ops.push(Op::BeginMarkedContentWithProperties {
            tag: tag.into(),
            properties: DictItem::Dict {
                map: properties.into_iter().map(|(k, v)| (k.to_owned(), v)).collect(),
            },
        });
    }

    fn close(&mut self) {
        self.end_text();
        self.ops.push(Op::EndMarkedContent);
    }

    fn text(&mut self, text: &Text<'_>) {
        if text.opacity < 1.0 {
            self.save();
            self.opacity(text.opacity);
        }
        // The library moves words of one font on one line into one operation. Words that stand before those were they
        // in it, no reader could tell their place.
        let begin = (
            text.transform.tx + text.clusters.first().map_or(0.0, |c| c.x),
            text.transform.ty,
        );
        let words = std::mem::replace(&mut self.state.words, begin);
        // A letter that reaches back a little is no such word. Words of either direction are read for themselves.
        let reach = if text.right_to_left { 0.0 } else { 0.5 * text.size };
        let before = begin.1 == words.1 && begin.0 + reach < words.0;
        let turns = std::mem::replace(&mut self.state.right_to_left, text.right_to_left) != text.right_to_left;
        if self.in_text && (before || turns) {
            self.end_text();
        }
        if !self.in_text {
            self.in_text = true;
            self.ops.push(Op::StartTextSection);
        }
        self.colour(text.colour);
        let name = self.faces.of(text.face).id.0.clone();
        self.font(name, text.size);
        self.show(text);
        if text.opacity < 1.0 {
            self.restore();
        }
    }

    fn fill(&mut self, path: &Path, transform: Transform, rule: Rule, paint: &Paint, opacity: f32) {
        self.end_text();
        let even_odd = rule == Rule::EvenOdd;
        let plain = opacity >= 1.0 && matches!(paint, Paint::Colour(_));
        if !plain {
            self.save();
        }
        if opacity < 1.0 {
            self.opacity(opacity);
        }
        match paint {
            Paint::Colour(colour) => {
                self.colour(*colour);
                self.path(path, transform);
                self.op(if even_odd { "f*" } else { "f" }, &[]);
            }
            Paint::Gradient(gradient) => {
                self.path(path, transform);
                self.op(if even_odd { "W*" } else { "W" }, &[]);
                self.op("n", &[]);
                self.shading(gradient);
            }
        }
        if !plain {
            self.restore();
        }
    }

    fn stroke(&mut self, path: &Path, transform: Transform, pen: &Pen, opacity: f32) {
        self.save();
        if opacity < 1.0 {
            self.opacity(opacity);
        }
        self.ops.push(Op::SetOutlineColor {
            col: device(pen.colour),
        });
        self.op("w", &[pen.width]);
        for (key, value) in [("J", pen.cap), ("j", pen.join)] {
            if value != 0 {
                self.ops.push(Op::Unknown {
                    key: key.into(),
                    value: vec![DictItem::Int(i64::from(value))],
                });
            }
        }
        if pen.join == 0 && pen.mitre_limit != 10.0 {
            self.op("M", &[pen.mitre_limit]);
        }
        if !pen.dashes.is_empty() {
            let dashes = pen.dashes.iter().map(|d| DictItem::Real(rounded(*d))).collect();
            self.ops.push(Op::Unknown {
                key: "d".into(),
                value: vec![DictItem::Array(dashes), DictItem::Real(rounded(pen.dash_offset))],
            });
        }
        self.path(path, transform);
        self.op("S", &[]);
        self.restore();
    }

    fn image(&mut self, image: &Bitmap, [x, y, width, height]: [f32; 4]) {
        let known = self.images.iter().position(|other| other == image);
        let index = known.unwrap_or(self.images.len());
        if known.is_none() {
            self.images.push(image.clone());
        }
        self.save();
        self.op("cm", &[width, 0.0, 0.0, height, x, self.size.1 - y - height]);
        self.ops.push(Op::Unknown {
            key: "Do".into(),
            value: vec![DictItem::Name(finish::image_name(index).into_bytes())],
        });
        self.restore();
    }

    fn save(&mut self) {
        self.end_text();
        self.ops.push(Op::SaveGraphicsState);
    }

    fn clip(&mut self, paths: &[(Path, Transform)], rule: Rule) {
        self.end_text();
        for (path, transform) in paths {
            self.path(path, *transform);
        }
        self.op(if rule == Rule::EvenOdd { "W*" } else { "W" }, &[]);
        self.op("n", &[]);
    }

    fn restore(&mut self) {
        self.end_text();
        self.ops.push(Op::RestoreGraphicsState);
        self.state = State::default();
    }

    fn finish(mut self, document: &Document<'_>) -> Result<Vec<u8>, Fault> {
        self.finish_page();
        for face in self.faces.iter() {
            let font = face.subset()?;
            self.document.resources.fonts.map.insert(face.id.clone(), font);
        }
        let options = PdfSaveOptions {
            optimize: true,
            subset_fonts: false,
            secure: false,
            image_optimization: None,
        };
        let mut warnings = Vec::new();
        let file = self.document.to_lopdf_document(&options, &mut warnings);
        finish::finish(file, document, &self.faces, &self.images)
    }
}

/// To a thousandth of a point.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

fn unit(value: u8) -> f32 {
    (f32::from(value) / 255.0 * 10000.0).round() / 10000.0
}

fn device(Rgb(r, g, b): Rgb) -> Color {
    Color::Rgb(printpdf::Rgb::new(unit(r), unit(g), unit(b), None))
}
