//! The functions of templates that draw charts: how much room a chart wants, which of its rows have room, and the drawing
//! itself.

use super::Page;
use crate::render::chart::{
    Sheet, Sizes, bars, case_dots, dots, figures, headed_pairs, lanes, matrix, pairs, points, slopes,
};
use crate::render::infographic::Format;
use crate::render::infographic::scene::{Chart, Scene, SmallChart};
use crate::render::svg::{Canvas, TextSpec};
use crate::text::join;
use tera::{Kwargs, TeraResult, Value};

/// How much room the chart would like to have.
pub(super) fn wanted(scene: &Scene, format: Format) -> f64 {
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
pub(super) fn most(scene: &Scene, format: Format) -> f64 {
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
pub(super) fn bars_chart(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
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
    // Long values take some of the bars before they are set smaller than the least size.
    let least = values * bars.least / bars.value_size + 36.0;
    bars.names = (names + 26.0).min(width * share).max(88.0);
    bars.values = (values + 36.0).min((width * 0.32).max(least.min(width * 0.5)));
}

/// `chart(x, y, w, h)`: the chart on paper.
pub(super) fn chart(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
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
pub(super) fn small_chart(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
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
pub(super) fn small_words(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
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
            SmallChart::Pairs(pairs) => pairs.keep(room, &small.goes),
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
    // A number and its unit stay together.
    let name = &join(name);
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
pub(super) fn chart_words(page: &mut Page, arguments: &Kwargs) -> TeraResult<Value> {
    let size = (arguments.must_get("w")?, arguments.must_get("h")?);
    let Page { canvas, scene, .. } = page;
    if let Chart::Dots(chart) = &mut scene.chart {
        name_column(canvas, chart, size.0);
        scene.form = Some(dots::form(size, chart));
    }
    Ok(Value::from(scene.sub_of_chart()))
}
