//! The session aggregate: from log-in to log-out.

pub mod end_session;
pub mod open_session;
mod state;

pub use state::Session;
