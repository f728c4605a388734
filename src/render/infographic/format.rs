//! The formats of pictures: their sizes, names and what their text needs.

use crate::render::chart::Sizes;

/// A picture that is made of the same scene with a layout of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// The infographic: 1600 × 2000.
    Poster,
    /// For feeds: 1080 × 1350.
    Portrait,
    /// For previews of links: 1200 × 627.
    Landscape,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Poster, Format::Portrait, Format::Landscape];
    /// Those that are made to be shared.
    pub const SHARE: [Format; 2] = [Format::Portrait, Format::Landscape];

    /// The first part of the file's name.
    pub fn stem(self) -> &'static str {
        match self {
            Format::Poster => "infographic",
            Format::Portrait => "share-portrait",
            Format::Landscape => "share-landscape",
        }
    }

    /// The name of the template.
    pub fn template(self) -> &'static str {
        match self {
            Format::Poster => "infographic.svg",
            Format::Portrait => "share-portrait.svg",
            Format::Landscape => "share-landscape.svg",
        }
    }

    /// Width and height in pixels.
    pub fn size(self) -> (u32, u32) {
        match self {
            Format::Poster => (1600, 2000),
            Format::Portrait => (1080, 1350),
            Format::Landscape => (1200, 627),
        }
    }

    /// How many shortened names have room to be told in full.
    pub(super) fn longest_key(self) -> usize {
        match self {
            Format::Poster => 4,
            Format::Portrait => 2,
            Format::Landscape => 0,
        }
    }

    /// Least distance of texts from the edges of the picture, in pixels.
    pub(super) fn margin(self) -> f32 {
        match self {
            Format::Poster => 48.0,
            Format::Portrait => 44.0,
            Format::Landscape => 32.0,
        }
    }

    /// The most that a logo takes, width and height.
    pub(super) fn logo_room(self) -> (f64, f64) {
        match self {
            Format::Poster => (320.0, 62.0),
            Format::Portrait => (230.0, 50.0),
            Format::Landscape => (150.0, 40.0),
        }
    }

    /// Sizes of what the charts are made of.
    pub(super) fn sizes(self) -> Sizes {
        match self {
            Format::Poster => Sizes {
                name: 36.0,
                value: 46.0,
                note: 28.0,
                least: 24.0,
                bar: 110.0,
                dots: 46.0,
                caption: true,
            },
            Format::Portrait => Sizes {
                name: 29.0,
                value: 34.0,
                note: 25.0,
                least: 24.0,
                bar: 76.0,
                dots: 46.0,
                caption: false,
            },
            Format::Landscape => Sizes {
                name: 24.0,
                value: 28.0,
                note: 20.0,
                least: 20.0,
                bar: 60.0,
                dots: 34.0,
                caption: false,
            },
        }
    }
}
