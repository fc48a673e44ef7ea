//! Reviews, and the deliveries that they depend on.

use shared_events::{
    Personal,
    events::ReviewEvent,
    ids::{AccountId, OrderId, ProductId, ReviewId},
};
use uuid::Uuid;

use crate::{Person, Product};

/// A customer's review of a product.
#[derive(Clone, Debug)]
pub struct Review {
    /// The id of the review.
    pub id: ReviewId,
    /// The id of the author.
    pub customer_id: AccountId,
    /// The id of the product.
    pub product_id: ProductId,
    /// The product's merchant.
    pub merchant_id: AccountId,
}

/// The review with this number.
pub fn review_id(number: u128) -> ReviewId {
    ReviewId::new(Uuid::from_u128(0xF000 + number))
}

impl Review {
    /// Review `number`.
    pub fn new(number: u128, customer: &Person, product: &Product) -> Self {
        Self {
            id: review_id(number),
            customer_id: customer.id,
            product_id: product.id,
            merchant_id: product.merchant_id,
        }
    }

    /// The product is delivered to the customer with this order.
    pub const fn purchase_delivered(&self, order_id: OrderId) -> ReviewEvent {
        ReviewEvent::PurchaseDelivered {
            review_id: self.id,
            customer_id: self.customer_id,
            product_id: self.product_id,
            merchant_id: self.merchant_id,
            order_id,
        }
    }

    /// The customer returns this order.
    pub const fn purchase_returned(&self, order_id: OrderId) -> ReviewEvent {
        ReviewEvent::PurchaseReturned {
            review_id: self.id,
            customer_id: self.customer_id,
            product_id: self.product_id,
            merchant_id: self.merchant_id,
            order_id,
        }
    }

    /// The customer writes the review.
    pub fn written(&self, rating: u8, comment: &str) -> ReviewEvent {
        ReviewEvent::ProductReviewed {
            review_id: self.id,
            customer_id: self.customer_id,
            product_id: self.product_id,
            merchant_id: self.merchant_id,
            rating,
            comment: Personal::new(self.customer_id.uuid(), comment.to_owned()),
        }
    }

    /// The review is withdrawn, because the customer has returned the product.
    pub const fn withdrawn(&self, rating: u8) -> ReviewEvent {
        ReviewEvent::ReviewWithdrawn {
            review_id: self.id,
            customer_id: self.customer_id,
            product_id: self.product_id,
            merchant_id: self.merchant_id,
            rating,
        }
    }

    /// The merchant answers the review.
    pub fn answered(&self, text: &str) -> ReviewEvent {
        ReviewEvent::ReviewAnswered {
            review_id: self.id,
            merchant_id: self.merchant_id,
            text: Personal::new(self.merchant_id.uuid(), text.to_owned()),
        }
    }
}
