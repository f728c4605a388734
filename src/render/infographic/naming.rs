//! What variants and cases are called on a picture: by their names where these have room, by their short names where room
//! is scarce, and without their middle where even those are too long. The whole names go with the picture all the same:
//! in its title and description, and in a key where there is room for one.

use super::{Input, Names};
use crate::context::Printed;
use crate::dataset::{Case, Variant};
use crate::diagnostic::{Class, Fault};
use crate::locale::Locale;
use crate::text::{room_of, shorten, spans};

/// Room for names, in Latin letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Room {
    /// Whether short names stand for names in prose too.
    scarce: bool,
    /// In prose and at the heads of columns.
    prose: usize,
    /// Beside a mark.
    beside: usize,
    /// Of the longest name that is kept on one line.
    unparted: usize,
    /// Of a text about the machine or the load.
    part: usize,
}

const fn room(scarce: bool, prose: usize, beside: usize, unparted: usize, part: usize) -> Room {
    Room {
        scarce,
        prose,
        beside,
        unparted,
        part,
    }
}

/// Room for a name beside a mark where no picture is crowded, in Latin letters: longer ones lose their middle.
pub const BESIDE: usize = 44;

/// What is tried, the best first, until everything has its place.
const ROOMS: [Room; 8] = [
    room(false, 72, BESIDE, 26, 200),
    room(true, 72, BESIDE, 26, 120),
    room(true, 56, 32, 20, 80),
    room(true, 42, 26, 16, 56),
    room(true, 32, 22, 16, 40),
    room(true, 24, 18, 12, 40),
    room(true, 17, 15, 12, 32),
    room(true, 11, 11, 9, 24),
];

/// The names of one picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Called {
    /// In prose: names, and short names.
    pub names: Vec<String>,
    pub short: Vec<String>,
    /// Beside marks.
    pub beside: Vec<String>,
    pub cases: Vec<String>,
    pub unparted: usize,
    pub part: usize,
    /// The last attempt: texts of charts that have no room even so are set smaller than they should be.
    pub squeezes: bool,
    /// What a name stands for that was shortened, and its path.
    key: Vec<(String, String, String)>,
}

impl Called {
    /// Everything by its whole name: for words that need no room.
    fn in_full(names: &Names) -> Called {
        Called {
            names: names.variants.clone(),
            short: names.short.clone(),
            beside: names.short.clone(),
            cases: names.cases.clone(),
            unparted: ROOMS[0].unparted,
            part: usize::MAX,
            squeezes: false,
            key: Vec::new(),
        }
    }

    fn within(input: &Input<'_>, room: Room) -> Called {
        let names = input.names;
        let chosen = names.variants.iter().zip(&names.short);
        let chosen = chosen.map(|(name, short)| match room.scarce || room_of(name) > room.prose {
            true => short.as_str(),
            false => name.as_str(),
        });
        let chosen: Vec<&str> = chosen.collect();
        let shown = shorten(&chosen, room.prose);
        let cases = shorten(&names.cases, room.prose);
        let mut key = Vec::new();
        for (i, variant) in input.dataset.variants.iter().enumerate() {
            if chosen[i] != shown[i] {
                key.push((shown[i].clone(), names.variants[i].clone(), path_of_variant(variant)));
            }
        }
        for (i, case) in input.dataset.cases.iter().enumerate() {
            if names.cases[i] != cases[i] {
                key.push((cases[i].clone(), names.cases[i].clone(), path_of_case(case)));
            }
        }
        Called {
            short: shorten(&names.short, room.prose),
            beside: shorten(&names.short, room.beside),
            names: shown,
            cases,
            unparted: room.unparted,
            part: room.part,
            squeezes: false,
            key,
        }
    }

    /// What is tried, each with less room for names: the whole names first. The second value is how many of the first
    /// ones are too long for any picture.
    pub fn ladder(input: &Input<'_>) -> (Vec<Called>, usize) {
        let mut ladder = vec![Called::in_full(input.names)];
        for room in ROOMS {
            let called = Called::within(input, room);
            if !ladder.iter().any(|other| called.is_like(other, input)) {
                ladder.push(called);
            }
        }
        let last = ladder.last().cloned();
        ladder.extend(last.map(|last| Called { squeezes: true, ..last }));
        let first = Called::within(input, ROOMS[0]);
        let skipped = usize::from(!first.is_like(&ladder[0], input));
        (ladder, skipped)
    }

    /// Whether a picture with these names is the same.
    fn is_like(&self, other: &Called, input: &Input<'_>) -> bool {
        let unparted = |called: &Called| {
            let all = called.names.iter().chain(&called.short);
            all.filter(|name| name.chars().count() <= called.unparted).count()
        };
        let method = &input.dataset.method;
        let environment = &method.environment;
        let texts = [
            &method.tool,
            &environment.cpu,
            &environment.storage,
            &environment.os,
            &environment.runtime,
        ];
        let longest = texts.into_iter().flatten().map(|text| room_of(text)).max().unwrap_or(0);
        self.names == other.names
            && self.short == other.short
            && self.beside == other.beside
            && self.cases == other.cases
            && unparted(self) == unparted(other)
            && (self.part == other.part || longest <= self.part.min(other.part))
    }

