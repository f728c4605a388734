//! Words kept by key in TOML files: `terms.toml` and `infographic.toml`. Later files replace keys of earlier ones.

use super::digits::{self, Syntax};
use crate::dataset::Unit;
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::locale::{Direction, Locale, UnitWords};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The text of one key.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    pub text: String,
    pub source: SourceText,
    /// The value in the source, with its quotes.
    pub span: Range<usize>,
}

impl Word {
    /// Where a place of the text is in the file; the whole value when it is written with escapes.
    pub fn place(&self, span: Range<usize>) -> Range<usize> {
        let raw = &self.source.text[self.span.clone()];
        match raw.find(&self.text) {
            Some(start) => self.span.start + start + span.start..self.span.start + start + span.end,
            None => self.span.clone(),
        }
    }
}

/// Texts by dotted key: `statistics.mean`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    entries: BTreeMap<String, Word>,
    /// What stands before the fraction of a percentile; a point unless the language says otherwise.
    decimal_mark: Option<String>,
    /// Of the language, for names of somebody's own that stand in its words.
    direction: Option<Direction>,
}

impl Words {
    /// Reads files of words, the first the one that all others may replace keys of.
    ///
    /// # Errors
    /// All faults of all files: what is no TOML, what is neither a text nor a table, digits typed into words (except
    /// where `names` says that the key holds a name).
    pub fn read(files: &[SourceText], names: impl Fn(&str) -> bool) -> Result<Words, Faults> {
        let mut words = Words::default();
        let mut faults = Vec::new();
        for file in files {
            let (table, errors) = DeTable::parse_recoverable(&file.text);
            faults.extend(errors.iter().map(|error| toml_fault(file, error)));
            words.add(file, "", table.get_ref(), &mut faults);
        }
        for (key, word) in words.entries.iter().filter(|(key, _)| !names(key)) {
            let text = SourceText::new(&word.source.name, word.text.as_str());
            for fault in digits::check(&text, 0..word.text.len(), Syntax::Plain) {
                let span = fault.place.as_ref().map_or(0..0, |place| place.span.clone());
                faults.push(fault.at(&word.source, word.place(span)).path(key));
            }
        }
        Faults::check(faults)?;
        Ok(words)
    }

