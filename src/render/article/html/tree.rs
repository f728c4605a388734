//! Blocks and inlines as HTML: every text escaped, every address checked again and encoded.

use super::super::blocks::{Block, ColumnAlignment, Figure, Inline, Table, plain_text};
use super::super::edition::Edition;
use super::super::highlight;
use super::{Entry, Note, data_uri};
use crate::locale::{Direction, Script};
use crate::text::held;

/// Ids of the page's own parts hold `--`, which ids of headings never do.
const NOTE: &str = "form--note-";
const MENTION: &str = "form--mention-";

pub struct Writer<'a> {
    edition: &'a Edition<'a>,
    /// How often each footnote has been mentioned so far.
    mentions: Vec<usize>,
    tables: usize,
    /// Within a link, or a copy of words elsewhere, there are no links.
    no_links: bool,
}

impl<'a> Writer<'a> {
    pub fn new(edition: &'a Edition<'a>) -> Self {
        Self {
            edition,
            mentions: vec![0; edition.article.footnotes.len()],
            tables: 0,
            no_links: false,
        }
    }

    pub fn blocks(&mut self, blocks: &[Block]) -> String {
        let mut out = String::new();
        for block in blocks {
            self.block(block, &mut out);
        }
        out
    }

    /// The sections of level 2.
    pub fn contents(&mut self, blocks: &[Block]) -> Vec<Entry> {
        self.no_links = true;
        let mut entries = Vec::new();
        for block in blocks {
            if let Block::Heading { level: 2, id, text } = block {
                entries.push(Entry {
                    id: id.clone(),
                    text: self.line(text),
                });
            }
        }
        self.no_links = false;
        entries
    }

    pub fn notes(&mut self) -> Vec<Note> {
        let article = self.edition.article;
        let bodies: Vec<String> = article.footnotes.iter().map(|note| self.blocks(note)).collect();
        bodies
            .into_iter()
            .enumerate()
            .map(|(index, body)| Note {
                number: index + 1,
                shown: article.numerals.plain(index as u64 + 1),
                body,
                references: (1..=self.mentions[index])
                    .map(|mention| format!("{MENTION}{}-{mention}", index + 1))
                    .collect(),
            })
            .collect()
    }

