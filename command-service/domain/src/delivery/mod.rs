//! The delivery of one message to a webhook: attempts until the receiver accepts it, or too many have failed.

pub mod give_up;
pub mod record_attempt;
pub mod request_delivery;
mod state;
#[cfg(test)]
mod testing;

pub use state::{Delivery, Request};
