//! The measures of the page: paper, margins, sizes and colours. All lengths in points.

use super::writer::Rgb;
use crate::locale::{Justify, Script};
use crate::render::theme::{Color, Palette, contrast};
use crate::text::Family;

/// The size of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// The colours of a page, which is white paper: those of the theme, as dark as what is written or drawn in them needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Inks {
    pub ink: Rgb,
    pub grey: Rgb,
    pub hairline: Rgb,
    /// Bars beside titles and quotations.
    pub accent: Rgb,
    /// Links, and headings of low rank.
    pub link: Rgb,
    pub warm: Rgb,
    pub warm_ground: Rgb,
    pub code_ground: Rgb,
}

/// Contrast of text and of marks to the paper: WCAG 2.2, success criteria 1.4.3 and 1.4.11.
const TEXT: f64 = 4.5;
const MARK: f64 = 3.0;

impl Inks {
    pub fn of(palette: &Palette) -> Inks {
        Inks {
            ink: dark(palette.text, TEXT),
            grey: dark(palette.muted, TEXT),
            // A line that nobody needs: as pale as the theme has it, but not as the paper.
            hairline: dark(palette.rule, 1.2),
            accent: dark(palette.better, MARK),
            link: dark(palette.better, TEXT),
            // It is written on its own ground.
            warm: dark(palette.caution, TEXT * 1.12),
            warm_ground: tint(palette.caution, 0.07),
            code_ground: tint(palette.text, 0.05),
        }
    }
}

const PAPER: Color = Color([255; 3]);

/// A colour, or one of the same hue that has the contrast to white.
fn dark(color: Color, least: f64) -> Rgb {
    let shade = |step: u32| Color(color.0.map(|channel| (u32::from(channel) * (40 - step) / 40) as u8));
    let found = (0..=40).map(shade).find(|shade| contrast(*shade, PAPER) >= least);
    let [red, green, blue] = found.unwrap_or(Color([0; 3])).0;
    Rgb(red, green, blue)
}

/// So much of a colour on white.
fn tint(color: Color, share: f64) -> Rgb {
    let [red, green, blue] = color
        .0
        .map(|channel| (255.0 - (255.0 - f64::from(channel)) * share).round() as u8);
    Rgb(red, green, blue)
}

/// A size and the distance of its baselines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Type {
    pub size: f32,
    pub leading: f32,
}

impl Type {
    /// Where the baseline lies in a line of this leading.
    pub fn baseline(self) -> f32 {
        self.leading / 2.0 + self.size * 0.36
    }
}

/// The measures of an article.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    pub width: f32,
    pub height: f32,
    pub left: f32,
    pub top: f32,
    /// Height of the text area.
    pub depth: f32,
    /// Width of the text area.
    pub measure: f32,
    pub body: Type,
    pub small: Type,
    pub note: Type,
    pub code: Type,
    pub table: Type,
    /// Between blocks.
    pub gap: f32,
    pub inks: Inks,
}

impl Sheet {
    pub fn new(paper: Paper, script: &Script, palette: &Palette) -> Sheet {
        let (width, height) = match paper {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        };
        let (size, leading) = match script.family {
            Family::Inter | Family::JetBrainsMono | Family::Own(_) => (10.25, 15.5),
            Family::SimplifiedChinese | Family::TraditionalChinese | Family::Japanese => (10.5, 18.0),
            Family::Korean => (10.25, 17.5),
            Family::Arabic => (11.5, 19.0),
            Family::Hebrew => (11.0, 17.0),
            Family::Devanagari => (11.0, 18.5),
            Family::Thai => (11.0, 18.5),
        };
        let scaled = |ratio: f32| Type {
            size: size * ratio,
            leading: leading * (ratio + 0.02),
        };
        let margin = 70.87;
        let full = width - 2.0 * margin;
        // A column of ideographs is a whole number of them wide.
        let measure = if script.justify == Justify::Ideographs {
            (full / size).floor() * size
        } else {
            full
        };
        Sheet {
            width,
            height,
            left: (width - measure) / 2.0,
            top: 74.0,
            depth: height - 74.0 - 74.0,
            measure,
            body: Type { size, leading },
            small: scaled(0.88),
            note: scaled(0.82),
            code: Type {
                size: 8.6,
                leading: 13.0,
            },
            table: scaled(0.88),
            gap: leading * 0.5,
            inks: Inks::of(palette),
        }
    }

    /// Size of a heading of a level; the title is level 1.
    pub fn heading(&self, level: u8) -> Type {
        let ratio = match level {
            0 | 1 => 2.25,
            2 => 1.46,
            3 => 1.17,
            _ => 1.0,
        };
        let size = self.body.size * ratio;
        let open = self.body.leading / self.body.size;
        Type {
            size,
            // Large type needs relatively less between its lines.
            leading: size * (1.0 + (open - 1.0) * (0.3 + 0.55 / ratio)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_a_dark_theme_can_be_read_on_white() {
        let mut palette = Palette::plain(Color([240, 235, 220]));
        palette.better = Color([111, 224, 204]);
        let inks = Inks::of(&palette);
        for (ink, least) in [
            (inks.ink, TEXT),
            (inks.grey, TEXT),
            (inks.link, TEXT),
            (inks.accent, MARK),
        ] {
            let found = contrast(Color([ink.0, ink.1, ink.2]), PAPER);
            assert!((least..least + 1.0).contains(&found), "{ink:?} has {found}");
        }
        // It stays green.
        assert!(inks.link.1 > inks.link.0 && inks.link.1 > inks.link.2);
        palette.text = Color([14, 27, 42]);
        assert_eq!(Inks::of(&palette).ink, Rgb(14, 27, 42));
    }
}
