//! `benchfolio status`: which paragraphs of each translation are complete, stale or missing; and confirming them.

use super::arguments::{DeniedStanding, MessageFormat, Status};
use super::files;
use super::messages::{Printer, print};
use super::selection::word_sets;
use crate::diagnostic::{Class, Fault, Faults};
use crate::locale::Script;
use crate::translation::{
    self, Entry, FileStatus, LanguageStatus, Paragraph, Paragraphs, STATE_FILE, Standing, WordSet,
};
use serde_json::{Value, json};
use std::fmt::Write;

/// Runs the command and returns the exit code.
pub fn run(arguments: &Status) -> u8 {
    let printer = Printer::new(arguments.format);
    let result = word_sets(&arguments.reports, arguments.templates.as_deref()).and_then(|sets| {
        let mut text = String::new();
        let mut is_denied = false;
        for set in &sets {
            let languages = languages(set, &arguments.lang)?;
            accept(set, &languages, arguments, &printer)?;
            let looked = look(set, &languages)?;
            is_denied |= looked.iter().any(|status| denied(status, arguments.deny));
            match arguments.format {
                Some(MessageFormat::Json) => json_lines(set, &looked, &mut text),
                _ => lines(set, &looked, &mut text),
            }
        }
        print(&text)?;
        Ok(is_denied)
    });
    match result {
        Ok(is_denied) => u8::from(is_denied) * Class::Finding.exit_code(),
        Err(faults) => {
            faults.iter().for_each(|fault| printer.fault(fault, None));
            faults.exit_code()
        }
    }
}

/// The languages of a set that were asked for.
fn languages(set: &WordSet, wanted: &[String]) -> Result<Vec<&'static Script>, Faults> {
    let known: Vec<&str> = set.languages.iter().map(|script| script.tag).collect();
    let unknown = wanted
        .iter()
        .filter(|tag| !known.contains(&tag.as_str()) && *tag != set.reference.tag);
    let faults = unknown.map(|tag| no_such_language(set, tag)).collect();
    Faults::check(faults)?;
    let is_wanted = |script: &&Script| wanted.is_empty() || wanted.iter().any(|tag| tag == script.tag);
    Ok(set.languages.iter().copied().filter(is_wanted).collect())
}

fn no_such_language(set: &WordSet, tag: &str) -> Fault {
    let known: Vec<&str> = set.languages.iter().map(|script| script.tag).collect();
    Fault::error(
        Class::Usage,
        "cli::language",
        "nothing is translated into this language here",
    )
    .file(set.folder.display().to_string())
    .found(format!("`{tag}`"))
    .expected(match known.is_empty() {
        true => format!("none: only {} is there", set.reference.tag),
        false => format!("one of {}", known.join(", ")),
    })
}

fn look(set: &WordSet, languages: &[&'static Script]) -> Result<Vec<LanguageStatus>, Faults> {
    let mut looked = Vec::new();
    let mut faults = Vec::new();
    for script in languages {
        match translation::status(set, script) {
            Ok(status) => looked.push(status),
            Err(told) => faults.extend(told.into_vec()),
        }
    }
    Faults::check(faults)?;
    Ok(looked)
}

/// Confirms what was asked for and writes the state files.
fn accept(set: &WordSet, languages: &[&'static Script], arguments: &Status, printer: &Printer) -> Result<(), Faults> {
    for accepted in &arguments.accept {
        let of_set: Vec<&'static Script> = match &accepted.language {
            None => languages.to_vec(),
            Some(tag) => match languages.iter().find(|script| script.tag == tag) {
                Some(script) => vec![*script],
                None => return Err(no_such_language(set, tag).into()),
            },
        };
        let references = set.references()?;
        let references: Vec<(&str, &Paragraphs)> = references.iter().map(|(name, read)| (*name, read)).collect();
        for script in of_set {
            let status = translation::status(set, script)?;
            let old = set.state(script)?;
            let (state, confirmed) = translation::accept(&status, set.reference.tag, old.as_ref(), &accepted.chosen);
            let path = set.path(script, STATE_FILE);
            if !path.parent().is_some_and(|folder| folder.is_dir()) {
                // A report may leave a language to its standard words.
                continue;
            }
            if accepted.chosen.key.is_some() && confirmed == 0 {
                let is_there = status.files.iter().any(|file| chosen_is_there(file, accepted));
                if !is_there {
                    return Err(no_such_paragraph(&path.display().to_string(), accepted, &status).into());
                }
            }
            files::write(&path, &state.write(&references))?;
            let paragraphs = if confirmed == 1 { "paragraph" } else { "paragraphs" };
            printer.say(&format!("{}: {confirmed} {paragraphs} confirmed", path.display()));
        }
    }
    Ok(())
}

fn chosen_is_there(file: &FileStatus, accepted: &super::arguments::Accepted) -> bool {
    let chosen = &accepted.chosen;
    let is_file = chosen.file.as_deref().is_none_or(|wanted| wanted == file.name);
    let is_key = |entry: &Entry| {
        let group = entry.reference.as_ref().map(|reference| reference.group.as_str());
        chosen
            .key
            .as_deref()
            .is_none_or(|key| entry.key() == key || group == Some(key))
    };
    is_file && file.entries.iter().any(is_key)
}

fn no_such_paragraph(path: &str, accepted: &super::arguments::Accepted, status: &LanguageStatus) -> Fault {
    let key = accepted.chosen.key.as_deref().unwrap_or_default();
    let of_file = status
        .files
        .iter()
        .filter(|file| accepted.chosen.file.as_deref().is_none_or(|wanted| wanted == file.name));
    let keys: Vec<String> = of_file.flat_map(|file| file.entries.iter().map(Entry::key)).collect();
    let fault = Fault::error(Class::Usage, "cli::paragraph", "there is no such paragraph")
        .file(path)
        .language(status.script.tag)
        .found(format!("`{key}`"));
    match crate::diagnostic::nearest(key, keys.iter().map(String::as_str)) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault.hint("`benchfolio status` names the paragraphs that are not complete"),
    }
}

