//! Tables: columns as wide as their contents want, numbers under each other by their decimal mark, rows that pages may
//! part, and a head that is repeated.

use super::columns::{Intervals, intervals_below, letters, parted, share};
use super::flow::{Column, Item, Part, Setter};
use super::inline::{Look, Words};
use super::sheet::Type;
use super::structure::{ElementId, Role};
use super::writer::Rgb;
use crate::diagnostic::Fault;
use crate::locale::digit_value;
use crate::render::article::blocks::{ColumnAlignment, Inline, Table};
use crate::text::paragraph::{Alignment, Line, Paragraph};

/// Space between columns, in points, and the least of it in tables of many columns.
const COLUMN_GAP: f32 = 14.0;
const LEAST_COLUMN_GAP: f32 = 6.0;
/// Above and below the lines of a cell.
const ROW_PADDING: f32 = 3.2;
/// Type smaller than this is not read; a table that would need it does not fit.
const LEAST_SIZE: f32 = 6.4;
/// Rows of up to this many lines are not parted.
const WHOLE_ROW: usize = 8;

struct Cell {
    element: ElementId,
    text: usize,
    paragraph: Paragraph,
    /// Byte of the decimal mark, or the end of the number, in a cell that holds one.
    mark: Option<usize>,
}

/// A cell in lines; `mark` is the distance of the decimal mark from the left end of its only line.
struct SetCell {
    element: ElementId,
    text: usize,
    lines: Vec<Line>,
    mark: Option<f32>,
}

struct Plan {
    /// Left edge and width of each column.
    columns: Vec<(f32, f32)>,
    face: Type,
}

