//! What glyphs look like: outlines, and digits compared with those of the bundle. A font says by its character map which
//! glyph is the digit seven; whether a reader takes it for a seven is seen from its shape alone.

use crate::text::{Family, FontSet};
use resvg::tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, PathSegment, Pixmap, Rect, Transform};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::LazyLock;

/// Height of the pictures that are compared, and the width of the middle one of ten digits in them.
const SIDE: usize = 24;
/// Width of the pictures: digits that are much wider than their neighbours are narrowed to it.
const WIDE: usize = 30;
/// Points to the em where ink is measured.
const FINE: f32 = 96.0;
/// Weights of the blur: strokes of other weight and other place still meet.
const BLUR: [f32; 5] = [1.0, 2.0, 3.0, 2.0, 1.0];

/// Two digits are swapped when their sum of distances, the one way, is less than this part of the other. Of 820 faces of
/// Debian's packages with digits the least is 0.84, but for fonts whose digits are dingbats or symbols of the weather.
const SWAPPED: f32 = 0.78;
/// A digit is another one when its distance to that is less than this part of the distance to its own.
const MISTAKEN: f32 = 0.42;
/// A form of a digit for tables or old style is that digit when no other is nearer by more than this.
const ALIKE: f32 = 1.25;

/// The outline of a glyph, in units of the em.
#[derive(Debug, Clone, Default)]
pub(super) struct Outline {
    path: Option<Path>,
}

/// A line or a curve by its kind and its points.
type Segment = (u8, [i32; 6]);

struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

impl Outline {
    /// Of a glyph that is not drawn.
    pub const NOTHING: Outline = Outline { path: None };

    /// `None` when the glyph cannot be drawn.
    pub fn of(font: &FontRef, glyph: GlyphId) -> Option<Outline> {
        let Some(outline) = font.outline_glyphs().get(glyph) else {
            return Some(Outline::default());
        };
        let mut pen = Pen(PathBuilder::new());
        outline
            .draw(
                DrawSettings::unhinted(Size::unscaled(), LocationRef::default()),
                &mut pen,
            )
            .ok()?;
        Some(Outline { path: pen.0.finish() })
    }

    /// Left, bottom, right, top; `None` where nothing is drawn.
    pub fn bounds(&self) -> Option<Rect> {
        let bounds = self.path.as_ref()?.bounds();
        (bounds.width() > 0.0 && bounds.height() > 0.0).then_some(bounds)
    }

    /// The box in whole units: left, bottom, right, top.
    pub fn extent(&self) -> Option<[f32; 4]> {
        let bounds = self.path.as_ref()?.bounds();
        Some([
            bounds.left().floor(),
            bounds.top().floor(),
            bounds.right().ceil(),
            bounds.bottom().ceil(),
        ])
    }

    /// Whether nothing is drawn: no outline, or one without any area.
    pub fn is_blank(&self) -> bool {
        self.bounds().is_none()
    }

    /// Whether two glyphs look the same, wherever they stand.
    pub fn is_same(&self, other: &Outline) -> bool {
        let (Some(a), Some(b)) = (self.bounds(), other.bounds()) else {
            return false;
        };
        let differ = |a: f32, b: f32| (a - b).abs() > 1.0;
        // Most differ in size already.
        if differ(a.width(), b.width()) || differ(a.height(), b.height()) {
            return false;
        }
        self.normal() == other.normal()
    }

    /// The lines, from the left end and the foot, in whole units.
    fn normal(&self) -> Option<Vec<Segment>> {
        let bounds = self.bounds()?;
        let place = |points: &[(f32, f32)]| {
            let mut at = [0; 6];
            for (i, (x, y)) in points.iter().enumerate() {
                at[2 * i] = (x - bounds.left()).round() as i32;
                at[2 * i + 1] = (y - bounds.top()).round() as i32;
            }
            at
        };
        let segments = self.path.as_ref()?.segments().map(|segment| match segment {
            PathSegment::MoveTo(p) => (0, place(&[(p.x, p.y)])),
            PathSegment::LineTo(p) => (1, place(&[(p.x, p.y)])),
            PathSegment::QuadTo(a, p) => (2, place(&[(a.x, a.y), (p.x, p.y)])),
            PathSegment::CubicTo(a, b, p) => (3, place(&[(a.x, a.y), (b.x, b.y), (p.x, p.y)])),
            PathSegment::Close => (4, [0; 6]),
        });
        Some(segments.collect())
    }

    /// Leaning by so much of its height to the right.
    fn leaning(&self, lean: f32) -> Outline {
        let path = self.path.clone();
        Outline {
            path: path.and_then(|path| path.transform(Transform::from_row(1.0, 0.0, lean, 1.0, 0.0, 0.0))),
        }
    }

