//! The columns of a table: how wide they are, and what becomes of tables that are wider than the page. Knows widths in
//! points and cells, nothing of pages.

use crate::locale::digit_value;
use crate::render::article::blocks::{ColumnAlignment, Inline, Table, plain_text};

/// How intervals stand below their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intervals {
    /// In one line, at the full size of the type.
    Whole,
    /// In as many lines as they need.
    Broken,
}

/// Letters of the widest cells of all columns; ideographs count for two.
pub(super) fn letters(table: &Table, count: usize) -> f32 {
    let long = |cell: &Vec<Inline>| -> usize {
        let text = plain_text(cell);
        text.chars().map(|c| if c >= '\u{2e80}' { 2 } else { 1 }).sum()
    };
    let widest = |at: usize| {
        let cells = std::iter::once(&table.head).chain(&table.rows);
        cells.filter_map(|row| row.get(at)).map(long).max().unwrap_or(0)
    };
    (0..count).map(widest).sum::<usize>() as f32
}

/// The table with intervals on a line of their own, below their values.
pub(super) fn intervals_below(table: &Table, intervals: Intervals) -> Table {
    let mut table = table.clone();
    for row in &mut table.rows {
        for (cell, alignment) in row.iter_mut().zip(&table.alignments) {
            if *alignment == ColumnAlignment::End {
                break_before_bracket(cell, intervals);
            }
        }
    }
    table
}

fn break_before_bracket(cell: &mut Vec<Inline>, intervals: Intervals) {
    let found = cell.iter().enumerate().find_map(|(i, inline)| {
        let Inline::Text(text) = inline else { return None };
        let at = text.find(['(', '（'])?;
        text[..at].contains(|c| digit_value(c).is_some()).then_some((i, at))
    });
    if let Some((i, at)) = found
        && let Inline::Text(text) = cell[i].clone()
    {
        let (value, interval) = text.split_at(at);
        let parts = [
            Inline::Text(value.trim_end().to_owned()),
            Inline::LineBreak,
            Inline::Text(match intervals {
                Intervals::Whole => interval.replace(' ', "\u{a0}"),
                Intervals::Broken => interval.to_owned(),
            }),
        ];
        cell.splice(i..=i, parts);
    }
}

/// The table as several: each has the columns of names, and a part of the others. `None` when it has too few of them.
pub(super) fn parted(table: &Table, count: usize) -> Option<[Table; 2]> {
    let is_number = |at: &usize| table.alignments.get(*at) == Some(&ColumnAlignment::End);
    let names = (0..count).find(is_number).unwrap_or(1).max(1);
    let others = count.checked_sub(names).filter(|others| *others > 1)?;
    let middle = names + others.div_ceil(2);
    let columns = |range: std::ops::Range<usize>| -> Vec<usize> { (0..names).chain(range).collect() };
    let part = |columns: &[usize], caption: &[Inline]| {
        let of = |row: &Vec<Vec<Inline>>| -> Vec<Vec<Inline>> {
            let cells = columns.iter().map(|at| row.get(*at).cloned().unwrap_or_default());
            cells.collect()
        };
        let alignments = columns.iter().map(|at| table.alignments.get(*at).copied());
        Table {
            caption: caption.to_vec(),
            alignments: alignments.map(|a| a.unwrap_or(ColumnAlignment::Start)).collect(),
            head: of(&table.head),
            rows: table.rows.iter().map(of).collect(),
        }
    };
    Some([
        part(&columns(names..middle), &table.caption),
        part(&columns(middle..count), &[]),
    ])
}

