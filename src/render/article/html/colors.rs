//! The colours of a page by the theme: of its day, of its night, and on white paper when it is printed. What is written
//! has a contrast of 4.5 : 1 to its ground (WCAG 2.2, success criterion 1.4.3); a colour that lacks it is darkened or
//! lightened in its own hue.

use crate::render::theme::{Color, Palette, contrast, luminance};
use serde::Serialize;

const TEXT: f64 = 4.5;

const WHITE: Color = Color([255; 3]);
const BLACK: Color = Color([0; 3]);

/// A ground from this luminance on is light.
const LIGHT: f64 = 0.18;

/// Colours of code by what is coloured: key words, texts, numbers, comments, names; for light and for dark grounds.
const CODE: [[Color; 5]; 2] = [
    [
        Color([0x0b, 0x4f, 0x8a]),
        Color([0x08, 0x6b, 0x5f]),
        Color([0x9a, 0x3c, 0x0c]),
        Color([0x5a, 0x66, 0x72]),
        Color([0x6b, 0x3f, 0x94]),
    ],
    [
        Color([0x8c, 0xc6, 0xff]),
        Color([0x6f, 0xe3, 0xcf]),
        Color([0xff, 0xb3, 0x8a]),
        Color([0xa9, 0xb5, 0xc2]),
        Color([0xd3, 0xb6, 0xff]),
    ],
];

/// The night of a theme that has none: its `night` is as light as its paper.
const NIGHT: Ground = Ground {
    paper: Color([0x0e, 0x1b, 0x2a]),
    ink: Color([0xea, 0xe5, 0xda]),
    quiet: Color([0xb3, 0xbd, 0xc9]),
    line: Color([0x33, 0x46, 0x5b]),
    accent: Color([0x6f, 0xe3, 0xcf]),
    warm: Color([0xff, 0xb3, 0x8a]),
};

/// A paper and what stands on it, as a theme has it.
#[derive(Debug, Clone, Copy)]
struct Ground {
    paper: Color,
    ink: Color,
    quiet: Color,
    line: Color,
    accent: Color,
    warm: Color,
}

/// The colours of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Colors {
    /// `light` or `dark`, as CSS calls it.
    pub scheme: &'static str,
    pub paper: Color,
    /// The ground of code and of pictures.
    pub card: Color,
    pub ink: Color,
    pub quiet: Color,
    pub line: Color,
    /// Links, and bars beside quotations.
    pub accent: Color,
    pub warm: Color,
    pub keyword: Color,
    pub text: Color,
    pub number: Color,
    pub comment: Color,
    pub name: Color,
}

/// The three faces of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Faces {
    pub day: Colors,
    /// When the reader's machine is set to dark.
    pub night: Colors,
    pub print: Colors,
    /// The disclosure on the ground of the head, and its own ground.
    pub disclosure: Color,
    pub disclosure_ground: Color,
}

impl Faces {
    pub fn of(palette: &Palette) -> Faces {
        let of_paper = Ground {
            paper: palette.paper,
            ink: palette.text,
            quiet: palette.muted,
            line: palette.rule,
            accent: palette.better,
            warm: palette.caution,
        };
        let of_night = Ground {
            paper: palette.night,
            ink: palette.night_text,
            quiet: palette.night_muted,
            line: palette.night_rule,
            accent: palette.night_better,
            warm: palette.night_worse,
        };
        let day = Colors::of(of_paper);
        let night = match (is_light(palette.paper), is_light(palette.night)) {
            // A page that is dark by day stays as it is.
            (false, _) => day,
            (true, false) => Colors::of(of_night),
            (true, true) => Colors::of(Ground {
                accent: palette.better,
                warm: palette.caution,
                ..NIGHT
            }),
        };
        let disclosure_ground = mixed(palette.night, palette.night_text, 0.06);
        Faces {
            day,
            night,
            print: Colors::of(Ground {
                paper: WHITE,
                ..of_paper
            }),
            disclosure: readable(palette.night_worse, &[disclosure_ground]),
            disclosure_ground,
        }
    }
}

