//! The head of the first page: title, subtitle, authors, versions, disclosure.

use super::{Column, Item, Part, Setter};
use crate::render::article::blocks::{FrontMatter, Inline};
use crate::render::article::pdf::inline::Look;
use crate::render::article::pdf::sheet::Type;
use crate::render::article::pdf::structure::{Role, Structure};
use crate::text::paragraph::Alignment;

/// The most that a logo takes, in points.
const LOGO_ROOM: (f64, f64) = (150.0, 30.0);
/// Between a logo and the title.
const LOGO_DISTANCE: f32 = 12.0;

impl Setter<'_> {
    pub(super) fn front(&mut self, front: &FrontMatter) {
        let column = self.column();
        let bar = Part::Box {
            x: if self.right_to_left {
                column.left + column.width - 42.0
            } else {
                column.left
            },
            y: 0.0,
            width: 42.0,
            height: 3.5,
            colour: self.sheet.inks.accent,
        };
        let logo = self.logo_part(&column);
        let height = match &logo {
            Some(Part::Logo { height, .. }) => height + LOGO_DISTANCE,
            _ => 20.0,
        };
        self.push(
            Item {
                height: height.max(20.0),
                parts: [Some(bar), logo].into_iter().flatten().collect(),
                keep: true,
                ..Item::default()
            },
            &column,
        );
        self.items.last_mut().expect("just pushed").parts.push(Part::Anchor {
            id: String::new(),
            level: 1,
            text: front.title.clone(),
        });
        let element = self.structure.add(Role::Heading(1), Structure::ROOT);
        let face = self.sheet.heading(1);
        self.line_of(
            &front.title,
            Look::new(face.size, self.script, element)
                .bold()
                .heading()
                .colour(self.sheet.inks.ink),
            face,
            &column,
        );
        if let Some(subtitle) = &front.subtitle {
            self.space(5.0, true, &column);
            let element = self.structure.add(Role::Paragraph, Structure::ROOT);
            let size = self.sheet.body.size * 1.22;
            let face = Type {
                size,
                leading: size * 1.42,
            };
            self.line_of(
                subtitle,
                Look::new(size, self.script, element).colour(self.sheet.inks.grey),
                face,
                &column,
            );
        }
        self.space(10.0, true, &column);
        let byline: Vec<String> = [front.authors.join(", "), front.date_text.clone()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        if !byline.is_empty() {
            let element = self.structure.add(Role::Paragraph, Structure::ROOT);
            let face = self.sheet.small;
            let look = Look::new(face.size, self.script, element).colour(self.sheet.inks.grey);
            self.line_of(&byline.join(" · "), look, face, &column);
        }
        self.versions(front, &column);
        self.disclosure(front, &column);
        self.space(self.sheet.body.leading * 1.1, true, &column);
    }

    /// The logo at the end of the first line.
    fn logo_part(&mut self, column: &Column) -> Option<Part> {
        let (logo, name) = self.logo?;
        let (width, height) = logo.within(LOGO_ROOM.0, LOGO_ROOM.1);
        let (width, height) = (width as f32, height as f32);
        let element = self.structure.add(Role::Figure, Structure::ROOT);
        self.structure.get_mut(element).alternative = Some(name.to_owned());
        Some(Part::Logo {
            element,
            x: if self.right_to_left {
                column.left
            } else {
                column.left + column.width - width
            },
            y: 0.0,
            width,
            height,
        })
    }

    pub(super) fn line_of(&mut self, text: &str, look: Look, face: Type, column: &Column) {
        self.display(&[Inline::Text(text.to_owned())], look, face, column);
        self.padding(0.0, column);
    }

    /// Links to the same article in other languages.
    pub(super) fn versions(&mut self, front: &FrontMatter, column: &Column) {
        if front.versions.is_empty() {
            return;
        }
        let base = front.url.as_deref().map_or(String::new(), |url| {
            url.rsplit_once('/')
                .map_or(String::new(), |(folder, _)| format!("{folder}/"))
        });
        let mut inlines = Vec::new();
        if let Some(label) = front.labels.get("languages") {
            inlines.push(Inline::Text(format!("{label}{}", self.script.colon())));
        }
        for (i, version) in front.versions.iter().enumerate() {
            if i > 0 {
                inlines.push(Inline::Text(" · ".into()));
            }
            let name = Inline::Foreign {
                language: version.language.clone(),
                text: vec![Inline::Text(version.name.clone())],
            };
            inlines.push(Inline::Link {
                target: format!("{base}{}.pdf", version.stem),
                title: None,
                text: vec![name],
            });
        }
        let element = self.structure.add(Role::Paragraph, Structure::ROOT);
        let face = self.sheet.small;
        let look = Look::new(face.size, self.script, element).colour(self.sheet.inks.grey);
        self.paragraph(&inlines, look, Alignment::Start, face, column);
        self.padding(0.0, column);
    }

    /// The line that says that data are synthetic or somebody else's, where nobody can miss it.
    pub(super) fn disclosure(&mut self, front: &FrontMatter, column: &Column) {
        let Some(disclosure) = &front.disclosure else { return };
        self.space(9.0, true, column);
        let inner = self.indented(column, 12.0, 10.0);
        let element = self.structure.add(Role::Paragraph, Structure::ROOT);
        let start = self.items.len();
        let face = self.sheet.small;
        let look = Look::new(face.size, self.script, element).colour(self.sheet.inks.warm);
        self.padding(5.0, &inner);
        self.line_of(disclosure, look, face, &inner);
        self.padding(5.0, &inner);
        self.ground(start, column, self.sheet.inks.warm_ground, Some(self.sheet.inks.warm));
        for item in &mut self.items[start..] {
            item.keep = true;
        }
    }
}
