//! The product aggregate: a product as its merchant lists it and an admin reviews it.

pub mod approve_product;
mod certificate;
mod count_looks;
pub mod delete_product;
pub mod feature_product;
mod fulfillment_form;
pub mod list_product;
mod product_form;
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
pub use fulfillment_form::{ESTIMATED_TIMES, FulfillmentForm};
pub use product_form::{CheckedProduct, ProductForm, quantity};
pub use state::{Certificate, Listing, Product, Review};
pub use switch_product::Switcher;