impl Setter<'_> {
    /// A table as wide as the page; one that no type is small enough for goes into several, one below the other.
    pub(super) fn table(&mut self, table: &Table, column: &Column) {
        let count = table.alignments.len().max(table.head.len());
        if count == 0 {
            return;
        }
        let before = (
            self.structure.clone(),
            self.texts.len(),
            self.links.len(),
            self.items.len(),
        );
        let mut lacking = (0.0, 0.0);
        for intervals in [Intervals::Whole, Intervals::Broken] {
            match self.whole_table(table, count, intervals, column) {
                Ok(()) => return,
                Err(widths) => lacking = widths,
            }
            self.structure = before.0.clone();
            self.texts.truncate(before.1);
            self.links.truncate(before.2);
            self.items.truncate(before.3);
        }
        let Some(parts) = parted(table, count) else {
            self.too_wide(count, lacking);
            return;
        };
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.space(self.sheet.gap, false, column);
            }
            self.table(part, column);
        }
    }

    /// Sets a table, or says how wide it is at the smallest type, and how wide it may be, in points.
    fn whole_table(
        &mut self,
        table: &Table,
        count: usize,
        intervals: Intervals,
        column: &Column,
    ) -> Result<(), (f32, f32)> {
        let face = self.sheet.table;
        let gap = if count > 8 { LEAST_COLUMN_GAP } else { COLUMN_GAP };
        let room = column.width - gap * (count - 1) as f32;
        let with_breaks = (letters(table, count) * 0.52 * face.size > room).then(|| intervals_below(table, intervals));
        let table = with_breaks.as_ref().unwrap_or(table);
        let element = self.structure.add(Role::Table, column.parent);
        self.caption(table, element, column);
        // A head without a body is no head (ISO 14289-1, 7.2).
        let parts = match table.rows.is_empty() {
            true => [element, element],
            false => [Role::TableHead, Role::TableBody].map(|role| self.structure.add(role, element)),
        };
        let mut head = self.row(&table.head, parts[0], true, count, face.size);
        let mut rows: Vec<Vec<Cell>> = table
            .rows
            .iter()
            .map(|row| self.row(row, parts[1], false, count, face.size))
            .collect();
        let mut least = self.widths(&head, &rows, table, count, Paragraph::least_width);
        let scale = (room / least.iter().sum::<f32>().max(1.0)).min(1.0);
        let least_scale = match intervals {
            Intervals::Whole => 1.0,
            Intervals::Broken => LEAST_SIZE / face.size,
        };
        if scale < least_scale {
            return Err((least.iter().sum::<f32>() * LEAST_SIZE / face.size, room));
        }
        let face = Type {
            size: face.size * scale,
            leading: face.leading * scale,
        };
        if scale < 1.0 {
            self.resize(&mut head, face.size);
            for row in &mut rows {
                self.resize(row, face.size);
            }
            least = self.widths(&head, &rows, table, count, Paragraph::least_width);
        }
        let natural = self.widths(&head, &rows, table, count, Paragraph::natural_width);
        let cells: Vec<Vec<f32>> = std::iter::once(&head)
            .chain(&rows)
            .map(|row| row.iter().map(|cell| cell.paragraph.natural_width()).collect())
            .collect();
        let widths = share(&natural, &least, &cells, room);
        let plan = self.place_columns(&widths, gap, face, column);
        self.rows(head, rows, table, &plan, column);
        Ok(())
    }

    fn caption(&mut self, table: &Table, parent: ElementId, column: &Column) {
        if table.caption.is_empty() {
            return;
        }
        let element = self.structure.add(Role::Caption, parent);
        let face = self.sheet.small;
        let words = self.words(
            &table.caption,
            Look::new(face.size, self.script, element).colour(self.sheet.inks.grey),
        );
        let (text, paragraph) = self.shape(words, false);
        let start = self.items.len();
        let lines = paragraph.lines(column.width, Alignment::Start);
        self.lines(text, lines, face, column);
        self.space(4.0, true, column);
        for item in &mut self.items[start..] {
            item.keep = true;
        }
    }

    fn row(&mut self, cells: &[Vec<Inline>], parent: ElementId, head: bool, count: usize, size: f32) -> Vec<Cell> {
        let row = self.structure.add(Role::Row, parent);
        let role = if head { Role::HeadCell } else { Role::Cell };
        let empty = Vec::new();
        (0..count)
            .map(|at| {
                let element = self.structure.add(role, row);
                let mut look = Look::new(size, self.script, element)
                    .tabular()
                    .colour(self.sheet.inks.ink);
                if head {
                    look = look.bold();
                }
                let words = self.words(cells.get(at).unwrap_or(&empty), look);
                let mark = number_mark(&words.text, self.decimal_mark);
                let (text, paragraph) = self.shape(words, false);
                Cell {
                    element,
                    text,
                    paragraph,
                    mark,
                }
            })
            .collect()
    }

    /// Shapes the cells again, smaller.
    fn resize(&mut self, row: &mut [Cell], size: f32) {
        for cell in row {
            let set = &self.texts[cell.text];
            let ratio = size / self.sheet.table.size;
            let spans = cell.paragraph.spans().iter().cloned().map(|mut span| {
                span.style.size *= ratio;
                span.style.rise *= ratio;
                span
            });
            let words = Words {
                text: set.text.clone(),
                spans: spans.collect(),
                pieces: set.pieces.clone(),
            };
            (cell.text, cell.paragraph) = self.shape(words, false);
        }
    }

    /// The widest cell of each column; columns of numbers also need room on both sides of the decimal mark.
    fn widths(
        &self,
        head: &[Cell],
        rows: &[Vec<Cell>],
        table: &Table,
        count: usize,
        width: impl Fn(&Paragraph) -> f32,
    ) -> Vec<f32> {
        (0..count)
            .map(|at| {
                let cells = std::iter::once(&head[at]).chain(rows.iter().map(|row| &row[at]));
                let widest = cells.map(|cell| width(&cell.paragraph)).fold(0.0, f32::max);
                if table.alignments.get(at) != Some(&ColumnAlignment::End) {
                    return widest;
                }
                let (mut before, mut after) = (0.0_f32, 0.0_f32);
                for cell in rows.iter().map(|row| &row[at]) {
                    if let Some(mark) = self.set_cell(cell, f32::MAX / 4.0, ColumnAlignment::Start).mark {
                        before = before.max(mark);
                        after = after.max(cell.paragraph.natural_width() - mark);
                    }
                }
                widest.max(before + after)
            })
            .collect()
    }

    fn too_wide(&mut self, count: usize, (needed, room): (f32, f32)) {
        self.faults.push(
            Fault::input(
                "pdf::table-too-wide",
                format!("a table of {count} columns does not fit the page"),
            )
            .language(&self.article.language)
            .file(format!("article.{}.pdf", self.article.language))
            .path(self.place.clone())
            .found(format!("{needed:.0} pt at the smallest type"))
            .expected(format!("at most {room:.0} pt"))
            .hint("shorten the longest words of the table: no line ends within them"),
        );
    }

    fn place_columns(&self, widths: &[f32], gap: f32, face: Type, column: &Column) -> Plan {
        let mut at = 0.0;
        let mut columns = Vec::new();
        for width in widths {
            let left = if self.right_to_left {
                column.left + column.width - at - width
            } else {
                column.left + at
            };
            columns.push((left, *width));
            at += width + gap;
        }
        Plan { columns, face }
    }

    fn rows(&mut self, head: Vec<Cell>, rows: Vec<Vec<Cell>>, table: &Table, plan: &Plan, column: &Column) {
        let alignment = |at: usize| table.alignments.get(at).copied().unwrap_or(ColumnAlignment::Start);
        let set_row = |setter: &Self, row: &[Cell]| -> Vec<SetCell> {
            row.iter()
                .enumerate()
                .map(|(at, cell)| setter.set_cell(cell, plan.columns[at].1, alignment(at)))
                .collect()
        };
        let head_row = set_row(self, &head);
        let set: Vec<Vec<SetCell>> = rows.iter().map(|row| set_row(self, row)).collect();
        let marks: Vec<Option<f32>> = (0..plan.columns.len())
            .map(|at| {
                let aligned = alignment(at) == ColumnAlignment::End;
                aligned.then(|| self.mark_place(&set, at, plan.columns[at])).flatten()
            })
            .collect();
        let no_marks = vec![None; plan.columns.len()];
        let start = self.items.len();
        self.table_rule(0.9, self.sheet.inks.ink, true, column);
        let head_start = self.items.len();
        self.strips(head_row, &no_marks, plan, true, column);
        self.table_rule(0.6, self.sheet.inks.ink, true, column);
        let repeated: Vec<Item> = self.items[start..].iter().map(copy_of).collect();
        for item in &mut self.items[head_start..] {
            item.keep = true;
        }
        self.heads.push(repeated);
        let head_index = self.heads.len() - 1;
        let count = set.len();
        for (i, row) in set.into_iter().enumerate() {
            let first = self.items.len();
            self.strips(row, &marks, plan, false, column);
            let last = i + 1 == count;
            self.table_rule(
                if last { 0.9 } else { 0.4 },
                if last {
                    self.sheet.inks.ink
                } else {
                    self.sheet.inks.hairline
                },
                false,
                column,
            );
            if i > 0 {
                for item in &mut self.items[first..] {
                    item.head = Some(head_index);
                }
            }
            // The rule belongs to its row; the last row does not stand alone.
            let end = self.items.len();
            self.items[end - 2].keep = true;
            self.items[end - 1].keep = i + 2 == count;
        }
        self.items.last_mut().expect("a table has a rule").keep = false;
    }

    fn table_rule(&mut self, thickness: f32, colour: Rgb, keep: bool, column: &Column) {
        let rule = Part::Box {
            x: column.left,
            y: 0.0,
            width: column.width,
            height: thickness,
            colour,
        };
        let item = Item {
            height: thickness,
            parts: vec![rule],
            keep,
            ..Item::default()
        };
        self.push(item, column);
    }

    fn set_cell(&self, cell: &Cell, width: f32, alignment: ColumnAlignment) -> SetCell {
        let alignment = match alignment {
            ColumnAlignment::Start => Alignment::Start,
            ColumnAlignment::Center => Alignment::Center,
            ColumnAlignment::End => Alignment::End,
        };
        let lines = cell.paragraph.lines(width + 0.02, alignment);
        let mark = match (&lines[..], cell.mark) {
            ([line], Some(byte)) => Some(place_of(line, byte)),
            _ => None,
        };
        SetCell {
            element: cell.element,
            text: cell.text,
            lines,
            mark,
        }
    }

    /// Where the decimal marks of a column stand on the page.
    fn mark_place(&self, rows: &[Vec<SetCell>], at: usize, (left, width): (f32, f32)) -> Option<f32> {
        let mut sides: Option<(f32, f32)> = None;
        for cell in rows.iter().map(|row| &row[at]) {
            if let (Some(mark), [line]) = (cell.mark, &cell.lines[..]) {
                let (before, after) = sides.unwrap_or((0.0, 0.0));
                sides = Some((before.max(mark), after.max(line.width - mark)));
            }
        }
        let (before, after) = sides?;
        Some(if self.right_to_left {
            left + before
        } else {
            left + width - after
        })
    }

    /// One item for each line of the row's highest cell.
    fn strips(&mut self, row: Vec<SetCell>, marks: &[Option<f32>], plan: &Plan, head: bool, column: &Column) {
        let face = plan.face;
        let height = row.iter().map(|cell| cell.lines.len()).max().unwrap_or(0).max(1);
        let mut strips: Vec<Item> = (0..height)
            .map(|i| Item {
                height: face.leading
                    + if i == 0 { ROW_PADDING } else { 0.0 }
                    + if i + 1 == height { ROW_PADDING } else { 0.0 },
                keep: height <= WHOLE_ROW || i == 0 || i + 2 >= height,
                ..Item::default()
            })
            .collect();
        for (at, cell) in row.into_iter().enumerate() {
            let (left, _) = plan.columns[at];
            strips[0].parts.push(Part::Attach(cell.element));
            // Heads of several lines stand on the last one.
            let offset = if head { height - cell.lines.len().max(1) } else { 0 };
            let x = match (marks[at], cell.mark, cell.lines.first()) {
                (Some(place), Some(mark), Some(line)) => place - mark - line.runs.first().map_or(0.0, |run| run.x),
                _ => left,
            };
            for (i, line) in cell.lines.into_iter().enumerate() {
                let i = i + offset;
                strips[i].notes.extend(self.notes_of(cell.text, &line));
                strips[i].parts.push(Part::Line {
                    text: cell.text,
                    line,
                    x,
                    baseline: face.baseline() + if i == 0 { ROW_PADDING } else { 0.0 },
                });
            }
        }
        for strip in strips {
            self.push(strip, column);
        }
    }
}

