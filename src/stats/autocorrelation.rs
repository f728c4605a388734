//! Do neighbouring values resemble each other? If so, they say less than their number suggests.

use libm::{erfc, sqrt};

/// The correlation of each value with the next one, and whether chance would give it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Autocorrelation {
    /// `Σ (xᵢ − x̄)(xᵢ₊₁ − x̄) / Σ (xᵢ − x̄)²` with the mean of each run; about −1/n for independent values.
    pub lag_1: f64,
    /// Two-sided, by the normal approximation with the moments for independent values (Moran 1948, "Some theorems on
    /// time series: II", doi 10.1093/biomet/35.3-4.255).
    pub p_value: f64,
}

/// The lag-1 autocorrelation within runs (batches), pooled over them: each is centred on its own mean and no pair
/// spans two. `None` with fewer than eight values in all runs that have three or more, or when nothing varies.
pub fn lag_1<R: AsRef<[f64]>>(runs: &[R]) -> Option<Autocorrelation> {
    let runs: Vec<&[f64]> = runs.iter().map(AsRef::as_ref).filter(|run| run.len() >= 3).collect();
    if runs.iter().map(|run| run.len()).sum::<usize>() < 8 {
        return None;
    }
    let (mut products, mut squares) = (0.0, 0.0);
    let (mut expected, mut variance) = (0.0, 0.0);
    for run in runs {
        let n = run.len() as f64;
        let mean = run.iter().sum::<f64>() / n;
        let own: f64 = run.iter().map(|v| (v - mean) * (v - mean)).sum();
        products += run.windows(2).map(|w| (w[0] - mean) * (w[1] - mean)).sum::<f64>();
        squares += own;
        // Moments of one run's coefficient, weighted by its share of the squares.
        expected -= own / n;
        variance += own * own * (n - 2.0) * (n - 2.0) / (n * n * (n - 1.0));
    }
    if squares <= 0.0 || variance <= 0.0 {
        return None;
    }
    let z = (products - expected) / sqrt(variance);
    Some(Autocorrelation {
        lag_1: products / squares,
        p_value: erfc(z.abs() / core::f64::consts::SQRT_2),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_wave_is_correlated_and_a_zigzag_is_anticorrelated() {
        let wave: Vec<f64> = (0..40).map(|i| f64::from((i / 8) % 2)).collect();
        let found = lag_1(&[wave]).unwrap();
        assert!(found.lag_1 > 0.7 && found.p_value < 1e-4, "{found:?}");
        let zigzag: Vec<f64> = (0..40).map(|i| f64::from(i % 2)).collect();
        let found = lag_1(&[zigzag]).unwrap();
        assert!(found.lag_1 < -0.9 && found.p_value < 1e-4, "{found:?}");
    }

    #[test]
    fn a_difference_between_batches_is_no_correlation_within_them() {
        let batches: Vec<[f64; 4]> = (0..10)
            .map(|i| {
                let base = f64::from(i) * 100.0;
                [base, base + 3.0, base + 1.0, base + 2.0]
            })
            .collect();
        let found = lag_1(&batches).unwrap();
        assert!(found.lag_1 < 0.0, "{found:?}");
    }
}
