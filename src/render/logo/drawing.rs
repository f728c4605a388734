//! A drawing of a logo on a page: every place is the page's own, so that no transform is left, every id starts with
//! `logo-`, and no two are alike.

use super::{ID, Place};
use crate::render::path_data::Pen;
use crate::render::svg::{escape, number};
use resvg::tiny_skia::{Path, Transform};
use resvg::usvg::{self, FillRule, Group, LineCap, LineJoin, Node, Paint};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The drawing without the group around it.
pub(super) fn write(tree: &usvg::Tree, place: Place) -> String {
    let size = tree.size();
    let scale = (place.width as f32 / size.width(), place.height as f32 / size.height());
    let mut page = Page {
        base: Transform::from_row(scale.0, 0.0, 0.0, scale.1, place.x as f32, place.y as f32),
        ids: BTreeSet::from([ID.to_owned(), format!("{ID}-title")]),
        definitions: String::new(),
        body: String::new(),
    };
    page.group(tree.root());
    let Page { definitions, body, .. } = page;
    let body = body.trim_end();
    match definitions.is_empty() {
        true => body.to_owned(),
        false => format!("<defs>\n{definitions}</defs>\n{body}"),
    }
}

struct Page {
    base: Transform,
    ids: BTreeSet<String>,
    definitions: String,
    body: String,
}

impl Page {
    /// An id that nothing has: that of the drawing where there is one.
    fn id(&mut self, wanted: &str) -> String {
        let first = format!("{ID}-{wanted}");
        let mut id = first.clone();
        let mut more = 1;
        while !self.ids.insert(id.clone()) {
            more += 1;
            id = format!("{first}-{more}");
        }
        id
    }

