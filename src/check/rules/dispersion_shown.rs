//! The article shows how far the values lie apart.

use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

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
    let spread = |path: &str| {
        path.split('.').any(|word| {
            word.starts_with("min") || word.starts_with("max") || word == "interval" || word.starts_with("quartile")
        })
    };
    if !subject.is_sampled(primary) || article.paths().any(spread) {
        return Vec::new();
    }
    vec![
        rule.fault("the article does not show how far the values lie apart")
            .file(&article.name),
    ]
}
