//! The inbox aggregate: which notifications a person has read.

pub mod read_notification;
mod state;

pub use state::Inbox;
