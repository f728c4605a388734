//! Time to set and write PDF articles: one article of a few pages, hundreds of pages, long tables.

#[path = "../tests/pdf/samples.rs"]
mod samples;

use benchfolio::render::article::pdf::Options;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use samples::{article, from_markdown, pdf, picture};

fn articles(c: &mut Criterion) {
    let tree = picture();
    for language in ["en", "zh-Hans", "ar"] {
        let article = article(language);
        c.bench_function(&format!("pdf/article/{language}"), |b| {
            b.iter_batched(
                || &article,
                |article| pdf(article, &tree, Options::default()),
                BatchSize::PerIteration,
            );
        });
    }
}

fn long(c: &mut Criterion) {
    let tree = picture();
    let mut group = c.benchmark_group("pdf/long");
    group.sample_size(10);
    for copies in [10, 40, 160] {
        let article = from_markdown("en", &samples::long_text(copies));
        group.bench_function(format!("{copies} copies of the text"), |b| {
            b.iter(|| pdf(&article, &tree, Options::default()));
        });
    }
    for rows in [500, 2000] {
        let article = from_markdown("en", &samples::long_table(rows, 4));
        group.bench_function(format!("table of {rows} rows"), |b| {
            b.iter(|| pdf(&article, &tree, Options::default()));
        });
    }
    group.finish();
}

criterion_group!(benches, articles, long);
criterion_main!(benches);
