//! The bounds of a rendering: turns of loops, sizes of variables and of the output, and of what the filters `replace` and
//! `join` make of a text. Without them a line of a template takes all time, or all memory before anything is written.

use super::filters::{error, only};
use super::prepare::{Prepared, STEP, WEIGH};
use super::tags::{Tag, tags};
use crate::diagnostic::{Fault, SourceText};
use std::cell::Cell;
use std::io::{self, Write};
use tera::{Context, Kwargs, State, StringInput, Tera, TeraResult, Value};

/// Bytes of a rendered text.
pub(super) const LARGEST_OUTPUT: usize = 16 << 20;
/// Bytes of a variable, and of what a filter makes of a text: many of them may live at once.
const LARGEST_VALUE: usize = 2 << 20;
/// Texts joined in one tag.
const MOST_JOINED: usize = 100;
/// Turns of loops, and items of ranges, in one rendering.
const MOST_STEPS: u64 = 1_000_000;
/// Items of one `range`.
const LONGEST_RANGE: u64 = 10_000;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// What keeps templates from running on and from growing.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("replace", replace);
    tera.register_filter("join", join);
    tera.register_function("range", range);
    tera.register_function(STEP, |_: Kwargs, _: &State| -> TeraResult<Value> {
        spend(1)?;
        Ok(Value::safe_string(""))
    });
    tera.register_function(WEIGH, |kwargs: Kwargs, _: &State| -> TeraResult<Value> {
        let value = kwargs.must_get::<Value>("of")?;
        let mut left = LARGEST_VALUE;
        if weigh(&value, &mut left) {
            Ok(Value::safe_string(""))
        } else {
            error("a variable grows too long", "does a loop append it to itself?")
        }
    });
}

/// Renders a form with functions of its own within the bounds of every template: so many turns of loops, so large
/// variables, so large an output. `name` decides on escaping.
///
/// # Errors
/// As Tera's, and what goes over a bound.
pub fn render_bounded(tera: &mut Tera, name: &str, source: &str, context: &Context) -> TeraResult<String> {
    register(tera);
    tera.add_raw_template(name, &Prepared::new(source, false).text)?;
    within_bounds(|output| tera.render_to(name, context, output))
}

/// What one rendering writes, with turns of loops and an output of its own.
///
/// # Errors
/// Those of the rendering, and an output that is too large.
pub(super) fn within_bounds(render: impl FnOnce(&mut dyn Write) -> TeraResult<()>) -> TeraResult<String> {
    let mut output = Limited(Vec::new());
    let steps = STEPS.replace(0);
    let result = render(&mut output);
    STEPS.set(steps);
    result.map(|()| String::from_utf8_lossy(&output.0).into_owned())
}

fn spend(steps: u64) -> TeraResult<()> {
    let spent = STEPS.get().saturating_add(steps);
    STEPS.set(spent);
    if spent > MOST_STEPS {
        return error("too many turns of loops", format!("at most {MOST_STEPS} in one text"));
    }
    Ok(())
}

/// Whether a value fits into what is left.
fn weigh(value: &Value, left: &mut usize) -> bool {
    let own = value.as_str().map_or(1, str::len).max(1);
    let Some(rest) = left.checked_sub(own) else {
        return false;
    };
    *left = rest;
    if let Some(items) = value.as_array() {
        return items.iter().all(|item| weigh(item, left));
    }
    match value.as_map() {
        Some(map) => map.values().all(|item| weigh(item, left)),
        None => true,
    }
}

fn range(kwargs: Kwargs, _: &State) -> TeraResult<Vec<i64>> {
    only(&kwargs, &["start", "end", "step_by"])?;
    let start = kwargs.get::<i64>("start")?.unwrap_or(0);
    let end = kwargs.must_get::<i64>("end")?;
    let step = kwargs.get::<i64>("step_by")?.unwrap_or(1);
    if step < 1 {
        return error("`step_by` is at least one", "count upwards and use `reverse`");
    }
    let length = end
        .saturating_sub(start)
        .max(0)
        .unsigned_abs()
        .div_ceil(step.unsigned_abs());
    if length > LONGEST_RANGE {
        return error(
            format!("this range is too long: {length} items"),
            format!("at most {LONGEST_RANGE}"),
        );
    }
    spend(length)?;
    Ok((0..length as i64).map(|turn| start + turn * step).collect())
}

/// A tag that joins so many texts that they may fill the memory before any of them is written.
pub(super) fn joined_too_often(source: &SourceText) -> Option<Fault> {
    let joins = |tag: &Tag| source.text[tag.inner.clone()].matches('~').count();
    let tag = tags(&source.text).into_iter().find(|tag| joins(tag) > MOST_JOINED)?;
    let found = joins(&tag);
    Some(
        Fault::input("context::too-long", "one tag joins too many texts")
            .at(source, tag.span)
            .found(format!("`~` {found} times"))
            .expected(format!("at most {MOST_JOINED} times"))
            .hint("write the texts beside each other"),
    )
}

