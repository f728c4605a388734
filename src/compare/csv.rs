//! Two tables of comma-separated values (RFC 4180): row and column of each cell that differs.

use super::{Difference, Kind, shown};

/// `None` when one of them has a quote that is not closed.
pub(super) fn differences(found: &str, expected: &str) -> Option<Vec<Difference>> {
    let (found, expected) = (rows(found)?, rows(expected)?);
    let mut list = Vec::new();
    let nothing = Vec::new();
    for row in 0..found.len().max(expected.len()) {
        let a = found.get(row).unwrap_or(&nothing);
        let b = expected.get(row).unwrap_or(&nothing);
        for column in 0..a.len().max(b.len()) {
            if a.get(column) != b.get(column) {
                list.push(Difference {
                    kind: Kind::Value,
                    place: place(expected.first(), row, column),
                    found: a.get(column).map(|cell| shown(cell)),
                    expected: b.get(column).map(|cell| shown(cell)),
                });
            }
        }
    }
    Some(list)
}

/// Rows are counted as an editor counts lines, the head is the first.
fn place(head: Option<&Vec<String>>, row: usize, column: usize) -> String {
    match head.and_then(|head| head.get(column)).filter(|_| row > 0) {
        Some(name) => format!("row {}, column {name}", row + 1),
        None => format!("row {}, column {}", row + 1, column + 1),
    }
}

fn rows(text: &str) -> Option<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted && characters.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    if quoted {
        return None;
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_told_by_its_row_and_the_name_of_its_column() {
        let list = differences("m,value\n\"a, b\",1\n", "m,value\n\"a, b\",2\nc,3").unwrap();
        let told: Vec<(&str, Option<&str>, Option<&str>)> = list
            .iter()
            .map(|d| (d.place.as_str(), d.found.as_deref(), d.expected.as_deref()))
            .collect();
        assert_eq!(
            told,
            [
                ("row 2, column value", Some("`1`"), Some("`2`")),
                ("row 3, column m", None, Some("`c`")),
                ("row 3, column value", None, Some("`3`")),
            ]
        );
        assert_eq!(differences("\"a", "a"), None);
    }
}
