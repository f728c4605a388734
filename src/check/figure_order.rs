//! Whether figures of a paragraph changed places in its translation.
//!
//! Word order differs between languages, so another order alone proves nothing. Figures may follow the names that stand
//! beside them, and the one that the others are compared with may follow the words that say so; how many of how many,
//! and how many of what, is said in either order. What is left is told.

use super::baseline_words::compared_with;
use crate::translation::placeholders::{Printed, code_spans, printed};
use std::collections::BTreeMap;
use std::ops::Range;

/// Two figures, in the order of the reference language, that the translation has the other way round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchanged {
    pub first: String,
    pub second: String,
    /// Bytes of the tag that the translation has first.
    pub place: Range<usize>,
}

/// Says in a translation that another order of its figures is meant: `{# reordered #}`.
pub const MEANT: &str = "reordered";

/// A text with its language.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    pub tag: &'a str,
    pub text: &'a str,
}

/// The pairs of figures that changed places; none where the translation says that it is meant so.
pub fn exchanged(reference: Text, translation: Text) -> Vec<Exchanged> {
    if says_that_it_is_meant(translation.text) {
        return Vec::new();
    }
    let (from, to) = (Said::of(reference), Said::of(translation));
    // Each figure of the reference language that the translation prints, with its position there.
    let pairs: Vec<(usize, usize)> = (from.figures.iter().enumerate())
        .filter_map(|(at, figure)| Some((at, to.figures.iter().position(|f| f.id == figure.id)?)))
        .collect();
    let compared = from.compared.zip(to.compared);
    let mut found = Vec::new();
    for (index, &(a, there_a)) in pairs.iter().enumerate() {
        for &(b, there_b) in &pairs[index + 1..] {
            let (first, second) = (&from.figures[a], &from.figures[b]);
            if first.id.0 == second.id.0 || is_whole_and_part(first, second) {
                continue;
            }
            let of_both = |position: usize| position == a || position == b;
            let exchanged = match compared {
                // The words say of one of the two that it is the one compared with: in both languages of the same.
                Some((here, there)) if of_both(here) && [there_a, there_b].contains(&there) => {
                    let translated = pairs.iter().find(|(_, position)| *position == there);
                    translated.is_some_and(|(position, _)| *position != here)
                }
                _ => (there_a > there_b) != from.names_change_places(&to, (a, b), (there_a, there_b)),
            };
            if exchanged {
                found.push(Exchanged {
                    first: first.id.0.clone(),
                    second: second.id.0.clone(),
                    place: to.figures[there_a.min(there_b)].place.clone(),
                });
            }
        }
    }
    found
}

fn says_that_it_is_meant(text: &str) -> bool {
    let comments = text.split("{#").skip(1);
    let mut inner = comments.filter_map(|rest| rest.split("#}").next());
    inner.any(|comment| comment.trim_matches(['-', ' ']) == MEANT)
}

/// A figure of a paragraph.
struct Figure {
    /// Its name, and how often that was printed before it.
    id: (String, usize),
    place: Range<usize>,
}

/// What a paragraph says that can be told apart in every language.
struct Said {
    figures: Vec<Figure>,
    /// Names of things, by what they are, with their places; a name that stands there twice binds nothing.
    names: Vec<(String, Range<usize>)>,
    /// The figure that the words compare with.
    compared: Option<usize>,
}

impl Said {
    fn of(text: Text) -> Said {
        let mut figures: Vec<Figure> = Vec::new();
        let mut names = code_spans(text.text);
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for (what, place) in printed(text.text) {
            match what {
                Printed::Number(name) => {
                    let count = times.entry(name.clone()).or_default();
                    let id = (name, *count);
                    *count += 1;
                    figures.push(Figure { id, place });
                }
                Printed::Text(name) => names.push((thing(&name).to_owned(), place)),
                Printed::Literal(name) => names.push((name, place)),
            }
        }
        let once: Vec<(String, Range<usize>)> = names
            .iter()
            .filter(|(name, _)| names.iter().filter(|(other, _)| other == name).count() == 1)
            .cloned()
            .collect();
        let places: Vec<Range<usize>> = figures.iter().map(|figure| figure.place.clone()).collect();
        Said {
            compared: compared_with(text.text, text.tag, &places),
            names: once,
            figures,
        }
    }

    /// The name beside a figure. Where a paragraph begins with a name, names stand before their figures, and else behind
    /// them.
    fn name_beside(&self, figure: usize) -> Option<&str> {
        let first_name = self.names.iter().map(|(_, place)| place.start).min()?;
        let place = &self.figures[figure].place;
        let (name, _) = match first_name < self.figures[0].place.start {
            true => self
                .names
                .iter()
                .filter(|(_, name)| name.end <= place.start)
                .max_by_key(|(_, name)| name.start),
            false => self
                .names
                .iter()
                .filter(|(_, name)| name.start >= place.end)
                .min_by_key(|(_, name)| name.start),
        }?;
        Some(name)
    }

