//! The bundled fonts: the only fonts that exist for us, on every machine.

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use resvg::usvg::fontdb;
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// A family of the bundle. Each has a regular and a bold face; Inter has italics of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Latin, Cyrillic, Greek, numbers and signs, in every language.
    Inter,
    JetBrainsMono,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
    SimplifiedChinese,
    TraditionalChinese,
    Japanese,
    Korean,
}

impl Family {
    /// Every family of the bundle.
    pub const ALL: [Family; 10] = [
        Family::Inter,
        Family::JetBrainsMono,
        Family::Arabic,
        Family::Hebrew,
        Family::Devanagari,
        Family::Thai,
        Family::SimplifiedChinese,
        Family::TraditionalChinese,
        Family::Japanese,
        Family::Korean,
    ];

    /// The name that SVG files and font databases know it by.
    pub fn name(self) -> &'static str {
        match self {
            Family::Inter => "Inter",
            Family::JetBrainsMono => "JetBrains Mono",
            Family::Arabic => "Noto Sans Arabic",
            Family::Hebrew => "Noto Sans Hebrew",
            Family::Devanagari => "Noto Sans Devanagari",
            Family::Thai => "Noto Sans Thai",
            Family::SimplifiedChinese => "Noto Sans SC",
            Family::TraditionalChinese => "Noto Sans TC",
            Family::Japanese => "Noto Sans JP",
            Family::Korean => "Noto Sans KR",
        }
    }
}

macro_rules! bundle {
    ($($file:literal),* $(,)?) => {
        /// File name below `fonts/` and contents, sorted by name.
        // A static, not a constant: faces are told apart by the address of their bytes, which must be one address.
        static FILES: &[(&str, &[u8])] = &[
            $(($file, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/fonts/", $file)))),*
        ];
    };
}
bundle!(
    "Inter_400Regular.ttf",
    "Inter_400Regular_Italic.ttf",
    "Inter_700Bold.ttf",
    "Inter_700Bold_Italic.ttf",
    "JetBrainsMono_400Regular.ttf",
    "JetBrainsMono_700Bold.ttf",
    "NotoSansArabic_400Regular.ttf",
    "NotoSansArabic_700Bold.ttf",
    "NotoSansCJK-subset-Bold.ttc",
    "NotoSansCJK-subset-Regular.ttc",
    "NotoSansDevanagari_400Regular.ttf",
    "NotoSansDevanagari_700Bold.ttf",
    "NotoSansHebrew_400Regular.ttf",
    "NotoSansHebrew_700Bold.ttf",
    "NotoSansThai_400Regular.ttf",
    "NotoSansThai_700Bold.ttf",
);

/// The loaded bundle, for the SVG renderer and for text layout. Both see the same bytes.
pub struct FontSet {
    database: Arc<fontdb::Database>,
    collection: Collection,
    /// By family and whether it is bold.
    faces: BTreeMap<(Family, bool), FontRef<'static>>,
}

static SHARED: LazyLock<FontSet> = LazyLock::new(FontSet::load);

impl FontSet {
    /// The bundle, loaded once in a process.
    pub fn shared() -> &'static FontSet {
        &SHARED
    }

    fn load() -> FontSet {
        let mut database = fontdb::Database::new();
        let mut collection = Collection::new(CollectionOptions {
            shared: false,
            system_fonts: false,
        });
        for (_, bytes) in FILES {
            database.load_font_source(fontdb::Source::Binary(Arc::new(*bytes)));
            collection.register_fonts(Blob::new(Arc::new(*bytes)), None);
        }
        database.set_serif_family(Family::Inter.name());
        database.set_sans_serif_family(Family::Inter.name());
        database.set_monospace_family(Family::JetBrainsMono.name());
        FontSet {
            faces: faces(&database),
            database: Arc::new(database),
            collection,
        }
    }

    /// The parsed file of a face, for metrics and outlines.
    pub fn face(&self, family: Family, bold: bool) -> &FontRef<'static> {
        &self.faces[&(family, bold)]
    }

    /// Whether a family has a glyph for a character, in both of its faces.
    pub fn covers(&self, family: Family, character: char) -> bool {
        [false, true]
            .iter()
            .all(|bold| self.face(family, *bold).charmap().map(character).is_some())
    }

    /// For usvg.
    pub fn database(&self) -> Arc<fontdb::Database> {
        self.database.clone()
    }

    /// A new context for parley; cheap, and each thread has its own.
    pub fn context(&self) -> FontContext {
        FontContext {
            collection: self.collection.clone(),
            source_cache: SourceCache::default(),
        }
    }

    /// Name below `fonts/` and contents of every file, sorted by name: for manifests and archives.
    pub fn files(&self) -> &'static [(&'static str, &'static [u8])] {
        FILES
    }
}

/// Finds the two upright faces of every family: their place in the files is the database's.
fn faces(database: &fontdb::Database) -> BTreeMap<(Family, bool), FontRef<'static>> {
    let mut found = BTreeMap::new();
    for info in database.faces() {
        if info.style != fontdb::Style::Normal {
            continue;
        }
        let Some(family) = Family::ALL
            .into_iter()
            .find(|family| info.families.iter().any(|(name, _)| name == family.name()))
        else {
            continue;
        };
        let fontdb::Source::Binary(data) = &info.source;
        let bytes: &[u8] = data.as_ref().as_ref();
        // The database holds a reference to the static bytes; the static itself is what may be kept.
        let Some((_, file)) = FILES
            .iter()
            .find(|(_, file)| std::ptr::eq(file.as_ptr(), bytes.as_ptr()))
        else {
            continue;
        };
        if let Ok(face) = FontRef::from_index(file, info.index) {
            found.insert((family, info.weight.0 >= 600), face);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_a_regular_and_a_bold_face() {
        let database = FontSet::shared().database();
        for family in Family::ALL {
            let mut weights: Vec<u16> = database
                .faces()
                .filter(|face| face.families.iter().any(|(name, _)| name == family.name()))
                .filter(|face| face.style == fontdb::Style::Normal)
                .map(|face| face.weight.0)
                .collect();
            weights.sort_unstable();
            assert_eq!(weights, [400, 700], "{family:?}");
            assert!(FontSet::shared().covers(family, '5'), "{family:?}");
        }
    }
}
