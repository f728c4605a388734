//! Standard words for kinds of data that the fixtures do not have: nothing to compare with, one batch, repetitions,
//! more is better, no change, no method.

use crate::parity::{article_and_post, missing};
use crate::standard::check_text;
use crate::{SHOW, edition, languages, standard_report};
use benchfolio::render::article::markdown::{self, Targets};
use benchfolio::render::infographic;

const HEAD: &str = r#"{"format":"benchfolio/1","id":"x","provenance":{"kind":"measured"},"#;
const TIME: &str = r#""measures":[{"id":"time","unit":"ms","better":"lower"}],"#;
const RATE: &str = r#""measures":[{"id":"throughput","unit":"1/s","per":"query","better":"higher"}],"#;
const TWO: &str = r#""variants":[{"id":"a","name":"Alpha"},{"id":"b","name":"Beta"}],"#;

fn series(measure: &str, variant: &str, numbers: &str) -> String {
    format!(r#"{{"measure":"{measure}","variant":"{variant}",{numbers}}}"#)
}

/// A data file and what the English article must say of it.
fn kinds() -> Vec<(&'static str, String, &'static str)> {
    let batches = |values: &str| format!(r#""batches":[{{"values":[{values}]}},{{"values":[{values}]}}]"#);
    vec![
        (
            "one variant",
            format!(
                r#"{HEAD}"variants":[{{"id":"a","name":"Alpha"}}],{TIME}"series":[{}]}}"#,
                series("time", "a", &batches("1,2,3"))
            ),
            "is 2 ms with Alpha. There is nothing to compare it with.",
        ),
        (
            "slower",
            format!(
                r#"{HEAD}{TWO}{TIME}"series":[{},{}]}}"#,
                series("time", "a", &batches("1,2,3")),
                series("time", "b", &batches("4,5,6"))
            ),
            "a change of **+150%**. Lower is better, so Beta is worse here.",
        ),
        (
            "less throughput",
            format!(
                r#"{HEAD}{TWO}{RATE}"series":[{},{}]}}"#,
                series("throughput", "a", r#""value":1000"#),
                series("throughput", "b", r#""value":900"#)
            ),
            "is 1,000 queries/s with Alpha and 900 queries/s with Beta: a change of **−10%**. Higher is better, so Beta is \
             worse here.",
        ),
        (
            "single values that were measured",
            format!(
                r#"{HEAD}{TWO}{TIME}"series":[{},{}]}}"#,
                series("time", "a", r#""value":5"#),
                series("time", "b", r#""value":6"#)
            ),
            "The data set holds one figure for each variant and measure.",
        ),
        (
            "no change",
            format!(
                r#"{HEAD}{TWO}{TIME}"series":[{},{}]}}"#,
                series("time", "a", r#""value":5"#),
                series("time", "b", r#""value":5"#)
            ),
            "is the same with Alpha and with Beta: 5 ms.",
        ),
        (
            "one batch",
            format!(
                r#"{HEAD}{TWO}{TIME}"method":{{"variant_order":"alternated"}},"series":[{},{}]}}"#,
                series("time", "a", r#""batches":[{"values":[1,2,3]}]"#),
                series("time", "b", r#""batches":[{"values":[1,1,1]}]"#)
            ),
            "Each variant ran 1 batch of 3 timed calls. That is 3 calls per variant and 6 calls in all. The order of the \
             variants alternated.",
        ),
        (
            "repetitions",
            format!(
                r#"{HEAD}{TWO}{TIME}"series":[{},{}]}}"#,
                series("time", "a", r#""repetitions":[5,6,7]"#),
                series("time", "b", r#""repetitions":[3,3,3]"#)
            ),
            "The data set holds repetitions of which each is already a mean over several calls",
        ),
        (
            "names with marks",
            format!(
                r#"{HEAD}"variants":[{{"id":"a","name":"*A* <b>|_c_"}},{{"id":"b","name":"[B](x) `c`"}}],{TIME}"series":[{},{}]}}"#,
                series("time", "a", r#""value":5"#),
                series("time", "b", r#""value":4"#)
            ),
            r"with \*A\* \<b\>\|\_c\_ and 4",
        ),
    ]
}

#[test]
fn standard_words_fit_every_kind_of_data() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (kind, json, english)) in kinds().into_iter().enumerate() {
        let data = folder.path().join(format!("kind-{number}.json"));
        std::fs::write(&data, json).unwrap();
        let project = standard_report(&data);
        let wanted = article_and_post(&edition(&project, "en"));
        for tag in &languages() {
            let what = format!("{kind} in {tag}");
            let edition = edition(&project, tag);
            assert_eq!(missing(&wanted, &article_and_post(&edition)), "", "{what}");
            let article =
                (edition.words.render_article(&edition.engine)).unwrap_or_else(|faults| panic!("{what}: {faults}"));
            let text = article.markdown.text.replace('\u{a0}', " ");
            check_text(&what, &text.replace("[B\\]", ""));
            assert!(tag != "en" || text.contains(english), "{what}:\n{text}");
            assert_eq!(edition.engine.disclosure().unwrap(), None, "{what}");
            let targets = Targets {
                pictures: vec!["infographic".into()],
                files: edition
                    .engine
                    .subject()
                    .files()
                    .into_iter()
                    .map(|file| file.name)
                    .collect(),
            };
            markdown::parse(&article.markdown, &targets).unwrap_or_else(|faults| panic!("{what}: {faults}"));
            let post = edition
                .words
                .render_post(&edition.engine)
                .unwrap_or_else(|faults| panic!("{what}: {faults}"));
            check_text(&what, &post.text);
            // A picture needs something to compare.
            if edition.engine.facts().compared {
                let template = project.form("infographic.svg").unwrap();
                let picture = infographic::draw_report(
                    &edition.engine,
                    &edition.words.infographic,
                    &project.theme().unwrap(),
                    &template,
                    None,
                )
                .unwrap_or_else(|faults| panic!("{what}: {faults}"));
                check_text(&what, &picture.alt.replace("[B](x)", ""));
                if let Some(folder) = std::env::var_os(SHOW) {
                    let png = picture.artefacts(tag).unwrap().remove(1).bytes;
                    std::fs::write(
                        std::path::Path::new(&folder).join(format!("kind-{number}.{tag}.png")),
                        png,
                    )
                    .unwrap();
                }
            }
        }
    }
}
