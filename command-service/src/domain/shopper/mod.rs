//! A customer at the till: which checkout is open.

pub mod open_checkout;
mod state;

pub use state::Shopper;
