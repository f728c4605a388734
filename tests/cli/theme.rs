//! The theme of a publisher: its logo on everything that is published, and what is refused.

use super::archive::files_of;
use super::bench_of_work::{REPORT, Workshop, contents, repository};
use std::fs;

fn fixture(name: &str) -> Vec<u8> {
    fs::read(repository().join("tests/theme").join(name)).unwrap()
}

/// A workshop whose report has a theme and the files that it names.
fn themed(theme: &str, files: &[&str]) -> Workshop {
    let workshop = Workshop::with_report();
    fs::write(workshop.report().join("theme.toml"), theme).unwrap();
    for name in files {
        fs::write(workshop.report().join(name), fixture(name)).unwrap();
    }
    workshop
}

/// The same with standard words only, in languages that the example is not published in.
fn plain(languages: &str, theme: &str, files: &[&str]) -> Workshop {
    let workshop = themed(theme, files);
    for language in ["en", "pl", "zh-Hans"] {
        fs::remove_dir_all(workshop.report().join(language)).unwrap();
    }
    let report = format!("id = \"{REPORT}\"\ndata = \"data.json\"\ndate = \"2026-07-09\"\nlanguages = [{languages}]\n");
    fs::write(workshop.report().join("report.toml"), report).unwrap();
    workshop
}

fn text(set: &std::collections::BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(set[name].clone()).unwrap()
}

/// The left edge of the logo in a picture, by the path of its tile.
fn left_of_logo(svg: &str) -> f64 {
    let tile = &svg[svg.find("id=\"logo-tile\"").expect("the tile has its id")..];
    let data = &tile[tile.find(" d=\"m").unwrap() + 5..];
    let number = data.find([' ', '-']).unwrap();
    data[..number].parse().unwrap()
}

const DRAWN: &str = "footer = \"Example Labs\"\nlogo = \"logo.svg\"\nlogo_night = \"logo-night.svg\"\n";

/// Every file comes back from the archive when the report is gone.
fn comes_back_alone(workshop: &Workshop, archive: &std::path::Path) {
    fs::remove_dir_all(workshop.path("reports")).unwrap();
    workshop.run(&["verify", archive.to_str().unwrap()]).ends_with(0);
}

#[test]
fn a_drawn_logo_is_on_all_pictures_and_pages_and_in_the_archive() {
    let workshop = plain("\"en\", \"ar\"", DRAWN, &["logo.svg", "logo-night.svg"]);
    workshop.run(&["build"]).ends_with(0);
    let set = contents(&workshop.set());
    for stem in ["infographic", "share-portrait", "share-landscape"] {
        let svg = text(&set, &format!("{stem}.en.svg"));
        for wanted in [
            "<g id=\"logo\" ",
            "inkscape:label=\"Logo\" role=\"img\" aria-labelledby=\"logo-title\">\n<title id=\"logo-title\">Example Labs</title>",
            "<linearGradient id=\"logo-gradient\" gradientUnits=\"userSpaceOnUse\"",
            "id=\"logo-bars\"",
        ] {
            assert!(svg.contains(wanted), "{stem} lacks {wanted}");
        }
        let layer = &svg[svg.find("<g id=\"logo\"").unwrap()..];
        let layer = &layer[..layer.find("<g id=\"hero\"").unwrap_or(layer.len())];
        assert!(!layer.contains(" transform="), "{stem}: {layer}");
        // Where the reader's eye ends, which is the other side in Arabic.
        let width: f64 = if stem == "infographic" { 1600.0 } else { 1080.0 };
        let mirrored = text(&set, &format!("{stem}.ar.svg"));
        if stem != "share-landscape" {
            assert!(
                left_of_logo(&svg) > width / 2.0 && left_of_logo(&mirrored) < width / 2.0,
                "{stem}"
            );
        }
    }
    assert!(text(&set, "infographic.en.outlined.svg").contains("id=\"logo-bars\""));
    let page = text(&set, "article.ar.html");
    assert_eq!(
        page.matches("alt=\"Example Labs\"").count(),
        2,
        "one on night, one for print"
    );
    let pdf = lopdf::Document::load_mem(&set["article.en.pdf"]).unwrap();
    let figures = pdf
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter(|element| {
            element
                .get(b"S")
                .and_then(lopdf::Object::as_name)
                .is_ok_and(|name| name == b"Figure")
        });
    let told: Vec<Vec<u8>> = figures
        .filter_map(|figure| Some(figure.get(b"Alt").ok()?.as_str().ok()?.to_vec()))
        .collect();
    assert!(told.contains(&b"Example Labs".to_vec()), "{told:?}");
    let manifest = text(&set, "manifest.json");
    assert!(manifest.contains("\"logo.svg\"") && manifest.contains("\"logo-night.svg\""));

    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    assert_eq!(files_of(&archive)["report/logo-night.svg"], fixture("logo-night.svg"));
    comes_back_alone(&workshop, &archive);
}

