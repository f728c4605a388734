//! The progress bar: on standard error, and only when a person looks at it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over the artefacts of a run; invisible when nobody looks.
pub struct Progress(ProgressBar);

impl Progress {
    pub fn new(visible: bool) -> Self {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len} {wide_msg}")
            .expect("the template is a constant and a test draws with it");
        Progress(ProgressBar::with_draw_target(Some(0), target).with_style(style))
    }

    pub fn expect(&self, artefacts: u64) {
        self.0.inc_length(artefacts);
    }

    pub fn made(&self, what: String) {
        self.0.set_message(what);
        self.0.inc(1);
    }

    /// Prints without tearing the bar.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_was_made() {
        let progress = Progress::new(false);
        progress.expect(2);
        progress.made("infographic.en.svg".into());
        assert_eq!((progress.0.position(), progress.0.length()), (1, Some(2)));
        progress.clear();
    }
}
