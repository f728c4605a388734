//! A change is shown beside the absolute figures that it is a change of.

use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "baseline-shown", Error, Look::Edition(look),
    why: "75 % of a nanosecond and 75 % of an hour are different news: a relative figure needs its base.",
    source: "Hoefler and Belli 2015, rule 1, doi 10.1145/2807591.2807644; Heiser, \"Systems benchmarking crimes\" (relative numbers only)",
    hint: "print the values too: `{{ headline.baseline | quantity }}`, `{{ headline.candidate | quantity }}`",
    passes: "−75.16 %, from 8.112 ms to 2.015 ms",
    fails: "−75.16 % alone",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    edition
        .artefacts
        .iter()
        .filter(|artefact| {
            let last = |path: &str| path.rsplit('.').next().map(str::to_owned).unwrap_or_default();
            let relative = artefact
                .paths()
                .any(|path| matches!(last(path).as_str(), "change" | "reduction" | "ratio"));
            // A value may be printed first as the difference from zero: what it is equal to counts too.
            let equal = artefact.traced().filter_map(|(_, number)| number.equals.as_deref());
            let absolute =
                (artefact.paths().chain(equal)).any(|path| path.ends_with(".baseline") || path.contains(".values."));
            relative && !absolute
        })
        .map(|artefact| {
            rule.fault("a change is shown without the value that it is a change of")
                .file(&artefact.name)
        })
        .collect()
}
