//! The paragraphs of a file of words, each with a name that is the same in every language.

use super::prose;
use crate::context::{TagKind, Word, Words, tags};
use crate::diagnostic::{Faults, SourceText};
use crate::project::outline;
use sha2::{Digest, Sha256};
use std::ops::Range;

/// What a translator does with a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It has words to translate.
    Words,
    /// Fenced code: the same in every language, as a rule.
    Code,
    /// Only tags and marks, such as `{{ table() }}`.
    Tags,
}

/// How the words are written in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As they are.
    Prose,
    /// A string of TOML.
    Quoted,
    /// Several strings of a TOML list, one line of the text each.
    List,
}

/// What is translated in one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// The section of an article, `post`, or the key in a TOML file; `front.title` and so on before an article.
    pub group: String,
    /// Among those of the group, from 0.
    pub index: usize,
    pub kind: Kind,
    pub form: Form,
    /// What a translator sees.
    pub text: String,
    /// Where it stands in the file; strings with their quotes.
    pub span: Range<usize>,
    /// With what belongs to it: its mark, its id, the statements before it.
    pub whole: Range<usize>,
    /// Sixteen hexadecimal digits of a SHA-256 of the words, of the tags around them and of their mark. Line ends and
    /// runs of spaces make no difference outside of code.
    pub digest: String,
}

impl Paragraph {
    /// The name in messages and in exchanged files: `method/3`, `hero.label.better`.
    pub fn key(&self) -> String {
        match self.form {
            Form::Prose => format!("{}/{}", self.group, self.index + 1),
            Form::Quoted | Form::List => self.group.clone(),
        }
    }

    /// The beginning of it, on one line, for messages.
    pub fn beginning(&self) -> String {
        beginning(&self.text)
    }
}

/// The first words of a text on one line, no more than fit into a message.
pub fn beginning(text: &str) -> String {
    const LONGEST: usize = 64;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

/// A file of words, cut into paragraphs.
#[derive(Debug, Clone)]
pub struct Paragraphs {
    pub source: SourceText,
    pub list: Vec<Paragraph>,
}

impl Paragraphs {
    /// Cuts a file by its name: `article.md`, `linkedin.txt`, `infographic.toml`, `terms.toml`.
    ///
    /// # Errors
    /// All that keeps the file from being read as what it is.
    pub fn of(name: &str, source: &SourceText) -> Result<Paragraphs, Faults> {
        let list = match name {
            "article.md" => article(source)?,
            "linkedin.txt" => prose_of(source, "post", 0..source.text.len()),
            _ => keyed(source)?,
        };
        Ok(Paragraphs {
            source: source.clone(),
            list,
        })
    }

    /// The names of the groups, in the order of the file.
    pub fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for paragraph in &self.list {
            if groups.last() != Some(&paragraph.group.as_str()) {
                groups.push(&paragraph.group);
            }
        }
        groups
    }

    /// The paragraphs of a group, in order.
    pub fn group<'a>(&'a self, group: &str) -> Vec<&'a Paragraph> {
        self.list.iter().filter(|paragraph| paragraph.group == group).collect()
    }
}

fn article(source: &SourceText) -> Result<Vec<Paragraph>, Faults> {
    let outline = outline(source)?;
    let front = &outline.front;
    let mut list = Vec::new();
    let words = [
        ("title", &front.title),
        ("subtitle", &front.subtitle),
        ("description", &front.description),
    ];
    for (key, word) in words {
        list.extend(word.iter().map(|word| quoted(&format!("front.{key}"), word)));
    }
    list.extend(keywords(&front.keywords));
    for (id, span) in &outline.sections {
        list.extend(prose_of(source, id, span.clone()));
    }
    Ok(list)
}

fn keywords(words: &[Word]) -> Option<Paragraph> {
    let (first, last) = (words.first()?, words.last()?);
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let text = texts.join("\n");
    Some(Paragraph {
        group: "front.keywords".into(),
        index: 0,
        kind: Kind::Words,
        form: Form::List,
        digest: digest(&text),
        text,
        span: first.span.start..last.span.end,
        whole: first.span.start..last.span.end,
    })
}