    /// Between a label and what it labels, in the manner of the language.
    fn colon(&self) -> &'static str {
        Script::of(&self.edition.article.language).map_or(": ", Script::colon)
    }

    fn label(&self, key: &str) -> &'a str {
        // Checked before anything is written.
        self.edition.article.front.labels.get(key).map_or("", String::as_str)
    }

    fn block(&mut self, block: &Block, out: &mut String) {
        match block {
            Block::Heading { level, id, text } => {
                let level = (*level).clamp(2, 6);
                let words = self.line(text);
                out.push_str(&format!("<h{level} id=\"{}\">{words}</h{level}>\n", attribute(id)));
            }
            Block::Paragraph(text) => {
                let words = self.line(text);
                out.push_str(&format!("<p>{words}</p>\n"));
            }
            Block::List { ordered, items } => self.list(*ordered, items, out),
            Block::Quote(blocks) => {
                out.push_str("<blockquote>\n");
                out.push_str(&self.blocks(blocks));
                out.push_str("</blockquote>\n");
            }
            Block::Code { language, text } => self.code(language.as_deref(), text, out),
            Block::Table(table) => self.table(table, out),
            Block::Figure(figure) => self.figure(figure, out),
            Block::Rule => out.push_str("<hr>\n"),
        }
    }

    fn list(&mut self, ordered: Option<u64>, items: &[Vec<Block>], out: &mut String) {
        let tag = if ordered.is_some() { "ol" } else { "ul" };
        match ordered {
            Some(start) if start != 1 => out.push_str(&format!("<ol start=\"{start}\">\n")),
            _ => out.push_str(&format!("<{tag}>\n")),
        }
        for item in items {
            out.push_str("<li>");
            match item.as_slice() {
                // A paragraph that stands alone, or before a list, needs no margins of its own.
                [Block::Paragraph(text), rest @ ..] if rest.iter().all(|block| matches!(block, Block::List { .. })) => {
                    out.push_str(&self.line(text));
                    out.push_str(&self.blocks(rest));
                }
                blocks => out.push_str(&self.blocks(blocks)),
            }
            out.push_str("</li>\n");
        }
        out.push_str(&format!("</{tag}>\n"));
    }

    fn code(&mut self, language: Option<&str>, text: &str, out: &mut String) {
        let class = language
            .map(|language| format!(" class=\"language-{}\"", attribute(language)))
            .unwrap_or_default();
        let name = match language {
            Some(language) => format!("{}{}{language}", self.label("code"), self.colon()),
            None => self.label("code").to_owned(),
        };
        // It may scroll, so the keyboard must reach it. Code is written from left to right in every language.
        out.push_str(&format!(
            "<pre dir=\"ltr\" translate=\"no\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><code{class}>{}</code></pre>\n",
            attribute(&name),
            // HTML drops a line end right after `<pre>`, but not after `<code>`.
            coloured(language.unwrap_or(""), text)
        ));
    }

    fn table(&mut self, table: &Table, out: &mut String) {
        self.tables += 1;
        let number = self.tables;
        let has_caption = !table.caption.is_empty();
        let name = if has_caption {
            format!("aria-labelledby=\"form--table-{number}\"")
        } else {
            format!("aria-label=\"{} {number}\"", attribute(self.label("table")))
        };
        out.push_str(&format!(
            "<div class=\"scroll\" id=\"form--data-{number}\" role=\"group\" tabindex=\"0\" {name}>\n<table>\n"
        ));
        if has_caption {
            let caption = self.line(&table.caption);
            out.push_str(&format!("<caption id=\"form--table-{number}\">{caption}</caption>\n"));
        }
        out.push_str("<thead>\n<tr>");
        for (column, cell) in table.head.iter().enumerate() {
            let class = column_class(table, column);
            let words = self.line(cell);
            // A head without words names nothing.
            if plain_text(cell).trim().is_empty() {
                out.push_str(&format!("<td{class}>{words}</td>"));
            } else {
                out.push_str(&format!("<th scope=\"col\"{class}>{words}</th>"));
            }
        }
        out.push_str("</tr>\n</thead>\n");
        if !table.rows.is_empty() {
            out.push_str("<tbody>\n");
            for row in &table.rows {
                self.row(table, row, out);
            }
            out.push_str("</tbody>\n");
        }
        out.push_str("</table>\n</div>\n");
    }

    fn row(&mut self, table: &Table, row: &[Vec<Inline>], out: &mut String) {
        out.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let class = column_class(table, column);
            let words = self.line(cell);
            // Words in the first of several columns say what the row is about.
            let names_row = column == 0
                && row.len() > 1
                && table.alignments.first() == Some(&ColumnAlignment::Start)
                && !plain_text(cell).trim().is_empty();
            if names_row {
                out.push_str(&format!("<th scope=\"row\"{class}>{words}</th>"));
            } else {
                out.push_str(&format!("<td{class}>{words}</td>"));
            }
        }
        out.push_str("</tr>\n");
    }

    fn figure(&mut self, figure: &Figure, out: &mut String) {
        let edition = self.edition;
        let caption = self.line(&figure.caption);
        out.push_str("<figure>\n");
        if let Some(picture) = edition.picture(&figure.picture) {
            // The first table is the summary: the long description of the picture.
            let described = edition
                .article
                .blocks
                .iter()
                .any(|block| matches!(block, Block::Table(_)));
            let details = if described {
                " aria-details=\"form--data-1\""
            } else {
                ""
            };
            out.push_str(&format!(
                "<img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"{}\"{details}>\n",
                data_uri("image/png", picture.png),
                picture.width,
                picture.height,
                attribute(&figure.alternative),
            ));
            let mut links = vec![format!(
                "<a href=\"{}\">{}</a>",
                attribute(&address(&picture.png_file)),
                escape(self.label("full_size"))
            )];
            if let Some(svg) = &picture.svg_file {
                links.push(format!(
                    "<a href=\"{}\">{}</a>",
                    attribute(&address(svg)),
                    escape(self.label("vector"))
                ));
            }
            let words = if caption.is_empty() {
                String::new()
            } else {
                format!("<span class=\"caption\">{caption}</span> ")
            };
            out.push_str(&format!(
                "<figcaption>{words}<span class=\"files\">{}</span></figcaption>\n",
                links.join(" · ")
            ));
        } else {
            // A set without pictures still says what they show.
            out.push_str(&format!("<p>{}</p>\n", escape(&figure.alternative)));
            if !caption.is_empty() {
                out.push_str(&format!("<figcaption>{caption}</figcaption>\n"));
            }
        }
        out.push_str("</figure>\n");
    }

    fn line(&mut self, inlines: &[Inline]) -> String {
        let mut out = String::new();
        self.inlines(inlines, &mut out);
        out
    }

    fn inlines(&mut self, inlines: &[Inline], out: &mut String) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.held(text, out),
                Inline::Emphasis(inner) => self.element("em", "", inner, out),
                Inline::Strong(inner) => self.element("strong", "", inner, out),
                Inline::Strike(inner) => self.element("s", "", inner, out),
                Inline::Code(code) => {
                    out.push_str("<code dir=\"ltr\" translate=\"no\">");
                    self.held(code, out);
                    out.push_str("</code>");
                }
                Inline::Link { text, .. } if self.no_links => self.inlines(text, out),
                Inline::Link { target, title, text } => {
                    let title = title
                        .as_ref()
                        .map(|title| format!(" title=\"{}\"", attribute(title)))
                        .unwrap_or_default();
                    let attributes = format!(" href=\"{}\"{title}", attribute(&address(target)));
                    self.no_links = true;
                    self.element("a", &attributes, text, out);
                    self.no_links = false;
                }
                Inline::Foreign { language, text } => {
                    let own = self.edition.article.direction;
                    let direction = direction_of(language);
                    let dir = if direction == own {
                        String::new()
                    } else {
                        format!(" dir=\"{}\"", super::direction(direction))
                    };
                    let attributes = format!(" lang=\"{}\"{dir}", attribute(language));
                    self.element("span", &attributes, text, out);
                }
                Inline::FootnoteReference(index) => self.mention(*index, out),
                Inline::LineBreak => out.push_str("<br>\n"),
            }
        }
    }

    /// Words with those that no line may end within in elements of their own.
    fn held(&self, text: &str, out: &mut String) {
        let mut from = 0;
        for range in held(text, self.edition.article.direction) {
            let whole = escape(&text[range.clone()]);
            out.push_str(&format!(
                "{}<span class=\"whole\">{whole}</span>",
                escape(&text[from..range.start])
            ));
            from = range.end;
        }
        out.push_str(&escape(&text[from..]));
    }

    fn element(&mut self, name: &str, attributes: &str, inner: &[Inline], out: &mut String) {
        out.push_str(&format!("<{name}{attributes}>"));
        self.inlines(inner, out);
        out.push_str(&format!("</{name}>"));
    }

    fn mention(&mut self, index: usize, out: &mut String) {
        if self.no_links {
            return;
        }
        let Some(count) = self.mentions.get_mut(index) else {
            return;
        };
        *count += 1;
        let (number, mention) = (index + 1, *count);
        let shown = self.edition.article.numerals.plain(number as u64);
        let label = attribute(self.label("note")).into_owned();
        out.push_str(&format!(
            "<sup><a id=\"{MENTION}{number}-{mention}\" href=\"#{NOTE}{number}\" role=\"doc-noteref\" \
             aria-label=\"{label} {shown}\">{shown}</a></sup>"
        ));
    }
}