#[test]
fn a_logo_of_pixels_is_on_all_pictures_and_pages_and_in_the_archive() {
    let theme = "base = \"light\"\npublisher = \"Example Labs\"\nlogo = \"logo.png\"\n";
    let workshop = plain("\"he\"", theme, &["logo.png"]);
    workshop.run(&["build"]).ends_with(0);
    let set = contents(&workshop.set());
    for stem in ["infographic", "share-portrait", "share-landscape"] {
        let svg = text(&set, &format!("{stem}.he.svg"));
        assert!(svg.contains("<image id=\"logo-image\"") && svg.contains("xlink:href=\"data:image/png;base64,"));
        // The renderer leaves images out: the colour of the fixture says that ours are there.
        let decoder = png::Decoder::new(std::io::Cursor::new(&set[&format!("{stem}.he.png")]));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert!(pixels.as_chunks::<3>().0.contains(&[20, 110, 190]), "{stem}");
    }
    let pdf = lopdf::Document::load_mem(&set["article.he.pdf"]).unwrap();
    let images = pdf
        .objects
        .values()
        .filter_map(|object| object.as_stream().ok())
        .filter(|stream| {
            stream
                .dict
                .get(b"Subtype")
                .and_then(lopdf::Object::as_name)
                .is_ok_and(|name| name == b"Image")
        });
    // Colours and opacity, once for the head of the page and the infographic.
    assert_eq!(images.count(), 2);
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    assert_eq!(files_of(&archive)["report/logo.png"], fixture("logo.png"));
    comes_back_alone(&workshop, &archive);
}

#[test]
fn another_logo_is_another_input() {
    let workshop = themed(DRAWN, &["logo.svg", "logo-night.svg"]);
    let build = ["build", "--lang", "en", "--only", "svg"];
    workshop.run(&build).ends_with(0);
    workshop.replace("logo-night.svg", "#ffffff", "#fefefe");
    workshop.run(&build).ends_with(0);
    let set = contents(&workshop.set());
    assert!(text(&set, "infographic.en.svg").contains("#fefefe"));
}

#[test]
fn a_theme_lies_with_its_logo_where_the_report_says() {
    let workshop = Workshop::with_report();
    let brand = workshop.report().join("brand");
    fs::create_dir(&brand).unwrap();
    fs::write(
        brand.join("house.toml"),
        DRAWN.replace("\"logo.svg\"", "\"pictures/logo.svg\""),
    )
    .unwrap();
    fs::create_dir(brand.join("pictures")).unwrap();
    fs::write(brand.join("pictures/logo.svg"), fixture("logo.svg")).unwrap();
    fs::write(brand.join("logo-night.svg"), fixture("logo-night.svg")).unwrap();
    workshop.replace("report.toml", "id = ", "theme = \"brand/house.toml\"\nid = ");
    workshop.run(&["build", "--lang", "en", "--only", "svg"]).ends_with(0);
    let manifest = text(&contents(&workshop.set()), "manifest.json");
    assert!(manifest.contains("\"brand/pictures/logo.svg\""));

    // Or all reports have it, from the folder of `--templates`.
    let workshop = Workshop::with_report();
    let house = workshop.path("house");
    fs::create_dir(&house).unwrap();
    let dark = fs::read_to_string(repository().join("templates/theme-dark.toml")).unwrap();
    fs::write(house.join("theme-dark.toml"), DRAWN.to_owned() + &dark).unwrap();
    fs::write(house.join("logo.svg"), fixture("logo.svg")).unwrap();
    fs::write(house.join("logo-night.svg"), fixture("logo-night.svg")).unwrap();
    workshop
        .run(&["build", "--lang", "en", "--templates", "house"])
        .ends_with(0);
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    assert!(files_of(&archive).contains_key("templates/logo-night.svg"));
    fs::remove_dir_all(&house).unwrap();
    workshop.run(&["verify", archive.to_str().unwrap()]).ends_with(0);
}

