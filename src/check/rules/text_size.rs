//! Letters of a picture can be read where pictures are shown.

use crate::check::picture::SHOWN_WIDTH;
use crate::check::{Edition, Look, Rule, rule};
use crate::diagnostic::Fault;

rule! {
    "text-size", Error, Look::Edition(look),
    why: "A picture is shown smaller than it is drawn, and small print there is where caveats get lost.",
    source: "HTML standard, section \"Rendering\" (16 pixels are the size of running text); LinkedIn shows portrait pictures 1080 pixels wide",
    hint: "shorten the words of the box, or make it wider",
    passes: "letters of 24 in a picture 1600 wide: 16.2 when shown 1080 wide",
    fails: "letters of 18 in a picture 1600 wide: 12.2 when shown 1080 wide",
}

/// The least size of letters, in pixels, in a picture that is shown [`SHOWN_WIDTH`] wide.
const LEAST: f64 = 16.0;

fn look(rule: &Rule, edition: &Edition) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (artefact, picture) in edition.pictures() {
        let mut told: Vec<&str> = Vec::new();
        for letters in picture
            .letters
            .iter()
            .filter(|letters| picture.shown(letters.size) < LEAST)
        {
            if told.contains(&letters.id.as_str()) {
                continue;
            }
            told.push(&letters.id);
            faults.push(
                rule.fault("a text is too small to be read where the picture is shown")
                    .file(&artefact.name)
                    .path(format!("#{}", letters.id))
                    .found(format!(
                        "{:.1} px in a picture {SHOWN_WIDTH} px wide",
                        picture.shown(letters.size)
                    ))
                    .expected(format!("at least {LEAST} px")),
            );
        }
    }
    faults
}
