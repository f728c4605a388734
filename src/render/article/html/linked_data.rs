//! What machines are told about the page: schema.org `Article` and `Dataset` as JSON-LD.
//!
//! Only what is known is said. Sources: <https://schema.org/Dataset>, <https://schema.org/Article>.

use super::super::edition::{Download, Edition};
use serde_json::{Map, Value, json};

/// The JSON, written so that nothing in it can end the script element around it.
pub fn write(edition: &Edition) -> String {
    let graph = json!({
        "@context": "https://schema.org",
        "@graph": [article(edition), dataset(edition)],
    });
    graph
        .to_string()
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// A node that leaves out what is not known.
struct Node(Map<String, Value>);

impl Node {
    fn new(kind: &str) -> Self {
        let mut map = Map::new();
        map.insert("@type".into(), kind.into());
        Node(map)
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let known = match &value {
            Value::Null => false,
            Value::String(text) => !text.is_empty(),
            Value::Array(values) => !values.is_empty(),
            _ => true,
        };
        if known {
            self.0.insert(key.into(), value);
        }
        self
    }

    fn done(self) -> Value {
        Value::Object(self.0)
    }
}

fn dataset_id(edition: &Edition) -> String {
    // One data set for all languages: the same id everywhere.
    edition.address("#dataset").unwrap_or_else(|| "#dataset".into())
}

fn article(edition: &Edition) -> Value {
    let article = edition.article;
    let front = &article.front;
    let picture = edition.pictures.first();
    let image = picture.and_then(|picture| {
        let url = edition.address(&picture.png_file)?;
        let image = Node::new("ImageObject")
            .with("url", url)
            .with("width", picture.width)
            .with("height", picture.height)
            .with("caption", picture.alternative.clone());
        Some(image.done())
    });
    let is_translation = article.language != edition.default_language;
    let original = front
        .versions
        .iter()
        .find(|version| version.language == edition.default_language)
        .filter(|_| is_translation)
        .and_then(|version| edition.address(&format!("{}.html", version.stem)));
    Node::new("Article")
        .with("@id", front.url.clone().map(|url| format!("{url}#article")))
        .with("headline", front.title.clone())
        .with("alternativeHeadline", front.subtitle.clone())
        .with("description", front.description.clone())
        .with("inLanguage", article.language.clone())
        .with("datePublished", front.date.clone())
        .with("author", people(edition))
        .with("keywords", front.keywords.clone())
        .with("mainEntityOfPage", front.url.clone())
        .with("image", image)
        .with(
            "translationOfWork",
            original.map(|url| json!({ "@id": format!("{url}#article") })),
        )
        .with("about", json!({ "@id": dataset_id(edition) }))
        .done()
}

fn people(edition: &Edition) -> Vec<Value> {
    let authors = edition.article.front.authors.iter();
    authors
        .map(|name| Node::new("Person").with("name", name.clone()).done())
        .collect()
}

fn dataset(edition: &Edition) -> Value {
    let front = &edition.article.front;
    let card = &edition.dataset;
    // A description that is copied elsewhere must not lose what the page discloses.
    let description = match &front.disclosure {
        Some(disclosure) if !card.description.contains(disclosure.as_str()) => {
            format!("{disclosure} {}", card.description)
        }
        _ => card.description.clone(),
    };
    let files = card
        .data_files
        .iter()
        .filter_map(|file| edition.downloads.iter().find(|download| download.file == *file));
    Node::new("Dataset")
        .with("@id", dataset_id(edition))
        .with("name", card.name.clone())
        .with("description", description.trim())
        .with("url", front.url.clone())
        .with("datePublished", front.date.clone())
        .with("creator", people(edition))
        .with("license", card.license.clone())
        .with("variableMeasured", card.variables.clone())
        .with("measurementTechnique", card.technique.clone())
        .with("isBasedOn", card.based_on.clone())
        .with("version", card.version.clone())
        .with("isAccessibleForFree", true)
        .with(
            "distribution",
            files.map(|file| distribution(edition, file)).collect::<Vec<_>>(),
        )
        .done()
}

fn distribution(edition: &Edition, file: &Download) -> Value {
    Node::new("DataDownload")
        .with("name", file.label.clone())
        .with("encodingFormat", file.media_type.clone())
        .with(
            "contentUrl",
            edition.address(&file.file).unwrap_or_else(|| file.file.clone()),
        )
        .with("contentSize", file.size.as_ref().map(|(bytes, _)| format!("{bytes} B")))
        .done()
}
