//! What one infographic costs, by stage: `cargo bench --bench poster`.

use benchfolio::diagnostic::SourceText;
use benchfolio::locale::Script;
use benchfolio::project::Project;
use benchfolio::render::infographic::{Infographic, draw_report};
use criterion::{Criterion, criterion_group, criterion_main};
use resvg::{tiny_skia, usvg};
use std::hint::black_box;
use std::path::Path;

fn picture(data: &str, tag: &str) -> impl Fn() -> Infographic {
    let project = Project::standard(&Path::new(env!("CARGO_MANIFEST_DIR")).join(data), None).expect("a report");
    let words = project.words(Script::of(tag).expect("a language")).expect("its words");
    let engine = words
        .engine(&project, &project.load().expect("data"))
        .expect("an engine");
    let form: SourceText = project.form("infographic.svg").expect("the form");
    let theme = project.theme().expect("a theme");
    move || draw_report(&engine, &words.infographic, &theme, &form, None).expect("a picture")
}

fn stages(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("infographic");
    for (name, data) in [
        ("distribution", "reports/proxysql-2.7-vs-3.0/data.json"),
        ("comparison", "tests/data/proxysql-2.4.4-vs-direct.json"),
        ("grid", "tests/data/mysql-query-cache-cost.json"),
    ] {
        for tag in ["en", "zh-Hans"] {
            let draw = picture(data, tag);
            group.bench_function(format!("draw/{name}/{tag}"), |b| b.iter(|| black_box(draw())));
        }
    }
    let drawn = picture("reports/proxysql-2.7-vs-3.0/data.json", "en")();
    group.bench_function("parse", |b| {
        b.iter(|| {
            let mut options = usvg::Options {
                fontdb: benchfolio::text::FontSet::shared().database(),
                ..usvg::Options::default()
            };
            options.font_resolver.select_fallback = Box::new(|_, _, _| None);
            usvg::Tree::from_str(&drawn.svg, &options).expect("an SVG")
        });
    });
    group.bench_function("rasterise", |b| {
        b.iter(|| {
            let mut pixmap = tiny_skia::Pixmap::new(1600, 2000).expect("a size");
            resvg::render(&drawn.tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
            pixmap
        });
    });
    group.bench_function("encode", |b| b.iter(|| drawn.artefacts("en").expect("files")));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = stages
}
criterion_main!(benches);
