//! Event histories of stock for tests.

use chrono::{DateTime, TimeDelta, Utc};
use histories::{Product, product};
use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId, ProductId},
};
use uuid::Uuid;

pub(crate) fn product_id() -> ProductId {
    ProductId::new(Uuid::from_u128(0xb0))
}

pub(crate) fn checkout(number: u128) -> CheckoutId {
    CheckoutId::new(Uuid::from_u128(0xc0_00 + number))
}

/// The order that belongs to [`checkout`] of the same number.
pub(crate) fn order(number: u128) -> OrderId {
    OrderId::new(Uuid::from_u128(0xd0_00 + number))
}

pub(crate) fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).expect("a moment")
}

pub(crate) fn later() -> DateTime<Utc> {
    now() + TimeDelta::minutes(15)
}

pub(crate) fn tomatoes() -> Product {
    Product { id: product_id(), ..product(0) }
}

pub(crate) fn held(number: u128, quantity: u32) -> StockEvent {
    tomatoes().held(checkout(number), quantity, later())
}

pub(crate) fn released(number: u128, quantity: u32, reason: ReleaseReason) -> StockEvent {
    tomatoes().released(checkout(number), quantity, reason)
}

pub(crate) fn sold(number: u128, quantity: u32) -> StockEvent {
    tomatoes().sold(checkout(number), order(number), quantity)
}

pub(crate) fn restocked(number: u128, quantity: u32) -> StockEvent {
    tomatoes().restocked(order(number), quantity)
}
