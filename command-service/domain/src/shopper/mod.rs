//! The shopper aggregate: which checkout of a customer is open, and which earlier ones were paid.

pub mod open_checkout;
mod state;

pub use state::Shopper;
