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

/// A word or phrase; one that ends in `*` stands for all that begin so.
pub(super) type Word = &'static str;

/// The words of a language.
struct Lists {
    tag: &'static str,
    universal: &'static [Word],
    proof: &'static [Word],
    causal: &'static [Word],
    /// What takes the claim back.
    denial: &'static [Word],
}

const fn lists(
    tag: &'static str,
    universal: &'static [Word],
    proof: &'static [Word],
    causal: &'static [Word],
    denial: &'static [Word],
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
    lists("ar", &["دائما", "دائمًا", "أبدا", "أبدًا", "في جميع الحالات", "في كل الحالات", "بلا استثناء", "مهما كان الحمل"], &["يثبت", "تثبت", "يضمن", "تضمن", "أثبت", "أثبتت"], &["بسبب", "بفضل", "وبسبب", "وبفضل", "لأن", "يعود إلى", "ناتج عن"], &["لا", "لم", "ليس", "ليست", "لن"]),
    lists("de", &["immer", "niemals", "stets", "in jedem fall", "ausnahmslos", "garantiert", "jederzeit", "in allen fällen", "ohne ausnahme", "jede anwendung", "alle anwendungen", "bei jeder last", "zweifellos"], &["beweist", "bewiesen", "beweisen", "nachweislich"], &["dank", "wegen", "verursacht", "weil", "aufgrund", "infolge", "führt zu", "liegt an"], &["nicht", "kein*", "weder"]),
    lists("en", &["always", "never", "in all cases", "in every case", "under any", "for everyone", "guarantee*", "any workload", "any application", "every workload", "every application", "all workloads", "all applications", "without exception", "at any load", "undoubtedly"], &["proves", "proven", "proof that", "prove that", "proof of", "prove the"], &["thanks to", "caused by", "causes", "due to", "because of", "because", "owing to", "leads to", "led to", "as a result of"], &["not", "no", "nothing", "neither", "cannot", "nor", "doesn’t", "doesn't", "don’t", "don't"]),
    lists("es", &["siempre", "nunca", "jamás", "en todos los casos", "en cualquier caso", "garantiza*", "sin excepción", "cualquier aplicación", "cualquier carga", "todas las aplicaciones", "indudablemente"], &["demuestra*", "prueba que", "prueban que", "queda demostrado"], &["gracias a", "debido a", "a causa de", "porque", "se debe a", "causado por", "causada por", "provoca*"], &["no", "ni", "tampoco", "nada"]),
    lists("fr", &["toujours", "jamais", "dans tous les cas", "garanti*", "sans exception", "en toutes circonstances", "quelle que soit la charge", "toute application", "toutes les applications", "systématiquement"], &["prouve*", "démontre*", "la preuve que"], &["grâce à", "grâce au", "grâce aux", "à cause d*", "en raison d*", "parce que", "parce qu*", "dû à", "due à", "causé par", "causée par", "provoqu*"], &["ne", "n’*", "n'*", "pas", "ni", "rien"]),
    lists("he", &["תמיד", "לעולם", "בכל מקרה", "מובטח", "ללא יוצא מן הכלל", "בכל עומס", "תמיד ובכל מקום"], &["מוכיח", "מוכיחה", "מוכיחים", "הוכחה", "הוכיח", "הוכיחה"], &["בזכות", "בגלל", "עקב", "מפני ש*", "משום ש*", "כתוצאה מ*", "הודות ל*"], &["לא", "אין", "אינו", "אינה", "אינם"]),
    lists("hi", &["हमेशा", "कभी नहीं", "हर हाल में", "गारंटी", "बिना अपवाद", "हर स्थिति में", "सदा"], &["साबित", "सिद्ध", "प्रमाणित"], &["की वजह से", "के कारण", "की बदौलत", "क्योंकि", "के चलते"], &["नहीं", "न", "ना"]),
    lists("it", &["sempre", "mai", "in tutti i casi", "in ogni caso", "garanti*", "senza eccezioni", "qualsiasi applicazione", "qualsiasi carico", "tutte le applicazioni"], &["dimostra*", "prova che", "provano che", "è la prova"], &["grazie a*", "a causa d*", "dovuto a*", "perché", "per via d*", "causat*", "provoca*"], &["non", "né", "nulla", "niente"]),
    lists("ja", &["常に", "必ず", "いつでも", "いかなる場合も", "保証", "例外なく", "どんな場合も", "すべての場合", "あらゆる負荷"], &["証明", "立証", "実証"], &["のおかげ", "が原因", "のせいで", "に起因", "なぜなら", "が要因", "によるもの"], &["ない", "ません", "ではなく"]),
    lists("ko", &["항상", "언제나", "절대", "모든 경우", "보장", "어떤 경우에도", "예외 없이", "어떤 부하에서도", "결코"], &["증명", "입증", "증거"], &["덕분에", "때문에", "때문이", "탓에", "로 인해", "기인"], &["않", "아니", "없"]),
    lists("nl", &["altijd", "nooit", "in alle gevallen", "gegarandeerd", "garande*", "zonder uitzondering", "elke toepassing", "alle toepassingen", "bij elke belasting"], &["bewijst", "bewezen", "bewijzen", "bewijs dat"], &["dankzij", "vanwege", "veroorzaakt", "doordat", "omdat", "leidt tot", "te danken aan"], &["niet", "geen", "noch"]),
    lists("pl", &["zawsze", "nigdy", "w każdym przypadku", "we wszystkich przypadkach", "gwarant*", "bez wyjątku", "każda aplikacja", "wszystkie aplikacje", "przy każdym obciążeniu"], &["dowodzi", "dowodzą", "udowadnia*", "udowodni*", "dowód na", "dowodem na"], &["dzięki", "z powodu", "spowodowan*", "na skutek", "ponieważ", "wskutek", "powoduj*", "wynika z"], &["nie", "ani", "niczego", "żad*"]),
    lists("pt-BR", &["sempre", "nunca", "jamais", "em todos os casos", "em qualquer caso", "garant*", "sem exceção", "qualquer aplicação", "qualquer carga", "todas as aplicações"], &["prova que", "comprova*", "demonstra*", "provam que", "é a prova"], &["graças a*", "devido a*", "por causa d*", "porque", "em razão d*", "causad*"], &["não", "nem", "nada"]),
    lists("ru", &["всегда", "никогда", "во всех случаях", "в любом случае", "гарант*", "без исключения", "при любой нагрузке", "любое приложение", "все приложения"], &["доказыва*", "доказан*", "доказал*", "доказательство того"], &["благодаря", "из-за", "вследствие", "потому что", "по причине", "вызван*", "обусловлен*"], &["не", "ни", "нельзя", "ничего"]),
    lists("sv", &["alltid", "aldrig", "garantera*", "i samtliga fall", "utan undantag", "varje tillämpning", "garanterat"], &["bevisar", "bevisat", "bevisa", "bevis för"], &["tack vare", "på grund av", "orsaka*", "eftersom", "till följd av", "beror på"], &["inte", "ej", "ingen*", "inget"]),
    lists("th", &["เสมอ", "ทุกกรณี", "รับประกัน", "รับรองว่า", "ทุกครั้ง", "โดยไม่มีข้อยกเว้น", "ตลอดเวลา"], &["พิสูจน์", "เป็นข้อพิสูจน์"], &["เพราะ", "เนื่องจาก", "เป็นผลจาก", "สาเหตุ"], &["ไม่", "มิได้", "มิใช่"]),
    lists("tr", &["her zaman", "daima", "asla", "her durumda", "garanti*", "istisnasız", "her uygulama", "her yük altında", "hiçbir zaman", "kesinlikle"], &["kanıtl*", "ispat*", "kanıtıdır"], &["sayesinde", "yüzünden", "nedeniyle", "çünkü", "sebebiyle", "yol aç*", "neden ol*"], &["değil*", "kanıtlamaz", "yok"]),
    lists("uk", &["завжди", "ніколи", "у всіх випадках", "у будь-якому разі", "гарант*", "без винятку", "за будь-якого навантаження", "будь-який застосунок", "усі застосунки"], &["доводить", "доводять", "доведен*", "доказ того"], &["завдяки", "через те", "внаслідок", "тому що", "оскільки", "спричинен*", "зумовлен*"], &["не", "ні", "нічого"]),
    lists("zh-Hans", &["总是", "永远", "任何情况下", "所有情况下", "必然", "一定会", "保证", "无一例外", "任何负载", "任何应用", "所有应用", "绝对"], &["证明", "证实", "实证"], &["得益于", "由于", "归功于", "因为", "导致", "源于"], &["不", "没有", "未", "无法", "并非"]),
    lists("zh-Hant", &["總是", "永遠", "任何情況下", "所有情況下", "必然", "一定會", "保證", "無一例外", "任何負載", "任何應用", "所有應用", "絕對"], &["證明", "證實", "實證"], &["得益於", "由於", "歸功於", "因為", "導致", "源於"], &["不", "沒有", "未", "無法", "並非"]),
];

