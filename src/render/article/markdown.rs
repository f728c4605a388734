//! Markdown → the block tree, with pulldown-cmark.
//!
//! The dialect is CommonMark with GFM tables, strikethrough and footnotes, headings with `{#id}`, and three
//! conventions that stay readable as plain Markdown:
//!
//! - `![alternative](infographic)`, alone in its paragraph, is a picture of the report;
//! - a paragraph that starts with `: ` right after a table or a picture is its caption;
//! - `[words](lang:en)` are words in another language; inside a link, or around one, `![words](lang:en)`.
//!
//! A first heading of level 1 is the title of the article. Whatever would be lost, dropped or passed on unread is a
//! fault: raw HTML, links that lead nowhere, marks that took no effect. Knows nothing of templates and files.

mod ids;
mod links;
mod refused;
mod residue;
mod structure;
mod tidy;

use super::blocks::{Block, Body, ColumnAlignment, Figure, Inline, Table, plain_text};
use crate::diagnostic::{Fault, Faults, SourceText};
use ids::Ids;
use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;
use std::ops::Range;
pub use tidy::tidy;

/// Bytes of one article; an article of three hundred pages has about one million.
pub const LARGEST_SOURCE: usize = 4 << 20;
/// Levels of blocks and inlines within each other.
pub const DEEPEST_NESTING: usize = 32;
/// Faults that are told at once; a text with more is not an article.
pub const MOST_FAULTS: usize = 500;

/// What the words of a report may point at, besides the web and their own headings.
#[derive(Debug, Clone, Default)]
pub struct Targets {
    /// Names of the report's pictures.
    pub pictures: Vec<String>,
    /// Names of the published files.
    pub files: Vec<String>,
}

/// Reads an article.
///
/// # Errors
/// All that is wrong with the text, in the order of the places.
pub fn parse(source: &SourceText, targets: &Targets) -> Result<Body, Faults> {
    if source.text.len() > LARGEST_SOURCE {
        return Err(Fault::input("article::too-large", "the article is too large")
            .file(&source.name)
            .found(format!("{} bytes", source.text.len()))
            .expected(format!("at most {LARGEST_SOURCE} bytes"))
            .into());
    }
    let mut builder = Builder::new(source, targets);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES;
    for (event, span) in Parser::new_ext(&source.text, options).into_offset_iter() {
        if builder.blocks.len() + builder.inlines.len() > DEEPEST_NESTING {
            builder.fault(
                span,
                "article::too-deep",
                format!("lists, quotes or marks are nested more than {DEEPEST_NESTING} deep"),
                "say it with fewer levels",
            );
            return Err(builder.into_faults());
        }
        if builder.faults.len() >= MOST_FAULTS {
            builder.fault(
                span,
                "article::too-many-faults",
                "what comes after this was not looked at: there are too many faults",
                "mend those above first",
            );
            return Err(builder.into_faults());
        }
        builder.event(event, span);
    }
    builder.finish()
}

/// A block that is still open.
struct BlockFrame {
    kind: BlockKind,
    blocks: Vec<Block>,
    start: usize,
}

enum BlockKind {
    Root,
    Quote,
    List {
        ordered: Option<u64>,
        items: Vec<Vec<Block>>,
    },
    Item,
    Footnote {
        label: String,
    },
    Html,
    Code {
        language: Option<String>,
        text: String,
    },
    Table(Table),
}

/// A run of inlines that is still open.
struct InlineFrame {
    kind: InlineKind,
    inlines: Vec<Inline>,
    span: Range<usize>,
}

enum InlineKind {
    Paragraph,
    /// The text of a tight list item, which has no paragraph of its own.
    Implicit,
    Heading {
        level: u8,
        id: Option<String>,
    },
    Cell,
    Emphasis,
    Strong,
    Strike,
    Link {
        target: String,
        title: Option<String>,
    },
    Foreign {
        language: String,
    },
    Picture {
        name: String,
        title: Option<String>,
    },
    /// Something that was refused; its words are dropped.
    Refused,
}

