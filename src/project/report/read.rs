//! Reading `report.toml`, field by field: what each may be, and what is said of what it may not.

use super::{PublishedKind, Report, is_date};
use crate::context::nearest;
use crate::diagnostic::{Fault, SourceText};
use crate::locale::{Locale, Numerals, SCRIPTS, Script};
use crate::project::Licence;
use crate::project::fields::{Fields, Placed};
use crate::render::article::pdf;
use crate::render::infographic::{Archetype, ChartKind};

/// Reads all fields of a report. What is wrong is told, and has its default then.
pub(super) fn read_fields(file: &SourceText, fields: &mut Fields, faults: &mut Vec<Fault>) -> Report {
    let mut report = Report::standard("", "data.json");
    report.source = Some(file.clone());
    match fields.text("id", faults) {
        Some(id) => {
            let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
            if !id.text.chars().all(good) || id.text.starts_with('.') {
                faults.push(
                    Fault::input("project::id", "`id` names a folder and a file")
                        .at(file, id.span)
                        .found(format!("`{}`", id.text))
                        .expected("lower-case letters, digits, `.`, `-` and `_`, not a dot first"),
                );
            }
            report.id = id.text;
        }
        None => faults.push(
            Fault::input("project::missing", "`id` is missing")
                .at(file, 0..0)
                .hint("the id names the folder of the results: id = \"my-report\""),
        ),
    }
    if let Some(data) = fields.text("data", faults) {
        if !is_below(&data.text) {
            faults.push(
                Fault::input("project::data-path", "`data` leads out of the report folder")
                    .at(file, data.span)
                    .found(format!("`{}`", data.text))
                    .expected("a path below the folder, with `/` between its parts"),
            );
        }
        report.data = data.text;
    }
    report.theme = read_theme(file, fields, faults);
    read_languages(file, fields, &mut report, faults);
    read_publication(file, fields, &mut report, faults);
    if let Some(mut table) = fields.table("comparison", faults) {
        report.choice.baseline = table.text("baseline", faults);
        report.choice.candidate = table.text("candidate", faults);
        table.finish(faults);
    }
    report.choice.primary = fields.text("primary", faults);
    report.choice.case = fields.text("case", faults);
    report.intervals = fields.boolean("intervals", faults).unwrap_or(false);
    let pictures = Archetype::ALL.map(Archetype::id);
    let mut kind = |key: &'static str, known: &[&str]| {
        let kind = read_kind(file, fields, key, known, faults)?;
        report.kinds.push((key, kind.span));
        Some(kind.text)
    };
    report.picture = kind("picture", &pictures).and_then(|id| Archetype::from_id(&id));
    let charts = ChartKind::ALL.map(ChartKind::id);
    report.chart = kind("chart", &charts).and_then(|id| ChartKind::from_id(&id));
    if let Some(mut table) = fields.table("digits", faults) {
        let digits = &mut report.digits;
        for (key, digit) in [
            ("graphic", &mut digits.graphic),
            ("table", &mut digits.table),
            ("percent", &mut digits.percent),
            ("ratio", &mut digits.ratio),
        ] {
            *digit = table.number(key, 12, faults).unwrap_or(*digit);
        }
        table.finish(faults);
    }
    if let Some(mut table) = fields.table("numerals", faults) {
        report.numerals = read_numerals(file, &mut table, faults);
    }
    if let Some(mut table) = fields.table("pdf", faults) {
        let papers = [("a4", pdf::Paper::A4), ("letter", pdf::Paper::Letter)];
        let profiles = [("3a", pdf::Conformance::A3a), ("2a", pdf::Conformance::A2a)];
        let options = &mut report.pdf;
        options.paper = one_of(file, &mut table, "paper", &papers, faults).unwrap_or(options.paper);
        options.conformance = one_of(file, &mut table, "conformance", &profiles, faults).unwrap_or(options.conformance);
        table.finish(faults);
    }
    if let Some(mut variants) = fields.table("variants", faults) {
        for (id, span, value) in variants.entries() {
            let Some(mut variant) = variants.entry_table(id, value, faults) else {
                continue;
            };
            if let Some(short) = variant.text("short", faults) {
                let id = Placed { text: id.into(), span };
                report.shorts.push((id, short.text));
            }
            variant.finish(faults);
        }
    }
    report
}

