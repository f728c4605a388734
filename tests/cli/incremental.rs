//! What was made from the same inputs is not made again, and nobody can tell from the files.

use super::archive::files_of;
use super::bench_of_work::{REPORT, Workshop, contents, copy, repository};
use benchfolio::diagnostic::Faults;
use benchfolio::pipeline::{self, Choices, Form, Observer, Outcome, Source};
use benchfolio::publish::Published;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;
use std::time::Duration;

const FORMS: [Form; 3] = [Form::Html, Form::Md, Form::Post];
const BUILD: [&str; 3] = ["build", "--only", "html,md,post"];

/// A figure that comes from nowhere.
const TYPED: &str = "\nIn 8 ms.\n";

/// Notes what is rendered.
#[derive(Default)]
struct Rendered(Mutex<BTreeSet<String>>);

impl Observer for Rendered {
    fn expected(&self, _: &str, _: usize) {}
    fn made(&self, _: &str, artefact: &str) {
        self.0.lock().unwrap().insert(artefact.to_owned());
    }
    fn published(&self, _: &str, _: &Published, _: Duration) {}
    fn failed(&self, _: &str, faults: &Faults) {
        panic!("{faults}");
    }
    fn stopped(&self) -> bool {
        false
    }
}

/// Builds in this process; what came of it, and what was rendered.
fn build(workshop: &Workshop) -> (Outcome, Vec<String>) {
    let choices = Choices {
        forms: FORMS.to_vec(),
        ..Choices::default()
    };
    let rendered = Rendered::default();
    let sources = [Source::Folder(workshop.report())];
    let outcome = pipeline::build(&sources, &choices, &workshop.path("out"), &rendered);
    (outcome, rendered.0.into_inner().unwrap().into_iter().collect())
}

#[test]
fn nothing_changed_nothing_rendered() {
    let workshop = Workshop::with_report();
    let (outcome, rendered) = build(&workshop);
    assert_eq!((outcome.built, outcome.unchanged), (1, 0));
    assert!(rendered.contains(&"article.pl.html".to_owned()), "{rendered:?}");
    let (outcome, rendered) = build(&workshop);
    assert_eq!((outcome.built, outcome.unchanged, rendered.len()), (0, 1, 0));
    // Nor when somebody saved a file without changing it, or left one beside it that no report reads.
    let toml = fs::read(workshop.report().join("report.toml")).unwrap();
    fs::write(workshop.report().join("report.toml"), toml).unwrap();
    fs::write(workshop.report().join("pl/.article.md.swp"), "").unwrap();
    assert_eq!(build(&workshop).0.unchanged, 1);
    // Nor when the results were restored from somewhere else.
    let old = contents(&workshop.set());
    copy(&workshop.path("out"), &workshop.path("copy"));
    fs::remove_dir_all(workshop.path("out")).unwrap();
    copy(&workshop.path("copy"), &workshop.path("out"));
    assert_eq!(build(&workshop).0.unchanged, 1);
    assert_eq!(contents(&workshop.set()), old);
}

#[test]
fn one_word_in_one_language_renders_that_language() {
    let workshop = Workshop::with_report();
    build(&workshop);
    let old = contents(&workshop.set());
    let post = fs::read_to_string(workshop.report().join("pl/linkedin.txt")).unwrap();
    fs::write(workshop.report().join("pl/linkedin.txt"), post + "\nWięcej.\n").unwrap();
    let (outcome, rendered) = build(&workshop);
    assert_eq!(outcome.built, 1);
    assert!(rendered.iter().all(|name| name.contains(".pl.")), "{rendered:?}");
    assert!(rendered.contains(&"linkedin.pl.txt".to_owned()), "{rendered:?}");
    let new = contents(&workshop.set());
    assert!(new["linkedin.pl.txt"].ends_with("Więcej.\n".as_bytes()));
    assert_eq!(new["article.en.html"], old["article.en.html"]);
}

