//! The response body for a product's status after a command.

use domain::product::{Listing, Product};
use serde::Serialize;
use shared_events::ids::ProductId;
use utoipa::ToSchema;

/// The result of a command about a product.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductChanged {
    /// Always true.
    success: bool,
    product: ProductStanding,
}

/// The status of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductStanding {
    /// The product's id.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    mongo_style_id: ProductId,
    /// The same id.
    #[schema(value_type = Uuid)]
    id: ProductId,
    /// `pending`, `approved`, `rejected` or `resubmitted`.
    approval_status: &'static str,
    /// The number of the present revision, from 1: each change by the merchant makes another one.
    revision: u64,
    is_active: bool,
    /// `pending`, `approved`, `rejected` or `resubmitted`; null when no certificate was uploaded.
    #[schema(required)]
    organic_certificate_status: Option<&'static str>,
}

impl ProductChanged {
    /// The status after a command on this product.
    pub(crate) fn new(id: ProductId, product: &Product) -> Self {
        let listing = product.listing.as_ref().expect("only a product that exists is changed");
        Self { success: true, product: ProductStanding::new(id, listing) }
    }
}

impl ProductStanding {
    fn new(id: ProductId, listing: &Listing) -> Self {
        Self {
            mongo_style_id: id,
            id,
            approval_status: listing.review.as_str(),
            revision: listing.revision,
            is_active: listing.is_active,
            organic_certificate_status: listing.certificate.as_ref().map(|given| given.review.as_str()),
        }
    }
}
