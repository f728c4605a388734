//! `benchfolio summary`: the recomputed table of a data file.

use super::arguments::{Summary as Arguments, TableFormat};
use super::files;
use super::messages::print;
use crate::context::{Words, read_terms, unit_words};
use crate::dataset::{Dataset, Measure};
use crate::diagnostic::{Class, Faults};
use crate::locale::{Locale, Numerals};
use crate::project::{Lookup, built_in_languages, no_numerals};
use crate::render::summary::{self, Table, TableWords};
use crate::stats::{Statistic, Summary};
use std::path::Path;

pub fn run(arguments: &Arguments) -> Result<(), Faults> {
    let name = match arguments.data == Path::new("-") {
        true => files::STANDARD_INPUT.to_owned(),
        false => arguments.data.display().to_string(),
    };
    let dataset = Dataset::read_bytes(&name, files::read_data(&arguments.data)?)?;
    let summary = Summary::of(&dataset, 0);
    let text = match arguments.format {
        TableFormat::Json => summary::json(&dataset, &summary),
        TableFormat::Csv => summary::csv(&dataset, &summary),
        TableFormat::Table => table(&dataset, &summary, arguments)?.to_terminal(),
        TableFormat::Markdown => table(&dataset, &summary, arguments)?.to_markdown(),
    };
    Ok(print(&text)?)
}

fn table(dataset: &Dataset, summary: &Summary, arguments: &Arguments) -> Result<Table, Faults> {
    let tag = arguments.lang.as_str();
    let mut terms = terms(tag)?;
    let script = super::selection::language(tag)?;
    let numerals = Numerals::from_id(script, &arguments.numerals).ok_or_else(|| {
        let mut fault = no_numerals(script, &arguments.numerals);
        fault.class = Class::Usage;
        fault
    })?;
    let locale = Locale::load_with(tag, numerals)?;
    terms.set_language(&locale);
    let locale = locale.with_units(unit_words(&terms));
    let word = |key: &'static str| terms.get(key).unwrap_or(key);
    let plain = TableWords::PLAIN;
    let measure_name = |measure: &Measure| match terms.measure_name(&measure.id) {
        Some(name) => name,
        None => (plain.measure_name)(measure),
    };
    let statistic_name = |statistic: Statistic| match terms.get(&format!("statistics.{}", statistic.id())) {
        Some(name) => name.to_owned(),
        None => (plain.statistic_name)(statistic),
    };
    let words = TableWords {
        measure: word("table.measure"),
        case: word("table.case"),
        statistic: word("table.statistic"),
        change: word("table.change"),
        ratio: word("table.ratio"),
        measure_name: &measure_name,
        statistic_name: &statistic_name,
    };
    Ok(Table::of(dataset, summary, &locale, &words, summary::DIGITS))
}

/// The standard words of a language.
fn terms(tag: &str) -> Result<Words, Faults> {
    let files = Lookup::new(None, None).layers(&format!("{tag}/terms.toml"))?;
    if files.is_empty() {
        return Err(super::selection::no_words(tag, &built_in_languages()).into());
    }
    read_terms(&files)
}
