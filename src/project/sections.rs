//! Articles made of sections: a report's own ones over the standard ones, with the way back to the files.

use super::fields::Fields;
use crate::context::{
    Syntax, Word, check_digits, identifier, nearest, open_statements, standard_calls, toml_fault, unclosed_tag,
};
use crate::diagnostic::{Fault, Faults, SourceText};
use std::ops::Range;
use toml::de::DeTable;

/// The text before the first heading.
const LEAD: &str = "lead";

/// What stands before an article's text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Front {
    pub title: Option<Word>,
    pub subtitle: Option<Word>,
    /// One or two sentences for previews and search engines.
    pub description: Option<Word>,
    pub keywords: Vec<Word>,
}

/// An article file, taken apart.
#[derive(Debug, Clone)]
struct Parsed {
    source: SourceText,
    front: Front,
    /// Ids of standard sections that the report leaves out, with their places.
    omit: Vec<(String, Range<usize>)>,
    sections: Vec<Section>,
}

#[derive(Debug, Clone)]
struct Section {
    id: String,
    /// Heading and body.
    span: Range<usize>,
    body: Range<usize>,
}

/// An article whose parts come from several files.
#[derive(Debug, Clone)]
pub struct Article {
    pub front: Front,
    /// Markdown with tags; named after the file that the first part comes from.
    pub text: SourceText,
    pieces: Vec<Piece>,
    sources: Vec<SourceText>,
}

/// A part of the merged text and where it comes from.
#[derive(Debug, Clone)]
struct Piece {
    merged: Range<usize>,
    source: usize,
    start: usize,
}

/// The parts of one article file.
#[derive(Debug, Clone)]
pub struct Outline {
    pub front: Front,
    /// Ids and places, each with its heading; the text before the first heading is `lead`.
    pub sections: Vec<(String, Range<usize>)>,
}

/// Takes an article file apart.
///
/// # Errors
/// All faults of the file, as [`Article::merge`] finds them.
pub fn outline(source: &SourceText) -> Result<Outline, Faults> {
    let mut faults = Vec::new();
    let parsed = Parsed::read(source, &mut faults);
    Faults::check(faults)?;
    let sections = parsed.sections.into_iter().map(|section| (section.id, section.span));
    Ok(Outline {
        front: parsed.front,
        sections: sections.collect(),
    })
}

impl Article {
    /// Puts the sections of `own` over those of `standard`.
    ///
    /// # Errors
    /// All faults of both files: front matter, headings without an id, ids used twice, digits in prose.
    pub fn merge(standard: &SourceText, own: Option<&SourceText>) -> Result<Article, Faults> {
        let mut faults = Vec::new();
        let base = Parsed::read(standard, &mut faults);
        let own = own.map(|source| Parsed::read(source, &mut faults));
        if let Some(own) = &own {
            check_omitted(own, &base, &mut faults);
        }
        let article = join(&base, own.as_ref(), &mut faults);
        Faults::check(faults)?;
        Ok(article)
    }

    /// Moves a fault of the merged text to the file that the place comes from.
    pub fn place(&self, fault: Fault) -> Fault {
        let Some(place) = fault.place.clone() else { return fault };
        if place.source.name != self.text.name || place.source.text != self.text.text {
            return fault;
        }
        let (source, span) = self.origin(place.span);
        fault.at(source, span)
    }

    /// As [`place`](Self::place), for all of them.
    pub fn place_all(&self, faults: Faults) -> Faults {
        let placed = faults.into_vec().into_iter().map(|fault| self.place(fault)).collect();
        match Faults::check(placed) {
            Err(faults) => faults,
            Ok(()) => unreachable!("faults hold at least one error"),
        }
    }

    /// The file and the place in it of a part of the merged text.
    pub fn origin(&self, span: Range<usize>) -> (&SourceText, Range<usize>) {
        let piece = self
            .pieces
            .iter()
            .find(|piece| span.start < piece.merged.end)
            .or(self.pieces.last());
        match piece {
            Some(piece) => {
                let source = &self.sources[piece.source];
                let start = piece.start + span.start.saturating_sub(piece.merged.start);
                let mut end = (start + span.len()).min(source.text.len());
                // A span over several pieces may end anywhere in the first one's file.
                while !source.text.is_char_boundary(end) {
                    end -= 1;
                }
                (source, start.min(end)..end)
            }
            None => (&self.text, span),
        }
    }
}

impl Parsed {
    fn read(source: &SourceText, faults: &mut Vec<Fault>) -> Parsed {
        let mut parsed = Parsed {
            source: source.clone(),
            front: Front::default(),
            omit: Vec::new(),
            sections: Vec::new(),
        };
        let start = parsed.read_front(faults);
        parsed.read_sections(start, faults);
        faults.extend(check_digits(source, start..source.text.len(), Syntax::Markdown));
        parsed
    }

