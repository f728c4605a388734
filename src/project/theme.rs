//! The theme of a report: a built-in one by its name, or a file of the report folder over a built-in one. A theme that
//! readers could not read is a fault that says which colour, by how much, and what would do.

use super::fields::{Fields, Placed};
use super::fonts;
use super::theme_file::ThemeFile;
use super::{Lookup, Report};
use crate::diagnostic::{Fault, Faults, SourceText, nearest};
use crate::render::logo::Logo;
use crate::render::theme::{Color, Kind, Palette, Theme, Vision, Weakness, luminance};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The built-in themes; the first one is that of reports which name none.
pub const THEMES: [&str; 2] = ["dark", "light"];

/// The file of a report that names no other one.
pub(super) const THEME_FILE: &str = "theme.toml";

/// The keys of logos: on paper, and on night.
const LOGOS: [&str; 2] = ["logo", "logo_night"];

/// The longest line of a publisher.
const LONGEST_FOOTER: usize = 40;

/// Unknown keys that are told one by one; thousands of them are one mistake.
const MOST_FAULTS: usize = 50;

/// The theme that a report names: `dark`, `light`, or a file below its folder; without a name, `theme.toml` if there is
/// one.
pub(super) fn of_report(lookup: &Lookup, report: &Report) -> Result<Theme, Faults> {
    let own = |name: &str| -> Result<Option<ThemeFile>, Faults> {
        let text = lookup.own(name)?;
        Ok(text.map(|text| ThemeFile {
            text,
            name: name.to_owned(),
            of_templates: false,
        }))
    };
    match &report.theme {
        None => match own(THEME_FILE)? {
            Some(file) => read(lookup, &file),
            None => standard(lookup, THEMES[0]),
        },
        Some(named) if THEMES.contains(&named.text.as_str()) => standard(lookup, &named.text),
        Some(named) => match own(&named.text)? {
            Some(file) => read(lookup, &file),
            None => {
                let fault = Fault::input("project::no-theme", "there is no such theme")
                    .found(format!("`{}`", named.text))
                    .expected(format!("{}, or a file of the report folder", THEMES.join(", ")));
                Err(match report.source() {
                    Some(source) => fault.at(source, named.span.clone()),
                    None => fault,
                }
                .into())
            }
        },
    }
}

/// The files that a `theme.toml` at the top of a report folder names, as far as it can be read; whether they are good is
/// told when the theme is read.
pub(super) fn named_files(lookup: &Lookup, report: &Report) -> Vec<String> {
    let name = report.theme.as_ref().map_or(THEME_FILE, |theme| &theme.text);
    if name.contains('/') {
        return Vec::new();
    }
    let Ok(Some(file)) = lookup.own(name) else {
        return Vec::new();
    };
    let (table, _) = DeTable::parse_recoverable(&file.text);
    let mut ignored = Vec::new();
    let mut fields = Fields::new(&file, "", table.get_ref());
    let logos = LOGOS.map(|key| fields.text(key, &mut ignored));
    let mut files: Vec<String> = logos.into_iter().flatten().map(|file| file.text).collect();
    if let Some(table) = fields.table("fonts", &mut ignored) {
        files.extend(fonts::named(table));
    }
    files
}

/// A built-in theme as it is compiled in.
///
/// # Errors
/// There is none of the name.
pub fn standard_theme(name: &str) -> Result<Theme, Faults> {
    standard(&Lookup::default(), name)
}

/// A built-in theme; `--templates` may bring another one of the same name.
fn standard(lookup: &Lookup, name: &str) -> Result<Theme, Faults> {
    let path = format!("theme-{name}.toml");
    let of_templates = lookup.of_templates(&path)?;
    let file = ThemeFile {
        of_templates: of_templates.is_some(),
        text: match of_templates {
            Some(text) => text,
            None => lookup
                .standard(&path)?
                .ok_or_else(|| Fault::input("project::no-theme", "a built-in theme is missing").file(&path))?,
        },
        name: path,
    };
    over(lookup, &file, Theme::of(Palette::plain(Color([0; 3]))))
}

