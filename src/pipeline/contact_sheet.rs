//! The files of a contact sheet: `contact-sheet.html` in the output folder, and below `contact-sheet/` the pictures of the
//! build before that differ, with the differences.

use crate::diagnostic::{Class, Fault};
use crate::publish::MANIFEST_FILE;
use crate::render::contact_sheet::{self, Change, Picture, Report};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const PAGE: &str = "contact-sheet.html";
const FOLDER: &str = "contact-sheet";

/// The pictures of all sets as they were before a build.
pub struct Before {
    out: PathBuf,
}

impl Before {
    /// Keeps the pictures of all sets below `out`; what an earlier sheet kept goes.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(out: &Path) -> Result<Before, Fault> {
        let folder = out.join(FOLDER);
        let cannot = |e: io::Error| cannot("keep the pictures of the build before", &folder, &e);
        if let Some(foreign) = foreign(out) {
            return Err(Fault::error(
                Class::Output,
                "pipeline::foreign-file",
                "no contact sheet wrote this, so none replaces it",
            )
            .file(foreign.display().to_string())
            .hint("move it away, or build into another folder"));
        }
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(cannot)?;
        }
        for set in sets(out) {
            for name in pictures(&out.join(&set)) {
                let kept = folder.join(&set);
                fs::create_dir_all(&kept).map_err(cannot)?;
                let (from, to) = (out.join(&set).join(&name), kept.join(&name));
                // A link keeps the picture when the set is swapped, and costs nothing.
                fs::hard_link(&from, &to)
                    .or_else(|_| fs::copy(&from, &to).map(drop))
                    .map_err(cannot)?;
            }
        }
        Ok(Before { out: out.to_owned() })
    }

    /// Writes the sheet of what lies below `out` now. Returns its path.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn sheet(self) -> Result<PathBuf, Fault> {
        let out = &self.out;
        let mut reports = Vec::new();
        for set in sets(out) {
            let mut found = Vec::new();
            for name in pictures(&out.join(&set)) {
                found.push(self.picture(&set, &name)?);
            }
            found.sort_by(|a, b| (&a.language, &a.name).cmp(&(&b.language, &b.name)));
            if !found.is_empty() {
                reports.push(Report {
                    id: set,
                    pictures: found,
                });
            }
        }
        self.remove_rest();
        let page = out.join(PAGE);
        let staged = out.join(format!(".{PAGE}.new"));
        fs::write(&staged, contact_sheet::html(&reports))
            .and_then(|()| fs::rename(&staged, &page))
            .map_err(|e| cannot("write", &page, &e))?;
        Ok(page)
    }

    fn picture(&self, set: &str, name: &str) -> Result<Picture, Fault> {
        let path = self.out.join(set).join(name);
        let old = self.out.join(FOLDER).join(set).join(name);
        let read = |path: &Path| fs::read(path).map_err(|e| cannot("read", path, &e));
        let bytes = read(&path)?;
        let new = decode(&bytes).map_err(|e| cannot("read", &path, &e))?;
        let language = name.split('.').nth(1).unwrap_or_default().to_owned();
        let change = match old.exists() {
            false => Change::New,
            true => {
                let before = read(&old)?;
                if before == bytes {
                    fs::remove_file(&old).map_err(|e| cannot("remove", &old, &e))?;
                    Change::Same
                } else {
                    self.compare(set, name, &new, decode(&before).ok())?
                }
            }
        };
        Ok(Picture {
            alternative: described(&path).unwrap_or_else(|| name.to_owned()),
            name: name.to_owned(),
            language,
            address: format!("{set}/{name}"),
            width: new.width,
            height: new.height,
            change,
        })
    }

    /// What differs, and a picture of it.
    fn compare(&self, set: &str, name: &str, new: &Pixels, old: Option<Pixels>) -> Result<Change, Fault> {
        let address = format!("{FOLDER}/{set}/{name}");
        let all = u64::from(new.width) * u64::from(new.height);
        let same_size = old.filter(|old| (old.width, old.height) == (new.width, new.height));
        let Some(old) = same_size else {
            return Ok(Change::Changed {
                pixels: (all, all),
                old: address,
                difference: None,
            });
        };
        let (differ, rgb) = difference(&old, new);
        let drawn = format!("{FOLDER}/{set}/{}", name.replace(".png", ".difference.png"));
        let path = self.out.join(&drawn);
        let bytes = crate::render::infographic::png_bytes(new.width, new.height, &rgb)?;
        fs::write(&path, bytes).map_err(|e| cannot("write", &path, &e))?;
        Ok(Change::Changed {
            pixels: (differ, all),
            old: address,
            difference: Some(drawn),
        })
    }

    /// Folders in which nothing changed; what is in use stays.
    fn remove_rest(&self) {
        let folder = self.out.join(FOLDER);
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Only empty folders can be removed so.
            let _ = fs::remove_dir(entry.path());
        }
        let _ = fs::remove_dir(&folder);
    }
}