/// Code with its known pieces in elements that the style gives colours to.
fn coloured(language: &str, code: &str) -> String {
    let tokens = highlight::tokens(language, code);
    let mut out = String::with_capacity(code.len() * 2);
    for (piece, kind) in highlight::pieces(code, 0..code.len(), &tokens) {
        match kind.class() {
            Some(class) => out.push_str(&format!("<span class=\"{class}\">{}</span>", escape(piece))),
            None => out.push_str(&escape(piece)),
        }
    }
    out
}

fn column_class(table: &Table, column: usize) -> &'static str {
    match table.alignments.get(column) {
        Some(ColumnAlignment::Center) => " class=\"center\"",
        Some(ColumnAlignment::End) => " class=\"end\"",
        _ => "",
    }
}

/// Direction of a language that may be none of ours.
pub fn direction_of(tag: &str) -> Direction {
    let primary = tag.split('-').next().unwrap_or(tag);
    match Script::of(tag).or_else(|| Script::of(primary)) {
        Some(script) => script.direction,
        None if ["fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"].contains(&primary) => Direction::RightToLeft,
        None => Direction::LeftToRight,
    }
}

fn escape(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out.into()
}

/// The same, for the inside of double quotes.
fn attribute(text: &str) -> std::borrow::Cow<'_, str> {
    escape(text)
}

