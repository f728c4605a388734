//! Files of words put together from the reference language's ones: for a language that has none yet, and where a
//! translation lacks paragraphs.

use super::paragraphs::{Form, Paragraph, Paragraphs};
use super::status::{Entry, FileStatus, Standing};
use std::ops::Range;

/// The text of a file of words with other translations. What has no translation has the words of the reference
/// language; what is not given stays as it is, byte for byte.
pub fn with_translations<'a>(file: &FileStatus, given: impl Fn(&Entry) -> Option<&'a str>) -> String {
    let Some(reference) = &file.reference else {
        return file
            .translation
            .as_ref()
            .map(|read| read.source.text.to_string())
            .unwrap_or_default();
    };
    let Some(translation) = &file.translation else {
        return anew(file, reference, &given);
    };
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut added: Vec<(usize, String)> = Vec::new();
    let text = &translation.source.text;
    for group in reference.groups() {
        let entries = || of_group(file, group);
        if is_whole(file, group) {
            for entry in entries() {
                if let (Some(new), Some(paragraph)) = (given(entry), &entry.translation)
                    && new != paragraph.text
                {
                    edits.push((
                        paragraph.span.clone(),
                        written(paragraph.form, new, &text[paragraph.span.clone()]),
                    ));
                }
            }
            continue;
        }
        if !entries().any(|entry| given(entry).is_some()) {
            continue;
        }
        let first = reference.group(group)[0];
        match first.form {
            Form::Quoted | Form::List => {
                let words = entries().find_map(&given).unwrap_or_default();
                let (at, line) = insert_key(file.name, text, group, &written(first.form, words, "\"\""), first.form);
                added.push((at, line));
            }
            Form::Prose => {
                let new = group_anew(file, reference, group, &given);
                match extent(&translation.group(group)) {
                    Some(extent) => edits.push((extent, new)),
                    None => added.push((place_of_section(reference, translation, group), new)),
                }
            }
        }
    }
    edits.extend(added.into_iter().map(|(at, text)| (at..at, text)));
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in edits {
        out.push_str(&text[at..span.start]);
        out.push_str(&new);
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Whether each paragraph of a group has its translation, and none too many.
pub fn is_whole(file: &FileStatus, group: &str) -> bool {
    let of_group = || of_group(file, group);
    let superfluous = file.entries.iter().any(|entry| {
        entry.standing == Standing::Superfluous
            && entry
                .translation
                .as_ref()
                .is_some_and(|translation| translation.group == group)
    });
    !superfluous && of_group().next().is_some() && of_group().all(|entry| entry.translation.is_some())
}

fn of_group<'a>(file: &'a FileStatus, group: &str) -> impl Iterator<Item = &'a Entry> {
    let is_of = move |entry: &&Entry, group: &str| entry.reference.as_ref().is_some_and(|r| r.group == group);
    let group = group.to_owned();
    file.entries.iter().filter(move |entry| is_of(entry, &group))
}

/// A whole file from the reference language's one. Comments at its head speak of that language and are left out, and
/// so are tables that a language has by its own grammar.
fn anew<'a>(file: &FileStatus, reference: &Paragraphs, given: &impl Fn(&Entry) -> Option<&'a str>) -> String {
    let text = &reference.source.text;
    let mut edits: Vec<(Range<usize>, String)> = file
        .entries
        .iter()
        .filter_map(|entry| {
            let paragraph = entry.reference.as_ref()?;
            let new = given(entry)?;
            Some((
                paragraph.span.clone(),
                written(paragraph.form, new, &text[paragraph.span.clone()]),
            ))
        })
        .collect();
    if file.name.ends_with(".toml") {
        edits.extend(left_out(text).into_iter().map(|span| (span, String::new())));
    }
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in edits {
        if span.start < at {
            continue;
        }
        out.push_str(&text[at..span.start]);
        out.push_str(&new);
        at = span.end;
    }
    out.push_str(&text[at..]);
    out
}

