//! Proof of parity: what a reader finds in the finished files of one language, a reader of every other finds there too:
//! every number with its unit, every version, every address, as often, written by the rules of the language.
//!
//! The files are read back; the rules of writing numbers are given here once more, so that a fault of the formatter
//! cannot excuse itself.

use crate::{data_files, example_reports, root, templates};
use benchfolio::check::extract::{Role, pieces};
use benchfolio::context::{read_terms, unit_words};
use benchfolio::dataset::Unit;
use benchfolio::diagnostic::{Fault, Faults, SourceText};
use benchfolio::locale::Locale;
use benchfolio::pipeline::{Choices, Form, Observer, Source, make};
use benchfolio::publish::Published;
use benchfolio::render::Artefact;
use benchfolio::stats::Exact;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

struct Quiet;

impl Observer for Quiet {
    fn expected(&self, _report: &str, _artefacts: usize) {}
    fn made(&self, _report: &str, _artefact: &str) {}
    fn published(&self, _report: &str, _published: &Published, _elapsed: Duration) {}
    fn failed(&self, _report: &str, _faults: &Faults) {}
    fn found(&self, _report: &str, _findings: &[Fault]) {}
    fn stopped(&self) -> bool {
        false
    }
}

/// Decimal mark and mark of groups, as CLDR has them for numbers in Latin digits.
fn marks(tag: &str) -> (char, char) {
    match tag {
        "en" | "zh-Hans" | "zh-Hant" | "ja" | "ko" | "he" | "ar" => ('.', ','),
        "de" | "es" | "it" | "nl" | "pt-BR" | "tr" => (',', '.'),
        "fr" => (',', '\u{202f}'),
        "pl" | "uk" | "ru" => (',', '\u{a0}'),
        other => panic!("say how {other} writes numbers"),
    }
}

/// How one language writes.
struct Writing {
    tag: String,
    decimal: char,
    group: char,
    /// What stands before or behind a number, and the unit that it is.
    units: Vec<(String, String)>,
    /// What looks like numbers in the names of the data, which no language writes by its rules: `1,000,000`, `8.0.28`.
    names: BTreeSet<String>,
    /// Whether units count: words of a report may write one out that another language abbreviates.
    with_units: bool,
}

impl Writing {
    fn of(tag: &str) -> Writing {
        let name = format!("{tag}/terms.toml");
        let text = std::fs::read_to_string(templates().join(&name)).unwrap();
        let terms = read_terms(&[SourceText::new(name, text)]).unwrap();
        let locale = Locale::load(tag).unwrap().with_units(unit_words(&terms));
        let (decimal, group) = marks(tag);
        let symbols = ["ns", "us", "ms", "s", "B", "KiB", "MiB", "GiB", "%"];
        let mut units: Vec<(String, String)> = symbols
            .iter()
            .map(|symbol| {
                let unit = Unit::from_symbol(symbol).unwrap();
                let written = locale.with_unit(&Exact::from(7), unit, None, 0);
                let bare = plain(&written)
                    .replace('7', "")
                    .replace('\u{a0}', " ")
                    .trim()
                    .to_owned();
                (bare, (*symbol).to_owned())
            })
            .collect();
        // Notes of the data stand in their own language.
        units.extend(
            symbols
                .iter()
                .map(|symbol| ((*symbol).to_owned(), (*symbol).to_owned())),
        );
        units.sort_by_key(|(written, _)| std::cmp::Reverse(written.len()));
        Writing {
            tag: tag.to_owned(),
            decimal,
            group,
            units,
            names: BTreeSet::new(),
            with_units: false,
        }
    }

