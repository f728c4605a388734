//! From the parsed drawing to PNG bytes.

use crate::diagnostic::{Class, Fault};
use crate::render::logo;
use resvg::{tiny_skia, usvg};

/// By measurement on posters (1600×2000): the fastest level of zlib-rs whose files are not much larger than the best.
const LEVEL: u8 = 4;

/// Draws a page at its own size as opaque RGB, 8 bits a channel.
pub fn pixels(tree: &usvg::Tree) -> Result<(u32, u32, Vec<u8>), Fault> {
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| {
        Fault::error(
            Class::Input,
            "infographic::page-size",
            "a page of this size cannot be drawn",
        )
        .found(format!("{} × {} px", size.width(), size.height()))
    })?;
    resvg::render(tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    if let Some((bitmap, place)) = logo::bitmap_in(tree) {
        paste(&mut pixmap, &bitmap, place);
    }
    // The paper covers the page, so no pixel is transparent and no colour is premultiplied. Moved within the one buffer:
    // a second one of this size costs more than the moves.
    let mut rgb = pixmap.take();
    let count = rgb.len() / 4;
    for pixel in 0..count {
        let [red, green, blue] = [0, 1, 2].map(|channel| rgb[4 * pixel + channel]);
        rgb[3 * pixel] = red;
        rgb[3 * pixel + 1] = green;
        rgb[3 * pixel + 2] = blue;
    }
    rgb.truncate(3 * count);
    Ok((size.width(), size.height(), rgb))
}

/// Draws a logo of pixels, which the renderer leaves to us: above all else, on whole pixels.
fn paste(pixmap: &mut tiny_skia::Pixmap, bitmap: &logo::Bitmap, [x, y, width, height]: [f32; 4]) {
    let (left, top) = (x.round().max(0.0) as usize, y.round().max(0.0) as usize);
    let (width, height) = (width.round().max(1.0) as u32, height.round().max(1.0) as u32);
    let pixels = bitmap.reduced(width, height);
    let (columns, rows) = (pixmap.width() as usize, pixmap.height() as usize);
    let data = pixmap.data_mut();
    for (i, pixel) in pixels.as_chunks::<4>().0.iter().enumerate() {
        let (x, y) = (left + i % width as usize, top + i / width as usize);
        if x >= columns || y >= rows {
            continue;
        }
        let cover = u32::from(pixel[3]);
        let at = (y * columns + x) * 4;
        for (below, over) in data[at..at + 3].iter_mut().zip(pixel) {
            *below = ((u32::from(*over) * cover + u32::from(*below) * (255 - cover) + 127) / 255) as u8;
        }
    }
}

/// Encodes RGB pixels.
pub fn png(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(1 << 18);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
    encoder.set_filter(png::Filter::NoFilter);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(rgb).and_then(|()| writer.finish()))
        .map_err(|error| {
            Fault::error(Class::Output, "infographic::png", "the picture cannot be encoded").found(error.to_string())
        })?;
    Ok(bytes)
}