/// The digits of languages: `ar = "arab"`.
fn read_numerals(file: &SourceText, table: &mut Fields, faults: &mut Vec<Fault>) -> Vec<(&'static Script, Numerals)> {
    let mut chosen = Vec::new();
    for (tag, span, value) in table.entries() {
        let Some(id) = table.entry_text(tag, value, faults) else {
            continue;
        };
        let Some(script) = Script::of(tag) else {
            faults.extend(Locale::load(tag).err().map(|fault| fault.at(file, span)));
            continue;
        };
        match Numerals::from_id(script, &id.text) {
            Some(numerals) => chosen.push((script, numerals)),
            None => faults.push(no_numerals(script, &id.text).at(file, id.span)),
        }
    }
    chosen
}

/// A language is not written with these digits.
pub fn no_numerals(script: &Script, id: &str) -> Fault {
    let known: Vec<&str> = Numerals::of(script).iter().map(|numerals| numerals.id()).collect();
    Fault::input(
        "project::numerals",
        format!("numbers in `{}` do not have these digits", script.tag),
    )
    .found(format!("`{id}`"))
    .expected(format!("one of {}", known.join(", ")))
    .hint("the names are those of CLDR's numbering systems: latn, arab")
}

/// One of some names.
fn read_kind(
    file: &SourceText,
    fields: &mut Fields,
    key: &'static str,
    known: &[&str],
    faults: &mut Vec<Fault>,
) -> Option<Placed> {
    let kind = fields.text(key, faults)?;
    if !known.contains(&kind.text.as_str()) {
        faults.push(
            Fault::input("project::picture", format!("`{key}` names no kind that there is"))
                .at(file, kind.span)
                .found(format!("`{}`", kind.text))
                .expected(format!("one of {}", known.join(", "))),
        );
        return None;
    }
    Some(kind)
}

/// The name of a theme, which stays below the report folder.
fn read_theme(file: &SourceText, fields: &mut Fields, faults: &mut Vec<Fault>) -> Option<Placed> {
    let theme = fields.text("theme", faults)?;
    if let Some(control) = theme.text.chars().find(|c| c.is_control()) {
        faults.push(
            Fault::input("project::theme-path", "`theme` has a control character")
                .at(file, theme.span)
                .found(format!("U+{:04X}", u32::from(control)))
                .expected("`dark`, `light`, or a path below the folder, with `/` between its parts"),
        );
        return None;
    }
    if !is_below(&theme.text) {
        faults.push(
            Fault::input("project::theme-path", "`theme` leads out of the report folder")
                .at(file, theme.span)
                .found(format!("`{}`", theme.text))
                .expected("`dark`, `light`, or a path below the folder, with `/` between its parts"),
        );
        return None;
    }
    Some(theme)
}

/// Whether a path stays below the folder that it is given for.
fn is_below(path: &str) -> bool {
    !path.starts_with('/') && !path.contains('\\') && !path.split('/').any(|part| part == "..")
}

/// One of a few words, as what it stands for.
fn one_of<T: Copy>(
    file: &SourceText,
    table: &mut Fields,
    key: &'static str,
    known: &[(&str, T)],
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let placed = table.text(key, faults)?;
    let found = known.iter().find(|(word, _)| *word == placed.text);
    if found.is_none() {
        let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        faults.push(
            Fault::input("project::choice", format!("`pdf.{key}` has no such value"))
                .at(file, placed.span)
                .found(format!("`{}`", placed.text))
                .expected(format!("one of {}", words.join(", "))),
        );
    }
    found.map(|(_, value)| *value)
}

fn read_languages(file: &SourceText, fields: &mut Fields, report: &mut Report, faults: &mut Vec<Fault>) {
    let language = |placed: &Placed, faults: &mut Vec<Fault>| {
        let script = Script::of(&placed.text);
        if script.is_none()
            && let Err(fault) = Locale::load(&placed.text)
        {
            faults.push(fault.at(file, placed.span.clone()));
        }
        script
    };
    if let Some(tags) = fields.texts("languages", faults) {
        report.languages = tags.iter().filter_map(|tag| language(tag, faults)).collect();
        if tags.is_empty() {
            faults.push(
                Fault::input("project::empty", "`languages` is empty")
                    .at(file, 0..0)
                    .expected(format!(
                        "some of {}",
                        SCRIPTS.iter().map(|s| s.tag).collect::<Vec<_>>().join(", ")
                    )),
            );
        }
        if let Some(first) = report.languages.first() {
            report.reference = first;
        }
    }
    if let Some(tag) = fields.text("reference", faults)
        && let Some(script) = language(&tag, faults)
    {
        if !report.languages.contains(&script) {
            faults.push(
                Fault::input("project::reference", "the reference language is not published")
                    .at(file, tag.span)
                    .found(format!("`{}`", tag.text))
                    .expected(format!(
                        "one of {}",
                        report.languages.iter().map(|s| s.tag).collect::<Vec<_>>().join(", ")
                    )),
            );
        }
        report.reference = script;
    }
}

