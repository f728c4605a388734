//! `ro-crate-metadata.json`: the archive as a research object (RO-Crate 1.2), for catalogues and repositories.

use super::{CRATE_FILE, FONTS_FOLDER, Facts, Listed, PUBLISHED_FOLDER, Part};
use crate::project::{OWN_FOLDER, PublishedKind};
use crate::render::media_type;
use serde_json::{Map, Value, json};

const VERSION: &str = "https://w3id.org/ro/crate/1.2";
const TOOL: &str = "#benchfolio";
const FONT_LICENCE: &str = "https://spdx.org/licenses/OFL-1.1";

/// The text of the metadata. `files` are all others of the archive.
pub fn crate_metadata(facts: &Facts<'_>, files: &[Listed]) -> String {
    let mut graph = vec![
        json!({
            "@id": CRATE_FILE,
            "@type": "CreativeWork",
            "about": { "@id": "./" },
            "conformsTo": { "@id": VERSION },
        }),
        root(facts, files),
    ];
    graph.extend(files.iter().map(|file| of_file(facts, file)));
    graph.extend(authors(facts));
    graph.extend(languages(facts));
    graph.push(rights(facts));
    if files.iter().any(is_font) {
        graph.push(json!({ "@id": FONT_LICENCE, "@type": "CreativeWork", "name": "SIL Open Font License 1.1" }));
    }
    graph.push(tool(facts));
    graph.push(action(facts, files));
    let value = json!({ "@context": format!("{VERSION}/context"), "@graph": graph });
    let mut text = serde_json::to_string_pretty(&value).expect("a tree of strings and numbers is always JSON");
    text.push('\n');
    text
}

fn root(facts: &Facts<'_>, files: &[Listed]) -> Value {
    let mut root = Entity::new("./", "Dataset");
    root.set("name", facts.title);
    root.set(
        "description",
        match facts.description {
            "" => facts.title,
            description => description,
        },
    );
    root.set_some("datePublished", facts.date);
    root.set("license", reference(&rights_id(facts)));
    root.set("author", list(facts.authors.iter().map(|name| author_id(facts, name))));
    root.set("identifier", facts.id);
    root.set_some("url", facts.url);
    root.set("keywords", facts.keywords.join(", "));
    root.set(
        "inLanguage",
        list(facts.languages.iter().map(|(tag, _)| language_id(tag))),
    );
    root.set("hasPart", list(files.iter().map(|file| address(&file.name))));
    let data = format!("{PUBLISHED_FOLDER}{}", PublishedKind::Data.file_name(facts.id, ""));
    if files.iter().any(|file| file.name == data) {
        root.set("mainEntity", reference(&address(&data)));
    }
    root.set("mentions", reference("#build"));
    root.done()
}

fn of_file(facts: &Facts<'_>, file: &Listed) -> Value {
    let mut entity = Entity::new(&address(&file.name), "File");
    entity.set("name", file.name.as_str());
    entity.set("description", meaning(&file.name, file.part));
    entity.set("encodingFormat", media_type(&file.name));
    // Of a file that is made after this one, neither is known.
    if let Some(sha256) = &file.sha256 {
        entity.set("contentSize", file.bytes.to_string());
        entity.set("sha256", sha256.as_str());
    }
    if is_font(file) {
        entity.set("license", reference(FONT_LICENCE));
    }
    if let Some((tag, _)) = facts.languages.iter().find(|(tag, _)| is_in(&file.name, tag)) {
        entity.set("inLanguage", reference(&language_id(tag)));
    }
    entity.done()
}

/// Whether the name says that a file is of a language: `article.pl.pdf`, `report/pl/article.md`.
fn is_in(name: &str, tag: &str) -> bool {
    match name.strip_prefix(PUBLISHED_FOLDER) {
        Some(artefact) => artefact.split('.').any(|part| part == tag),
        None => name.rsplit('/').nth(1) == Some(tag),
    }
}

fn is_font(file: &Listed) -> bool {
    file.part == Part::Font && !file.name.ends_with(".txt")
}

fn meaning(name: &str, part: Part) -> &'static str {
    match part {
        Part::Input if name.starts_with(OWN_FOLDER) => "input: a file of the report",
        Part::Input => "input: a template or standard words",
        Part::Font if name.starts_with(FONTS_FOLDER) && name.ends_with(".txt") => "licence of a font",
        Part::Font => "font of the graphics",
        Part::Output => "output: made from the inputs",
        Part::Paper => "about this archive",
    }
}

fn authors(facts: &Facts<'_>) -> Vec<Value> {
    let author = |name: &String| {
        let mut author = Entity::new(&author_id(facts, name), "Person");
        author.set("name", name.as_str());
        author.done()
    };
    facts.authors.iter().map(author).collect()
}

fn languages(facts: &Facts<'_>) -> Vec<Value> {
    let language = |(tag, name): &(&str, &str)| {
        let mut language = Entity::new(&language_id(tag), "Language");
        language.set("name", *name);
        language.set("alternateName", *tag);
        language.done()
    };
    facts.languages.iter().map(language).collect()
}

