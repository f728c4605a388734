//! Catalogues as XLIFF 1.2. Tags are `<ph>`; a tag with words in it is a pair `<bpt>` … `<ept>` around the words.

use super::catalogue::{Catalogue, Read, Unit};
use super::placeholders::{Piece, pieces};
use crate::diagnostic::{Fault, Faults, SourceText};
use resvg::usvg::roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::fmt::Write;

const NAMESPACE: &str = "urn:oasis:names:tc:xliff:document:1.2";

/// The text of an XLIFF file.
pub fn write(catalogue: &Catalogue) -> String {
    let mut out =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"1.2\" xmlns=\"{NAMESPACE}\">\n");
    let mut files: Vec<&str> = Vec::new();
    for unit in &catalogue.units {
        if files.last() != Some(&unit.file.as_str()) {
            files.push(&unit.file);
        }
    }
    // Writing to a string does not fail.
    for file in files {
        let original = format!("{}/{file}", catalogue.folder);
        let _ = writeln!(
            out,
            "  <file original=\"{}\" source-language=\"{}\" target-language=\"{}\" datatype=\"plaintext\">\n    <header>\n      \
             <tool tool-id=\"benchfolio\" tool-name=\"benchfolio\" tool-version=\"{}\"/>\n    </header>\n    <body>",
            escaped(&original, true),
            catalogue.reference,
            catalogue.language,
            env!("CARGO_PKG_VERSION"),
        );
        for unit in catalogue.units.iter().filter(|unit| unit.file == file) {
            write_unit(unit, &mut out);
        }
        out.push_str("    </body>\n  </file>\n");
    }
    out.push_str("</xliff>\n");
    out
}

fn write_unit(unit: &Unit, out: &mut String) {
    let (approved, state) = match (unit.target.is_empty(), unit.needs_review) {
        (true, _) => ("no", "needs-translation"),
        (false, true) => ("no", "needs-review-translation"),
        (false, false) => ("yes", "final"),
    };
    let mut ids = BTreeMap::new();
    let source = marked(&unit.source, &mut ids);
    let target = marked(&unit.target, &mut ids);
    let _ = writeln!(
        out,
        "      <trans-unit id=\"{}\" approved=\"{approved}\" xml:space=\"preserve\">\n        <source>{source}</source>\n        \
         <target state=\"{state}\">{target}</target>",
        escaped(&unit.key, true)
    );
    for note in &unit.notes {
        let _ = writeln!(out, "        <note from=\"developer\">{}</note>", escaped(note, false));
    }
    out.push_str("      </trans-unit>\n");
}

/// A text with its tags as elements. A tag of the translation has the number that it has in the source; one that the
/// translation alone has gets the next.
fn marked(text: &str, ids: &mut BTreeMap<String, Vec<usize>>) -> String {
    let mut out = String::new();
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open = 0;
    let count = |ids: &BTreeMap<String, Vec<usize>>| ids.values().map(Vec::len).sum::<usize>();
    for piece in pieces(text) {
        let id = |raw: &'_ str, ids: &mut BTreeMap<String, Vec<usize>>, nth: usize| {
            let next = count(ids) + 1;
            let of_raw = ids.entry(raw.to_owned()).or_default();
            if nth >= of_raw.len() {
                of_raw.push(next);
            }
            of_raw[nth]
        };
        match piece {
            Piece::Words(words) => out.push_str(&escaped(words, false)),
            Piece::Tag(raw) | Piece::Open(raw) => {
                let nth = used.entry(raw).or_default();
                let number = id(raw, ids, *nth);
                *nth += 1;
                let name = if matches!(piece, Piece::Tag(_)) { "ph" } else { "bpt" };
                open = number;
                let _ = write!(out, "<{name} id=\"{number}\">{}</{name}>", escaped(raw, false));
            }
            Piece::Close(raw) => {
                let _ = write!(out, "<ept id=\"{open}\">{}</ept>", escaped(raw, false));
            }
        }
    }
    out
}

fn escaped(text: &str, in_attribute: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if in_attribute => out.push_str("&quot;"),
            // A reader of XML makes a line feed of it.
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
    out
}

/// Reads an XLIFF 1.2 file.
///
/// # Errors
/// All that keeps it from being a catalogue of ours.
pub fn read(source: &SourceText) -> Result<Read, Faults> {
    let broken = |message: String| Fault::input("translation::xliff", format!("this is no XLIFF 1.2 file: {message}"));
    let document = Document::parse(&source.text).map_err(|error| broken(error.to_string()).file(&source.name))?;
    let root = document.root_element();
    if root.tag_name().name() != "xliff" || root.attribute("version") != Some("1.2") {
        return Err(broken("its root is another element, or it has another version".into())
            .file(&source.name)
            .hint("import what `benchfolio i18n export` wrote")
            .into());
    }
    let mut faults = Vec::new();
    let mut catalogue = Catalogue {
        folder: String::new(),
        reference: String::new(),
        language: String::new(),
        units: Vec::new(),
    };
    for file in root.children().filter(|node| node.has_tag_name((NAMESPACE, "file"))) {
        let attribute = |name: &str| file.attribute(name).unwrap_or_default().to_owned();
        let original = attribute("original");
        let (folder, name) = original.rsplit_once('/').unwrap_or(("", &original));
        let (language, reference) = (attribute("target-language"), attribute("source-language"));
        if !catalogue.language.is_empty() && catalogue.language != language {
            faults.push(
                broken("its parts are in several languages".into())
                    .at(source, file.range())
                    .found(format!("`{language}`"))
                    .expected(format!("`{}`", catalogue.language)),
            );
        }
        catalogue.folder = folder.to_owned();
        (catalogue.language, catalogue.reference) = (language, reference);
        for unit in file
            .descendants()
            .filter(|node| node.has_tag_name((NAMESPACE, "trans-unit")))
        {
            catalogue.units.push(read_unit(name, unit));
        }
    }
    if catalogue.language.is_empty() || catalogue.reference.is_empty() {
        faults.push(broken("it does not say its languages".into()).file(&source.name));
    }
    Faults::check(faults)?;
    Ok(Read {
        catalogue,
        source: source.clone(),
    })
}

fn read_unit(file: &str, unit: Node) -> Unit {
    let child = |name| unit.children().find(|node| node.has_tag_name((NAMESPACE, name)));
    let text = |name| child(name).map(text_of).unwrap_or_default();
    let state = child("target")
        .and_then(|target| target.attribute("state"))
        .unwrap_or_default();
    // What a tool does not say is good; an editor says `needs-…` or `new` of what is not.
    let needs_review = state.starts_with("needs-") || state == "new";
    Unit {
        file: file.to_owned(),
        key: unit.attribute("id").unwrap_or_default().to_owned(),
        source: text("source"),
        target: text("target"),
        needs_review,
        notes: Vec::new(),
        line: 0,
        place: unit.range().start..unit.range().start + "<trans-unit".len(),
    }
}

/// All text below a node, that of the tags too.
fn text_of(node: Node) -> String {
    let texts = node.descendants().filter(Node::is_text);
    texts.filter_map(|text| text.text()).collect()
}
