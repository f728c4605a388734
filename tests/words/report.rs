//! The report of this repository, in all its languages.

use crate::{edition, root};
use benchfolio::project::Project;
use benchfolio::render::article::markdown::{self, Targets};

fn project() -> Project {
    Project::open(&root().join("reports/proxysql-2.7-vs-3.0"), None).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_article_renders_and_says_the_figures_of_its_language() {
    let project = project();
    for (tag, figures) in [
        (
            "en",
            [
                "8.112\u{a0}ms",
                "2.015\u{a0}ms",
                "75.16%",
                "4.03×",
                "600 `SELECT` statements",
                "8.112204",
                "−73.99%",
            ],
        ),
        (
            "pl",
            [
                "8,112\u{a0}ms",
                "2,015\u{a0}ms",
                "75,16%",
                "4,03 raza",
                "600 instrukcji `SELECT`",
                "8,112204",
                "−73,99%",
            ],
        ),
        (
            "zh-Hans",
            [
                "8.112\u{a0}毫秒",
                "2.015\u{a0}毫秒",
                "75.16%",
                "4.03",
                "600 条 `SELECT`",
                "8.112204",
                "−73.99%",
            ],
        ),
    ] {
        let edition = edition(&project, tag);
        let article = edition
            .words
            .render_article(&edition.engine)
            .unwrap_or_else(|faults| panic!("{faults}"));
        crate::standard::check_text(tag, &article.markdown.text);
        for figure in figures {
            assert!(article.markdown.text.contains(figure), "{tag} does not say {figure}");
        }
        let targets = Targets {
            pictures: vec!["infographic".into()],
            files: edition
                .engine
                .subject()
                .files()
                .into_iter()
                .map(|file| file.name)
                .collect(),
        };
        markdown::parse(&article.markdown, &targets)
            .map_err(|faults| article.place_all(faults))
            .unwrap_or_else(|faults| panic!("{faults}"));
        let post = edition
            .words
            .render_post(&edition.engine)
            .unwrap_or_else(|faults| panic!("{faults}"));
        crate::standard::check_text(tag, &post.text);
        let first: String = post.text.chars().take(140).collect();
        for figure in &figures[..2] {
            assert!(first.contains(figure), "{tag}: {first}");
        }
        assert!(post.text.chars().count() <= 3000, "{tag}");
        if let Some(folder) = std::env::var_os("BENCHFOLIO_SHOW_WORDS") {
            let folder = std::path::Path::new(&folder);
            let shown = format!(
                "# {}\n{}\n{}\n\n{}",
                article.title,
                article.subtitle.unwrap(),
                article.description,
                article.markdown.text
            );
            std::fs::write(folder.join(format!("report.{tag}.md")), shown).unwrap();
            std::fs::write(folder.join(format!("report.{tag}.txt")), &post.text).unwrap();
        }
    }
}

#[test]
fn synthetic_data_are_disclosed_and_measured_ones_are_not() {
    let project = project();
    for tag in ["en", "pl", "zh-Hans"] {
        let disclosure = edition(&project, tag).engine.disclosure().unwrap();
        assert!(disclosure.is_some_and(|line| !line.is_empty()), "{tag}");
    }
    let mut data = project.load().unwrap();
    let mut dataset = (*data.dataset).clone();
    dataset.provenance.kind = benchfolio::dataset::ProvenanceKind::Measured;
    data.dataset = std::sync::Arc::new(dataset);
    let words = project.words(project.report.languages[0]).unwrap();
    assert_eq!(words.engine(&project, &data).unwrap().disclosure().unwrap(), None);
}

/// What a report has in its reference language, it has in all.
#[test]
fn a_missing_translation_and_unknown_files_are_all_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, text) in [
        ("report.toml", "id = \"a\"\nlanguages = [\"en\", \"pl\"]\n"),
        ("data.json", "{}"),
        ("en/article.md", "Words.\n"),
        ("en/linkedn.txt", "Words.\n"),
        ("eng/article.md", "Words.\n"),
        ("report.tml", ""),
    ] {
        std::fs::create_dir_all(path(name).parent().unwrap()).unwrap();
        std::fs::write(path(name), text).unwrap();
    }
    let told = Project::open(folder.path(), None)
        .unwrap_err()
        .to_string()
        .replace(&folder.path().display().to_string(), "R");
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        [
            "R/en/linkedn.txt: [en] nothing reads this: expected one of article.md, infographic.toml, linkedin.txt, \
             terms.toml (hint: did you mean `linkedin.txt`?)",
            "R/eng: nothing reads this: expected one of en, pl (hint: did you mean `en`?)",
            "R/report.tml: nothing reads this: expected one of report.toml, data.json, README.md, analyze.py, \
             article.html, infographic.svg, share-landscape.svg, share-portrait.svg, theme.toml (hint: did you mean `report.toml`?)",
            "R/pl/article.md: [pl] the translation is missing (hint: translate en/article.md, or take `pl` out of \
             `languages` in report.toml)",
        ]
    );
}

#[test]
fn ids_that_the_data_do_not_have_are_told_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(
        root().join("reports/proxysql-2.7-vs-3.0/data.json"),
        folder.path().join("data.json"),
    )
    .unwrap();
    std::fs::write(
        folder.path().join("report.toml"),
        "id = \"a\"\nprimary = \"audit_tim\"\ncase = \"x\"\n[comparison]\nbaseline = \"2.7.4\"\ncandidate = \"2.7.3\"\n",
    )
    .unwrap();
    let project = Project::open(folder.path(), None).unwrap();
    let told = project
        .load()
        .unwrap_err()
        .to_string()
        .replace(&folder.path().display().to_string(), "R");
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        [
            "R/report.toml:5:12: the data has no such variant: found `2.7.4`, expected one of 2.7.3, 3.0.5 (hint: did \
             you mean `2.7.3`?)",
            "R/report.toml:2:11: the data has no such measure: found `audit_tim`, expected one of audit_time, \
             php_peak_allocated (hint: did you mean `audit_time`?)",
            "R/report.toml:3:8: the data has no such case: found `x`, expected none: the data has no cases",
            "R/report.toml:6:13: the baseline is compared with itself: found `2.7.3`",
        ]
    );
}

/// A fault of the rendered Markdown is told at the words that it comes from.
#[test]
fn faults_of_the_article_lead_back_to_the_words() {
    let folder = tempfile::tempdir().unwrap();
    let own = root().join("reports/proxysql-2.7-vs-3.0");
    std::fs::copy(own.join("data.json"), folder.path().join("data.json")).unwrap();
    std::fs::write(folder.path().join("report.toml"), "id = \"a\"\nlanguages = [\"en\"]\n").unwrap();
    std::fs::create_dir(folder.path().join("en")).unwrap();
    std::fs::write(
        folder.path().join("en/article.md"),
        "Lead {{ counts.calls | count }}.\n\n## Method {#method}\n\nSee [there](nowhere.txt) and {{ standard() }}\n",
    )
    .unwrap();
    let project = Project::open(folder.path(), None).unwrap();
    let edition = edition(&project, "en");
    let article = edition.words.render_article(&edition.engine).unwrap();
    let faults = article.place_all(markdown::parse(&article.markdown, &Targets::default()).unwrap_err());
    let places: Vec<String> = faults
        .iter()
        .map(|fault| {
            let (line, _) = fault.line_column().unwrap();
            let name = fault
                .file_name()
                .unwrap()
                .replace(&folder.path().display().to_string(), "R");
            format!("{name}:{line}")
        })
        .collect();
    assert!(places.contains(&"R/en/article.md:5".to_owned()), "{places:?}");
}