#[test]
fn what_concerns_all_languages_renders_all() {
    let workshop = Workshop::with_report();
    let (_, all) = build(&workshop);
    workshop.replace("report.toml", "authors = [", "authors = [\"Zofia Example\", ");
    assert_eq!(build(&workshop).1, all);
    // A form that was looked for and not there.
    let form = pipeline_form("article.html");
    fs::write(
        workshop.report().join("article.html"),
        form.replace("</body>", "<!-- ours --></body>"),
    )
    .unwrap();
    assert_eq!(build(&workshop).1, all);
    let page = String::from_utf8(contents(&workshop.set())["article.en.html"].clone()).unwrap();
    assert!(page.contains("<!-- ours -->"));
}

#[test]
fn a_theme_concerns_all_languages_and_is_recorded_and_archived() {
    let workshop = Workshop::with_report();
    let (_, all) = build(&workshop);
    let page = || String::from_utf8(contents(&workshop.set())["article.pl.html"].clone()).unwrap();
    let inputs = || String::from_utf8(contents(&workshop.set())["manifest.json"].clone()).unwrap();
    assert!(page().contains("content=\"#0e1b2a\"") && inputs().contains("\"built-in/theme-dark.toml\""));
    let theme = "footer = \"Bench House 24\"\n[colors]\nnight = \"#101418\"\n";
    fs::write(workshop.report().join("theme.toml"), theme).unwrap();
    assert_eq!(build(&workshop).1, all);
    assert!(page().contains("content=\"#101418\"") && inputs().contains("\"theme.toml\""));
    assert_eq!(build(&workshop).0.unchanged, 1);
    workshop.replace("report.toml", "id = ", "theme = \"light\"\nid = ");
    workshop
        .run(&["build", "--only", "post"])
        .ends_with(3)
        .says("theme.toml");
    fs::create_dir(workshop.report().join("brand")).unwrap();
    fs::rename(
        workshop.report().join("theme.toml"),
        workshop.report().join("brand/house.toml"),
    )
    .unwrap();
    workshop.replace("report.toml", "\"light\"", "\"brand/house.toml\"");
    workshop
        .run(&["archive", &format!("reports/{REPORT}"), "--lang", "en"])
        .ends_with(0);
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    let files = files_of(&archive);
    assert_eq!(files["report/brand/house.toml"], theme.as_bytes());
    let picture = String::from_utf8(files["published/infographic.en.svg"].clone()).unwrap();
    assert!(picture.contains("#101418") && picture.contains("Bench House 24"));
    // Made again from the archive alone.
    fs::remove_dir_all(workshop.path("reports")).unwrap();
    workshop.run(&["verify", archive.to_str().unwrap()]).ends_with(0);
}

fn pipeline_form(name: &str) -> String {
    benchfolio::project::built_in(name).unwrap().text.to_string()
}

#[test]
fn a_touched_set_is_made_again() {
    let workshop = Workshop::with_report();
    build(&workshop);
    let good = contents(&workshop.set());
    let page = workshop.set().join("article.en.md");
    // Another byte of the same size; a missing file; another manifest.
    for spoil in [0, 1, 2] {
        match spoil {
            0 => {
                let mut text = fs::read(&page).unwrap();
                let last = text.len() - 2;
                text[last] ^= 1;
                fs::write(&page, text).unwrap();
            }
            1 => fs::remove_file(&page).unwrap(),
            _ => fs::write(workshop.set().join("SHA256SUMS"), "0".repeat(good["SHA256SUMS"].len())).unwrap(),
        }
        let (outcome, rendered) = build(&workshop);
        assert_eq!(outcome.built, 1, "{spoil}");
        assert!(rendered.iter().all(|name| name.contains(".en.")), "{rendered:?}");
        assert_eq!(contents(&workshop.set()), good);
    }
    // A file that no build wrote is refused as ever.
    fs::write(workshop.set().join("thesis.docx"), "years of work").unwrap();
    workshop.run(&BUILD).ends_with(4).says("thesis.docx");
}

