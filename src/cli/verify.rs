//! `benchfolio verify`: whether an archive, or a set, is what its own data, words and templates make.

use super::Watcher;
use super::arguments::Verify;
use super::messages::Printer;
use crate::diagnostic::{Class, Fault, Faults};
use crate::pipeline::{self, Observer, Verdict, Verified};
use crate::publish;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something was written, so that a signal may not end the process at any moment.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Runs the command and returns the exit code.
pub fn run(arguments: &Verify) -> u8 {
    let watcher = Watcher::deaf(arguments.messages.format);
    let mut code = 0;
    for path in &arguments.archives {
        if watcher.stopped() {
            break;
        }
        let name = path.display().to_string();
        match one(arguments, path, &watcher) {
            Ok(verified) => {
                watcher.progress.clear();
                let report = Some(name.as_str());
                verified
                    .findings
                    .iter()
                    .for_each(|fault| watcher.printer.fault(fault, report));
                watcher.printer.verified(&name, &verified);
                if verified.verdict == Verdict::Differs {
                    code = code.max(Class::Finding.exit_code());
                }
            }
            Err(faults) => {
                watcher.failed(&name, &faults);
                code = code.max(faults.exit_code());
            }
        }
    }
    watcher.progress.clear();
    watcher
        .stop
        .exit_code()
        .unwrap_or(code.max(watcher.printer.exit_code()))
}

fn one(arguments: &Verify, path: &Path, watcher: &Watcher) -> Result<Verified, Faults> {
    let verified = pipeline::verify(path, watcher)?;
    let writes = arguments.diff_dir.is_some() || arguments.out.is_some();
    if writes && !LISTENS.swap(true, Ordering::Relaxed) {
        watcher.stop.start();
    }
    if let Some(folder) = &arguments.diff_dir {
        write_pictures(folder, &verified.pictures)?;
    }
    if let (Some(out), Some(set)) = (&arguments.out, &verified.set) {
        publish::write_set(out, &set.manifest, &set.artefacts, &|| watcher.stopped())?;
    }
    Ok(verified)
}

fn write_pictures(folder: &Path, pictures: &[(String, Vec<u8>)]) -> Result<(), Fault> {
    let cannot = |path: &Path, error: &std::io::Error| {
        Fault::error(
            Class::Output,
            "cli::unwritable",
            format!("this cannot be written: {error}"),
        )
        .file(path.display().to_string())
    };
    if !pictures.is_empty() {
        fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
    }
    for (name, png) in pictures {
        let path = folder.join(name);
        fs::write(&path, png).map_err(|error| cannot(&path, &error))?;
    }
    Ok(())
}

/// What a person reads at the end.
pub(super) fn sentence(name: &str, verified: &Verified, printer: &Printer) {
    let count = |wanted: fn(&Verdict) -> bool| verified.files.iter().filter(|(_, verdict)| wanted(verdict)).count();
    let all = verified.files.len();
    let differing = count(|verdict| *verdict == Verdict::Differs);
    let same = count(|verdict| matches!(verdict, Verdict::Same(_)));
    let version = &verified.version;
    let text = match verified.verdict {
        Verdict::Identical => format!("{name}: verified, {all} files are the same byte for byte"),
        Verdict::Same(_) => format!(
            "{name}: verified by content: benchfolio {version} made it; {} of {all} files are the same byte for byte, {same} \
             have the same numbers, text or pixels",
            all - same
        ),
        Verdict::Differs if differing == 0 => format!("{name}: not verified"),
        Verdict::Differs => format!("{name}: not verified, {differing} of {all} files differ"),
    };
    printer.say(&text);
}
