//! Axes: where the ticks of a linear or logarithmic axis stand.

/// An axis from `from` to `to` with ticks at round numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub from: f64,
    pub to: f64,
    /// Ticks with labels.
    pub ticks: Vec<f64>,
    /// Lines between them without labels; only logarithmic axes have some.
    pub minor: Vec<f64>,
    /// Whether equal distances are equal ratios.
    pub logarithmic: bool,
}

/// From this ratio of the largest to the least value on, equal distances are equal ratios: on a linear axis the small
/// values would lie on each other at the start.
pub const WIDE: f64 = 50.0;

impl Axis {
    /// An axis that starts at zero and holds all values up to `largest`, with about `count` ticks. `headroom` is the
    /// share of `largest` that stays free beyond it.
    pub fn from_zero(largest: f64, count: usize, headroom: f64) -> Axis {
        // Of nothing but zeros the axis goes to one.
        Axis::over(0.0, if largest > 0.0 { largest } else { 1.0 }, count, headroom)
    }

    /// An axis over a range that need not hold zero: for marks that are read by place, not by length.
    pub fn over(from: f64, to: f64, count: usize, headroom: f64) -> Axis {
        let spread = if to > from { to - from } else { to.abs().max(1.0) };
        let step = round_step(spread / count.max(1) as f64);
        let start = if from == 0.0 { 0.0 } else { (from / step).floor() * step };
        let end = to + spread * headroom;
        let first = (start / step).round();
        let ticks = (0..)
            .map(|i| (first + f64::from(i)) * step)
            .take_while(|tick| *tick <= end + step * 1e-9)
            .collect();
        Axis {
            from: start,
            to: end,
            ticks,
            minor: Vec::new(),
            logarithmic: false,
        }
    }

    /// A logarithmic axis over positive values: labels at 1, 2 and 5 of each decade while they are few, then at decades,
    /// then at every second, third … of them; lines between them where they are not too dense.
    ///
    /// `from` must be positive and not more than `to`.
    pub fn logarithmic(from: f64, to: f64, count: usize) -> Axis {
        // A quarter of a decade stays free at the ends of a short axis, less on a long one.
        let decades = (to / from).log10().max(0.1);
        let margin = 10f64.powf((decades * 0.04).min(0.12));
        let (from, to) = (from / margin, to * margin);
        let within = |ticks: Vec<f64>| -> Vec<f64> {
            let inside = |tick: &f64| *tick >= from * (1.0 - 1e-9) && *tick <= to * (1.0 + 1e-9);
            ticks.into_iter().filter(inside).collect()
        };
        let powers = || from.log10().floor() as i32..=to.log10().ceil() as i32;
        let multiples = |factors: &[f64]| -> Vec<f64> {
            let of = |power: i32| factors.iter().map(move |factor| power_of_ten(*factor, power));
            within(powers().flat_map(of).collect())
        };
        let fine = multiples(&[1.0, 2.0, 5.0]);
        let tens = multiples(&[1.0]);
        let ticks = if fine.len() < 2 {
            // Less than half a decade: round numbers at equal steps.
            within(Axis::over(from, to, count.clamp(2, 5), 0.0).ticks)
        } else if fine.len() <= count.max(3) {
            fine
        } else {
            let step = tens.len().div_ceil(count.max(2)).max(1) as i32;
            within(
                powers()
                    .filter(|power| power % step == 0)
                    .map(|power| power_of_ten(1.0, power))
                    .collect(),
            )
        };
        let minor = match tens.len() {
            0..=4 => multiples(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
            5..=7 => multiples(&[1.0, 2.0, 5.0]),
            _ => tens,
        };
        let minor = minor.into_iter().filter(|tick| !ticks.contains(tick)).collect();
        Axis {
            from,
            to,
            ticks,
            minor,
            logarithmic: true,
        }
    }

    /// Linear from zero, or logarithmic when the values are further apart than [`WIDE`]. All must be positive for that.
    pub fn for_places(values: &[f64], count: usize, headroom: f64) -> Axis {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = values.iter().copied().fold(0.0, f64::max);
        if least > 0.0 && largest / least > WIDE {
            Axis::logarithmic(least, largest, count)
        } else {
            Axis::from_zero(largest, count, headroom)
        }
    }

    /// Where a value stands, as a share of the axis.
    pub fn share(&self, value: f64) -> f64 {
        if self.logarithmic {
            (value / self.from).ln() / (self.to / self.from).ln()
        } else {
            (value - self.from) / (self.to - self.from)
        }
    }

    /// Digits after the decimal mark that a tick is labelled with: the same for all ticks of a linear axis.
    pub fn digits(&self, tick: f64) -> u8 {
        match (self.logarithmic, self.ticks.get(..2)) {
            (false, Some([first, second])) => digits(second - first),
            _ => digits(tick),
        }
    }
}

/// `factor × 10^power` as the double that is nearest to the decimal.
fn power_of_ten(factor: f64, power: i32) -> f64 {
    format!("{factor}e{power}")
        .parse()
        .unwrap_or(factor * 10f64.powi(power))
}

/// The nearest of 1, 2, 2.5, 5 × 10ⁿ that is not less.
pub(super) fn round_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.log10().floor());
    let lead = raw / power;
    let round = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .find(|candidate| lead <= candidate * (1.0 + 1e-9))
        .unwrap_or(10.0);
    round * power
}

