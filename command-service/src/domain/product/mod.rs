//! A product as its merchant lists it and an admin reviews it.

pub mod approve_product;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use state::{Listing, Product, Review};
