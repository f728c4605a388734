//! What printpdf does not write, added to its objects before they are saved: the structure tree, outline, links,
//! metadata, output intent, attachments and identifiers (ISO 32000-1, ISO 14289-1, ISO 19005-3).

use super::faces::Faces;
use super::press::utf16;
use super::structure::{Element, ElementId, Kid, Role, Structure};
use super::writer::{Document, Link, OutlineEntry, Target};
use super::{Attachment, Description, xmp};
use crate::diagnostic::{Class, Fault};
use crate::render::logo::Bitmap;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Object, ObjectId, SaveOptions, Stream, StringFormat, dictionary};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Write;

/// The compact sRGB profile of the Little CMS project's test set, in the public domain (CC0); see docs/pdf.md.
const SRGB: &[u8] = include_bytes!("srgb.icc");

/// The name of a picture in the resources of pages.
pub(super) fn image_name(index: usize) -> String {
    format!("I{index}")
}

pub(super) fn finish(
    file: lopdf::Document,
    document: &Document<'_>,
    faces: &Faces,
    images: &[Bitmap],
) -> Result<Vec<u8>, Fault> {
    let broken = |e: String| Fault::error(Class::Output, "pdf::write", format!("the PDF cannot be written: {e}"));
    let pages: Vec<ObjectId> = file.page_iter().collect();
    let mut finisher = Finisher { file, pages };
    finisher.file.version = "1.7".into();
    finisher.images(images)?;
    let id = finisher.identifier(document);
    finisher.describe_faces(faces).map_err(broken)?;
    finisher.map_codes(faces).map_err(broken)?;
    finisher.sheets(document.structure)?;
    let links = finisher.links(document.links);
    let root = finisher.structure(document.structure, document.links, &links);
    let outline = finisher.outline(document.outline);
    finisher.catalog(document.description, root, outline, &id)?;
    finisher.trailer(document.description, &id);
    finisher.save().map_err(broken)
}

struct Finisher {
    file: lopdf::Document,
    pages: Vec<ObjectId>,
}

fn text(s: &str) -> Object {
    if s.bytes().all(|b| (0x20..0x7F).contains(&b)) {
        Object::String(s.as_bytes().to_vec(), StringFormat::Literal)
    } else {
        Object::String(utf16(s), StringFormat::Hexadecimal)
    }
}

fn number(v: f32) -> Object {
    Object::Real((v * 100.0).round() / 100.0)
}

/// A file without its expected parts: a change in the crate beneath, so it names what is missing.
fn missing(what: &str) -> Fault {
    Fault::error(
        Class::Output,
        "pdf::write",
        format!("the PDF under construction has no {what}"),
    )
}

