//! Verification: what it says of archives that were changed, made by another version, or meant to harm.

use super::archive::{files_of, with_archive};
use super::bench_of_work::{REPORT, Workshop, names};
use benchfolio::publish::{Entry, sha256_hex, write_zip};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

type Files = BTreeMap<String, Vec<u8>>;

fn pack(files: &Files, date: Option<&str>) -> Vec<u8> {
    let entries: Vec<Entry<'_>> = files
        .iter()
        .map(|(name, bytes)| Entry {
            name: name.clone(),
            bytes,
            executable: name == "rebuild.sh",
        })
        .collect();
    write_zip(&entries, date).unwrap()
}

/// Changes a text of a file; it must be there.
fn replace(files: &mut Files, name: &str, from: &str, to: &str) {
    let bytes = files.get_mut(name).unwrap_or_else(|| panic!("{name} is not there"));
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(from), "{name} does not hold {from:?}");
    *bytes = text.replacen(from, to, 1).into_bytes();
}

/// Writes the digests anew, as somebody would who wants a change to pass.
fn seal(files: &mut Files) {
    let mut manifest: serde_json::Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    for list in ["inputs", "outputs"] {
        for file in manifest[list].as_array_mut().unwrap() {
            let bytes = &files[file["name"].as_str().unwrap()];
            file["sha256"] = sha256_hex(bytes).into();
            file["bytes"] = bytes.len().into();
        }
    }
    let text = serde_json::to_string_pretty(&manifest).unwrap() + "\n";
    files.insert("manifest.json".into(), text.into_bytes());
    let sums: String = files
        .iter()
        .filter(|(name, _)| *name != "SHA256SUMS")
        .map(|(name, bytes)| format!("{}  {name}\n", sha256_hex(bytes)))
        .collect();
    files.insert("SHA256SUMS".into(), sums.into_bytes());
}

