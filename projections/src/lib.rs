//! Projections: fill the tables that queries read from the event log.

pub mod engine;
#[cfg(test)]
mod testing;
pub mod views;
