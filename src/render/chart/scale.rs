//! Axes: where the ticks of a linear axis stand.

/// A linear axis from `from` to `to` with ticks at round numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    pub from: f64,
    pub to: f64,
    pub ticks: Vec<f64>,
    /// Digits after the decimal mark that tell the ticks apart.
    pub digits: u8,
}

impl Axis {
    /// An axis that starts at zero and holds all values up to `largest`, with about `count` ticks. `headroom` is the
    /// share of `largest` that stays free beyond it.
    pub fn from_zero(largest: f64, count: usize, headroom: f64) -> Axis {
        Axis::over(0.0, largest.max(f64::MIN_POSITIVE), count, headroom)
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
            digits: digits(step),
        }
    }

    /// Where a value stands, as a share of the axis.
    pub fn share(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }
}

/// The nearest of 1, 2, 2.5, 5 × 10ⁿ that is not less.
fn round_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.log10().floor());
    let lead = raw / power;
    let round = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .find(|candidate| lead <= candidate * (1.0 + 1e-9))
        .unwrap_or(10.0);
    round * power
}

fn digits(step: f64) -> u8 {
    (0..12u8)
        .find(|digits| {
            let scaled = step * 10f64.powi(i32::from(*digits));
            (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0)
        })
        .unwrap_or(12)
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
            assert_eq!(axis.digits, digits, "{largest}");
        }
    }

    #[test]
    fn a_value_at_zero_stands_at_the_start_of_an_axis_from_zero() {
        let axis = Axis::from_zero(8.0, 5, 0.1);
        assert_eq!(axis.share(0.0), 0.0);
        assert!(axis.share(8.0) < 1.0);
    }
}
