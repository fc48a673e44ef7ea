//! A delivery is noted: the buyer may review the product from then on.

use shared_events::{events::ReviewEvent, ids::OrderId};

use super::{Purchase, Review, review_of};

/// Returns the events to append. Each order is noted once, and not at all if its return was noted first.
pub fn decide(review: &Review, purchase: Purchase, order_id: OrderId) -> Vec<ReviewEvent> {
    if review.kept.contains(&order_id) || review.returned.contains(&order_id) {
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
    use crate::{review::testing::*, testing::given};

    #[test]
    fn each_order_is_noted_once() {
        let note = |order| move |review: &Review| Ok::<_, Infallible>(decide(review, purchase(), order));
        given::<Review>(&[]).when(note(order_id())).then(&[delivered()]);
        given::<Review>(&[delivered()]).when(note(order_id())).then_nothing();
        given::<Review>(&[delivered()]).when(note(another_order_id())).then(&[delivered_again()]);
        given::<Review>(&[delivered(), returned()]).when(note(another_order_id())).then(&[delivered_again()]);
    }

    #[test]
    fn a_returned_order_is_not_noted_as_delivered() {
        for history in [vec![returned()], vec![delivered(), returned()]] {
            given::<Review>(&history)
                .when(|review| Ok::<_, Infallible>(decide(review, purchase(), order_id())))
                .then_nothing();
        }
    }
}
