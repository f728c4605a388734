//! The twin of a picture that needs no font: the same layers, ids and descriptions; each text is a group with the id of
//! the text, its outlines, and its words as a label.

use crate::render::path_data::Pen;
use crate::render::svg::escape;
use resvg::usvg;
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// `svg` is what `tree` was parsed from.
pub(super) fn twin(svg: &str, tree: &usvg::Tree) -> String {
    // A picture that was parsed once is parsed again.
    let Ok(document) = Document::parse(svg) else {
        return svg.to_owned();
    };
    let mut laid_out = Vec::new();
    super::proof::collect(tree.root(), &mut laid_out);
    let laid_out: BTreeMap<&str, &usvg::Text> = laid_out.into_iter().map(|text| (text.id(), text)).collect();
    let mut twin = String::with_capacity(svg.len() * 8);
    let mut at = 0;
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let id = node.attribute("id").unwrap_or_default();
        twin.push_str(&svg[at..node.range().start]);
        at = node.range().end;
        let words = escape(&words(node));
        let _ = write!(
            twin,
            r#"<g id="{}" inkscape:label="{words}" role="img" aria-label="{words}">"#,
            escape(id)
        );
        if let Some(text) = laid_out.get(id) {
            outlines(text.flattened(), &mut twin);
        }
        twin.push_str("</g>");
    }
    twin.push_str(&svg[at..]);
    twin
}

/// The words of a text in reading order; its lines are parted by spaces where their script has any.
fn words(text: Node<'_, '_>) -> String {
    let mut words = String::new();
    let mut line = None;
    for node in text.descendants().filter(Node::is_text) {
        let place = node.parent_element().and_then(|parent| parent.attribute("y"));
        let spaced = |c: Option<char>| c.is_some_and(|c| c < '\u{2e80}' && !c.is_whitespace());
        let wide_mark = |c: Option<char>| c.is_some_and(|c| c >= '\u{2e80}' && !c.is_alphanumeric());
        let more = node.text().unwrap_or_default();
        let beside = [words.chars().next_back(), more.chars().next()];
        if line.is_some_and(|line| line != place)
            && beside.iter().any(|c| spaced(*c))
            && !beside.iter().any(|c| wide_mark(*c))
        {
            words.push(' ');
        }
        line = Some(place);
        words.push_str(more);
    }
    words.retain(|c| !matches!(c, '\u{2066}'..='\u{2069}'));
    words
}

/// Writes the outlines of a group, one path a span.
fn outlines(group: &usvg::Group, svg: &mut String) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => outlines(inner, svg),
            usvg::Node::Path(path) => {
                if let Some(usvg::Paint::Color(color)) = path.fill().map(usvg::Fill::paint) {
                    let _ = write!(
                        svg,
                        r##"<path fill="#{:02x}{:02x}{:02x}" d=""##,
                        color.red, color.green, color.blue
                    );
                    let placed = path.data().clone().transform(path.abs_transform());
                    Pen::default().write(placed.iter().flat_map(|path| path.segments()), svg);
                    svg.push_str("\"/>");
                }
            }
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_lines_and_families_are_joined_as_they_are_read() {
        let text = "<svg xmlns='http://www.w3.org/2000/svg'><text><tspan x='1' y='1'>平均缩短</tspan><tspan x='9' y='1'>6 </tspan>\
                    <tspan x='12' y='1'>毫秒</tspan><tspan x='1' y='2'>mean of</tspan><tspan x='1' y='3'>calls</tspan></text></svg>";
        let document = Document::parse(text).unwrap();
        let node = document.descendants().find(|node| node.has_tag_name("text")).unwrap();
        assert_eq!(words(node), "平均缩短6 毫秒 mean of calls");
    }
}
