//! wrk2 and its forks: the text of its standard output, with latencies corrected for coordinated omission.
//!
//! Format: <https://github.com/giltene/wrk2>; the report is wrk's with percentiles of an HdrHistogram.

use super::quantity::Quantity;
use super::run::Run;
use super::{Importer, wrk};
use crate::diagnostic::SourceText;

pub struct Wrk2;

impl Importer for Wrk2 {
    fn name(&self) -> &'static str {
        "wrk2"
    }

    fn reads(&self) -> &'static str {
        "the text of its standard output"
    }

    fn declares(&self) -> &'static [Quantity] {
        wrk::DECLARED
    }

    fn recognises(&self, source: &SourceText) -> bool {
        wrk::has_report(source) && wrk::is_corrected(source)
    }

    fn read(&self, sources: &[&SourceText], run: &mut Run) {
        for source in sources {
            wrk::read_reports(source, run);
        }
    }
}
