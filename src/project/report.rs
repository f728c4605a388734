//! `report.toml`: what a report is about, in which languages, and what is published of it.

mod read;

pub use read::no_numerals;

use super::Licence;
use super::fields::{Fields, Placed};
use super::lookup::built_in_languages;
use crate::context::nearest;
use crate::dataset::Dataset;
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::locale::{Numerals, SCRIPTS, Script};
use crate::render::article::pdf;
use crate::render::infographic::{Archetype, ChartKind};
use std::ops::Range;
use toml::de::DeTable;

/// How many digits are printed where, unless a template says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    /// In the infographic and in prose.
    pub graphic: u8,
    /// In the table.
    pub table: u8,
    pub percent: u8,
    pub ratio: u8,
}

impl Default for Digits {
    fn default() -> Self {
        Digits {
            graphic: 3,
            table: 6,
            percent: 2,
            ratio: 2,
        }
    }
}

/// What can be published of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PublishedKind {
    Png,
    Svg,
    Pdf,
    Html,
    Markdown,
    Post,
    Summary,
    Data,
    Analysis,
    Archive,
}

impl PublishedKind {
    pub const ALL: [PublishedKind; 10] = [
        PublishedKind::Png,
        PublishedKind::Svg,
        PublishedKind::Pdf,
        PublishedKind::Html,
        PublishedKind::Markdown,
        PublishedKind::Post,
        PublishedKind::Summary,
        PublishedKind::Data,
        PublishedKind::Analysis,
        PublishedKind::Archive,
    ];

    /// The name in `report.toml`, in terms and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            PublishedKind::Png => "png",
            PublishedKind::Svg => "svg",
            PublishedKind::Pdf => "pdf",
            PublishedKind::Html => "html",
            PublishedKind::Markdown => "md",
            PublishedKind::Post => "post",
            PublishedKind::Summary => "summary",
            PublishedKind::Data => "data",
            PublishedKind::Analysis => "analysis",
            PublishedKind::Archive => "archive",
        }
    }

    pub fn from_id(id: &str) -> Option<PublishedKind> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    /// The name of the file that readers are offered, for a report and a language.
    pub fn file_name(self, report: &str, language: &str) -> String {
        match self {
            PublishedKind::Png => format!("infographic.{language}.png"),
            PublishedKind::Svg => format!("infographic.{language}.svg"),
            PublishedKind::Pdf => format!("article.{language}.pdf"),
            PublishedKind::Html => format!("article.{language}.html"),
            PublishedKind::Markdown => format!("article.{language}.md"),
            PublishedKind::Post => format!("linkedin.{language}.txt"),
            PublishedKind::Summary => "summary.csv".into(),
            PublishedKind::Data => "benchmark-data.json".into(),
            PublishedKind::Analysis => "analyze.py".into(),
            PublishedKind::Archive => format!("{report}-graphics.zip"),
        }
    }
}

