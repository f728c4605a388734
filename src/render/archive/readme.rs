//! `README.md` and `rebuild.sh`: what a person reads first, and how everything is made again.

use super::{FONTS_FOLDER, Facts, Listed, PUBLISHED_FOLDER, Part, REBUILD_FILE};
use crate::project::OWN_FOLDER;
use std::fmt::Write as _;

/// The text of `README.md`.
pub fn readme(facts: &Facts<'_>, files: &[Listed]) -> String {
    let tool = format!("{} {}", env!("CARGO_PKG_NAME"), facts.version);
    let mut text = format!("# {}\n\n", facts.title);
    if !facts.description.is_empty() {
        let _ = writeln!(text, "{}\n", facts.description);
    }
    text.push_str(&about(facts, &tool));
    text.push_str(&contents(files));
    let _ = write!(
        text,
        "\n## Verify\n\n\
         ```\n\
         sha256sum --check --strict SHA256SUMS   # nothing changed since the archive was made\n\
         python3 {PUBLISHED_FOLDER}analyze.py             # recomputes the table, with nothing but Python\n\
         benchfolio verify .                     # recomputes and renders everything, compares byte for byte\n\
         ```\n\n\
         `benchfolio verify` also takes the ZIP file as it is. It uses what lies in the archive: data, words, templates. It\n\
         needs no network and no fonts of the machine.\n\n\
         ## Rebuild\n\n\
         ```\n\
         sh {REBUILD_FILE}            # into rebuilt/, and compares it with {PUBLISHED_FOLDER}\n\
         sh {REBUILD_FILE} /tmp/site  # into another folder\n\
         ```\n\n\
         It runs `benchfolio` from the path; `BENCHFOLIO=/path/to/benchfolio sh {REBUILD_FILE}` runs another one. The same bytes\n\
         come from {tool}. Other versions may set a line or a pixel otherwise; they say so, and `benchfolio verify`\n\
         then compares numbers, text and pictures. The crates that shape pixels in this version:\n\n"
    );
    for (name, version) in facts.crates {
        let _ = writeln!(text, "- {name} {version}");
    }
    let _ = write!(
        text,
        "\n## Edit\n\n\
         Words lie in `{OWN_FOLDER}<language>/`, the data beside them; what is not there comes from `built-in/`. Numbers are not\n\
         typed: they come from the data. To edit an SVG by hand, install the fonts from `{FONTS_FOLDER}`.\n\n\
         ## Rights\n\n{}\n",
        rights(facts)
    );
    text
}

fn about(facts: &Facts<'_>, tool: &str) -> String {
    let languages: Vec<String> = facts
        .languages
        .iter()
        .map(|(tag, name)| format!("{name} ({tag})"))
        .collect();
    let mut rows = vec![("Report", facts.id.to_owned())];
    rows.extend((!facts.authors.is_empty()).then(|| ("Authors", facts.authors.join(", "))));
    rows.extend(facts.date.map(|date| ("Date", date.to_owned())));
    rows.extend(facts.url.map(|url| ("Published at", format!("<{url}>"))));
    rows.push(("Languages", languages.join(", ")));
    rows.push(("Made by", tool.to_owned()));
    let mut text = String::from("| | |\n|---|---|\n");
    for (name, value) in rows {
        let _ = writeln!(text, "| {name} | {} |", value.replace('|', "\\|"));
    }
    text
}

