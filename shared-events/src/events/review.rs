//! The events of a buyer's review of a product: `review-<review id>`. The id is derived from buyer and product, so that
//! each buyer has at most one review of each product. The stream begins with the event that the product was delivered
//! to the buyer.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, OrderId, ProductId, ReviewId},
    personal::Personal,
};

/// An event of a buyer's review of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ReviewEvent {
    /// An order with the product was delivered to the buyer, who may now review the product.
    PurchaseDelivered {
        /// The review.
        review_id: ReviewId,
        /// The buyer.
        customer_id: AccountId,
        /// The product.
        product_id: ProductId,
        /// The merchant.
        merchant_id: AccountId,
        /// The order.
        order_id: OrderId,
    },
    /// An order with the product was returned, so it no longer allows a review.
    PurchaseReturned {
        /// The review.
        review_id: ReviewId,
        /// The buyer.
        customer_id: AccountId,
        /// The product.
        product_id: ProductId,
        /// The merchant.
        merchant_id: AccountId,
        /// The order.
        order_id: OrderId,
    },
    /// The buyer reviewed the product.
    ProductReviewed {
        /// The review.
        review_id: ReviewId,
        /// The buyer.
        customer_id: AccountId,
        /// The product.
        product_id: ProductId,
        /// The merchant.
        merchant_id: AccountId,
        /// Stars from 1 to 5.
        rating: u8,
        /// The buyer's text.
        comment: Personal<String>,
    },
    /// The buyer has returned every purchase of the product, so the review no longer counts.
    ReviewWithdrawn {
        /// The review.
        review_id: ReviewId,
        /// The buyer.
        customer_id: AccountId,
        /// The product.
        product_id: ProductId,
        /// The merchant.
        merchant_id: AccountId,
        /// The stars, 1 to 5, of the review that no longer counts.
        rating: u8,
    },
    /// The merchant answered the review.
    ReviewAnswered {
        /// The review.
        review_id: ReviewId,
        /// The merchant.
        merchant_id: AccountId,
        /// The merchant's text.
        text: Personal<String>,
    },
}

impl Event for ReviewEvent {
    const CATEGORY: &'static str = "review";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
