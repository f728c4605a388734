//! Numbers and names of the data keep their own order within Arabic and Hebrew: each stands in an isolate.

use crate::{Edition, data_files, edition, languages, standard_report};
use benchfolio::locale::{Direction, Script};

const OPEN: char = '\u{2068}';
const CLOSE: char = '\u{2069}';

/// Names of variants and cases, as Markdown and as plain text have them.
fn names(edition: &Edition) -> Vec<String> {
    let data = &edition.engine.subject().dataset;
    let variants = data.variants.iter().map(|variant| variant.name.clone());
    let cases = data.cases.iter().map(|case| case.name.clone());
    variants
        .chain(cases)
        .flat_map(|name| [name.replace('_', "\\_"), name])
        .collect()
}

fn unisolated<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let places = text.match_indices(name).map(|(at, _)| at);
    let mut naked = places.filter(|at| !text[..*at].ends_with(OPEN) || !text[at + name.len()..].starts_with(CLOSE));
    naked.find_map(|at| {
        // A name within a longer one.
        let open = text[..at].rfind(OPEN);
        let inside = open.is_some_and(|open| !text[open..at].contains([CLOSE, '\n']));
        (!inside).then(|| text[at..].lines().next().unwrap_or_default())
    })
}

#[test]
fn every_number_and_name_of_the_data_is_isolated() {
    let tags: Vec<String> = languages()
        .into_iter()
        .filter(|tag| Script::of(tag).is_some_and(|script| script.direction == Direction::RightToLeft))
        .collect();
    for data in data_files() {
        let project = standard_report(&data);
        for tag in &tags {
            let edition = edition(&project, tag);
            let article = edition.words.render_article(&edition.engine).unwrap();
            let post = edition.words.render_post(&edition.engine).unwrap();
            for (form, text, ledger) in [
                ("article", article.markdown.text.as_ref(), &article.ledger),
                ("post", post.text.as_str(), &post.ledger),
            ] {
                let what = format!("{form} of {} in {tag}", project.report.id);
                for printed in ledger {
                    let whole = printed.text.starts_with(OPEN) && printed.text.ends_with(CLOSE);
                    assert!(whole, "{what}: {printed:?}");
                }
                for name in names(&edition) {
                    assert_eq!(unisolated(text, &name), None, "{what}: {name}");
                }
                let count = |marks: &[char]| text.chars().filter(|c| marks.contains(c)).count();
                assert!(count(&[OPEN]) > 4, "{what}");
                // Units that mix directions have one of their own.
                assert_eq!(count(&[OPEN, '\u{2067}']), count(&[CLOSE]), "{what}");
            }
        }
    }
}
