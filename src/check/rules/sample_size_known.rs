//! A measured figure without its number of repetitions.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{Observations, ProvenanceKind};
use crate::diagnostic::Fault;

rule! {
    "sample-size-known", Warning, Look::Data(look),
    why: "Without the number of repetitions nobody can judge how far chance could have made the figure.",
    source: "Hoefler and Belli 2015, rule 5, doi 10.1145/2807591.2807644",
    hint: "keep the single values in `batches`, or state `method.repeats`",
    passes: "15 batches of 10 calls, each recorded",
    fails: "a measured data set that holds one mean a variant and no `repeats`",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let dataset = data.dataset;
    let is_duration_or_rate = |measure: usize| {
        let measure = &dataset.measures[measure];
        crate::check::data::is_time(measure) || crate::check::data::is_rate(measure)
    };
    if dataset.provenance.kind != ProvenanceKind::Measured || dataset.method.repeats.is_some() {
        return Vec::new();
    }
    let mut unknown = dataset
        .series
        .iter()
        .enumerate()
        .filter(|(_, s)| matches!(s.observations, Observations::Aggregate(_)) && is_duration_or_rate(s.measure));
    // One finding is enough: what is missing is one line of the method.
    let Some((i, series)) = unknown.next() else {
        return Vec::new();
    };
    let others = match unknown.count() {
        0 => String::new(),
        count => format!(", and so are {count} others"),
    };
    vec![
        rule.fault(format!(
            "{} is one figure from an unknown number of repetitions{others}",
            data.name(series)
        ))
        .path(format!("$.series[{i}]")),
    ]
}