    /// What each shortened name stands for, a line each; nothing when there are more than a picture can hold.
    pub fn key(&self, locale: &Locale, most: usize) -> Vec<String> {
        if self.key.len() > most {
            return Vec::new();
        }
        let colon = locale.script().colon();
        let line = |(shown, name, _): &(String, String, String)| {
            format!(
                "{}{colon}{}",
                locale.isolate(shown.clone()),
                locale.isolate(name.clone())
            )
        };
        self.key.iter().map(line).collect()
    }

    /// The shortened names of the key: their digits are no figures.
    pub fn printed(&self) -> impl Iterator<Item = Printed> {
        self.key.iter().map(|(shown, _, path)| Printed {
            text: shown.clone(),
            path: path.clone(),
            exact: None,
        })
    }
}

/// A line of a key, which may be parted within a word that is longer than any line.
pub(super) fn parted(line: &str) -> String {
    const LONGEST: usize = 48;
    let mut out = String::with_capacity(line.len());
    let mut letters = 0;
    for character in line.chars() {
        letters = match character {
            ' ' | '-' | '/' | '\u{a0}' => 0,
            _ => letters + 1,
        };
        if letters > LONGEST {
            out.push('\u{200b}');
            letters = 1;
        }
        out.push(character);
    }
    out
}

/// Where the name of a variant, whole or shortened, comes from.
pub(super) fn path_of_variant(variant: &Variant) -> String {
    format!("variants.{}.name", variant.id)
}

pub(super) fn path_of_case(case: &Case) -> String {
    format!("cases.{}.name", case.id)
}

/// A fault for each text of the data that no picture can show, with all the characters that no font has. It is the same
/// in every language, and so says none.
pub(super) fn without_glyphs(input: &Input<'_>) -> Vec<Fault> {
    let (dataset, names) = (input.dataset, input.names);
    let mut texts: Vec<(String, &str)> = Vec::new();
    for (i, variant) in dataset.variants.iter().enumerate() {
        texts.push((path_of_variant(variant), &names.variants[i]));
        if names.short[i] != names.variants[i] {
            texts.push((format!("variants.{}.short", variant.id), &names.short[i]));
        }
    }
    let cases = dataset.cases.iter().zip(&names.cases);
    texts.extend(cases.map(|(case, name)| (path_of_case(case), name.as_str())));
    let (method, environment) = (&dataset.method, &dataset.method.environment);
    for (path, text) in [
        ("method.tool", &method.tool),
        ("method.environment.cpu", &environment.cpu),
        ("method.environment.storage", &environment.storage),
        ("method.environment.os", &environment.os),
        ("method.environment.runtime", &environment.runtime),
    ] {
        texts.extend(text.iter().map(|text| (path.to_owned(), text.as_str())));
    }
    let family = input.locale.script().family;
    let missing = texts.into_iter().filter_map(|(path, text)| {
        let missing = spans(text, family, input.brand.first(false)).err()?;
        let of = |c: &char| format!("“{c}” (U+{:04X})", u32::from(*c));
        let listed: Vec<String> = missing.iter().map(of).collect();
        let fault = Fault::error(
            Class::Input,
            "infographic::missing-glyph",
            "no font of the bundle has these characters of a name",
        );
        Some(
            fault
                .path(path)
                .found(format!("{} in “{text}”", listed.join(", ")))
                .hint("write it without them: in the data, by `import --as`, or in words of a script that has a font"),
        )
    });
    missing.collect()
}

/// Whether a fault can be mended by shorter names.
pub(super) fn is_about_room(fault: &Fault) -> bool {
    matches!(
        fault.code,
        "infographic::text-does-not-fit"
            | "infographic::texts-overlap"
            | "infographic::text-leaves-page"
            | "infographic::text-leaves-box"
    )
}

/// A fault about a text with a name in it says how to give a short one.
pub(super) fn with_mending(fault: Fault, input: &Input<'_>, called: &Called) -> Fault {
    let Some(found) = fault
        .found
        .clone()
        .filter(|_| fault.code == "infographic::text-does-not-fit")
    else {
        return fault;
    };
    let is_in = |name: &String| name.chars().count() > 3 && found.contains(name.as_str());
    let variants = &input.dataset.variants;
    let named = variants.iter().enumerate().find(|(i, _)| {
        let all = [&called.names[*i], &called.short[*i], &called.beside[*i]];
        all.into_iter().any(is_in)
    });
    match named {
        Some((_, variant)) => {
            let key = match variant
                .id
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            {
                true => variant.id.clone(),
                false => format!("{:?}", variant.id),
            };
            fault.hint(format!(
                "give the variant a short name: `[variants.{key}] short = \"…\"` in report.toml, or `import --as`"
            ))
        }
        None if called.cases.iter().any(is_in) => fault.hint("give the case a shorter name in the data"),
        None => fault,
    }
}