    fn add(&mut self, file: &SourceText, prefix: &str, table: &DeTable, faults: &mut Vec<Fault>) {
        for (key, value) in table {
            let path = format!("{prefix}{}", key.get_ref());
            match value.get_ref() {
                DeValue::String(text) => {
                    let word = Word {
                        text: text.to_string(),
                        source: file.clone(),
                        span: value.span(),
                    };
                    self.entries.insert(path, word);
                }
                DeValue::Table(inner) => self.add(file, &format!("{path}."), inner, faults),
                other => faults.push(
                    Fault::input("context::no-text", "words are texts or tables of texts")
                        .at(file, value.span())
                        .path(path)
                        .found(other.type_str()),
                ),
            }
        }
    }

    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries.get(key).map(|word| word.text.as_str())
    }

    pub fn word(&self, key: &str) -> Option<&Word> {
        self.entries.get(key)
    }

    /// The name of a measure: its own, or that of what its tool gives several figures of, and which of them it is
    /// (`http_req_duration_p95`). Parts of the requests of k6 bear the tags that the script gave them.
    pub fn measure_name(&self, id: &str) -> Option<String> {
        if let Some(name) = self.get(&format!("measures.{id}")) {
            return Some(name.to_owned());
        }
        let (base, which) = match aggregate(id) {
            Some((base, which)) => (base, Some(self.aggregate_name(which)?)),
            None => (id, None),
        };
        let (what, tag) = match self.get(&format!("measures.{base}")) {
            Some(what) => (what, None),
            None => self.tagged(base).map(|(what, tag)| (what, Some(tag)))?,
        };
        let tag = tag.map(|tag| self.own(&tag.replace('_', " ")));
        let which: Vec<String> = tag.into_iter().chain(which).collect();
        let of = self.get("aggregates.of")?;
        Some(of.replace("{what}", what).replace("{which}", &which.join(" · ")))
    }

    fn aggregate_name(&self, which: &str) -> Option<String> {
        match which {
            "mean" => self.get("aggregates.avg").map(str::to_owned),
            "p50" => self.get("aggregates.median").map(str::to_owned),
            percentile if is_percentile(percentile) => {
                let mark = self.decimal_mark.as_deref().unwrap_or(".");
                Some(percentile.replace('_', mark))
            }
            plain => self.get(&format!("aggregates.{plain}")).map(str::to_owned),
        }
    }

    /// The name and the tags of a measure of k6 that covers the requests with some tags only: `http_req_duration`,
    /// `name_login` of `http_req_duration{name:login}`.
    fn tagged<'a>(&'a self, id: &'a str) -> Option<(&'a str, &'a str)> {
        let of_k6 = TAGGED.iter().any(|start| id.starts_with(start));
        let ends = id.match_indices('_').map(|(at, _)| at).rev();
        let mut stems = ends.filter(|at| of_k6 && at + 1 < id.len());
        stems.find_map(|at| Some((self.get(&format!("measures.{}", &id[..at]))?, &id[at + 1..])))
    }

    /// The words for a setting, or for what a tool tells besides its figures: `warm-up iterations`, `clock (Scan)`,
    /// `check status is 200`. `None` is a name of somebody's own, which stays as it is.
    pub fn setting_name(&self, name: &str) -> Option<String> {
        if let Some(words) = self.setting(name).filter(|words| !words.contains("{what}")) {
            return Some(words);
        }
        let of_one = name.strip_suffix(')').and_then(|name| name.split_once(" ("));
        if let Some((what, words)) = of_one.and_then(|(name, which)| Some((which, self.setting(name)?))) {
            let of = self.get("aggregates.of")?;
            return Some(of.replace("{what}", &words).replace("{which}", &self.own(what)));
        }
        ABOUT.iter().find_map(|start| {
            let what = name.strip_prefix(start)?.strip_prefix(' ')?;
            Some(self.setting(start)?.replace("{what}", &self.own(what)))
        })
    }

    /// A name of somebody's own, as it stands in words of the language.
    fn own(&self, name: &str) -> String {
        match self.direction {
            Some(direction) => direction.isolate(name.to_owned()),
            None => name.to_owned(),
        }
    }

    fn setting(&self, name: &str) -> Option<String> {
        let parts = name
            .split(|c: char| !c.is_alphanumeric())
            .filter(|part| !part.is_empty());
        let key = parts.collect::<Vec<_>>().join("_").to_lowercase();
        let words = self.get(&format!("settings.{key}")).map(str::to_owned);
        words.or_else(|| self.measure_name(&key))
    }

    /// The words for what is said of a setting: `on`, `3 passed, 0 failed`, `1 in 5 of 5 runs, 2 in 1 of 5 runs`.
    pub fn state_name(&self, value: &str) -> Option<String> {
        if let Some([passed, failed]) = between(value, ["", " passed, ", " failed"]) {
            let words = self.get("states.passed")?;
            return Some(words.replace("{passed}", passed).replace("{failed}", failed));
        }
        let exits = value
            .split(", ")
            .map(|exit| between(exit, ["", " in ", " of ", " runs"]));
        if let Some(exits) = exits.collect::<Option<Vec<[&str; 3]>>>() {
            let words = self.get("states.exits")?;
            let told = exits.iter().map(|[code, count, all]| {
                let words = words.replace("{code}", code).replace("{count}", count);
                words.replace("{all}", all)
            });
            return Some(told.collect::<Vec<_>>().join("; "));
        }
        let plain = match value {
            "true" => "yes",
            "false" => "no",
            plain => STATES.iter().find(|state| **state == plain)?,
        };
        self.get(&format!("states.{plain}")).map(str::to_owned)
    }

    /// Writes the numbers in names of measures (`95th percentile`, `p99.9`) as the language does, and keeps names of
    /// somebody's own in their order.
    pub fn set_language(&mut self, locale: &Locale) {
        self.decimal_mark = Some(locale.decimal_mark_of_names());
        self.direction = Some(locale.direction());
        for (_, word) in self.entries.iter_mut().filter(|(key, _)| key.starts_with("measures.")) {
            word.text = locale.numerals().in_words(&word.text);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Word)> {
        self.entries.iter().map(|(key, word)| (key.as_str(), word))
    }

    /// The keys and texts below a table, without its name.
    pub fn below<'a>(&'a self, table: &'a str) -> impl Iterator<Item = (&'a str, &'a Word)> {
        self.iter().filter_map(move |(key, word)| {
            let rest = key.strip_prefix(table)?.strip_prefix('.')?;
            Some((rest, word))
        })
    }
}

