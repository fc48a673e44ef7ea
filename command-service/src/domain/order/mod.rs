//! One merchant's order.

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
