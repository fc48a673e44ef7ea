//! The stock aggregate: the units of one product on the shelf, on hold and sold.

pub mod close_checkout;
pub mod count_stock;
pub mod hold_units;
#[cfg(test)]
mod properties;
pub mod release_hold;
pub mod restate_stock;
pub mod restock_units;
pub mod sell_units;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use state::{Hold, Sale, Stock};
