//! Where shapes are: outlines as polygons, and whether a point lies in them.

use resvg::tiny_skia::{Path, PathSegment, Point, Rect, Transform};
use resvg::usvg;

/// A rectangle around something, in units of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    pub fn of(rect: Rect) -> Bounds {
        Bounds {
            left: rect.left().into(),
            top: rect.top().into(),
            right: rect.right().into(),
            bottom: rect.bottom().into(),
        }
    }

    pub fn width(self) -> f64 {
        self.right - self.left
    }

    pub fn height(self) -> f64 {
        self.bottom - self.top
    }

    pub fn contains(self, x: f64, y: f64) -> bool {
        self.left <= x && x <= self.right && self.top <= y && y <= self.bottom
    }

    /// Around both.
    pub fn with(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// What a path fills.
#[derive(Debug, Clone)]
pub struct Area {
    pub bounds: Bounds,
    polygons: Vec<Vec<(f64, f64)>>,
    even_odd: bool,
}

/// Straight pieces that a curve is cut into: at the sizes of dots and corners they miss it by less than a hundredth of
/// a pixel.
const PIECES: usize = 8;

impl Area {
    pub fn of(path: &usvg::Path) -> Area {
        let even_odd = path.fill().is_some_and(|fill| fill.rule() == usvg::FillRule::EvenOdd);
        Area {
            bounds: Bounds::of(path.abs_bounding_box()),
            polygons: polygons(path.data(), path.abs_transform()),
            even_odd,
        }
    }

    /// What a clip lets through on the page, for a group that stands there by `transform`.
    pub fn of_clip(clip: &usvg::ClipPath, transform: Transform) -> Area {
        let mut found = Vec::new();
        collect(clip.root(), transform.pre_concat(clip.transform()), &mut found);
        let points = || found.iter().flatten();
        let edge = |pick: fn(&(f64, f64)) -> f64, less: bool| {
            let values = points().map(pick);
            if less {
                values.fold(f64::INFINITY, f64::min)
            } else {
                values.fold(f64::NEG_INFINITY, f64::max)
            }
        };
        Area {
            bounds: Bounds {
                left: edge(|p| p.0, true),
                top: edge(|p| p.1, true),
                right: edge(|p| p.0, false),
                bottom: edge(|p| p.1, false),
            },
            polygons: found,
            even_odd: false,
        }
    }

    /// Whether a point lies inside, by the rule of the path.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        if !self.bounds.contains(x, y) {
            return false;
        }
        let winding: i32 = self.polygons.iter().map(|polygon| winding(polygon, x, y)).sum();
        if self.even_odd { winding % 2 != 0 } else { winding != 0 }
    }

    /// Whether it is a rectangle that stands straight.
    pub fn is_rectangle(&self) -> bool {
        let [polygon] = self.polygons.as_slice() else {
            return false;
        };
        let corner = |(x, y): &(f64, f64)| {
            let on = |a: f64, b: f64| (a - b).abs() < 0.01;
            (on(*x, self.bounds.left) || on(*x, self.bounds.right))
                && (on(*y, self.bounds.top) || on(*y, self.bounds.bottom))
        };
        (4..=5).contains(&polygon.len()) && polygon.iter().all(corner)
    }
}

fn collect(group: &usvg::Group, transform: Transform, found: &mut Vec<Vec<(f64, f64)>>) {
    let transform = transform.pre_concat(group.transform());
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => collect(inner, transform, found),
            usvg::Node::Path(path) => found.extend(polygons(path.data(), transform)),
            _ => {}
        }
    }
}

/// How often a closed polygon runs around a point, counter-clockwise less clockwise.
fn winding(polygon: &[(f64, f64)], x: f64, y: f64) -> i32 {
    let mut turns = 0;
    for (i, (ax, ay)) in polygon.iter().enumerate() {
        let (bx, by) = polygon[(i + 1) % polygon.len()];
        let left = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
        if *ay <= y && y < by && left > 0.0 {
            turns += 1;
        } else if by <= y && y < *ay && left < 0.0 {
            turns -= 1;
        }
    }
    turns
}

fn polygons(path: &Path, transform: Transform) -> Vec<Vec<(f64, f64)>> {
    let mut found: Vec<Vec<(f64, f64)>> = Vec::new();
    let point = |p: Point| {
        let mut p = p;
        transform.map_point(&mut p);
        (f64::from(p.x), f64::from(p.y))
    };
    for segment in path.segments() {
        if let PathSegment::MoveTo(p) = segment {
            found.push(vec![point(p)]);
            continue;
        }
        let Some(polygon) = found.last_mut() else { continue };
        let Some(&from) = polygon.last() else { continue };
        match segment {
            PathSegment::LineTo(p) => polygon.push(point(p)),
            PathSegment::QuadTo(b, c) => curve(polygon, from, &[point(b), point(c)]),
            PathSegment::CubicTo(b, c, d) => curve(polygon, from, &[point(b), point(c), point(d)]),
            PathSegment::MoveTo(_) | PathSegment::Close => {}
        }
    }
    found
}

/// Points of a Bézier curve, by de Casteljau.
fn curve(polygon: &mut Vec<(f64, f64)>, from: (f64, f64), rest: &[(f64, f64)]) {
    for piece in 1..=PIECES {
        let t = piece as f64 / PIECES as f64;
        let mut points: Vec<(f64, f64)> = std::iter::once(from).chain(rest.iter().copied()).collect();
        while points.len() > 1 {
            points = points
                .windows(2)
                .map(|pair| {
                    let mix = |a: f64, b: f64| a + (b - a) * t;
                    (mix(pair[0].0, pair[1].0), mix(pair[0].1, pair[1].1))
                })
                .collect();
        }
        polygon.extend(points);
    }
}
