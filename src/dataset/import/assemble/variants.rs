//! Which runs and results are which variants.

use super::Placed;
use super::names::{Names, short_ids};
use crate::dataset::Variant;
use crate::dataset::import::Options;
use crate::dataset::import::file::stem;
use crate::dataset::import::run::{Outcome, Run};
use crate::diagnostic::{Class, Fault, Faults, Severity};

/// The values of a parameter are the variants of a run that compares nothing else, unless the user says what is compared:
/// with another run, by another name, or with one name for all.
pub(super) fn compare_values(runs: &mut [(String, Run)], options: &Options) {
    let [(file, run)] = runs else { return };
    if options.variants_from.is_some() || options.variants.len() == 1 {
        return;
    }
    let Some(from) = run.variants_from.take() else { return };
    let word = run.variant_word.unwrap_or("variant");
    for outcome in &mut run.results {
        let own = outcome.variant.take();
        outcome.variant = take_variant(outcome, &from, own, word);
    }
    let message = format!("the values of the parameter `{from}` are the variants");
    let note = Fault::input("import::note", message).severity(Severity::Note);
    let stem = stem(file);
    run.notes
        .push(note.hint(format!("--as {stem} makes them workloads of one variant")));
}

/// For each run, the variant that all of it belongs to; `None` where its results name their own.
pub(super) fn variant_names(runs: &mut [(String, Run)], options: &Options) -> Result<Vec<Option<String>>, Faults> {
    if !options.variants.is_empty() {
        if let [(_, run)] = runs
            && rename(run, &options.variants)
        {
            return Ok(vec![None]);
        }
        if options.variants.len() != runs.len() {
            return Err(Fault::error(
                Class::Usage,
                "import::variant-count",
                "--as does not name a variant for each run",
            )
            .found(format!("{} names for {} runs", options.variants.len(), runs.len()))
            .expected("one name a run, in the order of the files")
            .hint(match compared(runs) {
                Some(count) => format!("the file compares {count} things: give a name for each, or one for all"),
                None => "a name may occur again: its files are then repetitions of one variant".to_owned(),
            })
            .into());
        }
        return Ok(options.variants.iter().cloned().map(Some).collect());
    }
    if let [(file, run)] = &*runs {
        let named = run.results.iter().any(|result| result.variant.is_some());
        let own = run.name.clone().unwrap_or_else(|| stem(file).to_owned());
        return Ok(vec![(!named).then_some(own)]);
    }
    let own: Vec<Option<String>> = runs.iter().map(|(_, run)| own_name(run)).collect();
    if own.iter().all(Option::is_some) && all_differ(&own) {
        return Ok(own);
    }
    let stems: Vec<Option<String>> = runs.iter().map(|(file, _)| Some(stem(file).to_owned())).collect();
    if all_differ(&stems) {
        return Ok(stems);
    }
    Err(Fault::error(
        Class::Usage,
        "import::unnamed-variants",
        "the files do not say what to call their variants",
    )
    .found("files of the same name")
    .expected("a name a run")
    .hint("name them: --as baseline,candidate")
    .into())
}

/// What the only run compares by itself, such as hyperfine's commands, in the order of the file.
fn own_variants(run: &Run) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    for variant in run.results.iter().filter_map(|result| result.variant.as_ref()) {
        if !own.contains(variant) {
            own.push(variant.clone());
        }
    }
    own
}

/// How many things the only run compares, when there are several.
fn compared(runs: &[(String, Run)]) -> Option<usize> {
    let [(_, run)] = runs else { return None };
    Some(own_variants(run).len()).filter(|count| *count > 1)
}

/// Gives what one run compares the names of the user; false when there is another number of them.
fn rename(run: &mut Run, names: &[String]) -> bool {
    let own = own_variants(run);
    if own.len() != names.len() || own.len() < 2 {
        return false;
    }
    for result in &mut run.results {
        let at = own.iter().position(|variant| Some(variant) == result.variant.as_ref());
        if let Some(at) = at {
            result.variant = Some(names[at].clone());
        }
    }
    true
}