impl Finisher {
    /// A hash of all content, as 32 hexadecimal digits.
    fn identifier(&self, document: &Document<'_>) -> String {
        let mut hash = Sha256::new();
        for object in self.file.objects.values() {
            if let Object::Stream(stream) = object {
                hash.update(&stream.content);
            }
        }
        for attachment in &document.description.attachments {
            hash.update(&attachment.bytes);
        }
        hash.update(xmp::packet(document.description, ""));
        hash.update(format!("{:?}{:?}", document.links, document.outline));
        hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Corrects the descriptors: the crate guesses the height of capitals and leaves out what only the face knows.
    fn describe_faces(&mut self, faces: &Faces) -> Result<(), String> {
        let mut descriptors = BTreeMap::new();
        for (id, object) in &self.file.objects {
            if let Ok(dictionary) = object.as_dict()
                && dictionary.has_type(b"FontDescriptor")
                && let Ok(name) = dictionary.get(b"FontName").and_then(Object::as_name)
            {
                descriptors.insert(name.to_vec(), *id);
            }
        }
        for face in faces.iter() {
            let facts = face.descriptor();
            let Some(id) = descriptors.get(face.base_name().as_bytes()) else {
                continue;
            };
            let dictionary = self.file.get_dictionary_mut(*id).map_err(|e| e.to_string())?;
            dictionary.set("CapHeight", number(facts.cap_height));
            dictionary.set("Ascent", number(facts.ascent));
            dictionary.set("Descent", number(facts.descent));
            // Symbolic, since the glyphs go beyond the standard Latin set (ISO 32000-1, table 123).
            let italic = dictionary.get(b"ItalicAngle").and_then(Object::as_i64).unwrap_or(0) != 0;
            let flags = 4 | i64::from(facts.fixed_pitch) | if italic { 64 } else { 0 };
            dictionary.set("Flags", flags);
        }
        Ok(())
    }

    /// Faces in which a glyph has several codes get a table from codes to glyphs.
    fn map_codes(&mut self, faces: &Faces) -> Result<(), String> {
        let maps: BTreeMap<Vec<u8>, Vec<u8>> = faces
            .iter()
            .filter_map(|face| Some((face.base_name().into_bytes(), face.code_map()?)))
            .collect();
        let composite = |object: &Object| {
            let dictionary = object.as_dict().ok()?;
            let name = dictionary.get(b"BaseFont").and_then(Object::as_name).ok()?;
            dictionary.get(b"DescendantFonts").ok()?;
            maps.get(name).cloned()
        };
        let wanted: Vec<(ObjectId, Vec<u8>)> = self
            .file
            .objects
            .iter()
            .filter_map(|(id, object)| Some((*id, composite(object)?)))
            .collect();
        for (id, map) in wanted {
            let stream = self.file.add_object(Stream::new(Dictionary::new(), map));
            let font = self.file.get_dictionary_mut(id).map_err(|e| e.to_string())?;
            let descendants = font
                .get_mut(b"DescendantFonts")
                .and_then(Object::as_array_mut)
                .map_err(|e| e.to_string())?;
            for descendant in descendants {
                let descendant = descendant.as_dict_mut().map_err(|e| e.to_string())?;
                descendant.set("CIDToGIDMap", stream);
            }
        }
        Ok(())
    }

    /// Adds pictures to the resources that all pages share.
    fn images(&mut self, images: &[Bitmap]) -> Result<(), Fault> {
        if images.is_empty() {
            return Ok(());
        }
        let first = self.pages.first().and_then(|page| self.file.get_dictionary(*page).ok());
        let resources = match first.and_then(|page| page.get(b"Resources").ok()) {
            Some(Object::Reference(id)) => self.file.get_dictionary(*id).ok(),
            Some(Object::Dictionary(resources)) => Some(resources),
            _ => None,
        };
        let shared = resources.and_then(|resources| resources.get(b"XObject").and_then(Object::as_reference).ok());
        let shared = shared.ok_or_else(|| missing("dictionary of pictures"))?;
        for (index, image) in images.iter().enumerate() {
            let pixels = image.rgba.as_chunks::<4>().0;
            let opacity: Vec<u8> = pixels.iter().map(|pixel| pixel[3]).collect();
            let colours: Vec<u8> = pixels.iter().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
            let described = |space: &str| {
                dictionary! {
                    "Type" => "XObject",
                    "Subtype" => "Image",
                    "Width" => i64::from(image.width),
                    "Height" => i64::from(image.height),
                    "ColorSpace" => space,
                    "BitsPerComponent" => 8,
                }
            };
            let mut dictionary = described("DeviceRGB");
            if opacity.iter().any(|opacity| *opacity < 255) {
                let mask = self.file.add_object(Stream::new(described("DeviceGray"), opacity));
                dictionary.set("SMask", mask);
            }
            let id = self.file.add_object(Stream::new(dictionary, colours));
            let shared = self
                .file
                .get_dictionary_mut(shared)
                .map_err(|_| missing("dictionary of pictures"))?;
            shared.set(image_name(index), id);
        }
        Ok(())
    }

    fn sheets(&mut self, structure: &Structure) -> Result<(), Fault> {
        for (i, page) in self.pages.iter().enumerate() {
            let sheet = self.file.get_dictionary_mut(*page).map_err(|_| missing("page"))?;
            sheet.remove(b"Annots");
            sheet.remove(b"TrimBox");
            sheet.remove(b"CropBox");
            sheet.set("Tabs", "S");
            if structure.pages().get(i).is_some_and(|marked| !marked.is_empty()) {
                sheet.set("StructParents", i as i64);
            }
        }
        Ok(())
    }

    /// The annotations of all links, as objects of their own.
    fn links(&mut self, links: &[Link]) -> Vec<ObjectId> {
        let mut ids = Vec::new();
        let mut by_page: BTreeMap<usize, Vec<Object>> = BTreeMap::new();
        for (i, link) in links.iter().enumerate() {
            let height = self.height(link.page);
            let [left, top, right, bottom] = link.area;
            let area = [left, height - bottom, right, height - top];
            let mut annotation = dictionary! {
                "Type" => "Annot",
                "Subtype" => "Link",
                "Rect" => area.map(number).to_vec(),
                "F" => 4,
                "Border" => vec![0.into(), 0.into(), 0.into()],
                "Contents" => text(&link.contents),
                "StructParent" => (self.pages.len() + i) as i64,
            };
            match &link.target {
                Target::Address(address) => annotation.set(
                    "A",
                    dictionary! {
                        "Type" => "Action",
                        "S" => "URI",
                        "URI" => Object::String(address.clone().into_bytes(), StringFormat::Literal),
                    },
                ),
                Target::Place { page, y } => annotation.set("Dest", self.destination(*page, *y)),
            }
            let id = self.file.add_object(annotation);
            ids.push(id);
            by_page.entry(link.page).or_default().push(id.into());
        }
        for (page, annotations) in by_page {
            if let Some(sheet) = self
                .pages
                .get(page)
                .and_then(|id| self.file.get_dictionary_mut(*id).ok())
            {
                sheet.set("Annots", annotations);
            }
        }
        ids
    }

    fn height(&self, page: usize) -> f32 {
        let sheet = self.pages.get(page).and_then(|id| self.file.get_dictionary(*id).ok());
        let media = sheet.and_then(|s| s.get(b"MediaBox").and_then(Object::as_array).ok());
        media
            .and_then(|b| b.get(3))
            .and_then(|h| h.as_float().ok())
            .unwrap_or(0.0)
    }

    fn destination(&self, page: usize, y: f32) -> Object {
        let page = page.min(self.pages.len().saturating_sub(1));
        Object::Array(vec![
            self.pages[page].into(),
            "XYZ".into(),
            Object::Null,
            number(self.height(page) - y),
            Object::Null,
        ])
    }

    /// Writes the structure tree and gives its root.
    fn structure(&mut self, structure: &Structure, links: &[Link], annotations: &[ObjectId]) -> ObjectId {
        let root = self.file.new_object_id();
        let ids: BTreeMap<ElementId, ObjectId> = structure
            .elements()
            .map(|(id, _)| (id, self.file.new_object_id()))
            .collect();
        let mut notes = Vec::new();
        for (id, element) in structure.elements() {
            let mut dictionary = self.element(element, &ids, links, annotations);
            dictionary.set("P", element.parent.map_or(root, |parent| ids[&parent]));
            if element.role == Role::Note {
                let name = Object::string_literal(format!("note-{:06}", id.0));
                dictionary.set("ID", name.clone());
                notes.extend([name, ids[&id].into()]);
            }
            self.file.set_object(ids[&id], dictionary);
        }
        let mut parents: Vec<Object> = Vec::new();
        for (page, marked) in structure.pages().iter().enumerate() {
            if !marked.is_empty() {
                let elements: Vec<Object> = marked.iter().map(|id| ids[id].into()).collect();
                // An object of its own, so that a reader loads only the pages it shows.
                let list = self.file.add_object(elements);
                parents.extend([Object::from(page as i64), list.into()]);
            }
        }
        for (i, link) in links.iter().enumerate() {
            parents.extend([Object::from((self.pages.len() + i) as i64), ids[&link.element].into()]);
        }
        let tree = self.file.add_object(dictionary! { "Nums" => parents });
        let mut dictionary = dictionary! {
            "Type" => "StructTreeRoot",
            "K" => vec![ids[&Structure::ROOT].into()],
            "ParentTree" => tree,
            "ParentTreeNextKey" => (self.pages.len() + links.len()) as i64,
        };
        if !notes.is_empty() {
            dictionary.set("IDTree", dictionary! { "Names" => notes });
        }
        self.file.set_object(root, dictionary);
        root
    }

    fn element(
        &self,
        element: &Element,
        ids: &BTreeMap<ElementId, ObjectId>,
        links: &[Link],
        annotations: &[ObjectId],
    ) -> Dictionary {
        // Most elements lie on one page: then the kids are bare numbers.
        let home = element.kids.iter().find_map(|kid| match kid {
            Kid::Content { page, .. } => Some(*page),
            _ => None,
        });
        let kid = |kid: &Kid| match kid {
            Kid::Element(id) => Object::from(ids[id]),
            Kid::Content { page, mcid } if Some(*page) == home => Object::from(i64::from(*mcid)),
            Kid::Content { page, mcid } => Object::Dictionary(dictionary! {
                "Type" => "MCR",
                "Pg" => self.pages[*page as usize],
                "MCID" => i64::from(*mcid),
            }),
            Kid::Link(link) => Object::Dictionary(dictionary! {
                "Type" => "OBJR",
                "Pg" => self.pages[links[link.0 as usize].page],
                "Obj" => annotations[link.0 as usize],
            }),
        };
        let mut kids: Vec<Object> = element.kids.iter().map(kid).collect();
        let mut dictionary = dictionary! { "S" => element.role.name() };
        if let Some(page) = home {
            dictionary.set("Pg", self.pages[page as usize]);
        }
        match kids.len() {
            0 => {}
            1 => dictionary.set("K", kids.remove(0)),
            _ => dictionary.set("K", kids),
        }
        if let Some(language) = &element.language {
            dictionary.set("Lang", text(language));
        }
        if let Some(alternative) = &element.alternative {
            dictionary.set("Alt", text(alternative));
        }
        if let Some(title) = &element.title {
            dictionary.set("T", text(title));
        }
        if let Some(attributes) = attributes(element) {
            dictionary.set("A", attributes);
        }
        dictionary
    }

    /// The outline as a tree; `None` without entries.
    fn outline(&mut self, entries: &[OutlineEntry]) -> Option<ObjectId> {
        if entries.is_empty() {
            return None;
        }
        let root = self.file.new_object_id();
        let ids: Vec<ObjectId> = entries.iter().map(|_| self.file.new_object_id()).collect();
        // Parent of each entry: the nearest earlier one of a lower level.
        let mut open: Vec<usize> = Vec::new();
        let mut children: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        let mut parents = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            while open.last().is_some_and(|last| entries[*last].level >= entry.level) {
                open.pop();
            }
            let parent = open.last().copied();
            parents.push(parent);
            children.entry(parent).or_default().push(i);
            open.push(i);
        }
        let mut positions = vec![0; entries.len()];
        for siblings in children.values() {
            for (at, sibling) in siblings.iter().enumerate() {
                positions[*sibling] = at;
            }
        }
        for (i, entry) in entries.iter().enumerate() {
            let siblings = &children[&parents[i]];
            let mut item = dictionary! {
                "Title" => text(&entry.text),
                "Parent" => parents[i].map_or(root, |p| ids[p]),
                "Dest" => self.destination(entry.page, entry.y),
            };
            if positions[i] > 0 {
                item.set("Prev", ids[siblings[positions[i] - 1]]);
            }
            if let Some(next) = siblings.get(positions[i] + 1) {
                item.set("Next", ids[*next]);
            }
            if let Some(own) = children.get(&Some(i)) {
                item.set("First", ids[own[0]]);
                item.set("Last", ids[own[own.len() - 1]]);
                item.set("Count", own.len() as i64);
            }
            self.file.set_object(ids[i], item);
        }
        let top = &children[&None];
        let outlines = dictionary! {
            "Type" => "Outlines",
            "First" => ids[top[0]],
            "Last" => ids[top[top.len() - 1]],
            "Count" => entries.len() as i64,
        };
        self.file.set_object(root, outlines);
        Some(root)
    }

