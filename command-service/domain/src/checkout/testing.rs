//! Event histories of checkouts for tests: two units of product 1 at $3.50 from merchant 1 and one of product 2
//! at $1.25 from merchant 2, for pickup.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    Cents, Personal,
    events::{AbandonReason, CheckoutEvent, DisputeOutcome, PlannedOrder},
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{
        Amounts, BillingDetails, DeliveryMethod, DeliveryOptions, Fulfillment, FulfillmentMethod, Line,
        ShippingDetails,
    },
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

pub(crate) fn shipping() -> ShippingDetails {
    ShippingDetails {
        first_name: "Cora".to_owned(),
        last_name: "Customer".to_owned(),
        email: "cora@example.org".to_owned(),
        phone: String::new(),
        address: "2 Market Street".to_owned(),
        apartment: String::new(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "US".to_owned(),
        delivery_instructions: String::new(),
    }
}

fn line(number: u128, price: i64, quantity: u32) -> Line {
    let offer = offer(number);
    Line {
        product_id: offer.product_id,
        merchant_id: offer.seller.merchant_id,
        merchant_name: offer.seller.name,
        name: offer.name,
        unit: offer.unit,
        image_url: None,
        price: Cents(price),
        quantity,
    }
}

fn planned(number: u128, subtotal: i64, tax: i64) -> PlannedOrder {
    PlannedOrder {
        order_id: order_id(number),
        number: format!("{NUMBER}-{number}"),
        merchant_id: merchant_id(number),
        merchant_address: offer(number).seller.address,
        amounts: Amounts {
            subtotal: Cents(subtotal),
            tax: Cents(tax),
            delivery_fee: Cents::ZERO,
            total: Cents(subtotal + tax),
        },
    }
}

pub(crate) fn started() -> CheckoutEvent {
    let customer = customer_id().uuid();
    CheckoutEvent::CheckoutStarted {
        checkout_id: the_checkout(),
        customer_id: customer_id(),
        number: NUMBER.to_owned(),
        lines: vec![line(1, 3_50, 2), line(2, 1_25, 1)],
        orders: vec![planned(1, 7_00, 56), planned(2, 1_25, 10)],
        amounts: Amounts { subtotal: Cents(8_25), tax: Cents(66), delivery_fee: Cents::ZERO, total: total() },
        delivery_method: DeliveryMethod::Pickup,
        shipping: Personal::new(customer, shipping()),
        billing: Personal::new(
            customer,
            BillingDetails {
                same_as_shipping: true,
                first_name: "Cora".to_owned(),
                last_name: "Customer".to_owned(),
                address: "2 Market Street".to_owned(),
                apartment: String::new(),
                city: "Burlington".to_owned(),
                state: "VT".to_owned(),
                zip_code: "05401".to_owned(),
                country: "US".to_owned(),
            },
        ),
        expires_at: expires_at(),
    }
}

pub(crate) fn intent() -> Intent {
    Intent { provider: "sandbox".to_owned(), id: "pi_1".to_owned() }
}

pub(crate) fn requested() -> CheckoutEvent {
    let Intent { provider, id } = intent();
    CheckoutEvent::PaymentRequested { checkout_id: the_checkout(), provider, intent_id: id }
}

pub(crate) fn received() -> CheckoutEvent {
    CheckoutEvent::PaymentReceived {
        checkout_id: the_checkout(),
        intent_id: intent().id,
        amount: total(),
        received_at: paid_at(),
    }
}

pub(crate) fn completed() -> CheckoutEvent {
    CheckoutEvent::CheckoutCompleted { checkout_id: the_checkout() }
}

pub(crate) fn abandoned(reason: AbandonReason) -> CheckoutEvent {
    CheckoutEvent::CheckoutAbandoned { checkout_id: the_checkout(), reason }
}

pub(crate) fn unfulfillable() -> CheckoutEvent {
    CheckoutEvent::CheckoutUnfulfillable { checkout_id: the_checkout(), reason: GONE.to_owned() }
}

pub(crate) fn refund_decided(order_id: Option<OrderId>, amount: Cents) -> CheckoutEvent {
    CheckoutEvent::RefundDecided { checkout_id: the_checkout(), order_id, amount }
}

pub(crate) fn refund_issued(order_id: Option<OrderId>, amount: Cents) -> CheckoutEvent {
    CheckoutEvent::RefundIssued {
        checkout_id: the_checkout(),
        order_id,
        amount,
        refund_id: REFUND.to_owned(),
    }
}

pub(crate) const FAILURE: &str = "expired_or_canceled_card";

pub(crate) fn refund_failed(order_id: Option<OrderId>, amount: Cents) -> CheckoutEvent {
    CheckoutEvent::RefundFailed {
        checkout_id: the_checkout(),
        order_id,
        amount,
        refund_id: REFUND.to_owned(),
        reason: FAILURE.to_owned(),
    }
}

pub(crate) fn refunded_elsewhere(refund_id: &str, amount: Cents) -> CheckoutEvent {
    CheckoutEvent::RefundedElsewhere { checkout_id: the_checkout(), refund_id: refund_id.to_owned(), amount }
}

pub(crate) fn disputed(dispute_id: &str, amount: Cents) -> CheckoutEvent {
    CheckoutEvent::ChargeDisputed {
        checkout_id: the_checkout(),
        dispute_id: dispute_id.to_owned(),
        amount,
        reason: "fraudulent".to_owned(),
    }
}

pub(crate) fn dispute_closed(dispute_id: &str, outcome: DisputeOutcome) -> CheckoutEvent {
    CheckoutEvent::ChargeDisputeClosed {
        checkout_id: the_checkout(),
        dispute_id: dispute_id.to_owned(),
        outcome,
    }
}
