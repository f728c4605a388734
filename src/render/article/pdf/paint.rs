//! Paints pages: grounds and rules first, then texts in reading order with their marks, then the running head and foot.

use super::flow::{Item, Part, SetText, Setter};
use super::inline::{Leads, Look};
use super::pages::{Page, Source};
use super::sheet::{Sheet, Type};
use super::structure::{ElementId, Structure};
use super::writer::{Link, LinkId, Mark, OutlineEntry, Paint, Rgb, Rule, Target, Text, TextCluster, Writer};
use super::{Infographic, svg};
use crate::diagnostic::Fault;
use crate::render::article::blocks::Inline;
use crate::render::logo::Parts;
use crate::text::paragraph::{Alignment, Line, Run};
use resvg::usvg::tiny_skia_path::{PathBuilder, Rect, Transform};
use std::collections::BTreeMap;

/// Around a picture that has a page for itself.
const PICTURE_MARGIN: f32 = 40.0;

pub(super) struct Painter<'a, W: Writer> {
    pub writer: W,
    pub setter: Setter<'a>,
    pub infographic: Option<&'a Infographic<'a>>,
    open: Option<ElementId>,
    page: usize,
    links: Vec<PendingLink>,
    anchors: BTreeMap<String, (usize, f32)>,
    note_places: BTreeMap<usize, (usize, f32)>,
    outline: Vec<OutlineEntry>,
}

struct PendingLink {
    spec: usize,
    page: usize,
    area: [f32; 4],
}

/// What remains when all pages are painted.
pub(super) struct Painted<W> {
    pub writer: W,
    pub structure: Structure,
    pub links: Vec<Link>,
    pub outline: Vec<OutlineEntry>,
    pub faults: Vec<Fault>,
}

impl<'a, W: Writer> Painter<'a, W> {
    pub fn new(writer: W, setter: Setter<'a>, infographic: Option<&'a Infographic<'a>>) -> Self {
        Self {
            writer,
            setter,
            infographic,
            open: None,
            page: 0,
            links: Vec::new(),
            anchors: BTreeMap::new(),
            note_places: BTreeMap::new(),
            outline: Vec::new(),
        }
    }

    pub fn paint(mut self, pages: &[Page]) -> Painted<W> {
        let items = std::mem::take(&mut self.setter.items);
        let heads = std::mem::take(&mut self.setter.heads);
        let notes = std::mem::take(&mut self.setter.notes);
        let item = |source: Source| -> Option<&Item> {
            match source {
                Source::Flow(i) => items.get(i),
                Source::Head(head, i) => heads.get(head)?.get(i),
                Source::Note(note, i) => notes.get(note)?.get(i),
                Source::NoteRule => None,
            }
        };
        for (number, page) in pages.iter().enumerate() {
            self.page = number;
            let sheet = &self.setter.sheet;
            self.writer.start_page(sheet.width, sheet.height);
            match page.picture {
                Some(picture) => self.picture(picture),
                None => {
                    self.grounds(page, &item);
                    self.text(page, &item);
                }
            }
            self.close();
            self.running(number, pages.len());
        }
        self.finish()
    }

    fn finish(mut self) -> Painted<W> {
        let mut links = Vec::new();
        for pending in std::mem::take(&mut self.links) {
            let spec = &self.setter.links[pending.spec];
            let target = match &spec.leads {
                Leads::Note(note) => self
                    .note_places
                    .get(note)
                    .map(|(page, y)| Target::Place { page: *page, y: *y }),
                Leads::To(target) => match target.strip_prefix('#') {
                    Some(id) => self
                        .anchors
                        .get(id)
                        .map(|(page, y)| Target::Place { page: *page, y: *y }),
                    None => Some(Target::Address(address(target))),
                },
            };
            if target.is_none() {
                self.setter.faults.push(
                    Fault::input("pdf::link", "a link leads nowhere")
                        .language(&self.setter.article.language)
                        .found(format!("{:?}", spec.leads))
                        .expected("the id of a heading, or an address"),
                );
            }
            links.push(Link {
                page: pending.page,
                area: pending.area,
                target: target.unwrap_or(Target::Place { page: 0, y: 0.0 }),
                contents: spec.contents.clone(),
                element: spec.element,
            });
        }
        Painted {
            writer: self.writer,
            structure: self.setter.structure,
            links,
            outline: self.outline,
            faults: self.setter.faults,
        }
    }

