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

/// A product. The last four members are only present for its owner and admins.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
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
    /// The available stock.
    pub inventory: Inventory,
    /// The rating by buyers.
    pub rating: Rating,
    /// Whether the merchant claims that the product is organic. The badge requires an approved certificate.
    pub is_organic: bool,
    /// The certificate, if one was uploaded.
    #[schema(required)]
    pub organic_certificate: Option<OrganicCertificate>,
    /// Whether the product is grown or made nearby.
    pub is_locally_sourced: bool,
    /// Whether the product is featured on the home page.
    pub featured: bool,
    /// When the product was harvested.
    #[schema(required)]
    pub harvest_date: Option<NaiveDate>,
    /// Words for the search.
    pub tags: Vec<String>,
    /// The merchant of the product.
    pub merchant: Merchant,
    /// The ways in which the product reaches its buyer.
    pub fulfillment: ProductFulfillment,
    /// A summary of `fulfillment`.
    pub shipping: ShippingSummary,
    /// Miles from the shopper's place to the merchant, to a tenth; null when no place is set.
    #[schema(required)]
    pub distance: Option<f64>,
    /// The number of views.
    pub views: i64,
    /// The decision of an admin.
    pub approval_status: ApprovalStatus,
    /// Whether the product is active: its merchant or an admin may deactivate it.
    pub is_active: bool,
    /// When the product was listed.
    pub created_at: DateTime<Utc>,
    /// Whether an admin has deactivated the product. Then its merchant cannot activate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub deactivated_by_admin: Option<bool>,
    /// The number of the present revision, from 1: each change by the merchant makes another one. An edit and a decision
    /// name the one that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<i64>,
    /// The reason of the rejection, while the product is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rejection_reason: Option<String>,
    /// The decisions so far, oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approval_history: Option<Vec<ApprovalStep>>,
}

/// A product picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductImage {
    /// The path on this site.
    pub url: String,
    /// A description of the picture for people who do not see it.
    pub alt: String,
    /// Whether the picture is shown first.
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

/// The available stock of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    /// The number of units that can be bought now: on hand and not held by a checkout.
    pub quantity: i64,
    /// The unit in which the product is sold.
    pub unit: String,
    /// At or below this number of units, the stock counts as low.
    pub low_stock_threshold: i64,
}

/// The unit in which a product is sold.
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

/// An organic certificate, with the decision of an admin.
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
    /// The file name that the merchant chose; null for the public.
    #[schema(required)]
    pub original_name: Option<String>,
    /// The reason of the rejection; null for the public.
    #[schema(required)]
    pub reason: Option<String>,
    /// When an admin decided.
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

/// The status of an organic certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CertificateStatus {
    /// No admin has decided yet.
    Pending,
    /// The certificate is valid.
    Approved,
    /// The certificate was refused.
    Rejected,
    /// A new certificate was uploaded after a decision.
    Resubmitted,
}

/// The ways in which a product reaches its buyer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFulfillment {
    /// Pickup, delivery or both.
    #[schema(value_type = FulfillmentMethodName)]
    pub method: FulfillmentMethod,
    /// Instructions for customers who collect the product.
    pub pickup_instructions: String,
    /// The delivery terms, which apply when the method includes delivery.
    pub delivery_options: DeliveryTerms,
}

/// A product's delivery terms.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryTerms {
    /// Whether the merchant delivers.
    pub local_delivery: bool,
    /// The delivery radius in miles.
    pub delivery_radius: u32,
    /// The delivery fee that the merchant states, in US dollars.
    pub delivery_fee: Dollars,
    /// The order value for free delivery that the merchant states, in US dollars.
    pub free_delivery_minimum: Dollars,
    /// The estimated delivery time, for example `1-2 hours`.
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

/// A summary of the ways in which a product reaches its buyer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingSummary {
    /// The speed of the delivery.
    pub delivery_time: DeliveryTime,
    /// Whether the product can be collected.
    pub can_pickup: bool,
    /// Whether the product can be delivered.
    pub can_deliver: bool,
    /// The delivery radius in miles, as in `fulfillment`.
    pub delivery_range: u32,
    /// The delivery fee that the merchant states, in US dollars, as in `fulfillment`.
    pub delivery_fee: Dollars,
}

/// The speed of a product's delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryTime {
    /// Whether the merchant delivers this product on the same day.
    pub same_day: bool,
}

/// A decision about a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalStep {
    /// The decision.
    pub status: ApprovalStatus,
    /// When the decision was made.
    pub reviewed_at: DateTime<Utc>,
    /// The reason of a rejection.
    #[schema(required)]
    pub reason: Option<String>,
    /// The admin's note on an approval.
    #[schema(required)]
    pub notes: Option<String>,
}