fn read(lookup: &Lookup, file: &ThemeFile) -> Result<Theme, Faults> {
    let (table, _) = DeTable::parse_recoverable(&file.text.text);
    let mut ignored = Vec::new();
    let base = Fields::new(&file.text, "", table.get_ref()).text("base", &mut ignored);
    let name = base.as_ref().map_or(THEMES[0], |base| base.text.as_str());
    if !THEMES.contains(&name) {
        let span = base.map_or(0..0, |base| base.span.clone());
        return Err(Fault::input("project::no-theme", "there is no such built-in theme")
            .at(&file.text, span)
            .expected(format!("one of {}", THEMES.join(", ")))
            .into());
    }
    over(lookup, file, standard(lookup, name)?)
}

/// Lays what a file says over a theme.
fn over(lookup: &Lookup, theme_file: &ThemeFile, mut theme: Theme) -> Result<Theme, Faults> {
    let file = &theme_file.text;
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    let told = errors.iter().take(MOST_FAULTS);
    Faults::check(told.map(|e| crate::context::toml_fault(file, e)).collect())?;
    let mut faults = Vec::new();
    let mut places: BTreeMap<String, Range<usize>> = BTreeMap::new();
    let mut fields = Fields::new(file, "", table.get_ref());
    fields.text("base", &mut faults);
    if let Some(footer) = line(file, &mut fields, "footer", &mut faults) {
        theme.footer = Some(footer);
    }
    if let Some(publisher) = line(file, &mut fields, "publisher", &mut faults) {
        theme.publisher = Some(publisher);
    }
    let logos = LOGOS.map(|key| fields.text(key, &mut faults));
    if let Some(fonts) = fields.table("fonts", &mut faults) {
        theme.brand = fonts::read(lookup, theme_file, fonts, &mut faults);
    }
    // Colours that the file meant to give and did not: what stands on them is not judged.
    let mut unsure: BTreeSet<String> = BTreeSet::new();
    if let Some(mut colors) = fields.table("colors", &mut faults) {
        let mut unknown_keys = Vec::new();
        for (name, span, value) in colors.entries() {
            if name == "series" {
                series(file, value, &mut theme.palette, &mut places, &mut faults);
                continue;
            }
            if theme.palette.get(name).is_none() {
                unknown_keys.push((name, span));
                continue;
            }
            if let Some(text) = colors.entry_text(name, value, &mut faults)
                && let Some(color) = color(file, &text, &mut faults)
            {
                theme.palette.set(name, color);
                places.insert(name.to_owned(), text.span);
            } else {
                unsure.insert(name.to_owned());
            }
        }
        let more = unknown_keys.len().saturating_sub(MOST_FAULTS);
        for (name, span) in unknown_keys.into_iter().take(MOST_FAULTS) {
            unsure.extend(nearest(name, Palette::NAMES.iter().copied()).map(str::to_owned));
            faults.push(unknown(file, name, span));
        }
        faults.extend(and_more(file, more));
    }
    let mut unread = Vec::new();
    fields.finish(&mut unread);
    let more = unread.len().saturating_sub(MOST_FAULTS);
    faults.extend(unread.into_iter().take(MOST_FAULTS));
    faults.extend(and_more(file, more));
    let weak = theme.palette.weaknesses();
    let is_sure = |weak: &&Weakness| !unsure.contains(&weak.color) && !unsure.contains(weak.against);
    let of_colors: Vec<Fault> = weak
        .iter()
        .filter(is_sure)
        .map(|weak| weakness(file, &theme.palette, weak, &places))
        .collect();
    let is_readable = of_colors.is_empty() && unsure.is_empty();
    faults.extend(of_colors);
    let [on_paper, on_night] = &logos;
    let has_own = [on_paper.is_some(), on_night.is_some()];
    if let Some(logo) = on_paper
        .as_ref()
        .and_then(|named| logo(lookup, theme_file, named, &mut faults))
    {
        theme.logo = Some(logo);
        // The one that the base has for its night is of another logo.
        theme.logo_night = None;
    }
    if let Some(logo) = on_night
        .as_ref()
        .and_then(|named| logo(lookup, theme_file, named, &mut faults))
    {
        theme.logo_night = Some(logo);
    }
    if has_own.contains(&true) {
        let first = on_paper.as_ref().or(on_night.as_ref());
        faults.extend(first.and_then(|named| unnamed(file, &theme, named)));
        if is_readable {
            faults.extend(unseen_logos(file, &theme, &logos));
        }
    }
    Faults::check(faults)?;
    Ok(theme)
}

