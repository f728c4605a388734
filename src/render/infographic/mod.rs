//! The infographic: one SVG by the template `infographic.svg`, and the PNG that is drawn from it.
//!
//! The kind of picture follows from the shape of the data; every number on it comes from the summary, and a headline
//! is only said when the data bear it out. Knows nothing of report folders and of how words are looked up.

mod alt;
mod archetype;
mod engine;
mod faces;
mod outlined;
mod page;
mod palette;
mod proof;
mod raster;
mod scene;
mod standing;
mod tell;

pub use archetype::Archetype;
pub use engine::draw_report;
pub use palette::{PALETTE, Palette};
pub use tell::{Figure, Words};

use crate::context::Printed;
use crate::dataset::Dataset;
use crate::diagnostic::{Class, Fault, Faults, SourceText};
use crate::locale::Locale;
use crate::render::Artefact;
use crate::stats::inference::RowIntervals;
use crate::stats::{Statistic, Summary};
use crate::text::FontSet;
use resvg::usvg;
use std::collections::BTreeMap;

/// The built-in form.
pub const TEMPLATE: &str = include_str!("../../../templates/infographic.svg");

/// What a picture is made from.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub dataset: &'a Dataset,
    pub summary: &'a Summary,
    pub locale: &'a Locale,
    pub names: &'a Names,
    pub words: &'a dyn Words,
    /// The form; [`TEMPLATE`] unless the report has one of its own.
    pub template: &'a SourceText,
    /// The line that says that the data are synthetic or republished; `None` for a measured data set.
    pub disclosure: Option<&'a str>,
    /// The confidence intervals that the report gives; a difference that they leave open is called neither better nor
    /// worse.
    pub intervals: &'a [RowIntervals],
    pub focus: Focus,
    pub digits: Digits,
    /// Chosen from the shape of the data when absent.
    pub archetype: Option<Archetype>,
}

/// What the headline is about, as indices into the data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Focus {
    pub measure: usize,
    /// `None` when there is nothing to compare with.
    pub candidate: Option<usize>,
    /// When there are cases.
    pub case: Option<usize>,
}

/// Digits after the decimal mark, at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    pub quantity: u8,
    pub percent: u8,
    pub ratio: u8,
}

impl Default for Digits {
    fn default() -> Self {
        Digits {
            quantity: 3,
            percent: 2,
            ratio: 2,
        }
    }
}

/// What variants, cases and measures are called in the language, each in the order of the data set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Names {
    pub variants: Vec<String>,
    /// Short names of variants, for charts.
    pub short: Vec<String>,
    pub cases: Vec<String>,
    pub measures: Vec<String>,
    /// Names of statistics; one that is not here is called by its id.
    pub statistics: BTreeMap<Statistic, String>,
}

/// A picture that was drawn and proven.
pub struct Infographic {
    /// The source, with live text and without fonts.
    pub svg: String,
    /// The same, parsed: what the PNG was drawn from and the article embeds.
    pub tree: usvg::Tree,
    pub width: u32,
    pub height: u32,
    /// 8 bits a channel.
    pub rgb: Vec<u8>,
    /// What the picture shows, in a sentence or two, for those who do not see it.
    pub alt: String,
    pub archetype: Archetype,
    /// Every number that the picture shows, and where it comes from.
    pub ledger: Vec<Printed>,
}

impl Infographic {
    /// The files `infographic.<lang>.svg`, `infographic.<lang>.png` and `infographic.<lang>.outlined.svg`.
    ///
    /// # Errors
    /// When the picture cannot be encoded.
    pub fn artefacts(&self, language: &str) -> Result<Vec<Artefact>, Faults> {
        let [live, outlined] = self.svg_files(language);
        Ok(vec![live, self.png_file(language)?, outlined])
    }

    /// `infographic.<lang>.svg` with live text and the fonts that it needs, and `infographic.<lang>.outlined.svg`, which
    /// looks the same without any font.
    pub fn svg_files(&self, language: &str) -> [Artefact; 2] {
        [
            Artefact {
                name: format!("infographic.{language}.svg"),
                bytes: faces::embed(&self.svg, &self.tree).into_bytes(),
            },
            Artefact {
                name: format!("infographic.{language}.outlined.svg"),
                bytes: outlined::twin(&self.svg, &self.tree).into_bytes(),
            },
        ]
    }

    /// `infographic.<lang>.png`.
    ///
    /// # Errors
    /// When the picture cannot be encoded.
    pub fn png_file(&self, language: &str) -> Result<Artefact, Faults> {
        Ok(Artefact {
            name: format!("infographic.{language}.png"),
            bytes: raster::png(self.width, self.height, &self.rgb)?,
        })
    }
}

/// Draws the files of a picture.
///
/// # Errors
/// As [`draw`].
pub fn render(input: &Input<'_>) -> Result<Vec<Artefact>, Faults> {
    draw(input)?.artefacts(input.locale.tag())
}

/// Draws a picture.
///
/// # Errors
/// All faults at once: words that are missing or do not fit their box (with the box, the language and by how much),
/// characters that no font has, texts on each other, faults of the template.
pub fn draw(input: &Input<'_>) -> Result<Infographic, Faults> {
    let source = compose(input)?;
    let tree = parse(&source.svg).map_err(|fault| fault.language(input.locale.tag()))?;
    Faults::check(proof::check(&tree, &source.placed, input.locale.tag()))?;
    let (width, height, rgb) = raster::pixels(&tree)?;
    Ok(Infographic {
        svg: source.svg,
        tree,
        width,
        height,
        rgb,
        alt: source.alt,
        archetype: source.archetype,
        ledger: source.ledger,
    })
}

/// The SVG before it is proven: for looking at what a fault is about.
///
/// # Errors
/// Words and templates that cannot be rendered; texts that do not fit.
pub fn draft(input: &Input<'_>) -> Result<String, Faults> {
    Ok(compose(input)?.svg)
}

/// A written picture, and what its texts were promised.
struct Source {
    svg: String,
    placed: Vec<crate::render::svg::Placed>,
    alt: String,
    archetype: Archetype,
    ledger: Vec<Printed>,
}

fn compose(input: &Input<'_>) -> Result<Source, Faults> {
    let archetype = input
        .archetype
        .unwrap_or_else(|| Archetype::of(input.dataset, input.focus));
    let scene = scene::build(input, archetype)?;
    let (alt, ledger) = (scene.alt.clone(), scene.printed.clone());
    let (svg, placed) = page::write(input, scene)?;
    Ok(Source {
        svg,
        placed,
        alt,
        archetype,
        ledger,
    })
}

/// Parses a picture with the fonts of the bundle and no others: no fallback ever takes place.
fn parse(svg: &str) -> Result<usvg::Tree, Fault> {
    let mut options = usvg::Options {
        fontdb: FontSet::shared().database(),
        font_family: crate::text::Family::Inter.name().to_owned(),
        ..usvg::Options::default()
    };
    options.font_resolver.select_fallback = Box::new(|_, _, _| None);
    usvg::Tree::from_str(svg, &options).map_err(|error| {
        Fault::error(
            Class::Input,
            "infographic::svg",
            "the form does not give an SVG that can be read",
        )
        .found(error.to_string())
    })
}
