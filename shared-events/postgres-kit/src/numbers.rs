//! Unsigned numbers in columns: Postgres has only signed ones.

/// A position, a version or a count as `bigint`. No stored number is larger than the largest `bigint`, which therefore
/// stands for all larger numbers.
#[must_use]
pub fn bigint(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The number in a `bigint` column that is never negative, for `#[row(with = unsigned)]`.
///
/// # Errors
/// When it is negative.
pub fn unsigned(stored: i64) -> sqlx::Result<u64> {
    u64::try_from(stored).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}
