//! What an SVG must be to be a logo: a drawing that is whole by itself and looks the same wherever it is shown. Whatever
//! else it holds is refused rather than dropped.

use super::LARGEST;
use crate::diagnostic::{Fault, Faults, SourceText};
use resvg::tiny_skia::Path;
use resvg::usvg::roxmltree::{Attribute, Document, Node as XmlNode, ParsingOptions};
use resvg::usvg::{self, Group, Node, Paint, SpreadMethod};
use std::collections::BTreeMap;
use std::ops::Range;

const SVG: &str = "http://www.w3.org/2000/svg";

/// Elements that a logo may have.
const ALLOWED: [&str; 20] = [
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "metadata",
    "path",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "symbol",
    "title",
    "use",
];

const MOST_ELEMENTS: u32 = 10_000;
const DEEPEST: usize = 64;
const MOST_FAULTS: usize = 50;
/// Points of lines, dashes and stops of gradients that a drawing has in all, copies and clips with them.
const MOST_POINTS: f64 = 20_000.0;
/// Elements after copies are made.
const MOST_COPIED: usize = 20_000;
/// Groups that are clipped or see-through, each a picture of its own on the way to the page, and as many gradients, each
/// written for the shape that it fills.
const MOST_LAYERS: usize = 200;
/// Selectors of a style times the elements that they are tried on.
const MOST_MATCHES: usize = 1_000_000;
/// Sides of a page in its own units.
const SIDES: std::ops::RangeInclusive<f64> = 0.01..=1e6;
/// How far a drawing may stand out of its page, in parts of its sides: what rounding does.
const SLACK: f32 = 0.02;

/// The drawing, when it is one that can be shown the same everywhere.
pub(super) fn read(file: &SourceText) -> Result<usvg::Tree, Faults> {
    if file.text.len() > LARGEST {
        return Err(Fault::input("logo::too-large", "this logo is too large")
            .file(&file.name)
            .found(format!("{} bytes", file.text.len()))
            .expected(format!("at most {LARGEST} bytes"))
            .into());
    }
    if let Some(at) = file.text.find("<!ENTITY") {
        return Err(Fault::input("logo::entity", "a logo defines no entities")
            .at(file, at..at + 8)
            .hint("save it as plain SVG")
            .into());
    }
    let options = ParsingOptions {
        // Drawing programs write a document type; it is not followed.
        allow_dtd: true,
        nodes_limit: MOST_ELEMENTS * 2,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&file.text, options).map_err(|error| {
        let at = offset(&file.text, error.pos().row, error.pos().col);
        Fault::input("logo::xml", "this is no SVG that can be read")
            .at(file, at..at)
            .found(error.to_string())
    })?;
    let mut faults = Vec::new();
    structure(file, &document, &mut faults);
    Faults::check(faults)?;
    faults = page(file, document.root_element());
    faults.extend(copies(file, &document));
    Faults::check(faults)?;
    let tree = usvg::Tree::from_str(&file.text, &options_of_nothing()).map_err(|error| {
        Fault::input("logo::svg", "this is no SVG that can be drawn")
            .file(&file.name)
            .found(error.to_string())
            .hint("the root needs `width` and `height`, or `viewBox`")
    })?;
    let mut work = Work::default();
    work.group(tree.root());
    Faults::check(work.fault(file).into_iter().collect())?;
    let mut faults = Vec::new();
    drawing(tree.root(), &mut |what, hint| {
        let fault = Fault::input(
            "logo::drawing",
            "a logo is drawn without this, which is not shown alike everywhere",
        )
        .file(&file.name)
        .found(what)
        .hint(hint);
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    });
    faults.extend(extent(file, &tree));
    Faults::check(faults)?;
    Ok(tree)
}

