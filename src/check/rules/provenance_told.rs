//! Where figures come from that were not measured for the report.

use crate::check::{Data, Look, Rule, rule};
use crate::dataset::ProvenanceKind;
use crate::diagnostic::Fault;

rule! {
    "provenance-told", Error, Look::Data(look),
    why: "Invented or republished figures must be told from measured ones, and republished ones need their source.",
    source: "SPEC fair use rule, 3b and 3c (basis and source of compared figures)",
    hint: "fill in `provenance.note`, and `provenance.source` for republished figures",
    passes: "`\"kind\": \"synthetic\"` with a note that says how the values were made",
    fails: "`\"kind\": \"published-aggregates\"` with neither note nor source",
}

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let provenance = &data.dataset.provenance;
    let told = provenance.note.as_deref().is_some_and(|note| !note.trim().is_empty());
    let missing = match provenance.kind {
        ProvenanceKind::Measured => false,
        ProvenanceKind::Synthetic => !told,
        ProvenanceKind::PublishedAggregates => !told && provenance.source.is_none(),
    };
    if !missing {
        return Vec::new();
    }
    vec![
        rule.fault("the figures were not measured for this report, and nothing says where they come from")
            .path("$.provenance"),
    ]
}
