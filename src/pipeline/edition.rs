//! One report in one language: from its words to its artefacts.

use super::make::timed;
use super::memory::Kept;
use super::typed;
use super::{Form, Observer};
use crate::check::{Directions, Drawn};
use crate::context::{Engine, Printed, digits_for_one};
use crate::diagnostic::{Fault, Faults, SourceText};
use crate::locale::Script;
use crate::project::{LanguageWords, Loaded, Project, PublishedKind, RenderedArticle};
use crate::publish::interrupted;
use crate::render::article::blocks::{Article, FrontMatter, LanguageVersion};
use crate::render::article::edition::{DatasetCard, Download, Edition, LogoImage, PageLogo, Picture, Preview};
use crate::render::article::markdown::{self, Targets};
use crate::render::article::{html, pdf, plain_markdown};
use crate::render::infographic::{self, Format, Infographic};
use crate::render::logo::Logo;
use crate::render::post::{self, Finding};
use crate::render::theme::Theme;
use crate::render::{Artefact, media_type};
use crate::stats::Verdict;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use tera::{Context, Value};

/// The name by which words call the infographic.
const INFOGRAPHIC: &str = "infographic";

/// The artefacts of one language, and what the rules ask about them.
pub(super) struct MadeEdition {
    pub artefacts: Vec<Artefact>,
    pub engine: Engine,
    /// Every number that words or pictures printed.
    pub ledger: Vec<Printed>,
    /// The names of the artefacts.
    pub names: Vec<String>,
    /// The texts that were read for it, as the manifest calls them.
    pub read: BTreeSet<String>,
    /// The folders that words were looked for in.
    pub folders: BTreeSet<String>,
    /// How pictures say which direction is better.
    pub directions: Directions,
    /// The pictures as they were drawn; none of those that were kept.
    pub drawn: Vec<Drawn>,
}

impl MadeEdition {
    pub fn tag(&self) -> &'static str {
        self.engine.subject().locale.tag()
    }
}

/// Takes over what an earlier build made of the same inputs.
///
/// # Errors
/// None that the earlier build did not have, unless an input changed meanwhile.
pub(super) fn keep(
    project: &Project,
    data: &Loaded,
    script: &'static Script,
    kept: Kept,
) -> Result<MadeEdition, Faults> {
    let words = project.words(script)?;
    let engine = words.engine(project, data)?;
    for name in &kept.read {
        project.recall(name)?;
    }
    Ok(MadeEdition {
        names: kept.artefacts.iter().map(|artefact| artefact.name.clone()).collect(),
        artefacts: kept.artefacts,
        ledger: kept.ledger,
        read: kept.read,
        folders: kept.folders,
        directions: directions(&words, &engine)?,
        drawn: Vec::new(),
        engine,
    })
}

/// Makes the artefacts of one language.
///
/// # Errors
/// All faults of the words; else all faults of all forms.
pub(super) fn make(
    project: &Project,
    data: &Loaded,
    (script, theme): (&'static Script, &Theme),
    forms: &[Form],
    name: &str,
    observer: &dyn Observer,
) -> Result<MadeEdition, Faults> {
    let (project, reads) = project.watched();
    let project = &project;
    let words = timed(observer, "read the words", || project.words(script))
        .map_err(|faults| typed::with_expressions(faults, project, data, script))?;
    let engine = timed(observer, "build the context", || words.engine(project, data))?;
    let maker = Maker {
        project,
        data,
        script,
        words: &words,
        theme,
        engine: &engine,
        observer,
        report: name,
        ledger: Mutex::default(),
    };
    let (artefacts, drawn) = maker.make(forms)?;
    let directions = directions(&words, &engine)?;
    let ledger = maker.ledger.into_inner().unwrap_or_default();
    Ok(MadeEdition {
        names: artefacts.iter().map(|artefact| artefact.name.clone()).collect(),
        artefacts,
        engine,
        ledger,
        read: reads.names(),
        folders: reads.folders(),
        directions,
        drawn,
    })
}

fn directions(words: &LanguageWords, engine: &Engine) -> Result<Directions, Faults> {
    let said = |key: &str| -> Result<String, Faults> {
        match words.infographic.word(key) {
            Some(word) => Ok(engine.render_word(word, &Context::new())?.text.trim().to_owned()),
            None => Ok(String::new()),
        }
    };
    Ok(Directions {
        lower: said("better.lower")?,
        higher: said("better.higher")?,
    })
}

struct Maker<'a> {
    project: &'a Project,
    data: &'a Loaded,
    script: &'static Script,
    words: &'a LanguageWords,
    theme: &'a Theme,
    engine: &'a Engine,
    observer: &'a dyn Observer,
    report: &'a str,
    ledger: Mutex<Vec<Printed>>,
}

