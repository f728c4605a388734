//! Exact rational numbers: what a data file says, and everything that is computed from it until it is printed.
//!
//! A decimal in a data file is taken as written (`2.675` is 2675/1000, not the nearest binary fraction), sums and
//! quotients lose nothing, and rounding happens once, when a number is printed: half to even, the default of CLDR,
//! IEEE 754 and Python's `decimal`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact rational number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exact(BigRational);

/// The largest decimal exponent that [`Exact::parse`] takes: beyond it a number is not a measurement.
const LARGEST_EXPONENT: i64 = 400;

impl Exact {
    pub fn zero() -> Self {
        Exact(BigRational::zero())
    }

    pub fn one() -> Self {
        Exact(BigRational::one())
    }

    /// `numerator / denominator`; the denominator is not zero.
    pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Self {
        Exact(BigRational::new(numerator.into(), denominator.into()))
    }

    /// The value of a decimal as JSON writes it: `-12`, `3.140`, `6.02e23`. `None` when it is no such decimal or its
    /// exponent is beyond ±400.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((m, e)) => (m, e.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (negative, unsigned) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(fraction) || (unsigned.contains('.') && fraction.is_empty()) {
            return None;
        }
        let power = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        if power.abs() > LARGEST_EXPONENT || exponent.abs() > LARGEST_EXPONENT {
            return None;
        }
        let mut value = BigRational::from_integer(format!("{whole}{fraction}").parse::<BigInt>().ok()?);
        let scale = BigRational::from_integer(BigInt::from(10).pow(power.unsigned_abs() as u32));
        value = if power < 0 { value / scale } else { value * scale };
        Some(Exact(if negative { -value } else { value }))
    }

    /// The nearest double, ties to even: for integers in nanoseconds, a mean is bit for bit what Python's
    /// `statistics.fmean` gives.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// The decimal with `digits` digits after the point, rounded half to even: `-0.50`, `1234.000`. A result that
    /// rounds to zero has no sign.
    pub fn to_decimal(&self, digits: u8) -> String {
        let scaled = self.round_to(digits).0 * BigRational::from_integer(BigInt::from(10).pow(u32::from(digits)));
        let integer = scaled.to_integer();
        let text = format!("{:0>width$}", integer.abs(), width = usize::from(digits) + 1);
        let (whole, fraction) = text.split_at(text.len() - usize::from(digits));
        let sign = if integer.is_negative() { "-" } else { "" };
        if digits == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{fraction}")
        }
    }

    /// The nearest multiple of `10^-digits`, half to even.
    pub fn round_to(&self, digits: u8) -> Self {
        let scale = BigInt::from(10).pow(u32::from(digits));
        let scaled = &self.0 * BigRational::from_integer(scale.clone());
        let floor = scaled.floor();
        let rest = &scaled - &floor;
        let half = BigRational::new(1.into(), 2.into());
        let even = (floor.numer() % BigInt::from(2)).is_zero();
        let up = rest > half || (rest == half && !even);
        let integer = floor.to_integer() + BigInt::from(u8::from(up));
        Exact(BigRational::new(integer, scale))
    }

    /// The exact sum.
    pub fn sum<'a>(values: impl IntoIterator<Item = &'a Exact>) -> Self {
        values.into_iter().fold(Exact::zero(), |sum, v| &sum + v)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    pub fn abs(&self) -> Self {
        Exact(self.0.abs())
    }

    pub fn numerator(&self) -> &BigInt {
        self.0.numer()
    }

    /// Always positive.
    pub fn denominator(&self) -> &BigInt {
        self.0.denom()
    }
}

/// `numerator` or `numerator/denominator`: a form that loses nothing; read back by [`Exact::from_fraction`].
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Exact {
    /// Reads what `Display` writes.
    pub fn from_fraction(text: &str) -> Option<Self> {
        text.parse::<BigRational>().ok().map(Exact)
    }
}

impl From<u64> for Exact {
    fn from(value: u64) -> Self {
        Exact(BigRational::from_integer(value.into()))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $symbol:tt) => {
        impl $trait<&Exact> for &Exact {
            type Output = Exact;
            fn $method(self, other: &Exact) -> Exact {
                Exact(&self.0 $symbol &other.0)
            }
        }
        impl $trait<Exact> for Exact {
            type Output = Exact;
            fn $method(self, other: Exact) -> Exact {
                Exact(self.0 $symbol other.0)
            }
        }
    };
}
operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(text: &str) -> Exact {
        Exact::parse(text).unwrap()
    }

    #[test]
    fn rounds_half_to_even_once() {
        for (text, digits, expected) in [
            ("2.0537645", 6, "2.053764"),
            ("2.0537655", 6, "2.053766"),
            ("2.675", 2, "2.68"),
            ("0.5", 0, "0"),
            ("1.5", 0, "2"),
            ("-0.004", 2, "0.00"),
            ("-2.5", 0, "-2"),
            ("-3.5", 0, "-4"),
            ("1e3", 1, "1000.0"),
        ] {
            assert_eq!(exact(text).to_decimal(digits), expected, "{text} to {digits} digits");
        }
    }

    #[test]
    fn refuses_what_json_does_not_write() {
        for text in [
            "", "-", ".5", "1.", "+1", "0x1", "1e", "NaN", "Infinity", "1e9999", "1 ",
        ] {
            assert_eq!(Exact::parse(text), None, "{text:?}");
        }
    }
}