    /// Whether two figures stand beside different names, and these changed places in the translation.
    fn names_change_places(&self, to: &Said, here: (usize, usize), there: (usize, usize)) -> bool {
        let beside = |said: &Said, figures: (usize, usize)| {
            let pair = (said.name_beside(figures.0)?, said.name_beside(figures.1)?);
            (pair.0 != pair.1).then(|| (pair.0.to_owned(), pair.1.to_owned()))
        };
        let (Some(here), Some(names_there)) = (beside(self, here), beside(to, there)) else {
            return false;
        };
        let follow = here == names_there;
        let crossed = (&here.0, &here.1) == (&names_there.1, &names_there.0);
        let turned = there.0 > there.1;
        (follow && turned) || (crossed && !turned)
    }
}

/// What a name is of: `candidate.name` and `candidate.short` are names of the candidate.
fn thing(name: &str) -> &str {
    let end = [".name", ".short", ".label"];
    end.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// “3 of 12”, “12 calls in 3 batches”, “10 calls after one for warming up” and “in place 3 with 8 ms” are said in either
/// order.
fn is_whole_and_part(a: &Figure, b: &Figure) -> bool {
    const WHOLES: [&str; 4] = ["counts.cases", "counts.variants", "case_count", "total_count"];
    const NESTED: [[&str; 2]; 2] = [
        ["counts.calls", "counts.batches"],
        ["counts.calls_per_batch", "counts.warmup_calls_per_batch"],
    ];
    let (a, b) = (a.id.0.as_str(), b.id.0.as_str());
    let both = |pair: &[&str; 2]| pair.contains(&a) && pair.contains(&b);
    let is_place = |name: &str| name.ends_with(".place");
    WHOLES.contains(&a) || WHOLES.contains(&b) || is_place(a) != is_place(b) || NESTED.iter().any(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(reference: &str, tag: &str, translation: &str) -> Vec<String> {
        // Short names for what templates name at length.
        let long = |text: &str| {
            text.replace("<A>", "{{ m.t.mean.baseline | quantity(digits=1) }}")
                .replace("<B>", "{{ m.t.mean.candidate | quantity(digits=1) }}")
                .replace("<C>", "{{ m.t.mean.change | percent }}")
        };
        let (reference, translation) = (long(reference), long(translation));
        let reference = Text {
            tag: "en",
            text: &reference,
        };
        let found = exchanged(
            reference,
            Text {
                tag,
                text: &translation,
            },
        )
        .into_iter();
        found.map(|pair| format!("{} {}", pair.first, pair.second)).collect()
    }

    const BASELINE_CANDIDATE: &str = "m.t.mean.baseline m.t.mean.candidate";

    #[test]
    fn figures_that_change_places_are_told() {
        assert_eq!(told("from <A> to <B>", "pl", "z <B> do <A>"), [BASELINE_CANDIDATE]);
        assert_eq!(told("from <A> to <B>", "pl", "z <A> do <B>"), [""; 0]);
        assert_eq!(told("<A>, then <B>: <C>", "de", "<C>, dann <B>: <A>").len(), 3);
        assert_eq!(told("from <A> to <B>", "pl", "z <B> do <A>{# reordered #}"), [""; 0]);
    }

    #[test]
    fn figures_follow_their_names() {
        let reference = "{{ baseline.name }} took <A>, {{ candidate.name }} took <B>";
        let turned = "{{ candidate.short }} brauchte <B>, {{ baseline.short }} brauchte <A>";
        assert_eq!(told(reference, "de", turned), [""; 0]);
        let names_alone = "{{ candidate.short }} brauchte <A>, {{ baseline.short }} brauchte <B>";
        assert_eq!(told(reference, "de", names_alone), [BASELINE_CANDIDATE]);
        let figures_alone = "{{ baseline.short }} brauchte <B>, {{ candidate.short }} brauchte <A>";
        assert_eq!(told(reference, "de", figures_alone), [BASELINE_CANDIDATE]);
        assert_eq!(told("`off`: <A>, `on`: <B>", "de", "`on`: <B>, `off`: <A>"), [""; 0]);
    }

    #[test]
    fn figures_follow_the_words_of_a_comparison() {
        let reference = "took <B> instead of <A>";
        for (tag, right, wrong) in [
            ("ja", "<A>ではなく<B>", "<B>ではなく<A>"),
            ("tr", "<A> yerine <B> sürdü", "<B> yerine <A> sürdü"),
            ("de", "brauchte statt <A> nur <B>", "brauchte statt <B> nur <A>"),
            ("pl", "trwała <B> zamiast <A>", "trwała <A> zamiast <B>"),
        ] {
            assert_eq!(told(reference, tag, right), [""; 0], "{right}");
            assert_eq!(
                told(reference, tag, wrong),
                ["m.t.mean.candidate m.t.mean.baseline"],
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_part_and_its_whole_are_said_in_either_order() {
        let reference = "{{ n.shown_count | count }} of {{ total_count | count }}";
        let turned = "全{{ total_count | count }}件中{{ n.shown_count | count }}件";
        assert_eq!(told(reference, "ja", turned), [""; 0]);
    }
}