/// The parts of a report that do not depend on a language.
#[derive(Debug, Clone)]
pub struct Report {
    /// Name of the output folder and of the archive: lower-case letters, digits, `.`, `-`, `_`.
    pub id: String,
    /// The data file, relative to the report folder.
    pub data: String,
    /// Files and folders beside it that the data were made from: scripts, raw output. Nothing reads them.
    pub origin: Vec<Placed>,
    /// At least one, all of them known.
    pub languages: Vec<&'static Script>,
    /// The language that the others are translated from; one of `languages`.
    pub reference: &'static Script,
    pub authors: Vec<String>,
    /// ISO 8601 date of publication.
    pub date: Option<String>,
    /// Where the files are published; ends with a slash.
    pub url: Option<String>,
    /// Under which the work is published; without one, nothing is said that nobody said.
    pub licence: Option<Licence>,
    /// Addresses by name, in the order of the file.
    pub links: Vec<(String, String)>,
    pub digits: Digits,
    /// The digits of the languages that have several and were given some.
    numerals: Vec<(&'static Script, Numerals)>,
    /// Whether confidence intervals are shown, where the data allow some.
    pub intervals: bool,
    /// Kind of picture and of chart, where the report does not leave them to the data.
    pub picture: Option<Archetype>,
    pub chart: Option<ChartKind>,
    /// Where the file says so, by key.
    pub kinds: Vec<(&'static str, Range<usize>)>,
    /// What is published, in the order of [`PublishedKind::ALL`].
    pub publish: Vec<PublishedKind>,
    /// Paper and archival profile of the PDF.
    pub pdf: pdf::Options,
    /// Name of a built-in theme or of a file, as the report gives it.
    pub theme: Option<Placed>,
    /// Findings of `check` that the authors answer for: id of the rule, and why, in the order of the file.
    pub allow: Vec<(Placed, String)>,
    choice: Choice,
    /// Short names by variant id.
    shorts: Vec<(Placed, String)>,
    source: Option<SourceText>,
}

/// What the report says about the comparison, in ids.
#[derive(Debug, Clone, Default)]
struct Choice {
    baseline: Option<Placed>,
    candidate: Option<Placed>,
    primary: Option<Placed>,
    case: Option<Placed>,
}

/// What is compared, as indices into the data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    pub baseline: usize,
    /// `None` when the data set has a single variant.
    pub candidate: Option<usize>,
    /// The measure of the headline.
    pub primary: usize,
    /// The case of the headline, when there are cases.
    pub case: Option<usize>,
}

impl Report {
    /// The report that a data file alone makes: every language with standard words, no author, no date.
    pub fn standard(id: &str, data: &str) -> Report {
        let languages: Vec<_> = built_in_languages().into_iter().filter_map(Script::of).collect();
        Report {
            id: id.into(),
            data: data.into(),
            origin: Vec::new(),
            reference: Script::of("en").unwrap_or(&SCRIPTS[0]),
            languages,
            authors: Vec::new(),
            date: None,
            url: None,
            licence: None,
            links: Vec::new(),
            digits: Digits::default(),
            numerals: Vec::new(),
            intervals: false,
            picture: None,
            chart: None,
            kinds: Vec::new(),
            publish: PublishedKind::ALL.to_vec(),
            pdf: pdf::Options::default(),
            theme: None,
            allow: Vec::new(),
            choice: Choice::default(),
            shorts: Vec::new(),
            source: None,
        }
    }

    /// Reads a `report.toml`.
    ///
    /// # Errors
    /// All that is wrong with it, in the order of the places.
    pub fn read(file: &SourceText) -> Result<Report, Faults> {
        let (table, errors) = DeTable::parse_recoverable(&file.text);
        let mut faults: Vec<Fault> = errors.iter().map(|e| crate::context::toml_fault(file, e)).collect();
        if !faults.is_empty() {
            Faults::check(std::mem::take(&mut faults))?;
        }
        let mut fields = Fields::new(file, "", table.get_ref());
        let report = read::read_fields(file, &mut fields, &mut faults);
        fields.finish(&mut faults);
        faults.sort_by_key(|fault| fault.place.as_ref().map_or(0, |place| place.span.start));
        Faults::check(faults)?;
        Ok(report)
    }

    /// The date of publication from `SOURCE_DATE_EPOCH` (seconds since 1970 in UTC), when the report has none.
    ///
    /// # Errors
    /// A text that is no such number.
    pub fn with_epoch(mut self, seconds: &str) -> Result<Report, Fault> {
        if self.date.is_none() {
            let fault = || {
                Fault::input("project::source-date-epoch", "SOURCE_DATE_EPOCH is no count of seconds")
                    .found(format!("`{seconds}`"))
                    .expected("a whole number of seconds since 1970")
            };
            let count: i64 = seconds.trim().parse().map_err(|_| fault())?;
            self.date = Some(iso_date(count.div_euclid(86_400)).ok_or_else(fault)?);
        }
        Ok(self)
    }

