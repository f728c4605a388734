use super::super::blocks::{Article, FrontMatter, plain_text};
use super::super::markdown::{self, Targets};
use super::*;
use crate::diagnostic::SourceText;
use proptest::prelude::*;

fn read(text: &str) -> Result<Body, crate::diagnostic::Faults> {
    let targets = Targets {
        pictures: vec!["infographic".into()],
        files: vec!["analyze.py".into()],
    };
    markdown::parse(&SourceText::new("article.md", text), &targets)
}

fn round_trip(body: &Body) {
    let text = write(body);
    let back = read(&text).unwrap_or_else(|faults| panic!("{faults}\n---\n{text}\n---\n{body:#?}"));
    assert_eq!(&back, body, "---\n{text}\n---");
}

#[test]
fn what_is_written_is_what_was_read() {
    let text = "\
# Title

## Method {#method}

前文&#x5F3A;**“调”**。 A *b **c** d* and **_e_ f**, ~~gone~~ `code` [link](analyze.py \"t\")[^1] [Wort](lang:de).\\
Next line

- a
- b
  1. c

* other

3. x

   ```sql
   SELECT 1;
   ```

> quote
>
> - in it

| A | B |
| --- | --: |
| a \\| b | `x\\|y` |

: Caption

![What it shows](infographic)

: The graphic

___

[^1]: Note.
";
    let body = read(text).unwrap();
    assert_eq!(write(&body), text);
    round_trip(&body);
}

#[test]
fn a_number_at_the_start_of_a_line_begins_no_list() {
    let text = "1984\\. A year\\\n12\\) noon, or 5.\\\na3. And 7) more.\n";
    let body = read(text).unwrap();
    assert_eq!(write(&body), text);
    round_trip(&body);
}

#[test]
fn marks_beside_ideographs_and_signs_stay_marks() {
    let text = |words: &str| Inline::Text(words.into());
    for inlines in [
        vec![text("前"), Inline::Strong(vec![text("强调。")]), text("后")],
        vec![text("前"), Inline::Strong(vec![text("“引”")]), text("后")],
        vec![
            text("a"),
            Inline::Emphasis(vec![Inline::Strong(vec![text("b")])]),
            text("c"),
        ],
        vec![
            text("a"),
            Inline::Strong(vec![Inline::Emphasis(vec![text("(b)")])]),
            text("c"),
        ],
        vec![
            Inline::Emphasis(vec![text("a")]),
            Inline::Strong(vec![text("b")]),
            Inline::Emphasis(vec![text("c")]),
        ],
        vec![
            Inline::Strike(vec![text("-")]),
            Inline::Strong(vec![text("\u{a0}")]),
            text("d"),
        ],
    ] {
        round_trip(&Body {
            blocks: vec![Block::Paragraph(inlines)],
            ..Body::default()
        });
    }
}

#[test]
fn the_space_before_a_french_colon_stays_a_space() {
    for text in [
        "**Temps (moyenne)**\u{a0}: court.\n",
        "\u{ab}\u{202f}**(x)**\u{202f}\u{bb}\n",
    ] {
        let body = read(text).unwrap();
        assert_eq!(write(&body), text);
        round_trip(&body);
    }
}

