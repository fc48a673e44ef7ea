//! The product aggregate: a product as its merchant lists it and an admin reviews it.

pub mod approve_product;
mod certificate;
mod count_looks;
pub mod delete_product;
mod draft;
pub mod feature_product;
mod fulfillment_draft;
pub mod list_product;
#[cfg(test)]
mod properties;
pub mod reject_product;
pub mod resubmit_certificate;
pub mod resubmit_product;
pub mod review_certificate;
pub mod revise_product;
mod state;
pub mod switch_product;
#[cfg(test)]
pub(crate) mod testing;

pub use certificate::{CheckedCertificate, GivenCertificate};
pub use count_looks::{COUNT_ONCE_WITHIN, count_looks};
pub use draft::{CheckedProduct, ProductDraft, quantity};
pub use fulfillment_draft::{ESTIMATED_TIMES, FulfillmentDraft};
pub use state::{Certificate, Listing, Product, Review};
pub use switch_product::Switcher;