/// No fonts, no pictures, no files.
fn options_of_nothing<'a>() -> usvg::Options<'a> {
    usvg::Options {
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

/// The byte of a place that counts lines and characters from 1.
fn offset(text: &str, row: u32, column: u32) -> usize {
    let line: usize = text
        .split_inclusive('\n')
        .take(row.saturating_sub(1) as usize)
        .map(str::len)
        .sum();
    let rest = text.get(line..).unwrap_or_default();
    let inside = rest.char_indices().nth(column.saturating_sub(1) as usize);
    line + inside.map_or(rest.len(), |(at, _)| at)
}

// ---- the elements -------------------------------------------------------------------------------------------------------

fn structure(file: &SourceText, document: &Document, faults: &mut Vec<Fault>) {
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        faults.push(
            Fault::input("logo::svg", "this is no SVG")
                .at(file, name_of(file, root))
                .found(format!("`<{}>`", root.tag_name().name()))
                .expected(format!("`<svg xmlns=\"{SVG}\">`")),
        );
        return;
    }
    for node in document.descendants().filter(XmlNode::is_element) {
        if faults.len() >= MOST_FAULTS {
            return;
        }
        if node.ancestors().count() > DEEPEST {
            faults.push(
                Fault::input("logo::deep", "this logo has too many groups in each other")
                    .at(file, name_of(file, node))
                    .expected(format!("at most {DEEPEST}")),
            );
            return;
        }
        // What drawing programs remember for themselves is not drawn.
        if node.tag_name().namespace() == Some(SVG) {
            element(file, root, node, faults);
        }
        for attribute in node.attributes() {
            reference(file, attribute, faults);
        }
    }
}

fn element(file: &SourceText, root: XmlNode, node: XmlNode, faults: &mut Vec<Fault>) {
    let name = node.tag_name().name();
    let refuse =
        |what: &str| Fault::input("logo::element", format!("{what}: `<{name}>`")).at(file, name_of(file, node));
    match name {
        "text" | "tspan" | "textPath" | "tref" | "font" | "font-face" => faults.push(
            refuse("a logo has no text: it would need a font wherever it is shown")
                .hint("turn it into outlines; in Inkscape, Path › Object to Path"),
        ),
        "image" | "feImage" => faults
            .push(refuse("a logo has no picture within").hint("draw it with paths, or give the whole logo as PNG")),
        "script" | "foreignObject" => faults.push(refuse("a logo runs nothing and holds no page")),
        "svg" if node != root => faults.push(refuse("a logo has no drawing within").hint("ungroup it")),
        "use" => {
            let target = node.attributes().find(|a| a.name() == "href").map(|a| a.value());
            let is_nested = target.and_then(|id| id.strip_prefix('#')).is_some_and(|id| {
                let target = node.document().descendants().find(|n| n.attribute("id") == Some(id));
                target.is_some_and(|t| t.descendants().any(|n| n.tag_name().name() == "use"))
            });
            if is_nested {
                faults.push(refuse("a copy in a logo is of no other copy").hint("unlink the clones"));
            }
        }
        "style" => style(file, node, faults),
        _ if ALLOWED.contains(&name) => {}
        _ => faults.push(
            refuse("a logo is drawn without this, which is not shown alike everywhere")
                .hint("flatten it in the drawing program to paths, plain colours and gradients"),
        ),
    }
}

fn style(file: &SourceText, node: XmlNode, faults: &mut Vec<Fault>) {
    let text: String = node.descendants().filter_map(|inner| inner.text()).collect();
    if text.contains("@import") || text.contains("@font-face") {
        faults.push(
            Fault::input("logo::outside", "the style of a logo brings nothing along")
                .at(file, name_of(file, node))
                .found("`@import` or `@font-face`"),
        );
    }
    if let Some(address) = outside(&text) {
        faults.push(leads_out(file, name_of(file, node), &address));
    }
}

fn reference(file: &SourceText, attribute: Attribute, faults: &mut Vec<Fault>) {
    let (name, value) = (attribute.name(), attribute.value());
    let place = || attribute.range();
    if name.len() > 2 && name.starts_with("on") && name.is_ascii() {
        faults.push(
            Fault::input("logo::element", "a logo runs nothing and holds no page")
                .at(file, place())
                .found(format!("`{name}`")),
        );
    } else if name == "href" && !value.starts_with('#') || name == "base" {
        faults.push(leads_out(file, place(), value));
    } else if let Some(address) = outside(value) {
        faults.push(leads_out(file, place(), &address));
    }
}

fn leads_out(file: &SourceText, place: Range<usize>, address: &str) -> Fault {
    let shown: String = address.chars().take(60).collect();
    Fault::input("logo::outside", "a logo refers to nothing outside of itself")
        .at(file, place)
        .found(format!("`{shown}`"))
        .expected("`#` and an id of the same file")
}

/// The first `url(…)` that is not an id of the same file.
fn outside(style: &str) -> Option<String> {
    let lower = style.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower[from..].find("url(") {
        let start = from + at + 4;
        let address = lower[start..].split(')').next().unwrap_or_default();
        let address = address.trim().trim_matches(['"', '\'']);
        if !address.starts_with('#') {
            return Some(address.to_owned());
        }
        from = start;
    }
    None
}

/// The place of an element's name.
fn name_of(file: &SourceText, node: XmlNode) -> Range<usize> {
    let start = node.range().start;
    let rest = &file.text[node.range()];
    let length = rest
        .find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
        .unwrap_or(rest.len());
    start..start + length
}

/// The size of the page: numbers that are some, and no others.
fn page(file: &SourceText, root: XmlNode) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut refuse = |name: &str, expected: &str| {
        let attribute = root.attributes().find(|attribute| attribute.name() == name);
        if let Some(attribute) = attribute {
            let shown: String = attribute.value().chars().take(60).collect();
            faults.push(
                Fault::input("logo::size", format!("`{name}` of this logo is no size of a page"))
                    .at(file, attribute.range())
                    .found(format!("`{shown}`"))
                    .expected(expected),
            );
        }
    };
    if let Some(view) = root.attribute("viewBox") {
        let parts: Vec<f64> = view
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().unwrap_or(f64::NAN))
            .collect();
        let is_page = |parts: &[f64]| match parts {
            [left, top, width, height] => {
                [left, top].into_iter().all(|at| at.abs() <= 1e6) && SIDES.contains(width) && SIDES.contains(height)
            }
            _ => false,
        };
        if !is_page(&parts) {
            refuse("viewBox", "left, top, width and height, such as `0 0 200 60`");
        }
    }
    for name in ["width", "height"] {
        let Some(side) = root.attribute(name) else { continue };
        let number = side
            .trim()
            .trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        if !number.parse().is_ok_and(|side: f64| SIDES.contains(&side)) {
            refuse(name, "a length, such as `200` or `60mm`");
        }
    }
    faults
}

