//! Writing SVG: numbers, escaping, and text that is measured before it is drawn. The one place where a right-to-left
//! page is mirrored: callers think from left to right.
//!
//! Knows nothing of data sets and words.

use crate::diagnostic::{Class, Fault};
use crate::locale::Direction;
use crate::text::{
    Brand, Face, Family, Fit, Fitted, Line, Segment, Shaped, Typesetter, Unfit, breakable, common_size,
    finely_breakable, fit, join, join_finely, room_of, shorten,
};
use std::fmt::Write;

/// A page that text is set on. Remembers every text it wrote, so that the parsed drawing can be held against it, and
/// every fault it met.
pub struct Canvas {
    setter: Typesetter,
    language: String,
    width: f64,
    /// Whether the language has capitals that may be used for display.
    capitals: bool,
    placed: Vec<Placed>,
    faults: Vec<Fault>,
    /// Whether texts of charts are squeezed into their boxes before they are refused.
    squeezes: bool,
}

/// What the canvas wrote for one text.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    pub id: String,
    /// Left and right end of the widest extent, on the page.
    pub extent: (f64, f64),
    /// Left and right end of the box that the text was promised to stay in.
    pub bounds: Option<(f64, f64)>,
}

/// Where the given x of a text is, in reading direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

/// A text to set.
#[derive(Debug, Clone, PartialEq)]
pub struct TextSpec<'a> {
    pub id: &'a str,
    pub text: &'a str,
    /// From the reading edge of the page.
    pub x: f64,
    /// Baseline of the first line.
    pub y: f64,
    pub anchor: Anchor,
    /// Width of the box; without it the text is one line of any length.
    pub width: Option<f64>,
    pub lines: usize,
    /// Whether to shrink before breaking into more lines, rather than after.
    pub compact: bool,
    pub size: f64,
    /// The least size; the preferred one when absent.
    pub least: Option<f64>,
    /// From baseline to baseline, in em.
    pub leading: f64,
    pub bold: bool,
    /// Whether it is set in the family of headings, where a publisher has one.
    pub heading: bool,
    /// In em.
    pub tracking: f64,
    /// Whether to set it in capitals where the script has them.
    pub capitals: bool,
    /// Whether outlines rather than advances stand on the edge: for large sizes.
    pub optical: bool,
    pub fill: &'a str,
}

impl Default for TextSpec<'_> {
    fn default() -> Self {
        TextSpec {
            id: "",
            text: "",
            x: 0.0,
            y: 0.0,
            anchor: Anchor::Start,
            width: None,
            lines: 1,
            compact: false,
            size: 28.0,
            least: None,
            leading: 1.35,
            bold: false,
            heading: false,
            tracking: 0.0,
            capitals: false,
            optical: false,
            fill: "",
        }
    }
}

/// Whether lines may end within words that are written without spaces between them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Whole,
    Parted,
    /// And within words that are not short, at the marks in them.
    Finely,
}

impl Words {
    /// The best first.
    const ALL: [Words; 3] = [Words::Whole, Words::Parted, Words::Finely];
}

/// A text that was set.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    pub svg: String,
    pub size: f64,
    pub width: f64,
    pub lines: usize,
    /// Baseline of the last line.
    pub last: f64,
}

impl Canvas {
    /// `width` is the page's; a page is mirrored when the language runs from right to left.
    pub fn new(language: &str, family: Family, right_to_left: bool, capitals: bool, width: f64) -> Self {
        Canvas {
            setter: Typesetter::new(family, right_to_left),
            language: language.to_owned(),
            width,
            capitals,
            placed: Vec::new(),
            faults: Vec::new(),
            squeezes: false,
        }
    }

    /// The same for a last attempt: what data put into a chart is set smaller than it should be, and loses its middle,
    /// before it is refused.
    pub fn squeezing(mut self, squeezes: bool) -> Self {
        self.squeezes = squeezes;
        self
    }

    /// Width of the page.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The same with the fonts of a publisher before all others.
    pub fn with_brand(mut self, brand: Brand) -> Self {
        self.setter = self.setter.with_brand(brand);
        self
    }

    pub fn mirrored(&self) -> bool {
        self.setter.right_to_left()
    }

    pub fn family(&self) -> Family {
        self.setter.family()
    }

    pub fn language(&self) -> &str {
        &self.language
    }

    /// The left edge on the page of something `width` wide whose reading edge is at `x`.
    pub fn left(&self, x: f64, width: f64) -> f64 {
        if self.mirrored() { self.width - x - width } else { x }
    }

    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    pub fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    pub fn fault(&mut self, fault: Fault) {
        self.faults.push(fault.language(self.language.clone()));
    }

    /// Measures a text as [`text`](Self::text) would set it, and leaves no trace of it.
    pub fn measure(&mut self, spec: &TextSpec<'_>) -> Block {
        self.measured(|canvas| canvas.text(spec))
    }