#[test]
fn force_makes_everything() {
    let workshop = Workshop::with_report();
    workshop.run(&BUILD).ends_with(0).says("1 report built");
    workshop.run(&BUILD).ends_with(0).says("1 report unchanged");
    let forced = [&BUILD[..], &["--force"]].concat();
    workshop.run(&forced).ends_with(0).says("1 report built");
    // Other choices are another set.
    workshop
        .run(&["build", "--only", "post"])
        .ends_with(0)
        .says("1 report built");
    workshop
        .command(&["build", "--only", "post"])
        .env("SOURCE_DATE_EPOCH", "86400")
        .output()
        .map(super::bench_of_work::Ended::from)
        .unwrap()
        .says("1 report built");
}

/// Builds twice: the second run renders nothing and tells the same warnings, at the same places.
#[track_caller]
fn warned_twice(workshop: &Workshop, warning: &str) {
    let first = workshop.run(&BUILD).ends_with(0).says("1 report built");
    let second = workshop.run(&BUILD).ends_with(0).says("1 report unchanged");
    let warnings = |text: &str| -> Vec<String> {
        let warnings = text.lines().filter(|line| line.starts_with("warning["));
        warnings.map(str::to_owned).collect()
    };
    assert!(first.stderr.contains(warning), "{}", first.stderr);
    assert_eq!(warnings(&first.stderr), warnings(&second.stderr));
}

#[test]
fn warnings_about_data_are_told_again() {
    let workshop = Workshop::empty();
    let name = "proxysql-2.4.4-vs-direct";
    let report = workshop.path("reports").join(name);
    copy(&repository().join("reports").join(name), &report);
    // Nobody answers for the figures that were cut off.
    let toml = fs::read_to_string(report.join("report.toml")).unwrap();
    let kept = toml.lines().filter(|line| !line.starts_with("claim-rounded"));
    fs::write(report.join("report.toml"), kept.collect::<Vec<_>>().join("\n")).unwrap();
    warned_twice(&workshop, "data.json:");
}

#[test]
fn warnings_about_words_are_told_again() {
    let workshop = Workshop::with_report();
    let report = format!("reports/{}", super::bench_of_work::REPORT);
    workshop.run(&["status", &report, "--accept", "pl"]).ends_with(0);
    workshop.replace("en/linkedin.txt", "#ProxySQL", "#ProxySQL #Cache");
    warned_twice(&workshop, "translation-current");
}

#[test]
fn an_allowance_that_covers_nothing_is_told_again() {
    let workshop = Workshop::with_report();
    let report = workshop.report().join("report.toml");
    let toml = fs::read_to_string(&report).unwrap();
    let idle = "drift = \"the host warms up in the first minutes\"\n";
    let toml = match toml.contains("[allow]\n") {
        true => toml.replacen("[allow]\n", &format!("[allow]\n{idle}"), 1),
        false => format!("{toml}\n[allow]\n{idle}"),
    };
    fs::write(&report, toml).unwrap();
    warned_twice(&workshop, "allowed-nothing");
}

#[test]
fn a_data_file_alone_is_remembered_too() {
    let workshop = Workshop::with_report();
    fs::copy(workshop.report().join("data.json"), workshop.path("data.json")).unwrap();
    let build = ["build", "--data", "data.json", "--only", "post", "--lang", "en,de"];
    workshop.run(&build).ends_with(0).says("1 report built");
    workshop.run(&build).ends_with(0).says("1 report unchanged");
    fs::rename(workshop.path("data.json"), workshop.path("other.json")).unwrap();
    let build = ["build", "--data", "other.json", "--only", "post", "--lang", "en,de"];
    workshop.run(&build).ends_with(0).says("1 report built");
}

