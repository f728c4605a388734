//! SVG: each `<text>` with its id, or the label of its outlines; titles and descriptions. Labels inside a group whose id
//! says `axis` or `tick` are axes.

use super::{Piece, Role};
use resvg::usvg::roxmltree::{Document, Node};

pub(super) fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let document = Document::parse(text).map_err(|e| e.to_string())?;
    let mut pieces = Vec::new();
    for node in document.descendants().filter(Node::is_element) {
        let role = match node.tag_name().name() {
            "text" if is_axis(node) => Role::Axis,
            "text" => Role::Prose,
            "title" | "desc" => Role::Alternative,
            "g" if node.has_attribute("aria-label") && is_axis(node) => Role::Axis,
            "g" if node.has_attribute("aria-label") => Role::Prose,
            _ => continue,
        };
        pieces.push(Piece {
            role,
            text: node.attribute("aria-label").map_or_else(|| words(node), str::to_owned),
            place: place(node),
        });
    }
    Ok(pieces)
}

/// The text of a node and of all below it; a part on a base line of its own is another line. Parts on one line are of
/// different fonts, and spaces between them are written.
fn words(node: Node) -> String {
    let mut text = String::new();
    let mut line = node.attribute("y");
    for inner in node.descendants() {
        let placed = ["x", "y", "dy"].iter().any(|name| inner.has_attribute(*name));
        if inner.is_element() && placed && !text.is_empty() {
            let own = inner.attribute("y");
            if own.is_none() || own != line || inner.has_attribute("dy") {
                text.push('\n');
            }
            line = own;
        }
        text.push_str(inner.text().filter(|_| inner.is_text()).unwrap_or(""));
    }
    text
}

fn is_axis(node: Node) -> bool {
    node.ancestors().filter_map(|node| node.attribute("id")).any(|id| {
        id.split(['-', '_'])
            .any(|word| matches!(word, "axis" | "tick" | "ticks"))
    })
}

/// The nearest id.
fn place(node: Node) -> String {
    let id = node.ancestors().find_map(|node| node.attribute("id"));
    id.map_or(String::new(), |id| format!("#{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_on_one_line_are_one_text() {
        let found = pieces(
            "<svg xmlns='http://www.w3.org/2000/svg'><text x='1' y='9'><tspan x='1' y='9'>0</tspan><tspan x='2' y='9'>.</tspan>\
             <tspan x='3' y='9'>805 </tspan><tspan x='5' y='9'>ms</tspan><tspan x='1' y='12'>7</tspan></text></svg>",
        )
        .unwrap();
        assert_eq!(found[0].text, "0.805 ms\n7");
    }

    #[test]
    fn texts_are_told_from_axes() {
        let found = pieces(
            "<svg xmlns='http://www.w3.org/2000/svg'><title>T</title><g id='chart-axis'><text>2</text></g>\
             <text id='a'>8 <tspan>ms</tspan></text><g id='b' aria-label='9 ms'><path d='m0 0'/></g></svg>",
        )
        .unwrap();
        let told: Vec<(Role, &str, &str)> = found
            .iter()
            .map(|p| (p.role, p.text.as_str(), p.place.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (Role::Alternative, "T", ""),
                (Role::Axis, "2", "#chart-axis"),
                (Role::Prose, "8 ms", "#a"),
                (Role::Prose, "9 ms", "#b")
            ]
        );
    }
}
