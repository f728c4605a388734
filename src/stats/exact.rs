//! Exact rational numbers: what a data file says, and everything that is computed from it until it is printed.
//!
//! A decimal in a data file is taken as written (`2.675` is 2675/1000, not the nearest binary fraction), sums and
//! quotients lose nothing, and rounding happens once, when a number is printed: half to even, the default of CLDR,
//! IEEE 754 and Python's `decimal`.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact rational number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Exact(Form);

/// Always in lowest terms, and `Small` whenever it fits: so equal numbers have equal forms. Measurements nearly
/// always fit, which keeps a large data set at 16 bytes a number and off the heap.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// Numerator and positive denominator; the numerator is never `i64::MIN`, so it can be negated.
    Small(i64, i64),
    Big(Box<BigRational>),
}

/// The largest decimal exponent that [`Exact::parse`] takes: beyond it a number is not a measurement.
const LARGEST_EXPONENT: i64 = 400;

/// The most digits of which every number fits an `i64`.
const SMALL_DIGITS: usize = 18;

impl Exact {
    pub fn zero() -> Self {
        Exact(Form::Small(0, 1))
    }

    pub fn one() -> Self {
        Exact(Form::Small(1, 1))
    }

    /// `numerator / denominator`; the denominator is not zero.
    pub fn ratio(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Self {
        Self::from_big(BigRational::new(numerator.into(), denominator.into()))
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
        let scale = power.unsigned_abs() as u32;
        if whole.len() + fraction.len() <= SMALL_DIGITS && scale as usize <= SMALL_DIGITS {
            let magnitude = (whole.bytes().chain(fraction.bytes())).fold(0, |n, b| n * 10 + i128::from(b - b'0'));
            let number = if negative { -magnitude } else { magnitude };
            let scale = 10_i128.pow(scale);
            return Some(match power {
                ..0 => Self::reduced(number, scale),
                0.. => Self::reduced(number * scale, 1),
            });
        }
        let number = BigRational::from_integer(format!("{whole}{fraction}").parse::<BigInt>().ok()?);
        let number = if negative { -number } else { number };
        let scale = BigRational::from_integer(BigInt::from(10).pow(scale));
        Some(Self::from_big(if power < 0 { number / scale } else { number * scale }))
    }

    /// `numerator / denominator` in lowest terms; the denominator is positive.
    fn reduced(numerator: i128, denominator: i128) -> Self {
        // 64-bit numbers, as nearly all are, divide many times faster than wider ones.
        let (numerator, denominator) = match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(n), Ok(1)) => (n.into(), 1),
            (Ok(n), Ok(d)) if n != i64::MIN => {
                let common = n.gcd(&d);
                ((n / common).into(), (d / common).into())
            }
            _ => {
                let common = numerator.gcd(&denominator);
                (numerator / common, denominator / common)
            }
        };
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(n), Ok(d)) if n != i64::MIN => Exact(Form::Small(n, d)),
            _ => Exact(Form::Big(Box::new(BigRational::new_raw(
                numerator.into(),
                denominator.into(),
            )))),
        }
    }

    fn from_big(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(n), Some(d)) if n != i64::MIN => Exact(Form::Small(n, d)),
            _ => Exact(Form::Big(Box::new(value))),
        }
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Form::Small(n, d) => BigRational::new_raw((*n).into(), (*d).into()),
            Form::Big(value) => (**value).clone(),
        }
    }

    /// The nearest double, ties to even: for integers in nanoseconds, a mean is bit for bit what Python's
    /// `statistics.fmean` gives.
    pub fn to_f64(&self) -> f64 {
        // Two integers of at most 53 bits are doubles, and IEEE 754 rounds their quotient to the nearest double.
        const INTEGERS: u64 = 1 << f64::MANTISSA_DIGITS;
        if let Form::Small(n, d) = self.0
            && n.unsigned_abs() <= INTEGERS
            && d.unsigned_abs() <= INTEGERS
        {
            return n as f64 / d as f64;
        }
        self.to_big().to_f64().unwrap_or(f64::NAN)
    }

    /// The decimal with `digits` digits after the point, rounded half to even: `-0.50`, `1234.000`. A result that
    /// rounds to zero has no sign.
    pub fn to_decimal(&self, digits: u8) -> String {
        let scaled =
            self.round_to(digits).to_big() * BigRational::from_integer(BigInt::from(10).pow(u32::from(digits)));
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

    /// The shortest decimal of exactly this value: `2.675`, `4194304`. `None` when it has none (1/3) or needs more
    /// than 250 digits after the point.
    pub fn to_exact_decimal(&self) -> Option<String> {
        if let Form::Small(n, d) = self.0
            && let Some(places) = (0..=SMALL_DIGITS as u32).find(|k| 10_i64.pow(*k) % d == 0)
        {
            let magnitude = i128::from(n.unsigned_abs()) * i128::from(10_i64.pow(places) / d);
            let (whole, fraction) = (magnitude / 10_i128.pow(places), magnitude % 10_i128.pow(places));
            let sign = if n < 0 { "-" } else { "" };
            return Some(match places {
                0 => format!("{sign}{whole}"),
                _ => format!("{sign}{whole}.{fraction:0>width$}", width = places as usize),
            });
        }
        // 10^k is a multiple of a denominator of twos and fives when k is the larger of their exponents.
        let mut rest = self.denominator();
        let mut exponents = [2_u8, 5].map(|prime| {
            let mut exponent = 0_u8;
            while (&rest % prime).is_zero() && exponent <= 250 {
                rest /= prime;
                exponent += 1;
            }
            exponent
        });
        exponents.sort_unstable();
        (rest == BigInt::from(1)).then(|| self.to_decimal(exponents[1]))
    }

    /// The nearest multiple of `10^-digits`, half to even.
    pub fn round_to(&self, digits: u8) -> Self {
        Self::from_big(BigRational::new(
            self.scaled(digits),
            BigInt::from(10).pow(u32::from(digits)),
        ))
    }

    /// The nearest whole multiple of `10^-digits`, half to even.
    fn scaled(&self, digits: u8) -> BigInt {
        let numerator = self.numerator() * BigInt::from(10).pow(u32::from(digits));
        let denominator = self.denominator();
        let (floor, rest) = numerator.div_mod_floor(&denominator);
        let up = match (rest * 2_u8).cmp(&denominator) {
            Ordering::Greater => true,
            Ordering::Equal => floor.is_odd(),
            Ordering::Less => false,
        };
        floor + BigInt::from(u8::from(up))
    }

    /// The multiple of `10^-digits` that is nearest towards zero: the digits cut off.
    pub fn truncate_to(&self, digits: u8) -> Self {
        let scale = BigInt::from(10).pow(u32::from(digits));
        let integer = (self.to_big() * BigRational::from_integer(scale.clone())).to_integer();
        Self::from_big(BigRational::new(integer, scale))
    }

    /// The exact sum. Numbers of one denominator are added first, so that a long list of decimals needs no greatest
    /// common divisor at each step.
    pub fn sum<'a>(values: impl IntoIterator<Item = &'a Exact>) -> Self {
        let mut by_denominator: BTreeMap<i64, i128> = BTreeMap::new();
        let mut rest = BigRational::zero();
        for value in values {
            match &value.0 {
                // 2^64 numbers of 63 bits would be needed to overflow the sum.
                Form::Small(n, d) => *by_denominator.entry(*d).or_default() += i128::from(*n),
                Form::Big(value) => rest += &**value,
            }
        }
        let sum = (by_denominator.into_iter()).fold(rest, |sum, (d, n)| sum + BigRational::new(n.into(), d.into()));
        Self::from_big(sum)
    }

    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0, _))
    }

    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(n, _) => *n < 0,
            Form::Big(value) => value.is_negative(),
        }
    }

    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(_, d) => *d == 1,
            Form::Big(value) => value.is_integer(),
        }
    }

    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self.clone()
        } else {
            self.clone()
        }
    }

    /// In lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Form::Small(n, _) => (*n).into(),
            Form::Big(value) => value.numer().clone(),
        }
    }

    /// In lowest terms, and always positive.
    pub fn denominator(&self) -> BigInt {
        match &self.0 {
            Form::Small(_, d) => (*d).into(),
            Form::Big(value) => value.denom().clone(),
        }
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `numerator` or `numerator/denominator`: a form that loses nothing; read back by [`Exact::from_fraction`].
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(n, 1) => write!(f, "{n}"),
            Form::Small(n, d) => write!(f, "{n}/{d}"),
            Form::Big(value) => write!(f, "{value}"),
        }
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exact({self})")
    }
}

