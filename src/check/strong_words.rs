//! Words that claim more than a benchmark can show, in every language: universal, proving, causal.
//!
//! The lists hold what is rarely meant otherwise. A sentence that denies (“this does not prove”) is left alone.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Always, never, in any case.
    Universal,
    /// Proves, guarantees.
    Proof,
    /// Because of, thanks to.
    Causal,
}

/// A strong word in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrongWord {
    pub strength: Strength,
    /// Bytes of the word.
    pub span: Range<usize>,
    /// Bytes of the sentence around it.
    pub sentence: Range<usize>,
}

/// The words of a language. A word that ends in `*` stands for all that begin so.
struct Lists {
    tag: &'static str,
    universal: &'static [&'static str],
    proof: &'static [&'static str],
    causal: &'static [&'static str],
    /// What takes the claim back.
    denial: &'static [&'static str],
}

const fn lists(
    tag: &'static str,
    universal: &'static [&'static str],
    proof: &'static [&'static str],
    causal: &'static [&'static str],
    denial: &'static [&'static str],
) -> Lists {
    Lists {
        tag,
        universal,
        proof,
        causal,
        denial,
    }
}

#[rustfmt::skip]
const LANGUAGES: &[Lists] = &[
    lists("ar", &["دائما", "دائمًا", "أبدا", "أبدًا", "في جميع الحالات", "في كل الحالات"], &["يثبت", "تثبت", "يضمن", "تضمن"], &["بسبب", "بفضل"], &["لا", "لم", "ليس", "ليست", "لن"]),
    lists("de", &["immer", "niemals", "stets", "in jedem fall", "ausnahmslos", "garantiert"], &["beweist", "bewiesen", "beweisen"], &["dank", "wegen", "verursacht"], &["nicht", "kein*", "weder"]),
    lists("en", &["always", "never", "in all cases", "in every case", "under any", "for everyone", "guarantee*"], &["proves", "proven", "proof that", "prove that"], &["thanks to", "caused by", "causes", "due to", "because of"], &["not", "no", "nothing", "neither", "cannot", "nor", "doesn’t", "doesn't", "don’t", "don't"]),
    lists("es", &["siempre", "nunca", "jamás", "en todos los casos", "en cualquier caso", "garantiza*"], &["demuestra*", "prueba que"], &["gracias a", "debido a", "a causa de"], &["no", "ni", "tampoco", "nada"]),
    lists("fr", &["toujours", "jamais", "dans tous les cas", "garanti*"], &["prouve*", "démontre*"], &["grâce à", "grâce au", "grâce aux", "à cause d*", "en raison d*"], &["ne", "n’*", "n'*", "pas", "ni", "rien"]),
    lists("he", &["תמיד", "לעולם", "בכל מקרה", "מובטח"], &["מוכיח", "מוכיחה", "מוכיחים", "הוכחה"], &["בזכות", "בגלל", "עקב"], &["לא", "אין", "אינו", "אינה", "אינם"]),
    lists("hi", &["हमेशा", "कभी नहीं", "हर हाल में", "गारंटी"], &["साबित", "सिद्ध"], &["की वजह से", "के कारण", "की बदौलत"], &["नहीं", "न", "ना"]),
    lists("it", &["sempre", "mai", "in tutti i casi", "in ogni caso", "garanti*"], &["dimostra*", "prova che"], &["grazie a*", "a causa d*", "dovuto a*"], &["non", "né", "nulla", "niente"]),
    lists("ja", &["常に", "必ず", "いつでも", "いかなる場合も", "保証"], &["証明"], &["のおかげ", "が原因", "のせいで"], &["ない", "ません", "ではなく"]),
    lists("ko", &["항상", "언제나", "절대", "모든 경우", "보장"], &["증명", "입증"], &["덕분에", "때문에"], &["않", "아니", "없"]),
    lists("nl", &["altijd", "nooit", "in alle gevallen", "gegarandeerd", "garande*"], &["bewijst", "bewezen", "bewijzen"], &["dankzij", "vanwege", "veroorzaakt"], &["niet", "geen", "noch"]),
    lists("pl", &["zawsze", "nigdy", "w każdym przypadku", "we wszystkich przypadkach", "gwarant*"], &["dowodzi", "dowodzą", "udowadnia*", "udowodni*"], &["dzięki", "z powodu", "spowodowan*", "na skutek"], &["nie", "ani", "niczego", "żad*"]),
    lists("pt-BR", &["sempre", "nunca", "jamais", "em todos os casos", "em qualquer caso", "garant*"], &["prova que", "comprova*", "demonstra*"], &["graças a*", "devido a*", "por causa d*"], &["não", "nem", "nada"]),
    lists("ru", &["всегда", "никогда", "во всех случаях", "в любом случае", "гарант*"], &["доказыва*", "доказан*", "доказал*"], &["благодаря", "из-за", "вследствие"], &["не", "ни", "нельзя", "ничего"]),
    lists("sv", &["alltid", "aldrig", "i alla fall", "garantera*"], &["bevisar", "bevisat", "bevisa"], &["tack vare", "på grund av", "orsaka*"], &["inte", "ej", "ingen*", "inget"]),
    lists("th", &["เสมอ", "ทุกกรณี", "รับประกัน", "รับรองว่า"], &["พิสูจน์"], &["เพราะ", "เนื่องจาก"], &["ไม่", "มิ"]),
    lists("tr", &["her zaman", "daima", "asla", "her durumda", "garanti*"], &["kanıtl*", "ispat*"], &["sayesinde", "yüzünden", "nedeniyle"], &["değil*", "kanıtlamaz", "yok"]),
    lists("uk", &["завжди", "ніколи", "у всіх випадках", "у будь-якому разі", "гарант*"], &["доводить", "доводять", "доведен*"], &["завдяки", "через те", "внаслідок"], &["не", "ні", "нічого"]),
    lists("zh-Hans", &["总是", "永远", "任何情况下", "所有情况下", "必然", "一定会", "保证"], &["证明", "证实"], &["得益于", "由于", "归功于", "因为"], &["不", "没有", "未", "无法", "并非"]),
    lists("zh-Hant", &["總是", "永遠", "任何情況下", "所有情況下", "必然", "一定會", "保證"], &["證明", "證實"], &["得益於", "由於", "歸功於", "因為"], &["不", "沒有", "未", "無法", "並非"]),
];

