//! What is known of the runs, in the method and the environment of the data set.

use super::Placed;
use super::measures::decimal;
use super::names::{LONGEST_NAME, LONGEST_TEXT, Names, clean};
use crate::dataset::import::Tool;
use crate::dataset::import::run::{About, Fact};
use crate::dataset::{Measure, Method, Observations, Series, Variant};
use crate::stats::Exact;

/// Brings texts of files to what the data format takes: one line of visible characters, names that occur once.
pub(super) fn tidy(method: &mut Method) {
    let environment = &mut method.environment;
    for text in [
        &mut method.tool,
        &mut method.revision,
        &mut environment.os,
        &mut environment.cpu,
        &mut environment.runtime,
    ] {
        *text = text
            .take()
            .map(|text| clean(&text, LONGEST_NAME))
            .filter(|text| !text.is_empty());
    }
    for settings in [&mut method.parameters, &mut environment.details] {
        let mut names = Names::default();
        let tidied = settings
            .iter()
            .map(|(name, value)| (clean(name, LONGEST_NAME), clean(value, LONGEST_TEXT)));
        let tidied: Vec<_> = tidied
            .filter(|(name, value)| !name.is_empty() && !value.is_empty())
            .collect();
        *settings = tidied
            .into_iter()
            .map(|(name, value)| (names.of(&name), value))
            .collect();
    }
    let usable = |duration: &Exact| *duration > Exact::zero() && decimal(duration).is_none();
    method.duration_s = method.duration_s.take().filter(usable);
    let counted = |count: &u64| (1..=LARGEST_WHOLE).contains(count);
    for count in [&mut method.threads, &mut method.tables, &mut method.environment.vcpus] {
        *count = count.filter(counted);
    }
    method.rows_per_table = method.rows_per_table.filter(|count| *count <= LARGEST_WHOLE);
}

/// Puts what is known of the runs into the method: what all runs share as it is, what differs by variant under a name
/// that says so.
pub(super) fn add_facts(method: &mut Method, tool: Tool, facts: &[Vec<Fact>], placed: &[Placed], variants: &[Variant]) {
    let mut order: Vec<&About> = Vec::new();
    for fact in facts.iter().flatten() {
        if !order.contains(&&fact.about) {
            order.push(&fact.about);
        }
    }
    for about in order {
        let mut of_variant: Vec<Vec<&str>> = vec![Vec::new(); variants.len()];
        for p in placed {
            for fact in facts[p.run].iter().filter(|fact| fact.about == *about) {
                if !of_variant[p.variant].contains(&fact.value.as_str()) {
                    of_variant[p.variant].push(&fact.value);
                }
            }
        }
        let told: Vec<Option<String>> = of_variant
            .iter()
            .map(|values| range(values).or_else(|| join_few(values)))
            .collect();
        match told.as_slice() {
            [Some(first), rest @ ..] if rest.iter().all(|other| other.as_ref() == Some(first)) => {
                set_fact(method, about, first);
            }
            _ => {
                for (variant, value) in variants.iter().zip(told) {
                    if let Some(value) = value {
                        let name = format!("{} ({})", fact_name(about), variant.name);
                        method.environment.details.push((name, value));
                    }
                }
            }
        }
    }
    if method.tool.is_none() {
        method.tool = Some(tool.name().to_owned());
    }
}

/// Up to three distinct values in words.
pub(super) fn join_few(values: &[&str]) -> Option<String> {
    match values {
        [] => None,
        [a, b, c, rest @ ..] if !rest.is_empty() => Some(format!("{a}; {b}; {c}; {} more", rest.len())),
        few => Some(few.join("; ")),
    }
}

/// Least and largest of more than three numbers of one unit: what differs from run to run is told by its range.
fn range(values: &[&str]) -> Option<String> {
    if values.len() <= 3 {
        return None;
    }
    let parts = |text: &str| {
        let (number, unit) = text.split_at(text.find(' ').unwrap_or(text.len()));
        Some((Exact::parse(number)?, number.to_owned(), unit.to_owned()))
    };
    let parts: Vec<(Exact, String, String)> = values.iter().map(|text| parts(text)).collect::<Option<_>>()?;
    let unit = &parts[0].2;
    let least = parts.iter().min_by(|a, b| a.0.cmp(&b.0))?;
    let largest = parts.iter().max_by(|a, b| a.0.cmp(&b.0))?;
    let alike = parts.iter().all(|part| part.2 == *unit);
    alike.then(|| format!("{} … {}{unit}", least.1, largest.1))
}

pub(super) fn fact_name(about: &About) -> &str {
    match about {
        About::Tool => "tool",
        About::Revision => "revision",
        About::Os => "os",
        About::Cpu => "cpu",
        About::Vcpus => "vcpus",
        About::Runtime => "runtime",
        About::Parameter(name) | About::Detail(name) => name,
    }
}

pub(super) fn set_fact(method: &mut Method, about: &About, value: &str) {
    let text = Some(value.to_owned());
    let count = value.parse::<u64>().ok();
    let environment = &mut method.environment;
    match about {
        About::Tool => method.tool = text,
        About::Revision => method.revision = text,
        About::Os => environment.os = text,
        About::Cpu => environment.cpu = text,
        About::Vcpus if count.is_some() => environment.vcpus = count,
        About::Runtime => environment.runtime = text,
        About::Parameter(name) => method.parameters.push((name.clone(), value.to_owned())),
        about => {
            let entry = (fact_name(about).to_owned(), value.to_owned());
            environment.details.push(entry);
        }
    }
}

/// Counts of batches and calls, where all series agree on them.
pub(super) fn count_batches(method: &mut Method, measures: &[Measure], series: &[Series]) {
    let mut batches = Vec::new();
    let mut calls = Vec::new();
    let mut repeats = Vec::new();
    for series in series {
        match &series.observations {
            Observations::Batches(of_series) => {
                batches.push(of_series.len() as u64);
                calls.extend(of_series.iter().map(|batch| batch.values.len() as u64));
            }
            // Intervals of one run are no repeats of it.
            Observations::Repetitions(_) if measures[series.measure].id.starts_with("interval_") => {}
            Observations::Repetitions(values) => repeats.push(values.len() as u64),
            Observations::Aggregate(_) => {}
        }
    }
    method.batches_per_variant = one_value(&batches);
    method.calls_per_batch = one_value(&calls);
    method.repeats = one_value(&repeats);
}

pub(super) fn one_value(values: &[u64]) -> Option<u64> {
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

/// The largest whole number of the data format.
pub(super) const LARGEST_WHOLE: u64 = (1 << 53) - 1;