impl Exact {
    /// Reads what `Display` writes.
    pub fn from_fraction(text: &str) -> Option<Self> {
        text.parse::<BigRational>().ok().map(Self::from_big)
    }
}

impl From<u64> for Exact {
    fn from(value: u64) -> Self {
        Self::reduced(value.into(), 1)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $symbol:tt, |$a:ident, $b:ident, $c:ident, $d:ident| $numerator:expr, $denominator:expr) => {
        impl $trait<&Exact> for &Exact {
            type Output = Exact;
            fn $method(self, other: &Exact) -> Exact {
                match (&self.0, &other.0) {
                    // 63-bit numbers: their products and a sum of two products fit 127 bits.
                    (Form::Small(a, b), Form::Small(c, d)) => {
                        let [$a, $b, $c, $d] = [*a, *b, *c, *d].map(i128::from);
                        Exact::reduced($numerator, $denominator)
                    }
                    _ => Exact::from_big(self.to_big() $symbol other.to_big()),
                }
            }
        }
        impl $trait<Exact> for Exact {
            type Output = Exact;
            fn $method(self, other: Exact) -> Exact {
                &self $symbol &other
            }
        }
    };
}
operator!(Add, add, +, |a, b, c, d| if b == d { a + c } else { a * d + c * b }, if b == d { b } else { b * d });
operator!(Sub, sub, -, |a, b, c, d| if b == d { a - c } else { a * d - c * b }, if b == d { b } else { b * d });
operator!(Mul, mul, *, |a, b, c, d| a * c, b * d);

