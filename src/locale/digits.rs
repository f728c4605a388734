//! How many digits a number needs to say anything.

use crate::stats::Exact;

/// So small a number is nothing.
const FURTHEST: u8 = 60;

/// Digits after the decimal mark: `usual`, or more where those would leave fewer than two significant digits of what is
/// known.
pub fn telling_digits(shown: &Exact, usual: u8) -> u8 {
    let places = shown.abs().truncate_to(FURTHEST).to_decimal(FURTHEST);
    let first = match places.split_once('.') {
        Some(("0", fraction)) => fraction.find(|c| c != '0'),
        _ => None,
    };
    // The second digit behind the zeros.
    let wanted = first.map_or(0, |zeros| zeros as u8 + 2);
    let exact = (usual..wanted).find(|digits| shown.round_to(*digits) == *shown);
    exact.unwrap_or(wanted).max(usual)
}

/// Digits of a part that is nearly the whole, at most.
const FURTHEST_PART: u8 = 12;

/// Digits after the decimal mark of a percentage: more than `usual` where those would call a part the whole. A time that
/// fell by 99.998% did not fall by 100.00%.
pub(super) fn digits_of_part(percent: &Exact, usual: u8) -> u8 {
    let whole = Exact::from(100u64);
    let part = percent.abs();
    if part >= whole {
        return usual;
    }
    let tells = |digits: &u8| part.round_to(*digits) < whole;
    (usual..=FURTHEST_PART.max(usual)).find(tells).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_never_called_the_whole() {
        for (value, digits) in [
            ("-99.998", 3),
            ("99.994", 2),
            ("99.995", 3),
            ("-99.99999996", 8),
            ("-100", 2),
            ("100.001", 2),
            ("5", 2),
        ] {
            assert_eq!(digits_of_part(&Exact::parse(value).unwrap(), 2), digits, "{value}");
        }
    }

    #[test]
    fn small_numbers_keep_two_digits_of_what_is_known() {
        for (value, digits) in [
            ("0.0005", 4),
            ("0.00051234", 5),
            ("0.0123456", 3),
            ("-0.0000012345", 7),
            ("0.01", 3),
            ("0", 3),
            ("17560.31", 3),
        ] {
            assert_eq!(telling_digits(&Exact::parse(value).unwrap(), 3), digits, "{value}");
        }
    }
}
