//! Words that stand beside the figure that another one is compared with (“4 ms instead of 8 ms”), in every language.
//! Where languages put the two figures in another order, these words say which is which.

use super::strong_words::{Word, places};
use std::ops::Range;

/// On which side of its words the figure stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    After,
    Before,
}
use Side::{After, Before};

#[rustfmt::skip]
const LANGUAGES: &[(&str, Side, &[Word])] = &[
    ("ar", After, &["بدلاً من", "بدلًا من", "بدل", "عوضًا عن", "مقابل", "مقارنة"]),
    ("de", After, &["statt", "anstatt", "anstelle", "gegenüber", "verglichen mit", "im vergleich zu", "im vergleich mit"]),
    ("en", After, &["instead of", "rather than", "compared with", "compared to", "in place of", "against", "versus"]),
    ("es", After, &["en lugar de", "en vez de", "frente a", "en comparación con", "comparado con"]),
    ("fr", After, &["au lieu de", "au lieu d’", "au lieu d'", "plutôt que", "contre", "par rapport à"]),
    ("he", After, &["במקום", "לעומת", "בהשוואה"]),
    ("hi", Before, &["के बजाय", "की जगह", "की तुलना"]),
    ("it", After, &["invece di", "anziché", "rispetto a", "contro"]),
    ("ja", Before, &["ではなく", "に対し", "に比べ", "の代わりに"]),
    ("ko", Before, &["대신", "아니라", "비해"]),
    ("nl", After, &["in plaats van", "tegenover", "tegen", "vergeleken met"]),
    ("pl", After, &["zamiast", "wobec", "w porównaniu z", "w stosunku do"]),
    ("pt-BR", After, &["em vez de", "em lugar de", "ao invés de", "contra", "em comparação com"]),
    ("ru", After, &["вместо", "против", "по сравнению с"]),
    ("sv", After, &["i stället för", "istället för", "mot", "jämfört med"]),
    ("th", After, &["แทนที่", "เทียบกับ"]),
    ("tr", Before, &["yerine", "karşılık", "kıyasla"]),
    ("uk", After, &["замість", "проти", "порівняно з", "порівняно із"]),
    ("zh-Hans", After, &["而不是", "而非", "代替"]),
    ("zh-Hant", After, &["而不是", "而非", "代替"]),
];

/// Which of the figures, given by their places in a text in order, its words compare with; `None` where no words do,
/// or words at several places.
pub fn compared_with(text: &str, tag: &str, figures: &[Range<usize>]) -> Option<usize> {
    let (_, side, words) = LANGUAGES.iter().find(|(language, ..)| *language == tag)?;
    let mut found: Vec<Range<usize>> = words.iter().flat_map(|word| places(text, word)).collect();
    found.sort_by_key(|place| place.start);
    found.dedup_by(|later, first| later.start < first.end);
    let [place] = found.as_slice() else { return None };
    match side {
        After => figures.iter().position(|figure| figure.start >= place.end),
        Before => figures.iter().rposition(|figure| figure.end <= place.start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_beside_the_words_is_found() {
        let of = |text: &str, tag: &str| {
            let figures: Vec<_> = text.match_indices('#').map(|(at, mark)| at..at + mark.len()).collect();
            compared_with(text, tag, &figures)
        };
        assert_eq!(of("took # instead of #", "en"), Some(1));
        assert_eq!(of("# yerine # sürdü", "tr"), Some(0));
        assert_eq!(of("#ではなく#かかりました", "ja"), Some(0));
        assert_eq!(of("statt # nur noch #", "de"), Some(0));
        // Nobody can say which words belong to which figures.
        assert_eq!(of("# instead of #, and # instead of #", "en"), None);
        assert_eq!(of("from # to #", "en"), None);
    }
}