struct Builder<'a> {
    source: &'a SourceText,
    targets: &'a Targets,
    faults: Vec<Fault>,
    blocks: Vec<BlockFrame>,
    inlines: Vec<InlineFrame>,
    ids: Ids,
    /// Links to `#ids`, checked when all the headings are known.
    references: Vec<(String, Range<usize>)>,
    /// Labels of footnotes, and which mention is the first of each.
    mentioned: BTreeMap<String, usize>,
    defined: BTreeMap<String, (Vec<Block>, Range<usize>)>,
    title: Option<Vec<Inline>>,
    /// Level of the heading before.
    level: u8,
    /// Where plain text of the open run of inlines stands in the source.
    text_spans: Vec<Range<usize>>,
    /// Pictures that stand in the open paragraph.
    figures: Vec<(Figure, Range<usize>)>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a SourceText, targets: &'a Targets) -> Self {
        Self {
            source,
            targets,
            faults: Vec::new(),
            blocks: vec![BlockFrame {
                kind: BlockKind::Root,
                blocks: Vec::new(),
                start: 0,
            }],
            inlines: Vec::new(),
            ids: Ids::default(),
            references: Vec::new(),
            mentioned: BTreeMap::new(),
            defined: BTreeMap::new(),
            title: None,
            level: 1,
            text_spans: Vec::new(),
            figures: Vec::new(),
        }
    }

    fn fault(&mut self, span: Range<usize>, code: &'static str, message: impl Into<String>, hint: impl Into<String>) {
        let fault = Fault::input(code, message).at(self.source, span).hint(hint);
        self.faults.push(fault);
    }

    fn text_of(&self, span: &Range<usize>) -> &'a str {
        &self.source.text[span.clone()]
    }

    fn event(&mut self, event: Event, span: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, span),
            Event::Text(text) => self.text(&text, span),
            Event::Code(code) => {
                self.refuse_controls(&code, &span);
                self.inline(Inline::Code(code.into_string()), span);
            }
            Event::SoftBreak => {
                if !residue::break_vanishes(&self.source.text, &span) {
                    self.inline(Inline::Text(" ".into()), span);
                }
            }
            Event::HardBreak => self.inline(Inline::LineBreak, span),
            Event::Rule => {
                self.close_implicit();
                self.block(Block::Rule);
            }
            Event::FootnoteReference(label) => self.footnote_reference(&label, span),
            Event::Html(_) | Event::InlineHtml(_) => self.raw_html(span),
            // Not enabled; refused all the same, should an option ever turn them on.
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::TaskListMarker(_) => {
                self.fault(
                    span,
                    "article::not-supported",
                    "this mark is not supported",
                    "write it in words",
                );
            }
        }
    }

    fn start(&mut self, tag: Tag, span: Range<usize>) {
        match tag {
            Tag::Paragraph => self.open_inline(InlineKind::Paragraph, span),
            Tag::Heading {
                level,
                id,
                classes,
                attrs,
            } => {
                if !classes.is_empty() || !attrs.is_empty() {
                    self.fault(
                        span.clone(),
                        "article::heading-attribute",
                        "a heading can have an id and nothing else",
                        "write `## Heading {#id}`",
                    );
                }
                let id = id.map(|id| id.into_string());
                self.close_implicit();
                let level = level as u8;
                self.open_inline(InlineKind::Heading { level, id }, span);
            }
            Tag::BlockQuote(_) => self.open_block(BlockKind::Quote, span),
            Tag::CodeBlock(kind) => {
                let language = self.code_language(&kind, &span);
                let text = String::new();
                self.open_block(BlockKind::Code { language, text }, span);
            }
            Tag::HtmlBlock => {
                self.raw_html(span.clone());
                self.open_block(BlockKind::Html, span);
            }
            Tag::List(ordered) => {
                let items = Vec::new();
                self.open_block(BlockKind::List { ordered, items }, span);
            }
            Tag::Item => self.open_block(BlockKind::Item, span),
            Tag::FootnoteDefinition(label) => {
                let label = label.into_string();
                self.open_block(BlockKind::Footnote { label }, span);
            }
            Tag::Table(alignments) => {
                let table = Table {
                    caption: Vec::new(),
                    alignments: alignments.iter().map(column_alignment).collect(),
                    head: Vec::new(),
                    rows: Vec::new(),
                };
                self.open_block(BlockKind::Table(table), span);
            }
            Tag::TableHead => {}
            Tag::TableRow => {
                self.check_row_width(&span);
                if let Some(BlockKind::Table(table)) = self.blocks.last_mut().map(|frame| &mut frame.kind) {
                    table.rows.push(Vec::new());
                }
            }
            Tag::TableCell => self.open_inline(InlineKind::Cell, span),
            Tag::Emphasis => self.open_inline(InlineKind::Emphasis, span),
            Tag::Strong => self.open_inline(InlineKind::Strong, span),
            Tag::Strikethrough => self.open_inline(InlineKind::Strike, span),
            Tag::Link {
                link_type,
                dest_url,
                title,
                ..
            } => {
                let kind = self.link(link_type, &dest_url, &title, &span);
                self.open_inline(kind, span);
            }
            Tag::Image { dest_url, title, .. } => {
                let kind = self.image(&dest_url, &title, &span);
                self.open_inline(kind, span);
            }
            // Not enabled.
            Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Range<usize>) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::TableCell
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Image => self.close_inline(),
            TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::FootnoteDefinition
            | TagEnd::Table => self.close_block(span),
            _ => {}
        }
    }

    fn open_block(&mut self, kind: BlockKind, span: Range<usize>) {
        self.close_implicit();
        self.blocks.push(BlockFrame {
            kind,
            blocks: Vec::new(),
            start: span.start,
        });
    }

    fn block(&mut self, block: Block) {
        let frame = self.blocks.last_mut().expect("the root is never closed before the end");
        frame.blocks.push(block);
    }

    fn close_block(&mut self, span: Range<usize>) {
        self.close_implicit();
        let frame = self.blocks.pop().expect("starts and ends are balanced");
        match frame.kind {
            BlockKind::Root | BlockKind::Html => {}
            BlockKind::Quote => {
                if frame.blocks.is_empty() {
                    self.fault(span, "article::empty", "a quote is empty", "remove it");
                }
                self.block(Block::Quote(frame.blocks));
            }
            BlockKind::List { ordered, items } => self.block(Block::List { ordered, items }),
            BlockKind::Item => {
                if frame.blocks.is_empty() {
                    self.fault(
                        span,
                        "article::empty",
                        "an item of a list is empty",
                        "remove it, or look at the placeholder that printed nothing",
                    );
                }
                if let Some(BlockKind::List { items, .. }) = self.blocks.last_mut().map(|frame| &mut frame.kind) {
                    items.push(frame.blocks);
                }
            }
            BlockKind::Footnote { label } => self.footnote_definition(label, frame.blocks, frame.start..span.end),
            BlockKind::Code { language, mut text } => {
                if text.ends_with('\n') {
                    text.pop();
                }
                self.block(Block::Code { language, text });
            }
            BlockKind::Table(table) => self.block(Block::Table(table)),
        }
    }

    fn open_inline(&mut self, kind: InlineKind, span: Range<usize>) {
        let starts_a_block = matches!(
            kind,
            InlineKind::Paragraph | InlineKind::Implicit | InlineKind::Heading { .. } | InlineKind::Cell
        );
        if starts_a_block {
            self.close_implicit();
            self.text_spans.clear();
        } else {
            self.ensure_inline(&span);
        }
        self.inlines.push(InlineFrame {
            kind,
            inlines: Vec::new(),
            span,
        });
    }

    /// Opens the paragraph that a tight list item leaves out.
    fn ensure_inline(&mut self, span: &Range<usize>) {
        if self.inlines.is_empty() {
            self.text_spans.clear();
            self.inlines.push(InlineFrame {
                kind: InlineKind::Implicit,
                inlines: Vec::new(),
                span: span.clone(),
            });
        }
    }

    fn close_implicit(&mut self) {
        if matches!(
            self.inlines.last(),
            Some(InlineFrame {
                kind: InlineKind::Implicit,
                ..
            })
        ) {
            self.close_inline();
        }
    }

    fn inline(&mut self, inline: Inline, span: Range<usize>) {
        self.ensure_inline(&span);
        let frame = self.inlines.last_mut().expect("one was just made sure of");
        frame.span.end = frame.span.end.max(span.end);
        frame.inlines.push(inline);
    }

    fn text(&mut self, text: &str, span: Range<usize>) {
        match self.blocks.last_mut().map(|frame| &mut frame.kind) {
            Some(BlockKind::Code { text: code, .. }) => {
                code.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
                self.refuse_controls(text, &span);
                return;
            }
            Some(BlockKind::Html) => return,
            _ => {}
        }
        self.refuse_controls(text, &span);
        self.inline(Inline::Text(text.into()), span.clone());
        self.text_spans.push(span);
    }

    fn close_inline(&mut self) {
        let frame = self.inlines.pop().expect("starts and ends are balanced");
        let InlineFrame { kind, inlines, span } = frame;
        match kind {
            InlineKind::Paragraph | InlineKind::Implicit => self.paragraph(inlines, span),
            InlineKind::Heading { level, id } => self.heading(level, id, inlines, span),
            InlineKind::Cell => {
                self.report_residue();
                self.report_stray_figures();
                let cell = tidy(inlines);
                if let Some(BlockKind::Table(table)) = self.blocks.last_mut().map(|frame| &mut frame.kind) {
                    match table.rows.last_mut() {
                        Some(row) => row.push(cell),
                        None => table.head.push(cell),
                    }
                }
            }
            InlineKind::Emphasis => self.inline(Inline::Emphasis(inlines), span),
            InlineKind::Strong => self.inline(Inline::Strong(inlines), span),
            InlineKind::Strike => self.inline(Inline::Strike(inlines), span),
            InlineKind::Link { target, title } => {
                self.refuse_empty_link(&inlines, &span);
                let text = inlines;
                self.inline(Inline::Link { target, title, text }, span);
            }
            InlineKind::Foreign { language } => {
                self.refuse_empty_link(&inlines, &span);
                let text = inlines;
                self.inline(Inline::Foreign { language, text }, span);
            }
            InlineKind::Picture { name, title } => self.picture(name, title, inlines, span),
            InlineKind::Refused => {}
        }
    }

    fn finish(mut self) -> Result<Body, Faults> {
        let root = self.blocks.pop().expect("the root is never closed before the end");
        let mut blocks = root.blocks;
        for block in &mut blocks {
            if let Block::Heading { id, text, .. } = block
                && id.is_empty()
            {
                *id = self.ids.generate(&plain_text(text));
            }
        }
        self.check_references();
        let mut footnotes = vec![Vec::new(); self.mentioned.len()];
        for (label, index) in std::mem::take(&mut self.mentioned) {
            // A reference without a definition is plain text to the parser, so every mention has one.
            if let Some((blocks, _)) = self.defined.remove(&label) {
                footnotes[index] = blocks;
            }
        }
        for (label, (_, span)) in std::mem::take(&mut self.defined) {
            self.fault(
                span,
                "article::footnote",
                format!("nothing refers to the footnote `[^{label}]`"),
                "refer to it, or remove it",
            );
        }
        if self.faults.is_empty() {
            Ok(Body {
                title: self.title,
                blocks,
                footnotes,
            })
        } else {
            Err(self.into_faults())
        }
    }

    fn into_faults(mut self) -> Faults {
        self.faults
            .sort_by_key(|fault| fault.place.as_ref().map_or(0, |place| place.span.start));
        Faults::check(self.faults).expect_err("every fault of this module is an error, and there is one")
    }
}

/// A heading is one line in every form.
fn without_breaks(inlines: Vec<Inline>) -> Vec<Inline> {
    let space = |inline| match inline {
        Inline::LineBreak => Inline::Text(" ".into()),
        other => other,
    };
    inlines.into_iter().map(space).collect()
}

fn column_alignment(alignment: &Alignment) -> ColumnAlignment {
    match alignment {
        Alignment::None | Alignment::Left => ColumnAlignment::Start,
        Alignment::Center => ColumnAlignment::Center,
        Alignment::Right => ColumnAlignment::End,
    }
}

#[cfg(test)]
mod tests;