    fn group(&mut self, group: &Group) {
        let clip = group.clip_path().map(|clip| self.clip(clip, group));
        let opacity = group.opacity().get();
        let is_bare = clip.is_none() && opacity >= 1.0 && group.id().is_empty();
        if !is_bare {
            let id = self.id(if group.id().is_empty() { "part" } else { group.id() });
            let _ = write!(self.body, r#"<g id="{}""#, escape(&id));
            if opacity < 1.0 {
                let _ = write!(self.body, r#" opacity="{}""#, number(f64::from(opacity)));
            }
            if let Some(clip) = clip {
                let _ = write!(self.body, r#" clip-path="url(#{clip})""#);
            }
            self.body.push_str(">\n");
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner),
                Node::Path(path) if path.is_visible() => self.path(path),
                // The rules let nothing else pass.
                _ => {}
            }
        }
        if !is_bare {
            self.body.push_str("</g>\n");
        }
    }

    fn path(&mut self, path: &usvg::Path) {
        let transform = self.base.pre_concat(path.abs_transform());
        let fill = path.fill().map(|fill| (self.paint(fill.paint(), transform), fill));
        let mut svg = String::from("<path");
        if !path.id().is_empty() {
            let id = self.id(path.id());
            let _ = write!(svg, r#" id="{}""#, escape(&id));
        }
        match &fill {
            None => svg.push_str(r#" fill="none""#),
            Some((paint, fill)) => {
                let _ = write!(svg, r#" fill="{paint}""#);
                if fill.rule() == FillRule::EvenOdd {
                    svg.push_str(r#" fill-rule="evenodd""#);
                }
                part(&mut svg, "fill-opacity", f64::from(fill.opacity().get()), 1.0);
            }
        }
        if let Some(stroke) = path.stroke() {
            let color = self.paint(stroke.paint(), transform);
            stroke_attributes(&mut svg, stroke, &color, f64::from(transform.get_scale().0));
        }
        svg.push_str(" d=\"");
        svg.push_str(&data(path.data(), transform));
        svg.push_str("\"/>\n");
        self.body.push_str(&svg);
    }

    /// A colour, or the address of a gradient that is defined on the way.
    fn paint(&mut self, paint: &Paint, transform: Transform) -> String {
        let point = |value: f32| exact(value);
        let (element, geometry, gradient): (_, _, &usvg::BaseGradient) = match paint {
            Paint::Color(color) => return format!("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue),
            Paint::LinearGradient(g) => (
                "linearGradient",
                format!(
                    r#"x1="{}" y1="{}" x2="{}" y2="{}""#,
                    point(g.x1()),
                    point(g.y1()),
                    point(g.x2()),
                    point(g.y2())
                ),
                g,
            ),
            Paint::RadialGradient(g) => (
                "radialGradient",
                format!(
                    r#"cx="{}" cy="{}" r="{}" fx="{}" fy="{}""#,
                    point(g.cx()),
                    point(g.cy()),
                    point(g.r().get()),
                    point(g.fx()),
                    point(g.fy())
                ),
                g,
            ),
            Paint::Pattern(_) => return "none".to_owned(),
        };
        let t = transform.pre_concat(gradient.transform());
        let matrix = [t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(exact);
        let id = self.id("gradient");
        let _ = writeln!(
            self.definitions,
            r#"<{element} id="{id}" gradientUnits="userSpaceOnUse" {geometry} gradientTransform="matrix({})">"#,
            matrix.join(" ")
        );
        for stop in gradient.stops() {
            let color = stop.color();
            let _ = writeln!(
                self.definitions,
                r##"<stop offset="{}" stop-color="#{:02x}{:02x}{:02x}"/>"##,
                exact(stop.offset().get()),
                color.red,
                color.green,
                color.blue
            );
        }
        let _ = writeln!(self.definitions, "</{element}>");
        format!("url(#{id})")
    }

    fn clip(&mut self, clip: &usvg::ClipPath, of: &Group) -> String {
        let id = self.id("clip");
        let outer = self.base.pre_concat(of.abs_transform()).pre_concat(clip.transform());
        let _ = writeln!(self.definitions, r#"<clipPath id="{id}">"#);
        let mut paths = Vec::new();
        collect(clip.root(), &mut paths);
        for path in paths {
            let rule = match path.fill().map(usvg::Fill::rule) {
                Some(FillRule::EvenOdd) => r#" clip-rule="evenodd""#,
                _ => "",
            };
            let data = data(path.data(), outer.pre_concat(path.abs_transform()));
            let _ = writeln!(self.definitions, r#"<path{rule} d="{data}"/>"#);
        }
        self.definitions.push_str("</clipPath>\n");
        id
    }
}

/// Gradients may be of the unit square: hundredths would not do.
fn exact(value: f32) -> String {
    format!("{}", (f64::from(value) * 1e6).round() / 1e6)
}

fn collect<'t>(group: &'t Group, paths: &mut Vec<&'t usvg::Path>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => collect(inner, paths),
            Node::Path(path) => paths.push(path),
            _ => {}
        }
    }
}

fn data(path: &Path, transform: Transform) -> String {
    let mut data = String::new();
    let placed = path.clone().transform(transform);
    Pen::default().write(placed.iter().flat_map(|path| path.segments()), &mut data);
    data
}

fn part(svg: &mut String, name: &str, value: f64, usual: f64) {
    if (value - usual).abs() > 1e-6 {
        let _ = write!(svg, r#" {name}="{}""#, number(value));
    }
}

fn stroke_attributes(svg: &mut String, stroke: &usvg::Stroke, color: &str, scale: f64) {
    let _ = write!(
        svg,
        r#" stroke="{color}" stroke-width="{}""#,
        number(f64::from(stroke.width().get()) * scale)
    );
    match stroke.linecap() {
        LineCap::Butt => {}
        LineCap::Round => svg.push_str(r#" stroke-linecap="round""#),
        LineCap::Square => svg.push_str(r#" stroke-linecap="square""#),
    }
    match stroke.linejoin() {
        LineJoin::Round => svg.push_str(r#" stroke-linejoin="round""#),
        LineJoin::Bevel => svg.push_str(r#" stroke-linejoin="bevel""#),
        LineJoin::Miter | LineJoin::MiterClip => {
            part(svg, "stroke-miterlimit", f64::from(stroke.miterlimit().get()), 4.0);
        }
    }
    part(svg, "stroke-opacity", f64::from(stroke.opacity().get()), 1.0);
    if let Some(dashes) = stroke.dasharray() {
        let dashes: Vec<String> = dashes.iter().map(|dash| number(f64::from(*dash) * scale)).collect();
        let _ = write!(svg, r#" stroke-dasharray="{}""#, dashes.join(" "));
        part(svg, "stroke-dashoffset", f64::from(stroke.dashoffset()) * scale, 0.0);
    }
}
