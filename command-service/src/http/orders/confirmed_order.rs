//! The response body for an order after the payment: the items of all merchants, under the checkout's number.

use chrono::{DateTime, NaiveDate, Utc};
use domain::checkout::Started;
use serde::Serialize;
use shared_events::{
    ids::{AccountId, CheckoutId, ProductId},
    money::Dollars,
    shop::{Line, ShippingDetails},
};
use utoipa::ToSchema;

use crate::http::payments::create_intent::CheckoutAmounts;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfirmedOrder {
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    underscore_id: CheckoutId,
    #[schema(value_type = Uuid)]
    id: CheckoutId,
    /// The number of the whole checkout: `GS-261121-7K2QF`.
    order_number: String,
    created_at: DateTime<Utc>,
    items: Vec<ConfirmedItem>,
    billing: CheckoutAmounts,
    /// `pickup`, `standard-delivery` or `same-day-delivery`.
    delivery_method: String,
    /// The day of a same-day delivery, in the merchant's time zone; the last one, if merchants are in several zones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, format = Date)]
    promised_for: Option<NaiveDate>,
    delivery_instructions: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shipping_address: Option<ConfirmedAddress>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfirmedItem {
    name: String,
    merchant_name: String,
    #[schema(value_type = Uuid)]
    merchant: AccountId,
    quantity: u32,
    unit: String,
    price: Dollars,
    subtotal: Dollars,
    product: ConfirmedProduct,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfirmedProduct {
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    underscore_id: ProductId,
    #[schema(value_type = Uuid)]
    id: ProductId,
    name: String,
    images: Vec<ConfirmedImage>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConfirmedImage {
    url: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfirmedAddress {
    first_name: String,
    last_name: String,
    email: String,
    phone: String,
    address: String,
    apartment: String,
    city: String,
    state: String,
    zip_code: String,
    country: String,
}

impl ConfirmedOrder {
    pub(super) fn new(started: &Started, created_at: DateTime<Utc>) -> Self {
        let shipping = started.shipping.get();
        Self {
            underscore_id: started.checkout_id,
            id: started.checkout_id,
            order_number: started.number.clone(),
            created_at,
            items: started.lines.iter().map(ConfirmedItem::from).collect(),
            billing: started.amounts.into(),
            delivery_method: started.delivery_method.as_str().to_owned(),
            promised_for: started.promised_for(),
            delivery_instructions: shipping.map(|to| to.delivery_instructions.clone()).unwrap_or_default(),
            shipping_address: shipping.cloned().map(ConfirmedAddress::from),
        }
    }
}

impl From<&Line> for ConfirmedItem {
    fn from(line: &Line) -> Self {
        Self {
            name: line.name.clone(),
            merchant_name: line.merchant_name.clone(),
            merchant: line.merchant_id,
            quantity: line.quantity,
            unit: line.unit.clone(),
            price: line.price.into(),
            subtotal: line.subtotal().into(),
            product: ConfirmedProduct {
                underscore_id: line.product_id,
                id: line.product_id,
                name: line.name.clone(),
                images: line.image_url.iter().map(|url| ConfirmedImage { url: url.clone() }).collect(),
            },
        }
    }
}

impl From<ShippingDetails> for ConfirmedAddress {
    fn from(to: ShippingDetails) -> Self {
        Self {
            first_name: to.first_name,
            last_name: to.last_name,
            email: to.email,
            phone: to.phone,
            address: to.address,
            apartment: to.apartment,
            city: to.city,
            state: to.state,
            zip_code: to.zip_code,
            country: to.country,
        }
    }
}
