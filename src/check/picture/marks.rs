//! What the XML of a picture says of its marks: which value a bar stands for, which series a mark belongs to.

use resvg::usvg::roxmltree::{Document, Node};

/// A bar that says its value: `<rect id="…" data-scale="…" data-value="…"/>`. All bars of a scale share it.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    pub id: String,
    pub scale: String,
    /// In the unit that is printed; `None` when the attribute is no number.
    pub value: Option<f64>,
    /// Ids of the texts in the same group.
    pub texts: Vec<String>,
}

/// An error bar that says its ends: `<polyline id="…" data-scale="…" data-low="…" data-high="…"/>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Whisker {
    pub id: String,
    /// That of the bars that it stands on.
    pub scale: String,
    /// In the unit that is printed; `None` when an attribute is missing or no number.
    pub ends: Option<(f64, f64)>,
}

/// A mark of a series of several that one chart shows: `data-series="…"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    pub name: String,
    /// Which group it stands in.
    pub group: String,
    /// What it looks like without its colour: the element, how many corners it has, whether it is filled.
    pub form: String,
}

/// What a group draws by itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    pub id: String,
    pub circles: usize,
    pub lines: usize,
    /// The foot of each rectangle.
    pub rectangles: Vec<f64>,
}

impl Group {
    /// Whether it shows single values or how they lie: dots, a box with whiskers, the columns of a histogram.
    pub fn shows_distribution(&self) -> bool {
        let columns = self
            .rectangles
            .iter()
            .filter(|foot| (*foot - self.rectangles[0]).abs() < 0.1);
        self.circles >= 2 || (self.rectangles.len() == 1 && self.lines >= 3) || columns.count() >= 4
    }
}

pub(super) fn bars(document: &Document) -> Vec<Bar> {
    let marked = document.descendants().filter(|node| node.has_attribute("data-value"));
    marked
        .map(|node| Bar {
            id: attribute(node, "id"),
            scale: attribute(node, "data-scale"),
            value: attribute(node, "data-value")
                .parse()
                .ok()
                .filter(|value: &f64| value.is_finite()),
            texts: node.parent().map_or(Vec::new(), texts),
        })
        .collect()
}

pub(super) fn whiskers(document: &Document) -> Vec<Whisker> {
    let marked = document
        .descendants()
        .filter(|node| node.has_attribute("data-low") || node.has_attribute("data-high"));
    marked
        .map(|node| {
            let end = |name: &str| {
                let number: Option<f64> = attribute(node, name).parse().ok();
                number.filter(|number| number.is_finite())
            };
            Whisker {
                id: attribute(node, "id"),
                scale: attribute(node, "data-scale"),
                ends: end("data-low").zip(end("data-high")),
            }
        })
        .collect()
}

fn texts(group: Node) -> Vec<String> {
    let texts = group
        .descendants()
        .filter(|node| node.has_tag_name("text") || is_outlined(*node));
    texts.map(|node| attribute(node, "id")).collect()
}

/// A text that was turned into outlines keeps its words as a label.
fn is_outlined(node: Node) -> bool {
    node.has_tag_name("g") && node.has_attribute("aria-label")
}

pub(super) fn outlined(document: &Document) -> Vec<String> {
    let texts = document.descendants().filter(|node| is_outlined(*node));
    texts
        .map(|node| attribute(node, "id"))
        .filter(|id| !id.is_empty())
        .collect()
}

pub(super) fn series(document: &Document) -> Vec<Series> {
    let marked = document.descendants().filter(|node| node.has_attribute("data-series"));
    marked
        .map(|node| {
            let corners = attribute(node, "points").split_whitespace().count();
            let filled = node.attribute("fill") != Some("none");
            Series {
                name: attribute(node, "data-series"),
                group: node.parent().map_or(String::new(), |group| attribute(group, "id")),
                form: format!("{} {corners} {filled}", node.tag_name().name()),
            }
        })
        .collect()
}

pub(super) fn groups(document: &Document) -> Vec<Group> {
    let groups = document.descendants().filter(|node| node.has_tag_name("g"));
    groups
        .map(|group| {
            let count = |names: &[&str]| {
                let children = group.children().filter(Node::is_element);
                children.filter(|node| names.contains(&node.tag_name().name())).count()
            };
            let rectangles = group
                .children()
                .filter(|node| node.has_tag_name("rect") && !node.has_attribute("data-value"));
            let number = |node: Node, name: &str| attribute(node, name).parse::<f64>().unwrap_or(0.0);
            Group {
                id: attribute(group, "id"),
                circles: count(&["circle"]),
                lines: count(&["line", "polyline", "path"]),
                rectangles: rectangles
                    .map(|node| number(node, "y") + number(node, "height"))
                    .collect(),
            }
        })
        .collect()
}

fn attribute(node: Node, name: &str) -> String {
    node.attribute(name).unwrap_or("").to_owned()
}