/// Panics when the divisor is zero.
impl Div<&Exact> for &Exact {
    type Output = Exact;
    fn div(self, other: &Exact) -> Exact {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                assert!(*c != 0, "division by zero");
                let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
                Exact::reduced(a * d * c.signum(), b * c.abs())
            }
            _ => Exact::from_big(self.to_big() / other.to_big()),
        }
    }
}

/// Panics when the divisor is zero.
impl Div<Exact> for Exact {
    type Output = Exact;
    fn div(self, other: Exact) -> Exact {
        &self / &other
    }
}

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        match self.0 {
            Form::Small(n, d) => Exact(Form::Small(-n, d)),
            Form::Big(value) => Exact::from_big(-*value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        /// The small form is only a faster way to the same numbers.
        #[test]
        fn calculates_as_big_rationals_do(a: i64, b in 1..=i64::MAX, c: i64, d in 1..=i64::MAX, places in 0..=18_u8) {
            let [x, y] = [(a, b), (c, d)].map(|(n, d)| BigRational::new(n.into(), d.into()));
            let [p, q] = [&x, &y].map(|v| Exact::from_big(v.clone()));
            prop_assert_eq!((&p + &q).to_big(), &x + &y);
            prop_assert_eq!((&p - &q).to_big(), &x - &y);
            prop_assert_eq!((&p * &q).to_big(), &x * &y);
            prop_assert_eq!(p.cmp(&q), x.cmp(&y));
            prop_assert_eq!(Some(p.to_f64()), p.to_big().to_f64());
            prop_assert_eq!(Exact::sum([&p, &q, &p]).to_big(), &x + &y + &x);
            prop_assert_eq!(Exact::from_fraction(&p.to_string()), Some(p.clone()));
            if c != 0 {
                prop_assert_eq!((&p / &q).to_big(), &x / &y);
            }
            let decimal = Exact::ratio(a, BigInt::from(10).pow(places.into()));
            let text = decimal.to_exact_decimal().unwrap();
            prop_assert_eq!(Exact::parse(&text), Some(decimal));
        }
    }

    proptest! {
        /// A quotient of short integers is divided as doubles.
        #[test]
        fn short_numbers_give_the_nearest_double(n in -(1_i64 << 54)..1 << 54, d in 1..1_i64 << 54) {
            let number = Exact::ratio(n, d);
            prop_assert_eq!(Some(number.to_f64()), number.to_big().to_f64());
        }
    }

    #[test]
    fn equal_numbers_have_equal_forms() {
        let big = exact("1e30");
        assert_eq!(&big - &(&big - &Exact::one()), Exact::one());
        assert_eq!(exact("0.10"), exact("1e-1"));
        assert_eq!(exact("-9223372036854775808").to_string(), "-9223372036854775808");
        assert_eq!(
            exact("1e20").to_exact_decimal().as_deref(),
            Some("100000000000000000000")
        );
        assert_eq!(Exact::ratio(1, 3).to_exact_decimal(), None);
    }

    #[test]
    fn cuts_off_towards_zero() {
        assert_eq!(exact("30.77").truncate_to(0), exact("30"));
        assert_eq!(exact("-21.6").truncate_to(0), exact("-21"));
    }
}
