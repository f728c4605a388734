//! Ids and names as the data format takes them: short, visible, each once.

/// Ids that differ from one another.
#[derive(Default)]
pub(super) struct Ids(Vec<String>);

impl Ids {
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

/// Longer ids than this are made shorter: they are file names, anchors and keys that people type.
const LONG_ID: usize = 40;

/// Ids of things that stand beside each other, in their order. Where some are long, as those of commands are, they are made
/// from the words in which the names differ, and from the last part of a path.
pub(super) fn short_ids(names: &[String], fallback: &str) -> Vec<String> {
    let full: Vec<String> = names.iter().map(|name| slug(name, fallback)).collect();
    let mut ids = Ids::default();
    let is_command = |name: &String| (name.contains(' ') && !name.contains(", ")) || is_path(name);
    if full.iter().all(|id| id.len() <= LONG_ID) || !names.iter().any(is_command) {
        return full.into_iter().map(|id| ids.distinct(id, '-')).collect();
    }
    let own: Vec<String> = own_words(names).iter().map(|words| slug(words, fallback)).collect();
    let short: Vec<String> = own.iter().map(|id| start_of(id).to_owned()).collect();
    let is_alone = |at: usize| short.iter().filter(|id| **id == short[at]).count() == 1;
    let chosen = (0..names.len()).map(|at| match is_alone(at) {
        true => short[at].clone(),
        false => end_of(&own[at]).to_owned(),
    });
    chosen.map(|id| ids.distinct(id, '-')).collect()
}

fn is_path(word: &str) -> bool {
    ["/", "./", "../", "~/"].iter().any(|start| word.starts_with(start))
}

/// What is left of each name without the words that all begin and end with, paths cut down to their last part.
fn own_words(names: &[String]) -> Vec<String> {
    let words: Vec<Vec<&str>> = names.iter().map(|name| name.split_whitespace().collect()).collect();
    let shortest = words.iter().map(Vec::len).min().unwrap_or(0);
    let alike = |same: &dyn Fn(&Vec<&str>, usize) -> bool, most: usize| {
        let all = |at: &usize| words.len() > 1 && words.iter().all(|of| same(of, *at));
        (0..most).take_while(all).count()
    };
    let before = alike(&|of, at| of[at] == words[0][at], shortest.saturating_sub(1));
    let behind = |of: &Vec<&str>, at: usize| of[of.len() - 1 - at] == words[0][words[0].len() - 1 - at];
    let after = alike(&behind, shortest.saturating_sub(before + 1));
    let last_part = |word: &&str| match word.trim_end_matches('/').rsplit_once('/') {
        Some((_, last)) if is_path(word) => last.to_owned(),
        _ => (*word).to_owned(),
    };
    let own = |of: &Vec<&str>| of[before..of.len() - after].iter().map(last_part).collect::<Vec<_>>();
    words.iter().map(|of| own(of).join(" ")).collect()
}

/// The first whole words of a long id.
fn start_of(id: &str) -> &str {
    match id.get(..LONG_ID) {
        None => id,
        Some(start) if id[LONG_ID..].starts_with(['-', '.']) => start,
        Some(start) => start.rsplit_once('-').map_or(start, |(words, _)| words),
    }
}

/// The last whole words of a long id.
fn end_of(id: &str) -> &str {
    let Some(over) = id.len().checked_sub(LONG_ID) else {
        return id;
    };
    id[over..].split_once('-').map_or(&id[over..], |(_, words)| words)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        short_ids(&names, "variant")
    }

    #[test]
    fn short_names_keep_all_their_words() {
        assert_eq!(ids(&["fd --hidden", "find ."]), ["fd-hidden", "find"]);
        assert_eq!(
            ids(&["target/release/bench", "a b", "a-b"]),
            ["target-release-bench", "a-b", "a-b-2"]
        );
    }

    #[test]
    fn ids_of_long_commands_are_made_of_what_differs() {
        let bin = |name: &str| format!("cargo run --release --bin {name} measurements_1000000000.txt");
        assert_eq!(ids(&[&bin("1brc"), &bin("lucretiel_1brc")]), ["1brc", "lucretiel-1brc"]);
        assert_eq!(
            ids(&["/home/max/Documents/dev/pypy-git/pypy/goal/pypy3.10-c", "python3.8"]),
            ["pypy3.10-c", "python3.8"]
        );
        // A name that is the start of another one keeps its last word.
        let long = "run --with-a-long-option-that-says-much --and-more";
        assert_eq!(ids(&[long, &format!("{long} --twice")])[0], "and-more");
    }

    #[test]
    fn long_ids_with_one_start_are_told_apart() {
        let of = |end: &str| format!("run a-very-long-name-of-one-word-that-never-ends-{end}");
        let found = ids(&[&of("first"), &of("second"), &of("second")]);
        assert!(found.iter().all(|id| id.len() <= LONG_ID + 2), "{found:?}");
        assert!(found[0].ends_with("first") && found[1].ends_with("second") && found[2].ends_with("second-2"));
    }
}
