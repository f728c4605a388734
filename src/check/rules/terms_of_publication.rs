//! Names whose owners have a say in what is published about them.

use crate::check::{Data, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "terms-of-publication", Note, Look::Data(look),
    why: "Some licences forbid results without consent, and TPC and SPEC ask that derived results are told from theirs.",
    source: "SPEC fair use rule; TPC fair use policy; Oracle and SQL Server licences (\"DeWitt clause\", brentozar.com 2018/05)",
    hint: "read the licence of what was measured; call a derived workload derived, and not comparable with published results",
    passes: "PostgreSQL 17 with a workload of one's own",
    fails: "`TPC-C` on `Oracle Database 19c`, without a word about either",
}

/// What is written in a name, in small letters, and what its owner asks for.
const OWNERS: &[(&str, &str)] = &[
    (
        "oracle database",
        "the licence asks for written consent before results are published",
    ),
    (
        "sql server",
        "the licence asks for written consent before results are published",
    ),
    (
        "tpc-",
        "results that were not audited are not comparable with published TPC results, and must say so",
    ),
    (
        "tpcc",
        "results that were not audited are not comparable with published TPC results, and must say so",
    ),
    (
        "tpch",
        "results that were not audited are not comparable with published TPC results, and must say so",
    ),
    (
        "tpcds",
        "results that were not audited are not comparable with published TPC results, and must say so",
    ),
    (
        "spec cpu",
        "results must keep to the SPEC fair use rule: compliant metrics, their source and date",
    ),
    (
        "specjbb",
        "results must keep to the SPEC fair use rule: compliant metrics, their source and date",
    ),
];

fn look(rule: &Rule, data: &Data) -> Vec<Fault> {
    let dataset = data.dataset;
    let mut named: Vec<(String, &str)> = data.descriptions();
    named.extend((dataset.cases.iter().enumerate()).map(|(i, case)| (format!("$.cases[{i}].id"), case.id.as_str())));
    named.extend(
        dataset
            .method
            .tool
            .iter()
            .map(|tool| ("$.method.tool".to_owned(), tool.as_str())),
    );
    named.extend(data.settings().map(|(path, _, value)| (path, value)));
    let mut faults: Vec<Fault> = Vec::new();
    for (owner, asked) in OWNERS {
        let found = named.iter().find(|(_, text)| text.to_lowercase().contains(owner));
        if let Some((path, text)) = found {
            faults.push(
                rule.fault("a name whose owner has terms for publication")
                    .path(path)
                    .found(format!("`{text}`"))
                    .expected(*asked),
            );
        }
    }
    faults
}
