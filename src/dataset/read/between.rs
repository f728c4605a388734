//! What holds between the parts of a file: names that are referred to, and numbers that a comparison needs.

use super::fields::{NAME, Object, Reader, excerpt, one_of, quoted};
use super::series::Placed;
use crate::dataset::json::{Path, Value};
use crate::dataset::{Case, Derived, Measure, Method, Variant};
use crate::diagnostic::{Fault, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// What series and claims may refer to.
pub(super) struct Known {
    pub variants: Names<Variant>,
    pub cases: Names<Case>,
    /// Whether the file has a field `cases`, be it faulty.
    pub has_cases: bool,
    pub measures: Names<Measure>,
    pub method: Method,
}

impl Known {
    /// The case of a series or a claim: named when the data set has cases, and only then. `Err` after a report.
    pub fn case<'s>(&self, reader: &Reader<'s>, object: &Object<'_, 's, '_>) -> Result<Option<usize>, ()> {
        match (self.has_cases, object.has("case")) {
            (true, _) => {
                let case = object.required("case", |v| self.cases.reference(reader, v, "case"));
                case.map(Some).ok_or(())
            }
            (false, false) => Ok(None),
            (false, true) => {
                object.optional("case", |v| {
                    let fault = Fault::input("dataset::reference", "a case in a data set without cases");
                    let fault = fault.found(excerpt(v.text));
                    reader.report_value(v, fault.hint("declare it in `cases`, or leave the field out"));
                    Some(())
                });
                Err(())
            }
        }
    }
}

/// A thing with an id, as far as it could be read.
pub(super) struct Named<T> {
    pub id: Option<String>,
    pub thing: Option<T>,
}

/// A list of things with ids.
pub(super) struct Names<T>(Vec<Named<T>>);

impl<T> Default for Names<T> {
    /// What stands for a list that could not be read: nothing is known to be missing in it.
    fn default() -> Self {
        Names(vec![Named { id: None, thing: None }])
    }
}

/// The ids and names that a list already has.
pub(super) struct Taken {
    what: &'static str,
    /// By the name that templates use.
    ids: BTreeMap<String, String>,
    names: BTreeSet<String>,
}

impl Taken {
    /// An id that no other thing of the list has. One that is taken counts as unreadable: it may be another one's that
    /// was mistyped.
    pub fn id<'s>(&mut self, reader: &Reader<'s>, value: Value<'s, '_>) -> Option<String> {
        let id = reader.id(value)?;
        let variable = id.replace(['.', '-'], "_");
        if let Some(other) = self.ids.insert(variable.clone(), id.clone()) {
            let fault = if other == id {
                Fault::input("dataset::duplicate-id", format!("a second {} with this id", self.what))
            } else {
                let message = format!("two {}s with one name in templates, `{variable}`", self.what);
                Fault::input("dataset::duplicate-id", message)
                    .hint(format!("the other is `{other}`: rename one of them"))
            };
            reader.report_value(value, fault.found(excerpt(value.text)));
            return None;
        }
        Some(id)
    }

    /// A name that no other thing of the list has.
    pub fn name<'s>(&mut self, reader: &Reader<'s>, value: Value<'s, '_>) -> Option<String> {
        let name = reader.text(value, NAME)?;
        if !self.names.insert(name.clone()) {
            let fault = Fault::input(
                "dataset::duplicate-name",
                format!("a second {} with this name", self.what),
            )
            .found(excerpt(value.text))
            .hint("nobody could tell them apart in a table");
            reader.report_value(value, fault);
        }
        Some(name)
    }
}

impl<T> Names<T> {
    /// Nothing, and nothing unreadable either.
    pub fn none() -> Self {
        Names(Vec::new())
    }

    pub fn read<'s>(
        reader: &Reader<'s>,
        value: Value<'s, '_>,
        what: &'static str,
        mut read: impl FnMut(Value<'s, '_>, &mut Taken) -> Option<Named<T>>,
    ) -> Option<Self> {
        let mut taken = Taken {
            what,
            ids: BTreeMap::new(),
            names: BTreeSet::new(),
        };
        let named = reader.items(value, |item| {
            read(item, &mut taken).unwrap_or(Named { id: None, thing: None })
        })?;
        if named.is_empty() {
            let fault = Fault::input("dataset::empty", "an empty list").expected(format!("at least one {what}"));
            reader.report_value(value, fault);
            return None;
        }
        Some(Names(named))
    }

    /// The position of the thing that `value` names.
    pub fn reference<'s>(&self, reader: &Reader<'s>, value: Value<'s, '_>, what: &str) -> Option<usize> {
        let id = reader.text(value, NAME)?;
        let position = self.0.iter().position(|named| named.id.as_deref() == Some(&id));
        if position.is_none() && self.all_named() {
            let ids: Vec<&str> = self.0.iter().filter_map(|named| named.id.as_deref()).collect();
            let fault = Fault::input("dataset::reference", format!("unknown {what}")).found(excerpt(value.text));
            let fault = match nearest(&id, ids.iter().copied()) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault.expected(one_of(&ids[..ids.len().min(12)])),
            };
            reader.report_value(value, fault);
        }
        position
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.0[index].thing.as_ref()
    }

    pub fn id(&self, index: usize) -> &str {
        self.0[index].id.as_deref().unwrap_or("?")
    }

    /// The positions of the things that have an id.
    fn named(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|index| self.0[*index].id.is_some())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether every thing has an id; otherwise the one that is looked for may be among the faulty ones.
    fn all_named(&self) -> bool {
        self.0.iter().all(|named| named.id.is_some())
    }

    pub fn complete(self) -> Option<Vec<T>> {
        self.0.into_iter().map(|named| named.thing).collect()
    }
}