/// How much there is once copies are made, and once styles look for what they are of.
fn copies(file: &SourceText, document: &Document) -> Option<Fault> {
    let elements: Vec<XmlNode> = document.descendants().filter(XmlNode::is_element).collect();
    let mut of_id = BTreeMap::new();
    for node in &elements {
        if let Some(id) = node.attribute("id") {
            of_id.entry(id).or_insert(*node);
        }
    }
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut copied = elements.len();
    for node in elements.iter().filter(|node| node.tag_name().name() == "use") {
        let href = node.attributes().find(|a| a.name() == "href").map(|a| a.value());
        let Some(id) = href.and_then(|href| href.strip_prefix('#')) else {
            continue;
        };
        copied += *sizes
            .entry(id)
            .or_insert_with(|| of_id.get(id).map_or(0, |target| target.descendants().count()));
    }
    let styles = elements.iter().filter(|node| node.tag_name().name() == "style");
    let selectors: usize = styles
        .flat_map(|node| node.descendants().filter(|inner| inner.is_text()))
        .filter_map(|inner| inner.text())
        .map(|text| text.matches(['{', ',']).count())
        .sum();
    if copied > MOST_COPIED {
        return Some(too_much(
            file,
            format!("{copied} elements, once copies are made"),
            MOST_COPIED,
        ));
    }
    let matches = selectors * elements.len();
    (matches > MOST_MATCHES).then(|| {
        let found = format!("{selectors} selectors of styles for {} elements", elements.len());
        too_much(file, found, MOST_MATCHES).expected("styles as attributes, or few selectors")
    })
}

