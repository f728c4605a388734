//! From a scene to SVG: the template says where everything stands; these functions measure and write it.

mod charts;

use super::scene::Scene;
use super::{Form, Format, Input, THEME_FOOTER};
use crate::context::render_bounded;
use crate::diagnostic::{Class, Fault, Faults, SourceText};
use crate::locale::Direction;
use crate::render::logo::{self, Logo};
use crate::render::svg::{Anchor, Block, Canvas, Placed, TextSpec, is_tall, number};
use charts::{bars_chart, chart, chart_words, most, small_chart, small_words, wanted};
use std::sync::{Arc, Mutex, MutexGuard};
use tera::{Context, Function, Kwargs, Map, State, Tera, TeraResult, Value};

/// What the functions of the template share.
struct Page {
    canvas: Canvas,
    scene: Scene,
    format: Format,
    /// The logo, what it is called, and its width and height here.
    logo: Option<(Logo, String, (f64, f64))>,
}

type Shared = Arc<Mutex<Page>>;

/// What is told of the picture in words.
pub(super) struct Told<'a> {
    /// With names in full.
    pub title: &'a str,
    pub alt: &'a str,
    /// The same, and what each shortened name stands for.
    pub description: String,
    /// What shortened names stand for, where the picture has room.
    pub key: Vec<String>,
    /// Whether texts of charts may be set smaller than they should be.
    pub squeezes: bool,
}

pub(super) fn write(
    input: &Input<'_>,
    scene: Scene,
    (format, template): Form<'_>,
    told: &Told<'_>,
) -> Result<(String, Vec<Placed>), Faults> {
    let locale = input.locale;
    let script = locale.script();
    let canvas = Canvas::new(
        locale.tag(),
        script.family,
        script.direction == Direction::RightToLeft,
        script.letter_case,
        f64::from(format.size().0),
    )
    .with_brand(input.brand)
    .squeezing(told.squeezes);
    let context = context(input, &scene, format, told);
    let page: Shared = Arc::new(Mutex::new(Page {
        canvas,
        scene,
        format,
        logo: input.logo.map(|(logo, name)| {
            let (width, height) = format.logo_room();
            (logo.clone(), name.to_owned(), logo.within(width, height))
        }),
    }));
    let mut tera = Tera::default();
    tera.autoescape_on([".svg"]);
    register(&mut tera, &page);
    tera.register_filter("px", |value: f64, _: Kwargs, _: &State| number(value));
    // The name decides on escaping, so it is not the file's.
    let name = format.template();
    let rendered = render_bounded(&mut tera, name, &template.text, &context);
    drop(tera);
    let mut page = lock(&page);
    let mut faults = page.canvas.take_faults();
    match rendered {
        Ok(svg) => {
            Faults::check(faults)?;
            Ok((svg, page.canvas.placed().to_vec()))
        }
        Err(error) => {
            faults.push(template_fault(input, template, &error));
            Err(Faults::check(faults)
                .err()
                .unwrap_or_else(|| template_fault(input, template, &error).into()))
        }
    }
}

fn template_fault(input: &Input<'_>, template: &SourceText, error: &tera::Error) -> Fault {
    let mut message = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        message = format!("{message}: {inner}");
        source = inner.source();
    }
    Fault::error(
        Class::Input,
        "infographic::template",
        "the form of the picture cannot be filled in",
    )
    .file(&template.name)
    .language(input.locale.tag())
    // Messages of our filters and functions carry their hint behind a mark.
    .found(message.replace('\u{1f}', "; "))
}

