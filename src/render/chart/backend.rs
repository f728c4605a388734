//! A plotters back end that writes SVG into a page: named groups, sub-pixel coordinates, text by the page's canvas,
//! mirrored for right-to-left languages. Coordinates are absolute: no element has a transform.

use crate::render::svg::{Anchor, Block, Canvas, TextSpec, escape, is_tall, number};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Rectangle};
use plotters::style::{Color, RGBColor};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};
use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Write;
use std::rc::Rc;

/// plotters counts in whole units; this many of them are one pixel.
pub const UNITS: i32 = 64;

/// Pixels in plotters' units.
pub fn units(pixels: f64) -> i32 {
    (pixels * f64::from(UNITS)).round() as i32
}

/// A rectangle of the page that a chart is drawn into. Clones write into the same drawing.
#[derive(Clone)]
pub struct Sheet<'a> {
    drawing: Rc<RefCell<Drawing<'a>>>,
    origin: (f64, f64),
    size: (f64, f64),
}

struct Drawing<'a> {
    canvas: &'a mut Canvas,
    svg: String,
    /// Prefix of the ids of texts that plotters writes by itself, and how many there are.
    group: String,
    texts: usize,
    /// What the elements that are drawn now say of themselves.
    attributes: String,
}

impl<'a> Sheet<'a> {
    /// `origin` is the corner at the page's top and reading edge; both in pixels.
    pub fn new(canvas: &'a mut Canvas, origin: (f64, f64), size: (f64, f64)) -> Self {
        let drawing = Drawing {
            canvas,
            svg: String::new(),
            group: String::new(),
            texts: 0,
            attributes: String::new(),
        };
        Sheet {
            drawing: Rc::new(RefCell::new(drawing)),
            origin,
            size,
        }
    }

    /// Draws into a group with an id and a name for people.
    pub fn group<T>(&self, id: &str, label: &str, draw: impl FnOnce() -> T) -> T {
        {
            let mut drawing = self.drawing.borrow_mut();
            let (id, label) = (escape(id), escape(label));
            let _ = writeln!(
                drawing.svg,
                r#"<g id="{id}" inkscape:groupmode="layer" inkscape:label="{label}">"#
            );
            drawing.group = id;
            drawing.texts = 0;
        }
        let drawn = draw();
        self.drawing.borrow_mut().svg.push_str("</g>\n");
        drawn
    }

    /// Draws an element of plotters; its coordinates are [`units`] relative to the sheet.
    pub fn draw<E>(&self, element: &E)
    where
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
        E: Drawable<Sheet<'a>>,
    {
        let Ok(()) = self.clone().into_drawing_area().draw(element) else {
            unreachable!("writing into a string cannot fail")
        };
    }

    /// Draws a line along points.
    pub fn line(&self, path: &[(f64, f64)], ink: RGBColor, width: f64) {
        let path: Vec<BackendCoord> = path.iter().map(|(x, y)| (units(*x), units(*y))).collect();
        let style = Color::stroke_width(&ink, units(width).unsigned_abs());
        self.draw(&PathElement::new(path, style));
    }

    /// Draws a filled rectangle from one corner to the opposite one.
    pub fn rectangle(&self, from: (f64, f64), to: (f64, f64), ink: impl Color) {
        let corners = [(units(from.0), units(from.1)), (units(to.0), units(to.1))];
        self.draw(&Rectangle::new(corners, ink.filled()));
    }

    /// Draws a dot with a hairline of the ground around it, so that dots which cover a part of each other stay apart.
    pub fn dot(&self, (x, y): (f64, f64), radius: f64, ink: RGBColor, ground: RGBColor) {
        const HAIRLINE: f64 = 1.0;
        let edge = format!("#{:02x}{:02x}{:02x}", ground.0, ground.1, ground.2);
        let (edge, width) = (edge.as_str(), number(HAIRLINE));
        let circle = Circle::new((units(x), units(y)), units(radius + HAIRLINE / 2.0), ink.filled());
        self.marked(&[("stroke", edge), ("stroke-width", &width)], || self.draw(&circle));
    }