fn too_much(file: &SourceText, found: String, most: usize) -> Fault {
    Fault::input("logo::too-much", "this logo draws more than a sign needs")
        .file(&file.name)
        .found(found)
        .expected(format!("at most {most}"))
        .hint("simplify it in the drawing program; in Inkscape, Path › Simplify")
}

// ---- what is drawn ------------------------------------------------------------------------------------------------------

/// What it takes to draw a logo, and to write it.
#[derive(Debug, Default)]
struct Work {
    /// Points of lines, dashes, and stops of gradients.
    points: f64,
    layers: usize,
    gradients: usize,
}

impl Work {
    fn group(&mut self, group: &Group) {
        if let Some(clip) = group.clip_path() {
            self.layers += 1;
            // It is written for each group that it cuts.
            self.outlines(clip.root());
        }
        if group.opacity().get() < 1.0 {
            self.layers += 1;
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner),
                Node::Path(path) => self.path(path),
                _ => {}
            }
        }
    }

    fn outlines(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.outlines(inner),
                Node::Path(path) => self.points += path.data().len() as f64,
                _ => {}
            }
        }
    }

    fn path(&mut self, path: &usvg::Path) {
        self.points += path.data().len() as f64;
        self.stops(path.fill().map(usvg::Fill::paint));
        self.stops(path.stroke().map(usvg::Stroke::paint));
        let dashes = path.stroke().and_then(|stroke| stroke.dasharray());
        if let Some(dashes) = dashes.filter(|dashes| !dashes.is_empty()) {
            let round: f64 = dashes.iter().map(|dash| f64::from(*dash)).sum();
            self.points += length(path.data()) / round.max(1e-9) * dashes.len() as f64;
        }
    }

    fn stops(&mut self, paint: Option<&Paint>) {
        let stops = match paint {
            Some(Paint::LinearGradient(gradient)) => gradient.stops().len(),
            Some(Paint::RadialGradient(gradient)) => gradient.stops().len(),
            _ => return,
        };
        self.points += stops as f64;
        self.gradients += 1;
    }

    fn fault(&self, file: &SourceText) -> Option<Fault> {
        if self.points > MOST_POINTS {
            let found = format!("{:.0} points, dashes and stops of gradients", self.points);
            return Some(too_much(file, found, MOST_POINTS as usize));
        }
        if self.gradients > MOST_LAYERS {
            let found = format!("{} shapes with gradients", self.gradients);
            return Some(too_much(file, found, MOST_LAYERS));
        }
        (self.layers > MOST_LAYERS).then(|| {
            let found = format!("{} groups that are clipped or see-through", self.layers);
            too_much(file, found, MOST_LAYERS)
        })
    }
}

/// At least the length of a path: that of the lines between its points.
fn length(path: &Path) -> f64 {
    let points = path.points();
    let steps = points
        .windows(2)
        .map(|pair| f64::from(pair[1].x - pair[0].x).hypot(f64::from(pair[1].y - pair[0].y)));
    steps.sum()
}

fn drawing(group: &Group, refuse: &mut impl FnMut(&'static str, &'static str)) {
    if group.mask().is_some() || !group.filters().is_empty() || group.blend_mode() != usvg::BlendMode::Normal {
        refuse("a mask, a filter or a blend mode", "flatten it in the drawing program");
    }
    // Parts that lie on each other would be seen through each other on the page of a PDF.
    if group.opacity().get() < 1.0 && leaves(group) > 1 {
        refuse(
            "the opacity of a group of several parts",
            "give each part its opacity, or the colour that is meant",
        );
    }
    if group.clip_path().is_some_and(|clip| clip.clip_path().is_some()) {
        refuse("a clip of a clip", "flatten it in the drawing program");
    }
    for node in group.children() {
        match node {
            Node::Group(inner) => drawing(inner, refuse),
            Node::Path(path) => shape(path, refuse),
            Node::Image(_) | Node::Text(_) => refuse("a picture or a text", "draw it with paths"),
        }
    }
}

