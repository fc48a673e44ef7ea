//! Products and merchants that wait for an admin's decision.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared_events::money::Dollars;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ApprovalStatus, OrganicCertificate, ProductFulfillment, ProductImage, ProductUnit};

/// A product that waits for an admin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProduct {
    /// The product.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A few sentences.
    pub description: String,
    /// US dollars a unit.
    pub price: Dollars,
    /// One of the sixteen slugs.
    pub category: String,
    /// Free text within the category.
    pub subcategory: String,
    /// In the order in which they are shown.
    pub images: Vec<ProductImage>,
    /// In which unit it is sold.
    pub inventory: ProductUnit,
    /// The merchant's claim.
    pub is_organic: bool,
    /// The certificate, if one was uploaded.
    #[schema(required)]
    pub organic_certificate: Option<OrganicCertificate>,
    /// Grown or made nearby.
    pub is_locally_sourced: bool,
    /// When it was picked.
    #[schema(required)]
    pub harvest_date: Option<NaiveDate>,
    /// Search words.
    pub tags: Vec<String>,
    /// How it reaches its buyer.
    pub fulfillment: ProductFulfillment,
    /// How often its merchant has written it, from 1: what a decision is about.
    pub revision: i64,
    /// In the list of products, pending or resubmitted.
    pub approval_status: ApprovalStatus,
    /// When it was listed.
    pub created_at: DateTime<Utc>,
    /// Who wants to sell it.
    pub merchant: PendingProductMerchant,
}

/// Who wants to sell a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProductMerchant {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// Empty when the person has been erased.
    pub email: String,
    /// The business.
    pub business_info: PendingProductBusiness,
}

/// The business of whoever wants to sell a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingProductBusiness {
    /// The name over the shop.
    pub business_name: String,
    /// The merchant may sell.
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

/// A merchant whose business has another name than when it was approved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenamedMerchant {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The person's name.
    pub name: String,
    /// Empty when the person has been erased.
    pub email: String,
    /// What the business is called now.
    pub business_name: String,
    /// What it was called when it was approved.
    pub approved_name: String,
    /// When it took its present name.
    pub renamed_at: DateTime<Utc>,
}