fn context(input: &Input<'_>, scene: &Scene, format: Format, told: &Told<'_>) -> Context {
    let mut context = Context::new();
    let locale = input.locale;
    context.insert("lang", locale.tag());
    context.insert("family", locale.script().family.name());
    context.insert("archetype", scene.archetype.id());
    context.insert("color", input.palette);
    context.insert("width", &format.size().0);
    context.insert("height", &format.size().1);
    context.insert(
        "bars_height",
        &scene.bars.as_ref().map_or(0.0, |(_, bars)| bars.height()),
    );
    // Scripts with tall letters and marks need more air between lines.
    let air = if is_tall(locale.script().family) { 12 } else { 0 };
    context.insert("air", &air);
    // A unit in letters of such a script beside the main figure: its descenders, in em of the figure.
    let foreign_to_latin = |c: char| c.is_alphabetic() && !c.is_ascii();
    let deep = air > 0 && scene.hero.number.contains(foreign_to_latin);
    context.insert("hero_depth", &if deep { 0.2 } else { 0.0 });
    context.insert(
        "chart_wanted",
        &(wanted(scene, format) * if air > 0 && format != Format::Poster { 1.15 } else { 1.0 }),
    );
    let (width, height) = format.logo_room();
    let logo = input.logo.map(|(logo, _)| logo.within(width, height));
    context.insert("has_logo", &logo.is_some());
    context.insert("logo_w", &logo.map_or(0.0, |(width, _)| width));
    context.insert("logo_h", &logo.map_or(0.0, |(_, height)| height));
    context.insert("chart_most", &most(scene, format));
    if let Some(small) = scene.share.of(format) {
        context.insert("caption", &small.caption);
        context.insert("basis", &scene.share.basis);
        context.insert("caveats", &scene.share.care);
        context.insert("footer_long", &scene.share.footer);
        context.insert("footer_short", &scene.share.footer_short);
    }
    if format == Format::Poster {
        // It has its article beside it, and says only whose it is.
        let own = input.footer.is_some_and(|(_, path)| path == THEME_FOOTER);
        context.insert("footer", if own { scene.share.footer.as_str() } else { "" });
    }
    context.insert("alt", told.alt);
    context.insert("description", &told.description);
    context.insert("title_in_full", told.title);
    context.insert("key", &told.key);
    context.insert("eyebrow", &scene.eyebrow);
    context.insert("title", &scene.title);
    context.insert("hero", &scene.hero);
    context.insert("seconds", &scene.seconds);
    context.insert("bars_title", scene.bars.as_ref().map_or("", |(title, _)| title));
    context.insert("has_bars", &scene.bars.is_some());
    context.insert("finding", &scene.finding);
    context.insert("sub", &scene.sub);
    // Glyphs of East Asian units stand higher than digits, in em above the line.
    let rise = if scene.hero.number.chars().any(|c| c >= '\u{2e80}') {
        0.88
    } else {
        0.74
    };
    context.insert("rise", &rise);
    context.insert("cards", &scene.cards);
    context.insert("how", &scene.how);
    context.insert("care", &scene.care);
    context.insert("disclosure", scene.disclosure.as_deref().unwrap_or(""));
    context
}

fn lock(page: &Shared) -> MutexGuard<'_, Page> {
    // A template is rendered by one thread, and a panic in it ends the picture.
    page.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

type Body = fn(&mut Page, &Kwargs) -> TeraResult<Value>;

/// A function of the template with access to the page.
struct PageFunction {
    page: Shared,
    body: Body,
}

impl Function<TeraResult<Value>> for PageFunction {
    fn call(&self, arguments: Kwargs, _: &State) -> TeraResult<Value> {
        (self.body)(&mut lock(&self.page), &arguments)
    }
}

fn register(tera: &mut Tera, page: &Shared) {
    let functions: [(&'static str, Body); 14] = [
        ("draw_text", draw_text),
        ("draw_stack", draw_stack),
        ("text", text),
        ("stack", stack),
        ("common_size", common_size),
        ("left", left),
        ("logo", logo),
        ("larger", larger),
        ("smaller", smaller),
        ("bars", bars_chart),
        ("chart", chart),
        ("small_chart", small_chart),
        ("small_words", small_words),
        ("chart_words", chart_words),
    ];
    for (name, body) in functions {
        tera.register_function(
            name,
            PageFunction {
                page: page.clone(),
                body,
            },
        );
    }
}

/// The texts of a specification, which it borrows.
#[derive(Default)]
struct Texts {
    id: String,
    text: String,
    fill: String,
}

impl Texts {
    fn of(arguments: &Kwargs) -> TeraResult<Texts> {
        Ok(Texts {
            id: arguments.get("id")?.unwrap_or_default(),
            text: arguments.get("s")?.unwrap_or_default(),
            fill: arguments.get("fill")?.unwrap_or_default(),
        })
    }
}

fn spec<'a>(texts: &'a Texts, arguments: &Kwargs) -> TeraResult<TextSpec<'a>> {
    let anchor: Option<String> = arguments.get("anchor")?;
    let default = TextSpec::default();
    Ok(TextSpec {
        id: &texts.id,
        text: &texts.text,
        fill: &texts.fill,
        x: arguments.get("x")?.unwrap_or(0.0),
        y: arguments.get("y")?.unwrap_or(0.0),
        anchor: match anchor.as_deref() {
            Some("middle") => Anchor::Middle,
            Some("end") => Anchor::End,
            _ => Anchor::Start,
        },
        width: arguments.get("w")?,
        lines: arguments.get("lines")?.unwrap_or(default.lines),
        size: arguments.get("size")?.unwrap_or(default.size),
        least: arguments.get("least")?,
        leading: arguments.get("leading")?.unwrap_or(default.leading),
        compact: arguments.get("compact")?.unwrap_or(false),
        bold: arguments.get("bold")?.unwrap_or(false),
        heading: arguments.get("heading")?.unwrap_or(false),
        tracking: arguments.get("tracking")?.unwrap_or(0.0),
        capitals: arguments.get("capitals")?.unwrap_or(false),
        optical: arguments.get("optical")?.unwrap_or(false),
    })
}