    /// A picture as high as [`SIDE`], where `width` is as wide.
    fn picture(&self, width: f32) -> Option<Picture> {
        let (path, bounds) = (self.path.as_ref()?, self.bounds()?);
        let (side, wide) = (SIDE as f32, WIDE as f32);
        let scale = (side / width).min(wide / bounds.width());
        let middle = (wide - bounds.width() * scale) / 2.0;
        let rise = side / bounds.height();
        let place = Transform::from_row(
            scale,
            0.0,
            0.0,
            rise,
            middle - bounds.left() * scale,
            -bounds.top() * rise,
        );
        Some(Picture::of(&fill(path, place, WIDE as u32, SIDE as u32)?))
    }

    /// The outline filled, after a move and a scale; `None` where nothing is drawn.
    pub fn filled(&self, place: Transform, wide: u32, high: u32) -> Option<Pixmap> {
        fill(self.path.as_ref()?, place, wide, high)
    }

    /// How much of the square of the em is covered: boxes of lines that cancel each other have none.
    pub fn ink(&self, em: f32) -> f32 {
        let (Some(path), Some(bounds)) = (self.path.as_ref(), self.bounds()) else {
            return 0.0;
        };
        // A shape that is larger is cut off: it has ink enough.
        let scale = FINE / em;
        let side = |length: f32| (length * scale).ceil().min(2.0 * FINE) as u32 + 2;
        let place = Transform::from_row(
            scale,
            0.0,
            0.0,
            scale,
            1.0 - bounds.left() * scale,
            1.0 - bounds.top() * scale,
        );
        fill(path, place, side(bounds.width()), side(bounds.height())).map_or(0.0, |pixmap| {
            let covered: f32 = pixmap.pixels().iter().map(|pixel| f32::from(pixel.alpha())).sum();
            covered / 255.0 / (FINE * FINE)
        })
    }

    /// With another outline behind it, so far to the right.
    pub fn beside(&self, other: &Outline, by: f32) -> Outline {
        let moved = other
            .path
            .clone()
            .and_then(|path| path.transform(Transform::from_translate(by, 0.0)));
        let (Some(first), Some(second)) = (&self.path, &moved) else {
            return Outline {
                path: self.path.clone().or(moved),
            };
        };
        let mut both = PathBuilder::new();
        both.push_path(first);
        both.push_path(second);
        Outline { path: both.finish() }
    }
}

fn fill(path: &Path, place: Transform, wide: u32, high: u32) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(wide, high)?;
    let mut paint = Paint::default();
    paint.set_color(Color::BLACK);
    pixmap.fill_path(path, &paint, FillRule::Winding, place, None);
    Some(pixmap)
}

/// How much of each place is covered, blurred, with a length of one.
#[derive(Debug, Clone)]
pub(super) struct Picture(Vec<f32>);

impl Picture {
    pub fn of(pixmap: &Pixmap) -> Picture {
        let covered: Vec<f32> = pixmap
            .pixels()
            .iter()
            .map(|pixel| f32::from(pixel.alpha()) / 255.0)
            .collect();
        // Around the picture lies nothing.
        let (wide, high) = (pixmap.width() as usize, pixmap.height() as usize);
        let at = |from: &[f32], x: isize, y: isize| match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < wide && y < high => from[y * wide + x],
            _ => 0.0,
        };
        let blur = |from: &[f32], (dx, dy): (isize, isize)| -> Vec<f32> {
            let places = (0..high as isize).flat_map(|y| (0..wide as isize).map(move |x| (x, y)));
            places
                .map(|(x, y)| {
                    let weighed = BLUR.iter().zip(-2..=2);
                    weighed
                        .map(|(weight, i)| weight * at(from, x + dx * i, y + dy * i))
                        .sum()
                })
                .collect()
        };
        let blurred = blur(&blur(&covered, (1, 0)), (0, 1));
        let length = blurred.iter().map(|part| part * part).sum::<f32>().sqrt().max(1e-9);
        Picture(blurred.iter().map(|part| part / length).collect())
    }

    /// From 0, the same, to 1.
    pub fn distance(&self, other: &Picture) -> f32 {
        let alike: f32 = self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum();
        (1.0 - alike).max(1e-4)
    }
}

/// Ten digits of one face.
#[derive(Debug, Clone)]
pub(super) struct Digits {
    outlines: Vec<Outline>,
    pictures: Vec<Picture>,
    /// Width and height of the middle one by size.
    middle: (f32, f32),
}

impl Digits {
    /// From the outlines of 0 to 9; `None` when one is blank.
    pub fn of(outlines: Vec<Outline>) -> Option<Digits> {
        let boxes: Vec<Rect> = outlines.iter().map(Outline::bounds).collect::<Option<_>>()?;
        let middle = |mut sizes: Vec<f32>| {
            sizes.sort_by(f32::total_cmp);
            (sizes[sizes.len() / 2] + sizes[(sizes.len() - 1) / 2]) / 2.0
        };
        let middle = (
            middle(boxes.iter().map(Rect::width).collect()),
            middle(boxes.iter().map(Rect::height).collect()),
        );
        Some(Digits {
            pictures: outlines
                .iter()
                .map(|outline| outline.picture(middle.0))
                .collect::<Option<_>>()?,
            outlines,
            middle,
        })
    }