    /// Reads what stands between two lines `+++`; returns where the text starts.
    fn read_front(&mut self, faults: &mut Vec<Fault>) -> usize {
        let text = self.source.text.clone();
        let Some(rest) = text.strip_prefix("+++\n") else {
            return 0;
        };
        let Some(length) = rest.find("\n+++\n") else {
            faults.push(
                Fault::input("project::front-matter", "the front matter is not closed")
                    .at(&self.source, 0..3)
                    .hint("end it with a line `+++`"),
            );
            return text.len();
        };
        let source = self.source.clone();
        // Read as if the file started with it, so that places are those of the file.
        let padded = format!("    {}", &rest[..length + 1]);
        let front_source = SourceText::new(&source.name, padded.as_str());
        let (table, errors) = DeTable::parse_recoverable(&padded);
        for error in &errors {
            let fault = toml_fault(&front_source, error);
            let span = fault.place.as_ref().map_or(0..0, |place| place.span.clone());
            faults.push(fault.at(&source, span));
        }
        let mut told = Vec::new();
        let mut fields = Fields::new(&front_source, "", table.get_ref());
        let word = |placed: super::fields::Placed| Word {
            text: placed.text,
            source: source.clone(),
            span: placed.span,
        };
        self.front.title = fields.text("title", &mut told).map(word);
        self.front.subtitle = fields.text("subtitle", &mut told).map(word);
        self.front.description = fields.text("description", &mut told).map(word);
        let keywords = fields.texts("keywords", &mut told).unwrap_or_default();
        self.front.keywords = keywords.into_iter().map(word).collect();
        let omit = fields.texts("omit", &mut told).unwrap_or_default();
        self.omit = omit.into_iter().map(|placed| (placed.text, placed.span)).collect();
        fields.finish(&mut told);
        for fault in told {
            let span = fault.place.as_ref().map_or(0..0, |place| place.span.clone());
            faults.push(fault.at(&source, span));
        }
        self.check_front(faults);
        4 + length + 5
    }

    fn check_front(&self, faults: &mut Vec<Fault>) {
        let front = &self.front;
        let texts = [&front.title, &front.subtitle, &front.description];
        for word in texts.into_iter().flatten().chain(&front.keywords) {
            let text = SourceText::new(&word.source.name, word.text.as_str());
            for fault in check_digits(&text, 0..word.text.len(), Syntax::Plain) {
                let span = fault.place.as_ref().map_or(0..0, |place| place.span.clone());
                faults.push(fault.at(&word.source, word.place(span)));
            }
        }
    }

    fn read_sections(&mut self, start: usize, faults: &mut Vec<Fault>) {
        let text = self.source.text.clone();
        let mut sections = vec![Section {
            id: LEAD.into(),
            span: start..text.len(),
            body: start..text.len(),
        }];
        let mut fence: Option<&str> = None;
        let mut at = start;
        for line in text[start..].split_inclusive('\n') {
            let here = at;
            at += line.len();
            let trimmed = line.trim_start();
            if let Some(open) = fence {
                if trimmed.starts_with(open) {
                    fence = None;
                }
                continue;
            }
            if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)) {
                fence = Some(mark);
                continue;
            }
            let Some(heading) = line.strip_prefix("## ") else {
                continue;
            };
            let id = match heading_id(heading) {
                Some(id) => id.to_owned(),
                None => {
                    faults.push(
                        Fault::input("project::heading-id", "a heading of a section has no id")
                            .at(&self.source, here..here + line.trim_end().len())
                            .expected("`## Words {#id}`")
                            .hint("ids tell which section replaces which, and are the same in every language"),
                    );
                    identifier(heading.trim())
                }
            };
            if sections.iter().any(|section| section.id == id) {
                faults.push(
                    Fault::input("project::section-twice", "two sections have the same id")
                        .at(&self.source, here..here + line.trim_end().len())
                        .found(format!("`{id}`")),
                );
            }
            if let Some(last) = sections.last_mut() {
                last.span.end = here;
                last.body.end = here;
            }
            sections.push(Section {
                id,
                span: here..text.len(),
                body: at..text.len(),
            });
        }
        if text[sections[0].span.clone()].trim().is_empty() {
            sections.remove(0);
        }
        for section in &sections {
            if let Some(offset) = unclosed_tag(&text[section.span.clone()]) {
                let at = section.span.start + offset;
                faults.push(
                    Fault::input("project::open-tag", "a tag is not closed")
                        .at(&self.source, at..at + 2)
                        .found(format!("in section `{}`", section.id))
                        .hint("a tag ends with `}}`, `%}` or `#}`, and a string in it with its quote"),
                );
                continue;
            }
            let open = open_statements(&text[section.span.clone()]);
            if let Some(offset) = open {
                let at = section.span.start + offset;
                faults.push(
                    Fault::input(
                        "project::open-section",
                        "a tag is opened in one section and closed in another",
                    )
                    .at(&self.source, at..at + 2)
                    .found(format!("in section `{}`", section.id))
                    .hint("sections are replaced one by one; one that comes out empty is left out anyway"),
                );
            }
        }
        self.sections = sections;
    }

    fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }
}

