//! Which fonts of the bundle a set of artefacts shows, read from the artefacts themselves.

use crate::render::Artefact;
use crate::text::{Family, FontSet};
use lopdf::{Document, Object};
use rayon::prelude::*;
use resvg::usvg::roxmltree::{self, Node};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeSet;

/// Name below `fonts/` and contents of every font that one of the artefacts shows, and of its licence; sorted. A PNG shows
/// what the SVG of the same name does; when there is none, `families` are those that it may show.
pub fn faces(artefacts: &[Artefact], families: &[Family]) -> Vec<(String, &'static [u8])> {
    let bundle = Bundle::read();
    let mut used: BTreeSet<usize> = artefacts
        .par_iter()
        .flat_map_iter(|artefact| bundle.shown_by(artefact))
        .collect();
    let has = |end: &str| artefacts.iter().any(|artefact| artefact.name.ends_with(end));
    if has(".png") && !has(".svg") {
        let faces = families
            .iter()
            .flat_map(|family| [(family.name(), false), (family.name(), true)]);
        used.extend(faces.filter_map(|(name, bold)| bundle.of_family(name, bold, false)));
    }
    let files = FontSet::shared().files();
    let mut found: Vec<(String, &'static [u8])> = Vec::new();
    for at in used {
        let (name, bytes) = files[at];
        found.push((name.to_owned(), bytes));
        let (licence, text) = licence(name);
        found.push((format!("licenses/{licence}"), text.as_bytes()));
    }
    found.sort();
    found.dedup();
    found
}

macro_rules! licences {
    ($($start:literal => $file:literal),* $(,)?) => {
        /// Start of the names of font files; name and text of their licence.
        const LICENCES: &[(&str, &str, &str)] = &[
            $(($start, $file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/licenses/", $file)))),*
        ];
    };
}
licences!(
    "Inter" => "OFL-inter.txt",
    "JetBrainsMono" => "OFL-jetbrains-mono.txt",
    "NotoSansArabic" => "OFL-noto-sans-arabic.txt",
    "NotoSansCJK" => "OFL-noto-sans-sc.txt",
    "NotoSansDevanagari" => "OFL-noto-sans-devanagari.txt",
    "NotoSansHebrew" => "OFL-noto-sans-hebrew.txt",
    "NotoSansThai" => "OFL-noto-sans-thai.txt",
);

fn licence(font: &str) -> (&'static str, &'static str) {
    let found = LICENCES.iter().find(|(start, _, _)| font.starts_with(start));
    let (_, file, text) = found.expect("a test asks for the licence of every font");
    (file, text)
}

/// A face of the bundle.
struct Face {
    /// Index into [`FontSet::files`].
    file: usize,
    postscript: String,
    family: String,
    bold: bool,
    italic: bool,
}

struct Bundle(Vec<Face>);

impl Bundle {
    fn read() -> Bundle {
        let mut faces = Vec::new();
        for (file, (_, bytes)) in FontSet::shared().files().iter().enumerate() {
            for index in 0.. {
                let Ok(font) = FontRef::from_index(bytes, index) else {
                    break;
                };
                let string = |id| font.localized_strings(id).english_or_first();
                let text = |id| string(id).map(|text| text.to_string()).unwrap_or_default();
                let attributes = font.attributes();
                faces.push(Face {
                    file,
                    postscript: text(StringId::POSTSCRIPT_NAME),
                    family: match text(StringId::TYPOGRAPHIC_FAMILY_NAME) {
                        name if name.is_empty() => text(StringId::FAMILY_NAME),
                        name => name,
                    },
                    bold: attributes.weight.value() >= 600.0,
                    italic: attributes.style != skrifa::attribute::Style::Normal,
                });
            }
        }
        Bundle(faces)
    }

    fn of_family(&self, family: &str, bold: bool, italic: bool) -> Option<usize> {
        let of = |italic: bool| {
            let fits = |face: &&Face| face.family == family && face.bold == bold && face.italic == italic;
            self.0.iter().find(fits)
        };
        // A family without italics is set upright.
        of(italic).or_else(|| of(false)).map(|face| face.file)
    }

    fn shown_by(&self, artefact: &Artefact) -> BTreeSet<usize> {
        let text = || std::str::from_utf8(&artefact.bytes).ok();
        match artefact.name.rsplit('.').next() {
            Some("pdf") => self.in_pdf(&artefact.bytes).unwrap_or_default(),
            Some("svg") => text().and_then(|text| self.in_svg(text)).unwrap_or_default(),
            Some("html") => text().map(|text| self.in_html(text)).unwrap_or_default(),
            _ => BTreeSet::new(),
        }
    }

    /// By the names of the embedded parts: `ABCDEF+Inter-Bold`.
    fn in_pdf(&self, bytes: &[u8]) -> Option<BTreeSet<usize>> {
        let document = Document::load_mem(bytes).ok()?;
        let names = document
            .objects
            .values()
            .filter_map(|object| match object.as_dict().ok()?.get(b"BaseFont") {
                Ok(Object::Name(name)) => Some(String::from_utf8_lossy(name).into_owned()),
                _ => None,
            });
        let files = names.filter_map(|name| {
            let name = name.split_once('+').map_or(name.as_str(), |(_, name)| name);
            self.0.iter().find(|face| face.postscript == name).map(|face| face.file)
        });
        Some(files.collect())
    }

    /// By family, weight and style of everything that is set as text.
    fn in_svg(&self, text: &str) -> Option<BTreeSet<usize>> {
        // Outlines need no font, and there are many of them.
        if !text.contains("<text") && !text.contains(":text") {
            return None;
        }
        let document = roxmltree::Document::parse(text).ok()?;
        let set = document.descendants().filter(|node| {
            let is_set = |above: Node| above.has_tag_name("text") || above.tag_name().name() == "text";
            node.is_text() && node.text().is_some_and(|text| !text.trim().is_empty()) && node.ancestors().any(is_set)
        });
        let files = set.filter_map(|node| {
            let property = |name: &str| node.ancestors().find_map(|above| attribute_or_style(above, name));
            let families = property("font-family")?;
            let family = families.split(',').next()?.trim().trim_matches(['"', '\'']);
            let weight = property("font-weight").unwrap_or("400");
            let bold = weight == "bold" || weight.parse::<f32>().is_ok_and(|weight| weight >= 600.0);
            let italic = property("font-style").is_some_and(|style| style != "normal");
            self.of_family(family, bold, italic)
        });
        Some(files.collect())
    }

    /// A page embeds parts of regular faces, under the names of their families.
    fn in_html(&self, text: &str) -> BTreeSet<usize> {
        let rules = text.split("@font-face").skip(1);
        let files = rules.filter_map(|rule| {
            let rule = rule.get(..rule.find('}')?.min(400)).or(rule.get(..200))?;
            let family = Family::ALL.into_iter().find(|family| rule.contains(family.name()))?;
            self.of_family(family.name(), false, false)
        });
        files.collect()
    }
}

/// A property of an element, as an attribute or in its `style`.
fn attribute_or_style<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attribute(name).or_else(|| {
        let declarations = node.attribute("style")?.split(';');
        declarations
            .filter_map(|declaration| declaration.split_once(':'))
            .find_map(|(key, value)| {
                let is_it = key.trim() == name;
                is_it.then(|| value.trim())
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(artefact: &str, bytes: &[u8]) -> Vec<String> {
        let artefact = Artefact {
            name: artefact.into(),
            bytes: bytes.to_vec(),
        };
        faces(&[artefact], &[Family::Inter])
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn every_font_has_a_licence() {
        for (name, _) in FontSet::shared().files() {
            assert!(licence(name).1.contains("SIL OPEN FONT LICENSE"), "{name}");
        }
    }

    #[test]
    fn every_family_is_found_by_its_name() {
        let bundle = Bundle::read();
        for family in Family::ALL {
            for bold in [false, true] {
                assert!(bundle.of_family(family.name(), bold, false).is_some(), "{family:?}");
            }
        }
    }

    #[test]
    fn a_picture_names_the_faces_of_its_texts_only() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" font-family="Inter"><title>T</title>
            <g font-weight="700"><text><tspan font-family="Noto Sans SC">插</tspan> </text></g></svg>"#;
        assert_eq!(
            names("a.svg", svg.as_bytes()),
            ["NotoSansCJK-subset-Bold.ttc", "licenses/OFL-noto-sans-sc.txt"]
        );
        assert_eq!(
            names("a.png", b""),
            ["Inter_400Regular.ttf", "Inter_700Bold.ttf", "licenses/OFL-inter.txt"]
        );
    }
}
