//! Fonts that may set a publisher's numbers, and those that may not.

use super::*;
use crate::text::character_map;
use crate::text::font_bytes::{put_u16, u32_at};
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
    // What joins letters stays, where it is seen as those letters.
    let shown = |tables: &mut Tables| {
        tables.put(*b"GSUB", rules_of(*b"liga", &[(4, ligature(['f', 'i'], 'ß'))]));
        let file = read("a.ttf", &tables.write()).unwrap();
        shape(&file.bytes, "fi").len()
    };
    assert_eq!(shown(&mut inter()), 2);
    let mut tables = inter();
    let [f, i] = ['f', 'i'].map(|c| inter_glyph(c).cast_signed());
    let wide = first_advance(&tables.write(), "f") as i16;
    redraw(&mut tables, 'ß', &[-1, 0, 0, 0, 0, 0x23, f, 0, 0, 3, i, wide, 0]);
    assert_eq!(shown(&mut tables), 1);
}

/// One glyph for two: its coverage behind it.
fn ligature(parts: [char; 2], to: char) -> Vec<u16> {
    let [first, second] = parts.map(inter_glyph);
    vec![1, 8, 1, 14, 1, 1, first, 1, 4, inter_glyph(to), 2, second]
}

#[test]
fn rules_keep_units_spaces_and_signs() {
    // Whatever the feature and whatever the rule, what is written is what is drawn.
    let single_of = |from, to| (1, single(from, to));
    let ligature_of = |parts, to| (4, ligature(parts, to));
    let table = [
        (*b"ccmp", single_of(' ', '7'), "1 2"),
        (*b"locl", single_of(' ', '.'), "1 2"),
        (*b"ccmp", single_of('m', 'n'), "5 ms"),
        (*b"rlig", single_of('m', '\u{b5}'), "5 ms"),
        (*b"liga", single_of('s', 'h'), "5 s"),
        (*b"liga", single_of('e', '8'), "1e"),
        (*b"liga", ligature_of(['m', 's'], 'n'), "5 ms"),
        (*b"ccmp", ligature_of(['m', 's'], '\u{b5}'), "5 ms"),
        (*b"liga", ligature_of(['k', 'B'], 'ß'), "5 kB"),
        (*b"liga", ligature_of(['-', '>'], '\u{2192}'), "1 -> 2"),
        (*b"ccmp", single_of('\u{d7}', '+'), "2\u{d7}3"),
        (*b"calt", single_of('x', 'z'), "xyz"),
        (*b"salt", single_of('k', 'M'), "5 kB"),
    ];
    let plain = inter();
    for (feature, lookup, text) in table {
        let mut tables = inter();
        tables.put(*b"GSUB", rules_of(feature, &[lookup]));
        let file = read("a.ttf", &tables.write()).unwrap();
        let wanted: Vec<u32> = text.chars().map(|c| glyph(&plain.write(), c).unwrap()).collect();
        assert_eq!(shape(&file.bytes, text), wanted, "{feature:?} {text}");
    }
}

#[test]
fn signs_that_look_like_others_come_from_the_bundle() {
    for (a, b) in [
        ('%', '\u{2030}'),
        ('\u{2192}', '\u{2190}'),
        ('\u{b2}', '\u{b3}'),
        ('\u{b1}', '+'),
        ('<', '>'),
        (':', ';'),
        ('(', ')'),
        ('\u{d7}', '/'),
        ('\u{2013}', '\u{2192}'),
        ('\u{b7}', ':'),
        ('\u{2264}', '\u{2265}'),
    ] {
        let mut tables = inter();
        mapped(&mut tables, |map| swap(map, a, b));
        let file = read("a.ttf", &tables.write()).unwrap();
        for c in [a, b] {
            assert_eq!(glyph(&file.bytes, c), None, "`{c}` of `{a}` and `{b}`");
        }
    }
    let whole = read("a.ttf", &inter().write()).unwrap();
    let lost: Vec<char> = signs::SIGNS
        .iter()
        .copied()
        .filter(|c| glyph(&whole.bytes, *c).is_none())
        .collect();
    assert_eq!(lost, Vec::<char>::new());
}

/// Draws something else for a character, in the place of its outline.
fn redraw(tables: &mut Tables, c: char, data: &[i16]) {
    let start = u32_at(tables.get(b"loca").unwrap(), 4 * usize::from(inter_glyph(c))).unwrap() as usize;
    for (i, word) in data.iter().enumerate() {
        put_u16(tables.get_mut(b"glyf").unwrap(), start + 2 * i, word.cast_unsigned());
    }
}

/// A box of lines: its contours, each of four points one after another, whose flags are 1.
fn contours(corners: &[[i16; 2]]) -> Vec<i16> {
    let count = (corners.len() / 4) as i16;
    let mut data = vec![count, 0, 0, 0, 0];
    data.extend((1..=count).map(|contour| 4 * contour - 1));
    data.push(0);
    data.extend(vec![0x0101; corners.len() / 2]);
    for axis in 0..2 {
        let mut last = 0;
        for corner in corners {
            data.push(corner[axis] - last);
            last = corner[axis];
        }
    }
    data
}

