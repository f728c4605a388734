//! The measures of the page: paper, margins, sizes and colours. All lengths in points.

use super::writer::Rgb;
use crate::locale::{Justify, Script};
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

pub(super) const INK: Rgb = Rgb(0x0e, 0x1b, 0x2a);
pub(super) const GREY: Rgb = Rgb(0x56, 0x63, 0x70);
pub(super) const HAIRLINE: Rgb = Rgb(0xd3, 0xda, 0xe0);
pub(super) const ACCENT: Rgb = Rgb(0x0a, 0x8f, 0x7f);
/// The accent, dark enough for small text: 5.6 : 1 on white.
pub(super) const LINK: Rgb = Rgb(0x08, 0x75, 0x68);
pub(super) const WARM: Rgb = Rgb(0xb4, 0x47, 0x0f);
pub(super) const WARM_GROUND: Rgb = Rgb(0xfd, 0xf4, 0xed);
pub(super) const CODE_GROUND: Rgb = Rgb(0xf3, 0xf6, 0xf8);

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
}

impl Sheet {
    pub fn new(paper: Paper, script: &Script) -> Sheet {
        let (width, height) = match paper {
            Paper::A4 => (595.276, 841.89),
            Paper::Letter => (612.0, 792.0),
        };
        let (size, leading) = match script.family {
            Family::Inter | Family::JetBrainsMono => (10.25, 15.5),
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
