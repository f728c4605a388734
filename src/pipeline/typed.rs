//! Figures that were typed into words: the expression of the data that prints each of them.

use crate::check::expression::Expressions;
use crate::diagnostic::{Fault, Faults};
use crate::locale::Script;
use crate::project::{Loaded, Project, Report};

const TYPED: &str = "context::literal-digit";

/// The faults of words that cannot be read, with what to write for each digit that is a figure of the data.
pub(super) fn with_expressions(faults: Faults, project: &Project, data: &Loaded, script: &'static Script) -> Faults {
    let is_typed = |fault: &Fault| fault.code == TYPED;
    if !faults.iter().any(is_typed) {
        return faults;
    }
    let Some(expressions) = expressions(project, data, script) else {
        return faults;
    };
    faults.map(|mut fault| {
        if is_typed(&fault) {
            fault.expected = expected(&fault, &expressions).or(fault.expected);
        }
        fault
    })
}

/// Those that the standard words have: the report's own cannot be read.
fn expressions(project: &Project, data: &Loaded, script: &'static Script) -> Option<Expressions> {
    let standard = Project::standard(project.data_path(), None).ok()?;
    let standard = standard.with_report(Report::clone(&project.report));
    let engine = standard.words(script).ok()?.engine(&standard, data).ok()?;
    Some(Expressions::of(engine.subject(), engine.context()))
}

fn expected(fault: &Fault, expressions: &Expressions) -> Option<String> {
    let place = fault.place.as_ref()?;
    let typed = place.source.text.get(place.span.clone())?;
    let after = place.source.text.get(place.span.end..)?;
    // A mark that ends the sentence is none of the number's.
    let typed = typed.trim_end_matches(['.', ',', ':', '/', '-']);
    let expression = expressions.of_typed(typed, after)?;
    Some(format!("`{{{{ {expression} }}}}`"))
}
