//! The filters of words: the only way for a number into a text.

use super::Subject;
use super::names::nearest;
use super::number::{Kind, Number, record};
use crate::dataset::Unit;
use crate::stats::Exact;
use std::sync::Arc;
use tera::value::Key;
use tera::{Error, Kwargs, State, Tera, TeraResult, Value};

/// Divides the message of a filter from its hint; see `engine`.
pub(super) const HINT: char = '\u{1f}';

pub(super) fn error<T>(message: impl std::fmt::Display, hint: impl std::fmt::Display) -> TeraResult<T> {
    Err(Error::message(format!("{message}{HINT}{hint}")))
}

/// Names of the filters that print numbers, for hints.
pub(super) const FILTERS: &[&str] = &[
    "number", "quantity", "percent", "ratio", "count", "plural", "list", "unit",
];

/// What prints a kind of number.
type Printer = fn(&Subject, &Number, &Options) -> TeraResult<String>;

/// The arguments that the printing filters share.
struct Options {
    digits: Option<u8>,
    upto: Option<u8>,
    sign: bool,
}

const MOST_DIGITS: u8 = 12;

impl Options {
    fn read(kwargs: &Kwargs) -> TeraResult<Options> {
        only(kwargs, &["digits", "upto", "sign"])?;
        let options = Options {
            digits: kwargs.get("digits")?,
            upto: kwargs.get("upto")?,
            sign: kwargs.get("sign")?.unwrap_or(false),
        };
        if options.digits.or(options.upto).unwrap_or(0) > MOST_DIGITS {
            return error("more digits than a measurement has", format!("at most {MOST_DIGITS}"));
        }
        Ok(options)
    }

    /// `digits` as they are asked for; otherwise as many as the number needs, up to `upto`, to what the number has room
    /// for, or to what is usual.
    fn digits_of(&self, exact: &Exact, number: &Number, usual: u8) -> u8 {
        match (self.digits, self.upto, number.most) {
            (Some(digits), ..) => digits,
            (None, Some(upto), None) => super::digits_for_one(exact, upto),
            (None, upto, Some(room)) => {
                let most = upto.map_or(room, |upto| upto.min(room));
                let needed = (0..most).find(|digits| exact.round_to(*digits) == exact.round_to(most));
                needed.unwrap_or(most)
            }
            (None, None, None) => super::digits_for_one(exact, usual),
        }
    }
}

