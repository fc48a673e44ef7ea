//! Event histories of reviews for tests.

use shared_events::ids::{AccountId, OrderId, ProductId};
use uuid::Uuid;

use super::{Purchase, Review, answer_review::AnswerReview, review_of, write_review::WriteReview};
use crate::Aggregate;

pub(crate) fn customer_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xe0))
}

fn merchant_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0))
}

fn product_id() -> ProductId {
    ProductId::new(Uuid::from_u128(0xb0))
}

pub(crate) fn order_id() -> OrderId {
    OrderId::new(Uuid::from_u128(0xd0))
}

pub(crate) fn another_order_id() -> OrderId {
    OrderId::new(Uuid::from_u128(0xd1))
}

pub(crate) fn purchase() -> Purchase {
    Purchase { customer_id: customer_id(), product_id: product_id(), merchant_id: merchant_id() }
}

/// The review of [`purchase`].
pub(crate) fn the_review() -> histories::Review {
    let id = review_of(customer_id(), product_id());
    let (customer_id, product_id, merchant_id) = (customer_id(), product_id(), merchant_id());
    histories::Review { id, customer_id, product_id, merchant_id }
}

pub(crate) fn bought() -> Review {
    Review::fold(&[the_review().purchase_delivered(order_id())])
}

pub(crate) fn write() -> WriteReview {
    let comment = " Sweet and firm. ".to_owned();
    WriteReview { by: customer_id(), product_id: product_id(), rating: 5.0, comment }
}

pub(crate) fn answer() -> AnswerReview {
    let review_id = review_of(customer_id(), product_id());
    AnswerReview { review_id, by: merchant_id(), text: " Thank you! ".to_owned() }
}
