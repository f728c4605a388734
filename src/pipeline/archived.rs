//! Archives as sources: packed or unpacked, read whole into memory, with what their manifest says of how they were made.

use super::{Choices, Form};
use crate::check::allow::Allowance;
use crate::diagnostic::{Fault, Faults};
use crate::locale::Script;
use crate::project::{Files, Project, Report, STANDARD_DATA};
use crate::publish::{Limits, MANIFEST_FILE, crates_that_shape_pixels, read_archive, read_folder};
use serde_json::Value;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Where `rebuild.sh` puts what it makes: no part of an archive.
const REBUILT_FOLDER: &str = "rebuilt";

/// An archive or a set in memory.
#[derive(Debug, Clone)]
pub(super) struct Archived {
    /// How messages call it.
    pub name: String,
    pub files: Arc<Files>,
    /// The file as it was read, when it is packed.
    pub packed: Option<Vec<u8>>,
    pub manifest: Declared,
}

/// What a manifest declares. Nothing of it is believed before it is checked.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Declared {
    pub is_archive: bool,
    pub report: String,
    pub version: String,
    pub languages: Vec<String>,
    pub forms: Vec<Form>,
    pub date: Option<String>,
    pub allowances: Vec<Allowance>,
    /// Name and digest of every file that lies beside the manifest or below it.
    pub listed: Vec<(String, String)>,
    /// Whether version, crates and fonts are those of this program.
    pub is_of_this_program: bool,
}

impl Archived {
    /// Reads an archive, an unpacked one, or a set.
    ///
    /// # Errors
    /// It cannot be read, is no archive of ours, or breaks the limits.
    pub fn read(path: &Path) -> Result<Archived, Faults> {
        let name = path.display().to_string();
        let (files, packed) = match path.is_dir() {
            true if !path.join(MANIFEST_FILE).is_file() => return Err(no_manifest(&name).into()),
            true => (read_folder(path, REBUILT_FOLDER, Limits::default())?, None),
            false => {
                let bytes = bytes_of(path)?;
                (read_archive(&name, &bytes, Limits::default())?, Some(bytes))
            }
        };
        Archived::of(name, files, packed)
    }

    /// # Errors
    /// There is no manifest in it that we understand.
    pub fn of(name: String, files: Files, packed: Option<Vec<u8>>) -> Result<Archived, Faults> {
        let bytes = files.get(MANIFEST_FILE).ok_or_else(|| no_manifest(&name))?;
        let manifest = Declared::read(&format!("{name}/{MANIFEST_FILE}"), bytes)?;
        Ok(Archived {
            name,
            files: Arc::new(files),
            packed,
            manifest,
        })
    }

    /// The report in it, as it was when the archive was made. With `may_lack`, what is compiled in stands behind the
    /// built-in files that it holds.
    ///
    /// # Errors
    /// As [`Project::archived`]; a date that is none.
    pub fn project(&self, may_lack: bool) -> Result<Project, Faults> {
        let declared = &self.manifest;
        let mut standard = Report::standard(&declared.report, STANDARD_DATA);
        // A folder of templates may have had other languages than the program.
        let languages = declared.languages.iter().filter_map(|tag| Script::of(tag));
        standard.languages = languages.collect();
        let project = Project::archived(&self.name, self.files.clone(), standard, may_lack)?;
        let mut report = Report::clone(&project.report);
        if let Some(date) = &declared.date {
            report = report.with_date(date)?;
        }
        Ok(project.with_report(report))
    }

    /// What of it was made.
    pub fn choices(&self) -> Choices {
        Choices {
            languages: self.manifest.languages.clone(),
            forms: self.manifest.forms.clone(),
            allowances: self.manifest.allowances.clone(),
            ..Choices::default()
        }
    }
}

