//! The block tree → one self-contained HTML page.
//!
//! The frame is the template `article.html`; the words within are written here, and both escape everything. The page
//! asks nothing of other servers: pictures are in it, no script is needed. Fonts are the reader's own, but for those of a
//! theme; and for ideographs, kana and Korean, which not every machine has, the page brings the characters that it uses.
//! Knows nothing of how words came to be and of how files are published.

mod colors;
mod fonts;
mod linked_data;
mod tree;

use super::edition::{Edition, LogoImage};
use crate::context::render_bounded;
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::locale::Direction;
use crate::render::Artefact;
use crate::render::theme::Palette;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

/// The built-in template, which a report may replace by one of its own.
pub const TEMPLATE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/article.html"));

/// The words that the page itself needs, by their keys in `labels` of `terms.toml`.
pub const LABELS: &[&str] = &[
    "back_to_text",
    "code",
    "contents",
    "download_pdf",
    "downloads",
    "full_size",
    "languages",
    "note",
    "notes",
    "skip_to_text",
    "table",
    "vector",
];

/// Writes the page of an article, by the template given.
///
/// # Errors
/// A label that the language's words lack, or a fault of the template.
pub fn render(edition: &Edition, template: &SourceText) -> Result<Artefact, Faults> {
    check_labels(edition)?;
    let mut tera = Tera::new();
    tera.autoescape_on([".html"]);
    // The name decides on escaping, so it is not the file's.
    let page = Page::of(edition);
    let context = Context::from_serialize(&page).map_err(|error| fault(template, &error))?;
    let html =
        render_bounded(&mut tera, "article.html", &template.text, &context).map_err(|error| fault(template, &error))?;
    Ok(Artefact {
        name: format!("article.{}.html", edition.article.language),
        bytes: html.into_bytes(),
    })
}

fn check_labels(edition: &Edition) -> Result<(), Faults> {
    let front = &edition.article.front;
    let missing = LABELS.iter().filter(|key| !front.labels.contains_key(**key));
    Faults::check(
        missing
            .map(|key| {
                Fault::input(
                    "article::label",
                    "the page needs a word that the language does not have",
                )
                .file(format!("{}/terms.toml", edition.article.language))
                .path(format!("labels.{key}"))
                .language(&edition.article.language)
            })
            .collect(),
    )
}

/// An error of the template engine as a fault; it knows the place of most.
fn fault(template: &SourceText, error: &tera::Error) -> Fault {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            Fault::input("article::template", report.message().trim().to_owned())
                .at(template, report.span().range.clone())
        }
        _ => Fault::input("article::template", error.to_string()).file(&template.name),
    }
}

/// What the template can name.
#[derive(Serialize)]
struct Page<'a> {
    lang: &'a str,
    dir: &'static str,
    /// How items of lists are counted: a counter style of CSS.
    list_style: &'static str,
    title: &'a str,
    subtitle: Option<&'a str>,
    description: &'a str,
    authors: &'a [String],
    /// ISO 8601; empty when the report has none.
    date: &'a str,
    date_text: &'a str,
    keywords: String,
    disclosure: Option<&'a str>,
    labels: &'a std::collections::BTreeMap<String, String>,
    /// Absolute address of the page, when it is known.
    canonical: Option<String>,
    /// All languages, this one too, for search engines.
    alternates: Vec<Alternate>,
    /// The page for readers of none of the languages.
    default_address: Option<String>,
    /// `pl_PL`, as OpenGraph wants it.
    open_graph_locale: String,
    /// Colours of the theme by their names.
    color: &'a Palette,
    /// Colours of the page: `day`, `night`, `print`, and of the disclosure.
    page: colors::Faces,
    /// What the logo is called; the empty text where there is none.
    publisher: &'a str,
    /// The logo on night, and on paper where that is another one.
    logo: Option<&'a LogoImage>,
    logo_print: Option<&'a LogoImage>,
    preview: Option<Preview<'a>>,
    /// The other languages, for readers.
    versions: Vec<Version<'a>>,
    pdf: Option<&'a str>,
    /// The downloads that the words do not link to.
    downloads: Vec<Offer<'a>>,
    contents: Vec<Entry>,
    /// HTML that is escaped already.
    body: String,
    notes: Vec<Note>,
    /// JSON for a script element, escaped for it.
    linked_data: String,
    /// Rules of style that bring characters of East Asia; empty where there are none.
    fonts: String,
    /// Families of the publisher, each with a comma behind it, for the beginnings of lists.
    own_text: String,
    own_heading: String,
    own_code: String,
}

#[derive(Serialize)]
struct Alternate {
    lang: String,
    href: String,
}

#[derive(Serialize)]
struct Preview<'a> {
    href: String,
    width: u32,
    height: u32,
    alternative: &'a str,
}

#[derive(Serialize)]
struct Version<'a> {
    lang: &'a str,
    name: &'a str,
    dir: &'static str,
    href: String,
}

