//! PDF: the text of each page in the order of the structure tree, by the fonts' `/ToUnicode` and by `/ActualText`; marked
//! decoration (page headers, page numbers) and code are left out. Alternatives of figures come from the structure tree.

use super::{Piece, Role};
use crate::text::is_right_to_left;
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;

/// Bytes of the decompressed content of one page, and of one font's table.
const LARGEST_STREAM: usize = 64 << 20;

pub(super) fn pieces(bytes: &[u8]) -> Result<Vec<Piece>, String> {
    let document = Document::load_mem(bytes).map_err(|e| e.to_string())?;
    let mut marked = Vec::new();
    let mut numbers = BTreeMap::new();
    for (number, id) in document.get_pages() {
        let fonts = fonts(&document, id).map_err(|e| format!("page {number}: {e}"))?;
        let content = document
            .get_page_content_with_limit(id, LARGEST_STREAM)
            .and_then(|content| Content::decode(&content))
            .map_err(|e| format!("page {number}: {e}"))?;
        marked.push(read_page(&content, &fonts));
        numbers.insert(id, marked.len() - 1);
    }
    // Lines of neighbouring table cells alternate on the page; the structure tree has them in the order of reading.
    // What goes on over the end of a page is one text all the same, and stands where it begins.
    let mut texts = vec![String::new(); marked.len()];
    let mut begins: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for content in reading_order(&document) {
        if let Some(&at) = numbers.get(&content.page)
            && let Some(shown) = marked[at].remove(&Some(content.mcid))
            && !content.is_mark
        {
            let text = read(shown);
            let begin = content.block.map_or(at, |block| *begins.entry(block).or_insert(at));
            texts[begin].push_str(&text);
            texts[begin].push('\n');
        }
    }
    let mut pieces = Vec::new();
    for (at, (mut text, rest)) in texts.into_iter().zip(marked).enumerate() {
        rest.into_values().for_each(|unmarked| text.push_str(&read(unmarked)));
        pieces.push(Piece {
            role: Role::Prose,
            text,
            place: format!("page {}", at + 1),
        });
    }
    for object in document.objects.values() {
        if let Ok(dictionary) = object.as_dict()
            && let Ok(Object::String(text, _)) = dictionary.get(b"Alt")
        {
            pieces.push(Piece {
                role: Role::Alternative,
                text: text_string(text),
                place: String::new(),
            });
        }
    }
    pieces.extend(title(&document));
    Ok(pieces)
}

/// A marked content of a page.
struct Placed {
    page: ObjectId,
    mcid: i64,
    /// The paragraph, heading or cell that it belongs to.
    block: Option<ObjectId>,
    /// Whether it is the mark of a footnote or the number of an item.
    is_mark: bool,
}

/// What the elements around a node say of it.
#[derive(Clone, Copy, Default)]
struct Around {
    page: Option<ObjectId>,
    block: Option<ObjectId>,
    depth: usize,
}

impl Around {
    fn text(self, mcid: i64) -> Option<Placed> {
        let page = self.page?;
        Some(Placed {
            page,
            mcid,
            block: self.block,
            is_mark: false,
        })
    }
}

/// Elements that are part of a line and not a text of their own.
const INLINE: [&[u8]; 8] = [
    b"Span",
    b"Link",
    b"Code",
    b"Reference",
    b"Lbl",
    b"Em",
    b"Strong",
    b"Annot",
];

/// Page and number of each marked content, in the order of the structure tree; nothing when the document has none.
fn reading_order(document: &Document) -> Vec<Placed> {
    let root = document
        .catalog()
        .and_then(|catalog| catalog.get(b"StructTreeRoot"))
        .and_then(|root| document.dereference(root))
        .map(|(_, root)| root);
    let mut order = Vec::new();
    if let Ok(root) = root {
        collect(document, root, Around::default(), &mut order);
    }
    order
}

/// Elements deeper than this are no article.
const DEEPEST: usize = 64;

