//! The contact sheet: one HTML page with every picture of a build, by report, language and format, and where a picture
//! changed the old one and the difference beside it. Works without scripts; knows nothing of how files are stored.

use super::svg::escape;
use std::fmt::Write;

/// By this a page says that it is a contact sheet.
pub const GENERATOR: &str = "<title>Contact sheet</title>";

/// The pictures of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub id: String,
    /// Sorted by language, then by format.
    pub pictures: Vec<Picture>,
}

/// A picture as it stands on the sheet. Addresses are relative to the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The file's name.
    pub name: String,
    pub language: String,
    pub address: String,
    pub width: u32,
    pub height: u32,
    /// What it shows; its name when nobody says.
    pub alternative: String,
    pub change: Change,
}

/// What became of a picture since the build before.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// There was none of this name.
    New,
    Same,
    Changed {
        /// Pixels that differ, and of how many; all of them when the size changed.
        pixels: (u64, u64),
        old: String,
        /// Absent when the sizes differ.
        difference: Option<String>,
    },
}

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #0e1b2a; --paper: #f6f2ea; --card: #fff; --quiet: #4d5866; --line: #d8cfbf; --mark: #9a3b0c; }
@media (prefers-color-scheme: dark) { :root { --ink: #eae5da; --paper: #0e1b2a; --card: #16273a; --quiet: #b3bdc9; --line: #33465b; --mark: #ffb38a; } }
* { box-sizing: border-box; }
body { margin: 0; padding: clamp(1rem, 3vw, 2.5rem); color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 .3em; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 2.2em 0 .2em; font-size: 1.3rem; overflow-wrap: anywhere; }
h3 { margin: 1.2em 0 .5em; font-size: 1rem; color: var(--quiet); }
p { margin: .3em 0; }
a { color: inherit; }
.row { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.2rem; align-items: start; }
figure { margin: 0; padding: .7rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
figure.changed { border: 2px solid var(--mark); }
img { display: block; width: 100%; height: auto; max-height: 30rem; object-fit: contain; object-position: top; background: var(--paper); }
figcaption { margin-top: .5rem; font-size: .9rem; overflow-wrap: anywhere; }
.state { display: block; color: var(--quiet); }
.changed .state { color: var(--mark); font-weight: 600; }
summary { margin-top: .5rem; cursor: pointer; font-size: .9rem; }
details img { margin-top: .5rem; }
";

/// Writes the page.
pub fn html(reports: &[Report]) -> String {
    let pictures = || reports.iter().flat_map(|report| &report.pictures);
    let changed = pictures()
        .filter(|picture| matches!(picture.change, Change::Changed { .. }))
        .count();
    let new = pictures().filter(|picture| picture.change == Change::New).count();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Contact sheet</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>Contact sheet</h1>\n\
         <p>Pictures: {}. Reports: {}. Changed: {changed}. New: {new}.</p>\n</header>\n<main>\n",
        pictures().count(),
        reports.len(),
    );
    for report in reports {
        let id = escape(&report.id);
        let _ = writeln!(page, "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{id}</h2>");
        let mut languages: Vec<&str> = report
            .pictures
            .iter()
            .map(|picture| picture.language.as_str())
            .collect();
        languages.dedup();
        for language in languages {
            let _ = writeln!(page, "<h3>{}</h3>\n<div class=\"row\">", escape(language));
            let own = report.pictures.iter().filter(|picture| picture.language == language);
            own.for_each(|picture| figure(&mut page, picture));
            page.push_str("</div>\n");
        }
        page.push_str("</section>\n");
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn figure(page: &mut String, picture: &Picture) {
    let state = match &picture.change {
        Change::New => "new".to_owned(),
        Change::Same => "unchanged".to_owned(),
        Change::Changed {
            pixels: (differ, all), ..
        } => {
            format!("changed: {} of the pixels", share(*differ, *all))
        }
    };
    let class = if matches!(picture.change, Change::Changed { .. }) {
        " class=\"changed\""
    } else {
        ""
    };
    let address = escape(&picture.address);
    let _ = writeln!(
        page,
        "<figure{class}>\n<a href=\"{address}\">{}</a>\n<figcaption>{} <span class=\"state\">{state}</span>",
        image(&picture.address, picture, &picture.alternative, &picture.language),
        escape(&picture.name),
    );
    if let Change::Changed { old, difference, .. } = &picture.change {
        let mut more = |label: &str, address: &str, alternative: &str| {
            let _ = writeln!(
                page,
                "<details>\n<summary>{label}</summary>\n{}\n</details>",
                image(address, picture, alternative, "en")
            );
        };
        more("Before", old, &format!("{} before", picture.name));
        if let Some(difference) = difference {
            more(
                "Difference",
                difference,
                &format!("Changed pixels of {} in red", picture.name),
            );
        }
    }
    page.push_str("</figcaption>\n</figure>\n");
}

fn image(address: &str, picture: &Picture, alternative: &str, language: &str) -> String {
    format!(
        "<img src=\"{}\" width=\"{}\" height=\"{}\" loading=\"lazy\" lang=\"{}\" alt=\"{}\">",
        escape(address),
        picture.width,
        picture.height,
        escape(language),
        escape(alternative)
    )
}

/// A share in percent with two digits; never zero where there is any.
fn share(part: u64, whole: u64) -> String {
    let hundredths = (u128::from(part) * 10_000).div_ceil(u128::from(whole.max(1)));
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(change: Change) -> Picture {
        Picture {
            name: "infographic.pl.png".into(),
            language: "pl".into(),
            address: "a/infographic.pl.png".into(),
            width: 1600,
            height: 2000,
            alternative: "Słupki & \"kropki\"".into(),
            change,
        }
    }

    #[test]
    fn a_change_shows_the_old_picture_and_the_difference() {
        let changed = Change::Changed {
            pixels: (1, 3_200_000),
            old: "contact-sheet/a/old.png".into(),
            difference: Some("contact-sheet/a/diff.png".into()),
        };
        let reports = [Report {
            id: "a".into(),
            pictures: vec![picture(changed), picture(Change::Same)],
        }];
        let page = html(&reports);
        assert!(page.contains("Pictures: 2. Reports: 1. Changed: 1. New: 0."));
        assert!(
            page.contains("changed: 0.01% of the pixels") && page.contains("alt=\"Słupki &amp; &quot;kropki&quot;\"")
        );
        for address in [
            "contact-sheet/a/old.png",
            "contact-sheet/a/diff.png",
            "a/infographic.pl.png",
        ] {
            assert!(page.contains(&format!("src=\"{address}\"")), "{address}");
        }
        assert_eq!(page.matches("<h3>").count(), 1);
    }
}
