//! The sample articles: one text told in eleven languages, with everything a page can hold.

use benchfolio::diagnostic::{Faults, SourceText};
use benchfolio::locale::{Numerals, Script};
use benchfolio::render::article::blocks::{Article, FrontMatter, LanguageVersion, plain_text};
use benchfolio::render::article::markdown::{self, Targets};
use benchfolio::render::article::pdf::{self, Attachment, Conformance, Infographic, Options, Request};
use benchfolio::render::theme::Palette;
use benchfolio::text::Brand;
use resvg::usvg;
use std::sync::LazyLock;

/// The colours of the theme that a report has without another.
pub static PALETTE: LazyLock<Palette> = LazyLock::new(|| {
    let theme = benchfolio::project::standard_theme("dark").unwrap_or_else(|faults| panic!("{faults}"));
    theme.palette
});

/// Tag, Markdown, subtitle and disclosure.
pub const SAMPLES: &[(&str, &str, &str, &str)] = &[
    (
        "en",
        include_str!("samples/en.md"),
        "One audit of the query cache, before and after the change of version",
        "Synthetic data: generated to show what the tools do, not measured.",
    ),
    (
        "pl",
        include_str!("samples/pl.md"),
        "Jeden audyt pamięci podręcznej zapytań przed zmianą wersji i po niej",
        "Dane syntetyczne: wygenerowane, aby pokazać działanie narzędzi, a nie zmierzone.",
    ),
    (
        "zh-Hans",
        include_str!("samples/zh-Hans.md"),
        "版本更换前后的一次查询缓存审计",
        "合成数据：为展示工具而生成，并非实测。",
    ),
    (
        "fr",
        include_str!("samples/fr.md"),
        "Un audit du cache, avant et après",
        "Données synthétiques : générées, non mesurées.",
    ),
    (
        "de",
        include_str!("samples/de.md"),
        "Eine Prüfung des Abfragespeichers, vorher und nachher",
        "Synthetische Daten: erzeugt, nicht gemessen.",
    ),
    (
        "ja",
        include_str!("samples/ja.md"),
        "バージョン変更前後のクエリキャッシュ監査",
        "合成データ：生成したものであり、測定したものではない。",
    ),
    (
        "ko",
        include_str!("samples/ko.md"),
        "버전 변경 전후의 쿼리 캐시 감사",
        "합성 데이터: 측정한 것이 아니라 생성한 것이다.",
    ),
    (
        "ru",
        include_str!("samples/ru.md"),
        "Одна проверка кэша до и после смены версии",
        "Данные синтетические: созданы, а не измерены.",
    ),
    (
        "ar",
        include_str!("samples/ar.md"),
        "تدقيق واحد للذاكرة المخبأة قبل تغيير الإصدار وبعده",
        "بيانات اصطناعية: مولدة لا مقيسة.",
    ),
    (
        "he",
        include_str!("samples/he.md"),
        "ביקורת אחת של המטמון לפני החלפת הגרסה ואחריה",
        "נתונים סינתטיים: נוצרו ולא נמדדו.",
    ),
    (
        "hi",
        include_str!("samples/hi.md"),
        "संस्करण बदलने से पहले और बाद की एक जाँच",
        "कृत्रिम आँकड़े: बनाए गए, मापे नहीं गए।",
    ),
];

pub fn article(language: &str) -> Article {
    let (_, text, subtitle, disclosure) = SAMPLES.iter().find(|(tag, ..)| *tag == language).unwrap();
    let mut article = from_markdown(language, text);
    article.front.subtitle = Some((*subtitle).into());
    article.front.disclosure = Some((*disclosure).into());
    article
}