#[test]
fn a_logo_comes_from_nowhere_else() {
    for (named, wanted) in [
        (
            "/etc/logo.svg",
            "this leads out of the folder of the theme: found `/etc/logo.svg`",
        ),
        (
            "../logo.svg",
            "this leads out of the folder of the theme: found `../logo.svg`",
        ),
        (
            "https://labs.example/logo.svg",
            "this leads out of the folder of the theme",
        ),
        ("C:\\\\logo.svg", "this leads out of the folder of the theme"),
        (
            "missing.svg",
            "the file that the theme names is not there: found `missing.svg`",
        ),
        ("logo.jpg", "a file of this kind cannot be used here: found `logo.jpg`"),
        (
            "./logo.svg",
            "a path has no empty parts, and no `.`: found `./logo.svg`",
        ),
        ("logo.svg\\u0000", "the name of a file has no control characters"),
    ] {
        let workshop = themed(&format!("footer = \"Labs\"\nlogo = \"{named}\"\n"), &[]);
        let ended = workshop
            .run(&["build", "--lang", "en,pl", "--only", "post"])
            .ends_with(3);
        assert!(ended.stderr.contains(wanted), "{named}: {}", ended.stderr);
        assert!(ended.stderr.contains("theme.toml:2:8: "), "{named}: {}", ended.stderr);
        // It is of no language, and told once.
        assert!(
            !ended.stderr.contains("[en]") && ended.stderr.matches("error[").count() == 1,
            "{}",
            ended.stderr
        );
    }
}

#[cfg(unix)]
#[test]
fn links_that_leave_and_links_that_lead_nowhere_are_told() {
    let workshop = themed("footer = \"Labs\"\nlogo = \"logo.svg\"\n", &[]);
    let only = ["build", "--lang", "en", "--only", "post"];
    let outside = workshop.path("logo.svg");
    fs::write(&outside, fixture("logo.svg")).unwrap();
    std::os::unix::fs::symlink(&outside, workshop.report().join("logo.svg")).unwrap();
    workshop
        .run(&only)
        .ends_with(3)
        .says("this link leads out of the report folder");
    let theme = workshop.report().join("theme.toml");
    fs::remove_file(&theme).unwrap();
    fs::remove_file(workshop.report().join("logo.svg")).unwrap();
    std::os::unix::fs::symlink("no-such-theme.toml", &theme).unwrap();
    workshop
        .run(&only)
        .ends_with(3)
        .says("theme.toml: this file cannot be read: it is a link that leads nowhere");
}

#[test]
fn a_logo_that_could_not_be_seen_or_heard_is_refused() {
    let only = ["build", "--lang", "en", "--only", "post"];
    // Dark letters on night.
    themed("footer = \"Labs\"\nlogo = \"logo-night.svg\"\n", &["logo-night.svg"])
        .run(&only)
        .ends_with(3)
        .says("theme.toml:2:8: the logo can hardly be seen on `paper` (#f6f2ea): found a contrast of 3 : 1 on ");
    themed("logo = \"logo.svg\"\n", &["logo.svg"])
        .run(&only)
        .ends_with(3)
        .says("a logo needs the name of the publisher");
    let workshop = themed("footer = \"Labs\"\nlogo = \"logo.svg\"\n", &["logo.svg"]);
    workshop.replace("logo.svg", "</svg>", "<text y=\"9\">Labs</text></svg>");
    workshop
        .run(&only)
        .ends_with(3)
        .says("logo.svg:10:1: a logo has no text: it would need a font wherever it is shown");
}

#[test]
fn thousands_of_unknown_keys_are_one_mistake() {
    let keys: String = (0..20_000).map(|i| format!("key{i} = 1\n")).collect();
    let ended = themed(&(keys.clone() + "[colors]\n" + &keys), &[])
        .run(&["build", "--lang", "en", "--only", "post"])
        .ends_with(3);
    assert!(ended.stderr.matches("error[").count() < 120);
    assert!(
        ended
            .stderr
            .contains("the file has more keys that are not known: found 19950"),
        "{}",
        ended.stderr
    );
}

const FONTS: &str = "[fonts]\nlicense = \"OFL.txt\"\ntext = { regular = \"Sample-Regular.ttf\", bold = \"Sample-Bold.ttf\" }\n\
    code = { regular = \"Sample-Regular.ttf\" }\n";
const FONT_FILES: [&str; 3] = ["OFL.txt", "Sample-Regular.ttf", "Sample-Bold.ttf"];

