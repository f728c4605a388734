//! How much the values vary, where the variation comes from, and which values stand apart.

use super::bootstrap::Batches;
use libm::sqrt;

/// Where the variation comes from: one-way analysis of variance with random batches (Searle, Casella and McCulloch
/// 1992, *Variance Components*, section 3.6; for benchmarks Kalibera and Jones 2013, doi 10.1145/2464157.2464160).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VarianceComponents {
    /// Variance of the batches' own levels, in squared units; not negative.
    pub between: f64,
    /// Variance of calls of one batch, in squared units.
    pub within: f64,
}

impl VarianceComponents {
    /// The correlation of two calls of one batch, 0 to 1; `None` when nothing varies.
    pub fn intraclass_correlation(&self) -> Option<f64> {
        let total = self.between + self.within;
        (total > 0.0).then(|| self.between / total)
    }
}

/// `None` when no batch has two calls.
pub fn variance_components<B: AsRef<[f64]>>(batches: &[B]) -> Option<VarianceComponents> {
    let batches: Vec<&[f64]> = batches.iter().map(AsRef::as_ref).collect();
    let (k, n) = (
        batches.len() as f64,
        batches.iter().map(|b| b.len()).sum::<usize>() as f64,
    );
    if n <= k || k < 2.0 {
        return None;
    }
    let mean = batches.iter().flat_map(|b| b.iter()).sum::<f64>() / n;
    let (mut among, mut inside, mut squared_sizes) = (0.0, 0.0, 0.0);
    for batch in &batches {
        let size = batch.len() as f64;
        let own = batch.iter().sum::<f64>() / size;
        among += size * (own - mean) * (own - mean);
        inside += batch.iter().map(|v| (v - own) * (v - own)).sum::<f64>();
        squared_sizes += size * size;
    }
    let within = inside / (n - k);
    let typical_size = (n - squared_sizes / n) / (k - 1.0);
    Some(VarianceComponents {
        between: ((among / (k - 1.0) - within) / typical_size).max(0.0),
        within,
    })
}

/// Standard deviation of the batch means by their mean, a pure number. `None` when the mean is not positive.
pub fn coefficient_of_variation(batches: &Batches) -> Option<f64> {
    let means = batches.means();
    let n = means.len() as f64;
    let mean = means.iter().sum::<f64>() / n;
    let squares: f64 = means.iter().map(|m| (m - mean) * (m - mean)).sum();
    (mean > 0.0).then(|| sqrt(squares / (n - 1.0)) / mean)
}

/// How many values lie beyond Tukey's fences (Tukey 1977, *Exploratory Data Analysis*, section 2D): more than 1.5
/// (mild) or 3 (severe) interquartile ranges outside the quartiles. They are counted, never removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outliers {
    pub low_severe: usize,
    pub low_mild: usize,
    pub high_mild: usize,
    pub high_severe: usize,
}

impl Outliers {
    pub fn total(&self) -> usize {
        self.low_severe + self.low_mild + self.high_mild + self.high_severe
    }
}

/// Quartiles interpolate linearly between order statistics (definition 7 of Hyndman and Fan 1996).
pub fn outliers(values: &[f64]) -> Outliers {
    let mut found = Outliers::default();
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    if sorted.len() < 4 {
        return found;
    }
    let (q1, q3) = (quantile(&sorted, 0.25), quantile(&sorted, 0.75));
    let range = q3 - q1;
    for value in sorted {
        if value < q1 - 3.0 * range {
            found.low_severe += 1;
        } else if value < q1 - 1.5 * range {
            found.low_mild += 1;
        } else if value > q3 + 3.0 * range {
            found.high_severe += 1;
        } else if value > q3 + 1.5 * range {
            found.high_mild += 1;
        }
    }
    found
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = place as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}
