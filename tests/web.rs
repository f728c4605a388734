//! The HTML page, judged by the Nu HTML checker and by axe-core in headless Chromium.
//!
//! `tests/setup.sh` installs the judges; where they are missing, the test that needs them says so and fails.

use benchfolio::diagnostic::SourceText;
use benchfolio::locale::{Numerals, Script};
use benchfolio::render::Artefact;
use benchfolio::render::article::blocks::{Article, FrontMatter, LanguageVersion};
use benchfolio::render::article::edition::{DatasetCard, Download, Edition, Picture, Preview};
use benchfolio::render::article::html;
use benchfolio::render::article::markdown::{self, Targets};
use benchfolio::render::contact_sheet::{self as sheet, Change};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const SAMPLES: &[(&str, &str, &str)] = &[
    ("ar", "العربية", include_str!("web/ar.md")),
    ("en", "English", include_str!("web/en.md")),
    ("pl", "polski", include_str!("web/pl.md")),
    ("zh-Hans", "简体中文", include_str!("web/zh-Hans.md")),
];

/// The words of the page, in the order of `html::LABELS`.
fn labels(language: &str) -> BTreeMap<String, String> {
    let words = match language {
        "pl" => {
            "Wróć do tekstu|Kod|Spis treści|Pobierz PDF|Do pobrania|Pełny rozmiar|Języki|Przypis|Przypisy|Przejdź do tekstu|Tabela|Do edycji (SVG)"
        }
        "zh-Hans" => "返回正文|代码|目录|下载 PDF|下载|完整尺寸|语言|注|注释|跳到正文|表|可编辑（SVG）",
        "ar" => {
            "العودة إلى النص|شيفرة|المحتويات|تنزيل PDF|التنزيلات|الحجم الكامل|اللغات|حاشية|الحواشي|انتقل إلى النص|جدول|قابل للتحرير (SVG)"
        }
        _ => {
            "Back to the text|Code|Contents|Download PDF|Downloads|Full size|Languages|Note|Notes|Skip to the text|Table|To edit (SVG)"
        }
    };
    html::LABELS
        .iter()
        .map(|key| key.to_string())
        .zip(words.split('|').map(str::to_owned))
        .collect()
}

fn article(language: &str, text: &str, url: Option<&str>) -> Article {
    let targets = Targets {
        pictures: vec!["infographic".into()],
        files: vec!["benchmark-data.json".into()],
    };
    let source = SourceText::new(format!("tests/web/{language}.md"), text);
    let body = markdown::parse(&source, &targets).unwrap_or_else(|faults| panic!("{faults}"));
    let others = SAMPLES.iter().filter(|(tag, _, _)| *tag != language);
    Article {
        language: language.into(),
        direction: Script::of(language).unwrap().direction,
        numerals: Numerals::Latin,
        front: FrontMatter {
            title: benchfolio::render::article::blocks::plain_text(&body.title.unwrap()),
            subtitle: Some("ProxySQL 2.7.3 → 3.0.5".into()),
            description: "Mean time of one audit, with <all> the \"batches\" & their data.".into(),
            authors: vec!["A. Author".into(), "B. Author".into()],
            date: "2026-11-20".into(),
            date_text: "2026-11-20".into(),
            keywords: vec!["benchmark".into(), "cache".into()],
            disclosure: Some("Synthetic data: made for trying out the software.".into()),
            versions: others
                .map(|(tag, name, _)| LanguageVersion {
                    language: tag.to_string(),
                    name: name.to_string(),
                    stem: format!("article.{tag}"),
                })
                .collect(),
            url: url.map(|folder| format!("{folder}article.{language}.html")),
            labels: labels(language),
        },
        blocks: body.blocks,
        footnotes: body.footnotes,
    }
}

fn edition<'a>(article: &'a Article, png: &'a [u8]) -> Edition<'a> {
    let download = |file: &str, label: &str, media_type: &str| Download {
        file: file.into(),
        label: label.into(),
        media_type: media_type.into(),
        size: Some((12_345, "12 kB".into())),
    };
    Edition {
        article,
        pictures: vec![Picture {
            name: "infographic".into(),
            png_file: format!("infographic.{}.png", article.language),
            svg_file: Some(format!("infographic.{}.svg", article.language)),
            png,
            width: 1600,
            height: 2000,
            alternative: "Bars of the mean times".into(),
        }],
        preview: Some(Preview {
            file: format!("share-landscape.{}.png", article.language),
            width: 1200,
            height: 627,
            alternative: "Bars of the mean times".into(),
        }),
        pdf_file: Some(format!("article.{}.pdf", article.language)),
        downloads: vec![
            download("benchmark-data.json", "Data", "application/json"),
            download("analyze.py", "Script", "text/x-python"),
        ],
        dataset: DatasetCard {
            name: "Cache audit".into(),
            description: "All times </script><script>alert(1)</script>.".into(),
            variables: vec!["time of one audit".into()],
            data_files: vec!["benchmark-data.json".into()],
            ..DatasetCard::default()
        },
        logo: None,
        brand: benchfolio::text::Brand::default(),
        palette: benchfolio::project::standard_theme("dark")
            .expect("a built-in theme")
            .palette,
        default_language: "en".into(),
    }
}

