//! In which order the variants ran.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "order-recorded", Warning, Look::Data(look),
    why: "When one variant always runs first, whatever changes during a run (heat, caches, neighbours) is taken for a difference between variants.",
    source: "Kalibera and Jones 2013, doi 10.1145/2464157.2464160; ReBench issue 7; hyperfine issue 21",
    hint: "state `method.variant_order`: `fixed`, `alternated` or `randomised`",
    passes: "`\"variant_order\": \"alternated\"`",
    fails: "two measured variants and no `variant_order`",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let sampled = data.sampled().next().is_some();
    if data.dataset.variants.len() < 2 || !sampled || !data.is_our_own() || data.dataset.method.variant_order.is_some()
    {
        return Vec::new();
    }
    vec![
        rule.fault("the order in which the variants ran is not recorded")
            .path("$.method"),
    ]
}
