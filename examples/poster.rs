//! Draws the infographic of a data file with the built-in words:
//! `cargo run --example poster -- DATA OUT en,pl [TEMPLATES]`.

use benchfolio::diagnostic::{Fault, Faults};
use benchfolio::locale::Script;
use benchfolio::project::Project;
use benchfolio::render::infographic::{Infographic, draw_report};
use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, out, languages, rest @ ..] = arguments.as_slice() else {
        eprintln!("usage: poster DATA OUT LANGUAGES [TEMPLATES]");
        std::process::exit(2);
    };
    let mut failed = false;
    for language in languages.split(',') {
        match draw(Path::new(data), language, rest.first().map(Path::new)) {
            Ok(picture) => failed |= write(&picture, Path::new(data), Path::new(out), language).is_err(),
            Err(faults) => {
                eprintln!("{faults}");
                failed = true;
            }
        }
    }
    std::process::exit(i32::from(failed));
}

/// The data file's own report folder, if it lies in one, else a report of standard words.
fn draw(data: &Path, language: &str, templates: Option<&Path>) -> Result<Infographic, Faults> {
    let folder = data.parent().filter(|folder| folder.join("report.toml").exists());
    let project = match folder {
        Some(folder) => Project::open(folder, templates)?,
        None => Project::standard(data, templates)?,
    };
    let Some(script) = Script::of(language) else {
        return Err(Fault::input("poster::language", "this language is not known")
            .found(language)
            .into());
    };
    let words = project.words(script)?;
    let engine = words.engine(&project, &project.load()?)?;
    draw_report(&engine, &words.infographic, &project.form("infographic.svg")?, None)
}

fn write(picture: &Infographic, data: &Path, out: &Path, language: &str) -> Result<(), Box<dyn std::error::Error>> {
    let stem = data.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for file in picture.artefacts(language)? {
        std::fs::write(out.join(format!("{stem}.{}", file.name)), &file.bytes)?;
    }
    println!("{stem} [{language}] {:?}: {}", picture.archetype, picture.alt);
    Ok(())
}