/// Checks what needs all the series at once.
pub(super) fn check<'s>(reader: &Reader<'s>, root: &Object<'_, 's, '_>, known: &Known, series: &[Placed<'s>]) {
    unused(reader, root, known, series);
    zero_baselines(reader, known, series);
    derived(reader, root, known, series);
}

/// A variant, case or measure without a single series is an empty column, row or chart.
fn unused<'s>(reader: &Reader<'s>, root: &Object<'_, 's, '_>, known: &Known, series: &[Placed<'s>]) {
    let Some(keys) = series.iter().map(|placed| placed.key).collect::<Option<Vec<_>>>() else {
        return; // The faulty one may be the one that is missed.
    };
    if keys.is_empty() {
        return;
    }
    let report = |list: &str, what: &str, index: usize, id: &str| {
        root.optional(list, |v| {
            let path = Path::Item(v.path, index);
            let text = v.items()?.get(index).copied()?;
            let fault = Fault::input("dataset::unused", format!("a {what} without numbers")).found(quoted(id));
            reader.report(
                &text[..1],
                path,
                fault.expected(format!("at least one series of each {what}")),
            );
            Some(())
        });
    };
    let variants: BTreeSet<usize> = keys.iter().map(|key| key.1).collect();
    for index in known.variants.named().filter(|index| !variants.contains(index)) {
        report("variants", "variant", index, known.variants.id(index));
    }
    let cases: BTreeSet<usize> = keys.iter().filter_map(|key| key.2).collect();
    for index in known.cases.named().filter(|index| !cases.contains(index)) {
        report("cases", "case", index, known.cases.id(index));
    }
    let measures: BTreeSet<usize> = keys.iter().map(|key| key.0).collect();
    for index in known.measures.named().filter(|index| !measures.contains(index)) {
        if known
            .measures
            .get(index)
            .is_some_and(|measure| measure.derived.is_none())
        {
            report("measures", "measure", index, known.measures.id(index));
        }
    }
}

/// The first variant is what the others are compared with, unless a report says otherwise: a change from zero has no
/// percentage.
fn zero_baselines<'s>(reader: &Reader<'s>, known: &Known, series: &[Placed<'s>]) {
    let mut compared = BTreeSet::new();
    for placed in series {
        if let Some((measure, 1.., case)) = placed.key {
            compared.insert((measure, case));
        }
    }
    for placed in series {
        let Some((measure, 0, case)) = placed.key else { continue };
        if compared.contains(&(measure, case)) && placed.is_zero() {
            let fault = Fault::input(
                "dataset::baseline-zero",
                "a baseline of zero, which nothing can be compared with",
            )
            .found(format!("only zeros of `{}`, the first variant", known.variants.id(0)))
            .expected("more than 0")
            .hint("put another variant first, or leave this measure out");
            reader.report(placed.numbers, &placed.path, fault);
        }
    }
}

/// What a formula needs: the operations of every case that it is computed in, and no zero to divide by.
fn derived<'s>(reader: &Reader<'s>, root: &Object<'_, 's, '_>, known: &Known, series: &[Placed<'s>]) {
    let formulas = (0..known.measures.len()).filter_map(|index| match known.measures.get(index)?.derived.as_ref()? {
        Derived::OperationsPer(source) => Some((index, *source)),
    });
    for (index, source) in formulas {
        let sources: Vec<&Placed> = series
            .iter()
            .filter(|s| s.key.is_some_and(|key| key.0 == source))
            .collect();
        let without: BTreeSet<Option<usize>> = (sources.iter())
            .filter_map(|placed| placed.key.map(|key| key.2))
            .filter(|case| case.is_none_or(|case| known.cases.get(case).is_some_and(|case| case.operations.is_none())))
            .collect();
        if !without.is_empty() {
            let ids: Vec<&str> = without.iter().flatten().map(|case| known.cases.id(*case)).collect();
            let found = if ids.is_empty() {
                "no cases".to_owned()
            } else {
                one_of(&ids).replace(" or ", " and ")
            };
            let fault = Fault::input("dataset::derived", "a formula without the operations of a case").found(found);
            root.optional("measures", |v| {
                let path = Path::Item(v.path, index);
                let measure = v.items()?.get(index).copied()?;
                let field = Value {
                    text: measure,
                    path: &path,
                }
                .members()?
                .into_iter()
                .find(|m| m.0.contains("derived"))?;
                let fault = fault.expected("`operations` of each case with numbers");
                reader.report(field.1, Path::Field(&path, "derived"), fault);
                Some(())
            });
        }
        for placed in sources.iter().filter(|placed| placed.has_zero()) {
            let message = format!("a zero, by which `{}` divides", known.measures.id(index));
            reader.report(
                placed.numbers,
                &placed.path,
                Fault::input("dataset::derived", message).expected("more than 0"),
            );
        }
    }
}
