//! Markdown: the text of every block, without code, addresses and the numbers of lists.

use super::{Piece, Role};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut prose = String::new();
    let mut pieces = Vec::new();
    let mut alternative: Option<String> = None;
    let mut code = false;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::MetadataBlock(_)) => code = true,
            Event::End(TagEnd::CodeBlock | TagEnd::MetadataBlock(_)) => code = false,
            Event::Start(Tag::Image { .. }) => alternative = Some(String::new()),
            Event::End(TagEnd::Image) => pieces.extend(alternative.take().map(|text| Piece {
                role: Role::Alternative,
                text,
                place: String::new(),
            })),
            Event::Text(words) if !code => alternative.as_mut().unwrap_or(&mut prose).push_str(&words),
            Event::InlineHtml(html) | Event::Html(html) => {
                let inner = super::html::pieces(&html);
                prose.extend(inner.iter().map(|piece| piece.text.as_str()));
            }
            Event::SoftBreak | Event::HardBreak => prose.push('\n'),
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell | TagEnd::BlockQuote(_),
            ) => prose.push('\n'),
            _ => {}
        }
    }
    pieces.insert(
        0,
        Piece {
            role: Role::Prose,
            text: prose,
            place: String::new(),
        },
    );
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_addresses_and_list_numbers_are_left_out() {
        let found = pieces(
            "# A 1\n\n1. two `3` [four](5)\n\n```\n6\n```\n\n| a | 7 |\n|---|---|\n| b | 8 |\n\n![alt 9](10.png)\n",
        );
        assert_eq!(
            found[0].text.split_whitespace().collect::<Vec<_>>(),
            ["A", "1", "two", "four", "a", "7", "b", "8"]
        );
        assert_eq!((found[1].role, found[1].text.as_str()), (Role::Alternative, "alt 9"));
    }
}
