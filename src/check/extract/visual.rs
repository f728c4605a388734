//! From the order in which a right-to-left line is painted, from left to right, to the order in which it is read.
//!
//! A painted line does not say everything that the bidirectional algorithm (UAX #9) knew of it; isolates and runs of
//! letters and digits are enough to have every number and name whole and in its place.

/// Right-to-left letters, and the marks that stand for their isolates here.
fn is_right_to_left(c: char) -> bool {
    c == MARK || crate::text::is_right_to_left(c)
}

fn is_left_to_right(c: char) -> bool {
    c.is_alphanumeric() && !is_right_to_left(c) && !is_arabic_number(c)
}

/// Digits of Arabic and the marks between them: bidirectional class AN.
fn is_arabic_number(c: char) -> bool {
    matches!(c, '\u{660}'..='\u{669}' | '\u{66b}' | '\u{66c}')
}

/// What words of the left-to-right script do not go on over.
fn stops_words(c: char) -> bool {
    is_right_to_left(c) || is_arabic_number(c) || c == '،'
}

fn opens(c: char) -> bool {
    matches!(c, '\u{2066}'..='\u{2068}')
}

const CLOSE: char = '\u{2069}';

/// Reads the lines of one text.
#[derive(Default)]
pub(super) struct Reader {
    /// Whether the last line ended within left-to-right words.
    inside: bool,
}

impl Reader {
    /// A line as it is read.
    pub(super) fn line(&mut self, painted: &str) -> String {
        let painted = &without_own(painted);
        // Words of a language of the other direction are painted as they are read.
        if !painted.contains(stops_words) && painted.matches(opens).count() < 2 {
            self.inside = (self.inside || painted.contains(opens)) && !painted.contains(CLOSE);
            return painted.clone();
        }
        let backwards: Vec<char> = in_paint_order(painted).into_iter().rev().collect();
        let end = unopened(&backwards);
        let rest = &backwards[end.map_or(0, |end| end + 1)..];
        let open = rest.iter().enumerate().filter(|(_, c)| opens(**c)).map(|(at, _)| at);
        let unclosed = open.filter(|at| closing(rest, *at) == rest.len()).min();
        self.inside = unclosed.is_some_and(|at| !runs_right_to_left(&rest[at + 1..]));
        let read = signed(right_to_left(&backwards)).into_iter();
        read.filter(|c| *c != MARK).collect()
    }
}

/// The sign of a number and its digits are set in different runs: what shows that stands between them.
fn signed(read: Vec<char>) -> Vec<char> {
    let mut joined: Vec<char> = Vec::with_capacity(read.len());
    for (at, c) in read.iter().enumerate() {
        let follows_sign = matches!(joined.iter().rfind(|c| **c != MARK), Some('−' | '+'));
        let next = read[at + 1..].iter().find(|c| **c != MARK);
        if *c == '\n' && follows_sign && next.is_some_and(|next| is_arabic_number(*next)) {
            continue;
        }
        joined.push(*c);
    }
    joined
}

/// A right-to-left mark.
const MARK: char = '\u{200f}';

/// Marks instead of the isolates that right-to-left words of a picture bring along, in the order of the paint; what stands
/// between them runs from left to right as a whole, signs and all.
fn without_own(painted: &str) -> String {
    let mut parts = painted.split('\u{2067}');
    let first = parts.next().unwrap_or_default();
    let mut rest = parts.peekable();
    if rest.peek().is_none() {
        return first.to_owned();
    }
    rest.fold(left_to_right(first), |mut line, part| {
        let (own, between) = part.split_once(CLOSE).unwrap_or((part, ""));
        line.push(MARK);
        line.push_str(own);
        line.push(MARK);
        line + &left_to_right(between)
    })
}

/// Words between right-to-left ones as an isolate, when they are no right-to-left words themselves.
fn left_to_right(painted: &str) -> String {
    let words = painted.trim();
    if words.is_empty() || words.contains(|c| stops_words(c) || opens(c) || c == CLOSE) {
        return painted.to_owned();
    }
    let (before, after) = painted.split_once(words).unwrap_or_default();
    format!("{before}\u{2066}{words}{CLOSE}{after}")
}

/// An isolate in the order of reading, as it stands in a line that was painted part by part, turned around.
fn in_paint_order(painted: &str) -> Vec<char> {
    let mut characters: Vec<char> = painted.chars().collect();
    let mut at = 0;
    while let Some(start) = characters[at..].iter().position(|c| opens(*c)).map(|found| at + found) {
        let next = characters[start + 1..].iter().position(|c| opens(*c) || *c == CLOSE);
        at = start + 1;
        let Some(end) = next.map(|found| start + 1 + found) else {
            break;
        };
        let words = &characters[start + 1..end];
        let whole = words.iter().any(|c| is_left_to_right(*c)) && !words.iter().any(|c| is_right_to_left(*c));
        if characters[end] == CLOSE && whole {
            characters.swap(start, end);
            at = end + 1;
        }
    }
    characters
}

