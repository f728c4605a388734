//! Tera with our filters, our limits, and faults that say where.

use super::bounded;
use super::escape::escape_markdown;
use super::facts::Facts;
use super::filters::{self, FILTERS, HINT};
use super::functions::{self, FUNCTIONS};
use super::names::{self, Known, nearest};
use super::number::{MARK, Printed, with_ledger};
use super::prepare::{Prepared, STEP, WEIGH, unmark};
use super::tags::{Tag, tags};
use super::tree;
use super::{Subject, Word};
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::stats::Statistic;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;
use tera::{Context, Error, ErrorKind, Kwargs, ReportError, State, Tera, TeraResult, Value};

/// Bytes of a rendered text.
const LARGEST_OUTPUT: usize = 16 << 20;
/// Bytes of a variable, and of what a filter makes of a text: many of them may live at once.
pub(super) const LARGEST_VALUE: usize = 2 << 20;
/// Texts joined in one tag.
const MOST_JOINED: usize = 100;
/// Bytes of a template.
const LARGEST_TEMPLATE: usize = 4 << 20;
/// Turns of loops, and items of ranges, in one rendering.
const MOST_STEPS: u64 = 1_000_000;
/// Items of one `range`.
const LONGEST_RANGE: u64 = 10_000;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// A rendered text and the numbers in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rendered {
    pub text: String,
    /// Every number and every `literal` that was printed, in the order of printing.
    pub ledger: Vec<Printed>,
    /// What each expression wrote: the part of the text and the tag in the source.
    written: Vec<(Range<usize>, Range<usize>)>,
}

impl Rendered {
    /// The part of the template that a part of the text comes from: the tag that wrote it, or as near as can be told.
    pub fn origin(&self, source: &str, span: Range<usize>) -> Range<usize> {
        let inside = self
            .written
            .iter()
            .find(|(text, _)| text.start <= span.start && span.start < text.end);
        if let Some((_, tag)) = inside {
            return tag.clone();
        }
        let before = self
            .written
            .iter()
            .filter(|(text, _)| text.end <= span.start)
            .max_by_key(|(text, _)| text.end);
        let (text_start, source_start) = before.map_or((0, 0), |(text, tag)| (text.end, tag.end));
        // Text after a tag is copied as it stands, past the ends of statements.
        let (start, found) = follow(source, source_start, &self.text[text_start..span.start]);
        let start = floor_boundary(source, start);
        if found {
            let length = source[start..]
                .bytes()
                .zip(self.text[span].bytes())
                .take_while(|(a, b)| a == b)
                .count();
            return start..floor_boundary(source, start + length);
        }
        start..start
    }
}

/// Follows copied text through a template from `at` on, over statements and comments, and says where it ends there; and
/// whether all of it was found: what a branch left out cannot be followed.
fn follow(source: &str, mut at: usize, copied: &str) -> (usize, bool) {
    let mut rest = copied;
    loop {
        let same = source[at..]
            .bytes()
            .zip(rest.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let same = floor_boundary(rest, floor_boundary(&source[at..], same));
        (at, rest) = (at + same, &rest[same..]);
        if rest.is_empty() {
            return (at, true);
        }
        // `{%-` takes the space before it away, `-%}` the space after it.
        let ahead = &source[at..];
        let trimmed = ahead.trim_start();
        let tag = if trimmed.starts_with("{%-") || trimmed.starts_with("{#-") {
            trimmed
        } else {
            ahead
        };
        let end = match tag.get(..2) {
            Some("{%") => tag.find("%}"),
            Some("{#") => tag.find("#}"),
            _ => None,
        };
        let Some(end) = end else {
            return (at, false);
        };
        let after = &tag[end + 2..];
        let after = if tag[..end].ends_with('-') {
            after.trim_start()
        } else {
            after
        };
        at = source.len() - after.len();
    }
}

/// The start of the character that an offset is in.
fn floor_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

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
        result.map_err(|error| Faults::from(self.fault(&error, source, &prepared)))
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
        let mut output = Limited(Vec::new());
        let steps = STEPS.replace(0);
        let result = tera.render_str_to(&prepared.text, extra, escaped, &mut output);
        STEPS.set(steps);
        match result {
            Ok(()) => Ok(String::from_utf8_lossy(&output.0).into_owned()),
            Err(error) => Err(self.fault(&error, source, prepared).into()),
        }
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

    /// What Tera says, as a fault.
    fn fault(&self, error: &Error, source: &SourceText, prepared: &Prepared) -> Fault {
        let fault = match error.kind() {
            ErrorKind::SyntaxError(report) => {
                let message = lower_first(report.message());
                self.placed("context::syntax", &message, report, source, prepared)
            }
            ErrorKind::RenderingError(report) => self.rendering_fault(report, source, prepared),
            ErrorKind::Io(_) => Fault::input("context::too-large", "the rendered text is too large")
                .file(&source.name)
                .expected(format!("at most {LARGEST_OUTPUT} bytes"))
                .hint("does a loop repeat itself?"),
            ErrorKind::Msg(message) => unknown_reference(message, source, prepared)
                .unwrap_or_else(|| Fault::input("context::template", message.clone()).file(&source.name)),
            other => Fault::input("context::template", other.to_string()).file(&source.name),
        };
        fault.language(self.subject.locale.tag())
    }

    fn rendering_fault(&self, report: &ReportError, source: &SourceText, prepared: &Prepared) -> Fault {
        let message = report.message();
        if message.contains("undefined") || message.starts_with("Field ") {
            let span = original_span(report.span().range.clone(), prepared);
            let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
            let start = source.text[..span.start].trim_end_matches(name).len();
            let expression = source.text.get(start..span.end).unwrap_or_default().trim().to_owned();
            return self
                .placed(
                    "context::undefined",
                    "this has no value in these data",
                    report,
                    source,
                    prepared,
                )
                .found(format!("`{expression}`"))
                .hint("ask first: `{% if … is defined %}`");
        }
        let code = if message.contains("too many turns") || message.contains("too long") {
            "context::too-long"
        } else {
            "context::template"
        };
        match message.split_once(HINT) {
            Some((message, hint)) => self.placed(code, message, report, source, prepared).hint(hint),
            None => self.placed(code, &lower_first(message), report, source, prepared),
        }
    }

    fn placed(
        &self,
        code: &'static str,
        message: &str,
        report: &ReportError,
        source: &SourceText,
        prepared: &Prepared,
    ) -> Fault {
        let fault = Fault::input(code, message);
        // A template that the rendered one includes: its text is not at hand, its name is.
        if !report.filename().is_empty() && !report.filename().starts_with("__tera") && report.filename() != source.name
        {
            return fault.file(report.filename());
        }
        fault.at(source, original_span(report.span().range.clone(), prepared))
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
    register_bounds(&mut tera);
    tera
}

/// What keeps templates from running on and from growing.
fn register_bounds(tera: &mut Tera) {
    bounded::register(tera);
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
            filters::error("a variable grows too long", "does a loop append it to itself?")
        }
    });
}

