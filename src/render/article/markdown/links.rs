//! Links, words of another language, pictures: what they point at is there.

use super::{Builder, InlineKind, tidy};
use crate::diagnostic::Fault;
use crate::render::article::blocks::{Figure, Inline, plain_text};
use pulldown_cmark::LinkType;
use std::ops::Range;

impl Builder<'_> {
    pub(super) fn refuse_empty_link(&mut self, text: &[Inline], span: &Range<usize>) {
        if plain_text(text).trim().is_empty() {
            self.fault(
                span.clone(),
                "article::empty",
                "a link has no words",
                "write what the link leads to between [ and ]",
            );
        }
    }

    pub(super) fn link(&mut self, kind: LinkType, target: &str, title: &str, span: &Range<usize>) -> InlineKind {
        if let Some(language) = target.strip_prefix("lang:") {
            return self.foreign(language, span);
        }
        let target = match kind {
            LinkType::Email => format!("mailto:{target}"),
            _ => target.to_owned(),
        };
        self.check_target(&target, span);
        let title = (!title.is_empty()).then(|| title.to_owned());
        InlineKind::Link { target, title }
    }

    pub(super) fn foreign(&mut self, language: &str, span: &Range<usize>) -> InlineKind {
        if !is_language_tag(language) {
            self.faults.push(
                Fault::input("article::language-tag", "this is no language tag")
                    .at(self.source, span.clone())
                    .found(format!("`{language}`"))
                    .hint("write a BCP 47 tag: `[words](lang:en)`, `[字](lang:zh-Hans)`"),
            );
        }
        InlineKind::Foreign {
            language: language.to_owned(),
        }
    }

    pub(super) fn check_target(&mut self, target: &str, span: &Range<usize>) {
        if let Some(id) = target.strip_prefix('#') {
            self.references.push((id.to_owned(), span.clone()));
            return;
        }
        let problem = if target.is_empty() {
            Some("a link leads nowhere")
        } else if target.chars().any(|c| c.is_whitespace() || c.is_control()) {
            Some("the target of a link holds spaces or control characters")
        } else if let Some(rest) = target.strip_prefix("https://").or(target.strip_prefix("http://")) {
            rest.starts_with(['/', '?', '#', ':'])
                .then_some("the address of a link has no host")
                .or(rest.is_empty().then_some("the address of a link has no host"))
        } else if let Some(address) = target.strip_prefix("mailto:") {
            let good = address
                .split_once('@')
                .is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
            (!good).then_some("this is no e-mail address")
        } else if self.targets.files.iter().any(|file| file == target) {
            None
        } else if has_scheme(target) {
            Some("links lead to http, https and mailto only")
        } else {
            Some("a link names a file that the report does not publish")
        };
        if let Some(message) = problem {
            let hint = match nearest(target, &self.targets.files) {
                Some(file) => format!("did you mean `{file}`?"),
                None => "use an https address, `#id` of a heading, or the name of a published file".into(),
            };
            self.faults.push(
                Fault::input("article::link", message)
                    .at(self.source, span.clone())
                    .found(format!("`{target}`"))
                    .hint(hint),
            );
        }
    }

    pub(super) fn image(&mut self, target: &str, title: &str, span: &Range<usize>) -> InlineKind {
        if let Some(language) = target.strip_prefix("lang:") {
            return self.foreign(language, span);
        }
        if self.targets.pictures.iter().any(|name| name == target) {
            let title = (!title.is_empty()).then(|| title.to_owned());
            return InlineKind::Picture {
                name: target.to_owned(),
                title,
            };
        }
        let known = self.targets.pictures.join("`, `");
        self.faults.push(
            Fault::input("article::picture", "this is no picture of the report")
                .at(self.source, span.clone())
                .found(format!("`{target}`"))
                .expected(if known.is_empty() {
                    "no picture: this report has none".into()
                } else {
                    format!("`{known}`")
                })
                .hint("an article shows the pictures that are drawn from its data; link to others"),
        );
        InlineKind::Refused
    }

    pub(super) fn picture(&mut self, picture: String, title: Option<String>, inlines: Vec<Inline>, span: Range<usize>) {
        let alternative = plain_text(&tidy(inlines));
        if alternative.is_empty() {
            self.fault(
                span.clone(),
                "article::picture",
                "a picture has no alternative text",
                "say between [ and ] what the picture shows, for those who cannot see it",
            );
        }
        let caption = title.map(|title| tidy(vec![Inline::Text(title)])).unwrap_or_default();
        let figure = Figure {
            picture,
            alternative,
            caption,
        };
        self.figures.push((figure, span));
    }

    pub(super) fn report_stray_figures(&mut self) {
        for (_, span) in std::mem::take(&mut self.figures) {
            self.fault(
                span,
                "article::picture",
                "a picture stands among words",
                "put it in a paragraph of its own",
            );
        }
    }

    pub(super) fn check_references(&mut self) {
        for (id, span) in std::mem::take(&mut self.references) {
            if self.ids.contains(&id) {
                continue;
            }
            let hint = match nearest(&id, self.ids.iter()) {
                Some(known) => format!("did you mean `#{known}`?"),
                None => "give the heading an id: `## Heading {#id}`".into(),
            };
            self.faults.push(
                Fault::input("article::link", "a link leads to a heading that does not exist")
                    .at(self.source, span)
                    .found(format!("`#{id}`"))
                    .hint(hint),
            );
        }
    }
}

/// Whether a tag is formed as BCP 47 asks: subtags of 1 to 8 letters and digits, the first of 2 or 3 letters.
fn is_language_tag(tag: &str) -> bool {
    let mut subtags = tag.split('-');
    let first = subtags.next().unwrap_or("");
    (2..=3).contains(&first.len())
        && first.bytes().all(|b| b.is_ascii_alphabetic())
        && subtags.all(|subtag| (1..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric()))
}

fn has_scheme(target: &str) -> bool {
    target
        .split_once(':')
        .is_some_and(|(scheme, _)| scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+.-".contains(&b)))
        || target.starts_with("//")
}

fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n String>) -> Option<&'n String> {
    known
        .into_iter()
        .map(|candidate| (strsim::normalized_damerau_levenshtein(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
