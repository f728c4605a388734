//! Two PNG pictures: how many pixels differ, where, and a picture of them.

use super::{Difference, Differences, Kind, first_byte};
use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};
use std::io::Cursor;

/// Bytes that a picture may decode to: ours have 10 MB, those of a stranger may be meant to fill the memory.
const LARGEST: usize = 256 << 20;
/// From this distance of a channel on, a difference is one that an eye may see.
const VISIBLE: u8 = 16;
/// Of a thousand pixels, so many may differ visibly in a picture that looks the same.
const TOLERATED: usize = 10;

/// Side of the windows in which strong differences are counted: about as wide as a digit of a label.
const WINDOW: usize = 16;
/// Ink stands where there was none, or none where there was. Edges that lie a fifth of a pixel beside their old place
/// differ by less.
const STRONG: u8 = 96;
/// So many pixels of a window may do so; another digit of 16 pixels has eleven or more.
const STRONG_TOLERATED: u16 = 4;

/// Pixels with 8 bits of red, green, blue and opacity.
struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

/// `None` when one of them is no PNG.
pub(super) fn differences(found: &[u8], expected: &[u8]) -> Option<Differences> {
    let (found_file, expected_file) = (found, expected);
    let (found, expected) = (read(found)?, read(expected)?);
    if (found.width, found.height) != (expected.width, expected.height) {
        let size = |picture: &Picture| Some(format!("{}×{}", picture.width, picture.height));
        return Some(one("size".to_owned(), size(&found), size(&expected), None));
    }
    let differing: Vec<usize> = (0..found.pixels.len())
        .filter(|at| found.pixels[*at] != expected.pixels[*at])
        .collect();
    let (Some(first), Some(last)) = (differing.first(), differing.last()) else {
        // The pixels are the same: what differs is how they are packed, or what stands beside them.
        let first = first_byte(found_file, expected_file);
        let place = format!("{}, with the same pixels", first.place);
        return Some(Differences::of(vec![Difference { place, ..first }]));
    };
    let columns = || differing.iter().map(|at| at % found.width);
    let (left, right) = (columns().min()?, columns().max()?);
    let (top, bottom) = (first / found.width, last / found.width);
    let most = differing
        .iter()
        .map(|at| distance(found.pixels[*at], expected.pixels[*at]));
    let place = format!("{}×{} pixels at {left},{top}", right - left + 1, bottom - top + 1);
    let told = format!(
        "{} of {} pixels ({}) that differ, by up to {} of 255",
        differing.len(),
        found.pixels.len(),
        share(differing.len(), found.pixels.len()),
        most.max().unwrap_or(0)
    );
    let picture = draw(&expected, &differing);
    Some(one(place, Some(told), Some("none".to_owned()), picture))
}

/// Whether at most one pixel in a hundred differs visibly, and nowhere so many beside each other differ so much that
/// another digit could stand there; `None` when one of them is no PNG.
pub(super) fn looks_the_same(found: &[u8], expected: &[u8]) -> Option<bool> {
    let (found, expected) = (read(found)?, read(expected)?);
    if (found.width, found.height) != (expected.width, expected.height) {
        return Some(false);
    }
    let pairs = found.pixels.iter().zip(&expected.pixels);
    let differing = pairs.filter(|(a, b)| distance(**a, **b) >= VISIBLE).count();
    Some(differing * 1000 <= found.pixels.len() * TOLERATED && most_in_a_window(&found, &expected) <= STRONG_TOLERATED)
}

/// Of all windows, half of each lying in the next one, how many pixels differ strongly where most do.
fn most_in_a_window(found: &Picture, expected: &Picture) -> u16 {
    let half = WINDOW / 2;
    let (across, down) = (found.width.div_ceil(half), found.height.div_ceil(half));
    let mut halves = vec![0u16; across * down];
    for (at, (a, b)) in found.pixels.iter().zip(&expected.pixels).enumerate() {
        if distance(*a, *b) >= STRONG {
            halves[at / found.width / half * across + at % found.width / half] += 1;
        }
    }
    let count = |x: usize, y: usize| {
        if x < across && y < down {
            halves[y * across + x]
        } else {
            0
        }
    };
    let windows = (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
    windows
        .map(|(x, y)| count(x, y) + count(x + 1, y) + count(x, y + 1) + count(x + 1, y + 1))
        .max()
        .unwrap_or(0)
}

fn one(place: String, found: Option<String>, expected: Option<String>, picture: Option<Vec<u8>>) -> Differences {
    let difference = Difference {
        kind: Kind::Pixels,
        place,
        found,
        expected,
    };
    Differences {
        picture,
        ..Differences::of(vec![difference])
    }
}

fn distance(a: [u8; 4], b: [u8; 4]) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Percent with two decimals; what is not nothing is never told as 0.00 %.
fn share(part: usize, whole: usize) -> String {
    match part as f64 / whole as f64 * 100.0 {
        tiny if tiny < 0.005 => "below 0.01%".to_owned(),
        percent => format!("{percent:.2}%"),
    }
}

fn read(bytes: &[u8]) -> Option<Picture> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: LARGEST });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let size = reader.output_buffer_size().filter(|size| *size <= LARGEST)?;
    let mut buffer = vec![0; size];
    let info = reader.next_frame(&mut buffer).ok()?;
    let buffer = &buffer[..info.buffer_size()];
    let pixels = match info.color_type {
        ColorType::Rgba => buffer.chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect(),
        ColorType::GrayscaleAlpha => buffer.chunks_exact(2).map(|p| [p[0], p[0], p[0], p[1]]).collect(),
        _ => return None,
    };
    Some(Picture {
        width: info.width as usize,
        height: info.height as usize,
        pixels,
    })
}

