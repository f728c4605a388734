//! Tera with our filters and our limits: renders the templates of one report in one language.

use super::bounded::{self, joined_too_often, within_bounds};
use super::escape::escape_markdown;
use super::facts::Facts;
use super::filters;
use super::functions;
use super::names::{self, Known};
use super::number::{MARK, with_ledger};
use super::prepare::{Prepared, unmark};
use super::rendered::Rendered;
use super::tags::tags;
use super::template_faults::Teller;
use super::tree;
use super::{Subject, Word};
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::stats::Statistic;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;
use tera::{Context, Error, Tera, Value};

/// Bytes of a template.
const LARGEST_TEMPLATE: usize = 4 << 20;

/// Renders the templates of one report in one language.
pub struct Engine {
    subject: Arc<Subject>,
    facts: Facts,
    base: Context,
    /// For Markdown and plain text: data are escaped for Markdown.
    words: Tera,
    /// For SVG and HTML: data are escaped for them.
    forms: Tera,
    /// Strings of the data: the only texts that may be nothing but digits.
    names: BTreeSet<String>,
}

impl Engine {
    /// # Errors
    /// Terms that cannot be rendered.
    pub fn new(subject: Subject) -> Result<Engine, Faults> {
        let subject = Arc::new(subject);
        let facts = Facts::of(
            &subject.dataset,
            &subject.summary,
            &subject.intervals,
            &subject.comparison,
        );
        let mut base = subject.tree(&facts);
        let mut names = BTreeSet::new();
        for name in DATA_ROOTS {
            if let Some(value) = base.get(name) {
                collect_texts(value, &mut names);
            }
        }
        let mut inner = plain_tera(&subject);
        inner.set_escape_fn(write_escaped_markdown);
        *inner.global_context() = base.clone();
        let mut engine = Engine {
            words: Tera::new(),
            forms: Tera::new(),
            subject: subject.clone(),
            facts,
            base: base.clone(),
            names,
        };
        engine.words = inner.clone();
        if let Some(disclosure) = engine.disclosure()? {
            let mut map = base
                .get("provenance")
                .and_then(|v| v.as_map().cloned())
                .unwrap_or_default();
            map.insert("disclosure".into(), Value::from(disclosure));
            base.insert_value("provenance", Value::from(map));
        }
        *inner.global_context() = base.clone();
        let inner = Arc::new(inner);
        functions::register(&mut engine.words, &subject, inner.clone());
        *engine.words.global_context() = base.clone();
        engine.forms = plain_tera(&subject);
        functions::register(&mut engine.forms, &subject, inner);
        *engine.forms.global_context() = base.clone();
        engine.base = base;
        Ok(engine)
    }

    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The base context; see `docs/templates.md`.
    pub fn context(&self) -> &Context {
        &self.base
    }

    /// The line that every artefact shows when the numbers were not measured by the authors: plain text.
    ///
    /// # Errors
    /// Terms without words for the kind of data, or words that cannot be rendered.
    pub fn disclosure(&self) -> Result<Option<String>, Faults> {
        let kind = if self.facts.synthetic {
            "synthetic"
        } else if self.facts.republished {
            "published_aggregates"
        } else {
            return Ok(None);
        };
        let key = format!("provenance.{kind}");
        let Some(word) = self.subject.terms.word(&key) else {
            return Err(Fault::input("context::no-words", format!("terms have no `{key}`"))
                .language(self.subject.locale.tag())
                .hint("these data must be disclosed: add the words to terms.toml")
                .into());
        };
        Ok(Some(self.render_word(word, &Context::new())?.text))
    }

    /// For more filters and functions: one engine for words, one for forms.
    pub fn tera_mut(&mut self) -> [&mut Tera; 2] {
        [&mut self.words, &mut self.forms]
    }

    /// Makes a template known to `include` and components of other templates.
    ///
    /// # Errors
    /// A template that Tera cannot read.
    pub fn add(&mut self, source: &SourceText) -> Result<(), Faults> {
        let prepared = Prepared::new(&source.text, false);
        let form = is_form(&source.name);
        let tera = if form { &mut self.forms } else { &mut self.words };
        let result = tera.add_raw_template(&source.name, &prepared.text);
        result.map_err(|error| Faults::from(self.told(&error, source, &prepared)))
    }