    /// The same for [`data_text`](Self::data_text).
    pub fn measure_data(&mut self, spec: &TextSpec<'_>) -> Block {
        self.measured(|canvas| canvas.data_text(spec))
    }

    fn measured(&mut self, set: impl FnOnce(&mut Self) -> Block) -> Block {
        let (placed, faults) = (self.placed.len(), self.faults.len());
        let block = set(self);
        self.placed.truncate(placed);
        self.faults.truncate(faults);
        block
    }

    /// Sets a text of a chart: as [`text`](Self::text) does, unless it has no room and the canvas squeezes.
    pub fn data_text(&mut self, spec: &TextSpec<'_>) -> Block {
        match self.squeezed(spec) {
            Some((least, text)) => self.text(&TextSpec {
                text: &text,
                size: least,
                least: None,
                ..*spec
            }),
            None => self.text(spec),
        }
    }

    /// The size and the words that a text gets which has no room in its box; `None` where it has room, or must not be
    /// squeezed.
    fn squeezed(&mut self, spec: &TextSpec<'_>) -> Option<(f64, String)> {
        spec.width.filter(|_| self.squeezes)?;
        let has_room = |canvas: &mut Self, spec: &TextSpec<'_>| {
            let shown = canvas.display(spec, Words::Whole);
            let mut shaped = canvas.shape(spec, &shown);
            canvas.fit_of_words(&mut shaped, spec, shown).is_ok()
        };
        if has_room(self, spec) {
            return None;
        }
        // Smaller letters cannot be read where pictures are shown, 1080 pixels wide.
        let least = (self.width * 16.0 / 1080.0).ceil();
        let largest = spec.least.unwrap_or(spec.size);
        let mut size = largest;
        while size > least {
            size = (size - 1.0).max(least);
            let smaller = TextSpec {
                size,
                least: None,
                ..*spec
            };
            if has_room(self, &smaller) {
                return Some((size, spec.text.to_owned()));
            }
        }
        // A number that loses its middle is another one.
        if spec.text.starts_with(|c: char| !c.is_alphabetic()) {
            return None;
        }
        let size = largest.min(least);
        let shortened = |canvas: &mut Self, room: usize| {
            let text = shorten(&[spec.text], room).remove(0);
            let shorter = TextSpec {
                text: &text,
                size,
                least: None,
                ..*spec
            };
            has_room(canvas, &shorter).then_some((size, text))
        };
        let rooms = std::iter::successors(Some(room_of(spec.text) * 9 / 10), |room| Some(room * 9 / 10));
        rooms
            .take_while(|room| *room > 0)
            .find_map(|room| shortened(self, room))
    }

    /// The size that all of some texts can have in boxes like that of `spec`.
    pub fn common_size(&mut self, spec: &TextSpec<'_>, texts: &[String]) -> f64 {
        let mut tried = Vec::new();
        let mut result = None;
        for words in Words::ALL {
            let of = |text: &String| self.display(&TextSpec { text, ..*spec }, words);
            let shown: Vec<String> = texts.iter().map(of).collect();
            if shown != tried && !matches!(result, Some(Ok(_))) {
                result = Some(self.common_size_of(spec, &shown));
                tried = shown;
            }
        }
        // Setting the text at its place will say what does not fit.
        result.map_or(spec.size, |result| result.unwrap_or_else(|unfit| unfit.least))
    }

    fn common_size_of(&mut self, spec: &TextSpec<'_>, shown: &[String]) -> Result<f64, Unfit> {
        let mut shaped: Vec<Shaped> = shown.iter().map(|text| self.shape(spec, text)).collect();
        let into = self.fit_of(spec);
        let fewest = if spec.compact { 1 } else { into.lines };
        let found = (fewest..into.lines).find_map(|lines| common_size(&mut shaped, Fit { lines, ..into }).ok());
        found
            .map_or_else(|| common_size(&mut shaped, into), Ok)
            .map_err(|(_, unfit)| unfit)
    }

    /// Sets a text. What does not fit or has no glyph is remembered as a fault, and the rest is drawn all the same, so
    /// that all faults of a page come to light at once.
    pub fn text(&mut self, spec: &TextSpec<'_>) -> Block {
        let shown = self.display(spec, Words::Whole);
        let mut shaped = self.shape(spec, &shown);
        let fitted = match spec.width {
            None => Fitted {
                size: spec.size,
                lines: shaped.lines(spec.size, None),
            },
            Some(width) => match self.fit_of_words(&mut shaped, spec, shown) {
                Ok(fitted) => fitted,
                Err(unfit) => {
                    let fault = Fault::error(
                        Class::Input,
                        "infographic::text-does-not-fit",
                        "the text does not fit its box",
                    )
                    .path(format!("#{}", spec.id))
                    .found(format!(
                        "“{}”, {:.0} px too wide at the least size of {} px",
                        spec.text,
                        unfit.excess.ceil(),
                        number(unfit.least)
                    ))
                    .expected(format!("at most {} line(s) of {} px", spec.lines, number(width)))
                    .hint("shorten the words of this box");
                    self.fault(fault);
                    Fitted {
                        size: unfit.least,
                        lines: shaped.lines(unfit.least, Some(width)),
                    }
                }
            },
        };
        self.write(spec, &fitted, shaped.tracking())
    }

    /// Words are parted only where they do not fit whole; `shown` is what was shaped.
    fn fit_of_words(&mut self, shaped: &mut Shaped, spec: &TextSpec<'_>, mut shown: String) -> Result<Fitted, Unfit> {
        let mut result = self.fit(shaped, spec);
        for words in &Words::ALL[1..] {
            if result.is_ok() {
                break;
            }
            let parted = self.display(spec, *words);
            if parted != shown {
                *shaped = self.shape(spec, &parted);
                result = self.fit(shaped, spec);
                shown = parted;
            }
        }
        result
    }

    fn fit(&self, shaped: &mut Shaped, spec: &TextSpec<'_>) -> Result<Fitted, Unfit> {
        let into = self.fit_of(spec);
        let fewest = if spec.compact { 1 } else { into.lines };
        (fewest..into.lines)
            .find_map(|lines| fit(shaped, Fit { lines, ..into }).ok())
            .map_or_else(|| fit(shaped, into), Ok)
    }

    fn fit_of(&self, spec: &TextSpec<'_>) -> Fit {
        Fit {
            width: spec.width.unwrap_or(self.width),
            lines: spec.lines,
            size: spec.size,
            least: spec.least.unwrap_or(spec.size),
        }
    }

    /// Shapes what is shown of a text.
    fn shape(&mut self, spec: &TextSpec<'_>, text: &str) -> Shaped {
        let face = Face {
            bold: spec.bold,
            tracking: spec.tracking,
            heading: spec.heading,
        };
        match self.setter.shape(text, face) {
            Ok(shaped) => shaped,
            Err(missing) => {
                for character in &missing {
                    let fault = Fault::error(
                        Class::Input,
                        "infographic::missing-glyph",
                        "no font of the bundle has this character",
                    )
                    .path(format!("#{}", spec.id))
                    .found(format!("“{character}” (U+{:04X})", u32::from(*character)))
                    .hint("use another character, or words");
                    self.fault(fault);
                }
                let rest: String = text.chars().filter(|c| !missing.contains(c)).collect();
                // Every character that is left has a glyph.
                self.setter
                    .shape(&rest, face)
                    .unwrap_or_else(|_| unreachable!("characters without a glyph were taken out"))
            }
        }
    }

    /// The text as it is shown, with what joins and parts its words.
    fn display(&mut self, spec: &TextSpec<'_>, words: Words) -> String {
        let text = if spec.capitals && self.capitals {
            match self.language.as_str() {
                "tr" => spec.text.replace('i', "İ").to_uppercase(),
                _ => spec.text.to_uppercase(),
            }
        } else {
            spec.text.to_owned()
        };
        // Several spaces are drawn as one.
        let parts: Vec<&str> = text.split(' ').filter(|part| !part.is_empty()).collect();
        let text = parts.join(" ");
        let direction = match self.setter.right_to_left() {
            true => Direction::RightToLeft,
            false => Direction::LeftToRight,
        };
        match words {
            Words::Whole => self.setter.whole_words(&join(&breakable(&text, direction))),
            Words::Parted => join(&breakable(&text, direction)),
            Words::Finely => join_finely(&finely_breakable(&text, direction)),
        }
    }

    fn write(&mut self, spec: &TextSpec<'_>, fitted: &Fitted, tracking: f64) -> Block {
        let size = fitted.size;
        let anchor = match (spec.anchor, self.mirrored()) {
            (Anchor::Start, true) => Anchor::End,
            (Anchor::End, true) => Anchor::Start,
            (anchor, _) => anchor,
        };
        let x = self.left(spec.x, 0.0);
        // A text of one family and direction keeps its anchor, so that it stays aligned when somebody edits it; but not a
        // spaced one: renderers do not agree whether the space behind the last letter counts.
        let simple =
            fitted.lines.iter().all(|line| line.segments.len() == 1) && (tracking == 0.0 || anchor == Anchor::Start);
        let single = simple && fitted.lines.len() == 1;
        let first = fitted.lines.first().and_then(|line| line.segments.first());
        let family = first.filter(|_| simple).map_or(self.family(), |segment| segment.family);
        let mut extent = (f64::INFINITY, f64::NEG_INFINITY);
        let mut start = x;
        let mut body = String::new();
        for (i, line) in fitted.lines.iter().enumerate() {
            let y = spec.y + i as f64 * self.leading(spec) * size;
            let shift = optical_shift(spec, anchor, line);
            let left = shift
                + match anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x - line.width / 2.0,
                    Anchor::End => x - line.width,
                };
            extent = (extent.0.min(left), extent.1.max(left + line.width));
            if i == 0 {
                start = if simple { x + shift } else { left };
            }
            for segment in &line.segments {
                let at = if simple { x + shift } else { left + segment.x };
                write_segment(&mut body, segment, (!single).then_some((at, y)), family);
            }
        }
        let attributes = Attributes {
            x: start,
            size,
            tracking,
            anchor: if simple { anchor } else { Anchor::Start },
            family: (family != self.family()).then_some(family),
        };
        self.remember(spec, extent);
        Block {
            svg: format!("{}{body}</text>", attributes.opening(spec)),
            size,
            width: fitted.width(),
            lines: fitted.lines.len(),
            last: spec.y + fitted.lines.len().saturating_sub(1) as f64 * self.leading(spec) * size,
        }
    }

    /// From baseline to baseline, in em, as the script needs it.
    pub fn leading(&self, spec: &TextSpec<'_>) -> f64 {
        if is_tall(self.family()) {
            spec.leading * 1.12
        } else {
            spec.leading
        }
    }

    fn remember(&mut self, spec: &TextSpec<'_>, extent: (f64, f64)) {
        // What has no width is not drawn.
        if extent.0 >= extent.1 {
            return;
        }
        let bounds = spec.width.map(|width| {
            let start = match spec.anchor {
                Anchor::Start => spec.x,
                Anchor::Middle => spec.x - width / 2.0,
                Anchor::End => spec.x - width,
            };
            let left = self.left(start, width);
            (left, left + width)
        });
        self.placed.push(Placed {
            id: spec.id.to_owned(),
            extent,
            bounds,
        });
    }
}