    /// The date of publication that an archive was made with, when the report has none.
    ///
    /// # Errors
    /// A text that is no day of the calendar.
    pub fn with_date(mut self, date: &str) -> Result<Report, Fault> {
        if !is_date(date) {
            return Err(Fault::input("project::date", "the date is no day of the calendar")
                .found(format!("`{date}`"))
                .expected("an ISO 8601 date such as `2026-07-09`"));
        }
        self.date.get_or_insert_with(|| date.to_owned());
        Ok(self)
    }

    /// The short name of a variant: what `report.toml` says, or its name.
    pub fn short<'a>(&'a self, variant: &'a crate::dataset::Variant) -> &'a str {
        self.shorts
            .iter()
            .find(|(id, _)| id.text == variant.id)
            .map_or(&variant.name, |(_, short)| short)
    }

    /// The digits that numbers have in a language.
    pub fn numerals_of(&self, script: &Script) -> Numerals {
        let chosen = self.numerals.iter().find(|(of, _)| of.tag == script.tag);
        chosen.map_or(Numerals::default(), |(_, numerals)| *numerals)
    }

    /// The file that the report was read from.
    pub fn source(&self) -> Option<&SourceText> {
        self.source.as_ref()
    }

    /// What is compared: what the report says, or the first variant with the second, by the first measure.
    ///
    /// # Errors
    /// Every id of the report that the data set does not have.
    pub fn comparison(&self, dataset: &Dataset) -> Result<Comparison, Faults> {
        let mut faults = Vec::new();
        let variants: Vec<&str> = dataset.variants.iter().map(|v| v.id.as_str()).collect();
        let measures: Vec<&str> = dataset.measures.iter().map(|m| m.id.as_str()).collect();
        let cases: Vec<&str> = dataset.cases.iter().map(|c| c.id.as_str()).collect();
        let baseline = self.find("variant", &self.choice.baseline, &variants, &mut faults);
        let candidate = self.find("variant", &self.choice.candidate, &variants, &mut faults);
        let primary = self.find("measure", &self.choice.primary, &measures, &mut faults);
        let case = self.find("case", &self.choice.case, &cases, &mut faults);
        for (id, _) in &self.shorts {
            self.find("variant", &Some(id.clone()), &variants, &mut faults);
        }
        let baseline = baseline.unwrap_or(0);
        if let (Some(same), Some(placed)) = (candidate, &self.choice.candidate)
            && same == baseline
        {
            faults.push(
                self.at(
                    Fault::input("project::same-variant", "the baseline is compared with itself")
                        .found(format!("`{}`", placed.text)),
                    placed.span.clone(),
                ),
            );
        }
        Faults::check(faults)?;
        Ok(Comparison {
            baseline,
            candidate: candidate.or_else(|| (0..variants.len()).find(|v| *v != baseline)),
            primary: primary.unwrap_or(0),
            case: case.or(if cases.is_empty() { None } else { Some(0) }),
        })
    }

    fn find(&self, what: &str, id: &Option<Placed>, known: &[&str], faults: &mut Vec<Fault>) -> Option<usize> {
        let placed = id.as_ref()?;
        let found = known.iter().position(|name| *name == placed.text);
        if found.is_none() {
            let fault = Fault::input("project::not-in-data", format!("the data has no such {what}"))
                .found(format!("`{}`", placed.text))
                .expected(if known.is_empty() {
                    format!("none: the data has no {what}s")
                } else {
                    format!("one of {}", known.join(", "))
                });
            let fault = match nearest(&placed.text, known) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            };
            faults.push(self.at(fault, placed.span.clone()));
        }
        found
    }

    fn at(&self, fault: Fault, span: Range<usize>) -> Fault {
        match &self.source {
            Some(source) => fault.at(source, span),
            None => fault,
        }
    }
}

/// A day of the years from 1 to 9999: formats of archives and of dates in XML know no year 0.
fn is_date(text: &str) -> bool {
    let has_year = text.starts_with(|c: char| c.is_ascii_digit()) && !text.starts_with("0000");
    text.len() == 10 && has_year && icu_calendar::Date::try_from_str(text, icu_calendar::Iso).is_ok()
}

