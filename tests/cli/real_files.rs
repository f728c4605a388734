//! From what a tool printed to a publication in languages that run from right to left: names with brackets, signs and
//! slashes, flags of a compiler, powers of ten. The build proves every number of every artefact that it makes.

use super::bench_of_work::{Workshop, repository};

#[test]
fn what_tools_print_is_published_from_right_to_left() {
    let workshop = Workshop::empty();
    for (file, holds) in [
        (
            "k6/quentinbadoud-handlesummary.json",
            "«\u{2068}http_req_duration p(95)<500\u{2069}»",
        ),
        ("pyperf/mult-list-py37-tags.json", "(\u{2068}[1,2]*1000\u{2069})"),
        (
            "google-benchmark/ucsb-rocksdb-1TB-counters.json",
            "\u{2066}1.912\u{a0}×\u{a0}10⁻¹⁰\u{2069}",
        ),
        (
            "fio/virtualclient-readwrite-3.26.json",
            "\u{2068}disk_fill read\u{2069}",
        ),
    ] {
        let file = repository().join("tests/import").join(file);
        workshop
            .run(&["import", file.to_str().unwrap(), "-o", "data.json"])
            .ends_with(0);
        workshop
            .run(&[
                "build",
                "--data",
                "data.json",
                "--lang",
                "ar,he",
                "--out",
                "site",
                "--force",
            ])
            .ends_with(0);
        let set = std::fs::read_dir(workshop.path("site")).unwrap().flatten();
        let set = set
            .map(|entry| entry.path())
            .find(|path| path.join("article.ar.md").exists());
        let article = std::fs::read_to_string(set.unwrap().join("article.ar.md")).unwrap();
        let article = article.replace('\\', "").replace("&lt;", "<");
        assert!(article.contains(holds), "{}: {article}", file.display());
        std::fs::remove_dir_all(workshop.path("site")).unwrap();
    }
}