/// What the name of something that a script named itself follows.
const ABOUT: &[&str] = &["check", "exit code of", "threshold"];

/// The whole numbers between fixed texts, of which the first stands at the start and the last at the end.
fn between<'a, const N: usize, const M: usize>(text: &'a str, fixed: [&str; M]) -> Option<[&'a str; N]> {
    let mut rest = text.strip_prefix(fixed[0])?;
    let mut found = [""; N];
    for (number, (place, mark)) in found.iter_mut().zip(&fixed[1..]).enumerate() {
        (*place, rest) = rest.split_once(mark)?;
        let counted = !place.is_empty() && place.bytes().all(|b| b.is_ascii_digit());
        if !counted || (number + 1 == N && !rest.is_empty()) {
            return None;
        }
    }
    Some(found)
}

/// What importers say of settings.
const STATES: &[&str] = &["crossed", "held", "no", "off", "on", "yes"];

/// How the ids of k6 start that may bear tags at their end.
const TAGGED: &[&str] = &["http_req", "grpc_req_", "ws_", "browser_", "group_duration_", "checks_"];

/// What ids of figures end with that a tool computed of many values.
const AGGREGATES: &[&str] = &[
    "avg",
    "mean",
    "min",
    "max",
    "median_abs_dev",
    "median",
    "stddev",
    "q1",
    "q3",
    "slope",
];

/// What an id is of and which figure of it: `latency_p99_9` → `latency`, `p99_9`.
fn aggregate(id: &str) -> Option<(&str, &str)> {
    let split = |which: &'static str| Some((id.strip_suffix(which)?.strip_suffix('_')?, which));
    if let Some(found) = AGGREGATES.iter().find_map(|which| split(which)) {
        return Some(found);
    }
    let at = id.rfind("_p")?;
    is_percentile(&id[at + 1..]).then_some((&id[..at], &id[at + 1..]))
}

/// Whether the end of an id names a percentile: `p95`, `p99_9`.
fn is_percentile(which: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    which.strip_prefix('p').is_some_and(|rank| rank.split('_').all(digits))
}

/// An error of the TOML reader as a fault.
pub fn toml_fault(file: &SourceText, error: &toml::de::Error) -> Fault {
    let span = error.span().unwrap_or(0..0);
    Fault::input(
        "toml::syntax",
        error.message().lines().next().unwrap_or("not TOML").to_owned(),
    )
    .at(file, span)
}

/// The tables of `terms.toml`.
const TABLES: &[&str] = &[
    "units",
    "events",
    "counted",
    "per",
    "statistics",
    "measures",
    "aggregates",
    "settings",
    "states",
    "cases",
    "variants",
    "provenance",
    "table",
    "labels",
    "figure",
    "files",
    "words",
];

/// CLDR's names of plural categories.
const CATEGORIES: &[&str] = &["zero", "one", "two", "few", "many", "other"];

/// Whether a key of `terms.toml` holds a name, which may have digits.
fn is_name(key: &str) -> bool {
    [
        "measures.",
        "cases.",
        "variants.",
        "units.",
        "events.",
        "counted.",
        "per.",
    ]
    .iter()
    .any(|table| key.starts_with(table))
}

/// Reads the `terms.toml` of a language.
///
/// # Errors
/// As [`Words::read`], and tables and units that nobody knows.
pub fn read_terms(files: &[SourceText]) -> Result<Words, Faults> {
    let words = Words::read(files, is_name)?;
    let mut faults = Vec::new();
    for (key, word) in words.iter() {
        let (table, rest) = key.split_once('.').unwrap_or((key, ""));
        let mut fault = Fault::input("context::unknown-key", format!("`{key}` is no key of terms"))
            .at(&word.source, word.span.clone());
        if !TABLES.contains(&table) || rest.is_empty() {
            fault = fault.expected(format!("a key in one of the tables {}", TABLES.join(", ")));
            faults.push(fault);
        } else if table == "units" && rest != "gap" && Unit::from_symbol(rest).is_none() {
            let known: Vec<&str> = Unit::all().map(Unit::symbol).collect();
            faults.push(fault.expected(format!("`gap` or one of {}", known.join(", "))));
        } else if table == "counted"
            && !rest
                .rsplit_once('.')
                .is_some_and(|(_, form)| CATEGORIES.contains(&form))
        {
            faults.push(fault.expected(format!("an event and one of {}", CATEGORIES.join(", "))));
        }
    }
    faults.extend(units_of_others(&words));
    Faults::check(faults)?;
    Ok(words)
}

