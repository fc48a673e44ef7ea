//! The order aggregate: one merchant's part of a paid checkout.

pub mod cancel_order;
pub mod change_status;
pub mod place_order;
#[cfg(test)]
mod properties;
pub mod record_refund;
mod remarks;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use state::{Order, Placed};
