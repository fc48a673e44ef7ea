//! The response body for a product, as shown to its merchant.

use chrono::{DateTime, NaiveDate, Utc};
use domain::product::{CheckedCertificate, CheckedProduct, Listing};
use serde::Serialize;
use shared_events::{
    ids::{AccountId, ProductId},
    money::Dollars,
    shop::{self, FulfillmentMethod},
};
use utoipa::{
    ToSchema,
    openapi::{Object, ObjectBuilder, Type},
};

/// A product with everything that its merchant may see.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    /// The product's id.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    mongo_style_id: ProductId,
    /// The same id.
    #[schema(value_type = Uuid)]
    id: ProductId,
    name: String,
    description: String,
    /// The price per unit, in US dollars.
    price: Dollars,
    category: String,
    subcategory: String,
    images: Vec<Image>,
    tags: Vec<String>,
    inventory: Inventory,
    /// Whether the merchant claims that the product is organic. The badge requires an approved certificate.
    is_organic: bool,
    /// The certificate for the claim, if one was uploaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    organic_certificate: Option<Certificate>,
    is_locally_sourced: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    harvest_date: Option<NaiveDate>,
    fulfillment: Fulfillment,
    /// The approval: `pending`, because it waits for an admin.
    approval_status: &'static str,
    /// The number of the present revision, from 1: each change by the merchant makes another one.
    revision: u64,
    is_active: bool,
    featured: bool,
    views: u64,
    rating: Rating,
    merchant: MerchantRef,
    created_at: DateTime<Utc>,
}

/// What a merchant can change about a product, as it is now.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EditableProduct {
    revision: u64,
    name: String,
    description: String,
    price: Dollars,
    category: String,
    subcategory: String,
    /// Without the quantity, whose changes are differences.
    inventory: EditableInventory,
    tags: Vec<String>,
    images: Vec<Image>,
    is_organic: bool,
    organic_certificate: Option<Certificate>,
    is_locally_sourced: bool,
    harvest_date: Option<NaiveDate>,
    fulfillment: Fulfillment,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EditableInventory {
    unit: String,
    low_stock_threshold: u32,
}

/// A product picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Image {
    /// Path on this site.
    url: String,
    /// A description of the picture for people who do not see it.
    alt: String,
    /// Whether the picture is shown first.
    is_featured: bool,
    /// The last part of the path.
    filename: String,
}

/// An organic certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Certificate {
    /// The status: `pending` when it was just uploaded, because it waits for an admin.
    status: &'static str,
    /// Path on this site.
    url: String,
    /// The last part of the path.
    filename: String,
    /// The merchant's name for the file.
    original_name: String,
}

/// The merchant of the product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct MerchantRef {
    /// The merchant's account.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    mongo_style_id: AccountId,
    /// The same id.
    #[schema(value_type = Uuid)]
    id: AccountId,
}

/// The stock of the product.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Inventory {
    quantity: u32,
    unit: String,
    /// At or below this number of units, the stock counts as low.
    low_stock_threshold: u32,
}

/// The ways in which the product reaches its buyer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fulfillment {
    #[schema(schema_with = method_schema)]
    method: FulfillmentMethod,
    pickup_instructions: String,
    delivery_options: DeliveryOptions,
}

/// The merchant's delivery terms.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveryOptions {
    local_delivery: bool,
    /// The delivery radius in miles.
    delivery_radius: u32,
    /// The delivery fee, in US dollars.
    delivery_fee: Dollars,
    /// The order value for free delivery, in US dollars.
    free_delivery_minimum: Dollars,
    estimated_time: String,
}

/// The rating by buyers.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Rating {
    /// The average, of five stars; 0 without reviews.
    average: f64,
    count: u64,
}

impl Product {
    /// A product that was just listed.
    pub(super) fn new(
        id: ProductId,
        merchant: AccountId,
        product: CheckedProduct,
        at: DateTime<Utc>,
    ) -> Self {
        let CheckedProduct { details, price, unit, quantity, low_stock_threshold, fulfillment, certificate } =
            product;
        let fulfillment = fulfillment.instructed_by(&details);
        let has_certificate = certificate.is_some();
        Self {
            mongo_style_id: id,
            id,
            name: details.name,
            description: details.description,
            price: price.into(),
            category: details.category,
            subcategory: details.subcategory,
            images: details.images.into_iter().map(Image::from).collect(),
            tags: details.tags,
            inventory: Inventory { quantity, unit, low_stock_threshold },
            is_organic: details.is_organic,
            organic_certificate: certificate.map(Certificate::from),
            is_locally_sourced: details.is_locally_sourced,
            harvest_date: details.harvest_date,
            fulfillment: fulfillment.into(),
            approval_status: "pending",
            revision: 1 + u64::from(has_certificate),
            is_active: true,
            featured: false,
            views: 0,
            rating: Rating { average: 0.0, count: 0 },
            merchant: MerchantRef { mongo_style_id: merchant, id: merchant },
            created_at: at,
        }
    }
}

impl From<&Listing> for EditableProduct {
    fn from(listing: &Listing) -> Self {
        let Listing { details, certificate, fulfillment, .. } = listing.clone();
        let fulfillment = fulfillment.instructed_by(&details);
        let (unit, low_stock_threshold) = (listing.unit.clone(), listing.low_stock_threshold);
        Self {
            revision: listing.revision,
            name: details.name,
            description: details.description,
            price: listing.price.into(),
            category: details.category,
            subcategory: details.subcategory,
            inventory: EditableInventory { unit, low_stock_threshold },
            tags: details.tags,
            images: details.images.into_iter().map(Image::from).collect(),
            is_organic: details.is_organic,
            organic_certificate: certificate.map(|known| Certificate {
                status: known.review.as_str(),
                ..Certificate::named(known.url, known.original_name.into_inner().unwrap_or_default())
            }),
            is_locally_sourced: details.is_locally_sourced,
            harvest_date: details.harvest_date,
            fulfillment: fulfillment.into(),
        }
    }
}

impl Certificate {
    fn named(url: String, original_name: String) -> Self {
        let filename = url.rsplit('/').next().unwrap_or_default().to_owned();
        Self { status: "pending", url, filename, original_name }
    }
}

impl From<CheckedCertificate> for Certificate {
    fn from(CheckedCertificate { url, original_name }: CheckedCertificate) -> Self {
        Self::named(url, original_name)
    }
}

impl From<shop::Image> for Image {
    fn from(shop::Image { url, alt, is_featured }: shop::Image) -> Self {
        let filename = url.rsplit('/').next().unwrap_or_default().to_owned();
        Self { url, alt, is_featured, filename }
    }
}

impl From<shop::Fulfillment> for Fulfillment {
    fn from(fulfillment: shop::Fulfillment) -> Self {
        let options = fulfillment.delivery_options;
        Self {
            method: fulfillment.method,
            pickup_instructions: fulfillment.pickup_instructions,
            delivery_options: DeliveryOptions {
                local_delivery: options.local_delivery,
                delivery_radius: options.delivery_radius,
                delivery_fee: options.delivery_fee,
                free_delivery_minimum: options.free_delivery_minimum,
                estimated_time: options.estimated_time,
            },
        }
    }
}

pub(super) fn method_schema() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(["pickup-only", "delivery-only", "both"]))
        .description(Some("Where a customer can get it."))
        .build()
}
