//! The text for those who do not see the picture: its kind, its finding and its figures, in the words of the picture.

use super::scene::Scene;

/// Joins sentences of the picture; what is empty is left out.
pub(super) fn describe(scene: &Scene) -> String {
    let mut text = String::new();
    for part in [&scene.alt_kind, &scene.alt_figures, &scene.finding] {
        let part = part.trim();
        if part.is_empty() {
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
    text.chars().filter(|c| !matches!(c, '\u{2066}'..='\u{2069}')).collect()
}