    /// Draws elements that have attributes of their own: what they stand for, for those who read the finished picture.
    pub fn marked(&self, attributes: &[(&str, &str)], draw: impl FnOnce()) {
        let text = attributes.iter().fold(String::new(), |mut text, (name, value)| {
            let _ = write!(text, r#" {name}="{}""#, escape(value));
            text
        });
        self.drawing.borrow_mut().attributes = text;
        draw();
        self.drawing.borrow_mut().attributes.clear();
    }

    /// Draws a bar from one corner to the opposite one; it says its value, and on which scale.
    pub fn bar(&self, id: &str, (scale, value): (&str, f64), from: (f64, f64), to: (f64, f64), ink: impl Color) {
        let value = value.to_string();
        let attributes = [("id", id), ("data-scale", scale), ("data-value", value.as_str())];
        self.marked(&attributes, || self.rectangle(from, to, ink));
    }

    /// Sets a text whose place is relative to the sheet, as is that of the block it gives.
    pub fn text(&self, spec: &TextSpec<'_>) -> Block {
        let mut drawing = self.drawing.borrow_mut();
        let block = drawing.canvas.data_text(&TextSpec {
            x: spec.x + self.origin.0,
            y: spec.y + self.origin.1,
            ..*spec
        });
        drawing.svg.push_str(&block.svg);
        drawing.svg.push('\n');
        Block {
            last: block.last - self.origin.1,
            ..block
        }
    }

    /// Where the page ends less a margin, from the reading edge of the sheet.
    pub fn right(&self, margin: f64) -> f64 {
        self.drawing.borrow().canvas.width() - margin - self.origin.0
    }

    /// Whether the page runs from right to left.
    pub fn mirrored(&self) -> bool {
        self.drawing.borrow().canvas.mirrored()
    }

    /// Whether lines of the script need more room.
    pub fn tall(&self) -> bool {
        is_tall(self.drawing.borrow().canvas.family())
    }

    /// Measures a text without drawing it.
    pub fn measure(&self, spec: &TextSpec<'_>) -> Block {
        self.drawing.borrow_mut().canvas.measure_data(spec)
    }

    /// The size at which all of some texts fit, at most the preferred one: siblings look alike.
    pub fn common_size<'t>(&self, preferred: f64, texts: impl Iterator<Item = TextSpec<'t>>) -> f64 {
        let size = |text| self.measure(&text).size;
        texts.map(size).fold(preferred, f64::min)
    }

    /// Width of a text of one line.
    pub fn text_width(&self, spec: &TextSpec<'_>) -> f64 {
        self.drawing
            .borrow_mut()
            .canvas
            .measure(&TextSpec { width: None, ..*spec })
            .width
    }

    /// Draws a rectangle with rounded corners, which plotters does not have. In pixels, relative to the sheet.
    pub fn rounded(&self, id: &str, at: (f64, f64), size: (f64, f64), radius: f64, paint: &str) {
        let mut drawing = self.drawing.borrow_mut();
        let x = drawing.canvas.left(at.0 + self.origin.0, size.0);
        let _ = writeln!(
            drawing.svg,
            r#"<rect id="{}" x="{}" y="{}" width="{}" height="{}" rx="{}" {paint}/>"#,
            escape(id),
            number(x),
            number(at.1 + self.origin.1),
            number(size.0),
            number(size.1),
            number(radius.min(size.0 / 2.0))
        );
    }

    /// What was drawn so far.
    pub fn finish(self) -> String {
        std::mem::take(&mut self.drawing.borrow_mut().svg)
    }

    fn x(&self, units: i32) -> f64 {
        let x = f64::from(units) / f64::from(UNITS) + self.origin.0;
        self.drawing.borrow().canvas.left(x, 0.0)
    }

    fn y(&self, units: i32) -> f64 {
        f64::from(units) / f64::from(UNITS) + self.origin.1
    }

    fn push(&self, element: std::fmt::Arguments<'_>) {
        let mut drawing = self.drawing.borrow_mut();
        let text = element.to_string();
        let (body, attributes) = (text.trim_end_matches("/>").to_owned(), drawing.attributes.clone());
        let _ = writeln!(drawing.svg, "{body}{attributes}/>");
    }