    // ---- one page ---------------------------------------------------------------------------------------------

    fn grounds<'i>(&mut self, page: &Page, item: &impl Fn(Source) -> Option<&'i Item>) {
        let top = self.setter.sheet.top;
        let mut open = false;
        for (y, source) in &page.rows {
            let boxes = item(*source).into_iter().flat_map(|item| &item.parts);
            for part in boxes {
                if !matches!(part, Part::Box { .. } | Part::Turn { .. }) {
                    continue;
                }
                if !open {
                    self.writer.open(Mark::Decoration);
                    open = true;
                }
                match part {
                    Part::Box {
                        x,
                        y: inner,
                        width,
                        height,
                        colour,
                    } => self.rectangle([*x, top + y + inner, *width, *height], *colour),
                    Part::Turn { x, baseline, size } => self.turn(*x, top + y + baseline, *size),
                    _ => {}
                }
            }
            if *source == Source::NoteRule {
                if !open {
                    self.writer.open(Mark::Decoration);
                    open = true;
                }
                let sheet = &self.setter.sheet;
                let width = sheet.measure * 0.22;
                let x = if self.setter.right_to_left {
                    sheet.left + sheet.measure - width
                } else {
                    sheet.left
                };
                self.rectangle([x, top + y, width, 0.5], self.setter.sheet.inks.grey);
            }
        }
        if open {
            self.writer.close();
        }
    }

    fn rectangle(&mut self, [x, y, width, height]: [f32; 4], colour: Rgb) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            let path = PathBuilder::from_rect(rect);
            let paint = Paint::Colour(colour);
            self.writer
                .fill(&path, Transform::identity(), Rule::NonZero, &paint, 1.0);
        }
    }

    /// A small hooked arrow: drawn, not written, so that nobody copies it with the code.
    fn turn(&mut self, x: f32, baseline: f32, size: f32) {
        let mut path = PathBuilder::new();
        let (w, h) = (size * 0.55, size * 0.42);
        path.move_to(x + w, baseline - h - size * 0.1);
        path.line_to(x + w, baseline - size * 0.18);
        path.line_to(x, baseline - size * 0.18);
        path.move_to(x + w * 0.36, baseline - size * 0.18 - w * 0.3);
        path.line_to(x, baseline - size * 0.18);
        path.line_to(x + w * 0.36, baseline - size * 0.18 + w * 0.3);
        if let Some(path) = path.finish() {
            let pen = super::writer::Pen {
                width: 0.6,
                colour: self.setter.sheet.inks.grey,
                cap: 1,
                join: 1,
                mitre_limit: 10.0,
                dashes: Vec::new(),
                dash_offset: 0.0,
            };
            self.writer.stroke(&path, Transform::identity(), &pen, 1.0);
        }
    }

    fn text<'i>(&mut self, page: &Page, item: &impl Fn(Source) -> Option<&'i Item>) {
        let top = self.setter.sheet.top;
        let mut repeated = false;
        for (y, source) in &page.rows {
            let artifact = matches!(source, Source::Head(..));
            if artifact && !repeated {
                self.close();
                self.writer.open(Mark::Header);
            } else if repeated && !artifact {
                self.writer.close();
            }
            repeated = artifact;
            let Some(item) = item(*source) else { continue };
            for part in &item.parts {
                match part {
                    Part::Line {
                        text,
                        line,
                        x,
                        baseline,
                    } => self.line(*text, line, *x, top + y + baseline, artifact),
                    Part::Logo {
                        element,
                        x,
                        y: inner,
                        width,
                        height,
                    } => self.logo(*element, [*x, top + y + inner, *width, *height]),
                    Part::Attach(element) if !artifact => self.setter.structure.attach(*element),
                    Part::Anchor { id, level, text } => {
                        self.anchors.insert(id.clone(), (self.page, top + y));
                        self.outline.push(OutlineEntry {
                            level: *level,
                            text: text.clone(),
                            page: self.page,
                            y: top + y - 6.0,
                        });
                    }
                    Part::NoteAnchor(note) => {
                        self.note_places.insert(*note, (self.page, top + y));
                    }
                    _ => {}
                }
            }
        }
        if repeated {
            self.writer.close();
        }
    }

    /// Begins the content of an element, unless it is open already.
    fn enter(&mut self, element: ElementId) {
        if self.open == Some(element) {
            return;
        }
        self.close();
        let mcid = self.setter.structure.content(element, self.page);
        self.writer
            .open(Mark::Element(self.setter.structure.get(element).role, mcid));
        self.open = Some(element);
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.writer.close();
        }
    }

    /// Paints the runs of a line in the order in which they are read, whichever side of each other they stand on.
    fn line(&mut self, text: usize, line: &Line, x: f32, baseline: f32, artifact: bool) {
        let pieces = &self.setter.texts[text].pieces;
        let mut order: Vec<(usize, ElementId, usize)> = line
            .runs
            .iter()
            .enumerate()
            .map(|(i, run)| (reading_place(run), pieces[run.span].element, i))
            .collect();
        order.sort_by_key(|(place, ..)| *place);
        for (_, element, index) in order {
            if !artifact {
                self.enter(element);
            }
            self.run(text, &line.runs[index], x, baseline);
        }
        self.decorate(text, line, x, baseline, artifact);
    }

    fn run(&mut self, text: usize, run: &Run, x: f32, baseline: f32) {
        let SetText { text, styles, pieces } = &self.setter.texts[text];
        let style = &styles[run.span];
        let clusters = run
            .clusters
            .iter()
            .map(|cluster| TextCluster {
                text: cluster.text.as_ref().map_or("\u{AD}", |range| &text[range.clone()]),
                x: cluster.x - run.x,
                glyphs: &cluster.glyphs,
            })
            .collect();
        self.writer.text(&Text {
            face: run.face,
            size: style.size,
            colour: pieces[run.span].colour,
            opacity: 1.0,
            transform: Transform::from_translate(x + run.x, baseline - style.rise),
            right_to_left: run.right_to_left,
            clusters,
        });
    }

    /// Links, strokes through words and emphasis dots of a line.
    fn decorate(&mut self, text: usize, line: &Line, x: f32, baseline: f32, artifact: bool) {
        let mut marks: Vec<([f32; 4], Rgb, bool)> = Vec::new();
        let mut areas: Vec<(usize, [f32; 4])> = Vec::new();
        let set = &self.setter.texts[text];
        for run in &line.runs {
            let (piece, style) = (&set.pieces[run.span], &set.styles[run.span]);
            let left = x + run.x;
            if piece.strike {
                let y = baseline - style.size * 0.3;
                marks.push(([left, y, run.width, style.size * 0.06], piece.colour, false));
            }
            if piece.dots {
                for cluster in &run.clusters {
                    let ideograph = cluster.text.as_ref().is_some_and(|range| {
                        set.text[range.clone()]
                            .chars()
                            .all(|c| ('\u{2E80}'..'\u{FF00}').contains(&c) && c.is_alphanumeric())
                    });
                    if ideograph {
                        let centre = x + cluster.x + style.size * 0.5;
                        let below = self.setter.script.tag.starts_with("zh");
                        let y = baseline + style.size * if below { 0.27 } else { -1.02 };
                        marks.push(([centre, y, style.size * 0.075, 0.0], piece.colour, true));
                    }
                }
            }
            if let Some(link) = piece.link {
                let top = baseline - style.rise - style.size * 0.95;
                let area = [left, top, left + run.width, baseline - style.rise + style.size * 0.28];
                match areas
                    .iter_mut()
                    .find(|(at, area)| *at == link && (area[2] - left).abs() < style.size)
                {
                    Some((_, known)) => {
                        *known = [
                            known[0].min(area[0]),
                            known[1].min(area[1]),
                            known[2].max(area[2]),
                            known[3].max(area[3]),
                        ];
                    }
                    None => areas.push((link, area)),
                }
            }
        }
        if artifact {
            return;
        }
        for (spec, area) in areas {
            let id = LinkId(self.links.len() as u32);
            self.links.push(PendingLink {
                spec,
                page: self.page,
                area,
            });
            let element = self.setter.links[spec].element;
            self.setter.structure.link(element, id);
        }
        if !marks.is_empty() {
            self.close();
            self.writer.open(Mark::Decoration);
            for (place, colour, dot) in marks {
                if dot {
                    self.dot(place[0], place[1], place[2], colour);
                } else {
                    self.rectangle(place, colour);
                }
            }
            self.writer.close();
        }
    }

    fn dot(&mut self, x: f32, y: f32, radius: f32, colour: Rgb) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            let paint = Paint::Colour(colour);
            self.writer
                .fill(&path, Transform::identity(), Rule::NonZero, &paint, 1.0);
        }
    }

    // ---- pictures ---------------------------------------------------------------------------------------------

    fn picture(&mut self, index: usize) {
        let sheet = self.setter.sheet.clone();
        let picture = &self.setter.pictures[index];
        let element = picture.element;
        let caption = std::mem::take(&mut self.setter.pictures[index].caption);
        let caption_height: f32 = caption.iter().map(|item| item.height).sum();
        let Some(infographic) = self.infographic else { return };
        let size = infographic.tree.size();
        let foot = sheet.height - 52.0 - if caption.is_empty() { 0.0 } else { caption_height + 10.0 };
        let room = (sheet.width - 2.0 * PICTURE_MARGIN, foot - PICTURE_MARGIN);
        let scale = (room.0 / size.width()).min(room.1 / size.height());
        let (width, height) = (size.width() * scale, size.height() * scale);
        let left = (sheet.width - width) / 2.0;
        let top = PICTURE_MARGIN + ((room.1 - height) / 2.0).min(24.0);
        self.outline.push(OutlineEntry {
            level: 2,
            text: infographic.title.to_owned(),
            page: self.page,
            y: 0.0,
        });
        let bounds = [left, sheet.height - top - height, left + width, sheet.height - top];
        let figure = self.setter.structure.get_mut(element);
        figure.bounds = Some(bounds);
        figure.title = Some(infographic.title.to_owned());
        self.enter(element);
        let base = Transform::from_row(scale, 0.0, 0.0, scale, left, top);
        if let Err(refused) = svg::paint(&mut self.writer, infographic.tree, base) {
            for feature in refused {
                self.setter.faults.push(
                    Fault::input(
                        "pdf::svg",
                        "the infographic uses a feature that the PDF cannot show as vector",
                    )
                    .language(&self.setter.article.language)
                    .found(feature),
                );
            }
        }
        self.close();
        let mut y = top + height + 10.0;
        for item in &caption {
            for part in &item.parts {
                if let Part::Line {
                    text,
                    line,
                    x,
                    baseline,
                } = part
                {
                    self.line(*text, line, *x, y + baseline, false);
                }
            }
            y += item.height;
        }
        self.close();
    }

    fn logo(&mut self, element: ElementId, [x, y, width, height]: [f32; 4]) {
        let Some((logo, _)) = self.setter.logo else { return };
        let page = self.setter.sheet.height;
        self.setter.structure.get_mut(element).bounds = Some([x, page - y - height, x + width, page - y]);
        self.enter(element);
        match logo.parts() {
            Parts::Bitmap(bitmap) => self.writer.image(bitmap, [x, y, width, height]),
            Parts::Drawing(tree) => {
                let scale = (width / tree.size().width(), height / tree.size().height());
                let base = Transform::from_row(scale.0, 0.0, 0.0, scale.1, x, y);
                // What could not be painted was refused when the logo was read.
                let _ = svg::paint(&mut self.writer, tree, base);
            }
        }
        self.close();
    }

    // ---- head and foot ----------------------------------------------------------------------------------------

    fn running(&mut self, number: usize, count: usize) {
        let sheet = self.setter.sheet.clone();
        let front = &self.setter.article.front;
        let face = Type {
            size: sheet.body.size * 0.76,
            leading: sheet.body.leading * 0.8,
        };
        let numerals = self.setter.article.numerals;
        let template = front.labels.get("page_of").map_or("{page} / {pages}", String::as_str);
        let folio = template
            .replace("{page}", &numerals.plain(number as u64 + 1))
            .replace("{pages}", &numerals.plain(count as u64));
        let title = front.title.clone();
        let url = front.url.clone().unwrap_or_default();
        let foot = sheet.height - 36.0;
        self.writer.open(Mark::Footer);
        self.running_line(&folio, Alignment::End, face, foot, &sheet);
        let shown = url.trim_start_matches("https://").trim_start_matches("http://");
        self.running_line(shown, Alignment::Start, face, foot, &sheet);
        self.writer.close();
        let picture_page = self.outline.iter().any(|entry| entry.page == number && entry.y == 0.0);
        if number > 0 && !picture_page {
            self.writer.open(Mark::Header);
            self.running_line(&title, Alignment::Start, face, 42.0, &sheet);
            self.rectangle([sheet.left, 51.0, sheet.measure, 0.5], self.setter.sheet.inks.hairline);
            self.writer.close();
        }
    }

    /// A line in the margin, shortened at its end when it is too long.
    fn running_line(&mut self, words: &str, alignment: Alignment, face: Type, baseline: f32, sheet: &Sheet) {
        if words.is_empty() {
            return;
        }
        let width = sheet.measure * if alignment == Alignment::End { 0.3 } else { 0.68 };
        let mut text = words.to_owned();
        loop {
            let look = Look::new(face.size, self.setter.script, Structure::ROOT).colour(self.setter.sheet.inks.grey);
            let set = self.setter.words(&[Inline::Text(text.clone())], look);
            let (index, paragraph) = self.setter.shape(set, false);
            if paragraph.natural_width() > width && text.chars().count() > 8 {
                let ratio = width / paragraph.natural_width();
                let keep = (words.chars().count().min(text.chars().count()) as f32 * ratio.min(0.97)) as usize;
                text = text.chars().take(keep.saturating_sub(1)).collect::<String>();
                text = format!(
                    "{}…",
                    text.trim_end_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation())
                );
                continue;
            }
            let line = paragraph.lines(sheet.measure, alignment).into_iter().next();
            if let Some(line) = line {
                self.line(index, &line, sheet.left, baseline, true);
            }
            self.setter.texts.truncate(index);
            return;
        }
    }
}

/// Where a run stands in the text.
fn reading_place(run: &Run) -> usize {
    let places = run
        .clusters
        .iter()
        .filter_map(|cluster| cluster.text.as_ref().map(|range| range.start));
    places.min().unwrap_or(usize::MAX)
}

/// An address as PDF wants it: seven-bit characters.
fn address(target: &str) -> String {
    let mut out = String::with_capacity(target.len());
    for byte in target.bytes() {
        if byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_seven_bit() {
        assert_eq!(address("https://a.b/ż?q=1&r=a b"), "https://a.b/%C5%BC?q=1&r=a%20b");
    }
}
