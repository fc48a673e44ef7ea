//! An order: one merchant's part of a checkout.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared_events::{
    money::Dollars,
    shop::{self, DeliveryMethod, OrderStatus},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Address, DeliveryMethodName, DisputeStatus, OrderStatusName, ProductImage, ProductUnit, RefundStatus,
};

/// One merchant's part of a paid checkout. Everything is as it was when the order was placed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The order's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The order's number: the checkout's number and the number of the part.
    #[schema(example = "GS-261121-7K2QF-1")]
    pub order_number: String,
    /// The number of the whole checkout.
    #[schema(example = "GS-261121-7K2QF")]
    pub parent_number: String,
    /// The whole checkout; null in answers to the merchant.
    #[schema(required)]
    pub parent: Option<OrderParent>,
    /// The order's status.
    #[schema(value_type = OrderStatusName)]
    pub status: OrderStatus,
    /// When the order was placed.
    pub created_at: DateTime<Utc>,
    /// The buyer.
    pub customer: OrderCustomer,
    /// The seller.
    pub merchant: OrderMerchant,
    /// The seller's business name.
    pub merchant_name: String,
    /// The ordered items.
    pub items: Vec<OrderItem>,
    /// The price of the items, in US dollars.
    pub subtotal: Dollars,
    /// This order's share of the tax.
    pub tax: Dollars,
    /// This order's share of the delivery fee.
    pub delivery_fee: Dollars,
    /// The delivery fee of the whole checkout, in US dollars, when several merchants share it; null when the order has
    /// no share.
    #[schema(required)]
    pub shared_delivery_fee: Option<Dollars>,
    /// The order's total.
    pub total: Dollars,
    /// The same four amounts.
    pub billing: Billing,
    /// The way of delivery.
    #[schema(value_type = DeliveryMethodName)]
    pub delivery_method: DeliveryMethod,
    /// The day of a same-day delivery, in the merchant's time zone; null for other ways, and for orders from before days
    /// were kept.
    #[schema(required, value_type = Option<String>, format = Date, example = "2026-11-28")]
    pub promised_for: Option<NaiveDate>,
    /// The customer's instructions for the delivery.
    pub delivery_instructions: String,
    /// The recipient and the address; null after the erasure of the customer.
    #[schema(required)]
    pub shipping_address: Option<ShippingAddress>,
    /// The payer; null in answers to the merchant and after the erasure of the customer.
    #[schema(required)]
    pub billing_address: Option<BillingAddress>,
    /// The history of the order, oldest first.
    pub timeline: Vec<TimelineEntry>,
    /// The tracking of the parcel.
    pub tracking: Tracking,
    /// The same as `tracking`.
    pub shipping: Tracking,
    /// The refund, if there is one.
    #[schema(required)]
    pub refund: Option<Refund>,
    /// Admins only: the amount of the whole checkout that the customer's bank claims back, if there is a dispute.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub dispute: Option<Dispute>,
}

/// The checkout that an order is a part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderParent {
    /// The checkout's number, as shown on the confirmation.
    #[schema(example = "GS-261121-7K2QF")]
    pub order_number: String,
    /// The total of all parts, in US dollars.
    pub total: Dollars,
    /// The amount refunded so far, in US dollars.
    pub refunded: Dollars,
}

/// The buyer of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderCustomer {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The name when the order was placed.
    pub name: String,
    /// The e-mail address; null after the erasure of the customer.
    #[schema(required)]
    pub email: Option<String>,
}

/// The seller of an order.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderMerchant {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The business name.
    pub name: String,
    /// The business.
    pub business_info: OrderBusiness,
    /// The address at which customers collect orders.
    #[schema(required)]
    pub address: Option<Address>,
}

/// The seller's business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderBusiness {
    /// The business name when the order was placed.
    pub business_name: String,
}

/// An item of an order.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// The product when it was ordered.
    pub product: OrderedProduct,
    /// The product's name.
    pub name: String,
    /// The seller's business name.
    pub merchant_name: String,
    /// The number of units.
    pub quantity: u32,
    /// The unit.
    pub unit: String,
    /// The price per unit, in US dollars.
    pub price: Dollars,
    /// The price times the quantity.
    pub subtotal: Dollars,
}

/// A product when it was ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderedProduct {
    /// The product's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The product's name.
    pub name: String,
    /// The product's picture, if it had one.
    pub images: Vec<ProductImage>,
    /// The product's unit.
    pub inventory: ProductUnit,
}

