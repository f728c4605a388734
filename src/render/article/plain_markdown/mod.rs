//! The block tree → Markdown.
//!
//! Two dialects come from the same code: the one that articles are written in, which [`super::markdown::parse`] reads
//! back to the same tree, and the published one, which any CommonMark + GFM reader shows well. What only our reader
//! understands (ids of headings, captions, marks of language) becomes plain Markdown there.

mod inlines;

use super::blocks::{Block, Body, ColumnAlignment, Figure, Inline, Table};
use super::edition::{Edition, Picture};
use crate::locale::Direction;
pub use inlines::escape;
use inlines::{Line, write_inlines};
use std::collections::BTreeSet;

/// Writes an article as its authors would: reading it gives the same tree.
pub fn write(body: &Body) -> String {
    let writer = Writer { published: None };
    let mut parts = Vec::new();
    if let Some(title) = &body.title {
        parts.push(format!("# {}", write_inlines(title, Line::Heading, None)));
    }
    parts.push(writer.blocks(&body.blocks));
    parts.push(writer.footnotes(&body.footnotes));
    assemble(parts)
}

/// Writes the published form: title, authors, date, disclosure and links before the words.
pub fn publish(edition: &Edition) -> String {
    let article = edition.article;
    let writer = Writer {
        published: Some(Published {
            direction: article.direction,
            pictures: &edition.pictures,
            linked: linked_ids(&article.blocks),
        }),
    };
    let front = &article.front;
    let mut parts = vec![format!("# {}", plain(&front.title, Line::Heading))];
    if let Some(subtitle) = &front.subtitle {
        let strong = Inline::Strong(vec![Inline::Text(subtitle.clone())]);
        parts.push(write_inlines(&[strong], Line::Paragraph, None));
    }
    let byline: Vec<String> = [front.authors.join(", "), front.date_text.clone()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    parts.push(plain(&byline.join(" · "), Line::Paragraph));
    if let Some(disclosure) = &front.disclosure {
        let strong = Inline::Strong(vec![Inline::Text(disclosure.clone())]);
        parts.push(format!("> {}", write_inlines(&[strong], Line::Paragraph, None)));
    }
    let versions: Vec<String> = front
        .versions
        .iter()
        .map(|version| format!("[{}]({}.md)", escape(&version.name), version.stem))
        .collect();
    parts.push(versions.join(" · "));
    parts.push(writer.blocks(&article.blocks));
    parts.push(writer.footnotes(&article.footnotes));
    assemble(parts)
}

/// Writes blocks in the published form; a figure is its caption.
pub fn publish_blocks(blocks: &[Block], direction: Direction) -> String {
    let writer = Writer {
        published: Some(Published {
            direction,
            pictures: &[],
            linked: linked_ids(blocks),
        }),
    };
    writer.blocks(blocks)
}

/// Words without marks as a line of their own: nothing at its start is taken for the sign of a list or a heading.
fn plain(words: &str, line: Line) -> String {
    write_inlines(&[Inline::Text(words.to_owned())], line, None)
}

fn assemble(mut parts: Vec<String>) -> String {
    parts.retain(|part| !part.is_empty());
    let mut text = parts.join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

struct Published<'a> {
    direction: Direction,
    pictures: &'a [Picture<'a>],
    /// Ids that links of the article lead to; only these need an anchor.
    linked: BTreeSet<String>,
}

struct Writer<'a> {
    published: Option<Published<'a>>,
}

