//! Catalogues as PO files of GNU gettext. The key of a paragraph is its context; `fuzzy` says that it needs a review.

use super::catalogue::{Catalogue, Read, Unit};
use crate::diagnostic::{Fault, Faults, SourceText};
use rspolib::{FileOptions, POEntry, pofile};

/// Lines are broken at the ends of lines only: a tag must not be torn apart where somebody looks for it.
const WIDEST: usize = 1 << 20;

/// The text of a PO file.
pub fn write(catalogue: &Catalogue) -> String {
    // Fields that nobody can fill in here are there all the same: gettext asks for them.
    let fields = [
        ("Project-Id-Version", catalogue.folder.as_str()),
        ("PO-Revision-Date", ""),
        ("Last-Translator", ""),
        ("Language-Team", ""),
        ("Language", &locale_name(&catalogue.language)),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=UTF-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("X-Generator", concat!("benchfolio ", env!("CARGO_PKG_VERSION"))),
        ("X-Source-Language", &catalogue.reference),
    ];
    let mut out = String::from("msgid \"\"\nmsgstr \"\"\n");
    for (name, value) in fields {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("\"{name}: {value}\\n\"\n"));
    }
    for unit in &catalogue.units {
        let entry = POEntry {
            msgctxt: Some(format!("{}#{}", unit.file, unit.key)),
            msgid: unit.source.clone(),
            msgstr: Some(unit.target.clone()),
            comment: (!unit.notes.is_empty()).then(|| unit.notes.join("\n")),
            occurrences: vec![(format!("{}/{}", catalogue.reference, unit.file), unit.line.to_string())],
            flags: unit.needs_review.then(|| "fuzzy".to_owned()).into_iter().collect(),
            ..POEntry::default()
        };
        out.push('\n');
        out.push_str(&entry.to_string_with_wrapwidth(WIDEST));
    }
    out
}

/// Reads a PO file.
///
/// # Errors
/// All that keeps it from being a catalogue of ours.
pub fn read(source: &SourceText) -> Result<Read, Faults> {
    let text = source.text.replace("\r\n", "\n");
    let broken = |message: String| Fault::input("translation::po", format!("this is no PO file: {message}"));
    // The crate takes a text without a line end for the name of a file.
    if !text.contains('\n') {
        return Err(broken("it has a single line".into()).file(&source.name).into());
    }
    // It meets some faults with a panic, which is no way to tell a user.
    let options = FileOptions {
        path_or_content: text,
        wrapwidth: WIDEST,
        byte_content: None,
    };
    let parsed = std::panic::catch_unwind(|| pofile(options))
        .map_err(|_| broken("its entries are not in order".into()).file(&source.name))?
        .map_err(|error| broken(error.to_string()).file(&source.name))?;
    let of_header = |name: &str| parsed.metadata.get(name).cloned();
    let mut faults = Vec::new();
    let mut missing = |name: &str| {
        let fault = broken(format!("its header has no `{name}`")).file(&source.name);
        faults.push(fault.hint("import what `benchfolio i18n export` wrote"));
        String::new()
    };
    let language = of_header("Language").unwrap_or_else(|| missing("Language"));
    let reference = of_header("X-Source-Language").unwrap_or_else(|| missing("X-Source-Language"));
    let folder = of_header("Project-Id-Version").unwrap_or_default();
    let starts = line_starts(&source.text);
    let mut units = Vec::new();
    let mut from = 0;
    for entry in parsed
        .entries
        .iter()
        .filter(|entry| !entry.obsolete && !entry.msgid.is_empty())
    {
        let at = |line: usize| starts.get(line).copied().unwrap_or(source.text.len());
        let near = at(entry.linenum.saturating_sub(1));
        let place = entry_place(&source.text, from, near, entry.msgctxt.as_deref());
        from = place.end.max(from);
        let context = entry.msgctxt.as_deref().unwrap_or_default();
        let Some((file, key)) = context.split_once('#') else {
            faults.push(
                Fault::input("translation::context", "this entry belongs to no paragraph")
                    .at(source, place)
                    .found(format!("msgctxt `{context}`"))
                    .expected("`FILE#PARAGRAPH`"),
            );
            continue;
        };
        units.push(Unit {
            file: file.to_owned(),
            key: key.to_owned(),
            source: entry.msgid.clone(),
            target: entry.msgstr.clone().unwrap_or_default(),
            needs_review: entry.fuzzy(),
            notes: Vec::new(),
            line: 0,
            place,
        });
    }
    Faults::check(faults)?;
    Ok(Read {
        catalogue: Catalogue {
            folder,
            reference,
            language: tag_of(&language),
            units,
        },
        source: source.clone(),
    })
}

fn line_starts(text: &str) -> Vec<usize> {
    let after = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(after).collect()
}

/// The line `msgctxt` of an entry; the crate counts lines its own way, so it is looked for.
fn entry_place(text: &str, from: usize, near: usize, context: Option<&str>) -> std::ops::Range<usize> {
    let context = context.unwrap_or_default().replace('\\', "\\\\").replace('"', "\\\"");
    let line = format!("msgctxt \"{context}\"");
    // Entries come in the order of the file. What is not found soon is written in another way.
    let mut end = text.len().min(from + FURTHEST);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    match text[from..end].find(&line) {
        Some(start) => from + start..from + start + line.len(),
        None => near..near,
    }
}

/// Bytes in which the next entry is looked for.
const FURTHEST: usize = 1 << 16;

/// gettext writes `pt_BR` and `zh_Hans`.
fn locale_name(tag: &str) -> String {
    tag.replace('-', "_")
}

fn tag_of(locale: &str) -> String {
    locale.replace('_', "-")
}