    fn catalog(&mut self, d: &Description, tree: ObjectId, outline: Option<ObjectId>, id: &str) -> Result<(), Fault> {
        let profile = self
            .file
            .add_object(Stream::new(dictionary! { "N" => 3 }, SRGB.to_vec()));
        let packet = xmp::packet(d, &uuid(id)).into_bytes();
        let metadata = Stream::new(dictionary! { "Type" => "Metadata", "Subtype" => "XML" }, packet);
        let metadata = self.file.add_object(metadata.with_compression(false));
        let files: Vec<(String, ObjectId)> = d
            .attachments
            .iter()
            .map(|a| (a.name.clone(), self.attach(a, d)))
            .collect();
        let catalog = self.file.catalog_mut().map_err(|_| missing("catalog"))?;
        catalog.set("Metadata", metadata);
        catalog.set("StructTreeRoot", tree);
        catalog.set("MarkInfo", dictionary! { "Marked" => true });
        catalog.set("Lang", text(&d.language));
        let direction = if d.right_to_left { "R2L" } else { "L2R" };
        let preferences = dictionary! { "DisplayDocTitle" => true, "Direction" => direction };
        catalog.set("ViewerPreferences", preferences);
        catalog.remove(b"PageLayout");
        match outline {
            Some(outline) => {
                catalog.set("Outlines", outline);
                catalog.set("PageMode", "UseOutlines");
            }
            None => catalog.set("PageMode", "UseNone"),
        }
        let intent = dictionary! {
            "Type" => "OutputIntent",
            "S" => "GTS_PDFA1",
            "OutputConditionIdentifier" => Object::string_literal("sRGB IEC61966-2.1"),
            "Info" => Object::string_literal("sRGB IEC61966-2.1"),
            "DestOutputProfile" => profile,
        };
        catalog.set("OutputIntents", vec![intent.into()]);
        if !files.is_empty() {
            let associated: Vec<Object> = files.iter().map(|(_, id)| (*id).into()).collect();
            let names: Vec<Object> = files.iter().flat_map(|(name, id)| [text(name), (*id).into()]).collect();
            catalog.set("AF", associated);
            let embedded = dictionary! { "Names" => names };
            catalog.set("Names", dictionary! { "EmbeddedFiles" => embedded });
        }
        Ok(())
    }

