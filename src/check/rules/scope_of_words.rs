//! Words that claim more than one run can show.

use super::number_has_origin::around;
use crate::check::extract::Role;
use crate::check::origins::{Origin, beginning_in};
use crate::check::strong_words::{self, Strength};
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "scope-of-words", Warning, Look::Edition(look),
    why: "One benchmark shows what happened there: it proves nothing about every workload, and a comparison alone shows no cause.",
    source: "SIGPLAN empirical evaluation checklist (\"clearly stated claims\", \"explicitly acknowledged limitations\"); SPEC fair use rule, 3",
    hint: "say what was measured, where; name a cause only when it was measured by itself",
    passes: "in this run ProxySQL 3.0.5 needed 75.16 % less time",
    fails: "ProxySQL 3.0.5 is always 75.16 % faster; the new cache proves that …",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for artefact in edition.in_one_form() {
        for (piece, numbers) in artefact.pieces.iter().zip(&artefact.numbers) {
            if piece.role == Role::Axis {
                continue;
            }
            for strong in strong_words::find(&piece.text, edition.tag()) {
                // Names have digits, too: “2.7.3 always ran before 3.0.5” claims nothing about a result.
                let is_result = |origin: &Option<Origin>| !matches!(origin, Some(Origin::Name { .. } | Origin::Axis));
                let mut near = beginning_in(numbers, &strong.sentence).iter();
                let near_number = near.any(|number| is_result(&number.origin));
                if !near_number && strong.strength != Strength::Proof {
                    continue;
                }
                let message = match strong.strength {
                    Strength::Universal => "a word claims more than one benchmark can show",
                    Strength::Proof => "a benchmark proves nothing in general",
                    Strength::Causal => "a word names a cause that the comparison alone does not show",
                };
                faults.push(rule.fault(message).file(&artefact.name).found(format!(
                    "`{}` in “{}”",
                    &piece.text[strong.span.clone()],
                    around(&piece.text, &strong.span)
                )));
            }
        }
    }
    faults
}
