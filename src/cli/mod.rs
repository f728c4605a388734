//! The command line: arguments, progress, messages, exit codes.
//!
//! Knows what each command is called and which room does it, and nothing of how.

mod arguments;
mod check;
mod files;
mod i18n;
mod import;
mod merge;
mod messages;
mod new;
mod progress;
mod selection;
mod signals;
mod status;
mod summary;
mod verify;

use crate::diagnostic::{Class, Fault, Faults, Severity};
use crate::pipeline::contact_sheet::Before;
use crate::pipeline::{self, Choices, Form, Observer};
use crate::publish::Published;
use arguments::{Arguments, Build, Command, MessageFormat};
use clap::{CommandFactory, Parser};
use messages::{Printer, print};
use progress::Progress;
use signals::Stop;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    pipeline::quiet_panics();
    let printer = Printer::new(None);
    let result = match arguments.command {
        Command::Import(arguments) => import::run(&arguments, &printer),
        Command::Build(build) => return ExitCode::from(run_build(&build)),
        Command::Archive(build) => {
            let mut only = if build.only.is_empty() {
                Form::ALL.to_vec()
            } else {
                build.only
            };
            only.push(Form::Archive);
            return ExitCode::from(run_build(&Build { only, ..build }));
        }
        Command::Verify(arguments) => return ExitCode::from(verify::run(&arguments)),
        Command::Check(arguments) => return ExitCode::from(check::run(&arguments)),
        Command::New(arguments) => new::run(&arguments, &printer),
        Command::I18n { command } => i18n::run(&command, &printer),
        Command::Completions { shell } => completions(shell),
        Command::Man { command } => man(command.as_deref()),
        Command::Merge(arguments) => return ExitCode::from(merge::run(&arguments)),
        Command::Schema {
            events: false,
            theme: false,
        } => print(crate::dataset::SCHEMA).map_err(Faults::from),
        Command::Schema { theme: true, .. } => print(messages::THEME_SCHEMA).map_err(Faults::from),
        Command::Schema { events: true, .. } => print(messages::EVENTS_SCHEMA).map_err(Faults::from),
        Command::Status(arguments) => return ExitCode::from(status::run(&arguments)),
        Command::Summary(arguments) => summary::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(faults) => {
            faults.iter().for_each(|fault| printer.fault(fault, None));
            ExitCode::from(faults.exit_code())
        }
    }
}

/// Shows a run to whoever started it.
struct Watcher {
    printer: Printer,
    progress: Progress,
    stop: Stop,
    /// The reports that failed.
    failures: Mutex<Vec<String>>,
}

impl Watcher {
    fn new(format: Option<MessageFormat>) -> Watcher {
        let watcher = Watcher::deaf(format);
        watcher.stop.start();
        watcher
    }

    /// One that lets signals end the process until it is told to listen to them.
    fn deaf(format: Option<MessageFormat>) -> Watcher {
        let printer = Printer::new(format);
        Watcher {
            progress: Progress::new(printer.is_for_a_person()),
            printer,
            stop: Stop::default(),
            failures: Mutex::default(),
        }
    }
}

impl Observer for Watcher {
    fn begun(&self, reports: usize) {
        self.progress.begin(reports);
    }

    fn expected(&self, _report: &str, artefacts: usize) {
        self.progress.expect(artefacts as u64);
    }

    fn made(&self, _report: &str, artefact: &str) {
        self.progress.made(artefact.to_owned());
    }

    fn published(&self, report: &str, published: &Published, elapsed: Duration) {
        self.progress.ended();
        self.progress
            .suspend(|| self.printer.published(report, published, elapsed));
    }

    fn unchanged(&self, report: &str, published: &Published) {
        self.progress.ended();
        self.progress.suspend(|| self.printer.unchanged(report, published));
    }

    fn failed(&self, report: &str, faults: &Faults) {
        if let (Ok(mut failures), false) = (self.failures.lock(), report.is_empty()) {
            failures.push(report.to_owned());
        }
        self.progress.ended();
        self.progress
            .suspend(|| faults.iter().for_each(|fault| self.printer.fault(fault, Some(report))));
    }

    fn found(&self, report: &str, findings: &[Fault]) {
        let worth_telling = findings.iter().filter(|fault| fault.severity == Severity::Warning);
        self.progress
            .suspend(|| worth_telling.for_each(|fault| self.printer.fault(fault, Some(report))));
    }

    fn stopped(&self) -> bool {
        self.stop.is_asked()
    }
}

fn run_build(arguments: &Build) -> u8 {
    let begin = Instant::now();
    let watcher = Watcher::new(arguments.messages.format);
    let sources = match selection::sources(&arguments.selection) {
        Ok(sources) => sources,
        Err(faults) => {
            watcher.failed("", &faults);
            return faults.exit_code();
        }
    };
    let choices = Choices {
        forms: arguments.only.clone(),
        force: arguments.force,
        fail_fast: arguments.fail_fast,
        shard: arguments.shard,
        ..selection::choices(&arguments.selection)
    };
    let out = &arguments.selection.out;
    let before = match arguments.contact_sheet.then(|| Before::keep(out)).transpose() {
        Ok(before) => before,
        Err(fault) => {
            watcher.failed("", &fault.into());
            return Class::Output.exit_code();
        }
    };
    let build = || pipeline::build(&sources, &choices, out, &watcher);
    let jobs = arguments.jobs.map_or(0, usize::from);
    let outcome = match rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
        Ok(pool) => pool.install(build),
        // Without threads of our own the work still gets done.
        Err(_) => build(),
    };
    watcher.progress.clear();
    let mut failures = watcher.failures.lock().map(|names| names.clone()).unwrap_or_default();
    failures.sort();
    let sheet = before.map(Before::sheet).transpose();
    let sheet_code = sheet.as_ref().map_or(Class::Output.exit_code(), |_| 0);
    if let Err(fault) = sheet {
        watcher.failed("", &fault.into());
    }
    watcher.printer.finished(&outcome, &failures, begin.elapsed());
    let code = outcome.exit_code.max(watcher.printer.exit_code()).max(sheet_code);
    watcher.stop.exit_code().unwrap_or(code)
}

fn completions(shell: clap_complete::Shell) -> Result<(), Faults> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "benchfolio", &mut script);
    Ok(print(&String::from_utf8_lossy(&script))?)
}

fn man(command: Option<&str>) -> Result<(), Faults> {
    let mut program = Arguments::command();
    program.build();
    let page = match command {
        None => clap_mangen::Man::new(program),
        Some(name) => {
            let command = program.find_subcommand(name).ok_or_else(|| {
                let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                Fault::error(Class::Usage, "cli::unknown-command", "there is no such command")
                    .found(format!("{name:?}"))
                    .expected(names.join(", "))
            })?;
            let title = format!("benchfolio-{name}");
            clap_mangen::Man::new(command.clone()).title(title)
        }
    };
    let mut text = Vec::new();
    page.render(&mut text)
        .map_err(|e| Fault::error(Class::Output, "cli::man", format!("cannot write the page: {e}")))?;
    Ok(print(&String::from_utf8_lossy(&text))?)
}
