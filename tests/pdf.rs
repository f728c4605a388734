//! PDF articles, from Markdown to bytes.

#[path = "pdf/judges.rs"]
mod judges;
#[path = "pdf/samples.rs"]
mod samples;
#[path = "pdf/words.rs"]
mod words;

use benchfolio::check::extract;
use benchfolio::diagnostic::Faults;
use benchfolio::render::article::pdf::{Conformance, Options, Paper};
use lopdf::{Dictionary, Document, Object};
use resvg::usvg;
use samples::{SAMPLES, article, from_markdown, long_table, pdf, picture, try_pdf};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// Text that wants to break the page.
pub const HOSTILE: &str = include_str!("pdf/samples/hostile.md");

fn set(language: &str, markdown: &str) -> Result<Document, Faults> {
    let bytes = try_pdf(&from_markdown(language, markdown), &picture(), Options::default())?;
    Ok(Document::load_mem(&bytes).unwrap())
}

fn faults(language: &str, markdown: &str) -> Vec<String> {
    let faults = set(language, markdown).expect_err("a fault");
    faults.iter().map(ToString::to_string).collect()
}

/// The structure elements of a type.
fn elements<'a>(document: &'a Document, role: &str) -> Vec<&'a Dictionary> {
    let is = |d: &&Dictionary| {
        d.get(b"S")
            .and_then(Object::as_name)
            .is_ok_and(|name| name == role.as_bytes())
            && d.has(b"P")
    };
    document
        .objects
        .values()
        .filter_map(|o| o.as_dict().ok())
        .filter(is)
        .collect()
}

fn name(d: &Dictionary, key: &str) -> String {
    d.get(key.as_bytes())
        .and_then(Object::as_name)
        .map_or(String::new(), |n| String::from_utf8_lossy(n).into())
}

#[test]
fn a_document_says_what_it_is() {
    let document = Document::load_mem(&pdf(&article("pl"), &picture(), Options::default())).unwrap();
    let catalog = document.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"pl");
    assert!(
        catalog
            .get(b"MarkInfo")
            .unwrap()
            .as_dict()
            .unwrap()
            .get(b"Marked")
            .unwrap()
            .as_bool()
            .unwrap()
    );
    assert_eq!(name(catalog, "PageMode"), "UseOutlines");
    let metadata = document
        .get_object(catalog.get(b"Metadata").unwrap().as_reference().unwrap())
        .unwrap();
    let xmp = String::from_utf8(metadata.as_stream().unwrap().content.clone()).unwrap();
    assert!(xmp.contains("A synthetic benchmark &amp; its &lt;data&gt;"), "{xmp}");
    assert!(xmp.contains("<pdfaid:part>3</pdfaid:part>") && xmp.contains("<pdfuaid:part>1</pdfuaid:part>"));
    assert!(xmp.contains("Każda seria nowszego proxy była szybsza"));
}

#[test]
fn the_data_are_attached_unless_the_profile_forbids_it() {
    let attached = |conformance| {
        let options = Options {
            conformance,
            ..Options::default()
        };
        let document = Document::load_mem(&pdf(&article("en"), &picture(), options)).unwrap();
        let files: Vec<String> = document
            .objects
            .values()
            .filter_map(|o| o.as_dict().ok())
            .filter(|d| d.has_type(b"Filespec"))
            .map(|d| {
                format!(
                    "{} {}",
                    String::from_utf8_lossy(d.get(b"UF").unwrap().as_str().unwrap()),
                    name(d, "AFRelationship")
                )
            })
            .collect();
        files
    };
    assert_eq!(attached(Conformance::A3a), ["benchmark-data.json Data"]);
    assert!(attached(Conformance::A2a).is_empty());
}

#[test]
fn the_structure_tells_headings_tables_lists_notes_links_and_figures_apart() {
    let document = Document::load_mem(&pdf(&article("en"), &picture(), Options::default())).unwrap();
    let count = |role| elements(&document, role).len();
    assert_eq!((count("H1"), count("H2"), count("H3")), (1, 3, 2));
    assert_eq!(
        (count("Table"), count("THead"), count("TR"), count("TH"), count("TD")),
        (1, 1, 6, 4, 20)
    );
    for head in elements(&document, "TH") {
        assert_eq!(name(head.get(b"A").unwrap().as_dict().unwrap(), "Scope"), "Column");
    }
    assert_eq!((count("L"), count("LI"), count("Lbl")), (3, 10, 12));
    assert_eq!((count("Note"), count("Reference")), (2, 2));
    assert_eq!((count("BlockQuote"), count("Code") > 4), (1, true));
    let figure = elements(&document, "Figure")[0];
    assert!(
        figure
            .get(b"Alt")
            .unwrap()
            .as_str()
            .unwrap()
            .starts_with(b"The infographic shows")
    );
    assert!(figure.get(b"A").unwrap().as_dict().unwrap().has(b"BBox"));
    let links = elements(&document, "Link");
    // Three languages, two notes, one place, one address.
    assert_eq!(links.len(), 7);
    let foreign: Vec<&[u8]> = elements(&document, "Span")
        .iter()
        .filter_map(|s| s.get(b"Lang").ok()?.as_str().ok())
        .collect();
    assert!(
        foreign.contains(&b"zh-Hans".as_slice()) && foreign.contains(&b"pl".as_slice()),
        "{foreign:?}"
    );
}

