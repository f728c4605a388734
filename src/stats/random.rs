//! Random numbers for resampling: xoshiro256++ of Blackman and Vigna (2021), "Scrambled linear pseudorandom number
//! generators", ACM Trans. Math. Softw. 47(4), doi 10.1145/3460772.
//!
//! Own code, because the numbers are part of what is published: the same data must give the same interval on every
//! platform and after every update of a dependency. Only integer arithmetic is used.

use sha2::{Digest, Sha256};

/// What makes a stream of random numbers: a SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed for data that are given as bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Seed(Sha256::digest(bytes).into())
    }

    /// An independent seed for one use of many, so that neither their order nor their number matters.
    pub fn branch(self, purpose: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(purpose.as_bytes());
        Seed(hash.finalize().into())
    }
}

/// A stream of random integers.
#[derive(Debug, Clone)]
pub struct Xoshiro256([u64; 4]);

impl Xoshiro256 {
    /// The stream of a seed: its 32 bytes, read as four little-endian words, are the state.
    pub fn new(seed: Seed) -> Self {
        let mut state = [0; 4];
        for (word, bytes) in state.iter_mut().zip(seed.0.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        if state == [0; 4] {
            // The one state that the generator never leaves.
            state[0] = 1;
        }
        Xoshiro256(state)
    }

    /// The next 64 bits.
    #[inline(always)]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound`, each equally likely: Lemire (2019), "Fast random integer generation in an interval",
    /// doi 10.1145/3230636. `bound` is not zero.
    #[inline(always)]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let low = product as u64;
            // Rejects the few values that would make the first numbers likelier; the costly remainder is rarely needed.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// Two independent numbers below `bound`, each equally likely, from the two halves of as many bits as one number
    /// takes. `bound` is not zero, and below 2³².
    #[inline(always)]
    pub fn pair_below(&mut self, bound: usize) -> [usize; 2] {
        let bound = bound as u64;
        loop {
            let bits = self.next_u64();
            let (one, other) = ((bits >> 32) * bound, (bits & 0xffff_ffff) * bound);
            let least = (one & 0xffff_ffff).min(other & 0xffff_ffff);
            // As above. Both are drawn anew, so that neither knows of the other.
            if least >= bound || least >= (1 << 32) % bound {
                return [(one >> 32) as usize, (other >> 32) as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_numbers_of_the_reference_implementation() {
        // State 1, 2, 3, 4: the first outputs of the authors' C code.
        let mut generator = Xoshiro256([1, 2, 3, 4]);
        let drawn: Vec<u64> = (0..5).map(|_| generator.next_u64()).collect();
        assert_eq!(
            drawn,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386,
                9_228_616_714_210_784_205
            ]
        );
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut generator = Xoshiro256::new(Seed::of(b"bound"));
        let mut counts = [0u32; 10];
        for _ in 0..100_000 {
            counts[generator.below(10)] += 1;
        }
        // Chi-squared with 9 degrees of freedom: 27.9 is the 99.9 % point.
        let chi: f64 = counts.iter().map(|c| (f64::from(*c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 27.9, "{counts:?}");
    }

    #[test]
    fn every_pair_below_the_bound_is_drawn_about_equally_often() {
        let mut generator = Xoshiro256::new(Seed::of(b"pairs"));
        let mut counts = [0u32; 100];
        for _ in 0..100_000 {
            let [one, other] = generator.pair_below(10);
            counts[10 * one + other] += 1;
        }
        // Chi-squared with 99 degrees of freedom: 148.2 is the 99.9 % point.
        let chi: f64 = counts.iter().map(|c| (f64::from(*c) - 1e3).powi(2) / 1e3).sum();
        assert!(chi < 148.2, "{counts:?}");
    }

    #[test]
    fn branches_differ() {
        let seed = Seed::of(b"data");
        assert_ne!(seed.branch("a"), seed.branch("b"));
        assert_eq!(seed.branch("a"), seed.branch("a"));
    }
}