fn digits(step: f64) -> u8 {
    const MOST: u8 = 30;
    (0..MOST)
        .find(|digits| {
            let scaled = step * 10f64.powi(i32::from(*digits));
            scaled >= 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0)
        })
        .unwrap_or(if step == 0.0 { 0 } else { MOST })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_data() {
        for (largest, ticks, digits) in [
            (11.914, vec![0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0], 0),
            (0.87, vec![0.0, 0.2, 0.4, 0.6, 0.8], 1),
            (3257.0, vec![0.0, 1000.0, 2000.0, 3000.0], 0),
            (0.0123, vec![0.0, 0.0025, 0.005, 0.0075, 0.01, 0.0125], 4),
        ] {
            let axis = Axis::from_zero(largest, 6, 0.02);
            assert_eq!(axis.ticks.len(), ticks.len(), "{largest}: {:?}", axis.ticks);
            for (found, expected) in axis.ticks.iter().zip(&ticks) {
                assert!((found - expected).abs() < 1e-12, "{largest}: {:?}", axis.ticks);
            }
            assert_eq!(axis.digits(axis.ticks[1]), digits, "{largest}");
        }
    }

    #[test]
    fn logarithmic_ticks_are_few_and_round() {
        for (from, to, ticks, minor) in [
            (1.5, 16.0, vec![2.0, 5.0, 10.0], 6),
            (0.3, 150.0, vec![1.0, 10.0, 100.0], 23),
            (
                0.001,
                20_000.0,
                vec![1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1000.0, 10_000.0],
                0,
            ),
            (1e-9, 1e12, vec![1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9, 1e12], 14),
        ] {
            let axis = Axis::logarithmic(from, to, 8.min(ticks.len() + 1));
            assert_eq!(axis.ticks, ticks, "{from}–{to}");
            assert_eq!(axis.minor.len(), minor, "{from}–{to}: {:?}", axis.minor);
            assert!(axis.share(from) > 0.0 && axis.share(to) < 1.0);
        }
        for (from, to) in [(21.8, 40.2), (1.05, 1.9), (6.0, 6.4)] {
            let axis = Axis::logarithmic(from, to, 6);
            assert!((2..=7).contains(&axis.ticks.len()), "{from}–{to}: {:?}", axis.ticks);
        }
        let axis = Axis::logarithmic(0.01, 100.0, 6);
        assert!((axis.share(1.0) - 0.5).abs() < 1e-12);
        assert_eq!(
            axis.ticks.iter().map(|tick| axis.digits(*tick)).collect::<Vec<_>>(),
            [2, 1, 0, 0, 0]
        );
    }

    #[test]
    fn only_values_far_apart_get_a_logarithmic_axis() {
        assert!(!Axis::for_places(&[1.0, 49.0], 6, 0.02).logarithmic);
        assert!(Axis::for_places(&[1.0, 51.0], 6, 0.02).logarithmic);
        assert!(
            !Axis::for_places(&[0.0, 51.0], 6, 0.02).logarithmic,
            "zero has no logarithm"
        );
        assert!(!Axis::for_places(&[], 6, 0.02).logarithmic);
    }

    #[test]
    fn a_value_at_zero_stands_at_the_start_of_an_axis_from_zero() {
        let axis = Axis::from_zero(8.0, 5, 0.1);
        assert_eq!(axis.share(0.0), 0.0);
        assert!(axis.share(8.0) < 1.0);
    }
}
