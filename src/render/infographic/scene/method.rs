//! How it was measured, and what to be careful about: only what the data file says.

use super::Notes;
use super::{Archetype, intervals_of, row_path};
use crate::context::Kind;
use crate::dataset::{Observations, VariantOrder};
use crate::render::infographic::tell::{Teller, whole};
use crate::stats::Exact;
use crate::stats::interval::LEVEL_PERCENT;

pub(super) fn how(teller: &mut Teller<'_>) -> Notes {
    let title = teller.say("how.title");
    let mut lines = Vec::new();
    lines.extend(samples(teller));
    lines.extend(load(teller));
    lines.extend(machine(teller));
    if lines.is_empty() {
        lines.push(teller.say("how.unknown"));
    }
    Notes { title, lines }
}

fn samples(teller: &mut Teller<'_>) -> Option<String> {
    let (counts, method) = (&teller.input.summary.counts, &teller.input.dataset.method);
    // Runs of a command are told as runs, however many files they came in.
    let runs = teller.input.dataset.measures[teller.input.focus.measure].per.as_deref() == Some("run");
    match (
        counts.batches_per_variant.filter(|_| !runs),
        counts.calls_per_batch,
        counts.calls_per_variant,
    ) {
        (Some(batches), Some(_), _) if batches > 1 => {
            let warm = method.warmup_calls_per_batch.is_some_and(|calls| calls > 0);
            Some(teller.say(if warm {
                "how.batches_after_warmup"
            } else {
                "how.batches"
            }))
        }
        (_, _, Some(calls)) if calls > 0 => Some(teller.say("how.calls")),
        _ => None,
    }
}

fn load(teller: &mut Teller<'_>) -> Option<String> {
    let method = &teller.input.dataset.method;
    let mut parts = Vec::new();
    if let Some(tool) = &method.tool {
        parts.push(teller.fact(tool));
    }
    for (known, key) in [
        (method.duration_s.is_some(), "how.duration"),
        (method.threads.is_some(), "how.threads"),
        (method.tables.is_some() && method.rows_per_table.is_some(), "how.tables"),
        (method.rows.is_some(), "how.rows"),
        (method.repeats.is_some(), "how.repeats"),
    ] {
        if known {
            parts.push(teller.say(key));
        }
    }
    joined(teller, &parts)
}

fn machine(teller: &mut Teller<'_>) -> Option<String> {
    let environment = &teller.input.dataset.method.environment;
    let mut parts = Vec::new();
    if environment.hosts.is_some_and(|hosts| hosts > 1) {
        parts.push(teller.say("how.hosts"));
    }
    if let Some(cpu) = &environment.cpu {
        parts.push(teller.fact(cpu));
    }
    if environment.vcpus.is_some() {
        parts.push(teller.say("how.vcpus"));
    }
    if environment.memory_bytes.is_some() {
        parts.push(teller.say("how.memory"));
    }
    for name in [&environment.storage, &environment.os, &environment.runtime]
        .into_iter()
        .flatten()
    {
        parts.push(teller.fact(name));
    }
    joined(teller, &parts)
}

/// Parts in a row, none of them broken if it is short.
fn joined(teller: &mut Teller<'_>, parts: &[String]) -> Option<String> {
    let separator = teller.separator();
    let parts: Vec<String> = parts
        .iter()
        .map(|part| {
            let latin = part.chars().all(|c| c < '\u{590}' || !c.is_alphabetic());
            let part = whole(part);
            if latin { teller.isolate(part) } else { part }
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(&separator))
}

/// Whether there are intervals of the measure of the headline.
fn has_interval(teller: &Teller<'_>) -> bool {
    let input = teller.input;
    let measure = |row: usize| input.summary.rows[row].measure;
    (input.intervals.iter()).any(|of| measure(of.row) == input.focus.measure)
}

/// Makes the interval of the change of the headline known to words. `false` when there is none.
fn interval_of_change(teller: &mut Teller<'_>) -> bool {
    let input = teller.input;
    let rows = input.summary.rows.iter();
    let mut rows = rows.filter(|row| row.measure == input.focus.measure && row.case == input.focus.case);
    let found = rows.find_map(|row| {
        let of_candidate = |comparison: &crate::stats::Comparison| Some(comparison.candidate) == input.focus.candidate;
        let at = row.comparisons.iter().position(of_candidate)?;
        Some((row, intervals_of(input, row)?.quotients[at].as_ref()?.change_percent()))
    });
    let Some((row, interval)) = found else {
        return false;
    };
    let path = format!("{}.interval.change", row_path(input, row));
    let digits = input.digits.percent.min(1);
    let lower = teller.percent(&format!("{path}.lower"), &interval.lower, digits, true);
    let upper = teller.percent(&format!("{path}.upper"), &interval.upper, digits, true);
    let text = teller.isolate(format!("[{lower}; {upper}]"));
    teller.figure("interval", text);
    let level = Exact::from(u64::from(LEVEL_PERCENT));
    teller.number("level", format!("{path}.level"), level, Kind::Percent);
    true
}

pub(super) fn care(teller: &mut Teller<'_>, archetype: Archetype) -> Notes {
    let dataset = teller.input.dataset;
    let sampled = dataset
        .series
        .iter()
        .any(|series| !matches!(series.observations, Observations::Aggregate(_)));
    let environment = &dataset.method.environment;
    let compared = matches!(archetype, Archetype::Distribution | Archetype::Comparison);
    let keys = [
        (environment.shared_host == Some(true), "care.shared_host"),
        (
            dataset.method.variant_order == Some(VariantOrder::Fixed) && sampled,
            "care.order_fixed",
        ),
        (
            dataset.method.variant_order.is_none()
                && sampled
                && archetype == Archetype::Ranking
                && dataset.variants.len() > 1,
            "care.order_unknown",
        ),
        (!sampled, "care.aggregates"),
        (sampled && !has_interval(teller), "care.no_interval"),
        (compared && interval_of_change(teller), "care.interval"),
    ];
    // There is always something that a result does not show.
    let scope = (keys.iter().all(|(applies, _)| !applies), "care.scope");
    let title = teller.say("care.title");
    let lines = keys
        .into_iter()
        .chain([scope])
        .filter(|(applies, _)| *applies)
        .map(|(_, key)| teller.say(key))
        .collect();
    Notes { title, lines }
}
