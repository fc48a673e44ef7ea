//! Positions, counts and streams as the engine's tables hold them.

use shared_events::{Position, StreamId};

/// A position in a column.
pub(super) fn bigint(position: Position) -> i64 {
    i64::try_from(position.0).unwrap_or(i64::MAX)
}

/// The position that a column holds.
pub(super) fn position(value: i64) -> Result<Position, sqlx::Error> {
    count(value).map(Position)
}

/// The count or the version that a column holds.
pub(super) fn count(value: i64) -> Result<u64, sqlx::Error> {
    u64::try_from(value).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// The number of attempts that a column holds.
pub(super) fn attempts(value: i32) -> Result<u32, sqlx::Error> {
    u32::try_from(value).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// The stream that a column names.
pub(super) fn stream(name: &str) -> Result<StreamId, sqlx::Error> {
    name.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}