#[test]
fn the_published_form_needs_no_reader_of_ours() {
    let body = read("## M {#m}\n\n[Query](lang:en) [up](#m)\n\n## N\n\n| a |\n|---|\n| 1 |\n\n: Cap\n\n![Alt](infographic)\n\n: Cap\n").unwrap();
    let article = Article {
        language: "pl".into(),
        direction: crate::locale::Direction::LeftToRight,
        numerals: crate::locale::Numerals::Latin,
        front: FrontMatter {
            title: "Four * times".into(),
            authors: vec!["A. Author".into()],
            date_text: "1 May".into(),
            subtitle: Some("1. of *two*".into()),
            disclosure: Some("Synthetic data.".into()),
            ..FrontMatter::default()
        },
        blocks: body.blocks,
        footnotes: body.footnotes,
    };
    let edition = Edition {
        article: &article,
        pictures: vec![super::super::edition::Picture {
            name: "infographic".into(),
            png_file: "infographic.pl.png".into(),
            svg_file: None,
            png: &[],
            width: 1600,
            height: 2000,
            alternative: String::new(),
        }],
        preview: None,
        pdf_file: None,
        downloads: Vec::new(),
        dataset: Default::default(),
        logo: None,
        brand: crate::text::Brand::default(),
        palette: crate::render::theme::Palette::plain(crate::render::theme::Color([0; 3])),
        default_language: "en".into(),
    };
    assert_eq!(
        publish(&edition),
        "# Four \\* times\n\n**1. of \\*two\\***\n\nA. Author · 1 May\n\n> **Synthetic data.**\n\n<a id=\"m\"></a>\n\n## M\n\nQuery [up](#m)\n\n\
         ## N\n\n| a |\n| --- |\n| 1 |\n\n*Cap*\n\n![Alt](infographic.pl.png)\n\n*Cap*\n"
    );
}

/// A date such as `9. Juli 2026` is no list, a name such as `#1` no heading.
#[test]
fn what_stands_before_the_words_is_taken_for_no_mark() {
    for line in ["9. Juli 2026", "1) x", "# 1", "- a", "+ a", "> a", "12."] {
        assert_eq!(
            read(&plain(line, Line::Paragraph)).unwrap().blocks,
            [Block::Paragraph(vec![Inline::Text(line.into())])]
        );
    }
}

/// Brings a tree into the form that the reader gives: tidy inlines, nothing empty.
fn tidy_blocks(blocks: Vec<Block>) -> Vec<Block> {
    blocks.into_iter().filter_map(tidy_block).collect()
}

fn tidy_block(block: Block) -> Option<Block> {
    match block {
        Block::Paragraph(inlines) => Some(markdown::tidy(inlines))
            .filter(|inlines| !inlines.is_empty())
            .map(Block::Paragraph),
        Block::List { ordered, items } => {
            let items: Vec<_> = items
                .into_iter()
                .map(tidy_blocks)
                .filter(|item| !item.is_empty())
                .collect();
            (!items.is_empty()).then_some(Block::List { ordered, items })
        }
        Block::Quote(blocks) => Some(tidy_blocks(blocks))
            .filter(|blocks| !blocks.is_empty())
            .map(Block::Quote),
        Block::Table(table) => {
            let cell = |cell: Vec<Inline>| markdown::tidy(without_breaks(cell));
            Some(Block::Table(Table {
                caption: markdown::tidy(table.caption),
                alignments: table.alignments,
                head: table.head.into_iter().map(cell).collect(),
                rows: table
                    .rows
                    .into_iter()
                    .map(|row| row.into_iter().map(cell).collect())
                    .collect(),
            }))
        }
        Block::Figure(figure) => Some(Block::Figure(Figure {
            alternative: plain_text(&markdown::tidy(vec![Inline::Text(format!("x{}", figure.alternative))])),
            caption: markdown::tidy(figure.caption),
            ..figure
        })),
        other => Some(other),
    }
}

/// A cell is one line.
fn without_breaks(inlines: Vec<Inline>) -> Vec<Inline> {
    inlines
        .into_iter()
        .map(|inline| match inline {
            Inline::LineBreak => Inline::Text(" ".into()),
            Inline::Emphasis(inner) => Inline::Emphasis(without_breaks(inner)),
            Inline::Strong(inner) => Inline::Strong(without_breaks(inner)),
            Inline::Strike(inner) => Inline::Strike(without_breaks(inner)),
            Inline::Foreign { language, text } => Inline::Foreign {
                language,
                text: without_breaks(text),
            },
            other => other,
        })
        .collect()
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z0-9]{1,4}( [a-z]{1,3})?",
        2 => "[测试方法强调]{1,3}[。，”]?",
        2 => "[-+*_#`~\\[\\](){}<>!|&:;.=\\\\\"'$^/@%]{1,4}",
        1 => "[\u{a0}\u{202f}\u{3000}é “”—…×]{1,3}",
        1 => Just("1. a".to_owned()),
        1 => Just("&amp; &#42;".to_owned()),
    ]
}