fn and_more(file: &SourceText, more: usize) -> Option<Fault> {
    (more > 0).then(|| {
        Fault::input("theme::more", "the file has more keys that are not known")
            .file(&file.name)
            .found(more.to_string())
    })
}

/// A short text on one line.
fn line(file: &SourceText, fields: &mut Fields, key: &'static str, faults: &mut Vec<Fault>) -> Option<String> {
    let line = fields.text(key, faults)?;
    let subject = match key {
        "footer" => "the line of the publisher",
        _ => "the name of the publisher",
    };
    let length = line.text.chars().count();
    let (message, found) = match line.text.chars().find(|c| c.is_control()) {
        Some('\n' | '\r') => (format!("{subject} has a line break"), "more than one line".to_owned()),
        Some(control) => {
            let code = format!("U+{:04X}", u32::from(control));
            (format!("{subject} has a control character"), code)
        }
        None if length > LONGEST_FOOTER => (format!("{subject} is too long"), format!("{length} characters")),
        None => return Some(line.text),
    };
    faults.push(
        Fault::input("theme::footer", message)
            .at(file, line.span)
            .found(found)
            .expected(format!("at most {LONGEST_FOOTER} characters on one line")),
    );
    None
}

fn logo(lookup: &Lookup, theme: &ThemeFile, named: &Placed, faults: &mut Vec<Fault>) -> Option<Logo> {
    let read = || -> Result<Logo, Faults> {
        let (name, bytes) = theme.read_beside(lookup, named, &["svg", "png"])?;
        if named.text.to_ascii_lowercase().ends_with(".png") {
            return Logo::bitmap(&name, &bytes);
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            Fault::input("project::no-utf8", "this file is no UTF-8")
                .file(&name)
                .found(format!("a wrong byte at offset {}", error.valid_up_to()))
        })?;
        Logo::drawing(&SourceText::new(name, text.strip_prefix('\u{feff}').unwrap_or(text)))
    };
    read().map_err(|told| faults.extend(told.into_vec())).ok()
}

/// Who does not see the logo hears whose it is.
fn unnamed(file: &SourceText, theme: &Theme, named: &Placed) -> Option<Fault> {
    theme.publisher().is_empty().then(|| {
        Fault::input(
            "theme::no-publisher",
            "a logo needs the name of the publisher, for those who do not see it",
        )
        .at(file, named.span.clone())
        .expected("`publisher`, or a `footer` that says it")
    })
}

/// Logos that cannot be seen where they stand.
fn unseen_logos(file: &SourceText, theme: &Theme, named: &[Option<Placed>; 2]) -> Vec<Fault> {
    let palette = &theme.palette;
    let on_paper = theme
        .logo
        .as_ref()
        .map(|logo| (logo, "paper", palette.paper, &named[0], "`logo` stands on light paper"));
    let (second, hint) = match &named[1] {
        Some(_) if luminance(palette.night) > 0.18 => (
            &named[1],
            "`night` of this theme is pale: leave `logo_night` out, and `logo` stands there too",
        ),
        Some(_) => (&named[1], "`logo_night` stands on `night`"),
        None => (&named[0], "give the logo for this ground as `logo_night`"),
    };
    let on_night = theme
        .logo_on_night()
        .map(|logo| (logo, "night", palette.night, second, hint));
    let faults = [on_paper, on_night]
        .into_iter()
        .flatten()
        .filter_map(|(logo, name, ground, place, hint)| {
            let seen = logo.seen_on(ground).err()?;
            let place = place.as_ref().or(named[0].as_ref()).or(named[1].as_ref())?;
            Some(
                Fault::input(
                    "theme::logo-contrast",
                    format!("the logo can hardly be seen on `{name}` ({ground})"),
                )
                .at(file, place.span.clone())
                .found(format!(
                    "a contrast of 3 : 1 on {:.0} % of what it draws",
                    (seen * 100.0).floor()
                ))
                .expected("on at least 40 %")
                .hint(hint),
            )
        });
    faults.collect()
}