/// Shares the room among columns, so that rows have few lines. `cells` are the widths that cells would have in one
/// line, row by row.
pub(super) fn share(natural: &[f32], least: &[f32], cells: &[Vec<f32>], room: f32) -> Vec<f32> {
    let wanted: f32 = natural.iter().sum();
    if wanted <= room {
        // Wide columns take more of what is left, but a narrow table does not fall apart.
        let spare = room - wanted;
        let each = spare / natural.len() as f32;
        return natural
            .iter()
            .map(|w| w + 0.5 * each + 0.5 * spare * w / wanted.max(1.0))
            .collect();
    }
    // Each step goes to the column whose cells make the most rows high.
    const STEP: f32 = 3.0;
    let mut widths = least.to_vec();
    let mut spare = room - least.iter().sum::<f32>();
    while spare > 0.0 {
        let step = STEP.min(spare);
        let mut gains = vec![0.0_f32; widths.len()];
        for row in cells {
            let lines = |at: usize| (row[at] / widths[at].max(1.0)).max(1.0);
            let highest = (0..row.len()).max_by(|a, b| lines(*a).total_cmp(&lines(*b)));
            if let Some(at) = highest.filter(|at| row[*at] > widths[*at]) {
                gains[at] += lines(at) - (row[at] / (widths[at] + step)).max(1.0);
            }
        }
        let most = (0..gains.len()).max_by(|a, b| gains[*a].total_cmp(&gains[*b]));
        match most.filter(|at| gains[*at] > 0.0) {
            Some(at) => widths[at] += step,
            None => {
                let count = widths.len() as f32;
                widths.iter_mut().for_each(|width| *width += spare / count);
                break;
            }
        }
        spare -= step;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_get_what_they_need_and_share_the_rest() {
        let widths = share(&[100.0, 300.0], &[80.0, 60.0], &[vec![100.0, 300.0]], 240.0);
        assert!((widths.iter().sum::<f32>() - 240.0).abs() < 0.01);
        assert!(widths[0] >= 80.0 && widths[1] > 60.0);
    }

    #[test]
    fn the_column_that_makes_rows_high_gets_the_room() {
        let rows = vec![vec![400.0, 40.0, 90.0]; 5];
        let widths = share(&[400.0, 40.0, 90.0], &[60.0, 40.0, 30.0], &rows, 300.0);
        assert!(widths[0] > 190.0, "{widths:?}");
        assert!(widths[2] > 40.0, "{widths:?}");
    }

    #[test]
    fn intervals_stand_below_their_values_and_names_keep_their_brackets() {
        let mut cell = vec![Inline::Text("−12,3% (od −14,5% do −10,2%)".into())];
        break_before_bracket(&mut cell, Intervals::Whole);
        assert_eq!(cell[0], Inline::Text("−12,3%".into()));
        assert_eq!(cell[2], Inline::Text("(od\u{a0}−14,5%\u{a0}do\u{a0}−10,2%)".into()));
        let mut name = vec![Inline::Text("cache (on)".into())];
        break_before_bracket(&mut name, Intervals::Broken);
        assert_eq!(name.len(), 1);
    }

    #[test]
    fn a_table_is_parted_behind_its_names() {
        let row = |words: &[&str]| {
            words
                .iter()
                .map(|word| vec![Inline::Text((*word).into())])
                .collect::<Vec<_>>()
        };
        let table = Table {
            caption: Vec::new(),
            alignments: vec![
                ColumnAlignment::Start,
                ColumnAlignment::End,
                ColumnAlignment::End,
                ColumnAlignment::End,
            ],
            head: row(&["name", "a", "b", "c"]),
            rows: vec![row(&["x", "1", "2", "3"])],
        };
        let [first, second] = parted(&table, 4).unwrap();
        assert_eq!(
            (first.head, first.rows),
            (row(&["name", "a", "b"]), vec![row(&["x", "1", "2"])])
        );
        assert_eq!(
            (second.head, second.rows),
            (row(&["name", "c"]), vec![row(&["x", "3"])])
        );
        let narrow = Table {
            alignments: vec![ColumnAlignment::Start, ColumnAlignment::End],
            head: row(&["a", "b"]),
            ..table
        };
        assert!(parted(&narrow, 2).is_none());
    }
}