/// Words whose characters all stand in the order of a right-to-left text.
fn right_to_left(backwards: &[char]) -> Vec<char> {
    // Of an isolate that an earlier line began, this line holds the end.
    if let Some(end) = unopened(backwards) {
        let mut read = inner(&backwards[..end]);
        read.extend(right_to_left(&backwards[end + 1..]));
        return read;
    }
    let mut read = Vec::with_capacity(backwards.len());
    let mut at = 0;
    while let Some(c) = backwards.get(at).copied() {
        if opens(c) {
            let end = closing(backwards, at);
            read.extend(inner(&backwards[at + 1..end]));
            at = end + 1;
        } else if is_arabic_number(c) {
            let end = at + number_length(&backwards[at..]);
            read.extend(backwards[at..end].iter().rev());
            at = end;
        } else if is_left_to_right(c)
            || closes_bracket_of_words(&backwards[at..])
            || ends_words(&read, &backwards[at..])
            || ends_share(&backwards[at..])
        {
            let end = at + 1 + run(&backwards[at + 1..], is_left_to_right, stops_words);
            let end = end + usize::from(begins_with_sign(&backwards[end..]));
            read.extend(backwards[at..end].iter().rev());
            at = end;
        } else {
            read.push(c);
            at += 1;
        }
    }
    read
}

/// Whether words of an isolate run from right to left: they begin with the mark of it, or have letters of such a script
/// and of no other.
fn runs_right_to_left(words: &[char]) -> bool {
    if words.iter().find(|c| !c.is_whitespace()) == Some(&'\u{61c}') {
        return true;
    }
    let latin = words.iter().any(|c| c.is_alphabetic() && !is_right_to_left(*c));
    !latin && words.iter().any(|c| is_right_to_left(*c))
}

/// What stands in an isolate.
fn inner(backwards: &[char]) -> Vec<char> {
    if runs_right_to_left(backwards) {
        return right_to_left(backwards);
    }
    let painted: Vec<char> = backwards.iter().rev().copied().collect();
    let mut read = Vec::with_capacity(painted.len());
    let mut at = 0;
    while let Some(c) = painted.get(at).copied() {
        let end = if stops_words(c) {
            at + run(&painted[at..], stops_words, is_left_to_right)
        } else {
            at + 1
        };
        let backwards: Vec<char> = painted[at..end].iter().rev().copied().collect();
        read.extend(numbers_forwards(&backwards));
        at = end;
    }
    read
}

/// Right-to-left words with the digits of each number among them in the order of the number.
fn numbers_forwards(backwards: &[char]) -> Vec<char> {
    let mut read = Vec::with_capacity(backwards.len());
    let mut at = 0;
    while at < backwards.len() {
        let end = at + number_length(&backwards[at..]).max(1);
        read.extend(backwards[at..end].iter().rev());
        at = end;
    }
    read
}

/// How far a number of Arabic digits goes, with single separators between its digits (UAX #9, W4).
fn number_length(characters: &[char]) -> usize {
    let mut end = 0;
    while let Some(c) = characters.get(end) {
        let joins = matches!(c, '.' | ',' | ':' | '/') && end > 0;
        if is_arabic_number(*c) {
            end += 1;
        } else if joins && characters.get(end + 1).is_some_and(|c| is_arabic_number(*c)) {
            end += 2;
        } else {
            break;
        }
    }
    end
}

/// Whether a percent sign ends a number: with Latin digits it stands behind them in either direction.
fn ends_share(backwards: &[char]) -> bool {
    matches!(backwards, ['%', digit, ..] if digit.is_ascii_digit())
}

/// Whether the sign of the number before follows, which stands alone before it.
fn begins_with_sign(rest: &[char]) -> bool {
    matches!(rest, ['+' | '−'] | ['+' | '−', ' ' | '\n', ..])
}

/// Whether a mark ends left-to-right words that go on in the next line: none stands before a word, behind a space.
fn ends_words(read: &[char], backwards: &[char]) -> bool {
    let [',' | ';', next, ..] = backwards else { return false };
    is_left_to_right(*next) && read.last().is_none_or(|c| c.is_whitespace())
}

/// Whether a bracket closes that left-to-right words opened: `Query cache on (TTL 30 s)`.
fn closes_bracket_of_words(backwards: &[char]) -> bool {
    let Some((')', rest)) = backwards.split_first().map(|(c, rest)| (*c, rest)) else {
        return false;
    };
    let words = &rest[..run(rest, is_left_to_right, stops_words)];
    let count = |sign: char| words.iter().filter(|c| **c == sign).count();
    count('(') > count(')')
}