fn prose_of(source: &SourceText, group: &str, within: Range<usize>) -> Vec<Paragraph> {
    let text = &source.text;
    let blocks = prose::blocks(text, within).into_iter().enumerate();
    let paragraph = |(index, block): (usize, prose::Block)| {
        let words = &text[block.words.clone()];
        let whole = &text[block.whole.clone()];
        Paragraph {
            group: group.to_owned(),
            index,
            kind: match block.is_code {
                true => Kind::Code,
                false => kind_of(words),
            },
            form: Form::Prose,
            text: words.to_owned(),
            span: block.words,
            whole: block.whole.clone(),
            digest: match block.is_code {
                true => digest(whole.trim()),
                false => digest(&on_one_line(whole)),
            },
        }
    };
    blocks.map(paragraph).collect()
}

fn keyed(source: &SourceText) -> Result<Vec<Paragraph>, Faults> {
    let words = Words::read(std::slice::from_ref(source), |_| true)?;
    let mut list: Vec<Paragraph> = words
        .iter()
        .filter(|(key, _)| !is_of_the_language(key))
        .map(|(key, word)| quoted(key, word))
        .collect();
    list.sort_by_key(|paragraph| paragraph.span.start);
    Ok(list)
}

/// Keys that a language has or has not by its own grammar: symbols of units, and forms after numbers.
fn is_of_the_language(key: &str) -> bool {
    key.starts_with("units.") || key.starts_with("counted.")
}

fn quoted(group: &str, word: &Word) -> Paragraph {
    Paragraph {
        group: group.to_owned(),
        index: 0,
        kind: kind_of(&word.text),
        form: Form::Quoted,
        text: word.text.clone(),
        span: word.span.clone(),
        whole: word.span.clone(),
        digest: digest(&on_one_line(&word.text)),
    }
}

/// Words are letters outside of tags, or in the strings of those tags that print them.
fn kind_of(text: &str) -> Kind {
    let mut at = 0;
    let mut has_words = false;
    for tag in tags(text) {
        has_words |= has_letters(&text[at..tag.span.start]);
        let inner = &text[tag.inner.clone()];
        has_words |= tag.kind == TagKind::Expression && (inner.contains("plural(") || inner.contains("literal("));
        at = tag.span.end;
    }
    match has_words || has_letters(&text[at..]) {
        true => Kind::Words,
        false => Kind::Tags,
    }
}

fn has_letters(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

fn on_one_line(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> Vec<Paragraph> {
        Paragraphs::of(name, &SourceText::new(format!("en/{name}"), text))
            .unwrap()
            .list
    }

    fn keys(list: &[Paragraph]) -> Vec<(String, &str, Kind)> {
        list.iter().map(|p| (p.key(), p.text.as_str(), p.kind)).collect()
    }

    #[test]
    fn every_paragraph_has_a_name() {
        let list = of(
            "article.md",
            "+++\ntitle = \"T\"\nkeywords = [\"a\", \"b\"]\n+++\nLead.\n\n{{ figure() }}\n\n## M {#m}\n\nText.\n\n```\ncode\n```\n",
        );
        assert_eq!(
            keys(&list),
            [
                ("front.title".into(), "T", Kind::Words),
                ("front.keywords".into(), "a\nb", Kind::Words),
                ("lead/1".into(), "Lead.", Kind::Words),
                ("lead/2".into(), "{{ figure() }}", Kind::Tags),
                ("m/1".into(), "M", Kind::Words),
                ("m/2".into(), "Text.", Kind::Words),
                ("m/3".into(), "```\ncode\n```", Kind::Code),
            ]
        );
        let list = of(
            "terms.toml",
            "[units]\nms = \"ms\"\n[words]\nb = 'x {{ y }}'\na = \"{{ z }}\"\n",
        );
        assert_eq!(
            keys(&list),
            [
                ("words.b".into(), "x {{ y }}", Kind::Words),
                ("words.a".into(), "{{ z }}", Kind::Tags),
            ]
        );
    }

    #[test]
    fn digests_follow_words_and_tags_and_not_the_ends_of_lines() {
        let digest = |text: &str| of("linkedin.txt", text)[0].digest.clone();
        assert_eq!(digest("One two\nthree."), digest("One  two three.\n"));
        assert_ne!(digest("One two."), digest("One, two."));
        assert_ne!(
            digest("{% if a %}\nOne.\n{% endif %}"),
            digest("{% if b %}\nOne.\n{% endif %}")
        );
        assert_ne!(digest("- One."), digest("One."));
        assert_ne!(digest("Takes {{ a | count }}."), digest("Takes {{ b | count }}."));
    }
}
