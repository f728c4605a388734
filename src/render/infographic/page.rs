//! From a scene to SVG: the template says where everything stands; these functions measure and write it.

use super::scene::{Chart, Scene, SmallChart};
use super::{Form, Format, Input, THEME_FOOTER};
use crate::context::render_bounded;
use crate::diagnostic::{Class, Fault, Faults, SourceText};
use crate::locale::Direction;
use crate::render::chart::{
    Sheet, Sizes, bars, case_dots, dots, figures, headed_pairs, lanes, matrix, pairs, points, slopes,
};
use crate::render::logo::{self, Logo};
use crate::render::svg::{Anchor, Block, Canvas, Placed, TextSpec, is_tall, number};
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
    .with_brand(input.brand);
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

/// How much room the chart would like to have.
fn wanted(scene: &Scene, format: Format) -> f64 {
    let sizes = format.sizes();
    match scene.share.of(format).map(|small| &small.chart) {
        Some(SmallChart::Lanes(lanes)) => return lanes.good_height(&sizes),
        Some(SmallChart::Bars(bars)) => return bars.bars.len() as f64 * sizes.name * 2.2,
        Some(SmallChart::Pairs(pairs)) => return pairs.headed_height(&sizes),
        Some(SmallChart::Points(points)) => return points.good_height(&sizes),
        Some(SmallChart::Dots(_)) => return 470.0,
        Some(SmallChart::Figures(figures)) => return figures.figures.len() as f64 * 100.0,
        Some(SmallChart::Cases(matrix)) => return matrix.narrow_height(&sizes),
        None => {}
    }
    match &scene.chart {
        Chart::Dots(dots) => 565.0_f64.max(80.0 + 165.0 * dots.strips.len() as f64),
        Chart::Pairs(pairs) if is_few(pairs) => pairs.pairs() as f64 * 300.0,
        Chart::Pairs(pairs) => pairs.good_height(),
        Chart::Lanes(lanes) => lanes.good_height(&sizes),
        Chart::Matrix(matrix) => matrix.good_height(),
        Chart::Ranking(bars) => bars.bars.len() as f64 * 80.0,
        Chart::Points(points) => points.good_height(&sizes),
        Chart::Slopes(chart) => slopes::good_height(chart),
        Chart::Figures(figures) => figures.figures.len() as f64 * 100.0,
    }
}

/// How much room the chart of a poster can use: few bars need not be as thick as blocks.
fn most(scene: &Scene, format: Format) -> f64 {
    /// Strips, tables and slopes use whatever there is.
    const ALL: f64 = 10_000.0;
    let sizes = format.sizes();
    match &scene.chart {
        Chart::Pairs(pairs) if is_few(pairs) => pairs.headed_most(&sizes),
        Chart::Lanes(lanes) => lanes.most_height(&sizes),
        Chart::Points(points) => points.most_height(&sizes),
        Chart::Figures(figures) => figures.most_height(),
        Chart::Ranking(bars) => bars.bars.len() as f64 * LARGEST_PITCH,
        Chart::Pairs(_) | Chart::Dots(_) | Chart::Matrix(_) | Chart::Slopes(_) => ALL,
    }
}

/// From bar to bar of a ranking, at most.
const LARGEST_PITCH: f64 = 180.0;

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

struct Area {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
}

impl Area {
    fn of(arguments: &Kwargs) -> TeraResult<Area> {
        Ok(Area {
            x: arguments.must_get("x")?,
            y: arguments.must_get("y")?,
            w: arguments.must_get("w")?,
            h: arguments.get("h")?.unwrap_or(0.0),
        })
    }
}

/// `bars(x, y, w)`: the bars of the main figure.
fn bars_chart(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let area = Area::of(arguments)?;
    let Some((_, bars)) = page.scene.bars.as_mut() else {
        return Ok(Value::safe_string(""));
    };
    columns(&mut page.canvas, bars, area.w, 0.22);
    let sheet = Sheet::new(&mut page.canvas, (area.x, area.y), (area.w, bars.height()));
    bars::draw(&sheet, area.w, bars);
    Ok(Value::safe_string(&sheet.finish()))
}

/// Gives the columns of names and values the width of their widest text; names at most a share of the whole.
fn columns(canvas: &mut Canvas, bars: &mut bars::Bars, width: f64, share: f64) {
    let mut widest = |texts: Vec<&str>, size: f64| {
        texts
            .into_iter()
            .map(|text| {
                canvas
                    .measure(&TextSpec {
                        text,
                        size,
                        bold: true,
                        ..TextSpec::default()
                    })
                    .width
            })
            .fold(0.0, f64::max)
    };
    let names = widest(bars.bars.iter().map(|bar| bar.name.as_str()).collect(), bars.name_size);
    let values = widest(
        bars.bars.iter().map(|bar| bar.value_text.as_str()).collect(),
        bars.value_size,
    );
    bars.names = (names + 26.0).min(width * share).max(88.0);
    bars.values = (values + 36.0).min(width * 0.32);
}

