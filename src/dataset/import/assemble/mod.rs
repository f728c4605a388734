//! From the results of runs to a data set: which names are variants, which are cases, which settings describe the
//! method, and one exact unit a measure. Knows nothing of any tool's files.

mod facts;
mod measures;
mod names;
mod series;
mod settings;
mod told;
mod variants;

pub use names::measure_id;

use super::file::stem;
use super::run::{Outcome, Run};
use super::{Options, Tool};
use crate::dataset::{Case, Dataset, Method, Provenance, ProvenanceKind, Series, Variant};
use crate::diagnostic::{Fault, Faults, Severity};
use facts::{add_facts, count_batches, tidy};
use names::{LONGEST_TEXT, clean, slug};
use settings::{cases, describe_method, only_name, roles};
use variants::{name_cases, place, variant_names};

/// A result with the variant that it belongs to.
struct Placed {
    variant: usize,
    run: usize,
    outcome: Outcome,
}

/// The data set, and what its maker has to know.
pub fn assemble(tool: Tool, mut runs: Vec<(String, Run)>, options: &Options) -> Result<(Dataset, Vec<Fault>), Faults> {
    let mut notes: Vec<Fault> = Vec::new();
    let mut skipped: Vec<String> = Vec::new();
    variants::compare_values(&mut runs, options);
    told::gather(&mut runs, &mut notes, &mut skipped);
    let id = options.id.clone().unwrap_or_else(|| dataset_id(tool, &runs, options));
    let names = variant_names(&mut runs, options)?;
    name_cases(&mut runs, options)?;
    let facts: Vec<_> = runs.iter_mut().map(|(_, run)| std::mem::take(&mut run.facts)).collect();
    let (variants, placed) = place(runs, names, options)?;

    let mut method = Method::default();
    let roles = roles(&placed, variants.len());
    describe_method(&mut method, &roles, &variants, &mut notes);
    add_facts(&mut method, tool, &facts, &placed, &variants);
    let (cases, case_of) = cases(&placed, &roles);
    if let Some(name) = only_name(&placed) {
        method.parameters.insert(0, ("workload".to_owned(), name));
    }
    let (measures, series, mut told) = series::series(tool, placed, &case_of, &cases, &variants)?;
    notes.append(&mut told.notes);
    skipped.append(&mut told.skipped);
    method.environment.details.append(&mut told.details);
    count_batches(&mut method, &measures, &series);
    let (variants, cases, series) = without_empty(variants, cases, series);
    tidy(&mut method);
    if variants.len() > 1 && !cases.is_empty() && !shares_a_case(&series, cases.len(), variants.len()) {
        notes.push(warning(
            "no workload was measured with every variant, so nothing can be compared",
        ));
    }
    let dataset = Dataset {
        id: slug(&id, "data"),
        provenance: Provenance {
            kind: ProvenanceKind::Measured,
            note: None,
            source: None,
            skipped: skipped.iter().map(|text| clean(text, LONGEST_TEXT)).collect(),
        },
        variants,
        cases,
        measures,
        method,
        series,
        claims: Vec::new(),
    };
    Ok((dataset, notes))
}

/// Variants and cases that have numbers left.
fn without_empty(
    variants: Vec<Variant>,
    cases: Vec<Case>,
    mut series: Vec<Series>,
) -> (Vec<Variant>, Vec<Case>, Vec<Series>) {
    let kept_variants: Vec<usize> = (0..variants.len())
        .filter(|i| series.iter().any(|s| s.variant == *i))
        .collect();
    let kept_cases: Vec<usize> = (0..cases.len())
        .filter(|i| series.iter().any(|s| s.case == Some(*i)))
        .collect();
    for s in &mut series {
        s.variant = kept_variants.iter().position(|i| *i == s.variant).unwrap_or(s.variant);
        s.case = s
            .case
            .map(|case| kept_cases.iter().position(|i| *i == case).unwrap_or(case));
    }
    let variants = kept_variants.into_iter().map(|i| variants[i].clone()).collect();
    let cases = kept_cases.into_iter().map(|i| cases[i].clone()).collect();
    (variants, cases, series)
}

fn warning(message: impl Into<String>) -> Fault {
    Fault::input("import::note", message).severity(Severity::Warning)
}

fn dataset_id(tool: Tool, runs: &[(String, Run)], options: &Options) -> String {
    let mut labels: Vec<&str> = Vec::new();
    for label in &options.variants {
        if !labels.contains(&label.as_str()) {
            labels.push(label);
        }
    }
    if labels.is_empty() {
        stem(&runs[0].0).to_owned()
    } else {
        format!("{}-{}", tool.name(), labels.join("-vs-"))
    }
}

fn shares_a_case(series: &[Series], cases: usize, variants: usize) -> bool {
    (0..cases)
        .any(|case| (0..variants).all(|variant| series.iter().any(|s| s.case == Some(case) && s.variant == variant)))
}
