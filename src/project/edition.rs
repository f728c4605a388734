//! The words of a language rendered for a report: what the forms are made from.

use super::{Article, LanguageWords, Loaded, Project};
use crate::context::{Engine, Printed, Rendered, Subject, Word};
use crate::diagnostic::{Fault, Faults, SourceText};
use tera::Context;

/// An article in one language, as Markdown.
#[derive(Debug, Clone)]
pub struct RenderedArticle {
    pub title: String,
    pub subtitle: Option<String>,
    pub description: String,
    pub keywords: Vec<String>,
    /// Named after the file that the words come from.
    pub markdown: SourceText,
    /// The numbers of the text and the front matter, in the order of printing.
    pub ledger: Vec<Printed>,
    rendered: Rendered,
    article: Article,
}

impl RenderedArticle {
    /// Moves a fault of the rendered Markdown to the words that it comes from.
    pub fn place(&self, fault: Fault) -> Fault {
        let Some(place) = fault.place.clone() else { return fault };
        if place.source.name != self.markdown.name || place.source.text != self.markdown.text {
            return fault;
        }
        let span = self.rendered.origin(&self.article.text.text, place.span);
        let merged = fault.at(&self.article.text, span);
        self.article.place(merged)
    }

    /// As [`place`](Self::place), for all of them.
    pub fn place_all(&self, faults: Faults) -> Faults {
        let placed = faults.into_vec().into_iter().map(|fault| self.place(fault)).collect();
        match Faults::check(placed) {
            Err(faults) => faults,
            Ok(()) => unreachable!("faults hold at least one error"),
        }
    }
}

impl LanguageWords {
    /// The engine that renders the templates of a report in this language.
    ///
    /// # Errors
    /// Terms that cannot be rendered.
    pub fn engine(&self, project: &Project, data: &Loaded) -> Result<Engine, Faults> {
        Engine::new(Subject {
            dataset: data.dataset.clone(),
            summary: data.summary.clone(),
            report: project.report.clone(),
            comparison: data.comparison,
            intervals: data.intervals.clone(),
            locale: self.locale.clone(),
            terms: self.terms.clone(),
        })
    }

    /// Renders the article.
    ///
    /// # Errors
    /// All faults of the front matter and of the text, at their places in the files of words.
    pub fn render_article(&self, engine: &Engine) -> Result<RenderedArticle, Faults> {
        let mut faults = Vec::new();
        let mut ledger = Vec::new();
        let mut word = |word: &Option<Word>| -> Option<String> {
            match engine.render_word(word.as_ref()?, &Context::new()) {
                Ok(rendered) => {
                    ledger.extend(rendered.ledger);
                    Some(rendered.text)
                }
                Err(told) => {
                    faults.extend(told.into_vec());
                    None
                }
            }
        };
        let front = &self.article.front;
        let title = word(&front.title);
        let subtitle = word(&front.subtitle);
        let description = word(&front.description);
        let keywords = front
            .keywords
            .iter()
            .filter_map(|keyword| word(&Some(keyword.clone())))
            .collect();
        let rendered = engine.render(&self.article.text, &Context::new());
        let rendered = match rendered {
            Ok(rendered) => Some(rendered),
            Err(told) => {
                faults.extend(self.article.place_all(told).into_vec());
                None
            }
        };
        if front.title.is_none() {
            faults.push(
                Fault::input("project::no-title", "the article has no title")
                    .file(&self.article.text.name)
                    .hint("its front matter says `title = \"…\"`"),
            );
        }
        Faults::check(faults)?;
        let rendered = rendered.unwrap_or_default();
        ledger.extend(rendered.ledger.iter().cloned());
        Ok(RenderedArticle {
            title: title.unwrap_or_default(),
            subtitle,
            description: description.unwrap_or_default(),
            keywords,
            markdown: SourceText::new(&self.article.text.name, without_empty_sections(&rendered.text)),
            ledger,
            rendered,
            article: self.article.clone(),
        })
    }

    /// Renders the post: plain text without spaces at the ends of lines and with single empty lines.
    ///
    /// # Errors
    /// As [`Engine::render`].
    pub fn render_post(&self, engine: &Engine) -> Result<Rendered, Faults> {
        let mut rendered = engine.render(&self.post, &Context::new())?;
        let mut text = String::with_capacity(rendered.text.len());
        for line in rendered.text.lines().map(str::trim_end) {
            if !(line.is_empty() && (text.is_empty() || text.ends_with("\n\n"))) {
                text.push_str(line);
                text.push('\n');
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        rendered.text = text;
        Ok(rendered)
    }
}

/// The text with empty lines in the place of headings that nothing follows; no offset moves.
fn without_empty_sections(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pending: Option<std::ops::Range<usize>> = None;
    let mut fence: Option<&str> = None;
    let blank = |out: &mut String, span: std::ops::Range<usize>| {
        let filler = "\n".repeat(span.len());
        out.replace_range(span, &filler);
    };
    for line in text.split_inclusive('\n') {
        let start = out.len();
        out.push_str(line);
        let trimmed = line.trim();
        if let Some(open) = fence {
            if trimmed.starts_with(open) {
                fence = None;
            }
            continue;
        }
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fence = Some(&trimmed[..3]);
        }
        if line.starts_with("## ") {
            if let Some(span) = pending.replace(start..out.len()) {
                blank(&mut out, span);
            }
        } else if !trimmed.is_empty() {
            pending = None;
        }
    }
    if let Some(span) = pending {
        blank(&mut out, span);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_without_text_go() {
        let text = "Lead.\n\n## A {#a}\n\n\n## B {#b}\n\nText.\n```\n## no\n```\n## C {#c}\n";
        let kept = without_empty_sections(text);
        assert_eq!(kept.len(), text.len());
        assert!(!kept.contains("## A") && !kept.contains("## C"), "{kept}");
        assert!(kept.contains("## B {#b}\n\nText.\n```\n## no\n"), "{kept}");
    }
}
