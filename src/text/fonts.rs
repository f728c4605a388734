//! The bundled fonts, and those that a publisher brings with a report: no other fonts exist for us, on any machine.

use super::brand::{self, Own};
use parley::FontContext;
use parley::fontique::{
    Blob, Collection, CollectionOptions, FontInfoOverride, FontStyle, FontWeight, FontWidth, SourceCache,
};
use resvg::usvg::fontdb;
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard};

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
    /// A family that a publisher brings; it has no italics.
    Own(Own),
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
            Family::Own(own) => own.name(),
        }
    }

    /// The value of `font-family` in SVG.
    pub fn list(self) -> &'static str {
        match self {
            Family::Own(own) => own.list(),
            of_the_bundle => of_the_bundle.name(),
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
    loaded: RwLock<Loaded>,
    /// Of the bundle, by family and whether it is bold.
    faces: BTreeMap<(Family, bool), FontRef<'static>>,
}

/// The bundle, and the families that publishers brought so far. None has a name that another has, so one more changes
/// nothing for the others.
struct Loaded {
    database: Arc<fontdb::Database>,
    collection: Collection,
    own: BTreeMap<String, Own>,
    /// Files beside those of the bundle, in the order in which they came.
    files: Vec<&'static [u8]>,
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
            loaded: RwLock::new(Loaded {
                database: Arc::new(database),
                collection,
                own: BTreeMap::new(),
                files: Vec::new(),
            }),
        }
    }

    fn loaded(&self) -> RwLockReadGuard<'_, Loaded> {
        self.loaded.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A family of a publisher by its name, which is made when there is none.
    pub(super) fn add(&self, name: &str, make: impl FnOnce() -> brand::Faces) -> Family {
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = loaded.own.get(name) {
            return Family::Own(*own);
        }
        let own = Own::of(Box::leak(Box::new(make())));
        let mut database = fontdb::Database::clone(&loaded.database);
        for bold in [false, true] {
            let bytes = own.file(bold);
            let weight = if bold { 700 } else { 400 };
            let source = fontdb::Source::Binary(Arc::new(bytes));
            database.push_face_info(fontdb::FaceInfo {
                id: fontdb::ID::dummy(),
                source,
                index: 0,
                families: vec![(name.to_owned(), fontdb::Language::English_UnitedStates)],
                post_script_name: String::new(),
                style: fontdb::Style::Normal,
                weight: fontdb::Weight(weight),
                stretch: fontdb::Stretch::Normal,
                monospaced: false,
            });
            let named = FontInfoOverride {
                family_name: Some(name),
                width: Some(FontWidth::NORMAL),
                style: Some(FontStyle::Normal),
                weight: Some(FontWeight::new(f32::from(weight))),
                axes: None,
            };
            loaded
                .collection
                .register_fonts(Blob::new(Arc::new(bytes)), Some(named));
            loaded.files.push(bytes);
        }
        loaded.database = Arc::new(database);
        loaded.own.insert(name.to_owned(), own);
        Family::Own(own)
    }

    /// The family of a name: of the bundle, or of a publisher.
    pub fn family(&self, name: &str) -> Option<Family> {
        let of_the_bundle = Family::ALL.into_iter().find(|family| family.name() == name);
        of_the_bundle.or_else(|| self.loaded().own.get(name).copied().map(Family::Own))
    }

    /// The bytes of a file by its number: those of the bundle first. It is the same only within one run of the program.
    pub fn file(&self, number: usize) -> Option<&'static [u8]> {
        match FILES.get(number) {
            Some((_, bytes)) => Some(bytes),
            None => self.loaded().files.get(number - FILES.len()).copied(),
        }
    }

    /// Where the bytes of every file lie, by their numbers.
    pub fn addresses(&self) -> Vec<*const u8> {
        let bundle = FILES.iter().map(|(_, bytes)| bytes.as_ptr());
        bundle
            .chain(self.loaded().files.iter().map(|bytes| bytes.as_ptr()))
            .collect()
    }

    /// The parsed file of a face, for metrics and outlines.
    pub fn face(&self, family: Family, bold: bool) -> &FontRef<'static> {
        match family {
            Family::Own(own) => own.face(bold),
            of_the_bundle => &self.faces[&(of_the_bundle, bold)],
        }
    }

    /// Whether a family has a glyph for a character, in both of its faces.
    pub fn covers(&self, family: Family, character: char) -> bool {
        [false, true]
            .iter()
            .all(|bold| self.face(family, *bold).charmap().map(character).is_some())
    }

    /// For usvg.
    pub fn database(&self) -> Arc<fontdb::Database> {
        self.loaded().database.clone()
    }

    /// A new context for parley; cheap, and each thread has its own.
    pub fn context(&self) -> FontContext {
        FontContext {
            collection: self.loaded().collection.clone(),
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