fn shape(path: &usvg::Path, refuse: &mut impl FnMut(&'static str, &'static str)) {
    if let Some(fill) = path.fill() {
        paint(fill.paint(), refuse);
    }
    if let Some(stroke) = path.stroke() {
        if !matches!(stroke.paint(), Paint::Color(_)) {
            refuse("a stroke with a gradient", "turn the stroke into a path");
        }
        let t = path.abs_transform();
        let (x, y) = (t.sx.hypot(t.ky), t.kx.hypot(t.sy));
        let leans = (t.sx * t.kx + t.ky * t.sy).abs() > 1e-3 * x * y;
        if leans || (x - y).abs() > 1e-3 * x.max(y) {
            refuse("a stroke that is stretched", "turn the stroke into a path");
        }
    }
    let fill_above = path.paint_order() == usvg::PaintOrder::StrokeAndFill;
    if fill_above && path.fill().is_some() && path.stroke().is_some() {
        refuse("a fill above its stroke", "turn the stroke into a path");
    }
}

fn paint(paint: &Paint, refuse: &mut impl FnMut(&'static str, &'static str)) {
    let gradient: &usvg::BaseGradient = match paint {
        Paint::Color(_) => return,
        Paint::Pattern(_) => return refuse("a pattern", "draw it with paths"),
        Paint::LinearGradient(gradient) => gradient,
        Paint::RadialGradient(gradient) => {
            if gradient.fr().get() > 0.0 {
                refuse("a gradient whose focus has a radius", "use a plain gradient");
            }
            gradient
        }
    };
    if gradient.spread_method() != SpreadMethod::Pad {
        refuse("a gradient that repeats", "use a plain gradient");
    }
    if gradient.stops().iter().any(|stop| stop.opacity().get() < 1.0) {
        refuse("a gradient that is partly transparent", "use opaque colours");
    }
}

fn leaves(group: &Group) -> usize {
    let leaves = group.children().iter().map(|node| match node {
        Node::Group(inner) => leaves(inner),
        // Its fill and its stroke lie on each other too.
        Node::Path(path) => usize::from(path.fill().is_some()) + usize::from(path.stroke().is_some()),
        _ => 1,
    });
    leaves.sum()
}

