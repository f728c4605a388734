//! A panic while a report is made is a defect of ours: it becomes a fault of that report, and the others go on.

use crate::diagnostic::{Fault, Faults};
use std::any::Any;
use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many reports are being made right now.
static GUARDED: AtomicUsize = AtomicUsize::new(0);

/// Does the work of one report; a panic in it is a fault.
pub(super) fn caught<T>(report: &str, work: impl FnOnce() -> Result<T, Faults>) -> Result<T, Faults> {
    GUARDED.fetch_add(1, Ordering::Relaxed);
    // Nothing of a report that panicked is used again.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.fetch_sub(1, Ordering::Relaxed);
    result.unwrap_or_else(|payload| Err(fault(report, payload.as_ref()).into()))
}

fn fault(report: &str, payload: &(dyn Any + Send)) -> Fault {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    Fault::input("pipeline::defect", "this report meets a defect of benchfolio")
        .file(report)
        .found(text.unwrap_or("a panic without words"))
        .hint("please report it with the report folder and what the run prints with RUST_BACKTRACE=1")
}

/// Lets panics that become faults pass in silence, unless `RUST_BACKTRACE` asks for them; all others are told as ever.
pub fn quiet_panics() {
    let tell = panic::take_hook();
    let is_asked = env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    panic::set_hook(Box::new(move |panic| {
        if is_asked || GUARDED.load(Ordering::Relaxed) == 0 {
            tell(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::super::{Choices, Observer, Source, build};
    use crate::diagnostic::Faults;
    use crate::publish::Published;
    use std::path::Path;
    use std::sync::Mutex;
    use std::time::Duration;

    /// Panics over one report, on a thread of the work inside it.
    struct Clumsy {
        failed: Mutex<Vec<(String, Faults)>>,
    }

    impl Observer for Clumsy {
        fn expected(&self, _report: &str, _artefacts: usize) {}
        fn made(&self, report: &str, _artefact: &str) {
            assert!(!report.ends_with("bad"), "dropped");
        }
        fn published(&self, _report: &str, _published: &Published, _elapsed: Duration) {}
        fn failed(&self, report: &str, faults: &Faults) {
            self.failed.lock().unwrap().push((report.to_owned(), faults.clone()));
        }
        fn stopped(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_panic_stops_one_report_only() {
        let folder = tempfile::tempdir().unwrap();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/proxysql-2.7-vs-3.0/data.json");
        let sources: Vec<Source> = ["bad", "good"]
            .map(|name| {
                let below = folder.path().join(name);
                std::fs::create_dir(&below).unwrap();
                std::fs::copy(&example, below.join("data.json")).unwrap();
                let report = format!("id = \"{name}\"\ndata = \"data.json\"\nlanguages = [\"en\"]\n");
                std::fs::write(below.join("report.toml"), report).unwrap();
                Source::Folder(below)
            })
            .into();
        let observer = Clumsy {
            failed: Mutex::default(),
        };
        let choices = Choices {
            forms: vec![super::super::Form::Post],
            ..Choices::default()
        };
        let outcome = build(&sources, &choices, &folder.path().join("out"), &observer);
        assert_eq!((outcome.built, outcome.failed, outcome.exit_code), (1, 1, 3));
        let failed = observer.failed.into_inner().unwrap();
        let fault = failed[0].1.iter().next().unwrap();
        assert_eq!((failed.len(), fault.code), (1, "pipeline::defect"));
        assert_eq!(fault.found.as_deref(), Some("dropped"));
    }
}
