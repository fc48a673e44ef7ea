//! A product reached its buyer, who may review it from now on.

use shared_events::{events::ReviewEvent, ids::OrderId};

use super::{Purchase, Review, review_of};

/// Decides. The first purchase is proof enough: further ones, and repetitions, change nothing.
pub fn decide(review: &Review, purchase: Purchase, order_id: OrderId) -> Vec<ReviewEvent> {
    if review.purchase.is_some() {
        return vec![];
    }
    let Purchase { customer_id, product_id, merchant_id } = purchase;
    let review_id = review_of(customer_id, product_id);
    vec![ReviewEvent::PurchaseDelivered { review_id, customer_id, product_id, merchant_id, order_id }]
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::domain::{review::testing::*, testing::given};

    #[test]
    fn the_first_purchase_is_noted_and_no_other() {
        given::<Review>(&[])
            .when(|review| Ok::<_, Infallible>(decide(review, purchase(), order_id())))
            .then(&[delivered()]);
        given::<Review>(&[delivered()])
            .when(|review| Ok::<_, Infallible>(decide(review, purchase(), order_id())))
            .then_nothing();
    }
}
