//! What decisions about a review need to know.

use std::collections::BTreeSet;

use serde::Serialize;
use shared_events::{
    events::ReviewEvent,
    ids::{AccountId, OrderId, ProductId, ReviewId},
};

use crate::domain::Aggregate;

/// A product that was delivered to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    /// Who bought it.
    pub customer_id: AccountId,
    /// Which product.
    pub product_id: ProductId,
    /// Who sold it.
    pub merchant_id: AccountId,
}

/// A buyer's review of a product, from the delivery on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// Present once the product was delivered.
    pub purchase: Option<Purchase>,
    /// Orders that brought the product and were not returned: the proof that the buyer may say something.
    pub kept: BTreeSet<OrderId>,
    /// Orders that were returned.
    pub returned: BTreeSet<OrderId>,
    /// The stars that the buyer has given, while the review counts.
    pub rating: Option<u8>,
    /// The merchant has answered.
    pub answered: bool,
}

/// The one review that this buyer can write of this product.
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