/// What the layout adds to the attributes of a text.
struct Attributes {
    x: f64,
    size: f64,
    tracking: f64,
    anchor: Anchor,
    /// When it is not the page's.
    family: Option<Family>,
}

impl Attributes {
    fn opening(&self, spec: &TextSpec<'_>) -> String {
        let mut tag = format!(
            r#"<text id="{}" x="{}" y="{}" font-size="{}""#,
            escape(spec.id),
            number(self.x),
            number(spec.y),
            number(self.size)
        );
        let mut attribute = |name: &str, value: &str| {
            let _ = write!(tag, r#" {name}="{value}""#);
        };
        if let Some(family) = self.family {
            attribute("font-family", family.list());
        }
        if spec.bold {
            attribute("font-weight", "700");
        }
        match self.anchor {
            Anchor::Start => {}
            Anchor::Middle => attribute("text-anchor", "middle"),
            Anchor::End => attribute("text-anchor", "end"),
        }
        if self.tracking != 0.0 {
            attribute("letter-spacing", &format!("{:.4}", self.tracking * self.size));
        }
        if !spec.fill.is_empty() {
            attribute("fill", &escape(spec.fill));
        }
        tag.push('>');
        tag
    }
}

/// A segment, at a place of its own (a `tspan`) or where the text starts. Renderers shape a `tspan` with a place by
/// itself, so that none has to find fonts or directions in a mixture.
fn write_segment(body: &mut String, segment: &Segment, place: Option<(f64, f64)>, inherited: Family) {
    let text = escape(&segment.text);
    // Renderers take left to right for granted: an isolate gives a right-to-left segment its own base direction.
    let text = if segment.right_to_left {
        format!("\u{2067}{text}\u{2069}")
    } else {
        text
    };
    let Some((x, y)) = place else {
        body.push_str(&text);
        return;
    };
    let _ = write!(body, r#"<tspan x="{}" y="{}""#, number(x), number(y));
    if segment.family != inherited {
        let _ = write!(body, r#" font-family="{}""#, segment.family.list());
    }
    let _ = write!(body, ">{text}{}</tspan>", if segment.space_after { " " } else { "" });
}

fn optical_shift(spec: &TextSpec<'_>, anchor: Anchor, line: &Line) -> f64 {
    match anchor {
        Anchor::Start if spec.optical => -line.bearing.0,
        Anchor::End if spec.optical => line.bearing.1,
        _ => 0.0,
    }
}

/// Whether letters and marks of a script stand further above and below the line than Latin ones.
pub fn is_tall(family: Family) -> bool {
    matches!(family, Family::Arabic | Family::Devanagari | Family::Thai)
}

/// A coordinate: at most two decimals, no trailing zeros, no negative zero.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text for element content and attribute values.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