/// A flat picture of the size of an infographic.
fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1600, 2000);
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&vec![0x40; 1600 * 2000]))
        .unwrap();
    bytes
}

fn page(language: &str, url: Option<&str>) -> Artefact {
    let (_, _, text) = SAMPLES.iter().find(|(tag, _, _)| *tag == language).unwrap();
    let article = article(language, text, url);
    let png = picture();
    html::render(
        &edition(&article, &png),
        &SourceText::new("templates/article.html", html::TEMPLATE),
    )
    .unwrap_or_else(|faults| panic!("{faults}"))
}

fn text_of(page: &Artefact) -> &str {
    std::str::from_utf8(&page.bytes).unwrap()
}

#[test]
fn a_published_page_knows_its_addresses() {
    let page = page("pl", Some("https://example.org/r/"));
    assert_eq!(page.name, "article.pl.html");
    let html = text_of(&page);
    for expected in [
        "<html lang=\"pl\" dir=\"ltr\">",
        "<link rel=\"canonical\" href=\"https://example.org/r/article.pl.html\">",
        "<link rel=\"alternate\" hreflang=\"zh-Hans\" href=\"https://example.org/r/article.zh-Hans.html\">",
        "<link rel=\"alternate\" hreflang=\"pl\" href=\"https://example.org/r/article.pl.html\">",
        "<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.org/r/article.en.html\">",
        "<meta property=\"og:image\" content=\"https://example.org/r/share-landscape.pl.png\">",
        "<meta property=\"og:image:width\" content=\"1200\">",
        "<meta property=\"og:image:height\" content=\"627\">",
        "<meta property=\"og:locale\" content=\"pl_PL\">",
        "<meta name=\"twitter:card\" content=\"summary_large_image\">",
        "<p class=\"disclosure\">Synthetic data",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
}

#[test]
fn a_page_without_address_claims_none() {
    let page = page("en", None);
    let html = text_of(&page);
    assert!(!html.contains("canonical"));
    assert!(!html.contains("og:image"));
    assert!(html.contains("hreflang=\"pl\" href=\"article.pl.html\""));
}

#[test]
fn what_machines_read_is_json_and_cannot_leave_its_element() {
    let page = page("zh-Hans", Some("https://example.org/r/"));
    let html = text_of(&page);
    let start = html.find("ld+json\">").unwrap() + "ld+json\">".len();
    let json = &html[start..start + html[start..].find("</script>").unwrap()];
    let graph: serde_json::Value = serde_json::from_str(json).unwrap();
    let (article, dataset) = (&graph["@graph"][0], &graph["@graph"][1]);
    assert_eq!(article["@type"], "Article");
    assert_eq!(article["inLanguage"], "zh-Hans");
    assert_eq!(
        article["translationOfWork"]["@id"],
        "https://example.org/r/article.en.html#article"
    );
    assert_eq!(article["about"]["@id"], dataset["@id"]);
    assert_eq!(dataset["@type"], "Dataset");
    assert_eq!(
        dataset["description"],
        "Synthetic data: made for trying out the software. All times </script><script>alert(1)</script>."
    );
    assert_eq!(
        dataset["distribution"][0]["contentUrl"],
        "https://example.org/r/benchmark-data.json"
    );
    assert_eq!(dataset.get("license"), None);
    assert!(!html.contains("<script>"));
    // A policy for content may forbid everything but the one style element, and pictures and faces within the page.
    assert_eq!(html.matches("<script").count(), 1);
    assert_eq!(html.matches("<style").count(), 1);
    assert!(!html.contains(" style=\""));
}

#[test]
fn a_page_brings_the_characters_of_east_asia_that_it_shows() {
    let faces = |language: &str| {
        let page = page(language, None);
        let html = text_of(&page);
        let sizes: Vec<usize> = html
            .split("data:font/woff;base64,")
            .skip(1)
            .map(|rest| rest.find(')').unwrap())
            .collect();
        assert_eq!(
            html.matches("@font-face { font-family: \"Noto Sans SC\"").count(),
            sizes.len()
        );
        sizes
    };
    // In other languages only the name of the Chinese version needs it.
    let (english, chinese) = (faces("en"), faces("zh-Hans"));
    assert!(english.len() == 1 && english[0] < 6_000, "{english:?}");
    assert!(
        chinese.len() == 1 && (10_000..150_000).contains(&chinese[0]),
        "{chinese:?}"
    );
    let alone = article("pl", "# A\n\nB.\n", None);
    let edition = Edition {
        article: &Article {
            front: FrontMatter {
                versions: Vec::new(),
                ..alone.front.clone()
            },
            ..alone.clone()
        },
        ..edition(&alone, &[])
    };
    let template = SourceText::new("templates/article.html", html::TEMPLATE);
    assert!(!text_of(&html::render(&edition, &template).unwrap()).contains("@font-face"));
}

#[test]
fn words_cannot_become_markup() {
    let text = "# A\n\n## \\<b> & \"c\" {#x}\n\nA \\<script>alert(1)\\</script> `<i>` [l](https://a.b/?\"><u>)\n\n```\n</pre><b>\n```\n";
    let article = article("en", text, None);
    let template = SourceText::new("templates/article.html", html::TEMPLATE);
    let page = html::render(&edition(&article, &[]), &template).unwrap();
    let html = text_of(&page);
    for markup in ["<b>", "<i>", "<u>", "<script>"] {
        assert!(!html.contains(markup), "{markup}");
    }
}

#[test]
fn a_missing_label_is_named() {
    let mut article = article("pl", "# A\n\nB.\n", None);
    article.front.labels.remove("contents");
    let template = SourceText::new("templates/article.html", html::TEMPLATE);
    let faults = html::render(&edition(&article, &[]), &template).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "pl/terms.toml: labels.contents: [pl] the page needs a word that the language does not have"
    );
}

