//! The SVG as others draw it: headless Chromium with no font of ours but those in the file, Inkscape with the fonts of
//! `fonts/`, and our own renderer with the outlined twin. Each is held against the PNG.
//!
//! Rasterisers smooth edges differently, so pixels are not compared one by one: a pixel counts as different when it is
//! lighter or darker than all pixels around its place in the PNG by more than [`CONTRAST`]. A word that is set in another
//! font, weight or place gives thousands of them.

use super::{DATA, Format, draw, draw_formats, root, templates};
use benchfolio::render::infographic::Infographic;
use resvg::{tiny_skia, usvg};
use std::path::{Path, PathBuf};
use std::process::Command;

const LANGUAGES: [&str; 3] = ["en", "zh-Hans", "ar"];
/// One data set an archetype.
const PICTURES: [usize; 4] = [0, 1, 3, 4];

/// Of 255, by which a pixel must leave the range of its neighbourhood to count as different.
const CONTRAST: u8 = 64;

/// At most so many in a million pixels may differ; see docs/infographic.md for what was measured.
const CHROMIUM_LIMIT: f64 = 100.0;
const INKSCAPE_LIMIT: f64 = 100.0;

/// An opaque picture, 8 bits a channel.
struct Pixels {
    width: usize,
    rgb: Vec<u8>,
}

impl Pixels {
    fn of(picture: &Infographic) -> Pixels {
        Pixels {
            width: picture.width as usize,
            rgb: picture.rgb.clone(),
        }
    }

    /// The corner of a PNG file that a picture of this size takes.
    fn read(file: &Path, width: usize, height: usize) -> Pixels {
        let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(file).expect("a picture")));
        let mut reader = decoder.read_info().expect("a PNG");
        let mut data = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut data).expect("pixels");
        let channels = info.color_type.samples();
        assert!(
            info.width as usize >= width && info.height as usize >= height && channels >= 3,
            "{info:?}"
        );
        let rgb = (0..height)
            .flat_map(|y| (0..width).map(move |x| (y * info.width as usize + x) * channels))
            .flat_map(|at| data[at..at + 3].to_vec())
            .collect();
        Pixels { width, rgb }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    fn height(&self) -> usize {
        self.rgb.len() / 3 / self.width
    }
}

/// How many in a million pixels of `other` are not like any near their place in `ours`, and a picture of them.
fn difference(ours: &Pixels, other: &Pixels) -> (f64, Vec<u8>) {
    let (width, height) = (ours.width, ours.height());
    let mut marked = vec![255; width * height];
    let mut count = 0usize;
    for y in 0..height {
        for x in 0..width {
            let here = other.at(x, y);
            if here == ours.at(x, y) {
                continue;
            }
            let (mut low, mut high) = ([255u8; 3], [0u8; 3]);
            for ny in y.saturating_sub(1)..(y + 2).min(height) {
                for nx in x.saturating_sub(1)..(x + 2).min(width) {
                    for (channel, value) in ours.at(nx, ny).into_iter().enumerate() {
                        low[channel] = low[channel].min(value);
                        high[channel] = high[channel].max(value);
                    }
                }
            }
            let leaves =
                (0..3).any(|c| here[c].saturating_add(CONTRAST) < low[c] || here[c] > high[c].saturating_add(CONTRAST));
            if leaves {
                marked[y * width + x] = 0;
                count += 1;
            }
        }
    }
    (count as f64 * 1e6 / (width * height) as f64, marked)
}

fn out(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("renderings");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    folder.join(name)
}

fn is_there(command: &str) -> bool {
    let found = Command::new(command)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: {command} is not installed; tests/setup.sh installs it");
    }
    found
}

/// A configuration of fontconfig under which only the fonts of one folder exist.
fn only_fonts_of(folder: &Path, name: &str) -> PathBuf {
    let file = out(name);
    let text = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"urn:fontconfig:fonts.dtd\"><fontconfig><dir>{}</dir>\
         <cachedir>{}</cachedir></fontconfig>",
        folder.display(),
        out("cache").display()
    );
    std::fs::write(&file, text).expect("it can be written");
    file
}

/// Draws all pictures with another program and holds them against ours.
fn compare(program: &str, limit: f64, render: impl Fn(&Path, &Path) -> Command + Sync) {
    let mut jobs: Vec<(String, &str, &str)> = Vec::new();
    for picture in PICTURES {
        for tag in LANGUAGES {
            let (data, archetype) = DATA[picture];
            jobs.push((format!("{}.{tag}", archetype.id()), data, tag));
        }
    }
    let one = |(name, data, tag): &(String, &str, &str)| {
        let picture = draw(data, tag);
        let svg = out(&format!("{name}.{program}.svg"));
        let png = out(&format!("{name}.{program}.png"));
        std::fs::write(&svg, &picture.svg_files(tag)[0].bytes).expect("it can be written");
        let _ = std::fs::remove_file(&png);
        let output = render(&svg, &png).output().expect("the program runs");
        assert!(png.exists(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let ours = Pixels::of(&picture);
        let other = Pixels::read(&png, ours.width, ours.height());
        let (share, marked) = difference(&ours, &other);
        save_grey(&out(&format!("{name}.{program}.difference.png")), &ours, &marked);
        (name.clone(), share)
    };
    let next = std::sync::atomic::AtomicUsize::new(0);
    let found = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    let result = one(job);
                    found.lock().expect("no panic").push(result);
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no panic");
    found.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, share) in &found {
        println!("{program}: {name}: {share:.1} in a million pixels differ");
    }
    let beyond: Vec<_> = found.iter().filter(|(_, share)| *share > limit).collect();
    assert!(
        beyond.is_empty(),
        "{program} draws these differently ({limit} in a million are allowed); look at {}: {beyond:?}",
        out("").display()
    );
}

fn save_grey(file: &Path, size: &Pixels, grey: &[u8]) {
    let mut encoder = png::Encoder::new(
        std::fs::File::create(file).expect("a file"),
        size.width as u32,
        size.height() as u32,
    );
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(grey))
        .expect("a picture");
}