fn contents(files: &[Listed]) -> String {
    let has = |start: &str| files.iter().any(|file| file.name.starts_with(start));
    let rows = [
        (
            PUBLISHED_FOLDER,
            "what was made: graphics, articles, posts, the recomputed table, `analyze.py`",
        ),
        (OWN_FOLDER, "the report: data, configuration, its own words and forms"),
        ("templates/", "templates and words that stood before the built-in ones"),
        ("built-in/", "templates and standard words of benchfolio that were used"),
        (FONTS_FOLDER, "the fonts that were used, and their licences"),
    ];
    let mut text = String::from("\n## What is here\n\n| place | holds |\n|---|---|\n");
    for (place, holds) in rows.iter().filter(|(place, _)| has(place)) {
        let _ = writeln!(text, "| `{place}` | {holds} |");
    }
    text.push_str(
        "| `manifest.json` | every input and output with SHA-256 and size, and what made them |\n\
         | `SHA256SUMS` | digests of all files, for `sha256sum --check` |\n\
         | `CITATION.cff` | how to cite this (Citation File Format) |\n\
         | `ro-crate-metadata.json` | the same for machines (RO-Crate) |\n",
    );
    let count = |part: Part| files.iter().filter(|file| file.part == part).count();
    let _ = writeln!(
        text,
        "\n{} inputs, {} outputs, {} fonts with their licences.",
        count(Part::Input),
        count(Part::Output),
        files
            .iter()
            .filter(|file| file.part == Part::Font && !file.name.ends_with(".txt"))
            .count()
    );
    text
}

fn rights(facts: &Facts<'_>) -> String {
    let work = match facts.licence {
        Some(licence) => format!(
            "Data, words and graphics: {} ([{}]({})).",
            licence.name(),
            licence.id(),
            licence.address()
        ),
        None => "The report states no licence. Ask its authors before you publish or change these files.".to_owned(),
    };
    format!("{work} The fonts are under the SIL Open Font License 1.1: see `{FONTS_FOLDER}licenses/`.")
}

/// The text of `rebuild.sh`, for any POSIX shell.
pub fn rebuild_script(facts: &Facts<'_>) -> String {
    format!(
        r#"#!/bin/sh
# Makes everything in {PUBLISHED_FOLDER} again from what lies in this folder, and compares: sh {REBUILD_FILE} [FOLDER]
set -eu
top=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
out=${{1:-"$top/rebuilt"}}
tool=${{BENCHFOLIO:-benchfolio}}
made_by="{name} {version}"

command -v "$tool" >/dev/null || {{
    echo "$tool is not there; put $made_by on the path, or name it: BENCHFOLIO=/path/to/benchfolio sh {REBUILD_FILE}" >&2
    exit 2
}}
found=$("$tool" --version)
[ "$found" = "$made_by" ] || echo "made by $made_by; this is $found: bytes may differ" >&2

status=0
"$tool" verify "$top" --out "$out" || status=$?
for file in "$top"/{PUBLISHED_FOLDER}*; do
    cmp -- "$file" "$out/{id}/${{file##*/}}" || status=1
done
[ "$status" -ne 0 ] || echo "the same bytes: $out/{id}/"
exit "$status"
"#,
        name = env!("CARGO_PKG_NAME"),
        version = facts.version,
        id = facts.id,
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{facts, listed};
    use super::*;

    #[test]
    fn the_readme_tells_what_is_there() {
        let files = [
            listed("report/report.toml", Part::Input),
            listed("published/a.png", Part::Output),
            listed("fonts/Inter_400Regular.ttf", Part::Font),
            listed("fonts/licenses/OFL-inter.txt", Part::Font),
        ];
        let text = readme(&facts(), &files);
        for line in [
            "# The cache: \"twice\" as fast?",
            "| Date | 2026-07-09 |",
            "| Languages | English (en), polski (pl) |",
            "| `report/` | the report: data, configuration, its own words and forms |",
            "1 inputs, 1 outputs, 1 fonts with their licences.",
            "- resvg 0.49.0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line:?} is not in:\n{text}");
        }
        assert!(!text.contains("`templates/`") && !text.contains("Authors"), "{text}");
    }

    #[test]
    fn the_script_is_one_that_a_shell_can_read() {
        let script = rebuild_script(&facts());
        let checked = std::process::Command::new("sh")
            .args(["-n", "-c", &script])
            .status()
            .unwrap();
        assert!(checked.success());
        assert!(script.contains("$out/cache-test/${file##*/}"));
    }
}