/// Something in the place of a contact sheet that none wrote: a sheet has folders of PNGs and a page that names itself.
fn foreign(out: &Path) -> Option<PathBuf> {
    let page = out.join(PAGE);
    let is_ours = |text: String| text.contains(contact_sheet::GENERATOR);
    if page.exists() && !fs::read_to_string(&page).is_ok_and(is_ours) {
        return Some(page);
    }
    let folder = out.join(FOLDER);
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if is_link(&folder) || folder.is_file() {
        return Some(folder);
    }
    let entries = |path: &Path| -> Vec<PathBuf> {
        let found = fs::read_dir(path).into_iter().flatten().flatten();
        found.map(|entry| entry.path()).collect()
    };
    let is_png = |path: &PathBuf| path.extension().is_some_and(|end| end == "png");
    let sets = entries(&folder);
    let strange = sets.iter().find(|set| !set.is_dir() || is_link(set));
    strange.cloned().or_else(|| {
        let kept = sets.iter().flat_map(|set| entries(set));
        kept.into_iter().find(|file| file.is_dir() || !is_png(file))
    })
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Fault {
    Fault::error(
        Class::Output,
        "pipeline::contact-sheet",
        format!("cannot {what}: {error}"),
    )
    .file(path.display().to_string())
}

/// Ids of the sets below a folder, sorted.
fn sets(out: &Path) -> Vec<String> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let mut sets: Vec<String> = entries
        .filter(|entry| entry.path().join(MANIFEST_FILE).is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    sets.sort();
    sets
}

/// Names of the pictures of a set, sorted.
fn pictures(set: &Path) -> Vec<String> {
    let entries = fs::read_dir(set).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".png")).collect();
    names.sort();
    names
}

/// The description in the SVG beside a PNG.
fn described(png: &Path) -> Option<String> {
    let svg = fs::read_to_string(png.with_extension("svg")).ok()?;
    let document = resvg::usvg::roxmltree::Document::parse(&svg).ok()?;
    let desc = document.descendants().find(|node| node.has_tag_name("desc"))?;
    desc.text().map(str::to_owned)
}

/// RGB, 8 bits a channel.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

fn decode(bytes: &[u8]) -> io::Result<Pixels> {
    let mut reader = png::Decoder::new(io::Cursor::new(bytes))
        .read_info()
        .map_err(io::Error::other)?;
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| io::Error::other("too large"))?;
    let mut rgb = vec![0; size];
    let info = reader.next_frame(&mut rgb).map_err(io::Error::other)?;
    if info.color_type != png::ColorType::Rgb || info.bit_depth != png::BitDepth::Eight {
        return Err(io::Error::other("no picture of ours"));
    }
    rgb.truncate(info.buffer_size());
    Ok(Pixels {
        width: info.width,
        height: info.height,
        rgb,
    })
}

/// How many pixels differ, and a picture with those in red over the new one, washed out.
fn difference(old: &Pixels, new: &Pixels) -> (u64, Vec<u8>) {
    let mut differ = 0;
    let mut drawn = Vec::with_capacity(new.rgb.len());
    for (before, now) in old.rgb.as_chunks::<3>().0.iter().zip(new.rgb.as_chunks::<3>().0) {
        if before == now {
            let grey = (u16::from(now[0]) + u16::from(now[1]) + u16::from(now[2])) / 3;
            let washed = (191 + grey / 4) as u8;
            drawn.extend([washed; 3]);
        } else {
            differ += 1;
            drawn.extend([200, 16, 32]);
        }
    }
    (differ, drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(out: &Path, color: u8) {
        let folder = out.join("a");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(MANIFEST_FILE), "{}").unwrap();
        let mut rgb = vec![255; 30];
        let same = crate::render::infographic::png_bytes(5, 2, &rgb).unwrap();
        rgb[0] = color;
        let other = crate::render::infographic::png_bytes(5, 2, &rgb).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(MANIFEST_FILE), "{}").unwrap();
        fs::write(folder.join("infographic.en.png"), other).unwrap();
        fs::write(folder.join("share-portrait.en.png"), same).unwrap();
        fs::write(
            folder.join("infographic.en.svg"),
            "<svg xmlns='http://www.w3.org/2000/svg'><desc>Bars</desc></svg>",
        )
        .unwrap();
    }

    #[test]
    fn old_pictures_are_kept_only_where_they_differ() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        set(out, 7);
        let page = Before::keep(out).unwrap().sheet().unwrap();
        let first = fs::read_to_string(&page).unwrap();
        assert!(first.contains("Pictures: 2. Reports: 1. Changed: 0. New: 0.") && first.contains("alt=\"Bars\""));
        assert!(!out.join(FOLDER).exists());
        let before = Before::keep(out).unwrap();
        set(out, 9);
        before.sheet().unwrap();
        let second = fs::read_to_string(&page).unwrap();
        assert!(second.contains("changed: 10.00% of the pixels"), "{second}");
        assert!(out.join("contact-sheet/a/infographic.en.png").is_file());
        assert!(out.join("contact-sheet/a/infographic.en.difference.png").is_file());
        assert!(!out.join("contact-sheet/a/share-portrait.en.png").exists());
    }

    #[test]
    fn what_no_sheet_wrote_is_left_alone() {
        for (file, told) in [
            ("contact-sheet.html", "contact-sheet.html"),
            ("contact-sheet/mine.txt", "contact-sheet/mine.txt"),
            ("contact-sheet/a/mine.txt", "contact-sheet/a/mine.txt"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let out = folder.path();
            set(out, 7);
            fs::create_dir_all(out.join(file).parent().unwrap()).unwrap();
            fs::write(out.join(file), "mine").unwrap();
            let fault = Before::keep(out).err().expect("a fault");
            assert!(fault.file.is_some_and(|found| found.ends_with(told)), "{file}");
            assert_eq!(fs::read_to_string(out.join(file)).unwrap(), "mine");
        }
    }
}
