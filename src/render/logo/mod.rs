//! The logo of a publisher: read once from an SVG or a PNG, refused when it could not be shown the same everywhere, and
//! written into pictures and pages.
//!
//! Knows nothing of report folders, and of pictures only where in them a logo stands.

mod bitmap;
mod drawing;
mod rules;

pub use bitmap::Bitmap;

use super::svg::{escape, number};
use super::theme::{Color, contrast};
use crate::diagnostic::{Fault, Faults, SourceText};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use resvg::tiny_skia;
use resvg::usvg;
use std::sync::Arc;

/// The largest file of a logo, in bytes.
pub const LARGEST: usize = 256 << 10;

/// The id of a logo's group in pictures.
pub const ID: &str = "logo";

/// A logo is at most so many times as wide as high, and as high as wide.
const WIDEST: f64 = 12.0;
const TALLEST: f64 = 3.0;

/// The share of what a logo draws that stands out from its ground.
const SEEN_SHARE: f64 = 0.4;
/// The contrast of marks by WCAG 2.2, success criterion 1.4.11.
const SEEN_CONTRAST: f64 = 3.0;

/// A logo that can be drawn.
#[derive(Debug, Clone)]
pub struct Logo {
    art: Art,
    /// Width and height in units of its own.
    size: (f64, f64),
}

#[derive(Debug, Clone)]
enum Art {
    Drawing(Arc<usvg::Tree>),
    Bitmap(Arc<Bitmap>),
}

/// Where a logo stands: left, top, width and height in the unit of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Logo {
    /// Reads a drawing.
    ///
    /// # Errors
    /// Everything in it that could not be shown the same everywhere, or that leads out of it.
    pub fn drawing(file: &SourceText) -> Result<Logo, Faults> {
        let tree = rules::read(file)?;
        let size = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        fits_the_page(&file.name, size)?;
        Ok(Logo {
            art: Art::Drawing(Arc::new(tree)),
            size,
        })
    }

    /// Reads a PNG; `name` is what messages call it.
    ///
    /// # Errors
    /// It is no PNG, is animated, or has too many pixels or too few.
    pub fn bitmap(name: &str, bytes: &[u8]) -> Result<Logo, Faults> {
        let bitmap = bitmap::read(name, bytes)?;
        let size = (f64::from(bitmap.width), f64::from(bitmap.height));
        fits_the_page(name, size)?;
        Ok(Logo {
            art: Art::Bitmap(Arc::new(bitmap)),
            size,
        })
    }

    /// The size in a room: wide logos fill its width, square ones its height, and those between have about the area of a
    /// logo three times as wide as high. Its proportions are kept.
    pub fn within(&self, width: f64, height: f64) -> (f64, f64) {
        let aspect = self.size.0 / self.size.1;
        // A name in one line is as easy to read as a square sign that is higher.
        let alike = height * 0.78 * (3.0 / aspect).sqrt();
        let tall = alike.min(height).min(width / aspect);
        (tall * aspect, tall)
    }

    /// The drawing with its size, or the pixels.
    pub fn parts(&self) -> Parts<'_> {
        match &self.art {
            Art::Drawing(tree) => Parts::Drawing(tree),
            Art::Bitmap(bitmap) => Parts::Bitmap(bitmap),
        }
    }

    /// A layer of a picture: the group [`ID`], with the publisher's name for those who do not see it.
    pub fn layer(&self, place: Place, name: &str) -> String {
        let body = match &self.art {
            Art::Drawing(tree) => drawing::write(tree, place),
            Art::Bitmap(bitmap) => format!(
                r#"<image id="{ID}-image" x="{}" y="{}" width="{}" height="{}" xlink:href="{}"/>"#,
                number(place.x),
                number(place.y),
                number(place.width),
                number(place.height),
                uri("image/png", &bitmap.png)
            ),
        };
        format!(
            "<g id=\"{ID}\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" inkscape:groupmode=\"layer\" \
             inkscape:label=\"Logo\" role=\"img\" aria-labelledby=\"{ID}-title\">\n<title id=\"{ID}-title\">{}</title>\n{body}\n</g>",
            escape(name)
        )
    }

    /// The logo alone as the address of an `<img>`, and its size in pixels when it is `height` high.
    pub fn address(&self, width: f64, height: f64) -> (String, (f64, f64)) {
        let size = self.within(width, height);
        let address = match &self.art {
            Art::Bitmap(bitmap) => uri("image/png", &bitmap.png),
            Art::Drawing(tree) => {
                // Larger than it is shown, so that rounded places stay exact.
                let (w, h) = (size.0 * 8.0, size.1 * 8.0);
                let place = Place {
                    x: 0.0,
                    y: 0.0,
                    width: w,
                    height: h,
                };
                let (w, h) = (number(w), number(h));
                let body = drawing::write(tree, place);
                let svg = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">{body}</svg>"
                );
                uri("image/svg+xml", svg.as_bytes())
            }
        };
        (address, size)
    }

    /// Whether it can be seen on a ground: enough of what it draws has the contrast of marks to it.
    ///
    /// # Errors
    /// The share that can be seen, when that is too little.
    pub fn seen_on(&self, ground: Color) -> Result<(), f64> {
        let (mut drawn, mut seen) = (0.0, 0.0);
        self.for_each_pixel(|[red, green, blue, alpha]| {
            let cover = f64::from(alpha) / 255.0;
            let over = |of: u8, below: u8| (f64::from(of) * cover + f64::from(below) * (1.0 - cover)).round() as u8;
            let [r, g, b] = ground.0;
            let color = Color([over(red, r), over(green, g), over(blue, b)]);
            drawn += cover;
            if contrast(color, ground) >= SEEN_CONTRAST {
                seen += cover;
            }
        });
        match drawn > 0.0 && seen / drawn >= SEEN_SHARE {
            true => Ok(()),
            false => Err(if drawn > 0.0 { seen / drawn } else { 0.0 }),
        }
    }

    /// Every pixel of a small picture of it: red, green, blue, opacity.
    fn for_each_pixel(&self, mut look: impl FnMut([u8; 4])) {
        match &self.art {
            Art::Bitmap(bitmap) => bitmap.rgba.as_chunks::<4>().0.iter().for_each(|pixel| look(*pixel)),
            Art::Drawing(tree) => {
                let (width, height) = self.within(240.0, 80.0);
                let Some(mut pixmap) = tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32) else {
                    return;
                };
                let scale =
                    tiny_skia::Transform::from_scale((width / self.size.0) as f32, (height / self.size.1) as f32);
                resvg::render(tree, scale, &mut pixmap.as_mut());
                for pixel in pixmap.pixels() {
                    let color = pixel.demultiply();
                    look([color.red(), color.green(), color.blue(), color.alpha()]);
                }
            }
        }
    }
}

