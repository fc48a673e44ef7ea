//! Event histories of checkouts for tests: two units of product 1 at $3.50 from merchant 1 and one of product 2
//! at $1.25 from merchant 2, for pickup.

use chrono::{DateTime, TimeDelta, Utc};
use histories::{Checkout, Order, Person, Product, billing, customer, merchant, product, shipping};
use shared_events::{
    Cents, Personal,
    events::CheckoutEvent,
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{DeliveryOptions, Fulfillment, FulfillmentMethod},
};
use uuid::Uuid;

use super::{Intent, Offer, Seller, Wanted, checkout_id};

pub(crate) const NUMBER: &str = "GS-261121-7K2QF";
pub(crate) const GONE: &str = "Product 1 is out of stock";
pub(crate) const REFUND: &str = "re_1";

pub(crate) fn the_checkout() -> CheckoutId {
    checkout_id(NUMBER)
}

pub(crate) fn customer_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xe0))
}

pub(crate) fn merchant_id(number: u128) -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0_00 + number))
}

pub(crate) fn order_id(merchant: u128) -> OrderId {
    OrderId::derived(the_checkout().uuid(), &merchant_id(merchant).to_string())
}

pub(crate) fn paid_at() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).expect("a moment")
}

pub(crate) fn expires_at() -> DateTime<Utc> {
    paid_at() + TimeDelta::minutes(14)
}

pub(crate) fn total() -> Cents {
    Cents(8_91)
}

/// Price $3.50, sold by the merchant with the same number in Burlington, Vermont.
pub(crate) fn offer(number: u128) -> Offer {
    let address = crate::account::testing::farm_address();
    let merchant_id = merchant_id(number);
    Offer {
        product_id: ProductId::new(Uuid::from_u128(0xb0_00 + number)),
        name: format!("Product {number}"),
        unit: "pound".to_owned(),
        image_url: None,
        price: Cents(3_50),
        fulfillment: Fulfillment {
            method: FulfillmentMethod::Both,
            pickup_instructions: String::new(),
            delivery_options: DeliveryOptions::default(),
        },
        seller: Seller {
            merchant_id,
            name: format!("Merchant {number}"),
            address: Some(Personal::new(merchant_id.uuid(), address)),
            delivery_radius: 25,
            same_day: true,
            same_day_cutoff: "14:00".to_owned(),
        },
    }
}

pub(crate) fn wanted(number: u128, price: i64, quantity: u32) -> Wanted {
    Wanted { offer: Offer { price: Cents(price), ..offer(number) }, quantity }
}

/// Cora's order at the merchant with this number.
fn order(number: u128, price: i64, quantity: u32) -> Order {
    let offer = offer(number);
    let farm = Person { id: offer.seller.merchant_id, ..merchant(number) };
    let mut sold = Product {
        id: offer.product_id,
        price: Cents(price),
        ..product(number).named(&offer.name).sold_by(&farm)
    };
    sold.details.images.clear();
    Order {
        id: order_id(number),
        checkout_id: the_checkout(),
        number: format!("{NUMBER}-{number}"),
        parent_number: NUMBER.to_owned(),
        merchant_address: offer.seller.address,
        ..Order::new(number, &Person { id: customer_id(), ..customer(0) }, &farm)
    }
    .of(vec![sold.line(&offer.seller.name, quantity)])
}

pub(crate) fn checkout() -> Checkout {
    Checkout {
        intent_id: intent().id,
        shipping: shipping(),
        billing: billing(),
        expires_at: expires_at(),
        ..Checkout::of(vec![order(1, 3_50, 2), order(2, 1_25, 1)])
    }
}

/// The history of a checkout whose payment was requested.
pub(crate) fn unpaid() -> Vec<CheckoutEvent> {
    vec![checkout().started(), checkout().payment_requested()]
}

/// The history of a checkout whose payment was received.
pub(crate) fn paid() -> Vec<CheckoutEvent> {
    [unpaid(), vec![checkout().paid(paid_at())]].concat()
}

/// The history of a checkout whose orders are placed.
pub(crate) fn completed() -> Vec<CheckoutEvent> {
    [paid(), vec![checkout().completed()]].concat()
}

pub(crate) fn intent() -> Intent {
    Intent { provider: "sandbox".to_owned(), id: "pi_1".to_owned() }
}

pub(crate) const FAILURE: &str = histories::REFUND_FAILURE;
