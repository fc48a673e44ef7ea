//! An order: one merchant's part of a checkout.

use chrono::{DateTime, Utc};
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

/// One merchant's part of a paid checkout. Everything in it is as it was when it was placed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The order.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The parent's number and a part.
    #[schema(example = "GS-261121-7K2QF-1")]
    pub order_number: String,
    /// The number of the whole checkout.
    #[schema(example = "GS-261121-7K2QF")]
    pub parent_number: String,
    /// The whole checkout; null for the merchant.
    #[schema(required)]
    pub parent: Option<OrderParent>,
    /// Where it stands.
    #[schema(value_type = OrderStatusName)]
    pub status: OrderStatus,
    /// When it was placed.
    pub created_at: DateTime<Utc>,
    /// Who buys.
    pub customer: OrderCustomer,
    /// Who sells.
    pub merchant: OrderMerchant,
    /// The business name.
    pub merchant_name: String,
    /// What.
    pub items: Vec<OrderItem>,
    /// The items, in US dollars.
    pub subtotal: Dollars,
    /// This order's share of the tax.
    pub tax: Dollars,
    /// This order's share of the delivery fee.
    pub delivery_fee: Dollars,
    /// The fee of the whole checkout, in US dollars, when several merchants share it; null: this order's fee is no share.
    #[schema(required)]
    pub shared_delivery_fee: Option<Dollars>,
    /// All of it.
    pub total: Dollars,
    /// The same four amounts together.
    pub billing: Billing,
    /// How it reaches the customer.
    #[schema(value_type = DeliveryMethodName)]
    pub delivery_method: DeliveryMethod,
    /// For whoever brings it.
    pub delivery_instructions: String,
    /// To whom and where; null when the customer has been erased.
    #[schema(required)]
    pub shipping_address: Option<ShippingAddress>,
    /// Who pays; null for the merchant, and when the customer has been erased.
    #[schema(required)]
    pub billing_address: Option<BillingAddress>,
    /// What happened, oldest first.
    pub timeline: Vec<TimelineEntry>,
    /// Where the parcel is.
    pub tracking: Tracking,
    /// The same.
    pub shipping: Tracking,
    /// The refund, when there is one.
    #[schema(required)]
    pub refund: Option<Refund>,
    /// Admins only: what the customer's bank wants back of the whole checkout, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub dispute: Option<Dispute>,
}

/// The checkout that an order is a part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderParent {
    /// What the customer saw on the confirmation.
    #[schema(example = "GS-261121-7K2QF")]
    pub order_number: String,
    /// What the customer paid for all parts, in US dollars.
    pub total: Dollars,
    /// What went back so far, in US dollars.
    pub refunded: Dollars,
}

/// The buyer of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderCustomer {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// As it was when the order was placed.
    pub name: String,
    /// Null when the customer has been erased.
    #[schema(required)]
    pub email: Option<String>,
}

/// The seller of an order.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderMerchant {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The business name.
    pub name: String,
    /// The business.
    pub business_info: OrderBusiness,
    /// Where customers collect.
    #[schema(required)]
    pub address: Option<Address>,
}

/// The business that an order was placed with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderBusiness {
    /// Its name at the time.
    pub business_name: String,
}

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// The product as it was.
    pub product: OrderedProduct,
    /// Its name.
    pub name: String,
    /// Who sells it.
    pub merchant_name: String,
    /// How many units.
    pub quantity: u32,
    /// The unit.
    pub unit: String,
    /// US dollars a unit.
    pub price: Dollars,
    /// Price times quantity.
    pub subtotal: Dollars,
}

/// A product as it was when it was ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderedProduct {
    /// The product.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Its picture, if it had one.
    pub images: Vec<ProductImage>,
    /// Its unit.
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

/// What an order costs, in US dollars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Billing {
    /// The items.
    pub subtotal: Dollars,
    /// For bringing it.
    pub delivery_fee: Dollars,
    /// 8% of the items.
    pub tax: Dollars,
    /// All of it.
    pub total: Dollars,
}

/// To whom and where an order goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShippingAddress {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// E-mail for the confirmation.
    pub email: String,
    /// May be empty.
    pub phone: String,
    /// Street and number.
    pub address: String,
    /// May be empty.
    pub apartment: String,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// ZIP code.
    pub zip_code: String,
    /// `US`.
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

/// Who pays for an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillingAddress {
    /// It is the shipping address.
    pub same_as_shipping: bool,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Street and number.
    pub address: String,
    /// May be empty.
    pub apartment: String,
    /// City.
    pub city: String,
    /// Two letters.
    pub state: String,
    /// ZIP code.
    pub zip_code: String,
    /// `US`.
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

/// One step in an order's life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TimelineEntry {
    /// The state that was reached.
    #[schema(value_type = OrderStatusName)]
    pub status: OrderStatus,
    /// When.
    pub timestamp: DateTime<Utc>,
    /// For the customer: a note, or the reason of a cancel or a return.
    #[schema(required)]
    pub note: Option<String>,
    /// `customer`, `merchant`, `admin` or `system`.
    pub actor: String,
}

/// Where a parcel is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tracking {
    /// The carrier's number.
    #[schema(required)]
    pub tracking_number: Option<String>,
    /// The carrier's page.
    #[schema(required)]
    pub tracking_url: Option<String>,
}

impl From<shop::Tracking> for Tracking {
    fn from(tracking: shop::Tracking) -> Self {
        Self { tracking_number: tracking.tracking_number, tracking_url: tracking.tracking_url }
    }
}

/// Money that goes back to the customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refund {
    /// In US dollars.
    pub amount: Dollars,
    /// How far it is.
    pub status: RefundStatus,
    /// Why the order was cancelled or returned.
    #[schema(required)]
    pub reason: Option<String>,
}

/// Money of a payment that the customer's bank wants back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Dispute {
    /// How it stands.
    pub status: DisputeStatus,
    /// In US dollars.
    pub amount: Dollars,
    /// Why, in the payment provider's word.
    #[schema(example = "fraudulent")]
    pub reason: String,
}