fn no_manifest(name: &str) -> Fault {
    Fault::input(
        "archive::no-manifest",
        "this is no archive and no set of benchfolio: it has no manifest.json",
    )
    .file(name)
    .hint("`benchfolio archive REPORT` makes an archive")
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Fault> {
    let limit = Limits::default().bytes;
    let fault = |why: String| {
        Fault::input("archive::unreadable", format!("the archive cannot be read: {why}"))
            .file(path.display().to_string())
    };
    let metadata = path.metadata().map_err(|error| fault(error.to_string()))?;
    if !metadata.is_file() {
        return Err(fault("it is no regular file".to_owned()));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| fault(error.to_string()))?;
    let size = file.take(limit + 1).read_to_end(&mut bytes);
    match size.map_err(|error| fault(error.to_string()))? as u64 > limit {
        true => Err(fault(format!("it is larger than {limit} bytes"))),
        false => Ok(bytes),
    }
}

impl Declared {
    /// # Errors
    /// It is no manifest of ours.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Declared, Faults> {
        let fault = |message: &str| Fault::input("archive::manifest", message).file(name);
        let value: Value =
            serde_json::from_slice(bytes).map_err(|error| fault("the manifest is no JSON").found(error.to_string()))?;
        let format = value["format"].as_str().unwrap_or("none");
        if format != "benchfolio-manifest/1" {
            return Err(fault("this format of manifests is not known")
                .path("$.format")
                .found(format!("`{format}`"))
                .expected("`benchfolio-manifest/1`; a newer benchfolio may know it")
                .into());
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let report = text(&value["report"]);
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if report.is_empty() || report.starts_with('.') || !report.chars().all(is_name) {
            return Err(fault("the manifest names no report").path("$.report").into());
        }
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let is_archive = value["kind"] == "archive";
        let mut files = list(&value["outputs"]);
        if is_archive {
            files.extend(list(&value["inputs"]));
        }
        let form = |id: &Value| Form::ALL.into_iter().find(|form| Some(form.id()) == id.as_str());
        let allowed = |value: &Value| {
            let (rule, reason) = (value["rule"].as_str()?, value["reason"].as_str()?);
            format!("{rule}={reason}").parse::<Allowance>().ok()
        };
        Ok(Declared {
            is_archive,
            report,
            version: text(&value["tool"]["version"]),
            languages: list(&value["languages"]).iter().map(text).collect(),
            forms: list(&value["options"]["forms"]).iter().filter_map(form).collect(),
            date: value["options"]["date"].as_str().map(str::to_owned),
            allowances: list(&value["options"]["allowed"]).iter().filter_map(allowed).collect(),
            listed: files
                .iter()
                .map(|file| (text(&file["name"]), text(&file["sha256"])))
                .collect(),
            is_of_this_program: is_of_this_program(&value),
        })
    }
}

/// Whether the program that a manifest names shapes pixels as this one does.
fn is_of_this_program(manifest: &Value) -> bool {
    let mut crates = std::collections::BTreeMap::<&str, String>::new();
    for (name, version) in crates_that_shape_pixels() {
        let versions = crates.entry(name).or_default();
        let separator = if versions.is_empty() { "" } else { ", " };
        *versions = format!("{versions}{separator}{version}");
    }
    let tool = &manifest["tool"];
    let declared = tool["crates"].as_object();
    tool["version"] == env!("CARGO_PKG_VERSION")
        && declared.is_some_and(|declared| {
            declared.len() == crates.len()
                && crates
                    .iter()
                    .all(|(name, version)| declared.get(*name) == Some(&version.as_str().into()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Declared, String> {
        Declared::read("a.zip/manifest.json", text.as_bytes()).map_err(|faults| faults.to_string())
    }

    #[test]
    fn a_manifest_of_another_format_is_told() {
        assert_eq!(
            read("{\"format\": \"benchfolio-manifest/9\"}").unwrap_err(),
            "a.zip/manifest.json: $.format: this format of manifests is not known: found `benchfolio-manifest/9`, expected \
             `benchfolio-manifest/1`; a newer benchfolio may know it"
        );
        assert!(read("{").unwrap_err().contains("the manifest is no JSON"));
        for id in ["", "../x", ".x", "a/b"] {
            let text = format!("{{\"format\": \"benchfolio-manifest/1\", \"report\": \"{id}\"}}");
            assert!(read(&text).unwrap_err().contains("names no report"), "{id}");
        }
    }

    #[test]
    fn another_version_or_other_crates_are_another_program() {
        let manifest = crate::publish::Manifest {
            kind: crate::publish::Kind::Archive,
            report: "r".into(),
            languages: vec!["en".into()],
            options: vec![("forms".into(), vec!["svg", "nothing"].into())],
            inputs: vec![],
        };
        let text = manifest.to_json(&[]);
        let declared = read(&text).unwrap();
        assert!(declared.is_of_this_program && declared.is_archive);
        assert_eq!(declared.forms, [Form::Svg]);
        for (from, to) in [
            ("\"resvg\": \"", "\"resvg\": \"9"),
            ("\"version\": \"", "\"version\": \"9"),
        ] {
            assert!(!read(&text.replacen(from, to, 1)).unwrap().is_of_this_program, "{from}");
        }
    }
}
