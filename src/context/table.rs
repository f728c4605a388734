//! The summary table as Markdown.

use super::Subject;
use super::escape::escape_markdown as escape;
use super::number::record;
use super::tree::identifier;
use crate::dataset::{Better, Measure};
use crate::locale::telling_digits;
use crate::stats::{Exact, Row, Statistic, Verdict};

/// Digits of a number that is no larger than needed: with more, the table would claim to know more than anybody does.
const SIGNIFICANT_DIGITS: u32 = 7;

/// How many digits after the point a row of numbers gets, so that they stand under each other: as many as write all
/// of them exactly, but at most `most`, and at most seven significant ones of the least.
pub fn digits_for(values: &[&Exact], most: u8) -> u8 {
    let exact = values.iter().map(|value| {
        value.to_exact_decimal().map_or(most, |text| {
            text.split_once('.')
                .map_or(0, |(_, rest)| rest.len().min(usize::from(most)) as u8)
        })
    });
    let whole_digits = values
        .iter()
        .filter(|value| !value.is_zero())
        .map(|value| {
            let whole = value.abs().to_decimal(0);
            if whole == "0" { 1 } else { whole.len() as u32 }
        })
        .min()
        .unwrap_or(1);
    let significant = SIGNIFICANT_DIGITS.saturating_sub(whole_digits) as u8;
    exact.max().unwrap_or(0).min(significant)
}

/// As [`digits_for`], for a number that stands alone: a small one keeps two significant digits, and is never zero.
pub fn digits_for_one(value: &Exact, most: u8) -> u8 {
    telling_digits(value, digits_for(&[value], most))
}

/// Renders a text of terms with some names of its own.
pub(super) type Phrase<'a> = dyn Fn(&str, &[(&str, &str)]) -> String + 'a;

/// All rows of the summary. Two variants stand side by side with their change; more of them are compared measure by
/// measure.
pub fn markdown_table(subject: &Subject, most_digits: u8, phrase: &Phrase) -> String {
    let table = Writer {
        subject,
        most_digits,
        phrase,
    };
    if subject.dataset.variants.len() <= 2 {
        return table.side_by_side();
    }
    let parts: Vec<String> = (0..subject.dataset.measures.len())
        .filter_map(|measure| table.of_measure(measure))
        .collect();
    parts.join("\n")
}

struct Writer<'a> {
    subject: &'a Subject,
    most_digits: u8,
    phrase: &'a Phrase<'a>,
}

