//! An article together with what stands beside it: the files that its forms show, embed and link to.

use super::blocks::Article;
use crate::render::theme::Palette;
use crate::text::Brand;

/// Everything that a written form of one language needs.
#[derive(Debug, Clone)]
pub struct Edition<'a> {
    pub article: &'a Article,
    /// The report's pictures in the article's language.
    pub pictures: Vec<Picture<'a>>,
    /// The picture that previews of links to the page show.
    pub preview: Option<Preview>,
    /// File name of the PDF of the same article, when it is published.
    pub pdf_file: Option<String>,
    /// Published files that readers may want, in the order of the report.
    pub downloads: Vec<Download>,
    pub dataset: DatasetCard,
    /// Colours of the head of the page.
    pub palette: Palette,
    pub logo: Option<PageLogo>,
    /// The fonts of the publisher, which the page brings along.
    pub brand: Brand,
    /// Language that a reader of none of the languages gets: the report's reference language.
    pub default_language: String,
}

/// The logo of the publisher on a page for the web.
#[derive(Debug, Clone, PartialEq)]
pub struct PageLogo {
    /// Who publishes, for those who do not see it.
    pub name: String,
    pub on_night: LogoImage,
    /// On paper, where it is another one: for print.
    pub on_paper: Option<LogoImage>,
}

/// A logo that the page brings along.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct LogoImage {
    /// A `data:` address.
    pub address: String,
    /// Size in CSS pixels.
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// What the words call it: `infographic`.
    pub name: String,
    pub png_file: String,
    pub svg_file: Option<String>,
    pub png: &'a [u8],
    /// Size of the PNG in pixels.
    pub width: u32,
    pub height: u32,
    /// What it shows, for those who do not see it.
    pub alternative: String,
}

/// A picture beside the article.
#[derive(Debug, Clone)]
pub struct Preview {
    pub file: String,
    /// Size in pixels.
    pub width: u32,
    pub height: u32,
    pub alternative: String,
}

#[derive(Debug, Clone)]
pub struct Download {
    pub file: String,
    /// What it is, in the article's language.
    pub label: String,
    /// Media type, such as `application/json`.
    pub media_type: String,
    /// Bytes and how the language writes that size, when the file is finished before the article.
    pub size: Option<(u64, String)>,
}

/// What search engines for data are told (schema.org `Dataset`).
#[derive(Debug, Clone, Default)]
pub struct DatasetCard {
    pub name: String,
    pub description: String,
    /// Address of the licence of the data, when the report states one.
    pub license: Option<String>,
    /// Names of what was measured, in the article's language.
    pub variables: Vec<String>,
    /// How it was measured, in a few words.
    pub technique: Option<String>,
    /// The publication that the figures come from.
    pub based_on: Option<String>,
    /// The downloads that hold the data.
    pub data_files: Vec<String>,
    /// Revision of the measuring code.
    pub version: Option<String>,
}

impl Edition<'_> {
    pub fn picture(&self, name: &str) -> Option<&Picture<'_>> {
        self.pictures.iter().find(|picture| picture.name == name)
    }

    /// Absolute address of a file beside the article, when the report says where it is published.
    pub fn address(&self, file: &str) -> Option<String> {
        let url = self.article.front.url.as_deref()?;
        // The page may be given as a folder or as a file in it.
        let folder = url.rfind('/').map_or(url, |slash| &url[..=slash]);
        Some(format!("{folder}{file}"))
    }
}
