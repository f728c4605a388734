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
use std::sync::OnceLock;

/// How often data are drawn anew, at most. With 99,999 replicates the 2.5 % and 97.5 % points are the 2500th smallest
/// and the 2500th largest, with no interpolation.
pub const MOST_REPLICATES: usize = 99_999;

/// How often data are drawn anew at least, however many batches they have.
pub const LEAST_REPLICATES: usize = 1_999;

/// So many batches are drawn for one sample before the replicates become fewer.
const BATCHES_TO_DRAW: usize = 8_000_000;

/// So many calls are drawn for one sample before the draws of a batch become fewer.
const CALLS_TO_DRAW: usize = 8_000_000;

/// So many draws of the calls of a batch are kept for the replicates to choose from: at least and at most.
const DRAWS_OF_A_BATCH: (usize, usize) = (400, 4_000);

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

    /// How often these data are drawn anew: fewer times when there are very many batches.
    pub fn replicates(&self) -> usize {
        let (least, most) = (LEAST_REPLICATES + 1, MOST_REPLICATES + 1);
        // A fortieth lies outside of each end of the interval: a whole number of replicates.
        (BATCHES_TO_DRAW / self.len()).clamp(least, most) / 40 * 40 - 1
    }

    /// The seed for drawing from these data: the SHA-256 of the values in their batches, and of nothing else. What the
    /// data are called, and what else a file holds, changes no interval.
    pub fn seed(&self) -> Seed {
        let sizes = self.bounds.windows(2).map(|w| ((w[1] - w[0]) as u64).to_le_bytes());
        let values = self.values.iter().map(|value| value.to_bits().to_le_bytes());
        let count = (self.len() as u64).to_le_bytes();
        Seed::of(
            &std::iter::once(count)
                .chain(sizes)
                .chain(values)
                .flatten()
                .collect::<Vec<u8>>(),
        )
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

    /// Whether calls are drawn within the drawn batches.
    fn draws_calls(&self) -> bool {
        self.calls() > self.len() && self.calls() <= CALLS_WORTH_DRAWING
    }

    /// What [`Batches::estimate`] would give for data drawn from these, `replicates` times.
    pub fn resample(&self, replicates: usize, seed: Seed) -> Vec<MeanEstimate> {
        let mut random = Xoshiro256::new(seed);
        let mean = self.values.iter().sum::<f64>() / self.values.len() as f64;
        let (sums, draws) = self.sums(mean, replicates, &mut random);
        let sizes: Vec<f64> = self.bounds.windows(2).map(|w| (w[1] - w[0]) as f64).collect();
        (0..replicates)
            .map(|_| {
                let mut drawn = Sums::default();
                let mut left = self.len();
                while left > 0 {
                    for at in random.pair_below(sums.len()).into_iter().take(left) {
                        drawn.add(sums[at], sizes[at / draws]);
                    }
                    left = left.saturating_sub(2);
                }
                let centred = drawn.estimate();
                MeanEstimate {
                    mean: mean + centred.mean,
                    variance: centred.variance,
                }
            })
            .collect()
    }

    /// For each batch sums of its calls drawn with replacement, and how many for each: a replicate chooses among them,
    /// which costs a small part of drawing every call for every replicate. Where calls are not drawn, the sum of the
    /// batch alone. The values are centred first, so that sums of squares lose no digits.
    fn sums(&self, mean: f64, replicates: usize, random: &mut Xoshiro256) -> (Vec<f64>, usize) {
        let values: Vec<f64> = self.values.iter().map(|v| v - mean).collect();
        let batches = self.bounds.windows(2).map(|w| &values[w[0]..w[1]]);
        if !self.draws_calls() {
            return (batches.map(|batch| batch.iter().sum()).collect(), 1);
        }
        let (least, most) = DRAWS_OF_A_BATCH;
        let draws = (CALLS_TO_DRAW / self.calls()).clamp(least, most).min(replicates).max(1);
        let mut sums = Vec::with_capacity(self.len() * draws);
        for batch in batches {
            let begin = sums.len();
            sums.extend((0..draws).map(|_| draw_sum(batch, random)));
            // The draws have the mean of the batch, as all possible draws have (Efron 1990, "More efficient bootstrap
            // computations", section 3): otherwise they would shift every replicate.
            let drawn = sums[begin..].iter().sum::<f64>() / draws as f64;
            let shift = batch.iter().sum::<f64>() - drawn;
            sums[begin..].iter_mut().for_each(|sum| *sum += shift);
        }
        (sums, draws)
    }
}

/// The sum of as many values as the batch has, drawn from it with replacement.
fn draw_sum(batch: &[f64], random: &mut Xoshiro256) -> f64 {
    let mut sum = 0.0;
    let mut left = batch.len();
    while left > 0 {
        for at in random.pair_below(batch.len()).into_iter().take(left) {
            sum += batch[at];
        }
        left = left.saturating_sub(2);
    }
    sum
}

/// A sample, and what drawing from it gives: what every interval of it is made of.
#[derive(Debug, Clone)]
pub struct Drawn {
    batches: Batches,
    replicates: usize,
    seed: Seed,
    drawn: OnceLock<Vec<MeanEstimate>>,
}

impl Drawn {
    /// Draws from the data as often as they want it, with the seed that they give.
    pub fn of(batches: Batches) -> Self {
        let (replicates, seed) = (batches.replicates(), batches.seed());
        Self::with(batches, replicates, seed)
    }

    /// Draws `replicates` times with a given seed.
    pub fn with(batches: Batches, replicates: usize, seed: Seed) -> Self {
        Drawn {
            batches,
            replicates,
            seed,
            drawn: OnceLock::new(),
        }
    }

    /// What was drawn from.
    pub fn batches(&self) -> &Batches {
        &self.batches
    }

    /// The replicates, independent of each other; drawn once, when they are first asked for.
    pub fn replicates(&self) -> &[MeanEstimate] {
        self.drawn
            .get_or_init(|| self.batches.resample(self.replicates, self.seed))
    }
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
