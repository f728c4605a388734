//! The article shows how far the values lie apart.

use crate::check::data::values;
use crate::check::squeeze::Squeezed;
use crate::check::{Edition, Look, Rule, rule};
use crate::context::Printed;
use crate::diagnostic::Fault;
use std::collections::BTreeSet;

rule! {
    "dispersion-shown", Error, Look::Edition(look),
    why: "A mean without its spread hides whether two variants overlap.",
    source: "Hoefler and Belli 2015, rule 5; Georges et al. 2007, doi 10.1145/1297027.1297033; Weissgerber et al. 2015, doi 10.1371/journal.pbio.1002128",
    hint: "show the whole table: `{{ table() }}`",
    passes: "mean, and the least and largest batch mean",
    fails: "an article about sampled data that shows only means",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let Some(article) = edition.article() else {
        return Vec::new();
    };
    let subject = edition.sources.subject;
    let primary = subject.comparison.primary;
    if !subject.is_sampled(primary) || !differs(edition) || article.paths().any(is_spread) {
        return Vec::new();
    }
    // A number that is printed as mean and as least value alike, after rounding, is told apart by neither text.
    let ledger = edition.sources.ledger;
    let shown: BTreeSet<&str> = article.paths().collect();
    let squeezed = |printed: &Printed| Squeezed::new(&printed.text).text;
    let texts: BTreeSet<String> = ledger
        .iter()
        .filter(|printed| shown.contains(printed.path.as_str()))
        .map(squeezed)
        .collect();
    let same = |printed: &Printed| is_spread(&printed.path) && texts.contains(&squeezed(printed));
    if ledger.iter().any(same) {
        return Vec::new();
    }
    vec![
        rule.fault("the article does not show how far the values lie apart")
            .file(&article.name),
    ]
}

/// Whether an expression says how far values lie apart.
pub(super) fn is_spread(path: &str) -> bool {
    path.split('.').any(|word| {
        word.starts_with("min") || word.starts_with("max") || word == "interval" || word.starts_with("quartile")
    })
}

/// Whether the values of the primary measure lie apart at all: a single call, or calls that took equally long, have no
/// spread to show.
pub(super) fn differs(edition: &Edition) -> bool {
    let subject = edition.sources.subject;
    let series = &subject.dataset.series;
    series
        .iter()
        .filter(|series| series.measure == subject.comparison.primary)
        .any(|series| values(series).windows(2).any(|pair| pair[0] != pair[1]))
}