fn value(block: &Block) -> Value {
    let mut map = Map::new();
    map.insert("svg".into(), Value::safe_string(&block.svg));
    map.insert("size".into(), Value::from(block.size));
    map.insert("width".into(), Value::from(block.width));
    map.insert("lines".into(), Value::from(block.lines as u64));
    map.insert("last".into(), Value::from(block.last));
    Value::from(map)
}

/// `text(id, s, x, y, …)`: sets a text; gives `svg`, `size`, `width`, `lines` and `last` (the last baseline). With
/// `measure=true` it is only measured.
fn text(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let texts = Texts::of(arguments)?;
    let spec = spec(&texts, arguments)?;
    let block = if arguments.get("measure")?.unwrap_or(false) {
        page.canvas.measure(&spec)
    } else {
        page.canvas.text(&spec)
    };
    Ok(value(&block))
}

/// `draw_text(…)`: the `svg` of [`text`].
fn draw_text(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    Ok(svg(text(page, arguments)?))
}

/// `draw_stack(…)`: the `svg` of [`stack`].
fn draw_stack(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    Ok(svg(stack(page, arguments)?))
}

fn svg(block: Value) -> Value {
    block
        .as_map()
        .and_then(|map| map.get(&tera::value::Key::from("svg")))
        .cloned()
        .unwrap_or_else(Value::none)
}

/// `stack(id, items, x, y, w, gap, …)`: paragraphs below each other, each where the one before it ended.
fn stack(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let texts = Texts::of(arguments)?;
    let base = spec(&texts, arguments)?;
    let items: Vec<String> = arguments.must_get("items")?;
    let gap: f64 = arguments.get("gap")?.unwrap_or(0.0);
    let measure = arguments.get("measure")?.unwrap_or(false);
    let mut whole = Block {
        last: base.y,
        size: base.size,
        ..Block::default()
    };
    let mut y = base.y;
    for (i, item) in items.iter().enumerate() {
        let id = format!("{}-{}", texts.id, i + 1);
        let spec = TextSpec {
            id: &id,
            text: item,
            y,
            ..base.clone()
        };
        let block = if measure {
            page.canvas.measure(&spec)
        } else {
            page.canvas.text(&spec)
        };
        whole.svg.push_str(&block.svg);
        whole.svg.push('\n');
        whole.lines += block.lines;
        whole.width = whole.width.max(block.width);
        whole.last = block.last;
        y = block.last + page.canvas.leading(&base) * block.size + gap;
    }
    Ok(value(&whole))
}

/// `common_size(items, w, size, least, …)`: the size at which all of some texts fit.
fn common_size(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let texts = Texts::of(arguments)?;
    let items: Vec<String> = arguments.must_get("items")?;
    Ok(Value::from(page.canvas.common_size(&spec(&texts, arguments)?, &items)))
}

/// `left(x, w)`: the left edge of a shape whose reading edge is at `x`.
fn left(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let x: f64 = arguments.must_get("x")?;
    Ok(Value::from(number(
        page.canvas.left(x, arguments.get("w")?.unwrap_or(0.0)),
    )))
}

/// `logo(x, y)`: the logo, its reading edge at `x` and its middle at the height `y`; `logo_w` and `logo_h` are its size.
fn logo(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let (x, y): (f64, f64) = (arguments.must_get("x")?, arguments.must_get("y")?);
    let Some((logo, name, (width, height))) = &page.logo else {
        return Ok(Value::safe_string(""));
    };
    let place = logo::Place {
        x: page.canvas.left(x, *width),
        y: y - height / 2.0,
        width: *width,
        height: *height,
    };
    Ok(Value::safe_string(&logo.layer(place, name)))
}

/// `larger(a, b)`
fn larger(_: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let (a, b): (f64, f64) = (arguments.must_get("a")?, arguments.must_get("b")?);
    Ok(Value::from(a.max(b)))
}

/// `smaller(a, b)`
fn smaller(_: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let (a, b): (f64, f64) = (arguments.must_get("a")?, arguments.must_get("b")?);
    Ok(Value::from(a.min(b)))
}