fn copy_of(item: &Item) -> Item {
    Item {
        height: item.height,
        parts: item.parts.clone(),
        ..Item::default()
    }
}

/// Distance of a byte's cluster from the left end of a line.
fn place_of(line: &Line, byte: usize) -> f32 {
    let left = line.runs.first().map_or(0.0, |run| run.x);
    for cluster in line.runs.iter().flat_map(|run| &run.clusters) {
        if cluster.text.as_ref().is_some_and(|range| range.contains(&byte)) {
            return cluster.x - left;
        }
    }
    // The number ends where its last digit does.
    let before = line
        .runs
        .iter()
        .flat_map(|run| &run.clusters)
        .find(|cluster| cluster.text.as_ref().is_some_and(|range| range.end == byte));
    before.map_or(line.width, |cluster| cluster.x + cluster.advance - left)
}

/// The byte of the decimal mark of the first number of a text, or of its end when it is whole.
fn number_mark(text: &str, decimal: char) -> Option<usize> {
    let start = text.find(|c: char| digit_value(c).is_some())?;
    let before = text[..start].chars().last();
    if before.is_some_and(char::is_alphabetic) {
        return None;
    }
    let mut characters = text[start..].char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let digit_follows = characters.peek().is_some_and(|(_, next)| digit_value(*next).is_some());
        if digit_value(c).is_some() {
            continue;
        }
        if c == decimal && digit_follows {
            return Some(start + at);
        }
        let groups = matches!(c, ',' | '.' | '٬' | '\u{A0}' | '\u{202F}' | '’' | '\'');
        if !(groups && digit_follows) {
            return Some(start + at);
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_decimal_mark_is_found_past_signs_and_groups() {
        assert_eq!(number_mark("−75.16%", '.'), Some("−75".len()));
        assert_eq!(number_mark("12,345.5 ms", '.'), Some(6));
        assert_eq!(
            number_mark("12 345,5 ms".replace(' ', "\u{A0}").as_str(), ','),
            Some("12\u{A0}345".len())
        );
        assert_eq!(number_mark("300 ms", '.'), Some(3));
        assert_eq!(number_mark("unchanged", '.'), None);
        assert_eq!(number_mark("v2.7", '.'), None);
    }
}
