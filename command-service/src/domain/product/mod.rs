//! A product as its merchant lists it and an admin reviews it.

pub mod approve_product;
mod draft;
pub mod feature_product;
pub mod list_product;
pub mod reject_product;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use draft::{CheckedProduct, ESTIMATED_TIMES, FulfillmentDraft, ProductDraft};
pub use state::{Listing, Product, Review};
