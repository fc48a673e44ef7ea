//! The shop's value types that several events share. Their JSON member names are those of the public interface.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{
    ids::{AccountId, ProductId},
    money::{Cents, Dollars},
};

/// The name under which admins answer people who ask the shop's support.
pub const SUPPORT_NAME: &str = "Greenstall Support";

/// The sixteen product categories by slug.
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

/// The kinds of business that a merchant may have.
pub const BUSINESS_TYPES: [&str; 8] =
    ["Farm", "Market", "Bakery", "Restaurant", "Grocery Store", "Specialty Food", "Craft Business", "Other"];

/// A postal address, with its coordinates when they are known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    /// The street and the number.
    pub street: String,
    /// The city.
    pub city: String,
    /// The two letters of the state.
    pub state: String,
    /// The ZIP code: five digits, or five and four.
    pub zip_code: String,
    /// The name of the country.
    pub country: String,
    /// The latitude in degrees north.
    pub latitude: Option<f64>,
    /// The longitude in degrees east.
    pub longitude: Option<f64>,
}

/// An entry of an address book: a label, a person and an address.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SavedAddress {
    /// The owner's label for the entry, such as `Work`.
    pub name: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The apartment, which may be empty.
    pub apartment: String,
    /// The postal address.
    pub postal: Address,
}

/// A merchant's public business profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BusinessProfile {
    /// The name of the business.
    pub business_name: String,
    /// The kind of business: one of [`BUSINESS_TYPES`].
    pub business_type: String,
    /// The description in a few sentences.
    pub business_description: String,
    /// Whether customers may collect their orders.
    pub offers_pickup: bool,
    /// Whether the merchant delivers.
    pub offers_delivery: bool,
    /// Whether the merchant also delivers on the same day.
    pub same_day_delivery: bool,
    /// The radius in miles within which the merchant delivers.
    pub delivery_radius: u32,
    /// The latest order time for delivery on the same day, in the merchant's time zone: `14:00`.
    pub same_day_cutoff: String,
    /// The path of the business photo.
    pub photo_url: Option<String>,
}

/// A product picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The picture's path on this site.
    pub url: String,
    /// The alternative text.
    #[serde(default)]
    pub alt: String,
    /// Whether the picture is shown first.
    #[serde(default)]
    pub is_featured: bool,
}

/// The public details of a product. An admin reviews them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductDetails {
    /// The product's name.
    pub name: String,
    /// The description in a few sentences.
    pub description: String,
    /// The category: one of [`CATEGORIES`].
    pub category: String,
    /// The subcategory as free text.
    pub subcategory: String,
    /// The pictures in the order in which they are shown.
    pub images: Vec<Image>,
    /// Words for the search.
    pub tags: Vec<String>,
    /// Whether the merchant claims that the product is organic. The badge requires an approved certificate as well.
    pub is_organic: bool,
    /// Whether the product is grown or made nearby.
    pub is_locally_sourced: bool,
    /// The date of the harvest.
    pub harvest_date: Option<NaiveDate>,
    /// The instructions for customers who pick up. `None` in details that were written before admins reviewed
    /// instructions: those of the [`Fulfillment`] apply.
    pub pickup_instructions: Option<String>,
}

/// The ways in which customers can get a product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FulfillmentMethod {
    /// Customers collect the product at the merchant's address.
    #[default]
    PickupOnly,
    /// The merchant delivers the product.
    DeliveryOnly,
    /// Customers choose between pickup and delivery.
    Both,
}

/// How a product reaches its buyer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct Fulfillment {
    /// Pickup, delivery or both.
    pub method: FulfillmentMethod,
    /// The instructions for customers who pick up, of a product whose [`ProductDetails`] have none.
    pub pickup_instructions: String,
    /// The delivery terms. They are always present, and apply when the method includes delivery.
    pub delivery_options: DeliveryOptions,
}

impl Fulfillment {
    /// With the instructions for pickup of these details, if they have any.
    #[must_use]
    pub fn instructed_by(mut self, details: &ProductDetails) -> Self {
        if let Some(instructions) = &details.pickup_instructions {
            self.pickup_instructions.clone_from(instructions);
        }
        self
    }
}