/// `chart(x, y, w, h)`: the chart on paper.
fn chart(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let area = Area::of(arguments)?;
    let size = (area.w, area.h);
    let sizes = page.format.sizes();
    let Page { canvas, scene, .. } = page;
    match &mut scene.chart {
        Chart::Ranking(bars) => {
            columns(canvas, bars, area.w, 0.34);
            bars.pitch = (area.h / bars.rows().max(1) as f64).min(LARGEST_PITCH);
            bars.thickness = (bars.pitch * 0.62).min(96.0);
            // Values of narrow bars must not touch each other.
            bars.value_size = (bars.pitch * 0.66).clamp(24.0, bars.value_size);
            bars.name_size = bars.name_size.min(bars.value_size);
        }
        Chart::Dots(dots) => {
            name_column(canvas, dots, area.w);
        }
        _ => {}
    }
    let sheet = Sheet::new(canvas, (area.x, area.y), size);
    match &scene.chart {
        Chart::Dots(chart) => dots::draw(&sheet, size, chart, scene.form),
        Chart::Pairs(chart) if is_few(chart) => headed_pairs::draw(&sheet, size, chart, &sizes),
        Chart::Pairs(chart) => pairs::draw(&sheet, size, chart),
        Chart::Lanes(chart) => lanes::draw(&sheet, size, chart, &sizes),
        Chart::Matrix(chart) => matrix::draw(&sheet, size, chart),
        Chart::Ranking(chart) => bars::draw(&sheet, area.w, chart),
        Chart::Points(chart) => points::draw(&sheet, size, chart, &sizes),
        Chart::Slopes(chart) => slopes::draw(&sheet, size, chart),
        Chart::Figures(chart) => figures::draw(&sheet, size, chart),
    }
    Ok(Value::safe_string(&sheet.finish()))
}

/// `small_chart(x, y, w, h)`: the chart of a picture for sharing.
fn small_chart(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let area = Area::of(arguments)?;
    let size = (area.w, area.h);
    let sizes = page.format.sizes();
    let Page {
        canvas, scene, format, ..
    } = page;
    let Some(small) = scene.share.of(*format) else {
        return Ok(Value::safe_string(""));
    };
    let mut chart = small.chart.clone();
    if let SmallChart::Dots(dots) = &mut chart {
        name_column(canvas, dots, area.w);
    }
    if let SmallChart::Bars(bars) = &mut chart {
        (bars.name_size, bars.value_size, bars.least) = (sizes.name, sizes.name, sizes.least);
        let share = most_names(canvas, area.w, bars, &sizes);
        columns(canvas, bars, area.w, share);
        bars.pitch = (area.h / bars.rows().max(1) as f64).min(sizes.bar * 1.5);
        bars.thickness = bars.pitch * 0.66;
        // Names may take two lines where rows are high enough, and have one size.
        if bars.pitch > sizes.name * 2.4 {
            let narrow = bars.bars.iter().map(|bar| narrowest(canvas, &bar.name, sizes.name));
            bars.names = (narrow.fold(0.0, f64::max) + 26.0).min(area.w * share);
        }
        let names: Vec<String> = bars.bars.iter().map(|bar| bar.name.clone()).collect();
        let spec = TextSpec {
            width: Some(bars.names - 24.0),
            lines: 2,
            compact: true,
            size: sizes.name,
            least: Some(sizes.least),
            bold: true,
            ..TextSpec::default()
        };
        bars.name_size = canvas.common_size(&spec, &names);
    }
    let sheet = Sheet::new(canvas, (area.x, area.y), size);
    match &chart {
        SmallChart::Lanes(chart) => lanes::draw(&sheet, size, chart, &sizes),
        SmallChart::Bars(chart) => bars::draw(&sheet, area.w, chart),
        SmallChart::Pairs(chart) => headed_pairs::draw(&sheet, size, chart, &sizes),
        SmallChart::Points(chart) => points::draw(&sheet, size, chart, &sizes),
        SmallChart::Dots(chart) => dots::draw(&sheet, size, chart, scene.form),
        SmallChart::Figures(chart) => figures::draw(&sheet, size, chart),
        SmallChart::Cases(chart) => case_dots::draw(&sheet, size, chart, &sizes),
    }
    Ok(Value::safe_string(&sheet.finish()))
}

