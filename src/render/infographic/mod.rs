//! The infographic and the pictures for sharing: each an SVG by a template of its own, and the PNG that is drawn from it.
//!
//! The kind of picture follows from the shape of the data; every number on it comes from the summary, and a headline
//! is only said when the data bear it out. Knows nothing of report folders and of how words are looked up.

mod alt;
mod archetype;
mod engine;
mod faces;
mod format;
mod naming;
mod outlined;
mod page;
mod proof;
mod raster;
mod scene;
mod standing;
mod tell;

pub use archetype::{Archetype, ChartKind};
pub use engine::{draw_pictures, draw_report};
pub use format::Format;
pub use naming::BESIDE as ROOM_BESIDE_MARKS;
pub use raster::png as png_bytes;
pub use tell::{Figure, Words};

use crate::context::Printed;
use crate::dataset::Dataset;
use crate::diagnostic::{Class, Fault, Faults, SourceText};
use crate::locale::Locale;
use crate::render::Artefact;
use crate::render::logo::{self, Logo};
use crate::render::theme::Palette;
use crate::stats::inference::RowIntervals;
use crate::stats::{Statistic, Summary};
use crate::text::{Brand, FontSet};
use naming::{Called, parted};
use rayon::prelude::*;
use resvg::usvg;
use scene::Scene;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The path of a publisher's own line.
const THEME_FOOTER: &str = "theme.footer";

/// What a picture is made from.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub dataset: &'a Dataset,
    pub summary: &'a Summary,
    pub locale: &'a Locale,
    pub names: &'a Names,
    pub words: &'a dyn Words,
    /// The line that says that the data are synthetic or republished; `None` for a measured data set.
    pub disclosure: Option<&'a str>,
    pub palette: &'a Palette,
    /// The fonts of the publisher.
    pub brand: Brand,
    /// The logo on night, and what it is called by those who do not see it.
    pub logo: Option<(&'a Logo, &'a str)>,
    /// Whose picture it is, or where it is published, and the path of that text.
    pub footer: Option<(&'a str, &'a str)>,
    /// The confidence intervals that the report gives; a difference that they leave open is called neither better nor
    /// worse.
    pub intervals: &'a [RowIntervals],
    pub focus: Focus,
    pub digits: Digits,
    /// Chosen from the shape of the data when absent.
    pub archetype: Option<Archetype>,
    /// Chosen from the archetype and the data when absent.
    pub chart: Option<ChartKind>,
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
    /// What is compared.
    pub title: String,
    /// What the picture shows, in a sentence or two, for those who do not see it.
    pub alt: String,
    pub archetype: Archetype,
    pub format: Format,
    /// Every number that the picture shows, and where it comes from.
    pub ledger: Vec<Printed>,
}

impl Infographic {
    /// Its files: `infographic.<lang>.svg`, `infographic.<lang>.png` and so on, as [`Self::svg_files`] and
    /// [`Self::png_file`] have them.
    ///
    /// # Errors
    /// When the picture cannot be encoded.
    pub fn artefacts(&self, language: &str) -> Result<Vec<Artefact>, Faults> {
        let mut files = self.svg_files(language);
        files.insert(1, self.png_file(language)?);
        Ok(files)
    }

    /// `infographic.<lang>.svg` with live text and the fonts that it needs, and `infographic.<lang>.outlined.svg`, which
    /// looks the same without any font; the same of the pictures for sharing.
    pub fn svg_files(&self, language: &str) -> Vec<Artefact> {
        let pictures = [faces::embed, outlined::twin].into_iter();
        let files = self.svg_names(language).into_iter().zip(pictures);
        files
            .map(|(name, picture)| Artefact {
                name,
                bytes: picture(&self.svg, &self.tree).into_bytes(),
            })
            .collect()
    }

    /// The names of [`Self::svg_files`].
    pub fn svg_names(&self, language: &str) -> Vec<String> {
        let stem = self.format.stem();
        [".svg", ".outlined.svg"]
            .map(|end| format!("{stem}.{language}{end}"))
            .to_vec()
    }

    /// `infographic.<lang>.png`.
    ///
    /// # Errors
    /// When the picture cannot be encoded.
    pub fn png_file(&self, language: &str) -> Result<Artefact, Faults> {
        Ok(Artefact {
            name: format!("{}.{language}.png", self.format.stem()),
            bytes: raster::png(self.width, self.height, &self.rgb)?,
        })
    }
}

/// A form of pictures with its template.
pub type Form<'a> = (Format, &'a SourceText);