fn unknown(file: &SourceText, name: &str, span: Range<usize>) -> Fault {
    let known = Palette::NAMES;
    let fault = Fault::input("theme::unknown-colour", format!("`colors.{name}` is not known"))
        .at(file, span)
        .expected(format!("one of {}, series", known.join(", ")));
    match nearest(name, known.iter().copied()) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault,
    }
}

fn color(file: &SourceText, placed: &Placed, faults: &mut Vec<Fault>) -> Option<Color> {
    let color = Color::parse(&placed.text);
    if color.is_none() {
        faults.push(
            Fault::input("theme::colour", "this is no colour")
                .at(file, placed.span.clone())
                .found(format!("`{}`", placed.text))
                .expected("`#rrggbb`"),
        );
    }
    color
}

/// One to six colours of marks; those that are not given stay.
fn series(
    file: &SourceText,
    value: &toml::Spanned<DeValue>,
    palette: &mut Palette,
    places: &mut BTreeMap<String, Range<usize>>,
    faults: &mut Vec<Fault>,
) {
    let items = match value.get_ref() {
        DeValue::Array(items) if (1..=palette.series.len()).contains(&items.len()) => items,
        _ => {
            faults.push(
                Fault::input("theme::series", "`colors.series` is no list of colours")
                    .at(file, value.span())
                    .expected(format!("one to {} colours", palette.series.len())),
            );
            return;
        }
    };
    for (i, item) in items.iter().enumerate() {
        let placed = Placed {
            text: item.get_ref().as_str().unwrap_or_default().to_owned(),
            span: item.span(),
        };
        if let Some(color) = color(file, &placed, faults) {
            palette.series[i] = color;
            places.insert(format!("series[{i}]"), placed.span);
        }
    }
}

