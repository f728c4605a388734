//! The filters of Tera that can make a long text of a short one, with an end: `replace` and `join`. Chained without one,
//! a line of a template takes all memory before anything is written.

use super::engine::LARGEST_VALUE;
use super::filters::error;
use tera::{Kwargs, State, StringInput, Tera, TeraResult, Value};

pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("replace", replace);
    tera.register_filter("join", join);
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
}
