//! Finished files with one fault each, and the rule that must find it by reading them back.

use std::fmt::Write;

pub struct Mutation {
    /// Id of the rule.
    pub rule: &'static str,
    pub what: &'static str,
    /// A folder of `reports`.
    pub report: &'static str,
    pub file: &'static str,
    pub edit: fn(&str) -> String,
}

const fn fault(
    rule: &'static str,
    what: &'static str,
    report: &'static str,
    file: &'static str,
    edit: fn(&str) -> String,
) -> Mutation {
    Mutation {
        rule,
        what,
        report,
        file,
        edit,
    }
}

/// Replaces the first place of a text, which must be there.
fn put(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not there");
    text.replacen(from, to, 1)
}

/// Replaces every place of a text, which must be there.
fn put_all(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not there");
    text.replace(from, to)
}

/// Changes a number of an attribute of the element with an id.
fn attribute(svg: &str, id: &str, name: &str, change: impl Fn(f64) -> f64) -> String {
    let at = svg.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}"));
    let start = svg[..at].rfind('<').unwrap();
    let end = at + svg[at..].find('>').unwrap();
    let element = &svg[start..end];
    let key = format!(" {name}=\"");
    let from = element.find(&key).unwrap_or_else(|| panic!("no {name} of {id}")) + key.len();
    let to = from + element[from..].find('"').unwrap();
    let value = change(element[from..to].parse().unwrap());
    format!("{}{}{value}{}", &svg[..start], &element[..from], &svg[start + to..])
}

/// Moves the upper end of an error bar three pixels down its axis.
fn cut_short(svg: &str, id: &str) -> String {
    let at = svg.find(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}"));
    let start = svg[..at].rfind('<').unwrap();
    let from = start + svg[start..].find("points=\"").unwrap() + 8;
    let to = from + svg[from..].find('"').unwrap();
    let points: Vec<(f64, &str)> = svg[from..to]
        .split(' ')
        .map(|point| point.split_once(',').unwrap())
        .map(|(x, y)| (x.parse().unwrap(), y))
        .collect();
    let far = points.iter().map(|(x, _)| *x).fold(0.0, f64::max);
    let moved = points
        .iter()
        .map(|(x, y)| format!("{},{y}", if *x == far { x - 3.0 } else { *x }));
    let moved: Vec<String> = moved.collect();
    format!("{}{}{}", &svg[..from], moved.join(" "), &svg[to..])
}

/// Adds elements at the end.
fn on_top(svg: &str, elements: &str) -> String {
    put(svg, "</svg>", &format!("{elements}</svg>"))
}

/// Without the lines that hold one of these.
fn without_lines(svg: &str, marks: &[&str]) -> String {
    let mut kept = String::new();
    for line in svg.lines().filter(|line| !marks.iter().any(|mark| line.contains(mark))) {
        let _ = writeln!(kept, "{line}");
    }
    kept
}

const SYNTHETIC: &str = "proxysql-2.7-vs-3.0";
const PAIRS: &str = "proxysql-2.4.4-vs-direct";
const GRID: &str = "mysql-query-cache-cost";
const RANKING: &str = "mysql-query-cache-hits";
const INTERVALS: &str = "mariadb-query-cache";
const SVG: &str = "infographic.en.svg";