    /// For words that name things as the data do.
    fn with_names_of(mut self, data: &str) -> Writing {
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        self.with_units = true;
        for table in ["variants", "cases"] {
            for thing in data[table].as_array().into_iter().flatten() {
                let name = thing["name"].as_str().unwrap_or_default();
                let parts = name.split(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
                let parts = parts.map(|part| part.trim_matches(['.', ',']));
                self.names
                    .extend(parts.filter(|part| !part.is_empty()).map(str::to_owned));
            }
        }
        self
    }

    /// The numbers of a text: value, sign and unit, or the version as it stands.
    fn numbers(&self, text: &str) -> Vec<String> {
        let text: Vec<char> = plain(text).chars().collect();
        let is_mark = |c: char| c == self.decimal || c == self.group || c == '.' || c == ',';
        let mut found = Vec::new();
        let mut at = 0;
        while at < text.len() {
            if !text[at].is_ascii_digit() {
                at += 1;
                continue;
            }
            let start = at;
            let digit = |at: usize| text.get(at).is_some_and(char::is_ascii_digit);
            while digit(at) || text.get(at).is_some_and(|c| is_mark(*c)) && digit(at + 1) {
                at += 1;
            }
            let number: String = text[start..at].iter().collect();
            if self.names.contains(&number) {
                found.push(format!("name {number}"));
                continue;
            }
            // A month that English has a name for.
            if text.get(at) == Some(&'月') {
                continue;
            }
            let letter = |c: Option<&char>| c.is_some_and(|c| c.is_ascii_alphabetic());
            // Turkish: `−%75,16`.
            let is_percent = start > 0 && text[start - 1] == '%';
            let before = start
                .checked_sub(1 + usize::from(is_percent))
                .map(|before| text[before]);
            // A digit inside of a name is a part of the name: `p95`, `SHA-256`.
            let sign = before
                .filter(|c| matches!(c, '−' | '+'))
                .map(String::from)
                .unwrap_or_default();
            let unit = match letter(before.as_ref()) {
                _ if !self.with_units => String::new(),
                true => String::new(),
                false if is_percent => " %".to_owned(),
                false => self.unit(&text, at),
            };
            found.push(format!("{sign}{}{unit}", self.value(&number)));
        }
        found
    }

    /// The plain decimal of a number of this language; what is none is a version and stays.
    fn value(&self, number: &str) -> String {
        let (whole, fraction) = match number.split_once(self.decimal) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (number, None),
        };
        let groups: Vec<&str> = whole.split(self.group).collect();
        let is_grouped = groups[1..].iter().all(|group| group.len() == 3) && groups[0].len() <= 3 || groups.len() == 1;
        let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_number = is_grouped && groups.iter().all(|g| all_digits(g)) && fraction.is_none_or(all_digits);
        match (is_number, fraction) {
            (true, Some(fraction)) => format!("{}.{fraction}", groups.concat()),
            (true, None) => groups.concat(),
            (false, _) => number.to_owned(),
        }
    }

    fn unit(&self, text: &[char], end: usize) -> String {
        let after: String = text[end..].iter().skip_while(|c| c.is_whitespace()).take(16).collect();
        let after = after.replace('\u{a0}', " ");
        let ends_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphabetic() && !is_dense(c));
        for (written, unit) in &self.units {
            let is_behind = after.strip_prefix(written.as_str()).is_some_and(ends_word);
            if is_behind {
                return format!(" {unit}");
            }
        }
        String::new()
    }
}

fn is_dense(c: char) -> bool {
    ('\u{2e80}'..'\u{a000}').contains(&c) || ('\u{ac00}'..'\u{d7b0}').contains(&c)
}

/// Without marks of direction.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}' | '\u{61c}'))
        .collect()
}

/// What a reader finds in an artefact, and how often.
fn found(writing: &Writing, artefact: &Artefact) -> BTreeMap<String, usize> {
    let mut bytes = artefact.bytes.clone();
    let is_html = artefact.name.ends_with(".html");
    let mut counts = BTreeMap::new();
    let mut count = |what: String| *counts.entry(what).or_insert(0) += 1;
    if is_html {
        // Each language has a file of its own size, and names the others.
        let page = without(&String::from_utf8(bytes).unwrap(), "<span class=\"size\">", "</span>");
        for address in addresses(&page) {
            count(address.replace(&format!(".{}.", writing.tag), ".*."));
        }
        bytes = page.into_bytes();
    }
    // What is seen in a picture is compared label by label.
    let is_picture = artefact.name.ends_with(".svg");
    let read = pieces(&artefact.name, &bytes).unwrap_or_else(|fault| panic!("{fault}"));
    let counts_here = |role: Role| role == Role::Alternative || !is_picture && role != Role::Axis;
    for piece in read.iter().filter(|piece| counts_here(piece.role)) {
        writing.numbers(&piece.text).into_iter().for_each(&mut count);
    }
    if artefact.name.ends_with(".txt") {
        let text = String::from_utf8_lossy(&artefact.bytes).into_owned();
        let words = text
            .split_whitespace()
            .filter_map(|word| word.find("http").map(|at| &word[at..]));
        words.for_each(|word| count(word.replace(&format!(".{}.", writing.tag), ".*.")));
    }
    counts
}

/// The numbers of each text of a picture, by the id of the text. Versions in names come with the names.
type Labels = BTreeMap<String, Vec<String>>;

fn labels(writing: &Writing, picture: &Artefact) -> Labels {
    let text = std::str::from_utf8(&picture.bytes).unwrap();
    let document = resvg::usvg::roxmltree::Document::parse(text).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let mut labels = BTreeMap::new();
    for node in texts {
        let mut words = String::new();
        let mut line = None;
        for part in node.descendants() {
            let starts = part.attribute("y").filter(|_| part.has_tag_name("tspan"));
            if starts.is_some() && starts != line {
                words.push('\n');
                line = starts;
            }
            words.push_str(part.text().filter(|_| part.is_text()).unwrap_or_default());
        }
        let mut numbers = writing.numbers(&words);
        numbers
            .retain(|number| !number.starts_with("name ") && !writing.names.iter().any(|name| *number == digits(name)));
        numbers.sort();
        if let Some(id) = node.attribute("id") {
            labels.insert(id.to_owned(), numbers);
        }
    }
    labels
}

