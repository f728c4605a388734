//! Fonts that may set a publisher's numbers, and those that may not.

use super::*;
use crate::text::character_map;
use crate::text::font_bytes::put_u16;
use skrifa::MetadataProvider;
use std::collections::BTreeMap;

fn fixture() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/theme/Sample-Regular.ttf")).unwrap()
}

/// The same with other bytes in the OS/2 table.
fn with_rights(rights: u16) -> Vec<u8> {
    let mut font = fixture();
    let count = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let entry = (0..count)
        .map(|i| 12 + 16 * i)
        .find(|at| &font[*at..at + 4] == b"OS/2")
        .unwrap();
    let offset = u32::from_be_bytes(font[entry + 8..entry + 12].try_into().unwrap()) as usize;
    font[offset + 8..offset + 10].copy_from_slice(&rights.to_be_bytes());
    font
}

#[test]
fn the_same_files_are_the_same_family() {
    let file = read("a.ttf", &fixture()).unwrap();
    let first = family(Some(&file), None);
    assert_eq!(first, family(None, Some(&file)));
    assert!(first.name().starts_with("Sample "), "{}", first.name());
    assert!(FontSet::shared().covers(first, '5') && !FontSet::shared().covers(first, 'ж'));
    let other = read("b.ttf", &with_rights(8)).unwrap();
    assert_ne!(first, family(Some(&file), Some(&other)));
}

#[test]
fn what_cannot_be_a_font_of_a_theme_is_told() {
    let told = |bytes: &[u8]| {
        read("a.ttf", bytes)
            .err()
            .map_or("taken".to_owned(), |faults| faults.to_string())
    };
    assert_eq!(told(&with_rights(0)), "taken");
    assert_eq!(told(&with_rights(0x000c)), "taken");
    assert_eq!(
        told(&with_rights(2)),
        "a.ttf: this font may not be embedded in what is published: found fsType 2 (restricted licence), expected \
         fsType 0 (installable) or 8 (editable) (hint: ask its maker for a licence and a file that allow it)"
    );
    assert!(told(&with_rights(4)).contains("fsType 4 (preview and print only)"));
    assert!(told(&with_rights(0x0108)).contains("(no subsetting)"));
    assert!(told(b"wOF2....").contains("found a packed font for the web, expected a TTF or OTF file"));
    assert!(told(b"<svg/>").contains("this is no font that can be read"));
    assert!(told(&vec![0; LARGEST + 1]).contains("too large"));
    let variable = [
        b"\0\x01\0\0\0\x01\0\0\0\0\0\0fvar".as_slice(),
        &[0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 4, 0, 0, 0, 0],
    ]
    .concat();
    assert!(told(&variable).contains("a variable font"), "{}", told(&variable));
    let arabic = FontSet::shared()
        .files()
        .iter()
        .find(|(name, _)| name.starts_with("NotoSansCJK"))
        .unwrap()
        .1;
    assert!(told(&arabic[..4096]).contains("collection of several faces"));
}

/// The tables of a face of the bundle, to be changed.
fn bundled(file: &str) -> Tables {
    let files = FontSet::shared().files();
    let (_, bytes) = files.iter().find(|(name, _)| *name == file).unwrap();
    Tables::read(bytes).unwrap().clean().unwrap()
}

fn inter() -> Tables {
    bundled("Inter_400Regular.ttf")
}

