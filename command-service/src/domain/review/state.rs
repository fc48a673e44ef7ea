//! What decisions about a review need to know.

use shared_events::{
    events::ReviewEvent,
    ids::{AccountId, ProductId, ReviewId},
};

use crate::domain::Aggregate;

/// A product that was delivered to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// Who bought it.
    pub customer_id: AccountId,
    /// Which product.
    pub product_id: ProductId,
    /// Who sold it.
    pub merchant_id: AccountId,
}

/// A buyer's review of a product, from the delivery on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Review {
    /// Present once the product was delivered: the proof that the buyer may say something.
    pub purchase: Option<Purchase>,
    /// The buyer has said something.
    pub written: bool,
    /// The merchant has answered.
    pub answered: bool,
}

/// The one review that this buyer can write of this product.
pub fn review_of(customer_id: AccountId, product_id: ProductId) -> ReviewId {
    ReviewId::derived(customer_id.uuid(), &format!("review of {product_id}"))
}

impl Aggregate for Review {
    type Event = ReviewEvent;

    fn evolve(self, event: &ReviewEvent) -> Self {
        match *event {
            ReviewEvent::PurchaseDelivered { customer_id, product_id, merchant_id, .. } => {
                Self { purchase: Some(Purchase { customer_id, product_id, merchant_id }), ..self }
            }
            ReviewEvent::ProductReviewed { .. } => Self { written: true, ..self },
            ReviewEvent::ReviewAnswered { .. } => Self { answered: true, ..self },
        }
    }
}
