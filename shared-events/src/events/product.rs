//! A product as its merchant lists it and an admin reviews it: `product-<product id>`. Its stock has a stream of its own.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
    money::Cents,
    shop::{Fulfillment, ProductDetails},
};

/// What happens to a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ProductEvent {
    /// A merchant offers a product; it waits for an admin.
    ProductListed {
        /// Which product.
        product_id: ProductId,
        /// Whose.
        merchant_id: AccountId,
        /// What the public will read.
        details: ProductDetails,
        /// Of one unit.
        price: Cents,
        /// One of [`crate::shop::UNITS`].
        unit: String,
        /// At or below this many units the stock counts as low.
        low_stock_threshold: u32,
        /// How it reaches its buyer.
        fulfillment: Fulfillment,
    },
    /// An admin let it be sold.
    ProductApproved {
        /// Which product.
        product_id: ProductId,
        /// The admin's note.
        reason: Option<String>,
    },
    /// An admin did not let it be sold.
    ProductRejected {
        /// Which product.
        product_id: ProductId,
        /// What the merchant is told.
        reason: String,
    },
    /// An admin put it on the home page.
    ProductFeatured {
        /// Which product.
        product_id: ProductId,
    },
    /// An admin took it off the home page.
    ProductUnfeatured {
        /// Which product.
        product_id: ProductId,
    },
}

impl Event for ProductEvent {
    const CATEGORY: &'static str = "product";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
