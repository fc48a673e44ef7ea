//! The state of a review, folded from its events, as far as decisions need it.

use std::collections::BTreeSet;

use serde::Serialize;
use shared_events::{
    events::ReviewEvent,
    ids::{AccountId, OrderId, ProductId, ReviewId},
};

use crate::Aggregate;

/// A delivered product with its buyer and its seller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    /// The buyer.
    pub customer_id: AccountId,
    pub product_id: ProductId,
    /// The seller.
    pub merchant_id: AccountId,
}

/// The review aggregate: it starts with the delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Present once the product is delivered.
    pub purchase: Option<Purchase>,
    /// Delivered orders that were not returned. They entitle the buyer to a review.
    pub kept: BTreeSet<OrderId>,
    /// Orders that were returned.
    pub returned: BTreeSet<OrderId>,
    /// The buyer's rating, while the review counts.
    pub rating: Option<u8>,
    /// True once the merchant has answered.
    pub answered: bool,
}

/// Id of this buyer's only review of this product.
pub fn review_of(customer_id: AccountId, product_id: ProductId) -> ReviewId {
    ReviewId::derived(customer_id.uuid(), &format!("review of {product_id}"))
}

impl Aggregate for Review {
    type Event = ReviewEvent;

    fn evolve(mut self, event: &ReviewEvent) -> Self {
        match *event {
            ReviewEvent::PurchaseDelivered { customer_id, product_id, merchant_id, order_id, .. } => {
                self.kept.insert(order_id);
                Self { purchase: Some(Purchase { customer_id, product_id, merchant_id }), ..self }
            }
            ReviewEvent::PurchaseReturned { order_id, .. } => {
                self.kept.remove(&order_id);
                self.returned.insert(order_id);
                self
            }
            ReviewEvent::ProductReviewed { rating, .. } => Self { rating: Some(rating), ..self },
            ReviewEvent::ReviewWithdrawn { .. } => Self { rating: None, answered: false, ..self },
            ReviewEvent::ReviewAnswered { .. } => Self { answered: true, ..self },
        }
    }
}
