//! `CITATION.cff`: how to cite the data and the graphics (Citation File Format 1.2.0).

use super::Facts;
use std::fmt::Write as _;

/// The text of `CITATION.cff`. Without authors, the format still wants one: the report speaks for its own.
pub fn citation(facts: &Facts<'_>) -> String {
    let mut text = String::from("cff-version: 1.2.0\n");
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key}: {}", quoted(value));
    };
    line(
        "message",
        "If you use these data or graphics, please cite them as follows.",
    );
    line("type", "dataset");
    line("title", facts.title);
    if !facts.description.is_empty() {
        line("abstract", facts.description);
    }
    if let Some(date) = facts.date {
        line("date-released", date);
    }
    if let Some(licence) = facts.licence {
        line("license", licence.id());
    }
    if let Some(url) = facts.url {
        line("url", url);
    }
    text.push_str("authors:\n");
    let unnamed = [format!("The authors of {}", facts.id)];
    let authors = if facts.authors.is_empty() {
        &unnamed
    } else {
        facts.authors
    };
    for author in authors {
        // A name that is not split into parts: the report does not say whether it is a person's.
        let _ = writeln!(text, "  - name: {}", quoted(author));
    }
    if !facts.keywords.is_empty() {
        text.push_str("keywords:\n");
        for (at, keyword) in facts.keywords.iter().enumerate() {
            if !facts.keywords[..at].contains(keyword) {
                let _ = writeln!(text, "  - {}", quoted(keyword));
            }
        }
    }
    text
}

/// A text of JSON is a double-quoted scalar of YAML 1.2 (section 7.3.1).
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;

    #[test]
    fn texts_are_quoted_and_what_is_unknown_is_left_out() {
        insta::assert_snapshot!(citation(&facts()), @r#"
        cff-version: 1.2.0
        message: "If you use these data or graphics, please cite them as follows."
        type: "dataset"
        title: "The cache: \"twice\" as fast?"
        abstract: "What a cache saves.\nAnd what not."
        date-released: "2026-07-09"
        authors:
          - name: "The authors of cache-test"
        "#);
    }

    #[test]
    fn a_keyword_stands_once() {
        let keywords = ["cache".to_owned(), "latency".to_owned(), "cache".to_owned()];
        let facts = Facts {
            keywords: &keywords,
            ..facts()
        };
        assert!(citation(&facts).ends_with("keywords:\n  - \"cache\"\n  - \"latency\"\n"));
    }
}
