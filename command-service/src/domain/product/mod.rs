//! A product as its merchant lists it and an admin reviews it.

pub mod approve_product;
mod draft;
pub mod feature_product;
mod fulfillment_draft;
pub mod list_product;
pub mod reject_product;
mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use draft::{CheckedProduct, ProductDraft};
pub use fulfillment_draft::{ESTIMATED_TIMES, FulfillmentDraft};
pub use state::{Certificate, Listing, Product, Review};
