//! The shop's value types that several events share. Their JSON names are those of the public API.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{
    ids::{AccountId, ProductId},
    money::{Cents, Dollars},
};

/// The sixteen product categories, by slug.
pub const CATEGORIES: [&str; 16] = [
    "produce",
    "dairy",
    "meat",
    "seafood",
    "bakery",
    "beverages",
    "prepared-foods",
    "snacks",
    "condiments",
    "spices",
    "health",
    "beauty",
    "home",
    "crafts",
    "flowers",
    "other",
];

/// The units in which products are sold.
pub const UNITS: [&str; 12] = [
    "piece", "pound", "ounce", "gram", "kilogram", "liter", "gallon", "quart", "pint", "bunch", "dozen",
    "package",
];

/// The kinds of business a merchant may be.
pub const BUSINESS_TYPES: [&str; 8] =
    ["Farm", "Market", "Bakery", "Restaurant", "Grocery Store", "Specialty Food", "Craft Business", "Other"];

/// A postal address, with the place on the map when it is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    /// Street and number.
    pub street: String,
    /// City.
    pub city: String,
    /// Two-letter state.
    pub state: String,
    /// Five digits, or five plus four.
    pub zip_code: String,
    /// Country name.
    pub country: String,
    /// Degrees north.
    pub latitude: Option<f64>,
    /// Degrees east.
    pub longitude: Option<f64>,
}

/// An entry of an address book: a label, a person and a place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedAddress {
    /// What its owner calls it: `Work`.
    pub name: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Optional.
    pub apartment: String,
    /// Where it is.
    pub postal: Address,
}

/// A merchant's public business profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BusinessProfile {
    /// The name over the shop.
    pub business_name: String,
    /// One of [`BUSINESS_TYPES`].
    pub business_type: String,
    /// A few sentences.
    pub business_description: String,
    /// Customers may collect.
    pub offers_pickup: bool,
    /// The merchant delivers.
    pub offers_delivery: bool,
    /// Also on the same day.
    pub same_day_delivery: bool,
    /// How far the merchant delivers, in miles.
    pub delivery_radius: u32,
    /// The latest order time for delivery on the same day, in the merchant's time zone: `14:00`.
    pub same_day_cutoff: String,
    /// Path of the business photo.
    pub photo_url: Option<String>,
}

/// A product picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// Path on this site.
    pub url: String,
    /// Alternative text.
    #[serde(default)]
    pub alt: String,
    /// The one shown first.
    #[serde(default)]
    pub is_featured: bool,
}

/// The public details of a product, which an admin therefore reviews.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductDetails {
    /// The product's name.
    pub name: String,
    /// A few sentences.
    pub description: String,
    /// One of [`CATEGORIES`].
    pub category: String,
    /// Free text within the category.
    pub subcategory: String,
    /// In the order in which they are shown.
    pub images: Vec<Image>,
    /// Search words.
    pub tags: Vec<String>,
    /// The merchant's claim; the badge needs an approved certificate as well.
    pub is_organic: bool,
    /// Grown or made nearby.
    pub is_locally_sourced: bool,
    /// When it was picked.
    pub harvest_date: Option<NaiveDate>,
}

/// Where a customer can get a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FulfillmentMethod {
    /// At the merchant's address.
    #[default]
    PickupOnly,
    /// Brought to the customer.
    DeliveryOnly,
    /// Either.
    Both,
}

/// How a product reaches its buyer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct Fulfillment {
    /// Pickup, delivery or both.
    pub method: FulfillmentMethod,
    /// Shown to customers who pick up.
    pub pickup_instructions: String,
    /// Present in all methods; used when the method includes delivery.
    pub delivery_options: DeliveryOptions,
}

/// A product's delivery terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeliveryOptions {
    /// Delivered by the merchant.
    pub local_delivery: bool,
    /// In miles, 1 to 50.
    pub delivery_radius: u32,
    /// The merchant's own statement of a fee; a checkout charges by its delivery method.
    pub delivery_fee: Dollars,
    /// The merchant's own statement of when delivery is free.
    pub free_delivery_minimum: Dollars,
    /// One of the documents' options, `1-2 hours` by default.
    pub estimated_time: String,
}

impl Default for DeliveryOptions {
    fn default() -> Self {
        Self {
            local_delivery: false,
            delivery_radius: 5,
            delivery_fee: Dollars::default(),
            free_delivery_minimum: Dollars(Cents(25_00)),
            estimated_time: "1-2 hours".to_owned(),
        }
    }
}