/// Every strong word of a text that its own sentence does not deny.
pub fn find(text: &str, tag: &str) -> Vec<StrongWord> {
    let Some(lists) = LANGUAGES.iter().find(|lists| lists.tag == tag) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for sentence in sentences_of(text) {
        let words = &text[sentence.clone()];
        let strong: Vec<(Strength, Range<usize>)> = [
            (Strength::Universal, lists.universal),
            (Strength::Proof, lists.proof),
            (Strength::Causal, lists.causal),
        ]
        .into_iter()
        .flat_map(|(strength, list)| list.iter().map(move |word| (strength, *word)))
        .flat_map(|(strength, word)| places(words, word).map(move |span| (strength, span)))
        .collect();
        // “Without exception” denies nothing, though it holds a word that does.
        let within = |denial: &Range<usize>| {
            let mut spans = strong.iter();
            spans.any(|(_, span)| span.start <= denial.start && denial.end <= span.end)
        };
        let mut denials = lists.denial.iter().flat_map(|word| places(words, word));
        if denials.any(|denial| !within(&denial)) {
            continue;
        }
        found.extend(strong.into_iter().map(|(strength, span)| StrongWord {
            strength,
            span: sentence.start + span.start..sentence.start + span.end,
            sentence: sentence.clone(),
        }));
    }
    found.sort_by_key(|word| word.span.start);
    found
}