/// A number in a name as a language would write it: `1,000,000` may be a million of rows or the name of the case.
fn digits(name: &str) -> String {
    name.replace(',', "")
}

/// What a reader of one picture sees and a reader of the other does not. Pictures for sharing show as many rows as have
/// room beside the words of the language; they say of how many.
fn differing_labels(name: &str, reference: &Labels, other: &Labels) -> Vec<String> {
    let is_row = |id: &str| ["pair-", "case-", "bar-"].iter().any(|row| id.starts_with(row));
    let rows = |of: &Labels| of.keys().filter(|id| is_row(id)).count();
    let [most, fewest] = if rows(reference) < rows(other) {
        [other, reference]
    } else {
        [reference, other]
    };
    let leaves_out = name.starts_with("share-") && rows(fewest) < rows(most) && fewest.contains_key(CAPTION);
    let ids: BTreeSet<&String> = most.keys().chain(fewest.keys()).collect();
    let mut told = Vec::new();
    for id in ids {
        let lawful = leaves_out && (id == CAPTION || is_row(id) && !fewest.contains_key(id));
        let numbers = |of: &Labels| of.get(id).cloned().unwrap_or_default();
        if numbers(reference) != numbers(other) && !lawful {
            told.push(format!(
                "#{id}: {:?} instead of {:?}",
                numbers(other),
                numbers(reference)
            ));
        }
    }
    told
}

/// The line below the finding, which says how many rows are shown.
const CAPTION: &str = "chart-caption";

/// Values on the pages of a PDF beside those of the picture in it, which may leave out labels. Units are not looked at: a
/// line may end before one.
fn found_on_pages(writing: &Writing, pdf: &Artefact, picture: &Artefact) -> BTreeMap<String, usize> {
    let values = |artefact: &Artefact, also: Role| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let read = pieces(&artefact.name, &artefact.bytes).unwrap_or_else(|fault| panic!("{fault}"));
        for piece in read.iter().filter(|piece| [Role::Prose, also].contains(&piece.role)) {
            // The month of a date is a word in the reference language.
            let mut parts = piece.text.split('月');
            let last = parts.next_back().unwrap_or_default();
            let months = parts.map(|part| part.trim_end().trim_end_matches(|c: char| c.is_ascii_digit()));
            let text = months.chain([last]).collect::<Vec<_>>().join("月");
            for number in writing.numbers(&text) {
                let value = number.split(' ').next_back().filter(|_| number.starts_with("name "));
                let value = value.or(number.split(' ').next()).unwrap_or_default();
                *counts.entry(value.to_owned()).or_insert(0) += 1;
            }
        }
        counts
    };
    let mut counts = values(pdf, Role::Prose);
    for (value, count) in values(picture, Role::Axis) {
        let on_pages = counts
            .get_mut(&value)
            .unwrap_or_else(|| panic!("{}: no {value} of the picture", pdf.name));
        *on_pages = on_pages
            .checked_sub(count)
            .unwrap_or_else(|| panic!("{}: too few {value}", pdf.name));
    }
    counts.retain(|_, count| *count > 0);
    counts
}

fn without(text: &str, open: &str, close: &str) -> String {
    let mut parts = text.split(open);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once(close).map_or("", |(_, rest)| rest));
    }
    out
}

