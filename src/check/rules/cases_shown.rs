//! Every workload of the data is in the article.

use crate::check::squeeze::Squeezed;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "cases-shown", Error, Look::Edition(look),
    why: "A workload that was measured and is left out is mostly one that did not look well.",
    source: "Heiser, \"Systems benchmarking crimes\" (selective benchmarking); Hoefler and Belli 2015, rule 2",
    hint: "show the whole table: `{{ table() }}`",
    passes: "both workloads in the table, the slower one too",
    fails: "an article about `oltp_read_only` alone where the data hold `oltp_read_write` too",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let Some(article) = edition.article() else {
        return Vec::new();
    };
    let subject = edition.sources.subject;
    let prose = Squeezed::new(&article.prose()).text.to_lowercase();
    let shown = |id: &str, name: &str| {
        let translated = subject.terms.get(&format!("cases.{id}"));
        let names = [Some(name), translated];
        names
            .into_iter()
            .flatten()
            .any(|name| prose.contains(&Squeezed::new(name).text.to_lowercase()))
    };
    let missing = subject.dataset.cases.iter().filter(|case| !shown(&case.id, &case.name));
    missing
        .map(|case| {
            rule.fault("a workload of the data is not in the article")
                .file(&article.name)
                .expected(format!("`{}`", case.name))
        })
        .collect()
}
