use super::*;
use proptest::prelude::*;

fn finding(figures: &[&str]) -> Finding {
    Finding {
        any_of: figures.iter().map(|figure| figure.to_string()).collect(),
    }
}

fn posted(words: &str, figures: &[&str]) -> Result<(String, String), String> {
    let [paste, api] = write("pl", &SourceText::new("pl/linkedin.txt", words), &finding(figures), &[])
        .map_err(|faults| faults.to_string())?;
    assert_eq!(paste.name, "linkedin.pl.txt");
    assert_eq!(api.name, "linkedin.pl.api.txt");
    Ok((
        String::from_utf8(paste.bytes).unwrap(),
        String::from_utf8(api.bytes).unwrap(),
    ))
}

#[test]
fn spaces_and_empty_lines_are_brought_into_order() {
    let (paste, _) = posted("\r\n\r\n75,16%  \r\n\r\n\r\n\r\nKoniec \n\n", &["75,16%"]).unwrap();
    assert_eq!(paste, "75,16%\n\nKoniec\n");
}

/// Sentences that may be left out bring the space before them along.
#[test]
fn no_paragraph_begins_with_a_space() {
    let (paste, _) = posted("75,16%\n\n Second.\n  third\n", &["75,16%"]).unwrap();
    assert_eq!(paste, "75,16%\n\nSecond.\n  third\n");
}

#[test]
fn the_api_text_escapes_reserved_characters_and_keeps_hashtags() {
    let (_, api) = posted(
        "4× (mean) a_b @c #MySQL\n#性能 issue #42 C#x [d] <e> {f} g~h*i| \\ https://a.b/#c\n",
        &[],
    )
    .unwrap();
    assert_eq!(
        api,
        "4× \\(mean\\) a\\_b \\@c {hashtag|\\#|MySQL}\n\
         {hashtag|\\#|性能} issue \\#42 C\\#x \\[d\\] \\<e\\> \\{f\\} g\\~h\\*i\\| \\\\ https://a.b/\\#c\n"
    );
}

#[test]
fn a_post_that_is_too_long_says_by_how_much() {
    let exact = "x".repeat(LONGEST);
    assert!(posted(&exact, &[]).is_ok());
    let faults = posted(&format!("{}🚀", "x".repeat(LONGEST)), &[]).unwrap_err();
    assert_eq!(
        faults,
        "pl/linkedin.txt: [pl] the post is 2 characters too long: found 3002 characters, expected at most 3000 \
         (hint: LinkedIn refuses it; an emoji counts two)"
    );
}

#[test]
fn the_finding_stands_in_the_first_line_above_the_fold() {
    assert!(posted("O 75,16% krócej.\n", &["75,16%", "4,03×"]).is_ok());
    assert!(posted("Bez zmian.\n", &["Bez zmian"]).is_ok());
    let below = format!("{} 75,16%\n", "x".repeat(FOLD - 3));
    for words in ["Wyniki.\nO 75,16% krócej.\n", below.as_str()] {
        let faults = posted(words, &["75,16%"]).unwrap_err();
        assert!(
            faults.starts_with("pl/linkedin.txt:1:1: [pl] the first line does not say what was found: found `"),
            "{faults}"
        );
        assert!(faults.contains("expected one of `75,16%`"), "{faults}");
    }
    let at_the_fold = format!("{} 75,16%\n", "x".repeat(FOLD - 7));
    assert!(posted(&at_the_fold, &["75,16%"]).is_ok());
}

#[test]
fn marks_of_markdown_templates_and_html_are_refused_where_they_stand() {
    for (words, place, mark) in [
        ("Ok\n# Title\n", "2:1", "#"),
        ("a **b** c\n", "1:3", "**"),
        ("see [a](https://b.c)\n", "1:7", "]("),
        ("`code`\n", "1:1", "`"),
        ("  * item\n", "1:3", "*"),
        ("| a | b |\n", "1:1", "|"),
        ("a {{ b }}\n", "1:3", "{{"),
        ("a &amp; b\n", "1:3", "&amp;"),
    ] {
        let faults = posted(words, &[]).unwrap_err();
        let expected = format!("pl/linkedin.txt:{place}: [pl] `{mark}` stands in the post as it is");
        assert!(faults.starts_with(&expected), "{faults}");
    }
    assert!(posted("- a\n• b\n#tag 5 * 3 a_b\n", &[]).is_ok());
}

#[test]
fn an_empty_post_is_refused() {
    assert_eq!(
        posted(" \n\n", &[]).unwrap_err(),
        "pl/linkedin.txt: [pl] the post is empty"
    );
}

/// Reads `little` text back, as the API's documentation describes it.
fn from_little(text: &str) -> String {
    let mut out = String::new();
    let text = text.replace("{hashtag|\\#|", "#\u{0}");
    let mut chars = text.chars();
    let mut in_tag = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.extend(chars.next()),
            '\u{0}' => in_tag = true,
            '}' if in_tag => in_tag = false,
            c => {
                assert!(c == '#' || !"|{}@[]()<>*_~".contains(c), "{c} is not escaped in {text}");
                out.push(c);
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_api_text_says_the_same(text in "[ a-c#@*_~|\\\\(){}<>\\[\\]5测\n]{0,60}") {
        prop_assert_eq!(from_little(&little_text(&text)), text);
    }

    #[test]
    fn any_text_is_a_post_or_refused(text in "(\\PC|\n|\r|\t){0,300}") {
        let _ = write("en", &SourceText::new("linkedin.txt", text), &finding(&["1"]), &[]);
    }
}

#[test]
fn marks_of_names_are_theirs() {
    let marks = |text: &str| {
        marks(
            &SourceText::new("linkedin.txt", text),
            &["Cache `off`".to_owned(), "# x".to_owned()],
        )
    };
    assert!(marks("# x needs 1 ms, Cache `off` needs 2 ms").is_empty());
    assert_eq!(marks("Cache `off` needs `2` ms").len(), 1);
    assert_eq!(marks("# Cache `off`").len(), 1);
}