impl Writer<'_> {
    fn word(&self, key: &str) -> String {
        (self.phrase)(&format!("table.{key}"), &[])
    }

    fn side_by_side(&self) -> String {
        let subject = self.subject;
        let has_cases = !subject.dataset.cases.is_empty();
        let mut rows: Vec<&Row> = subject.summary.rows.iter().collect();
        rows.sort_by_key(|row| row.case);
        let shorts: Vec<String> = self.columns().iter().map(|v| self.head(*v)).collect();
        let mut head = vec![if has_cases {
            self.word("case")
        } else {
            self.word("measure")
        }];
        if has_cases {
            head.push(self.word("measure"));
        }
        let text_columns = head.len();
        head.extend(shorts);
        if subject.comparison.candidate.is_some() {
            head.push(self.word("change"));
        }
        let mut body = Vec::new();
        for row in &rows {
            let mut cells = Vec::new();
            if let Some(case) = row.case {
                cells.push(self.case(case));
            }
            cells.push(self.label(row));
            cells.extend(self.values(row, &self.columns()));
            if let Some(candidate) = subject.comparison.candidate {
                cells.push(self.change(row, candidate));
            }
            body.push(cells);
        }
        let measures: Vec<&Measure> = rows.iter().map(|row| &subject.dataset.measures[row.measure]).collect();
        markdown(&head, text_columns, &body) + &self.caption(&measures, None)
    }

    /// One table of a measure with many variants: a line a variant when there is one case, else a line a case.
    fn of_measure(&self, measure: usize) -> Option<String> {
        let subject = self.subject;
        let rows: Vec<&Row> = subject
            .summary
            .rows
            .iter()
            .filter(|row| row.measure == measure)
            .collect();
        let first = rows.first()?;
        let described = &subject.dataset.measures[measure];
        let one_case = rows.iter().all(|row| row.case == first.case);
        let (head, body) = if one_case {
            self.by_variant(&rows)
        } else {
            self.by_case(&rows)
        };
        Some(markdown(&head, 1, &body) + &self.caption(&[described], Some(first)))
    }

    fn by_variant(&self, rows: &[&Row]) -> (Vec<String>, Vec<Vec<String>>) {
        let subject = self.subject;
        let mut head = vec![self.word("variant")];
        for row in rows {
            head.push(self.label(row));
            head.push(self.word("change"));
        }
        let variants: Vec<usize> = (0..subject.dataset.variants.len()).collect();
        let mut body: Vec<Vec<String>> = variants.iter().map(|variant| vec![self.head(*variant)]).collect();
        for row in rows {
            for ((line, variant), value) in body.iter_mut().zip(&variants).zip(self.values(row, &variants)) {
                line.push(value);
                line.push(self.change(row, *variant));
            }
        }
        (head, body)
    }

    fn by_case(&self, rows: &[&Row]) -> (Vec<String>, Vec<Vec<String>>) {
        let subject = self.subject;
        let variants: Vec<usize> = (0..subject.dataset.variants.len()).collect();
        let several = rows.iter().any(|row| row.statistic != rows[0].statistic);
        let mut head = vec![self.word("case")];
        head.extend(variants.iter().map(|variant| self.head(*variant)));
        let mut body = Vec::new();
        for row in rows {
            let case = row.case.map_or_else(String::new, |case| self.case(case));
            let mut cells = vec![if several {
                format!("{case}, {}", self.statistic(row.statistic))
            } else {
                case
            }];
            cells.extend(self.values(row, &variants));
            body.push(cells);
        }
        (head, body)
    }

    /// The variants of the columns: the baseline and the candidate.
    fn columns(&self) -> Vec<usize> {
        let comparison = &self.subject.comparison;
        std::iter::once(comparison.baseline)
            .chain(comparison.candidate)
            .collect()
    }

    fn head(&self, variant: usize) -> String {
        let subject = self.subject;
        escape(&subject.isolated(subject.variant_name(&subject.dataset.variants[variant])))
    }

    fn case(&self, case: usize) -> String {
        let subject = self.subject;
        escape(&subject.isolated(subject.case_name(&subject.dataset.cases[case])))
    }

    fn statistic(&self, statistic: Statistic) -> String {
        (self.phrase)(&format!("statistics.{}", statistic.id()), &[])
    }

    /// What a row states, with its unit: `Mean, ms/audit`.
    fn label(&self, row: &Row) -> String {
        let subject = self.subject;
        let measure = &subject.dataset.measures[row.measure];
        let name = escape(&subject.measure_name(measure));
        let sampled = subject.dataset.measures.iter().enumerate();
        let only_sampled = sampled.filter(|(index, _)| subject.is_sampled(*index)).count() == 1;
        let statistic = self.statistic(row.statistic);
        let what = match row.statistic {
            Statistic::Value => name,
            _ if only_sampled => statistic,
            _ => (self.phrase)(
                "table.measure_and_statistic",
                &[("measure", &name), ("statistic", &statistic)],
            ),
        };
        let unit = escape(&subject.unit_label(measure));
        if unit.is_empty() {
            what
        } else {
            (self.phrase)("table.with_unit", &[("what", &what), ("unit", &unit)])
        }
    }

    fn values(&self, row: &Row, variants: &[usize]) -> Vec<String> {
        let subject = self.subject;
        let measure = &subject.dataset.measures[row.measure];
        let shown: Vec<Option<Exact>> = row
            .values
            .iter()
            .map(|value| value.as_ref().map(|v| measure.in_display_unit(v)))
            .collect();
        let known: Vec<&Exact> = variants.iter().filter_map(|v| shown[*v].as_ref()).collect();
        let digits = digits_for(&known, self.most_digits);
        variants
            .iter()
            .map(|variant| match &shown[*variant] {
                Some(value) => {
                    // A value far below the others of its row is not zero.
                    let digits = telling_digits(value, digits);
                    let text = subject.locale.isolate(subject.locale.number(value, digits));
                    let path = format!("{}.values.{}", self.path(row), self.variant_id(*variant));
                    record(&text, &path, row.values[*variant].as_ref());
                    text
                }
                None => "—".into(),
            })
            .collect()
    }

    fn change(&self, row: &Row, variant: usize) -> String {
        let subject = self.subject;
        let Some(comparison) = row.comparisons.iter().find(|c| c.candidate == variant) else {
            return if variant == subject.comparison.baseline {
                self.word("baseline")
            } else {
                "—".into()
            };
        };
        if comparison.verdict == Verdict::Unchanged {
            return self.word("unchanged");
        }
        let text = self.percent(&comparison.change_percent);
        let path = format!("{}.comparisons.{}.change", self.path(row), self.variant_id(variant));
        record(&text, &path, Some(&comparison.change_percent));
        match self.change_interval(row, variant) {
            Some([lower, upper]) => {
                let names = [("value", text.as_str()), ("lower", &lower), ("upper", &upper)];
                (self.phrase)("table.with_interval", &names)
            }
            None => text,
        }
    }

    fn percent(&self, value: &Exact) -> String {
        let locale = &self.subject.locale;
        locale.isolate(locale.percent(value, self.subject.report.digits.percent, true))
    }

    /// The ends of the interval of a change, when the report shows intervals.
    fn change_interval(&self, row: &Row, variant: usize) -> Option<[String; 2]> {
        let subject = self.subject;
        let at = row.comparisons.iter().position(|c| c.candidate == variant)?;
        let interval = subject.intervals_of(row)?.quotients[at].as_ref()?.change_percent();
        let end = |value: &Exact, name: &str| {
            let text = self.percent(value);
            let path = format!("{}.interval.{}.change.{name}", self.path(row), self.variant_id(variant));
            record(&text, &path, Some(value));
            text
        };
        Some([end(&interval.lower, "lower"), end(&interval.upper, "upper")])
    }

    fn path(&self, row: &Row) -> String {
        let data = &self.subject.dataset;
        let case = row.case.map_or_else(String::new, |case| {
            format!(".cases.{}", identifier(&data.cases[case].id))
        });
        let measure = identifier(&data.measures[row.measure].id);
        format!("m.{measure}{case}.{}", row.statistic.id())
    }

    fn variant_id(&self, variant: usize) -> String {
        identifier(&self.subject.dataset.variants[variant].id)
    }

    /// The paragraph after a table that the article takes for its caption.
    fn caption(&self, measures: &[&Measure], of: Option<&Row>) -> String {
        let all = |wanted: Better| measures.iter().all(|measure| measure.better == wanted);
        let direction = if all(Better::Lower) {
            self.word("lower_is_better")
        } else if all(Better::Higher) {
            self.word("higher_is_better")
        } else {
            let subject = self.subject;
            let mut names: Vec<String> = Vec::new();
            for measure in measures.iter().filter(|measure| measure.better == Better::Higher) {
                let name = subject.measure_name(measure);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            (self.phrase)(
                "table.mixed_is_better",
                &[("higher", &escape(&subject.locale.list(&names)))],
            )
        };
        let what = match of {
            Some(row) => self.label(row),
            None => self.word("caption"),
        };
        let caption = (self.phrase)(
            "table.caption_and_direction",
            &[("caption", &what), ("direction", &direction)],
        );
        format!("\n: {caption}\n")
    }
}

fn markdown(head: &[String], text_columns: usize, body: &[Vec<String>]) -> String {
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        out.push_str("| ");
        out.push_str(&cells.join(" | "));
        out.push_str(" |\n");
    };
    line(head);
    let rules: Vec<String> = (0..head.len())
        .map(|column| {
            if column < text_columns {
                ":---".into()
            } else {
                "---:".into()
            }
        })
        .collect();
    line(&rules);
    for row in body {
        line(row);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_the_numbers_have() {
        let digits = |values: &[&str]| {
            let exact: Vec<Exact> = values.iter().map(|v| Exact::parse(v).unwrap()).collect();
            digits_for(&exact.iter().collect::<Vec<_>>(), 6)
        };
        assert_eq!(digits(&["4", "4"]), 0);
        assert_eq!(digits(&["5.2", "6.8"]), 1);
        assert_eq!(digits(&["12.34", "0.87"]), 2);
        assert_eq!(digits(&["8.1122041", "2.01476"]), 6);
        assert_eq!(digits(&["0", "0"]), 0);
        assert_eq!(digits_for(&[&Exact::ratio(1_000_000, 169)], 6), 3);
        assert_eq!(digits_for(&[&Exact::ratio(1, 3)], 6), 6);
    }
}
