//! The words of an article, block by block, as a reader would copy them.

use benchfolio::render::article::blocks::{Article, Block, Inline};

/// One line a block: headings, paragraphs, cells, lines of code. A footnote's number stands apart (`\u{1}`), because
/// engines join it to what is before it or not.
pub fn of(article: &Article) -> Vec<String> {
    let mut lines = vec![article.front.title.clone()];
    lines.extend(article.front.subtitle.clone());
    lines.extend(article.front.disclosure.clone());
    blocks(&article.blocks, &mut lines);
    for note in &article.footnotes {
        blocks(note, &mut lines);
    }
    lines
}

fn blocks(blocks: &[Block], lines: &mut Vec<String>) {
    for block in blocks {
        match block {
            Block::Heading { text, .. } | Block::Paragraph(text) => lines.push(inlines(text)),
            Block::List { items, .. } => items.iter().for_each(|item| self::blocks(item, lines)),
            Block::Quote(inner) => self::blocks(inner, lines),
            Block::Code { text, .. } => lines.extend(text.lines().map(str::to_owned)),
            Block::Table(table) => {
                lines.push(inlines(&table.caption));
                for row in std::iter::once(&table.head).chain(&table.rows) {
                    lines.extend(row.iter().map(|cell| inlines(cell)));
                }
            }
            Block::Figure(figure) => lines.push(inlines(&figure.caption)),
            Block::Rule => {}
        }
    }
}

fn inlines(inlines: &[Inline]) -> String {
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(t) | Inline::Code(t) => text.push_str(t),
            Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Strike(inner) => text += &self::inlines(inner),
            Inline::Link { text: inner, .. } | Inline::Foreign { text: inner, .. } => text += &self::inlines(inner),
            Inline::FootnoteReference(index) => text += &format!("\u{1}{}\u{1}", index + 1),
            Inline::LineBreak => text.push('\n'),
        }
    }
    text
}
