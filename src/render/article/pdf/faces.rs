//! The faces a document uses: which glyphs, under which numbers, standing for which text; and their subsets.

use crate::diagnostic::Fault;
use crate::text::FontSet;
use crate::text::paragraph::FaceId;
use printpdf::{FontEmbeddingMode, FontId, ParsedFont, PdfFont};
use resvg::usvg::fontdb;
use resvg::usvg::tiny_skia_path::{Path, PathBuilder};
use sha2::{Digest, Sha256};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::DrawSettings;
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider, Tag};
use std::collections::BTreeMap;
use subsetter::GlyphRemapper;

/// One face in use.
pub(super) struct FaceUse {
    pub id: FontId,
    data: &'static [u8],
    index: u32,
    /// Whether a publisher brings it.
    is_brought: bool,
    /// PostScript name.
    name: String,
    font: FontRef<'static>,
    metrics: GlyphMetrics<'static>,
    units_per_em: f32,
    remapper: GlyphRemapper,
    /// Outlines of type 2 have no table between codes and glyphs: there each glyph has one code and one text.
    one_code_a_glyph: bool,
    /// Glyph of the subset and text of each code; code 0 is the missing glyph.
    codes: Vec<Code>,
    by_text: BTreeMap<(u16, String), u16>,
    by_glyph: BTreeMap<u16, u16>,
    outlines: BTreeMap<u16, Option<Path>>,
}

/// What a two-byte code of the file shows and says.
struct Code {
    /// Number in the subset.
    glyph: u16,
    /// Number in the face.
    original: u16,
    text: String,
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
        let data = FontSet::shared()
            .file(usize::from(face.file))
            .expect("a face is of a file that was found before");
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
            is_brought: usize::from(face.file) >= FontSet::shared().files().len(),
            name,
            metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            units_per_em: f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em),
            one_code_a_glyph: font.table_data(Tag::new(b"CFF ")).is_some(),
            font,
            remapper: GlyphRemapper::new(),
            codes: vec![Code {
                glyph: 0,
                original: 0,
                text: String::new(),
            }],
            by_text: BTreeMap::new(),
            by_glyph: BTreeMap::new(),
            outlines: BTreeMap::new(),
        }
    }

    /// The code that shows a glyph and stands for a text, and whether it does stand for that text.
    pub fn code(&mut self, original: u16, text: &str) -> (u16, bool) {
        let glyph = self.remapper.remap(original);
        if self.one_code_a_glyph {
            let codes = &mut self.codes;
            let code = *self.by_glyph.entry(glyph).or_insert(glyph);
            while codes.len() <= usize::from(code) {
                codes.push(Code {
                    glyph,
                    original,
                    text: text.to_owned(),
                });
            }
            return (code, codes[usize::from(code)].text == text);
        }
        if let Some(code) = self.by_text.get(&(glyph, text.to_owned())) {
            return (*code, true);
        }
        // A face has fewer glyphs than codes, but texts may be many.
        if self.codes.len() >= 60_000 {
            let code = self.by_glyph.get(&glyph).copied().unwrap_or(0);
            return (code, false);
        }
        let code = self.codes.len() as u16;
        self.codes.push(Code {
            glyph,
            original,
            text: text.to_owned(),
        });
        self.by_text.insert((glyph, text.to_owned()), code);
        self.by_glyph.entry(glyph).or_insert(code);
        (code, true)
    }

    pub fn text(&self, code: u16) -> &str {
        &self.codes[usize::from(code)].text
    }

    /// The advance that a reader of the file moves by, in thousandths of the size: whole numbers, cut off, as the
    /// crate writes them.
    pub fn advance(&self, original: u16) -> f32 {
        let units = self
            .metrics
            .advance_width(skrifa::GlyphId::from(original))
            .unwrap_or(0.0);
        (units * 1000.0 / self.units_per_em).trunc()
    }

    /// The outline of a glyph, for a size of one and `y` down.
    pub fn outline(&mut self, original: u16) -> Option<&Path> {
        let (font, scale) = (&self.font, 1.0 / self.units_per_em);
        let outline = self.outlines.entry(original).or_insert_with(|| {
            let glyph = font.outline_glyphs().get(skrifa::GlyphId::from(original))?;
            let mut pen = OutlinePen {
                path: PathBuilder::new(),
                scale,
            };
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            glyph.draw(settings, &mut pen).ok()?;
            pen.path.finish()
        });
        outline.as_ref()
    }

    /// The table from codes to glyphs of the subset, two bytes each; `None` when they are the same.
    pub fn code_map(&self) -> Option<Vec<u8>> {
        let same = self
            .codes
            .iter()
            .enumerate()
            .all(|(code, c)| code == usize::from(c.glyph));
        (!same).then(|| self.codes.iter().flat_map(|c| c.glyph.to_be_bytes()).collect())
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
        // The crate looks widths up by code.
        let widths = self.codes.iter().enumerate().map(|(code, c)| {
            let units = self
                .metrics
                .advance_width(skrifa::GlyphId::from(c.original))
                .unwrap_or(0.0);
            (code as u16, units as u16)
        });
        parsed.glyph_widths = widths.collect();
        let mut font = PdfFont::new(parsed);
        font.meta.embedding_mode = FontEmbeddingMode::Full;
        Ok(font)
    }

    /// Six capitals that name the subset (ISO 32000-1, 9.6.4), from its glyphs.
    fn tag(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.name.as_bytes());
        // A publisher's font may have the name of one of the bundle.
        if self.is_brought {
            hash.update(self.data);
        }
        for glyph in self.remapper.remapped_gids() {
            hash.update(glyph.to_be_bytes());
        }
        hash.finalize()[..6]
            .iter()
            .map(|byte| char::from(b'A' + byte % 26))
            .collect()
    }
}

struct OutlinePen {
    path: PathBuilder,
    scale: f32,
}

impl skrifa::outline::OutlinePen for OutlinePen {
    fn move_to(&mut self, x: f32, y: f32) {
        let s = self.scale;
        self.path.move_to(x * s, -y * s);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let s = self.scale;
        self.path.line_to(x * s, -y * s);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let s = self.scale;
        self.path.quad_to(cx * s, -cy * s, x * s, -y * s);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let s = self.scale;
        self.path.cubic_to(ax * s, -ay * s, bx * s, -by * s, x * s, -y * s);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// The face of the bundle behind an entry of the SVG renderer's database.
pub(super) fn face_of(database: &fontdb::Database, id: fontdb::ID) -> Option<FaceId> {
    let pointer = database.with_face_data(id, |data, face| (data.as_ptr(), face))?;
    let file = FontSet::shared()
        .addresses()
        .into_iter()
        .position(|address| std::ptr::eq(address, pointer.0))?;
    Some(FaceId {
        file: file as u16,
        face: pointer.1 as u16,
    })
}