    fn attach(&mut self, attachment: &Attachment, description: &Description) -> ObjectId {
        let mut parameters = dictionary! { "Size" => attachment.bytes.len() as i64 };
        if let Some(date) = &description.date {
            parameters.set("ModDate", Object::string_literal(date.pdf()));
        }
        let stream = Stream::new(
            dictionary! {
                "Type" => "EmbeddedFile",
                "Subtype" => Object::Name(attachment.mime.as_bytes().to_vec()),
                "Params" => parameters,
            },
            attachment.bytes.clone(),
        );
        let stream = self.file.add_object(stream);
        self.file.add_object(dictionary! {
            "Type" => "Filespec",
            "F" => text(&attachment.name),
            "UF" => text(&attachment.name),
            "Desc" => text(&attachment.description),
            "AFRelationship" => "Data",
            "EF" => dictionary! { "F" => stream, "UF" => stream },
        })
    }

    fn trailer(&mut self, d: &Description, id: &str) {
        let mut info = dictionary! {
            "Title" => text(&d.title),
            "Creator" => text(&d.creator),
            "Producer" => text(&d.producer),
        };
        if !d.authors.is_empty() {
            info.set("Author", text(&d.authors.join(", ")));
        }
        if !d.subject.is_empty() {
            info.set("Subject", text(&d.subject));
        }
        if !d.keywords.is_empty() {
            info.set("Keywords", text(&d.keywords.join(", ")));
        }
        if let Some(date) = &d.date {
            let date = date.pdf();
            info.set("CreationDate", Object::string_literal(date.clone()));
            info.set("ModDate", Object::string_literal(date));
        }
        match self.file.trailer.get(b"Info").and_then(Object::as_reference) {
            Ok(old) => self.file.set_object(old, info),
            Err(_) => {
                let info = self.file.add_object(info);
                self.file.trailer.set("Info", info);
            }
        }
        let bytes = (0..id.len())
            .step_by(2)
            .map(|i| u8::from_str_radix(&id[i..i + 2], 16).unwrap_or(0));
        let id = Object::String(bytes.collect(), StringFormat::Hexadecimal);
        self.file.trailer.set("ID", vec![id.clone(), id]);
    }

