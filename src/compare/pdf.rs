//! Two PDF files: the page whose words differ, or else the object.

use super::lines::windows;
use super::{Difference, Kind, first_byte, shown};
use crate::check::extract::{self, Role};
use lopdf::{Document, Object, ObjectId};

/// Bytes that a stream may unpack to.
const LARGEST_STREAM: usize = 64 << 20;

/// `None` when one of them is no PDF that we read.
pub(super) fn differences(found: &[u8], expected: &[u8]) -> Option<Vec<Difference>> {
    let (pages_a, pages_b) = (pages(found)?, pages(expected)?);
    let mut list = Vec::new();
    if pages_a.len() != pages_b.len() {
        let count = |count: usize| Some(format!("{count} pages"));
        list.push(difference(
            Kind::Page,
            "document".into(),
            count(pages_a.len()),
            count(pages_b.len()),
        ));
    }
    for (at, (a, b)) in pages_a.iter().zip(&pages_b).enumerate() {
        let (mut lines_a, mut lines_b) = (a.lines(), b.lines());
        loop {
            match (lines_a.next(), lines_b.next()) {
                (None, None) => break,
                (a, b) if a == b => {}
                (a, b) => {
                    let (found, expected) = windows(a, b);
                    list.push(difference(Kind::Page, format!("page {}", at + 1), found, expected));
                    break;
                }
            }
        }
    }
    if list.is_empty() {
        list = objects(&Document::load_mem(found).ok()?, &Document::load_mem(expected).ok()?);
    }
    Some(list)
}

/// The words of each page.
fn pages(bytes: &[u8]) -> Option<Vec<String>> {
    let pieces = extract::pieces("a.pdf", bytes).ok()?;
    let pages = pieces
        .into_iter()
        .filter(|piece| piece.role == Role::Prose && piece.place.starts_with("page "));
    Some(pages.map(|piece| piece.text).collect())
}

/// Objects of the same number that differ; what they are is said by their type and by the page that they belong to.
fn objects(found: &Document, expected: &Document) -> Vec<Difference> {
    let mut list = Vec::new();
    let ids = found
        .objects
        .keys()
        .chain(expected.objects.keys().filter(|id| !found.objects.contains_key(id)));
    for id in ids {
        let (a, b) = (found.objects.get(id), expected.objects.get(id));
        if a.map(written) != b.map(written) {
            let place = place(expected, *id, b.or(a));
            let (found, expected) = match (a, b) {
                (Some(a), Some(b)) => apart(a, b),
                _ => (a.map(summary), b.map(summary)),
            };
            list.push(difference(Kind::Object, place, found, expected));
        }
    }
    let written = |document: &Document| format!("{:?}", document.trailer);
    if list.is_empty() && written(found) != written(expected) {
        list.push(difference(
            Kind::Object,
            "trailer".into(),
            windows(Some(&written(found)), Some(&written(expected))).0,
            windows(Some(&written(found)), Some(&written(expected))).1,
        ));
    }
    list
}

/// Everything that an object says. The debug form of a stream leaves its content out.
fn written(object: &Object) -> (String, Vec<u8>) {
    match object {
        Object::Stream(stream) => (format!("{:?}", stream.dict), stream.content.clone()),
        other => (format!("{other:?}"), Vec::new()),
    }
}

fn place(document: &Document, id: ObjectId, object: Option<&Object>) -> String {
    let mut pages = document.get_pages().into_iter();
    if let Some((page, _)) = pages.find(|(_, page)| {
        let contents = document.get_page_contents(*page);
        *page == id || contents.contains(&id)
    }) {
        return format!("page {page} object {}", id.0);
    }
    let dictionary = object.and_then(|object| match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    });
    let named = dictionary.and_then(|dictionary| dictionary.get(b"Type").ok()?.as_name().ok());
    match named {
        Some(name) => format!("object {} ({})", id.0, String::from_utf8_lossy(name)),
        None => format!("object {}", id.0),
    }
}

/// Two objects that differ, so that what is told of them differs too.
fn apart(found: &Object, expected: &Object) -> (Option<String>, Option<String>) {
    let summaries = (summary(found), summary(expected));
    if summaries.0 != summaries.1 {
        return (Some(summaries.0), Some(summaries.1));
    }
    let ((words_a, stream_a), (words_b, stream_b)) = (written(found), written(expected));
    if words_a != words_b {
        return windows(Some(&words_a), Some(&words_b));
    }
    let unpacked = |object: &Object| match object {
        Object::Stream(stream) => stream.decompressed_content_with_limit(LARGEST_STREAM).ok(),
        _ => None,
    };
    let first = match (unpacked(found), unpacked(expected)) {
        (Some(a), Some(b)) if a != b => first_byte(&a, &b),
        _ => first_byte(&stream_a, &stream_b),
    };
    let told = |what: Option<String>| what.map(|what| format!("a stream with {what} at {}", first.place));
    (told(first.found.clone()), told(first.expected.clone()))
}

fn summary(object: &Object) -> String {
    match object {
        Object::Stream(stream) => match stream.decompressed_content_with_limit(LARGEST_STREAM) {
            Ok(content) => format!("a stream of {} bytes, {} unpacked", stream.content.len(), content.len()),
            Err(_) => format!("a stream of {} bytes", stream.content.len()),
        },
        other => shown(&format!("{other:?}")),
    }
}

fn difference(kind: Kind, place: String, found: Option<String>, expected: Option<String>) -> Difference {
    Difference {
        kind,
        place,
        found,
        expected,
    }
}