/// Words of units and events that mean another unit: its symbol, or its word in the same language.
fn units_of_others(words: &Words) -> Vec<Fault> {
    // The two letters of micro are one.
    let plain = |word: &str| word.trim().replace('\u{3bc}', "\u{b5}");
    let mut meant: Vec<(String, &str)> = Unit::all()
        .filter(|unit| *unit != Unit::One)
        .map(|unit| (unit.symbol().to_owned(), unit.symbol()))
        .chain([("\u{b5}s".to_owned(), Unit::Microsecond.symbol())])
        .collect();
    let mut faults = Vec::new();
    let keys = |(key, _): &(&str, &Word)| {
        ["units.", "events.", "counted."]
            .iter()
            .any(|table| key.starts_with(table))
    };
    for (key, word) in words.iter().filter(keys).filter(|(key, _)| *key != "units.gap") {
        let (unit, text) = (key.strip_prefix("units."), plain(&word.text));
        let other = meant.iter().find(|(known, of)| *known == text && Some(*of) != unit);
        if let Some((_, other)) = other {
            faults.push(
                Fault::input("context::unit-of-another", "a unit is called as another one is")
                    .at(&word.source, word.span.clone())
                    .path(key)
                    .found(format!("`{}`, which is `{other}`", word.text))
                    .expected("a word that no other unit has"),
            );
        } else if let Some(unit) = unit {
            meant.push((text, unit));
        }
    }
    faults
}