/// A buffer with an end.
struct Limited(Vec<u8>);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LARGEST_OUTPUT {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "too large"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Refuses a text before it is made.
fn fits(bytes: usize) -> TeraResult<()> {
    if bytes > LARGEST_VALUE {
        return error(
            "a filter makes the text too long",
            format!("at most {LARGEST_VALUE} bytes"),
        );
    }
    Ok(())
}

/// `replace(from, to)`; of safe and other texts the others are escaped first, as everywhere.
fn replace(text: StringInput<'_>, kwargs: Kwargs, state: &State) -> TeraResult<Value> {
    let from = kwargs.must_get::<&str>("from")?;
    let to = kwargs.must_get::<StringInput>("to")?;
    let safe = state.autoescaping_enabled() && (text.is_safe() || to.is_safe());
    let (text, to) = match safe {
        true => (text.rendered(state)?, to.rendered(state)?),
        false => (text.as_str().into(), to.as_str().into()),
    };
    let count = text.matches(from).count();
    let removed = count * from.len();
    fits((text.len() - removed).saturating_add(count.saturating_mul(to.len())))?;
    let replaced = text.replace(from, &to);
    Ok(if safe {
        Value::safe_string(&replaced)
    } else {
        Value::from(replaced)
    })
}

/// `join(sep)`; as Tera's, and safe under the same conditions.
fn join(items: &[Value], kwargs: Kwargs, state: &State) -> TeraResult<Value> {
    let separator = kwargs.get::<StringInput>("sep")?;
    let safe = state.autoescaping_enabled()
        && (items.iter().any(|item| item.is_string() && item.is_safe())
            || separator.as_ref().is_some_and(StringInput::is_safe));
    let between = match &separator {
        Some(text) if safe => text.rendered(state)?.into_owned(),
        Some(text) => text.as_str().to_owned(),
        None => String::new(),
    };
    let mut joined = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            joined.push_str(&between);
        }
        match () {
            () if item.is_undefined() => {}
            () if safe => joined.push_str(&state.escape_if_needed(item)?),
            () => joined.push_str(&item.to_string()),
        }
        fits(joined.len())?;
    }
    Ok(if safe {
        Value::safe_string(&joined)
    } else {
        Value::from(joined)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tera::Context;

    fn rendered(template: &str) -> Result<String, String> {
        let mut tera = Tera::new();
        register(&mut tera);
        let told = |error: tera::Error| format!("{error}: {:?}", std::error::Error::source(&error));
        tera.render_str(template, &Context::new(), false).map_err(told)
    }

    #[test]
    fn short_texts_come_out_as_from_tera() {
        assert_eq!(rendered(r#"{{ "a-b" | replace(from="-", to="+") }}"#).unwrap(), "a+b");
        assert_eq!(
            rendered(r#"{{ ["a", "b"] | join(sep=", ") }}{{ ["c", "d"] | join }}"#).unwrap(),
            "a, bcd"
        );
    }

    #[test]
    fn chains_that_multiply_a_text_are_stopped() {
        let by = "a".repeat(100);
        let chain = format!(r#" | replace(from="a", to="{by}")"#).repeat(6);
        let told = rendered(&format!(r#"{{{{ "a"{chain} }}}}"#)).unwrap_err();
        assert!(told.contains("too long"), "{told}");
        let split = format!(r#" | split(pat="a") | join(sep="{by}")"#).repeat(6);
        let told = rendered(&format!(r#"{{{{ "aaaa"{split} }}}}"#)).unwrap_err();
        assert!(told.contains("too long"), "{told}");
    }

    /// Forms have functions of their own, and the bounds of all templates.
    #[test]
    fn forms_keep_to_the_bounds() {
        let rendered = |source: &str| {
            let result = render_bounded(&mut Tera::new(), "form.svg", source, &Context::new());
            result.map_err(|error| format!("{error:?}"))
        };
        assert_eq!(
            rendered("{% for i in range(end=3) %}{{ i }}{% endfor %}").unwrap(),
            "012"
        );
        let doubled = "{% set s = s ~ s %}".repeat(40);
        let grown = rendered(&format!("{{% set s = 'aaaaaaaa' %}}{doubled}")).unwrap_err();
        assert!(grown.contains("a variable grows too long"), "{grown}");
        let turned = rendered("{% for a in range(end=9000) %}{% for b in range(end=9000) %}{% endfor %}{% endfor %}");
        assert!(turned.unwrap_err().contains("too many turns of loops"));
    }
}