/// Draws pictures of one scene, in the order of their forms.
///
/// # Errors
/// All faults at once: words that are missing or do not fit their box (with the box, the language and by how much),
/// characters that no font has, texts on each other, faults of a template.
pub fn draw(input: &Input<'_>, forms: &[Form<'_>]) -> Result<Vec<Infographic>, Faults> {
    let archetype = Archetype::chosen(input)?;
    Faults::check(naming::without_glyphs(input))?;
    let stages = Stages::new(input, archetype)?;
    let drawn: Vec<Result<Infographic, Faults>> = forms.par_iter().map(|form| stages.picture(*form)).collect();
    let mut faults = Vec::new();
    let mut pictures = Vec::new();
    for ((format, _), result) in forms.iter().zip(drawn) {
        let place = |fault| in_picture(fault, *format, input.locale.tag());
        match result {
            Ok(picture) => pictures.push(picture),
            Err(told) => faults.extend(told.into_vec().into_iter().map(place)),
        }
    }
    Faults::check(faults)?;
    Ok(pictures)
}

/// The scene with names in full, and with less and less room for them.
struct Stages<'a> {
    input: &'a Input<'a>,
    archetype: Archetype,
    ladder: Vec<Called>,
    /// Index of the first that may be drawn.
    first: usize,
    /// The scene of each stage, once it was asked for.
    scenes: Vec<OnceLock<Result<Scene, Faults>>>,
    /// With names in full: for words that need no room.
    in_full: Scene,
}

impl<'a> Stages<'a> {
    fn new(input: &'a Input<'a>, archetype: Archetype) -> Result<Self, Faults> {
        let (ladder, first) = Called::ladder(input);
        Ok(Stages {
            in_full: scene::build(input, archetype, &ladder[0])?,
            scenes: ladder.iter().map(|_| OnceLock::new()).collect(),
            input,
            archetype,
            ladder,
            first,
        })
    }

    fn scene(&self, stage: usize) -> Result<&Scene, Faults> {
        if stage == 0 {
            return Ok(&self.in_full);
        }
        let build = || scene::build(self.input, self.archetype, &self.ladder[stage]);
        self.scenes[stage].get_or_init(build).as_ref().map_err(Faults::clone)
    }

    /// Draws a picture with the longest names that have room in it.
    fn picture(&self, form: Form<'_>) -> Result<Infographic, Faults> {
        let mut stage = self.first;
        loop {
            let told = match self.at(stage, form) {
                Ok(picture) => return Ok(picture),
                Err(told) => told.into_vec(),
            };
            let is_last = stage + 1 == self.ladder.len();
            if is_last || !told.iter().any(naming::is_about_room) {
                let called = &self.ladder[stage];
                let told = told
                    .into_iter()
                    .map(|fault| naming::with_mending(fault, self.input, called));
                Faults::check(told.collect())?;
            }
            stage += 1;
        }
    }

    fn at(&self, stage: usize, (format, template): Form<'_>) -> Result<Infographic, Faults> {
        let input = self.input;
        let language = input.locale.tag();
        let (scene, words) = (self.scene(stage)?, &self.in_full);
        let alt = words.share.of(format).map_or(&words.alt, |small| &small.alt);
        let key = |most| self.ladder[stage].key(input.locale, most);
        let told = page::Told {
            title: &words.title,
            alt,
            description: [vec![alt.clone()], key(usize::MAX)].concat().join("\n"),
            key: if self.ladder[stage].squeezes {
                Vec::new()
            } else {
                key(format.longest_key()).iter().map(|line| parted(line)).collect()
            },
            squeezes: self.ladder[stage].squeezes,
        };
        let (svg, placed) = page::write(input, scene.clone(), (format, template), &told)?;
        let tree = parse(&svg).map_err(|fault| fault.language(language))?;
        Faults::check(proof::check(&tree, &placed, format.margin(), language))?;
        let (width, height, rgb) = raster::pixels(&tree)?;
        Ok(Infographic {
            title: words.title.clone(),
            alt: alt.clone(),
            svg,
            tree,
            width,
            height,
            rgb,
            archetype: scene.archetype,
            format,
            ledger: (scene.printed.iter().chain(&words.printed).cloned())
                .chain(self.ladder[stage].printed())
                .collect(),
        })
    }
}

/// Says which picture a fault is of; the infographic goes without saying.
fn in_picture(fault: Fault, format: Format, language: &str) -> Fault {
    if format == Format::Poster || fault.file_name().is_some() {
        return fault;
    }
    fault.file(format!("{}.{language}.svg", format.stem()))
}

/// Parses a picture with the fonts of the bundle and no others: no fallback ever takes place.
fn parse(svg: &str) -> Result<usvg::Tree, Fault> {
    let mut options = usvg::Options {
        fontdb: FontSet::shared().database(),
        font_family: crate::text::Family::Inter.name().to_owned(),
        image_href_resolver: logo::only_own_images(),
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
