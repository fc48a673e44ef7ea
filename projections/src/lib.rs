//! Projections: from the log of events to the tables that screens are read from.

pub mod engine;
pub mod views;