fn collect(document: &Document, node: &Object, around: Around, order: &mut Vec<Placed>) {
    if around.depth > DEEPEST {
        return;
    }
    let inside = Around {
        depth: around.depth + 1,
        ..around
    };
    let Ok((id, node)) = document.dereference(node) else {
        return;
    };
    match node {
        Object::Integer(mcid) => order.extend(around.text(*mcid)),
        Object::Array(kids) => kids.iter().for_each(|kid| collect(document, kid, inside, order)),
        Object::Dictionary(element) => {
            let role = element.get(b"S").and_then(Object::as_name).unwrap_or_default();
            let page = element.get(b"Pg").and_then(Object::as_reference).ok().or(around.page);
            let own = id.filter(|_| !role.is_empty() && !INLINE.contains(&role));
            let block = own.or(around.block);
            let inside = Around { page, block, ..inside };
            // Marks of footnotes and numbers of lists count the text; they are none of its numbers.
            if matches!(role, b"Reference" | b"Lbl") {
                let mut marks = Vec::new();
                if let Ok(kids) = element.get(b"K") {
                    collect(document, kids, inside, &mut marks);
                }
                order.extend(marks.into_iter().map(|place| Placed { is_mark: true, ..place }));
                return;
            }
            if let Ok(Object::Integer(mcid)) = element.get(b"MCID") {
                order.extend(inside.text(*mcid));
            }
            if let Ok(kids) = element.get(b"K") {
                collect(document, kids, inside, order);
            }
        }
        _ => {}
    }
}

fn title(document: &Document) -> Option<Piece> {
    let information = document.trailer.get(b"Info").ok()?;
    let (_, information) = document.dereference(information).ok()?;
    match information.as_dict().ok()?.get(b"Title").ok()? {
        Object::String(text, _) => Some(Piece {
            role: Role::Metadata,
            text: text_string(text),
            place: String::new(),
        }),
        _ => None,
    }
}

/// How the codes of a font are read.
struct Font {
    bytes_per_code: usize,
    texts: BTreeMap<u32, String>,
}

fn fonts(document: &Document, page: lopdf::ObjectId) -> lopdf::Result<BTreeMap<Vec<u8>, Font>> {
    let fonts = document.get_page_fonts(page)?;
    Ok(fonts
        .into_iter()
        .map(|(name, dictionary)| (name, font(document, dictionary)))
        .collect())
}

fn font(document: &Document, dictionary: &Dictionary) -> Font {
    let composite = dictionary
        .get(b"Subtype")
        .and_then(Object::as_name)
        .is_ok_and(|name| name == b"Type0");
    let table = dictionary
        .get(b"ToUnicode")
        .and_then(|object| document.dereference(object))
        .and_then(|(_, object)| object.as_stream())
        .and_then(|stream| stream.get_plain_content_with_limit(LARGEST_STREAM));
    Font {
        bytes_per_code: if composite { 2 } else { 1 },
        texts: table.map(|table| to_unicode(&table)).unwrap_or_default(),
    }
}

/// The texts of a `/ToUnicode` table: its `bfchar` and `bfrange` sections.
fn to_unicode(table: &[u8]) -> BTreeMap<u32, String> {
    let table = String::from_utf8_lossy(table);
    let mut texts = BTreeMap::new();
    let mut section = "";
    for line in table.lines() {
        let line = line.trim();
        match line.split_whitespace().last() {
            Some("beginbfchar") => section = "char",
            Some("beginbfrange") => section = "range",
            Some("endbfchar" | "endbfrange") => section = "",
            _ => {}
        }
        let codes = hexadecimals(line);
        match (section, codes.as_slice()) {
            ("char", codes) => {
                for pair in codes.chunks_exact(2) {
                    texts.insert(number(&pair[0]), utf16(&pair[1]));
                }
            }
            ("range", [first, last, starts @ ..]) if !starts.is_empty() => {
                for (i, code) in (number(first)..=number(last)).take(0x1_0000).enumerate() {
                    let text = match starts {
                        [start] => following(&utf16(start), i as u32),
                        each => each.get(i).map_or(String::new(), |start| utf16(start)),
                    };
                    texts.insert(code, text);
                }
            }
            _ => {}
        }
    }
    texts
}

/// Every `<…>` of a line as bytes.
fn hexadecimals(line: &str) -> Vec<Vec<u8>> {
    line.split('<')
        .skip(1)
        .filter_map(|part| part.split_once('>'))
        .map(|(digits, _)| {
            let digits: Vec<u8> = digits.chars().filter_map(|c| c.to_digit(16)).map(|d| d as u8).collect();
            digits
                .chunks(2)
                .map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0))
                .collect()
        })
        .collect()
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| (number << 8) | u32::from(*byte))
}

fn utf16(bytes: &[u8]) -> String {
    let units = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect()
}

/// The text whose last character is `by` further on.
fn following(text: &str, by: u32) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if let Some(last) = characters.last_mut() {
        *last = char::from_u32(u32::from(*last) + by).unwrap_or('\u{fffd}');
    }
    characters.into_iter().collect()
}

/// A text string of PDF: UTF-16 or UTF-8 with a mark, else Latin.
fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        latin => latin.iter().map(|b| char::from(*b)).collect(),
    }
}

/// An open marked content.
enum Marked {
    Read,
    /// Content that the structure tree names.
    Numbered(i64),
    /// Decoration, or content whose text was given in its place.
    Silent,
}

