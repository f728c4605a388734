//! Colours and their contrast (WCAG 2.2, "contrast ratio" and "relative luminance").

use resvg::usvg;

/// A colour of the sRGB space, channels and opacity from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    pub rgb: [f64; 3],
    pub alpha: f64,
}

impl Color {
    /// `None` for gradients and patterns.
    pub fn of(paint: &usvg::Paint, alpha: f64) -> Option<Color> {
        match paint {
            usvg::Paint::Color(color) => Some(Color {
                rgb: [color.red, color.green, color.blue].map(|channel| f64::from(channel) / 255.0),
                alpha,
            }),
            _ => None,
        }
    }

    /// What is seen when it is painted on an opaque colour.
    pub fn over(self, below: Color) -> Color {
        let mix = |i: usize| self.rgb[i] * self.alpha + below.rgb[i] * (1.0 - self.alpha);
        Color {
            rgb: [mix(0), mix(1), mix(2)],
            alpha: 1.0,
        }
    }

    /// `#rrggbb`
    pub fn hex(self) -> String {
        let [r, g, b] = self.rgb.map(|channel| (channel * 255.0).round() as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// Relative luminance, from 0 (black) to 1 (white).
    fn luminance(self) -> f64 {
        let [r, g, b] = self.rgb.map(|value| {
            if value <= 0.04045 {
                value / 12.92
            } else {
                libm::pow((value + 0.055) / 1.055, 2.4)
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast of two opaque colours, from 1 to 21.
    pub fn contrast(self, other: Color) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(hex: u32) -> Color {
        Color {
            rgb: [hex >> 16, hex >> 8 & 255, hex & 255].map(|channel| f64::from(channel) / 255.0),
            alpha: 1.0,
        }
    }

    #[test]
    fn contrast_is_that_of_the_recommendation() {
        assert!((color(0).contrast(color(0xffffff)) - 21.0).abs() < 1e-9);
        // Greys on white at the limits of AA, known from every colour tool.
        assert!((color(0x767676).contrast(color(0xffffff)) - 4.54).abs() < 0.005);
        assert!((color(0x949494).contrast(color(0xffffff)) - 3.03).abs() < 0.005);
        assert_eq!(color(0x12ab56).contrast(color(0x12ab56)), 1.0);
    }

    #[test]
    fn half_black_on_white_is_grey() {
        let half = Color { alpha: 0.5, ..color(0) };
        assert_eq!(half.over(color(0xffffff)).hex(), "#808080");
    }
}
