//! Published figures against the data.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::stats::{Agreement, RecomputedFigure, recompute_claims};

rule! {
    "claim-recomputed", Error, Look::Data(look),
    why: "A figure that does not follow from the data is false, whatever the intention.",
    source: "arithmetic; pgColumnar pull request 526 (every claim recomputed by a reviewer, one had the wrong sign)",
    hint: "correct the figure where it was published, and here",
    passes: "0.01 % and 0.15 % errors published as +1400 %",
    fails: "0.01 % and 0.15 % errors published as +140 %",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    with_agreement(rule, data, Agreement::Wrong, "the data give another figure")
}

/// A finding for each figure that stands so to the data.
pub fn with_agreement(rule: &Rule, data: &Data, agreement: Agreement, message: &str) -> Vec<Fault> {
    let fault = |figure: RecomputedFigure| {
        let claim = &data.dataset.claims[figure.claim];
        let name = data.names(claim.measure, claim.case, None);
        rule.fault(format!(
            "{name}, published {}: {message}",
            figure.figure.id().replace('_', " ")
        ))
        .path(figure.path())
        .found(figure.printed.text.clone())
        .expected(figure.corrected())
    };
    recompute_claims(data.dataset)
        .into_iter()
        .filter(|figure| figure.agreement == agreement)
        .map(fault)
        .collect()
}
