//! The structure tree of a tagged PDF (ISO 32000-1, 14.7 and 14.8): what each piece of a page is, in reading order.

use crate::render::article::pdf::writer::LinkId;

/// Index into [`Structure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ElementId(pub u32);

/// Standard structure types of PDF 1.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Document,
    Heading(u8),
    Paragraph,
    List {
        ordered: bool,
    },
    ListItem,
    Label,
    ListBody,
    Quote,
    Code,
    Table,
    TableHead,
    TableBody,
    Row,
    /// A head cell of a column.
    HeadCell,
    Cell,
    Caption,
    Figure,
    Link,
    Note,
    Reference,
    Span,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::Document => "Document",
            Role::Heading(1) => "H1",
            Role::Heading(2) => "H2",
            Role::Heading(3) => "H3",
            Role::Heading(4) => "H4",
            Role::Heading(5) => "H5",
            Role::Heading(_) => "H6",
            Role::Paragraph => "P",
            Role::List { .. } => "L",
            Role::ListItem => "LI",
            Role::Label => "Lbl",
            Role::ListBody => "LBody",
            Role::Quote => "BlockQuote",
            Role::Code => "Code",
            Role::Table => "Table",
            Role::TableHead => "THead",
            Role::TableBody => "TBody",
            Role::Row => "TR",
            Role::HeadCell => "TH",
            Role::Cell => "TD",
            Role::Caption => "Caption",
            Role::Figure => "Figure",
            Role::Link => "Link",
            Role::Note => "Note",
            Role::Reference => "Reference",
            Role::Span => "Span",
        }
    }
}

/// What stands inside an element, in reading order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kid {
    Element(ElementId),
    /// Marked content: page and number on the page.
    Content {
        page: u32,
        mcid: u32,
    },
    Link(LinkId),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Element {
    pub role: Role,
    pub parent: Option<ElementId>,
    pub kids: Vec<Kid>,
    /// BCP 47 tag, where it differs from the parent's.
    pub language: Option<String>,
    /// What a picture shows.
    pub alternative: Option<String>,
    pub title: Option<String>,
    /// Page box of a figure: left, bottom, right, top in points.
    pub bounds: Option<[f32; 4]>,
    attached: bool,
}

/// Elements come into the tree when their first content is painted, so that the tree is in reading order whatever the
/// page breaks do to it.
#[derive(Debug, Clone)]
pub(super) struct Structure {
    elements: Vec<Element>,
    /// For each page, the element of each marked-content number.
    pages: Vec<Vec<ElementId>>,
}

impl Structure {
    pub const ROOT: ElementId = ElementId(0);

    pub fn new() -> Self {
        let mut root = Element::new(Role::Document, None);
        root.attached = true;
        Self {
            elements: vec![root],
            pages: Vec::new(),
        }
    }

    pub fn add(&mut self, role: Role, parent: ElementId) -> ElementId {
        self.elements.push(Element::new(role, Some(parent)));
        ElementId(self.elements.len() as u32 - 1)
    }

    pub fn get(&self, id: ElementId) -> &Element {
        &self.elements[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.elements[id.0 as usize]
    }

    pub fn elements(&self) -> impl Iterator<Item = (ElementId, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .filter(|(_, element)| element.attached)
            .map(|(i, element)| (ElementId(i as u32), element))
    }

    pub fn pages(&self) -> &[Vec<ElementId>] {
        &self.pages
    }

    /// Puts an element at the end of its parent, if it is not there yet, and so on upwards.
    pub fn attach(&mut self, id: ElementId) {
        let mut id = id;
        while !self.get(id).attached {
            self.get_mut(id).attached = true;
            let Some(parent) = self.get(id).parent else { return };
            self.get_mut(parent).kids.push(Kid::Element(id));
            id = parent;
        }
    }

    /// Registers a piece of marked content of an element and gives its number on the page.
    pub fn content(&mut self, id: ElementId, page: usize) -> u32 {
        self.attach(id);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, Vec::new());
        }
        let mcid = self.pages[page].len() as u32;
        self.pages[page].push(id);
        self.get_mut(id).kids.push(Kid::Content {
            page: page as u32,
            mcid,
        });
        mcid
    }

    pub fn link(&mut self, id: ElementId, link: LinkId) {
        self.attach(id);
        self.get_mut(id).kids.push(Kid::Link(link));
    }
}

impl Element {
    fn new(role: Role, parent: Option<ElementId>) -> Self {
        Self {
            role,
            parent,
            kids: Vec::new(),
            language: None,
            alternative: None,
            title: None,
            bounds: None,
            attached: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_enter_the_tree_in_the_order_in_which_they_are_painted() {
        let mut structure = Structure::new();
        let first = structure.add(Role::Paragraph, Structure::ROOT);
        let second = structure.add(Role::Paragraph, Structure::ROOT);
        let link = structure.add(Role::Link, second);
        let never = structure.add(Role::Note, Structure::ROOT);
        assert_eq!(structure.content(link, 0), 0);
        assert_eq!(structure.content(first, 0), 1);
        assert_eq!(structure.content(second, 1), 0);
        assert_eq!(
            structure.get(Structure::ROOT).kids,
            [Kid::Element(second), Kid::Element(first)]
        );
        assert_eq!(
            structure.get(second).kids,
            [Kid::Element(link), Kid::Content { page: 1, mcid: 0 }]
        );
        assert!(structure.elements().all(|(id, _)| id != never));
    }
}
