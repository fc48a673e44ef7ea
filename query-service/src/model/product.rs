//! A product in lists and on its page.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared_events::{
    money::Dollars,
    shop::{Fulfillment, FulfillmentMethod, Image},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ApprovalStatus, FulfillmentMethodName, Merchant, Rating};

/// A product. The last three members are there for its owner and admins alone.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
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
    /// What is left.
    pub inventory: Inventory,
    /// What buyers think.
    pub rating: Rating,
    /// The merchant's claim; the badge needs an approved certificate.
    pub is_organic: bool,
    /// The certificate, if one was uploaded.
    #[schema(required)]
    pub organic_certificate: Option<OrganicCertificate>,
    /// Grown or made nearby.
    pub is_locally_sourced: bool,
    /// On the home page.
    pub featured: bool,
    /// When it was picked.
    #[schema(required)]
    pub harvest_date: Option<NaiveDate>,
    /// Search words.
    pub tags: Vec<String>,
    /// Who sells it.
    pub merchant: Merchant,
    /// How it reaches its buyer.
    pub fulfillment: ProductFulfillment,
    /// The same in short.
    pub shipping: ShippingSummary,
    /// Miles from the shopper's place to the merchant, to a tenth; null when no place is set.
    #[schema(required)]
    pub distance: Option<f64>,
    /// How often it was looked at.
    pub views: i64,
    /// What an admin decided.
    pub approval_status: ApprovalStatus,
    /// Not switched off.
    pub is_active: bool,
    /// When it was listed.
    pub created_at: DateTime<Utc>,
    /// How often its merchant has written what admins review, from 1: what a decision is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<i64>,
    /// What the merchant was told, while it is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rejection_reason: Option<String>,
    /// What was decided so far, oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approval_history: Option<Vec<ApprovalStep>>,
}

/// A product picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductImage {
    /// Path on this site.
    pub url: String,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// The one shown first.
    pub is_featured: bool,
    /// The last part of the path.
    pub filename: String,
}

impl From<Image> for ProductImage {
    fn from(image: Image) -> Self {
        let filename = image.url.rsplit('/').next().unwrap_or_default().to_owned();
        Self { url: image.url, alt: image.alt, is_featured: image.is_featured, filename }
    }
}

/// What is left of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    /// Units that can be bought now: on hand and not set aside for a checkout.
    pub quantity: i64,
    /// In which it is sold.
    pub unit: String,
    /// At or below this many units the stock is low.
    pub low_stock_threshold: i64,
}

/// In which unit a product is sold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductUnit {
    /// The unit.
    pub unit: String,
}

impl From<String> for ProductUnit {
    fn from(unit: String) -> Self {
        Self { unit }
    }
}

/// An organic certificate and what an admin decided about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganicCertificate {
    /// Only `approved` shows the badge.
    pub status: CertificateStatus,
    /// Path on this site; null for the public.
    #[schema(required)]
    pub url: Option<String>,
    /// The last part of the path; null for the public.
    #[schema(required)]
    pub filename: Option<String>,
    /// As the merchant named it; null for the public.
    #[schema(required)]
    pub original_name: Option<String>,
    /// Why it was rejected; null for the public.
    #[schema(required)]
    pub reason: Option<String>,
    /// When it was decided.
    #[schema(required)]
    pub reviewed_at: Option<DateTime<Utc>>,
}

impl OrganicCertificate {
    /// The public part of the certificate: only its owner and admins see the file. While a newer certificate waits,
    /// the approval of the previous one counts.
    pub fn public(self, certified: bool) -> Self {
        let status = if certified { CertificateStatus::Approved } else { self.status };
        Self { status, url: None, filename: None, original_name: None, reason: None, ..self }
    }
}

/// How far an organic certificate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CertificateStatus {
    /// Nobody has looked yet.
    Pending,
    /// It counts.
    Approved,
    /// It does not.
    Rejected,
    /// Another one was uploaded.
    Resubmitted,
}

/// How a product reaches its buyer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFulfillment {
    /// Pickup, delivery or both.
    #[schema(value_type = FulfillmentMethodName)]
    pub method: FulfillmentMethod,
    /// For those who collect.
    pub pickup_instructions: String,
    /// Used when the method includes delivery.
    pub delivery_options: DeliveryTerms,
}

/// A product's delivery terms.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryTerms {
    /// Delivered by the merchant.
    pub local_delivery: bool,
    /// In miles.
    pub delivery_radius: u32,
    /// The merchant's own statement, in US dollars.
    pub delivery_fee: Dollars,
    /// The merchant's own statement, in US dollars.
    pub free_delivery_minimum: Dollars,
    /// For example `1-2 hours`.
    pub estimated_time: String,
}

impl From<Fulfillment> for ProductFulfillment {
    fn from(fulfillment: Fulfillment) -> Self {
        let options = fulfillment.delivery_options;
        Self {
            method: fulfillment.method,
            pickup_instructions: fulfillment.pickup_instructions,
            delivery_options: DeliveryTerms {
                local_delivery: options.local_delivery,
                delivery_radius: options.delivery_radius,
                delivery_fee: options.delivery_fee,
                free_delivery_minimum: options.free_delivery_minimum,
                estimated_time: options.estimated_time,
            },
        }
    }
}

/// How a product reaches its buyer, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingSummary {
    /// How fast.
    pub delivery_time: DeliveryTime,
    /// It can be collected.
    pub can_pickup: bool,
    /// It can be brought.
    pub can_deliver: bool,
    /// How far, in miles, as in `fulfillment`.
    pub delivery_range: u32,
    /// The merchant's own statement, in US dollars, as in `fulfillment`.
    pub delivery_fee: Dollars,
}

/// How fast a product can be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryTime {
    /// The merchant delivers this product on the same day.
    pub same_day: bool,
}

/// One decision about a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalStep {
    /// What was decided.
    pub status: ApprovalStatus,
    /// When.
    pub reviewed_at: DateTime<Utc>,
    /// What the merchant was told.
    #[schema(required)]
    pub reason: Option<String>,
    /// The admin's note on an approval.
    #[schema(required)]
    pub notes: Option<String>,
}
