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
        /// Which review.
        review_id: ReviewId,
        /// Who bought it.
        customer_id: AccountId,
        /// Which product.
        product_id: ProductId,
        /// Who sold it.
        merchant_id: AccountId,
        /// In which order.
        order_id: OrderId,
    },
    /// An order with the product was brought back. It no longer allows a review.
    PurchaseReturned {
        /// Which review.
        review_id: ReviewId,
        /// Who bought it.
        customer_id: AccountId,
        /// Which product.
        product_id: ProductId,
        /// Who sold it.
        merchant_id: AccountId,
        /// In which order.
        order_id: OrderId,
    },
    /// The buyer said what the product is like.
    ProductReviewed {
        /// Which review.
        review_id: ReviewId,
        /// Who bought it.
        customer_id: AccountId,
        /// Which product.
        product_id: ProductId,
        /// Who sold it.
        merchant_id: AccountId,
        /// 1 to 5.
        rating: u8,
        /// In the buyer's words.
        comment: Personal<String>,
    },
    /// The buyer has returned every purchase of the product, so the review no longer counts.
    ReviewWithdrawn {
        /// Which review.
        review_id: ReviewId,
        /// Who bought it.
        customer_id: AccountId,
        /// Which product.
        product_id: ProductId,
        /// Who sold it.
        merchant_id: AccountId,
        /// What it counted as, 1 to 5.
        rating: u8,
    },
    /// The merchant answered.
    ReviewAnswered {
        /// Which review.
        review_id: ReviewId,
        /// Who sold the product.
        merchant_id: AccountId,
        /// In the merchant's words.
        text: Personal<String>,
    },
}

impl Event for ReviewEvent {
    const CATEGORY: &'static str = "review";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
