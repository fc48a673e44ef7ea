//! A session: from the log-in to the log-out.

pub mod end_session;
pub mod open_session;
mod state;

pub use state::Session;
