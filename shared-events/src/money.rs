//! Money in integer cents.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Sub},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// An amount in US cents. It is negative only as a difference. Events have it as an integer; for decimal JSON see
/// [`Dollars`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// The amount of zero.
    pub const ZERO: Self = Self(0);

    /// The price of `quantity` units.
    pub const fn times(self, quantity: u32) -> Self {
        Self(self.0 * quantity as i64)
    }

    /// A share of the amount in basis points (1/100 of a percent), rounded half up to a cent.
    pub const fn basis_points(self, points: i64) -> Self {
        Self((self.0 * points + 5_000).div_euclid(10_000))
    }

    /// The amount as a decimal number of dollars, exact to the cent for every amount below 2^53 cents.
    #[expect(clippy::cast_precision_loss, reason = "amounts stay far below 2^53 cents")]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// The amount of a decimal number of dollars. `None` unless the number is finite and has at most two decimal
    /// places.
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let cents = dollars * 100.0;
        let rounded = cents.round();
        let exact = dollars.is_finite() && cents.abs() < 1e15 && (cents - rounded).abs() < 1e-4;
        exact.then_some(Self(rounded as i64))
    }

    /// The amount nearest to a decimal number of dollars, clamped to the range of amounts.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the cast saturates at the largest and the smallest amount"
    )]
    pub fn nearest_to(dollars: f64) -> Self {
        Self((dollars * 100.0).round() as i64)
    }

    /// Splits the amount in proportion to the weights, by the largest-remainder method. The parts add up to the amount,
    /// and no part differs from its exact share by a cent or more. Ties go to the earlier part. If all weights are
    /// zero, the parts are as equal as possible.
    ///
    /// # Panics
    /// When there are no weights, or a weight or the amount is negative.
    pub fn split(self, weights: &[Cents]) -> Vec<Cents> {
        assert!(!weights.is_empty(), "an amount is split over at least one part");
        assert!(
            self.0 >= 0 && weights.iter().all(|w| w.0 >= 0),
            "only amounts that are not negative are split"
        );
        let total: i128 = weights.iter().map(|w| i128::from(w.0)).sum();
        let weight = |w: &Cents| if total == 0 { 1 } else { i128::from(w.0) };
        let total = if total == 0 { weights.len() as i128 } else { total };
        let share = |w: &Cents| i128::from(self.0) * weight(w);
        let mut parts: Vec<i128> = weights.iter().map(|w| share(w) / total).collect();
        let missing = i128::from(self.0) - parts.iter().sum::<i128>();
        let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
        by_remainder.sort_by_key(|&i| std::cmp::Reverse(share(&weights[i]) % total));
        for &i in
            by_remainder.iter().take(usize::try_from(missing).expect("fewer cents are missing than parts"))
        {
            parts[i] += 1;
        }
        parts
            .into_iter()
            .map(|part| Self(i64::try_from(part).expect("a part is at most the amount")))
            .collect()
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}
impl Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
impl AddAssign for Cents {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}
impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// Formats the amount for display: `$12.50`.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}${}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

/// An amount that is written to JSON as a decimal number of dollars: `12.5` for $12.50.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dollars(pub Cents);

impl From<Cents> for Dollars {
    fn from(cents: Cents) -> Self {
        Self(cents)
    }
}

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.dollars().serialize(serializer)
    }
}

/// Refuses a number with more than two decimal places.
impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let dollars = f64::deserialize(deserializer)?;
        let cents = Cents::from_dollars(dollars);
        cents.map(Self).ok_or_else(|| D::Error::custom("an amount has at most two decimal places"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_sum_of_floats_is_rounded_to_the_cent() {
        for (dollars, cents) in
            [(16.2, 16_20), (16.200_000_000_000_003, 16_20), (16.196, 16_20), (16.194, 16_19), (-0.006, -1)]
        {
            assert_eq!(Cents::nearest_to(dollars), Cents(cents), "{dollars}");
        }
        assert_eq!(Cents::nearest_to(1e300), Cents(i64::MAX));
        assert_eq!(Cents::nearest_to(f64::NEG_INFINITY), Cents(i64::MIN));
    }

    #[test]
    fn tax_is_rounded_half_up() {
        assert_eq!(Cents(1_00).basis_points(800), Cents(8));
        assert_eq!(Cents(6).basis_points(800), Cents(0));
        assert_eq!(Cents(7).basis_points(800), Cents(1));
        assert_eq!(Cents(18_75).basis_points(800), Cents(1_50));
    }

    #[test]
    fn ties_go_to_the_earlier_part() {
        assert_eq!(Cents(1).split(&[Cents(5), Cents(5)]), [Cents(1), Cents(0)]);
        assert_eq!(Cents(5).split(&[Cents(0), Cents(0)]), [Cents(3), Cents(2)]);
    }

    #[test]
    fn people_read_dollars() {
        assert_eq!(Cents(1_250).to_string(), "$12.50");
        assert_eq!(Cents(-5).to_string(), "-$0.05");
    }

    #[test]
    fn a_third_decimal_place_is_refused() {
        assert_eq!(Cents::from_dollars(0.005), None);
        assert_eq!(Cents::from_dollars(f64::NAN), None);
        assert_eq!(Cents::from_dollars(19.99), Some(Cents(1_999)));
    }

    proptest! {
        #[test]
        fn the_parts_of_a_split_add_up_to_the_amount(
            amount in 0_i64..10_000_000,
            weights in prop::collection::vec(0_i64..1_000_000, 1..12),
        ) {
            let weights: Vec<Cents> = weights.into_iter().map(Cents).collect();
            let parts = Cents(amount).split(&weights);
            prop_assert_eq!(parts.iter().copied().sum::<Cents>(), Cents(amount));
            let total: i128 = weights.iter().map(|w| i128::from(w.0)).sum();
            for (part, weight) in parts.iter().zip(&weights) {
                prop_assert!(part.0 >= 0);
                if total > 0 {
                    let off = i128::from(part.0) * total - i128::from(amount) * i128::from(weight.0);
                    prop_assert!(off.abs() < total, "a part is off by a cent or more");
                }
            }
        }

        #[test]
        fn tax_is_the_nearest_cent_and_half_a_cent_goes_up(amount in 0_i64..1_000_000_000_000, points in 0_i64..=10_000) {
            let rounding = Cents(amount).basis_points(points).0 * 10_000 - amount * points;
            prop_assert!(-5_000 < rounding && rounding <= 5_000, "off by {rounding} of 10000");
        }

        #[test]
        fn dollars_convert_to_the_same_cents(cents in -1_000_000_000_i64..1_000_000_000) {
            prop_assert_eq!(Cents::from_dollars(Cents(cents).dollars()), Some(Cents(cents)));
        }
    }
}
