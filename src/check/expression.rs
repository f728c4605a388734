//! The template expression that prints a figure which somebody typed: what to write instead.

use super::origins::{Separators, plain_decimal};
use super::squeeze::Squeezed;
use crate::context::{Kind, Number, ROOTS, Subject};
use crate::stats::Exact;
use tera::{Context, Value};

/// The figures of the data that templates can name, in the order of their names.
#[derive(Debug, Clone)]
pub struct Expressions {
    /// With the value as it is printed.
    figures: Vec<(Number, Exact)>,
    separators: Separators,
}

impl Expressions {
    pub fn of(subject: &Subject, context: &Context) -> Expressions {
        let mut numbers = Vec::new();
        for root in ROOTS {
            if let Some(value) = context.get(root) {
                collect(value, &mut numbers);
            }
        }
        let with_value = numbers.into_iter().map(|number| {
            let exact = match number.kind {
                Kind::Quantity(measure) => subject.dataset.measures[measure].in_display_unit(&number.exact),
                _ => number.exact.clone(),
            };
            (number, exact)
        });
        Expressions {
            figures: with_value.collect(),
            separators: Separators::of(&subject.locale),
        }
    }

    /// What prints a typed number: `m.audit_time.mean.baseline | quantity(digits=3)`. `after` is what stands behind it.
    /// `None` for what the data do not have, and for numbers of one digit, which mean anything.
    pub fn of_typed(&self, typed: &str, after: &str) -> Option<String> {
        let typed = Squeezed::new(typed).text;
        let (decimal, digits) = plain_decimal(&typed, self.separators)?;
        let telling = decimal.bytes().filter(u8::is_ascii_digit).count();
        if telling < 2 {
            return None;
        }
        let unit = after.trim_start().chars().next();
        let fits = |kind: Kind| match unit {
            Some('%' | '٪') => kind == Kind::Percent,
            Some('×' | '倍' | '배') => kind == Kind::Ratio,
            _ => true,
        };
        // A change and a reduction differ by their sign; what is typed without one is mostly the reduction.
        let sign = typed.chars().next().filter(|c| matches!(c, '-' | '+'));
        let negative = sign == Some('-');
        let fitting = self.figures.iter().filter(|(number, exact)| {
            let printed = exact.to_decimal(digits);
            fits(number.kind) && exact.is_negative() == negative && printed.trim_start_matches('-') == decimal
        });
        // The names of the comparison before those of single variants.
        let of_variants = |path: &str| path.contains(".values.") || path.contains(".comparisons.");
        let found = fitting.min_by_key(|(number, _)| of_variants(&number.path));
        let (number, _) = found?;
        let filter = match (number.kind, digits) {
            (Kind::Count, 0) => "count".to_owned(),
            _ => format!(
                "{}(digits={digits}{})",
                number.filter(),
                if sign.is_some() { ", sign=true" } else { "" }
            ),
        };
        Some(format!("{} | {filter}", number.path))
    }
}

fn collect(value: &Value, into: &mut Vec<Number>) {
    if let Some(number) = Number::from_value(value) {
        into.push(number);
    } else if let Some(items) = value.as_array() {
        items.iter().for_each(|item| collect(item, into));
    } else if let Some(map) = value.as_map() {
        map.values().for_each(|item| collect(item, into));
    }
}
