//! `literal()` is for names, not for figures.

use super::number_has_origin::around;
use crate::check::origins::Origin;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "literal-is-no-figure", Error, Look::Edition(look),
    why: "A figure declared as a name is typed like any other, and stays when the data change.",
    source: "pgColumnar pull request 526 (figures in prose that no run had given)",
    hint: "print the figure with a filter; `literal()` is for digits in names, such as SHA-256",
    passes: "`{{ literal(\"SHA-256\") }}`",
    fails: "`{{ literal(\"75.16%\") }}`",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for artefact in &edition.artefacts {
        for (piece, number) in artefact.traced() {
            let is_literal = matches!(&number.origin, Some(Origin::Printed { exact: None, .. }));
            let after = piece.text[number.span.end..].trim_start().chars().next();
            let measured = matches!(after, Some('%' | '٪' | '×' | '‰'));
            let many_digits = number.text.chars().filter(|c| c.is_numeric()).count() >= 3;
            if is_literal && (measured || (many_digits && number.equals.is_some())) {
                faults.push(
                    rule.fault("a figure is declared as a name")
                        .file(&artefact.name)
                        .found(format!("`{}` in “{}”", number.text, around(&piece.text, &number.span)))
                        .expected(
                            number
                                .equals
                                .as_ref()
                                .map_or("an expression".into(), |path| format!("`{path}`")),
                        ),
                );
            }
        }
    }
    faults
}