fn heading_id(heading: &str) -> Option<&str> {
    let heading = heading.trim_end();
    let start = heading.rfind("{#")?;
    heading[start + 2..].strip_suffix('}').filter(|id| !id.is_empty())
}

fn check_omitted(own: &Parsed, base: &Parsed, faults: &mut Vec<Fault>) {
    let known: Vec<&str> = base.sections.iter().map(|section| section.id.as_str()).collect();
    for (id, span) in &own.omit {
        if !known.contains(&id.as_str()) {
            let fault = Fault::input("project::omit", "there is no such standard section")
                .at(&own.source, span.clone())
                .found(format!("`{id}`"))
                .expected(format!("one of {}", known.join(", ")));
            faults.push(match nearest(id, &known) {
                Some(near) => fault.hint(format!("did you mean `{near}`?")),
                None => fault,
            });
        }
    }
}

/// The order of the sections: the report's own order, and each standard section that it does not mention behind the
/// standard section that it follows, and behind what the report put there.
fn order<'a>(base: &'a Parsed, own: Option<&'a Parsed>) -> Vec<(&'a Parsed, &'a Section)> {
    let Some(own) = own else {
        return base.sections.iter().map(|section| (base, section)).collect();
    };
    let mut result: Vec<(&Parsed, &Section)> = own.sections.iter().map(|section| (own, section)).collect();
    let mut before: Option<&str> = None;
    for section in &base.sections {
        let mentioned = own.section(&section.id).is_some();
        let omitted = own.omit.iter().any(|(id, _)| *id == section.id);
        if !mentioned && !omitted {
            let mut at = before
                .and_then(|id| result.iter().position(|(_, placed)| placed.id == id))
                .map_or(0, |found| found + 1);
            while before.is_some()
                && result
                    .get(at)
                    .is_some_and(|(_, placed)| base.section(&placed.id).is_none())
            {
                at += 1;
            }
            result.insert(at, (base, section));
        }
        if !omitted {
            before = Some(&section.id);
        }
    }
    result
}

fn join(base: &Parsed, own: Option<&Parsed>, faults: &mut Vec<Fault>) -> Article {
    let mut article = Article {
        front: front(base, own),
        text: SourceText::new("", ""),
        pieces: Vec::new(),
        sources: std::iter::once(base)
            .chain(own)
            .map(|parsed| parsed.source.clone())
            .collect(),
    };
    let mut text = String::new();
    for (parsed, section) in order(base, own) {
        let source = usize::from(own.is_some_and(|own| std::ptr::eq(own, parsed)));
        let mut at = section.span.start;
        for call in standard_calls(&parsed.source.text, section.span.clone()) {
            article.append(&mut text, source, at..call.start);
            at = call.end;
            match base.section(&section.id) {
                Some(standard) if source == 1 => {
                    let body = trimmed(&base.source.text, standard.body.clone());
                    article.append(&mut text, 0, body);
                }
                _ => faults.push(
                    Fault::input("project::standard", "there is no standard text of this section")
                        .at(&parsed.source, call)
                        .found(format!("`{}`", section.id))
                        .expected(format!(
                            "a section of a report with one of the ids {}",
                            base.sections
                                .iter()
                                .map(|s| s.id.as_str())
                                .collect::<Vec<_>>()
                                .join(", ")
                        )),
                ),
            }
        }
        article.append(&mut text, source, at..section.span.end);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    let name = own.unwrap_or(base).source.name.clone();
    article.text = SourceText::new(name, text);
    article
}

impl Article {
    fn append(&mut self, text: &mut String, source: usize, span: Range<usize>) {
        let start = text.len();
        text.push_str(&self.sources[source].text[span.clone()]);
        self.pieces.push(Piece {
            merged: start..text.len(),
            source,
            start: span.start,
        });
    }
}

fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let part = &text[span.clone()];
    let start = span.start + part.len() - part.trim_start().len();
    start..(start + part.trim().len())
}