/// An argument that the filter does not know is a misprint.
pub(super) fn only(kwargs: &Kwargs, known: &[&str]) -> TeraResult<()> {
    for (key, _) in kwargs.iter() {
        let key = key.as_str().unwrap_or_default();
        if !known.contains(&key) {
            let near = nearest(key, known).map_or_else(
                || format!("it takes {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            return error(format!("no argument is called `{key}`"), near);
        }
    }
    Ok(())
}

pub(super) fn register(tera: &mut Tera, subject: &Arc<Subject>) {
    let printers: [(&'static str, Printer); 5] = [
        ("number", number),
        ("quantity", quantity),
        ("percent", percent),
        ("ratio", ratio),
        ("count", count),
    ];
    for (name, print) in printers {
        let subject = subject.clone();
        tera.register_filter(
            name,
            move |value: &Value, kwargs: Kwargs, _: &State| -> TeraResult<Value> {
                let number = number_of(value, name)?;
                let text = subject
                    .locale
                    .isolate(print(&subject, &number, &Options::read(&kwargs)?)?);
                record(&text, &number.path, Some(&number.exact));
                Ok(Value::safe_string(&text))
            },
        );
    }
    let subject_of_unit = subject.clone();
    tera.register_filter("unit", move |value: &Value, kwargs: Kwargs, _: &State| {
        unit(&subject_of_unit, value, &kwargs)
    });
    let subject_of_plural = subject.clone();
    tera.register_filter("plural", move |value: &Value, kwargs: Kwargs, state: &State| {
        plural(&subject_of_plural, value, &kwargs, state)
    });
    let subject_of_list = subject.clone();
    tera.register_filter("list", move |value: &Value, kwargs: Kwargs, state: &State| {
        only(&kwargs, &[])?;
        list(&subject_of_list, value, state)
    });
}

/// The number that a filter got, or why it got none.
fn number_of(value: &Value, filter: &str) -> TeraResult<Number> {
    match Number::from_value(value) {
        Some(number) => Ok(number),
        None if value.is_undefined() => error(
            "there is no such number",
            "ask with `is defined` whether the data have it, or mend the name",
        ),
        None => error(
            format!("`{filter}` prints numbers of the data"),
            format!("this is a {}", value.name()),
        ),
    }
}

fn wrong<T>(number: &Number, filter: &str) -> TeraResult<T> {
    error(
        format!("`{}` is nothing for `{filter}`", number.path),
        format!("print it with `{}`", number.filter()),
    )
}

fn number(subject: &Subject, number: &Number, options: &Options) -> TeraResult<String> {
    let shown = match number.kind {
        Kind::Quantity(measure) => subject.dataset.measures[measure].in_display_unit(&number.exact),
        _ => number.exact.clone(),
    };
    let digits = options.digits_of(&shown, number, subject.report.digits.graphic);
    Ok(if options.sign {
        subject.locale.number_signed(&shown, digits)
    } else {
        subject.locale.number(&shown, digits)
    })
}

fn quantity(subject: &Subject, number: &Number, options: &Options) -> TeraResult<String> {
    let Kind::Quantity(measure) = number.kind else {
        return wrong(number, "quantity");
    };
    let measure = &subject.dataset.measures[measure];
    let shown = measure.in_display_unit(&number.exact);
    let digits = options.digits_of(&shown, number, subject.report.digits.graphic);
    Ok(if options.sign {
        subject.locale.quantity_signed(&number.exact, measure, digits)
    } else {
        subject.locale.quantity(&number.exact, measure, digits)
    })
}

fn percent(subject: &Subject, number: &Number, options: &Options) -> TeraResult<String> {
    if number.kind != Kind::Percent {
        return wrong(number, "percent");
    }
    let digits = options.digits_of(&number.exact, number, subject.report.digits.percent);
    Ok(subject.locale.percent(&number.exact, digits, options.sign))
}

fn ratio(subject: &Subject, number: &Number, options: &Options) -> TeraResult<String> {
    if number.kind != Kind::Ratio {
        return wrong(number, "ratio");
    }
    let digits = options.digits_of(&number.exact, number, subject.report.digits.ratio);
    Ok(subject.locale.ratio(&number.exact, digits))
}

fn count(subject: &Subject, number: &Number, options: &Options) -> TeraResult<String> {
    if number.kind != Kind::Count || options.digits.is_some() || options.upto.is_some() {
        return wrong(number, "count");
    }
    Ok(subject.locale.number(&number.exact, 0))
}

/// `{{ environment.memory_bytes | unit(from="B", to="GiB") }}`: a number that is in a unit but of no measure.
fn unit(subject: &Subject, value: &Value, kwargs: &Kwargs) -> TeraResult<Value> {
    only(kwargs, &["from", "to", "digits", "upto"])?;
    let number = number_of(value, "unit")?;
    if matches!(number.kind, Kind::Quantity(_) | Kind::Percent | Kind::Ratio) {
        // The data say what it is in.
        return wrong(&number, "unit");
    }
    let known = |symbol: &str| match Unit::from_symbol(symbol) {
        Some(unit) => Ok(unit),
        None => {
            let all: Vec<&str> = Unit::all().map(Unit::symbol).collect();
            error(
                format!("no unit is called `{symbol}`"),
                format!("units are {}", all.join(", ")),
            )
        }
    };
    let from = known(kwargs.must_get::<&str>("from")?)?;
    if let Some(unit) = unit_of_name(&number.path).filter(|unit| *unit != from) {
        return error(
            format!("`{}` is in {}, not in {}", number.path, unit.symbol(), from.symbol()),
            format!(
                "write from=\"{}\", and the unit that it is to be printed in as `to`",
                unit.symbol()
            ),
        );
    }
    let to = match kwargs.get::<&str>("to")? {
        Some(symbol) => known(symbol)?,
        None => from,
    };
    let Some(shown) = from.convert(&number.exact, to) else {
        return error(
            format!("{} is not measured in {}", from.symbol(), to.symbol()),
            "take two units of the same kind",
        );
    };
    let options = Options {
        digits: kwargs.get("digits")?,
        upto: kwargs.get("upto")?,
        sign: false,
    };
    let digits = options
        .digits_of(&shown, &number, subject.report.digits.graphic)
        .min(MOST_DIGITS);
    let text = subject
        .locale
        .isolate(subject.locale.with_unit(&shown, to, None, digits));
    record(&text, &number.path, Some(&number.exact));
    Ok(Value::safe_string(&text))
}

/// The unit that a number of no measure is in, which its name ends with.
fn unit_of_name(path: &str) -> Option<Unit> {
    let endings = [("_bytes", Unit::Byte), ("_ms", Unit::Millisecond), ("_s", Unit::Second)];
    let of_name = endings.into_iter().find(|(ending, _)| path.ends_with(ending));
    of_name.map(|(_, unit)| unit)
}

/// `{{ counts.batches | plural(one="# batch", other="# batches") }}`: the form that the language wants for the number,
/// with the number in the place of `#`.
fn plural(subject: &Subject, value: &Value, kwargs: &Kwargs, state: &State) -> TeraResult<Value> {
    const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];
    only(
        kwargs,
        &["zero", "one", "two", "few", "many", "other", "digits", "upto"],
    )?;
    let number = number_of(value, "plural")?;
    if matches!(number.kind, Kind::Quantity(_) | Kind::Percent) {
        return wrong(&number, "plural");
    }
    let options = Options {
        digits: kwargs.get("digits")?,
        upto: kwargs.get("upto")?,
        sign: false,
    };
    let digits = match options.digits.or(options.upto) {
        Some(usual) => options.digits_of(&number.exact, &number, usual).min(MOST_DIGITS),
        None if number.exact.is_integer() => 0,
        None => {
            return error(
                "this number has a fraction",
                "say how much of it with `digits=…` or `upto=…`",
            );
        }
    };
    let locale = &subject.locale;
    let mut needed: Vec<&str> = locale.usual_plural_forms();
    let form = locale.plural_form(&number.exact, digits);
    if !needed.contains(&form) {
        needed.push(form);
    }
    let missing: Vec<&str> = needed
        .into_iter()
        .filter(|form| !matches!(kwargs.get::<&str>(form), Ok(Some(_))))
        .collect();
    if !missing.is_empty() {
        return error(
            format!("the forms {} are missing", missing.join(", ")),
            format!("in `{}` numbers need all of them", locale.tag()),
        );
    }
    let usual = locale.all_plural_forms();
    if let Some(extra) = FORMS
        .iter()
        .find(|form| !usual.contains(form) && matches!(kwargs.get::<Value>(form), Ok(Some(_))))
    {
        return error(
            format!("the form {extra} does not exist in `{}`", locale.tag()),
            format!("it has {}", usual.join(", ")),
        );
    }
    let words = kwargs.must_get::<Value>(form)?;
    let words = words.as_str().unwrap_or_default();
    let text = locale.isolate(locale.number(&number.exact, digits));
    if words.contains('#') {
        record(&text, &number.path, Some(&number.exact));
    }
    let filled = words.replace('#', &text);
    // Forms are words of the template itself: Markdown in them is meant, markup in a form of HTML is escaped.
    Ok(if state.autoescaping_enabled() && filled.contains(['<', '&', '"']) {
        Value::from(filled)
    } else {
        Value::safe_string(&filled)
    })
}

/// `a, b and c` of texts, of counts, or of things that have a `short` or a `name`.
fn list(subject: &Subject, value: &Value, state: &State) -> TeraResult<Value> {
    let Some(items) = value.as_array() else {
        return error("`list` joins several things", format!("this is a {}", value.name()));
    };
    let mut texts = Vec::new();
    for item in items {
        if let Some(number) = Number::from_value(item) {
            let text = number_text(subject, &number)?;
            record(&text, &number.path, Some(&number.exact));
            texts.push(text);
            continue;
        }
        let named = item
            .as_map()
            .and_then(|map| map.get(&Key::Str("short")).or_else(|| map.get(&Key::Str("name"))))
            .unwrap_or(item);
        if !named.is_string() {
            return error(
                "`list` joins texts and counts",
                format!("one of these is a {}", named.name()),
            );
        }
        texts.push(state.escape_if_needed(named)?);
    }
    Ok(Value::safe_string(&subject.locale.list(&texts)))
}

fn number_text(subject: &Subject, number: &Number) -> TeraResult<String> {
    match number.kind {
        Kind::Count => Ok(subject.locale.isolate(subject.locale.number(&number.exact, 0))),
        _ => wrong(number, "list"),
    }
}