#[test]
fn the_same_article_gives_the_same_bytes_on_every_thread_and_in_every_order() {
    let languages = ["en", "zh-Hans", "ar", "hi"];
    let forward: Vec<Vec<u8>> = languages
        .iter()
        .map(|l| pdf(&article(l), &picture(), Options::default()))
        .collect();
    let mut backward: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let workers: Vec<_> = languages
            .iter()
            .rev()
            .map(|l| scope.spawn(|| pdf(&article(l), &picture(), Options::default())))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    backward.reverse();
    for (i, language) in languages.iter().enumerate() {
        assert!(forward[i] == backward[i], "{language}");
    }
}

/// Content of every page, unpacked: places, colours, glyphs and marks. Held against `pdf/golden.txt`;
/// `BENCHFOLIO_BLESS=1 cargo test --test pdf golden` writes it anew, after the pages were looked at.
#[test]
fn golden_pages_of_every_sample() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdf/golden.txt");
    let mut found = String::new();
    let tree = benchfolio::render::article::pdf::svg_options();
    let tree = usvg::Tree::from_str(include_str!("pdf/samples/infographic.svg"), &tree).unwrap();
    let hostile = from_markdown("en", HOSTILE);
    let articles = SAMPLES.iter().map(|(language, ..)| (*language, article(language)));
    for (name, article) in articles.chain([("hostile", hostile)]) {
        let bytes = pdf(&article, &tree, Options::default());
        let document = Document::load_mem(&bytes).unwrap();
        for (i, page) in document.page_iter().enumerate() {
            let content = document.get_page_content(page);
            let hash: String = Sha256::digest(&content)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            let _ = writeln!(found, "{hash} {name} {}", i + 1);
        }
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("article.{name}.pdf"));
        std::fs::write(out, bytes).unwrap();
    }
    if std::env::var_os("BENCHFOLIO_BLESS").is_some() {
        std::fs::write(&golden, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    let known: BTreeSet<&str> = expected.lines().collect();
    let now: BTreeSet<&str> = found.lines().collect();
    let changed: Vec<&&str> = now.symmetric_difference(&known).collect();
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(
        changed.is_empty(),
        "these pages changed; look at them in {folder}:\n{changed:#?}"
    );
}

#[test]
fn files_stay_small() {
    for (language, ..) in SAMPLES {
        let size = pdf(&article(language), &picture(), Options::default()).len();
        assert!(size < 120_000, "{language}: {size} bytes");
    }
}

#[test]
fn paper_may_be_letter() {
    let options = Options {
        paper: Paper::Letter,
        ..Options::default()
    };
    let document = Document::load_mem(&pdf(&article("en"), &picture(), options)).unwrap();
    let page = document.get_dictionary(document.page_iter().next().unwrap()).unwrap();
    let sheet: Vec<f32> = page
        .get(b"MediaBox")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_float().unwrap())
        .collect();
    assert_eq!(sheet, [0.0, 0.0, 612.0, 792.0]);
}

#[test]
fn characters_without_a_glyph_are_named_with_language_and_place() {
    let found = faults(
        "en",
        "# T\n\n## Results {#results}\n\nFast 🦀 and old 𓀀.\n\n| a 🐙 |\n|:--|\n| b |\n",
    );
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].contains("#results: “Fast 🦀 and old 𓀀.”"), "{}", found[0]);
    assert!(
        found[0].contains("[en]") && found[0].contains("“🦀” (U+1F980)"),
        "{}",
        found[0]
    );
    assert!(found[2].contains("U+1F419"), "{}", found[2]);
}

#[test]
fn a_table_of_forty_columns_goes_into_several_or_says_why_not() {
    let narrow = |cell: &str| {
        let row = |c: &str| format!("|{}\n", format!("{c}|").repeat(40));
        format!("# T\n\n{}{}{}", row("a"), row("--"), row(cell))
    };
    assert_eq!(elements(&set("en", &narrow("1")).unwrap(), "TD").len(), 40);
    let parted = set("en", &narrow("12345.6789")).unwrap();
    let tables = elements(&parted, "Table").len();
    assert!(tables > 1);
    // Each of the tables has the column of names.
    assert_eq!(elements(&parted, "TD").len(), 40 + tables - 1);
    assert_eq!(elements(&parted, "TH").len(), 40 + tables - 1);
    let long = "x".repeat(200);
    let found = faults("en", &format!("# T\n\n| a | b |\n|---|---|\n| {long} | 1 |\n"));
    assert!(
        found[0].starts_with("article.en.pdf") && found[0].contains("a table of 2 columns does not fit the page"),
        "{}",
        found[0]
    );
    assert!(found[0].contains("expected at most"), "{}", found[0]);
}

