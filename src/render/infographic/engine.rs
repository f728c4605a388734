//! The infographic of a report: names and words from its engine.

use super::tell::Figure;
use super::{Archetype, Digits, Focus, Form, Format, Infographic, Input, Names, THEME_FOOTER, Words, draw};
use crate::context::{Engine, Printed};
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::render::theme::Theme;
use crate::stats::Statistic;
use std::collections::BTreeMap;
use tera::{Context, Value};

/// Words of a report: `infographic.toml`, rendered by the engine of the language.
struct Spoken<'a> {
    engine: &'a Engine,
    words: &'a crate::context::Words,
}

impl Words for Spoken<'_> {
    fn say(&self, key: &str, figures: &BTreeMap<&'static str, Figure>) -> Result<(String, Vec<Printed>), Faults> {
        let Some(word) = self.words.word(key) else {
            return Err(
                Fault::input("infographic::no-words", format!("infographic.toml has no key `{key}`"))
                    .hint("add the key, or take the built-in words over")
                    .into(),
            );
        };
        let mut extra = Context::new();
        for (name, figure) in figures {
            let value = match figure {
                Figure::Text(text) => Value::from(text.as_str()),
                Figure::Number(number) => number.to_value(),
            };
            extra.insert_value(*name, value);
        }
        let rendered = self.engine.render_word(word, &extra)?;
        Ok((rendered.text, rendered.ledger))
    }
}

/// Draws the infographic of a report in one language. `words` are its `infographic.toml`, `template` its
/// `infographic.svg`.
///
/// # Errors
/// As [`draw`].
pub fn draw_report(
    engine: &Engine,
    words: &crate::context::Words,
    theme: &Theme,
    template: &SourceText,
    archetype: Option<Archetype>,
) -> Result<Infographic, Faults> {
    let mut pictures = draw_pictures(engine, words, theme, &[(Format::Poster, template)], archetype)?;
    Ok(pictures.remove(0))
}

/// Draws pictures of a report in one language, in the order of their forms.
///
/// # Errors
/// As [`draw`].
pub fn draw_pictures(
    engine: &Engine,
    words: &crate::context::Words,
    theme: &Theme,
    forms: &[Form<'_>],
    archetype: Option<Archetype>,
) -> Result<Vec<Infographic>, Faults> {
    let subject = engine.subject();
    let dataset = &subject.dataset;
    let disclosure = engine.disclosure()?;
    let statistics = Statistic::all().filter_map(|statistic| {
        let name = subject.terms.get(&format!("statistics.{}", statistic.id()))?;
        Some((statistic, name.to_owned()))
    });
    let names = Names {
        variants: dataset
            .variants
            .iter()
            .map(|variant| subject.variant_name(variant).to_owned())
            .collect(),
        short: dataset
            .variants
            .iter()
            .map(|variant| subject.variant_short(variant).to_owned())
            .collect(),
        cases: dataset
            .cases
            .iter()
            .map(|case| subject.case_name(case).to_owned())
            .collect(),
        measures: dataset
            .measures
            .iter()
            .map(|measure| subject.measure_name(measure))
            .collect(),
        statistics: statistics.collect(),
    };
    let digits = &subject.report.digits;
    let input = Input {
        dataset,
        summary: &subject.summary,
        locale: &subject.locale,
        names: &names,
        words: &Spoken { engine, words },
        disclosure: disclosure.as_deref(),
        intervals: &subject.intervals,
        palette: &theme.palette,
        brand: theme.brand,
        logo: theme.logo_on_night().map(|logo| (logo, theme.publisher())),
        footer: match &theme.footer {
            Some(footer) => Some((footer.as_str(), THEME_FOOTER)),
            None => subject.report.url.as_deref().map(|url| (url, "report.url")),
        },
        focus: Focus {
            measure: subject.comparison.primary,
            candidate: subject.comparison.candidate,
            case: subject.comparison.case,
        },
        digits: Digits {
            quantity: digits.graphic,
            percent: digits.percent,
            ratio: digits.ratio,
        },
        archetype: archetype.or(subject.report.picture),
        chart: subject.report.chart,
    };
    draw(&input, forms)
}