fn front(base: &Parsed, own: Option<&Parsed>) -> Front {
    let Some(own) = own else { return base.front.clone() };
    let pick = |own: &Option<Word>, base: &Option<Word>| own.clone().or_else(|| base.clone());
    Front {
        title: pick(&own.front.title, &base.front.title),
        subtitle: pick(&own.front.subtitle, &base.front.subtitle),
        description: pick(&own.front.description, &base.front.description),
        keywords: if own.front.keywords.is_empty() {
            base.front.keywords.clone()
        } else {
            own.front.keywords.clone()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: &str = "+++\ntitle = \"Standard\"\nkeywords = [\"a\"]\n+++\nLead.\n\n## Result {#result}\n\nR.\n\n\
                            ## Method {#method}\n\nM.\n\n## Limits {#limits}\n\nL.\n";

    fn merge(own: &str) -> Result<Article, String> {
        let standard = SourceText::new("templates/en/article.md", STANDARD);
        let own = SourceText::new("en/article.md", own);
        Article::merge(&standard, Some(&own)).map_err(|faults| faults.to_string())
    }

    #[test]
    fn sections_replace_join_and_keep_their_place() {
        let own = "+++\ntitle = \"Own\"\n+++\n## Method {#method}\n\nFirst. {{ standard() }} Last.\n\n## Story {#story}\n\nS.\n";
        let article = merge(own).unwrap();
        assert_eq!(
            &*article.text.text,
            "Lead.\n\n## Result {#result}\n\nR.\n\n## Method {#method}\n\nFirst. M. Last.\n\n## Story {#story}\n\nS.\n\n\
             ## Limits {#limits}\n\nL.\n\n"
        );
        assert_eq!(article.front.title.unwrap().text, "Own");
        assert_eq!(article.front.keywords.len(), 1);
    }

    #[test]
    fn places_lead_back_to_the_files() {
        let article = merge("Own lead.\n\n## Method {#method}\n\nFirst. {{ standard() }} Last.\n").unwrap();
        for (word, file, line) in [
            ("Own lead", "en/article.md", 1),
            ("R.", "templates/en/article.md", 9),
            ("M.", "templates/en/article.md", 13),
            ("Last", "en/article.md", 5),
            ("L.\n", "templates/en/article.md", 17),
        ] {
            let at = article.text.text.find(word).unwrap();
            let fault = article.place(Fault::input("a::b", "x").at(&article.text, at..at + 1));
            assert_eq!(fault.file_name(), Some(file), "{word}");
            assert_eq!(fault.line_column().unwrap().0, line, "{word}");
        }
    }

    #[test]
    fn a_tag_that_is_not_closed_is_told_where_it_stands() {
        for (own, place) in [
            ("## Method {#method}\n\nTook {{ m.t.mean\n", "en/article.md:3:6"),
            ("Lead {{ \"a }}\n\n## Method {#method}\n\nM.\n", "en/article.md:1:6"),
            ("## Story {#story}\n\n{% if facts.synthetic\n", "en/article.md:3:1"),
        ] {
            let told = merge(own).unwrap_err();
            assert!(told.starts_with(&format!("{place}: a tag is not closed")), "{told}");
            assert_eq!(told.matches("en/article.md").count(), 1, "{told}");
        }
    }

    #[test]
    fn sections_can_be_left_out() {
        let article = merge("+++\nomit = [\"result\", \"lead\"]\n+++\n").unwrap();
        assert_eq!(
            &*article.text.text,
            "## Method {#method}\n\nM.\n\n## Limits {#limits}\n\nL.\n\n"
        );
        let told = merge("+++\nomit = [\"results\"]\n+++\n").unwrap_err();
        assert_eq!(
            told,
            "en/article.md:2:9: there is no such standard section: found `results`, expected one of lead, result, method, \
             limits (hint: did you mean `result`?)"
        );
    }

    #[test]
    fn faults_of_an_article_are_told_together() {
        let own = "+++\ntitel = \"x\"\ntitle = \"8 ms\"\n+++\n## Method\n\nTook 8 ms.\n\n## A {#a}\n\n{{ standard() }}\n\n\
                   ## B {#a}\n\n```\n## 9 no heading\n```\n";
        let told = merge(own).unwrap_err();
        let lines: Vec<&str> = told.lines().map(|line| line.split(" (hint").next().unwrap()).collect();
        assert_eq!(
            lines,
            [
                "en/article.md:2:1: `titel` is not known: expected one of title, subtitle, description, keywords, omit",
                "en/article.md:3:10: a digit is typed in prose: found `8`",
                "en/article.md:5:1: a heading of a section has no id: expected `## Words {#id}`",
                "en/article.md:13:1: two sections have the same id: found `a`",
                "en/article.md:7:6: a digit is typed in prose: found `8`",
                "en/article.md:11:1: there is no standard text of this section: found `a`, expected a section of a report \
                 with one of the ids lead, result, method, limits",
            ]
        );
    }
}