#[test]
fn fonts_of_a_theme_set_what_they_have_and_lie_in_the_archive() {
    let workshop = plain("\"en\", \"ar\"", FONTS, &FONT_FILES);
    workshop.run(&["build"]).ends_with(0);
    let set = contents(&workshop.set());
    for language in ["en", "ar"] {
        for stem in ["infographic", "share-portrait", "share-landscape"] {
            let svg = text(&set, &format!("{stem}.{language}.svg"));
            // A name of its own, and behind it the one that an editor knows; in the picture as a part.
            let at = svg
                .find("font-family=\"'Sample ")
                .unwrap_or_else(|| panic!("{stem}.{language}"));
            let list = svg[at + 13..].split('"').next().unwrap();
            assert!(list.ends_with("', 'Sample'"), "{list}");
            let name = list[1..].split('\'').next().unwrap();
            assert_eq!(
                svg.matches(&format!("@font-face {{ font-family: \"{name}\"")).count(),
                2,
                "{stem}.{language}"
            );
            assert_eq!(
                svg.contains("font-family: \"Noto Sans Arabic\""),
                language == "ar",
                "{stem}.{language}"
            );
        }
        let page = text(&set, &format!("article.{language}.html"));
        assert!(page.contains("@font-face { font-family: \"Sample ") && page.contains("font-family: \"Sample "));
        let pdf = lopdf::Document::load_mem(&set[&format!("article.{language}.pdf")]).unwrap();
        let names: Vec<String> = pdf
            .objects
            .values()
            .filter_map(|object| object.as_dict().ok()?.get(b"BaseFont").ok()?.as_name().ok())
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        for wanted in ["+Sample-Regular", "+Sample-Bold"] {
            assert!(names.iter().any(|name| name.ends_with(wanted)), "{language}: {names:?}");
        }
        assert_eq!(
            names.iter().any(|name| name.contains("NotoSansArabic-Bold")),
            language == "ar"
        );
    }
    let archive = workshop.set().join(format!("{REPORT}-graphics.zip"));
    let files = files_of(&archive);
    for name in FONT_FILES {
        assert_eq!(files[&format!("report/{name}")], fixture(name));
    }
    // The same bytes, also after another family was met first.
    comes_back_alone(&workshop, &archive);
}

#[test]
fn one_file_stands_for_both_weights_and_headings_may_have_their_own() {
    let theme = "[fonts]\nlicense = \"OFL.txt\"\nheading = { bold = \"Sample-Bold.ttf\" }\n";
    let workshop = plain("\"en\"", theme, &["OFL.txt", "Sample-Bold.ttf"]);
    workshop.run(&["build", "--only", "svg,html"]).ends_with(0);
    let set = contents(&workshop.set());
    let svg = text(&set, "infographic.en.svg");
    let family_of = |id: &str| {
        let tag = &svg[svg.find(&format!("<text id=\"{id}\"")).unwrap()..];
        tag[..tag.find('>').unwrap()].contains("'Sample ")
    };
    assert!(family_of("headline") && family_of("hero-number") && family_of("finding") && !family_of("finding-sub"));
    let page = text(&set, "article.en.html");
    assert!(page.contains(":is(h1, h2, h3, h4, h5, h6) { font-family: \"Sample "));
}

#[test]
fn fonts_that_may_not_or_cannot_be_published_are_refused() {
    let only = ["build", "--lang", "en", "--only", "post"];
    themed(&FONTS.replace("license = \"OFL.txt\"\n", ""), &FONT_FILES[1..])
        .run(&only)
        .ends_with(3)
        .says("theme.toml:2:20: the archive passes fonts on, and so holds their licence");
    themed(
        &FONTS.replace("Sample-Bold.ttf", "/usr/share/fonts/Sample-Bold.ttf"),
        &FONT_FILES[..2],
    )
    .run(&only)
    .ends_with(3)
    .says("this leads out of the folder of the theme");
    let workshop = themed(FONTS, &FONT_FILES);
    fs::write(workshop.report().join("Sample-Bold.ttf"), "no font").unwrap();
    workshop
        .run(&only)
        .ends_with(3)
        .says("Sample-Bold.ttf: the first four bytes: this is no font that can be read");
    themed(&FONTS.replace("text =", "body ="), &FONT_FILES)
        .run(&only)
        .ends_with(3)
        .says("`fonts.body` is not known: expected one of license, text, heading, code");
}

/// What a theme of this text is told, with all files of the fixtures beside it.
fn told(theme: &str) -> Option<String> {
    let workshop = themed(theme, &[]);
    fs::create_dir(workshop.report().join("brand")).unwrap();
    workshop.replace("report.toml", "id = ", "theme = \"brand/theme.toml\"\nid = ");
    fs::rename(
        workshop.report().join("theme.toml"),
        workshop.report().join("brand/theme.toml"),
    )
    .unwrap();
    for name in [
        "logo.svg",
        "logo-night.svg",
        "logo.png",
        "OFL.txt",
        "Sample-Regular.ttf",
        "Sample-Bold.ttf",
    ] {
        fs::write(workshop.report().join("brand").join(name), fixture(name)).unwrap();
    }
    let project =
        benchfolio::project::Project::open(&workshop.report(), None).unwrap_or_else(|faults| panic!("{faults}"));
    project.theme().err().map(|faults| faults.to_string())
}

