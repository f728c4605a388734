//! Pictures have words for those who cannot see them.

use crate::check::extract::Role;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "picture-described", Error, Look::Edition(look),
    why: "A chart without an alternative tells nothing to readers who hear the page, and a file name is no alternative.",
    source: "WCAG 2.2, success criterion 1.1.1; veraPDF, wcag-algs issue 77 (file names as alternatives)",
    hint: "give the figure its words in `infographic.toml`",
    passes: "an alternative that says what the chart shows and finds",
    fails: "an empty alternative; `infographic.en.png`",
}

/// Characters of the shortest sentence that says something.
const SHORTEST: usize = 20;

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let has_picture = edition.artefacts.iter().any(|artefact| artefact.name.ends_with(".svg"));
    if !has_picture {
        return Vec::new();
    }
    let is_dense = matches!(edition.tag(), "zh-Hans" | "zh-Hant" | "ja" | "ko" | "th");
    let shortest = if is_dense { SHORTEST / 2 } else { SHORTEST };
    edition
        .artefacts
        .iter()
        .filter(|artefact| [".svg", ".pdf", ".html"].iter().any(|end| artefact.name.ends_with(end)))
        .filter(|artefact| {
            let mut told = artefact.pieces.iter().filter(|piece| piece.role == Role::Alternative);
            !told.any(|piece| {
                let text = piece.text.trim();
                let is_file = [".png", ".svg", ".jpg"].iter().any(|end| text.ends_with(end));
                text.chars().count() >= shortest && !is_file
            })
        })
        .map(|artefact| {
            rule.fault("the picture has no words for those who cannot see it")
                .file(&artefact.name)
        })
        .collect()
}