fn told(tables: &Tables) -> String {
    match read("a.ttf", &tables.write()) {
        Ok(_) => "taken".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

/// The map of a font, with what a test makes of it.
fn mapped(tables: &mut Tables, change: impl FnOnce(&mut BTreeMap<char, u16>)) {
    let file = tables.write();
    let font = FontRef::new(&file).unwrap();
    let charmap = font.charmap();
    let mut map: BTreeMap<char, u16> = (' '..='\u{2fff}')
        .filter_map(|c| Some((c, u16::try_from(charmap.map(c)?.to_u32()).ok()?)))
        .collect();
    change(&mut map);
    let map = map.into_iter().map(|(c, glyph)| (u32::from(c), glyph)).collect();
    tables.put(*b"cmap", character_map::both(&map));
}

fn swap(map: &mut BTreeMap<char, u16>, a: char, b: char) {
    let (first, second) = (map[&a], map[&b]);
    map.insert(a, second);
    map.insert(b, first);
}

/// The glyph that a font has for a character, after all checks.
fn glyph(file: &[u8], c: char) -> Option<u32> {
    FontRef::new(file).unwrap().charmap().map(c).map(|glyph| glyph.to_u32())
}

/// A table of rules with one feature, for all scripts: it calls the first of these lookups, each of a kind and one rule.
fn rules_of(feature: [u8; 4], lookups: &[(u16, Vec<u16>)]) -> Vec<u8> {
    let tag = |tag: [u8; 4]| {
        [
            u16::from_be_bytes([tag[0], tag[1]]),
            u16::from_be_bytes([tag[2], tag[3]]),
        ]
    };
    let mut words = vec![1, 0, 10, 30, 44];
    // Script list: one script, its default language with the feature 0.
    words.push(1);
    words.extend(tag(*b"DFLT"));
    words.extend([8, 4, 0, 0, 0xffff, 1, 0]);
    words.push(1);
    words.extend(tag(feature));
    words.extend([8, 0, 1, 0, lookups.len() as u16]);
    let mut at = 2 + 2 * lookups.len();
    for (_, rule) in lookups {
        words.push(at as u16);
        at += 8 + 2 * rule.len();
    }
    for (kind, rule) in lookups {
        words.extend([*kind, 0, 1, 8]);
        words.extend(rule);
    }
    words.into_iter().flat_map(u16::to_be_bytes).collect()
}

/// The glyph of Inter for a character.
fn inter_glyph(c: char) -> u16 {
    glyph(&inter().write(), c).unwrap() as u16
}

/// One glyph for another: format 2, its coverage behind it.
fn single(from: char, to: char) -> Vec<u16> {
    vec![2, 8, 1, inter_glyph(to), 1, 1, inter_glyph(from)]
}

fn shape(file: &[u8], text: &str) -> Vec<u32> {
    let font = FontRef::new(file).unwrap();
    let data = harfrust::ShaperData::new(&font);
    let mut buffer = harfrust::UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    let shaped = data.shaper(&font).build().shape(buffer, harfrust::ShapeOptions::new());
    shaped.glyph_infos().iter().map(|info| info.glyph_id).collect()
}

#[test]
fn faces_of_the_bundle_are_taken() {
    for file in [
        "Inter_400Regular.ttf",
        "Inter_700Bold_Italic.ttf",
        "JetBrainsMono_400Regular.ttf",
    ] {
        assert_eq!(told(&bundled(file)), "taken", "{file}");
    }
}

#[test]
fn a_digit_that_is_drawn_as_another_one_is_refused() {
    for (a, b) in [('1', '7'), ('3', '8'), ('6', '9'), ('0', '8'), ('4', '9'), ('2', '5')] {
        let mut tables = inter();
        mapped(&mut tables, |map| swap(map, a, b));
        let told = told(&tables);
        let wanted = format!(
            "a.ttf: `{a}` (U+{:04X}): this font does not draw a digit as what it is: found the shape of a `{b}`",
            u32::from(a)
        );
        assert!(told.contains(&wanted), "{told}");
    }
    let mut tables = inter();
    mapped(&mut tables, |map| {
        map.insert('1', map[&'7']);
    });
    assert!(
        told(&tables).contains("`7` (U+0037): this font does not draw a digit as what it is: found the shape of `1`")
    );
    let mut tables = inter();
    mapped(&mut tables, |map| {
        map.insert('5', map[&' ']);
    });
    assert!(told(&tables).contains("`5` (U+0035)") && told(&tables).contains("found nothing is drawn"));
}

#[test]
fn marks_and_letters_are_what_they_are_called() {
    for (a, b, wanted) in [
        ('.', ',', "found a shape as high as the comma"),
        ('-', '+', "found a shape higher than wide"),
    ] {
        let mut tables = inter();
        mapped(&mut tables, |map| swap(map, a, b));
        let told = told(&tables);
        assert!(
            told.contains("does not draw a mark of numbers"),
            "{a} {b}: {told} {wanted}"
        );
    }
    let mut tables = inter();
    mapped(&mut tables, |map| {
        map.insert('m', map[&'n']);
    });
    assert!(
        told(&tables).contains("`n` (U+006E): this font does not draw a letter as what it is: found the shape of `m`")
    );
    let mut tables = inter();
    mapped(&mut tables, |map| {
        map.insert('k', map[&' ']);
    });
    assert!(told(&tables).contains("`k` (U+006B)"), "{}", told(&tables));
}

#[test]
fn characters_that_would_publish_something_else_come_from_the_bundle() {
    let mut tables = inter();
    mapped(&mut tables, |map| {
        map.insert('%', map[&' ']);
        map.insert('\u{202f}', map[&'9']);
        map.insert('\u{b5}', map[&'m']);
        map.insert('\u{d7}', map[&'8']);
        map.remove(&'\u{a0}');
    });
    let file = read("a.ttf", &tables.write()).unwrap();
    let own = family(Some(&file), None);
    let covers = |c: char| FontSet::shared().covers(own, c);
    assert!(!covers('%') && !covers('\u{202f}') && !covers('\u{b5}') && !covers('\u{d7}') && covers('\u{2192}'));
    // A space that does not break is as wide as one that does.
    assert_eq!(glyph(own_file(own), '\u{a0}'), glyph(own_file(own), ' '));
}

fn own_file(family: Family) -> &'static [u8] {
    match family {
        Family::Own(own) => own.file(false),
        _ => panic!("it is a publisher's"),
    }
}

#[test]
fn rules_that_change_numbers_are_refused() {
    for feature in [b"liga", b"calt", b"ccmp", b"rlig"] {
        let mut tables = inter();
        tables.put(*b"GSUB", rules_of(*feature, &[(1, single('1', '7'))]));
        let told = told(&tables);
        let wanted =
            "`1` (U+0031): this font does not draw a digit as what it is: found in `1`, another glyph stands for it";
        assert!(told.contains(wanted), "{told}");
    }
}

#[test]
fn rules_that_wait_for_other_letters_are_taken_out() {
    // After `q` an eight becomes a three: a chain with a coverage before, one within, and a lookup to call.
    let chain = vec![
        3,
        1,
        18,
        1,
        24,
        0,
        1,
        0,
        1,
        1,
        1,
        inter_glyph('q'),
        1,
        1,
        inter_glyph('8'),
    ];
    for feature in [b"calt", b"ccmp"] {
        let mut tables = inter();
        tables.put(
            *b"GSUB",
            rules_of(*feature, &[(6, chain.clone()), (1, single('8', '3'))]),
        );
        let (three, eight) = (u32::from(inter_glyph('3')), u32::from(inter_glyph('8')));
        assert_eq!(shape(&tables.write(), "q8")[1], three);
        let file = read("a.ttf", &tables.write()).unwrap();
        assert_eq!(shape(&file.bytes, "q8")[1], eight, "{feature:?}");
    }
    // What joins letters stays.
    let join = vec![
        1,
        8,
        1,
        14,
        1,
        1,
        inter_glyph('f'),
        1,
        4,
        inter_glyph('ß'),
        2,
        inter_glyph('i'),
    ];
    let mut tables = inter();
    tables.put(*b"GSUB", rules_of(*b"liga", &[(4, join)]));
    let file = read("a.ttf", &tables.write()).unwrap();
    assert_eq!(shape(&file.bytes, "fi"), [u32::from(inter_glyph('ß'))]);
}

#[test]
fn digits_that_kerning_moves_over_each_other_are_refused() {
    let eight = inter_glyph('8');
    let kern = (-1400i16).cast_unsigned();
    let mut tables = inter();
    // Pairs, format 1: the coverage, then the set of the first glyph.
    let pairs = vec![1, 12, 4, 0, 1, 18, 1, 1, eight, 1, eight, kern];
    tables.put(*b"GPOS", rules_of(*b"kern", &[(2, pairs)]));
    let told = told(&tables);
    assert!(
        told.contains("`8` (U+0038)") && told.contains("it is moved over its neighbour"),
        "{told}"
    );
}

#[test]
fn what_a_damaged_file_lacks_is_told() {
    let without = |tag: &[u8; 4]| {
        let mut tables = inter();
        tables.put(*tag, Vec::new());
        tables.drop_empty();
        told(&tables)
    };
    assert!(without(b"maxp").contains("this font lacks tables that every font has: found no `maxp`"));
    assert!(without(b"head").contains("found no `head`") && without(b"loca").contains("found no `loca`"));
    assert_eq!(without(b"name"), "taken");
    let mut tables = inter();
    put_u16(tables.get_mut(b"head").unwrap(), 18, 0);
    assert!(
        told(&tables).contains("table head: this is no font that can be read: found an em of 0 units"),
        "{}",
        told(&tables)
    );
    put_u16(tables.get_mut(b"head").unwrap(), 18, 16);
    assert!(told(&tables).contains("a height of"), "{}", told(&tables));
    let mut tables = inter();
    tables.get_mut(b"glyf").unwrap().fill(0xff);
    assert!(
        told(&tables).contains("table glyf, glyph 0: this is no font that can be read"),
        "{}",
        told(&tables)
    );
    let mut tables = inter();
    put_u16(tables.get_mut(b"maxp").unwrap(), 4, 1);
    assert!(told(&tables).contains("hhea"), "{}", told(&tables));
    let file = fixture();
    assert!(
        read("a.ttf", &file[..file.len() / 2])
            .unwrap_err()
            .to_string()
            .contains("it ends behind the file")
    );
}

/// Numbers that follow from a seed: xorshift of 64 bits.
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state as usize
}

