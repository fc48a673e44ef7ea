//! What a buyer says about a product: `review-<review id>`. The id is derived from buyer and product, so that each buyer
//! has one review of each product. The stream begins with the proof that the product was bought and delivered.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, OrderId, ProductId, ReviewId},
    personal::Personal,
};

/// What happens to a buyer's review of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ReviewEvent {
    /// An order with the product reached the buyer, who may now review it.
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
    /// An order with the product was returned. It no longer allows a review.
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
        /// 1 to 5.
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
        /// The rating that no longer counts, 1 to 5.
        rating: u8,
    },
    /// The merchant answered.
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
