//! A number that is called a median is one, and so is a mean.

use super::number_has_origin::around;
use crate::check::extract::Role;
use crate::check::origins::{Origin, TracedNumber, beginning_in};
use crate::check::statistic_words::{self, Named};
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "label-fits-number", Warning, Look::Edition(look),
    why: "Mean and median of one run differ, and each is right only under its own name.",
    source: "Hoefler and Belli 2015, rule 8 (say which statistic), doi 10.1145/2807591.2807644; pgColumnar pull request 526",
    hint: "print the figure of the statistic that the sentence names, or name the one that it prints",
    passes: "the mean is `{{ m.audit_time.mean.baseline | quantity }}`",
    fails: "the median is `{{ m.audit_time.mean.baseline | quantity }}`",
}

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for artefact in edition.in_one_form() {
        for (piece, numbers) in artefact.pieces.iter().zip(&artefact.numbers) {
            if !matches!(piece.role, Role::Prose | Role::Alternative) {
                continue;
            }
            for sentence in statistic_words::sentences(&piece.text, edition.tag()) {
                let inside = beginning_in(numbers, &sentence.span);
                let kinds: Vec<Kind> = inside.iter().filter_map(kind).collect();
                let wrong = match sentence.named {
                    Named::Median => !kinds.is_empty() && !kinds.contains(&Kind::Median),
                    Named::Mean => !kinds.is_empty() && kinds.iter().all(|kind| *kind == Kind::Median),
                };
                if wrong {
                    let told = match sentence.named {
                        Named::Median => "a sentence speaks of a median and prints none",
                        Named::Mean => "a sentence speaks of a mean and prints only medians",
                    };
                    faults.push(rule.fault(told).file(&artefact.name).found(format!(
                        "`{}` in “{}”",
                        &piece.text[sentence.word.clone()],
                        around(&piece.text, &sentence.word)
                    )));
                }
            }
        }
    }
    faults
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Mean,
    Median,
}

/// Which of the two a number is, by its expression; `None` for all others.
fn kind(number: &TracedNumber) -> Option<Kind> {
    let (Origin::Printed { path, .. } | Origin::Figure { path, .. }) = number.origin.as_ref()? else {
        return None;
    };
    let mut parts = path.strip_prefix("m.")?.split('.');
    // A measure may itself be a median of the tool's.
    let measure = parts.next()?;
    if measure.contains("p50") || measure.contains("median") {
        return None;
    }
    parts.find_map(|part| match part {
        "mean" | "mean_of_repetitions" => Some(Kind::Mean),
        "median" | "median_of_batch_means" => Some(Kind::Median),
        _ => None,
    })
}