/// `small_words(w, h)`: the words of the chart of a picture for sharing, as they are true of a chart of this size. The
/// chart keeps to them.
fn small_words(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let size = (arguments.must_get("w")?, arguments.must_get("h")?);
    let sizes = page.format.sizes();
    let Page {
        canvas, scene, format, ..
    } = page;
    let Some(small) = scene.share.of_mut(*format) else {
        return Ok(Value::from(""));
    };
    let rows = match &small.chart {
        SmallChart::Cases(matrix) => case_dots::room(&Sheet::new(canvas, (0.0, 0.0), size), size, matrix, &sizes),
        SmallChart::Pairs(pairs) => headed_pairs::room(&Sheet::new(canvas, (0.0, 0.0), size), size, pairs, &sizes),
        SmallChart::Bars(bars) => bars_room(canvas, size, bars, &sizes),
        SmallChart::Points(_) => points::room(&Sheet::new(canvas, (0.0, 0.0), size), size, &sizes),
        SmallChart::Figures(_) => figures::room(size.1),
        SmallChart::Lanes(_) | SmallChart::Dots(_) => usize::MAX,
    };
    let all = small.captions_of_some.len().max(1);
    // Of rows that must stay none is left out, and every gap takes a row.
    let least = if small.gaps.is_empty() {
        1
    } else {
        all - small.goes.len()
    };
    let gaps = |count: usize| small.gaps.get(count - 1).map_or(0, Vec::len);
    let room = (least..=all)
        .rev()
        .find(|count| count + gaps(*count) <= rows)
        .unwrap_or(least);
    if let (SmallChart::Dots(chart), Some(captions)) = (&mut small.chart, &small.captions_of_forms) {
        name_column(canvas, chart, size.0);
        let form = dots::form(size, chart);
        let caption = captions[form.index()].clone();
        scene.form = Some(form);
        return Ok(Value::from(caption));
    }
    if let Some(caption) = small.captions_of_some.get(room - 1) {
        let gaps = small.gaps.get(room - 1).cloned().unwrap_or_default();
        match &mut small.chart {
            SmallChart::Cases(matrix) => matrix.lines.truncate(room),
            SmallChart::Pairs(pairs) => pairs.keep(room),
            SmallChart::Figures(figures) => figures.figures.truncate(room),
            SmallChart::Bars(bars) => {
                bars.keep(room, &small.goes);
                bars.gaps = gaps;
            }
            SmallChart::Points(points) => {
                points.keep(room, &small.goes);
                points.gaps = gaps;
            }
            SmallChart::Lanes(_) | SmallChart::Dots(_) => {}
        }
        return Ok(Value::from(caption.as_str()));
    }
    Ok(Value::from(small.caption.as_str()))
}

/// So few pairs stand under heads, and their bars have the whole width.
fn is_few(chart: &pairs::Pairs) -> bool {
    chart.pairs() <= 3
}

/// The share of a small chart that names before bars have at most.
const MOST_NAMES: f64 = 0.42;

/// The same where that spares every name a second line.
const MOST_LONG_NAMES: f64 = 0.58;

/// The share that the names of these bars may have.
fn most_names(canvas: &mut Canvas, width: f64, bars: &bars::Bars, sizes: &Sizes) -> f64 {
    let names = bars.bars.iter().map(|bar| least_width(canvas, &bar.name, sizes));
    let widest = names.fold(0.0, f64::max) + 26.0;
    match widest > width * MOST_NAMES && widest <= width * MOST_LONG_NAMES {
        true => MOST_LONG_NAMES,
        false => MOST_NAMES,
    }
}

/// The width of a name at its least size.
fn least_width(canvas: &mut Canvas, text: &str, sizes: &Sizes) -> f64 {
    let spec = TextSpec {
        text,
        size: sizes.least,
        bold: true,
        ..TextSpec::default()
    };
    canvas.measure(&spec).width
}

/// How many bars have room: a name that needs two lines needs higher rows.
fn bars_room(canvas: &mut Canvas, size: (f64, f64), bars: &bars::Bars, sizes: &Sizes) -> usize {
    let room = size.0 * most_names(canvas, size.0, bars, sizes) - 24.0;
    let parted = bars.bars.iter().any(|bar| least_width(canvas, &bar.name, sizes) > room);
    let lines = if parted { 2.6 } else { 1.5 };
    (size.1 / (sizes.least * lines)) as usize
}

/// The width in which a name before a strip takes two lines.
fn narrowest(canvas: &mut Canvas, name: &str, size: f64) -> f64 {
    let mut width = |text: &str| {
        let spec = TextSpec {
            text,
            size,
            bold: true,
            ..TextSpec::default()
        };
        canvas.measure(&spec).width
    };
    let parts = name
        .match_indices(' ')
        .map(|(at, _)| width(&name[..at]).max(width(&name[at + 1..])));
    let parts: Vec<f64> = parts.collect();
    parts.into_iter().fold(width(name), f64::min)
}

/// Gives the column of names before strips the width of the widest.
fn name_column(canvas: &mut Canvas, dots: &mut dots::Dots, width: f64) {
    let names = dots.strips.iter().map(|strip| narrowest(canvas, &strip.name, 36.0));
    dots.names = match names.fold(0.0, f64::max) {
        0.0 => 0.0,
        widest => (widest + 26.0).clamp(88.0, width * 0.22),
    };
}

/// `chart_words(w, h)`: the words below the finding, as they are true of a chart of this size. The chart keeps to
/// them.
fn chart_words(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let size = (arguments.must_get("w")?, arguments.must_get("h")?);
    let Page { canvas, scene, .. } = page;
    if let Chart::Dots(chart) = &mut scene.chart {
        name_column(canvas, chart, size.0);
        scene.form = Some(dots::form(size, chart));
    }
    Ok(Value::from(scene.sub_of_chart()))
}
