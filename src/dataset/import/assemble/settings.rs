//! What settings do: describe the method, the variants or the workloads, or tell workloads apart as cases.

use super::facts::join_few;
use super::names::{Names, short_ids};
use super::{Placed, warning};
use crate::dataset::import::run::Outcome;
use crate::dataset::{Case, Method, Variant};
use crate::diagnostic::Fault;
use crate::stats::Exact;

/// Where a setting stands in the data set.
pub(super) enum Role {
    /// The same everywhere: it describes the method.
    Constant(String),
    /// It tells workloads apart.
    Case,
    /// It differs between variants only, and describes them.
    OfVariant(Vec<Option<String>>),
    /// It differs between workloads that their names and parameters already tell apart, and describes them.
    OfWorkload(Vec<(String, String)>),
}

/// What each setting does, in the order of their first appearance.
pub(super) fn roles(placed: &[Placed], variants: usize) -> Vec<(String, Role)> {
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
pub(super) fn of_workloads(placed: &[Placed], name: &str) -> Option<Vec<(String, String)>> {
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

pub(super) fn value_of<'a>(outcome: &'a Outcome, name: &str) -> Option<&'a str> {
    let setting = outcome.settings.iter().find(|setting| setting.name == name)?;
    Some(&setting.value)
}

pub(super) fn describe_method(
    method: &mut Method,
    roles: &[(String, Role)],
    variants: &[Variant],
    notes: &mut Vec<Fault>,
) {
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
pub(super) const NAMED_WORKLOADS: usize = 12;

pub(super) fn describe_workloads(method: &mut Method, name: &str, values: &[(String, String)]) {
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
pub(super) fn set_parameter(method: &mut Method, name: &str, value: &str) {
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

/// The name of the workload when there is one only.
pub(super) fn only_name(placed: &[Placed]) -> Option<String> {
    let first = &placed.first()?.outcome.name;
    let same = placed.iter().all(|p| p.outcome.name == *first);
    (same && !first.is_empty()).then(|| first.clone())
}

/// The cases, and for each result the index of its case.
pub(super) fn cases(placed: &[Placed], roles: &[(String, Role)]) -> (Vec<Case>, Vec<usize>) {
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
    let mut distinct = Names::default();
    let ids = short_ids(&names, "case");
    let case = |(name, id): (String, String)| Case {
        id,
        name: distinct.of(if name.is_empty() { "default" } else { &name }),
        operations: None,
    };
    (names.into_iter().zip(ids).map(case).collect(), case_of)
}