    /// Renders a template: Markdown or plain text, or by its name SVG or HTML. `extra` joins the base context.
    ///
    /// # Errors
    /// All unknown names at once; else the first thing that Tera meets; numbers printed without a filter; more output
    /// or turns of loops than any report needs.
    pub fn render(&self, source: &SourceText, extra: &Context) -> Result<Rendered, Faults> {
        if source.text.len() > LARGEST_TEMPLATE {
            return Err(Fault::input("context::too-large", "the template is too large")
                .file(&source.name)
                .found(format!("{} bytes", source.text.len()))
                .expected(format!("at most {LARGEST_TEMPLATE} bytes"))
                .into());
        }
        Faults::check(self.in_language(joined_too_often(source).into_iter().collect()))?;
        let unknown = names::check(source, &self.known(extra));
        Faults::check(self.in_language(unknown))?;
        let form = is_form(&source.name);
        let prepared = Prepared::new(&source.text, !form);
        let (result, ledger) = with_ledger(|| self.run(source, &prepared, extra));
        let output = result?;
        if form && output.contains(MARK) {
            // Only now is it worth knowing which tag it was.
            let marked = Prepared::new(&source.text, true);
            let again = self.run(source, &marked, extra)?;
            self.bare_numbers(source, &again, extra)?;
        }
        let (text, written) = if form {
            (unmark(&output).0, Vec::new())
        } else {
            self.bare_numbers(source, &output, extra)?
        };
        Ok(Rendered { text, ledger, written })
    }

    /// Renders the text of one key; faults are placed in the file of the key.
    ///
    /// # Errors
    /// As [`render`](Self::render).
    pub fn render_word(&self, word: &Word, extra: &Context) -> Result<Rendered, Faults> {
        let source = SourceText::new(format!("{}.txt", word.source.name), word.text.as_str());
        self.render(&source, extra).map_err(|faults| {
            let moved = faults.into_vec().into_iter().map(|fault| match fault.place.clone() {
                Some(place) if place.source == source => fault.at(&word.source, word.place(place.span)),
                _ => fault.at(&word.source, word.span.clone()),
            });
            match Faults::check(moved.collect()) {
                Err(faults) => faults,
                Ok(()) => unreachable!("faults hold at least one error"),
            }
        })
    }

    fn run(&self, source: &SourceText, prepared: &Prepared, extra: &Context) -> Result<String, Faults> {
        let form = is_form(&source.name);
        let escaped = form || is_markdown(&source.name);
        let tera = if form { &self.forms } else { &self.words };
        within_bounds(|output| tera.render_str_to(&prepared.text, extra, escaped, output))
            .map_err(|error| self.told(&error, source, prepared).into())
    }

    fn told(&self, error: &Error, source: &SourceText, prepared: &Prepared) -> Fault {
        let language = self.subject.locale.tag();
        let teller = Teller {
            source,
            prepared,
            language,
        };
        teller.of(error)
    }

    fn known<'a>(&'a self, extra: &'a Context) -> KnownNames<'a> {
        KnownNames { engine: self, extra }
    }

    fn in_language(&self, faults: Vec<Fault>) -> Vec<Fault> {
        let tag = self.subject.locale.tag();
        faults.into_iter().map(|fault| fault.language(tag)).collect()
    }