/// Gives the results of each run the name of their workload, before the name that the tool itself has for them.
pub(super) fn name_cases(runs: &mut [(String, Run)], options: &Options) -> Result<(), Fault> {
    if options.cases.is_empty() {
        return Ok(());
    }
    if options.cases.len() != runs.len() {
        let message = "--cases does not name a workload for each run";
        return Err(Fault::error(Class::Usage, "import::case-count", message)
            .found(format!("{} names for {} runs", options.cases.len(), runs.len()))
            .expected("one name a run, in the order of the files")
            .hint("a name may occur again: its files are then of one workload"));
    }
    for ((_, run), case) in runs.iter_mut().zip(&options.cases) {
        for result in &mut run.results {
            result.name = match result.name.as_str() {
                "" => case.clone(),
                own => format!("{case}, {own}"),
            };
        }
    }
    Ok(())
}

pub(super) fn all_differ(names: &[Option<String>]) -> bool {
    names.iter().enumerate().all(|(i, name)| !names[..i].contains(name))
}

/// The one name that a run has for itself.
pub(super) fn own_name(run: &Run) -> Option<String> {
    if run.name.is_some() {
        return run.name.clone();
    }
    let first = run.results.first()?.variant.clone()?;
    let same = |result: &Outcome| result.variant.as_ref() == Some(&first);
    run.results.iter().all(same).then_some(first)
}

/// Gives every result its variant; names that are not variants become settings.
pub(super) fn place(
    runs: Vec<(String, Run)>,
    names: Vec<Option<String>>,
    options: &Options,
) -> Result<(Vec<Variant>, Vec<Placed>), Faults> {
    let mut placed = Vec::new();
    let mut variants: Vec<String> = Vec::new();
    let mut faults = Vec::new();
    for (index, ((file, run), name)) in runs.into_iter().zip(names).enumerate() {
        let word = run.variant_word.unwrap_or("variant");
        for mut outcome in run.results.into_iter().filter(|result| !result.figures.is_empty()) {
            let own = outcome.variant.take();
            let variant = match (&options.variants_from, &name) {
                (Some(from), _) => match take_variant(&mut outcome, from, own, word) {
                    Some(variant) => variant,
                    None => {
                        faults.push(no_such_setting(from, &outcome, &file));
                        continue;
                    }
                },
                (None, Some(name)) => {
                    if let Some(own) = own.filter(|own| own != name) {
                        outcome.setting(word, own);
                    }
                    name.clone()
                }
                (None, None) => own.unwrap_or_else(|| stem(&file).to_owned()),
            };
            let at = variants.iter().position(|v| *v == variant).unwrap_or_else(|| {
                variants.push(variant);
                variants.len() - 1
            });
            placed.push(Placed {
                variant: at,
                run: index,
                outcome,
            });
        }
    }
    faults.dedup();
    Faults::check(faults)?;
    let mut names = Names::default();
    let ids = short_ids(&variants, "variant");
    let variants = variants
        .into_iter()
        .zip(ids)
        .map(|(name, id)| Variant {
            id,
            name: names.of(&name),
            build: None,
        })
        .collect();
    Ok((variants, placed))
}

/// Takes the setting `from` out of a result, to be its variant.
pub(super) fn take_variant(outcome: &mut Outcome, from: &str, own: Option<String>, word: &str) -> Option<String> {
    if from == "name" {
        if let Some(own) = own {
            outcome.setting(word, own);
        }
        return Some(std::mem::take(&mut outcome.name)).filter(|name| !name.is_empty());
    }
    let at = outcome.settings.iter().position(|setting| setting.name == from)?;
    if let Some(own) = own {
        outcome.setting(word, own);
    }
    let value = outcome.settings.remove(at).value;
    // A bare number says nothing on a chart.
    let bare = value.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    Some(if bare { format!("{from}={value}") } else { value })
}

pub(super) fn no_such_setting(from: &str, outcome: &Outcome, file: &str) -> Fault {
    let mut known: Vec<String> = outcome.settings.iter().map(|s| format!("`{}`", s.name)).collect();
    if !outcome.name.is_empty() {
        known.push("`name`".to_owned());
    }
    let fault = Fault::error(
        Class::Usage,
        "import::unknown-setting",
        "--variants-from names no setting of a result",
    )
    .file(file)
    .found(format!("`{from}`"));
    match known.is_empty() {
        true => fault,
        false => fault.expected(format!("one of {}", known.join(", "))),
    }
}