fn author_id(facts: &Facts<'_>, name: &str) -> String {
    let at = facts.authors.iter().position(|author| author == name).unwrap_or(0);
    format!("#author-{}", at + 1)
}

fn language_id(tag: &str) -> String {
    format!("#language-{tag}")
}

fn rights_id(facts: &Facts<'_>) -> String {
    facts
        .licence
        .map_or_else(|| "#rights".to_owned(), |licence| licence.address())
}

fn rights(facts: &Facts<'_>) -> Value {
    let mut rights = Entity::new(&rights_id(facts), "CreativeWork");
    match facts.licence {
        Some(licence) => {
            rights.set("name", licence.name());
            rights.set("alternateName", licence.id());
        }
        None => {
            rights.set("name", "No licence is stated");
            rights.set(
                "description",
                "The report states no licence. Ask its authors before you publish or change these files.",
            );
        }
    }
    rights.done()
}

/// The program. Not as a `SoftwareApplication`: that wants an address, and the program is where its user has it from.
fn tool(facts: &Facts<'_>) -> Value {
    let crates: Vec<String> = facts
        .crates
        .iter()
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    let mut tool = Entity::new(TOOL, "CreativeWork");
    tool.set("name", env!("CARGO_PKG_NAME"));
    tool.set("version", facts.version);
    tool.set(
        "description",
        format!("the program that made the outputs, with {}", crates.join(", ")),
    );
    tool.done()
}

/// Who made what out of what.
fn action(facts: &Facts<'_>, files: &[Listed]) -> Value {
    let of = |part: Part| list(files.iter().filter(|f| f.part == part).map(|f| address(&f.name)));
    let mut action = Entity::new("#build", "CreateAction");
    action.set("name", format!("Built by {} {}", env!("CARGO_PKG_NAME"), facts.version));
    action.set("instrument", reference(TOOL));
    action.set("object", of(Part::Input));
    action.set("result", of(Part::Output));
    action.done()
}

fn reference(id: &str) -> Value {
    json!({ "@id": id })
}

fn list(ids: impl Iterator<Item = String>) -> Value {
    ids.map(|id| reference(&id)).collect()
}

/// A path as a relative URI (RFC 3986).
fn address(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte.is_ascii_alphanumeric() || b"-._~/+".contains(&byte) {
            true => address.push(char::from(byte)),
            false => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

/// An entity of the graph; what is empty is left out.
struct Entity(Map<String, Value>);

impl Entity {
    fn new(id: &str, kind: &str) -> Entity {
        let mut map = Map::new();
        map.insert("@id".into(), id.into());
        map.insert("@type".into(), kind.into());
        Entity(map)
    }

    fn set(&mut self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        let is_empty = value.as_str() == Some("") || value.as_array().is_some_and(Vec::is_empty);
        if !is_empty {
            self.0.insert(key.to_owned(), value);
        }
    }

    fn set_some(&mut self, key: &str, value: Option<&str>) {
        self.set(key, value.unwrap_or(""));
    }

    fn done(self) -> Value {
        Value::Object(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{facts, listed};
    use super::*;
    use std::collections::BTreeSet;

    fn graph(facts: &Facts<'_>, files: &[Listed]) -> Vec<Value> {
        let value: Value = serde_json::from_str(&crate_metadata(facts, files)).unwrap();
        value["@graph"].as_array().unwrap().clone()
    }

    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) if map.len() == 1 && map.contains_key("@id") => {
                found.push(map["@id"].as_str().unwrap().to_owned());
            }
            Value::Object(map) => map.values().for_each(|value| references(value, found)),
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_to_an_entity() {
        let authors = ["A".to_owned(), "B".to_owned()];
        let facts = Facts {
            authors: &authors,
            ..facts()
        };
        let files = [
            listed("report/en/article.md", Part::Input),
            listed("published/article.pl.pdf", Part::Output),
            listed("fonts/Inter.ttf", Part::Font),
            listed("README.md", Part::Paper),
        ];
        let graph = graph(&facts, &files);
        let ids: BTreeSet<&str> = graph.iter().map(|entity| entity["@id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), graph.len(), "an id stands twice");
        let mut found = Vec::new();
        graph.iter().for_each(|entity| references(entity, &mut found));
        for id in &found {
            assert!(ids.contains(id.as_str()) || id == VERSION, "{id} leads nowhere");
        }
        let of = |id: &str| graph.iter().find(|entity| entity["@id"] == id).unwrap().clone();
        assert_eq!(of("published/article.pl.pdf")["inLanguage"]["@id"], "#language-pl");
        assert_eq!(of("fonts/Inter.ttf")["license"]["@id"], FONT_LICENCE);
        assert_eq!(of("./")["license"]["@id"], "#rights");
    }

    #[test]
    fn a_name_becomes_an_address() {
        assert_eq!(address("report/my data ü#1.json"), "report/my%20data%20%C3%BC%231.json");
    }
}