/// An article from Markdown, with the front matter that all samples share.
pub fn from_markdown(language: &str, text: &str) -> Article {
    let source = SourceText::new(format!("{language}/article.md"), text);
    let targets = Targets {
        pictures: vec!["infographic".into()],
        files: vec!["benchmark-data.json".into()],
    };
    let body = markdown::parse(&source, &targets).unwrap_or_else(|faults| panic!("{faults}"));
    let title = body.title.as_deref().map_or("Untitled".to_owned(), plain_text);
    let script = Script::of(language).unwrap();
    let versions = [
        ("en", "English"),
        ("pl", "Polski"),
        ("zh-Hans", "简体中文"),
        ("ar", "العربية"),
    ];
    Article {
        language: language.into(),
        direction: script.direction,
        numerals: Numerals::Latin,
        front: FrontMatter {
            title,
            description: "A synthetic benchmark & its <data>".into(),
            authors: vec!["A. Example".into(), "B. Muster".into()],
            date: "2026-11-30".into(),
            date_text: "2026-11-30".into(),
            keywords: vec!["benchmark".into(), "ProxySQL".into()],
            versions: versions
                .iter()
                .filter(|(tag, _)| *tag != language)
                .map(|(tag, name)| LanguageVersion {
                    language: (*tag).into(),
                    name: (*name).into(),
                    stem: format!("article.{tag}"),
                })
                .collect(),
            url: Some("https://example.org/reports/proxysql/".into()),
            ..FrontMatter::default()
        },
        blocks: body.blocks,
        footnotes: body.footnotes,
    }
}

/// The picture of the samples, or the SVG that `PDF_PICTURE` names, to look at or to measure.
pub fn picture() -> usvg::Tree {
    let given = std::env::var("PDF_PICTURE").map(|path| std::fs::read_to_string(path).unwrap());
    let svg = given.unwrap_or_else(|_| include_str!("samples/infographic.svg").to_owned());
    usvg::Tree::from_str(&svg, &pdf::svg_options()).unwrap()
}

pub fn pdf(article: &Article, tree: &usvg::Tree, options: Options) -> Vec<u8> {
    try_pdf(article, tree, options).unwrap_or_else(|faults| panic!("{faults}"))
}

pub fn try_pdf(article: &Article, tree: &usvg::Tree, options: Options) -> Result<Vec<u8>, Faults> {
    let attachments = match options.conformance {
        Conformance::A2a => Vec::new(),
        Conformance::A3a => vec![data()],
    };
    let request = Request {
        article,
        infographic: Some(Infographic {
            tree,
            title: "Infographic",
        }),
        logo: None,
        palette: &PALETTE,
        brand: Brand::default(),
        attachments,
        options,
    };
    pdf::render(&request).map(|artefact| artefact.bytes)
}

pub fn data() -> Attachment {
    Attachment {
        name: "benchmark-data.json".into(),
        mime: "application/json".into(),
        description: "The data of this article".into(),
        bytes: b"{\"format\": \"benchfolio/1\"}\n".to_vec(),
    }
}

/// The English sample over and over, with ids that differ.
pub fn long_text(copies: usize) -> String {
    let (_, text, ..) = SAMPLES[0];
    let body = text.split_once('\n').unwrap().1;
    let mut long = String::from("# A long article\n");
    for i in 0..copies {
        let mut copy = body.to_owned();
        for id in ["result", "call", "method", "limits", "recompute"] {
            copy = copy
                .replace(&format!("{{#{id}}}"), &format!("{{#{id}-{i}}}"))
                .replace(&format!("(#{id})"), &format!("(#{id}-{i})"));
        }
        for note in ["clock", "order"] {
            copy = copy.replace(&format!("[^{note}]"), &format!("[^{note}-{i}]"));
        }
        // One picture is enough.
        copy = copy
            .lines()
            .filter(|l| !l.starts_with("![") && !l.contains("as a picture"))
            .collect::<Vec<_>>()
            .join("\n");
        long.push_str(&copy);
        long.push('\n');
    }
    long
}

pub fn long_table(rows: usize, columns: usize) -> String {
    let mut text = String::from("# A long table\n\nBefore it.\n\n");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text += &line((0..columns).map(|c| format!("Column {c}")).collect());
    text += &line(
        (0..columns)
            .map(|c| if c == 0 { ":--" } else { "--:" }.into())
            .collect(),
    );
    for row in 0..rows {
        text += &line(
            (0..columns)
                .map(|c| format!("{}.{:03} ms", row * 7 % 1000, c * 37 + row % 100))
                .collect(),
        );
    }
    text
}
