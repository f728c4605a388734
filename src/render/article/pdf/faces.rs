//! The faces a document uses: which glyphs, under which numbers, standing for which text; and their subsets.

use crate::diagnostic::Fault;
use crate::text::FontSet;
use crate::text::paragraph::FaceId;
use printpdf::{FontEmbeddingMode, FontId, ParsedFont, PdfFont};
use resvg::usvg::fontdb;
use sha2::{Digest, Sha256};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;

/// One face in use.
pub(super) struct FaceUse {
    pub id: FontId,
    data: &'static [u8],
    index: u32,
    /// PostScript name.
    name: String,
    font: FontRef<'static>,
    metrics: GlyphMetrics<'static>,
    units_per_em: f32,
    remapper: GlyphRemapper,
    /// The text of each glyph of the subset. A glyph has one; where it stands for another, `/ActualText` says so.
    texts: BTreeMap<u16, String>,
}

/// Facts of a face that a font descriptor states.
pub(super) struct Descriptor {
    pub cap_height: f32,
    pub ascent: f32,
    pub descent: f32,
    pub fixed_pitch: bool,
}

#[derive(Default)]
pub(super) struct Faces {
    list: Vec<FaceUse>,
    by_face: BTreeMap<FaceId, usize>,
}

impl Faces {
    pub fn of(&mut self, face: FaceId) -> &mut FaceUse {
        let list = &mut self.list;
        let index = *self.by_face.entry(face).or_insert_with(|| {
            list.push(FaceUse::new(face, list.len()));
            list.len() - 1
        });
        &mut self.list[index]
    }

    pub fn iter(&self) -> impl Iterator<Item = &FaceUse> {
        self.list.iter()
    }
}

impl FaceUse {
    fn new(face: FaceId, number: usize) -> Self {
        let (_, data) = FontSet::shared().files()[usize::from(face.file)];
        let index = u32::from(face.face);
        let font = FontRef::from_index(data, index).expect("the bundle's faces are read at start");
        let name = font
            .localized_strings(StringId::POSTSCRIPT_NAME)
            .english_or_first()
            .map(|name| name.chars().filter(char::is_ascii_graphic).collect())
            .unwrap_or_else(|| format!("Face{number}"));
        Self {
            id: FontId(format!("F{number}")),
            data,
            index,
            name,
            metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            units_per_em: f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em),
            font,
            remapper: GlyphRemapper::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Takes a glyph into the subset and gives its number there.
    pub fn glyph(&mut self, id: u16) -> u16 {
        self.remapper.remap(id)
    }

    /// The advance that a reader of the file moves by, in thousandths of the size: whole numbers, cut off, as the
    /// crate writes them.
    pub fn advance(&self, id: u16) -> f32 {
        let units = self.metrics.advance_width(skrifa::GlyphId::from(id)).unwrap_or(0.0);
        (units * 1000.0 / self.units_per_em).trunc()
    }

    /// Claims the text of a glyph of the subset; `false` when the glyph already stands for another.
    pub fn claim(&mut self, glyph: u16, text: &str) -> bool {
        self.texts.entry(glyph).or_insert_with(|| text.to_owned()) == text
    }

    /// Gives a glyph a text if it has none.
    pub fn suggest(&mut self, glyph: u16, text: &str) {
        self.texts.entry(glyph).or_insert_with(|| text.to_owned());
    }

    pub fn text(&self, glyph: u16) -> String {
        self.texts.get(&glyph).cloned().unwrap_or_default()
    }

    pub fn descriptor(&self) -> Descriptor {
        let metrics = self.font.metrics(Size::unscaled(), LocationRef::default());
        let scale = 1000.0 / self.units_per_em;
        Descriptor {
            cap_height: metrics.cap_height.unwrap_or(metrics.ascent) * scale,
            ascent: metrics.ascent * scale,
            descent: metrics.descent * scale,
            fixed_pitch: metrics.is_monospace,
        }
    }

    /// The name of the subset in the file.
    pub fn base_name(&self) -> String {
        format!("{}+{}", self.tag(), self.name)
    }

    /// The subset, as the crate wants it.
    pub fn subset(&self) -> Result<PdfFont, Fault> {
        let broken = |what: String| {
            Fault::input("pdf::font", format!("the face {} cannot be subset", self.name))
                .found(what)
                .hint("the fonts of the bundle must be whole; see fonts/README.md")
        };
        let bytes = subsetter::subset(self.data, self.index, &self.remapper).map_err(|e| broken(e.to_string()))?;
        let mut warnings = Vec::new();
        let mut parsed = ParsedFont::from_bytes(&bytes, 0, &mut warnings)
            .ok_or_else(|| broken("a subset that cannot be read back".into()))?;
        parsed.font_name = Some(self.base_name());
        let mut font = PdfFont::new(parsed);
        font.meta.embedding_mode = FontEmbeddingMode::Full;
        Ok(font)
    }

    /// Six capitals that name the subset (ISO 32000-1, 9.6.4), from its glyphs.
    fn tag(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.name.as_bytes());
        for glyph in self.remapper.remapped_gids() {
            hash.update(glyph.to_be_bytes());
        }
        hash.finalize()[..6]
            .iter()
            .map(|byte| char::from(b'A' + byte % 26))
            .collect()
    }
}

/// The face of the bundle behind an entry of the SVG renderer's database.
pub(super) fn face_of(database: &fontdb::Database, id: fontdb::ID) -> Option<FaceId> {
    let pointer = database.with_face_data(id, |data, face| (data.as_ptr(), face))?;
    let file = FontSet::shared()
        .files()
        .iter()
        .position(|(_, bytes)| std::ptr::eq(bytes.as_ptr(), pointer.0))?;
    Some(FaceId {
        file: file as u16,
        face: pointer.1 as u16,
    })
}