fn denied(status: &LanguageStatus, deny: Option<DeniedStanding>) -> bool {
    let standings: &[Standing] = match deny {
        None => &[],
        Some(DeniedStanding::Missing) => &[Standing::Missing],
        Some(DeniedStanding::Stale) => &[Standing::Missing, Standing::Stale, Standing::Superfluous],
        Some(DeniedStanding::Unconfirmed) => &[
            Standing::Missing,
            Standing::Stale,
            Standing::Superfluous,
            Standing::Unconfirmed,
        ],
    };
    standings.iter().any(|standing| status.count(*standing) > 0)
}

/// `58 complete, 1 stale`
fn counts(file: &FileStatus) -> String {
    let told: Vec<String> = Standing::ALL
        .into_iter()
        .filter(|standing| file.count(*standing) > 0)
        .map(|standing| format!("{} {}", file.count(standing), standing.word()))
        .collect();
    told.join(", ")
}

fn lines(set: &WordSet, languages: &[LanguageStatus], out: &mut String) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{}: translated from {}", set.folder.display(), set.reference.tag);
    for language in languages {
        let tag = language.script.tag;
        if language
            .files
            .iter()
            .all(|file| file.reference.is_none() && file.translation.is_none())
        {
            let _ = writeln!(out, "  {tag:<8} standard words only");
        }
        for file in &language.files {
            let _ = writeln!(out, "  {tag:<8} {:<17} {}", file.name, counts(file));
            // Without a state nothing was ever confirmed; every paragraph would be told.
            let told = |entry: &&Entry| match entry.standing {
                Standing::Complete => false,
                Standing::Unconfirmed => language.has_state,
                _ => true,
            };
            for entry in file.entries.iter().filter(told) {
                entry_lines(set, language, file, entry, out);
            }
        }
        if !language.has_state && language.files.iter().any(|file| file.count(Standing::Unconfirmed) > 0) {
            let _ = writeln!(
                out,
                "  {tag:<8} nothing was confirmed yet: read the words, then run benchfolio status --accept {tag}"
            );
        }
    }
}

fn entry_lines(set: &WordSet, language: &LanguageStatus, file: &FileStatus, entry: &Entry, out: &mut String) {
    let _ = writeln!(out, "    {} {}", entry.standing.word(), entry.key());
    let mut line = |tag: &str, read: &Option<Paragraphs>, paragraph: &Option<Paragraph>| {
        if let (Some(read), Some(paragraph)) = (read, paragraph) {
            let (line, _) = read.source.line_column(paragraph.span.start);
            let _ = writeln!(out, "      {tag}/{}:{line}: {}", file.name, paragraph.beginning());
        }
    };
    line(set.reference.tag, &file.reference, &entry.reference);
    line(language.script.tag, &file.translation, &entry.translation);
}

fn json_lines(set: &WordSet, languages: &[LanguageStatus], out: &mut String) {
    for language in languages {
        for file in &language.files {
            let entries = file.entries.iter().filter(|entry| entry.standing != Standing::Complete);
            let paragraphs: Vec<Value> = entries
                .map(|entry| {
                    json!({
                        "paragraph": entry.key(),
                        "standing": entry.standing.word(),
                        "reference": place_json(&file.reference, &entry.reference),
                        "translation": place_json(&file.translation, &entry.translation),
                    })
                })
                .collect();
            let mut object = json!({
                "event": "translation",
                "folder": set.folder.display().to_string(),
                "reference": set.reference.tag,
                "language": language.script.tag,
                "file": file.name,
            });
            for standing in Standing::ALL {
                object[standing.word()] = file.count(standing).into();
            }
            object["paragraphs"] = paragraphs.into();
            let _ = writeln!(out, "{object}");
        }
    }
}

fn place_json(read: &Option<Paragraphs>, paragraph: &Option<Paragraph>) -> Value {
    match (read, paragraph) {
        (Some(read), Some(paragraph)) => {
            let (line, column) = read.source.line_column(paragraph.span.start);
            json!({ "file": read.source.name, "line": line, "column": column, "text": paragraph.text })
        }
        _ => Value::Null,
    }
}