    pub fn outline(&self, digit: usize) -> &Outline {
        &self.outlines[digit]
    }

    /// The digit that is equal to an outline.
    pub fn equal_to(&self, outline: &Outline) -> Option<usize> {
        self.outlines.iter().position(|digit| digit.is_same(outline))
    }

    /// The first digit that readers would take for another one, and that one.
    pub fn mistaken(&self, references: &[Digits]) -> Option<(usize, usize)> {
        let count = self.pictures.len();
        let far: Vec<Vec<f32>> = self
            .pictures
            .iter()
            .map(|picture| (0..count).map(|digit| nearest(picture, references, digit)).collect())
            .collect();
        let is_mistaken = |a: usize, b: usize| {
            let (own, other) = (far[a][a] + far[b][b], far[a][b] + far[b][a]);
            a != b && (other < SWAPPED * own || far[a][b] < MISTAKEN * far[a][a])
        };
        (0..count).find_map(|a| {
            let others = (0..count).filter(|b| is_mistaken(a, *b));
            Some((a, others.min_by(|b, c| far[a][*b].total_cmp(&far[a][*c]))?))
        })
    }

    /// Whether a glyph is a form of a digit, as for tables, old style or fractions.
    pub fn is_form(&self, outline: &Outline, digit: usize) -> bool {
        let Some(bounds) = outline.bounds() else {
            return false;
        };
        // Forms may be as wide as the digit, or small in all.
        let widths = [self.middle.0, self.middle.0 * bounds.height() / self.middle.1];
        let pictures: Vec<Picture> = widths.iter().filter_map(|width| outline.picture(*width)).collect();
        let far = |digit: usize| {
            let of_own = pictures.iter().map(|picture| picture.distance(&self.pictures[digit]));
            let of_all = pictures.iter().map(|picture| nearest(picture, references(), digit));
            of_own.chain(of_all).fold(f32::INFINITY, f32::min)
        };
        let own = far(digit);
        (0..10)
            .filter(|other| *other != digit)
            .all(|other| own < ALIKE * far(other))
    }
}

fn nearest(picture: &Picture, references: &[Digits], digit: usize) -> f32 {
    let distances = references.iter().map(|face| picture.distance(&face.pictures[digit]));
    distances.fold(f32::INFINITY, f32::min)
}

/// Faces of the bundle with digits of different make.
const FAMILIES: [Family; 6] = [
    Family::Inter,
    Family::JetBrainsMono,
    Family::SimplifiedChinese,
    Family::Thai,
    Family::Devanagari,
    Family::Hebrew,
];

/// How far italics and scripts lean, in parts of the height.
const LEANINGS: [f32; 2] = [0.22, 0.55];

/// The digits of the bundle, upright and leaning, and of displays.
pub(super) fn references() -> &'static [Digits] {
    static REFERENCES: LazyLock<Vec<Digits>> = LazyLock::new(|| {
        let mut faces = of_bundle(&FAMILIES, '0');
        faces.extend(displays());
        faces
    });
    &REFERENCES
}

/// Digits of another script: the ten from `zero` on, as the bundle draws them.
pub(super) fn references_of(family: Family, zero: char) -> Vec<Digits> {
    of_bundle(&[family], zero)
}

fn of_bundle(families: &[Family], zero: char) -> Vec<Digits> {
    let mut faces = Vec::new();
    for (family, bold) in families.iter().flat_map(|family| [(*family, false), (*family, true)]) {
        let face = FontSet::shared().face(family, bold);
        let charmap = face.charmap();
        let outlines: Option<Vec<Outline>> = (0..10)
            .map(|digit| {
                let glyph = charmap.map(u32::from(zero) + digit)?;
                Outline::of(face, glyph)
            })
            .collect();
        let Some(outlines) = outlines else { continue };
        for lean in LEANINGS {
            faces.extend(Digits::of(
                outlines.iter().map(|outline| outline.leaning(lean)).collect(),
            ));
        }
        faces.extend(Digits::of(outlines));
    }
    faces
}

/// The segments of displays: top, upper right, lower right, foot, lower left, upper left, middle.
const SEGMENTS: [&str; 10] = [
    "abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg",
];

fn displays() -> Option<Digits> {
    let outlines = SEGMENTS.iter().map(|segments| {
        let mut path = PathBuilder::new();
        for segment in segments.chars() {
            let [left, bottom, right, top] = match segment {
                'a' => [0.0, 200.0, 240.0, 240.0],
                'b' => [195.0, 120.0, 240.0, 240.0],
                'c' => [195.0, 0.0, 240.0, 120.0],
                'd' => [0.0, 0.0, 240.0, 40.0],
                'e' => [0.0, 0.0, 45.0, 120.0],
                'f' => [0.0, 120.0, 45.0, 240.0],
                _ => [0.0, 100.0, 240.0, 140.0],
            };
            path.push_rect(Rect::from_ltrb(left, bottom, right, top)?);
        }
        Some(Outline { path: path.finish() })
    });
    Digits::of(outlines.collect::<Option<_>>()?)
}
