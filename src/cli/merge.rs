//! `benchfolio merge`: the results of several machines in one folder.

use super::arguments::Merge;
use super::messages::Printer;
use super::signals::Stop;
use crate::{pipeline, publish};
use std::time::Instant;

/// Runs the command and returns the exit code.
pub fn run(arguments: &Merge) -> u8 {
    let begin = Instant::now();
    let printer = Printer::new(arguments.messages.format);
    let stop = Stop::listen();
    let code = match publish::merge(&arguments.shards, &arguments.out, &|| stop.is_asked()) {
        Ok(merged) => {
            pipeline::adopt(&arguments.shards, &arguments.out);
            printer.merged(&merged, &arguments.out, begin.elapsed());
            0
        }
        Err(faults) => {
            faults.iter().for_each(|fault| printer.fault(fault, None));
            faults.exit_code()
        }
    };
    stop.exit_code().unwrap_or(code.max(printer.exit_code()))
}
