//! The text for those who do not see the picture: its kind, its finding and its figures, in the words of the picture.

use super::scene::Scene;

/// Gives every picture of a scene its text.
pub(super) fn describe(scene: &mut Scene) {
    scene.alt = sentences(scene, &scene.alt_kind);
    let of = |kind: Option<&String>| kind.map_or(String::new(), |kind| sentences(scene, kind));
    let small = [&scene.share.portrait, &scene.share.landscape];
    let [portrait, landscape] = small.map(|small| of(small.as_ref().map(|small| &small.alt_kind)));
    for (small, alt) in [
        (&mut scene.share.portrait, portrait),
        (&mut scene.share.landscape, landscape),
    ] {
        if let Some(small) = small {
            small.alt = alt;
        }
    }
}

/// Joins sentences of the picture; what is empty is left out.
fn sentences(scene: &Scene, kind: &str) -> String {
    let mut text = String::new();
    let parts = [kind, &scene.alt_figures, &scene.finding].map(|part| part.trim());
    for (at, part) in parts.into_iter().enumerate() {
        // Of a lone variant the figure is the finding.
        if part.is_empty() || parts[..at].contains(&part) {
            continue;
        }
        // Full-width stops bring their own space.
        if !text.is_empty() && !text.ends_with(['。', '！', '？', '：']) {
            text.push(' ');
        }
        text.push_str(part);
        if !part.ends_with(['.', '。', '!', '！', '?', '？', '।', '۔', ':', '：']) {
            text.push_str(&scene.full_stop);
        }
    }
    text.chars()
        .filter(|c| !matches!(c, '\u{2060}' | '\u{2066}'..='\u{2069}'))
        .collect()
}
