//! Numbers as templates see them: objects that only a filter can print, and the ledger of what was printed.

use crate::stats::Exact;
use std::cell::RefCell;
use tera::value::Key;
use tera::{Map, Value};

/// What a number is, which decides the filters that may print it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A value of the measure with this index, in its stored unit.
    Quantity(usize),
    /// In percent: 75.16 for 75.16%.
    Percent,
    /// How many times.
    Ratio,
    /// Counted in the data, or stated by the method.
    Count,
    /// A plain number.
    Plain,
}

/// A number of the context.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// The expression that names it: `m.audit_time.mean.baseline`.
    pub path: String,
    pub exact: Exact,
    pub kind: Kind,
    /// Digits after the decimal mark, at most, when a filter is not told; `None` leaves it to the report.
    pub most: Option<u8>,
}

/// Stands first in the map of a number; in a rendered text it shows that a number was printed without a filter.
pub(super) const MARK: &str = "⟦number⟧";

impl Number {
    pub fn new(path: impl Into<String>, exact: Exact, kind: Kind) -> Number {
        Number {
            path: path.into(),
            exact,
            kind,
            most: None,
        }
    }

    /// The same, printed with at most `digits` digits after the decimal mark.
    pub fn at_most(self, digits: u8) -> Number {
        Number {
            most: Some(digits),
            ..self
        }
    }

    /// The object that templates hold. `sign` is `negative`, `zero` or `positive`.
    pub fn to_value(&self) -> Value {
        let (kind, measure) = match self.kind {
            Kind::Quantity(measure) => ("quantity", measure as u64),
            Kind::Percent => ("percent", 0),
            Kind::Ratio => ("ratio", 0),
            Kind::Count => ("count", 0),
            Kind::Plain => ("plain", 0),
        };
        let sign = if self.exact.is_zero() {
            "zero"
        } else if self.exact.is_negative() {
            "negative"
        } else {
            "positive"
        };
        let mut map = Map::new();
        map.insert(MARK.into(), Value::from(self.path.as_str()));
        map.insert("exact".into(), Value::from(self.exact.to_string()));
        map.insert("kind".into(), Value::from(kind));
        map.insert("measure".into(), Value::from(measure));
        map.insert("sign".into(), Value::from(sign));
        if let Some(most) = self.most {
            map.insert("most".into(), Value::from(u64::from(most)));
        }
        Value::from(map)
    }

    /// `None` for any other value.
    pub fn from_value(value: &Value) -> Option<Number> {
        let map = value.as_map()?;
        let text = |key: &'static str| map.get(&Key::Str(key)).and_then(Value::as_str);
        let kind = match text("kind")? {
            "quantity" => Kind::Quantity(map.get(&Key::Str("measure"))?.as_u64()? as usize),
            "percent" => Kind::Percent,
            "ratio" => Kind::Ratio,
            "count" => Kind::Count,
            _ => Kind::Plain,
        };
        let number = Number::new(text(MARK)?, Exact::from_fraction(text("exact")?)?, kind);
        let most = map.get(&Key::Str("most")).and_then(Value::as_u64);
        Some(match most.and_then(|most| u8::try_from(most).ok()) {
            Some(most) => number.at_most(most),
            None => number,
        })
    }

    /// The filter that prints numbers of this kind.
    pub fn filter(&self) -> &'static str {
        match self.kind {
            Kind::Quantity(_) => "quantity",
            Kind::Percent => "percent",
            Kind::Ratio => "ratio",
            Kind::Count => "count",
            Kind::Plain => "number",
        }
    }
}

/// One printed number, or one text of digits that a template declared to be no figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// As it stands in the artefact.
    pub text: String,
    /// The expression it comes from; `literal` for declared texts.
    pub path: String,
    /// `None` for declared texts.
    pub exact: Option<Exact>,
}

thread_local! {
    /// The ledgers of the renderings that this thread is in, innermost last.
    static LEDGERS: RefCell<Vec<Vec<Printed>>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work` and returns with its result all that was printed meanwhile.
pub(super) fn with_ledger<T>(work: impl FnOnce() -> T) -> (T, Vec<Printed>) {
    LEDGERS.with_borrow_mut(|stack| stack.push(Vec::new()));
    let result = work();
    let ledger = LEDGERS.with_borrow_mut(Vec::pop).unwrap_or_default();
    // What a rendering within another one printed stands in the outer text too.
    LEDGERS.with_borrow_mut(|stack| {
        if let Some(outer) = stack.last_mut() {
            outer.extend(ledger.iter().cloned());
        }
    });
    (result, ledger)
}

pub(super) fn record(text: &str, path: &str, exact: Option<&Exact>) {
    LEDGERS.with_borrow_mut(|stack| {
        if let Some(ledger) = stack.last_mut() {
            ledger.push(Printed {
                text: text.into(),
                path: path.into(),
                exact: exact.cloned(),
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_survives_the_way_through_a_template_value() {
        for kind in [Kind::Quantity(3), Kind::Percent, Kind::Ratio, Kind::Count, Kind::Plain] {
            let number = Number::new("m.a.mean.baseline", Exact::ratio(-1, 3), kind);
            let short = number.clone().at_most(1);
            assert_eq!(Number::from_value(&short.to_value()), Some(short));
            assert_eq!(Number::from_value(&number.to_value()), Some(number));
        }
        assert_eq!(Number::from_value(&Value::from("75.16")), None);
    }
}
