//! The bootstrap of data that come in batches.
//!
//! Calls of one batch resemble each other, so they must not be drawn as if they were independent: batches are drawn
//! with replacement and then, within each drawn batch, calls with replacement (Davison and Hinkley 1997, *Bootstrap
//! Methods and their Application*, section 3.8; Kalibera and Jones 2013, "Rigorous benchmarking in reasonable time",
//! doi 10.1145/2464157.2464160). Drawing on both levels makes the replicates a little too variable; that does no harm
//! here, because they are only used studentised, by an error that is computed from the same replicate.
//!
//! Only `+ − × ÷ √` touch the numbers, which IEEE 754 rounds in one way: the result is the same on every platform.

use super::random::{Seed, Xoshiro256};

/// How often the data are drawn anew. With 1999 replicates the 2.5 % and 97.5 % points are the 50th smallest and
/// the 50th largest, with no interpolation.
pub const REPLICATES: usize = 1999;

/// Beyond so many calls only batches are drawn: the second level changes nothing that could be seen, and costs.
const CALLS_WORTH_DRAWING: usize = 20_000;

/// The mean of all calls and the variance of that mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanEstimate {
    pub mean: f64,
    /// Square of the standard error, from the spread of the batches.
    pub variance: f64,
}

/// Values in batches; a batch is what was drawn independently of the others.
#[derive(Debug, Clone, PartialEq)]
pub struct Batches {
    /// All values, one batch after the other.
    values: Vec<f64>,
    /// Where each batch begins, and the end of the last.
    bounds: Vec<usize>,
}

impl Batches {
    /// `None` unless there are at least two batches, none empty, and every value is finite.
    pub fn new<B: AsRef<[f64]>>(batches: &[B]) -> Option<Self> {
        let mut values = Vec::new();
        let mut bounds = vec![0];
        for batch in batches {
            if batch.as_ref().is_empty() {
                return None;
            }
            values.extend_from_slice(batch.as_ref());
            bounds.push(values.len());
        }
        (batches.len() >= 2 && values.iter().all(|v| v.is_finite())).then_some(Batches { values, bounds })
    }

    /// Values that are independent of each other: each is a batch of its own.
    pub fn of_single_values(values: &[f64]) -> Option<Self> {
        let batches: Vec<[f64; 1]> = values.iter().map(|v| [*v]).collect();
        Self::new(&batches)
    }

    /// How many batches there are: at least two.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Never true; clippy wants it beside `len`.
    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn calls(&self) -> usize {
        self.values.len()
    }

    fn batch(&self, index: usize) -> &[f64] {
        &self.values[self.bounds[index]..self.bounds[index + 1]]
    }

    /// Mean of each batch.
    pub fn means(&self) -> Vec<f64> {
        (0..self.len())
            .map(|i| self.batch(i).iter().sum::<f64>() / self.batch(i).len() as f64)
            .collect()
    }

    /// Mean of all calls, and its variance by the ratio estimator for clusters of unequal size (Cochran 1977,
    /// *Sampling Techniques*, formula 9A.5); with equal batches it is the variance of the batch means over their number.
    pub fn estimate(&self) -> MeanEstimate {
        let mean = self.values.iter().sum::<f64>() / self.values.len() as f64;
        let mut sums = Sums::default();
        for index in 0..self.len() {
            let batch = self.batch(index);
            sums.add(batch.iter().map(|v| v - mean).sum(), batch.len() as f64);
        }
        let centred = sums.estimate();
        MeanEstimate {
            mean: mean + centred.mean,
            variance: centred.variance,
        }
    }

    /// What [`Batches::estimate`] would give for data drawn from these, `replicates` times.
    pub fn resample(&self, replicates: usize, seed: Seed) -> Vec<MeanEstimate> {
        let mut random = Xoshiro256::new(seed);
        let mean = self.values.iter().sum::<f64>() / self.values.len() as f64;
        // Centred first, so that the sums of squares lose no digits.
        let values: Vec<f64> = self.values.iter().map(|v| v - mean).collect();
        let totals: Vec<f64> = self
            .bounds
            .windows(2)
            .map(|w| values[w[0]..w[1]].iter().sum())
            .collect();
        let both_levels = self.calls() > self.len() && self.calls() <= CALLS_WORTH_DRAWING;
        (0..replicates)
            .map(|_| {
                let mut sums = Sums::default();
                for _ in 0..self.len() {
                    let index = random.below(self.len());
                    let batch = &values[self.bounds[index]..self.bounds[index + 1]];
                    let total = if both_levels {
                        draw_sum(batch, &mut random)
                    } else {
                        totals[index]
                    };
                    sums.add(total, batch.len() as f64);
                }
                let centred = sums.estimate();
                MeanEstimate {
                    mean: mean + centred.mean,
                    variance: centred.variance,
                }
            })
            .collect()
    }
}

/// The sum of as many values as the batch has, drawn from it with replacement.
fn draw_sum(batch: &[f64], random: &mut Xoshiro256) -> f64 {
    let mut sum = 0.0;
    let mut left = batch.len();
    while left > 0 {
        sum += batch[random.below(batch.len())];
        left -= 1;
    }
    sum
}

/// What the ratio estimator needs of the batches' totals `t` and sizes `n`.
#[derive(Default)]
struct Sums {
    batches: f64,
    t: f64,
    n: f64,
    tt: f64,
    tn: f64,
    nn: f64,
}

impl Sums {
    fn add(&mut self, total: f64, size: f64) {
        self.batches += 1.0;
        self.t += total;
        self.n += size;
        self.tt += total * total;
        self.tn += total * size;
        self.nn += size * size;
    }

    fn estimate(&self) -> MeanEstimate {
        let mean = self.t / self.n;
        let squares = self.tt - 2.0 * mean * self.tn + mean * mean * self.nn;
        MeanEstimate {
            mean,
            variance: (self.batches / (self.batches - 1.0) * squares / (self.n * self.n)).max(0.0),
        }
    }
}