/// Swaps two letters of the first page.
fn other_words(pdf: &[u8]) -> Vec<u8> {
    use lopdf::Document;
    use lopdf::content::Content;
    let mut document = Document::load_mem(pdf).unwrap();
    let page = document.get_pages()[&1];
    let mut content = Content::decode(&document.get_page_content(page)).unwrap();
    let mut operands = content
        .operations
        .iter_mut()
        .flat_map(|operation| &mut operation.operands);
    assert!(operands.any(swap_two_letters), "no word on the first page");
    document.change_page_content(page, content.encode().unwrap()).unwrap();
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

/// Swaps the first two codes of a text, which are strings of their own between the distances that they are set at.
fn swap_two_letters(operand: &mut lopdf::Object) -> bool {
    let lopdf::Object::Array(parts) = operand else {
        return false;
    };
    let codes: Vec<usize> = (0..parts.len())
        .filter(|at| matches!(parts[*at], lopdf::Object::String(..)))
        .take(2)
        .collect();
    match codes[..] {
        [first, second] => parts.swap(first, second),
        _ => return false,
    }
    true
}

/// Paints a rectangle into a PNG.
fn other_pixels(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let bytes_of_a_pixel = info.line_size / info.width as usize;
    for y in 100..110 {
        for x in 200..220 {
            let at = y * info.line_size + x * bytes_of_a_pixel;
            pixels[at..at + 3].copy_from_slice(&[255, 0, 255]);
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

/// Digests change with every word of a template; that they are told is enough here.
fn without_digests(line: &str) -> String {
    let mut parts = line.split("sha256 ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        format!("{text}sha256 #{rest}")
    })
}

/// One file of every kind is changed and nobody sealed it: its digest and what differs in it are told.
#[test]
fn every_kind_of_difference_is_told_in_its_own_terms() {
    let (workshop, archive) = with_archive();
    let mut files = files_of(&archive);
    replace(&mut files, "published/summary.json", "8.112", "8.212");
    replace(&mut files, "published/summary.csv", "8.112", "8.212");
    replace(&mut files, "published/infographic.en.svg", "8.112", "8.212");
    replace(&mut files, "published/article.en.md", "8.112", "8.212");
    replace(&mut files, "published/linkedin.en.txt", "8.112", "8.212");
    replace(&mut files, "published/article.en.html", "<h1", "<h2");
    let pdf = other_words(&files["published/article.en.pdf"]);
    files.insert("published/article.en.pdf".into(), pdf);
    let png = other_pixels(&files["published/infographic.en.png"]);
    files.insert("published/infographic.en.png".into(), png);
    fs::write(workshop.path("changed.zip"), pack(&files, None)).unwrap();

    let ended = workshop
        .run(&["verify", "changed.zip", "--diff-dir", "diff"])
        .ends_with(1);
    let told: Vec<String> = ended
        .stderr
        .lines()
        .map(|line| without_digests(&line.replace("changed.zip/published/", "")))
        .collect();
    insta::assert_snapshot!("verify_every_kind", told.join("\n"));
    assert_eq!(
        names(&workshop.path("diff")),
        ["published-infographic.en.png.difference.png"]
    );

    // The same from a program's point of view.
    let ended = workshop
        .run(&["verify", "changed.zip", "--format", "json"])
        .ends_with(1);
    let last: serde_json::Value = serde_json::from_str(ended.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["event"], &last["verdict"]),
        (&"verified".into(), &"differs".into())
    );
    let verdicts = last["files"].as_array().unwrap();
    let differing = verdicts.iter().filter(|file| file["verdict"] == "differs").count();
    assert_eq!(differing, 8);
}

/// Whoever changes a file and writes its digest anew is told by what the inputs make.
#[test]
fn a_sealed_change_is_found_by_making_everything_again() {
    let (workshop, archive) = with_archive();
    let verify = |files: &Files, date: Option<&str>| {
        fs::write(workshop.path("a.zip"), pack(files, date)).unwrap();
        workshop.run(&["verify", "a.zip"])
    };
    let untouched = files_of(&archive);
    verify(&untouched, None).ends_with(0).says("are the same byte for byte");

    // A published number.
    let mut files = untouched.clone();
    replace(&mut files, "published/summary.csv", "8.112204", "8.112205");
    seal(&mut files);
    let said = verify(&files, None).ends_with(1).stderr;
    assert!(
        said.contains(
            "error[verify::value]: a.zip/published/summary.csv: row 2, column mean: another value is computed: found \
             `8.112205`, expected `8.112204`"
        ) || said.contains("column value: another value is computed: found `8.112205`, expected `8.112204`"),
        "{said}"
    );

    // The time of the entries: everything in it is the same.
    let said = verify(&untouched, Some("2026-07-10")).ends_with(1).stderr;
    let expected = "error[verify::zip-field]: a.zip: CITATION.cff, time: another field is packed: found 2026-07-10 00:00:00, \
                    expected 1980-01-01 00:00:00\n";
    assert!(said.starts_with(expected), "{said}");

    // A file that nobody asked for.
    let mut files = untouched.clone();
    files.insert("published/extra.txt".into(), b"x".to_vec());
    verify(&files, None)
        .ends_with(1)
        .says("error[verify::unlisted-file]: a.zip/published/extra.txt: SHA256SUMS does not list this file");

    // A file that is gone.
    let mut files = untouched.clone();
    files.remove("published/analyze.py");
    verify(&files, None).ends_with(1).says(
        "error[verify::missing-file]: a.zip/published/analyze.py: a file is missing (hint: manifest.json lists it)",
    );
}

#[test]
fn another_version_is_compared_by_content() {
    let (workshop, archive) = with_archive();
    let mut files = files_of(&archive);
    replace(&mut files, "manifest.json", "\"version\": \"", "\"version\": \"9.");
    replace(&mut files, "published/summary.json", "\n", "\n\n");
    replace(&mut files, "published/article.en.md", "\n\n", "\n\n\n");
    let mut svg = String::from_utf8(files["published/infographic.en.svg"].clone()).unwrap();
    svg.push('\n');
    files.insert("published/infographic.en.svg".into(), svg.into_bytes());
    seal(&mut files);
    fs::write(workshop.path("a.zip"), pack(&files, None)).unwrap();
    let ended = workshop.run(&["verify", "a.zip"]).ends_with(0);
    let version = env!("CARGO_PKG_VERSION");
    let ended = ended
        .says(&format!(
            "note[verify::other-version]: a.zip/manifest.json: another version made this: numbers, text and pixels are \
             compared, not bytes: found 9.{version}, expected {version}"
        ))
        .says(&format!("verified by content: benchfolio 9.{version} made it;"));
    assert!(
        ended.stderr.contains("3 have the same numbers, text or pixels"),
        "{}",
        ended.stderr
    );

    replace(&mut files, "published/summary.json", "8.112", "8.212");
    seal(&mut files);
    fs::write(workshop.path("a.zip"), pack(&files, None)).unwrap();
    workshop
        .run(&["verify", "a.zip"])
        .ends_with(1)
        .says("error[verify::value]: a.zip/published/summary.json: $");
}

#[test]
fn a_set_is_verified_by_its_archive() {
    let (workshop, archive) = with_archive();
    let set = workshop.set();
    let set = set.to_str().unwrap();
    workshop.run(&["verify", set]).ends_with(0);
    let mut text = fs::read_to_string(workshop.set().join("summary.csv")).unwrap();
    text = text.replacen("8.112204", "8.2", 1);
    fs::write(workshop.set().join("summary.csv"), text).unwrap();
    workshop
        .run(&["verify", set])
        .ends_with(1)
        .says("summary.csv: this is not the file that was packed")
        .says("another value is computed: found `8.2`, expected `8.112204`");
    fs::remove_file(archive).unwrap();
    workshop
        .run(&["verify", set])
        .ends_with(3)
        .says("error[verify::no-archive]")
        .says("--only");
}

/// A template that never ends, and a data file that leads out, come to nothing.
#[test]
fn templates_of_an_archive_have_limits() {
    let (workshop, archive) = with_archive();
    let mut files = files_of(&archive);
    replace(
        &mut files,
        "report/en/linkedin.txt",
        "\n",
        "\n{% for a in range(end=9999) %}{% for b in range(end=9999) %}x{% endfor %}{% endfor %}\n",
    );
    seal(&mut files);
    fs::write(workshop.path("a.zip"), pack(&files, None)).unwrap();
    let said = workshop.run(&["verify", "a.zip"]).ends_with(3).stderr;
    assert!(said.contains("a.zip/report/en/linkedin.txt"), "{said}");

    let mut files = files_of(&archive);
    replace(
        &mut files,
        "report/report.toml",
        "data = \"data.json\"",
        "data = \"/etc/passwd\"",
    );
    seal(&mut files);
    fs::write(workshop.path("a.zip"), pack(&files, None)).unwrap();
    workshop
        .run(&["verify", "a.zip"])
        .ends_with(3)
        .says("`data` leads out of the report folder");
}

fn zip_of(build: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>)) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    build(&mut writer);
    writer.finish().unwrap().into_inner()
}

