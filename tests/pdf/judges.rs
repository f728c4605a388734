//! Programs of others that judge what we write: veraPDF, qpdf and the engines that give text back. `tests/setup.sh`
//! installs them. Where one is missing the test says so and passes; in CI (`CI=true`) it must be there.

use crate::samples::{PALETTE, SAMPLES, article, data, from_markdown, long_table, picture};
use benchfolio::diagnostic::Faults;
use benchfolio::pipeline::{self, Choices, Form, Observer};
use benchfolio::publish::Published;
use benchfolio::render::article::blocks::Article;
use benchfolio::render::article::pdf::{self, Conformance, Infographic, Options, Paper, Request};
use benchfolio::render::logo::Logo;
use benchfolio::text::{Brand, brand};
use resvg::usvg;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

/// Every sample, and what the samples lack, written once for all judges.
static FILES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let tree = picture();
    let mut files = Vec::new();
    let mut keep = |name: String, bytes: Vec<u8>| {
        let path = FOLDER.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        if let Ok(folder) = std::env::var("PDF_SAMPLES") {
            std::fs::copy(&path, Path::new(&folder).join(path.file_name().unwrap())).unwrap();
        }
        files.push(path);
    };
    for (language, ..) in SAMPLES {
        keep(
            format!("article.{language}.pdf"),
            crate::pdf(&article(language), &tree, Options::default()),
        );
    }
    let hostile = from_markdown("en", crate::HOSTILE);
    keep("hostile.pdf".into(), crate::pdf(&hostile, &tree, Options::default()));
    let table = from_markdown("en", &long_table(60, 9));
    let letter = Options {
        paper: Paper::Letter,
        ..Options::default()
    };
    keep("table.pdf".into(), crate::pdf(&table, &tree, letter));
    let older = Options {
        conformance: Conformance::A2a,
        ..Options::default()
    };
    for language in ["en", "ar", "zh-Hans"] {
        keep(
            format!("branded.{language}.pdf"),
            branded_pdf(&article(language), &tree),
        );
    }
    keep("article-2a.pdf".into(), crate::pdf(&article("en"), &tree, older));
    files
});

/// An article with a publisher's logo of pixels and fonts.
fn branded_pdf(article: &Article, tree: &usvg::Tree) -> Vec<u8> {
    let fixture = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/theme")
            .join(name);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let logo = Logo::bitmap("logo.png", &fixture("logo.png")).unwrap_or_else(|faults| panic!("{faults}"));
    let [regular, bold] = ["Sample-Regular.ttf", "Sample-Bold.ttf"]
        .map(|name| brand::read(name, &fixture(name)).unwrap_or_else(|fault| panic!("{fault}")));
    let family = brand::family(Some(&regular), Some(&bold));
    let request = Request {
        article,
        infographic: Some(Infographic {
            tree,
            title: "Infographic",
        }),
        logo: Some((&logo, "Example Labs")),
        palette: &PALETTE,
        brand: Brand {
            text: Some(family),
            heading: None,
            code: Some(family),
        },
        attachments: vec![data()],
        options: Options::default(),
    };
    pdf::render(&request).unwrap_or_else(|faults| panic!("{faults}")).bytes
}

/// Nobody looks on.
struct Quiet;

impl Observer for Quiet {
    fn expected(&self, _: &str, _: usize) {}
    fn made(&self, _: &str, _: &str) {}
    fn published(&self, _: &str, _: &Published, _: Duration) {}
    fn failed(&self, _: &str, _: &Faults) {}
    fn stopped(&self) -> bool {
        false
    }
}

/// The article of every report in every language, as the product makes it.
static REPORTS: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let choices = Choices {
        forms: vec![Form::Pdf],
        ..Choices::default()
    };
    let mut files = Vec::new();
    for source in pipeline::reports_below(&reports).unwrap_or_else(|faults| panic!("{faults}")) {
        let name = source.name();
        let report = Path::new(&name).file_name().unwrap().to_string_lossy();
        let set = pipeline::make(&source, &choices, &Quiet).unwrap_or_else(|faults| panic!("{faults}"));
        for artefact in set.artefacts.iter().filter(|artefact| artefact.name.ends_with(".pdf")) {
            let path = FOLDER.path().join(format!("{report}.{}", artefact.name));
            std::fs::write(&path, &artefact.bytes).unwrap();
            files.push(path);
        }
    }
    assert!(!files.is_empty(), "no report has a PDF");
    files
});

