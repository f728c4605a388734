//! From the results of runs to a data set: which names are variants, which are cases, which settings describe the
//! method, and one exact unit a measure. Knows nothing of any tool's files.

use super::file::{base_name, stem};
use super::quantity::Quantity;
use super::run::{About, Figure, Outcome, Run, Values};
use super::{Options, Tool};
use crate::dataset::*;
use crate::diagnostic::{Class, Fault, Faults, Severity};
use crate::stats::Exact;
use std::collections::BTreeMap;

/// A result with the variant that it belongs to.
struct Placed {
    variant: usize,
    run: usize,
    outcome: Outcome,
}

/// Where a setting stands in the data set.
enum Role {
    /// The same everywhere: it describes the method.
    Constant(String),
    /// It tells workloads apart.
    Case,
    /// It differs between variants only, and describes them.
    OfVariant(Vec<Option<String>>),
    /// It differs between workloads that their names and parameters already tell apart, and describes them.
    OfWorkload(Vec<(String, String)>),
}

pub fn assemble(tool: Tool, mut runs: Vec<(String, Run)>, options: &Options) -> Result<(Dataset, Vec<Fault>), Faults> {
    let mut notes: Vec<Fault> = Vec::new();
    let mut skipped: Vec<String> = Vec::new();
    let several = runs.len() > 1;
    for (file, run) in &mut runs {
        for note in run.notes.drain(..) {
            let placed = note.place.is_some() || note.file.is_some();
            notes.push(if placed { note } else { note.file(file.as_str()) });
        }
        let of_file = |what: String| match several {
            true => format!("{}: {what}", base_name(file)),
            false => what,
        };
        skipped.extend(run.skipped.drain(..).map(of_file));
    }
    let id = options.id.clone().unwrap_or_else(|| dataset_id(tool, &runs, options));
    let names = variant_names(&runs, options)?;
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
    let (measures, series, mut told) = series(tool, placed, &case_of, &cases, &variants)?;
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

/// Brings texts of files to what the data format takes: one line of visible characters, names that occur once.
fn tidy(method: &mut Method) {
    let environment = &mut method.environment;
    for text in [
        &mut method.tool,
        &mut method.revision,
        &mut environment.os,
        &mut environment.cpu,
        &mut environment.runtime,
    ] {
        *text = text
            .take()
            .map(|text| clean(&text, LONGEST_NAME))
            .filter(|text| !text.is_empty());
    }
    for settings in [&mut method.parameters, &mut environment.details] {
        let mut names = Names::default();
        let tidied = settings
            .iter()
            .map(|(name, value)| (clean(name, LONGEST_NAME), clean(value, LONGEST_TEXT)));
        let tidied: Vec<_> = tidied
            .filter(|(name, value)| !name.is_empty() && !value.is_empty())
            .collect();
        *settings = tidied
            .into_iter()
            .map(|(name, value)| (names.of(&name), value))
            .collect();
    }
    let usable = |duration: &Exact| *duration > Exact::zero() && decimal(duration).is_none();
    method.duration_s = method.duration_s.take().filter(usable);
    let counted = |count: &u64| (1..=LARGEST_WHOLE).contains(count);
    for count in [&mut method.threads, &mut method.tables, &mut method.environment.vcpus] {
        *count = count.filter(counted);
    }
    method.rows_per_table = method.rows_per_table.filter(|count| *count <= LARGEST_WHOLE);
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

/// For each run, the variant that all of it belongs to; `None` where its results name their own.
fn variant_names(runs: &[(String, Run)], options: &Options) -> Result<Vec<Option<String>>, Faults> {
    if !options.variants.is_empty() {
        if options.variants.len() != runs.len() {
            return Err(Fault::error(
                Class::Usage,
                "import::variant-count",
                "--as does not name a variant for each run",
            )
            .found(format!("{} names for {} runs", options.variants.len(), runs.len()))
            .expected("one name a run, in the order of the files")
            .hint("a name may occur again: its files are then repetitions of one variant")
            .into());
        }
        return Ok(options.variants.iter().cloned().map(Some).collect());
    }
    if let [(file, run)] = runs {
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

fn all_differ(names: &[Option<String>]) -> bool {
    names.iter().enumerate().all(|(i, name)| !names[..i].contains(name))
}

/// The one name that a run has for itself.
fn own_name(run: &Run) -> Option<String> {
    if run.name.is_some() {
        return run.name.clone();
    }
    let first = run.results.first()?.variant.clone()?;
    let same = |result: &Outcome| result.variant.as_ref() == Some(&first);
    run.results.iter().all(same).then_some(first)
}

/// Gives every result its variant; names that are not variants become settings.
fn place(
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
    let (mut ids, mut names) = (Ids::default(), Names::default());
    let variants = variants
        .into_iter()
        .map(|name| Variant {
            id: ids.of(&name, "variant"),
            name: names.of(&name),
            build: None,
        })
        .collect();
    Ok((variants, placed))
}

/// Takes the setting `from` out of a result, to be its variant.
fn take_variant(outcome: &mut Outcome, from: &str, own: Option<String>, word: &str) -> Option<String> {
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

fn no_such_setting(from: &str, outcome: &Outcome, file: &str) -> Fault {
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

/// What each setting does, in the order of their first appearance.
fn roles(placed: &[Placed], variants: usize) -> Vec<(String, Role)> {
    let mut order: Vec<(String, bool)> = Vec::new();
    for setting in placed.iter().flat_map(|p| &p.outcome.settings) {
        if !order.iter().any(|(name, _)| *name == setting.name) {
            order.push((setting.name.clone(), setting.parameter));
        }
    }
    let role = |(name, parameter): (String, bool)| {
        let mut of_variant: Vec<Vec<Option<&str>>> = vec![Vec::new(); variants];
        for p in placed {
            let value = value_of(&p.outcome, &name);
            if !of_variant[p.variant].contains(&value) {
                of_variant[p.variant].push(value);
            }
        }
        let first = of_variant[0][0];
        let constant = of_variant.iter().all(|values| values.as_slice() == [first]);
        let role = match first {
            Some(value) if constant => Role::Constant(value.to_owned()),
            _ if !parameter && of_variant.iter().all(|values| values.len() == 1) => {
                Role::OfVariant(of_variant.iter().map(|v| v[0].map(str::to_owned)).collect())
            }
            _ if !parameter => match of_workloads(placed, &name) {
                Some(values) => Role::OfWorkload(values),
                None => Role::Case,
            },
            _ => Role::Case,
        };
        (name, role)
    };
    order.into_iter().map(role).collect()
}

/// The values of a setting by workload, when names and parameters say which it has.
fn of_workloads(placed: &[Placed], name: &str) -> Option<Vec<(String, String)>> {
    let mut known: Vec<(String, Option<&str>)> = Vec::new();
    for p in placed {
        let mut workload = p.outcome.name.clone();
        for setting in p.outcome.settings.iter().filter(|setting| setting.parameter) {
            workload.push_str(&format!(", {}={}", setting.name, setting.value));
        }
        let value = value_of(&p.outcome, name);
        match known.iter().find(|(other, _)| *other == workload) {
            Some((_, other)) if *other != value => return None,
            Some(_) => {}
            None => known.push((workload, value)),
        }
    }
    let told = |(workload, value): (String, Option<&str>)| Some((workload, value?.to_owned()));
    Some(known.into_iter().filter_map(told).collect())
}

fn value_of<'a>(outcome: &'a Outcome, name: &str) -> Option<&'a str> {
    let setting = outcome.settings.iter().find(|setting| setting.name == name)?;
    Some(&setting.value)
}

fn describe_method(method: &mut Method, roles: &[(String, Role)], variants: &[Variant], notes: &mut Vec<Fault>) {
    for (name, role) in roles {
        match role {
            Role::Constant(value) => set_parameter(method, name, value),
            Role::OfVariant(values) => {
                let mut told = Vec::new();
                for (variant, value) in variants.iter().zip(values) {
                    let value = value.as_deref().unwrap_or("not given");
                    told.push(format!("{value} ({})", variant.name));
                    let entry = (format!("{name} ({})", variant.name), value.to_owned());
                    method.parameters.push(entry);
                }
                notes.push(warning(format!("the variants differ in `{name}`: {}", told.join(", "))));
            }
            Role::OfWorkload(values) => describe_workloads(method, name, values),
            Role::Case => {}
        }
    }
}

/// The most workloads that are named one by one with what is special about them.
const NAMED_WORKLOADS: usize = 12;

fn describe_workloads(method: &mut Method, name: &str, values: &[(String, String)]) {
    if values.len() <= NAMED_WORKLOADS {
        for (workload, value) in values {
            let workload = workload.trim_start_matches(", ");
            method.parameters.push((format!("{name} ({workload})"), value.clone()));
        }
        return;
    }
    let mut distinct: Vec<&str> = Vec::new();
    for (_, value) in values {
        if !distinct.contains(&value.as_str()) {
            distinct.push(value);
        }
    }
    method
        .parameters
        .extend(join_few(&distinct).map(|few| (name.to_owned(), few)));
}

/// A setting goes where the method has a place for it.
fn set_parameter(method: &mut Method, name: &str, value: &str) {
    let slot = match name {
        "threads" => Some(&mut method.threads),
        "tables" => Some(&mut method.tables),
        "rows per table" => Some(&mut method.rows_per_table),
        _ => None,
    };
    match (name, slot, value.parse::<u64>()) {
        (_, Some(slot), Ok(count)) => *slot = Some(count),
        ("duration_s", ..) if Exact::parse(value).is_some() => method.duration_s = Exact::parse(value),
        _ => method.parameters.push((name.to_owned(), value.to_owned())),
    }
}

/// Puts what is known of the runs into the method: what all runs share as it is, what differs by variant under a name
/// that says so.
fn add_facts(
    method: &mut Method,
    tool: Tool,
    facts: &[Vec<super::run::Fact>],
    placed: &[Placed],
    variants: &[Variant],
) {
    let mut order: Vec<&About> = Vec::new();
    for fact in facts.iter().flatten() {
        if !order.contains(&&fact.about) {
            order.push(&fact.about);
        }
    }
    for about in order {
        let mut of_variant: Vec<Vec<&str>> = vec![Vec::new(); variants.len()];
        for p in placed {
            for fact in facts[p.run].iter().filter(|fact| fact.about == *about) {
                if !of_variant[p.variant].contains(&fact.value.as_str()) {
                    of_variant[p.variant].push(&fact.value);
                }
            }
        }
        let told: Vec<Option<String>> = of_variant.iter().map(|values| join_few(values)).collect();
        match told.as_slice() {
            [Some(first), rest @ ..] if rest.iter().all(|other| other.as_ref() == Some(first)) => {
                set_fact(method, about, first);
            }
            _ => {
                for (variant, value) in variants.iter().zip(told) {
                    if let Some(value) = value {
                        let name = format!("{} ({})", fact_name(about), variant.name);
                        method.environment.details.push((name, value));
                    }
                }
            }
        }
    }
    if method.tool.is_none() {
        method.tool = Some(tool.name().to_owned());
    }
}

/// Up to three distinct values in words.
fn join_few(values: &[&str]) -> Option<String> {
    match values {
        [] => None,
        [a, b, c, rest @ ..] if !rest.is_empty() => Some(format!("{a}; {b}; {c}; {} more", rest.len())),
        few => Some(few.join("; ")),
    }
}

fn fact_name(about: &About) -> &str {
    match about {
        About::Tool => "tool",
        About::Revision => "revision",
        About::Os => "os",
        About::Cpu => "cpu",
        About::Vcpus => "vcpus",
        About::Runtime => "runtime",
        About::Parameter(name) | About::Detail(name) => name,
    }
}

fn set_fact(method: &mut Method, about: &About, value: &str) {
    let text = Some(value.to_owned());
    let count = value.parse::<u64>().ok();
    let environment = &mut method.environment;
    match about {
        About::Tool => method.tool = text,
        About::Revision => method.revision = text,
        About::Os => environment.os = text,
        About::Cpu => environment.cpu = text,
        About::Vcpus if count.is_some() => environment.vcpus = count,
        About::Runtime => environment.runtime = text,
        About::Parameter(name) => method.parameters.push((name.clone(), value.to_owned())),
        about => {
            let entry = (fact_name(about).to_owned(), value.to_owned());
            environment.details.push(entry);
        }
    }
}

/// The name of the workload when there is one only.
fn only_name(placed: &[Placed]) -> Option<String> {
    let first = &placed.first()?.outcome.name;
    let same = placed.iter().all(|p| p.outcome.name == *first);
    (same && !first.is_empty()).then(|| first.clone())
}

/// The cases, and for each result the index of its case.
fn cases(placed: &[Placed], roles: &[(String, Role)]) -> (Vec<Case>, Vec<usize>) {
    let named = only_name(placed).is_none();
    let name = |outcome: &Outcome| {
        let mut parts: Vec<String> = Vec::new();
        if named && !outcome.name.is_empty() {
            parts.push(outcome.name.clone());
        }
        for (key, role) in roles {
            if let (Role::Case, Some(value)) = (role, value_of(outcome, key)) {
                // What these are needs no name before it.
                parts.push(match key.as_str() {
                    "command" | "address" | "function" | "engine" => value.to_owned(),
                    key => format!("{key}={value}"),
                });
            }
        }
        parts.join(", ")
    };
    let mut names: Vec<String> = Vec::new();
    let mut case_of = Vec::new();
    for p in placed {
        let name = name(&p.outcome);
        let at = names.iter().position(|n| *n == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        case_of.push(at);
    }
    if names.len() == 1 {
        return (Vec::new(), case_of);
    }
    let (mut ids, mut distinct) = (Ids::default(), Names::default());
    let case = |name: String| Case {
        id: ids.of(&name, "case"),
        name: distinct.of(if name.is_empty() { "default" } else { &name }),
        operations: None,
    };
    (names.into_iter().map(case).collect(), case_of)
}

/// Where a series stands: measure, case, variant.
type Key = (usize, usize, usize);

/// What was gathered of a series so far.
struct Gathered {
    key: Key,
    unit: Unit,
    values: Values,
    /// The run that gave the last values, and whether the tool itself repeats.
    run: usize,
    again: usize,
}

/// What the making of the series says: notes for the user, facts and omissions for the data set.
#[derive(Default)]
struct Told {
    notes: Vec<Fault>,
    skipped: Vec<String>,
    details: Vec<(String, String)>,
}

fn series(
    tool: Tool,
    placed: Vec<Placed>,
    case_of: &[usize],
    cases: &[Case],
    variants: &[Variant],
) -> Result<(Vec<Measure>, Vec<Series>, Told), Faults> {
    let mut told = Told::default();
    let mut quantities: Vec<Quantity> = Vec::new();
    let mut gathered: Vec<Gathered> = Vec::new();
    let mut index: BTreeMap<Key, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for (p, case) in placed.into_iter().zip(case_of) {
        for figure in p.outcome.figures {
            let measure = match measure_of(&mut quantities, &figure) {
                Ok(measure) => measure,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            let key = (measure, *case, p.variant);
            match index.get(&key) {
                None => {
                    index.insert(key, gathered.len());
                    gathered.push(Gathered {
                        key,
                        unit: figure.unit,
                        values: figure.values,
                        run: p.run,
                        again: 0,
                    });
                }
                Some(at) => {
                    let earlier = &mut gathered[*at];
                    if earlier.run == p.run && !p.outcome.repeats {
                        earlier.again += 1;
                    }
                    earlier.run = p.run;
                    if let Err(fault) = join(earlier, figure, cases, variants) {
                        faults.push(fault);
                    }
                }
            }
        }
    }
    Faults::check(faults)?;
    note_duplicates(&gathered, cases, variants, &mut told.notes);
    let quantities = in_declared_order(tool, quantities, &mut gathered);
    gathered.sort_by_key(|g| g.key);
    leave_out_zero_baselines(&mut gathered, &quantities, cases, variants, &mut told);
    let quantities = drop_empty(quantities, &mut gathered);
    let measures = measures(&quantities, &mut gathered, &mut told.notes);
    let series = gathered.into_iter().map(|g| Series {
        measure: g.key.0,
        variant: g.key.2,
        case: (!cases.is_empty()).then_some(g.key.1),
        observations: observations(g.values),
    });
    Ok((measures, series.collect(), told))
}

/// The quantities as the importer declares them, percentiles by size where the first of them is declared, all others
/// at the end; the first is the primary measure.
fn in_declared_order(tool: Tool, quantities: Vec<Quantity>, gathered: &mut [Gathered]) -> Vec<Quantity> {
    let declared = tool.declares();
    let place = |quantity: &Quantity| {
        let at = declared.iter().position(|known| known.id == quantity.id);
        let Some((stem, percent)) = percentile_of(&quantity.id) else {
            return (at.unwrap_or(declared.len()), 0.0);
        };
        let alike = |known: &Quantity| percentile_of(&known.id).is_some_and(|(other, _)| other == stem);
        let first = declared.iter().position(alike);
        (
            first.unwrap_or(declared.len()),
            if first.is_some() { percent } else { 0.0 },
        )
    };
    let mut order: Vec<usize> = (0..quantities.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (place(&quantities[*a]), place(&quantities[*b]));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    for g in gathered.iter_mut() {
        g.key.0 = order.iter().position(|index| *index == g.key.0).unwrap_or(g.key.0);
    }
    order.into_iter().map(|index| quantities[index].clone()).collect()
}

/// Stem and percentage of `latency_p99_9`.
fn percentile_of(id: &str) -> Option<(&str, f64)> {
    let (stem, percent) = id.rsplit_once("_p")?;
    Some((stem, percent.replace('_', ".").parse().ok()?))
}

/// `latency` of `latency_avg` and `latency_p95`: what measures of one thing have in common.
fn stem_of(id: &str) -> &str {
    if let Some((stem, _)) = percentile_of(id) {
        return stem;
    }
    let statistics = [
        "_median_abs_dev",
        "_avg",
        "_mean",
        "_median",
        "_min",
        "_max",
        "_stddev",
        "_q1",
        "_q3",
    ];
    statistics.iter().find_map(|end| id.strip_suffix(end)).unwrap_or(id)
}

/// A change from zero has no percentage, so a data set cannot hold a baseline of nothing but zeros. Where the first
/// variant has one, the numbers move into the details of the environment.
fn leave_out_zero_baselines(
    gathered: &mut Vec<Gathered>,
    quantities: &[Quantity],
    cases: &[Case],
    variants: &[Variant],
    told: &mut Told,
) {
    let others: Vec<Key> = gathered.iter().map(|g| g.key).filter(|key| key.2 > 0).collect();
    let compared = |key: Key| others.iter().any(|other| (other.0, other.1) == (key.0, key.1));
    let zero: Vec<Key> = gathered
        .iter()
        .filter(|g| g.key.2 == 0 && compared(g.key) && all_zero(&g.values))
        .map(|g| g.key)
        .collect();
    for key in zero {
        let alike = |g: &&Gathered| (g.key.0, g.key.1) == (key.0, key.1);
        let id = &quantities[key.0].id;
        let case = cases
            .get(key.1)
            .map_or(String::new(), |case| format!(", {}", case.name));
        let only_zeros = gathered.iter().filter(alike).all(|g| all_zero(&g.values));
        for g in gathered.iter().filter(alike) {
            let name = format!("{id} ({}{case})", variants[g.key.2].name);
            told.details.push((name, in_words(&g.values, g.unit)));
        }
        let message = match only_zeros {
            true => format!("`{id}`{case}: 0 with every variant (kept in the details)"),
            false => format!(
                "`{id}`{case}: 0 with {}, so no change in per cent can be given (kept in the details)",
                variants[0].name
            ),
        };
        let severity = if only_zeros { Severity::Note } else { Severity::Warning };
        let note = Fault::input("import::skipped", format!("left out: {message}"));
        told.notes.push(note.severity(severity));
        told.skipped.push(message);
        gathered.retain(|g| !alike(&g));
    }
}

/// Quantities without numbers make no measure.
fn drop_empty(quantities: Vec<Quantity>, gathered: &mut [Gathered]) -> Vec<Quantity> {
    let mut used: Vec<usize> = gathered.iter().map(|g| g.key.0).collect();
    used.dedup();
    for g in gathered.iter_mut() {
        g.key.0 = used.iter().position(|index| *index == g.key.0).unwrap_or(g.key.0);
    }
    used.into_iter().map(|index| quantities[index].clone()).collect()
}

fn all_zero(values: &Values) -> bool {
    match values {
        Values::Single(value) => value.is_zero(),
        Values::Repeated(values) => values.iter().all(Exact::is_zero),
        Values::Samples(batches) => batches.iter().flat_map(|batch| &batch.values).all(Exact::is_zero),
    }
}

/// A figure, or the mean of several, with its unit.
fn in_words(values: &Values, unit: Unit) -> String {
    let number = |value: &Exact| value.to_exact_decimal().unwrap_or_else(|| value.to_decimal(6));
    let text = match values {
        Values::Single(value) => number(value),
        values => {
            let all = numbers(values.clone());
            let mean = Exact::sum(&all) / Exact::from(all.len() as u64);
            format!("mean {} of {}", number(&mean), all.len())
        }
    };
    match unit {
        Unit::One => text,
        unit => format!("{text} {}", unit.symbol()),
    }
}

fn measure_of(quantities: &mut Vec<Quantity>, figure: &Figure) -> Result<usize, Fault> {
    let Some(at) = quantities.iter().position(|q| q.id == figure.quantity.id) else {
        quantities.push(figure.quantity.clone());
        return Ok(quantities.len() - 1);
    };
    let known = &quantities[at];
    if known.unit.dimension() == figure.unit.dimension() && known.better == figure.quantity.better {
        return Ok(at);
    }
    Err(Fault::input(
        "import::mixed-dimensions",
        format!("`{}` is given in units that do not agree", known.id),
    )
    .found(figure.unit.symbol())
    .expected(format!("a unit such as {}", known.unit.symbol())))
}

/// Adds the values of a figure to those of the same series.
fn join(earlier: &mut Gathered, figure: Figure, cases: &[Case], variants: &[Variant]) -> Result<(), Fault> {
    let unit = smaller(earlier.unit, figure.unit);
    let before = std::mem::replace(&mut earlier.values, Values::Repeated(Vec::new()));
    let before = converted(before, earlier.unit, unit);
    let after = converted(figure.values, figure.unit, unit);
    earlier.unit = unit;
    earlier.values = match (before, after) {
        (Values::Samples(mut before), Values::Samples(after)) => {
            before.extend(after);
            Values::Samples(before)
        }
        (Values::Samples(_), _) | (_, Values::Samples(_)) => {
            let place = match cases.get(earlier.key.1) {
                Some(case) => format!("{}, {}", variants[earlier.key.2].name, case.name),
                None => variants[earlier.key.2].name.clone(),
            };
            return Err(Fault::input(
                "import::mixed-kinds",
                format!(
                    "`{}` of {place} is given once call by call and once as a summary",
                    figure.quantity.id
                ),
            )
            .expected("raw samples in all files, or in none")
            .hint("import the files of one kind only"));
        }
        (before, after) => {
            let mut values = numbers(before);
            values.extend(numbers(after));
            Values::Repeated(values)
        }
    };
    Ok(())
}

fn numbers(values: Values) -> Vec<Exact> {
    match values {
        Values::Single(value) => vec![value],
        Values::Repeated(values) => values,
        Values::Samples(batches) => batches.into_iter().flat_map(|batch| batch.values).collect(),
    }
}

fn note_duplicates(gathered: &[Gathered], cases: &[Case], variants: &[Variant], notes: &mut Vec<Fault>) {
    let mut told: Vec<(usize, usize)> = Vec::new();
    for g in gathered.iter().filter(|g| g.again > 0) {
        let place = (g.key.1, g.key.2);
        if !told.contains(&place) {
            told.push(place);
            let case = cases
                .get(place.0)
                .map_or(String::new(), |case| format!(", {}", case.name));
            notes.push(warning(format!(
                "{}{case} occurs {} times in one file: kept as repetitions of one another",
                variants[place.1].name,
                g.again + 1
            )));
        }
    }
}

fn smaller(a: Unit, b: Unit) -> Unit {
    let size = |unit: Unit| Exact::ratio(unit.in_base().0, unit.in_base().1);
    if size(b) < size(a) { b } else { a }
}

/// How many of `to` one of `from` is; both are of one dimension.
fn factor(from: Unit, to: Unit) -> Exact {
    from.convert(&Exact::one(), to).unwrap_or_else(Exact::one)
}

fn converted(values: Values, from: Unit, to: Unit) -> Values {
    if from == to {
        return values;
    }
    let factor = factor(from, to);
    each(values, &mut |value| value * &factor)
}

fn each(values: Values, change: &mut dyn FnMut(&Exact) -> Exact) -> Values {
    match values {
        Values::Single(value) => Values::Single(change(&value)),
        Values::Repeated(values) => Values::Repeated(values.iter().map(change).collect()),
        Values::Samples(mut batches) => {
            for batch in &mut batches {
                batch.values = batch.values.iter().map(&mut *change).collect();
            }
            Values::Samples(batches)
        }
    }
}

/// The measures, each in the smallest unit of its figures; all values are brought to it. Measures of one
/// thing are shown in one unit, so that an average stands beside its percentiles.
fn measures(quantities: &[Quantity], gathered: &mut [Gathered], notes: &mut Vec<Fault>) -> Vec<Measure> {
    let mut ids = Ids::default();
    let mut measures = Vec::new();
    for (number, quantity) in quantities.iter().enumerate() {
        let of_measure = gathered.iter().filter(|g| g.key.0 == number);
        let unit = of_measure.map(|g| g.unit).reduce(smaller).unwrap_or(quantity.unit);
        let mut rounded = 0usize;
        for g in gathered.iter_mut().filter(|g| g.key.0 == number) {
            let values = std::mem::replace(&mut g.values, Values::Repeated(Vec::new()));
            let values = converted(values, g.unit, unit);
            g.unit = unit;
            g.values = each(values, &mut |value| match decimal(value) {
                Some(nearest) => {
                    rounded += 1;
                    nearest
                }
                None => value.clone(),
            });
        }
        if rounded > 0 {
            notes.push(warning(format!(
                "`{}`: {rounded} values have no short decimal and are kept as the nearest double",
                quantity.id
            )));
        }
        measures.push(Measure {
            id: ids.of_measure(&quantity.id),
            unit,
            display_unit: unit,
            per: quantity
                .per
                .as_ref()
                .map(|per| clean(per, LONGEST_NAME))
                .filter(|per| !per.is_empty()),
            better: quantity.better,
            derived: None,
        });
    }
    for number in 0..measures.len() {
        let Measure { id, unit, .. } = measures[number].clone();
        let alike = |g: &&Gathered| {
            let other = &measures[g.key.0];
            other.unit.dimension() == unit.dimension() && stem_of(&other.id) == stem_of(&id)
        };
        let scaled = |g: &Gathered| mean_of(&g.values) * factor(g.unit, unit).to_f64();
        let mut means: Vec<f64> = gathered.iter().filter(alike).map(scaled).collect();
        measures[number].display_unit = display_unit(unit, &mut means);
    }
    measures
}

/// Digits after the point that the data format takes.
const DIGITS: u8 = 40;

/// What is kept of a value that has no decimal of at most [`DIGITS`] digits: the nearest double, or so many digits.
fn decimal(value: &Exact) -> Option<Exact> {
    if value.round_to(DIGITS) == *value {
        return None;
    }
    let nearest = match value.to_exact_decimal() {
        Some(_) => value.clone(),
        None => Exact::parse(&format!("{:e}", value.to_f64())).unwrap_or_else(|| value.clone()),
    };
    Some(nearest.round_to(DIGITS))
}

fn mean_of(values: &Values) -> f64 {
    let all: Vec<f64> = match values {
        Values::Single(value) => vec![value.to_f64()],
        Values::Repeated(values) => values.iter().map(Exact::to_f64).collect(),
        Values::Samples(batches) => batches.iter().flat_map(|b| &b.values).map(Exact::to_f64).collect(),
    };
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

/// The largest unit of the same family in which the middle series mean is at least one.
fn display_unit(unit: Unit, means: &mut [f64]) -> Unit {
    let family: &[Unit] = match unit {
        Unit::Nanosecond | Unit::Microsecond | Unit::Millisecond | Unit::Second | Unit::Minute => {
            &[Unit::Second, Unit::Millisecond, Unit::Microsecond, Unit::Nanosecond]
        }
        Unit::Byte | Unit::Kibibyte | Unit::Mebibyte | Unit::Gibibyte => {
            &[Unit::Gibibyte, Unit::Mebibyte, Unit::Kibibyte, Unit::Byte]
        }
        Unit::BytePerSecond | Unit::KibibytePerSecond | Unit::MebibytePerSecond | Unit::GibibytePerSecond => &[
            Unit::GibibytePerSecond,
            Unit::MebibytePerSecond,
            Unit::KibibytePerSecond,
            Unit::BytePerSecond,
        ],
        other => return other,
    };
    means.sort_by(f64::total_cmp);
    let middle = means.get(means.len() / 2).copied().unwrap_or(0.0);
    let fits = |candidate: &&Unit| middle * factor(unit, **candidate).to_f64() >= 1.0;
    match family.iter().find(fits) {
        Some(found) => *found,
        None if middle == 0.0 => unit,
        None => family[family.len() - 1],
    }
}

fn observations(values: Values) -> Observations {
    match values {
        Values::Single(value) => Observations::Aggregate(value),
        Values::Repeated(mut values) if values.len() == 1 => Observations::Aggregate(values.remove(0)),
        Values::Repeated(values) => Observations::Repetitions(values),
        Values::Samples(batches) => {
            let batch = |samples: super::run::Samples| Batch {
                sequence: None,
                process_order: None,
                warmup_calls: samples.warmup_calls,
                code_sha256: None,
                values: samples.values,
                rows_returned: Vec::new(),
            };
            Observations::Batches(batches.into_iter().map(batch).collect())
        }
    }
}

/// Counts of batches and calls, where all series agree on them.
fn count_batches(method: &mut Method, measures: &[Measure], series: &[Series]) {
    let mut batches = Vec::new();
    let mut calls = Vec::new();
    let mut repeats = Vec::new();
    for series in series {
        match &series.observations {
            Observations::Batches(of_series) => {
                batches.push(of_series.len() as u64);
                calls.extend(of_series.iter().map(|batch| batch.values.len() as u64));
            }
            // Intervals of one run are no repeats of it.
            Observations::Repetitions(_) if measures[series.measure].id.starts_with("interval_") => {}
            Observations::Repetitions(values) => repeats.push(values.len() as u64),
            Observations::Aggregate(_) => {}
        }
    }
    method.batches_per_variant = one_value(&batches);
    method.calls_per_batch = one_value(&calls);
    method.repeats = one_value(&repeats);
}

fn one_value(values: &[u64]) -> Option<u64> {
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

fn shares_a_case(series: &[Series], cases: usize, variants: usize) -> bool {
    (0..cases)
        .any(|case| (0..variants).all(|variant| series.iter().any(|s| s.case == Some(case) && s.variant == variant)))
}

/// Ids that differ from one another.
#[derive(Default)]
struct Ids(Vec<String>);

impl Ids {
    fn of(&mut self, name: &str, fallback: &str) -> String {
        self.distinct(slug(name, fallback), '-')
    }

    fn of_measure(&mut self, id: &str) -> String {
        self.distinct(measure_id(id), '_')
    }

    fn distinct(&mut self, id: String, joint: char) -> String {
        // Templates write `_` for what is no letter or digit.
        let in_templates = |id: &str| id.replace(['.', '-'], "_");
        let mut distinct = id.clone();
        let mut number = 2;
        while self.0.contains(&in_templates(&distinct)) {
            let end = format!("{joint}{number}");
            let start = &id[..id.len().min(LONGEST_ID - end.len())];
            distinct = format!("{start}{end}");
            number += 1;
        }
        self.0.push(in_templates(&distinct));
        distinct
    }
}

/// Names that differ from one another.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn of(&mut self, name: &str) -> String {
        let name = match clean(name, LONGEST_NAME) {
            empty if empty.is_empty() => "unnamed".to_owned(),
            name => name,
        };
        let mut distinct = name.clone();
        let mut number = 2;
        while self.0.contains(&distinct) {
            let end = format!(" ({number})");
            distinct = format!("{}{end}", clean(&name, LONGEST_NAME - end.len()));
            number += 1;
        }
        self.0.push(distinct.clone());
        distinct
    }
}

/// The largest whole number of the data format.
const LARGEST_WHOLE: u64 = (1 << 53) - 1;

/// The longest name and the longest other text of the data format, in characters.
const LONGEST_NAME: usize = 200;
const LONGEST_TEXT: usize = 4000;

/// One line of visible characters, at most `longest` of them.
fn clean(text: &str, longest: usize) -> String {
    let hidden =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let shown: String = text.chars().map(|c| if hidden(c) { ' ' } else { c }).collect();
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    match shown.char_indices().nth(longest) {
        None => shown,
        Some(_) => {
            let kept: String = shown.chars().take(longest - 1).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// The longest id made from a name, in characters.
const LONGEST_ID: usize = 64;

/// Lower-case ASCII letters, digits and dots of a name, with `-` for all else.
pub fn slug(name: &str, fallback: &str) -> String {
    let mut id = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | '0'..='9' => id.push(c),
            'A'..='Z' => id.push(c.to_ascii_lowercase()),
            '.' if id.ends_with(|c: char| c.is_ascii_digit()) => id.push('.'),
            _ if id.ends_with('-') || id.is_empty() => {}
            _ => id.push('-'),
        }
    }
    let id = id.trim_matches(['-', '.']);
    // The end of a long name tells more: a path or a package comes first.
    let id = match id.len().checked_sub(LONGEST_ID) {
        None | Some(0) => id,
        Some(over) => id[over..].split_once('-').map_or(&id[over..], |(_, rest)| rest),
    };
    let id = id.trim_start_matches(['-', '.']);
    if id.is_empty() {
        fallback.to_owned()
    } else {
        id.to_owned()
    }
}

/// The id of a measure made from a name: like a slug, with `_`.
pub fn measure_id(name: &str) -> String {
    let id = slug(&name.replace('%', " percent ").replace('/', " per "), "measure");
    id.replace(['-', '.'], "_")
}