#[test]
fn a_fault_of_a_template_has_its_place() {
    let article = article("en", "# A\n\nB.\n", None);
    let faults = html::render(
        &edition(&article, &[]),
        &SourceText::new("my/article.html", "<p>\n  {{ titel }}</p>"),
    )
    .unwrap_err();
    assert!(faults.to_string().starts_with("my/article.html:2:6: "), "{faults}");
    let faults = html::render(
        &edition(&article, &[]),
        &SourceText::new("my/article.html", "<p>{% if %}</p>"),
    )
    .unwrap_err();
    assert!(faults.to_string().starts_with("my/article.html:1:"), "{faults}");
}

#[test]
fn footnotes_lead_there_and_back_from_every_mention() {
    let page = page("en", None);
    let html = text_of(&page);
    for (id, target) in [
        ("form--mention-1-1", "form--note-1"),
        ("form--mention-1-2", "form--note-1"),
        ("form--mention-2-1", "form--note-2"),
    ] {
        assert!(html.contains(&format!("<a id=\"{id}\" href=\"#{target}\"")), "{id}");
        assert!(
            html.contains(&format!("<a href=\"#{id}\" role=\"doc-backlink\"")),
            "{id}"
        );
        assert!(html.contains(&format!("<li id=\"{target}\">")), "{target}");
    }
}

/// A contact sheet with every state that a picture can have, in two languages of two directions.
fn contact_sheet(folder: &Path) -> PathBuf {
    let file = |name: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder");
        std::fs::write(&path, picture()).expect("a picture");
        name.to_owned()
    };
    let shown = |language: &str, stem: &str, change: Change| sheet::Picture {
        name: format!("{stem}.{language}.png"),
        language: language.to_owned(),
        address: file(&format!("house/{stem}.{language}.png")),
        width: 1600,
        height: 2000,
        alternative: format!("Bars & dots of “{stem}”"),
        change,
    };
    let changed = |difference: Option<String>| Change::Changed {
        pixels: (1, 3_200_000),
        old: file("contact-sheet/house/old.png"),
        difference,
    };
    let reports = [
        sheet::Report {
            id: "house".to_owned(),
            pictures: vec![
                shown(
                    "ar",
                    "infographic",
                    changed(Some(file("contact-sheet/house/difference.png"))),
                ),
                shown("ar", "share-portrait", changed(None)),
                shown("en", "infographic", Change::Same),
            ],
        },
        sheet::Report {
            id: "another-2.7".to_owned(),
            pictures: vec![shown("en", "share-landscape", Change::New)],
        },
    ];
    let page = folder.join("contact-sheet.html");
    std::fs::write(&page, sheet::html(&reports)).expect("the sheet can be written");
    page
}

#[test]
fn judges_find_nothing_wrong_with_the_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = root.join("target/validators/web/node_modules");
    assert!(
        modules.is_dir(),
        "the judges are missing: run `bash tests/setup.sh` (looked in {})",
        modules.display()
    );
    // A folder of one's own choice keeps the pages and pictures of them, to look at.
    let kept = std::env::var_os("BENCHFOLIO_TEST_PAGES");
    let temporary = tempfile::tempdir().unwrap();
    let folder = kept.as_ref().map_or(temporary.path(), Path::new);
    let mut judge = Command::new("node");
    judge.arg(root.join("tests/validators/web/judge.mjs"));
    if kept.is_some() {
        judge.arg("--shots").arg(folder);
    }
    judge.arg(&modules);
    for (language, _, _) in SAMPLES {
        let page = page(language, Some("https://example.org/r/"));
        let path = folder.join(&page.name);
        std::fs::write(&path, &page.bytes).unwrap();
        judge.arg(path);
    }
    judge.arg(contact_sheet(folder));
    let answer = judge.output().expect("node runs");
    let errors = String::from_utf8_lossy(&answer.stderr);
    let faults: BTreeMap<String, Vec<String>> =
        serde_json::from_slice(&answer.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"));
    assert_eq!(faults.len(), SAMPLES.len() + 1, "{errors}");
    for (page, found) in &faults {
        assert!(found.is_empty(), "{page}:\n{}", found.join("\n"));
    }
}
