//! Did the values change while the run went on? A rank test of trend, and a check of the first batch.

use libm::{erfc, sqrt};

/// The two-sided test of Kendall's rank correlation between values and their order in time (Mann 1945,
/// "Nonparametric tests against trend", doi 10.2307/1907187; Kendall 1975, *Rank Correlation Methods*).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Kendall's τ-b, from −1 (ever falling) to 1 (ever rising).
    pub tau: f64,
    /// Probability of a τ at least as far from zero when the order does not matter.
    pub p_value: f64,
}

/// Up to so many values without ties the probability is exact; beyond, it is the normal approximation with the
/// correction for ties.
const EXACT_UP_TO: usize = 60;

/// The trend of values in the order of time. `None` with fewer than four values, where not even a perfect order is
/// surprising, and when all are equal.
pub fn trend(values: &[f64]) -> Option<Trend> {
    let n = values.len();
    if n < 4 {
        return None;
    }
    let (sorted, falling) = sort_and_count(values);
    let pairs = (n * (n - 1) / 2) as f64;
    let groups = tie_groups(&sorted);
    let tied: f64 = groups.iter().map(|t| t * (t - 1.0) / 2.0).sum();
    if tied >= pairs {
        return None;
    }
    // Of the pairs that are not tied, those that rise less those that fall.
    let score = (pairs - tied) as i64 - 2 * falling as i64;
    let p_value = if tied == 0.0 && n <= EXACT_UP_TO {
        exact_p_value(n, score.unsigned_abs() as usize)
    } else {
        normal_p_value(n as f64, score as f64, &groups)
    };
    Some(Trend {
        tau: score as f64 / sqrt(pairs * (pairs - tied)),
        p_value,
    })
}

/// The values in rising order, and the number of pairs whose later value is the smaller one: counted while merging, in
/// O(n log n) (Knight 1966, doi 10.1080/01621459.1966.10480879).
fn sort_and_count(values: &[f64]) -> (Vec<f64>, u64) {
    if values.len() < 2 {
        return (values.to_vec(), 0);
    }
    let (earlier, later) = values.split_at(values.len() / 2);
    let ((earlier, in_earlier), (later, in_later)) = (sort_and_count(earlier), sort_and_count(later));
    let mut falling = in_earlier + in_later;
    let mut merged = Vec::with_capacity(values.len());
    let mut at = 0;
    for value in &later {
        while at < earlier.len() && earlier[at] <= *value {
            merged.push(earlier[at]);
            at += 1;
        }
        // All that is left of the earlier half is larger.
        falling += (earlier.len() - at) as u64;
        merged.push(*value);
    }
    merged.extend_from_slice(&earlier[at..]);
    (merged, falling)
}

/// Sizes of the groups of equal values among values in rising order.
fn tie_groups(sorted: &[f64]) -> Vec<f64> {
    sorted.chunk_by(|a, b| a == b).map(|group| group.len() as f64).collect()
}

/// `P(|S| ≥ score)`, from the distribution of the number of inversions of a random order, built up one value at a
/// time (Kendall 1975, section 5.2).
fn exact_p_value(n: usize, score: usize) -> f64 {
    let mut inversions = vec![1.0f64];
    for size in 2..=n {
        let mut next = vec![0.0; inversions.len() + size - 1];
        for (count, probability) in inversions.iter().enumerate() {
            for more in 0..size {
                next[count + more] += probability / size as f64;
            }
        }
        inversions = next;
    }
    // S = pairs − 2 × inversions; the distribution is symmetric.
    let pairs = n * (n - 1) / 2;
    let tail: f64 = inversions[..=(pairs - score) / 2].iter().sum();
    if score == 0 { 1.0 } else { (2.0 * tail).min(1.0) }
}

/// The normal approximation without correction for continuity (Kendall 1975, section 4.9).
fn normal_p_value(n: f64, score: f64, groups: &[f64]) -> f64 {
    let ties: f64 = groups.iter().map(|t| t * (t - 1.0) * (2.0 * t + 5.0)).sum();
    let variance = (n * (n - 1.0) * (2.0 * n + 5.0) - ties) / 18.0;
    erfc(score.abs() / sqrt(2.0 * variance))
}

/// A modified z-score above this is an outlier (Iglewicz and Hoaglin 1993, *How to Detect and Handle Outliers*).
pub const OUTLYING_SCORE: f64 = 3.5;

/// How far the first value lies above the others: `0.6745 × (first − median) / MAD`, median and median absolute
/// deviation taken from the others. `None` with fewer than six values, or when more than half of the others are equal.
pub fn first_value_score(values: &[f64]) -> Option<f64> {
    let (first, others) = values.split_first()?;
    if others.len() < 5 {
        return None;
    }
    let middle = median(others);
    let deviations: Vec<f64> = others.iter().map(|v| (v - middle).abs()).collect();
    let spread = median(&deviations);
    (spread > 0.0).then(|| 0.6745 * (first - middle) / spread)
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        (sorted[half - 1] + sorted[half]) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_order_has_the_probability_of_one_order_in_all() {
        let rising = trend(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert_eq!(rising.tau, 1.0);
        assert!((rising.p_value - 2.0 / 720.0).abs() < 1e-15);
    }

    #[test]
    fn falling_pairs_are_counted_while_merging() {
        let values: Vec<f64> = (0..200u32).map(|i| f64::from(i * 7919 % 61)).collect();
        let mut pairwise = 0;
        for (i, earlier) in values.iter().enumerate() {
            pairwise += values[i + 1..].iter().filter(|later| *later < earlier).count() as u64;
        }
        let (sorted, falling) = sort_and_count(&values);
        assert_eq!(falling, pairwise);
        assert!(sorted.is_sorted());
    }

    #[test]
    fn the_score_leaves_ties_out() {
        // Of six pairs one is tied, four rise and one falls.
        let trend = trend(&[1.0, 2.0, 2.0, 1.5]).map(|t| t.tau);
        assert_eq!(trend, Some((3.0 - 2.0) / sqrt(6.0 * 5.0)));
    }

    #[test]
    fn equal_values_have_no_trend() {
        assert_eq!(trend(&[3.0; 12]), None);
        assert_eq!(first_value_score(&[3.0; 12]), None);
    }

    #[test]
    fn a_slow_first_value_stands_out() {
        let rest = [10.0, 10.4, 9.8, 10.1, 9.9, 10.2, 10.0];
        let mut values = vec![14.0];
        values.extend(rest);
        assert!(first_value_score(&values).unwrap() > OUTLYING_SCORE);
        values[0] = 10.3;
        assert!(first_value_score(&values).unwrap() < OUTLYING_SCORE);
    }
}
