//! The article as a PDF: set like a book, tagged for screen readers (PDF/UA-1), kept for archives (PDF/A-3a), with the
//! data attached.
//!
//! Blocks become a flow of lines ([`flow`], [`table`]), the flow becomes pages ([`pages`]), pages are painted
//! ([`paint`], [`svg`]) through one small trait ([`writer`]), which printpdf stands behind ([`press`], [`finish`]).
//! Knows the block tree and the font bundle, and nothing of reports, templates and files.

mod columns;
mod faces;
mod finish;
mod flow;
mod inline;
mod pages;
mod paint;
mod press;
mod reading;
mod sheet;
mod structure;
mod svg;
mod table;
mod writer;
mod xmp;

pub use sheet::Paper;

use crate::diagnostic::{Fault, Faults};
use crate::locale::{Direction, Script};
use crate::render::Artefact;
use crate::render::article::blocks::{Article, Block};
use crate::render::logo::Logo;
use crate::render::theme::Palette;
use crate::text::{Brand, FontSet};
use resvg::usvg;
use writer::Writer;

/// The archival profile that the file keeps to; PDF/UA-1 it keeps always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conformance {
    /// PDF/A-2a: no attachments.
    A2a,
    /// PDF/A-3a: the data are attached.
    #[default]
    A3a,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    pub paper: Paper,
    pub conformance: Conformance,
}

/// The picture of the report.
#[derive(Debug, Clone, Copy)]
pub struct Infographic<'a> {
    /// Read with [`svg_options`], so that its faces are the bundle's.
    pub tree: &'a usvg::Tree,
    pub title: &'a str,
}

/// A file within the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    /// Media type, such as `application/json`.
    pub mime: String,
    pub description: String,
    pub bytes: Vec<u8>,
}

/// All that a PDF is made from.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    pub article: &'a Article,
    pub infographic: Option<Infographic<'a>>,
    /// The logo on paper, and what it is called by those who do not see it.
    pub logo: Option<(&'a Logo, &'a str)>,
    pub palette: &'a Palette,
    /// The fonts of a publisher.
    pub brand: Brand,
    pub attachments: Vec<Attachment>,
    pub options: Options,
}

/// What the metadata say.
#[derive(Debug, Clone)]
struct Description {
    title: String,
    authors: Vec<String>,
    subject: String,
    keywords: Vec<String>,
    language: String,
    right_to_left: bool,
    date: Option<Date>,
    creator: String,
    producer: String,
    conformance: Conformance,
    attachments: Vec<Attachment>,
}

/// A day of the Gregorian calendar, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads the day of an ISO 8601 date.
    fn parse(text: &str) -> Option<Date> {
        let mut parts = text.get(..10)?.splitn(3, '-');
        let date = Date {
            year: parts.next()?.parse().ok()?,
            month: parts.next()?.parse().ok().filter(|m| (1..=12).contains(m))?,
            day: parts.next()?.parse().ok().filter(|d| (1..=31).contains(d))?,
        };
        Some(date)
    }

    fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}T00:00:00Z", self.year, self.month, self.day)
    }

    fn pdf(self) -> String {
        format!("D:{:04}{:02}{:02}000000Z", self.year, self.month, self.day)
    }
}

/// How an SVG must be read to be painted here: with the bundle's faces and without falling back to others.
pub fn svg_options<'a>() -> usvg::Options<'a> {
    usvg::Options {
        fontdb: FontSet::shared().database(),
        font_family: "Inter".into(),
        image_href_resolver: crate::render::logo::only_own_images(),
        font_resolver: usvg::FontResolver {
            select_font: usvg::FontResolver::default_font_selector(),
            select_fallback: Box::new(|_, _, _| None),
        },
        ..usvg::Options::default()
    }
}

