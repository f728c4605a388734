//! The words for mean and median, in every language, and the sentences that hold them.

use super::strong_words::{Word, places, sentences_of};
use std::ops::Range;

/// What a sentence names. A median of batch means is a median.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Mean,
    Median,
}

/// A sentence that names a statistic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    pub named: Named,
    /// Bytes of the sentence.
    pub span: Range<usize>,
    /// Bytes of the word.
    pub word: Range<usize>,
}

/// For each language the beginnings of its words for mean, and for median: other endings are other cases and numbers.
#[rustfmt::skip]
const LANGUAGES: &[(&str, &[Word], &[Word])] = &[
    ("ar", &["متوسط", "المتوسط", "بمتوسط", "متوسطًا"], &["وسيط", "الوسيط", "بوسيط", "للوسيط"]),
    ("de", &["mittelwert*", "im mittel", "durchschnitt*"], &["median*"]),
    ("en", &["mean", "means", "average*"], &["median*"]),
    ("es", &["la media", "una media", "de media", "media de", "promedio*"], &["mediana*"]),
    ("fr", &["moyenne*"], &["médian*"]),
    ("he", &["ממוצע", "הממוצע", "בממוצע", "ממוצעים", "לממוצע"], &["חציון", "החציון", "בחציון", "לחציון"]),
    ("hi", &["औसत", "माध्य"], &["माध्यिका", "मध्यिका"]),
    ("it", &["media", "medie", "in media"], &["mediana", "mediane"]),
    ("ja", &["平均"], &["中央値"]),
    ("ko", &["평균"], &["중앙값", "중위수"]),
    ("nl", &["gemiddeld*"], &["mediaan", "medianen"]),
    ("pl", &["średni*"], &["median*"]),
    ("pt-BR", &["média", "médias"], &["mediana*"]),
    ("ru", &["средн*"], &["медиан*"]),
    ("sv", &["medelvärde*", "genomsnitt*", "i medeltal"], &["median*"]),
    ("th", &["ค่าเฉลี่ย", "โดยเฉลี่ย"], &["มัธยฐาน"]),
    ("tr", &["ortalama*"], &["medyan*", "ortanca*"]),
    ("uk", &["середн*"], &["медіан*"]),
    ("zh-Hans", &["平均", "均值"], &["中位数"]),
    ("zh-Hant", &["平均", "均值"], &["中位數"]),
];

/// Every sentence of a text that names a mean or a median.
pub fn sentences(text: &str, tag: &str) -> Vec<Sentence> {
    let Some((_, means, medians)) = LANGUAGES.iter().find(|(language, ..)| *language == tag) else {
        return Vec::new();
    };
    let named = |span: Range<usize>| {
        let sentence = &text[span.clone()];
        let first = |words: &[Word]| words.iter().find_map(|word| places(sentence, word).next());
        let median = first(medians).map(|word| (Named::Median, word));
        let (named, word) = median.or_else(|| first(means).map(|word| (Named::Mean, word)))?;
        Some(Sentence {
            named,
            word: span.start + word.start..span.start + word.end,
            span,
        })
    };
    let sentences = sentences_of(text).into_iter();
    sentences.flat_map(|span| items(text, span)).filter_map(named).collect()
}

/// The items of a list, which is one sentence to those who look for full stops.
fn items(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = span.start;
    for (at, _) in text[span.clone()].match_indices('\n') {
        let at = span.start + at;
        if text[at + 1..].trim_start_matches(' ').starts_with(['•', '–', '-', '*']) {
            parts.push(start..at);
            start = at;
        }
    }
    parts.push(start..span.end);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_words() {
        for script in crate::locale::SCRIPTS {
            let lists = LANGUAGES.iter().find(|(tag, ..)| *tag == script.tag);
            assert!(
                lists.is_some_and(|(_, a, b)| !a.is_empty() && !b.is_empty()),
                "{}",
                script.tag
            );
        }
    }

    #[test]
    fn a_median_of_means_is_a_median() {
        let named = |text, tag| sentences(text, tag).iter().map(|s| s.named).collect::<Vec<_>>();
        assert_eq!(
            named("The median of batch means. The average.", "en"),
            [Named::Median, Named::Mean]
        );
        assert_eq!(
            named("Średnia wynosi 8. Mediany nie ma.", "pl"),
            [Named::Mean, Named::Median]
        );
        assert_eq!(
            named("批均值的中位数是 8。平均是 7。", "zh-Hans"),
            [Named::Median, Named::Mean]
        );
        assert_eq!(named("Nothing of the kind, by no means.", "en"), [Named::Mean]);
        assert!(named("The meaning of it.", "en").is_empty());
    }
}
