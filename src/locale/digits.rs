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

#[cfg(test)]
mod tests {
    use super::*;

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
