//! Tests of the engine with a small view, an in-memory log and a real Postgres.

#![expect(clippy::unwrap_used, reason = "test helpers may panic")]

mod ahead;
mod asking;
mod building;
mod damaged;
mod dumping;
mod erasing;
mod failing;
mod following;
mod going_back;
mod operating;
mod parking;
mod replaced;
mod reviewing;
mod rolling_back;
mod sharing;
mod silence;
mod skipping;
mod support;
mod swapping;
mod verifying;