fn weakness(file: &SourceText, palette: &Palette, weak: &Weakness, places: &BTreeMap<String, Range<usize>>) -> Fault {
    // The file may have changed only the ground.
    let place = places.get(&weak.color).or_else(|| places.get(weak.against));
    let (what, hint) = match weak.kind {
        Kind::Text => (
            "has too little contrast for text",
            "make one of the two lighter or darker",
        ),
        Kind::Graphics => (
            "has too little contrast for marks",
            "make one of the two lighter or darker",
        ),
        Kind::Vision(vision) => (
            match vision {
                Vision::Protan => "cannot be told apart without cones for red",
                Vision::Deutan => "cannot be told apart without cones for green",
                Vision::Tritan => "cannot be told apart without cones for blue",
            },
            "let the two differ in lightness",
        ),
        Kind::Grey => ("cannot be told apart in grey", "let the two differ in lightness"),
    };
    let code = match weak.kind {
        Kind::Text | Kind::Graphics => "theme::contrast",
        Kind::Vision(_) => "theme::colour-vision",
        Kind::Grey => "theme::grey",
    };
    let (sort, unit) = match weak.kind {
        Kind::Text | Kind::Graphics => ("contrast", " : 1"),
        Kind::Vision(_) | Kind::Grey => ("distance", ""),
    };
    let value = |name: &str| palette.get(name).map_or(String::new(), |color| format!(" ({color})"));
    let message = format!(
        "`{}`{} {what}, on or beside `{}`{}",
        weak.color,
        value(&weak.color),
        weak.against,
        value(weak.against)
    );
    Fault::input(code, message)
        .at(file, place.cloned().unwrap_or(0..0))
        .found(format!("a {sort} of {:.2}{unit}", (weak.found * 100.0).floor() / 100.0))
        .expected(format!("at least {}{unit}", weak.needed))
        .hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::built_in;

    fn read_text(text: &str) -> Result<Theme, String> {
        let file = ThemeFile {
            text: SourceText::new("theme.toml", text),
            name: "theme.toml".to_owned(),
            of_templates: false,
        };
        read(&Lookup::new(None, None), &file).map_err(|faults| faults.to_string())
    }

    #[test]
    fn built_in_themes_are_complete_and_readable() {
        for name in THEMES {
            let theme = standard(&Lookup::new(None, None), name).unwrap_or_else(|faults| panic!("{name}: {faults}"));
            let file = built_in(&format!("theme-{name}.toml")).unwrap();
            for color in Palette::NAMES {
                assert!(file.text.contains(&format!("\n{color} = ")), "{name} lacks {color}");
            }
            assert_eq!(theme.footer, None);
        }
    }

    #[test]
    fn a_file_replaces_single_colours_of_its_base() {
        let theme = read_text("base = \"light\"\nfooter = \"Bench House\"\n[colors]\nnight = \"#f4f4f4\"\n").unwrap();
        let light = standard(&Lookup::new(None, None), "light").unwrap();
        assert_eq!(theme.palette.night.to_string(), "#f4f4f4");
        assert_eq!(theme.palette.text, light.palette.text);
        assert_eq!(theme.footer.as_deref(), Some("Bench House"));
    }

    #[test]
    fn weak_colours_are_told_with_place_and_both_values() {
        let told = read_text("[colors]\nmuted = \"#999999\"\nnight_baseline = \"#22303f\"\nbetter = \"#66707b\"\n")
            .unwrap_err();
        for wanted in [
            "theme.toml:2:9: `muted` (#999999) has too little contrast for text, on or beside `paper` (#f6f2ea): found a \
             contrast of 2.55 : 1, expected at least 4.5 : 1 (hint: make one of the two lighter or darker)",
            "theme.toml:3:18: `night_baseline` (#22303f) has too little contrast for marks",
            "theme.toml:4:10: `better` (#66707b) cannot be told apart in grey, on or beside `baseline` (#66707b): found a \
             distance of 0.00, expected at least 8 (hint: let the two differ in lightness)",
            "cannot be told apart without cones for green",
        ] {
            assert!(told.contains(wanted), "{wanted}\nin\n{told}");
        }
    }

    /// The file that the documentation shows, without the files that it names.
    #[test]
    fn the_theme_of_the_documentation_is_readable() {
        let docs = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/themes.md"));
        let blocks = docs
            .split("```toml\n")
            .skip(1)
            .map(|block| block.split("```").next().unwrap());
        let shown = blocks.filter(|block| block.starts_with("# theme.toml"));
        let lines = shown.flat_map(str::lines).filter(|line| !line.starts_with("logo"));
        let text: Vec<&str> = lines.collect();
        assert!(text.len() > 5);
        let theme = read_text(&text.join("\n")).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(theme.publisher(), "Example Labs");
    }

    #[test]
    fn slips_do_not_hide_what_cannot_be_read() {
        let told = read_text("logo_text = 1\n[colors]\nmuted = \"#999999\"\nnigth = \"#000000\"\n").unwrap_err();
        for wanted in [
            "`logo_text` is not known",
            "`colors.nigth` is not known",
            "theme.toml:3:9: `muted` (#999999) has too little contrast",
        ] {
            assert!(told.contains(wanted), "{wanted}\nin\n{told}");
        }
        // What the misspelt colour was to be is not known: nothing on it is judged.
        let told = read_text("[colors]\nnight_muted = \"#303030\"\nnigth = \"#ffffff\"\n").unwrap_err();
        assert!(
            told.contains("did you mean `night`?") && !told.contains("contrast"),
            "{told}"
        );
    }

    #[test]
    fn slips_are_named() {
        let told = read_text("logo_text = \"x\"\n[colors]\nnigth = \"#000000\"\npaper = \"white\"\nseries = []\n")
            .unwrap_err();
        for wanted in [
            "theme.toml:1:1: `logo_text` is not known: expected one of base, footer, publisher, logo, logo_night, fonts, colors",
            "theme.toml:3:1: `colors.nigth` is not known",
            "did you mean `night`?",
            "theme.toml:4:9: this is no colour: found `white`, expected `#rrggbb`",
            "theme.toml:5:10: `colors.series` is no list of colours: expected one to 6 colours",
        ] {
            assert!(told.contains(wanted), "{wanted}\nin\n{told}");
        }
        assert!(
            read_text("base = \"sepia\"\n")
                .unwrap_err()
                .contains("expected one of dark, light")
        );
    }
}