/// Chromium knows one font, and that is of no use: what it draws right it draws with the fonts of the file.
#[test]
fn chromium_draws_the_svg_as_we_do() {
    if !is_there("chromium") {
        return;
    }
    let other = out("another-font");
    std::fs::create_dir_all(&other).expect("a folder");
    std::fs::copy(
        root().join("fonts/JetBrainsMono_400Regular.ttf"),
        other.join("JetBrainsMono.ttf"),
    )
    .expect("a font");
    let fonts = only_fonts_of(&other, "chromium-fonts.conf");
    compare("chromium", CHROMIUM_LIMIT, |svg, png| {
        let mut command = Command::new("chromium");
        command
            .env("FONTCONFIG_FILE", &fonts)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args([
                "--force-device-scale-factor=1",
                "--hide-scrollbars",
                "--font-render-hinting=none",
            ])
            .args(["--force-color-profile=srgb", "--window-size=1600,2200"])
            .arg(format!("--user-data-dir={}", png.with_extension("profile").display()))
            .arg(format!("--screenshot={}", png.display()))
            .arg(format!("file://{}", svg.display()));
        command
    });
}

#[test]
fn inkscape_draws_the_svg_as_we_do() {
    if !is_there("inkscape") {
        return;
    }
    let fonts = only_fonts_of(&root().join("fonts"), "inkscape-fonts.conf");
    compare("inkscape", INKSCAPE_LIMIT, |svg, png| {
        let mut command = Command::new("inkscape");
        command
            .env("FONTCONFIG_FILE", &fonts)
            .env("INKSCAPE_PROFILE_DIR", png.with_extension("profile"))
            .args(["--export-type=png", "--export-dpi=96"])
            .arg(format!("--export-filename={}", png.display()))
            .arg(svg);
        command
    });
}

/// The twin is drawn without any font.
fn drawn(svg: &[u8]) -> Vec<u8> {
    let tree = usvg::Tree::from_data(svg, &usvg::Options::default()).expect("an SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("a picture");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    let pixels = pixmap.data().as_chunks::<4>().0;
    pixels.iter().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

#[test]
fn the_outlined_twin_is_the_same_picture_without_fonts() {
    for picture in PICTURES {
        let (data, archetype) = DATA[picture];
        for tag in LANGUAGES {
            let of_all = draw_formats(&root().join(data), tag, &templates(), &[], ("dark", &Format::ALL));
            for picture in of_all.unwrap_or_else(|faults| panic!("{faults}")) {
                let what = format!("{} {} [{tag}]", archetype.id(), picture.format.stem());
                let [live, twin] = &picture.svg_files(tag)[..] else {
                    panic!("the picture and its twin")
                };
                let pixels = drawn(&twin.bytes);
                // Coordinates are rounded to a hundredth of a pixel, which now and then moves an edge across a sample.
                let apart: u64 = (picture.rgb.iter().zip(&pixels))
                    .map(|(a, b)| u64::from(a.abs_diff(*b)))
                    .sum();
                let mean = apart as f64 / picture.rgb.len() as f64;
                let twin_pixels = Pixels {
                    width: picture.width as usize,
                    rgb: pixels,
                };
                let (share, _) = difference(&Pixels::of(&picture), &twin_pixels);
                assert!(
                    share == 0.0 && mean < 0.02,
                    "{what}: {share} in a million, {mean} of 255 on average"
                );
                let (live, twin) = (
                    String::from_utf8(live.bytes.clone()).expect("text"),
                    String::from_utf8(twin.bytes.clone()).expect("text"),
                );
                let (live, twin) = (
                    usvg::roxmltree::Document::parse(&live).expect("XML"),
                    usvg::roxmltree::Document::parse(&twin).expect("XML"),
                );
                let ids = |document: &usvg::roxmltree::Document<'_>| -> Vec<String> {
                    document
                        .descendants()
                        .filter_map(|node| node.attribute("id"))
                        .map(str::to_owned)
                        .collect()
                };
                assert_eq!(ids(&live), ids(&twin), "{what}");
                let has = |name: &str| twin.descendants().any(|node| node.has_tag_name(name));
                assert!(has("title") && has("desc") && has("path"), "{what}");
                assert!(!has("text") && !has("style"), "{what}");
            }
        }
    }
}

#[test]
fn the_svg_brings_one_font_a_face_that_it_uses() {
    for (tag, faces) in [("en", 2), ("zh-Hans", 4), ("ar", 4)] {
        let picture = draw(DATA[0].0, tag);
        let [live, _] = &picture.svg_files(tag)[..] else {
            panic!("the picture and its twin")
        };
        let text = String::from_utf8(live.bytes.clone()).expect("text");
        assert_eq!(text.matches("@font-face").count(), faces, "{tag}");
        let more = text.len() - picture.svg.len();
        println!("{tag}: {} bytes, {more} of them fonts", text.len());
        assert!(more < 160_000, "{tag}: {more} bytes of fonts");
        // Our own renderer reads it as it was.
        assert_eq!(draw(DATA[0].0, tag).svg_files(tag)[0].bytes, text.as_bytes(), "{tag}");
    }
}