impl Writer<'_> {
    fn line(&self, inlines: &[Inline], line: Line) -> String {
        let direction = self.published.as_ref().map(|published| published.direction);
        write_inlines(inlines, line, direction)
    }

    fn blocks(&self, blocks: &[Block]) -> String {
        let mut parts: Vec<String> = Vec::new();
        // Lists of one kind that touch would run into each other: every second one has the other mark.
        let mut other_mark = false;
        let mut before: Option<&Block> = None;
        for block in blocks {
            other_mark = match (before, block) {
                (Some(Block::List { ordered: a, .. }), Block::List { ordered: b, .. })
                    if a.is_some() == b.is_some() =>
                {
                    !other_mark
                }
                _ => false,
            };
            parts.push(self.block(block, other_mark));
            before = Some(block);
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n\n")
    }

    fn block(&self, block: &Block, other_mark: bool) -> String {
        match block {
            Block::Heading { level, id, text } => self.heading(*level, id, text),
            Block::Paragraph(text) => self.line(text, Line::Paragraph),
            Block::List { ordered, items } => self.list(*ordered, items, other_mark),
            Block::Quote(blocks) => prefix(&self.blocks(blocks), "> ", "> "),
            Block::Code { language, text } => code(language.as_deref(), text),
            Block::Table(table) => self.table(table),
            Block::Figure(figure) => self.figure(figure),
            // Neither a mark of a list nor an underline of a heading.
            Block::Rule => "___".into(),
        }
    }

    fn heading(&self, level: u8, id: &str, text: &[Inline]) -> String {
        let marks = "#".repeat(level.into());
        let words = self.line(text, Line::Heading);
        match &self.published {
            None => format!("{marks} {words} {{#{id}}}"),
            Some(published) if published.linked.contains(id) => {
                // Readers of Markdown make ids in their own ways; this anchor works in all of them.
                format!("<a id=\"{id}\"></a>\n\n{marks} {words}")
            }
            Some(_) => format!("{marks} {words}"),
        }
    }

    fn list(&self, ordered: Option<u64>, items: &[Vec<Block>], other_mark: bool) -> String {
        let separator = if items.iter().all(|item| is_tight(item)) {
            "\n"
        } else {
            "\n\n"
        };
        let items: Vec<String> = items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                let mark = match (ordered, other_mark) {
                    (None, false) => "- ".to_owned(),
                    (None, true) => "* ".to_owned(),
                    (Some(first), false) => format!("{}. ", numbered(first, index)),
                    (Some(first), true) => format!("{}) ", numbered(first, index)),
                };
                let blocks = match item.as_slice() {
                    [Block::Paragraph(text), list @ Block::List { .. }] if separator == "\n" => {
                        format!("{}\n{}", self.line(text, Line::Paragraph), self.block(list, false))
                    }
                    blocks => self.blocks(blocks),
                };
                let indent = " ".repeat(mark.len());
                prefix(&blocks, &mark, &indent)
            })
            .collect();
        items.join(separator)
    }

    fn table(&self, table: &Table) -> String {
        let mut lines = vec![self.row(&table.head)];
        let rule: Vec<&str> = table
            .alignments
            .iter()
            .map(|alignment| match alignment {
                ColumnAlignment::Start => "---",
                ColumnAlignment::Center => ":-:",
                ColumnAlignment::End => "--:",
            })
            .collect();
        lines.push(format!("| {} |", rule.join(" | ")));
        lines.extend(table.rows.iter().map(|row| self.row(row)));
        self.with_caption(lines.join("\n"), &table.caption)
    }

    fn row(&self, cells: &[Vec<Inline>]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| self.line(cell, Line::Cell)).collect();
        format!("| {} |", cells.join(" | "))
    }

    fn figure(&self, figure: &Figure) -> String {
        let file = match &self.published {
            None => figure.picture.as_str(),
            Some(published) => match published.pictures.iter().find(|picture| picture.name == figure.picture) {
                Some(picture) => picture.png_file.as_str(),
                None => return self.line(&figure.caption, Line::Paragraph),
            },
        };
        let image = format!("![{}]({file})", escape(&figure.alternative));
        self.with_caption(image, &figure.caption)
    }

    fn with_caption(&self, block: String, caption: &[Inline]) -> String {
        if caption.is_empty() {
            return block;
        }
        let words = match &self.published {
            None => format!(": {}", self.line(caption, Line::Caption)),
            Some(_) => self.line(&[Inline::Emphasis(caption.to_vec())], Line::Paragraph),
        };
        format!("{block}\n\n{words}")
    }

    fn footnotes(&self, footnotes: &[Vec<Block>]) -> String {
        let notes: Vec<String> = footnotes
            .iter()
            .enumerate()
            .map(|(index, blocks)| prefix(&self.blocks(blocks), &format!("[^{}]: ", index + 1), "    "))
            .collect();
        notes.join("\n\n")
    }
}

/// CommonMark takes nine digits.
fn numbered(first: u64, index: usize) -> u64 {
    (first + index as u64).min(999_999_999)
}

/// Whether an item can stand without empty lines: a paragraph, and at most a list that may follow it directly.
fn is_tight(item: &[Block]) -> bool {
    match item {
        [Block::Paragraph(_)] => true,
        [Block::Paragraph(_), Block::List { ordered, items }] => {
            matches!(ordered, None | Some(1)) && items.iter().all(|item| is_tight(item))
        }
        _ => false,
    }
}

/// A fence one longer than any run of backticks inside.
fn code(language: Option<&str>, text: &str) -> String {
    let fence = "`".repeat(inlines::longest_run(text, '`').max(2) + 1);
    let language = language.unwrap_or_default();
    if text.is_empty() {
        format!("{fence}{language}\n{fence}")
    } else {
        format!("{fence}{language}\n{text}\n{fence}")
    }
}

/// Puts one prefix before the first line and another before each further one that is not empty.
fn prefix(text: &str, first: &str, rest: &str) -> String {
    let mut out = String::with_capacity(text.len() + first.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let before = if index == 0 { first } else { rest };
        if line.is_empty() {
            out.push_str(before.trim_end());
        } else {
            out.push_str(before);
            out.push_str(line);
        }
    }
    out
}

fn linked_ids(blocks: &[Block]) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    super::blocks::for_each_inline(blocks, &mut |inline| {
        if let Inline::Link { target, .. } = inline
            && let Some(id) = target.strip_prefix('#')
        {
            ids.insert(id.to_owned());
        }
    });
    ids
}

#[cfg(test)]
mod tests;