/// The date of a day counted from 1 January 1970, for years from 1 to 9999.
fn iso_date(days: i64) -> Option<String> {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (1..=9999)
        .contains(&year)
        .then(|| format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Report, String> {
        Report::read(&SourceText::new("report.toml", text)).map_err(|faults| faults.to_string())
    }

    #[test]
    fn a_report_may_choose_its_picture_and_chart() {
        let read = |text: &str| Report::read(&SourceText::new("report.toml", format!("id = \"a\"\n{text}")));
        let report = read("picture = \"ranking\"\nchart = \"boxes\"\n").unwrap();
        assert_eq!(
            (report.picture, report.chart),
            (Some(Archetype::Ranking), Some(ChartKind::Boxes))
        );
        let told = read("picture = \"poster\"\nchart = \"pie\"\n").unwrap_err().to_string();
        assert!(
            told.contains("report.toml:2:11") && told.contains("distribution, comparison, grid, ranking"),
            "{told}"
        );
        assert!(
            told.contains("report.toml:3:9") && told.contains("strips, boxes, bars, points"),
            "{told}"
        );
    }

    #[test]
    fn a_language_may_have_its_own_digits() {
        let numerals = |tag: &str, text: &str| {
            let report = Report::read(&SourceText::new(
                "report.toml",
                format!("id = \"a\"\n[numerals]\n{text}\n"),
            ));
            report.map(|report| report.numerals_of(Script::of(tag).unwrap()))
        };
        assert_eq!(numerals("ar", "ar = \"arab\"").unwrap(), Numerals::Arabic);
        assert_eq!(numerals("he", "ar = \"arab\"").unwrap(), Numerals::Latin);
        let told = numerals("ar", "ar = \"thai\"\npl = \"arab\"\nax = \"latn\"")
            .unwrap_err()
            .to_string();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        assert_eq!(
            lines[0],
            "report.toml:3:6: numbers in `ar` do not have these digits: found `thai`, expected one of latn, arab (hint: \
             the names are those of CLDR's numbering systems: latn, arab)"
        );
        assert!(
            lines[1].contains("numbers in `pl`") && lines[2].contains("not known"),
            "{told}"
        );
    }

    #[test]
    fn the_page_of_the_pdf_is_chosen_and_slips_are_named() {
        let read = |pdf: &str| {
            let text = format!("id = \"a\"\n[pdf]\n{pdf}\n");
            Report::read(&SourceText::new("report.toml", text)).map_err(|faults| faults.to_string())
        };
        let report = read("paper = \"letter\"\nconformance = \"2a\"").unwrap();
        assert_eq!(
            report.pdf,
            pdf::Options {
                paper: pdf::Paper::Letter,
                conformance: pdf::Conformance::A2a
            }
        );
        assert_eq!(read("").unwrap().pdf, pdf::Options::default());
        assert_eq!(
            read("paper = \"a5\"").unwrap_err(),
            "report.toml:3:9: `pdf.paper` has no such value: found `a5`, expected one of a4, letter"
        );
    }

    #[test]
    fn a_short_report_takes_the_defaults() {
        let report = read("id = \"a-1\"\n").unwrap();
        assert_eq!(report.data, "data.json");
        assert_eq!(
            report.languages.iter().map(|s| s.tag).collect::<Vec<_>>(),
            built_in_languages()
        );
        assert_eq!(report.reference.tag, "en");
        assert_eq!(report.digits, Digits::default());
        assert_eq!(report.publish.len(), PublishedKind::ALL.len());
    }

    #[test]
    fn every_fault_is_told_with_its_place() {
        let told = read(
            "id = \"A b\"\nlanguage = [\"en\"]\nlanguages = [\"en\", \"zh-CN\", \"en\"]\ndata = \"../x.json\"\n\
             date = \"2026-02-30\"\nurl = \"ftp://x\"\npublish = [\"png\", \"pngs\"]\nreference = \"pl\"\n\
             license = \"CC-BY-4\"\n[digits]\ntable = 40\ngrafic = 2\n[comparison]\nbaseline = 3\n",
        )
        .unwrap_err();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(
            lines,
            [
                "report.toml:1:6: `id` names a folder and a file: found `A b`, expected lower-case letters, digits, `.`, \
                 `-` and `_`, not a dot first",
                "report.toml:2:1: `language` is not known: expected one of id, data, theme, languages, reference, authors, date, \
                 url, license, links, allow, origin, publish, comparison, primary, case, intervals, picture, chart, digits, numerals, pdf, variants (hint: did you mean \
                 `languages`?)",
                "report.toml:3:20: this language is not known: found zh-CN, expected one of ar, de, en, es, fr, he, hi, \
                 it, ja, ko, nl, pl, pt-BR, ru, sv, th, tr, uk, zh-Hans, zh-Hant (hint: did you mean `zh-Hans`?)",
                "report.toml:3:29: `languages` names something twice: found `en`",
                "report.toml:4:8: `data` leads out of the report folder: found `../x.json`, expected a path below the \
                 folder, with `/` between its parts",
                "report.toml:5:8: `date` is no day of the calendar: found `2026-02-30`, expected an ISO 8601 date such as \
                 `2026-07-09`",
                "report.toml:6:7: this is no address on the web: found `ftp://x`, expected `https://…` without spaces",
                "report.toml:7:19: nothing of this kind can be published: found `pngs`, expected one of png, svg, pdf, \
                 html, md, post, summary, data, analysis, archive (hint: did you mean `png`?)",
                "report.toml:8:13: the reference language is not published: found `pl`, expected one of en",
                "report.toml:9:11: no licence of SPDX has this id: found `CC-BY-4`, expected an id of spdx.org/licenses such \
                 as `CC-BY-4.0` (hint: did you mean `CC-BY-4.0`?)",
                "report.toml:11:9: `digits.table` has the wrong type: found `40`, expected a whole number from 0 to 12",
                "report.toml:12:1: `digits.grafic` is not known: expected one of graphic, table, percent, ratio (hint: \
                 did you mean `graphic`?)",
                "report.toml:14:12: `comparison.baseline` has the wrong type: found integer, expected a text",
            ]
        );
    }

    #[test]
    fn broken_toml_is_told_with_its_place() {
        let told = read("id = \"a\"\ndata = \n").unwrap_err();
        assert!(told.starts_with("report.toml:2:"), "{told}");
        assert!(read("id = \"a\"\nid = \"b\"\n").unwrap_err().contains("duplicate key"));
    }

    #[test]
    fn origins_are_names_and_dates_have_a_year() {
        for name in [".", "..", "a/b", "..\\\\a"] {
            let told = read(&format!("id = \"a\"\norigin = [\"raw\", \"{name}\"]\n")).unwrap_err();
            assert!(told.starts_with("report.toml:2:18: `origin` names what lies"), "{told}");
        }
        for date in ["0000-01-01", "-001-01-01", "2026-1-01", "+026-01-01"] {
            let told = read(&format!("id = \"a\"\ndate = \"{date}\"\n")).unwrap_err();
            assert!(told.contains("`date` is no day of the calendar"), "{told}");
        }
        assert_eq!(
            read("id = \"a\"\ndate = \"0001-01-01\"\n").unwrap().date.as_deref(),
            Some("0001-01-01")
        );
    }

    #[test]
    fn the_day_of_an_epoch_is_its_date() {
        for (seconds, date) in [
            ("0", "1970-01-01"),
            ("951782400", "2000-02-29"),
            ("1783555200", "2026-07-09"),
            ("-1", "1969-12-31"),
        ] {
            let report = Report::standard("a", "a.json").with_epoch(seconds).unwrap();
            assert_eq!(report.date.as_deref(), Some(date));
        }
        assert!(Report::standard("a", "a.json").with_epoch("soon").is_err());
    }
}
