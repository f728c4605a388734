//! The rules over words: no alarm on the example report, and every fault that is put into its words is found.

use benchfolio::check::{self, Data, Edition, Sources};
use benchfolio::diagnostic::Fault;
use benchfolio::project::Project;
use benchfolio::render::Artefact;
use benchfolio::stats::{inference, random::Seed};
use std::path::Path;

/// What the rules find in the words of a report folder; what keeps it from being made is found, too.
pub fn findings(folder: &Path) -> Vec<Fault> {
    made(folder).unwrap_or_else(|faults| faults.into_vec())
}

fn made(folder: &Path) -> Result<Vec<Fault>, benchfolio::diagnostic::Faults> {
    let project = Project::open(folder, None)?;
    let loaded = project.load()?;
    let intervals = inference::intervals(&loaded.dataset, &loaded.summary, Seed::of(b"test"));
    let data = Data {
        dataset: &loaded.dataset,
        summary: &loaded.summary,
        intervals: &intervals,
        source: None,
    };
    let mut languages = Vec::new();
    for script in &project.report.languages {
        let words = project.words(script)?;
        let engine = words.engine(&project, &loaded)?;
        let article = words.render_article(&engine)?;
        let post = words.render_post(&engine)?;
        let disclosure = engine.disclosure()?;
        // The forms of the article show the line above the text.
        let text = format!(
            "{}\n\n{}",
            disclosure.clone().unwrap_or_default(),
            article.markdown.text
        );
        let artefact = |name: String, text: &str| Artefact {
            name,
            bytes: text.as_bytes().to_vec(),
        };
        let artefacts = vec![
            artefact(format!("article.{}.md", script.tag), &text),
            artefact(format!("linkedin.{}.txt", script.tag), &post.text),
        ];
        let mut ledger = article.ledger.clone();
        ledger.extend(post.ledger);
        languages.push((engine, artefacts, ledger, disclosure));
    }
    let editions: Vec<Edition> = languages
        .iter()
        .map(|(engine, artefacts, ledger, disclosure)| {
            let sources = Sources {
                subject: engine.subject(),
                context: engine.context(),
                ledger,
                disclosure: disclosure.as_deref(),
                texts: &[],
            };
            Edition::read(sources, data, artefacts)
        })
        .collect();
    let mut faults = check::of_data(&data);
    faults.extend(check::of_editions(&editions));
    Ok(faults)
}

#[test]
fn raises_no_alarm_on_the_words_of_the_example_report() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports/proxysql-2.7-vs-3.0");
    assert_eq!(super::alarms(&findings(&folder)), "");
}
