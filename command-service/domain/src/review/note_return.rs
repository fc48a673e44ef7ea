//! A return is noted. If it was the buyer's last purchase of the product, the review is withdrawn and none can
//! be written.

use std::convert::Infallible;

use shared_events::{events::ReviewEvent, ids::OrderId};
use uuid::Uuid;

use super::{Purchase, Review, review_of};
use crate::Command;

/// Note that the order was returned.
#[derive(Clone, Copy, Debug)]
pub struct NoteReturn {
    /// The product, its buyer and its seller.
    pub purchase: Purchase,
    /// Id of the order.
    pub order_id: OrderId,
}

impl Command for NoteReturn {
    type Aggregate = Review;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        review_of(self.purchase.customer_id, self.purchase.product_id).uuid()
    }

    /// A return is noted even before its delivery, so that a late note of the delivery permits nothing.
    fn decide(&self, review: &Review) -> Result<Vec<ReviewEvent>, Infallible> {
        let Self { purchase, order_id } = *self;
        if review.returned.contains(&order_id) {
            return Ok(vec![]);
        }
        let Purchase { customer_id, product_id, merchant_id } = purchase;
        let review_id = review_of(customer_id, product_id);
        let mut events =
            vec![ReviewEvent::PurchaseReturned { review_id, customer_id, product_id, merchant_id, order_id }];
        let keeps_another = review.kept.iter().any(|kept| *kept != order_id);
        if let Some(rating) = review.rating.filter(|_| !keeps_another) {
            events.push(ReviewEvent::ReviewWithdrawn {
                review_id,
                customer_id,
                product_id,
                merchant_id,
                rating,
            });
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{review::testing::*, testing::given};

    fn note() -> NoteReturn {
        NoteReturn { purchase: purchase(), order_id: order_id() }
    }

    #[test]
    fn a_return_is_noted_once() {
        given::<Review>(&[]).when(&note()).then(&[the_review().purchase_returned(order_id())]);
        given::<Review>(&[the_review().purchase_delivered(order_id())])
            .when(&note())
            .then(&[the_review().purchase_returned(order_id())]);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().purchase_returned(order_id()),
        ])
        .when(&note())
        .then_nothing();
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
            the_review().purchase_returned(order_id()),
            the_review().withdrawn(5),
        ])
        .when(&note())
        .then_nothing();
    }

    #[test]
    fn a_review_is_withdrawn_with_the_last_purchase() {
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
        ])
        .when(&note())
        .then(&[the_review().purchase_returned(order_id()), the_review().withdrawn(5)]);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().purchase_delivered(another_order_id()),
            the_review().written(5, "Sweet and firm."),
        ])
        .when(&note())
        .then(&[the_review().purchase_returned(order_id())]);
        given::<Review>(&[
            the_review().purchase_delivered(order_id()),
            the_review().written(5, "Sweet and firm."),
            the_review().purchase_delivered(another_order_id()),
            the_review().answered("Thank you!"),
        ])
        .when(&note())
        .then(&[the_review().purchase_returned(order_id())]);
    }
}
