//! Words that are two fifths longer than ours: what another language may need.

use std::path::Path;

/// A templates folder with stretched `infographic.toml` and `terms.toml`.
pub fn templates(languages: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for tag in languages {
        let from = super::templates().join(tag);
        let to = folder.path().join(tag);
        std::fs::create_dir_all(&to).expect("it can be made");
        for file in ["infographic.toml", "terms.toml"] {
            let text = std::fs::read_to_string(from.join(file)).expect("the words are there");
            std::fs::write(to.join(file), stretch(&text)).expect("it can be written");
        }
        copy(&from, &to, &["article.md", "linkedin.txt"]);
    }
    folder
}

fn copy(from: &Path, to: &Path, files: &[&str]) {
    for file in files {
        std::fs::copy(from.join(file), to.join(file)).expect("it can be copied");
    }
}

/// Stretches the values of the tables that stand on the picture; keys, units and templates stay as they are.
fn stretch(toml: &str) -> String {
    let mut table = String::new();
    let mut stretched = String::new();
    for line in toml.lines() {
        if line.starts_with('[') {
            table = line.trim_matches(['[', ']']).to_owned();
        }
        let keep = line.starts_with('#')
            || [
                "units",
                "events",
                "per",
                "files",
                "labels",
                "table",
                "figure",
                "words",
                "hero.number",
            ]
            .contains(&table.as_str())
            || line.starts_with("separator")
            || line.starts_with("full_stop");
        let value = line.split_once(" = ").filter(|_| !keep);
        let longer = value.and_then(|(key, value)| {
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let inner = value.strip_prefix(quote)?.strip_suffix(quote)?;
            Some(format!("{key} = {quote}{inner}{}{quote}", filler(inner)))
        });
        stretched.push_str(longer.as_deref().unwrap_or(line));
        stretched.push('\n');
    }
    stretched
}

/// Two fifths of the words themselves, once more.
fn filler(text: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0;
    for character in text.chars() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 && character.is_alphabetic() || character == ' ' => plain.push(character),
            _ => {}
        }
    }
    let words: String = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let more: String = words.chars().take(words.chars().count() * 2 / 5).collect();
    if more.trim().is_empty() {
        String::new()
    } else {
        format!(" {}", more.trim())
    }
}