/// An address as a URL: what may not stand in one is percent-encoded; an unknown scheme leads nowhere.
fn address(target: &str) -> String {
    let known = ["https://", "http://", "mailto:", "#"]
        .iter()
        .any(|scheme| target.starts_with(scheme));
    if !known
        && target
            .split(['/', '?', '#'])
            .next()
            .is_some_and(|first| first.contains(':'))
    {
        return "#".into();
    }
    let mut out = String::with_capacity(target.len());
    let bytes = target.as_bytes();
    for (at, c) in target.char_indices() {
        let encode = match c {
            ' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => true,
            // An address of the sixth version of IP stands in brackets after the slashes.
            '[' | ']' => !target[..at].ends_with("//") && target[..at].matches('/').count() > 2,
            '%' => !bytes
                .get(at + 1..at + 3)
                .is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)),
            c => c.is_control(),
        };
        if encode {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_coloured_and_stays_the_same_text() {
        assert_eq!(
            coloured("sql", "SELECT '<b>' -- a & b\n"),
            "<span class=\"code-keyword\">SELECT</span> <span class=\"code-text\">&#39;&lt;b&gt;&#39;</span> \
             <span class=\"code-comment\">-- a &amp; b</span>\n"
        );
        assert_eq!(coloured("cobol", "MOVE 1 < 2"), "MOVE 1 &lt; 2");
    }

    #[test]
    fn addresses_are_encoded_once_and_unknown_schemes_lead_nowhere() {
        for (target, expected) in [
            ("https://a.b/c d?e=\"f\"|g", "https://a.b/c%20d?e=%22f%22%7Cg"),
            ("https://a.b/100%/%20", "https://a.b/100%25/%20"),
            ("https://[::1]/x[1]", "https://[::1]/x%5B1%5D"),
            ("javascript:alert(1)", "#"),
            ("JAVASCRIPT:alert(1)", "#"),
            ("#方法", "#方法"),
            ("infographic.pl.png", "infographic.pl.png"),
        ] {
            assert_eq!(address(target), expected);
        }
    }

    #[test]
    fn languages_beyond_the_table_have_their_direction() {
        assert_eq!(direction_of("fa-IR"), Direction::RightToLeft);
        assert_eq!(direction_of("ar-EG"), Direction::RightToLeft);
        assert_eq!(direction_of("zh"), Direction::LeftToRight);
    }
}
