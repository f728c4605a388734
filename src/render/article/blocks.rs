//! The tree of blocks that every form of the article is made from. HTML and PDF say the same because they are both
//! written from this tree and from nothing else.

use crate::locale::{Direction, Numerals};

/// An article in one language.
#[derive(Debug, Clone, PartialEq)]
pub struct Article {
    /// BCP 47 tag.
    pub language: String,
    pub direction: Direction,
    /// Of pages, notes and items of lists; numbers of the text have theirs already.
    pub numerals: Numerals,
    pub front: FrontMatter,
    pub blocks: Vec<Block>,
    /// In the order of their first mention; `Inline::FootnoteReference` holds the index.
    pub footnotes: Vec<Vec<Block>>,
}

/// What a Markdown text says; with front matter it becomes an [`Article`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// The first heading of level 1, when the text has one.
    pub title: Option<Vec<Inline>>,
    pub blocks: Vec<Block>,
    pub footnotes: Vec<Vec<Block>>,
}

/// What stands before the text, and in the metadata of every form. All words are already in the article's language.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FrontMatter {
    pub title: String,
    pub subtitle: Option<String>,
    /// One or two sentences for search engines, previews and the PDF's subject.
    pub description: String,
    pub authors: Vec<String>,
    /// ISO 8601 date of publication, for metadata.
    pub date: String,
    /// The same date as readers of the language write it.
    pub date_text: String,
    pub keywords: Vec<String>,
    /// The line that discloses synthetic or republished data; `None` for a measured data set.
    pub disclosure: Option<String>,
    /// The other languages: tag, name of the language in itself, file stem (`article.pl`).
    pub versions: Vec<LanguageVersion>,
    /// Canonical address of the published page, when the report has one.
    pub url: Option<String>,
    /// Words that the forms themselves need (`page_of`, `download_pdf`, `contents`, `continued`, …), by key.
    pub labels: std::collections::BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LanguageVersion {
    pub language: String,
    pub name: String,
    pub stem: String,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Only at the top level of an article. Levels 2 to 6, none skipped on the way down; ids are unique.
    Heading {
        level: u8,
        id: String,
        text: Vec<Inline>,
    },
    Paragraph(Vec<Inline>),
    List {
        ordered: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Quote(Vec<Block>),
    Code {
        language: Option<String>,
        text: String,
    },
    Table(Table),
    Figure(Figure),
    Rule,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// May be empty.
    pub caption: Vec<Inline>,
    pub alignments: Vec<ColumnAlignment>,
    /// One row of cells; every row has as many.
    pub head: Vec<Vec<Inline>>,
    pub rows: Vec<Vec<Vec<Inline>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnAlignment {
    /// Text: at the start of the line.
    Start,
    Center,
    /// Numbers: at the end, decimal marks under each other.
    End,
}

/// A picture of the report; the forms decide how it is embedded.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Which picture: `infographic`.
    pub picture: String,
    /// What the picture shows and says, for those who cannot see it.
    pub alternative: String,
    pub caption: Vec<Inline>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    Text(String),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Strike(Vec<Inline>),
    Code(String),
    /// To an `http:`, `https:` or `mailto:` address, the `#id` of a heading, or the name of a published file.
    Link {
        target: String,
        title: Option<String>,
        text: Vec<Inline>,
    },
    /// Text in another language than the article's, for hyphenation, fonts and screen readers.
    Foreign {
        language: String,
        text: Vec<Inline>,
    },
    /// Index into `Article::footnotes`.
    FootnoteReference(usize),
    LineBreak,
}

/// The words of a run of inlines without their marks.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut text = String::new();
    push_plain_text(inlines, &mut text);
    text
}

fn push_plain_text(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) => push_plain_text(inner, out),
            Inline::Link { text, .. } | Inline::Foreign { text, .. } => push_plain_text(text, out),
            Inline::FootnoteReference(_) => {}
            Inline::LineBreak => out.push(' '),
        }
    }
}

/// Calls a function for every inline of some blocks, the outer before the inner ones.
pub fn for_each_inline(blocks: &[Block], visit: &mut dyn FnMut(&Inline)) {
    for block in blocks {
        match block {
            Block::Heading { text, .. } | Block::Paragraph(text) => visit_inlines(text, visit),
            Block::List { items, .. } => items.iter().for_each(|item| for_each_inline(item, visit)),
            Block::Quote(blocks) => for_each_inline(blocks, visit),
            Block::Table(table) => {
                visit_inlines(&table.caption, visit);
                for cell in table.head.iter().chain(table.rows.iter().flatten()) {
                    visit_inlines(cell, visit);
                }
            }
            Block::Figure(figure) => visit_inlines(&figure.caption, visit),
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

fn visit_inlines(inlines: &[Inline], visit: &mut dyn FnMut(&Inline)) {
    for inline in inlines {
        visit(inline);
        match inline {
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) => visit_inlines(inner, visit),
            Inline::Link { text, .. } | Inline::Foreign { text, .. } => visit_inlines(text, visit),
            Inline::Text(_) | Inline::Code(_) | Inline::FootnoteReference(_) | Inline::LineBreak => {}
        }
    }
}