/// A product's delivery terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeliveryOptions {
    /// Whether the merchant delivers.
    pub local_delivery: bool,
    /// The delivery radius in miles, 1 to 50.
    pub delivery_radius: u32,
    /// The delivery fee that the merchant states. A checkout charges by its delivery method instead.
    pub delivery_fee: Dollars,
    /// The order value from which, as the merchant states, delivery is free.
    pub free_delivery_minimum: Dollars,
    /// One of the specified options; `1-2 hours` by default.
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
    /// The customer collects at each merchant's address.
    Pickup,
    /// The order is delivered in 2–5 business days.
    StandardDelivery,
    /// The order is delivered within 24 hours.
    SameDayDelivery,
}

impl DeliveryMethod {
    /// All methods, cheapest first.
    pub const ALL: [Self; 3] = [Self::Pickup, Self::StandardDelivery, Self::SameDayDelivery];

    /// The name of the method in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pickup => "pickup",
            Self::StandardDelivery => "standard-delivery",
            Self::SameDayDelivery => "same-day-delivery",
        }
    }

    /// The fee that a checkout charges for this method.
    pub const fn fee(self) -> Cents {
        match self {
            Self::Pickup => Cents::ZERO,
            Self::StandardDelivery => Cents(5_00),
            Self::SameDayDelivery => Cents(15_00),
        }
    }
}

/// The sales tax on a checkout's subtotal, in basis points: 8%.
pub const TAX_BASIS_POINTS: u16 = 800;

/// The recipient and the shipping address of a checkout, prefilled from the account and edited by the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShippingDetails {
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The e-mail address for the confirmation.
    pub email: String,
    /// The phone number, which may be empty.
    pub phone: String,
    /// The street and the number.
    pub address: String,
    /// The apartment, which may be empty.
    pub apartment: String,
    /// The city.
    pub city: String,
    /// The two letters of the state.
    pub state: String,
    /// The ZIP code: five digits, or five and four.
    pub zip_code: String,
    /// The country: `US`.
    pub country: String,
    /// The instructions for the driver.
    pub delivery_instructions: String,
}

/// The billing details of a checkout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BillingDetails {
    /// Whether the billing address is the shipping address.
    pub same_as_shipping: bool,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The street and the number.
    pub address: String,
    /// The apartment, which may be empty.
    pub apartment: String,
    /// The city.
    pub city: String,
    /// The two letters of the state.
    pub state: String,
    /// The ZIP code: five digits, or five and four.
    pub zip_code: String,
    /// The country: `US`.
    pub country: String,
}

/// The amounts of a checkout or an order, in cents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Amounts {
    /// The sum of the lines.
    pub subtotal: Cents,
    /// The sales tax: 8% of the subtotal, rounded half up once for the whole checkout.
    pub tax: Cents,
    /// The fee of the delivery method, charged once for the whole checkout.
    pub delivery_fee: Cents,
    /// The sum of subtotal, tax and fee.
    pub total: Cents,
}

/// One product in a checkout or an order. It copies everything that must not change when the product is edited later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// The product's id.
    pub product_id: ProductId,
    /// The merchant's id.
    pub merchant_id: AccountId,
    /// The merchant's business name at the time.
    pub merchant_name: String,
    /// The product's name at the time.
    pub name: String,
    /// The unit at the time.
    pub unit: String,
    /// The path of the picture at the time.
    pub image_url: Option<String>,
    /// The price of one unit at the time.
    pub price: Cents,
    /// The number of units.
    pub quantity: u32,
}

impl Line {
    /// The price times the quantity.
    pub const fn subtotal(&self) -> Cents {
        self.price.times(self.quantity)
    }
}

/// The tracking data of a shipment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tracking {
    /// The carrier's tracking number.
    pub tracking_number: Option<String>,
    /// The URL of the carrier's tracking page.
    pub tracking_url: Option<String>,
}

/// The statuses of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderStatus {
    /// Paid, and not yet confirmed by the merchant.
    Pending,
    /// Confirmed by the merchant.
    Confirmed,
    /// The merchant is preparing the order.
    Preparing,
    /// The order is ready at the merchant's address.
    ReadyForPickup,
    /// The merchant is delivering the order.
    OutForDelivery,
    /// A carrier has the order.
    Shipped,
    /// The customer has the order.
    Delivered,
    /// Cancelled; refunded and restocked.
    Cancelled,
    /// Returned by the customer after delivery; refunded.
    Returned,
}

impl OrderStatus {
    /// All statuses, in the order in which they are usually reached.
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

    /// The name of the status in JSON.
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
