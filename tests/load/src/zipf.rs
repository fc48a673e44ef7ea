//! Draws by Zipf's law: the second as often as the half of the first, the third a third as often.

use rand::{RngExt, rngs::StdRng};

pub(crate) struct Zipf<T> {
    all: Vec<T>,
    /// The sums of the weights up to each.
    sums: Vec<f64>,
}

impl<T> Zipf<T> {
    pub(crate) fn new(all: Vec<T>) -> Self {
        let mut sum = 0.0;
        let sums = (1..=all.len()).map(|rank| {
            sum += 1.0 / rank as f64;
            sum
        });
        Self { sums: sums.collect(), all }
    }

    /// One of them; there must be some.
    pub(crate) fn draw(&self, dice: &mut StdRng) -> &T {
        let drawn = dice.random_range(0.0..1.0) * self.sums.last().copied().unwrap_or(0.0);
        let place = self.sums.partition_point(|sum| *sum <= drawn);
        &self.all[place.min(self.all.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn the_first_comes_twice_as_often_as_the_second() {
        let zipf = Zipf::new(vec![0, 1, 2]);
        let mut dice = StdRng::seed_from_u64(1);
        let mut counts = [0_u32; 3];
        (0..11_000).for_each(|_| counts[*zipf.draw(&mut dice)] += 1);
        // 6, 3 and 2 elevenths.
        let near = |count: u32, expected: u32| count.abs_diff(expected) < 300;
        assert!(near(counts[0], 6_000) && near(counts[1], 3_000) && near(counts[2], 2_000), "{counts:?}");
    }
}