impl Maker<'_> {
    /// The infographic first, because the article shows it; a fault there does not hide those of the words.
    fn make(&self, forms: &[Form]) -> Result<(Vec<Artefact>, Vec<Drawn>), Faults> {
        let wants = |of: &[Form]| of.iter().any(|form| forms.contains(form));
        let wants_article = wants(&[Form::Pdf, Form::Html, Form::Md]);
        let mut faults = Faulty::default();
        let formats = match (wants(&[Form::Svg, Form::Png]), wants_article) {
            (true, _) => &Format::ALL[..],
            (false, true) => &[Format::Poster],
            (false, false) => &[],
        };
        let pictures = faults.keep(self.step("draw the pictures", || self.draw(formats)));
        let pictures = pictures.unwrap_or_default();
        let pngs = match wants(&[Form::Png, Form::Html]) {
            true => faults.keep(self.step("encode the PNGs", || self.pngs(&pictures))),
            false => None,
        };
        let pngs = pngs.unwrap_or_default();
        let svgs = wants(&[Form::Svg]).then(|| {
            let of = |picture: &Infographic| picture.svg_files(self.script.tag);
            self.step("fonts and outlines of the SVGs", || {
                Ok(pictures.par_iter().flat_map_iter(of).collect::<Vec<_>>())
            })
        });
        let svgs = svgs.and_then(|svgs| faults.keep(svgs));
        let article = match wants_article {
            true => faults.keep(self.step("render the article's words", || self.article())),
            false => None,
        };
        let post = match wants(&[Form::Post]) {
            true => faults.keep(self.step("post", || self.post())),
            false => None,
        };
        let described = match wants(&[Form::Svg, Form::Png]) {
            false => None,
            true => faults.keep(self.step("describe the pictures", || self.descriptions(&pictures))),
        };
        let mut made: Vec<Artefact> = post.into_iter().flatten().chain(described).collect();
        if let (Some(article), Some(picture)) = (&article, pictures.first()) {
            let edition = self.edition(article, &pictures, &pngs);
            let (pages, pdf) = rayon::join(
                || self.pages(&edition, forms),
                || match wants(&[Form::Pdf]) {
                    true => self.step("article as PDF", || self.pdf(article, picture)).map(Some),
                    false => Ok(None),
                },
            );
            made.extend(faults.keep(pages).into_iter().flatten());
            made.extend(faults.keep(pdf).flatten());
        }
        faults.check()?;
        made.extend(svgs.into_iter().flatten());
        made.extend(pngs.into_iter().filter(|_| forms.contains(&Form::Png)));
        self.tell(&made);
        let drawn = pictures.into_iter().filter(|_| forms.contains(&Form::Svg));
        let drawn = drawn.map(|picture| Drawn {
            names: picture.svg_names(self.script.tag),
            tree: Arc::new(picture.tree),
        });
        Ok((made, drawn.collect()))
    }

    fn draw(&self, formats: &[Format]) -> Result<Vec<Infographic>, Faults> {
        let templates: Vec<SourceText> = formats
            .iter()
            .map(|format| self.project.form(format.template()))
            .collect::<Result<_, _>>()?;
        let forms: Vec<infographic::Form> = formats.iter().copied().zip(&templates).collect();
        if forms.is_empty() {
            return Ok(Vec::new());
        }
        let pictures = infographic::draw_pictures(self.engine, &self.words.infographic, self.theme, &forms, None)
            .map_err(|faults| faults.map(|fault| self.in_the_report(fault)))?;
        for picture in &pictures {
            self.printed(&picture.ledger);
        }
        Ok(pictures)
    }

    /// What the report wants of its pictures and cannot have is told where it says so.
    fn in_the_report(&self, mut fault: Fault) -> Fault {
        let report = &self.project.report;
        let wanted = (report.kinds.iter()).find(|(key, _)| fault.path.as_deref() == Some(*key));
        match (wanted, report.source()) {
            (Some((_, place)), Some(file)) if fault.code == "infographic::not-in-the-data" => {
                fault.path = None;
                fault.at(file, place.clone())
            }
            _ => fault,
        }
    }

    fn pngs(&self, pictures: &[Infographic]) -> Result<Vec<Artefact>, Faults> {
        let files = pictures.par_iter().map(|picture| picture.png_file(self.script.tag));
        files.collect()
    }

    /// `pictures.<lang>.md`: for each picture the text that goes with it, and the table as the long description of all.
    fn descriptions(&self, pictures: &[Infographic]) -> Result<Artefact, Faults> {
        let tag = self.script.tag;
        let table = SourceText::new("pictures.md", "{{ table() }}");
        let table = self.engine.render(&table, &tera::Context::new())?;
        self.printed(&table.ledger);
        let mut parts = Vec::new();
        for picture in pictures {
            parts.push(format!("## `{}.{tag}.png`", picture.format.stem()));
            // As code: it is pasted as it stands.
            parts.push(format!("```text\n{}\n```", picture.alt));
        }
        let label = self.words.terms.get("labels.table").unwrap_or("Table");
        parts.push(format!("## {}", plain_markdown::escape(label)));
        let table = SourceText::new("pictures.md", table.text);
        let table = markdown::parse(&table, &Targets::default())?;
        parts.push(plain_markdown::publish_blocks(&table.blocks, self.script.direction));
        if let Some(disclosure) = self.engine.disclosure()? {
            parts.push(format!("> {}", plain_markdown::escape(&disclosure)));
        }
        let title = pictures.first().map_or("", |picture| picture.title.as_str());
        Ok(Artefact {
            name: format!("pictures.{tag}.md"),
            bytes: format!("# {}\n\n{}\n", plain_markdown::escape(title), parts.join("\n\n")).into_bytes(),
        })
    }

    fn article(&self) -> Result<Article, Faults> {
        let rendered = self.words.render_article(self.engine)?;
        self.printed(&rendered.ledger);
        let targets = Targets {
            pictures: vec![INFOGRAPHIC.to_owned()],
            files: self
                .engine
                .subject()
                .files()
                .into_iter()
                .map(|file| file.name)
                .collect(),
        };
        let body = markdown::parse(&rendered.markdown, &targets).map_err(|faults| rendered.place_all(faults))?;
        Ok(Article {
            language: self.script.tag.to_owned(),
            direction: self.script.direction,
            numerals: self.words.locale.numerals(),
            front: self.front(&rendered)?,
            blocks: body.blocks,
            footnotes: body.footnotes,
        })
    }

    fn front(&self, rendered: &RenderedArticle) -> Result<FrontMatter, Faults> {
        let report = &self.project.report;
        let date = report.date.clone().unwrap_or_default();
        let others = report.languages.iter().filter(|script| script.tag != self.script.tag);
        Ok(FrontMatter {
            title: rendered.title.clone(),
            subtitle: rendered.subtitle.clone(),
            description: rendered.description.clone(),
            authors: report.authors.clone(),
            date_text: self.words.locale.date(&date).unwrap_or_default(),
            date,
            keywords: rendered.keywords.clone(),
            disclosure: self.engine.disclosure()?,
            versions: others
                .map(|script| LanguageVersion {
                    language: script.tag.to_owned(),
                    name: script.name.to_owned(),
                    stem: format!("article.{}", script.tag),
                })
                .collect(),
            url: report
                .url
                .as_ref()
                .map(|url| format!("{url}{}", self.file(PublishedKind::Html))),
            labels: self
                .words
                .terms
                .below("labels")
                .map(|(key, word)| (key.to_owned(), word.text.clone()))
                .collect(),
        })
    }

    fn file(&self, kind: PublishedKind) -> String {
        kind.file_name(&self.project.report.id, self.script.tag)
    }

    /// The name of a file, when the set holds it.
    fn published(&self, kind: PublishedKind) -> Option<String> {
        self.project.report.publish.contains(&kind).then(|| self.file(kind))
    }

    fn edition<'e>(&self, article: &'e Article, pictures: &[Infographic], files: &'e [Artefact]) -> Edition<'e> {
        let png_file = self.file(PublishedKind::Png);
        let png = files.iter().find(|file| file.name == png_file);
        let dataset = &self.data.dataset;
        let subject = self.engine.subject();
        let source = dataset.provenance.source.as_ref();
        Edition {
            article,
            pictures: pictures
                .iter()
                .filter(|picture| picture.format == Format::Poster)
                .map(|picture| Picture {
                    name: INFOGRAPHIC.to_owned(),
                    png_file: png_file.clone(),
                    svg_file: self.published(PublishedKind::Svg),
                    png: png.map_or(&[], |file| &file.bytes),
                    width: picture.width,
                    height: picture.height,
                    alternative: picture.alt.clone(),
                })
                .collect(),
            preview: pictures
                .iter()
                .find(|picture| picture.format == Format::Landscape)
                .or(pictures.first())
                .map(|picture| Preview {
                    file: format!("{}.{}.png", picture.format.stem(), self.script.tag),
                    width: picture.width,
                    height: picture.height,
                    alternative: picture.alt.clone(),
                }),
            pdf_file: self.published(PublishedKind::Pdf),
            downloads: (subject.files().into_iter())
                .map(|file| Download {
                    media_type: media_type(&file.name).to_owned(),
                    file: file.name,
                    label: file.label,
                    size: None,
                })
                .collect(),
            dataset: DatasetCard {
                name: article.front.title.clone(),
                description: article.front.description.clone(),
                license: self.project.report.licence.map(|licence| licence.address()),
                variables: dataset
                    .measures
                    .iter()
                    .map(|measure| subject.measure_name(measure))
                    .collect(),
                technique: dataset.method.tool.clone(),
                based_on: source.map(|source| source.title.clone()),
                data_files: [PublishedKind::Data, PublishedKind::Summary]
                    .into_iter()
                    .filter_map(|kind| self.published(kind))
                    .collect(),
                version: dataset.method.revision.clone(),
            },
            palette: self.theme.palette,
            logo: self.page_logo(),
            brand: self.theme.brand,
            default_language: self.project.report.reference.tag.to_owned(),
        }
    }

    fn page_logo(&self) -> Option<PageLogo> {
        let image = |logo: &Logo| {
            let (address, (width, height)) = logo.address(200.0, 44.0);
            LogoImage {
                address,
                width: width.round() as u32,
                height: height.round() as u32,
            }
        };
        let on_night = self.theme.logo_on_night()?;
        let is_another = self.theme.logo_night.is_some();
        Some(PageLogo {
            name: self.theme.publisher().to_owned(),
            on_night: image(on_night),
            on_paper: self.theme.logo.as_ref().filter(|_| is_another).map(image),
        })
    }

    fn pages(&self, edition: &Edition<'_>, forms: &[Form]) -> Result<Vec<Artefact>, Faults> {
        let mut made = Vec::new();
        if forms.contains(&Form::Html) {
            let template = self.project.form("article.html")?;
            made.push(self.step("article as HTML", || html::render(edition, &template))?);
        }
        if forms.contains(&Form::Md) {
            let text = self.time("article as Markdown", || plain_markdown::publish(edition));
            made.push(Artefact {
                name: self.file(PublishedKind::Markdown),
                bytes: text.into_bytes(),
            });
        }
        Ok(made)
    }

    fn pdf(&self, article: &Article, picture: &Infographic) -> Result<Artefact, Faults> {
        let data = self.file(PublishedKind::Data);
        let label = self.words.terms.get("files.data").unwrap_or(&data).to_owned();
        let options = self.project.report.pdf;
        let attachments = match options.conformance {
            pdf::Conformance::A2a => Vec::new(),
            pdf::Conformance::A3a => vec![pdf::Attachment {
                mime: media_type(&data).to_owned(),
                name: data,
                description: label,
                bytes: self.data.bytes.to_vec(),
            }],
        };
        pdf::render(&pdf::Request {
            article,
            infographic: Some(pdf::Infographic {
                tree: &picture.tree,
                title: self.words.terms.get("labels.figure").unwrap_or(INFOGRAPHIC),
            }),
            logo: self.theme.logo.as_ref().map(|logo| (logo, self.theme.publisher())),
            palette: &self.theme.palette,
            brand: self.theme.brand,
            attachments,
            options,
        })
    }

    fn post(&self) -> Result<[Artefact; 2], Faults> {
        let rendered = self.words.render_post(self.engine)?;
        self.printed(&rendered.ledger);
        let words = SourceText::new(&self.words.post.name, rendered.text);
        post::write(self.script.tag, &words, &self.finding(), &self.texts_of_data())
    }

    /// Names and other texts of the data and of what the report calls them, which words repeat as they are.
    fn texts_of_data(&self) -> Vec<String> {
        let subject = self.engine.subject();
        let mut texts = Vec::new();
        for root in [
            "report",
            "provenance",
            "variants",
            "cases",
            "measures",
            "method",
            "environment",
        ] {
            if let Some(value) = self.engine.context().get(root) {
                collect_texts(value, &mut texts);
            }
        }
        texts.extend(subject.dataset.variants.iter().map(|variant| variant.name.clone()));
        texts
    }

    /// The figures of the headline as this language prints them.
    fn finding(&self) -> Finding {
        let mut finding = self.finding_of_pair();
        finding.any_of.extend(self.engine.subject().finding_of_several());
        finding
    }

    fn finding_of_pair(&self) -> Finding {
        let candidate = self.data.comparison.candidate;
        let row = self.engine.subject().headline();
        let comparison = row.and_then(|row| row.comparisons.iter().find(|c| Some(c.candidate) == candidate));
        let Some(comparison) = comparison.filter(|c| c.verdict != Verdict::Unchanged) else {
            return Finding::default();
        };
        let (locale, digits) = (&self.words.locale, self.project.report.digits);
        let mut any_of = Vec::new();
        for share in [&comparison.change_percent, &comparison.reduction_percent] {
            let digits = digits_for_one(share, digits.percent);
            any_of.push(locale.percent(&share.abs(), digits, false));
        }
        if let Some(ratio) = &comparison.ratio {
            any_of.push(locale.ratio(ratio, digits_for_one(ratio, digits.ratio)));
        }
        any_of.dedup();
        Finding { any_of }
    }

    fn printed(&self, ledger: &[Printed]) {
        if let Ok(mut all) = self.ledger.lock() {
            all.extend_from_slice(ledger);
        }
    }

    fn tell(&self, made: &[Artefact]) {
        made.iter()
            .for_each(|artefact| self.observer.made(self.report, &artefact.name));
    }

    /// Does one step, unless the run is to stop.
    fn step<T>(&self, stage: &'static str, work: impl FnOnce() -> Result<T, Faults>) -> Result<T, Faults> {
        match self.observer.stopped() {
            true => Err(interrupted().into()),
            false => self.time(stage, work),
        }
    }

    fn time<T>(&self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        timed(self.observer, stage, work)
    }
}

/// Faults of steps that do not depend on each other, kept until all were done.
#[derive(Default)]
struct Faulty(Vec<Fault>);

impl Faulty {
    fn keep<T>(&mut self, result: Result<T, Faults>) -> Option<T> {
        result.map_err(|faults| self.0.extend(faults.into_vec())).ok()
    }

    fn check(self) -> Result<(), Faults> {
        Faults::check(self.0)
    }
}

fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    if let Some(text) = value.as_str() {
        // A single sign would excuse every mark.
        texts.extend((text.chars().count() > 2).then(|| text.to_owned()));
    } else if let Some(items) = value.as_array() {
        items.iter().for_each(|item| collect_texts(item, texts));
    } else if let Some(map) = value.as_map() {
        map.iter().for_each(|(_, item)| collect_texts(item, texts));
    }
}