/// Sets an article: `article.<language>.pdf`. The same request gives the same bytes, on any thread and in any order.
///
/// # Errors
/// All that cannot be set: characters that no font has, tables wider than the page, links that lead nowhere, a picture
/// that is missing.
pub fn render(request: &Request<'_>) -> Result<Artefact, Faults> {
    let article = request.article;
    let script = script_of(request)?;
    let description = describe(request)?;
    let sheet = sheet::Sheet::new(request.options.paper, script, request.palette);
    let mut setter = flow::Setter::new(article, script, sheet);
    setter.logo = request.logo;
    setter.typesetter.set_brand(request.brand);
    if request.infographic.is_none() {
        setter.faults.extend(missing_pictures(article));
    }
    setter.set();
    if !setter.faults.is_empty() {
        Faults::check(std::mem::take(&mut setter.faults))?;
    }
    let pages = pages::Paginator {
        items: &setter.items,
        heads: &setter.heads,
        notes: &setter.notes,
        pictures: &setter.pictures,
        depth: setter.sheet.depth,
    }
    .pages();
    let painter = paint::Painter::new(press::Press::new(), setter, request.infographic.as_ref());
    let painted = painter.paint(&pages);
    Faults::check(painted.faults)?;
    let bytes = painted.writer.finish(&writer::Document {
        structure: &painted.structure,
        links: &painted.links,
        outline: &painted.outline,
        description: &description,
    })?;
    Ok(Artefact {
        name: format!("article.{}.pdf", article.language),
        bytes,
    })
}

fn script_of(request: &Request<'_>) -> Result<&'static Script, Faults> {
    let tag = &request.article.language;
    Script::of(tag).ok_or_else(|| {
        Fault::input("pdf::language", "pages cannot be set in this language")
            .found(tag.as_str())
            .expected("a language of the table in src/locale")
            .into()
    })
}

fn describe(request: &Request<'_>) -> Result<Description, Faults> {
    let front = &request.article.front;
    let mut faults = Vec::new();
    if front.title.trim().is_empty() {
        faults.push(Fault::input("pdf::title", "a PDF needs a title").language(&request.article.language));
    }
    let date = Date::parse(&front.date);
    if date.is_none() && !front.date.is_empty() {
        faults.push(
            Fault::input("pdf::date", "the date is no date")
                .found(&front.date)
                .expected("YYYY-MM-DD"),
        );
    }
    let conformance = request.options.conformance;
    if conformance == Conformance::A2a && !request.attachments.is_empty() {
        faults.push(
            Fault::input("pdf::attachment", "PDF/A-2a allows no attached data")
                .found(format!("{} attachments", request.attachments.len()))
                .hint("ask for PDF/A-3a, or attach nothing"),
        );
    }
    Faults::check(faults)?;
    let mut attachments = request.attachments.clone();
    // A name tree is sorted.
    attachments.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Description {
        title: front.title.clone(),
        authors: front.authors.clone(),
        subject: front.description.clone(),
        keywords: front.keywords.clone(),
        language: request.article.language.clone(),
        right_to_left: request.article.direction == Direction::RightToLeft,
        date,
        creator: concat!("Benchfolio ", env!("CARGO_PKG_VERSION")).into(),
        producer: "printpdf 0.12.8".into(),
        conformance,
        attachments,
    })
}

fn missing_pictures(article: &Article) -> Vec<Fault> {
    fn figures<'b>(blocks: &'b [Block], found: &mut Vec<&'b str>) {
        for block in blocks {
            match block {
                Block::Figure(figure) => found.push(&figure.picture),
                Block::Quote(inner) => figures(inner, found),
                Block::List { items, .. } => items.iter().for_each(|item| figures(item, found)),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    figures(&article.blocks, &mut found);
    let fault = |name: &&str| {
        Fault::input("pdf::picture", "the article shows a picture that was not given")
            .language(&article.language)
            .found(*name)
    };
    found.iter().map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_and_written() {
        let date = Date::parse("2026-11-30T12:00:00Z").unwrap();
        assert_eq!(date.pdf(), "D:20261130000000Z");
        assert_eq!(date.iso(), "2026-11-30T00:00:00Z");
        assert_eq!(Date::parse("2026-13-01"), None);
        assert_eq!(Date::parse("today"), None);
    }
}