    /// Takes the marks out of a text; a tag that wrote a number without a filter is a fault. A text of `extra` has been
    /// through the formatter already: a range from one value to the same is the number alone.
    fn bare_numbers(&self, source: &SourceText, output: &str, extra: &Context) -> Result<(String, Places), Faults> {
        let (text, written) = unmark(output);
        let all = tags(&source.text);
        let mut faults = Vec::new();
        let mut places = Vec::new();
        for piece in written {
            let Some(tag) = all.get(piece.tag) else { continue };
            let shown = &text[piece.span.clone()];
            places.push((piece.span.clone(), tag.span.clone()));
            let expression = source.text[tag.inner.clone()].trim();
            // Escaped for the form, the object looks a little different.
            let plain = shown.replace("&quot;", "\"").replace('\\', "");
            if let Some(number) = plain.split(MARK).nth(1) {
                let path = number
                    .trim_start_matches(['"', ':', ' '])
                    .split('"')
                    .next()
                    .unwrap_or("");
                let filter = filter_of(number);
                faults.push(
                    Fault::input("context::bare-number", format!("`{path}` is printed without a filter"))
                        .at(source, tag.span.clone())
                        .found(format!("`{expression}`"))
                        .hint(format!(
                            "a number needs its language and its digits: `{path} | {filter}`"
                        )),
                );
            } else if is_digits(shown)
                && !self.names.contains(shown)
                && !expression.contains('|')
                && !expression.starts_with("literal")
                && extra.get(expression).and_then(|value| value.as_str()) != Some(shown)
            {
                faults.push(
                    Fault::input("context::bare-number", "a number is printed without a filter")
                        .at(source, tag.span.clone())
                        .found(format!("`{expression}` gives `{shown}`"))
                        .hint("figures come from the data: see `counts` in docs/templates.md"),
                );
            }
        }
        if text.contains(MARK) && faults.is_empty() {
            faults.push(Fault::input("context::bare-number", "a number is printed without a filter").at(source, 0..0));
        }
        Faults::check(self.in_language(faults))?;
        Ok((text, places))
    }
}

/// Names at the root that hold strings of the data file and the report.
const DATA_ROOTS: [&str; 7] = [
    "report",
    "provenance",
    "variants",
    "cases",
    "method",
    "environment",
    "measures",
];

fn collect_texts(value: &Value, into: &mut BTreeSet<String>) {
    if let Some(text) = value.as_str() {
        into.insert(text.to_owned());
    } else if let Some(items) = value.as_array() {
        items.iter().for_each(|item| collect_texts(item, into));
    } else if let Some(map) = value.as_map()
        && !map.contains_key(&tera::value::Key::Str(MARK))
    {
        map.values().for_each(|item| collect_texts(item, into));
    }
}

/// Parts of a text with the tags that wrote them.
type Places = Vec<(Range<usize>, Range<usize>)>;

struct KnownNames<'a> {
    engine: &'a Engine,
    extra: &'a Context,
}

impl Known for KnownNames<'_> {
    fn root(&self, name: &str) -> Option<Value> {
        self.extra.get(name).or_else(|| self.engine.base.get(name)).cloned()
    }

    fn roots(&self) -> Vec<String> {
        let all = ["lang", "dir", "facts", "terms"].into_iter().chain(tree::ROOTS);
        all.filter(|name| self.engine.base.get(name).is_some())
            .map(str::to_owned)
            .collect()
    }

    fn statistics(&self) -> Vec<&'static str> {
        Statistic::all().map(Statistic::id).collect()
    }
}

/// Tera with our filters and limits, and no way to files, network, time or environment.
fn plain_tera(subject: &Arc<Subject>) -> Tera {
    let mut tera = Tera::new();
    tera.autoescape_on([".svg", ".html", ".md"]);
    filters::register(&mut tera, subject);
    functions::register_plain(&mut tera, subject);
    bounded::register(&mut tera);
    tera
}

fn is_form(name: &str) -> bool {
    name.ends_with(".svg") || name.ends_with(".html")
}

fn is_markdown(name: &str) -> bool {
    name.ends_with(".md")
}

fn write_escaped_markdown(text: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(escape_markdown(text).as_bytes())
}

fn is_digits(text: &str) -> bool {
    text.contains(char::is_numeric) && text.chars().all(|c| c.is_numeric() || " .,-+%−".contains(c))
}

/// The filter for a number from what its object looks like when printed.
fn filter_of(shown: &str) -> &'static str {
    for (kind, filter) in [
        ("quantity", "quantity"),
        ("percent", "percent"),
        ("ratio", "ratio"),
        ("count", "count"),
    ] {
        if shown.contains(&format!("\"{kind}\"")) {
            return filter;
        }
    }
    "number"
}