#[test]
fn ink_is_measured_and_not_boxes() {
    let square = |l, b, r, t| [[l, b], [l, t], [r, t], [r, b]];
    let back = |l, b, r, t| [[l, b], [r, b], [r, t], [l, t]];
    let hidden = [square(200, 0, 1000, 1490), back(200, 0, 1000, 1490)].concat();
    let mut tables = inter();
    redraw(&mut tables, '8', &contours(&hidden));
    assert!(
        told(&tables).contains("`8` (U+0038)") && told(&tables).contains("nothing is drawn"),
        "{}",
        told(&tables)
    );
    for (c, [l, b, r, t]) in [
        ('.', [200, 0, 201, 200]),
        (',', [200, -300, 201, 200]),
        ('\u{2212}', [200, 700, 1200, 702]),
        ('+', [200, 700, 1200, 702]),
        ('%', [200, 0, 201, 1490]),
    ] {
        let mut tables = inter();
        redraw(&mut tables, 'ß', &contours(&square(l, b, r, t)));
        mapped(&mut tables, |map| swap(map, c, 'ß'));
        match read("a.ttf", &tables.write()) {
            Ok(file) => assert_eq!(glyph(&file.bytes, c), None, "`{c}`"),
            Err(faults) => assert!(faults.to_string().contains(&format!("`{c}`")), "{faults}"),
        }
    }
}

#[test]
fn digits_stand_in_their_places() {
    let one = i16::try_from(inter_glyph('1')).unwrap();
    let moved = |by: i16| {
        let mut tables = inter();
        // The outline of the digit, moved: parts of one, with words and places.
        redraw(&mut tables, '8', &[-1, 0, 0, 0, 0, 3, one, by, 0]);
        mapped(&mut tables, |map| swap(map, '1', '8'));
        mapped(&mut tables, |map| {
            map.insert('8', map[&'3']);
        });
        told(&tables)
    };
    for by in [-820, 820] {
        assert!(moved(by).contains("`1` (U+0031)"), "{}", moved(by));
    }
    // What a side bearing says, readers of fonts do not agree on: it moves nothing.
    let mut tables = inter();
    let at = 4 * usize::from(inter_glyph('1')) + 2;
    put_u16(tables.get_mut(b"hmtx").unwrap(), at, 900);
    let file = read("a.ttf", &tables.write()).unwrap();
    let left = |file: &[u8]| {
        let font = FontRef::new(file).unwrap();
        let outline = shapes::Outline::of(&font, font.charmap().map('1').unwrap()).unwrap();
        outline.bounds().unwrap().left()
    };
    assert_eq!(left(&file.bytes), left(&inter().write()));
}

/// How far the first glyph is to the next.
fn first_advance(file: &[u8], text: &str) -> i32 {
    let font = FontRef::new(file).unwrap();
    let data = harfrust::ShaperData::new(&font);
    let mut buffer = harfrust::UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    let shaped = data.shaper(&font).build().shape(buffer, harfrust::ShapeOptions::new());
    shaped.glyph_positions()[0].x_advance
}

#[test]
fn kerning_of_signs_is_bounded() {
    let pair = |value: i16| {
        let [eight, percent] = ['8', ')'].map(inter_glyph);
        (
            2,
            vec![1, 12, 4, 0, 1, 18, 1, 1, eight, 1, percent, value.cast_unsigned()],
        )
    };
    let plain = first_advance(&inter().write(), "8");
    for (value, held) in [(-600, -307), (600, 307), (-100, -100)] {
        let mut tables = inter();
        tables.put(*b"GPOS", rules_of(*b"kern", &[pair(value)]));
        let file = read("a.ttf", &tables.write()).unwrap();
        assert_eq!(first_advance(&file.bytes, "8)") - plain, held, "{value}");
    }
    // A chain that calls the same kerning three times: format 3, one glyph within, and one that follows.
    let chain = vec![3, 0, 1, 24, 0, 3, 0, 1, 0, 1, 0, 1, 1, 1, inter_glyph('8')];
    let mut tables = inter();
    tables.put(*b"GPOS", rules_of(*b"kern", &[(8, chain), pair(-250)]));
    let file = read("a.ttf", &tables.write()).unwrap();
    assert!((first_advance(&file.bytes, "8)") - plain).abs() <= 307);
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
    for case in 0..200 {
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
    assert!(taken > 8 && refused > 40, "{taken} taken, {refused} refused");
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
                    Ok(file) => {
                        count.0 += 1;
                        let left = signs::SIGNS
                            .iter()
                            .filter(|c| glyph(&bytes, **c).is_some() && glyph(&file.bytes, **c).is_none());
                        let joined = [&bytes, &file.bytes].map(|file| shape(file, "ffi").len());
                        println!(
                            "{}: the bundle sets `{}`, joined {joined:?}",
                            path.display(),
                            left.collect::<String>()
                        );
                    }
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
