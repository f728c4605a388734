//! The summary table as files and as text: `summary.json`, `summary.csv`, and a table for Markdown and the terminal.
//!
//! The files are for programs: plain decimals, ids, no language. The table is for readers: numbers by [`Locale`],
//! words by the caller. Knows nothing of report folders.

use crate::dataset::{Dataset, Measure, ProvenanceKind};
use crate::locale::{Locale, telling_digits};
use crate::stats::{Comparison, Counts, Exact, Row, Statistic, Summary};
use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr;

/// Digits after the point in files and, unless told otherwise, of values in tables.
pub const DIGITS: u8 = 6;

/// Digits after the point of percentages and ratios in tables.
const COMPARISON_DIGITS: u8 = 2;

/// The program that recomputes `summary.csv` from `benchmark-data.json`: Python 3.8 or later, standard library only.
pub const ANALYZE: &str = include_str!("../../templates/analyze.py");

/// The line of [`ANALYZE`] that says which variant the others are compared with.
const FIRST_VARIANT: &str = "BASELINE = None  # The first variant.\n";

/// `analyze.py` for a data set that is compared with number `baseline`; `template` is [`ANALYZE`] or what replaces it.
pub fn analyze(template: &str, dataset: &Dataset, baseline: usize) -> String {
    match baseline {
        0 => template.to_owned(),
        _ => template.replace(
            FIRST_VARIANT,
            &format!("BASELINE = \"{}\"\n", dataset.variants[baseline].id),
        ),
    }
}

/// `summary.json`: every figure as an exact fraction, as the nearest double and as a decimal, in the display unit.
pub fn json(dataset: &Dataset, summary: &Summary) -> String {
    let rows: Vec<Value> = summary.rows.iter().map(|row| json_row(dataset, row)).collect();
    let facts = summary.facts.iter().map(|facts| {
        json!({
            "measure": dataset.measures[facts.measure].id,
            "case": case_id(dataset, facts.case),
            "candidate": dataset.variants[facts.candidate].id,
            "every_batch_better_than_baseline_mean": facts.every_batch_better_than_baseline_mean,
            "every_batch_better_than_every_baseline_batch": facts.every_batch_better_than_every_baseline_batch,
        })
    });
    let whole = json!({
        "format": "benchfolio-summary/1",
        "id": dataset.id,
        "provenance": match dataset.provenance.kind {
            ProvenanceKind::Measured => "measured",
            ProvenanceKind::Synthetic => "synthetic",
            ProvenanceKind::PublishedAggregates => "published-aggregates",
        },
        "baseline": dataset.variants[summary.baseline].id,
        "counts": json_counts(&summary.counts),
        "rows": rows,
        "batch_facts": facts.collect::<Vec<Value>>(),
    });
    // Maps of strings to values always serialise.
    let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    text.push('\n');
    text
}

fn json_counts(counts: &Counts) -> Value {
    json!({
        "batches_per_variant": counts.batches_per_variant,
        "calls_per_batch": counts.calls_per_batch,
        "calls_per_variant": counts.calls_per_variant,
        "batches": counts.batches,
        "calls": counts.calls,
        "statements": counts.statements,
    })
}

fn json_row(dataset: &Dataset, row: &Row) -> Value {
    let measure = &dataset.measures[row.measure];
    let values: Map<String, Value> = (dataset.variants.iter().zip(&row.values))
        .filter_map(|(variant, value)| {
            Some((
                variant.id.clone(),
                json_figure(&measure.in_display_unit(value.as_ref()?)),
            ))
        })
        .collect();
    let comparisons = row.comparisons.iter().map(|comparison| {
        json!({
            "candidate": dataset.variants[comparison.candidate].id,
            "difference": json_figure(&measure.in_display_unit(&comparison.difference)),
            "change_percent": json_figure(&comparison.change_percent),
            "reduction_percent": json_figure(&comparison.reduction_percent),
            "ratio": comparison.ratio.as_ref().map(json_figure),
            "verdict": comparison.verdict.id(),
        })
    });
    json!({
        "measure": measure.id,
        "case": case_id(dataset, row.case),
        "statistic": row.statistic.id(),
        "unit": measure.display_unit.symbol(),
        "per": measure.per,
        "values": values,
        "comparisons": comparisons.collect::<Vec<Value>>(),
    })
}