/// What a logo is made of.
#[derive(Debug, Clone, Copy)]
pub enum Parts<'a> {
    Drawing(&'a usvg::Tree),
    Bitmap(&'a Bitmap),
}

fn uri(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", BASE64.encode(bytes))
}

fn fits_the_page(name: &str, (width, height): (f64, f64)) -> Result<(), Fault> {
    if (1.0 / TALLEST..=WIDEST).contains(&(width / height)) {
        return Ok(());
    }
    Err(
        Fault::input("logo::shape", "this logo would be too small to be seen beside text")
            .file(name)
            .found(format!("{} × {}", number(width), number(height)))
            .expected(format!(
                "at most {WIDEST} times as wide as high, and at most {TALLEST} times as high as wide"
            )),
    )
}

/// The pixels of the logo in a picture that shows it as a bitmap, and the box that it is drawn in: left, top, width,
/// height.
pub fn bitmap_in(tree: &usvg::Tree) -> Option<(Bitmap, [f32; 4])> {
    bitmap_of(image_below(tree.root())?)
}

/// As [`bitmap_in`], of one image.
pub fn bitmap_of(image: &usvg::Image) -> Option<(Bitmap, [f32; 4])> {
    let usvg::ImageKind::PNG(bytes) = image.kind() else {
        return None;
    };
    let bounds = image.abs_bounding_box();
    let bitmap = bitmap::read(ID, bytes).ok()?;
    Some((bitmap, [bounds.left(), bounds.top(), bounds.width(), bounds.height()]))
}

fn image_below(group: &usvg::Group) -> Option<&usvg::Image> {
    group.children().iter().find_map(|node| match node {
        usvg::Node::Group(group) => image_below(group),
        usvg::Node::Image(image) => Some(&**image),
        _ => None,
    })
}

/// What pictures in a picture may be: bytes that it brings along as PNG, and no file of this machine.
pub fn only_own_images<'a>() -> usvg::ImageHrefResolver<'a> {
    usvg::ImageHrefResolver {
        resolve_data: Box::new(|media_type, bytes, _| match media_type {
            "image/png" => Some(usvg::ImageKind::PNG(bytes)),
            _ => None,
        }),
        resolve_string: Box::new(|_, _| None),
    }
}
