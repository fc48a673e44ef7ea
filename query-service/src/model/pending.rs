//! Products and merchants that wait for an admin's decision.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared_events::money::Dollars;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ApprovalStatus, OrganicCertificate, ProductFulfillment, ProductImage, ProductUnit};

/// A product that waits for an admin's decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProduct {
    /// The product's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The description: a few sentences.
    pub description: String,
    /// The price per unit, in US dollars.
    pub price: Dollars,
    /// The category: one of the sixteen slugs.
    pub category: String,
    /// The subcategory: free text.
    pub subcategory: String,
    /// The pictures, in display order.
    pub images: Vec<ProductImage>,
    /// The unit in which the product is sold.
    pub inventory: ProductUnit,
    /// Whether the merchant claims that the product is organic.
    pub is_organic: bool,
    /// The certificate, if one was uploaded.
    #[schema(required)]
    pub organic_certificate: Option<OrganicCertificate>,
    /// Whether the product is grown or made nearby.
    pub is_locally_sourced: bool,
    /// When the product was harvested.
    #[schema(required)]
    pub harvest_date: Option<NaiveDate>,
    /// Words for the search.
    pub tags: Vec<String>,
    /// The ways in which the product reaches its buyer.
    pub fulfillment: ProductFulfillment,
    /// The number of the present revision, from 1: each change by the merchant makes another one. A decision names it.
    pub revision: i64,
    /// The product's approval: pending or resubmitted in the list of products.
    pub approval_status: ApprovalStatus,
    /// When the product was listed.
    pub created_at: DateTime<Utc>,
    /// The merchant of the product.
    pub merchant: PendingProductMerchant,
}

/// The merchant of a pending product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProductMerchant {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// The e-mail address; empty after the erasure of the person.
    pub email: String,
    /// The business.
    pub business_info: PendingProductBusiness,
}

/// The business of a pending product's merchant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProductBusiness {
    /// The name of the business.
    pub business_name: String,
    /// Whether the merchant is approved.
    pub is_approved: bool,
}

impl PendingProductMerchant {
    /// Creates the merchant with this business name.
    pub const fn new(
        id: Uuid,
        name: String,
        email: String,
        business_name: String,
        is_approved: bool,
    ) -> Self {
        let business_info = PendingProductBusiness { business_name, is_approved };
        Self { underscore_id: id, id, name, email, business_info }
    }
}

/// A merchant whose business has changed its name since the approval.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenamedMerchant {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// The e-mail address; empty after the erasure of the person.
    pub email: String,
    /// The present name of the business.
    pub business_name: String,
    /// The name of the business at the approval.
    pub approved_name: String,
    /// When the business took its present name.
    pub renamed_at: DateTime<Utc>,
}
