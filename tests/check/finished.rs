//! Finished files that were touched: read back, each must be found by the rule it breaks, and not only by its bytes.

use super::artefacts::{Silent, example, make};
use super::mutations::finished::{self as mutations, Mutation};
use super::words;
use benchfolio::check::{self, Look};
use benchfolio::diagnostic::Fault;
use benchfolio::pipeline::{Choices, Examined, Source};
use benchfolio::project::Project;
use benchfolio::render::Artefact;
use lopdf::content::{Content, Operation};
use lopdf::{Document, Object, ObjectId};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Mutations of texts, of digits in PDFs, of stale files and of forms.
pub const COUNT: usize = mutations::ALL.len() + PDF.len() + 3 + 2;

fn examine(folder: &Path) -> Examined {
    let source = Source::Folder(folder.to_owned());
    Examined::new(&source, &Choices::default(), &Silent).unwrap_or_else(|faults| panic!("{faults}"))
}

fn report(name: &str) -> Examined {
    examine(&Path::new(env!("CARGO_MANIFEST_DIR")).join("reports").join(name))
}

/// What a rule needs of the files of a report: all forms of the language, or the file alone. Others would be read for
/// nothing.
fn needed(examined: &Examined, rule: &str, file: &str) -> Vec<Artefact> {
    let tag = file.split('.').nth(1).unwrap();
    let mark = format!(".{tag}.");
    let all = examined.artefacts().iter();
    all.filter(|artefact| artefact.name == file || rule == "forms-agree" && artefact.name.contains(&mark))
        .cloned()
        .collect()
}

/// Whether a rule finds something in other bytes of a file.
fn is_found(examined: &Examined, rule: &str, file: &str, bytes: Vec<u8>) -> Result<(), String> {
    let mut artefacts = needed(examined, rule, file);
    let touched = artefacts.iter_mut().find(|artefact| artefact.name == file).unwrap();
    if touched.bytes == bytes {
        return Err(format!("{file} was not changed"));
    }
    touched.bytes = bytes;
    let found = examined.findings(&artefacts);
    let hit = found.iter().any(|fault| words::is_of(fault, rule));
    if hit {
        Ok(())
    } else {
        Err(format!("{rule}: found only {}", super::alarms(&found)))
    }
}

fn missed(mutation: &Mutation, examined: &Examined) -> Option<String> {
    let mut made = examined.artefacts().iter();
    let made = made.find(|artefact| artefact.name == mutation.file).unwrap();
    let text = String::from_utf8(made.bytes.clone()).unwrap();
    let told = match std::panic::catch_unwind(|| (mutation.edit)(&text)) {
        Ok(changed) => is_found(examined, mutation.rule, mutation.file, changed.into_bytes()).err()?,
        Err(_) => "the fault cannot be put in any more".into(),
    };
    Some(format!("{} in {}: {told}", mutation.what, mutation.file))
}

/// Findings about the files as they are made, but for those that the report allows: no alarm may come from them, or it
/// would be taken for a catch.
fn false_alarms(name: &str, examined: &Examined) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports").join(name);
    let project = Project::open(&folder, None).unwrap_or_else(|faults| panic!("{faults}"));
    let is_allowed = |fault: &Fault| {
        let mut allowed = project.report.allow.iter();
        allowed.any(|(rule, _)| words::is_of(fault, &rule.text))
    };
    let mut findings = examined.findings(examined.artefacts());
    findings.retain(|fault| !is_allowed(fault));
    super::alarms(&findings)
}

#[test]
fn every_fault_that_is_put_into_finished_files_is_found() {
    let names: std::collections::BTreeSet<&str> = mutations::ALL.iter().map(|mutation| mutation.report).collect();
    let reports: BTreeMap<&str, Examined> = names.into_iter().map(|name| (name, report(name))).collect();
    for (name, examined) in &reports {
        assert_eq!(false_alarms(name, examined), "", "{name}");
    }
    let missed: Vec<String> = mutations::ALL
        .par_iter()
        .filter_map(|mutation| missed(mutation, &reports[mutation.report]))
        .collect();
    println!(
        "{} of {} caught",
        mutations::ALL.len() - missed.len(),
        mutations::ALL.len()
    );
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn every_rule_over_words_and_files_has_a_mutation() {
    let looks_elsewhere = |rule: &check::Rule| matches!(rule.look, Look::Data(_) | Look::Words(_) | Look::Files(_));
    for rule in check::RULES.iter().filter(|rule| !looks_elsewhere(rule)) {
        let put = mutations::ALL.iter().any(|mutation| mutation.rule == rule.id)
            || super::mutations::words::ALL
                .iter()
                .any(|mutation| mutation.code == rule.id);
        assert!(put, "{} has none", rule.id);
    }
}

/// Language, and a digit to be put in the place of another, wherever that stands first on a page.
const PDF: &[(&str, char, char)] = &[
    ("en", '8', '9'),
    ("en", '4', '6'),
    ("pl", '2', '3'),
    ("pl", '7', '1'),
    ("zh-Hans", '5', '6'),
];

#[test]
fn a_digit_changed_in_the_text_of_a_pdf_is_found() {
    let examined = examine(&example());
    for (tag, from, to) in PDF {
        let file = format!("article.{tag}.pdf");
        let made = examined
            .artefacts()
            .iter()
            .find(|artefact| artefact.name == file)
            .unwrap();
        let bytes = with_digit(&made.bytes, *from, *to);
        if let Err(told) = is_found(&examined, "number-has-origin", &file, bytes) {
            panic!("{file}, {from} → {to}: {told}");
        }
    }
}

#[test]
fn a_stale_pdf_is_found_by_its_numbers() {
    let examined = examine(&example());
    let older = tempfile::tempdir().unwrap();
    words::copy_folder(&example(), older.path());
    let data = older.path().join("data.json");
    let mut value: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&data).unwrap()).unwrap();
    value.as_object_mut().unwrap().remove("claims");
    value["series"][1]["batches"][0]["values"][0] = serde_json::json!(9_000_000);
    std::fs::write(&data, value.to_string()).unwrap();
    let stale = make(older.path());
    for tag in ["en", "pl", "zh-Hans"] {
        let file = format!("article.{tag}.pdf");
        let old = stale.artefacts.iter().find(|artefact| artefact.name == file).unwrap();
        for rule in ["number-has-origin", "forms-agree"] {
            if let Err(told) = is_found(&examined, rule, &file, old.bytes.clone()) {
                panic!("{file}: {told}");
            }
        }
    }
}