/// How a whole checkout is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeliveryMethod {
    /// Collected at each merchant's address.
    Pickup,
    /// Brought in 2–5 business days.
    StandardDelivery,
    /// Brought within 24 hours.
    SameDayDelivery,
}

impl DeliveryMethod {
    /// All methods, cheapest first.
    pub const ALL: [Self; 3] = [Self::Pickup, Self::StandardDelivery, Self::SameDayDelivery];

    /// The name used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pickup => "pickup",
            Self::StandardDelivery => "standard-delivery",
            Self::SameDayDelivery => "same-day-delivery",
        }
    }

    /// What a checkout charges for it (document 1, point 9).
    pub const fn fee(self) -> Cents {
        match self {
            Self::Pickup => Cents::ZERO,
            Self::StandardDelivery => Cents(5_00),
            Self::SameDayDelivery => Cents(15_00),
        }
    }
}

/// Sales tax on a checkout's subtotal, in basis points: 8% (document 1, point 9).
pub const TAX_BASIS_POINTS: u16 = 800;

/// Where and to whom a checkout goes. Prefilled from the account, typed by the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShippingDetails {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// E-mail for the confirmation.
    pub email: String,
    /// Optional.
    pub phone: String,
    /// Street and number.
    pub address: String,
    /// Optional.
    pub apartment: String,
    /// City.
    pub city: String,
    /// Two-letter state.
    pub state: String,
    /// Five digits, or five plus four.
    pub zip_code: String,
    /// `US`.
    pub country: String,
    /// Instructions for the driver.
    pub delivery_instructions: String,
}

/// The billing details of a checkout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BillingDetails {
    /// The billing address is the shipping address.
    pub same_as_shipping: bool,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Street and number.
    pub address: String,
    /// Optional.
    pub apartment: String,
    /// City.
    pub city: String,
    /// Two-letter state.
    pub state: String,
    /// Five digits, or five plus four.
    pub zip_code: String,
    /// `US`.
    pub country: String,
}

/// What a checkout or an order costs, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Amounts {
    /// The lines.
    pub subtotal: Cents,
    /// 8% of the subtotal, rounded half up once per checkout.
    pub tax: Cents,
    /// By delivery method, once per checkout.
    pub delivery_fee: Cents,
    /// All of it.
    pub total: Cents,
}

/// One product in a checkout or an order, with everything copied that a later edit must not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Which product.
    pub product_id: ProductId,
    /// Whose.
    pub merchant_id: AccountId,
    /// The merchant's business name at the time.
    pub merchant_name: String,
    /// The product's name at the time.
    pub name: String,
    /// The unit at the time.
    pub unit: String,
    /// The picture at the time.
    pub image_url: Option<String>,
    /// The price of one unit at the time.
    pub price: Cents,
    /// How many units.
    pub quantity: u32,
}

impl Line {
    /// Price times quantity.
    pub const fn subtotal(&self) -> Cents {
        self.price.times(self.quantity)
    }
}

/// Where a parcel is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tracking {
    /// The carrier's number.
    pub tracking_number: Option<String>,
    /// The carrier's page.
    pub tracking_url: Option<String>,
}

/// The states of an order (document 2, point 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderStatus {
    /// Paid, not yet seen by the merchant.
    Pending,
    /// Accepted by the merchant.
    Confirmed,
    /// Being packed or made.
    Preparing,
    /// Waiting at the merchant's address.
    ReadyForPickup,
    /// With the merchant's driver.
    OutForDelivery,
    /// With a carrier.
    Shipped,
    /// With the customer.
    Delivered,
    /// Called off before it was made; refunded and restocked.
    Cancelled,
    /// Brought back after delivery; refunded.
    Returned,
}

impl OrderStatus {
    /// All states, in the order in which they are usually reached.
    pub const ALL: [Self; 9] = [
        Self::Pending,
        Self::Confirmed,
        Self::Preparing,
        Self::ReadyForPickup,
        Self::OutForDelivery,
        Self::Shipped,
        Self::Delivered,
        Self::Cancelled,
        Self::Returned,
    ];

    /// The name used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Confirmed => "confirmed",
            Self::Preparing => "preparing",
            Self::ReadyForPickup => "ready-for-pickup",
            Self::OutForDelivery => "out-for-delivery",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
            Self::Returned => "returned",
        }
    }
}
