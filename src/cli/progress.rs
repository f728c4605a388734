//! The progress bar: on standard error, and only when a person looks at it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};

/// A bar over the reports of a run, or over the artefacts where there is one report; invisible when nobody looks.
pub struct Progress {
    bar: ProgressBar,
    counts_reports: AtomicBool,
}

/// How far, how fast, and how long still.
const TEMPLATE: &str = "{bar:32} {pos}/{len} {prefix}, {per_sec}, {eta} left  {wide_msg}";

impl Progress {
    pub fn new(visible: bool) -> Self {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let style =
            ProgressStyle::with_template(TEMPLATE).expect("the template is a constant and a test draws with it");
        Progress {
            bar: ProgressBar::with_draw_target(Some(0), target)
                .with_style(style)
                .with_prefix("files"),
            counts_reports: AtomicBool::new(false),
        }
    }

    /// The run has so many reports.
    pub fn begin(&self, reports: usize) {
        if reports > 1 {
            self.counts_reports.store(true, Ordering::Relaxed);
            self.bar.set_prefix("reports");
            self.bar.set_length(reports as u64);
        }
    }

    pub fn expect(&self, artefacts: u64) {
        if !self.counts_reports.load(Ordering::Relaxed) {
            self.bar.inc_length(artefacts);
        }
    }

    pub fn made(&self, what: String) {
        self.bar.set_message(what);
        if !self.counts_reports.load(Ordering::Relaxed) {
            self.bar.inc(1);
        }
    }

    /// A report was built, found unchanged, or failed.
    pub fn ended(&self) {
        if self.counts_reports.load(Ordering::Relaxed) {
            self.bar.inc(1);
        }
    }

    /// Prints without tearing the bar.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
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
        progress.ended();
        assert_eq!((progress.bar.position(), progress.bar.length()), (1, Some(2)));
        progress.clear();
    }

    #[test]
    fn counts_reports_where_there_are_several() {
        let progress = Progress::new(false);
        progress.begin(3);
        progress.expect(20);
        progress.made("infographic.en.svg".into());
        progress.ended();
        assert_eq!((progress.bar.position(), progress.bar.length()), (1, Some(3)));
        progress.clear();
    }
}
