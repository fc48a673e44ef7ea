//! The shopper aggregate: which checkout of a customer is open, and which earlier ones were paid.

pub mod open_checkout;
mod received;
mod state;

pub use received::received;
pub use state::Shopper;
