//! Ids and names as the data format takes them: short, visible, each once.

/// Ids that differ from one another.
#[derive(Default)]
pub(super) struct Ids(Vec<String>);

impl Ids {
    pub fn of(&mut self, name: &str, fallback: &str) -> String {
        self.distinct(slug(name, fallback), '-')
    }

    pub fn of_measure(&mut self, id: &str) -> String {
        self.distinct(measure_id(id), '_')
    }

    fn distinct(&mut self, id: String, joint: char) -> String {
        // Templates write `_` for what is no letter or digit.
        let in_templates = |id: &str| id.replace(['.', '-'], "_");
        let mut distinct = id.clone();
        let mut number = 2;
        while self.0.contains(&in_templates(&distinct)) {
            let end = format!("{joint}{number}");
            let start = &id[..id.len().min(LONGEST_ID - end.len())];
            distinct = format!("{start}{end}");
            number += 1;
        }
        self.0.push(in_templates(&distinct));
        distinct
    }
}

/// Names that differ from one another.
#[derive(Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    pub fn of(&mut self, name: &str) -> String {
        let name = match clean(name, LONGEST_NAME) {
            empty if empty.is_empty() => "unnamed".to_owned(),
            name => name,
        };
        let mut distinct = name.clone();
        let mut number = 2;
        while self.0.contains(&distinct) {
            let end = format!(" ({number})");
            distinct = format!("{}{end}", clean(&name, LONGEST_NAME - end.len()));
            number += 1;
        }
        self.0.push(distinct.clone());
        distinct
    }
}

/// The longest name and the longest other text of the data format, in characters.
pub(super) const LONGEST_NAME: usize = 200;

pub(super) const LONGEST_TEXT: usize = 4000;

/// One line of visible characters, at most `longest` of them.
pub(super) fn clean(text: &str, longest: usize) -> String {
    let hidden =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let shown: String = text.chars().map(|c| if hidden(c) { ' ' } else { c }).collect();
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    match shown.char_indices().nth(longest) {
        None => shown,
        Some(_) => {
            let kept: String = shown.chars().take(longest - 1).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// The longest id made from a name, in characters.
pub(super) const LONGEST_ID: usize = 64;

/// Lower-case ASCII letters, digits and dots of a name, with `-` for all else.
pub fn slug(name: &str, fallback: &str) -> String {
    let mut id = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | '0'..='9' => id.push(c),
            'A'..='Z' => id.push(c.to_ascii_lowercase()),
            '.' if id.ends_with(|c: char| c.is_ascii_digit()) => id.push('.'),
            _ if id.ends_with('-') || id.is_empty() => {}
            _ => id.push('-'),
        }
    }
    let id = id.trim_matches(['-', '.']);
    // The end of a long name tells more: a path or a package comes first.
    let id = match id.len().checked_sub(LONGEST_ID) {
        None | Some(0) => id,
        Some(over) => id[over..].split_once('-').map_or(&id[over..], |(_, rest)| rest),
    };
    let id = id.trim_start_matches(['-', '.']);
    if id.is_empty() {
        fallback.to_owned()
    } else {
        id.to_owned()
    }
}

/// The id of a measure made from a name: like a slug, with `_`.
pub fn measure_id(name: &str) -> String {
    let id = slug(&name.replace('%', " percent ").replace('/', " per "), "measure");
    id.replace(['-', '.'], "_")
}