/// What is shown from one place on.
#[derive(Default)]
struct Shown {
    x: f32,
    y: f32,
    text: String,
    /// Whether it belongs to the word before it, as far as we know.
    joined: bool,
    /// The section of text that it is in: on one line all of it runs in one direction.
    section: usize,
}

/// In points: Arabic letters stand above and below their line by less, lines are further apart.
const SAME_LINE: f32 = 4.5;

/// The words of marked content, which are painted run by run in the order of reading, each run from left to right.
fn read(mut shown: Vec<Shown>) -> String {
    join_numbers(&mut shown);
    let mut read = String::new();
    for run in shown.chunk_by(|a, b| a.section == b.section && (a.y - b.y).abs() < SAME_LINE) {
        let painted: String = run.iter().map(written).collect();
        // Marks alone have the direction that the isolate before them says.
        let are_marks = !painted.contains(char::is_alphanumeric) && read.trim_end().ends_with('\u{2067}');
        let words = match are_marks || painted.contains(is_right_to_left) {
            true => painted.chars().rev().collect(),
            false => painted,
        };
        // The sign of a number and its Arabic digits are runs of their own, with marks of direction between them.
        let number = words.trim_start().starts_with(|c| matches!(c, '\u{660}'..='\u{669}'));
        let is_mark = |c| matches!(c, '\n' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}');
        let before = read.trim_end_matches(is_mark).len();
        if number && read[..before].ends_with(['−', '+']) {
            read.truncate(before);
            read.push_str(words.trim_start());
        } else {
            read.push_str(&words);
        }
    }
    read
}

/// A mark of a number that the font of its digits lacks is shown by itself, in another one.
fn join_numbers(shown: &mut [Shown]) {
    let is_mark = |text: &str| matches!(text, "." | "," | "'" | "’" | "\u{a0}" | "\u{2009}" | "\u{202f}");
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut behind_digit = false;
    for at in 1..shown.len() {
        let (before, part) = (&shown[at - 1], &shown[at]);
        let on_line = (before.y - part.y).abs() < 0.1 && before.x < part.x;
        let joins_mark = on_line && is_mark(&part.text) && is_digit(before.text.chars().next_back());
        let joins_digits = on_line && behind_digit && is_digit(part.text.chars().next());
        shown[at].joined |= joins_mark || joins_digits;
        behind_digit = joins_mark;
    }
}

fn written(part: &Shown) -> String {
    format!("{}{}", if part.joined { "" } else { "\n" }, part.text)
}

/// What the marked contents of a page show, by their number; `None` for what has none.
type Contents = BTreeMap<Option<i64>, Vec<Shown>>;

fn read_page(content: &Content, fonts: &BTreeMap<Vec<u8>, Font>) -> Contents {
    let mut contents = Contents::new();
    let mut font: Option<&Font> = None;
    let mut marks: Vec<Marked> = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    // How many of the last texts stand for glyphs that are yet to come, or for none before them: they are where those
    // are.
    let mut unplaced = 0;
    let mut fresh = true;
    let mut section = 0;
    for operation in &content.operations {
        let silent = marks.iter().any(|mark| matches!(mark, Marked::Silent));
        let mcid = marks.iter().rev().find_map(|mark| match mark {
            Marked::Numbered(mcid) => Some(*mcid),
            _ => None,
        });
        let shown = contents.entry(mcid).or_default();
        match (operation.operator.as_str(), operation.operands.as_slice()) {
            ("BMC" | "BDC", operands) => {
                let (mark, instead) = marked(operands);
                if !silent && !instead.is_empty() {
                    shown.push(Shown {
                        x,
                        y,
                        text: instead,
                        joined: true,
                        section,
                    });
                    unplaced = if fresh { unplaced + 1 } else { 1 };
                }
                marks.push(mark);
            }
            ("EMC", _) => {
                marks.pop();
                unplaced = if fresh { unplaced } else { 0 };
            }
            ("Tf", [Object::Name(name), _]) => font = fonts.get(name),
            // A new place: not the same word, as far as we know. `/ActualText` of one cluster has none in it.
            ("Tm" | "Td" | "TD" | "T*" | "BT", operands) => {
                if operation.operator == "BT" {
                    (fresh, unplaced) = (true, 0);
                    section += 1;
                }
                if let ("Tm", [_, _, _, _, e, f]) = (operation.operator.as_str(), operands) {
                    (x, y) = (e.as_float().unwrap_or(x), f.as_float().unwrap_or(y));
                    let place = |part: &mut Shown| (part.x, part.y) = (x, y);
                    shown
                        .iter_mut()
                        .rev()
                        .take(std::mem::take(&mut unplaced))
                        .for_each(place);
                    fresh = false;
                }
                if !silent {
                    shown.push(Shown {
                        x,
                        y,
                        section,
                        ..Shown::default()
                    });
                }
            }
            _ if silent => {}
            ("Tj" | "'" | "\"", operands) => {
                let text = last_text(shown, (x, y), section);
                operands.iter().for_each(|operand| show(operand, font, text));
            }
            ("TJ", [Object::Array(items)]) => {
                let text = last_text(shown, (x, y), section);
                items.iter().for_each(|item| show(item, font, text));
            }
            _ => {}
        }
    }
    contents
}