fn json_figure(value: &Exact) -> Value {
    json!({ "exact": value.to_string(), "double": value.to_f64(), "decimal": value.to_decimal(DIGITS) })
}

fn case_id(dataset: &Dataset, case: Option<usize>) -> Option<&str> {
    case.map(|case| dataset.cases[case].id.as_str())
}

/// `summary.csv` (RFC 4180): one line for each row of the table and each variant, figures with six decimals in the
/// display unit; what is compared with nothing stays empty.
pub fn csv(dataset: &Dataset, summary: &Summary) -> String {
    let mut text = csv_line(
        [
            "measure",
            "case",
            "statistic",
            "unit",
            "variant",
            "value",
            "baseline",
            "difference",
            "change_percent",
            "reduction_percent",
            "ratio",
            "verdict",
        ]
        .map(str::to_owned),
    );
    for row in &summary.rows {
        let measure = &dataset.measures[row.measure];
        for (index, variant) in dataset.variants.iter().enumerate() {
            let Some(value) = &row.values[index] else { continue };
            let comparison = row.comparison(index);
            let figure = |part: fn(&Comparison) -> Option<Exact>| {
                comparison
                    .and_then(part)
                    .map_or(String::new(), |value| value.to_decimal(DIGITS))
            };
            let difference = comparison.map(|comparison| measure.in_display_unit(&comparison.difference));
            text += &csv_line([
                measure.id.clone(),
                case_id(dataset, row.case).unwrap_or_default().to_owned(),
                row.statistic.id().to_owned(),
                measure.display_unit.symbol().to_owned(),
                variant.id.clone(),
                measure.in_display_unit(value).to_decimal(DIGITS),
                comparison.map_or(String::new(), |_| dataset.variants[summary.baseline].id.clone()),
                difference.map_or(String::new(), |difference| difference.to_decimal(DIGITS)),
                figure(|comparison| Some(comparison.change_percent.clone())),
                figure(|comparison| Some(comparison.reduction_percent.clone())),
                figure(|comparison| comparison.ratio.clone()),
                comparison.map_or(String::new(), |comparison| comparison.verdict.id().to_owned()),
            ]);
        }
    }
    text
}

fn csv_line<const N: usize>(fields: [String; N]) -> String {
    let quoted = fields.map(|field| match field.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    });
    quoted.join(",") + "\r\n"
}

/// The words of a table, in the language of its [`Locale`].
#[derive(Clone, Copy)]
pub struct TableWords<'w> {
    /// Heads of the columns.
    pub measure: &'w str,
    pub case: &'w str,
    pub statistic: &'w str,
    pub change: &'w str,
    pub ratio: &'w str,
    /// The name of a measure, without its unit.
    pub measure_name: &'w dyn Fn(&Measure) -> String,
    pub statistic_name: &'w dyn Fn(Statistic) -> String,
}

impl TableWords<'static> {
    /// English heads, and the names of the data file.
    pub const PLAIN: TableWords<'static> = TableWords {
        measure: "Measure",
        case: "Case",
        statistic: "Statistic",
        change: "Change",
        ratio: "Ratio",
        measure_name: &|measure| measure.id.replace('_', " "),
        statistic_name: &|statistic| statistic.id().replace('_', " "),
    };
}

/// The summary table as a reader sees it: a head and lines of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub columns: Vec<Column>,
    pub lines: Vec<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub head: String,
    /// Whether its cells are numbers, which are set to the end of the line.
    pub numeric: bool,
}