    fn save(mut self) -> Result<Vec<u8>, String> {
        for object in self.file.objects.values_mut() {
            if let Object::Stream(stream) = object
                && stream.allows_compression
            {
                if stream.content.len() > LARGE {
                    compress_fast(stream).map_err(|e| e.to_string())?;
                } else {
                    stream.compress().map_err(|e| e.to_string())?;
                }
            }
        }
        let options = SaveOptions::builder()
            .use_object_streams(true)
            .use_xref_streams(true)
            .max_objects_per_stream(400)
            .compression_level(6)
            .build();
        let mut bytes = Vec::new();
        self.file
            .save_with_options(&mut bytes, options)
            .map_err(|e| e.to_string())?;
        Ok(bytes)
    }
}

/// Streams of more bytes than this, which are attached data, are packed at the usual level: the best one takes ten times
/// as long there and saves a fiftieth.
const LARGE: usize = 1 << 18;

fn compress_fast(stream: &mut Stream) -> std::io::Result<()> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(&stream.content)?;
    let packed = encoder.finish()?;
    if stream.dict.get(b"Filter").is_err() && packed.len() < stream.content.len() {
        stream.dict.set("Filter", "FlateDecode");
        stream.set_content(packed);
    }
    Ok(())
}

fn attributes(element: &Element) -> Option<Object> {
    let attributes = match element.role {
        Role::HeadCell => dictionary! { "O" => "Table", "Scope" => "Column" },
        Role::List { ordered } => {
            let numbering = if ordered { "Decimal" } else { "Disc" };
            dictionary! { "O" => "List", "ListNumbering" => numbering }
        }
        Role::Figure => {
            let mut attributes = dictionary! { "O" => "Layout", "Placement" => "Block" };
            if let Some(bounds) = element.bounds {
                attributes.set("BBox", bounds.map(number).to_vec());
            }
            attributes
        }
        _ => return None,
    };
    Some(attributes.into())
}

/// 32 hexadecimal digits in the groups of a UUID.
fn uuid(id: &str) -> String {
    [&id[..8], &id[8..12], &id[12..16], &id[16..20], &id[20..]].join("-")
}
