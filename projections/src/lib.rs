//! Projections: fill the tables that queries read from the event log.

pub mod engine;
pub mod views;
