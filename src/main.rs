//! The program `benchfolio`: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    benchfolio::cli::main()
}