fn read_publication(file: &SourceText, fields: &mut Fields, report: &mut Report, faults: &mut Vec<Fault>) {
    if let Some(authors) = fields.texts("authors", faults) {
        report.authors = authors.into_iter().map(|author| author.text).collect();
    }
    if let Some(date) = fields.text("date", faults) {
        if !is_date(&date.text) {
            faults.push(
                Fault::input("project::date", "`date` is no day of the calendar")
                    .at(file, date.span)
                    .found(format!("`{}`", date.text))
                    .expected("an ISO 8601 date such as `2026-07-09`"),
            );
        }
        report.date = Some(date.text);
    }
    let address = |placed: &Placed, faults: &mut Vec<Fault>| {
        let web = placed.text.starts_with("https://") || placed.text.starts_with("http://");
        if !web || placed.text.contains(char::is_whitespace) {
            faults.push(
                Fault::input("project::address", "this is no address on the web")
                    .at(file, placed.span.clone())
                    .found(format!("`{}`", placed.text))
                    .expected("`https://…` without spaces"),
            );
        }
    };
    if let Some(url) = fields.text("url", faults) {
        address(&url, faults);
        let slash = if url.text.ends_with('/') { "" } else { "/" };
        report.url = Some(url.text + slash);
    }
    if let Some(id) = fields.text("license", faults) {
        report.licence = Licence::of(&id.text);
        if report.licence.is_none() {
            let fault = Fault::input("project::license", "no licence of SPDX has this id")
                .at(file, id.span)
                .found(format!("`{}`", id.text))
                .expected("an id of spdx.org/licenses such as `CC-BY-4.0`");
            faults.push(match crate::diagnostic::nearest(&id.text, Licence::ids()) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            });
        }
    }
    if let Some(mut links) = fields.table("links", faults) {
        for (name, _, value) in links.entries() {
            if let Some(link) = links.entry_text(name, value, faults) {
                address(&link, faults);
                report.links.push((name.into(), link.text));
            }
        }
    }
    if let Some(mut allow) = fields.table("allow", faults) {
        for (rule, span, value) in allow.entries() {
            if let Some(reason) = allow.entry_text(rule, value, faults) {
                let rule = Placed {
                    text: rule.into(),
                    span: span.clone(),
                };
                report.allow.push((rule, reason.text));
            }
        }
    }
    if let Some(origin) = fields.texts("origin", faults) {
        let is_path = |name: &&Placed| name.text.contains(['/', '\\']) || [".", ".."].contains(&name.text.as_str());
        for name in origin.iter().filter(is_path) {
            faults.push(
                Fault::input(
                    "project::origin",
                    "`origin` names what lies in the report folder itself",
                )
                .at(file, name.span.clone())
                .found(format!("`{}`", name.text))
                .expected("the name of a file or folder, without a path"),
            );
        }
        report.origin = origin;
    }
    if let Some(kinds) = fields.texts("publish", faults) {
        let ids = PublishedKind::ALL.map(PublishedKind::id);
        let mut chosen = Vec::new();
        for kind in kinds {
            match PublishedKind::from_id(&kind.text) {
                Some(known) => chosen.push(known),
                None => {
                    let fault = Fault::input("project::publish", "nothing of this kind can be published")
                        .at(file, kind.span)
                        .found(format!("`{}`", kind.text))
                        .expected(format!("one of {}", ids.join(", ")));
                    faults.push(match nearest(&kind.text, &ids) {
                        Some(near) => fault.hint(format!("did you mean `{near}`?")),
                        None => fault,
                    });
                }
            }
        }
        chosen.sort();
        report.publish = chosen;
    }
}
