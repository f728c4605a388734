//! Series of one chart differ by more than their colours.

use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "not-by-colour-alone", Error, Look::Edition(look),
    why: "Who sees colours otherwise, or prints in grey, cannot tell marks apart that differ in nothing else.",
    source: "WCAG 2.2, success criterion 1.4.1 (use of colour)",
    hint: "give each series another mark, as `chart()` does, or a row of its own with its name",
    passes: "discs, rings and squares",
    fails: "discs of four colours in one row",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (artefact, picture) in edition.pictures() {
        let marks = &picture.series;
        let alike = marks.iter().enumerate().find_map(|(i, a)| {
            let same = |b: &&_| same_form(a, b);
            marks[i + 1..].iter().find(same).map(|b| (a, b))
        });
        if let Some((a, b)) = alike {
            faults.push(
                rule.fault("two series of one chart differ only by their colours")
                    .file(&artefact.name)
                    .path(format!("#{}", a.group))
                    .found(format!("`{}` and `{}`", a.name, b.name)),
            );
        }
    }
    faults
}

fn same_form(a: &crate::check::picture::Series, b: &crate::check::picture::Series) -> bool {
    a.group == b.group && a.name != b.name && a.form == b.form
}