/// Parts of a text between full stops, question marks and empty lines. A full stop between digits ends nothing.
pub(super) fn sentences_of(text: &str) -> Vec<Range<usize>> {
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
pub(super) fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
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
        if !is_same(found, expected) {
            return None;
        }
        length += found.len_utf8();
    }
    Some(length)
}

fn is_same(found: char, expected: char) -> bool {
    if found == expected || (expected == ' ' && found.is_whitespace()) {
        return true;
    }
    // Nearly every character of nearly every text ends here.
    match found.is_ascii() && expected.is_ascii() {
        true => found.eq_ignore_ascii_case(&expected),
        false => found.to_lowercase().eq(expected.to_lowercase()),
    }
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

    /// A denial that is part of a strong word, or of a unit, would excuse every sentence.
    #[test]
    fn no_word_of_a_list_is_denied_by_itself_or_by_a_unit() {
        let milliseconds = [
            ("th", "มิลลิวินาที"),
            ("zh-Hans", "毫秒"),
            ("ja", "ミリ秒"),
            ("ko", "밀리초"),
            ("ar", "مللي ثانية"),
        ];
        for lists in LANGUAGES {
            let unit = milliseconds
                .iter()
                .find(|(tag, _)| *tag == lists.tag)
                .map_or("ms", |(_, unit)| unit);
            for word in [lists.universal, lists.proof, lists.causal].concat() {
                let sentence = format!("X {} 8 {unit}.", word.trim_end_matches('*'));
                assert!(!find(&sentence, lists.tag).is_empty(), "{}: {word}", lists.tag);
            }
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