/// A report that draws its own bars, from an axis that is cut, in its own form of the picture.
#[test]
fn bars_of_a_reports_own_form_are_found() {
    let drawn = "{{ bars(x=margin, y=bars_y + 26, w=column) }}";
    let own = [
        (
            "bars-say-their-values",
            r##"<rect x="300" y="{{ (bars_y + 26) | px }}" width="900" height="50" fill="#8894a3"/>
<rect x="300" y="{{ (bars_y + 92) | px }}" width="500" height="50" fill="#6fe0cc"/>"##,
        ),
        (
            "bars-from-zero",
            r##"<clipPath id="cut"><rect x="0" y="0" width="900" height="2000"/></clipPath>
<g clip-path="url(#cut)">{{ bars(x=margin, y=bars_y + 26, w=column) }}</g>"##,
        ),
    ];
    for (rule, form) in own {
        let folder = tempfile::tempdir().unwrap();
        words::copy_folder(&example(), folder.path());
        let template = include_str!("../../templates/infographic.svg");
        assert!(template.contains(drawn));
        std::fs::write(folder.path().join("infographic.svg"), template.replace(drawn, form)).unwrap();
        let choices = Choices {
            languages: vec!["en".into()],
            ..Choices::default()
        };
        let source = Source::Folder(folder.path().to_owned());
        let examined = Examined::new(&source, &choices, &Silent).unwrap_or_else(|faults| panic!("{faults}"));
        let found = examined.findings(examined.artefacts());
        assert!(
            found.iter().any(|fault| words::is_of(fault, rule)),
            "{rule}: {}",
            super::alarms(&found)
        );
    }
}

/// A PDF in which one digit of the text of its first page that has it is another: its glyph is exchanged for that of
/// the other digit in the same font.
fn with_digit(bytes: &[u8], from: char, to: char) -> Vec<u8> {
    let mut document = Document::load_mem(bytes).unwrap();
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    for page in pages {
        let fonts: BTreeMap<Vec<u8>, BTreeMap<char, [u8; 2]>> = document
            .get_page_fonts(page)
            .unwrap()
            .into_iter()
            .map(|(name, font)| (name, codes(&document, font)))
            .collect();
        let mut content = Content::decode(&document.get_page_content(page)).unwrap();
        if exchange(&mut content.operations, &fonts, (from, to)) {
            document.change_page_content(page, content.encode().unwrap()).unwrap();
            let mut out = Vec::new();
            document.save_to(&mut out).unwrap();
            return out;
        }
    }
    panic!("no {from} in the PDF");
}

/// The code of each character, by the table of a font.
fn codes(document: &Document, font: &lopdf::Dictionary) -> BTreeMap<char, [u8; 2]> {
    let Ok(table) = font.get(b"ToUnicode").and_then(|table| document.dereference(table)) else {
        return BTreeMap::new();
    };
    let stream = table.1.as_stream().unwrap();
    let text = String::from_utf8(stream.decompressed_content().unwrap_or_else(|_| stream.content.clone())).unwrap();
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split(['<', '>']).filter(|part| !part.trim().is_empty()).collect();
        let hex = |text: &str| u16::from_str_radix(text.trim(), 16).ok();
        if let [code, character] = parts.as_slice()
            && let (Some(code), Some(Some(character))) = (hex(code), hex(character).map(|c| char::from_u32(c.into())))
        {
            found.insert(character, code.to_be_bytes());
        }
    }
    found
}

/// Exchanges the first glyph of one digit that stands between other digits or marks of a number.
fn exchange(
    operations: &mut [Operation],
    fonts: &BTreeMap<Vec<u8>, BTreeMap<char, [u8; 2]>>,
    (from, to): (char, char),
) -> bool {
    let mut font: Option<&BTreeMap<char, [u8; 2]>> = None;
    for operation in operations {
        if operation.operator == "Tf" {
            font = operation.operands[0].as_name().ok().and_then(|name| fonts.get(name));
        }
        let Some((old, new)) = font.and_then(|codes| Some((*codes.get(&from)?, *codes.get(&to)?))) else {
            continue;
        };
        if !matches!(operation.operator.as_str(), "Tj" | "TJ") {
            continue;
        }
        for operand in &mut operation.operands {
            let strings: Vec<&mut Object> = match operand {
                Object::Array(items) => items.iter_mut().collect(),
                other => vec![other],
            };
            for string in strings {
                if let Object::String(codes, _) = string
                    && let Some(at) = codes.chunks(2).position(|code| code == old)
                {
                    codes[2 * at..2 * at + 2].copy_from_slice(&new);
                    return true;
                }
            }
        }
    }
    false
}