/// Whatever is edited, spoilt or forgotten in whatever order: the set is the one that a first build makes.
#[test]
fn random_edits_give_what_a_fresh_build_gives() {
    let workshop = Workshop::with_report();
    let mut random = Random(7);
    let (mut kept, mut refused) = (0, 0);
    for round in 0..18 {
        // What was refused is taken back.
        for language in LANGUAGES {
            let path = workshop.report().join(language).join("article.md");
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.replace(TYPED, "")).unwrap();
        }
        let edit = random.below(EDITS.len());
        let language = LANGUAGES[random.below(LANGUAGES.len())];
        EDITS[edit](&workshop, language);
        let before = contents_or_nothing(&workshop, "out");
        let ended = workshop.run(&BUILD);
        let _ = fs::remove_dir_all(workshop.path("fresh"));
        let fresh = workshop.run(&[&BUILD[..], &["--out", "fresh"]].concat());
        assert_eq!(ended.code, fresh.code, "edit {edit} in round {round}\n{}", ended.stderr);
        if fresh.code == Some(0) {
            assert!(
                contents_or_nothing(&workshop, "out") == contents_or_nothing(&workshop, "fresh"),
                "edit {edit} of {language} in round {round}"
            );
            kept += usize::from(ended.stderr.contains("1 report unchanged"));
        } else {
            assert!(
                before == contents_or_nothing(&workshop, "out"),
                "a refused report changed its set"
            );
            refused += 1;
        }
    }
    assert!(
        kept > 0 && refused > 0,
        "{kept} kept, {refused} refused: the edits do not test much"
    );
}

fn contents_or_nothing(workshop: &Workshop, out: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
    let folder = workshop.path(out).join(super::bench_of_work::REPORT);
    if folder.exists() {
        contents(&folder)
    } else {
        Default::default()
    }
}

type Edit = fn(&Workshop, &str);

const LANGUAGES: [&str; 3] = ["en", "pl", "zh-Hans"];

const EDITS: [Edit; 11] = [
    |_, _| {},
    // Words of a language.
    |w, lang| append(w, &format!("{lang}/linkedin.txt"), "\nMore.\n"),
    |w, lang| append(w, &format!("{lang}/article.md"), "\nMore.\n"),
    |w, lang| append(w, &format!("{lang}/terms.toml"), "# more\n"),
    // A figure that was typed.
    |w, lang| append(w, &format!("{lang}/article.md"), TYPED),
    // The report as a whole.
    |w, _| toggle(w, "report.toml", "# another comment\n"),
    |w, _| {
        let own = w.report().join("article.html");
        if own.exists() {
            fs::remove_file(own).unwrap();
        } else {
            fs::write(own, pipeline_form("article.html") + "<!-- ours -->\n").unwrap();
        }
    },
    |w, _| toggle(w, "data.json", "\n"),
    // Results that somebody touched.
    |w, lang| {
        let _ = fs::remove_file(w.set().join(format!("article.{lang}.md")));
    },
    // A memory that is lost, or wrong.
    |w, _| {
        let _ = fs::remove_dir_all(w.path("out/.benchfolio"));
    },
    |w, _| {
        let numbers = format!("out/.benchfolio/{}.numbers", super::bench_of_work::REPORT);
        let _ = fs::write(w.path(&numbers), "{}");
        append(w, "pl/linkedin.txt", "\nMore.\n");
    },
];

fn append(workshop: &Workshop, file: &str, text: &str) {
    let path = workshop.report().join(file);
    let old = fs::read_to_string(&path).unwrap_or_default();
    fs::write(path, old + text).unwrap();
}

fn toggle(workshop: &Workshop, file: &str, text: &str) {
    let path = workshop.report().join(file);
    let old = fs::read_to_string(&path).unwrap();
    let new = match old.contains(text) {
        true => old.replace(text, ""),
        false => old + text,
    };
    fs::write(path, new).unwrap();
}

/// A linear congruential generator (Knuth's MMIX constants): the same edits in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