#[derive(Serialize)]
struct Offer<'a> {
    file: &'a str,
    label: &'a str,
    media_type: &'a str,
    size: Option<&'a str>,
}

/// A section of the table of contents; `text` is HTML.
#[derive(Serialize)]
struct Entry {
    id: String,
    text: String,
}

/// A footnote; `body` is HTML.
#[derive(Serialize)]
struct Note {
    number: usize,
    /// The number in the digits of the article.
    shown: String,
    body: String,
    /// One for each mention.
    references: Vec<String>,
}

impl<'a> Page<'a> {
    fn of(edition: &'a Edition<'a>) -> Self {
        let article = edition.article;
        let front = &article.front;
        let own_file = format!("article.{}.html", article.language);
        let address = |file: &str| edition.address(file).unwrap_or_else(|| file.to_owned());
        let mut alternates: Vec<Alternate> = vec![Alternate {
            lang: article.language.clone(),
            href: front.url.clone().unwrap_or_else(|| own_file.clone()),
        }];
        alternates.extend(front.versions.iter().map(|version| Alternate {
            lang: version.language.clone(),
            href: address(&format!("{}.html", version.stem)),
        }));
        alternates.sort_by(|a, b| a.lang.cmp(&b.lang));
        let default_address = alternates
            .iter()
            .find(|alternate| alternate.lang == edition.default_language)
            .map(|alternate| alternate.href.clone());
        let mut writer = tree::Writer::new(edition);
        let body = writer.blocks(&article.blocks);
        let contents = writer.contents(&article.blocks);
        let notes = writer.notes();
        let fonts = fonts::rules(
            article,
            [body.as_str()].into_iter().chain(notes.iter().map(|n| n.body.as_str())),
        );
        let brand = edition.brand;
        let bodies = [body.as_str()].into_iter().chain(notes.iter().map(|n| n.body.as_str()));
        let fonts = fonts + &fonts::brand_rules(article, brand, bodies);
        Self {
            fonts,
            own_text: fonts::before(&[brand.text]),
            own_heading: fonts::before(&[brand.heading, brand.text]),
            own_code: fonts::before(&[brand.code]),
            lang: &article.language,
            dir: direction(article.direction),
            list_style: article.numerals.list_style(),
            title: &front.title,
            subtitle: front.subtitle.as_deref(),
            description: &front.description,
            authors: &front.authors,
            date: &front.date,
            date_text: &front.date_text,
            keywords: front.keywords.join(", "),
            disclosure: front.disclosure.as_deref(),
            labels: &front.labels,
            canonical: front.url.clone(),
            // A single language has no alternates.
            alternates: if front.versions.is_empty() {
                Vec::new()
            } else {
                alternates
            },
            default_address: default_address.filter(|_| !front.versions.is_empty()),
            open_graph_locale: open_graph_locale(&article.language),
            color: &edition.palette,
            page: colors::Faces::of(&edition.palette),
            publisher: edition.logo.as_ref().map_or("", |logo| &logo.name),
            logo: edition.logo.as_ref().map(|logo| &logo.on_night),
            logo_print: edition.logo.as_ref().and_then(|logo| logo.on_paper.as_ref()),
            preview: edition.preview.as_ref().map(|picture| Preview {
                href: address(&picture.file),
                width: picture.width,
                height: picture.height,
                alternative: &picture.alternative,
            }),
            versions: front
                .versions
                .iter()
                .map(|version| Version {
                    lang: &version.language,
                    name: &version.name,
                    dir: direction(tree::direction_of(&version.language)),
                    href: format!("{}.html", version.stem),
                })
                .collect(),
            pdf: edition.pdf_file.as_deref(),
            downloads: offers(edition),
            contents,
            body,
            notes,
            linked_data: linked_data::write(edition),
        }
    }
}

/// The downloads that the words do not link to already.
fn offers<'a>(edition: &'a Edition) -> Vec<Offer<'a>> {
    let mut linked = std::collections::BTreeSet::new();
    super::blocks::for_each_inline(&edition.article.blocks, &mut |inline| {
        if let super::blocks::Inline::Link { target, .. } = inline {
            linked.insert(target.clone());
        }
    });
    edition
        .downloads
        .iter()
        .filter(|download| !linked.contains(&download.file))
        .map(|download| Offer {
            file: &download.file,
            label: &download.label,
            media_type: &download.media_type,
            size: download.size.as_ref().map(|(_, text)| text.as_str()),
        })
        .collect()
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::LeftToRight => "ltr",
        Direction::RightToLeft => "rtl",
    }
}

/// Language and territory, the likeliest one by CLDR where the tag has none.
fn open_graph_locale(tag: &str) -> String {
    let Ok(mut locale) = tag.parse::<icu_locale::LanguageIdentifier>() else {
        return tag.replace('-', "_");
    };
    icu_locale::LocaleExpander::new_common().maximize(&mut locale);
    match locale.region {
        Some(region) => format!("{}_{}", locale.language, region),
        None => locale.language.to_string(),
    }
}

fn data_uri(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", BASE64.encode(bytes))
}
