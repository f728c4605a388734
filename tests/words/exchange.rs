//! Words on their way to translators and back: nothing is lost, nothing broken comes in, and translators' tools agree.

use crate::{root, templates};
use benchfolio::diagnostic::SourceText;
use benchfolio::locale::Script;
use benchfolio::translation::{self, Catalogue, Imported, Read, WordSet, po, xliff};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The standard words and those of every example report, each with a language that they are in.
fn all() -> Vec<(WordSet, &'static Script)> {
    let mut sets = vec![WordSet::standard(&templates())];
    let mut reports: Vec<PathBuf> = std::fs::read_dir(root().join("reports"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    reports.sort();
    sets.extend(reports.iter().map(|folder| WordSet::of_report(folder).unwrap()));
    let pairs = |set: WordSet| {
        let languages = set.languages.clone();
        languages.into_iter().map(move |script| (set.clone(), script))
    };
    sets.into_iter().flat_map(pairs).collect()
}

type Write = fn(&Catalogue) -> String;
type Reader = fn(&SourceText) -> Result<Read, benchfolio::diagnostic::Faults>;

const FORMATS: [(&str, Write, Reader); 2] = [("po", po::write, po::read), ("xlf", xliff::write, xliff::read)];

#[test]
fn what_is_exported_comes_back_without_a_change() {
    let sets = all();
    assert!(sets.len() >= 26, "{} languages", sets.len());
    for (set, script) in sets {
        let catalogue = translation::catalogue(&set, script).unwrap();
        for (extension, write, read) in FORMATS {
            let what = format!("{} {} {extension}", set.folder.display(), script.tag);
            let text = write(&catalogue);
            let read = read(&SourceText::new("x", text)).unwrap_or_else(|faults| panic!("{what}: {faults}"));
            assert_eq!(read.catalogue.language, script.tag, "{what}");
            assert_eq!(read.catalogue.units.len(), catalogue.units.len(), "{what}");
            for (came, went) in read.catalogue.units.iter().zip(&catalogue.units) {
                let of = |unit: &translation::Unit| {
                    let texts = (unit.source.clone(), unit.target.clone());
                    (unit.file.clone(), unit.key.clone(), texts, unit.needs_review)
                };
                assert_eq!(of(came), of(went), "{what}");
            }
            let imported = translation::import(&set, script, &read).unwrap_or_else(|faults| panic!("{what}: {faults}"));
            assert_eq!(
                (imported.files, imported.changed, imported.confirmed),
                (vec![], 0, 0),
                "{what}"
            );
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}

fn store(imported: &Imported) {
    for (path, text) in &imported.files {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// A language that is taken to pieces and put together again says what it said: through each format the same files.
#[test]
fn a_whole_language_is_made_from_a_catalogue() {
    let original = root().join("reports/proxysql-2.7-vs-3.0");
    let script = Script::of("pl").unwrap();
    let catalogue = translation::catalogue(&WordSet::of_report(&original).unwrap(), script).unwrap();
    for (extension, write, read) in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        copy_folder(&original, folder.path());
        std::fs::remove_dir_all(folder.path().join("pl")).unwrap();
        let set = WordSet::of_report(folder.path()).unwrap();
        let read = read(&SourceText::new("x", write(&catalogue))).unwrap();
        let imported = translation::import(&set, script, &read).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(imported.changed, catalogue.units.len(), "{extension}");
        store(&imported);
        for file in ["article.md", "linkedin.txt", "state.toml"] {
            let text = |folder: &Path| std::fs::read_to_string(folder.join("pl").join(file)).unwrap();
            assert_eq!(text(folder.path()), text(&original), "{extension} {file}");
        }
        let again = translation::catalogue(&set, script).unwrap();
        let targets = |catalogue: &Catalogue| catalogue.units.iter().map(|u| u.target.clone()).collect::<Vec<_>>();
        assert_eq!(targets(&again), targets(&catalogue), "{extension}");
    }
}

/// Imports a PO file of Polish words after one text was replaced; the words that come of it, or what is told.
fn edited(from: &str, to: &str) -> Result<(tempfile::TempDir, Imported), String> {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(&root().join("reports/proxysql-2.7-vs-3.0"), folder.path());
    let set = WordSet::of_report(folder.path()).unwrap();
    let script = Script::of("pl").unwrap();
    let text = po::write(&translation::catalogue(&set, script).unwrap());
    assert!(text.contains(from), "{from}");
    let read =
        po::read(&SourceText::new("mine.po", text.replacen(from, to, 1))).map_err(|faults| faults.to_string())?;
    let imported = translation::import(&set, script, &read).map_err(|faults| faults.to_string())?;
    store(&imported);
    Ok((folder, imported))
}

#[test]
fn a_changed_translation_changes_its_paragraph_and_nothing_else() {
    let (folder, imported) = edited("kończył pracę po pierwszym odczycie", "kończył „pracę” po odczycie").unwrap();
    assert_eq!((imported.changed, imported.confirmed, imported.files.len()), (1, 0, 1));
    let text = |folder: &Path| std::fs::read_to_string(folder.join("pl/article.md")).unwrap();
    let before = text(&root().join("reports/proxysql-2.7-vs-3.0"));
    let expected = before.replacen("kończył pracę po pierwszym odczycie", "kończył „pracę” po odczycie", 1);
    assert_eq!(text(folder.path()), expected);
}

#[test]
fn what_would_break_the_words_is_refused_with_its_place() {
    for (from, to, message) in [
        (
            "msgstr \"Wartość {{ m.php_peak_allocated.value.candidate | quantity }}",
            "msgstr \"Wartość {{ m.php_peak.value.candidate | quantity }}",
            "article.md#result/4: [pl] a placeholder is lost: expected `m.php_peak_allocated.value.candidate`",
        ),
        (
            "msgstr \"Wartość {{ m.php_peak_allocated.value.candidate | quantity }}",
            "msgstr \"Wartość { m.php_peak_allocated.value.candidate | quantity }}",
            "article.md#result/4: [pl] a tag is broken: found `}}`",
        ),
        (
            "msgstr \"Wartość {{",
            "msgstr \"Wartość 4 {{",
            "article.md#result/4: [pl] a digit is typed in prose: found `4`",
        ),
        (
            "mniejsza{% else %}. Zmiana",
            "mniejsza. Zmiana",
            "article.md#lead/1: [pl] a condition is lost: expected `else`",
        ),
        (
            "{% endif %}. W obu przypadkach",
            ". W obu przypadkach",
            "article.md#lead/1: [pl] tags do not open and close as in the reference language: found `if`, expected \
             `nothing open`",
        ),
        (
            "msgstr \"Czym jest jeden audyt\"",
            "msgstr \"Czym jest\\n\\n- jeden audyt\"",
            "article.md#unit/1: [pl] this would not be read as one paragraph: expected no empty line",
        ),
    ] {
        let told = edited(from, to).map(|_| ()).unwrap_err();
        assert!(told.contains(message), "{message}\n{told}");
        let line = told.lines().next().unwrap();
        let (place, _) = line.split_once(": ").unwrap();
        assert!(place.starts_with("mine.po:") && place.ends_with(":1"), "{line}");
    }
}

/// A catalogue of something else is told in a few lines, whatever its size.
#[test]
fn many_unknown_paragraphs_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(&root().join("reports/proxysql-2.7-vs-3.0"), folder.path());
    let set = WordSet::of_report(folder.path()).unwrap();
    let script = Script::of("pl").unwrap();
    let mut text = po::write(&translation::catalogue(&set, script).unwrap());
    for i in 0..3000 {
        text += &format!("\nmsgctxt \"article.md#other/\\\"{i}\\\"\"\nmsgid \"Text {i}\"\nmsgstr \"Tekst {i}\"\n");
    }
    let source = SourceText::new("mine.po", text.as_str());
    let imported = translation::import(&set, script, &po::read(&source).unwrap()).unwrap();
    assert_eq!((imported.changed, imported.notes.len()), (0, 21));
    let place = imported.notes[19].place.clone().unwrap().span;
    assert_eq!(&text[place], "msgctxt \"article.md#other/\\\"19\\\"\"");
    let last = imported.notes[20].to_string();
    assert!(last.contains("2980 more paragraphs"), "{last}");
}

#[test]
fn two_translations_of_one_paragraph_are_told() {
    let set = WordSet::of_report(&root().join("reports/proxysql-2.7-vs-3.0")).unwrap();
    let script = Script::of("pl").unwrap();
    let text = po::write(&translation::catalogue(&set, script).unwrap());
    let mut read = po::read(&SourceText::new("mine.po", text)).unwrap();
    let mut units = read.catalogue.units.iter();
    let mut other = units
        .find(|unit| unit.target == "Czym jest jeden audyt")
        .unwrap()
        .clone();
    other.target = "Jeden audyt".into();
    read.catalogue.units.push(other);
    let told = translation::import(&set, script, &read).unwrap_err().to_string();
    assert!(
        told.contains("a paragraph is translated twice, in two ways: found `article.md#unit/1`"),
        "{told}"
    );
}

#[test]
fn files_that_are_none_of_ours_are_told_and_never_a_panic() {
    let set = WordSet::of_report(&root().join("reports/proxysql-2.7-vs-3.0")).unwrap();
    let catalogue = translation::catalogue(&set, Script::of("pl").unwrap()).unwrap();
    for (_, write, read) in FORMATS {
        let good = write(&catalogue);
        for bad in [
            "",
            "\n",
            "no\n",
            "\"a\"\n",
            "msgid \"a\n",
            "msgstr \"a\"\nmsgid \"b\"\n",
            "<xliff/>",
            "<a>",
            "#~ x\n#|\n",
        ] {
            assert!(read(&SourceText::new("x", bad)).is_err(), "{bad:?}");
        }
        // Cut off anywhere: told or read, but not a crash.
        let ends: Vec<usize> = (0..good.len().min(6000))
            .step_by(97)
            .filter(|at| good.is_char_boundary(*at))
            .collect();
        for end in ends {
            let _ = read(&SourceText::new("x", &good[..end]));
        }
    }
}

/// A report whose English moved on, as translators get it: one paragraph stale, one missing.
fn behind() -> (tempfile::TempDir, WordSet) {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(&root().join("reports/proxysql-2.7-vs-3.0"), folder.path());
    let path = folder.path().join("en/article.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = text.replacen(
        "These are durations as the client sees them.",
        "New one.\n\nThey are durations.",
        1,
    );
    assert_ne!(text, changed);
    std::fs::write(path, changed).unwrap();
    let set = WordSet::of_report(folder.path()).unwrap();
    (folder, set)
}

#[test]
fn what_is_stale_goes_out_for_review_and_what_is_missing_empty() {
    let (_folder, set) = behind();
    let script = Script::of("pl").unwrap();
    let catalogue = translation::catalogue(&set, script).unwrap();
    let open: Vec<(&str, bool, bool)> = catalogue
        .units
        .iter()
        .filter(|unit| unit.needs_review || unit.target.is_empty())
        .map(|unit| (unit.key.as_str(), unit.needs_review, unit.target.is_empty()))
        .collect();
    // Which of the two new paragraphs the old translation belongs to is anybody's guess; it goes to the first.
    assert_eq!(open, [("unit/6", true, false), ("unit/7", false, true)]);
    let text = po::write(&catalogue);
    assert_eq!(text.matches("\n#, fuzzy\n").count(), 1);
    let text = xliff::write(&catalogue);
    assert_eq!(text.matches("state=\"needs-review-translation\"").count(), 1);
    assert_eq!(text.matches("state=\"needs-translation\"").count(), 1);
    // The translator fills in both and takes the mark away.
    let done = po::write(&catalogue)
        .replace("#, fuzzy\n", "")
        .replace("msgid \"They are durations. The time spent inside ProxySQL was not measured separately.\"\nmsgstr \"\"",
            "msgid \"They are durations. The time spent inside ProxySQL was not measured separately.\"\nmsgstr \"Są to czasy.\"");
    let read = po::read(&SourceText::new("x", done)).unwrap();
    let imported = translation::import(&set, script, &read).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((imported.changed, imported.confirmed), (1, 2));
    store(&imported);
    let status = translation::status(&set, script).unwrap();
    assert_eq!(
        status.count(translation::Standing::Complete),
        status.files.iter().map(|f| f.entries.len()).sum::<usize>()
    );
}

/// The walk of docs/languages.md: a skeleton, what is missing of it, a translation, a report in the new language.
#[test]
fn a_new_language_is_a_folder_of_text() {
    let folder = tempfile::tempdir().unwrap();
    let script = Script::of("sv").unwrap();
    let data = root().join("tests/data/mysql-query-cache-hits.json");
    store(&translation::start(&WordSet::standard(folder.path()), script).unwrap());
    let set = WordSet::standard(folder.path());
    assert_eq!(set.languages, [script]);
    let status = translation::status(&set, script).unwrap();
    assert!(status.count(translation::Standing::Missing) > 200);
    // What is not translated is no text to publish.
    let told = benchfolio::check::of_words(&[status]);
    let missing = |fault: &benchfolio::diagnostic::Fault| fault.code == "check::translation-complete";
    let count = told.iter().filter(|fault| missing(fault)).count();
    assert!((4..20).contains(&count), "a long list is told in one: {count}");
    let mut catalogue = translation::catalogue(&set, script).unwrap();
    for unit in &mut catalogue.units {
        unit.target = swedish(&unit.source);
    }
    let read = po::read(&SourceText::new("sv.po", po::write(&catalogue))).unwrap();
    store(&translation::import(&set, script, &read).unwrap_or_else(|faults| panic!("{faults}")));
    let status = translation::status(&set, script).unwrap();
    assert_eq!(status.count(translation::Standing::Missing), 0);
    assert_eq!(benchfolio::check::of_words(&[status]), []);
    let project = benchfolio::project::Project::standard(&data, Some(folder.path())).unwrap();
    assert!(project.report.languages.contains(&script) && project.report.languages.len() == 18);
    let edition = crate::edition(&project, "sv");
    let article = edition
        .words
        .render_article(&edition.engine)
        .unwrap_or_else(|faults| panic!("{faults}"));
    assert!(article.markdown.text.contains("Whåt the numbers meån") && article.markdown.text.contains("−17,56"));
}

/// As good as a translation to everybody but a reader: other letters in what is words.
fn swedish(text: &str) -> String {
    let mut in_code = false;
    let pieces = translation::placeholders::pieces(text);
    let words = pieces.iter().map(|piece| match piece {
        translation::placeholders::Piece::Words(words) if !words.contains("one=") && !words.contains("](") => words
            .chars()
            .map(|c| {
                in_code ^= c == '`';
                if c == 'a' && !in_code { 'å' } else { c }
            })
            .collect(),
        translation::placeholders::Piece::Words(text)
        | translation::placeholders::Piece::Tag(text)
        | translation::placeholders::Piece::Open(text)
        | translation::placeholders::Piece::Close(text) => (*text).to_owned(),
    });
    words.collect::<Vec<String>>().concat()
}

fn judge(name: &str) -> Command {
    let tools = root().join("target/validators/translate");
    assert!(tools.is_dir(), "translate-toolkit is not installed; run tests/setup.sh");
    let mut command = Command::new("python3");
    command
        .arg(tools.join("bin").join(name))
        .env("PYTHONPATH", &tools)
        .arg("--progress=none");
    command
}

/// The tests of `pofilter` that ask about placeholders and form; those about style know no quotation marks but English
/// ones.
const ASKED: [&str; 13] = [
    "variables",
    "functions",
    "urls",
    "emails",
    "filepaths",
    "escapes",
    "tabs",
    "xmltags",
    "blank",
    "endwhitespace",
    "startwhitespace",
    "options",
    "untranslated",
];

fn pofilter(input: &Path, output: &Path, tests: &[&str]) -> Vec<String> {
    let mut command = judge("pofilter");
    command
        .args(tests.iter().flat_map(|test| ["-t", test]))
        .arg(input)
        .arg(output);
    let ended = command.output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let Ok(found) = std::fs::read_dir(output) else {
        return Vec::new();
    };
    found
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect()
}

#[test]
fn gettext_and_translate_toolkit_find_no_fault() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    std::fs::create_dir(&input).unwrap();
    for (at, (set, script)) in all().into_iter().enumerate() {
        let catalogue = translation::catalogue(&set, script).unwrap();
        for (extension, write, _) in FORMATS {
            let path = input.join(format!("{at}.{}.{extension}", script.tag));
            std::fs::write(&path, write(&catalogue)).unwrap();
            if extension == "po" {
                let ended = Command::new("msgfmt")
                    .args(["--check", "--output-file=/dev/null"])
                    .arg(&path)
                    .output()
                    .expect("gettext is not installed; run tests/setup.sh");
                let said = String::from_utf8_lossy(&ended.stderr).into_owned();
                assert!(ended.status.success() && said.is_empty(), "{said}");
            }
        }
    }
    let found = pofilter(&input, &output, &ASKED);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The judges are awake: they find what is fuzzy, missing or broken, in both formats; and `xliff2po` reads every unit.
#[test]
fn translate_toolkit_reads_what_is_stale_missing_and_broken() {
    let (_folder, set) = behind();
    let catalogue = translation::catalogue(&set, Script::of("pl").unwrap()).unwrap();
    for (extension, write, _) in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("in"), folder.path().join("out"));
        std::fs::create_dir(&input).unwrap();
        let text = write(&catalogue).replacen("kontrola pamięci podręcznej", "kontrola http://a.example ", 1);
        std::fs::write(input.join(format!("x.{extension}")), text).unwrap();
        for (test, expected) in [("isfuzzy", 1), ("untranslated", 1), ("urls", 1), ("emails", 0)] {
            let found = pofilter(&input, &output, &[test]).concat();
            let marks = [format!("(pofilter) {test}"), format!("\"pofilter\">{test}")];
            let count: usize = marks.iter().map(|mark| found.matches(mark).count()).sum();
            assert_eq!(count, expected, "{extension} {test}: {found}");
            let _ = std::fs::remove_dir_all(&output);
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("x.xlf"), folder.path().join("x.po"));
    std::fs::write(&from, xliff::write(&catalogue)).unwrap();
    assert!(judge("xliff2po").arg(&from).arg(&to).status().unwrap().success());
    let converted = rspolib::pofile(std::fs::read_to_string(&to).unwrap().as_str()).unwrap();
    let texts: Vec<(String, String)> = converted
        .entries
        .iter()
        .map(|entry| (entry.msgid.clone(), entry.msgstr.clone().unwrap_or_default()))
        .collect();
    let expected: Vec<(String, String)> = catalogue
        .units
        .iter()
        .map(|u| (u.source.clone(), u.target.clone()))
        .collect();
    for unit in &expected {
        assert!(texts.contains(unit), "{unit:?} is lost");
    }
}