/// The targets of links, without those to the same page in other languages.
fn addresses(page: &str) -> Vec<String> {
    let links = page.split("<a ").skip(1).filter_map(|rest| rest.split('>').next());
    let links = links.filter(|attributes| !attributes.contains("hreflang"));
    links
        .filter_map(|attributes| attributes.split("href=\"").nth(1)?.split('"').next())
        .filter(|address| !address.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// What is more or less often in a language than in the reference language.
fn differences(source: &Source, languages: &[&str]) -> Vec<String> {
    let choices = Choices {
        languages: languages.iter().map(|tag| (*tag).to_owned()).collect(),
        forms: vec![Form::Svg, Form::Html, Form::Md, Form::Pdf, Form::Post],
        ..Choices::default()
    };
    let made = make(source, &choices, &Quiet).unwrap_or_else(|faults| panic!("{}: {faults}", source.name()));
    let data = made
        .artefacts
        .iter()
        .find(|artefact| artefact.name == "benchmark-data.json");
    let data = String::from_utf8_lossy(&data.expect("the data are published").bytes).into_owned();
    let of = |tag: &str| -> BTreeMap<String, BTreeMap<String, usize>> {
        let writing = match source {
            Source::Data(_) => Writing::of(tag).with_names_of(&data),
            Source::Folder(_) | Source::Archive(_) => Writing::of(tag),
        };
        let mark = format!(".{tag}.");
        let own = made.artefacts.iter().filter(|artefact| artefact.name.contains(&mark));
        let own = own.filter(|artefact| !artefact.name.ends_with(".png"));
        own.map(|artefact| {
            let found = match artefact.name.strip_suffix(".pdf") {
                Some(_) => {
                    let picture = format!("infographic.{tag}.svg");
                    let picture = made.artefacts.iter().find(|other| other.name == picture);
                    found_on_pages(&writing, artefact, picture.expect("the picture is made"))
                }
                None => found(&writing, artefact),
            };
            (artefact.name.replace(&mark, ".*."), found)
        })
        .collect()
    };
    let pictures_of = |tag: &str| -> BTreeMap<String, Labels> {
        let writing = Writing::of(tag).with_names_of(&data);
        let mark = format!(".{tag}.");
        let own = made
            .artefacts
            .iter()
            .filter(|artefact| artefact.name.ends_with(&format!("{mark}svg")));
        own.map(|picture| (picture.name.replace(&mark, ".*."), labels(&writing, picture)))
            .collect()
    };
    let (reference, pictures) = (of(languages[0]), pictures_of(languages[0]));
    assert!(pictures.values().flatten().any(|(_, numbers)| !numbers.is_empty()));
    let mut told = Vec::new();
    for tag in &languages[1..] {
        let (other, others) = (of(tag), pictures_of(tag));
        assert_eq!(others.len(), pictures.len(), "{tag}");
        for (name, labels) in &pictures {
            let differing = differing_labels(name, labels, &others[name]).into_iter();
            told.extend(differing.map(|what| format!("{} {name} {tag}: {what}", source.name())));
        }
        assert_eq!(other.len(), reference.len(), "{tag}");
        for (name, wanted) in &reference {
            let has = &other[name];
            assert!(!wanted.is_empty(), "{name}: nothing was found");
            let all: BTreeSet<&String> = wanted.keys().chain(has.keys()).collect();
            for what in all {
                let (a, b) = (wanted.get(what).unwrap_or(&0), has.get(what).unwrap_or(&0));
                if a != b {
                    told.push(format!(
                        "{} {name} {tag}: `{what}` {b} times instead of {a}",
                        source.name()
                    ));
                }
            }
        }
    }
    told
}

const ALL: [&str; 17] = [
    "en", "ar", "de", "es", "fr", "he", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "tr", "uk", "zh-Hans", "zh-Hant",
];

#[test]
fn every_language_of_a_report_shows_the_same_numbers_units_and_addresses() {
    let reports = example_reports();
    let told: Vec<String> = reports
        .par_iter()
        .flat_map(|folder| differences(&Source::Folder(folder.clone()), &["en", "pl", "zh-Hans"]))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn standard_words_of_every_language_show_the_same_numbers_units_and_addresses() {
    let told: Vec<String> = data_files()
        .par_iter()
        .flat_map(|data| differences(&Source::Data(data.clone()), &ALL))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// Repetitions with intervals, some of which include zero: the words that data of one figure each do not need.
#[test]
fn standard_words_of_intervals_show_the_same_numbers_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let data = root().join("reports/mariadb-query-cache/data.json");
    std::fs::copy(data, folder.path().join("data.json")).unwrap();
    let languages = ALL.map(|tag| format!("{tag:?}")).join(", ");
    let report = format!("id = \"intervals\"\ndata = \"data.json\"\nintervals = true\nlanguages = [{languages}]\n");
    std::fs::write(folder.path().join("report.toml"), report).unwrap();
    let told = differences(&Source::Folder(folder.path().to_owned()), &ALL);
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn numbers_are_read_by_the_rules_of_each_language() {
    for (tag, text, expected) in [
        (
            "en",
            "−75.16% of 10,500 in 8.112 ms with 2.7.3",
            "−75.16 %|10500|8.112 ms|2.7.3",
        ),
        (
            "de",
            "−75,16\u{a0}% von 10.500 in 8,112\u{a0}ms mit 2.7.3",
            "−75.16 %|10500|8.112 ms|2.7.3",
        ),
        ("fr", "10\u{202f}500 en 8,112\u{a0}ms", "10500|8.112 ms"),
        ("tr", "%75,16 ve 4 MiB", "75.16 %|4 MiB"),
        ("zh-Hans", "耗时 8.112 毫秒。", "8.112 ms"),
        ("ja", "30秒と", "30 s"),
    ] {
        let shown = Writing::of(tag).with_names_of("{}").numbers(text).join("|");
        assert_eq!(shown, expected, "{tag}");
    }
}