impl Colors {
    fn of(ground: Ground) -> Colors {
        let light = is_light(ground.paper);
        let card = mixed(ground.paper, WHITE, if light { 0.7 } else { 0.04 });
        let on_both = |color: Color| readable(color, &[ground.paper, card]);
        let [keyword, text, number, comment, name] = CODE[usize::from(!light)].map(|color| readable(color, &[card]));
        Colors {
            scheme: if light { "light" } else { "dark" },
            paper: ground.paper,
            card,
            ink: on_both(ground.ink),
            quiet: on_both(ground.quiet),
            line: ground.line,
            accent: on_both(ground.accent),
            warm: on_both(ground.warm),
            keyword,
            text,
            number,
            comment,
            name,
        }
    }
}

fn is_light(color: Color) -> bool {
    luminance(color) >= LIGHT
}

/// So much of another colour in a colour.
fn mixed(color: Color, with: Color, share: f64) -> Color {
    let mut channels = color.0;
    for (channel, other) in channels.iter_mut().zip(with.0) {
        *channel = (f64::from(*channel) * (1.0 - share) + f64::from(other) * share).round() as u8;
    }
    Color(channels)
}

/// A colour, or one of the same hue that can be read on all of these grounds.
fn readable(color: Color, grounds: &[Color]) -> Color {
    let toward = if grounds.iter().copied().all(is_light) {
        BLACK
    } else {
        WHITE
    };
    let is_good = |color: &Color| grounds.iter().all(|ground| contrast(*color, *ground) >= TEXT);
    let steps = (0..=40).map(|step| mixed(color, toward, f64::from(step) / 40.0));
    steps.into_iter().find(is_good).unwrap_or(toward)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::standard_theme;

    fn all(colors: &Colors) -> Vec<(Color, Color)> {
        let on_paper = [colors.ink, colors.quiet, colors.accent, colors.warm];
        let of_code = [colors.keyword, colors.text, colors.number, colors.comment, colors.name];
        let on_card = on_paper.into_iter().chain(of_code).map(|color| (color, colors.card));
        on_paper
            .into_iter()
            .map(|color| (color, colors.paper))
            .chain(on_card)
            .collect()
    }

    #[test]
    fn what_is_written_can_be_read_by_day_and_by_night() {
        let mut palettes: Vec<Palette> = ["dark", "light"]
            .map(|name| standard_theme(name).unwrap().palette)
            .into();
        let mut gloomy = palettes[0];
        (gloomy.paper, gloomy.text, gloomy.muted) = (Color([20, 24, 28]), WHITE, Color([170; 3]));
        (gloomy.better, gloomy.caution) = (Color([0, 120, 110]), Color([150, 50, 10]));
        palettes.push(gloomy);
        for palette in palettes {
            let faces = Faces::of(&palette);
            for colors in [faces.day, faces.night, faces.print] {
                for (color, ground) in all(&colors) {
                    assert!(contrast(color, ground) >= TEXT, "{color} on {ground}");
                }
            }
            assert!(contrast(faces.disclosure, faces.disclosure_ground) >= TEXT);
            assert_eq!((faces.night.scheme, faces.print.scheme), ("dark", "light"));
        }
        assert_eq!(Faces::of(&gloomy).day.scheme, "dark");
    }

    #[test]
    fn a_page_has_the_paper_and_the_ink_of_its_theme() {
        let mut palette = standard_theme("light").unwrap().palette;
        palette.paper = Color([0xff, 0xf4, 0xe0]);
        palette.better = Color([0x00, 0x30, 0x90]);
        let faces = Faces::of(&palette);
        assert_eq!(
            (faces.day.paper, faces.day.ink, faces.day.accent),
            (palette.paper, palette.text, palette.better)
        );
        // Its own hue, as light as the night needs it.
        let [red, _, blue] = faces.night.accent.0;
        assert!(blue > red && luminance(faces.night.accent) > luminance(palette.better));
    }
}
