//! The fonts that a theme names: a family for running text, for headings and for code, each of one or two files, and the
//! licence that goes with them into the archive.

use super::Lookup;
use super::fields::{Fields, Placed};
use super::theme_file::ThemeFile;
use crate::diagnostic::{Fault, Faults};
use crate::text::brand::{self, BrandFile};
use crate::text::{Brand, Family};

/// What families set.
const ROLES: [&str; 3] = ["text", "heading", "code"];

/// The files of a family.
const WEIGHTS: [&str; 2] = ["regular", "bold"];

/// Reads the table `fonts` of a theme. What is wrong is told; the families that it concerns are then the bundle's.
pub(super) fn read(lookup: &Lookup, theme: &ThemeFile, mut fields: Fields, faults: &mut Vec<Fault>) -> Brand {
    let licence = fields.text("license", faults);
    let mut named = Vec::new();
    let families = ROLES.map(|role| {
        let mut table = fields.table(role, faults)?;
        let files = WEIGHTS.map(|weight| table.text(weight, faults));
        table.finish(faults);
        named.extend(files.iter().flatten().cloned());
        family(lookup, theme, &files, faults)
    });
    fields.finish(faults);
    match (&licence, named.first()) {
        (Some(licence), _) => {
            if let Err(fault) = text_beside(lookup, theme, licence) {
                faults.push(fault);
            }
        }
        (None, Some(first)) => faults.push(
            Fault::input(
                "theme::no-licence",
                "the archive passes fonts on, and so holds their licence",
            )
            .at(&theme.text, first.span.clone())
            .expected("`license` in the table `fonts`: a text file beside the theme, such as `OFL.txt`"),
        ),
        (None, None) => {}
    }
    let [text, heading, code] = families;
    Brand { text, heading, code }
}

/// The files that the table names, under whatever keys: which of those are known is told when the theme is read.
pub(super) fn named(mut fields: Fields) -> Vec<String> {
    let mut ignored = Vec::new();
    let mut files = Vec::new();
    for (key, _, value) in fields.entries() {
        if let Some(mut table) = fields.entry_table(key, value, &mut ignored) {
            let of_table = table.entries();
            files.extend(
                of_table
                    .iter()
                    .filter_map(|(key, _, value)| table.entry_text(key, value, &mut ignored)),
            );
        } else {
            files.extend(fields.entry_text(key, value, &mut ignored));
        }
    }
    files.into_iter().map(|file| file.text).collect()
}

fn family(lookup: &Lookup, theme: &ThemeFile, named: &[Option<Placed>; 2], faults: &mut Vec<Fault>) -> Option<Family> {
    let mut read = |named: &Option<Placed>| -> Result<Option<BrandFile>, ()> {
        let Some(named) = named else { return Ok(None) };
        let file = theme
            .read_beside(lookup, named, &["ttf", "otf"])
            .map_err(Faults::from)
            .and_then(|(name, bytes)| brand::read(&name, &bytes));
        file.map(Some).map_err(|told| faults.extend(told.into_vec()))
    };
    let (regular, bold) = (read(&named[0]), read(&named[1]));
    match (regular, bold) {
        (Ok(None), Ok(None)) | (Err(()), _) | (_, Err(())) => None,
        (Ok(regular), Ok(bold)) => Some(brand::family(regular.as_ref(), bold.as_ref())),
    }
}

/// A licence is a text, which the archive holds as it was read.
fn text_beside(lookup: &Lookup, theme: &ThemeFile, named: &Placed) -> Result<(), Fault> {
    let (name, bytes) = theme.read_beside(lookup, named, &["txt", "md"])?;
    match std::str::from_utf8(&bytes) {
        Ok(text) if !text.trim().is_empty() => Ok(()),
        _ => Err(Fault::input("theme::no-licence", "this is no text of a licence").file(name)),
    }
}
