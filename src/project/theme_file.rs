//! The file of a theme, and the files beside it that it names: a logo, fonts and their licence. None comes from elsewhere.

use super::Lookup;
use super::fields::Placed;
use super::lookup::NamedBytes;
use crate::diagnostic::{Fault, SourceText};

/// A file of a theme, and where it lies.
pub(super) struct ThemeFile {
    pub text: SourceText,
    /// The name of the file as it was looked for, such as `brand/theme.toml`.
    pub name: String,
    /// Whether it is of `--templates`; else of the report folder, or compiled in, where nothing lies beside it.
    pub of_templates: bool,
}

impl ThemeFile {
    /// The path of a file that a theme names: it lies beside the theme, or below.
    fn beside(&self, named: &Placed, endings: &[&str]) -> Result<String, Fault> {
        let refuse = |message: &str| {
            let shown: String = named.text.chars().take(80).collect();
            Fault::input("theme::path", message)
                .at(&self.text, named.span.clone())
                .found(format!("`{shown}`"))
                .expected(format!(
                    "a file beside {}, such as `{}`",
                    self.name.rsplit('/').next().unwrap_or_default(),
                    endings.first().map_or(String::new(), |ending| format!("name.{ending}"))
                ))
        };
        let starts_with_drive = named.text.get(1..2) == Some(":");
        let leads_out = || refuse("this leads out of the folder of the theme");
        if named.text.chars().any(char::is_control) {
            return Err(refuse("the name of a file has no control characters"));
        }
        if named.text.starts_with('/') || starts_with_drive {
            return Err(leads_out().hint("a path from the root is of one machine: copy the file beside the theme"));
        }
        if named.text.split('/').any(|part| part == "..") {
            return Err(leads_out().hint("copy the file beside the theme, and write its name without `..`"));
        }
        if named.text.contains(':') {
            return Err(leads_out().hint("nothing is fetched: copy the file beside the theme"));
        }
        if named.text.contains('\\') {
            return Err(refuse("folders are parted by `/`").hint("write it so on all machines"));
        }
        if named.text.split('/').any(|part| matches!(part, "" | ".")) {
            let plain: Vec<&str> = named
                .text
                .split('/')
                .filter(|part| !matches!(*part, "" | "."))
                .collect();
            return Err(refuse("a path has no empty parts, and no `.`").hint(format!("write `{}`", plain.join("/"))));
        }
        let ending = named
            .text
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_ascii_lowercase());
        if !ending.is_some_and(|ending| endings.contains(&ending.as_str())) {
            return Err(refuse("a file of this kind cannot be used here")
                .hint(format!("the name ends in .{}", endings.join(" or ."))));
        }
        Ok(match self.name.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{}", named.text),
            None => named.text.clone(),
        })
    }

    /// Reads a file that a theme names.
    pub fn read_beside(&self, lookup: &Lookup, named: &Placed, endings: &[&str]) -> Result<NamedBytes, Fault> {
        let path = self.beside(named, endings)?;
        // What is wrong with the file is told where it is named.
        let told_here = |fault: Fault| {
            let found = match &fault.found {
                Some(found) => format!("`{path}`, {found}"),
                None => format!("`{path}`"),
            };
            fault.at(&self.text, named.span.clone()).found(found)
        };
        let found = lookup.bytes(&path, self.of_templates).map_err(told_here)?;
        found.ok_or_else(|| {
            Fault::input("theme::no-file", "the file that the theme names is not there")
                .at(&self.text, named.span.clone())
                .found(format!("`{path}`"))
        })
    }
}