fn last_text(shown: &mut Vec<Shown>, (x, y): (f32, f32), section: usize) -> &mut String {
    if shown.is_empty() {
        shown.push(Shown {
            x,
            y,
            section,
            ..Shown::default()
        });
    }
    let last = shown.len() - 1;
    &mut shown[last].text
}

/// How marked content is read, and the text that stands for it.
fn marked(operands: &[Object]) -> (Marked, String) {
    if matches!(operands.first(), Some(Object::Name(tag)) if matches!(tag.as_slice(), b"Artifact" | b"Code")) {
        return (Marked::Silent, String::new());
    }
    let actual = operands
        .get(1)
        .and_then(|properties| properties.as_dict().ok())
        .and_then(|properties| properties.get(b"ActualText").ok());
    let mcid = operands
        .get(1)
        .and_then(|properties| properties.as_dict().ok())
        .and_then(|properties| properties.get(b"MCID").ok());
    match (actual, mcid) {
        (Some(Object::String(text, _)), _) => (Marked::Silent, text_string(text)),
        (_, Some(Object::Integer(mcid))) => (Marked::Numbered(*mcid), String::new()),
        _ => (Marked::Read, String::new()),
    }
}

fn show(operand: &Object, font: Option<&Font>, text: &mut String) {
    // A step of more than a quarter of the size is a gap between words, unless it widens a space: that of a justified
    // line may stand within a number. Columns of right-to-left pictures go to the left.
    if operand.as_float().is_ok_and(|step| step.abs() > 250.0) && !text.ends_with(char::is_whitespace) {
        text.push(' ');
    }
    let (Object::String(codes, _), Some(font)) = (operand, font) else {
        return;
    };
    for code in codes.chunks(font.bytes_per_code) {
        match font.texts.get(&number(code)) {
            Some(known) => text.push_str(known),
            None if font.bytes_per_code == 1 => text.push(char::from(code[0])),
            None => text.push('\u{fffd}'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_in_another_font_belongs_to_its_number() {
        let part = |x: f32, text: &str| Shown {
            x,
            text: text.to_owned(),
            ..Shown::default()
        };
        let texts = ["0", ".", "805", "ms", "7", "8", ","];
        let shown: Vec<Shown> = texts
            .iter()
            .zip(0u8..)
            .map(|(text, x)| part(f32::from(x), text))
            .collect();
        assert_eq!(read(shown), "\n0.805\nms\n7\n8,");
    }

    #[test]
    fn a_step_is_a_space_where_there_is_none() {
        let font = Font {
            bytes_per_code: 1,
            texts: BTreeMap::from([(1, "1".into()), (2, "\u{a0}".into()), (3, "082".into())]),
        };
        let shown = |items: &[Object]| {
            let mut text = String::new();
            items.iter().for_each(|item| show(item, Some(&font), &mut text));
            text
        };
        let code = |code: u8| Object::string_literal(vec![code]);
        assert_eq!(shown(&[code(1), code(2), Object::Real(-267.0), code(3)]), "1\u{a0}082");
        assert_eq!(shown(&[code(1), Object::Real(-267.0), code(3)]), "1 082");
        assert_eq!(shown(&[code(1), Object::Real(-90.0), code(3)]), "1082");
    }

    #[test]
    fn a_table_of_texts_is_read() {
        let table =
            b"2 beginbfchar\n<0003> <0038>\n<0004> <D83DDE00>\nendbfchar\n1 beginbfrange\n<0010> <0012> <0030>\n\
                      <0020> <0021> [<0041> <00420043>]\nendbfrange";
        let texts = to_unicode(table);
        let told: Vec<(u32, &str)> = texts.iter().map(|(code, text)| (*code, text.as_str())).collect();
        assert_eq!(
            told,
            [
                (3, "8"),
                (4, "😀"),
                (16, "0"),
                (17, "1"),
                (18, "2"),
                (32, "A"),
                (33, "BC")
            ]
        );
    }
}
