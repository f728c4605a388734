//! The theme of a publisher: colours by what they are for, a line of its own, and a logo. Colours are checked before they are used:
//! contrast by WCAG 2.2, and whether marks that must not be mistaken for each other differ in colour-vision
//! deficiencies and in grey.
//!
//! Knows nothing of files.

use super::logo::Logo;
use crate::text::Brand;
use serde::{Serialize, Serializer};
use std::fmt;

/// A colour of sRGB, 8 bits a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color(pub [u8; 3]);

impl Color {
    /// Reads `#rrggbb`.
    pub fn parse(text: &str) -> Option<Color> {
        let hex = text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
        Some(Color([part(0)?, part(2)?, part(4)?]))
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(|byte| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl From<Color> for String {
    fn from(color: Color) -> String {
        color.to_string()
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Declares the colours once: as fields, by their names, and in their order.
macro_rules! palette {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// Colours by what they are for. `night` is the ground of the band with the main figure, `paper` that of the rest.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        pub struct Palette {
            $($(#[$doc])* pub $name: Color,)+
            /// Marks of several variants on paper, in the order of the data; they differ in shape too.
            pub series: [Color; 6],
        }

        impl Palette {
            /// Names of all colours but the series.
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            pub fn get(&self, name: &str) -> Option<Color> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            pub fn set(&mut self, name: &str, color: Color) {
                match name {
                    $(stringify!($name) => self.$name = color,)+
                    _ => {}
                }
            }

            /// All one colour: what a file of a complete theme replaces.
            pub fn plain(color: Color) -> Palette {
                Palette { $($name: color,)+ series: [color; 6] }
            }
        }
    };
}

palette! {
    night,
    /// Text on night: first and second rank.
    night_text,
    night_muted,
    night_rule,
    /// Bar of the baseline on night.
    night_baseline,
    night_better,
    night_worse,
    paper,
    /// Text on paper: first and second rank.
    text,
    muted,
    rule,
    grid,
    baseline,
    better,
    worse,
    caution,
}

/// What a publisher's pictures look like.
#[derive(Debug, Clone)]
pub struct Theme {
    pub palette: Palette,
    /// The line on pictures for sharing; where a report is published when absent.
    pub footer: Option<String>,
    /// Who publishes, for those who do not see the logo.
    pub publisher: Option<String>,
    /// The logo on paper.
    pub logo: Option<Logo>,
    /// The logo on `night`, where it is another one.
    pub logo_night: Option<Logo>,
    /// The fonts of the publisher.
    pub brand: Brand,
}

impl Theme {
    /// Nothing but colours.
    pub fn of(palette: Palette) -> Theme {
        Theme {
            palette,
            footer: None,
            publisher: None,
            logo: None,
            logo_night: None,
            brand: Brand::default(),
        }
    }

    /// The logo on `night`.
    pub fn logo_on_night(&self) -> Option<&Logo> {
        self.logo_night.as_ref().or(self.logo.as_ref())
    }

    /// What the logo is called by those who cannot see it.
    pub fn publisher(&self) -> &str {
        let name = self.publisher.as_deref().or(self.footer.as_deref());
        name.unwrap_or_default()
    }
}

/// A colour that readers could not tell from another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Weakness {
    /// The colour to change, and the one that it is too near to.
    pub color: String,
    pub against: &'static str,
    pub kind: Kind,
    pub found: f64,
    pub needed: f64,
}

/// How two colours are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Contrast ratio of text: WCAG 2.2, success criterion 1.4.3.
    Text,
    /// Contrast ratio of marks: WCAG 2.2, success criterion 1.4.11.
    Graphics,
    /// Distance in CIELAB as people with a colour-vision deficiency see the two.
    Vision(Vision),
    /// Difference in lightness (CIELAB), which is all that grey leaves.
    Grey,
}

/// A colour-vision deficiency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vision {
    Protan,
    Deutan,
    Tritan,
}

const TEXT_CONTRAST: f64 = 4.5;
const GRAPHICS_CONTRAST: f64 = 3.0;
/// CIELAB distances: ten is a difference that is seen at a glance; marks have labels and an order beside it.
const VISION_DISTANCE: f64 = 10.0;
const GREY_DISTANCE: f64 = 8.0;

const TEXTS: [(&str, &[&str]); 2] = [
    ("night", &["night_text", "night_muted", "night_better", "night_worse"]),
    ("paper", &["text", "muted", "baseline", "better", "worse", "caution"]),
];
/// Marks that stand beside each other: all differ for people with a colour-vision deficiency, and each from the baseline in
/// grey. Better and worse never stand for each other without words.
const APART: [(&str, &str, bool); 6] = [
    ("night_better", "night_baseline", true),
    ("night_worse", "night_baseline", true),
    ("night_better", "night_worse", false),
    ("better", "baseline", true),
    ("worse", "baseline", true),
    ("better", "worse", false),
];

impl Palette {
    /// Everything that is too hard to see.
    pub fn weaknesses(&self) -> Vec<Weakness> {
        let of = |name: &str| self.get(name).unwrap_or(self.text);
        let mut found = Vec::new();
        let mut need = |color: &str, against: &'static str, kind: Kind, value: f64, needed: f64| {
            if value < needed {
                found.push(Weakness {
                    color: color.to_owned(),
                    against,
                    kind,
                    found: value,
                    needed,
                });
            }
        };
        for (ground, texts) in TEXTS {
            for text in texts {
                need(text, ground, Kind::Text, contrast(of(text), of(ground)), TEXT_CONTRAST);
            }
        }
        let bar = contrast(self.night_baseline, self.night);
        need("night_baseline", "night", Kind::Graphics, bar, GRAPHICS_CONTRAST);
        for (i, mark) in self.series.iter().enumerate() {
            let mark = contrast(*mark, self.paper);
            need(
                &format!("series[{i}]"),
                "paper",
                Kind::Graphics,
                mark,
                GRAPHICS_CONTRAST,
            );
        }
        for (color, against, in_grey) in APART {
            let (a, b) = (of(color).linear(), of(against).linear());
            for vision in [Vision::Protan, Vision::Deutan, Vision::Tritan] {
                let seen = distance(lab(vision.simulate(a)), lab(vision.simulate(b)));
                need(color, against, Kind::Vision(vision), seen, VISION_DISTANCE);
            }
            if in_grey {
                let grey = (lab(a)[0] - lab(b)[0]).abs();
                need(color, against, Kind::Grey, grey, GREY_DISTANCE);
            }
        }
        found
    }
}

/// Relative luminance by WCAG 2.2, from 0, black, to 1.
pub fn luminance(color: Color) -> f64 {
    let [red, green, blue] = color.linear();
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Contrast ratio by WCAG 2.2, from 1 to 21.
pub fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

impl Vision {
    /// What somebody without one kind of cones sees, in linear sRGB: Machado, Oliveira and Fernandes 2009, table of
    /// severity 1.0.
    fn simulate(self, color: [f64; 3]) -> [f64; 3] {
        let matrix = match self {
            Vision::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Vision::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Vision::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        };
        matrix.map(|row| {
            let sum: f64 = row.iter().zip(color).map(|(weight, part)| weight * part).sum();
            sum.clamp(0.0, 1.0)
        })
    }
}

/// CIELAB of linear sRGB, white D65.
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let x = (0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47;
    let y = 0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue;
    let z = (0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83;
    let [x, y, z] = [x, y, z].map(|t| {
        if t > 216.0 / 24_389.0 {
            t.cbrt()
        } else {
            (24_389.0 / 27.0 * t + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(text: &str) -> Color {
        Color::parse(text).unwrap()
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast(color("#000000"), color("#ffffff")) - 21.0).abs() < 1e-9);
        assert!((contrast(color("#777777"), color("#ffffff")) - 4.478).abs() < 1e-3);
        assert_eq!(Color::parse("#12345"), None);
        assert_eq!(Color::parse("#12345g"), None);
        assert_eq!(color("#0E1b2a").to_string(), "#0e1b2a");
    }

    #[test]
    fn red_and_green_are_near_for_those_who_lack_a_kind_of_cones() {
        // The reference value is CIELAB's own: the distance of black and white is 100.
        assert!((distance(lab([0.0; 3]), lab([1.0; 3])) - 100.0).abs() < 1e-3);
        let (olive, brown) = (color("#7a7a00"), color("#a06000"));
        let seen = |vision: Vision| {
            let of = |color: Color| lab(vision.simulate(color.linear()));
            distance(of(olive), of(brown))
        };
        let plain = distance(lab(olive.linear()), lab(brown.linear()));
        assert!(seen(Vision::Deutan) < 0.6 * plain && seen(Vision::Tritan) > 0.6 * plain);
    }

    #[test]
    fn what_is_too_near_is_told() {
        let mut palette = Palette::plain(color("#ffffff"));
        for name in ["night_text", "night_muted", "text", "muted", "caution"] {
            palette.set(name, color("#000000"));
        }
        let told = palette.weaknesses();
        let of = |name: &str, kind: Kind| told.iter().any(|weak| weak.color == name && weak.kind == kind);
        assert!(of("night_better", Kind::Text) && of("better", Kind::Grey));
        assert!(of("series[5]", Kind::Graphics) && of("worse", Kind::Vision(Vision::Tritan)));
        assert!(!of("text", Kind::Text));
    }
}
