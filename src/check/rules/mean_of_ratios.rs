//! The arithmetic mean of ratios.

use crate::check::data::has_word;
use crate::check::{Data, Look, Rule, rule};
use crate::dataset::{Dimension, Observations};
use crate::diagnostic::Fault;

rule! {
    "mean-of-ratios", Warning, Look::Data(look),
    why: "The arithmetic mean of normalised numbers depends on what they were normalised to, and can favour either side.",
    source: "Fleming and Wallace 1986, doi 10.1145/5666.5673; Hoefler and Belli 2015, rule 4",
    hint: "store the costs behind the ratios; their quotient is computed from the means",
    passes: "durations of both variants",
    fails: "a measure `speedup` with five values",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let words = ["speedup", "ratio", "relative", "normalised", "normalized", "slowdown"];
    data.sampled()
        .filter(|(_, series)| {
            let measure = data.measure(series);
            let pure = matches!(measure.unit.dimension(), Dimension::Number | Dimension::Share);
            let several = match &series.observations {
                Observations::Repetitions(values) => values.len() > 1,
                _ => true,
            };
            pure && several && has_word(&measure.id, &words)
        })
        .map(|(i, series)| {
            rule.fault(format!("{} is averaged as a ratio", data.name(series)))
                .path(format!("$.series[{i}]"))
        })
        .collect()
}