/// A drawing fills its page and stays on it: beyond it lies what is beside it in a picture.
fn extent(file: &SourceText, tree: &usvg::Tree) -> Option<Fault> {
    let size = tree.size();
    let drawn = tree.root().abs_stroke_bounding_box();
    let fault = |message: &str| Fault::input("logo::extent", message).file(&file.name);
    if leaves(tree.root()) == 0 {
        return Some(fault("this logo draws nothing"));
    }
    let (wide, high) = (size.width() * SLACK, size.height() * SLACK);
    let stays = drawn.left() >= -wide
        && drawn.top() >= -high
        && drawn.right() <= size.width() + wide
        && drawn.bottom() <= size.height() + high;
    if stays {
        return None;
    }
    let is_clipped = |group: &Group| group.clip_path().is_some();
    // What a clip cuts off is drawn by nobody.
    if tree
        .root()
        .children()
        .iter()
        .all(|node| matches!(node, Node::Group(group) if is_clipped(group)))
    {
        return None;
    }
    Some(
        fault("this logo draws beside its page")
            .found(format!(
                "x {:.1}–{:.1}, y {:.1}–{:.1}",
                drawn.left(),
                drawn.right(),
                drawn.top(),
                drawn.bottom()
            ))
            .expected(format!("within 0–{:.1}, 0–{:.1}", size.width(), size.height()))
            .hint("fit the page to the drawing; in Inkscape, Edit › Resize Page to Selection"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> String {
        let text = format!(
            "<svg xmlns=\"{SVG}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 30 10\">\n{body}</svg>"
        );
        match read(&SourceText::new("logo.svg", text)) {
            Ok(_) => "taken".to_owned(),
            Err(faults) => faults.to_string(),
        }
    }

    #[test]
    fn a_plain_drawing_is_taken() {
        for body in [
            "<path d='M0 0h30v10h-30z'/>",
            "<title>T</title><defs><linearGradient id='a'><stop stop-color='#f00'/><stop offset='1'/></linearGradient>\
             </defs><rect width='30' height='10' fill='url(#a)'/>",
            "<style>.a { fill: #123456 }</style><g opacity='0.5'><circle class='a' cx='5' cy='5' r='5'/></g>",
            "<symbol id='s'><path d='M0 0h3v3z'/></symbol><use href='#s'/><use xlink:href='#s' x='9'/>",
            "<metadata><x:y xmlns:x='urn:x' about='http://x'/></metadata><line x1='1' x2='9' y1='5' y2='5' stroke='red'/>",
        ] {
            assert_eq!(told(body), "taken", "{body}");
        }
    }

    #[test]
    fn what_leads_out_or_runs_is_refused_with_its_place() {
        for (body, wanted) in [
            (
                "<script>1</script>",
                "logo.svg:2:1: a logo runs nothing and holds no page: `<script>`",
            ),
            ("<foreignObject/>", "holds no page: `<foreignObject>`"),
            (
                "<g onclick='x()'/>",
                "logo.svg:2:4: a logo runs nothing and holds no page: found `onclick`",
            ),
            (
                "<use href='http://x/y.svg#a'/>",
                "logo.svg:2:6: a logo refers to nothing outside of itself: found `http://x/y.svg#a`",
            ),
            ("<use xlink:href='other.svg#a'/>", "found `other.svg#a`"),
            (
                "<rect style='fill: url( \"file:///a\" )' width='9' height='9'/>",
                "found `file:///a`",
            ),
            (
                "<style>@import 'x.css';</style>",
                "the style of a logo brings nothing along",
            ),
            ("<style>path { fill: url(x.svg#p) }</style>", "found `x.svg#p`"),
            (
                "<image href='data:image/png;base64,AA=='/>",
                "a logo has no picture within: `<image>`",
            ),
            (
                "<text>Labs</text>",
                "logo.svg:2:1: a logo has no text: it would need a font wherever it is shown: `<text>` (hint: turn it into \
              outlines; in Inkscape, Path › Object to Path)",
            ),
            ("<mask id='m'/>", "which is not shown alike everywhere: `<mask>`"),
            (
                "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
                "a copy in a logo is of no other copy",
            ),
            (
                "<path d='M0 0h90v10z'/>",
                "logo.svg: this logo draws beside its page: found x 0.0–90.0, y 0.0–10.0",
            ),
            ("<g/>", "this logo draws nothing"),
            (
                "<g opacity='0.5'><path d='M0 0h9v9z'/><path d='M0 0h9v9z'/></g>",
                "the opacity of a group of several parts",
            ),
            (
                "<g transform='scale(2 1)'><path stroke='red' d='M1 1h9'/></g>",
                "a stroke that is stretched",
            ),
            (
                "<g style='mix-blend-mode:multiply'><path d='M0 0h9v9z'/></g>",
                "a blend mode",
            ),
            (
                "<linearGradient id='a'><stop/><stop offset='1' stop-opacity='0'/></linearGradient><path fill='url(#a)' d='M0 0h9v9z'/>",
                "a gradient that is partly transparent",
            ),
        ] {
            let told = told(body);
            assert!(told.contains(wanted), "{body}: {told}");
        }
    }

    #[test]
    fn a_logo_that_takes_long_to_draw_is_refused_at_once() {
        let many = |part: &str, count: usize| part.repeat(count);
        for (body, wanted) in [
            (
                "<path d='M0 0H30' stroke='red' stroke-dasharray='0.0001'/>".to_owned(),
                "this logo draws more than a sign needs: found 300002 points, dashes and stops of gradients",
            ),
            (
                format!("<path d='M0 0{}'/>", many("L9 9L0 3", 12_000)),
                "found 24001 points, dashes and stops of gradients, expected at most 20000",
            ),
            (
                format!(
                    "<clipPath id='c'><path d='M0 0{}'/></clipPath>{}",
                    many("L9 9", 300),
                    many("<g clip-path='url(#c)'><path d='M0 0h9v9z'/></g>", 150)
                ),
                "points, dashes and stops",
            ),
            (
                format!(
                    "<clipPath id='c'><path d='M0 0h9v9z'/></clipPath>{}",
                    many("<g clip-path='url(#c)'><path d='M0 0h9v9z'/></g>", 300)
                ),
                "found 300 groups that are clipped or see-through, expected at most 200",
            ),
            (
                format!(
                    "<g id='a'>{}</g>{}",
                    many("<path d='M0 0h9v9z'/>", 500),
                    many("<use href='#a'/>", 500)
                ),
                "elements, once copies are made, expected at most 20000",
            ),
            (
                format!(
                    "<style>{}</style>{}",
                    many("g g path{fill:red}", 2000),
                    many("<path d='M0 0h9v9z'/>", 900)
                ),
                "found 2000 selectors of styles for 90",
            ),
            (
                format!(
                    "<linearGradient id='g'>{}</linearGradient>{}",
                    // Stops of one place are one stop.
                    (0..300)
                        .map(|i| format!("<stop offset='{}' stop-color='red'/>", f64::from(i) / 300.0))
                        .collect::<String>(),
                    many("<path fill='url(#g)' d='M0 0h9v9z'/>", 150)
                ),
                "points, dashes and stops",
            ),
            (
                format!(
                    "<linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient>{}",
                    many("<path fill='url(#g)' d='M0 0h9v9z'/>", 300)
                ),
                "found 300 shapes with gradients, expected at most 200",
            ),
        ] {
            let told = told(&body);
            assert!(told.contains(wanted), "{wanted}: {told}");
        }
    }

    #[test]
    fn a_page_has_a_size() {
        let told = |size: &str| {
            let text = format!("<svg xmlns='{SVG}' {size}><path d='M0 0h30v10h-30z'/></svg>");
            read(&SourceText::new("logo.svg", text)).map_or_else(|faults| faults.to_string(), |_| "taken".to_owned())
        };
        for size in [
            "viewBox='0 0 30 10'",
            "viewBox='0,0,30,10' width='100%'",
            "width='30' height='10px'",
        ] {
            assert_eq!(told(size), "taken", "{size}");
        }
        for size in [
            "viewBox='NaN 0 30 10'",
            "viewBox='0 0 inf 1e999'",
            "viewBox='0 0 -30 -10'",
            "viewBox='0 0 30'",
            "viewBox='1e20 1e20 30 10'",
            "viewBox='0 0 2e30 1e30'",
        ] {
            let told = told(size);
            assert!(
                told.contains("logo.svg:1:41: `viewBox` of this logo is no size of a page: found"),
                "{size}: {told}"
            );
        }
        assert!(told("width='1e999' height='10'").contains("`width` of this logo is no size of a page: found `1e999`"));
        assert!(told("width='0' height='10'").contains("`width` of this logo"));
    }

    #[test]
    fn what_is_no_drawing_is_told() {
        let told = |text: &str| read(&SourceText::new("logo.svg", text)).unwrap_err().to_string();
        assert!(told("<html/>").contains("logo.svg:1:1: this is no SVG: found `<html>`"));
        assert!(told("<svg><g></svg>").contains("logo.svg:1:"));
        assert!(told("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>").contains("logo.svg:1:16: a logo defines no entities"));
        assert!(
            told(&format!(
                "<svg xmlns='{SVG}'>{}</svg>",
                "<g>".repeat(90) + &"</g>".repeat(90)
            ))
            .contains("too many groups")
        );
        assert!(
            told(&" ".repeat(LARGEST + 1)).contains("too large: found 262145 bytes, expected at most 262144 bytes")
        );
    }
}
