//! What the example reports say they are made from, they are made from.

use super::bench_of_work::{Ended, Workshop, repository};
use std::fs;
use std::process::Command;

#[test]
fn the_measured_report_is_imported_from_its_raw_output() {
    let folder = repository().join("reports/mariadb-query-cache");
    let workshop = Workshop::empty();
    let made = workshop.path("data.json");
    let import = Command::new("bash")
        .arg(folder.join("import.sh"))
        .arg(&made)
        .env("BENCHFOLIO", env!("CARGO_BIN_EXE_benchfolio"))
        .current_dir(workshop.path(""))
        .output()
        .unwrap();
    Ended::from(import).ends_with(0);
    let kept = fs::read_to_string(folder.join("data.json")).unwrap();
    assert_eq!(fs::read_to_string(made).unwrap(), kept);
}

/// One form of an example report in English, as text.
fn built(report: &str, form: &str, file: &str) -> String {
    let workshop = Workshop::empty();
    let folder = repository().join("reports").join(report);
    workshop
        .run(&["build", folder.to_str().unwrap(), "--lang", "en", "--only", form])
        .ends_with(0);
    fs::read_to_string(workshop.path("out").join(report).join(file)).unwrap()
}

/// What the elements of a picture say.
fn said(picture: &str) -> String {
    let pieces = picture.split('>').filter_map(|piece| piece.split_once('<'));
    let texts = pieces
        .map(|(text, _)| text.trim())
        .filter(|text| !text.contains("@font-face"));
    texts.collect::<Vec<_>>().join("\n")
}

/// A build checks every number of every form, so it ends with 0 only when each was read back from these digits.
#[test]
fn numbers_of_arabic_have_the_digits_that_the_report_chooses() {
    for report in ["proxysql-2.7-vs-3.0", "mariadb-query-cache", "mysql-query-cache-cost"] {
        let workshop = Workshop::empty();
        let folder = workshop.path(report);
        fs::create_dir(&folder).unwrap();
        let data = repository().join("reports").join(report).join("data.json");
        fs::copy(data, folder.join("data.json")).unwrap();
        let settings = "id = \"a\"\nlanguages = [\"ar\"]\nintervals = true\ndate = \"2026-07-09\"\n[numerals]\nar = \"arab\"\n[allow]\n\
             throughput-fits-latency = \"nothing that this test looks at\"\nclaim-recomputed = \"nothing that this test looks at\"\n";
        fs::write(folder.join("report.toml"), settings).unwrap();
        workshop.run(&["build", folder.to_str().unwrap()]).ends_with(0);
        let read = |name: &str| fs::read_to_string(workshop.path("out/a").join(name)).unwrap();
        assert!(read("article.ar.html").contains("٩ يوليو ٢٠٢٦"));
        let names = [
            "MySQL", "ProxySQL", "PHP", "Ubuntu", "sysbench", "rows", "2.7.3", "3.0.5", "Debian",
        ];
        for picture in ["infographic", "share-portrait", "share-landscape"] {
            let said = said(&read(&format!("{picture}.ar.svg")));
            assert!(said.contains('٪') || said.contains('×'), "{said}");
            let strange: Vec<&str> = (said.lines())
                .filter(|line| {
                    line.contains(|c: char| c.is_ascii_digit()) && !names.iter().any(|name| line.contains(name))
                })
                .collect();
            assert_eq!(strange, Vec::<&str>::new(), "{report}: {picture}");
        }
        let archive = workshop.path("out/a/a-graphics.zip");
        workshop.run(&["verify", archive.to_str().unwrap()]).ends_with(0);
    }
}

#[test]
fn a_picture_calls_nothing_better_that_the_interval_leaves_open() {
    let picture = built("mariadb-query-cache", "svg", "infographic.en.svg");
    // Throughput of reads rose by 4.6% on average, and its interval goes from −9.4% to +20.4%.
    assert!(picture.contains("+4.6%"), "{picture}");
    assert_eq!(picture.matches(">unclear<").count(), 4);
    assert_eq!(picture.matches(">worse<").count(), 3);
    assert_eq!(picture.matches(">better<").count(), 0);
}

#[test]
fn published_figures_come_from_the_data_too() {
    let article = built("proxysql-2.4.4-vs-direct", "md", "article.en.md");
    assert!(
        article.contains("| Read-only | Throughput | −21% | −21.60% |"),
        "{article}"
    );
    assert!(
        article.contains("| Read/write | Error rate | +140% | +1,400.00% |"),
        "{article}"
    );
}