/// The comments at the head of a TOML file, and its tables `units` and `counted` with the comments before them.
fn left_out(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    let mut is_head = true;
    let mut comment: Option<usize> = None;
    let mut table: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        if is_head && (trimmed.starts_with('#') || trimmed.is_empty()) {
            spans.push(start..at);
            continue;
        }
        is_head = false;
        if trimmed.starts_with('#') {
            comment.get_or_insert(start);
            continue;
        }
        if trimmed.starts_with('[') {
            let begin = comment.unwrap_or(start);
            if let Some(open) = table.take() {
                spans.push(open..begin);
            }
            if trimmed == "[units]" || trimmed == "[counted]" {
                table = Some(begin);
            }
        }
        if !trimmed.is_empty() {
            comment = None;
        }
    }
    spans.extend(table.map(|open| open..text.len()));
    spans
}

/// A section of prose from the reference language's one, with the translations that there are.
fn group_anew<'a>(
    file: &FileStatus,
    reference: &Paragraphs,
    group: &str,
    given: &impl Fn(&Entry) -> Option<&'a str>,
) -> String {
    let text = &reference.source.text;
    let paragraphs = reference.group(group);
    let Some(extent) = extent(&paragraphs) else {
        return String::new();
    };
    let mut out = String::new();
    let mut at = extent.start;
    for entry in of_group(file, group) {
        let Some(paragraph) = &entry.reference else { continue };
        let kept = entry.translation.as_ref().map(|translation| translation.text.as_str());
        out.push_str(&text[at..paragraph.span.start]);
        out.push_str(given(entry).or(kept).unwrap_or(&paragraph.text));
        at = paragraph.span.end;
    }
    out.push_str(&text[at..extent.end]);
    out
}

fn extent(paragraphs: &[&Paragraph]) -> Option<Range<usize>> {
    Some(paragraphs.first()?.whole.start..paragraphs.last()?.whole.end)
}

/// Behind the nearest section before it that the translation has, or at the end.
fn place_of_section(reference: &Paragraphs, translation: &Paragraphs, group: &str) -> usize {
    let groups = reference.groups();
    let before = groups.iter().take_while(|other| **other != group);
    let ends = before.filter_map(|other| {
        let paragraphs = translation.group(other);
        let is_prose = paragraphs
            .first()
            .is_some_and(|paragraph| paragraph.form == Form::Prose);
        extent(&paragraphs).filter(|_| is_prose).map(|extent| extent.end)
    });
    ends.last().unwrap_or(translation.source.text.len())
}

/// Where a key goes that a file lacks, and its line: behind the last line of its table, which is made when there is none.
fn insert_key(name: &str, text: &str, key: &str, value: &str, form: Form) -> (usize, String) {
    let value = match form {
        Form::List => format!("[{value}]"),
        _ => value.to_owned(),
    };
    if name == "article.md" {
        let key = key.trim_start_matches("front.");
        return match text.starts_with("+++\n") {
            true => (4, format!("{key} = {value}\n")),
            false => (0, format!("+++\n{key} = {value}\n+++\n")),
        };
    }
    let Some((table, key)) = key.rsplit_once('.') else {
        return (0, format!("{key} = {value}\n"));
    };
    let mut at = 0;
    let mut end_of_table = None;
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        at += line.len();
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            inside = trimmed == format!("[{table}]");
        }
        if inside && !trimmed.is_empty() {
            end_of_table = Some(at);
        }
    }
    let line_end = if text.ends_with('\n') || text.is_empty() {
        ""
    } else {
        "\n"
    };
    match end_of_table {
        Some(at) if at < text.len() || line_end.is_empty() => (at, format!("{key} = {value}\n")),
        Some(at) => (at, format!("\n{key} = {value}\n")),
        None => (text.len(), format!("{line_end}\n[{table}]\n{key} = {value}\n")),
    }
}

/// Words as they are written in the file, in the manner of what stood there.
fn written(form: Form, words: &str, before: &str) -> String {
    match form {
        Form::Prose => words.to_owned(),
        Form::Quoted => string(words, before),
        Form::List => {
            let items: Vec<String> = words.lines().map(|word| string(word, "\"\"")).collect();
            items.join(", ")
        }
    }
}

/// A string of TOML: without escapes when the one before had none and these words need none.
fn string(words: &str, before: &str) -> String {
    let is_plain = !words.contains(|c: char| c == '\'' || c.is_control());
    if is_plain && before.starts_with('\'') {
        return format!("'{words}'");
    }
    let mut out = String::from("\"");
    for c in words.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
