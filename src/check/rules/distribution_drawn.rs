//! A picture with bars of means shows single values too, where they are known.

use super::dispersion_shown::{differs, is_spread};
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "distribution-drawn", Warning, Look::Edition(look),
    why: "Very different values give the same bar: two means with a gap between them may hide values that mostly overlap.",
    source: "Weissgerber et al. 2015, doi 10.1371/journal.pbio.1002128; Hoefler and Belli 2015, rule 12, doi 10.1145/2807591.2807644",
    hint: "show the single values with `chart()`, or print how far they reach: least and largest, or an interval; error bars on all bars count too",
    passes: "bars of the means, and below them a dot for each batch",
    fails: "15 batches in the data, two bars in the picture and nothing else",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let subject = edition.sources.subject;
    let measure = subject.comparison.primary;
    if !subject.is_sampled(measure) || !differs(edition) {
        return Vec::new();
    }
    let primary = format!(
        "m.{}.",
        crate::context::identifier(&subject.dataset.measures[measure].id)
    );
    let pictures = edition.pictures();
    pictures
        // What is shared has room for less than the infographic that it leads to.
        .filter(|(artefact, _)| !artefact.name.starts_with("share-"))
        .filter(|(artefact, picture)| {
            let of_means = |value: f64| {
                edition
                    .origins
                    .figure_near(value)
                    .is_some_and(|path| path.starts_with(&primary))
            };
            let has_bars = picture.bars.iter().filter_map(|bar| bar.value).any(of_means);
            let drawn = picture.groups.iter().any(|group| group.shows_distribution());
            let mut printed = artefact.paths();
            // Error bars are intervals, drawn instead of printed; that their ends are true is another rule.
            let drawn = drawn || (!picture.whiskers.is_empty() && picture.whiskers.len() >= picture.bars.len());
            has_bars && !drawn && !printed.any(|path| is_spread(path) || path.ends_with(".calls"))
        })
        .map(|(artefact, _)| {
            rule.fault("the picture shows means as bars and none of the values behind them")
                .file(&artefact.name)
        })
        .collect()
}