/// Every strong word of a text that its own sentence does not deny.
pub fn find(text: &str, tag: &str) -> Vec<StrongWord> {
    let Some(lists) = LANGUAGES.iter().find(|lists| lists.tag == tag) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let words = &text[sentence.clone()];
        if lists.denial.iter().any(|word| places(words, word).next().is_some()) {
            continue;
        }
        for (strength, list) in [
            (Strength::Universal, lists.universal),
            (Strength::Proof, lists.proof),
            (Strength::Causal, lists.causal),
        ] {
            for span in list.iter().flat_map(|word| places(words, word)) {
                found.push(StrongWord {
                    strength,
                    span: sentence.start + span.start..sentence.start + span.end,
                    sentence: sentence.clone(),
                });
            }
        }
    }
    found.sort_by_key(|word| word.span.start);
    found
}

/// Parts of a text between full stops, question marks and empty lines. A full stop between digits ends nothing.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let next = text[end..].chars().next();
        let ends = match c {
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            '。' | '！' | '？' | '।' | '؟' => true,
            '\n' => next == Some('\n'),
            _ => false,
        };
        if ends {
            found.push(start..end);
            start = end;
        }
    }
    found.push(start..text.len());
    found
}

/// Where a word or phrase stands in a text, in any case. In scripts without spaces it may stand inside of others.
fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let (word, open) = match word.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (word, false),
    };
    let joined = word.chars().any(is_without_spaces);
    text.char_indices().filter_map(move |(at, _)| {
        let end = at + matching(&text[at..], word)?;
        let continues = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || is_mark(c));
        let starts = joined || !continues(text[..at].chars().next_back());
        let ends = joined || open || !continues(text[end..].chars().next());
        (starts && ends).then_some(at..end)
    })
}

/// Bytes of `text` that read as `word`, whatever the case and the kind of space.
fn matching(text: &str, word: &str) -> Option<usize> {
    let mut rest = text.chars();
    let mut length = 0;
    for expected in word.chars() {
        let found = rest.next()?;
        let same = found == expected
            || (expected == ' ' && found.is_whitespace())
            || found.to_lowercase().eq(expected.to_lowercase());
        if !same {
            return None;
        }
        length += found.len_utf8();
    }
    Some(length)
}

fn is_without_spaces(c: char) -> bool {
    matches!(u32::from(c), 0x0e00..=0x0e7f | 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7af)
}

/// Vowel signs and other marks of Devanagari, Hebrew and Arabic.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x0591..=0x05c7 | 0x064b..=0x0652 | 0x0900..=0x0903 | 0x093a..=0x094f)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, tag: &str) -> Vec<String> {
        find(text, tag)
            .into_iter()
            .map(|word| text[word.span].to_owned())
            .collect()
    }

    #[test]
    fn every_language_has_lists() {
        for script in crate::locale::SCRIPTS {
            let lists = LANGUAGES.iter().find(|lists| lists.tag == script.tag);
            assert!(
                lists.is_some_and(|l| !l.universal.is_empty() && !l.denial.is_empty()),
                "{}",
                script.tag
            );
        }
    }

    #[test]
    fn strong_words_are_found_in_any_case_and_form() {
        assert_eq!(
            words("Always 75.16% faster, which proves it. Alwaysish.", "en"),
            ["Always", "proves"]
        );
        assert_eq!(words("Zawsze szybciej. Gwarantujemy to.", "pl"), ["Zawsze", "Gwarant"]);
        assert_eq!(words("新版本总是更快。这证明了一切。", "zh-Hans"), ["总是", "证明"]);
        assert_eq!(words("الإصدار الجديد دائمًا أسرع", "ar"), ["دائمًا"]);
    }

    #[test]
    fn denied_words_are_left_alone() {
        assert_eq!(
            words("This does not prove that it is always faster.", "en"),
            Vec::<String>::new()
        );
        assert_eq!(words("Nie dowodzi to niczego.", "pl"), Vec::<String>::new());
        assert_eq!(words("这并不能证明它总是更快。", "zh-Hans"), Vec::<String>::new());
    }
}