impl From<shop::Line> for OrderItem {
    fn from(line: shop::Line) -> Self {
        let subtotal = line.subtotal();
        let image =
            |url: String| ProductImage::from(shop::Image { url, alt: line.name.clone(), is_featured: true });
        Self {
            product: OrderedProduct {
                underscore_id: line.product_id.uuid(),
                id: line.product_id.uuid(),
                name: line.name.clone(),
                images: line.image_url.map(image).into_iter().collect(),
                inventory: line.unit.clone().into(),
            },
            name: line.name,
            merchant_name: line.merchant_name,
            quantity: line.quantity,
            unit: line.unit,
            price: line.price.into(),
            subtotal: subtotal.into(),
        }
    }
}

/// The amounts of an order, in US dollars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Billing {
    /// The price of the items.
    pub subtotal: Dollars,
    /// The delivery fee.
    pub delivery_fee: Dollars,
    /// The tax: 8% of the items.
    pub tax: Dollars,
    /// The total.
    pub total: Dollars,
}

/// The recipient and the address of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingAddress {
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The e-mail address for the confirmation.
    pub email: String,
    /// The phone number; may be empty.
    pub phone: String,
    /// Street and number.
    pub address: String,
    /// The apartment; may be empty.
    pub apartment: String,
    /// The city.
    pub city: String,
    /// The state, as two letters.
    pub state: String,
    /// The ZIP code.
    pub zip_code: String,
    /// The country: `US`.
    pub country: String,
}

impl From<shop::ShippingDetails> for ShippingAddress {
    fn from(shipping: shop::ShippingDetails) -> Self {
        Self {
            first_name: shipping.first_name,
            last_name: shipping.last_name,
            email: shipping.email,
            phone: shipping.phone,
            address: shipping.address,
            apartment: shipping.apartment,
            city: shipping.city,
            state: shipping.state,
            zip_code: shipping.zip_code,
            country: shipping.country,
        }
    }
}

/// The payer of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillingAddress {
    /// Whether it is the shipping address.
    pub same_as_shipping: bool,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// Street and number.
    pub address: String,
    /// The apartment; may be empty.
    pub apartment: String,
    /// The city.
    pub city: String,
    /// The state, as two letters.
    pub state: String,
    /// The ZIP code.
    pub zip_code: String,
    /// The country: `US`.
    pub country: String,
}

impl From<shop::BillingDetails> for BillingAddress {
    fn from(billing: shop::BillingDetails) -> Self {
        Self {
            same_as_shipping: billing.same_as_shipping,
            first_name: billing.first_name,
            last_name: billing.last_name,
            address: billing.address,
            apartment: billing.apartment,
            city: billing.city,
            state: billing.state,
            zip_code: billing.zip_code,
            country: billing.country,
        }
    }
}

/// A step in the history of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimelineEntry {
    /// The new status of the order.
    #[schema(value_type = OrderStatusName)]
    pub status: OrderStatus,
    /// When the step was taken.
    pub timestamp: DateTime<Utc>,
    /// The text for the customer: a note, or the reason of a cancellation or return.
    #[schema(required)]
    pub note: Option<String>,
    /// The actor: `customer`, `merchant`, `admin` or `system`.
    pub actor: String,
}

/// The tracking of a parcel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tracking {
    /// The carrier's tracking number.
    #[schema(required)]
    pub tracking_number: Option<String>,
    /// The address of the carrier's page.
    #[schema(required)]
    pub tracking_url: Option<String>,
}

impl From<shop::Tracking> for Tracking {
    fn from(tracking: shop::Tracking) -> Self {
        Self { tracking_number: tracking.tracking_number, tracking_url: tracking.tracking_url }
    }
}

/// A refund to the customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refund {
    /// The amount, in US dollars.
    pub amount: Dollars,
    /// The status of the refund.
    pub status: RefundStatus,
    /// The reason of the cancellation or return.
    #[schema(required)]
    pub reason: Option<String>,
}

/// An amount that the customer's bank claims back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Dispute {
    /// The status of the dispute.
    pub status: DisputeStatus,
    /// The amount, in US dollars.
    pub amount: Dollars,
    /// The reason, in the payment provider's terms.
    #[schema(example = "fraudulent")]
    pub reason: String,
}
