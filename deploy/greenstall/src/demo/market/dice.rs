//! Random choices that are reproducible from a seed.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

/// Derives the seed for one part of the market from the market's seed.
pub(in crate::demo) fn derived_seed(seed: u64, part: &str) -> u64 {
    // FNV-1a: any stable hash of the seed and the part's name works.
    part.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A random source. Each part of the market has its own, so that a change to one part leaves the others unchanged.
pub(super) struct Dice(StdRng);

impl Dice {
    pub(super) fn new(seed: u64, part: &str) -> Self {
        Self(StdRng::seed_from_u64(derived_seed(seed, part)))
    }

    /// A number in this inclusive range.
    pub(super) fn between(&mut self, least: u32, most: u32) -> u32 {
        self.0.random_range(least..=most)
    }

    /// True with this probability in percent.
    pub(super) fn percent(&mut self, share: u32) -> bool {
        self.between(1, 100) <= share
    }

    /// A random element of a slice, which must not be empty.
    pub(super) fn pick<'a, T: ?Sized>(&mut self, among: &[&'a T]) -> &'a T {
        among[self.0.random_range(0..among.len())]
    }

    /// A random index below `length`, which must not be 0.
    pub(super) fn index(&mut self, length: usize) -> usize {
        self.0.random_range(0..length)
    }

    /// A random index, chosen by weight. At least one weight must not be 0.
    pub(super) fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut left = self.between(1, weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if left <= *weight {
                return index;
            }
            left -= weight;
        }
        unreachable!("the number drawn is at most the sum of the weights")
    }

    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        all.shuffle(&mut self.0);
    }
}
