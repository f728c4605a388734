//! Logos of pixels: read from PNG, reduced once to what pictures and pages need, and drawn at any smaller size by the mean
//! of the pixels that fall into one.

use super::LARGEST;
use crate::diagnostic::Fault;
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};
use std::io::Cursor;

/// Fewer pixels in height would look coarse in print; more are a photograph.
const LEAST: u32 = 96;
const MOST: u32 = 4096;
/// Pixels in height that are kept: four times what the infographic shows, and 700 to the inch on the page.
const KEPT: u32 = 288;

/// Pixels with opacity, 8 bits a channel, not multiplied by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bitmap {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue, opacity.
    pub rgba: Vec<u8>,
    /// The same as PNG, without anything else that the file held.
    pub png: Vec<u8>,
}

pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Bitmap, Fault> {
    let fault = |message: &str| Fault::input("logo::png", message).file(name);
    if bytes.len() > LARGEST {
        return Err(Fault::input("logo::too-large", "this logo is too large")
            .file(name)
            .found(format!("{} bytes", bytes.len()))
            .expected(format!("at most {LARGEST} bytes")));
    }
    let broken = |error: png::DecodingError| fault("this is no PNG that can be read").found(error.to_string());
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 128 << 20 });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if reader.info().animation_control.is_some() {
        return Err(fault("this PNG moves").hint("publish one picture of it"));
    }
    if height < LEAST || width.max(height) > MOST {
        return Err(
            Fault::input("logo::pixels", "this logo has too few pixels, or too many")
                .file(name)
                .found(format!("{width} × {height} px"))
                .expected(format!("at least {LEAST} px in height, and at most {MOST} px in both"))
                .hint("an SVG has the best lines at every size"),
        );
    }
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| fault("this PNG is too large to be read"))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(frame.buffer_size());
    if frame.bit_depth != BitDepth::Eight {
        return Err(fault("this is no PNG that can be read"));
    }
    let rgba = rgba(&pixels, frame.color_type);
    let kept = f64::from(KEPT) / f64::from(height);
    let (rgba, width, height) = match height > KEPT {
        false => (rgba, width, height),
        true => {
            let smaller = ((f64::from(width) * kept).round().max(1.0) as u32, KEPT);
            (reduced(&rgba, (width, height), smaller), smaller.0, smaller.1)
        }
    };
    if rgba.as_chunks::<4>().0.iter().all(|pixel| pixel[3] == 0) {
        return Err(fault("this logo draws nothing"));
    }
    let png =
        encoded(width, height, &rgba).map_err(|error| fault("this logo cannot be kept").found(error.to_string()))?;
    Ok(Bitmap {
        width,
        height,
        rgba,
        png,
    })
}

fn rgba(pixels: &[u8], kind: ColorType) -> Vec<u8> {
    match kind {
        ColorType::Rgba => pixels.to_vec(),
        ColorType::Rgb => pixels.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        ColorType::GrayscaleAlpha => pixels.chunks_exact(2).flat_map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        ColorType::Grayscale | ColorType::Indexed => pixels.iter().flat_map(|p| [*p, *p, *p, 255]).collect(),
    }
}

fn encoded(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_deflate_compression(png::DeflateCompression::Level(9));
    encoder.set_filter(png::Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(bytes)
}

impl Bitmap {
    /// The pixels of a smaller picture of it, of `width` × `height`.
    pub fn reduced(&self, width: u32, height: u32) -> Vec<u8> {
        reduced(&self.rgba, (self.width, self.height), (width, height))
    }
}

/// The mean of the pixels that fall into each new one, weighed by opacity and by how much of them does.
fn reduced(rgba: &[u8], from: (u32, u32), to: (u32, u32)) -> Vec<u8> {
    let columns = shares(from.0, to.0);
    let rows = shares(from.1, to.1);
    let mut result = Vec::with_capacity(to.0 as usize * to.1 as usize * 4);
    for row in &rows {
        for column in &columns {
            let (mut color, mut opacity, mut area) = ([0.0; 3], 0.0, 0.0);
            for (y, high) in row {
                for (x, wide) in column {
                    let at = (y * from.0 as usize + x) * 4;
                    let share = high * wide;
                    let cover = share * f64::from(rgba[at + 3]);
                    for (sum, byte) in color.iter_mut().zip(&rgba[at..at + 3]) {
                        *sum += cover * f64::from(*byte);
                    }
                    opacity += cover;
                    area += share;
                }
            }
            let mean = |sum: f64| {
                if opacity > 0.0 {
                    (sum / opacity).round() as u8
                } else {
                    0
                }
            };
            result.extend(color.map(mean));
            result.push((opacity / area).round() as u8);
        }
    }
    result
}

/// For each new pixel along one side, the old ones that fall into it and how much of each does.
fn shares(from: u32, to: u32) -> Vec<Vec<(usize, f64)>> {
    let step = f64::from(from) / f64::from(to);
    (0..to)
        .map(|i| {
            let (start, end) = (f64::from(i) * step, f64::from(i + 1) * step);
            (start.floor() as usize..(end.ceil() as usize).min(from as usize))
                .map(|at| (at, (end.min(at as f64 + 1.0) - start.max(at as f64)).max(0.0)))
                .filter(|(_, share)| *share > 1e-9)
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
        let pixels: Vec<u8> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .flat_map(|(x, y)| pixel(x, y))
            .collect();
        encoded(width, height, &pixels).unwrap()
    }

    #[test]
    fn a_large_picture_is_reduced_by_means_that_opacity_weighs() {
        let file = plain(
            600,
            576,
            |x, _| if x % 2 == 0 { [200, 0, 0, 255] } else { [0, 0, 99, 0] },
        );
        let bitmap = read("l.png", &file).unwrap();
        assert_eq!((bitmap.width, bitmap.height), (300, 288));
        // What cannot be seen has no colour to add.
        assert_eq!(bitmap.rgba[..4], [200, 0, 0, 128]);
        assert_eq!(bitmap.reduced(3, 2)[..4], [200, 0, 0, 128]);
        assert_eq!(bitmap.reduced(3, 2).len(), 24);
    }

    #[test]
    fn what_cannot_be_a_logo_is_told() {
        let told = |bytes: &[u8]| read("l.png", bytes).unwrap_err().to_string();
        assert!(told(b"GIF89a").contains("l.png: this is no PNG that can be read: found "));
        assert_eq!(
            told(&plain(200, 40, |_, _| [0, 0, 0, 255])),
            "l.png: this logo has too few pixels, or too many: found 200 × 40 px, expected at least 96 px in height, and \
             at most 4096 px in both (hint: an SVG has the best lines at every size)"
        );
        assert!(told(&plain(100, 100, |_, _| [9, 9, 9, 0])).contains("this logo draws nothing"));
        assert!(told(&vec![0; LARGEST + 1]).contains("this logo is too large"));
        let whole = plain(100, 100, |x, y| [x as u8, y as u8, (x * y) as u8, 255]);
        assert!(told(&whole[..whole.len() / 2]).contains("no PNG that can be read"));
    }
}
