//! The deterministic zip writer: the same entries give the same bytes, on every machine.
//!
//! Names are sorted; time, mode and host system are fixed; there are no extra fields, and Zip64 appears only where a
//! file is too large for the old format.

use rayon::prelude::*;
use std::io::{Cursor, Write as _};
use zip::result::ZipResult;
use zip::write::{PreparedZipFile, SimpleFileOptions};
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Relative path with `/` between its parts.
    pub name: String,
    pub bytes: &'a [u8],
    /// Whether it is to be run; such files get mode 755, others 644.
    pub executable: bool,
}

/// Contents that are already compressed gain next to nothing from deflate; the collections hold outlines of type 2.
const STORED: [&str; 5] = [".png", ".pdf", ".zip", ".woff2", ".ttc"];

/// The bytes of an archive of `entries`, all dated `date` (ISO 8601; without one, or before 1980, the first day that
/// the format knows).
///
/// # Errors
/// Two entries of one name; more than the format can hold.
pub fn write_zip(entries: &[Entry<'_>], date: Option<&str>) -> ZipResult<Vec<u8>> {
    let mut entries: Vec<&Entry<'_>> = entries.iter().collect();
    entries.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
    let time = date.and_then(midnight).unwrap_or_default();
    // Every file is compressed by itself, so it does not matter which thread does it when. What is stored is copied once,
    // to its place.
    let packed: Vec<Option<ZipResult<PreparedZipFile>>> = entries
        .par_iter()
        .map(|entry| {
            let pack = || PreparedZipFile::from_data(&entry.name, options(entry, time), entry.bytes);
            (!is_stored(entry)).then(pack)
        })
        .collect();
    let stored = entries.iter().filter(|entry| is_stored(entry));
    let size: usize = stored.map(|entry| entry.bytes.len()).sum();
    let mut writer = ZipWriter::new(Cursor::new(Vec::with_capacity(size + size / 4)));
    for (entry, packed) in entries.iter().zip(packed) {
        match packed {
            Some(packed) => writer.add_prepared_file(packed?)?,
            None => {
                writer.start_file(&entry.name, options(entry, time))?;
                writer.write_all(entry.bytes)?;
            }
        }
    }
    Ok(writer.finish()?.into_inner())
}

fn is_stored(entry: &Entry<'_>) -> bool {
    STORED.iter().any(|end| entry.name.ends_with(end))
}

fn options(entry: &Entry<'_>, time: DateTime) -> SimpleFileOptions {
    let options = SimpleFileOptions::default()
        .system(System::Unix)
        .last_modified_time(time)
        .unix_permissions(if entry.executable { 0o755 } else { 0o644 })
        .large_file(entry.bytes.len() as u64 > u64::from(u32::MAX));
    match is_stored(entry) {
        true => options.compression_method(CompressionMethod::Stored),
        false => options
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(6)),
    }
}

fn midnight(date: &str) -> Option<DateTime> {
    let mut parts = date.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.get(..2)?.parse().ok()?;
    DateTime::from_date_and_time(year, month, day, 0, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn entry<'a>(name: &str, bytes: &'a [u8]) -> Entry<'a> {
        Entry {
            name: name.into(),
            bytes,
            executable: name.ends_with(".sh"),
        }
    }

    #[test]
    fn the_order_of_the_entries_does_not_matter() {
        let text = b"0123456789".repeat(100);
        let entries = [
            entry("b/x.json", &text),
            entry("a.sh", b"#!/bin/sh\n"),
            entry("c.png", b"png"),
        ];
        let mut reversed = entries.clone();
        reversed.reverse();
        let bytes = write_zip(&entries, Some("2026-05-04")).unwrap();
        assert_eq!(bytes, write_zip(&reversed, Some("2026-05-04")).unwrap());
    }

    #[test]
    fn entries_have_a_fixed_time_and_mode_and_no_extra_fields() {
        for (date, year) in [(Some("2026-05-04"), 2026), (None, 1980), (Some("1970-01-01"), 1980)] {
            let bytes = write_zip(&[entry("run.sh", b"x"), entry("a.txt", b"y")], date).unwrap();
            let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
            let mut modes = Vec::new();
            for at in 0..archive.len() {
                let mut file = archive.by_index(at).unwrap();
                let time = file.last_modified().unwrap();
                assert_eq!(
                    (time.year(), time.hour(), time.minute(), time.second()),
                    (year, 0, 0, 0)
                );
                assert_eq!(file.extra_data().map_or(0, |data| data.len()), 0);
                modes.push((file.name().unwrap().into_owned(), file.unix_mode()));
                let mut text = String::new();
                file.read_to_string(&mut text).unwrap();
            }
            let expected = [
                ("a.txt".to_owned(), Some(0o100_644)),
                ("run.sh".to_owned(), Some(0o100_755)),
            ];
            assert_eq!(modes, expected);
        }
    }

    #[test]
    fn a_name_stands_once() {
        assert!(write_zip(&[entry("a", b"1"), entry("a", b"2")], None).is_err());
    }
}