pub const ALL: &[Mutation] = &[
    fault(
        "bars-from-zero",
        "a cut axis: a hundred pixels less of each bar",
        SYNTHETIC,
        SVG,
        |svg| {
            let svg = attribute(svg, "bar-2.7.3-bar", "width", |w| w - 100.0);
            attribute(&svg, "bar-3.0.5-bar", "width", |w| w - 100.0)
        },
    ),
    fault(
        "bars-from-zero",
        "a bar three hundredths too long",
        SYNTHETIC,
        SVG,
        |svg| attribute(svg, "bar-3.0.5-bar", "width", |w| w * 1.03),
    ),
    fault(
        "bars-from-zero",
        "a bar that begins later",
        SYNTHETIC,
        "infographic.pl.svg",
        |svg| attribute(svg, "bar-3.0.5-bar", "x", |x| x + 40.0),
    ),
    fault(
        "bars-from-zero",
        "one bar stretched by a transform",
        SYNTHETIC,
        SVG,
        |svg| {
            put(
                svg,
                "<g id=\"bar-3.0.5\"",
                "<g transform=\"matrix(1.5 0 0 1 -150 0)\" id=\"bar-3.0.5\"",
            )
        },
    ),
    fault(
        "bars-from-zero",
        "the end of a bar cut off by a clip",
        SYNTHETIC,
        SVG,
        |svg| {
            let svg = put(
                svg,
                "<g id=\"bar-2.7.3\"",
                "<g clip-path=\"url(#cut)\" id=\"bar-2.7.3\"",
            );
            put(
                &svg,
                "<g id=\"head\"",
                "<clipPath id=\"cut\"><rect width=\"900\" height=\"2000\"/></clipPath><g id=\"head\"",
            )
        },
    ),
    fault("bars-from-zero", "a patch of night on a bar", SYNTHETIC, SVG, |svg| {
        on_top(
            svg,
            "<rect x=\"400\" y=\"0\" width=\"60\" height=\"2000\" fill=\"#0e1b2a\"/>",
        )
    }),
    fault("bars-from-zero", "a bar that nothing draws", SYNTHETIC, SVG, |svg| {
        attribute(svg, "bar-2.7.3-bar", "width", |_| 0.0)
    }),
    fault("bars-from-zero", "two bars for each other", SYNTHETIC, SVG, |svg| {
        let svg = put(svg, "id=\"bar-2.7.3-bar\"", "id=\"was\"");
        let svg = put(&svg, "id=\"bar-3.0.5-bar\"", "id=\"bar-2.7.3-bar\"");
        let svg = put(&svg, "id=\"was\"", "id=\"bar-3.0.5-bar\"");
        let (a, b) = (y_of(&svg, "bar-2.7.3-bar"), y_of(&svg, "bar-3.0.5-bar"));
        let svg = attribute(&svg, "bar-2.7.3-bar", "y", |_| b);
        attribute(&svg, "bar-3.0.5-bar", "y", |_| a)
    }),
    fault("bars-from-zero", "a value that no data gave", SYNTHETIC, SVG, |svg| {
        let svg = attribute(svg, "bar-3.0.5-bar", "data-value", |v| v * 1.1);
        attribute(&svg, "bar-3.0.5-bar", "width", |w| w * 1.1)
    }),
    fault("bars-from-zero", "another number beside a bar", SYNTHETIC, SVG, |svg| {
        put_all(svg, "2.015", "2.051")
    }),
    fault("bars-from-zero", "half of a bar of a pair", PAIRS, SVG, |svg| {
        attribute(svg, "pair-oltp_read_only-latency_avg-candidate-bar", "width", |w| {
            w / 2.0
        })
    }),
    fault(
        "bars-from-zero",
        "a ranked bar that is as long as the first",
        RANKING,
        SVG,
        |svg| {
            let id = last_bar(svg);
            attribute(svg, &id, "width", |w| w * 0.5)
        },
    ),
    fault(
        "bars-say-their-values",
        "bars without their values",
        SYNTHETIC,
        SVG,
        |svg| put_all(svg, "data-value=", "data-was="),
    ),
    fault(
        "bars-say-their-values",
        "ranked bars without their values",
        RANKING,
        SVG,
        |svg| put_all(svg, "data-value=", "data-was="),
    ),
    fault(
        "error-bars-true",
        "an error bar that ends too early",
        INTERVALS,
        "share-portrait.en.svg",
        |svg| cut_short(svg, "pair-oltp-read-only-throughput-candidate-interval"),
    ),
    fault(
        "error-bars-true",
        "an interval that no data gave",
        INTERVALS,
        "share-landscape.en.svg",
        |svg| attribute(svg, "bar-on-interval", "data-high", |end| end + 0.004),
    ),
    fault(
        "distribution-drawn",
        "bars of the means and nothing else",
        SYNTHETIC,
        SVG,
        |svg| without_lines(svg, &["<circle", "-label\"", "<text id=\"card-"]),
    ),
    fault(
        "direction-shown",
        "no word on which end is better",
        SYNTHETIC,
        SVG,
        |svg| put_all(svg, "lower is better", "see the article"),
    ),
    fault(
        "direction-shown",
        "no word on which end is better, in Polish",
        SYNTHETIC,
        "infographic.pl.svg",
        |svg| put_all(svg, "mniej znaczy lepiej", "zob. artykuł"),
    ),
    fault("direction-shown", "the wrong end", RANKING, SVG, |svg| {
        put_all(svg, "lower is better", "higher is better")
    }),
    fault("direction-shown", "numbers without their unit", SYNTHETIC, SVG, |svg| {
        put_all(&put_all(svg, "\u{a0}ms", ""), "ms/audit", "audit")
    }),
    fault("contrast", "a title that fades into the night", SYNTHETIC, SVG, |svg| {
        let at = svg.find("id=\"headline\"").unwrap();
        format!(
            "{}{}",
            &svg[..at],
            put(&svg[at..], "fill=\"#ffffff\"", "fill=\"#4a5d73\"")
        )
    }),
    fault("contrast", "colours of the night on paper", SYNTHETIC, SVG, |svg| {
        put_all(svg, "fill=\"#525d68\"", "fill=\"#b9c4d0\"")
    }),
    fault(
        "contrast",
        "a dark page below dark letters",
        SYNTHETIC,
        "infographic.zh-Hans.svg",
        |svg| put_all(svg, "fill=\"#f6f2ea\"", "fill=\"#43505c\""),
    ),
    fault("contrast", "a veil over the ground of a text", SYNTHETIC, SVG, |svg| {
        put(
            svg,
            "<g id=\"head\"",
            "<rect width=\"1600\" height=\"400\" fill=\"#ffffff\" fill-opacity=\"0.7\"/><g id=\"head\"",
        )
    }),
    fault("contrast", "a group of letters nearly gone", SYNTHETIC, SVG, |svg| {
        put(
            svg,
            "<g id=\"finding-layer\"",
            "<g opacity=\"0.4\" id=\"finding-layer\"",
        )
    }),
    fault("contrast", "a bar of the colour of its ground", SYNTHETIC, SVG, |svg| {
        put_all(svg, "fill=\"#8894a3\"", "fill=\"#22354a\"")
    }),
    fault("text-size", "caveats in small print", SYNTHETIC, SVG, |svg| {
        put_all(svg, "font-size=\"25\"", "font-size=\"18\"")
    }),
    fault("text-size", "words that a transform makes small", PAIRS, SVG, |svg| {
        put(
            svg,
            "<g id=\"method\"",
            "<g transform=\"translate(0 900) scale(0.5)\" id=\"method\"",
        )
    }),
    fault("not-by-colour-alone", "rings filled like discs", GRID, SVG, |svg| {
        let filled = |line: &str| match line.contains("<circle") && line.contains("fill=\"none\"") {
            true => line.replace("fill=\"none\"", "fill=\"#2b5fb0\""),
            false => line.to_owned(),
        };
        let lines: Vec<String> = svg.lines().map(filled).collect();
        lines.join("\n")
    }),
    fault("picture-described", "an empty description", SYNTHETIC, SVG, |svg| {
        let between = |svg: &str, from: &str, to: &str, text: &str| {
            let (start, end) = (svg.find(from).unwrap() + from.len(), svg.find(to).unwrap());
            format!("{}{text}{}", &svg[..start], &svg[end..])
        };
        let svg = between(svg, "<desc id=\"desc\">", "</desc>", "");
        between(&svg, "<title id=\"title\">", "</title>", "Chart")
    }),
    fault(
        "number-has-origin",
        "a digit of the main figure",
        SYNTHETIC,
        SVG,
        |svg| put(svg, "75.16", "75.61"),
    ),
    fault(
        "number-has-origin",
        "a comma lost in Polish",
        SYNTHETIC,
        "infographic.pl.svg",
        |svg| put(svg, "8,112", "8112"),
    ),
    fault(
        "number-has-origin",
        "a digit in the Chinese picture",
        SYNTHETIC,
        "infographic.zh-Hans.svg",
        |svg| put(svg, "2.015", "2.051"),
    ),
    fault(
        "number-has-origin",
        "a digit of the page",
        SYNTHETIC,
        "article.en.html",
        |page| put(page, "8.112204", "8.112240"),
    ),
    fault(
        "number-has-origin",
        "a digit of the Polish page",
        SYNTHETIC,
        "article.pl.html",
        |page| put(page, "2,014760", "2,014670"),
    ),
    fault(
        "number-has-origin",
        "a digit of the Chinese page",
        SYNTHETIC,
        "article.zh-Hans.html",
        |page| put(page, "75.16", "76.15"),
    ),
    fault(
        "number-has-origin",
        "a digit that only search engines read",
        SYNTHETIC,
        "article.en.html",
        |page| {
            let at = page.find("application/ld+json").unwrap();
            format!("{}{}", &page[..at], put(&page[at..], "8.112", "8.121"))
        },
    ),
    fault(
        "number-has-origin",
        "a digit of the text",
        SYNTHETIC,
        "article.en.md",
        |text| put(text, "8.112204", "8.122204"),
    ),
    fault(
        "number-has-origin",
        "a sign lost in Polish",
        SYNTHETIC,
        "article.pl.md",
        |text| put_all(text, "−75,16", "+75,16"),
    ),
    fault(
        "number-has-origin",
        "a digit of the Chinese text",
        SYNTHETIC,
        "article.zh-Hans.md",
        |text| put(text, "2.014760", "2.041760"),
    ),
    fault(
        "number-has-origin",
        "a digit of the post",
        SYNTHETIC,
        "linkedin.en.txt",
        |text| put(text, "75.16", "57.16"),
    ),
    fault(
        "number-has-origin",
        "a digit of the Polish post",
        SYNTHETIC,
        "linkedin.pl.txt",
        |text| put(text, "4,03", "4,30"),
    ),
    fault(
        "number-has-origin",
        "a digit of the Chinese post",
        SYNTHETIC,
        "linkedin.zh-Hans.txt",
        |text| put(text, "2.015", "2.105"),
    ),
    fault(
        "number-has-origin",
        "a digit of the text for the API",
        SYNTHETIC,
        "linkedin.en.api.txt",
        |text| put(text, "75.16", "75.17"),
    ),
    fault(
        "number-has-origin",
        "a digit of a published table",
        GRID,
        "article.en.html",
        |page| digit(page, "<td"),
    ),
    fault(
        "number-has-origin",
        "a version in the page",
        SYNTHETIC,
        "article.en.html",
        |page| put(page, "2.7.3", "2.7.4"),
    ),
    fault(
        "forms-agree",
        "one true figure for another in the page",
        SYNTHETIC,
        "article.en.html",
        |page| put(page, "8.112204", "2.014760"),
    ),
    fault(
        "forms-agree",
        "one true figure for another in the text",
        SYNTHETIC,
        "article.pl.md",
        |text| put(text, "2,014760", "8,112204"),
    ),
    fault(
        "forms-agree",
        "a table cell emptied in Chinese",
        SYNTHETIC,
        "article.zh-Hans.html",
        |page| put(page, "8.112204", ""),
    ),
    fault(
        "disclosure-shown",
        "a picture that does not say its data are synthetic",
        SYNTHETIC,
        SVG,
        |svg| without_lines(svg, &["id=\"disclosure"]),
    ),
    fault(
        "variants-named",
        "a post that lost its baseline",
        SYNTHETIC,
        "linkedin.en.txt",
        |text| put_all(text, "ProxySQL 2.7.3", "the old version"),
    ),
    fault(
        "cases-shown",
        "an article without its workloads",
        GRID,
        "article.en.md",
        |text| text.replace("DELETE", "").replace("Delete", "").replace("delete", ""),
    ),
    fault(
        "baseline-shown",
        "a post of nothing but a change",
        SYNTHETIC,
        "linkedin.en.txt",
        |_| "ProxySQL 2.7.3 → 3.0.5: −75.16%. Synthetic data.".into(),
    ),
    fault(
        "sample-size-shown",
        "an article of one sentence",
        SYNTHETIC,
        "article.en.md",
        |_| "ProxySQL 2.7.3 needs 8.112204 ms, ProxySQL 3.0.5 needs 2.014760 ms.".into(),
    ),
];

fn y_of(svg: &str, id: &str) -> f64 {
    let y = std::cell::Cell::new(0.0);
    attribute(svg, id, "y", |value| {
        y.set(value);
        value
    });
    y.get()
}

fn last_bar(svg: &str) -> String {
    let at = svg.rfind("-bar\" data-scale").unwrap();
    let start = svg[..at].rfind("id=\"").unwrap() + 4;
    format!("{}-bar", &svg[start..at])
}

/// Turns the first digit after the third of some marks into another one.
fn digit(text: &str, mark: &str) -> String {
    let at = text.match_indices(mark).nth(2).unwrap().0;
    let inner = at + text[at..].find('>').unwrap();
    let digit = inner + text[inner..].find(|c: char| c.is_ascii_digit()).unwrap();
    let other = if &text[digit..=digit] == "7" { "4" } else { "7" };
    format!("{}{other}{}", &text[..digit], &text[digit + 1..])
}
