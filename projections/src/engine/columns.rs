//! Positions, attempts and streams as the engine's tables hold them.

use postgres_kit::unsigned;
use shared_events::{Position, StreamId};

/// The position that a column holds.
pub(super) fn position(value: i64) -> Result<Position, sqlx::Error> {
    unsigned(value).map(Position)
}

/// The number of attempts that a column holds.
pub(super) fn attempts(value: i32) -> Result<u32, sqlx::Error> {
    u32::try_from(value).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// The stream that a column names.
pub(super) fn stream(name: &str) -> Result<StreamId, sqlx::Error> {
    name.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}