#[test]
fn the_schema_and_the_reader_take_and_refuse_the_same() {
    let printed = Workshop::empty().run(&["schema", "--theme"]).ends_with(0).stdout;
    let mut compiler = boon::Compiler::new();
    compiler
        .add_resource("theme.json", serde_json::from_str(&printed).unwrap())
        .unwrap();
    let mut schemas = boon::Schemas::new();
    let index = compiler.compile("theme.json", &mut schemas).unwrap();
    let by_schema = |theme: &str| {
        let value: toml::Value = toml::from_str(theme).unwrap();
        schemas.validate(&serde_json::to_value(value).unwrap(), index).is_ok()
    };
    let taken = [
        "",
        "base = \"light\"\nfooter = \"Examples & Söhne\"\n",
        "publisher = \"Labs\"\nlogo = \"logo.svg\"\nlogo_night = \"logo-night.svg\"\n",
        "base = \"light\"\nfooter = \"Labs\"\nlogo = \"logo.png\"\n[colors]\nnight = \"#F4f4f4\"\n",
        "[colors]\nseries = [\"#101418\", \"#005f8a\"]\n",
        FONTS,
        "[fonts]\n",
        "[fonts]\nlicense = \"OFL.txt\"\nheading = {}\n",
    ];
    for theme in taken {
        assert_eq!(told(theme), None, "{theme}");
        assert!(by_schema(theme), "the schema refuses\n{theme}");
    }
    let refused = [
        "base = \"sepia\"\n",
        "base = 1\n",
        "footer = \"\"\n",
        "footer = \"  \"\n",
        "footer = \"one\\ntwo\"\n",
        "footer = \"forty-one characters are one more than forty\"\n",
        "title = \"x\"\n",
        "footer = \"Labs\"\nlogo = \"../logo.svg\"\n",
        "footer = \"Labs\"\nlogo = \"./logo.svg\"\n",
        "footer = \"Labs\"\nlogo = \"a/./logo.svg\"\n",
        "footer = \"Labs\"\nlogo = \"/logo.svg\"\n",
        "footer = \"Labs\"\nlogo = \"https://labs.example/logo.svg\"\n",
        "footer = \"Labs\"\nlogo = \"a\\\\logo.svg\"\n",
        "footer = \"Labs\"\nlogo = \"logo.jpg\"\n",
        "footer = \"Labs\"\nlogo = [\"logo.svg\"]\n",
        "colors = \"#000000\"\n",
        "[colors]\nnight = \"#000\"\n",
        "[colors]\nnight = \"black\"\n",
        "[colors]\nnite = \"#000000\"\n",
        "[colors]\nseries = []\n",
        "[colors]\nseries = \"#000000\"\n",
        "[colors]\nseries = [\"#000001\", \"#000002\", \"#000003\", \"#000004\", \"#000005\", \"#000006\", \"#000007\"]\n",
        "[fonts]\ntext = { regular = \"Sample-Regular.ttf\" }\n",
        "[fonts]\nlicense = \"OFL.txt\"\ntext = \"Sample-Regular.ttf\"\n",
        "[fonts]\nlicense = \"OFL.txt\"\ntext = { italic = \"Sample-Regular.ttf\" }\n",
        "[fonts]\nlicense = \"OFL.txt\"\ntext = { regular = \"Sample-Regular.woff2\" }\n",
        "[fonts]\nlicense = \"OFL.pdf\"\ntext = { regular = \"Sample-Regular.ttf\" }\n",
        "[fonts]\nlicense = \"OFL.txt\"\nbody = { regular = \"Sample-Regular.ttf\" }\n",
    ];
    for theme in refused {
        assert!(told(theme).is_some(), "the reader takes\n{theme}");
        assert!(!by_schema(theme), "the schema takes\n{theme}");
    }
    // Every key that the reader knows is one of the schema.
    let schema: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let keys: Vec<&str> = schema["properties"]["colors"]["properties"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let names = benchfolio::render::theme::Palette::NAMES;
    assert!(
        names.iter().all(|name| keys.contains(name)) && keys.len() == names.len() + 1,
        "{keys:?}"
    );
}
