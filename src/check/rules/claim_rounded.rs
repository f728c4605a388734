//! Published figures whose digits were cut off.

use super::claim_recomputed::with_agreement;
use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;
use crate::stats::Agreement;

rule! {
    "claim-rounded", Warning, Look::Data(look),
    why: "Cutting digits off shifts every figure in one direction; rounding does not.",
    source: "ISO 80000-1:2022, annex B (rounding of numbers)",
    hint: "round from the exact value, once",
    passes: "30.77 % published as 31 %",
    fails: "30.77 % published as 30 %",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    with_agreement(
        rule,
        data,
        Agreement::Truncated,
        "digits were cut off instead of rounded",
    )
}
