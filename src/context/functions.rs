//! The functions of words: the table, the figure, the downloads, and digits that are names.

use super::Subject;
use super::filters::{error, only};
use super::number::record;
use super::table::markdown_table;
use crate::locale::Numerals;
use crate::stats::Exact;
use std::sync::Arc;
use tera::{Context, Kwargs, State, Tera, TeraResult, Value};

/// Names of the functions, for hints.
pub(super) const FUNCTIONS: &[&str] = &["literal", "table", "figure", "downloads", "words", "range", "standard"];

/// Functions that need nothing but their arguments and the language.
pub(super) fn register_plain(tera: &mut Tera, subject: &Arc<Subject>) {
    let subject = subject.clone();
    tera.register_function("literal", move |kwargs: Kwargs, _: &State| -> TeraResult<Value> {
        only(&kwargs, &["text"])?;
        let text = kwargs.must_get::<&str>("text")?;
        let text = subject.isolated(&share_of(&subject, text).unwrap_or_else(|| text.to_owned()));
        record(&text, "literal", None);
        Ok(Value::from(text))
    });
}

/// A share that is declared as a name (`100%`), in digits that are not Latin; all other names keep theirs.
fn share_of(subject: &Subject, text: &str) -> Option<String> {
    let number = text.strip_suffix('%')?;
    let other = subject.locale.numerals() != Numerals::Latin && number.bytes().all(|b| b.is_ascii_digit());
    let exact = Exact::parse(number).filter(|_| other)?;
    Some(subject.locale.percent(&exact, 0, false))
}

/// Functions that render words of terms; `inner` is an engine without them.
pub(super) fn register(tera: &mut Tera, subject: &Arc<Subject>, inner: Arc<Tera>) {
    let phrase = Arc::new(Phrases {
        subject: subject.clone(),
        tera: inner,
    });
    let phrases = phrase.clone();
    tera.register_function("words", move |kwargs: Kwargs, _: &State| -> TeraResult<Value> {
        only(&kwargs, &["key"])?;
        let key = kwargs.must_get::<&str>("key")?;
        Ok(Value::safe_string(&phrases.render(key, &[])?))
    });
    let phrases = phrase.clone();
    tera.register_function("table", move |kwargs: Kwargs, _: &State| -> TeraResult<Value> {
        only(&kwargs, &["digits"])?;
        let digits = kwargs.get("digits")?.unwrap_or(phrases.subject.report.digits.table);
        let fault = std::cell::RefCell::new(None);
        let text = markdown_table(&phrases.subject, digits, &|key, names| {
            phrases.render(key, names).unwrap_or_else(|error| {
                fault.borrow_mut().get_or_insert(error);
                String::new()
            })
        });
        match fault.into_inner() {
            Some(error) => Err(error),
            None => Ok(Value::safe_string(&text)),
        }
    });
    let phrases = phrase.clone();
    tera.register_function("figure", move |kwargs: Kwargs, _: &State| -> TeraResult<Value> {
        only(&kwargs, &[])?;
        let alternative = phrases.render("figure.alternative", &[])?;
        let caption = phrases.render("figure.caption", &[])?;
        Ok(Value::safe_string(&format!(
            "![{alternative}](infographic)\n\n: {caption}\n"
        )))
    });
    tera.register_function("downloads", move |kwargs: Kwargs, _: &State| -> TeraResult<Value> {
        only(&kwargs, &[])?;
        let lines: Vec<String> = phrase
            .subject
            .files()
            .iter()
            .map(|file| format!("- [{}]({})", file.label, file.name))
            .collect();
        Ok(Value::safe_string(&lines.join("\n")))
    });
}

/// Renders texts of terms, which may name everything of the context.
struct Phrases {
    subject: Arc<Subject>,
    tera: Arc<Tera>,
}

impl Phrases {
    fn render(&self, key: &str, names: &[(&str, &str)]) -> TeraResult<String> {
        let Some(word) = self.subject.terms.word(key) else {
            return error(
                format!("terms have no `{key}` in `{}`", self.subject.locale.tag()),
                "add it to terms.toml",
            );
        };
        if !word.text.contains("{{") && !word.text.contains("{%") {
            return Ok(word.text.clone());
        }
        let mut context = Context::new();
        for (name, text) in names {
            context.insert_value(name.to_string(), Value::safe_string(text));
        }
        self.tera.render_str(&word.text, &context, true).or_else(|cause| {
            let (line, _) = word.source.line_column(word.span.start);
            error(
                format!("`{key}` of {}:{line} cannot be rendered", word.source.name),
                cause.to_string().lines().next().unwrap_or_default(),
            )
        })
    }
}
