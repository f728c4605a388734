//! Two SVG pictures: the elements whose name, attributes or text differ.

use super::lines::windows;
use super::{Difference, Kind};
use resvg::usvg::roxmltree::{Document, Node, NodeType, ParsingOptions};
use std::collections::BTreeSet;

/// Nodes of a picture that is read at most; ours have some thousands.
const MOST_NODES: u32 = 2_000_000;
/// So many differences are enough to count.
const MOST: usize = 10_000;

/// `None` when one of them is no XML.
pub(super) fn differences(found: &str, expected: &str) -> Option<Vec<Difference>> {
    let options = || ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let found = Document::parse_with_options(found, options()).ok()?;
    let expected = Document::parse_with_options(expected, options()).ok()?;
    let mut list = Vec::new();
    let mut pairs = vec![(found.root_element(), expected.root_element())];
    // A stack of our own: a stranger's picture may be deep.
    while let Some((a, b)) = pairs.pop() {
        if list.len() >= MOST {
            break;
        }
        if a.tag_name() != b.tag_name() {
            let name = |node: Node| Some(format!("`<{}>`", node.tag_name().name()));
            list.push(difference(place(b), name(a), name(b)));
            continue;
        }
        attributes(a, b, &mut list);
        children(a, b, &mut pairs, &mut list);
    }
    Some(list)
}

fn attributes(a: Node, b: Node, list: &mut Vec<Difference>) {
    let names = |node: Node| -> BTreeSet<(Option<String>, String)> {
        let attributes = node.attributes();
        attributes
            .map(|at| (at.namespace().map(str::to_owned), at.name().to_owned()))
            .collect()
    };
    for (space, name) in names(a).union(&names(b)) {
        let value = |node: Node| -> Option<String> {
            let mut attributes = node.attributes();
            let found = attributes.find(|at| at.namespace() == space.as_deref() && at.name() == name);
            found.map(|attribute| attribute.value().to_owned())
        };
        let (found, expected) = (value(a), value(b));
        if found != expected {
            let place = format!("{} attribute {name}", place(b));
            let (found, expected) = windows(found.as_deref(), expected.as_deref());
            list.push(difference(place, found, expected));
        }
    }
}

/// Compares the texts between the elements, and pairs the elements themselves.
fn children<'a, 'b>(
    a: Node<'a, 'a>,
    b: Node<'b, 'b>,
    pairs: &mut Vec<(Node<'a, 'a>, Node<'b, 'b>)>,
    list: &mut Vec<Difference>,
) {
    let (text_a, text_b) = (text(a), text(b));
    if text_a != text_b {
        let place = format!("{} text", place(b));
        let (found, expected) = windows(Some(&text_a), Some(&text_b));
        list.push(difference(place, found, expected));
    }
    let elements_a: Vec<_> = a.children().filter(Node::is_element).collect();
    let elements_b: Vec<_> = b.children().filter(Node::is_element).collect();
    if elements_a.len() != elements_b.len() {
        let count = |count: usize| Some(format!("{count} elements"));
        list.push(difference(place(b), count(elements_a.len()), count(elements_b.len())));
    }
    // The first ones come off the stack first.
    pairs.extend(elements_a.into_iter().zip(elements_b).rev());
}

fn text(node: Node) -> String {
    let own = node.children().filter(|child| child.node_type() == NodeType::Text);
    own.filter_map(|child| child.text()).collect()
}

fn difference(place: String, found: Option<String>, expected: Option<String>) -> Difference {
    Difference {
        kind: Kind::Element,
        place,
        found,
        expected,
    }
}

/// The nearest id, and the way from there: `#headline tspan[2]`.
fn place(node: Node) -> String {
    let mut steps = Vec::new();
    for above in node.ancestors().filter(Node::is_element) {
        let name = above.tag_name().name();
        if let Some(id) = above.attribute("id") {
            steps.push(format!("{name}#{id}"));
            break;
        }
        let same = |other: &Node| other.is_element() && other.tag_name() == above.tag_name();
        let before = above.prev_siblings().skip(1).filter(same).count();
        let after = above.next_siblings().skip(1).any(|other| same(&other));
        steps.push(match before > 0 || after {
            true => format!("{name}[{}]", before + 1),
            false => name.to_owned(),
        });
    }
    steps.reverse();
    steps.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(found: &str, expected: &str) -> Vec<String> {
        let list = differences(found, expected).unwrap().into_iter();
        list.map(|d| {
            format!(
                "{}: {} → {}",
                d.place,
                d.found.unwrap_or_default(),
                d.expected.unwrap_or_default()
            )
        })
        .collect()
    }

    #[test]
    fn an_element_is_told_by_its_id_or_the_way_to_it() {
        let picture = |width: &str, text: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg'><g id='bars'><rect width='{width}'/><rect width='3'/></g>\
                 <text id='headline'><tspan>a</tspan><tspan>{text}</tspan></text></svg>"
            )
        };
        assert_eq!(
            told(&picture("1", "8.2 ms"), &picture("2", "8.112 ms")),
            [
                "g#bars rect[1] attribute width: `1` → `2`",
                "text#headline tspan[2] text: `8.2 ms` → `8.112 ms`"
            ]
        );
        assert_eq!(
            told("<svg><g/></svg>", "<svg><g/><rect/></svg>"),
            ["svg: 1 elements → 2 elements"]
        );
        assert_eq!(told("<svg><g/></svg>", "<svg><a/></svg>"), ["svg a: `<g>` → `<a>`"]);
        assert_eq!(differences("<svg>", "<svg/>"), None);
    }
}