    fn points(&self, path: impl IntoIterator<Item = BackendCoord>) -> String {
        let points: Vec<String> = path
            .into_iter()
            .map(|(x, y)| format!("{},{}", number(self.x(x)), number(self.y(y))))
            .collect();
        points.join(" ")
    }
}

fn paint(attribute: &str, color: BackendColor) -> String {
    let (r, g, b) = color.rgb;
    let opacity = if color.alpha < 1.0 {
        format!(r#" {attribute}-opacity="{}""#, number(color.alpha))
    } else {
        String::new()
    };
    format!(r##"{attribute}="#{r:02x}{g:02x}{b:02x}"{opacity}"##)
}

fn fill_or_stroke<S: BackendStyle>(style: &S, fill: bool) -> String {
    if fill {
        paint("fill", style.color())
    } else {
        format!(r#"fill="none" {}"#, stroke(style))
    }
}

fn stroke<S: BackendStyle>(style: &S) -> String {
    let width = f64::from(style.stroke_width()) / f64::from(UNITS);
    format!(r#"{} stroke-width="{}""#, paint("stroke", style.color()), number(width))
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Sheet<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (units(self.size.0).unsigned_abs(), units(self.size.1).unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect(point, (point.0 + UNITS, point.1 + UNITS), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        if style.color().alpha > 0.0 {
            self.push(format_args!(
                r#"<line x1="{}" y1="{}" x2="{}" y2="{}" {}/>"#,
                number(self.x(from.0)),
                number(self.y(from.1)),
                number(self.x(to.0)),
                number(self.y(to.1)),
                stroke(style)
            ));
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: BackendCoord, b: BackendCoord, style: &S, fill: bool) -> Drawn {
        if style.color().alpha > 0.0 {
            let (x, width) = (self.x(a.0).min(self.x(b.0)), (self.x(a.0) - self.x(b.0)).abs());
            let (y, height) = (self.y(a.1).min(self.y(b.1)), (self.y(a.1) - self.y(b.1)).abs());
            self.push(format_args!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" {}/>"#,
                number(x),
                number(y),
                number(width),
                number(height),
                fill_or_stroke(style, fill)
            ));
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        if style.color().alpha > 0.0 {
            let points = self.points(path);
            self.push(format_args!(
                r#"<polyline points="{points}" fill="none" {}/>"#,
                stroke(style)
            ));
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        if style.color().alpha > 0.0 {
            self.push(format_args!(
                r#"<circle cx="{}" cy="{}" r="{}" {}/>"#,
                number(self.x(center.0)),
                number(self.y(center.1)),
                number(f64::from(radius) / f64::from(UNITS)),
                fill_or_stroke(style, fill)
            ));
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let points = self.points(path);
        self.push(format_args!(
            r#"<polygon points="{points}" {}/>"#,
            paint("fill", style.color())
        ));
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size() / f64::from(UNITS);
        let width = self.text_width(&TextSpec {
            text,
            size,
            bold: matches!(style.style(), FontStyle::Bold),
            ..TextSpec::default()
        });
        Ok((units(width).unsigned_abs(), units(size).unsigned_abs()))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let size = style.size() / f64::from(UNITS);
        let color = style.color();
        let fill = format!("#{:02x}{:02x}{:02x}", color.rgb.0, color.rgb.1, color.rgb.2);
        // Baselines by the metrics of Inter, which sets the numbers of an axis: capitals are 0.727 em high.
        let below = match style.anchor().v_pos {
            VPos::Top => 0.727,
            VPos::Center => 0.364,
            VPos::Bottom => 0.0,
        };
        let id = {
            let mut drawing = self.drawing.borrow_mut();
            drawing.texts += 1;
            format!("{}-{}", drawing.group, drawing.texts)
        };
        self.text(&TextSpec {
            id: &id,
            text,
            x: f64::from(at.0) / f64::from(UNITS),
            y: f64::from(at.1) / f64::from(UNITS) + below * size,
            anchor: match style.anchor().h_pos {
                HPos::Left => Anchor::Start,
                HPos::Center => Anchor::Middle,
                HPos::Right => Anchor::End,
            },
            size,
            bold: matches!(style.style(), FontStyle::Bold),
            fill: &fill,
            ..TextSpec::default()
        });
        Ok(())
    }
}
