//! The colours of the infographic. Better and worse differ in lightness as well as in hue, so that they stay apart in
//! grey and for readers with a colour-vision deficiency; every text has a contrast of at least 4.5 : 1.

use crate::stats::Verdict;
use serde::Serialize;

/// Colours by what they are for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Palette {
    pub night: &'static str,
    pub paper: &'static str,
    /// Text on night: first and second rank, lines.
    pub night_text: &'static str,
    pub night_muted: &'static str,
    pub night_rule: &'static str,
    /// Bar of the baseline on night.
    pub night_baseline: &'static str,
    pub night_better: &'static str,
    pub night_worse: &'static str,
    /// Text on paper.
    pub text: &'static str,
    pub muted: &'static str,
    pub rule: &'static str,
    pub grid: &'static str,
    pub baseline: &'static str,
    pub better: &'static str,
    pub worse: &'static str,
    pub caution: &'static str,
}

pub const PALETTE: Palette = Palette {
    night: "#0e1b2a",
    paper: "#f6f2ea",
    night_text: "#ffffff",
    night_muted: "#b9c4d0",
    night_rule: "#4a5d73",
    night_baseline: "#8894a3",
    night_better: "#6fe0cc",
    night_worse: "#ffb27a",
    text: "#0e1b2a",
    muted: "#525d68",
    rule: "#d9d2c4",
    grid: "#e3ddd0",
    baseline: "#66707b",
    better: "#08796c",
    worse: "#b4470f",
    caution: "#a63d0a",
};

/// Marks of several variants on paper, in the order of the data: an Okabe–Ito choice darkened for paper.
pub const SERIES: [&str; 6] = ["#0e1b2a", "#08796c", "#a63d0a", "#2b5fb0", "#8a3f8f", "#6b5a00"];

impl Palette {
    pub fn on_night(&self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Better => self.night_better,
            Verdict::Worse => self.night_worse,
            Verdict::Unchanged => self.night_text,
        }
    }

    pub fn on_paper(&self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Better => self.better,
            Verdict::Worse => self.worse,
            Verdict::Unchanged => self.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, WCAG 2.2.
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_has_contrast() {
        let p = PALETTE;
        for text in [p.night_text, p.night_muted, p.night_better, p.night_worse] {
            assert!(contrast(text, p.night) >= 4.5, "{text}");
        }
        for text in [p.text, p.muted, p.baseline, p.better, p.worse, p.caution]
            .into_iter()
            .chain(SERIES)
        {
            assert!(contrast(text, p.paper) >= 4.5, "{text} {}", contrast(text, p.paper));
        }
    }

    #[test]
    fn better_and_worse_differ_from_the_baseline_in_grey_or_by_label() {
        let p = PALETTE;
        assert!(contrast(p.night_better, p.night_baseline) >= 1.5);
        assert!(contrast(p.night_worse, p.night_baseline) >= 1.5);
    }
}
