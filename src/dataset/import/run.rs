//! What an importer finds in the files of one run of a tool, before it has a place in a data set.

use super::quantity::Quantity;
use super::scan::Field;
use crate::dataset::{Better, Unit};
use crate::diagnostic::{Fault, Severity};
use crate::stats::Exact;

/// One run of a tool: its results, what is known of it, and what was wrong or left out.
#[derive(Debug, Default)]
pub struct Run {
    /// The run's own name, where the tool has one: a database system, a saved baseline.
    pub name: Option<String>,
    /// What the run's variants are called: `command`, `engine`.
    pub variant_word: Option<&'static str>,
    /// The parameter whose values are what the run compares, when nobody wishes otherwise.
    pub variants_from: Option<String>,
    pub results: Vec<Outcome>,
    pub facts: Vec<Fact>,
    pub faults: Vec<Fault>,
    pub notes: Vec<Fault>,
    /// What was left out and why, for the data set.
    pub skipped: Vec<String>,
    /// Directions of figures whose names say none, as the user gave them.
    pub directions: Vec<(String, Better)>,
}

/// One thing measured, with all its figures.
#[derive(Debug, Default, Clone)]
pub struct Outcome {
    /// What the tool compares within one run, such as hyperfine's commands.
    pub variant: Option<String>,
    /// The workload; empty when the tool measures only one.
    pub name: String,
    pub settings: Vec<Setting>,
    pub figures: Vec<Figure>,
    /// Tells that another result of the same name and settings is a repetition by the tool itself.
    pub repeats: bool,
}

/// A setting of a workload. Settings that differ between results make cases; others describe the method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub name: String,
    pub value: String,
    /// A parameter belongs to the identity of the workload, so results that differ in it are never compared.
    pub parameter: bool,
}

/// A figure of an outcome.
#[derive(Debug, Clone)]
pub struct Figure {
    pub quantity: Quantity,
    /// The unit of the values, of the same dimension as the quantity's.
    pub unit: Unit,
    pub values: Values,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Single calls, in batches, with the warm-up calls before each where they are known.
    Samples(Vec<Samples>),
    Repeated(Vec<Exact>),
    Single(Exact),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Samples {
    pub values: Vec<Exact>,
    pub warmup_calls: Option<u64>,
}

/// Something known of the whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub about: About,
    pub value: String,
}

/// Which part of the data set's method a fact belongs to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    Tool,
    Revision,
    Os,
    Cpu,
    Vcpus,
    Runtime,
    /// A setting by the tool's own name.
    Parameter(String),
    /// Anything else about the environment, by name.
    Detail(String),
}

impl Outcome {
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    pub fn setting(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.add_setting(name.into(), value.into(), false);
    }

    pub fn parameter(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.add_setting(name.into(), value.into(), true);
    }

    fn add_setting(&mut self, name: String, value: String, parameter: bool) {
        self.settings.push(Setting { name, value, parameter });
    }

    pub fn single(&mut self, quantity: &Quantity, value: Exact) {
        self.single_in(quantity, quantity.unit, value);
    }

    pub fn single_in(&mut self, quantity: &Quantity, unit: Unit, value: Exact) {
        self.push(quantity, unit, Values::Single(value));
    }

    pub fn repeated(&mut self, quantity: &Quantity, unit: Unit, values: Vec<Exact>) {
        if !values.is_empty() {
            self.push(quantity, unit, Values::Repeated(values));
        }
    }

    /// One batch of single calls.
    pub fn samples(&mut self, quantity: &Quantity, unit: Unit, values: Vec<Exact>) {
        let batch = Samples {
            values,
            warmup_calls: None,
        };
        self.batches(quantity, unit, vec![batch]);
    }

    pub fn batches(&mut self, quantity: &Quantity, unit: Unit, mut batches: Vec<Samples>) {
        batches.retain(|batch| !batch.values.is_empty());
        if !batches.is_empty() {
            self.push(quantity, unit, Values::Samples(batches));
        }
    }

    fn push(&mut self, quantity: &Quantity, unit: Unit, values: Values) {
        self.figures.push(Figure {
            quantity: quantity.clone(),
            unit,
            values,
        });
    }
}

impl Run {
    pub fn fact(&mut self, about: About, value: impl Into<String>) {
        let value = value.into();
        if !value.trim().is_empty() {
            self.facts.push(Fact { about, value });
        }
    }

    pub fn parameter(&mut self, name: &str, value: impl Into<String>) {
        self.fact(About::Parameter(name.to_owned()), value);
    }

    pub fn detail(&mut self, name: &str, value: impl Into<String>) {
        self.fact(About::Detail(name.to_owned()), value);
    }

    /// Something was left out; the message says what and why.
    pub fn skip(&mut self, what: impl Into<String>) {
        let what = what.into();
        if self.skipped.contains(&what) {
            return;
        }
        self.notes
            .push(Fault::input("import::skipped", format!("left out: {what}")).severity(Severity::Note));
        self.skipped.push(what);
    }

    /// A figure printed as zero is left out: it only says that it is below what the tool prints.
    pub fn skip_below_printed(&mut self, id: &str, printed: &str, tool: &str) {
        self.skip(format!(
            "`{id}`: printed as {printed}, which only says that it is below what {tool} prints"
        ));
    }

    /// A report that began at `start` and ends before the line that completes it.
    pub fn truncated(&mut self, start: Field<'_>, expected: &str) {
        self.faults.push(
            start
                .fault("import::truncated", "the report ends before its rate")
                .expected(format!("a line `{expected}`"))
                .hint("the run failed or was stopped, or the output was cut"),
        );
    }

    /// Something was left out because of what the fault says.
    pub fn skip_fault(&mut self, what: &str, fault: Fault) {
        let why = match &fault.found {
            Some(found) => format!("{what}: {}: found {found}", fault.message),
            None => format!("{what}: {}", fault.message),
        };
        self.notes.push(Fault {
            code: "import::skipped",
            message: format!("left out: {what}: {}", fault.message),
            severity: Severity::Note,
            ..fault
        });
        self.skipped.push(why);
    }

    /// Something that a reader of the numbers has to know; nothing was left out.
    pub fn warn(&mut self, message: impl Into<String>) {
        let note = Fault::input("import::note", message).severity(Severity::Warning);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The value, or the fault remembered.
    pub fn keep<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.faults.push(fault)).ok()
    }

    /// A quantity that the file names itself, when its direction is known: from the user, else from `known`.
    pub fn direction(&self, name: &str, known: Option<Better>) -> Option<Better> {
        let given = self.directions.iter().find(|(n, _)| n == name);
        given.map(|(_, better)| *better).or(known)
    }

    /// Leaves out a figure whose direction is not known.
    pub fn skip_directionless(&mut self, name: &str) {
        self.skip(format!(
            "`{name}`: nothing says whether more or less of it is better (say so with --better '{name}=lower' or =higher)"
        ));
    }
}
