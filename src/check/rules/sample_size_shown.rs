//! The article says how often was measured.

use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "sample-size-shown", Error, Look::Edition(look),
    why: "Readers cannot judge a mean without the number of values in it.",
    source: "Hoefler and Belli 2015, rule 5, doi 10.1145/2807591.2807644; Georges et al. 2007, doi 10.1145/1297027.1297033",
    hint: "print the counts: `{{ counts.calls_per_variant | count }}`; the standard section `method` does",
    passes: "15 batches of 10 calls each",
    fails: "an article about sampled data that replaces `method` and prints no count",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let Some(article) = edition.article() else {
        return Vec::new();
    };
    let subject = edition.sources.subject;
    let sampled = subject.is_sampled(subject.comparison.primary);
    let counted = article
        .paths()
        .any(|path| path == "counts" || path.starts_with("counts.") && !path.starts_with("counts.variants"));
    if !sampled || counted {
        return Vec::new();
    }
    vec![
        rule.fault("the article does not say how often was measured")
            .file(&article.name),
    ]
}
