//! PDF articles, from Markdown to bytes.

#[path = "pdf/samples.rs"]
mod samples;

use benchfolio::render::article::pdf::Options;
use samples::{SAMPLES, article, pdf, picture};

#[test]
fn every_sample_is_set() {
    let tree = picture();
    for (language, ..) in SAMPLES {
        let bytes = pdf(&article(language), &tree, Options::default());
        if let Ok(folder) = std::env::var("PDF_SAMPLES") {
            std::fs::write(format!("{folder}/article.{language}.pdf"), &bytes).unwrap();
        }
        assert!(bytes.starts_with(b"%PDF-1.7"), "{language}");
    }
}
