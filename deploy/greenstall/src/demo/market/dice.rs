//! Chance that a seed decides.

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

/// A seed of its own for a part of what is made from `seed`.
pub(in crate::demo) fn mixed(seed: u64, part: &str) -> u64 {
    // FNV-1a: any stable mixture of the seed with the part's name will do.
    part.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A source of choices. Each part of the market has its own, so that a change in one leaves the others as they were.
pub(super) struct Dice(StdRng);

impl Dice {
    pub(super) fn new(seed: u64, part: &str) -> Self {
        Self(StdRng::seed_from_u64(mixed(seed, part)))
    }

    /// A number, both ends included.
    pub(super) fn between(&mut self, least: u32, most: u32) -> u32 {
        self.0.random_range(least..=most)
    }

    /// True in so many of a hundred cases.
    pub(super) fn percent(&mut self, share: u32) -> bool {
        self.between(1, 100) <= share
    }

    /// One of them. There must be one.
    pub(super) fn pick<'a, T: ?Sized>(&mut self, among: &[&'a T]) -> &'a T {
        among[self.0.random_range(0..among.len())]
    }

    /// One of them by its place. There must be one.
    pub(super) fn index(&mut self, length: usize) -> usize {
        self.0.random_range(0..length)
    }

    /// An index by weight. One of the weights must not be zero.
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