/// Renders a form with functions of its own within the bounds of every template: so many turns of loops, so large
/// variables, so large an output. `name` decides on escaping.
///
/// # Errors
/// As Tera's, and what goes over a bound.
pub fn render_bounded(tera: &mut Tera, name: &str, source: &str, context: &Context) -> TeraResult<String> {
    register_bounds(tera);
    tera.add_raw_template(name, &Prepared::new(source, false).text)?;
    let mut output = Limited(Vec::new());
    let steps = STEPS.replace(0);
    let result = tera.render_to(name, context, &mut output);
    STEPS.set(steps);
    result.map(|()| String::from_utf8_lossy(&output.0).into_owned())
}

fn spend(steps: u64) -> TeraResult<()> {
    let spent = STEPS.get().saturating_add(steps);
    STEPS.set(spent);
    if spent > MOST_STEPS {
        return filters::error("too many turns of loops", format!("at most {MOST_STEPS} in one text"));
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
    filters::only(&kwargs, &["start", "end", "step_by"])?;
    let start = kwargs.get::<i64>("start")?.unwrap_or(0);
    let end = kwargs.must_get::<i64>("end")?;
    let step = kwargs.get::<i64>("step_by")?.unwrap_or(1);
    if step < 1 {
        return filters::error("`step_by` is at least one", "count upwards and use `reverse`");
    }
    let length = end
        .saturating_sub(start)
        .max(0)
        .unsigned_abs()
        .div_ceil(step.unsigned_abs());
    if length > LONGEST_RANGE {
        return filters::error(
            format!("this range is too long: {length} items"),
            format!("at most {LONGEST_RANGE}"),
        );
    }
    spend(length)?;
    Ok((0..length as i64).map(|turn| start + turn * step).collect())
}

/// A tag that joins so many texts that they may fill the memory before any of them is written.
fn joined_too_often(source: &SourceText) -> Option<Fault> {
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

fn is_form(name: &str) -> bool {
    name.ends_with(".svg") || name.ends_with(".html")
}

fn is_markdown(name: &str) -> bool {
    name.ends_with(".md")
}

fn write_escaped_markdown(text: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(escape_markdown(text).as_bytes())
}

fn original_span(range: Range<usize>, prepared: &Prepared) -> Range<usize> {
    let start = prepared.original(range.start);
    start..prepared.original(range.end).max(start)
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

fn lower_first(message: &str) -> String {
    let mut letters = message.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Filters, functions and templates that nobody registered: Tera tells them as text, with a line and a column.
fn unknown_reference(message: &str, source: &SourceText, prepared: &Prepared) -> Option<Fault> {
    let mut lines = message.lines();
    let what = lines.next()?.strip_prefix("error: ")?;
    let place = lines.next()?.rsplit_once("--> ")?.1;
    let mut parts = place.rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let start: usize = prepared.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let within: usize = prepared.text[start..]
        .chars()
        .take(column - 1)
        .map(char::len_utf8)
        .sum();
    let name = what.split('`').nth(1)?;
    let at = prepared.original(start + within);
    let fault = Fault::input("context::unknown-name", format!("`{name}` is not known")).at(source, at..at + name.len());
    let known = if what.contains("filter") {
        FILTERS
    } else if what.contains("function") {
        FUNCTIONS
    } else {
        return Some(fault);
    };
    let fault = fault.expected(format!("one of {}", known.join(", ")));
    Some(match nearest(name, known) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_text_is_followed_over_the_ends_of_statements() {
        let source = "a {% if x %}b{% endif %}\n\n## M\n {%- if y -%} \n c {# d #}e{% if z %}f{% endif %}g";
        let at = |copied: &str| follow(source, 0, copied);
        assert_eq!(at("a b\n\n## M"), (source.find("\n {%-").unwrap(), true));
        assert_eq!(at("a b\n\n## Mc e"), (source.find("{% if z").unwrap(), true));
        // A branch that was not taken cannot be followed.
        assert_eq!(at("a b\n\n## Mc eg"), (source.find("f{%").unwrap(), false));
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