/// What the terms say about units.
pub fn unit_words(terms: &Words) -> UnitWords {
    let mut units = UnitWords::default();
    for (key, word) in terms.below("units") {
        match Unit::from_symbol(key) {
            Some(unit) => units.set_symbol(unit, &word.text),
            None => units.set_gap(&word.text),
        }
    }
    for (id, word) in terms.below("events") {
        units.set_events(id, &word.text);
    }
    for (key, word) in terms.below("counted") {
        if let Some((id, category)) = key.rsplit_once('.') {
            units.set_counted(id, category, &word.text);
        }
    }
    for (id, word) in terms.below("per") {
        units.set_per(id, &word.text);
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Numerals;

    #[test]
    fn no_unit_is_called_as_another_one() {
        let told = |units: &str| match read_terms(&[SourceText::new("pl/terms.toml", format!("[units]\n{units}\n"))]) {
            Ok(_) => String::new(),
            Err(faults) => faults.to_string(),
        };
        for units in [
            "ms = \"\u{b5}s\"",
            "ms = \"\u{3bc}s\"",
            "s = \"ms\"",
            "kB = \"x\"\nMB = \"x\"",
            "B = \"kB\"",
        ] {
            assert!(
                told(units).contains("a unit is called as another one is"),
                "{units}: {}",
                told(units)
            );
        }
        assert_eq!(told("ms = \"ms\"\nus = \"\u{b5}s\"\nB = \"o\"\nmin = \"min\""), "");
    }

    #[test]
    fn later_files_replace_keys() {
        let base = SourceText::new(
            "templates/en/terms.toml",
            "[units]\nms = \"ms\"\n[words]\na = \"one\"\nb = \"two\"\n",
        );
        let own = SourceText::new("en/terms.toml", "[words]\nb = \"three\"\n");
        let terms = read_terms(&[base, own]).unwrap();
        assert_eq!(terms.get("words.a"), Some("one"));
        assert_eq!(terms.get("words.b"), Some("three"));
    }

    #[test]
    fn measures_that_a_tool_gives_several_figures_of_have_names() {
        let base = "[measures]\nlatency = \"Latency\"\nlatency_avg = \"Average latency\"\n\
                    http_req_duration = \"Request duration\"\n[aggregates]\navg = \"average\"\n\
                    median = \"median\"\nof = \"{what} ({which})\"\n";
        let terms = read_terms(&[SourceText::new("en/terms.toml", base)]).unwrap();
        for (id, name) in [
            ("latency_avg", Some("Average latency")),
            ("latency_p50", Some("Latency (median)")),
            ("latency_p99_9", Some("Latency (p99.9)")),
            ("latency_p", None),
            ("latency_pages", None),
            ("other_p50", None),
            ("latency_mean", Some("Latency (average)")),
            ("latency_name_login_p95", None),
            ("http_req_duration_name_login", Some("Request duration (name login)")),
            (
                "http_req_duration_name_login_p95",
                Some("Request duration (name login · p95)"),
            ),
        ] {
            assert_eq!(terms.measure_name(id).as_deref(), name, "{id}");
        }
    }

    #[test]
    fn settings_and_what_is_said_of_them_have_words() {
        let base = "[settings]\nclock = \"Uhr\"\nwarm_up_time = \"Aufwärmdauer\"\ncheck = \"Prüfung: {what}\"\n\
                    [measures]\nsystem_time = \"Systemzeit\"\n[aggregates]\nof = \"{what} ({which})\"\n\
                    [states]\non = \"ein\"\npassed = \"{passed} bestanden, {failed} nicht\"\n\
                    exits = \"{code} ({count}/{all})\"\n";
        let terms = read_terms(&[SourceText::new("de/terms.toml", base)]).unwrap();
        for (name, words) in [
            ("warm-up time", Some("Aufwärmdauer")),
            ("clock (Scan)", Some("Uhr (Scan)")),
            ("system_time (exit 3)", Some("Systemzeit (exit 3)")),
            ("check status is 200", Some("Prüfung: status is 200")),
            ("check", None),
            ("ioengine", None),
            ("size (Scan)", None),
        ] {
            assert_eq!(terms.setting_name(name).as_deref(), words, "{name}");
        }
        for (value, words) in [
            ("on", Some("ein")),
            ("3 passed, 0 failed", Some("3 bestanden, 0 nicht")),
            ("137 in 4 of 5 runs, 1 in 1 of 5 runs", Some("137 (4/5); 1 (1/5)")),
            ("passed", None),
            ("x passed, 0 failed", None),
            ("4", None),
        ] {
            assert_eq!(terms.state_name(value).as_deref(), words, "{value}");
        }
    }

    #[test]
    fn percentiles_in_names_have_the_decimal_mark_of_the_language() {
        let base = "[measures]\nlatency = \"L\"\n[aggregates]\nof = \"{what} ({which})\"\n";
        for (tag, numerals, name) in [
            ("en", Numerals::Latin, "L (p99.95)"),
            ("de", Numerals::Latin, "L (p99,95)"),
            ("ja", Numerals::Latin, "L (p99.95)"),
            ("ar", Numerals::Latin, "L (p99.95)"),
            ("ar", Numerals::Arabic, "L (p99.95)"),
        ] {
            let mut terms = read_terms(&[SourceText::new("terms.toml", base)]).unwrap();
            terms.set_language(&Locale::load_with(tag, numerals).unwrap());
            assert_eq!(terms.measure_name("latency_p99_95").as_deref(), Some(name), "{tag}");
        }
    }

    #[test]
    fn all_faults_of_terms_are_told() {
        let file = SourceText::new("en/terms.toml", "[words]\na = 3\nb = \"took 8 ms\"\n");
        let told = read_terms(&[file]).unwrap_err().to_string();
        assert_eq!(
            told,
            "en/terms.toml:2:5: words.a: words are texts or tables of texts: found integer\n\
             en/terms.toml:3:11: words.b: a digit is typed in prose: found `8` (hint: print figures of the data with a \
             filter, such as `{{ counts.calls | count }}`; digits that are a name go into code marks or \
             `{{ literal(\"…\") }}`)"
        );
        let file = SourceText::new("en/terms.toml", "[counted]\nquery.fw = \"x\"\n");
        let told = read_terms(&[file]).unwrap_err().to_string();
        assert!(
            told.ends_with(
                "`counted.query.fw` is no key of terms: expected an event and one of zero, one, two, few, many, other"
            ),
            "{told}"
        );
        let file = SourceText::new("en/terms.toml", "[unit]\nms = \"ms\"\n[units]\nmss = \"ms\"\n");
        let told = read_terms(&[file]).unwrap_err().to_string();
        assert!(
            told.contains("en/terms.toml:2:6: `unit.ms` is no key of terms: expected a key in one of"),
            "{told}"
        );
        assert!(
            told.contains("en/terms.toml:4:7: `units.mss` is no key of terms: expected `gap` or one of ns, us,"),
            "{told}"
        );
    }
}