#[test]
fn no_damage_stops_the_program() {
    let whole = fixture();
    let mut state = 0x2545_f491_4f6c_dd1d;
    let (mut taken, mut refused) = (0, 0);
    for case in 0..300 {
        let mut file = whole.clone();
        // Half of the cases hit the directory and the small tables, where every byte counts.
        for _ in 0..=next(&mut state) % 12 {
            let within = if case % 2 == 0 {
                file.len()
            } else {
                1200.min(file.len())
            };
            let at = next(&mut state) % within;
            file[at] = next(&mut state) as u8;
        }
        if case % 7 == 0 {
            file.truncate(next(&mut state) % whole.len());
        }
        match read("a.ttf", &file) {
            Ok(_) => taken += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(taken > 10 && refused > 50, "{taken} taken, {refused} refused");
}

/// `BENCHFOLIO_FONTS=/usr/share/fonts cargo test --lib brand -- --ignored --nocapture` tells which fonts of a folder are
/// refused, and why: honest ones are not.
#[test]
#[ignore = "looks at the fonts of this machine"]
fn fonts_of_this_machine() {
    fn look(folder: &std::path::Path, count: &mut (usize, usize)) {
        let mut entries: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        entries.sort();
        for path in entries {
            let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
            if path.is_dir() {
                look(&path, count);
            } else if ending.is_some_and(|ending| ending == "ttf" || ending == "otf") {
                let bytes = std::fs::read(&path).unwrap();
                let started = std::time::Instant::now();
                let told = read(&path.file_name().unwrap().to_string_lossy(), &bytes);
                let (elapsed, size) = (started.elapsed().as_millis(), bytes.len() / 1024);
                match told {
                    Ok(_) => count.0 += 1,
                    Err(faults) => {
                        count.1 += 1;
                        println!("{faults}");
                    }
                }
                if elapsed > 400 {
                    println!("# {elapsed} ms for {size} KiB: {}", path.display());
                }
            }
        }
    }
    let mut count = (0, 0);
    look(
        std::path::Path::new(&std::env::var("BENCHFOLIO_FONTS").unwrap()),
        &mut count,
    );
    println!("{} taken, {} refused", count.0, count.1);
}
