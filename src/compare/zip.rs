//! Two ZIP files that hold the same contents: the fields of their entries that differ.

use super::{Difference, Kind, of_bytes};
use std::io::Cursor;
use zip::ZipArchive;

/// What an entry says beside its contents, by name of the field.
type Fields = Vec<(&'static str, String)>;

/// How the packing of two archives differs. Contents are not compared.
pub fn fields(found: &[u8], expected: &[u8]) -> Vec<Difference> {
    if found == expected {
        return Vec::new();
    }
    let mut list = Vec::new();
    if let (Some(a), Some(b)) = (entries(found), entries(expected)) {
        let names = |entries: &[(String, Fields)]| entries.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        if names(&a) != names(&b) {
            let differing = names(&a).into_iter().zip(names(&b)).find(|(a, b)| a != b);
            if let Some((a, b)) = differing {
                list.push(difference("order of the entries".into(), a, b));
            }
        }
        for (name, fields) in &b {
            let Some((_, found)) = a.iter().find(|(other, _)| other == name) else {
                continue;
            };
            for ((field, found), (_, expected)) in found.iter().zip(fields) {
                if found != expected {
                    list.push(difference(format!("{name}, {field}"), found.clone(), expected.clone()));
                }
            }
        }
        if let (Some(a), Some(b)) = (comment(found), comment(expected))
            && a != b
        {
            list.push(difference("comment of the archive".into(), a, b));
        }
    }
    match list.is_empty() {
        true => of_bytes(found, expected).list,
        false => list,
    }
}

/// The entries in the order of the archive.
fn entries(bytes: &[u8]) -> Option<Vec<(String, Fields)>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut entries = Vec::new();
    for at in 0..archive.len() {
        let file = archive.by_index_raw(at).ok()?;
        let time = file.last_modified().map_or_else(
            || "none".to_owned(),
            |time| {
                format!(
                    "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
                    time.year(),
                    time.month(),
                    time.day(),
                    time.hour(),
                    time.minute(),
                    time.second()
                )
            },
        );
        let fields = vec![
            ("time", time),
            (
                "mode",
                file.unix_mode().map_or("none".to_owned(), |mode| format!("{mode:o}")),
            ),
            ("method", format!("{:?}", file.compression())),
            ("packed size", file.compressed_size().to_string()),
            (
                "extra field",
                format!("{} bytes", file.extra_data().map_or(0, |data| data.len())),
            ),
            ("comment", format!("{:?}", file.comment())),
        ];
        entries.push((String::from_utf8_lossy(file.name_raw()).into_owned(), fields));
    }
    Some(entries)
}

fn comment(bytes: &[u8]) -> Option<String> {
    let archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    Some(format!("{:?}", String::from_utf8_lossy(archive.comment())))
}

fn difference(place: String, found: String, expected: String) -> Difference {
    Difference {
        kind: Kind::Field,
        place,
        found: Some(found),
        expected: Some(expected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::{Entry, write_zip};

    fn archive(date: &str, executable: bool) -> Vec<u8> {
        let entry = Entry {
            name: "a.txt".into(),
            bytes: b"text",
            executable,
        };
        write_zip(&[entry], Some(date)).unwrap()
    }

    #[test]
    fn a_field_is_told_by_its_entry_and_its_name() {
        let told = fields(&archive("2026-07-10", true), &archive("2026-07-09", false));
        let told: Vec<(&str, &str, &str)> = told
            .iter()
            .map(|d| {
                (
                    d.place.as_str(),
                    d.found.as_deref().unwrap(),
                    d.expected.as_deref().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                ("a.txt, time", "2026-07-10 00:00:00", "2026-07-09 00:00:00"),
                ("a.txt, mode", "100755", "100644"),
            ]
        );
    }

    #[test]
    fn what_stands_between_the_fields_is_told_as_bytes() {
        let expected = archive("2026-07-09", false);
        let mut found = expected.clone();
        // The version that is needed to extract, in the local header.
        found[4] += 1;
        assert_eq!(fields(&found, &expected)[0].place, "offset 4");
    }
}