#[test]
fn a_table_of_two_thousand_rows_keeps_every_row_and_repeats_its_head() {
    let document = set("en", &long_table(2000, 4)).unwrap();
    assert_eq!(elements(&document, "TR").len(), 2001);
    assert_eq!(elements(&document, "TH").len(), 4);
    let pages: Vec<_> = document.page_iter().collect();
    assert!((50..75).contains(&pages.len()), "{}", pages.len());
    for (i, page) in pages.iter().enumerate().skip(1) {
        let content = document.get_page_content(*page);
        let content = String::from_utf8_lossy(&content);
        // The running head and the head of the table.
        assert_eq!(content.matches("/Subtype/Header").count(), 2, "page {}", i + 1);
    }
}

#[test]
fn hundreds_of_pages_are_set() {
    let document = set("en", &samples::long_text(60)).unwrap();
    let pages = document.page_iter().count();
    assert!(pages > 120, "{pages}");
    assert_eq!(elements(&document, "Note").len(), 120);
}

/// A million bytes are set, and twice the text takes twice the objects: nothing grows faster than the text.
#[test]
fn a_megabyte_of_markdown_is_set() {
    let copies = 1_000_000 / (samples::long_text(2).len() - samples::long_text(1).len()) + 1;
    let text = samples::long_text(copies);
    assert!(text.len() > 1_000_000, "{}", text.len());
    let whole = set("en", &text).unwrap();
    let half = set("en", &samples::long_text(copies / 2)).unwrap();
    let pages = |document: &Document| document.page_iter().count();
    assert!(pages(&whole) > 300, "{}", pages(&whole));
    assert_eq!(elements(&whole, "Note").len(), copies * 2);
    let ratio = |of: fn(&Document) -> usize| of(&whole) as f64 / of(&half) as f64;
    let (objects, sheets) = (ratio(|d| d.objects.len()), ratio(|d| d.page_iter().count()));
    assert!(
        (1.9..2.1).contains(&objects) && (1.9..2.1).contains(&sheets),
        "{objects} {sheets}"
    );
}

/// A number may stand in a note of the data that begins on one page and ends on the next.
#[test]
fn a_paragraph_over_two_pages_is_read_back_as_one_text() {
    let paragraph = |n: usize| {
        format!(
            "begin{n} {}[a link](https://example.org/) *and* end{n}",
            "some more words ".repeat(40)
        )
    };
    let text: Vec<String> = (0..20).map(paragraph).collect();
    let article = from_markdown("en", &text.join("\n\n"));
    let bytes = pdf(&article, &picture(), Options::default());
    let pages = Document::load_mem(&bytes).unwrap().get_pages().len();
    assert!(pages > 2, "{pages} pages");
    let pieces = extract::pieces("article.en.pdf", &bytes).unwrap();
    for n in 0..20 {
        let piece = pieces
            .iter()
            .find(|piece| piece.text.contains(&format!("begin{n} ")))
            .unwrap();
        assert!(
            piece.text.contains(&format!("end{n}\n")),
            "paragraph {n} on {}",
            piece.place
        );
    }
}

#[test]
fn links_into_the_document_lead_to_the_page_of_their_heading() {
    let document = Document::load_mem(&pdf(&article("en"), &picture(), Options::default())).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    let annotations = document
        .objects
        .values()
        .filter_map(|o| o.as_dict().ok())
        .filter(|d| d.has_type(b"Annot"));
    let mut inside = 0;
    for annotation in annotations {
        assert_eq!(annotation.get(b"F").unwrap().as_i64().unwrap(), 4);
        assert!(!annotation.get(b"Contents").unwrap().as_str().unwrap().is_empty());
        if let Ok(place) = annotation.get(b"Dest").and_then(Object::as_array) {
            inside += 1;
            assert!(pages.contains(&place[0].as_reference().unwrap()));
        }
    }
    assert_eq!(inside, 3);
}

#[test]
fn the_picture_is_vector_with_live_text() {
    let document = Document::load_mem(&pdf(&article("en"), &picture(), Options::default())).unwrap();
    let shows = |page: &lopdf::ObjectId| String::from_utf8_lossy(&document.get_page_content(*page)).into_owned();
    let pages: Vec<String> = document.page_iter().collect::<Vec<_>>().iter().map(shows).collect();
    let figure = pages.iter().find(|content| content.contains("/Figure")).unwrap();
    assert!(figure.contains(" sh") && figure.contains("TJ") && !figure.contains(" Do"));
}
