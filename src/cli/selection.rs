//! What the options that commands share mean: which reports, in which languages, read with which templates.

use super::arguments::Selection;
use crate::diagnostic::{Class, Fault, Faults};
use crate::pipeline::{self, Choices, Source};
use std::path::Path;

/// The reports that are meant; and what they are to be read with is there.
///
/// # Errors
/// The folder of templates is missing, or there is no report.
pub fn sources(selection: &Selection) -> Result<Vec<Source>, Faults> {
    if let Some(folder) = selection.templates.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(
            Fault::error(Class::Usage, "cli::templates", "there is no such folder of templates")
                .file(folder.display().to_string())
                .into(),
        );
    }
    if let Some(data) = &selection.data {
        return Ok(vec![Source::Data(data.clone())]);
    }
    if selection.reports.is_empty() {
        return pipeline::reports_below(Path::new("reports"));
    }
    let mut reports = selection.reports.clone();
    reports.sort();
    reports.dedup();
    Ok(reports.into_iter().map(Source::Folder).collect())
}

/// What of the reports is made; all forms.
pub fn choices(selection: &Selection) -> Choices {
    Choices {
        languages: selection.lang.clone(),
        forms: Vec::new(),
        templates: selection.templates.clone(),
        source_date_epoch: std::env::var("SOURCE_DATE_EPOCH").ok(),
        allowances: selection.allow.clone(),
    }
}
