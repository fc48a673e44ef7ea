//! What a person has done with notifications.

pub mod read_notification;
mod state;

pub use state::Inbox;