/// What is expected, pale and grey, with the pixels that differ in red.
fn draw(expected: &Picture, differing: &[usize]) -> Option<Vec<u8>> {
    let pale = expected.pixels.iter().flat_map(|[red, green, blue, _]| {
        let grey = (u32::from(*red) * 299 + u32::from(*green) * 587 + u32::from(*blue) * 114) / 1000;
        // At most 255: a quarter of it above 191.
        [(191 + grey / 4) as u8; 3]
    });
    let mut rgb: Vec<u8> = pale.collect();
    for at in differing {
        rgb[3 * at..3 * at + 3].copy_from_slice(&[0xD0, 0x00, 0x20]);
    }
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, expected.width as u32, expected.height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header().ok()?.write_image_data(&rgb).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(change: &[(usize, [u8; 3])]) -> Vec<u8> {
        let mut rgb = vec![200; 3 * 20 * 10];
        for (at, colour) in change {
            rgb[3 * at..3 * at + 3].copy_from_slice(colour);
        }
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 20, 10);
        encoder.set_color(ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&rgb).unwrap();
        bytes
    }

    #[test]
    fn pixels_are_counted_and_framed() {
        let changed = picture(&[(22, [200, 210, 200]), (65, [0, 200, 200])]);
        let told = differences(&changed, &picture(&[])).unwrap();
        assert_eq!(told.list[0].place, "4×3 pixels at 2,1");
        assert_eq!(
            told.list[0].found.as_deref(),
            Some("2 of 200 pixels (1.00%) that differ, by up to 200 of 255")
        );
        let shown = read(&told.picture.unwrap()).unwrap();
        assert_eq!(shown.pixels[65], [0xD0, 0x00, 0x20, 0xFF]);
        assert_eq!(shown.pixels[0], [241, 241, 241, 255]);
        assert_eq!(share(1, 3_200_000), "below 0.01%");
    }

    /// A label as a picture of 480 × 120, moved by parts of a pixel: edges are smoothed otherwise.
    fn label(text: &str, size: f32, moved: f32) -> Vec<u8> {
        let mut fonts = resvg::usvg::fontdb::Database::new();
        for (_, bytes) in crate::text::FontSet::shared().files() {
            fonts.load_font_data(bytes.to_vec());
        }
        let options = resvg::usvg::Options {
            fontdb: std::sync::Arc::new(fonts),
            ..Default::default()
        };
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='480' height='120'><rect width='480' height='120' \
             fill='#fff'/><text x='{}' y='80' font-family='Inter' font-size='{size}'>{text}</text></svg>",
            20.0 + moved
        );
        let tree = resvg::usvg::Tree::from_str(&svg, &options).unwrap();
        let mut pixmap = resvg::tiny_skia::Pixmap::new(480, 120).unwrap();
        resvg::render(&tree, resvg::tiny_skia::Transform::default(), &mut pixmap.as_mut());
        pixmap.encode_png().unwrap()
    }

    #[test]
    fn another_digit_does_not_look_the_same_and_other_edges_do() {
        for size in [16.0, 20.0, 26.0, 64.0] {
            let plain = label("8.112 ms", size, 0.0);
            for moved in [0.1, 0.2] {
                let other = read(&label("8.112 ms", size, moved)).unwrap();
                let most = most_in_a_window(&other, &read(&plain).unwrap());
                assert!(most <= STRONG_TOLERATED, "{size} {moved}: {most}");
            }
            for text in ["8.212 ms", "8.172 ms", "9.112 ms", "3.112 ms", "8.112 µs", "8,112 ms"] {
                let seen = looks_the_same(&label(text, size, 0.0), &plain);
                // A point that has become a comma of four pixels is nothing that pixels can tell: words tell it.
                let is_mark = text == "8,112 ms" && size < 60.0;
                assert!(seen == Some(false) || is_mark, "{size} {text}");
            }
        }
    }

    #[test]
    fn few_or_faint_pixels_look_the_same() {
        assert_eq!(
            looks_the_same(&picture(&[(1, [0; 3]), (2, [0; 3])]), &picture(&[])),
            Some(true)
        );
        let many = picture(&[(1, [0; 3]), (2, [0; 3]), (3, [0; 3])]);
        assert_eq!(looks_the_same(&many, &picture(&[])), Some(false));
        assert_eq!(looks_the_same(b"no picture", &picture(&[])), None);
    }
}