fn has(program: &str, argument: &str) -> bool {
    let found = Command::new(program)
        .arg(argument)
        .output()
        .is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "{program} is not installed");
        eprintln!("{program} is not installed: nothing judged");
    }
    found
}

/// Where `tests/setup.sh` puts what it installs.
fn validators() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/validators")
}

/// Builds veraPDF's runner when it is not there yet.
fn judge() -> PathBuf {
    let place = validators().join("verapdf");
    if !place.join("judge.jar").exists() {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validators/verapdf/pom.xml");
        let built = Command::new("mvn")
            .args(["-q", "-B", "-f"])
            .arg(project)
            .arg("package")
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stdout));
    }
    place
}

/// One start of Java for all files.
fn verapdf(flavours: &str, files: &[&PathBuf]) {
    let place = judge();
    let path = format!("{0}/judge.jar:{0}/*", place.display());
    let output = Command::new("java")
        .args([
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            &path,
            "Judge",
            flavours,
        ])
        .args(files)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let passed = said.lines().filter(|line| line.contains(": passed ")).count();
    assert_eq!(passed, files.len() * flavours.split(',').count(), "{said}");
}

#[test]
fn verapdf_finds_no_failed_rule_of_pdf_ua_1_and_pdf_a() {
    if !has("java", "-version") || !has("mvn", "-version") {
        return;
    }
    let (older, newer): (Vec<&PathBuf>, Vec<&PathBuf>) =
        FILES.iter().partition(|path| path.ends_with("article-2a.pdf"));
    verapdf("ua1,3a", &newer);
    verapdf("ua1,2a", &older);
}

#[test]
fn verapdf_finds_no_failed_rule_in_any_report_and_language() {
    if !has("java", "-version") || !has("mvn", "-version") {
        return;
    }
    verapdf("ua1,3a", &REPORTS.iter().collect::<Vec<_>>());
}

#[test]
fn qpdf_finds_no_fault_of_syntax() {
    if !has("qpdf", "--version") {
        return;
    }
    for file in FILES.iter().chain(REPORTS.iter()) {
        let output = Command::new("qpdf").arg("--check").arg(file).output().unwrap();
        assert!(
            output.status.success(),
            "{}: {}",
            file.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(
            !String::from_utf8_lossy(&output.stderr).contains("WARNING"),
            "{}",
            file.display()
        );
    }
}

/// What each engine must give back of the words of a language, in percent. Anything below 100 is an exception with
/// its reason in docs/pdf.md.
fn floor(engine: &str, language: &str) -> f64 {
    match (engine, language) {
        ("mupdf", "ar") => 93.0,
        ("mupdf" | "pdfium", "ar" | "he") => 96.0,
        _ => 100.0,
    }
}

#[test]
fn text_comes_back_word_for_word() {
    if !has("pdftotext", "-v") || !has("python3", "--version") {
        return;
    }
    let path = validators().join("pdf-text");
    let modules = Command::new("python3")
        .env("PYTHONPATH", &path)
        .args(["-c", "import pymupdf, pypdfium2"])
        .output()
        .unwrap();
    if !modules.status.success() {
        assert!(
            std::env::var_os("CI").is_none(),
            "pymupdf and pypdfium2 are not installed"
        );
        eprintln!("pymupdf and pypdfium2 are not installed: nothing compared");
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdf/extract.py");
    let mut wrong = Vec::new();
    for (language, ..) in SAMPLES {
        let words = FOLDER.path().join(format!("{language}.words"));
        let file = FILES
            .iter()
            .find(|path| path.ends_with(format!("article.{language}.pdf")))
            .unwrap();
        std::fs::write(&words, crate::words::of(&article(language)).join("\n")).unwrap();
        let output = Command::new("python3")
            .env("PYTHONPATH", &path)
            .arg(&script)
            .arg(file)
            .arg(&words)
            .arg(language)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // Engine, words found, words wanted, and the first that are missing.
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let (found, wanted): (f64, f64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
            println!("{language} {line}");
            if found / wanted * 100.0 < floor(fields[0], language) {
                wrong.push(format!("{language} {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
