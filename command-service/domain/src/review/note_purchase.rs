//! A delivery is noted: the buyer may review the product from then on.

use std::convert::Infallible;

use shared_events::{events::ReviewEvent, ids::OrderId};
use uuid::Uuid;

use super::{Purchase, Review, review_of};
use crate::Command;

/// Note that the order was delivered.
#[derive(Clone, Copy, Debug)]
pub struct NotePurchase {
    /// The product, its buyer and its seller.
    pub purchase: Purchase,
    /// Id of the order.
    pub order_id: OrderId,
}

impl Command for NotePurchase {
    type Aggregate = Review;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        review_of(self.purchase.customer_id, self.purchase.product_id).uuid()
    }

    /// Each order is noted once, and not at all if its return was noted first.
    fn decide(&self, review: &Review) -> Result<Vec<ReviewEvent>, Infallible> {
        let Self { purchase, order_id } = *self;
        if review.kept.contains(&order_id) || review.returned.contains(&order_id) {
            return Ok(vec![]);
        }
        let Purchase { customer_id, product_id, merchant_id } = purchase;
        let review_id = review_of(customer_id, product_id);
        Ok(vec![ReviewEvent::PurchaseDelivered { review_id, customer_id, product_id, merchant_id, order_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{review::testing::*, testing::given};

    #[test]
    fn each_order_is_noted_once() {
        let note = |order_id| NotePurchase { purchase: purchase(), order_id };
        given::<Review>(&[]).when(&note(order_id())).then(&[the_review().purchase_delivered(order_id())]);
        given::<Review>(&[the_review().purchase_delivered(order_id())])
            .when(&note(order_id()))
            .then_nothing();
        given::<Review>(&[the_review().purchase_delivered(order_id())])
            .when(&note(another_order_id()))
            .then(&[the_review().purchase_delivered(another_order_id())]);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().purchase_returned(order_id()),
        ])
        .when(&note(another_order_id()))
        .then(&[the_review().purchase_delivered(another_order_id())]);
    }

    #[test]
    fn a_returned_order_is_not_noted_as_delivered() {
        for history in [
            vec![the_review().purchase_returned(order_id())],
            vec![the_review().purchase_delivered(order_id()), the_review().purchase_returned(order_id())],
        ] {
            given::<Review>(&history)
                .when(&NotePurchase { purchase: purchase(), order_id: order_id() })
                .then_nothing();
        }
    }
}