/// How far characters of a kind go, with whatever stands between two of them but no isolate and none of the others.
fn run(characters: &[char], of: fn(char) -> bool, others: fn(char) -> bool) -> usize {
    let mut end = 0;
    for (at, c) in characters.iter().enumerate() {
        if others(*c) || opens(*c) || *c == CLOSE {
            break;
        }
        if of(*c) {
            end = at + 1;
        }
    }
    end
}

/// The end of the isolate that begins at `start`, or of the line.
fn closing(characters: &[char], start: usize) -> usize {
    let mut depth = 0;
    for (at, c) in characters.iter().enumerate().skip(start) {
        if opens(*c) {
            depth += 1;
        } else if *c == CLOSE {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    characters.len()
}

/// The first end of an isolate without its beginning.
fn unopened(characters: &[char]) -> Option<usize> {
    let mut depth = 0;
    characters.iter().position(|c| {
        if opens(*c) {
            depth += 1;
        } else if *c == CLOSE {
            depth -= 1;
        }
        depth < 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paints by UAX #9.
    fn painted(text: &str) -> String {
        let level = unicode_bidi::Level::rtl();
        let info = unicode_bidi::BidiInfo::new(text, Some(level));
        let paragraph = &info.paragraphs[0];
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        let parts = runs.into_iter().map(|run| {
            let part = &text[run.clone()];
            match levels[run.start].is_rtl() {
                true => part.chars().rev().collect::<String>(),
                false => part.to_owned(),
            }
        });
        parts.collect()
    }

    #[test]
    fn what_was_painted_is_read_again() {
        for text in [
            "זמן: \u{2068}8.112 ms\u{2069} עם \u{2068}MySQL 8.0.28, direct\u{2069}, ועוד",
            "שינוי של \u{2068}\u{200e}−75.16%\u{2069}.",
            "أقل بمقدار \u{2068}6.097 مللي ثانية\u{2069} في المتوسط",
            "\u{2068}\u{2068}\u{200e}−30\u{2069} ث\u{2069} ← \u{2068}\u{2068}5\u{2069} ث\u{2069}",
            "المئين 95 لزمن الاستجابة",
            "ממוצע, \u{2068}ms/ביקורת\u{2069}",
            "أداة PHP 8.4 وغيرها",
            "بتغيّر قدره \u{2068}\u{61c}−٩٢٫٩٥٪\u{61c}\u{2069}. القيمة",
            "المئين ٩٥ لزمن من \u{2068}٨٫١١٢ مللي ثانية\u{2069} إلى \u{2068}٢\u{2069}، أي ٤٫٠٣×",
            "الأجهزة \u{2068}٨\u{2069} vCPU، الذاكرة \u{2068}٤ GiB\u{2069}، ٢–٥",
            "الفترة \u{2068}٢–٥\u{2069} من PHP 8.4",
            "الأسرع: \u{2068}MySQL 4.0 gcc,\u{2069}",
            "ذاكرة \u{2068}\u{61c}٢٣٫٥ GiB\u{2069}، و",
            "הוא Query cache on (TTL 30 s) כאן (ולא שם)",
        ] {
            let plain = |text: &str| text.replace(['\u{2068}', '\u{2069}'], "");
            assert_eq!(plain(&Reader::default().line(&painted(text))), plain(text));
        }
    }

    #[test]
    fn a_bracket_of_a_picture_parts_two_numbers() {
        let painted = "[−9.4%; +20.4%] \u{2067}:)\u{2069}95%\u{2067}( ןוחטב\u{2069}";
        assert_eq!(Reader::default().line(painted), "בטחון (95%): [−9.4%; +20.4%]");
    }

    #[test]
    fn a_share_beside_stray_letters_keeps_its_sign() {
        assert_eq!(Reader::default().line("\n+6.7%\nא\nוס").trim(), "סו\nא\n+6.7%");
    }

    #[test]
    fn an_isolate_may_go_on_in_the_next_line() {
        let mut reader = Reader::default();
        let mut read = |painted: &str| reader.line(painted);
        assert_eq!(read("Query cache \u{2068}םע"), "עםQuery cache ");
        assert_eq!(read("(on) for 1,000 rows."), "(on) for 1,000 rows.");
        assert_eq!(read("רתוי בוט \u{2069}TTL 30 s."), "TTL 30 s. טוב יותר");
        assert_eq!(
            read("יותר \u{2069}4 GiB\u{2068} ,\u{2069}a. 5\u{2068}"),
            "a. 5, 4 GiB רתוי"
        );
        assert_eq!(read("\u{2068}4 GiB.\u{2069} ,דוע"), "עוד, 4 GiB.");
        assert_eq!(read(".99 ןוזוחא"), "אחוזון 99.");
    }
}
