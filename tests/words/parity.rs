//! Every language says what English says: the same keys and sections, the same figures as often, under the same
//! conditions.

use crate::{Edition, data_files, edition, languages, standard_report, templates};
use benchfolio::context::{Printed, Words, read_terms};
use benchfolio::diagnostic::SourceText;
use std::collections::{BTreeMap, BTreeSet};

fn source(tag: &str, file: &str) -> SourceText {
    let name = format!("{tag}/{file}");
    let text = std::fs::read_to_string(templates().join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    SourceText::new(name, text)
}

fn terms(tag: &str) -> Words {
    read_terms(&[source(tag, "terms.toml")]).unwrap_or_else(|faults| panic!("{faults}"))
}

fn infographic(tag: &str) -> Words {
    Words::read(&[source(tag, "infographic.toml")], |_| false).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The texts of a file of words, without units and forms of plurals: those are a language's own.
fn by_key(words: &Words) -> BTreeMap<String, String> {
    words
        .iter()
        .filter(|(key, _)| !key.starts_with("units.") && !key.starts_with("counted."))
        .map(|(key, word)| (key.to_owned(), word.text.clone()))
        .collect()
}

/// The parts of an article by id; `front` is the front matter, `lead` what follows.
fn sections(tag: &str) -> BTreeMap<String, String> {
    let file = source(tag, "article.md");
    let mut sections = BTreeMap::new();
    let mut id = "front".to_owned();
    let mut fences = 0;
    for line in file.text.split_inclusive('\n') {
        if line.trim_end() == "+++" {
            fences += 1;
            if fences == 2 {
                id = "lead".into();
            }
            continue;
        }
        if line.starts_with("## ") {
            let start = line.find("{#").unwrap_or_else(|| panic!("{tag}: no id in {line}")) + 2;
            id = line[start..].trim_end().trim_end_matches('}').to_owned();
        }
        sections.entry(id.clone()).or_insert_with(String::new).push_str(line);
    }
    sections
}

/// What a text names and asks for.
#[derive(Debug, Default, PartialEq)]
struct Asked {
    /// Names that are printed by a filter of numbers.
    numbers: BTreeSet<String>,
    texts: BTreeSet<String>,
    /// `{% if … %}`, `{% for … %}` and their kin.
    statements: BTreeSet<String>,
}

impl Asked {
    fn of(text: &str) -> Asked {
        let mut asked = Asked::default();
        for tag in between(text, "{{", "}}") {
            let mut parts = tag.split('|').map(str::trim);
            let name = parts.next().unwrap_or_default().to_owned();
            let filter = parts.next().and_then(|filter| filter.split('(').next());
            match filter {
                Some("number" | "quantity" | "percent" | "ratio" | "count" | "plural" | "unit") => {
                    asked.numbers.insert(name);
                }
                // What names have and sentences need not: a literal stands for a name with digits.
                _ if name.starts_with("literal") => {}
                _ => {
                    asked.texts.insert(name);
                }
            }
        }
        for tag in between(text, "{%", "%}") {
            asked.statements.insert(tag);
        }
        asked
    }
}

fn between(text: &str, open: &str, close: &str) -> Vec<String> {
    let tags = text.split(open).skip(1).filter_map(|rest| rest.split(close).next());
    tags.map(|tag| tag.trim_matches('-').trim().to_owned()).collect()
}

/// What a text of a language lacks, or has of its own, beside the English one. More names and conditions than in
/// English are a matter of grammar; other figures never are.
fn differences(what: &str, english: &str, other: &str) -> Vec<String> {
    // Chinese and Japanese sentences have no space between them, nor a condition for one.
    let english = english.replace("{% if facts.sampled %} {% endif %}", " ");
    let (english, other) = (Asked::of(&english), Asked::of(other));
    let mut told = Vec::new();
    let mut tell = |kind: &str, names: Vec<&String>| {
        told.extend(names.into_iter().map(|name| format!("{what} {kind} {name}")));
    };
    tell("lacks the number", english.numbers.difference(&other.numbers).collect());
    tell(
        "alone has the number",
        other.numbers.difference(&english.numbers).collect(),
    );
    tell("lacks the text", english.texts.difference(&other.texts).collect());
    tell(
        "lacks the condition",
        english.statements.difference(&other.statements).collect(),
    );
    told
}

#[test]
fn all_languages_have_the_same_keys_sections_and_placeholders() {
    let of = |tag: &str| {
        let prefixed = |prefix: &'static str, texts: BTreeMap<String, String>| {
            texts
                .into_iter()
                .map(move |(key, text)| (format!("{prefix} {key}"), text))
        };
        let mut all: BTreeMap<String, String> = prefixed("terms.toml", by_key(&terms(tag))).collect();
        all.extend(prefixed("infographic.toml", by_key(&infographic(tag))));
        all.extend(prefixed("article.md", sections(tag)));
        all.insert("linkedin.txt".into(), source(tag, "linkedin.txt").text.to_string());
        all
    };
    let english = of("en");
    let mut told = Vec::new();
    for tag in languages() {
        let own = of(&tag);
        told.extend(
            own.keys()
                .filter(|key| !english.contains_key(*key))
                .map(|key| format!("{tag}: only here: {key}")),
        );
        for (key, text) in &english {
            match own.get(key) {
                Some(own) => told.extend(differences(&format!("{tag}: {key}"), text, own)),
                None => told.push(format!("{tag}: missing: {key}")),
            }
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// How often each number of the data is printed.
type Figures = BTreeMap<String, usize>;

fn figures(ledger: &[Printed], form: &str, into: &mut Figures) {
    for printed in ledger {
        *into.entry(format!("{form}: {}", printed.path)).or_default() += 1;
    }
}

/// The figures of the article and the post.
pub fn article_and_post(edition: &Edition) -> Figures {
    let mut said = Figures::new();
    let article = edition
        .words
        .render_article(&edition.engine)
        .unwrap_or_else(|faults| panic!("{faults}"));
    figures(&article.ledger, "article", &mut said);
    let post = edition
        .words
        .render_post(&edition.engine)
        .unwrap_or_else(|faults| panic!("{faults}"));
    figures(&post.ledger, "post", &mut said);
    said
}

/// What is printed more or less often than wanted.
pub fn missing(wanted: &Figures, said: &Figures) -> String {
    let paths: BTreeSet<&String> = wanted.keys().chain(said.keys()).collect();
    let often = |figures: &Figures, path: &String| figures.get(path).copied().unwrap_or(0);
    let told: Vec<String> = paths
        .into_iter()
        .filter(|path| often(wanted, path) != often(said, path))
        .map(|path| format!("{path}: {} instead of {}", often(said, path), often(wanted, path)))
        .collect();
    told.join("\n")
}

#[test]
fn every_figure_of_the_english_words_is_in_all_languages_as_often() {
    for data in data_files() {
        let project = standard_report(&data);
        let wanted = article_and_post(&edition(&project, "en"));
        for tag in &languages() {
            let said = article_and_post(&edition(&project, tag));
            assert_eq!(missing(&wanted, &said), "", "{} in {tag}", project.report.id);
        }
    }
}

/// Words without tags, code and addresses.
fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let marks = [
        ("{{", "}}"),
        ("{%", "%}"),
        ("{#", "}"),
        ("```", "```"),
        ("`", "`"),
        ("](", ")"),
    ];
    'text: while !rest.is_empty() {
        for (open, close) in marks {
            if let Some(inner) = rest.strip_prefix(open) {
                let end = inner.find(close).map_or(inner.len(), |end| end + close.len());
                rest = &inner[end..];
                // A tag may print anything: letters, so that what stands beside it counts as beside a word.
                out.push_str(if open == "{{" { "x" } else { "" });
                continue 'text;
            }
        }
        let c = rest.chars().next().unwrap_or_default();
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// Typewriter marks have no place in words; French has its spaces.
#[test]
fn words_have_the_marks_of_their_language() {
    let mut told = Vec::new();
    for tag in languages() {
        let mut texts: Vec<(String, String)> = Vec::new();
        texts.extend(by_key(&terms(&tag)));
        texts.extend(by_key(&infographic(&tag)));
        // The front matter is TOML, with its own quotes.
        texts.extend(sections(&tag).into_iter().filter(|(id, _)| id != "front"));
        texts.push(("post".into(), source(&tag, "linkedin.txt").text.to_string()));
        for (key, text) in texts {
            let prose = prose(&text);
            let mut tell = |what: &str| told.push(format!("{tag}: {key} has {what}: {prose}"));
            for (bad, what) in [
                ("'", "a straight apostrophe"),
                ("\"", "a straight quote"),
                ("...", "three full stops"),
            ] {
                if prose.contains(bad) {
                    tell(what);
                }
            }
            if tag == "fr" {
                let signs: Vec<char> = prose.chars().collect();
                for pair in signs.windows(2) {
                    match pair {
                        [before, ';' | '!' | '?' | '»'] if *before != '\u{202f}' => {
                            tell("no narrow space before a sign")
                        }
                        ['«', after] if *after != '\u{202f}' => tell("no narrow space after «"),
                        [before, ':'] if *before != '\u{a0}' => tell("no no-break space before a colon"),
                        _ => {}
                    }
                }
            }
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}