impl Table {
    /// The table in a language, values with `digits` digits after the decimal mark.
    ///
    /// Two variants have columns for change and ratio; with more of them, each candidate's value is followed by its
    /// change. The column of cases is there when the data set has cases.
    pub fn of(dataset: &Dataset, summary: &Summary, locale: &Locale, words: &TableWords<'_>, digits: u8) -> Table {
        let column = |head: &str, numeric| Column {
            head: head.to_owned(),
            numeric,
        };
        let mut columns = vec![column(words.measure, false)];
        columns.extend((!dataset.cases.is_empty()).then(|| column(words.case, false)));
        columns.push(column(words.statistic, false));
        columns.extend(dataset.variants.iter().map(|variant| column(&variant.name, true)));
        if dataset.variants.len() == 2 {
            columns.extend([column(words.change, true), column(words.ratio, true)]);
        }
        let line = |row: &Row| {
            let measure = &dataset.measures[row.measure];
            let unit = locale.units().label(measure.display_unit, measure.per.as_deref());
            let mut cells = vec![match unit.as_str() {
                "" => (words.measure_name)(measure),
                unit => format!("{} ({unit})", (words.measure_name)(measure)),
            }];
            cells.extend(row.case.map(|case| dataset.cases[case].name.clone()));
            cells.push((words.statistic_name)(row.statistic));
            cells.extend(figures(dataset, row, locale, digits));
            cells
        };
        Table {
            columns,
            lines: summary.rows.iter().map(line).collect(),
        }
    }

    /// A table of GitHub-flavoured Markdown.
    pub fn to_markdown(&self) -> String {
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let heads = self.columns.iter().map(|column| escaped(&column.head)).collect();
        let rules = self
            .columns
            .iter()
            .map(|column| if column.numeric { "---:" } else { "---" }.to_owned())
            .collect();
        let mut text = line(heads) + &line(rules);
        for cells in &self.lines {
            text += &line(cells.iter().map(|cell| escaped(cell)).collect());
        }
        text
    }

    /// Columns of text for a terminal, aligned by the cells that characters take (wide for ideographs).
    pub fn to_terminal(&self) -> String {
        let width = |index: usize| {
            let cells = self.lines.iter().map(|line| line[index].width());
            cells.chain([self.columns[index].head.width()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let padded: Vec<String> = (cells.zip(&self.columns).zip(&widths))
                .map(|((cell, column), width)| {
                    let gap = " ".repeat(width - cell.width());
                    if column.numeric {
                        gap + cell
                    } else {
                        cell.to_owned() + &gap
                    }
                })
                .collect();
            padded.join("  ").trim_end().to_owned() + "\n"
        };
        let mut text = line(&mut self.columns.iter().map(|column| column.head.as_str()));
        let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        text += &(rules.join("  ") + "\n");
        for cells in &self.lines {
            text += &line(&mut cells.iter().map(String::as_str));
        }
        text
    }
}

/// The cells of a row's values, and of its comparison.
fn figures(dataset: &Dataset, row: &Row, locale: &Locale, digits: u8) -> Vec<String> {
    const NOTHING: &str = "–";
    let measure = &dataset.measures[row.measure];
    let pair = dataset.variants.len() == 2;
    let change = |comparison: &Comparison| {
        let percent = &comparison.change_percent;
        locale.percent(percent, telling_digits(percent, COMPARISON_DIGITS), true)
    };
    let mut cells: Vec<String> = (row.values.iter().enumerate())
        .map(|(index, value)| {
            let Some(value) = value else { return NOTHING.to_owned() };
            let shown = measure.in_display_unit(value);
            let value = locale.number(&shown, telling_digits(&shown, digits));
            match row.comparison(index).filter(|_| !pair) {
                Some(comparison) => format!("{value} ({})", change(comparison)),
                None => value,
            }
        })
        .collect();
    if pair {
        let comparison = row.comparisons.first();
        let ratio = comparison.and_then(|comparison| comparison.ratio.as_ref());
        cells.push(comparison.map_or(NOTHING.to_owned(), change));
        cells.push(ratio.map_or(NOTHING.to_owned(), |ratio| {
            locale.ratio(ratio, telling_digits(ratio, COMPARISON_DIGITS))
        }));
    }
    cells
}
