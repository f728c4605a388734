use super::*;

fn targets() -> Targets {
    Targets {
        pictures: vec!["infographic".into()],
        files: vec!["benchmark-data.json".into(), "analyze.py".into()],
    }
}

fn read(text: &str) -> Body {
    parse(&SourceText::new("en/article.md", text), &targets()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The faults of a text, one a line.
fn refused(text: &str) -> String {
    match parse(&SourceText::new("en/article.md", text), &targets()) {
        Ok(body) => panic!("accepted: {body:?}"),
        Err(faults) => faults.to_string(),
    }
}

fn text(words: &str) -> Inline {
    Inline::Text(words.into())
}

#[test]
fn a_first_heading_of_level_one_is_the_title_and_no_block() {
    let body = read("# Four *times*\n\nWords.\n");
    assert_eq!(plain_text(&body.title.unwrap()), "Four times");
    assert_eq!(body.blocks, [Block::Paragraph(vec![text("Words.")])]);
}

#[test]
fn headings_keep_their_ids_and_others_get_one_in_any_script() {
    let body =
        read("## Method {#method}\n\n## Method\n\n## 测试方法\n\n## Łączny czas: 5 ms!\n\n## पढ़ें\n\n## 42\n\n## …\n");
    let ids: Vec<&str> = body
        .blocks
        .iter()
        .map(|block| match block {
            Block::Heading { id, .. } => id.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        ids,
        [
            "method",
            "method-2",
            "测试方法",
            "łączny-czas-5-ms",
            "पढ़ें",
            "section-42",
            "section"
        ]
    );
}

#[test]
fn faults_of_headings_name_their_places() {
    let faults = refused("## A {#x}\n\n#### B {#x}\n\n# C\n\n## D {#1 .k}\n\n- ## E\n");
    assert_eq!(
        faults.lines().collect::<Vec<_>>(),
        [
            "en/article.md:3:1: a heading skips a level: found level 4, expected at most level 3 \
             (hint: readers and screen readers take the levels for an outline)",
            "en/article.md:3:1: two headings have the same id: found {#x} (hint: give one of them another)",
            "en/article.md:5:1: a heading of level 1 stands within the article \
             (hint: the title is the first line; sections start with `## `)",
            "en/article.md:7:1: a heading can have an id and nothing else (hint: write `## Heading {#id}`)",
            "en/article.md:7:1: an id has letters, digits, `-`, `_` and `.` only, and starts with a letter: \
             found {#1} (hint: write `{#method}`)",
            "en/article.md:9:3: a heading stands inside a list, a quote or a footnote \
             (hint: put it on the left margin, or use bold words)",
        ]
    );
}

#[test]
fn tables_have_alignments_and_a_caption() {
    let body = read("| Measure | Mean |\n|:--|--:|\n| a \\| b | **1** |\n\n: The *summary*\n");
    assert_eq!(
        body.blocks,
        [Block::Table(Table {
            caption: vec![text("The "), Inline::Emphasis(vec![text("summary")])],
            alignments: vec![ColumnAlignment::Start, ColumnAlignment::End],
            head: vec![vec![text("Measure")], vec![text("Mean")]],
            rows: vec![vec![vec![text("a | b")], vec![Inline::Strong(vec![text("1")])]]],
        })]
    );
}

#[test]
fn rows_that_would_lose_or_lack_cells_are_refused() {
    let faults = refused("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 1 |\n| 1 | 2 |\n");
    assert_eq!(faults.lines().count(), 2, "{faults}");
    assert!(faults.contains("en/article.md:3:1:"), "{faults}");
    assert!(faults.contains("found 3 cells, expected 2 cells"), "{faults}");
    assert!(faults.contains("en/article.md:4:1:"), "{faults}");
}

#[test]
fn a_caption_belongs_to_something() {
    let faults = refused("Words.\n\n: A caption\n");
    assert!(
        faults.starts_with("en/article.md:3:1: a caption stands without"),
        "{faults}"
    );
    assert_eq!(
        read("Words.\n\n\\: no caption\n").blocks[1],
        Block::Paragraph(vec![text(": no caption")])
    );
}

#[test]
fn pictures_of_the_report_become_figures_with_captions() {
    let body = read("![Bars: 8 and 2 ms](infographic)\n\n: The graphic\n\n![Again](infographic \"One line\")\n");
    let figure = |alternative: &str, caption: &str| {
        Block::Figure(Figure {
            picture: "infographic".into(),
            alternative: alternative.into(),
            caption: vec![text(caption)],
        })
    };
    assert_eq!(
        body.blocks,
        [figure("Bars: 8 and 2 ms", "The graphic"), figure("Again", "One line")]
    );
}

#[test]
fn other_pictures_are_refused() {
    let faults = refused("![x](https://example.org/x.png)\n\nSee ![x](infographic).\n\n![](infographic)\n");
    assert_eq!(
        faults.lines().collect::<Vec<_>>(),
        [
            "en/article.md:1:1: this is no picture of the report: found `https://example.org/x.png`, expected \
             `infographic` (hint: an article shows the pictures that are drawn from its data; link to others)",
            "en/article.md:3:5: a picture stands among words (hint: put it in a paragraph of its own)",
            "en/article.md:5:1: a picture has no alternative text (hint: say between [ and ] what the picture shows, \
             for those who cannot see it)",
        ]
    );
}

#[test]
fn html_is_never_passed_on() {
    let faults = refused("a <b>x</b>\n\n<script>\nalert(1)\n</script>\n\n<!-- note -->\n");
    assert_eq!(
        faults.lines().collect::<Vec<_>>(),
        [
            "en/article.md:1:3: HTML in Markdown is not passed on: found `<b>` \
             (hint: write Markdown; for a plain `<` write `\\<` or set it in backticks)",
            "en/article.md:1:7: HTML in Markdown is not passed on: found `</b>` \
             (hint: write Markdown; for a plain `<` write `\\<` or set it in backticks)",
            "en/article.md:3:1: HTML in Markdown is not passed on: found `<script>` \
             (hint: write Markdown; for a plain `<` write `\\<` or set it in backticks)",
            "en/article.md:7:1: HTML in Markdown is not passed on: found `<!-- note -->` \
             (hint: write a comment as `{# … #}`)",
        ]
    );
}

#[test]
fn links_lead_somewhere() {
    let body = read("[a](https://example.org/x?y=1) <me@example.org> [b](#method) [c](analyze.py)\n\n## M {#method}\n");
    let Block::Paragraph(inlines) = &body.blocks[0] else {
        panic!()
    };
    let targets: Vec<&str> = inlines
        .iter()
        .filter_map(|inline| match inline {
            Inline::Link { target, .. } => Some(target.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(
        targets,
        [
            "https://example.org/x?y=1",
            "mailto:me@example.org",
            "#method",
            "analyze.py"
        ]
    );
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    for (link, message) in [
        ("[a](javascript:alert(1))", "links lead to http, https and mailto only"),
        ("[a](data:text/html,x)", "links lead to http, https and mailto only"),
        ("[a](//example.org)", "links lead to http, https and mailto only"),
        ("[a](https://)", "the address of a link has no host"),
        ("[a](mailto:nobody)", "this is no e-mail address"),
        ("[a](<https://example.org/a b>)", "spaces or control characters"),
        ("[a]()", "a link leads nowhere"),
        ("[](analyze.py)", "a link has no words"),
        ("[a](../secret)", "a file that the report does not publish"),
        ("[a](analyse.py)", "did you mean `analyze.py`?"),
        ("[a](#methd)\n\n## M {#method}", "did you mean `#method`?"),
        ("[a](lang:english-please)", "this is no language tag"),
    ] {
        let faults = refused(link);
        assert!(faults.starts_with("en/article.md:1:1: "), "{faults}");
        assert!(faults.contains(message), "{link}: {faults}");
    }
}

#[test]
fn words_in_another_language_are_marked_also_around_links() {
    let body = read("[Query *Cache*](lang:en) [![docs](lang:en)](https://example.org)\n");
    let foreign = |inner: Vec<Inline>| Inline::Foreign {
        language: "en".into(),
        text: inner,
    };
    assert_eq!(
        body.blocks,
        [Block::Paragraph(vec![
            foreign(vec![text("Query "), Inline::Emphasis(vec![text("Cache")])]),
            text(" "),
            Inline::Link {
                target: "https://example.org".into(),
                title: None,
                text: vec![foreign(vec![text("docs")])],
            },
        ])]
    );
}

#[test]
fn footnotes_are_numbered_by_their_first_mention() {
    let body = read("One[^b] two[^a] three[^b].\n\n[^a]: First.\n\n[^b]: Second.\n");
    let Block::Paragraph(inlines) = &body.blocks[0] else {
        panic!()
    };
    let numbers: Vec<usize> = inlines
        .iter()
        .filter_map(|inline| match inline {
            Inline::FootnoteReference(index) => Some(*index),
            _ => None,
        })
        .collect();
    assert_eq!(numbers, [0, 1, 0]);
    assert_eq!(
        body.footnotes,
        [
            vec![Block::Paragraph(vec![text("Second.")])],
            vec![Block::Paragraph(vec![text("First.")])]
        ]
    );
}

#[test]
fn footnotes_without_their_other_half_are_refused() {
    let faults = refused("A[^x].\n\n[^y]: Nobody asks.\n");
    assert!(
        faults.contains("en/article.md:1:2: `[^` stands in the text as it is"),
        "{faults}"
    );
    assert!(faults.contains("nothing refers to the footnote `[^y]`"), "{faults}");
}

#[test]
fn marks_without_effect_are_refused_and_escaped_ones_are_text() {
    for line in ["前文**强调。**后文", "a ~~b", "a `b", "[x] (y) [z](a b)", "*a"] {
        let faults = refused(line);
        assert!(faults.contains("stands in the text as it is"), "{line}: {faults}");
    }
    let body = read("\\*\\*a\\*\\* \\[^x\\] 5 * 3 \\`\n");
    assert_eq!(body.blocks, [Block::Paragraph(vec![text("**a** [^x] 5 * 3 `")])]);
}

#[test]
fn the_end_of_a_line_is_a_space_except_between_ideographs() {
    assert_eq!(
        read("one\ntwo\n\n测试\n方法\n\n使用\nSQL\n\n한국\n말\n").blocks,
        [
            Block::Paragraph(vec![text("one two")]),
            Block::Paragraph(vec![text("测试方法")]),
            Block::Paragraph(vec![text("使用 SQL")]),
            Block::Paragraph(vec![text("한국 말")]),
        ]
    );
}

#[test]
fn items_of_tight_and_loose_lists_hold_blocks() {
    let paragraph = |words: &str| Block::Paragraph(vec![text(words)]);
    let inner = Block::List {
        ordered: Some(1),
        items: vec![vec![paragraph("c")]],
    };
    let expected = [Block::List {
        ordered: None,
        items: vec![vec![paragraph("a")], vec![paragraph("b"), inner]],
    }];
    assert_eq!(read("- a\n- b\n  1. c\n").blocks, expected);
    assert_eq!(read("- a\n\n- b\n\n  1. c\n").blocks, expected);
    assert!(refused("- a\n-\n").contains("en/article.md:2:1: an item of a list is empty"));
}

#[test]
fn code_keeps_its_text_and_names_its_language() {
    let body = read("```sql\r\nSELECT *\r\n  FROM t;\r\n```\r\n");
    assert_eq!(
        body.blocks,
        [Block::Code {
            language: Some("sql".into()),
            text: "SELECT *\n  FROM t;".into()
        }]
    );
    assert!(refused("```sql title=x\n```\n").contains("this is no name of a language"));
}

#[test]
fn control_characters_are_refused() {
    assert!(refused("a\u{7}b").contains("U+0007"));
    assert!(refused("`a\u{202E}b`").contains("U+202E"));
}

#[test]
fn there_is_a_limit_to_nesting_and_size() {
    let deep = format!("{}x", "> ".repeat(DEEPEST_NESTING + 5));
    assert!(refused(&deep).contains("nested more than 32 deep"));
    let nested: String = (0..10).map(|level| format!("{}- x\n", "  ".repeat(level))).collect();
    assert_eq!(read(&nested).blocks.len(), 1);
    assert!(refused(&"x".repeat(LARGEST_SOURCE + 1)).contains("too large"));
}

#[test]
fn thousands_of_headings_notes_and_faults_are_no_burden() {
    let mut text: String = (0..20_000).map(|note| format!("## A\n\nB[^{note}]\n\n")).collect();
    text.extend((0..20_000).map(|note| format!("[^{note}]: C\n\n")));
    let body = read(&text);
    assert_eq!(body.footnotes.len(), 20_000);
    let last = body.blocks.iter().rev().find_map(|block| match block {
        Block::Heading { id, .. } => Some(id.as_str()),
        _ => None,
    });
    assert_eq!(last, Some("a-20000"));
    let faults = refused(&"<b>\n\n".repeat(20_000));
    assert_eq!(faults.lines().count(), MOST_FAULTS + 1);
    assert!(faults.ends_with("there are too many faults (hint: mend those above first)"));
}