fn inlines(depth: u32) -> BoxedStrategy<Vec<Inline>> {
    let leaf = prop_oneof![
        6 => words().prop_map(Inline::Text),
        1 => "[a-z`| \\\\*]{0,3}[a-z]".prop_map(Inline::Code),
    ];
    if depth == 0 {
        return prop::collection::vec(leaf, 1..3).boxed();
    }
    let inner = inlines(depth - 1);
    let one = prop_oneof![
        4 => leaf,
        1 => Just(Inline::LineBreak),
        1 => inner.clone().prop_map(Inline::Emphasis),
        1 => inner.clone().prop_map(Inline::Strong),
        1 => inner.clone().prop_map(Inline::Strike),
        1 => inner.prop_map(|mut text| {
            text.push(Inline::Text("x".into()));
            Inline::Foreign { language: "en".into(), text }
        }),
        1 => (prop_oneof![Just("https://a.b/c?d=(e)&f;|g"), Just("analyze.py")], inlines(0), prop::option::of(words()))
            .prop_map(|(target, mut text, title)| {
                // A link of spaces only is refused.
                text.push(Inline::Text("x".into()));
                Inline::Link { target: target.into(), title, text }
            }),
    ];
    prop::collection::vec(one, 1..5).boxed()
}

fn blocks(depth: u32) -> BoxedStrategy<Vec<Block>> {
    let code = (prop::option::of("[a-z]{1,4}"), "[a-z`~ \n>#|-]{0,12}")
        .prop_map(|(language, text)| Block::Code { language, text });
    let figure = (words(), prop_oneof![Just(Vec::new()), inlines(0)]).prop_map(|(alternative, caption)| {
        Block::Figure(Figure {
            picture: "infographic".into(),
            alternative,
            caption,
        })
    });
    let leaf = prop_oneof![
        4 => inlines(2).prop_map(Block::Paragraph),
        1 => code,
        1 => table().prop_map(Block::Table),
        1 => figure,
        1 => Just(Block::Rule),
    ];
    if depth == 0 {
        return prop::collection::vec(leaf, 1..4).boxed();
    }
    let inner = blocks(depth - 1);
    let items = prop::collection::vec(inner.clone(), 1..4);
    let one = prop_oneof![
        3 => leaf,
        1 => (prop::option::of(0u64..1000), items).prop_map(|(ordered, items)| Block::List { ordered, items }),
        1 => inner.prop_map(Block::Quote),
    ];
    prop::collection::vec(one, 1..4).boxed()
}

fn table() -> impl Strategy<Value = Table> {
    use ColumnAlignment::{Center, End, Start};
    (1usize..4).prop_flat_map(|width| {
        let cells = || prop::collection::vec(inlines(1), width);
        (
            prop_oneof![Just(Vec::new()), inlines(0)],
            prop::collection::vec(prop_oneof![Just(Start), Just(Center), Just(End)], width),
            cells(),
            prop::collection::vec(cells(), 0..3),
        )
            .prop_map(|(caption, alignments, head, rows)| Table {
                caption,
                alignments,
                head,
                rows,
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any tree in the one form of the reader is read back as it was.
    #[test]
    fn every_tree_is_read_back(blocks in blocks(2)) {
        round_trip(&Body { blocks: tidy_blocks(blocks), ..Body::default() });
    }

    /// Whatever text is accepted is written as something that means the same.
    #[test]
    fn every_accepted_text_is_written_back(text in "([-*_#>`~|:!\\[\\]()\\\\ a测。\n]|\\n\\n|[^1]|\\[\\^1\\]: x){0,40}") {
        if let Ok(body) = read(&text) {
            round_trip(&body);
        }
    }

    /// No text makes the reader panic.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}|(.|\n){0,200}") {
        let _ = read(&text);
    }
}
