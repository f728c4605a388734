//! The fonts of a picture within it: for each face that it uses, the part that its texts need, so that a browser without
//! the fonts draws what we draw. Editors take installed fonts of the same names.

use crate::text::{Family, FontSet, web_face};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use resvg::usvg;
use resvg::usvg::roxmltree::Document;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The picture with its faces in a `<style>` behind its description.
pub(super) fn embed(svg: &str, tree: &usvg::Tree) -> String {
    let rules = rules(&used(tree));
    let Some(at) = place(svg).filter(|_| !rules.is_empty()) else {
        return svg.to_owned();
    };
    format!("{}\n<style>\n{rules}{SETTING}</style>{}", &svg[..at], &svg[at..])
}

/// Behind the description, or where the content starts when there is none.
fn place(svg: &str) -> Option<usize> {
    let document = Document::parse(svg).ok()?;
    let root = document.root_element();
    let description = root.children().find(|node| node.has_tag_name((SVG, "desc")));
    description
        .map(|node| node.range().end)
        .or_else(|| Some(root.first_child()?.range().start))
}

/// Browsers set spaced letters without contextual forms, and round advances to whole pixels, unless they are told not to.
const SETTING: &str = "text { font-feature-settings: \"calt\"; text-rendering: geometricPrecision; }\n";

const SVG: &str = "http://www.w3.org/2000/svg";

/// Faces, and the characters that are set in each.
fn used(tree: &usvg::Tree) -> BTreeMap<(Family, bool), BTreeSet<char>> {
    let mut texts = Vec::new();
    super::proof::collect(tree.root(), &mut texts);
    let mut used: BTreeMap<(Family, bool), BTreeSet<char>> = BTreeMap::new();
    for chunk in texts.iter().flat_map(|text| text.chunks()) {
        for span in chunk.spans() {
            let (Some(family), Some(words)) = (family(span.font()), chunk.text().get(span.start()..span.end())) else {
                continue;
            };
            let bold = span.font().weight() >= 600;
            used.entry((family, bold)).or_default().extend(words.chars());
        }
    }
    used
}

fn family(font: &usvg::Font) -> Option<Family> {
    let name = font.families().iter().find_map(|family| match family {
        usvg::FontFamily::Named(name) => Some(name.as_str()),
        _ => None,
    })?;
    FontSet::shared().family(name)
}

fn rules(used: &BTreeMap<(Family, bool), BTreeSet<char>>) -> String {
    let mut rules = String::new();
    for ((family, bold), characters) in used {
        if let Some(file) = web_face(*family, *bold, characters) {
            let _ = writeln!(
                rules,
                r#"@font-face {{ font-family: "{}"; font-weight: {}; src: url("data:font/woff;base64,{}") format("woff"); }}"#,
                family.name(),
                if *bold { 700 } else { 400 },
                BASE64.encode(&file)
            );
        }
    }
    rules
}