fn with_name(name: &str) -> Vec<u8> {
    zip_of(|writer| {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(b"harm").unwrap();
    })
}

/// Replaces a name of the same length everywhere.
fn renamed(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    for at in 0..=bytes.len() - from.len() {
        if &bytes[at..at + from.len()] == from {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
    }
    bytes
}

#[test]
fn archives_that_mean_harm_are_refused() {
    let workshop = Workshop::empty();
    let options = SimpleFileOptions::default();
    let two = zip_of(|writer| {
        for name in ["name-a", "name-b"] {
            writer.start_file(name, options).unwrap();
        }
    });
    // Bit 0 of the general purpose flags, in both headers.
    let mut encrypted = with_name("a.txt");
    encrypted[6] |= 1;
    let central = encrypted.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    encrypted[central + 8] |= 1;
    let cases: [(&str, Vec<u8>, &str); 15] = [
        ("slip", with_name("../../harm"), "archive::name"),
        ("absolute", with_name("/tmp/harm"), "archive::name"),
        ("backslash", with_name("a\\..\\harm"), "archive::name"),
        ("drive", with_name("c:harm"), "archive::name"),
        ("device", with_name("published/aux.txt"), "archive::name"),
        ("space", with_name("harm "), "archive::name"),
        ("long", with_name(&"a".repeat(300)), "archive::name"),
        (
            "twice",
            renamed(two.clone(), b"name-b", b"name-a"),
            "archive::duplicate-name",
        ),
        ("case", renamed(two, b"name-b", b"NAME-A"), "archive::duplicate-name"),
        (
            "link",
            zip_of(|writer| writer.add_symlink("a", "/etc/passwd", options).unwrap()),
            "archive::link",
        ),
        (
            "bomb",
            zip_of(|writer| {
                writer.start_file("zeros", options).unwrap();
                writer.write_all(&vec![0; 8 << 20]).unwrap();
            }),
            "archive::too-large",
        ),
        (
            "many",
            zip_of(|writer| {
                for at in 0..10_001 {
                    writer.start_file(format!("{at}"), options).unwrap();
                }
            }),
            "archive::too-many-files",
        ),
        ("encrypted", encrypted, "archive::encrypted"),
        ("empty", with_name("a.txt"), "archive::no-manifest"),
        ("torn", with_name("a.txt")[..40].to_vec(), "archive::broken"),
    ];
    for (name, bytes, code) in &cases {
        let file = format!("{name}.zip");
        fs::write(workshop.path(&file), bytes).unwrap();
        workshop
            .run(&["verify", &file])
            .ends_with(3)
            .says(&format!("error[{code}]: {file}"));
        fs::remove_file(workshop.path(&file)).unwrap();
    }
    assert_eq!(
        names(&workshop.path("")),
        Vec::<String>::new(),
        "something was unpacked"
    );
    workshop
        .run(&["verify", "nothing.zip"])
        .ends_with(3)
        .says("nothing.zip");
    workshop
        .run(&["verify", "/dev/zero"])
        .ends_with(3)
        .says("it is no regular file");
    workshop.run(&["verify"]).ends_with(2);
}

#[cfg(unix)]
#[test]
fn a_folder_with_a_link_is_refused() {
    let (workshop, archive) = with_archive();
    for (name, bytes) in files_of(&archive) {
        let path = workshop.path("unpacked").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    workshop.run(&["verify", "unpacked"]).ends_with(0);
    std::os::unix::fs::symlink("/etc/passwd", workshop.path("unpacked/report/en/notes.txt")).unwrap();
    workshop
        .run(&["verify", "unpacked"])
        .ends_with(3)
        .says("error[archive::link]: unpacked/report/en/notes.txt: a link or a device stands among the files");
    workshop
        .run(&["verify", &format!("reports/{REPORT}")])
        .ends_with(3)
        .says("it has no manifest.json");
}
